"""Cheating at the showdown and in settling."""

from __future__ import annotations

import attrs
from cheat_tables import (
    DOTS_ODD,
    EVEN,
    HI_LO,
    LOWS,
    NO_LOWS,
    STUD,
    STUD_RAKED,
    TIED,
    Made,
    cheat,
    dots_table,
    made,
    stud_table,
    to_the_river,
)
from crooked_table import Table, awards_to, stacks_with

from grocerydots import events as e
from grocerydots.deck import Deck
from grocerydots.rules.rules import Betting, Rules
from grocerydots.testing import test_seed


@cheat
def first_to_show_mucks(name: str) -> Made:
    """Seat 2 bet last, has to show first, and throws the hand away unseen."""
    table = to_the_river(stud_table(name)).play("bet call call").deal(e.HandShown)
    entry = table.entry
    return made(table.force(e.HandMucked(2)), entry)


@cheat
def folded_hand_paid(name: str) -> Made:
    """Seat 3 had the most dots and folded on the river; it is paid the dots half all the same."""
    table = to_the_river(dots_table(name)).play("fold check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "dots", 3, 4))), entry)


@cheat
def mucked_hand_paid(name: str) -> Made:
    """Seat 1 mucks aces up behind seat 2's nines full, and is paid the pot."""
    table = to_the_river(stud_table(name)).play("check check check muck muck").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 9))), entry)


@cheat
def weaker_hand_paid(name: str) -> Made:
    """The pot goes to aces up, where nines full were shown."""
    table = to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 9))), entry)


@cheat
def dots_miscounted(name: str) -> Made:
    """The dots half goes to seat 2 with six dots, where seat 3 shows fifteen."""
    table = to_the_river(dots_table(name)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "dots", 2, 4))), entry)


@cheat
def dots_tie_settled_otherwise(name: str) -> Made:
    """A tie for most dots is shared at this table; the whole half goes to the better high hand of the two."""
    table = to_the_river(dots_table(name, DOTS_ODD, TIED)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 8), (0, "dots", 3, 7))), entry)


@cheat
def odd_chip_to_the_wrong_player(name: str) -> Made:
    """Seats 1 and 3 share seven chips for the dots. The odd one goes to seat 3, whose best card is lower."""
    table = to_the_river(dots_table(name, DOTS_ODD, TIED)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    rows: tuple[tuple[int, e.Share, int, int], ...]
    rows = ((0, "high", 2, 8), (0, "dots", 1, 3), (0, "dots", 3, 4))
    return made(table.force(awards_to(table.next_event(), *rows)), entry)


@cheat
def odd_chip_to_the_wrong_half(name: str) -> Made:
    """Of nine chips the dots half gets five, where the odd chip is the high half's."""
    table = to_the_river(dots_table(name)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 4), (0, "dots", 3, 5))), entry)


@cheat
def tie_not_shared_equally(name: str) -> Made:
    """Two equal hands of aces up split nine chips seven to two."""
    table = to_the_river(stud_table(name, STUD, EVEN)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 7), (0, "whole", 2, 2))), entry)


@cheat
def low_that_does_not_qualify(name: str) -> Made:
    """Nobody has a low of eight or better, and the low half is paid to the best nine."""
    table = to_the_river(stud_table(name, HI_LO, NO_LOWS)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "low", 1, 4))), entry)


@cheat
def wrong_low(name: str) -> Made:
    """Seat 3 has the only low; the low half is paid to seat 1, whose best is a nine."""
    table = to_the_river(stud_table(name, HI_LO, LOWS)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "low", 1, 4))), entry)


@cheat
def side_pot_to_who_has_no_part_in_it(name: str) -> Made:
    """Seat 2 is all-in for five with the best hand and is paid the side pot of the other two as well."""
    table = stud_table(name, stacks=(100, 5, 100)).play("bring_in call call")
    table.play("bet call call bet call check check bet call show show").deal(e.PotsAwarded)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.PotsAwarded)
    moved = [row._replace(seat=2) if row.pot == 1 else row for row in due.awards]
    return made(table.force(e.PotsAwarded(tuple(moved))), entry)


@cheat
def chips_from_nowhere(name: str) -> Made:
    """The winner is paid ten chips more than the pot holds."""
    table = to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 2, 19))), entry)


@cheat
def rake_too_high(name: str) -> Made:
    """The house declares a rake of twelve from a pot of nine."""
    table = to_the_river(stud_table(name, STUD_RAKED)).play("check check check show show").deal()
    entry = table.entry
    return made(table.force(e.RakeTaken(12), e.PotsAwarded(())), entry)


@cheat
def rake_not_agreed(name: str) -> Made:
    """A table without rake, and two chips of rake are taken."""
    table = to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(e.RakeTaken(2)), entry)


@cheat
def rake_kept_quiet(name: str) -> Made:
    """The winner is paid seven of nine chips, and nothing says where the other two are."""
    table = to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 2, 7))), entry)


@cheat
def closing_stacks_altered(name: str) -> Made:
    """The pots are awarded rightly, and five chips move from seat 3 to seat 1 in the closing stacks."""
    table = to_the_river(stud_table(name)).play("check check check show show").deal(e.HandClosed)
    entry = table.entry
    return made(table.force(stacks_with(table.next_event(), s1=5, s3=-5)), entry)


@cheat
def antes_kept(name: str) -> Made:
    """The hand is cancelled because only one is in, and the ante does not go back."""
    rules = Rules.for_game("stud_high", Betting.fixed_limit(4, 8), ante=5)
    deck = Deck.from_seed(test_seed("crooked"), name)
    table = Table(name, rules, {1: 100, 2: 100}, deck, dealer=2)
    asked = tuple(seating._replace(auto_ante=False) for seating in table.state.setup.opening.seats)
    opening = attrs.evolve(table.state.setup.opening, seats=asked)
    table.events.clear()
    table.force(opening).play("ante sit_out").deal(e.HandCancelled)
    entry = table.entry
    return made(table.force(e.HandCancelled((e.Payment(1, 0),))), entry)

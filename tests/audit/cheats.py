"""Every way of cheating that the audit is shown to find, each as a log in ``cheats/``: ``python cheats.py`` writes them.

A cheat is a function that plays a hand at a crooked table up to the cheat, commits it, and goes on as if
nothing had happened. Its docstring says what is done. What the audit must say of it is in ``test_cheats.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import attrs
from crooked_table import Table, at_position, awards_to, sealed, stacks_with, with_card_sealed_at

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed, entropy_commitment
from grocerydots.openings import Openings
from grocerydots.receipts import Receipt
from grocerydots.rules import presets
from grocerydots.rules.table import Chips, Rules, of
from grocerydots.testing import test_seed

FOLDER = Path(__file__).with_name("cheats")

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
DOTS_ODD = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=3, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
STUD_RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
ONLINE = presets.online_room(small_bet=4, big_bet=8, ante=1)

#: Seat 2 opens (2c) and has nines full of jacks; seat 3 has most dots, 15; seat 1's kings and aces lead the betting.
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 8c 8d Tc"}
STORE = "2d 3d Qs"
#: Seats 1 and 3 tie for most dots, 11; seat 1 has the higher card, the ace of hearts.
TIED = {1: "Ah Ad Kc 2s 3c Th 8h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 5h Kd 9d"}
#: Seats 1 and 2 have aces up, the same five in worth; seat 3 nothing. For stud.
EVEN = {1: "Ah Ad Kc 4c 4d Qh 8h", 2: "Ac As 2c 4h 4s Kd Js", 3: "3h 2h 7s 9s Tc 8d Qd"}
#: Hi-lo. Seat 1 has aces and a 9 low, which is none; seat 2 nines; seat 3 an 8-5-4-3-2 low.
LOWS = {1: "Ah Ad 3c 5c 9d Qh 4h", 2: "9c 9s 2c Jh Td Jc Kd", 3: "3h 2h 7s 4s 8c Kh 5s"}
#: The same without any low: seat 3's last card is a king.
NO_LOWS = {1: "Ah Ad 3c 5c 9d Qh 4h", 2: "9c 9s 2c Jh Td Jc Kd", 3: "3h 2h 7s 4s Tc Kh Ks"}


class Made(NamedTuple):
    """A cheat that was committed: the log, where it is, and what people have besides."""

    log: bytes
    entry: int | None  #: The entry at which the audit has to find it.
    openings: tuple[Openings, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    seed: Seed | None = None


Cheat = Callable[[str], Made]
CHEATS: dict[str, Cheat] = {}


def cheat(commit: Cheat) -> Cheat:
    """Have a cheat in the table, under its own name."""
    CHEATS[commit.__name__] = commit
    return commit


def dots_table(name: str, rules: Rules = DOTS, hands: dict[int, str] = HANDS, stack: Chips = 100) -> Table:
    """Three players of Grocery Store Dots, seat 3 the dealer."""
    return Table(name, rules, dict.fromkeys(hands, stack), sealed(name, hands, store=STORE))


def stud_table(
    name: str,
    rules: Rules = STUD,
    hands: dict[int, str] = HANDS,
    stacks: tuple[Chips, ...] = (100, 100, 100),
    timed: bool = False,
) -> Table:
    """Three players of stud, seat 3 the dealer."""
    return Table(name, rules, dict(zip(hands, stacks, strict=True)), sealed(name, hands), timed=timed)


def made(table: Table, entry: int | None, **besides: object) -> Made:
    """The cheat at that entry, the hand played on to its end."""
    return Made(table.finish().log.to_bytes(), entry, **besides)  # type: ignore[arg-type]


# Cards


@cheat
def card_swapped(name: str) -> Made:
    """On fourth street seat 1 is dealt the ace of spades in place of the four that was sealed there."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    swapped = at_position(due.cards, due.cards[0].position, card=Card("As"))
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def cards_swapped_with_salts(name: str) -> Made:
    """Seats 1 and 2 get each other's card of fourth street, with salts and all, at their own positions."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    first, second, third = due.cards
    swapped = (
        first._replace(card=second.card, salt=second.salt),
        second._replace(card=first.card, salt=first.salt),
        third,
    )
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def dealt_in_another_order(name: str) -> Made:
    """Seat 1 gets what was seat 2's card of fourth street, the position told truly."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    first, second, third = due.cards
    swapped = (second._replace(seat=first.seat), first._replace(seat=second.seat), third)
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def burn_skipped(name: str) -> Made:
    """Nothing is burned before fourth street, so that every card goes one place further."""
    table = stud_table(name).play("bring_in call call").deal(e.CardBurned)
    entry, deck = table.entry, table.deck
    cards = tuple(e.Dealt(seat, 8 + seat, True, *deck.opening(8 + seat)) for seat in (1, 2, 3))
    return made(table.force(e.CardsDealt(4, cards)), entry)


@cheat
def dealer_looked_ahead(name: str) -> Made:
    """The dealer has looked ahead and gives seat 3 not the next card of the deck, but the one after it."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    later = due.cards[2].position + 1
    ahead = due.cards[2]._replace(position=later, card=table.deck.card(later), salt=table.deck.opening(later)[1])
    return made(table.force(attrs.evolve(due, cards=(*due.cards[:2], ahead))), entry)


@cheat
def dealt_from_the_bottom(name: str) -> Made:
    """Seat 1 gets the bottom card of the deck."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    card, salt = table.deck.opening(51)
    bottom = due.cards[0]._replace(position=51, card=card, salt=salt)
    return made(table.force(attrs.evolve(due, cards=(bottom, *due.cards[1:]))), entry)


@cheat
def card_twice_in_the_deck(name: str) -> Made:
    """The deck was sealed with a second king of clubs, which comes on fourth street and fits its seal."""
    table = stud_table(name)
    twin = Card("Kc")
    table.deal_wrongly(e.DeckSealed, lambda event: with_card_sealed_at(event, table.deck, 10, twin))
    table.play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    return made(table.force(attrs.evolve(due, cards=at_position(due.cards, 10, card=twin))), entry)


@cheat
def card_twice_in_two_hands(name: str) -> Made:
    """Two players hold the ace of hearts face down. One folds; only their openings together show it."""
    table = stud_table(name)
    twin = Card("Ah")
    table.deal_wrongly(e.DeckSealed, lambda event: with_card_sealed_at(event, table.deck, 1, twin))
    table.play("bring_in complete call fold").finish()
    theirs = table.openings(2)
    salted = e.Opening(1, twin, theirs.openings[0].salt)
    forged = Openings(name, 2, (salted, *theirs.openings[1:]))
    return Made(table.log.to_bytes(), None, openings=(table.openings(1), forged))


@cheat
def restocked_from_elsewhere(name: str) -> Made:
    """Seat 1 buys, and the emptied slot is filled with the next card but one, so that a ten lies there."""
    table = dots_table(name).play("bring_in call call buy:1")
    table.deal(e.StoreRestocked)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StoreRestocked)
    later = due.position + 3
    card, salt = table.deck.opening(later)
    return made(table.force(e.StoreRestocked(due.slot, later, card, salt)), entry)


@cheat
def restocked_in_another_slot(name: str) -> Made:
    """Slot 1 was emptied; the new card is put in slot 3, and the others slide, which this table does not play."""
    table = dots_table(name).play("bring_in call call buy:1")
    table.deal(e.StoreRestocked)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StoreRestocked)
    return made(table.force(attrs.evolve(due, slot=3)), entry)


@cheat
def reshuffle_chosen(name: str) -> Made:
    """Seven stay to the end, the deck runs short, and the dealer chooses the order of the last cards (ROOM-12)."""
    table = _seven(name).deal(e.StubReplenished)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StubReplenished)
    assert due.order is not None
    chosen = tuple(reversed(due.positions))
    others = iter(chosen)
    order = tuple(next(others) if position in chosen else position for position in due.order)
    return made(table.force(e.StubReplenished(chosen, order, due.salt)), entry)


@cheat
def reshuffle_not_in_its_order(name: str) -> Made:
    """The sealed order is opened as it is, and the stub laid in another."""
    table = _seven(name).deal(e.StubReplenished)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StubReplenished)
    return made(table.force(attrs.evolve(due, positions=tuple(reversed(due.positions)))), entry)


def _seven(name: str) -> Table:
    deck = Deck.from_seed(test_seed("crooked"), name)
    table = Table(name, DOTS, dict.fromkeys(range(1, 8), 100), deck, dealer=7)
    table.play("bring_in" + " call" * 6)
    while table.state.street < 6 or table.state.stage < 4:
        decision = table.decision
        table.play("pass_" if decision.kind == "store" else "check")
        if table.state.street == 6 and len(table.state.seats[6].up) == 4:
            break
    table.play("check" * 1)
    while table.state.betting is not None and table.state.betting.to_act:
        table.play("check")
    return table


# The deck behind the cards


@cheat
def deck_chosen(name: str) -> Made:
    """The operator deals a stacked deck; the seed that the adjudicator gets is the one of its salts."""
    table = stud_table(name)
    table.deal(e.DeckSealed)
    entry = table.entry
    return made(table, entry, seed=test_seed("crooked"))


@cheat
def test_seed_passed_as_secret(name: str) -> Made:
    """The hand says that its deck is secret, and it comes from a seed that anybody can work out."""
    deck = Deck.from_seed(test_seed("crooked"), name)
    secret = attrs.evolve(deck, kind="sealed")
    table = Table(name, STUD, {1: 100, 2: 100, 3: 100}, secret)
    return made(table, 0, seed=test_seed("crooked"))


def _with_entropy(name: str, deck: Deck, given: dict[int, bytes]) -> Table:
    """A hand to which seats 1 and 2 add entropy, dealt from whatever deck the operator takes."""
    commitment = test_seed("crooked").commitment
    table = Table(name, STUD, {1: 100, 2: 100, 3: 100}, deck, entropy=(commitment, (1, 2)))
    table.force(*[e.EntropyCommitted(s, entropy_commitment(name, s, _OWN[s])) for s in (1, 2)])
    return table.force(*[e.EntropyAdded(s, given[s]) for s in (1, 2)])


_OWN = {1: bytes(range(32)), 2: bytes(range(100, 132))}


@cheat
def entropy_ignored(name: str) -> Made:
    """Two players add entropy, and the deck is made from the seed alone, which the operator has tried out before."""
    table = _with_entropy(name, Deck.from_seed(test_seed("crooked"), name), _OWN)
    entry = table.entry
    return made(table, entry, seed=test_seed("crooked"))


@cheat
def entropy_exchanged(name: str) -> Made:
    """The operator's friend in seat 2 opens other entropy than was committed to, once the rest is known."""
    other = {**_OWN, 2: bytes(32)}
    table = _with_entropy(name, Deck.from_seed(test_seed("crooked"), name, other), other)
    return made(table, 4)


@cheat
def opening_made_up(name: str) -> Made:
    """A player who folded claims to have held the ace of spades, and brings an opening that says so."""
    table = stud_table(name).play("bring_in complete call fold").finish()
    position, _, salt = table.openings(2).openings[0]
    claimed = Openings(name, 2, (e.Opening(position, Card("As"), salt),))
    return Made(table.log.to_bytes(), 1, openings=(claimed,))


# Betting


@cheat
def wrong_opener(name: str) -> Made:
    """The bring-in is posted by seat 1 with a king up, in place of seat 2 with the deuce of clubs."""
    table = stud_table(name).deal()
    entry = table.entry
    table.force(e.BroughtIn(1, 2, False))
    return made(table, entry)


@cheat
def wrong_board_first(name: str) -> Made:
    """On fourth street seat 3 bets first with a pair of nothing, where seat 1's king is the highest board."""
    table = stud_table(name).play("bring_in call call").deal()
    entry = table.entry
    table.force(e.Bet(3, 4, 4, True))
    return made(table, entry)


@cheat
def out_of_turn(name: str) -> Made:
    """Seat 3 opens fourth street properly by waiting, then folds before seat 2 has acted."""
    table = stud_table(name).play("bring_in call call check").deal()
    entry = table.entry
    return made(table.force(e.Folded(3)), entry)


@cheat
def bet_over_the_cap(name: str) -> Made:
    """A fifth wager of eight chips on fifth street, with three players in."""
    table = stud_table(name).play("bring_in call call check check check")
    table.play("bet raise_to raise_to raise_to").deal()
    entry = table.entry
    return made(table.force(e.Raised(2, 24, 40, True)), entry)


@cheat
def string_raise(name: str) -> Made:
    """A raise of six on fourth street, where raises are by four."""
    table = stud_table(name).play("bring_in call call bet").deal()
    entry = table.entry
    return made(table.force(e.Raised(2, 10, 10, True)), entry)


@cheat
def short_all_in_counted_full(name: str) -> Made:
    """An all-in for one chip more counts as a full raise, so that who has bet may raise again."""
    table = stud_table(name, stacks=(100, 8, 100)).play("bring_in call call bet").deal()
    entry = table.entry
    table.force(e.Raised(2, 5, 5, True))
    table.play("call raise_to")
    return made(table, entry)


@cheat
def call_short(name: str) -> Made:
    """Seat 2 has a hundred chips and calls a bet of four with three."""
    table = stud_table(name).play("bring_in call call bet").deal()
    entry = table.entry
    table.force(e.Called(2, 3)).play("call")
    return made(table, entry)


@cheat
def ante_short(name: str) -> Made:
    """Seat 3's ante is left out, and the pot is a chip short from then on."""
    table = stud_table(name)
    table.deal(e.AntesPosted)
    entry = table.entry
    table.force(e.AntesPosted((e.Payment(1, 1), e.Payment(2, 1), e.Payment(3, 0))))
    return made(table, entry)


@cheat
def uncalled_bet_kept(name: str) -> Made:
    """Seat 2 bets eight on the river and all fold; the eight stay in the pot, and the house rakes eight."""
    table = stud_table(name, STUD_RAKED).play("bring_in call call check check check")
    table.play("check check check check check check bet fold fold").deal(e.ChipsReturned)
    entry = table.entry
    table.force(e.BettingClosed(7), e.RakeTaken(8))
    return made(table, entry)


@cheat
def late_action(name: str) -> Made:
    """Seat 1 completes after eleven seconds, where the clock should have placed it all-in after ten."""
    table = stud_table(name, ONLINE, timed=True).play("bring_in")
    table.play("call", after=10_000).deal()
    entry = table.entry
    table.play("complete", after=11_000)
    return made(table, entry)


@cheat
def early_time_out(name: str) -> Made:
    """Seat 3 is timed out, placed all-in for what is in the pot, after four seconds of its ten."""
    table = stud_table(name, ONLINE, timed=True).play("bring_in").deal()
    entry = table.entry
    table.play("clock", after=4_000)
    return made(table, entry)


@cheat
def clock_held_for_a_friend(name: str) -> Made:
    """The dealer's cards of fourth street bear a time nine seconds late, so that the opener has nineteen."""
    table = stud_table(name, ONLINE, timed=True).play("bring_in call call").deal(e.CardBurned)
    entry = table.entry
    table.now += 9_000
    table.deal().play("check", after=9_500)
    return made(table, entry)


@cheat
def time_set_back(name: str) -> Made:
    """A late call is dated back before the wager that it answers."""
    table = stud_table(name, ONLINE, timed=True).play("bring_in call call bet").deal()
    entry = table.entry
    table.play("call", after=-3_000)
    return made(table, entry)


@cheat
def dots_tie_not_confirmed(name: str) -> Made:
    """Nobody says before the deal how a tie for most dots is settled."""
    table = Table(name, DOTS, dict.fromkeys(HANDS, 100), sealed(name, HANDS, store=STORE), dots_tie=None)
    table.force(e.DeckSealed(*table.deck.seals()))
    table.force(e.AntesPosted(tuple(e.Payment(seat, 1) for seat in (1, 2, 3))))
    table.force(e.DotsTieConfirmed("best_high"))
    return made(table, 1)


# The store


@cheat
def price_not_paid(name: str) -> Made:
    """Seat 1 takes the queen of slot 3 and pays nothing for it."""
    table = dots_table(name).play("bring_in call call").deal()
    entry = table.entry
    return made(table.force(e.StoreCardBought(1, 3, Card("Qs"), 0)), entry)


@cheat
def price_too_low(name: str) -> Made:
    """Seat 1 takes the card of slot 3 for the price of slot 1."""
    table = dots_table(name).play("bring_in call call").deal()
    entry = table.entry
    return made(table.force(e.StoreCardBought(1, 3, Card("Qs"), 1)), entry)


@cheat
def price_given_back(name: str) -> Made:
    """Seat 1 buys for three and gets them back from the pot of antes and bring-ins."""
    table = dots_table(name).play("bring_in call call buy:3")
    entry = table.entry
    return made(table.force(e.ChipsReturned(1, 3)), entry)


@cheat
def bought_by_who_is_all_in(name: str) -> Made:
    """Seat 1 is all-in and takes a store card on credit."""
    table = Table(name, DOTS, {1: 3, 2: 100, 3: 100}, sealed(name, HANDS, store=STORE))
    table.play("bring_in call call").deal(e.CardsDealt)
    entry = table.entry
    return made(table.force(e.StoreCardBought(1, 1, Card("2d"), 0)), entry)


@cheat
def bought_out_of_turn(name: str) -> Made:
    """Seat 2 takes the card that it wants before seat 1 has been asked."""
    table = dots_table(name).play("bring_in call call").deal()
    entry = table.entry
    return made(table.force(e.StoreCardBought(2, 2, Card("3d"), 2)), entry)


@cheat
def bought_after_the_store_closed(name: str) -> Made:
    """On seventh street seat 1 takes a card of the discarded row in place of the last down card."""
    table = dots_table(name).play("bring_in call call pass_ pass_ pass_ check check check pass_ pass_ pass_")
    table.play("check check check pass_ pass_ pass_ check check check").deal(e.CardsDealt)
    entry = table.entry
    table.events.append(e.StoreCardBought(1, 1, Card("2d"), 1))
    return made(table, entry)


# Showdown and settling


@cheat
def first_to_show_mucks(name: str) -> Made:
    """Seat 2 bet last, has to show first, and throws the hand away unseen."""
    table = _to_the_river(stud_table(name)).play("bet call call").deal(e.HandShown)
    entry = table.entry
    return made(table.force(e.HandMucked(2)), entry)


def _to_the_river(table: Table) -> Table:
    """Everybody in for the least, up to the first decision of the last round."""
    store = "pass_ pass_ pass_ " if table.state.rules.has_store else ""
    street = f"{store}check check check "
    return table.play(f"bring_in call call {street * 3}")


@cheat
def folded_hand_paid(name: str) -> Made:
    """Seat 3 had the most dots and folded on the river; it is paid the dots half all the same."""
    table = _to_the_river(dots_table(name)).play("check fold check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "dots", 3, 4))), entry)


@cheat
def mucked_hand_paid(name: str) -> Made:
    """Seat 1 mucks aces up behind seat 2's nines full, and is paid the pot."""
    table = _to_the_river(stud_table(name)).play("check check check muck muck").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 9))), entry)


@cheat
def weaker_hand_paid(name: str) -> Made:
    """The pot goes to aces up, where nines full were shown."""
    table = _to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 9))), entry)


@cheat
def dots_miscounted(name: str) -> Made:
    """The dots half goes to seat 2 with six dots, where seat 3 shows fifteen."""
    table = _to_the_river(dots_table(name)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "dots", 2, 4))), entry)


@cheat
def dots_tie_settled_otherwise(name: str) -> Made:
    """A tie for most dots is shared at this table; the whole half goes to the better high hand of the two."""
    table = _to_the_river(dots_table(name, DOTS_ODD, TIED)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 8), (0, "dots", 3, 7))), entry)


@cheat
def odd_chip_to_the_wrong_player(name: str) -> Made:
    """Seats 1 and 3 share seven chips for the dots. The odd one goes to seat 3, whose highest card is the lower."""
    table = _to_the_river(dots_table(name, DOTS_ODD, TIED)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    rows: tuple[tuple[int, e.Share, int, int], ...]
    rows = ((0, "high", 2, 8), (0, "dots", 1, 3), (0, "dots", 3, 4))
    return made(table.force(awards_to(table.next_event(), *rows)), entry)


@cheat
def odd_chip_to_the_wrong_half(name: str) -> Made:
    """Of nine chips the dots half gets five, where the odd chip is the high half's."""
    table = _to_the_river(dots_table(name)).play("check check check").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 4), (0, "dots", 3, 5))), entry)


@cheat
def tie_not_shared_equally(name: str) -> Made:
    """Two equal hands of aces up split nine chips seven to two."""
    table = _to_the_river(stud_table(name, STUD, EVEN)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 1, 7), (0, "whole", 2, 2))), entry)


@cheat
def low_that_does_not_qualify(name: str) -> Made:
    """Nobody has a low of eight or better, and the low half is paid to the best nine."""
    table = _to_the_river(stud_table(name, HI_LO, NO_LOWS)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "low", 1, 4))), entry)


@cheat
def wrong_low(name: str) -> Made:
    """Seat 3 has the only low; the low half is paid to seat 1, whose best is a nine."""
    table = _to_the_river(stud_table(name, HI_LO, LOWS)).play("check check check show show")
    table.deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "high", 2, 5), (0, "low", 1, 4))), entry)


@cheat
def side_pot_to_who_has_no_part_in_it(name: str) -> Made:
    """Seat 2 is all-in for nine with the best hand and is paid the side pot of the other two as well."""
    table = stud_table(name, stacks=(100, 5, 100)).play("bring_in call call")
    table.play("bet call call bet call check check bet call show show").deal(e.PotsAwarded)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.PotsAwarded)
    moved = [row._replace(seat=2) if row.pot == 1 else row for row in due.awards]
    return made(table.force(e.PotsAwarded(tuple(moved))), entry)


@cheat
def chips_from_nowhere(name: str) -> Made:
    """The winner is paid ten chips more than the pot holds."""
    table = _to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 2, 19))), entry)


@cheat
def rake_too_high(name: str) -> Made:
    """The house declares a rake of twelve from a pot of nine."""
    table = _to_the_river(stud_table(name, STUD_RAKED)).play("check check check show show").deal()
    entry = table.entry
    return made(table.force(e.RakeTaken(12), e.PotsAwarded(())), entry)


@cheat
def rake_not_agreed(name: str) -> Made:
    """A table without rake, and two chips of rake are taken."""
    table = _to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(e.RakeTaken(2)), entry)


@cheat
def rake_kept_quiet(name: str) -> Made:
    """The winner is paid seven of nine chips, and nothing says where the other two are."""
    table = _to_the_river(stud_table(name)).play("check check check show show").deal(e.PotsAwarded)
    entry = table.entry
    return made(table.force(awards_to(table.next_event(), (0, "whole", 2, 7))), entry)


@cheat
def closing_stacks_altered(name: str) -> Made:
    """The pots are awarded rightly, and five chips move from seat 3 to seat 1 in the closing stacks."""
    table = _to_the_river(stud_table(name)).play("check check check show show").deal(e.HandClosed)
    entry = table.entry
    return made(table.force(stacks_with(table.next_event(), s1=5, s3=-5)), entry)


@cheat
def antes_kept(name: str) -> Made:
    """The hand is cancelled because only one is in, and the ante does not go back."""
    rules = of("stud_high", "fixed_limit", 4, 8, ante=5)
    deck = Deck.from_seed(test_seed("crooked"), name)
    table = Table(name, rules, {1: 100, 2: 100}, deck, dealer=2)
    asked = tuple(seating._replace(auto_ante=False) for seating in table.state.setup.opening.seats)
    opening = attrs.evolve(table.state.setup.opening, seats=asked)
    table.events.clear()
    table.force(opening).play("ante sit_out").deal(e.HandCancelled)
    entry = table.entry
    return made(table.force(e.HandCancelled((e.Payment(1, 0),))), entry)


# The log itself


@cheat
def head_forged(name: str) -> Made:
    """The end line of the finished log holds a head of the operator's own, to match a database that was changed."""
    lines = _to_the_river(stud_table(name)).finish("show").log.to_bytes().splitlines(keepends=True)
    end = lines[-1].replace(lines[-1][-67:-3], b"0123456789abcdef" * 4)
    return Made(b"".join([*lines[:-1], end]), None)


@cheat
def line_changed_in_the_file(name: str) -> Made:
    """In the finished file seat 1 is given another player's name, and the end line keeps the old head."""
    content = _to_the_river(stud_table(name)).finish("show").log.to_bytes()
    return Made(content.replace(b'"player":"ann"', b'"player":"eve"'), None)


@cheat
def entries_cut(name: str) -> Made:
    """The log is shown without what came after fifth street; a player's receipt knows more entries."""
    table = stud_table(name).play("bring_in call call check check check check check")
    receipt = table.receipt
    cut = table.log.lines[: table.entry - 6]
    return Made(b"\n".join(cut) + b"\n", None, receipts=(receipt,))


@cheat
def history_rewritten(name: str) -> Made:
    """Seat 3's bet on fourth street is gone from the log, which is legal and whole in itself. Two receipts remain."""
    table = stud_table(name).play("bring_in call call")
    early = table.receipt
    table.play("check check bet call call")
    late = table.receipt
    told = stud_table(name).play("bring_in call call check check check")
    return Made(told.finish("show").log.to_bytes(), late.entries - 1, receipts=(early, late))


@cheat
def hand_given_another_id(name: str) -> Made:
    """The log of another hand is brought along for the one that the receipt was given for."""
    table = _to_the_river(stud_table(name)).finish("show")
    return Made(table.log.to_bytes(), None, receipts=(attrs.evolve(table.receipt, hand_id="the-hand"),))


@cheat
def line_torn_out(name: str) -> Made:
    """Half of a line is gone, so that it cannot be read."""
    table = stud_table(name).play("bring_in call call check check check")
    lines = table.log.to_bytes().splitlines(keepends=True)
    entry = len(lines) - 4
    lines[entry] = lines[entry][:20] + b"\n"
    return Made(b"".join(lines), entry)


def written(name: str) -> dict[str, bytes]:
    """The files of a cheat, by their names: the log, and what people have besides."""
    found = CHEATS[name](name)
    files = {f"{name}.jsonl": found.log}
    files |= {f"{name}.openings-{brought.seat}.json": brought.to_bytes() for brought in found.openings}
    files |= {f"{name}.receipt-{receipt.entries}.json": receipt.to_bytes() for receipt in found.receipts}
    return files


def main() -> None:
    """Write every file anew."""
    for name in CHEATS:
        for file, content in written(name).items():
            (FOLDER / file).write_bytes(content)
    print(f"{len(CHEATS)} cheats", file=sys.stderr)


if __name__ == "__main__":
    main()

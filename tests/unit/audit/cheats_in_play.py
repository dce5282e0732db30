"""Cheating in the betting, with the clock, and at the store."""

from __future__ import annotations

from cheat_tables import (
    DOTS,
    HANDS,
    ONLINE,
    STORE,
    STUD_RAKED,
    Made,
    cheat,
    dots_table,
    made,
    stud_table,
)
from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.cards import Card


@cheat
def wrong_opener(name: str) -> Made:
    """The bring-in is posted by seat 1 with a king up, in place of seat 2 with the deuce of clubs."""
    table = stud_table(name).deal()
    entry = table.entry
    table.force(e.BroughtIn(1, 2, False))
    return made(table, entry)


@cheat
def wrong_board_first(name: str) -> Made:
    """On fourth street seat 3 bets first with a seven high, where seat 1's king is the highest board."""
    table = stud_table(name).play("bring_in call call").deal()
    entry = table.entry
    table.force(e.Bet(3, 4, 4, True))
    return made(table, entry)


@cheat
def out_of_turn(name: str) -> Made:
    """On fourth street seat 1 checks, and seat 3 folds before seat 2 has acted."""
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
    """An all-in for one chip more counts as a full raise, so that whoever has bet may raise again."""
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
    """Seat 3 bets eight on the river and all fold; the eight stay in, and the house rakes ten of 17."""
    table = stud_table(name, STUD_RAKED).play("bring_in call call check check check")
    table.play("check check check check check check bet fold fold").deal(e.ChipsReturned)
    entry = table.entry
    table.force(e.BettingClosed(7), e.RakeTaken(10))
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

"""Main and side pots, halves and odd chips: arithmetic only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grocerydots.errors import expect
from grocerydots.parts import Place
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState, places_of


class Pot(NamedTuple):
    """One pot: its chips, and who contends for it."""

    amount: Chips
    seats: tuple[Seat, ...]  #: Seat numbers, in dealing order.


def pots_of(state: HandState) -> tuple[Pot, ...]:
    """The pots as the chips in the middle make them, the main pot first; no empty ones.

    A pot ends at each total that a live player stopped at (HOUSE-22, HOUSE-31). A hand mucked at showdown
    still counts as live. Store prices stay with the level at which they were paid (HOUSE-15). A player who
    has paid nothing contends for no pot (HOUSE-35), unless no live player has paid anything.
    """
    expect("state", state, HandState)
    seats = state.seats
    paid = [seat.paid for seat in seats]
    staked = _staked(state)
    levels = sorted({paid[place] for place in staked})
    pots = []
    below = covered = 0
    for turn, level in enumerate(levels, 1):
        first, last = turn == 1, turn == len(levels)
        # what folded players paid above everyone goes to the last pot
        reached = sum(paid) if last else sum([min(chips, level) for chips in paid])
        amount = reached - covered
        for price in state.dead_money:
            if (first or price.level > below) and (last or price.level <= level):
                amount += price.amount
        if amount:
            pots.append(Pot(amount, tuple([seats[place].number for place in staked if paid[place] >= level])))
        below, covered = level, reached
    return tuple(pots)


def _staked(state: HandState) -> Sequence[Place]:
    """The live places that have paid anything, a store price too; all of them when none has (HOUSE-35)."""
    live = places_of(state.live)
    buyers = [price.place for price in state.dead_money]
    return [place for place in live if state.seats[place].paid or place in buyers] or live


def claimants(state: HandState, pot: Pot) -> tuple[Place, ...]:
    """The places that contend for a pot and have not mucked, in dealing order (HOUSE-26)."""
    mucked, place_of = state.settling.mucked, state.setup.order.index
    return tuple([place for number in pot.seats if not mucked >> (place := place_of(number)) & 1])


def uncalled(state: HandState) -> tuple[Place, Chips] | None:
    """Who put in more than anybody else, and how many chips more (HOUSE-30); None when nobody did."""
    paid = [seat.paid for seat in state.seats]
    most = max(paid)
    if paid.count(most) > 1:
        return None
    place = paid.index(most)
    return place, most - max(paid[:place] + paid[place + 1 :])


def halves(amount: Chips) -> tuple[Chips, Chips]:
    """The high half, which takes an odd chip, and the other half (HOUSE-18)."""
    other = amount // 2
    return amount - other, other


def shares(amount: Chips, winners: Sequence[Place]) -> list[tuple[Place, Chips]]:
    """Equal shares of an amount; odd chips one each to the first of `winners` (HOUSE-19)."""
    each, odd = divmod(amount, len(winners))
    return [(place, each + (turn < odd)) for turn, place in enumerate(winners)]


def after_rake(pots: Sequence[Pot], rake: Chips) -> tuple[Pot, ...]:
    """The pots after the rake was taken, from the first pot on (HOUSE-32); emptied ones stay, at 0."""
    left = []
    for pot in pots:
        taken = min(rake, pot.amount)
        rake -= taken
        left.append(Pot(pot.amount - taken, pot.seats))
    return tuple(left)

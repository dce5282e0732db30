"""Rake, awards and the end of the hand (GSD-3, LIM-10, HOUSE-18 to HOUSE-22, HOUSE-32)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from grocerydots import events as e
from grocerydots import ranking
from grocerydots.cards import Card, dots
from grocerydots.parts import Place
from grocerydots.phases.options import Option
from grocerydots.pots import Pot, after_rake, halves, pots_of, shares
from grocerydots.rules.rules import Chips
from grocerydots.state import HandState, Stage, places_of
from grocerydots.turns import OVER, Decision, Turn, due

Winners: TypeAlias = tuple[Place, ...]  #: In dealing order, or in that of odd chips.


def settling_turn(state: HandState) -> Turn:
    """What is due when no hand has yet to be shown."""
    if state.stage is Stage.SETTLED:
        stacks = tuple([e.Payment(seat.number, seat.stack) for seat in state.seats])
        return due("LIM-2", e.HandClosed(stacks))
    if state.stage is Stage.OVER:
        return OVER
    if state.setup.rules.rake == "declared" and state.settling.rake is None:
        most = sum([pot.amount for pot in pots_of(state)])
        return Decision(state, "rake", "HOUSE-32", -1, (Option(e.RakeTaken, 0, most),))
    return due("HOUSE-22", e.PotsAwarded(awards_of(state)))


def awards_of(state: HandState) -> tuple[e.Award, ...]:
    """Who wins what of each pot, pot by pot (HOUSE-22): by pot, share, dealing order; no amounts of 0."""
    pots = pots_to_award(state)
    order = state.setup.order
    hands = Hands(state)
    return tuple([
        e.Award(number, share, order[place], amount)
        for number, pot in enumerate(pots)
        for share, winners, chips in pot_shares(pot, hands)
        for place, amount in (sorted(shares(chips, winners)) if len(winners) > 1 else ((winners[0], chips),))
        if amount
    ])  # fmt: skip


def pots_to_award(state: HandState) -> tuple[Pot, ...]:
    """The pots without the rake that was taken (HOUSE-32)."""
    rake = state.settling.rake
    return after_rake(pots_of(state), rake) if rake else pots_of(state)


class Hands:
    """The hands with a claim, by place; ranked only when a pot asks for them."""

    def __init__(self, state: HandState) -> None:
        self.rules = state.setup.rules
        self.dots_tie = state.setup.dots_tie
        self.claims = state.live & ~state.settling.mucked
        self._state = state

    def high(self, places: Winners) -> Winners:
        """Who of the places has the best high hand (ROOM-17)."""
        return self._best(ranking.high_rank, places)

    def low(self, places: Winners) -> Winners:
        """Who of the places has the best qualifying low; empty without one (LIM-10, LIM-11)."""
        return self._best(ranking.low_rank, places, at_least=1)

    def dots(self, places: Winners) -> Winners:
        """Who of the places wins the dots half (GSD-15, HOUSE-21)."""
        most = self._best(dots, places)
        return self.high(most) if self.dots_tie == "best_high" and len(most) > 1 else most

    def _best(self, worth: Callable[[tuple[Card, ...]], int], places: Winners, at_least: int = 0) -> Winners:
        worths = [worth(cards_of(self._state, place)) for place in places]
        best = max(at_least, *worths)
        return tuple([place for place, here in zip(places, worths, strict=True) if here == best])

    def by_odd_chip(self, share: e.Share, places: Winners) -> Winners:
        """Winners of a share in the order in which odd chips go to them (HOUSE-19)."""
        if len(places) < 2 or self.rules.odd_chips == "dealers_left":
            return places
        return tuple(sorted(places, key=lambda place: self._odd_chip_key(share, place), reverse=True))

    def _odd_chip_key(self, share: e.Share, place: Place) -> tuple[int, ...]:
        cards = cards_of(self._state, place)
        if share == "dots":
            return ranking.odd_chip_key(cards)
        if share == "low":
            low = ranking.best_low(cards)
            return ranking.odd_chip_key(low.cards if low else (), ace_low=True)
        return ranking.odd_chip_key(ranking.best_high(cards).cards)


def cards_of(state: HandState, place: Place) -> tuple[Card, ...]:
    """All known cards of a place: down cards once opened, up cards, the community card."""
    seat = state.seats[place]
    community = state.stub.community
    return (*seat.shown, *seat.up) if community is None else (*seat.shown, *seat.up, community)


def pot_shares(pot: Pot, hands: Hands) -> list[tuple[e.Share, Winners, Chips]]:
    """How one pot is split: (share, its winners in odd-chip order, chips)."""
    claimants = places_of(pot.contenders & hands.claims)
    if len(claimants) == 1:
        return [("whole", claimants, pot.amount)]
    high = hands.high(claimants)
    name, other = _other_half(hands, claimants)
    if not other or (other == high and len(high) > 1):  # LIM-11, HOUSE-20
        return [("whole", hands.by_odd_chip("high", high), pot.amount)]
    for_high, for_other = halves(pot.amount)
    return [
        ("high", hands.by_odd_chip("high", high), for_high),
        (name, hands.by_odd_chip(name, other), for_other),
    ]


def _other_half(hands: Hands, claimants: Winners) -> tuple[e.Share, Winners]:
    match hands.rules.game:
        case "grocery_store_dots":
            return "dots", hands.dots(claimants)
        case "stud_hi_lo":
            return "low", hands.low(claimants)
    return "whole", ()

"""Rake, awards and the end of the hand (GSD-3, LIM-10, HOUSE-18 to HOUSE-22, HOUSE-32)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from grocerydots import events as e
from grocerydots import ranking
from grocerydots.attempts import Reason
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.parts import Place
from grocerydots.pots import Pot, after_rake, claimants, halves, pots_of, shares
from grocerydots.rules.games import GAMES, Game, PotShare
from grocerydots.rules.rules import Chips
from grocerydots.state import HandState, Stage
from grocerydots.turns import OVER, Decision, Question, Turn, due

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
        return Decision(state, RAKE, -1, (Option(e.RakeTaken, 0, most),))
    return due("HOUSE-22", e.PotsAwarded(awards_of(state)))


def _why_not_raked(decision: Decision, _: e.RakeTaken) -> Reason:
    return "HOUSE-32", f"it is 0 to {decision.options[0].highest} chips, which the pots hold"


RAKE: Final = Question("rake", "HOUSE-32", _why_not_raked)


class WonShare(NamedTuple):
    """A share of a pot, and who wins it."""

    name: e.Share
    winners: Winners  #: In the order of odd chips.
    chips: Chips


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
        self.game: Game = GAMES[state.setup.rules.game]
        self._state = state

    def claimants(self, pot: Pot) -> Winners:
        """The places with a claim to a pot, in dealing order."""
        return claimants(self._state, pot)

    def best(self, share: PotShare, places: Winners) -> Winners:
        """Who of the places wins a share; nobody when no hand qualifies for it (LIM-11, HOUSE-21)."""
        by = ranking.RANKINGS[share.ranking]
        worths = [by.worth(cards_of(self._state, place)) for place in places]
        most = max(worths)
        if by.qualifier and most == 0:
            return ()
        best = tuple([place for place, worth in zip(places, worths, strict=True) if worth == most])
        if len(best) > 1 and share.tie_is_confirmed and self._state.setup.dots_tie == "best_high":
            return self.best(self.game.shares[0], best)
        return best

    def by_odd_chip(self, share: PotShare, places: Winners) -> Winners:
        """Winners of a share in the order in which odd chips go to them (HOUSE-19)."""
        if len(places) < 2 or self._state.setup.rules.odd_chips == "dealers_left":
            return places
        key = ranking.RANKINGS[share.ranking].odd_chip_key
        return tuple(sorted(places, key=lambda place: key(cards_of(self._state, place)), reverse=True))


def cards_of(state: HandState, place: Place) -> tuple[Card, ...]:
    """All known cards of a place: down cards once opened, up cards, the community card."""
    seat = state.seats[place]
    community = state.stub.community
    return (*seat.shown, *seat.up) if community is None else (*seat.shown, *seat.up, community)


def pot_shares(pot: Pot, hands: Hands) -> list[WonShare]:
    """How one pot is split among its contenders (HOUSE-22)."""
    places = hands.claimants(pot)
    if len(places) == 1:
        return [WonShare("whole", places, pot.amount)]
    first, *others = hands.game.shares
    best = hands.best(first, places)
    in_order = hands.by_odd_chip(first, best)
    for share in others:
        winners = hands.best(share, places)
        if winners and (winners != best or len(best) == 1):
            most, rest = halves(pot.amount)
            return [
                WonShare(first.name, in_order, most),
                WonShare(share.name, hands.by_odd_chip(share, winners), rest),
            ]
    return [WonShare("whole", in_order, pot.amount)]  # LIM-11, HOUSE-20

"""Who shows, in which order, and who may muck (LIM-9, ROOM-14 to ROOM-16, HOUSE-26, HOUSE-27)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.choices import Option
from grocerydots.parts import Place
from grocerydots.phases.settling import settling_turn
from grocerydots.pots import claimants, pots_of
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, next_place, places_of
from grocerydots.turns import DealerStep, Decision, Question, Turn

SHOW_OR_MUCK = (Option(e.HandShown), Option(e.HandMucked))


def showdown_turn(state: HandState) -> Turn:
    """What is due from the last betting to the last hand shown; nobody shows a pot won by folds (ROOM-15)."""
    live = state.live
    settling = state.settling
    if not live & (live - 1):
        return settling_turn(state)
    if settling.shown and not state.seats[settling.shown[-1]].shown:
        return _opened(state, settling.shown[-1])
    place = _next_to_show(state)
    if place is None:
        return settling_turn(state)
    if _must_show(state, place):
        return _shows("ROOM-14" if not settling.shown else "HOUSE-26", state.setup.order[place])
    return Decision(state, SHOW, place, SHOW_OR_MUCK)


def _why_not_shown(_: Decision, __: e.Event) -> Reason:
    return "HOUSE-26", "at showdown a hand is shown or mucked"


SHOW: Final = Question("show", "HOUSE-26", _why_not_shown)


@lru_cache
def _shows(rule: str, seat: Seat) -> DealerStep:
    return DealerStep(e.HandShown, rule, e.HandShown(seat), why=_why_not_mucked)


def _why_not_mucked(_: DealerStep, __: HandState, event: e.Event) -> Reason | None:
    if isinstance(event, e.HandMucked):
        return "HOUSE-26", "the first to show, and the last with a claim to a pot, cannot muck"
    return None


def _opened(state: HandState, place: Place) -> DealerStep:
    seat = state.seats[place]
    draws = tuple([(seat.number, position, True) for position in seat.down])
    return DealerStep(e.DownCardsOpened, "ROOM-17", draws=draws, number=seat.number)


def _next_to_show(state: HandState) -> Place | None:
    left = state.live & ~state.settling.mucked
    for place in state.settling.shown:
        left &= ~(1 << place)
    return next_place(left, first_to_show(state) - 1) if left else None


def first_to_show(state: HandState) -> Place:
    """The place from which hands are shown clockwise (ROOM-14, HOUSE-27)."""
    betting = state.betting
    if betting is None or betting.street != 7:
        start = 0
    else:
        start = betting.aggressor if betting.aggressor >= 0 else betting.first
    return next_place(state.live, start - 1)


def _must_show(state: HandState, place: Place) -> bool:
    """The first to show, everybody under `all_show`, and the last claimant of any pot (HOUSE-26)."""
    settling = state.settling
    if state.setup.rules.showdown == "all_show" or not (settling.shown or settling.mucked):
        return True
    claims = state.live & ~settling.mucked
    if claims & (claims - 1) and len({state.seats[other].paid for other in places_of(state.live)}) == 1:
        return False  # one pot, and others to claim it
    return any(claimants(state, pot) == (place,) for pot in pots_of(state))

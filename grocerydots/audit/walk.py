"""Walking a log: the same `check` that play goes through, asked of every entry, and the chips counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grocerydots.errors import IllegalEvent
from grocerydots.events import Event
from grocerydots.evolve import evolve
from grocerydots.phases import check, turn
from grocerydots.phases.check import TURNS, check_turn
from grocerydots.rules.rules import Chips
from grocerydots.state import HandState
from grocerydots.turns import OVER, Turn


class Fault(NamedTuple):
    """Why the walk stopped: the rule that the next entry breaks, and why."""

    rule: str
    reason: str
    legal: str = ""  #: What would be allowed, in words; empty for nothing, or for a dealer's step.
    is_of_chips: bool = False  #: Whether the rules allow the entry, and the chips do not add up after it.


class Walk(NamedTuple):
    """How far a log goes by the rules."""

    good: int  #: How many entries are right.
    state: HandState | None  #: After them; None when not even the first is.
    now: Turn  #: What is due after them.
    fault: Fault | None  #: Why the next entry is wrong, None when all are right.


def walked(events: Sequence[Event], see: Callable[[int, Turn], None] | None = None) -> Walk:
    """The walk through a log's events, up to the first that the rules do not allow.

    `see` is told of each that they do, from entry 1 on: its number, and what it was the answer to.
    """
    if not events:
        return Walk(0, None, OVER, None)
    try:
        check(None, events[0])
    except IllegalEvent as error:
        return Walk(0, None, OVER, _fault(error))
    state = evolve(None, events[0])
    brought = chips_in(state)
    for entry, event in enumerate(events[1:], 1):
        now = TURNS[state.stage](state)
        try:
            check_turn(state, now, event)
        except IllegalEvent as error:
            return Walk(entry, state, now, _fault(error))
        after = evolve(state, event)
        if after.seats is not state.seats and (chips := chips_in(after)) != brought:
            reason = f"{brought} chips are in the hand, after this there would be {chips - brought:+d}"
            return Walk(entry, state, now, Fault("ROOM-19", reason, is_of_chips=True))
        state = after
        if see is not None:
            see(entry, now)
    return Walk(len(events), state, turn(state), None)


def _fault(error: IllegalEvent) -> Fault:
    return Fault(error.rule, error.reason, error.legal)


def chips_in(state: HandState) -> Chips:
    """All chips of a hand: in stacks and in the middle, or with the house once the pots are out."""
    if state.settling.awards:
        return sum([seat.stack for seat in state.seats]) + (state.settling.rake or 0)
    chips = sum([seat.stack + seat.paid for seat in state.seats])
    return chips + sum([price.amount for price in state.dead_money]) if state.dead_money else chips

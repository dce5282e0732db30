"""What is due and what is legal: `turn`, `check` and `deal`, the one source of truth for all who ask."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Final

from grocerydots import events as e
from grocerydots.errors import IllegalEvent, expect
from grocerydots.phases.antes import antes_turn, opening_turn
from grocerydots.phases.attempts import tried
from grocerydots.phases.betting import betting_turn
from grocerydots.phases.dealer import deal, refute
from grocerydots.phases.dealing import dealing_turn, next_street_turn
from grocerydots.phases.opening import opening_problems
from grocerydots.phases.options import Option
from grocerydots.phases.refusals import refusal, rule_of, seat_of
from grocerydots.phases.settling import settling_turn
from grocerydots.phases.shape import misshapen
from grocerydots.phases.showdown import showdown_turn
from grocerydots.state import HandState
from grocerydots.turns import OVER, DealerStep, Decision, Over, Turn, time_out_of

__all__ = ["OVER", "DealerStep", "Decision", "Option", "Over", "Turn", "check", "deal", "turn"]


def turn(state: HandState) -> Turn:
    """Whose move it is: one decision, one dealer's step, or the end of the hand."""
    expect("state", state, HandState)
    return TURNS[state.stage](state)


#: What finds the turn at each stage.
TURNS: Final[tuple[Callable[[HandState], Turn], ...]] = (
    opening_turn,
    antes_turn,
    dealing_turn,
    betting_turn,
    next_street_turn,
    showdown_turn,
    settling_turn,
    settling_turn,
)


def check(state: HandState | None, event: e.Event) -> None:
    """Raise `IllegalEvent`, citing a rule, unless the event is one that `turn` allows now.

    `state` is None before the first event. The state is never touched.
    """
    expect("state", state, HandState, NoneType)
    fault = misshapen(event)
    if fault is not None:
        rule = "GSD-6" if state is None else rule_of(turn(state))
        raise IllegalEvent(rule=rule, seat=seat_of(event), tried=tried(event), reason=fault)
    if state is None:
        _check_first(event)
    else:
        check_turn(state, turn(state), event)


def check_turn(state: HandState, now: Turn, event: e.Event) -> None:
    """`check` for a caller that has the turn already, and an event of which every field has its type."""
    if not isinstance(now, DealerStep) or event.__class__ is not now.kind:
        chosen(state, now, event)
        return
    mistake = refute(now, state, event)
    if mistake is not None:
        raise IllegalEvent(rule=mistake.rule, seat=None, tried=tried(event), reason=mistake.words)


def chosen(state: HandState, now: Turn, event: e.Event) -> e.Event:
    """The event as the decision builds it, or the time-out in its place, equal to the one given.

    Raises `IllegalEvent` when there is none such, and when nobody decides now.
    """
    if isinstance(now, Decision):
        legal = now.matching(event)
        if legal is not None:
            return legal
        clock = time_out_of(now) if event.__class__ is e.TimedOut else None
        if clock is not None and clock == event:
            return clock
    raise refusal(state, now, event)


def _check_first(event: e.Event) -> None:
    if not isinstance(event, e.HandOpened):
        raise IllegalEvent(rule="GSD-6", seat=None, tried=tried(event), reason="a hand opens first")
    problems = opening_problems(event)
    if problems:
        rule = next((problem.rule for problem in problems if problem.rule), "HOUSE-28")
        reason = "; ".join(str(problem) for problem in problems)
        raise IllegalEvent(rule=rule, seat=None, tried="open the hand", reason=reason)

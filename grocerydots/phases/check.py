"""Whether an event is legal: `check`, and the whole event before any rule looks at it."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import NoneType
from typing import Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from grocerydots import events as e
from grocerydots.attempts import PLAYERS, elsewhere, refused, tried
from grocerydots.deck.scheme import SALT_BYTES, SECRET_BYTES
from grocerydots.describe import describe_step
from grocerydots.errors import IllegalEvent, WrongType, brief, expect, with_article
from grocerydots.evolve import evolve
from grocerydots.phases.antes import antes_turn, opening_turn
from grocerydots.phases.betting import betting_turn
from grocerydots.phases.dealer import refute
from grocerydots.phases.dealing import dealing_turn, next_street_turn
from grocerydots.phases.opening import opening_problems
from grocerydots.phases.settling import settling_turn
from grocerydots.phases.showdown import showdown_turn
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Over, Turn, rule_of, time_out_of


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
    check_is_event(event)
    fault = type_fault(event)
    if fault is not None:
        rule = "GSD-6" if state is None else rule_of(turn(state))
        raise refused(event, (rule, fault))
    if state is None:
        _check_first(event)
    else:
        check_turn(state, turn(state), event)


def check_turn(state: HandState, turn: Turn, event: e.Event) -> None:
    """`check` for a caller that has the turn already, and an event of which every field has its type."""
    if not isinstance(turn, DealerStep) or event.__class__ is not turn.kind:
        chosen(state, turn, event)
        return
    mistake = refute(turn, state, event)
    if mistake is not None:
        raise IllegalEvent(rule=mistake.rule, seat=None, tried=tried(event), reason=mistake.words)


def steps(events: Iterable[e.Event]) -> Iterator[tuple[Turn | None, HandState]]:
    """The turn before each event, None before the first, and the state after it.

    Raises `IllegalEvent` when it comes to one that the rules do not allow.
    """
    state: HandState | None = None
    now: Turn | None = None
    for event in events:
        if state is None or now is None:
            check(None, event)
        else:
            check_turn(state, now, event)
        state = evolve(state, event)
        yield now, state
        now = TURNS[state.stage](state)


def chosen(state: HandState, turn: Turn, event: e.Event) -> e.Event:
    """The event as the decision builds it, or the time-out in its place, equal to the one given.

    Raises `IllegalEvent` when that is not legal, and when nobody decides now.
    """
    if isinstance(turn, Decision):
        legal = turn.matching(event)
        if legal is not None:
            return legal
        clock = time_out_of(turn) if event.__class__ is e.TimedOut else None
        if clock is not None and clock == event:
            return clock
    check_is_event(event)
    raise refusal(state, turn, event)


def refusal(state: HandState, turn: Turn, event: e.Event) -> IllegalEvent:
    """The error for an event that the state's turn does not allow, citing the first rule that fits."""
    if isinstance(turn, Decision):
        return turn.refusal(event)
    if isinstance(turn, Over):
        return refused(event, (rule_of(turn), "the hand is over"))
    reason = elsewhere(state, event, turn.kind)
    if reason is None and turn.why is not None:
        reason = turn.why(turn, state, event)
    if reason is None and isinstance(event, (*PLAYERS, e.DotsTieConfirmed)):
        reason = "ROOM-20", "it is nobody's turn"
    due = f"the dealer has to {describe_step(turn.kind)} first"
    return refused(event, reason or (turn.rule, "that is not the next step"), due)


def _check_first(event: e.Event) -> None:
    if not isinstance(event, e.HandOpened):
        raise refused(event, ("GSD-6", "a hand opens first"))
    problems = opening_problems(event)
    if problems:
        rule = next((problem.rule for problem in problems if problem.rule), "HOUSE-28")
        reason = "; ".join(str(problem) for problem in problems)
        raise IllegalEvent(rule=rule, seat=None, tried="open the hand", reason=reason)


# Types. Events are not checked when they are built: no `True` may pass for 1 chip, nor a list for a tuple.

EVENT_TYPES: Final = frozenset(get_args(e.Event))


def check_is_event(event: object) -> None:
    """Raise `WrongType` unless a value is an event."""
    if type(event) not in EVENT_TYPES:
        raise WrongType.of("event", "an event, for example hand.decision.fold()", event)


def type_fault(event: e.Event) -> str | None:
    """Which field of an event is not of its declared type, in words; None when all are."""
    kind: type = type(event)
    for name, type_ in _fields(kind):
        value = getattr(event, name)
        if not type_.fits(value):
            return f"{name}: expected {type_.words}, got {brief(value)}"
    return None


class _Type(NamedTuple):
    """A declared type."""

    words: str
    fits: Callable[[object], bool]  #: Whether a value has exactly this type.


@cache
def _fields(kind: type[object]) -> tuple[tuple[str, _Type], ...]:
    hints = get_type_hints(kind).items()
    return tuple([(name, _type(name, hint)) for name, hint in hints if name[0] != "_"])


def _type(name: str, hint: type) -> _Type:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        options = [_type(name, option) for option in inner]
        words = " or ".join([option.words for option in options])
        return _Type(words, lambda value: any(option.fits(value) for option in options))
    if origin is Literal:
        return _Type(f"one of {', '.join(inner)}", lambda value: type(value) is str and value in inner)
    if origin is tuple:
        each = _type(name, inner[0])
        words = f"a tuple, each {each.words}"
        return _Type(words, lambda value: type(value) is tuple and all(each.fits(item) for item in value))
    if isinstance(hint, type) and issubclass(hint, tuple):
        parts = [_type(part, of) for part, of in get_type_hints(hint).items()]
        return _Type(
            with_article(hint),
            lambda value: type(value) is hint and all(p.fits(v) for p, v in zip(parts, value, strict=True)),
        )
    if hint is int:
        return _Type("a whole number", lambda value: type(value) is int and -MAX_CHIPS <= value <= MAX_CHIPS)
    if hint is bytes:
        size = SALT_BYTES if name == "salt" else SECRET_BYTES  # all others are hashes and secrets
        return _Type(f"{size} bytes", lambda value: type(value) is bytes and len(value) == size)
    words = "true or false" if hint is bool else with_article(hint)
    return _Type(words, lambda value: type(value) is hint)

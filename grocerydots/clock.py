"""The table's clock (ROOM-9), which somebody else reads: every function here is given the time.

Times are the milliseconds that a log has as `at`. A decision's time runs from the last entry on: an answer is
in time up to and at the deadline, and the clock acts at the deadline or later.
"""

from __future__ import annotations

from typing import Literal

from grocerydots import events as e
from grocerydots.attempts import tried
from grocerydots.errors import IllegalEvent, Problem, SetupError, brief, raise_any
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.turns import Decision, Turn, time_out_of

__all__ = ["check_clock", "check_forward", "check_time", "deadline_of", "off_time", "time_problems"]


def deadline_of(turn: Turn, last: int) -> int | None:
    """The last millisecond at which a decision may be answered that follows an entry at `last` (ROOM-9).

    None without a clock, when the hand is over, and for what no player decides.
    """
    if not isinstance(turn, Decision) or turn.seat is None:
        return None
    limit = turn.state.rules.act_within_ms
    return None if limit is None else last + limit


def off_time(turn: Turn, last: int, event: e.Event, at: int) -> Literal["early", "late"] | None:
    """Whether the clock forbids an event at a time, after an entry at `last`, and in which way (ROOM-9).

    A time-out is ``early`` before the deadline, an answer is ``late`` after it; at the deadline both may be.
    """
    due = deadline_of(turn, last)
    if due is None:
        return None
    if isinstance(event, e.TimedOut):
        return "early" if at < due else None
    return "late" if at > due else None


def check_clock(turn: Turn, last: int, event: e.Event, at: int) -> None:
    """Refuse what the clock does not allow at `at`, after an entry at `last`: both whole milliseconds.

    Raises `IllegalEvent` for an answer after its deadline and for a time-out before it (ROOM-9), `SetupError`
    for a time before the last entry's: time never goes backwards in a log.
    """
    check_forward(last, at)
    wrong = off_time(turn, last, event, at)
    if wrong is None or not isinstance(turn, Decision):
        return
    due, clock = deadline_of(turn, last), time_out_of(turn)
    if wrong == "early":
        reason, legal = f"seat {turn.seat} has until {due} ms to act, it is {at} ms", turn.text
    else:
        reason = f"the time to act ran out at {due} ms, it is {at} ms"
        legal = f"the clock acts: {clock.result.replace('_', ' ')}" if clock else ""
    raise IllegalEvent("ROOM-9", turn.seat, tried(event), reason, legal)


def time_problems(at: object) -> list[Problem]:
    """What is wrong with a time; nothing is wrong with None, for there need be none."""
    if at is None or (type(at) is int and 0 <= at <= MAX_CHIPS):
        return []
    return [Problem(None, "at", f"expected whole milliseconds, got {brief(at)}")]


def check_time(has_times: bool, at: object, of: str = "hand") -> None:
    """Raise `SetupError` unless `at` is a time where a hand or a table has times, and None where not."""
    problems = time_problems(at)
    if not problems and (at is None) is has_times:
        problems = [Problem(None, "at", f"give milliseconds for every event of a {of}, or for none")]
    raise_any(problems)


def check_forward(last: int, at: int) -> None:
    """Raise `SetupError` for a time before the last entry's: time never goes backwards in a log."""
    if at < last:
        message = f"{at} ms is before the last entry's {last} ms: time never goes backwards in a log"
        raise SetupError((Problem(None, "at", message),))

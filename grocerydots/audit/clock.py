"""The times of a log against the clock (ROOM-9) and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding
from grocerydots.audit.walk import Walk
from grocerydots.audit.words import told
from grocerydots.clock import off_time
from grocerydots.phases import DealerStep, Decision, Turn


class _Wrong(NamedTuple):
    """A time that is wrong."""

    kind: str
    entry: int
    log_says: str
    rules_say: str


_RULES: Final = {"back": None, "dealer": None, "late": "ROOM-9", "early": "ROOM-9"}


def clock_findings(reading: Reading, walk: Walk) -> list[Finding]:
    """The first time of each kind that is wrong, in the entries that are right otherwise."""
    if reading.log is None or reading.log.ats is None or walk.state is None:
        return []
    wrong = list(_wrong_times(reading.events, reading.log.ats, walk))
    counts = Counter(time.kind for time in wrong)
    first = {time.kind: time for time in reversed(wrong)}
    return [_finding(reading, first[kind], counts[kind]) for kind in first]


def _finding(reading: Reading, wrong: _Wrong, count: int) -> Finding:
    more = f"; {count} entries are wrong like this, of which this is the first" if count > 1 else ""
    follows = f"{_FOLLOWS[wrong.kind]}{more}"
    line = reading.line_of(wrong.entry)
    return Finding("clock", wrong.entry, line, _RULES[wrong.kind], wrong.log_says, wrong.rules_say, follows)


_FOLLOWS: Final = {
    "back": "the times of this log cannot be relied on from here on",
    "dealer": "a clock that starts at this line does not start when it should",
    "late": "the clock should have acted in the player's place, so play went wrong here",
    "early": "the player lost time that was theirs, so play went wrong here",
}


def _wrong_times(events: tuple[e.Event, ...], ats: tuple[int, ...], walk: Walk) -> Iterator[_Wrong]:
    before = ats[0]
    for entry in range(1, walk.good):
        at = ats[entry]
        if at != before:
            event, now = events[entry], walk.turns[entry - 1]
            if at < before:
                said = f"entry {entry} is at {at} ms, the one before at {before} ms"
                yield _Wrong("back", entry, said, "times never run back in a log")
            elif isinstance(now, DealerStep) and not _has_own_time(now, walk):
                said = f"{told(event)} at {at} ms, {at - before} ms after the line that caused it"
                yield _Wrong(
                    "dealer", entry, said, f"a dealer's line bears the time of that line: {before} ms"
                )
        yield from _against_the_clock(entry, events[entry], walk.turns[entry - 1], before, at)
        before = at


def _has_own_time(now: DealerStep, walk: Walk) -> bool:
    """Whether a dealer's step is taken at a time of its own: a seal that waited for players' entropy."""
    state = walk.state
    return now.kind is e.DeckSealed and state is not None and bool(state.setup.opening.entropy_seats)


def _against_the_clock(entry: int, event: e.Event, now: Turn, before: int, at: int) -> Iterator[_Wrong]:
    """Whether a player's answer came late, or the clock's came early."""
    wrong = off_time(now, before, event, at)
    if wrong is None or not isinstance(now, Decision):
        return
    then = ", then the clock acts" if wrong == "late" else ""
    right = f"seat {now.seat} has {now.state.rules.act_within_ms} ms to act{then}"
    yield _Wrong(wrong, entry, f"{told(event)} after {at - before} ms", right)

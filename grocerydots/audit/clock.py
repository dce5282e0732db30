"""The times of a log against the clock (ROOM-9) and against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding
from grocerydots.clock import off_time
from grocerydots.describe import describe
from grocerydots.turns import DealerStep, Decision, Turn


class _Wrong(NamedTuple):
    """A time that is wrong."""

    kind: str
    entry: int
    log_says: str
    rules_say: str


_RULES: Final = {"back": None, "dealer": None, "late": "ROOM-9", "early": "ROOM-9"}
_FOLLOWS: Final = {
    "back": "the times of this log cannot be relied on from here on",
    "dealer": "a clock that starts at this line does not start when it should",
    "late": "the clock should have acted in the player's place, so play went wrong here",
    "early": "the player lost time that was theirs, so play went wrong here",
}


class Clock:
    """The times of entries that are right otherwise: the first of each kind that is wrong is kept."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.events: Sequence[e.Event] = reading.events
        self.times: Sequence[int] = (
            () if reading.log is None or reading.log.times is None else reading.log.times
        )
        self.first: dict[str, _Wrong] = {}
        self.counts: Counter[str] = Counter()

    def see(self, entry: int, now: Turn) -> None:
        """Look at the time of an entry that was the answer to `now`."""
        for wrong in self._wrong(entry, now):
            self.first.setdefault(wrong.kind, wrong)
            self.counts[wrong.kind] += 1

    def _wrong(self, entry: int, now: Turn) -> Iterator[_Wrong]:
        event, before, at = self.events[entry], self.times[entry - 1], self.times[entry]
        if at < before:
            said = f"entry {entry} is at {at} ms, the one before at {before} ms"
            yield _Wrong("back", entry, said, "times never run back in a log")
        elif at > before and isinstance(now, DealerStep) and not self._has_own_time(now):
            said = f"{describe(event)} at {at} ms, {at - before} ms after the line that caused it"
            yield _Wrong("dealer", entry, said, f"a dealer's line bears the time of that line: {before} ms")
        off = off_time(now, before, event, at)
        if off is not None and isinstance(now, Decision):
            then = ", then the clock acts" if off == "late" else ""
            right = f"seat {now.seat} has {now.state.rules.act_within_ms} ms to act{then}"
            yield _Wrong(off, entry, f"{describe(event)} after {at - before} ms", right)

    def _has_own_time(self, now: DealerStep) -> bool:
        """Whether a dealer's step has a time of its own: a seal that waited for players' entropy."""
        opening = self.events[0]
        return now.kind is e.DeckSealed and isinstance(opening, e.HandOpened) and bool(opening.entropy_seats)

    def findings(self) -> list[Finding]:
        """A finding for each kind, about the first time that is wrong so."""
        return [self._finding(wrong, self.counts[wrong.kind]) for wrong in self.first.values()]

    def _finding(self, wrong: _Wrong, count: int) -> Finding:
        more = f"; {count} entries are wrong like this, of which this is the first" if count > 1 else ""
        kind, entry, log_says, rules_say = wrong
        follows, line = f"{_FOLLOWS[kind]}{more}", self.reading.line_of(entry)
        return Finding("clock", entry, line, _RULES[kind], log_says, rules_say, follows)

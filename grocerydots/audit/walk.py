"""Walking through a log: every entry is checked as in play, its chips are counted and its time is compared.

Logs are read as strictly as everywhere, but the lines before a bad one are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import Final, NamedTuple

import attrs

from grocerydots import events as e
from grocerydots.audit.report import Finding, Gravity
from grocerydots.clock import off_time
from grocerydots.describe import describe
from grocerydots.errors import IllegalEvent, LogError
from grocerydots.log import Log
from grocerydots.log.files import Source, read_prefix, read_prefixes
from grocerydots.phases.check import steps, turn
from grocerydots.rules.rules import Chips
from grocerydots.state import HandState
from grocerydots.turns import OVER, DealerStep, Decision, Turn


@attrs.frozen
class Reading:
    """What could be read of one hand's log."""

    log: Log | None  #: The lines before the first bad one; None if the first is bad.
    first_line: int = 1  #: The line of the file where the hand starts.
    error: LogError | None = None  #: Why reading stopped; None at the end of the log.
    offset: int = 0  #: The byte of the file where the hand starts.

    @property
    def events(self) -> Sequence[e.Event]:
        """The events of these lines."""
        return () if self.log is None else self.log.events

    @property
    def is_finished(self) -> bool:
        """Whether the log says that the hand is closed."""
        return self.log is not None and self.log.is_finished

    def finding(
        self,
        gravity: Gravity,
        entry: int | None,
        says: str,
        right: str,
        follows: str,
        rule: str | None = None,
        about: str = "",
    ) -> Finding:
        """A finding about an entry; about the whole for None, and for an entry that the log does not have."""
        if entry is None or entry >= len(self.events):
            return Finding(gravity, None, None, rule, says, right, follows, about)
        return Finding(gravity, entry, self.first_line + entry, rule, says, right, follows, about)


def read_hand(source: Log | Source) -> Reading:
    """What can be read of the log of one hand."""
    return Reading(source) if isinstance(source, Log) else Reading(*read_prefix(source))


def read_hands(source: Source) -> Iterator[Reading]:
    """What can be read of each hand of an archive, one at a time; memory stays bounded by one hand."""
    return starmap(Reading, read_prefixes(source))


# The rules and the chips


class Fault(NamedTuple):
    """Why the walk stopped: the rule that the next entry breaks, and why."""

    rule: str
    reason: str
    legal: str = ""  #: What would be allowed, in words; empty for nothing, or for a dealer's step.
    is_of_chips: bool = False  #: Whether the rules allow the entry, and the chips do not add up after it.


class Walk(NamedTuple):
    """How far a log follows the rules."""

    good: int  #: How many entries are right.
    state: HandState | None  #: After them; None when not even the first is.
    now: Turn  #: What is due after them.
    fault: Fault | None  #: Why the next entry is wrong, None when all are right.


def walked(events: Sequence[e.Event], see: Callable[[int, Turn], None] | None = None) -> Walk:
    """The walk through a log's events, up to the first that the rules do not allow.

    `see` is called for each that is right, from entry 1 on: with its number and the turn before it.
    """
    good, total, state = 0, 0, None
    try:
        for entry, (before, after) in enumerate(steps(events)):
            if state is None or before is None:
                total = chips_in(after)
            elif after.seats is not state.seats and (chips := chips_in(after)) != total:
                reason = f"{total} chips are in the hand, after this there would be {chips - total:+d}"
                return Walk(entry, state, before, Fault("ROOM-19", reason, is_of_chips=True))
            elif see is not None:
                see(entry, before)
            good, state = entry + 1, after
    except IllegalEvent as error:
        now = OVER if state is None else turn(state)
        return Walk(good, state, now, Fault(error.rule, error.reason, error.legal))
    return Walk(good, state, OVER if state is None else turn(state), None)


def chips_in(state: HandState) -> Chips:
    """All chips of a hand: in stacks and in the middle, or with the house once the pots are out."""
    if state.settling.awards:
        return sum([seat.stack for seat in state.seats]) + (state.settling.rake or 0)
    chips = sum([seat.stack + seat.paid for seat in state.seats])
    return chips + sum([price.amount for price in state.dead_money]) if state.dead_money else chips


# Times

#: Each kind of wrong time: the rule it breaks, and what follows from it.
_KINDS: Final[dict[str, tuple[str | None, str]]] = {
    "back": (None, "the times of this log cannot be relied on from here on"),
    "dealer": (None, "a clock that starts at this line does not start when it should"),
    "late": ("ROOM-9", "the clock should have acted in the player's place, so play went wrong here"),
    "early": ("ROOM-9", "the player lost time that was theirs, so play went wrong here"),
}


class Clock:
    """Compares a log's times with each other and the clock; keeps the first wrong one of each kind."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        log = reading.log
        self.events: Sequence[e.Event] = reading.events
        self.times: Sequence[int] = () if log is None or log.times is None else log.times
        self.first: dict[str, tuple[int, str, str]] = {}  #: Its entry, what the log says, what is right.
        self.counts: Counter[str] = Counter()

    def see(self, entry: int, now: Turn) -> None:
        """Compare the time of an entry that followed the turn `now`."""
        for kind, says, right in self._wrong(entry, now):
            self.first.setdefault(kind, (entry, says, right))
            self.counts[kind] += 1

    def _wrong(self, entry: int, now: Turn) -> Iterator[tuple[str, str, str]]:
        event, before, at = self.events[entry], self.times[entry - 1], self.times[entry]
        if at < before:
            says = f"entry {entry} is at {at} ms, the one before at {before} ms"
            yield "back", says, "times never run back in a log"
        elif at > before and isinstance(now, DealerStep) and not self._has_own_time(now):
            says = f"{describe(event)} at {at} ms, {at - before} ms after the line that caused it"
            yield "dealer", says, f"a dealer's line has the time of that line: {before} ms"
        off = off_time(now, before, event, at)
        if off is not None and isinstance(now, Decision):
            then = ", then the clock acts" if off == "late" else ""
            right = f"seat {now.seat} has {now.state.rules.act_within_ms} ms to act{then}"
            yield off, f"{describe(event)} after {at - before} ms", right

    def _has_own_time(self, now: DealerStep) -> bool:
        """Whether a dealer's step has a time of its own: a seal that waited for players' entropy."""
        opening = self.events[0]
        return now.kind is e.DeckSealed and isinstance(opening, e.HandOpened) and bool(opening.entropy_seats)

    def findings(self) -> Iterator[Finding]:
        """A finding for each kind, about its first entry."""
        for kind, (entry, says, right) in self.first.items():
            rule, follows = _KINDS[kind]
            if self.counts[kind] > 1:
                follows += f"; {self.counts[kind]} entries are wrong like this, of which this is the first"
            yield self.reading.finding("clock", entry, says, right, follows, rule)

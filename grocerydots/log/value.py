"""`Log`: the lines of one hand and the events they say, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import final

import attrs

from grocerydots.errors import MalformedLog, brief
from grocerydots.events import Event, HandClosed, HandOpened
from grocerydots.log.assembly import Assembly
from grocerydots.log.chain import digests, end_line
from grocerydots.log.given import numbered, timed


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Log:
    """The log of one hand: ``Log(lines)`` reads stored lines, `Log.of` writes events down.

    Two logs are equal when their lines are. Lines have no line ends, and the end line of a finished log is
    not among them. Raises `LogError` for lines or events that are not the log of a hand.
    """

    lines: tuple[bytes, ...]
    events: tuple[Event, ...]
    times: tuple[int, ...] | None  #: Milliseconds of each line, None in a log without times.
    version: int  #: The format's version in which the lines are written.
    _chain: tuple[bytes, ...]  #: The hashes after the first lines, as far as anybody asked.

    def __init__(self, lines: Iterable[bytes]) -> None:
        assembly = Assembly()
        for number, line in numbered(lines):
            if assembly.is_finished:
                raise MalformedLog("the hand is closed, nothing follows", number)
            assembly.read(line, number)
        self._take(assembly)

    @classmethod
    def of(cls, events: Iterable[Event], times: Sequence[int] | None = None) -> Log:
        """The log of events that happened; `times` gives each one's milliseconds, or there are none."""
        return cls.assembled(_written(Assembly(), events, times))

    @classmethod
    def assembled(cls, assembly: Assembly) -> Log:
        """The log of what was put together; for the package's own use."""
        log: Log = object.__new__(cls)
        log._take(assembly)
        return log

    def _take(self, assembly: Assembly) -> None:
        if not assembly.lines:
            raise MalformedLog("a log starts with hand_opened, there is no event", 1)
        self.__attrs_init__(
            tuple(assembly.lines),
            tuple(assembly.events),
            None if assembly.times is None else tuple(assembly.times),
            assembly.version,
            assembly.chain,
        )

    def extended(self, events: Iterable[Event], times: Sequence[int] | None = None) -> Log:
        """The log with more events, of which only those are encoded; the hashes so far are kept."""
        assembly = Assembly(self.lines, self.events, self.times, self.version, self._chain)
        return Log.assembled(_written(assembly, events, times))

    @property
    def opening(self) -> HandOpened:
        """The first event."""
        first = self.events[0]
        if not isinstance(first, HandOpened):
            raise AssertionError("a log starts with hand_opened")
        return first

    @property
    def hand_id(self) -> str:
        """The hand's id."""
        return self.opening.hand_id

    @property
    def entries(self) -> int:
        """How many events there are."""
        return len(self.lines)

    @property
    def is_finished(self) -> bool:
        """Whether the hand is over: its last event is `HandClosed`."""
        return isinstance(self.events[-1], HandClosed)

    @property
    def head(self) -> str:
        """The hash over all lines so far: 64 lower-case hexadecimal digits."""
        return self.head_at(len(self.lines))

    @property
    def heads(self) -> tuple[str, ...]:
        """The head after each entry."""
        return tuple(digest.hex() for digest in self._whole_chain())

    def head_at(self, entries: int) -> str:
        """The head after so many entries, at least 1; IndexError when there are not so many."""
        if type(entries) is not int or not 1 <= entries <= len(self.lines):
            raise IndexError(f"a log of {len(self.lines)} entries has no head after {brief(entries)}")
        return self._whole_chain()[entries - 1].hex()

    def _whole_chain(self) -> tuple[bytes, ...]:
        known = self._chain
        if len(known) < len(self.lines):
            known += digests(self.lines[len(known) :], known[-1] if known else b"")
            object.__setattr__(self, "_chain", known)
        return known

    def to_bytes(self) -> bytes:
        r"""The log as a file holds it: each line with its ``\n``, and the end line when it is finished."""
        lines = (*self.lines, end_line(self.entries, self.head)) if self.is_finished else self.lines
        return b"\n".join(lines) + b"\n"

    def __eq__(self, other: object) -> bool:
        return self.lines == other.lines if isinstance(other, Log) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.lines)

    def __repr__(self) -> str:
        finished = "finished" if self.is_finished else "not finished"
        return f"Log({self.hand_id!r}, {self.entries} entries, {finished})"

    def __reduce__(self) -> tuple[type[Log], tuple[tuple[bytes, ...]]]:
        return Log, (self.lines,)


def _written(assembly: Assembly, events: Iterable[Event], times: Sequence[int] | None) -> Assembly:
    for event, at in timed(events, times):
        assembly.write(event, at)
    return assembly

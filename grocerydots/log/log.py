"""A log as an immutable value: the lines of a hand, or of a table, and the events they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, Self, TypeAlias, final

import attrs

from grocerydots.errors import brief, several
from grocerydots.events import Event as HandEvent
from grocerydots.events import HandOpened
from grocerydots.growing import Growing
from grocerydots.log.chain import Assembly, Event, digests, end_line
from grocerydots.log.codec import HAND_CODEC, Codec


@attrs.frozen(init=False, eq=False, repr=False)
class ChainedLog(Generic[Event]):
    """What logs of hands and tables have in common. Those that continue each other share their storage."""

    _codec: ClassVar[Codec[Any]]

    _lines: Growing[bytes]
    _events: Growing[Event]
    _times: Growing[int] | None
    _chain: Growing[bytes]
    version: int  #: The format's version in which the lines are written.
    entries: int  #: How many events there are: the number of the next one.
    size: int  #: Bytes of all lines together, without their ends.
    is_closed: bool  #: Whether the last event is one that nothing may follow.

    def __init__(self, lines: Iterable[bytes]) -> None:
        assembly = self._assembly()
        if stored := several("lines", lines, bytes):
            assembly.read(stored, 1)
        self._take(assembly)

    @classmethod
    def of(cls, events: Iterable[Event], times: Sequence[int] | None = None) -> Self:
        """The log of events that happened; `times` has each one's milliseconds, None for a log without times.

        Raises `MalformedLog` for events that no log may hold together, and `WrongType`.
        """
        return cls._assembled(cls._assembly().written(events, times))

    @classmethod
    def _assembly(cls, ends: bool = False) -> Assembly[Any]:
        """What a log is put together in; `ends` is for whole files of logs that are closed."""
        format = cls._codec.format
        return Assembly(cls._codec, format, ends and format.closes is not None, format.version)

    @classmethod
    def _assembled(cls, assembly: Assembly[Event], before: Self | None = None) -> Self:
        """The log that was put together, after those entries; for the package's own use."""
        log = cls.__new__(cls)
        log._take(assembly, before)
        return log

    def _take(self, assembly: Assembly[Event], before: Self | None = None) -> None:
        if not assembly.entries:
            assembly.check_whole(1)
        times = [at for at in assembly.times if at is not None]
        if before is None:
            lines, events, chain = Growing(assembly.lines), Growing(assembly.events), Growing(assembly.chain)
            timed = Growing(times) if times else None
        else:
            lines, events = before._lines.plus(assembly.lines), before._events.plus(assembly.events)
            timed, chain = before._times and before._times.plus(times), before._chain
        so_far = assembly.version, assembly.entries, assembly.size, assembly.is_closed
        self.__attrs_init__(lines, events, timed, chain, *so_far)

    def extended(self, events: Iterable[Event], times: Sequence[int] | None = None) -> Self:
        """The log with more events; what was there is neither encoded, hashed nor copied again.

        Raises `MalformedLog` for events that do not fit, and `WrongType`.
        """
        so_far = self.version, self.entries, self.size, self.is_closed, self.last_time
        assembly: Assembly[Event] = Assembly(self._codec, self._codec.format, False, *so_far)
        return self._assembled(assembly.written(events, times), self)

    @property
    def what(self) -> str:
        """What it is the log of: ``hand`` or ``table``."""
        return self._codec.format.what

    @property
    def id(self) -> str:
        """The id of the hand or the table."""
        own_id: str = getattr(self.events[0], f"{self.what}_id")
        return own_id

    @property
    def lines(self) -> Sequence[bytes]:
        """Every line, without its end."""
        return self._lines

    @property
    def events(self) -> Sequence[Event]:
        """Everything that happened, in order."""
        return self._events

    @property
    def times(self) -> Sequence[int] | None:
        """Milliseconds of each line, None in a log without times."""
        return self._times

    @property
    def last_time(self) -> int | None:
        """Milliseconds of the last line, None in a log without times."""
        return self._times[-1] if self._times else None

    def event_at(self, entry: int) -> Event:
        """The event of one entry, counting from 0; IndexError unless there is one."""
        if type(entry) is not int or not 0 <= entry < self.entries:
            raise IndexError(f"entry {brief(entry)} of a log with entries 0 to {self.entries - 1}")
        return self.events[entry]

    def lines_from(self, entry: int) -> tuple[bytes, ...]:
        """The lines from an entry on, counting from 0: those that somebody who has so many lacks.

        None from `entries` on; IndexError for more than that.
        """
        if type(entry) is not int or not 0 <= entry <= self.entries:
            raise IndexError(f"a log of {self.entries} entries has no lines from {brief(entry)} on")
        return self._lines[entry:]

    @property
    def head(self) -> str:
        """The hash over all lines so far: 64 lower-case hexadecimal digits."""
        return self.head_at(self.entries)

    @property
    def heads(self) -> tuple[str, ...]:
        """The head after each entry."""
        return tuple([digest.hex() for digest in self._whole_chain()])

    def head_at(self, entries: int) -> str:
        """The head after so many entries, at least 1; IndexError unless there are so many."""
        if type(entries) is not int or not 1 <= entries <= self.entries:
            raise IndexError(f"a log of {self.entries} entries has no head after {brief(entries)}")
        return self._whole_chain()[entries - 1].hex()

    def _whole_chain(self) -> Growing[bytes]:
        """The hash after each line; those that nobody has needed yet are made now."""
        known = self._chain
        if len(known) < self.entries:
            previous = known[-1] if known else b""
            known = known.plus(digests(self._lines[len(known) :], previous))
            object.__setattr__(self, "_chain", known)
        return known

    def to_bytes(self) -> bytes:
        r"""The log as a file holds it: each line with its ``\n``, and the end line if nothing can follow."""
        end = [end_line(self.entries, self.head)] if self.is_closed else []
        return b"\n".join([*self.lines, *end]) + b"\n"

    def __eq__(self, other: object) -> bool:
        return self.lines == other.lines if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.entries, self.lines[-1]))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[bytes, ...]]]:
        return type(self), (tuple(self.lines),)


AnyLog: TypeAlias = ChainedLog[Any]  #: Of a hand, or of a table.


@final
class Log(ChainedLog[HandEvent]):
    """The log of one hand: ``Log(lines)`` reads stored lines, `Log.of` writes events down.

    Two logs are equal when their lines are. Lines have no line ends, and the end line of a finished log is
    not among them. Raises `LogError` for lines or events that are not the log of a hand, and `WrongType`.
    """

    __slots__ = ()

    _codec: ClassVar[Codec[HandEvent]] = HAND_CODEC

    @property
    def opening(self) -> HandOpened:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, HandOpened)
        return first

    @property
    def hand_id(self) -> str:
        """The hand's id."""
        return self.opening.hand_id

    @property
    def is_finished(self) -> bool:
        """Whether the hand is over: its last event is `HandClosed`."""
        return self.is_closed

    def __repr__(self) -> str:
        finished = "finished" if self.is_finished else "not finished"
        return f"Log({self.hand_id!r}, {self.entries} entries, {finished})"

"""A log as an immutable value, of a hand or a table: lines under a hash chain, and the events they say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from grocerydots.errors import BrokenChain, LogError, MalformedLog, TruncatedLog, WrongType, brief, several
from grocerydots.growing import Growing
from grocerydots.log.codec import Codec
from grocerydots.log.format import END

Event = TypeVar("Event")
Item = TypeVar("Item")

_END_STARTS: Final = b'{"entries":'
_END_LINE: Final = re.compile(
    rb'\{"entries":(0|[1-9][0-9]{0,15}),"event":"%s","head":"([0-9a-f]{64})"\}' % END.encode()
)


def digests(lines: Iterable[bytes], previous: bytes = b"") -> tuple[bytes, ...]:
    """The 32-byte hash after each line; `previous` is the one before, empty at the start of a log."""
    chain = []
    for line in lines:
        previous = sha256(previous + line).digest()
        chain.append(previous)
    return tuple(chain)


def end_line(entries: int, head: str) -> bytes:
    """The line after the last entry of a finished log, without its line end. It is outside the chain."""
    return f'{{"entries":{entries},"event":"{END}","head":"{head}"}}'.encode()


class Assembly(Generic[Event]):
    """New entries for a log, after those of the log `before` if there is one, each checked to fit.

    `ends` is whether an end line may follow the entry that closes the log, as in a file.
    """

    def __init__(
        self, codec: Codec[Event], before: ChainedLog[Event] | None = None, ends: bool = False
    ) -> None:
        self.codec: Final = codec
        self.format: Final = codec.format
        self.before: Final = before
        self.lines: Final[list[bytes]] = []
        self.events: Final[list[Event]] = []
        self.times: Final[list[int | None]] = []
        self.chain: tuple[bytes, ...] = ()  #: The hash after each line, once the end line was read.
        self.entries: int = 0
        self.size: int = 0
        self.version: int = self.format.version
        self.is_closed: bool = False  #: Whether nothing may follow but the end line.
        if before is not None:
            self.entries, self.size, self.version = before.entries, before.size, before.version
            self.is_closed = before.is_closed
        self._ends: Final = ends

    def read(self, lines: Sequence[bytes], number: int) -> None:
        """Add lines as they are stored, the first of them line `number` of its file.

        Raises `LogError` for the first bad line; those before it are added all the same.
        """
        done = self._read_quickly(lines[:-1] if lines[-1].startswith(_END_STARTS) else lines, number)
        done += self._read_each(lines[done:], number + done)
        for place, line in enumerate(lines[done:], number + done):
            self._read_end(line, place)

    def _read_quickly(self, lines: Sequence[bytes], number: int) -> int:
        """Add lines if all of them are good; returns how many were added."""
        if not lines or self.is_closed or self.version != self.format.version:
            return 0
        found = self.codec.decode_all(lines)
        if found is None:
            return 0
        self._add(lines, *found, number)
        return len(lines)

    def _read_each(self, lines: Sequence[bytes], number: int) -> int:
        """Add lines read one by one; returns how many there are up to the one that closes the log."""
        events: list[Event] = []
        times: list[int | None] = []
        closed, version, wrong = self.is_closed, self.version, None
        while not closed and len(events) < len(lines):
            place = len(events)
            try:
                event, at, version = self.codec.decode(lines[place], number + place, version)
            except LogError as error:
                wrong = error
                break
            events.append(event)
            times.append(at)
            closed = event.__class__ is self.format.closes
        self._add(lines[: len(events)], events, times, number)
        self.version = version
        if wrong is not None:
            raise wrong
        return len(events)

    def write(self, events: Sequence[Event], times: Sequence[int | None]) -> None:
        """Add events that happened. Raises `MalformedLog`, `WrongType`."""
        number = self.entries + 1
        if self.version != self.format.version:
            message = f"a log of version {self.version} of the format cannot go on in {self.format.version}"
            raise MalformedLog(message, number)
        lines = []
        for event, at in zip(events, times, strict=True):
            try:
                lines.append(self.codec.encode(event, at))
            except MalformedLog as error:
                raise MalformedLog(error.message, number + len(lines), error.path) from None
        self._add(lines, events, times, number)

    def _add(
        self, lines: Sequence[bytes], events: Sequence[Event], times: Sequence[int | None], number: int
    ) -> None:
        sizes = [*map(len, lines)]
        place, message, path = min(self._misfits(events, times, sizes), default=(len(lines), "", ""))
        self.lines.extend(lines[:place])
        self.events.extend(events[:place])
        self.times.extend(times[:place])
        self.entries += place
        self.size += sum(sizes[:place])
        self.is_closed = self.is_closed or (place > 0 and events[place - 1].__class__ is self.format.closes)
        if message:
            raise MalformedLog(message, number + place, path)

    def _misfits(
        self, events: Sequence[Event], times: Sequence[int | None], sizes: Sequence[int]
    ) -> Iterator[tuple[int, str, str]]:
        """Where, why and in which field new entries do not fit, for each rule that they break."""
        if not events:
            return
        format, start = self.format, self.entries
        classes: list[type[Event] | None] = [event.__class__ for event in events]
        if not start and classes[0] is not format.opens:
            yield 0, f"a log starts with {format.tag_of[format.opens]}", "event"
        if format.opens in classes[not start :]:
            place = classes.index(format.opens, not start)
            yield place, f"a second {format.what} opens in the log of one", "event"
        if self.is_closed or format.closes in classes[:-1]:
            place = 0 if self.is_closed else classes.index(format.closes) + 1
            yield place, f"the {format.what} is closed{self._follows}", ""
        yield from self._bad_times(times)
        if format.most_entries is not None and start + len(events) > format.most_entries:
            place = format.most_entries - start
            yield place, f"a {format.what} has at most {format.most_entries} entries", ""
        if format.most_bytes is not None and self.size + sum(sizes) > format.most_bytes:
            totals = accumulate(sizes, initial=self.size)
            place = next(place for place, total in enumerate(totals) if total > format.most_bytes) - 1
            yield place, f"the entries of a {format.what} have at most {format.most_bytes} bytes together", ""

    def _bad_times(self, times: Sequence[int | None]) -> Iterator[tuple[int, str, str]]:
        last = self.times[-1] if self.times else None if self.before is None else self.before.last_time
        timed = (last if self.entries else times[0]) is not None
        if times.count(None) != (0 if timed else len(times)):
            place = next(place for place, at in enumerate(times) if (at is None) is timed)
            yield place, "every line of a log has a time, or none has", "at"
        elif timed and self.format.keeps_time:
            for place, at in enumerate(times):
                if last is not None and at is not None and at < last:
                    message = f"{at} ms is before the last entry's {last} ms: time never goes backwards"
                    yield place, message, "at"
                last = at

    @property
    def _follows(self) -> str:
        expected = f': expected {{"entries":…,"event":"{END}","head":"…"}}'
        return expected if self._ends else ", nothing follows"

    def _read_end(self, line: bytes, number: int) -> None:
        if self.chain:
            raise MalformedLog("nothing follows the end line but an empty line and another hand", number)
        end = _END_LINE.fullmatch(line)
        if end is None or not self._ends:
            raise MalformedLog(f"the {self.format.what} is closed{self._follows}", number)
        entries, head = int(end[1]), end[2].decode()
        if entries != self.entries:
            message = f"the end line counts {entries} entries, there are {self.entries}"
            raise BrokenChain(message, number, "entries")
        chain = digests(self.lines)
        if head != chain[-1].hex():
            message = f"the lines give the head {chain[-1].hex()}, the end line has {head}"
            raise BrokenChain(f"{message}: something was changed after the hand", number, "head")
        self.chain = chain

    def check_whole(self, number: int) -> None:
        """Raise `TruncatedLog` unless the log may stop here; `number` is the line after its last."""
        if not self.entries:
            raise TruncatedLog(f"there is no {self.format.what}: the log is empty", number)
        if self.is_closed and self._ends and not self.chain:
            raise TruncatedLog(f"the {self.format.what} is closed, and its end line is missing", number)


class ChainedLog(Generic[Event]):
    """A log as a value. Logs that continue each other share their storage, so that it grows in constant time.

    Two logs are equal when their lines are. Lines have no line ends, and the end line is not among them.
    """

    __slots__ = ("_chain", "_events", "_lines", "_size", "_times", "_version")

    _codec: ClassVar[Codec[Any]]

    def __init__(self, lines: Iterable[bytes]) -> None:
        assembly: Assembly[Event] = Assembly(self._codec)
        if stored := several("lines", lines, bytes):
            assembly.read(stored, 1)
        self._take(assembly)

    @classmethod
    def of(cls, events: Iterable[Event], times: Sequence[int] | None = None) -> Self:
        """The log of events that happened; `times` has each one's milliseconds, None for a log without times.

        Raises `MalformedLog` for events that no log may hold together, and `WrongType`.
        """
        return cls._assembled(_written(Assembly(cls._codec), events, times))

    @classmethod
    def _assembled(cls, assembly: Assembly[Event]) -> Self:
        """The log that was put together; for the package's own use."""
        log = cls.__new__(cls)
        log._take(assembly)
        return log

    def _take(self, assembly: Assembly[Event]) -> None:
        if not assembly.entries:
            assembly.check_whole(1)
        before = assembly.before
        times = [at for at in assembly.times if at is not None]
        self._version = assembly.version
        self._size = assembly.size
        if before is None:
            self._lines, self._events = Growing(assembly.lines), Growing(assembly.events)
            self._times = Growing(times) if times else None
            self._chain = Growing(assembly.chain)
        else:
            self._lines, self._events = (
                before._lines.plus(assembly.lines),
                before._events.plus(assembly.events),
            )
            self._times = None if before._times is None else before._times.plus(times)
            self._chain = before._chain

    def extended(self, events: Iterable[Event], times: Sequence[int] | None = None) -> Self:
        """The log with more events; what was there is neither encoded, hashed nor copied again.

        Raises `MalformedLog` for events that do not fit, and `WrongType`.
        """
        return self._assembled(_written(Assembly(self._codec, self), events, times))

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
        return None if self._times is None else self._times[-1]

    @property
    def version(self) -> int:
        """The format's version in which the lines are written."""
        return self._version

    @property
    def size(self) -> int:
        """Bytes of all lines together, without their ends."""
        return self._size

    @property
    def entries(self) -> int:
        """How many events there are: the number of the next one."""
        return len(self._lines)

    @property
    def is_closed(self) -> bool:
        """Whether the last event is one that nothing may follow."""
        return self._events[-1].__class__ is self._codec.format.closes

    def event_at(self, entry: int) -> Event:
        """The event of one entry, counting from 0; IndexError unless there is one."""
        if type(entry) is not int or not 0 <= entry < self.entries:
            raise IndexError(f"entry {brief(entry)} of a log with entries 0 to {self.entries - 1}")
        return self._events[entry]

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
            known = self._chain = known.plus(digests(self.lines_from(len(known)), previous))
        return known

    def to_bytes(self) -> bytes:
        r"""The log as a file holds it: each line with its ``\n``, and the end line if nothing can follow."""
        end = [end_line(self.entries, self.head)] if self.is_closed else []
        return b"\n".join([*self._lines, *end]) + b"\n"

    def __eq__(self, other: object) -> bool:
        return self._lines == other._lines if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.entries, self._lines[-1]))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[bytes, ...]]]:
        return type(self), (tuple(self._lines),)


def _sequence(what: str, values: Iterable[Item]) -> tuple[Item, ...]:
    if not isinstance(values, Iterable):
        raise WrongType.of(what, "an iterable", values)
    return tuple(values)


def _written(
    assembly: Assembly[Event], events: Iterable[Event], times: Sequence[int] | None
) -> Assembly[Event]:
    happened = _sequence("events", events)
    ats: tuple[int | None, ...] = (None,) * len(happened) if times is None else _sequence("times", times)
    if len(ats) != len(happened):
        raise MalformedLog(f"there are {len(happened)} events and {len(ats)} times", None, "at")
    assembly.write(happened, ats)
    return assembly

"""A log as it is put together, of a hand or a table: lines under a hash chain, each checked to fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Final, Generic, Self, TypeVar

import attrs

from grocerydots.errors import BrokenChain, MalformedLog, TruncatedLog, WrongType
from grocerydots.log.codec import Codec
from grocerydots.log.format import END, Format

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


@attrs.define
class Assembly(Generic[Event]):
    """New entries of a log, each checked to fit those before it: at first those of the log that it continues.

    `ends` is whether an end line may follow the entry that closes the log, as in a file.
    """

    codec: Codec[Event]
    format: Format[Event]
    ends: bool
    version: int
    entries: int = 0
    size: int = 0
    is_closed: bool = False  #: Whether nothing may follow but the end line.
    last_time: int | None = None
    lines: list[bytes] = attrs.field(init=False, factory=list)
    events: list[Event] = attrs.field(init=False, factory=list)
    times: list[int | None] = attrs.field(init=False, factory=list)
    #: The hash after each line, once the end line was read.
    chain: tuple[bytes, ...] = attrs.field(init=False, default=())

    def read(self, lines: Sequence[bytes], number: int) -> None:
        """Add lines as they are stored, the first of them line `number` of its file.

        Raises `LogError` for the first bad line; those before it are added all the same.
        """
        entries = lines[:-1] if lines[-1].startswith(_END_STARTS) else lines
        if entries and not self.is_closed and self.version == self.format.version:
            found = self.codec.decode_all(entries)
            if found is not None:
                self._add(entries, *found, number)
                lines, number = lines[len(entries) :], number + len(entries)
        for place, line in enumerate(lines, number):
            if self.is_closed:
                self._read_end(line, place)
            else:
                event, at, version = self.codec.decode(line, place, self.version)
                self._add([line], [event], [at], place)
                self.version = version

    def written(self, events: Iterable[Event], times: Iterable[int] | None) -> Self:
        """Add events that happened, and return this. Raises `MalformedLog`, `WrongType`."""
        happened = _sequence("events", events)
        moments: Sequence[int | None] = [None] * len(happened) if times is None else _sequence("times", times)
        if len(moments) != len(happened):
            raise MalformedLog(f"there are {len(happened)} events and {len(moments)} times", None, "at")
        number = self.entries + 1
        if self.version != self.format.version:
            message = f"a log of version {self.version} of the format cannot go on in {self.format.version}"
            raise MalformedLog(message, number)
        lines = []
        for event, at in zip(happened, moments, strict=True):
            try:
                lines.append(self.codec.encode(event, at))
            except MalformedLog as error:
                raise MalformedLog(error.message, number + len(lines), error.path) from None
        self._add(lines, happened, moments, number)
        return self

    def _add(
        self, lines: Sequence[bytes], events: Sequence[Event], times: Sequence[int | None], number: int
    ) -> None:
        place, message, path = min(self._misfits(lines, events, times), default=(len(lines), "", ""))
        if message:
            lines, events, times = lines[:place], events[:place], times[:place]
        self.lines.extend(lines)
        self.events.extend(events)
        self.times.extend(times)
        self.entries += place
        self.size += sum(map(len, lines))
        if place:
            self.last_time = times[place - 1]
            self.is_closed = events[place - 1].__class__ is self.format.closes
        if message:
            raise MalformedLog(message, number + place, path)

    def _misfits(
        self, lines: Sequence[bytes], events: Sequence[Event], times: Sequence[int | None]
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
        if start + len(events) > format.most_entries:
            place = format.most_entries - start
            yield place, f"a {format.what} has at most {format.most_entries} entries", ""
        if self.size + sum(map(len, lines)) > format.most_bytes:
            totals = accumulate(map(len, lines), initial=self.size)
            place = next(place for place, total in enumerate(totals) if total > format.most_bytes) - 1
            yield place, f"the entries of a {format.what} have at most {format.most_bytes} bytes together", ""

    def _bad_times(self, times: Sequence[int | None]) -> Iterator[tuple[int, str, str]]:
        last = self.last_time
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
        return expected if self.ends else ", nothing follows"

    def _read_end(self, line: bytes, number: int) -> None:
        if self.chain:
            raise MalformedLog("nothing follows the end line but an empty line and another hand", number)
        end = _END_LINE.fullmatch(line)
        if end is None or not self.ends:
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
        if self.is_closed and self.ends and not self.chain:
            raise TruncatedLog(f"the {self.format.what} is closed, and its end line is missing", number)


def _sequence(what: str, values: Iterable[Item]) -> tuple[Item, ...]:
    if not isinstance(values, Iterable):
        raise WrongType.of(what, "an iterable", values)
    return tuple(values)

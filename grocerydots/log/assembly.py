"""A hand's log put together line by line, and what must hold between its lines."""

from __future__ import annotations

import re
from typing import Final

from grocerydots import events as e
from grocerydots.errors import BrokenChain, MalformedLog, TruncatedLog
from grocerydots.log.chain import digests
from grocerydots.log.codec import decode, encode_event
from grocerydots.log.lines import Lines
from grocerydots.log.tags import END, VERSION

#: Entries of one hand. Most have fewer than two hundred; two players who only raise can go on for long.
MOST_ENTRIES: Final = 1_000_000
#: Bytes of all entries of one hand together.
MOST_BYTES: Final = 1 << 25

_END_LINE: Final = re.compile(
    rb'\{"entries":(0|[1-9][0-9]{0,15}),"event":"%s","head":"([0-9a-f]{64})"\}' % END.encode()
)


class Assembly:
    """The entries of one hand so far. Raises `LogError` for the first that does not fit."""

    __slots__ = ("chain", "ended", "events", "is_finished", "lines", "size", "times", "version")

    def __init__(
        self,
        lines: tuple[bytes, ...] = (),
        events: tuple[e.Event, ...] = (),
        times: tuple[int, ...] | None = None,
        version: int = VERSION,
        chain: tuple[bytes, ...] = (),
    ) -> None:
        self.lines = list(lines)
        self.events = list(events)
        self.times = None if times is None else list(times)  #: None in a log without times.
        self.version = version
        self.chain = chain  #: The hashes after some of the first lines.
        self.size = sum(map(len, lines))
        #: Whether the hand is over, so that only the end line may follow.
        self.is_finished = bool(events) and events[-1].__class__ is e.HandClosed
        self.ended = False  #: Whether the end line was read.

    def read(self, line: bytes, number: int) -> None:
        """Add an entry, or the end line, as it is stored; `number` is the line's in its file."""
        if self.is_finished:
            self._end(line, number)
        else:
            event, at, self.version = decode(line, number, self.version)
            self._add(line, event, at, number)

    def read_hand(self, lines: Lines) -> None:
        """Add all lines of a file of one hand."""
        while (line := lines.next()) is not None:
            if not line:
                message = "an empty line is no part of a hand; archives have one between hands"
                raise MalformedLog(message, lines.number)
            self.read(line, lines.number)
        self.check_whole(lines.number + 1)

    def read_next(self, lines: Lines) -> bool:
        """Add all lines of an archive's next hand and read the empty one after it; False in an empty file."""
        line = lines.next()
        if line is None and lines.number == 0:
            return False
        while line:
            self.read(line, lines.number)
            line = lines.next()
        if not self.lines:
            message = "a hand is missing: an empty line stands between two hands, one, and nowhere else"
            raise MalformedLog(message, lines.number + (line is None))
        self.check_whole(lines.number + (line is None))
        return True

    def write(self, event: e.Event, at: int | None) -> None:
        """Add an event that happened."""
        number = len(self.lines) + 1
        if self.is_finished:
            raise MalformedLog("the hand is closed, nothing follows", number)
        if self.version != VERSION:
            raise MalformedLog(
                f"a log of version {self.version} of the format cannot go on in {VERSION}", number
            )
        try:
            line = encode_event(event, at)
        except MalformedLog as error:
            raise MalformedLog(error.message, number, error.path) from None
        self._add(line, event, at, number)

    def _add(self, line: bytes, event: e.Event, at: int | None, number: int) -> None:
        if not self.lines:
            self._start(event, at, number)
        elif event.__class__ is e.HandOpened:
            raise MalformedLog("a second hand opens in the log of one", number, "event")
        if (at is None) is not (self.times is None):
            raise MalformedLog("a time stands on every line of a log or on none", number, "at")
        self.lines.append(line)
        self.events.append(event)
        if self.times is not None and at is not None:
            self.times.append(at)
        self.size += len(line)
        if len(self.lines) > MOST_ENTRIES:
            raise MalformedLog(f"a hand has at most {MOST_ENTRIES} entries", number)
        if self.size > MOST_BYTES:
            raise MalformedLog(f"the entries of a hand have at most {MOST_BYTES} bytes together", number)
        self.is_finished = event.__class__ is e.HandClosed

    def _start(self, event: e.Event, at: int | None, number: int) -> None:
        if event.__class__ is not e.HandOpened:
            raise MalformedLog("a log starts with hand_opened", number, "event")
        self.times = None if at is None else []

    def _end(self, line: bytes, number: int) -> None:
        if self.ended:
            raise MalformedLog("nothing follows the end line but an empty line and another hand", number)
        end = _END_LINE.fullmatch(line)
        if end is None:
            raise MalformedLog('the hand is closed: expected {"entries":…,"event":"end","head":"…"}', number)
        entries, head = int(end[1]), end[2].decode()
        if entries != len(self.lines):
            raise BrokenChain(
                f"the end line counts {entries} entries, there are {len(self.lines)}", number, "entries"
            )
        self.chain = digests(self.lines)
        if head != self.chain[-1].hex():
            raise BrokenChain(
                f"the lines give the head {self.chain[-1].hex()}, the end line has {head}: "
                "something was changed after the hand",
                number,
                "head",
            )
        self.ended = True

    def check_whole(self, number: int) -> None:
        """Raise `TruncatedLog` unless the log may stop here; `number` is the line after its last."""
        if not self.lines:
            raise TruncatedLog("there is no hand: the log is empty", number)
        if self.is_finished and not self.ended:
            raise TruncatedLog("the hand is closed, and its end line is missing", number)

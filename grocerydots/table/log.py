"""`TableLog`: the lines of one table and the events they say, as an immutable value that grows cheaply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Final, final

from grocerydots.errors import LogError, MalformedLog, TruncatedLog, brief
from grocerydots.log.chain import digests
from grocerydots.log.given import numbered, timed
from grocerydots.log.lines import Lines, Source, opened
from grocerydots.table.codec import decode, encode
from grocerydots.table.events import TableEvent, TableOpened

__all__ = ["TableLog", "read_prefix", "read_table_log"]

_EMPTY: Final = "there is no table: the log is empty"


class _Rows:
    """What logs of one history share: it only grows, and each log looks at the first so many entries."""

    __slots__ = ("chain", "events", "lines", "lock", "times")

    def __init__(self) -> None:
        self.lines: Final[list[bytes]] = []
        self.events: Final[list[TableEvent]] = []
        self.times: Final[list[int]] = []  # empty without times
        self.chain: Final[list[bytes]] = []
        self.lock: Final = Lock()

    def first(self, entries: int) -> _Rows:
        """Rows of their own with the first entries."""
        rows = _Rows()
        for mine, theirs in ((rows.lines, self.lines), (rows.chain, self.chain)):
            mine.extend(theirs[:entries])
        rows.events.extend(self.events[:entries])
        rows.times.extend(self.times[:entries])
        return rows

    def add(self, line: bytes, event: TableEvent, at: int | None) -> None:
        """One more entry. Raises `MalformedLog` where it does not fit those before."""
        number = len(self.lines) + 1
        if (number == 1) is not (event.__class__ is TableOpened):
            message = "a log of a table starts with table_opened" if number == 1 else "a second table opens"
            raise MalformedLog(message, number, "event")
        if number > 1 and (at is None) is not (not self.times):
            raise MalformedLog("a time stands on every line of a log or on none", number, "at")
        if at is not None and self.times and at < self.times[-1]:
            message = f"{at} ms is before the last entry's {self.times[-1]} ms: time never goes backwards"
            raise MalformedLog(message, number, "at")
        self.chain.extend(digests((line,), self.chain[-1] if self.chain else b""))
        self.events.append(event)
        if at is not None:
            self.times.append(at)
        self.lines.append(line)


@final
class TableLog:
    """The log of one table: ``TableLog(lines)`` reads stored lines, `TableLog.of` writes events down.

    The lines have no line ends; nothing closes a table's log. Two logs are equal when their lines are. Raises
    `LogError` for lines or events that are not the log of a table. A log says nothing about the rules.
    """

    __slots__ = ("_rows", "entries")

    entries: int  #: How many events there are: the number of the next one.

    def __init__(self, lines: Iterable[bytes]) -> None:
        rows = _Rows()
        for number, line in numbered(lines):
            rows.add(line, *decode(line, number))
        self._take(rows)

    @classmethod
    def of(cls, events: Iterable[TableEvent], times: Sequence[int] | None = None) -> TableLog:
        """The log of events that happened; `times` gives each one's milliseconds, or there are none."""
        return cls._of(_grown(_Rows(), events, times))

    @classmethod
    def _of(cls, rows: _Rows) -> TableLog:
        log: TableLog = object.__new__(cls)
        log._take(rows)
        return log

    def _take(self, rows: _Rows) -> None:
        if not rows.lines:
            raise TruncatedLog(_EMPTY, 1)
        self._rows = rows
        self.entries = len(rows.lines)

    def extended(self, events: Iterable[TableEvent], times: Sequence[int] | None = None) -> TableLog:
        """The log with more events; what was there is neither encoded nor hashed again."""
        rows = self._rows
        with rows.lock:  # the first to go on from here may use the same rows, another history has its own
            own = rows if len(rows.lines) == self.entries else rows.first(self.entries)
            return TableLog._of(_grown(own, events, times))

    @property
    def lines(self) -> tuple[bytes, ...]:
        """Every line, without its end."""
        return self.lines_from(0)

    def lines_from(self, entry: int) -> tuple[bytes, ...]:
        """The lines from an entry on, counting from 0: what somebody who has that many does not have yet.

        None from `entries` on; IndexError for more than that.
        """
        if type(entry) is not int or not 0 <= entry <= self.entries:
            raise IndexError(f"a log of {self.entries} entries has no lines from {brief(entry)} on")
        return tuple(self._rows.lines[entry : self.entries])

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """Everything that happened, in order."""
        return tuple(self._rows.events[: self.entries])

    def event_at(self, entry: int) -> TableEvent:
        """The event of one entry, counting from 0; IndexError when there is none such."""
        if type(entry) is not int or not 0 <= entry < self.entries:
            raise IndexError(f"entry {brief(entry)} of a log with entries 0 to {self.entries - 1}")
        return self._rows.events[entry]

    @property
    def times(self) -> tuple[int, ...] | None:
        """Milliseconds of each line, None in a log without times."""
        return tuple(self._rows.times[: self.entries]) or None

    @property
    def last_time(self) -> int | None:
        """Milliseconds of the last line, None in a log without times."""
        return self._rows.times[self.entries - 1] if self._rows.times else None

    @property
    def opening(self) -> TableOpened:
        """The first event."""
        first = self._rows.events[0]
        if not isinstance(first, TableOpened):
            raise AssertionError("a log of a table starts with table_opened")
        return first

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self.opening.table_id

    @property
    def head(self) -> str:
        """The hash over all lines so far: 64 lower-case hexadecimal digits."""
        return self.head_at(self.entries)

    def head_at(self, entries: int) -> str:
        """The head after so many entries, at least 1; IndexError when there are not so many."""
        if type(entries) is not int or not 1 <= entries <= self.entries:
            raise IndexError(f"a log of {self.entries} entries has no head after {brief(entries)}")
        return self._rows.chain[entries - 1].hex()

    def to_bytes(self) -> bytes:
        r"""The log as a file holds it: each line with its ``\n``."""
        return b"\n".join(self.lines) + b"\n"

    def __eq__(self, other: object) -> bool:
        return self.lines == other.lines if isinstance(other, TableLog) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.entries, self.head))

    def __repr__(self) -> str:
        return f"TableLog({self.table_id!r}, {self.entries} entries)"

    def __reduce__(self) -> tuple[type[TableLog], tuple[tuple[bytes, ...]]]:
        return TableLog, (self.lines,)


def _grown(rows: _Rows, events: Iterable[TableEvent], times: Sequence[int] | None) -> _Rows:
    for line, event, at in [(encode(v, at), v, at) for v, at in timed(events, times)]:
        rows.add(line, event, at)
    return rows


def read_table_log(source: Source) -> TableLog:
    r"""The log of one table from bytes, a file's path (text is a path), or a file open in binary mode.

    Raises `LogError`: `TruncatedLog` where it stops within a line. One that stops after a whole line is
    whole: nothing closes a table's log.
    """
    rows, error = _read(source)
    if error is not None:
        raise error
    return TableLog._of(rows)


def read_prefix(source: Source) -> tuple[TableLog | None, LogError | None]:
    """The log as far as it can be read, None when not even its first line can, and why reading stopped."""
    rows, error = _read(source)
    return TableLog._of(rows) if rows.lines else None, error


def _read(source: Source) -> tuple[_Rows, LogError | None]:
    rows = _Rows()
    with opened(source) as file:
        lines = Lines(file)
        try:
            while (line := lines.next()) is not None:
                rows.add(line, *decode(line, lines.number))
        except LogError as error:
            return rows, error
    return rows, None if rows.lines else TruncatedLog(_EMPTY, 1)

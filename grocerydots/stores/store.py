"""`Store`: what every store of logs does, what may be stored, and under which ids."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self, final

from grocerydots.deck import Seed
from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import ConcurrencyError, NotationError, StoreError, brief, expect, several
from grocerydots.events import HandClosed
from grocerydots.hand import Hand
from grocerydots.log import LONGEST_LINE, Log
from grocerydots.log.format import END, HAND
from grocerydots.rules.rules import MAX_CHIPS

if TYPE_CHECKING:
    from grocerydots.table import Table, TableLog

#: Found in the last line of a hand that is over, and in no other: no string in canonical JSON holds a bare
#: quote.
_CLOSING: Final = f'"event":"{HAND.tag_of[HandClosed]}"'.encode()
#: Found in the end line of a finished log, which is not one of its entries.
_ENDING: Final = f'"event":"{END}"'.encode()
#: Seconds that fit into 31 bits of milliseconds, in which some driver counts: 24 days.
_LONGEST_TIMEOUT: Final = (2**31 - 1) // 1000


class Place:
    """What stores of logs and of seeds have in common: they can be closed, also at the end of a `with`."""

    def close(self) -> None:
        """Close files and connections. A closed store raises `StoreError`; closing it again does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Store(Place, ABC):
    """A place for logs, each under an id, that grow at their end and never change.

    A stream is the log of a hand or of a table: lines as in `Log.lines`, byte for byte. Ids of hands and
    tables share one name space. An append is stored whole or not at all; once it has returned, the lines
    survive a crash of the process and of the machine. Any number of threads and processes may use the same
    place. Raises `StoreError` for whatever goes wrong with the place, also when it was deleted, renamed or
    replaced while the store was open; `NotationError` for ids and lines that no store takes.

    To write a store, define the four methods with an underscore, and `close` where something stays open.
    """

    @final
    def append(self, stream_id: str, lines: Iterable[bytes], *, expected: int) -> int:
        """Store lines after the `expected` entries stored before: the number of entries stored now.

        Raises `ConcurrencyError`, and writes nothing, when another number is stored. After any other
        `StoreError` nothing of the append is visible, unless the message says that this is not known.
        """
        stream_id, new = checked_id(stream_id), checked_lines(lines)
        return self._append(stream_id, new, checked_count(expected, "expected"))

    @final
    def read(self, stream_id: str, start: int = 0) -> tuple[bytes, ...]:
        """The stored lines from entry `start` on, counting from 0; none for an id without a log."""
        return self._read(checked_id(stream_id), checked_count(start, "start"))

    @final
    def entries(self, stream_id: str) -> int:
        """How many entries are stored; 0 for an id without a log."""
        return self._entries(checked_id(stream_id))

    @final
    def streams(self) -> tuple[str, ...]:
        """The ids of all stored logs, sorted."""
        return tuple(sorted(self._streams()))

    def extend(self, stream_id: str, lines: Iterable[bytes], *, expected: int | None = None) -> int:
        """Store what is new of a whole log: the number of entries stored now.

        `expected` is how many of the lines are stored, as the last call returned it; without it the stored
        ones are read and compared. Raises `ConcurrencyError` unless this log begins with the stored one.
        """
        lines = several("lines", lines, bytes)
        if expected is None:
            stored = self.read(stream_id)
            if stored != lines[: len(stored)]:
                raise ConcurrencyError(
                    f"the log {checked_id(stream_id)} has {len(stored)} stored entries, which are not "
                    f"the first of these {len(lines)}: nothing was written; read it again and decide again"
                )
            expected = len(stored)
        elif checked_count(expected, "expected") > len(lines):
            raise older(checked_id(stream_id), len(lines), expected)
        return self.append(stream_id, lines[expected:], expected=expected)

    def save(self, hand: Hand, *, expected: int | None = None) -> int:
        """Store a hand's log under the hand's id, as `extend` does: the number of entries stored now."""
        expect("hand", hand, Hand)
        return self.extend(hand.log.hand_id, hand.log.lines, expected=expected)

    def load_log(self, hand_id: str) -> Log:
        """The stored log of a hand. Raises `StoreError` without one, `LogError` for what is no log."""
        log = Log(self._lines(hand_id))
        if log.hand_id != hand_id:
            raise StoreError(f"what is stored as {hand_id} is the log of hand {log.hand_id}")
        return log

    def load(self, hand_id: str, *, seed: Seed) -> Hand:
        """The stored hand, at the same card: `Hand.resume` of its log, which says what it raises.

        It may hold dealer's steps that are not stored yet: `save` it before it is played on.
        """
        return Hand.resume(self.load_log(hand_id), seed=seed)

    def save_table(self, table: Table, *, expected: int | None = None) -> int:
        """Store a table's log under the table's id, as `extend` does: the number of entries stored now.

        The logs of its hands are saved one by one, with `save`.
        """
        from grocerydots.table import Table

        expect("table", table, Table)
        if expected is None:
            return self.extend(table.log.table_id, table.log.lines)
        if checked_count(expected, "expected") > table.entries:
            raise older(table.log.table_id, table.entries, expected)
        new = table.log.lines_from(expected)
        return self.append(table.log.table_id, new, expected=expected)

    def load_table_log(self, table_id: str) -> TableLog:
        """The stored log of a table. Raises `StoreError` without one, `LogError` for what is no log."""
        from grocerydots.table import TableLog

        log = TableLog(self._lines(table_id))
        if log.table_id != table_id:
            raise StoreError(f"what is stored as {table_id} is the log of table {log.table_id}")
        return log

    def load_table(self, table_id: str) -> Table:
        """The stored table: `Table.resume` of its log. Load the hand in play with `load`."""
        from grocerydots.table import Table

        return Table.resume(self.load_table_log(table_id))

    def _lines(self, stream_id: str) -> tuple[bytes, ...]:
        lines = self.read(stream_id)
        if not lines:
            raise StoreError(f"this store has no log {stream_id}")
        return lines

    @abstractmethod
    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        """As `append`, with checked arguments."""

    @abstractmethod
    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        """As `read`."""

    @abstractmethod
    def _entries(self, stream_id: str) -> int:
        """As `entries`."""

    @abstractmethod
    def _streams(self) -> Iterable[str]:
        """As `streams`, in any order."""


# What may be stored


def checked_id(stream_id: object) -> str:
    """The id of a stream. Raises `NotationError` unless it is 1 to 64 of ``A-Z a-z 0-9 . _ -``.

    It holds no path separator, and stores add an ending before it becomes a file's name, so that ``.`` and
    ``..`` are harmless.
    """
    if type(stream_id) is str and HAND_ID.fullmatch(stream_id):
        return stream_id
    expect("id", stream_id, str)
    raise NotationError(f"an id is 1 to 64 of A-Z a-z 0-9 . _ -, not {brief(stream_id)}")


def checked_lines(lines: Iterable[bytes]) -> tuple[bytes, ...]:
    """The lines as a tuple. Raises `NotationError` unless they are entries, of which the last may close."""
    found = several("lines", lines, bytes)
    for at, line in enumerate(found):
        if not line.startswith(b"{") or b"\n" in line or len(line) > LONGEST_LINE:
            raise NotationError(
                rf"lines[{at}]: expected a log line without its \n, of at most {LONGEST_LINE} bytes"
            )
        if ends(line):
            raise NotationError(f"lines[{at}] is the end line, which is not an entry: leave it out")
        if at and closes(found[at - 1]):
            raise NotationError(f"lines[{at}] comes after the line that closes the hand")
    return found


def checked_count(number: object, what: str) -> int:
    """A number of entries. Raises `NotationError` unless it is 0 or more."""
    if type(number) is int and 0 <= number <= MAX_CHIPS:
        return number
    expect(what, number, int)
    raise NotationError(f"{what}: expected a number of entries, 0 or more, got {brief(number)}")


def checked_timeout(seconds: float) -> float:
    """The timeout in seconds. Raises `StoreError` unless it is 0 to 2147483."""
    if type(seconds) in (int, float) and 0 <= seconds <= _LONGEST_TIMEOUT:
        return seconds
    expect("timeout", seconds, int, float)
    raise StoreError(f"timeout: expected 0 to {_LONGEST_TIMEOUT} seconds, got {brief(seconds)}")


def closes(line: bytes) -> bool:
    """Whether a line closes its hand, so that no entry may follow."""
    return _CLOSING in line


def ends(line: bytes) -> bool:
    """Whether a line is the end line of a finished log."""
    return _ENDING in line


def check_follows(stream_id: str, stored: int, expected: int, last: bytes | None, new: int) -> None:
    """Raise unless a number of new entries may follow those that are stored, of which `last` is the last.

    `ConcurrencyError` when not as many as expected are stored, `StoreError` when they close the hand.
    """
    if stored != expected:
        raise ConcurrencyError(
            f"the log {stream_id} has {stored} stored entries, not {expected}: nothing was written; "
            "read it again and decide again"
        )
    if new and last is not None and closes(last):
        raise StoreError(f"the log {stream_id} is finished after {stored} entries: none can follow")


def older(stream_id: str, entries: int, expected: int) -> ConcurrencyError:
    """The error for a log that is shorter than what is stored of it."""
    return ConcurrencyError(
        f"this log {stream_id} has {entries} entries, fewer than the {expected} that are stored: it is older"
    )

"""`Store`: what every store of logs does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self, final

from grocerydots.deck import Seed
from grocerydots.errors import ConcurrencyError, StoreError, expect, several
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.stores.names import checked_count, checked_id, checked_lines, older

if TYPE_CHECKING:
    from grocerydots.table import Table, TableLog


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

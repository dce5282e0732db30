"""`Store`: what all stores of logs have in common, and what follows from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Self, final

from grocerydots.deck import Seed
from grocerydots.errors import ConcurrencyError, NotationError, StoreError
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.stores.names import checked_count, checked_id, checked_lines, older, several

if TYPE_CHECKING:
    from grocerydots.table import Table, TableLog


class Store(ABC):
    """A place for logs, each under an id, that grow at their end and never change.

    A stream is a hand's or a table's alike: lines as `Log.lines` has them, byte for byte. Ids of hands and
    tables share one name space. An append is stored whole or not at all, and once it has returned it is there
    for good. Any number of threads and processes may use the same place. Everything that goes wrong with
    the place itself is a `StoreError`; ids and lines that no store takes are a `NotationError`.

    A store of your own needs the five methods with an underscore, and `close`.
    """

    @final
    def append(self, stream_id: str, lines: Iterable[bytes], *, expected: int) -> int:
        """The number of entries stored now that these lines follow the `expected` ones stored before.

        Raises `ConcurrencyError`, and nothing is written, when there are not so many. After another
        `StoreError` nothing of it is visible, unless the message says that this is not known.
        """
        stream_id, new = checked_id(stream_id), checked_lines(lines)
        return self._append(stream_id, new, checked_count(expected, "expected"))

    @final
    def read(self, stream_id: str, start: int = 0) -> tuple[bytes, ...]:
        """The stored lines from entry `start` on, counting from 0; none for an id that is not there."""
        return self._read(checked_id(stream_id), checked_count(start, "start"))

    @final
    def entries(self, stream_id: str) -> int:
        """How many entries are stored; 0 for an id that is not there."""
        return self._entries(checked_id(stream_id))

    @final
    def streams(self) -> tuple[str, ...]:
        """The ids of everything stored, sorted."""
        return tuple(sorted(self._streams()))

    def extend(self, stream_id: str, lines: Iterable[bytes], *, expected: int | None = None) -> int:
        """The number of entries stored now that those of the lines that were new are.

        `lines` is the whole log. `expected` is how many of them are known to be stored, as the last save
        returned it; without it the stored ones are read and compared. Raises `ConcurrencyError` when the
        stored log is not how this one begins.
        """
        lines = several(lines)
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
        """The number of entries stored now that the hand's log is, under the hand's id; as `extend`."""
        _check_kind(hand, Hand)
        return self.extend(hand.log.hand_id, hand.log.lines, expected=expected)

    def load_log(self, hand_id: str) -> Log:
        """The stored log of a hand. `StoreError` when there is none, `LogError` when it cannot be read."""
        log = Log(self._lines(hand_id))
        if log.hand_id != hand_id:
            raise StoreError(f"what is stored as {hand_id} is the log of hand {log.hand_id}")
        return log

    def load(self, hand_id: str, *, seed: Seed) -> Hand:
        """The stored hand, at the same card: `Hand.resume` of its log. `save` it before it is played on.

        Dealer's steps that were due have been carried out, and are not stored yet.
        """
        return Hand.resume(self.load_log(hand_id), seed=seed)

    def save_table(self, table: Table, *, expected: int | None = None) -> int:
        """The number of entries stored now that the table's log is, under the table's id; as `extend`.

        The logs of its hands are saved by themselves.
        """
        from grocerydots.table import Table

        _check_kind(table, Table)
        if expected is None:
            return self.extend(table.log.table_id, table.log.lines)
        if checked_count(expected, "expected") > table.entries:
            raise older(table.log.table_id, table.entries, expected)
        new = table.log.lines_from(expected)
        return self.append(table.log.table_id, new, expected=expected)

    def load_table_log(self, table_id: str) -> TableLog:
        """The stored log of a table. `StoreError` when there is none, `LogError` when it cannot be read."""
        from grocerydots.table import TableLog

        log = TableLog(self._lines(table_id))
        if log.table_id != table_id:
            raise StoreError(f"what is stored as {table_id} is the log of table {log.table_id}")
        return log

    def load_table(self, table_id: str) -> Table:
        """The stored table: `Table.resume` of its log. The hand that is on is loaded by itself."""
        from grocerydots.table import Table

        return Table.resume(self.load_table_log(table_id))

    def _lines(self, stream_id: str) -> tuple[bytes, ...]:
        lines = self.read(stream_id)
        if not lines:
            raise StoreError(f"there is no log {stream_id} in this store")
        return lines

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections. A closed store raises `StoreError`; closing twice is fine."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        """As `append`, all arguments checked."""

    @abstractmethod
    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        """As `read`."""

    @abstractmethod
    def _entries(self, stream_id: str) -> int:
        """As `entries`."""

    @abstractmethod
    def _streams(self) -> Iterable[str]:
        """As `streams`, in any order."""


def _check_kind(saved: object, kind: type) -> None:
    if not isinstance(saved, kind):
        raise NotationError(f"what is saved is a {kind.__name__}, not a value of type {type(saved).__name__}")

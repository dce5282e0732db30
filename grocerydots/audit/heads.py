"""The heads of any number of logs, sorted so that those of one id are neighbours, in flat memory.

Of each log a row of some 60 bytes is kept: a hash of its id, how many entries it has, its head and where it
is. Rows beyond the first ones go to a temporary file in sorted runs, which are merged.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby, pairwise
from struct import Struct
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple

from grocerydots.log import Log
from grocerydots.log.log import AnyLog

_KEY: Final = 16  #: Bytes that are kept of the hash of an id,
_HEAD: Final = 20  #: and of a head.
_ROW: Final = Struct(f">{_KEY}sI{_HEAD}s?IIQ")
_IN_MEMORY: Final = 1 << 16  #: Rows that are sorted at once.
_AT_ONCE: Final = 1 << 7  #: Rows of each sorted run that are read at once.


class Place(NamedTuple):
    """Where a log is."""

    file: int  #: The number of its file, from 0.
    number: int  #: Which hand of the file it is, from 1; 0 for the log of a table.
    offset: int  #: Of its first byte.


class Row(NamedTuple):
    """What is kept of a log; or of the seed commitment in one: no entries, and its hand's key for a head."""

    key: bytes  #: The same for all logs of one id, and for all hands of one seed commitment.
    entries: int
    head: bytes
    is_closed: bool
    place: Place

    @property
    def is_seed(self) -> bool:
        """Whether this is of a seed commitment."""
        return self.entries == 0

    def fits(self, log: AnyLog) -> bool:
        """Whether the log has this row's entries, and maybe more."""
        return self.entries <= log.entries and _short(log.head_at(self.entries)) == self.head


class Heads:
    """The heads of all logs that are noted. Close it, or use it in a ``with`` statement.

    With a `hand_id`, only pairs that this hand is in are given.
    """

    def __init__(self, hand_id: str | None = None) -> None:
        self._only = None if hand_id is None else _key("hand", hand_id)
        self._held: list[bytes] = []
        self._file = SpooledTemporaryFile(_IN_MEMORY * _ROW.size)  # noqa: SIM115  # closed by `close`
        self._runs: list[tuple[int, int]] = []  #: Where sorted rows begin and end in the file.

    def __enter__(self) -> Heads:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the temporary file, if there is one."""
        self._file.close()

    def note(self, log: AnyLog, place: Place) -> None:
        """Keep what is needed of a log."""
        key = _key(log.what, log.id)
        if self._only in (None, key):
            self._add(Row(key, log.entries, _short(log.head), log.is_closed, place))
        if isinstance(log, Log) and log.opening.seed_commitment is not None:
            self._add(Row(_key("seed", log.opening.seed_commitment.hex()), 0, key, False, place))

    def _add(self, row: Row) -> None:
        self._held.append(_ROW.pack(*row[:-1], *row.place))
        if len(self._held) >= _IN_MEMORY:
            begin = self._file.seek(0, 2)
            self._file.write(b"".join(sorted(self._held)))
            self._runs.append((begin, self._file.tell()))
            self._held.clear()

    def pairs(self) -> Iterator[tuple[Row, Row]]:
        """Neighbours under one key that are not the same, the shorter first.

        Where each of these pairs is of one history, so are all logs of their id.
        """
        for _, rows in groupby(self._rows(), key=lambda row: row.key):
            for one, other in pairwise(rows):
                is_wanted = not one.is_seed or self._only in (None, one.head, other.head)
                if is_wanted and (one.entries, one.head) != (other.entries, other.head):
                    yield one, other

    def missing(self, named: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Those of the hands and tables, each ``hand`` or ``table`` and an id, that no log is of."""
        keys = {_key(*each): each for each in named}
        if self._only is not None:
            keys = {key: each for key, each in keys.items() if key == self._only}
        for row in self._rows() if keys else ():
            keys.pop(row.key, None)
        return list(keys.values())

    def _rows(self) -> Iterator[Row]:
        """All rows, by key, then by their number of entries."""
        runs = [self._run(begin, end) for begin, end in self._runs]
        for row in heapq.merge(sorted(self._held), *runs):
            key, entries, head, is_closed, *place = _ROW.unpack(row)
            yield Row(key, entries, head if entries else head[:_KEY], is_closed, Place(*place))

    def _run(self, begin: int, end: int) -> Iterator[bytes]:
        for at in range(begin, end, _AT_ONCE * _ROW.size):
            self._file.seek(at)
            block = self._file.read(min(_AT_ONCE * _ROW.size, end - at))
            yield from (block[i : i + _ROW.size] for i in range(0, len(block), _ROW.size))


def _key(what: str, name: str) -> bytes:
    return sha256(f"{what} {name}".encode()).digest()[:_KEY]


def _short(head: str) -> bytes:
    return bytes.fromhex(head)[:_HEAD]

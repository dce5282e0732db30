"""Logs in an SQLite file, and seeds in another one."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Final, NamedTuple, final

from grocerydots.deck import Seed
from grocerydots.errors import StoreError
from grocerydots.files import PRIVATE, PUBLIC, AnyPath
from grocerydots.stores import disk
from grocerydots.stores.connections import Connections
from grocerydots.stores.seeds import SeedStore
from grocerydots.stores.store import Place, Store, check_follows, checked_timeout

_POLL: Final = 0.02  #: Seconds between two tries to open a file that is locked.
_BESIDE: Final = ("-wal", "-shm", "-journal")  #: How the files end that SQLite keeps beside a database.
_UNSURE: Final = "; it is not known whether the last change is stored: look again once that is mended"

_REASONS: Final = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "it is read-only",
    "SQLITE_BUSY": "another writer keeps it locked",
    "SQLITE_LOCKED": "another writer keeps it locked",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_NOTADB": "it is not an SQLite database",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_IOERR": "the disk failed",
    "SQLITE_PERM": "there is no permission",
}


class _Layout(NamedTuple):
    """What a file of logs, or of seeds, looks like."""

    kind: disk.Kind
    table: str
    columns: str
    mode: int  #: Of a file that is created, before the umask.
    pragmas: tuple[str, ...]  #: For each connection.
    others: tuple[str, ...]  #: Files beside the database that all its connections share.


#: With a write-ahead log, so that readers wait for nobody. Commits are synced, also by macOS's disks.
_LOGS: Final = _Layout(
    "logs",
    "log_lines",
    "(stream_id TEXT, entry INTEGER, line BLOB NOT NULL, PRIMARY KEY (stream_id, entry)) WITHOUT ROWID",
    PUBLIC,
    ("journal_mode = WAL", "synchronous = FULL", "fullfsync = ON", "checkpoint_fullfsync = ON"),
    ("-wal", "-shm"),
)
#: With a journal that is deleted, and its name's deletion synced, so that no copy of a seed is left.
_SEEDS: Final = _Layout(
    "seeds",
    "seeds",
    "(hand_id TEXT PRIMARY KEY, secret BLOB NOT NULL, is_test INTEGER NOT NULL) WITHOUT ROWID",
    PRIVATE,
    ("journal_mode = DELETE", "synchronous = EXTRA", "fullfsync = ON", "secure_delete = ON"),
    (),
)


class _Opened(NamedTuple):
    """A connection, and the shared files that it opened besides the database."""

    connection: sqlite3.Connection
    others: tuple[tuple[str, os.stat_result], ...]

    def close(self) -> None:
        self.connection.close()


class _InDatabase(Place):
    """A store in an SQLite file for logs or for seeds.

    No file that may be SQLite's is ever opened here by hand: closing it would drop the locks of the whole
    process on it. Every use checks that the file is still the one that was opened.
    """

    _layout: ClassVar[_Layout]

    def __init__(self, path: AnyPath, *, timeout: float = 5.0) -> None:
        self._timeout: Final = checked_timeout(timeout)
        self.path: Final = disk.absolute(path)
        if os.path.basename(self.path) == ":memory:":
            raise StoreError("a database in memory stores nothing: give the path of a file")
        self._title: Final = f"the database {self.path}"
        self._connections: Final[Connections[_Opened]] = Connections()
        #: SQLite names the files beside a database after what a symbolic link leads to.
        self._target: Final = os.path.realpath(self.path)
        with self._reporting("open"):
            self._create()
            self._stat: Final = os.stat(self.path)
            disk.check_regular(self._stat)
            self._set_up()
            with self._lent():
                pass

    def close(self) -> None:
        """Close the connections."""
        self._connections.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection to read with, once: several statements may see different states."""
        with self._reporting("read from"), self._lent() as opened:
            yield opened.connection

    @contextmanager
    def _writing(self, doing: str) -> Iterator[sqlite3.Connection]:
        """A connection within a transaction, which is committed at the end and undone after any error."""
        with self._reporting(doing), self._lent() as opened:
            connection = opened.connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                self._commit(connection, doing)
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            try:
                self._check(opened)
            except StoreError as error:
                raise StoreError(f"{error}{_UNSURE}") from error

    def _commit(self, connection: sqlite3.Connection, doing: str) -> None:
        try:
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if not _name(error).startswith("SQLITE_IOERR"):
                raise
            raise StoreError(f"cannot {doing} {self._title}: {_reason(error)}{_UNSURE}") from error

    @contextmanager
    def _reporting(self, doing: str) -> Iterator[None]:
        """Turn errors of SQLite and of the system into `StoreError`."""
        try:
            yield
        except OSError as error:
            raise disk.store_error(error, f"{doing} {self._title}") from error
        except sqlite3.Error as error:
            raise StoreError(f"cannot {doing} {self._title}: {_reason(error)}") from error

    @contextmanager
    def _lent(self) -> Iterator[_Opened]:
        self._connections.check_open(self._title)
        self._check_file()
        with self._connections.lend(self._connected) as opened:
            self._check(opened)
            yield opened

    def _check(self, opened: _Opened) -> None:
        """Raise `StoreError` unless all files that a connection has open are still at their paths."""
        self._check_file()
        for path, found in opened.others:
            disk.check_same(path, found)

    def _check_file(self) -> None:
        if not self._found().st_size:
            raise StoreError(f"{self.path} was emptied while the store was open")

    def _found(self) -> os.stat_result:
        found = disk.check_same(self.path, self._stat)
        if self._layout.kind == "seeds":
            disk.check_private(self.path, found)
        return found

    def _create(self) -> None:
        """Create the file, unless it is there. Raises `StoreError` when just what belongs to it is there."""
        if os.path.lexists(self._target):
            return
        left = [self._target + suffix for suffix in _BESIDE if suffix != "-shm"]
        for path in filter(os.path.lexists, left):  # SQLite would delete it, with what was stored last
            if not os.path.lexists(self._target):
                raise StoreError(f"{path} is there without its database: put that back, or delete both")
        disk.place_new(self._target, b"", self._layout.mode)

    def _set_up(self) -> None:
        """Make the table, unless it is there. Raises `StoreError` when the file is for something else."""
        kind, table = self._layout.kind, self._layout.table
        with closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            query = "SELECT name FROM sqlite_master WHERE type = 'table'"
            found = {name for (name,) in connection.execute(query)}
            if kind == "logs" and _SEEDS.table in found:
                raise StoreError(f"{self._title} is for seeds: keep logs in a file of their own")
            if kind == "seeds" and found - {table}:
                raise StoreError(f"{self._title} has other tables: keep seeds in a file of their own")
            self._found()
            connection.execute(f"CREATE TABLE IF NOT EXISTS {table} {self._layout.columns}")
            connection.execute("COMMIT")

    def _connected(self) -> _Opened:
        """A new connection; SQLite does not wait for other writers in all that this takes."""
        until = time.monotonic() + self._timeout
        while True:
            connection = self._connect()
            try:
                for pragma in self._layout.pragmas:
                    connection.execute(f"PRAGMA {pragma}")
                connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # opens the other files
                others = [self._target + suffix for suffix in self._layout.others]
                return _Opened(connection, tuple([(path, os.stat(path)) for path in others]))
            except BaseException as error:
                connection.close()
                if not _is_busy(error) or time.monotonic() >= until:
                    raise
            time.sleep(_POLL)

    def _connect(self) -> sqlite3.Connection:
        for suffix in _BESIDE:
            with disk.doing(f"use {self._target}{suffix}"), suppress(FileNotFoundError):
                disk.check_regular(os.lstat(self._target + suffix))  # SQLite would wait for a pipe
        return sqlite3.connect(
            f"{Path(self._target).as_uri()}?mode=rw",  # never creates a file
            uri=True,
            timeout=self._timeout,
            isolation_level=None,
            check_same_thread=False,
        )


@final
class SqliteStore(_InDatabase, Store):
    """Logs in an SQLite database, which is created if need be; its folder must be there.

    Writers wait for each other, up to `timeout` seconds; readers wait for nobody. Not for a folder on a
    network. A store may be used on both sides of a fork, unless another thread uses it at that moment.
    """

    _layout = _LOGS

    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        rows = [(stream_id, entry, line) for entry, line in enumerate(lines, expected)]
        with self._writing("write to") as connection:
            stored, last = _end_of(connection, stream_id)
            check_follows(stream_id, stored, expected, last, len(lines))
            connection.executemany("INSERT INTO log_lines VALUES (?, ?, ?)", rows)
        return expected + len(lines)

    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        query = "SELECT line FROM log_lines WHERE stream_id = ? AND entry >= ? ORDER BY entry"
        with self._reading() as connection:
            return tuple([line for (line,) in connection.execute(query, (stream_id, start))])

    def _entries(self, stream_id: str) -> int:
        with self._reading() as connection:
            return _end_of(connection, stream_id)[0]

    def _streams(self) -> Iterable[str]:
        query = "SELECT stream_id FROM log_lines WHERE entry = 0"
        with self._reading() as connection:
            return [stream_id for (stream_id,) in connection.execute(query)]


def _end_of(connection: sqlite3.Connection, stream_id: str) -> tuple[int, bytes | None]:
    """How many entries are stored, and the last of them."""
    query = "SELECT entry, line FROM log_lines WHERE stream_id = ? ORDER BY entry DESC LIMIT 1"
    found = connection.execute(query, (stream_id,)).fetchone()
    return (0, None) if found is None else (found[0] + 1, found[1])


@final
class SqliteSeeds(_InDatabase, SeedStore):
    """Seeds in an SQLite database of their own, which is created if need be; its folder must be there.

    Only its owner can use the file; one that others can read is refused. What is deleted is overwritten in
    the file with zeros. Calls wait for each other, up to `timeout` seconds.
    """

    _layout = _SEEDS

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        with self._writing("keep a seed in") as connection:
            row = (hand_id, seed.bytes, seed.is_test)
            return connection.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?, ?)", row).rowcount == 1

    def _find(self, hand_id: str) -> Seed | None:
        with self._reading() as connection:
            query = "SELECT secret, is_test FROM seeds WHERE hand_id = ?"
            row = connection.execute(query, (hand_id,)).fetchone()
        return None if row is None else Seed(row[0], is_test=bool(row[1]))

    def _delete(self, hand_id: str) -> bool:
        with self._writing("delete a seed in") as connection:
            return connection.execute("DELETE FROM seeds WHERE hand_id = ?", (hand_id,)).rowcount == 1

    def _hand_ids(self) -> Iterable[str]:
        with self._reading() as connection:
            return [hand_id for (hand_id,) in connection.execute("SELECT hand_id FROM seeds")]


def _reason(error: BaseException) -> str:
    """Why SQLite raised an error, with its code."""
    name = _name(error)
    for code, words in _REASONS.items():
        if name.startswith(code):
            return f"{words} ({name})"
    return str(error) or type(error).__name__


def _is_busy(error: BaseException) -> bool:
    """Whether another connection keeps the database locked."""
    return _name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _name(error: BaseException) -> str:
    return getattr(error, "sqlite_errorname", "")

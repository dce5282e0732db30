"""Logs in a file of SQLite's (extra ``store``)."""

from __future__ import annotations

import os
import sqlite3
import time
from typing import Final, cast, final

from grocerydots.errors import StoreError
from grocerydots.stores import media
from grocerydots.stores.names import checked_timeout
from grocerydots.stores.recorded import AggregateRecorder, RecordedStore
from grocerydots.stores.sqlite_words import is_busy, reason

# After `recorded`, which says what is missing.
from eventsourcing.sqlite import (  # isort: skip
    SQLiteAggregateRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteDatastore,
)

_POLL: Final = 0.02  #: Seconds between two tries to open a file that is locked.


@final
class SqliteStore(RecordedStore):
    """Logs in an SQLite database, which is made if need be; its folder must be there.

    Writers wait for each other, up to `timeout` seconds, at least 1. The database is in WAL mode, so that
    readers wait for nobody, and every append is made to last. Not for a folder on a network.
    """

    def __init__(self, path: str | os.PathLike[str], *, timeout: float = 5.0) -> None:
        super().__init__()
        self.path: Final = media.absolute(path)
        if os.path.basename(self.path) == ":memory:":
            raise StoreError("a database in memory is no store: give a file")
        self._timeout: Final = checked_timeout(timeout)
        with self._using(f"open {self}"):
            pass

    def __str__(self) -> str:
        return f"the database {self.path}"

    def _open(self) -> AggregateRecorder:
        until = time.monotonic() + self._timeout
        while True:
            try:
                return self._opened()
            except (
                Exception
            ) as error:  # two that make the file at once may meet, and SQLite does not wait then
                if not is_busy(error) or time.monotonic() >= until:
                    raise
            time.sleep(_POLL)

    def _opened(self) -> AggregateRecorder:
        datastore = SQLiteDatastore(self.path, originator_id_type="text")
        datastore.pool = _LastingPool(
            db_name=self.path, lock_timeout=max(1, int(self._timeout)), pool_timeout=self._timeout
        )
        recorder = SQLiteAggregateRecorder(datastore)
        recorder.create_table()
        return recorder

    def _let_go(self, recorder: AggregateRecorder) -> None:
        cast(SQLiteAggregateRecorder, recorder).datastore.close()

    def _ids(self, recorder: AggregateRecorder) -> list[str]:
        ours = cast(SQLiteAggregateRecorder, recorder)
        with ours.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT originator_id FROM {ours.events_table_name} WHERE originator_version = 1")
            return [row["originator_id"] for row in cursor.fetchall()]

    def _troubles(self) -> tuple[type[Exception], ...]:
        return (sqlite3.Error,)

    def _reason(self, error: Exception) -> str:
        return reason(error)


class _LastingPool(SQLiteConnectionPool):
    """Connections whose commits outlast a loss of power, however SQLite was built."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection.cursor().execute("PRAGMA synchronous = FULL")
        return connection

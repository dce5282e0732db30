"""Seeds in an SQLite file of their own. Needs no extra."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Final, final

from grocerydots.deck import Seed
from grocerydots.errors import StoreError
from grocerydots.files import PRIVATE
from grocerydots.stores import media
from grocerydots.stores.names import checked_timeout
from grocerydots.stores.seeds import SeedStore
from grocerydots.stores.sqlite_words import reason

_SCHEMA: Final = """\
CREATE TABLE IF NOT EXISTS seeds (
    hand_id TEXT PRIMARY KEY, secret BLOB NOT NULL, is_test INTEGER NOT NULL
) WITHOUT ROWID"""


@final
class SqliteSeeds(SeedStore):
    """Seeds in an SQLite database of their own, a file that only its owner can read.

    What is deleted is overwritten in the file with zeros.
    """

    def __init__(self, path: str | os.PathLike[str], *, timeout: float = 5.0) -> None:
        self.path: Final = media.absolute(path)
        self._timeout: Final = checked_timeout(timeout)
        with media.doing(f"open {self.path}"), media.opened(self.path, os.O_RDWR | os.O_CREAT, PRIVATE):
            pass
        with self._using("open") as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            if any(name != "seeds" for (name,) in tables):
                raise StoreError(f"{self.path} holds other tables: keep seeds in a file of their own")
            connection.execute(_SCHEMA)

    @contextmanager
    def _using(self, doing: str) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=self._timeout)) as connection, connection:
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("PRAGMA synchronous = EXTRA")
                yield connection
        except sqlite3.Error as error:
            raise StoreError(f"cannot {doing} {self.path}: {reason(error)}") from error

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        with self._using("keep a seed in") as connection:
            row = (hand_id, seed.bytes, seed.is_test)
            return connection.execute("INSERT OR IGNORE INTO seeds VALUES (?, ?, ?)", row).rowcount == 1

    def _find(self, hand_id: str) -> Seed | None:
        with self._using("read from") as connection:
            query = "SELECT secret, is_test FROM seeds WHERE hand_id = ?"
            row = connection.execute(query, (hand_id,)).fetchone()
        return None if row is None else Seed(row[0], is_test=bool(row[1]))

    def _delete(self, hand_id: str) -> bool:
        with self._using("delete a seed in") as connection:
            return connection.execute("DELETE FROM seeds WHERE hand_id = ?", (hand_id,)).rowcount == 1

    def _hand_ids(self) -> Iterable[str]:
        with self._using("read from") as connection:
            return [hand_id for (hand_id,) in connection.execute("SELECT hand_id FROM seeds")]

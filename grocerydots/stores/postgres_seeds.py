"""Seeds in PostgreSQL, in a schema of their own (extra ``postgres``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, final

from grocerydots.deck import Seed
from grocerydots.errors import StoreError
from grocerydots.stores.postgres_words import (
    checked_schema,
    has_table,
    lock_setting_up,
    make_schema,
    parameters,
    place,
    psycopg,
    reason,
)
from grocerydots.stores.seeds import SeedStore

# After `postgres_words`, which says what is missing.
from psycopg.sql import SQL, Identifier  # isort: skip

_COLUMNS: Final = "(hand_id text PRIMARY KEY, secret bytea NOT NULL, is_test boolean NOT NULL)"


@final
class PostgresSeeds(SeedStore):
    """Seeds in a table of a schema of their own, best of a database and a role of their own too.

    Every call has its own connection. Who may read the schema is the database's matter: on being made it
    is its owner's alone.
    """

    def __init__(self, dsn: str, *, schema: str = "grocerydots_seeds", timeout: float = 10.0) -> None:
        self._parameters: Final = parameters(dsn, timeout)
        self._table: Final = Identifier(checked_schema(schema), "seeds")
        with self._using("open") as connection:
            lock_setting_up(connection)
            if has_table(connection, schema, "stored_events"):
                raise StoreError(f"the schema {schema} holds logs: keep seeds in one of their own")
            if not has_table(connection, schema, "seeds"):
                make_schema(connection, schema)
                connection.execute(SQL("CREATE TABLE {} " + _COLUMNS).format(self._table))
                connection.execute(SQL("REVOKE ALL ON {} FROM PUBLIC").format(self._table))

    @contextmanager
    def _using(self, doing: str) -> Iterator[psycopg.Connection[Any]]:
        try:
            with psycopg.connect(**self._parameters, autocommit=True) as connection:
                yield connection
        except psycopg.Error as error:
            raise StoreError(f"cannot {doing} {place(self._parameters)}: {reason(error)}") from error

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        insert = SQL("INSERT INTO {} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING").format(self._table)
        with self._using("keep a seed in") as connection:
            return connection.execute(insert, (hand_id, seed.bytes, seed.is_test)).rowcount == 1

    def _find(self, hand_id: str) -> Seed | None:
        select = SQL("SELECT secret, is_test FROM {} WHERE hand_id = %s").format(self._table)
        with self._using("read from") as connection:
            row = connection.execute(select, (hand_id,)).fetchone()
        return None if row is None else Seed(bytes(row[0]), is_test=row[1])

    def _delete(self, hand_id: str) -> bool:
        delete = SQL("DELETE FROM {} WHERE hand_id = %s").format(self._table)
        with self._using("delete a seed in") as connection:
            return connection.execute(delete, (hand_id,)).rowcount == 1

    def _hand_ids(self) -> Iterable[str]:
        with self._using("read from") as connection:
            return [row[0] for row in connection.execute(SQL("SELECT hand_id FROM {}").format(self._table))]

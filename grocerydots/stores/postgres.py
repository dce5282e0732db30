"""Logs in PostgreSQL (extra ``postgres``)."""

from __future__ import annotations

from typing import Final, cast, final

from grocerydots.errors import StoreError, brief
from grocerydots.stores.postgres_words import (
    checked_schema,
    has_table,
    is_broken_connection,
    lock_setting_up,
    make_schema,
    parameters,
    place,
    psycopg,
    reason,
)
from grocerydots.stores.recorded import AggregateRecorder, RecordedStore

# After `recorded` and `postgres_words`, which say what is missing.
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore  # isort: skip
from psycopg.rows import dict_row  # isort: skip
from psycopg.sql import SQL, Identifier  # isort: skip

_TABLE: Final = "stored_events"
_TRIES: Final = 10  #: How often a recorder tries, with 0.2 s between two tries.


@final
class PostgresStore(RecordedStore):
    """Logs in a schema of a PostgreSQL database, which is made if need be.

    `dsn` is a connection string as libpq takes it. When the connection breaks, a call tries again for about
    `timeout` seconds, which bridges a restart of the server; an append that had been stored just before is
    not stored twice. Open a store after forking, one a process; threads share it, with up to `connections`.
    """

    def __init__(
        self, dsn: str, *, schema: str = "grocerydots", timeout: float = 10.0, connections: int = 10
    ) -> None:
        super().__init__()
        self._parameters: Final = parameters(dsn, timeout)
        self._schema: Final = checked_schema(schema)
        self._timeout: Final = timeout
        if type(connections) is not int or connections < 1:
            raise StoreError(f"expected at least 1 connection, got {brief(connections)}")
        self._connections: Final = connections
        with self._using(f"open {self}"):
            pass

    def __str__(self) -> str:
        return place(self._parameters)

    def _open(self) -> AggregateRecorder:
        # A connection of its own says in the server's words what is wrong; a pool only that it has none.
        with psycopg.connect(**self._parameters, autocommit=True) as connection:
            lock_setting_up(connection)
            make_schema(connection, self._schema)
            recorder = PostgresAggregateRecorder(self._datastore(), events_table_name=_TABLE)
            has_type = recorder.datastore.psycopg_type_adapters
            if not has_type or not has_table(connection, self._schema, _TABLE):
                recorder.create_table()
        return recorder

    def _datastore(self) -> PostgresDatastore:
        datastore = PostgresDatastore(
            "", "", "", "", "",
            pool_size=1,
            max_overflow=self._connections - 1,
            connect_timeout=max(0.1, self._timeout / _TRIES - 0.2),
            pre_ping=True,
            schema=self._schema,
            originator_id_type="text",
        )  # fmt: skip
        datastore.pool.kwargs = {**self._parameters, "row_factory": dict_row}
        return datastore

    def _let_go(self, recorder: AggregateRecorder) -> None:
        cast(PostgresAggregateRecorder, recorder).datastore.close()

    def _ids(self, recorder: AggregateRecorder) -> list[str]:
        ours = cast(PostgresAggregateRecorder, recorder)
        firsts = SQL("SELECT originator_id FROM {} WHERE originator_version = 1")
        with ours.datastore.transaction() as cursor:
            cursor.execute(firsts.format(Identifier(self._schema, _TABLE)))
            return [row["originator_id"] for row in cursor.fetchall()]

    def _troubles(self) -> tuple[type[Exception], ...]:
        return (psycopg.Error,)

    def _reason(self, error: Exception) -> str:
        return reason(error)

    def _is_unsure(self, error: Exception) -> bool:
        return is_broken_connection(error)

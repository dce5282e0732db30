"""Logs in a schema of a PostgreSQL database, and seeds in another one (extra ``postgres``)."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, final

from grocerydots.deck import Seed
from grocerydots.errors import MissingExtra, StoreError, brief, expect
from grocerydots.stores.connections import Connections
from grocerydots.stores.seeds import SeedStore
from grocerydots.stores.store import Store, check_follows, checked_timeout

if TYPE_CHECKING:
    from psycopg.rows import TupleRow

    from grocerydots.stores.disk import Kind

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.errors import UniqueViolation
    from psycopg.sql import SQL, Composed, Identifier
except ImportError as _missing:  # psycopg without a libpq to load raises more than ModuleNotFoundError
    raise MissingExtra("postgres") from _missing

_Connection: TypeAlias = "psycopg.Connection[TupleRow]"
_Result = TypeVar("_Result")

_TABLES: Final[dict[Kind, str]] = {"logs": "log_lines", "seeds": "seeds"}
_COLUMNS: Final[dict[Kind, str]] = {
    "logs": "(stream_id text, entry bigint, line bytea NOT NULL, PRIMARY KEY (stream_id, entry))",
    "seeds": "(hand_id text PRIMARY KEY, secret bytea NOT NULL, is_test boolean NOT NULL)",
}
_INSERT: Final = """\
INSERT INTO {} SELECT %s, %s + place - 1, line
    FROM unnest(%s::bytea[]) WITH ORDINALITY AS new (line, place)"""
_END: Final = """\
SELECT pg_current_xact_id()::xid::text, entry + 1, line FROM (VALUES (1)) AS one LEFT JOIN LATERAL
    (SELECT entry, line FROM {} WHERE stream_id = %s ORDER BY entry DESC LIMIT 1) AS last ON true"""
_PAUSE: Final = 0.1  #: Seconds between two tries to reach a server.
_UNSURE: Final = "; it is not known whether the lines were stored, all of them or none: read the log again"
#: The lock under which one process at a time looks whether a table is there, and makes it.
_SETTING_UP: Final = 0x67726F6365727931

_REASONS: Final = {
    "53100": "the server's disk is full",
    "53300": "the server takes no more connections",
    "25006": "it is read-only",
    "42501": "there is no permission",
    "55P03": "another writer keeps it locked",
    "57P01": "the server is being shut down",
    "57P02": "the server crashed",
    "57P03": "the server is starting or stopping",
}


@final
class PostgresStore(Store):
    """Logs in a schema of a PostgreSQL database, which is made if need be.

    `dsn` is a connection string as libpq takes it. When the connection breaks, a call tries again for about
    `timeout` seconds, which bridges a restart of the server; an append that was stored just before is not
    stored twice. Threads share up to `connections` connections, and wait for each other beyond that. A store
    may be used on both sides of a fork, unless another thread uses it at that moment.
    """

    def __init__(
        self, dsn: str, *, schema: str = "grocerydots", timeout: float = 10.0, connections: int = 10
    ) -> None:
        if type(connections) is not int or connections < 1:
            expect("connections", connections, int)
            raise StoreError(f"connections: expected 1 or more, got {brief(connections)}")
        self._schema: Final = _Schema(dsn, schema, timeout, "logs")
        self._timeout: Final = timeout
        self._connections: Final[Connections[_Connection]] = Connections()
        self._limit: Final = connections
        self._free: Final = BoundedSemaphore(connections)

    def __str__(self) -> str:
        return str(self._schema)

    def close(self) -> None:
        """Close the connections."""
        self._connections.close()

    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        unheard: set[str] = set()

        def append(connection: _Connection) -> None:
            try:
                self._append_once(connection, stream_id, lines, expected, unheard)
            except UniqueViolation:  # another writer was faster, which is seen now
                self._append_once(connection, stream_id, lines, expected, unheard)

        with _reporting(f"write to {self}", unheard):
            self._retrying(append)
        return expected + len(lines)

    def _append_once(
        self,
        connection: _Connection,
        stream_id: str,
        lines: tuple[bytes, ...],
        expected: int,
        unheard: set[str],
    ) -> None:
        """Store lines, unless one of the transactions whose end was not heard of has stored them."""
        transaction = ""
        try:
            with connection.transaction():
                transaction, stored, last = self._end_of(connection, stream_id)
                if not unheard or self._writer(connection, stream_id, expected) not in unheard:
                    check_follows(stream_id, stored, expected, last, len(lines))
                    connection.execute(self._schema.sql(_INSERT), (stream_id, expected, list(lines)))
                    unheard.add(transaction)
        except psycopg.Error as error:
            if not _is_broken(error):
                unheard.discard(transaction)
            raise

    def _end_of(self, connection: _Connection, stream_id: str) -> tuple[str, int, bytes | None]:
        """The number of the transaction, how many entries are stored, and the last of them."""
        found = connection.execute(self._schema.sql(_END), (stream_id,), binary=True).fetchone()
        self._schema.check(connection)
        assert found is not None
        return found[0], found[1] or 0, found[2]

    def _writer(self, connection: _Connection, stream_id: str, entry: int) -> str | None:
        """The number of the transaction that stored an entry, None when none is stored."""
        query = self._schema.sql("SELECT xmin::text FROM {} WHERE stream_id = %s AND entry = %s")
        found = connection.execute(query, (stream_id, entry)).fetchone()
        return None if found is None else found[0]

    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        query = self._schema.sql("SELECT line FROM {} WHERE stream_id = %s AND entry >= %s ORDER BY entry")
        return tuple([line for (line,) in self._rows(query, stream_id, start)])

    def _entries(self, stream_id: str) -> int:
        query = self._schema.sql("SELECT coalesce(max(entry) + 1, 0) FROM {} WHERE stream_id = %s")
        ((entries,),) = self._rows(query, stream_id)
        return int(entries)

    def _streams(self) -> Iterable[str]:
        query = self._schema.sql("SELECT stream_id FROM {} WHERE entry = 0")
        return [stream_id for (stream_id,) in self._rows(query)]

    def _rows(self, query: Composed, *parameters: object) -> list[TupleRow]:
        def read(connection: _Connection) -> list[tuple[object, ...]]:
            self._schema.check(connection)
            return connection.execute(query, parameters, binary=True).fetchall()

        with _reporting(f"read from {self}"):
            return self._retrying(read)

    def _retrying(self, work: Callable[[_Connection], _Result]) -> _Result:
        """What the work returns, begun again when the connection breaks."""
        self._connections.check_open(str(self))
        until = time.monotonic() + self._timeout
        if not self._free.acquire(timeout=self._timeout):
            raise StoreError(f"all {self._limit} connections to {self} are in use")
        try:
            while True:
                try:
                    with self._connections.lend(self._schema.connect) as connection:
                        return work(connection)
                except psycopg.Error as error:
                    if not _is_broken(error) or time.monotonic() >= until:
                        raise
                time.sleep(_PAUSE)
        finally:
            self._free.release()


@final
class PostgresSeeds(SeedStore):
    """Seeds in a schema of their own, best of a database and a role of their own too.

    Every call has its own connection. The table is made for its owner alone, and refused when everybody can
    read it; single roles are for the database's administrator to name.
    """

    def __init__(self, dsn: str, *, schema: str = "grocerydots_seeds", timeout: float = 10.0) -> None:
        self._schema: Final = _Schema(dsn, schema, timeout, "seeds")

    @contextmanager
    def _connected(self, doing: str) -> Iterator[_Connection]:
        with _reporting(f"{doing} {self._schema}"), self._schema.connect() as connection:
            self._schema.check(connection)
            yield connection

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        insert = self._schema.sql("INSERT INTO {} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING")
        with self._connected("keep a seed in") as connection:
            return connection.execute(insert, (hand_id, seed.bytes, seed.is_test)).rowcount == 1

    def _find(self, hand_id: str) -> Seed | None:
        select = self._schema.sql("SELECT secret, is_test FROM {} WHERE hand_id = %s")
        with self._connected("read from") as connection:
            row = connection.execute(select, (hand_id,)).fetchone()
        return None if row is None else Seed(bytes(row[0]), is_test=row[1])

    def _delete(self, hand_id: str) -> bool:
        delete = self._schema.sql("DELETE FROM {} WHERE hand_id = %s")
        with self._connected("delete a seed in") as connection:
            return connection.execute(delete, (hand_id,)).rowcount == 1

    def _hand_ids(self) -> Iterable[str]:
        with self._connected("read from") as connection:
            return [row[0] for row in connection.execute(self._schema.sql("SELECT hand_id FROM {}"))]


class _Schema:
    """A schema for logs or for seeds, and its table; both are made if need be."""

    def __init__(self, dsn: str, name: str, timeout: float, kind: Kind) -> None:
        self._timeout: Final = checked_timeout(timeout)
        self._parameters: Final = _parameters(dsn, timeout)
        self._name: Final = _checked_name(name)
        self._kind: Final[Kind] = kind
        self._table: Final = Identifier(name, _TABLES[kind])
        with _reporting(f"open {self}"), self.connect() as connection, connection.transaction():
            self._oid: Final = self._set_up(connection)

    def __str__(self) -> str:
        given = self._parameters
        return (
            f"the PostgreSQL database {given.get('dbname', '(default)')} at {given.get('host', '(default)')}"
        )

    def connect(self) -> _Connection:
        """A new connection, on which no statement waits for a lock for longer than the timeout."""
        connection = psycopg.connect(**self._parameters, autocommit=True)  # type: ignore[arg-type]  # libpq's
        connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        try:
            most = f"{max(1, int(self._timeout * 1000))}ms"
            connection.execute("SELECT set_config('lock_timeout', %s, false)", (most,))
        except BaseException:
            connection.close()
            raise
        return connection

    def sql(self, statement: str) -> Composed:
        """A statement about the table, which is named by ``{}``."""
        return SQL(statement).format(self._table)

    def check(self, connection: _Connection) -> None:
        """Raise `StoreError` unless the table that was opened still has its name."""
        found = _oid(connection, self._table)
        if found != self._oid:
            change = "deleted or renamed" if found is None else "replaced"
            raise StoreError(
                f"{self}: the table {self._table.as_string()} was {change} while the store was open"
            )

    def _set_up(self, connection: _Connection) -> int | None:
        """Make the table, unless it is there: then the right to make one is not needed."""
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_SETTING_UP,))
        for kind, table in _TABLES.items():
            if kind != self._kind and _oid(connection, Identifier(self._name, table)) is not None:
                raise StoreError(
                    f"the schema {self._name} of {self} is for {kind}: keep {self._kind} in one of their own"
                )
        if _oid(connection, self._table) is None:
            schema = Identifier(self._name)
            query = "SELECT to_regnamespace(%s) IS NULL"
            if connection.execute(query, (schema.as_string(),)).fetchone() == (True,):
                connection.execute(SQL("CREATE SCHEMA {}").format(schema))
            connection.execute(self.sql("CREATE TABLE {} " + _COLUMNS[self._kind]))
            if self._kind == "seeds":
                connection.execute(self.sql("REVOKE ALL ON {} FROM PUBLIC"))
        oid = _oid(connection, self._table)
        query = "SELECT has_table_privilege('public', %s::oid, 'SELECT')"
        if self._kind == "seeds" and connection.execute(query, (oid,)).fetchone() == (True,):
            name = self._table.as_string()
            raise StoreError(f"everybody can read the table {name}: run REVOKE ALL ON {name} FROM PUBLIC")
        return oid


def _oid(connection: _Connection, table: Identifier) -> int | None:
    """The number that the server has given to a table, None when there is none of that name."""
    found = connection.execute("SELECT to_regclass(%s)::oid", (table.as_string(),)).fetchone()
    return None if found is None else found[0]


def _parameters(dsn: str, timeout: float) -> dict[str, object]:
    """A connection string's parameters, with others that make a silent network noticed.

    Raises `StoreError` for anything else, without repeating it: it may hold a password.
    """
    defaults = {
        "connect_timeout": max(2, int(timeout)),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": int(timeout * 1000),
        "application_name": "grocerydots",
    }
    expect("dsn", dsn, str)
    try:
        return defaults | conninfo_to_dict(dsn)
    except psycopg.Error:
        raise StoreError(
            "dsn: expected a connection string for PostgreSQL, such as postgresql://user@host/name"
        ) from None


def _checked_name(schema: str) -> str:
    """A schema's name. Raises `StoreError` unless the server takes it whole: 1 to 63 bytes."""
    expect("schema", schema, str)
    if "\0" in schema or not 1 <= len(schema.encode(errors="replace")) <= 63:
        raise StoreError(f"schema: expected a name of 1 to 63 bytes, got {brief(schema)}")
    return schema


@contextmanager
def _reporting(doing: str, unheard: Collection[str] = ()) -> Iterator[None]:
    """Turn the driver's errors into `StoreError`."""
    try:
        yield
    except psycopg.Error as error:
        raise StoreError(f"cannot {doing}: {_reason(error)}{_UNSURE if unheard else ''}") from error


def _reason(error: psycopg.Error) -> str:
    """Why the driver raised an error, in one line, by the server's code where there is one."""
    words = _REASONS.get(error.sqlstate or "")
    if words:
        return f"{words} ({error.sqlstate})"
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _is_broken(error: psycopg.Error) -> bool:
    """Whether the connection is gone, so that the server may have done more than it could say."""
    code = error.sqlstate or ""
    if not code:
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return code.startswith(("08", "57P"))

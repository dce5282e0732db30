"""What logs and seeds in PostgreSQL share: connections, schemas, troubles in words (extra ``postgres``)."""

from __future__ import annotations

from typing import Any, Final

from grocerydots.errors import MissingExtra, StoreError, brief
from grocerydots.stores.names import checked_timeout

try:
    import psycopg
    import psycopg_pool
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.sql import SQL, Identifier
except ImportError as error:  # psycopg without a libpq to load raises more than ModuleNotFoundError
    raise MissingExtra("postgres") from error

__all__ = [
    "checked_schema",
    "has_table",
    "is_broken_connection",
    "lock_setting_up",
    "make_schema",
    "parameters",
    "place",
    "psycopg",
    "reason",
]

_WORDS: Final = {
    "53100": "the server's disk is full",
    "53300": "the server takes no more connections",
    "25006": "it is read-only",
    "42501": "there is no permission",
    "57P01": "the server is being shut down",
    "57P02": "the server crashed",
    "57P03": "the server is starting or stopping",
}

#: Under this lock one process at a time looks whether the tables are there, and makes them.
_SETTING_UP: Final = 0x67726F6365727931


def parameters(dsn: str, timeout: float) -> dict[str, Any]:
    """A connection string's parameters, with such besides that a silent network is noticed.

    Raises `StoreError` for what is no connection string, without repeating it: it may hold a password.
    """
    timeout = checked_timeout(timeout)
    noticing = {
        "connect_timeout": max(2, int(timeout)),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": int(timeout * 1000),
        "application_name": "grocerydots",
    }
    try:
        return noticing | conninfo_to_dict(dsn)
    except (psycopg.Error, TypeError, AttributeError):
        raise StoreError(
            "that is no connection string for PostgreSQL, such as postgresql://user@host/name"
        ) from None


def checked_schema(name: str) -> str:
    """A schema's name, of which the server takes no more than 63 bytes. Raises `StoreError`."""
    if type(name) is str and "\0" not in name and 1 <= len(name.encode(errors="replace")) <= 63:
        return name
    raise StoreError(f"a schema has a name of 1 to 63 bytes, not {brief(name)}")


def place(given: dict[str, Any]) -> str:
    """Where the parameters lead, for messages: nothing secret."""
    return f"the PostgreSQL database {given.get('dbname', '(default)')} at {given.get('host', '(default)')}"


def reason(error: BaseException) -> str:
    """Why that was raised, in one line: by the server's code, which may be the error's cause's."""
    found = _driver_error(error)
    if isinstance(found, psycopg_pool.PoolTimeout):
        return "the server does not answer, or all connections are in use"
    words = _WORDS.get(_code(error))
    if words:
        return f"{words} ({_code(error)})"
    return (str(found).strip() or type(found).__name__).splitlines()[0]


def is_broken_connection(error: BaseException) -> bool:
    """Whether the server may have done what it was asked without a chance to say so."""
    return isinstance(_driver_error(error), psycopg.Error) and _code(error)[:3] in ("", "57P")


def _driver_error(error: BaseException) -> BaseException:
    cause = error.__cause__
    return cause if isinstance(cause, psycopg.Error) else error


def _code(error: BaseException) -> str:
    return getattr(_driver_error(error), "sqlstate", None) or ""


def lock_setting_up(connection: psycopg.Connection[Any]) -> None:
    """Keep everybody else from making tables until the connection is closed."""
    connection.execute("SELECT pg_advisory_lock(%s)", (_SETTING_UP,))


def make_schema(connection: psycopg.Connection[Any], schema: str) -> None:
    """Make the schema, unless it is there: then the right to make one is not needed."""
    name = Identifier(schema)
    found = connection.execute("SELECT to_regnamespace(%s) IS NULL", (name.as_string(),)).fetchone()
    if found == (True,):
        connection.execute(SQL("CREATE SCHEMA {}").format(name))


def has_table(connection: psycopg.Connection[Any], schema: str, table: str) -> bool:
    """Whether the schema has the table."""
    name = Identifier(schema, table).as_string()
    return connection.execute("SELECT to_regclass(%s) IS NOT NULL", (name,)).fetchone() == (True,)

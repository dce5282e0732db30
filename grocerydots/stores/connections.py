"""The connections of a store to its database."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, Protocol, TypeVar

from grocerydots.errors import ConcurrencyError, StoreError


class _Closable(Protocol):
    def close(self) -> None: ...


_Connection = TypeVar("_Connection", bound=_Closable)


class Connections(Generic[_Connection]):
    """A store's connections: each lent to one thread at a time, and kept for the next call.

    There are as many as calls at the same time. A fork closes the idle ones first, for neither SQLite's nor a
    server's can be used on both sides. All are closed when nobody refers to the store any more.
    """

    def __init__(self) -> None:
        self._idle: Final[list[_Connection]] = []
        self._is_closed = False
        weakref.finalize(self, _close_all, self._idle)
        _ALL.add(self)  # type: ignore[arg-type]  # whatever its connections are

    @contextmanager
    def lend(self, connect: Callable[[], _Connection]) -> Iterator[_Connection]:
        """A connection, which is kept afterwards; after any error but a lost race all of them are closed."""
        connection = self._taken() or connect()
        try:
            yield connection
        except ConcurrencyError:
            self._give_back(connection)
            raise
        except BaseException:
            connection.close()
            self.clear()
            raise
        self._give_back(connection)

    def check_open(self, name: str) -> None:
        """Raise `StoreError` once the store of this name is closed."""
        if self._is_closed:
            raise StoreError(f"{name} is closed")

    def clear(self) -> None:
        """Close all idle connections. The next call makes a new one."""
        _close_all(self._idle)

    def close(self) -> None:
        """Close all idle connections, and those in use as soon as they are given back."""
        self._is_closed = True
        self.clear()

    def _taken(self) -> _Connection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _give_back(self, connection: _Connection) -> None:
        self._idle.append(connection)
        if self._is_closed:
            self.clear()


def _close_all(connections: list[_Connection]) -> None:
    while True:  # another thread may take one meanwhile
        try:
            connection = connections.pop()
        except IndexError:
            return
        connection.close()


_ALL: Final[weakref.WeakSet[Connections[_Closable]]] = weakref.WeakSet()


def _before_fork() -> None:
    for connections in list(_ALL):
        connections.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork)

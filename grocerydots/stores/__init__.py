"""Somewhere to keep logs, and somewhere else to keep seeds.

`JsonlStore` keeps logs as plain files, `SqliteStore` and `PostgresStore` in a database (extras ``store`` and
``postgres``); all are a `Store`, and to all of them a log is its lines. Seeds are kept apart from logs, in a
`SeedStore`: `FolderSeeds`, `SqliteSeeds` or `PostgresSeeds`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grocerydots.stores.interface import Store
from grocerydots.stores.jsonl import JsonlStore
from grocerydots.stores.seeds import FolderSeeds, SeedStore

if TYPE_CHECKING:
    from grocerydots.stores.postgres import PostgresStore
    from grocerydots.stores.postgres_seeds import PostgresSeeds
    from grocerydots.stores.sqlite import SqliteStore
    from grocerydots.stores.sqlite_seeds import SqliteSeeds

#: Where the names live that need a database's driver, or an extra: imported when they are asked for.
_LAZY = {
    "PostgresSeeds": "postgres_seeds",
    "PostgresStore": "postgres",
    "SqliteSeeds": "sqlite_seeds",
    "SqliteStore": "sqlite",
}

__all__ = [
    "FolderSeeds",
    "JsonlStore",
    "PostgresSeeds",
    "PostgresStore",
    "SeedStore",
    "SqliteSeeds",
    "SqliteStore",
    "Store",
]


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(import_module(f"grocerydots.stores.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

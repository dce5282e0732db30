"""Stores of logs, and apart from them stores of seeds.

`JsonlStore` keeps logs as plain files, `SqliteStore` in an SQLite file, `PostgresStore` in a PostgreSQL
database (extra ``postgres``); each is a `Store`. For seeds there are `FolderSeeds`, `SqliteSeeds` and
`PostgresSeeds`; each is a `SeedStore`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from grocerydots.stores.jsonl import JsonlStore
from grocerydots.stores.seeds import FolderSeeds, SeedStore
from grocerydots.stores.store import Store

if TYPE_CHECKING:
    from grocerydots.stores.postgres import PostgresSeeds, PostgresStore
    from grocerydots.stores.sqlite import SqliteSeeds, SqliteStore

#: The modules of names that need a database's driver, imported when one is first used.
_LAZY = {
    "PostgresSeeds": "postgres",
    "PostgresStore": "postgres",
    "SqliteSeeds": "sqlite",
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


def __getattr__(name: str) -> object:
    if name in _LAZY:
        return getattr(import_module(f"grocerydots.stores.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Stores of logs, and apart from them stores of seeds.

`JsonlStore` keeps logs as plain files, `SqliteStore` in an SQLite file, `PostgresStore` in a PostgreSQL
database (extra ``postgres``); each is a `Store`. For seeds there are `FolderSeeds`, `SqliteSeeds` and
`PostgresSeeds`; each is a `SeedStore`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grocerydots.lazy import Finder, lazily
from grocerydots.stores.jsonl import JsonlStore
from grocerydots.stores.seeds import FolderSeeds, SeedStore
from grocerydots.stores.store import Store

if TYPE_CHECKING:
    from grocerydots.stores.postgres import PostgresSeeds, PostgresStore
    from grocerydots.stores.sqlite import SqliteSeeds, SqliteStore

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


#: What needs a database's driver is imported when it is first used.
__getattr__: Finder = lazily(
    __name__, postgres="PostgresSeeds PostgresStore", sqlite="SqliteSeeds SqliteStore"
)

"""When the disk is full, the file read-only or in somebody else's hands: one sentence, and nothing by halves.

Full disks and read-only ones are real: half a megabyte in memory, mounted for the test, and for PostgreSQL a
tablespace on it. Where nobody may mount, a limit on file sizes takes the place of a full disk.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import psycopg
import pytest
from bad_values import Unshowable

from grocerydots import Seed
from grocerydots.errors import GrocerydotsError, StoreError
from grocerydots.stores import (
    FolderSeeds,
    JsonlStore,
    PostgresSeeds,
    PostgresStore,
    SeedStore,
    SqliteSeeds,
    SqliteStore,
    Store,
    sqlite,
)
from stores.places import Place, lines, local
from stores.private_server import PrivateServer
from stores.small_disk import SmallDisk

SEED = Seed(bytes(32))
LOCAL = ("jsonl", "sqlite")


def append_until_it_fails(store: Store) -> int:
    """How many entries were acknowledged before the disk was full."""
    stored = 0

    def append_on() -> None:
        nonlocal stored
        for _ in range(2_000):
            stored = store.append("h1", lines(stored, 3, size=5_000), expected=stored)

    with pytest.raises(StoreError, match="disk is full"):
        append_on()
    assert store.entries("h1") == stored
    assert store.read("h1") == tuple(lines(0, stored, size=5_000))
    return stored


Opener = Callable[..., object]
OPENERS: tuple[Opener, ...] = (JsonlStore, SqliteStore, FolderSeeds, SqliteSeeds)


@pytest.mark.parametrize("opener", OPENERS)
def test_a_wrong_path_is_a_clear_error(opener: Opener, tmp_path: Path) -> None:
    no_paths: list[Any] = [None, 5, [], object(), Unshowable(), "", "a\0b"]
    for wrong in no_paths:
        with pytest.raises(GrocerydotsError, match=r"^(path: expected a str |no file can have the path )"):
            opener(wrong)
    opener(os.fsencode(tmp_path / "place"))
    assert (tmp_path / "place").exists()


@pytest.mark.parametrize("opener", [JsonlStore, SqliteStore, SqliteSeeds, PostgresStore, PostgresSeeds])
def test_a_wrong_timeout_is_a_clear_error(opener: Opener, tmp_path: Path) -> None:
    no_times: list[Any] = [None, "5", [], True, -1, float("nan"), float("inf"), 10**400, Unshowable()]
    for wrong in no_times:
        with pytest.raises(GrocerydotsError, match=r"^timeout: expected (0 to 2147483 seconds|an int or)"):
            opener(str(tmp_path / "place"), timeout=wrong)


@pytest.mark.parametrize("opener", [PostgresStore, PostgresSeeds])
def test_a_wrong_schema_is_a_clear_error(opener: Opener) -> None:
    for wrong in (None, 5, "", "x" * 64, "ż" * 32, "a\0b", b"x"):
        with pytest.raises(GrocerydotsError, match=r"^schema: expected a (str|name of 1 to 63 bytes), got "):
            opener("host=/nowhere", schema=wrong)


@pytest.mark.parametrize("wrong", [0, -1, None, "3", 1.5, True])
def test_a_wrong_number_of_connections_is_a_clear_error(wrong: Any) -> None:
    with pytest.raises(GrocerydotsError, match=r"^connections: expected (an int|1 or more), got "):
        PostgresStore("host=/nowhere", connections=wrong)


@pytest.mark.parametrize("kind", LOCAL)
def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(kind: str, small_disk: SmallDisk) -> None:
    with local(kind, small_disk.path).open() as store:
        small_disk.fill(leave=200_000)
        stored = append_until_it_fails(store)
        assert stored > 0
        small_disk.empty()
        assert store.append("h1", lines(stored, 3, size=5_000), expected=stored) == stored + 3
        assert store.read("h1") == tuple(lines(0, stored + 3, size=5_000))
    with local(kind, small_disk.path).open() as store:
        assert store.entries("h1") == stored + 3


@pytest.mark.parametrize("kind", LOCAL)
def test_a_disk_that_is_full_from_the_start_is_a_store_error(kind: str, small_disk: SmallDisk) -> None:
    small_disk.fill()
    with pytest.raises(StoreError, match="disk is full"), local(kind, small_disk.path).open() as store:
        store.append("h1", lines(0, 3), expected=0)
    small_disk.empty()
    with local(kind, small_disk.path).open() as store:
        assert store.streams() == ()
        assert store.append("h1", lines(0, 3), expected=0) == 3


def test_seeds_on_a_full_disk_are_not_kept_by_halves(small_disk: SmallDisk) -> None:
    files, table = FolderSeeds(small_disk.path / "seeds"), SqliteSeeds(small_disk.path / "seeds.db")
    small_disk.fill()

    def keep_many(seeds: SeedStore) -> None:
        for number in range(500):
            seeds.keep(f"h{number}", SEED)

    for seeds in (files, table):
        with pytest.raises(StoreError, match="the disk is full"):
            keep_many(seeds)
        kept = seeds.hand_ids()
        assert [seeds.seed(hand_id) for hand_id in kept] == [SEED] * len(kept)
    assert not [name for name in os.listdir(small_disk.path / "seeds") if name.endswith(".draft")]


def test_a_file_that_may_grow_no_more_is_a_store_error(tmp_path: Path) -> None:
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        size = (tmp_path / "h1.jsonl").stat().st_size
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, limits[1]))
        try:
            with pytest.raises(StoreError, match="the file would be larger than is allowed"):
                store.append("h1", lines(3, 3), expected=3)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (tmp_path / "h1.jsonl").stat().st_size == size
        assert store.append("h1", lines(3, 3), expected=3) == 6


@pytest.mark.parametrize("kind", LOCAL)
def test_a_read_only_disk_takes_no_append_and_keeps_what_it_has(kind: str, small_disk: SmallDisk) -> None:
    place = local(kind, small_disk.path)
    with place.open() as store:
        store.append("h1", lines(0, 3), expected=0)
    small_disk.read_only(True)
    with pytest.raises(StoreError, match=r"read-only|it cannot be opened"), place.open() as store:
        store.append("h1", lines(3, 3), expected=3)
    with pytest.raises(StoreError, match=r"read-only|it cannot be opened"), place.open() as store:
        store.append("h2", lines(0, 3), expected=0)
    small_disk.read_only(False)
    with place.open() as store:
        assert store.streams() == ("h1",)
        assert store.append("h1", lines(3, 3), expected=3) == 6


def test_files_on_a_read_only_disk_are_read(small_disk: SmallDisk) -> None:
    with JsonlStore(small_disk.path) as store:
        store.append("h1", lines(0, 3), expected=0)
        small_disk.read_only(True)
        assert store.read("h1") == tuple(lines(0, 3))
        assert store.streams() == ("h1",)
        with pytest.raises(StoreError, match="it is read-only"):
            store.append("h1", lines(3, 1), expected=3)
        with pytest.raises(StoreError, match="it is read-only"):
            FolderSeeds(small_disk.path / "seeds")
    small_disk.read_only(False)
    (small_disk.path / ".grocerydots-store").unlink()
    small_disk.read_only(True)
    with JsonlStore(small_disk.path) as store:
        assert store.read("h1") == tuple(lines(0, 3))


# SQLite


def test_a_database_that_another_keeps_locked_is_a_store_error_and_waited_for(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "logs.db", timeout=1) as store:
        store.append("h1", lines(0, 3), expected=0)
        with closing(sqlite3.connect(tmp_path / "logs.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="another writer keeps it locked"):
                store.append("h1", lines(3, 1), expected=3)
            assert store.read("h1") == tuple(lines(0, 3))
            other.execute("ROLLBACK")
        assert store.append("h1", lines(3, 1), expected=3) == 4


def test_a_database_that_is_locked_on_opening_is_a_store_error(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "logs.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"cannot open the database .*: another writer keeps it locked"):
            SqliteStore(tmp_path / "logs.db", timeout=1)
    SqliteStore(tmp_path / "logs.db", timeout=1).close()


def test_a_database_that_is_let_go_in_time_is_opened_after_all(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "logs.db", isolation_level=None, check_same_thread=False)
    with closing(other), ThreadPoolExecutor(1) as pool:
        other.execute("BEGIN EXCLUSIVE")
        opening = pool.submit(SqliteStore, tmp_path / "logs.db", timeout=20)
        time.sleep(0.1)
        other.execute("ROLLBACK")
        opening.result().close()


def test_a_database_that_does_not_wait_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = sqlite3.OperationalError("database is locked")
    busy.sqlite_errorname = "SQLITE_BUSY"
    layout, failures = sqlite._LOGS, [busy, busy]

    class Pragmas(tuple[str, ...]):
        def __iter__(self) -> Iterator[str]:
            if failures:
                raise failures.pop()
            return super().__iter__()

    monkeypatch.setattr(SqliteStore, "_layout", layout._replace(pragmas=Pragmas(layout.pragmas)))
    SqliteStore(tmp_path / "logs.db").close()
    assert not failures


@pytest.mark.parametrize("code", ["SQLITE_IOERR_FSYNC", "SQLITE_FULL"])
def test_a_commit_that_may_have_reached_the_disk_says_so(tmp_path: Path, code: str) -> None:
    class Failing:
        def execute(self, statement: str) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = code
            raise error

    with SqliteStore(tmp_path / "logs.db") as store, pytest.raises((StoreError, sqlite3.Error)) as raised:
        store._commit(cast(sqlite3.Connection, Failing()), "write to")
    is_unsure = "the disk failed (SQLITE_IOERR_FSYNC); it is not known whether" in str(raised.value)
    assert is_unsure == (code == "SQLITE_IOERR_FSYNC")


def test_an_error_of_sqlite_without_a_code_is_repeated() -> None:
    assert sqlite._reason(sqlite3.ProgrammingError("seven")) == "seven"
    assert sqlite._reason(sqlite3.ProgrammingError()) == "ProgrammingError"


def test_commits_of_a_database_survive_a_loss_of_power(tmp_path: Path) -> None:
    def pragma(connection: sqlite3.Connection, name: str) -> object:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]

    with SqliteStore(tmp_path / "logs.db") as store, store._reading() as connection:
        assert (pragma(connection, "journal_mode"), pragma(connection, "synchronous")) == ("wal", 2)
    with SqliteSeeds(tmp_path / "seeds.db") as seeds, seeds._reading() as connection:
        assert (pragma(connection, "journal_mode"), pragma(connection, "synchronous")) == ("delete", 3)
        assert pragma(connection, "secure_delete") == 1


def test_a_store_that_is_closed_during_a_call_closes_its_connection_afterwards(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "logs.db") as store:
        with store._reading() as connection:
            store.close()
            assert connection.execute("SELECT 1").fetchone() == (1,)
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            connection.execute("SELECT 1")


def test_what_is_no_database_is_a_store_error(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    path.write_bytes(b"a shopping list, which is no database at all. " * 100)
    with pytest.raises(StoreError, match="it is not an SQLite database"):
        SqliteStore(path)
    with pytest.raises(StoreError, match="it does not exist"):
        SqliteStore(tmp_path / "nowhere" / "logs.db")
    with pytest.raises(StoreError, match="a database in memory stores nothing"):
        SqliteStore(":memory:")


def test_a_database_that_is_damaged_is_a_store_error_and_opened_anew_when_mended(tmp_path: Path) -> None:
    path = tmp_path / "logs.db"
    with SqliteStore(path) as store:
        store.append("h1", lines(0, 200, size=500), expected=0)
    shutil.copy(path, tmp_path / "copy.db")
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 8192)
    with SqliteStore(path) as store:
        with pytest.raises(StoreError, match="it is damaged"):
            store.read("h1")
        shutil.copy(tmp_path / "copy.db", path)
        assert len(store.read("h1")) == 200


def test_a_table_that_is_gone_is_a_store_error(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "logs.db") as store:
        with closing(sqlite3.connect(tmp_path / "logs.db")) as other:
            other.execute("DROP TABLE log_lines")
        for _ in range(2):
            with pytest.raises(StoreError, match="no such table: log_lines"):
                store.streams()
    with SqliteStore(tmp_path / "logs.db") as store:
        assert store.streams() == ()


# PostgreSQL


def test_a_full_disk_of_the_server_loses_nothing(
    private_server: PrivateServer, small_disk: SmallDisk, schema: str
) -> None:
    shutil.chown(small_disk.path, "postgres")
    options = "options='-c default_tablespace=small'"
    place = Place("postgres", f"{private_server.dsn} {options}", schema, timeout=3)
    with psycopg.connect(private_server.dsn, autocommit=True) as connection:
        connection.execute(f"CREATE TABLESPACE small LOCATION '{small_disk.path}'".encode())
        try:
            with place.open() as store:
                small_disk.fill(leave=200_000)
                stored = append_until_it_fails(store)
                small_disk.empty()
                assert store.append("h1", lines(stored, 3, size=5_000), expected=stored) == stored + 3
                assert store.read("h1") == tuple(lines(0, stored + 3, size=5_000))
        finally:
            connection.execute(f'DROP SCHEMA "{schema}" CASCADE'.encode())
            connection.execute(b"CHECKPOINT")
            connection.execute(b"DROP TABLESPACE small")


def test_a_read_only_database_takes_no_append_and_is_read(dsn: str, schema: str) -> None:
    place = Place("postgres", dsn, schema)
    with place.open() as store:
        store.append("h1", lines(0, 3), expected=0)
    read_only = psycopg.conninfo.make_conninfo(dsn, options="-c default_transaction_read_only=on")
    with Place("postgres", read_only, schema).open() as store:
        assert store.read("h1") == tuple(lines(0, 3))
        with pytest.raises(StoreError, match=re.escape("it is read-only (25006)")):
            store.append("h1", lines(3, 1), expected=3)
    with pytest.raises(StoreError, match="it is read-only"):
        Place("postgres", read_only, f"{schema}_seeds").open()
    with place.open() as store:
        assert store.entries("h1") == 3

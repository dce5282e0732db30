"""What only PostgreSQL has: a server that restarts, crashes or does not answer, and its messages."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import psycopg
import pytest

from grocerydots import Seed
from grocerydots.errors import ConcurrencyError, GrocerydotsError, StoreError
from grocerydots.stores import PostgresSeeds, PostgresStore
from stores.appender import Appenders
from stores.cutting_proxy import CuttingProxy
from stores.figures import count_lost, in_words, report
from stores.places import Place, lines
from stores.private_server import PrivateServer


@pytest.fixture
def own(private_server: PrivateServer) -> Place:
    """A place on the server that tests may stop."""
    return Place("postgres", private_server.dsn, f"own_{time.monotonic_ns()}", timeout=10)


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_server_that_restarts_between_appends_is_not_noticed(
    own: Place, private_server: PrivateServer, mode: str
) -> None:
    with own.open() as store:
        store.append("h1", lines(0, 3), expected=0)
        private_server.restart(mode)
        assert store.append("h1", lines(3, 3), expected=3) == 6
        assert store.read("h1") == tuple(lines(0, 6))


def restart_often(place: Place, server: PrivateServer, folder: Path, restarts: int) -> None:
    with Appenders(place._replace(timeout=60), "h1", folder) as appenders:
        running = appenders.start("w0")
        running.wait_for("done")
        for number in range(restarts):
            time.sleep(1.0)
            server.restart(("immediate", "fast")[number % 2])
        time.sleep(0.5)
        assert Path(f"/proc/{running.pid}").exists(), running.output.read_text()[-2000:]
        running.kill()
    with place.open() as store:
        figures = count_lost(store, "h1", running.tried())
    report(f"postgres: {restarts} restarts of the server: {in_words(figures)}")
    assert figures["acknowledged"] > restarts
    assert figures["lost"] == figures["lost races"] == 0
    assert figures["cut off"] <= 1


def test_a_server_that_restarts_during_appends_loses_nothing(
    own: Place, private_server: PrivateServer, tmp_path: Path
) -> None:
    restart_often(own, private_server, tmp_path, 2)


@pytest.mark.deep
def test_a_server_that_restarts_thirty_times_during_appends_loses_nothing(
    own: Place, private_server: PrivateServer, tmp_path: Path
) -> None:
    restart_often(own, private_server, tmp_path, 30)


def test_a_server_that_is_gone_is_a_store_error_and_found_again(
    own: Place, private_server: PrivateServer
) -> None:
    with own._replace(timeout=1).open() as store:
        store.append("h1", lines(0, 3), expected=0)
        private_server.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreError, match="cannot write to the PostgreSQL database postgres at "):
                    store.append("h1", lines(3, 3), expected=3)
            with pytest.raises(StoreError, match="cannot read from the PostgreSQL database"):
                store.read("h1")
            with pytest.raises(StoreError, match="cannot open the PostgreSQL database"):
                own.open()
            with pytest.raises(StoreError, match="cannot open the PostgreSQL database"):
                own.open_seeds()
        finally:
            private_server.start()
        assert store.append("h1", lines(3, 3), expected=3) == 6


@pytest.mark.parametrize("stored", [False, True])
def test_an_append_whose_answer_was_lost_is_stored_once_and_acknowledged(
    dsn: str, schema: str, stored: bool
) -> None:
    with CuttingProxy(dsn) as proxy, PostgresStore(proxy.dsn, schema=schema) as store:
        for start in (0, 3):
            proxy.cut(stored=stored)
            assert store.append("h1", lines(start, 3), expected=start) == start + 3
        assert store.read("h1") == tuple(lines(0, 6))
        with pytest.raises(ConcurrencyError):
            store.append("h1", lines(0, 3), expected=0)


def test_an_append_that_lost_both_its_answer_and_the_race_is_a_lost_race(dsn: str, schema: str) -> None:
    """The same lines by somebody else are another append."""
    with (
        CuttingProxy(dsn) as proxy,
        PostgresStore(proxy.dsn, schema=schema) as store,
        PostgresStore(dsn, schema=schema) as other,
    ):
        proxy.cut(stored=False, then=lambda: other.append("h1", lines(0, 3), expected=0))
        with pytest.raises(ConcurrencyError, match="3 stored entries, not 0"):
            store.append("h1", lines(0, 3), expected=0)


@pytest.mark.parametrize("stored", [False, True])
def test_an_append_that_may_have_been_stored_says_so(dsn: str, schema: str, stored: bool) -> None:
    with CuttingProxy(dsn) as proxy, PostgresStore(proxy.dsn, schema=schema, timeout=0) as store:
        proxy.cut(stored=stored)
        with pytest.raises(StoreError, match="it is not known whether the lines were stored, all of them or"):
            store.append("h1", lines(0, 3), expected=0)
        assert store.read("h1") == (tuple(lines(0, 3)) if stored else ())


def test_an_append_that_never_reached_its_commit_is_surely_not_stored(
    own: Place, private_server: PrivateServer
) -> None:
    with own._replace(timeout=0).open() as store:
        assert store.read("h1") == ()
        private_server.restart("fast")
        with pytest.raises(StoreError, match="cannot write to") as raised:
            store.append("h1", lines(0, 3), expected=0)
        assert "not known" not in str(raised.value)
        assert store.append("h1", lines(0, 3), expected=0) == 3


def test_no_message_shows_a_password(dsn: str, tmp_path: Path) -> None:
    nowhere = f"host={tmp_path} dbname=cards user=ann password=hunter2"
    for bad, message in (
        (nowhere, f"cannot open the PostgreSQL database cards at {tmp_path}: "),
        ("password=hunter2 nonsense", "dsn: expected a connection string for PostgreSQL"),
        (f"{dsn} password=hunter2 dbname=nothing_such", 'database "nothing_such" does not exist'),
    ):
        for opened in (PostgresStore, PostgresSeeds):
            with pytest.raises(StoreError, match=re.escape(message)) as raised:
                opened(bad)
            assert "hunter2" not in str(raised.value)
            assert "\n" not in str(raised.value)


@pytest.mark.parametrize("dsn", [7, None, b"x"])
def test_a_connection_string_is_text(dsn: str) -> None:
    with pytest.raises(GrocerydotsError, match="dsn: expected a str, got "):
        PostgresStore(dsn)


def test_a_role_that_may_make_nothing_uses_what_is_there(dsn: str, schema: str) -> None:
    role = f"role_{os.getpid()}"
    with PostgresStore(dsn, schema=schema) as store:
        store.append("h1", lines(0, 3), expected=0)
    as_role = psycopg.conninfo.make_conninfo(dsn, options=f"-c role={role}")
    with psycopg.connect(dsn, autocommit=True) as admin:
        admin.execute(f"CREATE ROLE {role}".encode())
        try:
            admin.execute(f'GRANT USAGE ON SCHEMA "{schema}" TO {role}'.encode())
            admin.execute(f'GRANT SELECT ON "{schema}".log_lines TO {role}'.encode())
            with PostgresStore(as_role, schema=schema) as store:
                assert store.read("h1") == tuple(lines(0, 3))
                with pytest.raises(StoreError, match="there is no permission"):
                    store.append("h1", lines(3, 1), expected=3)
            with pytest.raises(StoreError, match="there is no permission"):
                PostgresSeeds(as_role, schema=f"{schema}_seeds")
        finally:
            admin.execute(f"DROP OWNED BY {role}".encode())
            admin.execute(f"DROP ROLE {role}".encode())


def test_seeds_are_their_owners_alone(dsn: str, schema: str) -> None:
    seeds = PostgresSeeds(dsn, schema=f"{schema}_seeds")
    seeds.keep("h1", Seed(bytes(32)))
    with psycopg.connect(dsn, autocommit=True) as connection:
        query = "SELECT has_schema_privilege('pg_monitor', %s, 'USAGE')"
        assert connection.execute(query, (f"{schema}_seeds",)).fetchone() == (False,)
        connection.execute(f'GRANT SELECT ON "{schema}_seeds".seeds TO PUBLIC'.encode())
    with pytest.raises(StoreError, match=r"everybody can read the table .* run REVOKE ALL ON .* FROM PUBLIC"):
        PostgresSeeds(dsn, schema=f"{schema}_seeds")


def test_all_connections_in_use_is_a_store_error(dsn: str, schema: str) -> None:
    with PostgresStore(dsn, schema=schema, timeout=0.1, connections=1) as store:
        with store._free, pytest.raises(StoreError, match="all 1 connections to the PostgreSQL database"):
            store.read("h1")
        assert store.read("h1") == ()


def test_a_table_that_another_keeps_locked_is_a_store_error(dsn: str, schema: str) -> None:
    with PostgresStore(dsn, schema=schema, timeout=0.2) as store, psycopg.connect(dsn) as other:
        other.execute(f'LOCK TABLE "{schema}".log_lines IN SHARE MODE'.encode())
        with pytest.raises(StoreError, match="another writer keeps it locked"):
            store.append("h1", lines(0, 1), expected=0)
        assert store.read("h1") == ()
        other.rollback()
        assert store.append("h1", lines(0, 1), expected=0) == 1


def test_a_table_that_is_gone_or_another_is_noticed(dsn: str, schema: str) -> None:
    with PostgresStore(dsn, schema=schema) as store, psycopg.connect(dsn, autocommit=True) as admin:
        store.append("h1", lines(0, 3), expected=0)
        admin.execute(f'ALTER SCHEMA "{schema}" RENAME TO "{schema}_seeds"'.encode())
        for call in (store.streams, lambda: store.append("h1", lines(3, 1), expected=3)):
            with pytest.raises(StoreError, match="log_lines"):
                call()
        with PostgresStore(dsn, schema=schema):  # makes it anew
            for call in (store.streams, lambda: store.append("h1", lines(0, 3), expected=0)):
                with pytest.raises(StoreError, match=r"log_lines\" was replaced while the store was open"):
                    call()


def test_one_schema_is_not_for_logs_and_seeds(dsn: str, schema: str) -> None:
    PostgresSeeds(dsn, schema=schema)
    with pytest.raises(StoreError, match=f"the schema {schema} of .* is for seeds: keep logs in one"):
        PostgresStore(dsn, schema=schema)

"""What is PostgreSQL's own: a server that restarts, crashes or is not there, and what it is told."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder

from grocerydots import Seed
from grocerydots.errors import ConcurrencyError, StoreError
from grocerydots.stores import PostgresSeeds, PostgresStore
from stores.appender import Appenders
from stores.figures import count_lost, said, tell
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
    tell(f"postgres: {restarts} restarts of the server: {said(figures)}")
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


def breaking(monkeypatch: pytest.MonkeyPatch, times: int, *, stored: bool) -> None:
    """Break the connection at an append, so many times, after it was stored or before."""
    real = PostgresAggregateRecorder._insert_stored_events
    left = times

    def broken(
        self: PostgresAggregateRecorder, cursor: Any, events: Sequence[StoredEvent], **more: Any
    ) -> None:
        nonlocal left
        if stored or not left:
            real(self, cursor, events, **more)
        if left:
            left -= 1
            raise psycopg.OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(PostgresAggregateRecorder, "_insert_stored_events", broken)


@pytest.mark.parametrize("stored", [False, True])
def test_an_append_whose_answer_was_lost_is_stored_once_and_acknowledged(
    dsn: str, schema: str, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    with PostgresStore(dsn, schema=schema) as store:
        breaking(monkeypatch, 1, stored=stored)
        assert store.append("h1", lines(0, 3), expected=0) == 3
        assert store.read("h1") == tuple(lines(0, 3))
        with pytest.raises(ConcurrencyError):
            store.append("h1", lines(0, 3), expected=0)


def test_an_append_that_may_have_been_stored_says_so(
    dsn: str, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(dsn, schema=schema) as store:
        breaking(monkeypatch, 1_000, stored=False)
        with pytest.raises(StoreError, match="it is not known whether the lines were stored, all of them or"):
            store.append("h1", lines(0, 3), expected=0)
        monkeypatch.undo()
        assert store.read("h1") == ()


def test_a_password_stands_in_no_message(dsn: str, tmp_path: Path) -> None:
    nowhere = f"host={tmp_path} dbname=cards user=ann password=hunter2"
    for bad, message in (
        (nowhere, f"cannot open the PostgreSQL database cards at {tmp_path}: "),
        ("password=hunter2 nonsense", "that is no connection string for PostgreSQL"),
        (f"{dsn} password=hunter2 dbname=nothing_such", 'database "nothing_such" does not exist'),
    ):
        for opened in (PostgresStore, PostgresSeeds):
            with pytest.raises(StoreError, match=re.escape(message)) as raised:
                opened(bad)
            assert "hunter2" not in str(raised.value)
            assert "\n" not in str(raised.value)


@pytest.mark.parametrize("dsn", [7, None, b"x"])
def test_what_is_no_connection_string_is_a_store_error(dsn: str) -> None:
    with pytest.raises(StoreError, match="that is no connection string"):
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
            admin.execute(f'GRANT SELECT ON "{schema}".stored_events TO {role}'.encode())
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
    with psycopg.connect(dsn) as connection:
        for what in ("has_schema_privilege('pg_monitor', %s, 'USAGE')",):
            row = connection.execute(f"SELECT {what}".encode(), (f"{schema}_seeds",)).fetchone()
            assert row == (False,)


def test_all_connections_in_use_is_a_store_error(
    dsn: str, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with PostgresStore(dsn, schema=schema, timeout=1, connections=1) as store:
        recorder = store._ready()
        with (
            recorder.datastore.get_connection(),  # type: ignore[attr-defined]
            pytest.raises(StoreError, match="the server does not answer, or all connections are in use"),
        ):
            store.read("h1")
        assert store.read("h1") == ()

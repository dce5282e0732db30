"""Places for stores, and PostgreSQL where it is to be had: GROCERYDOTS_POSTGRES, or a server of our own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from stores.places import KINDS, MakePlace, Place, local
from stores.private_server import PrivateServer, programs
from stores.small_disk import SmallDisk, mounted

Require = Callable[[object, str], None]
NO_POSTGRESQL = "no PostgreSQL here: neither GROCERYDOTS_POSTGRES nor its programs"


@pytest.fixture(scope="session")
def private_server(require: Require) -> Iterator[PrivateServer]:
    """A server that tests may stop and crash."""
    require(programs(), "no PostgreSQL here: its programs are not installed")
    with PrivateServer() as server:
        yield server


@pytest.fixture(scope="session")
def dsn(require: Require, request: pytest.FixtureRequest) -> str:
    """The connection string of a server that stays up."""
    given = os.environ.get("GROCERYDOTS_POSTGRES")
    if given:
        return given
    require(programs(), NO_POSTGRESQL)
    server: PrivateServer = request.getfixturevalue("private_server")
    return server.dsn


@pytest.fixture
def schema(dsn: str) -> Iterator[str]:
    """A schema's name that nobody else uses; what is made under it is dropped."""
    name = f"gd_{os.getpid()}_{next(_numbers)}"
    yield name
    with psycopg.connect(dsn, autocommit=True) as connection:
        for made in (name, f"{name}_seeds"):
            connection.execute(f'DROP SCHEMA IF EXISTS "{made}" CASCADE'.encode())


_numbers = count()


@pytest.fixture
def make_place(tmp_path: Path, request: pytest.FixtureRequest) -> MakePlace:
    """A new place of a kind, on the disk."""

    def make(kind: str) -> Place:
        if kind == "postgres":
            return Place(kind, request.getfixturevalue("dsn"), request.getfixturevalue("schema"))
        return local(kind, tmp_path)

    return make


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, make_place: MakePlace) -> Place:
    """A new place of every kind in turn."""
    return make_place(request.param)


@pytest.fixture
def small_disk(require: Require) -> Iterator[SmallDisk]:
    """A disk that tests may fill."""
    with mounted() as disk:
        require(disk, "no right to mount a small file system here: only root has it")
        assert disk is not None
        yield disk

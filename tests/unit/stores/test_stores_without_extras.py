"""What of the stores works without extras, and what is said of the rest."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grocerydots import stores
from grocerydots.errors import MissingExtra


@pytest.fixture
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's module is imported anew, and as it was afterwards."""
    monkeypatch.delitem(sys.modules, "grocerydots.stores.postgres", raising=False)
    for name in ("PostgresStore", "PostgresSeeds"):  # kept there once it was imported
        monkeypatch.delattr(stores, name, raising=False)


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("name", ["PostgresStore", "PostgresSeeds"])
def test_a_store_without_its_extra_names_it(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for module in [known for known in sys.modules if known.partition(".")[0] == "psycopg"]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtra, match=r"grocerydots\[postgres\]"):
        getattr(stores, name)


def ran(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_files_and_sqlite_need_no_extra() -> None:
    code = (
        "import sys\n"
        "sys.modules['psycopg'] = None\n"
        "from grocerydots.stores import FolderSeeds, JsonlStore, SqliteSeeds, SqliteStore, Store\n"
        "print(SqliteStore.__name__)"
    )
    assert ran(code) == "SqliteStore\n"


@pytest.mark.parametrize("name", ["grocerydots", "grocerydots.stores"])
def test_no_database_is_imported_before_it_is_used(name: str) -> None:
    code = f"import sys, {name}; print([name for name in ('sqlite3', 'psycopg') if name in sys.modules])"
    assert ran(code) == "[]\n"


def test_every_public_name_is_there_and_no_other() -> None:
    for name in stores.__all__:
        assert getattr(stores, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'OracleStore'"):
        stores.OracleStore  # noqa: B018

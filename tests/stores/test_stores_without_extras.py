"""What of the stores works without extras, and what is said of the rest."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grocerydots import stores
from grocerydots.errors import MissingExtra

MODULES = ("recorded", "sqlite", "postgres", "postgres_seeds", "postgres_words")


@pytest.fixture
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stores' modules are imported anew, and as they were afterwards."""
    for name in MODULES:
        monkeypatch.delitem(sys.modules, f"grocerydots.stores.{name}", raising=False)


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize(
    ("name", "missing", "extra"),
    [
        ("SqliteStore", "eventsourcing", "store"),
        ("PostgresStore", "psycopg", "postgres"),
        ("PostgresStore", "psycopg_pool", "postgres"),
        ("PostgresSeeds", "psycopg", "postgres"),
    ],
)
def test_a_store_without_its_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, missing: str, extra: str
) -> None:
    for module in [known for known in sys.modules if known.partition(".")[0] == missing]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=rf"grocerydots\[{extra}\]"):
        getattr(stores, name)


def test_files_and_seeds_need_no_extra_and_load_none() -> None:
    code = (
        "import sys\n"
        "for name in ('eventsourcing', 'psycopg', 'psycopg_pool'): sys.modules[name] = None\n"
        "from grocerydots.stores import FolderSeeds, JsonlStore, SqliteSeeds, Store\n"
        "print(JsonlStore.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "JsonlStore\n"


def test_every_public_name_is_there_and_no_other() -> None:
    for name in stores.__all__:
        assert getattr(stores, name).__name__ == name
    with pytest.raises(AttributeError, match="has no attribute 'OracleStore'"):
        stores.OracleStore  # noqa: B018

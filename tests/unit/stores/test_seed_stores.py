"""Where seeds are kept: all by the same tests, and what is each one's own."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import cast

import pytest

from grocerydots import Seed
from grocerydots.errors import DeckError, NotationError, StoreError, WrongType
from grocerydots.stores import FolderSeeds, PostgresSeeds, SqliteSeeds
from stores.places import MakePlace, Place, new_hand, played

SEED = Seed(bytes(range(32)))
OTHER = Seed(bytes(32))


def test_a_seed_is_kept_and_found_by_whoever_opens_the_place(place: Place) -> None:
    with place.open_seeds() as seeds:
        seeds.keep("h1", SEED)
        seeds.keep("..", OTHER)
    with place.open_seeds() as seeds:
        assert seeds.seed("h1") == SEED
        assert seeds.seed("..") == OTHER
        assert seeds.hand_ids() == ("..", "h1")


def test_a_test_seed_stays_one(place: Place) -> None:
    with place.open_seeds() as seeds:
        seeds.keep("h1", Seed(bytes(32), is_test=True))
        assert seeds.seed("h1").is_test


def test_a_hand_has_one_seed(place: Place) -> None:
    with place.open_seeds() as seeds:
        seeds.keep("h1", SEED)
        seeds.keep("h1", SEED)
        with pytest.raises(StoreError, match="another seed is kept for hand h1") as raised:
            seeds.keep("h1", OTHER)
        assert OTHER.hex() not in str(raised.value)
        assert seeds.seed("h1") == SEED


def test_a_deleted_seed_is_gone(place: Place) -> None:
    with place.open_seeds() as seeds:
        seeds.keep("h1", SEED)
        seeds.keep("h2", OTHER)
        assert seeds.delete("h1")
        assert not seeds.delete("h1")
        assert seeds.hand_ids() == ("h2",)
        with pytest.raises(StoreError, match="no seed is kept for hand h1"):
            seeds.seed("h1")


def test_an_id_outside_the_alphabet_is_refused(place: Place) -> None:
    with place.open_seeds() as seeds:
        calls: list[Callable[[str], object]] = [
            seeds.seed,
            seeds.delete,
            lambda hand_id: seeds.keep(hand_id, SEED),
        ]
        for hand_id, call in product(["", "../h1", "a/b", "x" * 65, None], calls):
            with pytest.raises((NotationError, WrongType)):
                call(cast(str, hand_id))


def test_only_a_seed_is_kept(place: Place) -> None:
    with place.open_seeds() as seeds, pytest.raises(WrongType, match="seed: expected a Seed, got a str"):
        seeds.keep("h1", SEED.hex())  # type: ignore[arg-type]


def test_a_hand_goes_on_from_its_log_and_its_seed(place: Place) -> None:
    hand = played(new_hand(SEED), 4)
    with place.open() as store, place.open_seeds() as seeds:
        seeds.keep("h1", SEED)
        seeds.keep("h2", OTHER)
        store.save(hand)
    with place.open() as store, place.open_seeds() as seeds:
        again = store.load("h1", seed=seeds.seed("h1"))
        assert played(again).log == played(hand).log
        with pytest.raises(DeckError):
            store.load("h1", seed=seeds.seed("h2"))


def test_no_byte_of_a_seed_gets_into_the_store_of_logs(make_place: MakePlace, tmp_path: Path) -> None:
    for kind in ("jsonl", "sqlite"):
        place = make_place(kind)
        with place.open() as store, place.open_seeds() as seeds:
            seeds.keep("h1", SEED)
            store.save(played(new_hand(SEED)))
            where = Path(place.where)
            for path in [where] if where.is_file() else where.iterdir():
                content = path.read_bytes()
                assert SEED.bytes not in content
                assert SEED.hex().encode() not in content


# Files


def test_only_the_owner_can_read_a_seed(tmp_path: Path) -> None:
    FolderSeeds(tmp_path / "a" / "seeds").keep("h1", SEED)
    SqliteSeeds(tmp_path / "seeds.db").keep("h1", SEED)
    for path, mode in ((tmp_path / "a/seeds", 0o700), (tmp_path / "a/seeds/h1.seed", 0o600)):
        assert path.stat().st_mode & 0o777 == mode
    assert (tmp_path / "seeds.db").stat().st_mode & 0o777 == 0o600


def test_a_seed_that_others_can_read_is_refused(tmp_path: Path) -> None:
    seeds = FolderSeeds(tmp_path)
    seeds.keep("h1", SEED)
    (tmp_path / "h1.seed").chmod(0o640)
    with pytest.raises(
        StoreError,
        match=f"others than its owner can use {tmp_path}/h1.seed: run chmod 600 {tmp_path}/h1.seed",
    ):
        seeds.seed("h1")


@pytest.mark.parametrize("content", [b"", b"\n", b"00\n", SEED.hex().encode(), b"\xff" * 65, b"00" * 50])
def test_a_file_that_holds_no_seed_is_said_so(tmp_path: Path, content: bytes) -> None:
    seeds = FolderSeeds(tmp_path)
    with open(os.open(tmp_path / "h1.seed", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        file.write(content)
    with pytest.raises(StoreError, match=r"h1\.seed does not hold a seed"):
        seeds.seed("h1")


def test_what_a_crash_left_of_a_seed_is_deleted_with_it(tmp_path: Path) -> None:
    seeds = FolderSeeds(tmp_path)
    seeds.keep("h1", SEED)
    seeds.keep("h1.seed.x", OTHER)
    (tmp_path / "h1.seed.0123.draft").write_text(SEED.hex())
    (tmp_path / "note.txt").write_text("not ours")
    (tmp_path / "not an id.seed").write_text("not ours")
    assert seeds.delete("h1")
    assert sorted(os.listdir(tmp_path)) == [
        ".grocerydots-store",
        "h1.seed.x.seed",
        "not an id.seed",
        "note.txt",
    ]
    assert seeds.hand_ids() == ("h1.seed.x",)


def test_a_symbolic_link_is_not_followed_to_a_seed(tmp_path: Path) -> None:
    seeds = FolderSeeds(tmp_path / "seeds")
    seeds.keep("h1", SEED)
    (tmp_path / "seeds" / "h2.seed").symlink_to("h1.seed")
    with pytest.raises(StoreError, match="it is a symbolic link"):
        seeds.seed("h2")


def test_seeds_are_not_kept_among_logs(make_place: MakePlace, tmp_path: Path) -> None:
    place = make_place("jsonl")
    with place.open() as store:
        store.save(new_hand(SEED))
    with pytest.raises(StoreError, match="is for logs: keep seeds in a folder of their own"):
        FolderSeeds(place.where)
    place = make_place("sqlite")
    place.open().close()
    with pytest.raises(StoreError, match="has other tables: keep seeds in a file of their own"):
        SqliteSeeds(place.where)


def test_seeds_are_not_kept_among_logs_in_postgresql(make_place: MakePlace) -> None:
    place = make_place("postgres")
    place.open().close()
    with pytest.raises(StoreError, match="is for logs: keep seeds in one of their own"):
        PostgresSeeds(place.where, schema=place.schema)


def test_a_place_that_cannot_be_had_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"not a database, and longer than a database's header " * 20)
    with pytest.raises(StoreError, match="cannot make the folder"):
        FolderSeeds(tmp_path / "file")
    with pytest.raises(StoreError, match="it is not an SQLite database"):
        SqliteSeeds(tmp_path / "file")
    with pytest.raises(StoreError, match="it does not exist"):
        SqliteSeeds(tmp_path / "nowhere" / "seeds.db")


def test_a_deleted_seed_is_overwritten_in_the_file(tmp_path: Path) -> None:
    seeds = SqliteSeeds(tmp_path / "seeds.db")
    seeds.keep("h1", SEED)
    assert SEED.bytes in (tmp_path / "seeds.db").read_bytes()
    seeds.delete("h1")
    assert SEED.bytes not in (tmp_path / "seeds.db").read_bytes()


def test_a_locked_file_of_seeds_is_a_store_error(tmp_path: Path) -> None:
    seeds = SqliteSeeds(tmp_path / "seeds.db", timeout=0.1)
    other = sqlite3.connect(tmp_path / "seeds.db")
    try:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="another writer keeps it locked"):
            seeds.keep("h1", SEED)
    finally:
        other.close()

"""A store's place in other hands: lost, shared, readable by others, or full of odd things."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grocerydots import Seed
from grocerydots.errors import StoreError
from grocerydots.stores import FolderSeeds, JsonlStore, SeedStore, SqliteSeeds, SqliteStore, Store, disk
from stores.places import Place, line, lines, local

SEED = Seed(bytes(range(32)))
GONE = r"was (deleted or renamed|replaced|emptied) while the store was open|was changed by another"

# Deleted, renamed or replaced under an open store


def delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        for found in path.parent.glob(path.name + "*"):
            found.unlink()


def rename(path: Path) -> None:
    path.rename(path.with_name("renamed"))


def replace(path: Path) -> None:
    other = path.with_name("other")
    if path.is_dir():
        shutil.copytree(path, other)
        path.rename(path.with_name("renamed"))
    else:
        shutil.copy(path, other)
    other.rename(path)


def delete_and_make_anew(path: Path) -> None:
    """An inode that nobody has open any more may be given to the very next file."""
    was_folder = path.is_dir()
    delete(path)
    if was_folder:
        path.mkdir(mode=0o700)
    else:
        path.touch(mode=0o600)


def empty(path: Path) -> None:
    """What no folder can be."""
    if path.is_dir():
        delete(path)
    else:
        os.truncate(path, 0)


LOSSES: tuple[Callable[[Path], None], ...] = (delete, rename, replace, delete_and_make_anew, empty)
everywhere = pytest.mark.parametrize("lose", LOSSES)


@pytest.fixture(params=["file of logs", "folder of logs", "database of logs"])
def lost_log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Store, Path]]:
    """A store with a log in it, and what of it is lost."""
    place = local("sqlite" if request.param == "database of logs" else "jsonl", tmp_path)
    with place.open() as store:
        store.append("h1", lines(0, 3), expected=0)
        path = Path(place.where)
        yield store, path / "h1.jsonl" if request.param == "file of logs" else path


@everywhere
def test_a_log_that_is_lost_under_an_open_store_is_noticed(
    lost_log: tuple[Store, Path], lose: Callable[[Path], None]
) -> None:
    store, path = lost_log
    lose(path)
    for call in (
        lambda: store.append("h1", lines(3, 1), expected=3),
        lambda: store.append("h1", lines(0, 3), expected=0),
        lambda: store.extend("h1", lines(0, 4)),
        lambda: store.read("h1"),
        lambda: store.entries("h1"),
    ):
        with pytest.raises(StoreError, match=GONE):
            call()


def test_a_log_that_is_put_back_is_used_again(lost_log: tuple[Store, Path]) -> None:
    store, path = lost_log
    rename(path)
    with pytest.raises(StoreError, match=GONE):
        store.read("h1")
    path.with_name("renamed").rename(path)
    assert store.append("h1", lines(3, 1), expected=3) == 4
    assert store.read("h1") == tuple(lines(0, 4))


@everywhere
def test_an_append_is_not_acknowledged_when_its_file_is_lost_meanwhile(
    lost_log: tuple[Store, Path], lose: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, path = lost_log
    if isinstance(store, SqliteStore):
        commit = store._commit

        def losing(connection: sqlite3.Connection, doing: str) -> None:
            commit(connection, doing)
            lose(path)

        monkeypatch.setattr(type(store), "_commit", staticmethod(losing))
    else:
        sync = disk.sync_file

        def losing_file(file: int) -> None:
            sync(file)
            monkeypatch.undo()
            lose(path)

        monkeypatch.setattr(disk, "sync_file", losing_file)
    with pytest.raises(StoreError, match=GONE) as raised:
        store.append("h1", lines(3, 1), expected=3)
    assert ("it is not known whether" in str(raised.value)) == isinstance(store, SqliteStore)
    if lose is rename:
        path.with_name("renamed").rename(path)
        assert store.entries("h1") == (4 if isinstance(store, SqliteStore) else 3)


@pytest.mark.parametrize("beside", ["-wal", "-shm"])
@pytest.mark.parametrize("lose", [delete, rename])
def test_a_file_beside_the_database_that_is_lost_is_noticed_and_nothing_is_lost_with_it(
    tmp_path: Path, beside: str, lose: Callable[[Path], None]
) -> None:
    with SqliteStore(tmp_path / "logs.db") as store:
        store.append("h1", lines(0, 3), expected=0)
        lose(tmp_path / f"logs.db{beside}")
        with pytest.raises(StoreError, match=rf"logs\.db{beside} {GONE}"):
            store.append("h1", lines(3, 1), expected=3)
        assert store.append("h1", lines(3, 1), expected=3) == 4
    with SqliteStore(tmp_path / "logs.db") as store:
        assert store.read("h1") == tuple(lines(0, 4))


@everywhere
@pytest.mark.parametrize("opener", [FolderSeeds, SqliteSeeds])
def test_seeds_that_are_lost_under_an_open_store_are_noticed(
    tmp_path: Path, opener: Callable[[Path], SeedStore], lose: Callable[[Path], None]
) -> None:
    with opener(tmp_path / "seeds") as seeds:
        seeds.keep("h1", SEED)
        lose(tmp_path / "seeds")
        for call in (
            lambda: seeds.keep("h2", SEED),
            lambda: seeds.seed("h1"),
            lambda: seeds.delete("h1"),
            seeds.hand_ids,
        ):
            with pytest.raises(StoreError, match=GONE):
                call()


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_a_database_is_not_made_anew_beside_what_belongs_to_the_old_one(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"logs.db{suffix}").write_bytes(b"what a killed process stored last")
    for opener in (SqliteStore, SqliteSeeds):
        with pytest.raises(StoreError, match=f"logs.db{suffix} is there without its database: put that back"):
            opener(tmp_path / "logs.db")
    assert os.listdir(tmp_path) == [f"logs.db{suffix}"]
    (tmp_path / f"logs.db{suffix}").unlink()
    SqliteStore(tmp_path / "logs.db").close()


def test_a_link_to_a_database_that_is_turned_elsewhere_is_noticed(tmp_path: Path) -> None:
    link = tmp_path / "logs.db"
    link.symlink_to("first.db")
    with SqliteStore(link) as store:
        store.append("h1", lines(0, 3), expected=0)
        SqliteStore(tmp_path / "second.db").close()
        link.unlink()
        link.symlink_to("second.db")
        with pytest.raises(StoreError, match=GONE):
            store.append("h1", lines(3, 1), expected=3)
    with SqliteStore(tmp_path / "first.db") as store:
        assert store.entries("h1") == 3


def test_a_log_that_somebody_else_continued_from_a_copy_is_read_anew(tmp_path: Path) -> None:
    """The file is the same and has grown, but not from what this store knows."""
    path = tmp_path / "h1.jsonl"
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        path.write_bytes(b"".join(one + b"\n" for one in lines(0, 2) + lines(2, 3, "somebody else")))
        assert store.entries("h1") == 5
        assert store.append("h1", [line(5)], expected=5) == 6


# Locks


def is_locked_out(path: Path) -> bool:
    """Whether another process cannot get the lock for writing."""
    code = "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0.1).execute('BEGIN IMMEDIATE')"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
    return "database is locked" in done.stderr


@pytest.mark.parametrize("opener", [SqliteStore, SqliteSeeds])
@pytest.mark.parametrize("is_link", [False, True])
def test_no_use_of_a_database_takes_away_a_lock_that_this_process_has_on_it(
    tmp_path: Path, opener: Callable[..., Any], is_link: bool
) -> None:
    """POSIX drops all locks of a process on a file when it closes any descriptor of that file."""
    path = tmp_path / "a.db"
    if is_link:
        path.symlink_to("b.db")
    with opener(path, timeout=0.1) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert is_locked_out(path)
        with pytest.raises(StoreError, match="another writer keeps it locked"):
            opener(path, timeout=0.1)
        with pytest.raises(StoreError):  # one of a kind that the file is not for
            (SqliteStore if opener is SqliteSeeds else SqliteSeeds)(path, timeout=0.1)
        write = (
            partial(store.keep, "h1", SEED) if opener is SqliteSeeds else partial(store.extend, "h1", [b"{}"])
        )
        with pytest.raises(StoreError, match="another writer keeps it locked"):
            write()
        assert is_locked_out(path)


def test_a_new_file_is_never_open_under_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = os.open

    def spied(path: Any, *arguments: Any, **more: Any) -> int:
        opened.append(os.path.basename(path))
        return real(path, *arguments, **more)

    monkeypatch.setattr(os, "open", spied)
    with SqliteStore(tmp_path / "logs.db"), SqliteSeeds(tmp_path / "seeds.db") as seeds:
        seeds.keep("h1", SEED)
    assert not {"logs.db", "seeds.db"} & set(opened)


# Forks


def test_a_store_is_used_on_both_sides_of_a_fork_and_nothing_is_lost(place: Place) -> None:
    with place.open() as store:
        store.append("h1", lines(0, 1), expected=0)
        to_child, to_parent = os.pipe(), os.pipe()
        child = os.fork()
        if child == 0:
            try:
                store.append("h1", lines(1, 1), expected=1)
                os.write(to_parent[1], b"x")
                os.read(to_child[0], 1)  # until the parent has closed its connections
                store.append("h1", lines(2, 1), expected=2)
                os._exit(0)
            finally:
                os._exit(1)
        assert os.read(to_parent[0], 1) == b"x"
        assert store.read("h1") == tuple(lines(0, 2))
        store.close()
        os.write(to_child[1], b"x")
        assert os.waitpid(child, 0)[1] == 0
        for descriptor in (*to_child, *to_parent):
            os.close(descriptor)
    with place.open() as store:
        assert store.append("h1", lines(3, 1), expected=3) == 4
        assert store.read("h1") == tuple(lines(0, 4))


# Odd entries


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def make_huge_line(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"{")
        file.truncate(1 << 33)  # a hole: eight gigabytes that take no room


def link_nowhere(path: Path) -> None:
    path.symlink_to("nowhere")


def link_to_a_log(path: Path) -> None:
    path.symlink_to("h1.jsonl")


def link_to_itself(path: Path) -> None:
    path.symlink_to(path.name)


def make_garbage(path: Path) -> None:
    path.write_bytes(bytes(range(255, -1, -1)) * 20)


def make_text(path: Path) -> None:
    path.write_text("bread\nmilk\n")


ODD: dict[str, Callable[[Path], None]] = {
    "a link that leads nowhere": link_nowhere,
    "a link to a log": link_to_a_log,
    "a link to itself": link_to_itself,
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a socket": make_socket,
    "garbage": make_garbage,
    "a text": make_text,
    "a line without end": make_huge_line,
}
odd_entries = pytest.mark.parametrize("odd", ODD.values(), ids=ODD.keys())


@odd_entries
def test_an_odd_entry_is_no_log_and_stops_nobody(tmp_path: Path, odd: Callable[[Path], None]) -> None:
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        odd(tmp_path / "odd.jsonl")
        before = os.lstat(tmp_path / "odd.jsonl")
        assert store.streams() == ("h1",)
        for call in (
            lambda: store.read("odd"),
            lambda: store.entries("odd"),
            lambda: store.append("odd", [line(0)], expected=0),
        ):
            with pytest.raises(StoreError, match=r"odd\.jsonl"):
                call()
        after = os.lstat(tmp_path / "odd.jsonl")
        assert (after.st_ino, after.st_size) == (before.st_ino, before.st_size)
    with JsonlStore(tmp_path) as store:
        assert store.append("h1", lines(3, 1), expected=3) == 4


def test_a_name_of_any_bytes_stops_nobody(tmp_path: Path) -> None:
    for name in (b"\xff\xfe.jsonl", b"x" * 200 + b".jsonl", b" .jsonl", b".jsonl", b"\n.jsonl"):
        (tmp_path / os.fsdecode(name)).write_bytes(line(0) + b"\n")
    with JsonlStore(tmp_path) as store:
        assert store.streams() == ()
        assert store.append("h1", lines(0, 1), expected=0) == 1
    with JsonlStore(tmp_path) as store:
        assert store.streams() == ("h1",)


@odd_entries
def test_an_odd_entry_is_no_seed_and_stops_nobody(tmp_path: Path, odd: Callable[[Path], None]) -> None:
    seeds = FolderSeeds(tmp_path)
    seeds.keep("h1", SEED)
    odd(tmp_path / "odd.seed")
    odd(tmp_path / "h1.seed.0123.draft")
    for call in (lambda: seeds.seed("odd"), lambda: seeds.keep("odd", SEED)):
        with pytest.raises(StoreError, match=r"odd\.seed"):
            call()
    assert "h1" in seeds.hand_ids()
    assert FolderSeeds(tmp_path).delete("h1")
    assert not (tmp_path / "h1.seed").exists()


@pytest.mark.parametrize("opener", [SqliteStore, SqliteSeeds])
@pytest.mark.parametrize("odd", [Path.mkdir, os.mkfifo, make_socket, make_garbage, make_text, link_to_itself])
def test_an_odd_entry_is_no_database(
    tmp_path: Path, opener: Callable[..., object], odd: Callable[[Path], None]
) -> None:
    odd(tmp_path / "odd.db")
    with pytest.raises(StoreError, match=r"odd\.db"):
        opener(tmp_path / "odd.db", timeout=0.1)


@pytest.mark.parametrize("opener", [SqliteStore, SqliteSeeds])
@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("odd", [Path.mkdir, os.mkfifo, make_socket, link_nowhere])
def test_an_odd_entry_beside_a_database_is_refused(
    tmp_path: Path, opener: Callable[..., Any], suffix: str, odd: Callable[[Path], None]
) -> None:
    opener(tmp_path / "a.db").close()
    odd(tmp_path / f"a.db{suffix}")
    with pytest.raises(StoreError, match=f"cannot use {tmp_path}/a.db{suffix}: it is "):
        opener(tmp_path / "a.db", timeout=0.1)


# One place for both


def kinds(name: str) -> tuple[Callable[[Path], Any], Callable[[Path], Any]]:
    return (JsonlStore, FolderSeeds) if name == "folder" else (SqliteStore, SqliteSeeds)


@pytest.mark.parametrize("name", ["folder", "database"])
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("is_closed", [False, True])
def test_one_place_is_not_for_logs_and_seeds(tmp_path: Path, name: str, first: int, is_closed: bool) -> None:
    path = tmp_path / name
    opened = kinds(name)[first](path)
    if is_closed:
        opened.close()
    path.chmod(0o700 if name == "folder" else 0o600)
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"{path} (is for|has other) \w+: keep (seeds|logs) in"):
            kinds(name)[1 - first](path)
    opened.close()
    kinds(name)[first](path).close()


@pytest.mark.parametrize("first", [0, 1])
def test_a_folder_without_a_mark_is_for_what_is_in_it(tmp_path: Path, first: int) -> None:
    (tmp_path / ("h1.jsonl", "h1.seed")[first]).touch()
    with pytest.raises(StoreError, match=f"the folder {tmp_path} is for {('logs', 'seeds')[first]}: keep"):
        kinds("folder")[1 - first](tmp_path)
    assert os.listdir(tmp_path) == [("h1.jsonl", "h1.seed")[first]]
    kinds("folder")[first](tmp_path).close()


@pytest.mark.parametrize("content", ["", "cards\n", "logs and seeds\n"])
def test_a_mark_that_was_changed_is_refused(tmp_path: Path, content: str) -> None:
    JsonlStore(tmp_path).close()
    (tmp_path / ".grocerydots-store").write_text(content)
    for opener in kinds("folder"):
        with pytest.raises(StoreError, match=r"\.grocerydots-store must hold the word logs or seeds, not "):
            opener(tmp_path)
    (tmp_path / ".grocerydots-store").unlink()
    os.mkfifo(tmp_path / ".grocerydots-store")
    with pytest.raises(StoreError, match=r"\.grocerydots-store: it is not a regular file"):
        JsonlStore(tmp_path)


# Readable by others


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o602, 0o666, 0o644, 0o610])
def test_a_database_of_seeds_that_others_can_read_is_refused_and_left_as_it_is(
    tmp_path: Path, mode: int
) -> None:
    path = tmp_path / "seeds.db"
    path.touch()
    path.chmod(mode)
    refusal = f"others than its owner can use {path}: run chmod 600 {path}"
    with pytest.raises(StoreError, match=refusal):
        SqliteSeeds(path)
    assert path.stat().st_size == 0
    path.chmod(0o600)
    with SqliteSeeds(path) as seeds:
        path.chmod(mode)
        with pytest.raises(StoreError, match=refusal):
            seeds.keep("h1", SEED)
        path.chmod(0o600)
        assert seeds.hand_ids() == ()
    link = tmp_path / "link.db"
    link.symlink_to(path)
    path.chmod(mode)
    with pytest.raises(StoreError, match="others than its owner can use"):
        SqliteSeeds(link)


@pytest.mark.parametrize("mode", [0o750, 0o705, 0o701, 0o755, 0o777])
def test_a_folder_of_seeds_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "seeds"
    path.mkdir()
    path.chmod(mode)
    with pytest.raises(StoreError, match=f"others than its owner can use {path}: run chmod 700 {path}"):
        FolderSeeds(path)
    path.chmod(0o700)
    seeds = FolderSeeds(path)
    path.chmod(mode)
    with pytest.raises(StoreError, match="run chmod 700"):
        seeds.keep("h1", SEED)


@pytest.mark.parametrize("is_link", [False, True])
def test_new_seeds_are_their_owners_alone_whatever_the_umask(tmp_path: Path, is_link: bool) -> None:
    before = os.umask(0)
    try:
        if is_link:
            (tmp_path / "seeds.db").symlink_to("target.db")
        with SqliteSeeds(tmp_path / "seeds.db") as seeds:
            seeds.keep("h1", SEED)
        FolderSeeds(tmp_path / "a" / "seeds").keep("h1", SEED)
    finally:
        os.umask(before)
    assert (tmp_path / "seeds.db").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a" / "seeds").stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "a" / "seeds").iterdir()] == [0o600] * 2

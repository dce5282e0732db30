"""Logs as files: how an append is whole or not there, and what a damaged file is worth."""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from grocerydots import Seed, files, read_log
from grocerydots.errors import ConcurrencyError, NotationError, StoreError, WrongType
from grocerydots.log.chain import digests
from grocerydots.stores import JsonlStore, disk, jsonl
from stores.places import line, lines, new_hand, played

SEED = Seed(bytes(range(32)))
MARK = ".grocerydots-store"  # names what the folder is for
FINISHED = played(new_hand(SEED)).log


class Crash(BaseException):
    """The process is gone: nothing is tidied up."""


def test_a_file_is_what_every_tool_for_logs_reads(tmp_path: Path) -> None:
    hand = new_hand(SEED)
    with JsonlStore(tmp_path) as store:
        store.save(hand)
        assert (tmp_path / "h1.jsonl").read_bytes() == hand.log.to_bytes()
        store.save(played(hand))
        assert store.path("h1") == str(tmp_path / "h1.jsonl")
    assert read_log(tmp_path / "h1.jsonl") == FINISHED
    assert (tmp_path / "h1.jsonl").read_bytes() == FINISHED.to_bytes()
    assert sorted(os.listdir(tmp_path)) == [MARK, "h1.jsonl"]


@pytest.mark.parametrize("stream_id", ["", "../../etc/passwd", "a/b", "a\0", None, 5, b"h1"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, stream_id: Any) -> None:
    with JsonlStore(tmp_path) as store:
        with pytest.raises((NotationError, WrongType), match=r"^(an id is 1|id: expected a str, got) "):
            store.path(stream_id)
        assert store.path("..") == str(tmp_path / "...jsonl")
    with pytest.raises(StoreError, match="closed"):
        store.path("h1")


def test_what_is_not_a_log_in_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("bread, milk")
    (tmp_path / "two words.jsonl").write_text("{}\n")
    (tmp_path / "empty.jsonl").touch()
    with JsonlStore(tmp_path) as store:
        assert store.streams() == ()
        assert store.append("empty", [line(0)], expected=0) == 1
        assert store.streams() == ("empty",)


@pytest.mark.parametrize("first", [0, 3])
def test_an_append_is_whole_or_not_there_wherever_it_is_cut(tmp_path: Path, first: int) -> None:
    """A process may die after any call to the system, and its machine after any byte of it."""
    before, after = tmp_path / "before", tmp_path / "after"
    for folder, count in ((before, first), (after, first + 4)):
        JsonlStore(folder).append("h1", lines(0, count), expected=0)
    old = (before / "h1.jsonl").read_bytes() if first else b""
    new = (after / "h1.jsonl").read_bytes()
    unmarked = old + b"\0" + new[len(old) + 1 :]
    path = tmp_path / "h1.jsonl"
    for cut in range(len(old), len(new) + 1):
        path.write_bytes(unmarked[:cut])
        with JsonlStore(tmp_path) as store:
            assert store.read("h1") == tuple(lines(0, first))
            assert store.entries("h1") == first
            assert store.streams() == (("h1",) if first else ())
            if cut % 16 == 0 or cut == len(new):
                assert store.append("h1", lines(first, 4), expected=first) == first + 4
                assert path.read_bytes() == new


@pytest.mark.parametrize("call", ["write_at", "sync_file"])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), Crash()])
def test_an_append_that_fails_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, error: BaseException
) -> None:
    calls = 0
    real = getattr(disk, call)

    def fail(*arguments: object) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise error
        real(*arguments)

    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        monkeypatch.setattr(disk, call, fail)
        with pytest.raises((StoreError, Crash)) as raised:
            store.append("h1", lines(3, 2), expected=3)
        if isinstance(error, OSError):
            assert str(raised.value) == f"cannot write to {tmp_path / 'h1.jsonl'}: the disk failed"
        monkeypatch.undo()
        assert store.read("h1") == tuple(lines(0, 3))
        assert (tmp_path / "h1.jsonl").read_bytes().count(b"\n") == 3
        assert store.append("h1", lines(3, 2), expected=3) == 5
        assert store.read("h1") == tuple(lines(0, 5))


def test_an_append_that_cannot_even_be_taken_back_stays_invisible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        monkeypatch.setattr(disk, "sync_file", fail)
        with pytest.raises(StoreError, match="the disk failed"):
            store.append("h1", lines(3, 2), expected=3)
        monkeypatch.undo()
        assert store.read("h1") == tuple(lines(0, 3))


def test_a_system_that_writes_little_at_a_time_writes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.pwrite
    monkeypatch.setattr(os, "pwrite", lambda file, content, offset: real(file, content[:7], offset))
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
        assert store.read("h1") == tuple(lines(0, 3))


def test_a_torn_last_line_is_passed_over_and_cut_off_by_the_next_append(tmp_path: Path) -> None:
    path = tmp_path / "h1.jsonl"
    whole = b"".join(one + b"\n" for one in lines(0, 3))
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        count = whole[:size].count(b"\n")
        with JsonlStore(tmp_path) as store:
            assert store.read("h1") == tuple(lines(0, count))
            assert store.streams() == (("h1",) if count else ())
            if size % 8 == 0:
                assert store.append("h1", lines(count, 1), expected=count) == count + 1
                assert path.read_bytes() == b"".join(one + b"\n" for one in lines(0, count + 1))


def test_nothing_is_cut_off_by_a_writer_who_expects_more(tmp_path: Path) -> None:
    path = tmp_path / "h1.jsonl"
    damaged = line(0) + b"\n\0" + line(1)[1:] + b"\n" + line(2) + b"\n"
    path.write_bytes(damaged)
    with JsonlStore(tmp_path) as store, pytest.raises(ConcurrencyError, match="1 stored entries, not 3"):
        store.append("h1", lines(3, 1), expected=3)
    assert path.read_bytes() == damaged


def test_a_finished_log_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "h1.jsonl"
    stored = FINISHED.to_bytes()
    for changed in (
        stored.replace(b'"ann"', b'"eve"'),
        stored.replace(b'"head":"', b'"head":"0', 1),
        stored + line(0) + b"\n",
        stored + stored.splitlines(keepends=True)[-1],
    ):
        path.write_bytes(changed)
        with JsonlStore(tmp_path) as store:
            for call in (store.read, store.entries):
                with pytest.raises(
                    StoreError, match=r"h1\.jsonl was changed after it was written: its end does not fit"
                ):
                    call("h1")
            with pytest.raises(StoreError, match="was changed"):
                store.append("h1", [line(9)], expected=FINISHED.entries)
        assert path.read_bytes() == changed


def test_a_finished_log_without_its_end_line_is_still_finished(tmp_path: Path) -> None:
    path = tmp_path / "h1.jsonl"
    path.write_bytes(b"\n".join(FINISHED.lines) + b"\n")
    with JsonlStore(tmp_path) as store:
        assert store.load_log("h1") == FINISHED
        with pytest.raises(StoreError, match="is finished"):
            store.append("h1", [line(9)], expected=FINISHED.entries)


def test_a_file_put_back_from_a_copy_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "h1.jsonl"
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 2), expected=0)
        copy = path.read_bytes()
        store.append("h1", lines(2, 2), expected=2)
        path.write_bytes(copy)
        assert store.entries("h1") == 2
        assert store.append("h1", lines(2, 1), expected=2) == 3
        assert store.read("h1") == tuple(lines(0, 3))


def test_a_log_that_another_writer_keeps_locked_is_a_store_error(tmp_path: Path) -> None:
    with JsonlStore(tmp_path, timeout=0.05) as store:
        store.append("h1", lines(0, 2), expected=0)
        with open(tmp_path / "h1.jsonl", "rb") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            with pytest.raises(StoreError, match=r"another writer has kept it locked for 0\.05 s"):
                store.append("h1", lines(2, 1), expected=2)
            assert store.read("h1") == tuple(lines(0, 2))
        assert store.append("h1", lines(2, 1), expected=2) == 3


def test_a_symbolic_link_leads_to_no_file_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(line(0) + b"\n")
    with JsonlStore(tmp_path / "logs") as store:
        (tmp_path / "logs" / "h1.jsonl").symlink_to(outside)
        for call in (lambda: store.read("h1"), lambda: store.append("h1", [line(1)], expected=1)):
            with pytest.raises(StoreError, match="it is a symbolic link"):
                call()
    assert outside.read_bytes() == line(0) + b"\n"


def test_a_file_that_goes_away_while_they_are_listed_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "listdir", lambda folder: ["h1.jsonl"])
    with JsonlStore(tmp_path) as store:
        assert store.streams() == ()


def test_a_folder_that_is_gone_is_a_store_error(tmp_path: Path) -> None:
    with JsonlStore(tmp_path / "logs") as store:
        shutil.rmtree(tmp_path / "logs")
        with pytest.raises(
            StoreError, match=f"{tmp_path}/logs was deleted or renamed while the store was open"
        ):
            store.append("h1", [line(0)], expected=0)
        with pytest.raises(StoreError, match="was deleted or renamed while the store was open"):
            store.streams()


def test_a_folder_that_cannot_be_made_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot make the folder"):
        JsonlStore(tmp_path / "file")


def test_a_path_that_is_a_folder_is_a_store_error(tmp_path: Path) -> None:
    (tmp_path / "h1.jsonl").mkdir()
    with JsonlStore(tmp_path) as store:
        for call in (lambda: store.read("h1"), lambda: store.append("h1", [line(1)], expected=1)):
            with pytest.raises(StoreError, match="it is a folder"):
                call()


def test_a_system_without_locks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "HAS_LOCKS", False)
    with pytest.raises(StoreError, match="this system has no file locks"):
        JsonlStore(tmp_path)


def test_the_files_of_seeds_do_without_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.delitem(sys.modules, "grocerydots.stores.disk")
    again = import_module("grocerydots.stores.disk")
    assert again is not disk
    assert not again.HAS_LOCKS


def test_disks_are_synced_as_the_system_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []
    monkeypatch.setattr(disk, "_FULL_SYNC", 51)
    monkeypatch.setattr(disk.fcntl, "fcntl", lambda file, command: commands.append(command))  # type: ignore[attr-defined]
    for module in (disk, files):
        monkeypatch.setattr(module, "FOLDER", None)
    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 3), expected=0)
    assert commands == [51, 51]


def test_appending_reads_only_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[bytes] = []

    def spied(new: Iterable[bytes], head: bytes = b"") -> tuple[bytes, ...]:
        hashed.extend(new)
        return digests(new, head)

    with JsonlStore(tmp_path) as store:
        store.append("h1", lines(0, 100), expected=0)
        monkeypatch.setattr(jsonl, "digests", spied)
        store.append("h1", lines(100, 2), expected=100)
    assert hashed == lines(100, 2)

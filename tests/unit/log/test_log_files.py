"""Logs in files: one hand each, or many in an archive."""

from __future__ import annotations

import io
import os
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from log_events import OPENED, RULES, SEATS, SHORT_HAND

from grocerydots import events as e
from grocerydots.errors import BrokenChain, MalformedLog, TruncatedLog, UnknownTag, WrongType
from grocerydots.log import (
    LONGEST_LINE,
    BadHand,
    Log,
    append_archive,
    read_archive,
    read_log,
    write_log,
)
from grocerydots.log.files import read_prefix
from grocerydots.proofs.receipts import Receipt

LOG = Log.of(SHORT_HAND)
GOOD = LOG.to_bytes()
LONG = b"x" * LONGEST_LINE + b"x\n"
UNFINISHED = Log.of(SHORT_HAND[:4])


class Endless:
    """A file of one line without an end, made as it is read."""

    def __init__(self, size: int, then: bytes = b"") -> None:
        self.left = size
        self.then = io.BytesIO(then)
        self.read = 0

    def readline(self, limit: int, /) -> bytes:
        if not self.left:
            line = self.then.readline(limit)
        else:
            line = b"x" * min(limit, self.left)
            self.left -= len(line)
        self.read += len(line)
        return line


# One hand


@pytest.mark.parametrize("log", [LOG, UNFINISHED], ids=["finished", "unfinished"])
def test_a_log_that_was_written_is_read_from_path_bytes_and_file(log: Log, tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    write_log(path, log)
    assert path.read_bytes() == log.to_bytes()
    for source in (path, str(path), log.to_bytes(), bytearray(log.to_bytes()), memoryview(log.to_bytes())):
        assert read_log(source) == log
    with path.open("rb") as file:
        assert read_log(file) == log
        assert not file.closed
    assert read_log(log.to_bytes()).is_finished is log.is_finished


def test_writing_again_replaces_the_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    write_log(path, UNFINISHED)
    write_log(path, LOG)
    assert read_log(path) == LOG
    assert os.listdir(tmp_path) == ["hand.jsonl"]


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_failure_while_writing_leaves_the_old_file(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "the disk is full")

    path = tmp_path / "hand.jsonl"
    write_log(path, UNFINISHED)
    monkeypatch.setattr(os, where, fail)
    with pytest.raises(OSError, match="the disk is full"):
        write_log(path, LOG)
    monkeypatch.undo()
    assert read_log(path) == UNFINISHED
    assert os.listdir(tmp_path) == ["hand.jsonl"]


def test_where_folders_cannot_be_synced_a_log_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    really_open = os.open

    def fail(path: str, flags: int, *mode: int) -> int:
        if flags == os.O_RDONLY:
            raise PermissionError
        return really_open(path, flags, *mode)

    monkeypatch.setattr(os, "open", fail)
    write_log(tmp_path / "hand.jsonl", LOG)
    monkeypatch.undo()
    assert read_log(tmp_path / "hand.jsonl") == LOG


def test_a_log_is_written_beside_the_program_by_its_name_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_log("hand.jsonl", LOG)
    append_archive("archive.jsonl", LOG)
    assert read_log("hand.jsonl") == read_log("archive.jsonl") == LOG


def test_a_device_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        read = pool.submit(pipe.read_bytes)
        write_log(pipe, LOG)
        assert read.result(timeout=10) == LOG.to_bytes()
    assert pipe.is_fifo()


def test_a_link_is_followed_and_kept(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "hand.jsonl")
    write_log(link, LOG)
    assert link.is_symlink()
    assert read_log(tmp_path / "hand.jsonl") == LOG


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_log(tmp_path / "nothing")


@pytest.mark.parametrize("source", [None, 3, LOG, [GOOD]], ids=["none", "number", "log", "list"])
def test_a_log_is_read_from_nothing_else(source: Any) -> None:
    with pytest.raises(WrongType, match="source: expected bytes, a path or a binary file, got "):
        read_log(source)


def test_a_file_open_as_text_is_refused(tmp_path: Path) -> None:
    write_log(tmp_path / "hand.jsonl", LOG)
    with (
        (tmp_path / "hand.jsonl").open(encoding="utf-8") as file,
        pytest.raises(MalformedLog, match="binary mode"),
    ):
        read_log(file)  # type: ignore[arg-type]
    with (tmp_path / "hand.jsonl").open(encoding="utf-8") as file:
        (bad,) = read_archive(file)  # type: ignore[arg-type]
    assert isinstance(bad, BadHand)


# Bounds


def test_no_more_of_an_endless_line_is_read_than_the_bound() -> None:
    file = Endless(100_000_000)
    with pytest.raises(MalformedLog, match=f"^line 1: the line is longer than {LONGEST_LINE} bytes"):
        read_log(file)
    assert file.read <= LONGEST_LINE + 1


def test_a_line_of_just_the_bound_is_read() -> None:
    line = b"x" * LONGEST_LINE
    with pytest.raises(MalformedLog, match="no JSON"):
        read_log(line + b"\n")
    with pytest.raises(TruncatedLog):
        read_log(line)
    with pytest.raises(MalformedLog, match="longer than"):
        read_log(line + b"x\n")


def test_an_archive_with_an_endless_line_is_gone_through_in_bounded_memory() -> None:
    file = Endless(100_000_000, then=b"\nmore of that hand\n\n" + GOOD)
    tracemalloc.start()
    try:
        bad, good = read_archive(file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(bad, BadHand)
    assert good == LOG
    assert peak < 4 * LONGEST_LINE


# Many hands


def hand(number: int, length: int = len(SHORT_HAND)) -> Log:
    opened = e.HandOpened(f"hand-{number}", RULES, 4, SEATS, OPENED.deck)
    return Log.of((opened, *SHORT_HAND[1:length]))


def archive(*hands: Log | bytes) -> bytes:
    return b"\n".join([log if isinstance(log, bytes) else log.to_bytes() for log in hands])


def said(found: Log | BadHand) -> Any:
    return found if isinstance(found, Log) else (found.index, found.line, type(found.error), found.error.line)


@given(st.lists(st.integers(1, len(SHORT_HAND)), max_size=5))
def test_hands_of_an_archive_come_one_by_one_and_unfinished_ones_say_so(lengths: list[int]) -> None:
    hands = [hand(number, length) for number, length in enumerate(lengths)]
    found = list(read_archive(archive(*hands)))
    assert found == hands
    assert [isinstance(log, Log) and log.is_finished for log in found] == [
        n == len(SHORT_HAND) for n in lengths
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", []),
        (b"\n", [(0, 1, MalformedLog, 1)]),
        (
            b"\n" * 10_000 + GOOD + b"\n\n\n" + GOOD,
            [(0, 1, MalformedLog, 1), LOG, (2, 10_012, MalformedLog, 10_012), LOG],
        ),
        (b"torn", [(0, 1, TruncatedLog, 1)]),
        (archive(LOG, b"hello\nworld\n", LOG), [LOG, (1, 12, MalformedLog, 12), LOG]),
        (archive(b"hello\n", LOG), [(0, 1, MalformedLog, 1), LOG]),
        (archive(LOG, b"hello\n"), [LOG, (1, 12, MalformedLog, 12)]),
        (archive(LOG, b"\n" + GOOD), [LOG, (1, 12, MalformedLog, 12), LOG]),
        (GOOD + b"\n", [LOG, (1, 12, MalformedLog, 12)]),
        (b"\n" + GOOD, [(0, 1, MalformedLog, 1), LOG]),
        (archive(GOOD.replace(b'"amount":2', b'"amount":3', 1), LOG), [(0, 1, BrokenChain, 10), LOG]),
        (archive(b"".join(GOOD.splitlines(keepends=True)[:-1]), LOG), [(0, 1, TruncatedLog, 10), LOG]),
        (archive(LOG, b"".join(GOOD.splitlines(keepends=True)[:-1])), [LOG, (1, 12, TruncatedLog, 21)]),
        (archive(LOG, GOOD[:-1]), [LOG, (1, 12, TruncatedLog, 21)]),
        (GOOD + GOOD, [(0, 1, MalformedLog, 11)]),
        (archive(GOOD + GOOD, LOG), [(0, 1, MalformedLog, 11), LOG]),
        (archive(UNFINISHED, b'{"event":"danced"}\n' * 3, LOG), [UNFINISHED, (1, 6, UnknownTag, 6), LOG]),
        (archive(LONG[:-1], LOG), [(0, 1, MalformedLog, 1)]),
        (archive(LONG, LOG), [(0, 1, MalformedLog, 1), LOG]),
        (archive(LONG + b"y\n" + LONG[:-1] * 3 + b"\n", LOG), [(0, 1, MalformedLog, 1), LOG]),
        (archive(LOG, b"hello\n" + b"y" * 100), [LOG, (1, 12, MalformedLog, 12)]),
    ],
    ids=["no-hands", "empty-line", "runs-of-empty-lines", "torn", "bad-in-the-middle", "bad-first",
         "bad-last", "two-empty-lines",
         "empty-line-at-the-end", "empty-line-at-the-start", "broken-chain", "no-end-line",
         "no-end-line-last",
         "torn-end", "no-empty-line-between", "none-then-one", "bad-after-unfinished",
         "too-long-a-line-within-a-hand", "too-long-a-line", "more-long-lines", "bad-then-torn"],
)  # fmt: skip
def test_a_bad_hand_is_told_and_the_next_is_read_all_the_same(content: bytes, expected: list[Any]) -> None:
    assert [said(found) for found in read_archive(content)] == expected


def test_line_numbers_of_bad_hands_count_from_the_start_of_the_file() -> None:
    long = b"hello\n" + (b"y" * 5 * LONGEST_LINE + b"\n") + b"there\n"
    found = [said(one) for one in read_archive(archive(LOG, long, b"world\n", LOG))]
    assert found == [LOG, (1, 12, MalformedLog, 12), (2, 16, MalformedLog, 16), LOG]


def test_an_archive_is_read_only_as_far_as_somebody_asks(tmp_path: Path) -> None:
    path = tmp_path / "archive.jsonl"
    append_archive(path, LOG, UNFINISHED)
    hands = read_archive(path)
    assert next(hands) == LOG
    hands.close()  # type: ignore[attr-defined]


def test_hands_are_added_to_an_archive_one_empty_line_apart(tmp_path: Path) -> None:
    path = tmp_path / "archive.jsonl"
    append_archive(path)
    assert not path.exists()
    hands = [hand(number) for number in range(5)]
    append_archive(path, hands[0])
    append_archive(path, *hands[1:3])
    append_archive(path, *hands[3:])
    append_archive(path)
    assert path.read_bytes() == archive(*hands)
    assert list(read_archive(path)) == hands


def test_an_archive_that_stopped_just_after_an_empty_line_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "archive.jsonl"
    path.write_bytes(GOOD + b"\n")
    append_archive(path, LOG)
    assert list(read_archive(path)) == [LOG, LOG]


@pytest.mark.parametrize("wrong", [5, None, GOOD, Receipt.of(LOG), [LOG]])
def test_nothing_but_logs_is_written_and_of_several_all_or_none(tmp_path: Path, wrong: Any) -> None:
    path = tmp_path / "archive.jsonl"
    says = f"^log: expected a Log, got .*{type(wrong).__name__.removesuffix('Type')}"
    with pytest.raises(WrongType, match=says):
        append_archive(path, LOG, wrong)
    with pytest.raises(WrongType, match=says):
        write_log(path, wrong)
    assert not path.exists()


def test_an_archive_is_a_path_and_no_open_files_number(tmp_path: Path) -> None:
    with (tmp_path / "other").open("w+b") as file, pytest.raises(WrongType):
        append_archive(file.fileno(), LOG)  # type: ignore[arg-type]
    assert (tmp_path / "other").read_bytes() == b""


def test_nothing_is_added_to_an_archive_that_stops_within_a_line(tmp_path: Path) -> None:
    path = tmp_path / "archive.jsonl"
    path.write_bytes(GOOD + b"\n" + GOOD[:-5])
    with pytest.raises(TruncatedLog, match="the archive stops within a line"):
        append_archive(path, LOG)
    assert path.read_bytes() == GOOD + b"\n" + GOOD[:-5]


def test_a_cut_archive_gives_no_half_hand_for_a_whole_one() -> None:
    content = archive(LOG, UNFINISHED, LOG)
    ends = [len(GOOD), len(content)]
    for length in range(len(content) + 1):
        found = list(read_archive(content[:length]))
        assert all(isinstance(one, Log) for one in found[:-1])
        finished = [one for one in found if isinstance(one, Log) and one.is_finished]
        assert finished == [LOG] * sum(end <= length for end in ends)


def test_an_error_that_is_kept_does_not_keep_the_lines_that_were_read(tmp_path: Path) -> None:
    """A traceback would: its frames hold them, and the error itself, until the next collection."""
    path = tmp_path / "hands.jsonl"
    path.write_bytes(b"{}\n\n" + b'{"cut')
    bad = [hand for hand in read_archive(path) if isinstance(hand, BadHand)]
    assert [hand.error.__traceback__ for hand in bad] == [None, None]
    error = read_prefix(path).error
    assert error is not None
    assert error.__traceback__ is None


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
def test_an_endless_file_is_given_up() -> None:
    *_, last = read_archive("/dev/zero")
    assert isinstance(last, BadHand)
    assert "not read any further" in str(last.error)

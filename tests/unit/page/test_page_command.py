"""``grocerydots page``: what it writes, what it refuses, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from page_hands import showcase, special

from grocerydots import events as e
from grocerydots.cli import page
from grocerydots.cli.group import cli
from grocerydots.log import Log, write_log
from grocerydots.page import build
from grocerydots.proofs.openings import Openings


def run(*args: object, stdin: bytes | None = None) -> Result:
    result = CliRunner().invoke(cli, ["page", *map(str, args)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "hand.jsonl"
    file.write_bytes(showcase().log.to_bytes())
    return file


def own(hand_id: str = "corner-store-17", seat: int = 3) -> Openings:
    return Openings(hand_id, seat, showcase().openings(3).openings)


def test_it_writes_the_page_of_a_log(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    result = run(log, "--out", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert out.read_text(encoding="utf-8") == build(showcase().log)
    assert result.stdout == f"{out}: {out.stat().st_size} bytes\n"


def test_it_reads_standard_input(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("-", "--out", out, stdin=showcase().log.to_bytes()).exit_code == 0
    assert out.read_text(encoding="utf-8") == build(showcase().log)


def test_openings_go_into_the_page(log: Path, tmp_path: Path) -> None:
    own().write(tmp_path / "mine.json")
    assert run(log, "--out", tmp_path / "page.html", "--openings", tmp_path / "mine.json").exit_code == 0
    written = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert written == build(showcase().log, own())


@pytest.mark.parametrize("openings", [own(hand_id="another"), own(seat=5)])
def test_openings_of_another_hand_or_seat_are_refused(log: Path, tmp_path: Path, openings: Openings) -> None:
    openings.write(tmp_path / "mine.json")
    result = run(log, "--out", tmp_path / "page.html", "--openings", tmp_path / "mine.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("grocerydots: ")
    assert not (tmp_path / "page.html").exists()


def test_a_log_that_was_changed_gives_a_page_and_says_so(log: Path, tmp_path: Path) -> None:
    changed = log.read_bytes().replace(b'"3d"', b'"4d"', 1)
    log.write_bytes(changed)
    result = run(log, "--out", tmp_path / "page.html")
    assert result.exit_code == 1
    assert "something was changed after the hand" in result.stderr
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == build(changed)


def test_a_hand_of_an_archive_is_chosen_by_its_number(tmp_path: Path) -> None:
    hands = [special()[name] for name in ("showcase", "community", "unfinished")]
    archive, out = tmp_path / "many.jsonl", tmp_path / "page.html"
    archive.write_bytes(b"\n".join(hand.log.to_bytes() for hand in hands))
    for number, hand in enumerate(hands, 1):
        assert run(archive, "--out", out, "--hand", number).exit_code == 0
        assert out.read_text(encoding="utf-8") == build(hand.log)
    assert run(archive, "--out", out).exit_code == 2
    result = run(archive, "--out", out, "--hand", 4)
    assert (result.exit_code, "holds 3 hands" in result.stderr) == (2, True)


def test_one_hand_is_not_hands(log: Path, tmp_path: Path) -> None:
    result = run(log, "--out", tmp_path / "page.html", "--hand", 2)
    assert result.exit_code == 2
    assert "The file holds 1 hand: there is no hand 2." in result.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{}\n"])
def test_what_is_no_log_gives_a_page_and_is_unreadable(log: Path, tmp_path: Path, content: bytes) -> None:
    log.write_bytes(content)
    result = run(log, "--out", tmp_path / "page.html")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == build(content)


def test_a_log_without_its_first_lines_gives_a_page_and_is_unreadable(log: Path, tmp_path: Path) -> None:
    whole = log.read_bytes()
    for start in range(1, whole.count(b"\n")):
        rest = b"".join(whole.splitlines(keepends=True)[start:])
        assert "verdict" in build(rest)
    log.write_bytes(whole[whole.index(b"\n") + 1 :])
    result = run(log, "--out", tmp_path / "page.html")
    assert result.exit_code == 2
    assert "a log starts with hand_opened" in result.stderr
    assert (tmp_path / "page.html").exists()


@pytest.mark.parametrize("left_out", [0, 1, 5])
def test_a_log_that_breaks_a_rule_gives_a_page_and_is_found(log: Path, tmp_path: Path, left_out: int) -> None:
    events = list(showcase().events)
    opening = events[0]
    assert isinstance(opening, e.HandOpened)
    if left_out:
        del events[left_out]
    else:
        alone = e.HandOpened(opening.hand_id, opening.rules, 1, opening.seats[:1], opening.deck)
        events = [alone, *events[1:]]
    illegal = Log.of(events)
    write_log(log, illegal)
    result = run(log, "--out", tmp_path / "page.html")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"grocerydots: {log}: hand {opening.hand_id}, entry ")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == build(illegal)


def test_what_is_too_long_is_refused_in_whole_sentences(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "LARGEST", 100)
    result = run(log, "--out", tmp_path / "page.html")
    assert result.exit_code == 2
    assert result.stderr == f"grocerydots: {log}: longer than 100 bytes, no page is made of so much\n"


@pytest.mark.parametrize("what", ["log", "link", "openings"])
def test_a_page_never_replaces_what_it_is_made_from(log: Path, tmp_path: Path, what: str) -> None:
    mine = tmp_path / "mine.json"
    own().write(mine)
    link = tmp_path / "link"
    os.link(log, link)
    before = log.read_bytes(), mine.read_bytes()
    result = run(log, "--openings", mine, "--out", {"log": log, "link": link, "openings": mine}[what])
    assert result.exit_code == 2
    assert "The page would replace" in result.stderr
    assert (log.read_bytes(), mine.read_bytes()) == before


def test_a_page_never_replaces_standard_input(log: Path) -> None:
    before = log.read_bytes()
    with log.open("rb") as stdin:
        args = [sys.executable, "-m", "grocerydots", "page", "-", "--out", str(log)]
        done = subprocess.run(args, stdin=stdin, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"The page would replace standard input" in done.stderr
    assert log.read_bytes() == before


@pytest.mark.parametrize("missing", ["log", "out", "openings"])
def test_what_is_missing_is_named_in_one_line(log: Path, tmp_path: Path, missing: str) -> None:
    args: list[object] = [tmp_path / "no.jsonl" if missing == "log" else log]
    args += [] if missing == "out" else ["--out", tmp_path / "page.html"]
    args += ["--openings", tmp_path / "no.json"] if missing == "openings" else []
    result = run(*args)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert ("--out" if missing == "out" else f"no.json{'l' if missing == 'log' else ''}") in result.stderr


def test_openings_that_cannot_be_read_are_named(log: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text(json.dumps({"seat": 1}))
    result = run(log, "--out", tmp_path / "page.html", "--openings", tmp_path / "bad.json")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_a_page_that_cannot_be_written_is_named(log: Path, tmp_path: Path) -> None:
    result = run(log, "--out", tmp_path / "no" / "page.html")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "No such file" in result.stderr

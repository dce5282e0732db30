"""``grocerydots page``: what it writes, what it refuses, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from page_hands import showcase, special

from grocerydots.cli.group import cli
from grocerydots.openings import Openings
from grocerydots.page import build


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
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page == build(showcase().log, own())


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

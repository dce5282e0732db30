"""``grocerydots page``: which hand of an archive, and whose openings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_line import archive, finished, one_line, run, unfinished

from grocerydots.page import build


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return archive(tmp_path / "many.jsonl", finished().log, finished(1).log, unfinished().log, finished().log)


def test_a_hand_is_chosen_by_its_id(many: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    for hand in (finished(1), unfinished()):
        assert run("page", many, "--out", out, "--hand", hand.state.hand_id).exit_code == 0
        assert out.read_text(encoding="utf-8") == build(hand.log)


def test_a_hand_that_cannot_be_read_is_chosen_by_its_id_too(tmp_path: Path) -> None:
    bad = finished(1).log.to_bytes().replace(b'"dealer"', b'"Dealer"', 1)
    file, out = archive(tmp_path / "many.jsonl", finished().log, bad), tmp_path / "page.html"
    assert run("page", file, "--out", out, "--hand", finished(1).state.hand_id).exit_code == 2
    assert out.read_text(encoding="utf-8") == build(bad)


@pytest.mark.parametrize("wanted", ["friday-1", "0", "5", "9" * 30, "-1", 'x"', "\ud800"])
def test_a_hand_that_is_not_there_is_said(many: Path, tmp_path: Path, wanted: str) -> None:
    result = run("page", many, "--out", tmp_path / "page.html", "--hand", wanted)
    assert result.exit_code == 2
    assert one_line(result.stderr).startswith("The file holds 4 hands: there is no hand ")
    assert not (tmp_path / "page.html").exists()


def test_of_hands_with_one_id_the_number_chooses(many: Path, tmp_path: Path) -> None:
    hand_id = finished().state.hand_id
    result = run("page", many, "--out", tmp_path / "page.html", "--hand", hand_id)
    assert result.exit_code == 2
    assert f"2 of them with the id {hand_id}: choose one by its number." in one_line(result.stderr)


def test_openings_that_cannot_be_read_are_named(many: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}\n", encoding="utf-8")
    result = run("page", many, "--out", tmp_path / "page.html", "--hand", 1, "--openings", bad)
    assert result.exit_code == 2
    assert one_line(result.stderr).startswith(f"{bad}: openings: format: ")


@pytest.mark.skipif(os.name == "nt", reason="modes of files")
def test_a_page_with_openings_is_for_its_owner_alone_also_in_place_of_another(tmp_path: Path) -> None:
    hand = finished()
    (tmp_path / "hand").write_bytes(hand.log.to_bytes())
    hand.openings(hand.state.setup.order[0]).write(tmp_path / "openings")
    (tmp_path / "old").write_text("an older page")
    (tmp_path / "old").chmod(0o644)
    for name in ("new", "old"):
        page = tmp_path / name
        done = run("page", tmp_path / "hand", "--openings", tmp_path / "openings", "--out", page)
        assert done.exit_code == 0
        assert page.stat().st_mode & 0o077 == 0

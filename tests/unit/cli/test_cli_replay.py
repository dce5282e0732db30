"""``grocerydots replay``: hands of an archive, checked and told."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import archive, finished, illegal, one_line, process, run, unfinished

from grocerydots import events as e
from grocerydots.cli import output
from grocerydots.history import tell
from grocerydots.log import Log


def test_every_hand_is_told_and_every_event_checked(tmp_path: Path) -> None:
    first, second = finished(), finished(1)
    result = run("replay", archive(tmp_path / "a.jsonl", first.log, second.log))
    assert result.exit_code == 0
    entries = first.entries + second.entries
    assert (
        result.output
        == f"{tell(first)}\n\n\n{tell(second)}\n\n2 hands, {entries} entries: every event checked\n"
    )


def test_a_hand_that_is_not_finished_is_told_with_what_it_waits_for(tmp_path: Path) -> None:
    result = run("replay", archive(tmp_path / "a.jsonl", unfinished().log))
    assert result.exit_code == 0
    assert "Waiting for " in result.output
    assert result.output.splitlines()[-1] == "1 hand (1 unfinished), 4 entries: every event checked"


def test_upto_tells_entries_from_0_and_still_checks_all(tmp_path: Path) -> None:
    hand = finished()
    file = archive(tmp_path / "a.jsonl", hand.log)
    result = run("replay", file, "--upto", "0")
    assert result.output.startswith(tell(hand, upto=0))
    assert result.output.endswith(f"\n1 hand, {hand.entries} entries: every event checked\n")
    assert tell(hand) in run("replay", file, "--upto", 10_000).output
    log, entry = illegal()
    result = run("replay", archive(tmp_path / "b.jsonl", log), "--upto", "0")
    assert result.exit_code == 1
    assert f"entry {entry}: " in result.stderr


def test_an_illegal_hand_is_told_up_to_there_and_the_entry_and_rule_are_named(tmp_path: Path) -> None:
    log, entry = illegal()
    file = archive(tmp_path / "a.jsonl", log, finished(1).log)
    result = run("replay", file)
    assert result.exit_code == 1
    assert tell(log.events[:entry]) in result.stdout
    assert tell(finished(1)) in result.stdout
    assert result.stdout.splitlines()[-1] == "2 hands: 1 illegal"
    said = one_line(result.stderr)
    assert said.startswith(f"{file}: hand {log.hand_id}, entry {entry}: ROOM-8: seat ")


def test_a_hand_that_is_illegal_from_the_start_is_told_as_nothing(tmp_path: Path) -> None:
    opening = finished().state.setup.opening
    alone = e.HandOpened("alone", opening.rules, 1, (e.Seating(1, "ann", 10),), "unsealed")
    result = run("replay", archive(tmp_path / "a.jsonl", Log.of([alone])))
    assert result.exit_code == 1
    assert "hand alone, entry 0: HOUSE-28: " in one_line(result.stderr)


def test_a_hand_that_cannot_be_read_is_2_and_the_others_are_told(tmp_path: Path) -> None:
    broken = finished().log.to_bytes().replace(b'"event"', b'"Event"', 1)
    log, _ = illegal()
    file = archive(tmp_path / "a.jsonl", broken, finished(1).log, log)
    result = run("replay", file)
    assert result.exit_code == 2
    assert tell(finished(1)) in result.stdout
    assert result.stdout.splitlines()[-1] == "3 hands: 1 illegal, 1 unreadable"
    first = result.stderr.splitlines()[0]
    assert first.startswith(f"grocerydots: {file}: hand 1, which starts at line 1: line 1")


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 0), (b"\n", 2), (b"\xff\xfe", 2), (b"{}\n", 2), (b"[" * 100_000, 2), (b"PNG\r\n", 2)],
)
def test_what_is_no_log_is_unreadable(tmp_path: Path, content: bytes, status: int) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(content)
    result = run("replay", file)
    assert result.exit_code == status
    assert "Traceback" not in result.output


def test_a_log_that_stops_within_a_line_is_unreadable(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(finished().log.to_bytes()[:-40])
    assert run("replay", file).exit_code == 2


@pytest.mark.parametrize(
    ("name", "said"), [("missing", "No such file or directory"), (".", "Is a directory")]
)
def test_a_file_that_cannot_be_opened_is_unreadable(tmp_path: Path, name: str, said: str) -> None:
    result = run("replay", tmp_path / name)
    assert result.exit_code == 2
    assert one_line(result.stderr) == f"{tmp_path / name}: {said}"


def test_a_dash_reads_standard_input() -> None:
    result = process("replay", "-", stdin=finished().log.to_bytes())
    assert result.returncode == 0
    assert result.stdout.decode().startswith(tell(finished()))


def test_an_entry_below_0_is_bad_usage(tmp_path: Path) -> None:
    result = run("replay", tmp_path, "--upto", "-1")
    assert result.exit_code == 2
    assert "-1 is not in the range x>=0" in one_line(result.stderr)


def test_on_a_terminal_the_words_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "200")
    hand = finished()
    result = run("replay", archive(tmp_path / "a.jsonl", hand.log))
    assert [line.rstrip() for line in result.output.splitlines()][: len(tell(hand).splitlines())] == tell(
        hand
    ).splitlines()

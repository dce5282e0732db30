"""``grocerydots case``: case files, played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import one_line, process, run

CASE: dict[str, Any] = {
    "id": "bring-in-only-called",
    "about": "The bring-in is called, and the round closes.",
    "rules": ["HOUSE-2"],
    "table": {
        "game": "stud_high",
        "betting": {"structure": "fixed_limit", "small_bet": 4, "big_bet": 8},
        "ante": 1,
    },
    "dealer": 2,
    "seats": [{"seat": 1, "player": "A", "stack": 50}, {"seat": 2, "player": "B", "stack": 50}],
    "cards": {"A": {"up": ["2c"]}, "B": {"up": ["Kc"]}},
    "actions": [{"player": "A", "do": "bring_in"}, {"player": "B", "do": "call"}],
    "expect": {"stacks": {"A": 47, "B": 47}},
}


def write(path: Path, *cases: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(case) + "\n" for case in cases), encoding="utf-8")
    return path


def wrong(**changes: Any) -> dict[str, Any]:
    return CASE | {"id": "wrong", "expect": {"stacks": {"A": 48, "B": 47}, "complete": True}} | changes


def test_cases_that_hold_are_counted_and_the_status_is_0(tmp_path: Path) -> None:
    result = run("case", write(tmp_path / "a.jsonl", CASE, CASE), write(tmp_path / "b.json", CASE))
    assert (result.exit_code, result.output) == (0, "3 cases, every expectation holds\n")
    assert run("case", tmp_path / "b.json").output == "1 case, every expectation holds\n"


def test_every_expectation_that_fails_is_told_with_what_was_expected_and_what_came(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", CASE, wrong())
    result = run("case", file)
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        f"{file}: wrong: stacks.A: expected 48, got 47",
        f"{file}: wrong: complete: expected True, got False",
        "2 cases, 1 with expectations that do not hold",
    ]


def test_all_files_are_gone_through_and_2_beats_1(tmp_path: Path) -> None:
    unknown = CASE | {"colour": "red"}
    files = [
        tmp_path / "missing.jsonl",
        write(tmp_path / "bad.jsonl", CASE, unknown),
        write(tmp_path / "wrong.jsonl", wrong()),
        tmp_path,
    ]
    result = run("case", *files)
    assert result.exit_code == 2
    assert f"{files[2]}: wrong: stacks.A: expected 48, got 47\n" in result.stdout
    assert result.stdout.endswith("2 cases, 1 with expectations that do not hold; 3 could not be played\n")
    errors = result.stderr.splitlines()
    assert errors[0] == f"grocerydots: {files[0]}: No such file or directory"
    assert errors[1] == f"grocerydots: {files[1]}:2: unknown field 'colour'"
    assert errors[2] == f"grocerydots: {tmp_path}: Is a directory"


def test_a_case_that_makes_no_sense_is_2_and_the_next_is_played(tmp_path: Path) -> None:
    pair = {"structure": "fixed_limit", "small_bet": 4, "big_bet": 8, "colour": "red"}
    senseless = CASE | {"id": "senseless", "table": CASE["table"] | {"betting": pair}}
    file = write(tmp_path / "a.jsonl", senseless, CASE)
    result = run("case", file)
    assert result.exit_code == 2
    assert result.stdout == "1 case, every expectation holds; 1 could not be played\n"
    assert one_line(result.stderr).startswith("senseless: unknown field 'colour' of ")


def test_the_report_for_machines_has_a_stable_shape(tmp_path: Path) -> None:
    good, bad = write(tmp_path / "good.jsonl", CASE, wrong()), tmp_path / "missing.jsonl"
    result = run("case", "--json", good, bad)
    assert result.exit_code == 2
    assert json.loads(result.stdout) == {
        "version": 1,
        "cases": 2,
        "held": 1,
        "failures": [
            {"file": str(good), "case": "wrong", "what": "stacks.A", "expected": "48", "actual": "47"},
            {"file": str(good), "case": "wrong", "what": "complete", "expected": "True", "actual": "False"},
        ],
        "errors": [{"file": str(bad), "case": None, "message": f"{bad}: No such file or directory"}],
    }
    assert result.stderr == ""


@pytest.mark.parametrize("name", ["\x1b[2J", "a\nb", "\u202egnp.exe", "x" * 10_000])
def test_hostile_players_and_ids_do_no_harm(tmp_path: Path, name: str) -> None:
    seats = [{"seat": 1, "player": name, "stack": 50}, {"seat": 2, "player": "B", "stack": 50}]
    case = wrong(
        id=name,
        seats=seats,
        cards={name: {"up": ["2c"]}, "B": {"up": ["Kc"]}},
        actions=[{"player": name, "do": "bring_in"}],
        expect={"stacks": {name: 1}},
    )
    result = run("case", write(tmp_path / "a.jsonl", case))
    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 2
    assert not set("\x1b\u202e") & set(result.output)


def test_a_file_whose_name_cannot_be_written_is_named_by_escapes(tmp_path: Path) -> None:
    result = process("case", tmp_path / "nix-\udcff\n.jsonl")
    assert result.returncode == 2
    assert r"nix-\udcff\x0a.jsonl" in one_line(result.stderr)


@pytest.mark.parametrize("content", ["", "\n", "\n\n\n"])
def test_a_file_without_a_case_cannot_be_played(tmp_path: Path, content: str) -> None:
    empty, good = tmp_path / "empty.jsonl", write(tmp_path / "good.jsonl", CASE)
    empty.write_text(content, encoding="utf-8")
    result = run("case", empty)
    assert (result.exit_code, result.stdout) == (2, "0 cases; 1 could not be played\n")
    assert one_line(result.stderr).startswith(f"{empty}: ")
    result = run("case", empty, good)
    assert (result.exit_code, result.stdout) == (
        2,
        "1 case, every expectation holds; 1 could not be played\n",
    )


def test_a_file_that_may_not_be_read_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = write(tmp_path / "good.jsonl", CASE)
    monkeypatch.setattr("os.access", lambda *_: False)
    assert run("case", good).output == "1 case, every expectation holds\n"


def test_without_a_file_it_is_bad_usage() -> None:
    result = run("case")
    assert result.exit_code == 2
    assert one_line(result.stderr) == "Missing argument 'FILE...'. See grocerydots case --help."

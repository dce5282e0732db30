"""``grocerydots audit``: hands in full or in a line each, and the evidence supplied."""

from __future__ import annotations

import io
import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from command_line import archive, finished, illegal, one_line, played_table, process, run, unfinished

from grocerydots.audit.report import FORMAT
from grocerydots.cli import audit as command
from grocerydots.cli import output
from grocerydots.cli.evidence import read_seeds
from grocerydots.cli.paths import MOST_UNREADABLE
from grocerydots.deck import Seed
from grocerydots.errors import NotationError
from grocerydots.hand import Hand
from grocerydots.log import Log, read_log
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules import presets
from grocerydots.table import Table
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_of

STUD = presets.card_room(small_bet=10, big_bet=20, ante=1)


def sealed(name: str = "sealed") -> Hand:
    seats = {1: ("ann", 100), 2: ("bob", 100)}
    return play_out(Hand.open(STUD, seats, 2, seed=seed_of(name), hand_id=name))


@pytest.fixture
def hand(tmp_path: Path) -> Path:
    return archive(tmp_path / "hand.jsonl", sealed().log)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    torn = sealed("torn").log.to_bytes().replace(b'"event"', b'"evont"', 1)
    return archive(tmp_path / "many.jsonl", finished(1).log, illegal()[0], torn, unfinished().log)


# What is printed


def test_one_hand_is_told_in_full(hand: Path) -> None:
    result = run("audit", hand)
    assert result.exit_code == 0
    assert result.output.startswith("Nothing is wrong with this hand.\nHand sealed: clean.\n")
    assert "Final stacks" in result.output


def test_several_hands_are_a_line_each_and_their_number(many: Path) -> None:
    result = run("audit", many)
    log, entry = illegal()
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        f"{many}: hand {finished(1).state.hand_id}: clean",
        f"{many}: hand {log.hand_id}: entry {entry}: ROOM-8",
        f"{many}: a hand: entry 0: broken",
        f"{many}: hand {unfinished().state.hand_id}: clean, not finished",
        f"4 hands, {finished(1).entries + log.entries + unfinished().entries} entries: "
        "2 clean, 1 with findings, 1 unreadable, 1 not finished; "
        "3 hands are from test decks: their cards are not secret",
    ]


def test_several_files_are_a_line_each(hand: Path, many: Path) -> None:
    assert run("audit", hand, hand).output.splitlines()[-1].startswith("2 hands")
    assert run("audit", hand, many).exit_code == 2


def test_one_hand_of_many_is_told_in_full(many: Path) -> None:
    log, _ = illegal()
    result = run("audit", many, "--hand", "nothing")
    assert result.exit_code == 2
    assert "there is no hand" in result.output
    archive(many, sealed().log, unfinished().log)
    result = run("audit", many, "--hand", "sealed")
    assert result.exit_code == 0
    assert result.output.startswith("Nothing is wrong with this hand.\nHand sealed: clean.\n")
    assert log.hand_id not in result.output


def test_findings_are_exit_1(tmp_path: Path) -> None:
    log, entry = illegal()
    result = run("audit", archive(tmp_path / "bad.jsonl", log))
    assert result.exit_code == 1
    assert f"Entry {entry} (line {entry + 1}): play went wrong" in result.output


def test_json_is_a_line_a_hand_with_its_file(many: Path) -> None:
    result = run("audit", "--json", many)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [report["exit_code"] for report in reports] == [0, 1, 2, 0]
    assert {(report["format"], report["file"]) for report in reports} == {(FORMAT, str(many))}


def test_standard_input_is_audited_too(hand: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(hand.read_bytes())))
    assert command.command.main(["-"], standalone_mode=False) == 0
    piped = process("audit", "-", stdin=hand.read_bytes())
    assert piped.returncode == 0
    assert piped.stdout.startswith(b"Nothing is wrong with this hand.\nHand sealed: clean.\n")
    assert not piped.stderr


# Trouble


def test_a_file_that_is_not_there_is_said_and_the_others_are_audited(hand: Path, tmp_path: Path) -> None:
    result = run("audit", tmp_path / "none", hand)
    assert result.exit_code == 2
    assert "none: No such file or directory" in result.stderr
    assert "hand sealed: clean" in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="messages of the operating system")
def test_a_file_whose_path_cannot_even_be_looked_at_is_said_and_the_others_are_audited(hand: Path) -> None:
    result = run("audit", "a" * 300, hand)
    assert result.exit_code == 2
    assert one_line(result.stderr).endswith(": File name too long")
    assert "hand sealed: clean" in result.stdout


def test_a_file_that_may_not_be_read_is_said_and_the_others_are_audited(
    hand: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = archive(tmp_path / "closed.jsonl", b"")
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != closed)
    result = run("audit", closed, hand)
    assert result.exit_code == 2
    assert one_line(result.stderr).startswith(f"{closed}: ")
    assert "hand sealed: clean" in result.stdout


def test_the_size_of_what_cannot_be_looked_at_is_nothing(monkeypatch: pytest.MonkeyPatch, hand: Path) -> None:
    def fails(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr("os.path.getsize", fails)
    assert run("audit", hand).exit_code == 0


def test_of_many_hands_without_an_id_the_first_are_told_and_the_others_counted(
    hand: Path, tmp_path: Path
) -> None:
    junk = archive(tmp_path / "junk.jsonl", b"junk\n\n" * 99 + b"junk\n")
    told = run("audit", junk, hand).stdout.splitlines()
    assert told.count(f"{junk}: a hand: entry 0: broken") == MOST_UNREADABLE
    assert told[-3].endswith("hand sealed: clean")
    assert told[-2] == f"{junk}: … and {100 - MOST_UNREADABLE} hands more that cannot be read"
    assert told[-1].startswith("101 hands")
    assert len(run("audit", "--json", junk).stdout.splitlines()) == 100
    blank = archive(tmp_path / "blank.jsonl", b"\n" * 9_999)
    assert run("audit", blank).stdout.startswith("This is no log of a hand")


@pytest.mark.parametrize("content", [b"", b"\n"])
def test_a_file_without_a_hand_is_not_fine(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    assert run("audit", path).exit_code == 2
    assert run("audit", path).output


def test_a_closed_pipe_is_quiet(hand: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(command, "reports", broken)
    assert run("audit", hand).exit_code == 141


# Tables


@pytest.fixture
def folder(tmp_path: Path) -> list[Path]:
    """The files of a table: its own log between an archive of the first two hands and the third."""
    table, logs = played_table(hands=3)
    own = archive(tmp_path / "b.jsonl", table.log.to_bytes())
    return [archive(tmp_path / "a.jsonl", *logs[:2]), own, archive(tmp_path / "c.jsonl", logs[2])]


def test_a_tables_log_is_audited_with_those_of_its_hands(folder: list[Path]) -> None:
    result = run("audit", *folder)
    assert (result.exit_code, result.stderr) == (0, "")
    told = result.stdout.splitlines()
    assert told[:3] == [
        f"{folder[0]}: hand friday-1: clean",
        f"{folder[0]}: hand friday-2: clean",
        f"{folder[2]}: hand friday-3: clean",
    ]
    assert told[3:5] == [f"{folder[1]}: Nothing is wrong with this table.", "Table friday: clean."]
    assert "3 hands" in told[5]
    assert told[-1].startswith("3 hands, ")


def test_a_table_is_told_in_full_and_its_only_hand_in_a_line(folder: list[Path], tmp_path: Path) -> None:
    table, logs = played_table(hands=1)
    own, hand = archive(tmp_path / "own", table.log.to_bytes()), archive(tmp_path / "hand", logs[0])
    told = run("audit", hand, own).stdout.splitlines()
    assert told[0] == f"{hand}: hand friday-1: clean"
    assert told[1:3] == [f"{own}: Nothing is wrong with this table.", "Table friday: clean."]
    alone = run("audit", folder[1])
    assert alone.exit_code == 1
    assert "\nTable friday: entry " in alone.stdout
    assert "hand friday-1 was played; its log was not supplied" in alone.stdout


def test_a_hand_that_is_not_the_one_the_table_played_is_found(folder: list[Path], tmp_path: Path) -> None:
    other = archive(tmp_path / "d.jsonl", sealed("friday-3").log)
    result = run("audit", *folder[:2], other)
    assert result.exit_code == 1
    assert f"{other}: hand friday-3: clean" in result.stdout
    assert "this log is not the one that was played" in result.stdout


def test_hands_of_another_table_are_none_of_this_ones(folder: list[Path], tmp_path: Path) -> None:
    table, logs = played_table("sunday")
    more = [archive(tmp_path / "own", table.log.to_bytes()), archive(tmp_path / "hands", *logs)]
    result = run("audit", *more, *folder)
    assert result.exit_code == 0
    assert "Table friday: clean" in result.stdout
    assert "Table sunday: clean" in result.stdout


def test_a_tables_report_is_json_too(folder: list[Path]) -> None:
    reports = [json.loads(line) for line in run("audit", "--json", *folder).stdout.splitlines()]
    assert [report["format"] for report in reports] == [FORMAT] * 3 + ["grocerydots-table-audit"]
    assert [Path(report["file"]).name for report in reports] == ["a.jsonl", "a.jsonl", "c.jsonl", "b.jsonl"]
    assert reports[-1]["hands"] == 3


def test_one_hand_of_a_table_is_told_without_the_table(folder: list[Path]) -> None:
    result = run("audit", *folder, "--hand", "friday-2")
    assert result.exit_code == 0
    assert "Table" not in result.output
    missing = run("audit", folder[1], "--hand", "friday-2")
    assert missing.exit_code == 2
    assert one_line(missing.stderr) == "there is no hand friday-2 to audit"


def test_a_tables_log_that_cannot_be_read_to_its_end_is_exit_2(folder: list[Path]) -> None:
    folder[1].write_bytes(folder[1].read_bytes()[:-9])
    result = run("audit", *folder)
    assert result.exit_code == 2
    assert "Table friday: entry" in result.stdout


def test_a_player_cannot_have_a_hand_taken_for_a_table(tmp_path: Path) -> None:
    seats = {1: ('"event":"table_opened"', 100), 2: ("bob", 100)}
    hand = play_out(Hand.open(STUD, seats, 2, seed=seed_of("name"), hand_id="name"))
    assert run("audit", archive(tmp_path / "hand", hand.log)).stdout.startswith(
        "Nothing is wrong with this hand.\nHand name: clean.\n"
    )


# Evidence


def test_openings_receipts_and_the_seed_prove_more(hand: Path, tmp_path: Path) -> None:
    played = sealed()
    played.openings(1).write(tmp_path / "1.json")
    played.openings(2).write(tmp_path / "2.json")
    played.receipt().write(tmp_path / "receipt.json")
    (tmp_path / "seed").write_text("test:sealed\n", encoding="utf-8")
    result = run(
        "audit", hand, "--openings", tmp_path / "1.json", "--openings", tmp_path / "2.json",
        "--receipt", tmp_path / "receipt.json", "--seed", tmp_path / "seed",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "52 of 52 cards against their seals" in result.output
    assert "the openings of seats 1 (ann) and 2 (bob)" in result.output
    assert "1 receipt" in result.output
    brought = "1 receipt (0 proved), openings of seats 1 (ann) and 2 (bob) (2 proved) and the seed"
    assert f"Audited with the log, {brought}." in result.output


@pytest.mark.parametrize(
    "command", ["demo --out hand.jsonl", "simulate --hands 1 --seed 20 --out hand.jsonl"]
)
def test_the_seed_of_a_hand_among_bots_is_named_by_the_commands_seed_and_the_hands_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run(*command.split(), "--out", "hand.jsonl")
    seeds_in(tmp_path, f"test:20 {read_log('hand.jsonl').hand_id}\n")
    result = run("audit", "hand.jsonl", "--seed", "seeds")
    assert result.exit_code == 0
    assert "52 of 52 cards against their seals; the whole deck" in result.output


def test_what_is_of_no_hand_audited_is_said(hand: Path, tmp_path: Path) -> None:
    sealed("other").openings(1).write(tmp_path / "1.json")
    Receipt("another", 3, "0" * 64).write(tmp_path / "receipt.json")
    result = run("audit", hand, "--openings", tmp_path / "1.json", "--receipt", tmp_path / "receipt.json")
    assert result.exit_code == 2
    assert "1.json: is of hand other, and no such hand was audited" in result.stderr
    assert "receipt.json: is of hand another, and no such hand was audited" in result.stderr


def test_a_file_that_is_no_such_thing_is_exit_2(hand: Path, tmp_path: Path) -> None:
    options = ["--openings", "--receipt", "--seed"]
    options += [] if find_spec("cryptography") is None else ["--keys"]
    for option in options:
        result = run("audit", hand, option, hand)
        assert result.exit_code == 2
        assert one_line(result.stderr).startswith(f"{hand}: ")
        assert run("audit", hand, option, tmp_path / "none").exit_code == 2


def test_signed_receipts_are_checked_with_keys(hand: Path, tmp_path: Path) -> None:
    signing = pytest.importorskip("grocerydots.proofs.signing")
    key = signing.SigningKey.generate()
    signing.KeyRing([key.public]).write(tmp_path / "keys.json")
    key.sign(sealed().receipt()).write(tmp_path / "receipt.json")
    args = ("audit", hand, "--receipt", tmp_path / "receipt.json", "--keys", tmp_path / "keys.json")
    assert "1 receipt, 1 of them signed by the operator" in run(*args).output
    sealed().receipt().write(tmp_path / "receipt.json")
    unsigned = run(*args)
    assert unsigned.exit_code == 0
    assert "Audited with the log and 1 receipt (0 proved)." in unsigned.output
    signing.SigningKey.generate().sign(sealed().receipt()).write(tmp_path / "receipt.json")
    assert run(*args).exit_code == 1


# Seeds


def seeds_in(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "seeds"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_seed_is_64_hexadecimal_digits_or_a_test_seeds_name(tmp_path: Path) -> None:
    for written, seed in {
        "00" * 32 + "\n": Seed(bytes(32)),
        "test:short deck\n": seed_of("short deck"),
        "test:7": seed_of(7),
        "\n test:7 \n": seed_of(7),
    }.items():
        assert read_seeds(str(seeds_in(tmp_path, written))).get("any") == seed


def test_a_line_for_each_hand_gives_each_its_own_seed(tmp_path: Path) -> None:
    path = seeds_in(tmp_path, f"sealed test:sealed\nother {'00' * 32}\n")
    assert dict(read_seeds(str(path))) == {"sealed": seed_of("sealed"), "other": Seed(bytes(32))}
    both = archive(tmp_path / "both.jsonl", sealed().log, finished().log)
    assert run("audit", both, "--seed", path).exit_code == 0
    one = seeds_in(tmp_path, "sealed test:other\n")
    assert run("audit", both, "--seed", one).exit_code == 1


def test_the_seed_of_one_hand_is_not_for_several(tmp_path: Path) -> None:
    both = archive(tmp_path / "both.jsonl", sealed().log, finished().log)
    path = seeds_in(tmp_path, "test:sealed")
    result = run("audit", both, "--seed", path)
    assert result.exit_code == 2
    assert "the seed of one hand, and several hands" in result.stderr
    assert run("audit", both, "--seed", path, "--hand", "sealed").exit_code == 0


@pytest.mark.parametrize("content", ["", "\n\n", "5ec2e7" * 9, "x" * (1 << 21), "a b\nc d\n", "test", "a\nb"])
def test_what_is_no_seed_is_refused_and_never_shown(content: str, tmp_path: Path) -> None:
    path = seeds_in(tmp_path, content)
    with pytest.raises(NotationError) as refused:
        read_seeds(str(path))
    assert "5ec2e7" not in str(refused.value)
    assert len(str(refused.value)) < 200 + len(str(path))


def test_a_file_of_seeds_is_text(tmp_path: Path) -> None:
    path = tmp_path / "seeds"
    path.write_bytes(b"\xff" * 64)
    with pytest.raises(NotationError, match="text in UTF-8"):
        read_seeds(str(path))


# The progress bar


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def on_terminals(monkeypatch: pytest.MonkeyPatch, *, stdout: bool) -> tuple[io.StringIO, io.StringIO]:
    out, err = Terminal() if stdout else io.StringIO(), Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(command, "MUCH", 1)
    for name in ("NO_COLOR", "TERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return out, err


def audit_here(*args: object) -> None:
    with pytest.raises(SystemExit):
        command.command.main([str(arg) for arg in args], prog_name="audit")


def test_a_bar_stands_on_a_terminal_above_which_lines_go(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, _ = on_terminals(monkeypatch, stdout=True)
    audit_here(many)
    assert "Auditing" in out.getvalue()
    assert "4 hands" in out.getvalue()


def test_a_bar_stands_on_the_other_stream_when_output_is_piped(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = on_terminals(monkeypatch, stdout=False)
    audit_here(many)
    assert "Auditing" in err.getvalue()
    assert out.getvalue().splitlines()[-1].startswith("4 hands")


def test_no_bar_stands_amid_json_or_where_there_is_little(
    many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, err = on_terminals(monkeypatch, stdout=True)
    audit_here(many, "--json")
    assert "Auditing" not in out.getvalue() + err.getvalue()
    monkeypatch.setattr(command, "MUCH", 1 << 30)
    audit_here(many)
    assert "Auditing" not in out.getvalue() + err.getvalue()


def test_nothing_is_printed_without_streams(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "MUCH", 1)
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    audit_here(many)
    assert not output.on_terminal()


# Hands of a table


def friday(folder: Path) -> tuple[Path, Path]:
    """The archive of a table's hands, and the table's log."""
    table = Table.open(presets.card_room(small_bet=4, big_bet=8, ante=1), buy_in=200, table_id="friday")
    table, logs = table.sit(1, "ann").sit(3, "bob"), []
    for number in range(2):
        table, hand = table.start_hand(seed=seed_of(number))
        logs.append(play_out(hand).log)
        table = table.finish_hand(play_out(hand))
    (folder / "friday.jsonl").write_bytes(table.log.to_bytes())
    return archive(folder / "hands.jsonl", *logs), folder / "friday.jsonl"


def test_what_comes_by_a_pipe_is_read_once_and_the_table_says_so(tmp_path: Path) -> None:
    hands, table = friday(tmp_path)
    assert process("audit", hands, table).returncode == 0
    done = process("audit", "-", table, stdin=hands.read_bytes())
    assert done.returncode == 2
    assert b"2 hands of a table came by a pipe, friday-1 first: it is read once, give a file" in done.stderr
    done = process("audit", hands, "-", stdin=table.read_bytes())
    assert done.returncode == 2
    assert b"-: is the log of a table, which is read from a regular file only" in done.stderr


def test_a_hand_that_is_there_twice_changes_nothing(tmp_path: Path) -> None:
    hands, table = friday(tmp_path)
    result = run("audit", hands, hands, table)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_hand_that_no_table_among_the_files_knows_is_named(tmp_path: Path) -> None:
    hands, table = friday(tmp_path)
    other = archive(tmp_path / "other", finished().log)
    result = run("audit", hands, other, table)
    assert result.exit_code == 1
    hand_id = finished().state.hand_id
    assert f"hand {hand_id} is of no table among the files: none of them started it" in result.stderr
    assert run("audit", hands, other).exit_code == 0


def test_receipts_of_a_table_are_compared_with_its_log(tmp_path: Path) -> None:
    signing = pytest.importorskip("grocerydots.proofs.signing")
    key = signing.SigningKey.generate()
    signing.KeyRing([key.public]).write(tmp_path / "keys")
    table, _ = played_table(hands=1)
    (tmp_path / "table").write_bytes(table.log.to_bytes())
    (tmp_path / "cut").write_bytes(b"".join(line + b"\n" for line in table.log.lines[:-2]))
    key.sign(table.receipt()).write(tmp_path / "receipt")
    with_receipt = ("--receipt", tmp_path / "receipt", "--keys", tmp_path / "keys")
    assert "does not fit" not in run("audit", tmp_path / "table", *with_receipt).output
    result = run("audit", tmp_path / "cut", *with_receipt)
    assert result.exit_code == 1
    assert "entries are missing, or this is another history of the table" in result.output
    other = archive(tmp_path / "hand", finished().log)
    result = run("audit", other, *with_receipt)
    assert result.exit_code == 2
    assert "receipt: is of table friday, and no such table was audited" in result.stderr


def test_a_hand_chosen_of_several_files_is_told_in_full(tmp_path: Path) -> None:
    hands, table = friday(tmp_path)
    result = run("audit", hands, table, "--hand", "friday-2")
    assert result.exit_code == 0
    assert "Players: seat 1 ann, seat 3 bob." in result.stdout


def test_seeds_of_no_hand_that_is_there_are_named_and_each_is_given_once(tmp_path: Path) -> None:
    hands, _ = friday(tmp_path)
    seeds = tmp_path / "seeds"
    seeds.write_text("friday-9 test:1\n")
    result = run("audit", hands, "--seed", seeds)
    assert result.exit_code == 2
    assert "the seeds: is of hand friday-9, and no such hand was audited" in result.stderr
    seeds.write_text(" friday-1 test:0\nfriday-1 test:1\n")
    assert "the seed of hand friday-1 is there twice" in run("audit", hands, "--seed", seeds).stderr
    seeds.write_text("  test:0\n")
    assert run("audit", hands, "--hand", "friday-1", "--seed", seeds).exit_code in (0, 1)


# Two histories


def two_histories() -> tuple[Log, Log]:
    """A hand and the same hand gone another way after the bring-in."""
    hand = unfinished()
    assert hand.decision is not None
    hand = hand.play(hand.decision.bring_in())
    folded, completed = (hand.play(getattr(hand.decision, name)()) for name in ("fold", "complete"))
    assert completed.decision is not None
    return folded.log, completed.play(completed.decision.fold()).log


def test_two_histories_of_one_hand_in_two_files_are_found(tmp_path: Path) -> None:
    anns, bobs = (
        archive(tmp_path / f"{name}.jsonl", log) for name, log in zip("ab", two_histories(), strict=True)
    )
    assert run("audit", anns, anns).exit_code == 0
    result = run("audit", anns, bobs)
    assert result.exit_code == 1
    assert f"({anns}), from entry 5 on: seat 1 (ann) folds" in result.output
    assert f"({bobs}), from entry 5 on: seat 1 (ann) completes" in result.output
    assert "2 clean" in result.output
    as_json = run("audit", anns, bobs, "--json")
    assert [json.loads(line)["exit_code"] for line in as_json.stdout.splitlines()] == [0, 0, 1]
    hand_id = unfinished().state.hand_id
    assert run("audit", anns, bobs, "--hand", hand_id).exit_code == 1


def test_of_an_archive_the_hands_number_is_told(tmp_path: Path) -> None:
    both = archive(tmp_path / "both.jsonl", *two_histories())
    output = run("audit", both).output
    assert f"({both}, hand 1), from entry 5 on" in output
    assert f"({both}, hand 2), from entry 5 on" in output


def test_the_same_log_and_its_beginning_are_no_two_histories(tmp_path: Path) -> None:
    folded, _ = two_histories()
    whole, start = archive(tmp_path / "whole", folded), archive(tmp_path / "start", Log(folded.lines[:4]))
    for files in ((whole, start), (start, whole), (start, start), (whole, start, whole)):
        assert run("audit", *files).exit_code == 0


def piped(log: Log, *args: object) -> tuple[int, str]:
    """The exit status and what is printed with a log on standard input."""
    done = process("audit", *args, stdin=log.to_bytes())
    return done.returncode, done.stdout.decode()


def test_standard_input_is_compared_with_a_file_as_far_as_it_can_be(tmp_path: Path) -> None:
    folded, completed = two_histories()
    start = Log(folded.lines[:4])
    whole, begun = archive(tmp_path / "whole", folded), archive(tmp_path / "begun", start)
    assert piped(start, whole, "-")[0] == 0
    status, told = piped(completed, whole, "-")
    assert (status, "There are two histories of hand" in told) == (1, True)
    status, told = piped(folded, begun, "-")
    assert (status, "give a file" in told) == (1, True)


def test_a_file_of_the_name_that_means_standard_input_is_not_read_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded, completed = two_histories()
    monkeypatch.chdir(tmp_path)
    archive(Path("-"), folded)
    archive(Path("file"), Log(folded.lines[:4]))
    assert "came by a pipe" in piped(completed, "file", "-")[1]


def test_a_hand_after_one_that_cannot_be_read_is_a_tables_too(tmp_path: Path) -> None:
    table = Table.open(presets.card_room(small_bet=10, big_bet=20, ante=1), buy_in=100, table_id="friday")
    table, hand = table.sit(1, "ann").sit(2, "bob").start_hand(seed=seed_of(1))
    hand = play_out(hand)
    (tmp_path / "table").write_bytes(table.finish_hand(hand).log.to_bytes())
    torn = sealed("torn").log.to_bytes().replace(b'"event"', b'"evont"', 1)
    hands = archive(tmp_path / "hands", torn, hand.log)
    assert "entries, 1 hand." in run("audit", hands, tmp_path / "table").stdout


def test_one_seed_in_two_hands_is_found_with_one_of_them_named(tmp_path: Path) -> None:
    rules, seats = presets.card_room(small_bet=10, big_bet=20, ante=1), {1: ("ann", 200), 2: ("bob", 200)}
    hands = [
        Hand.open(rules, seats, 2, seed=seed_of(5), entropy_seats=(1,), hand_id=name).log for name in "ab"
    ]
    both = archive(tmp_path / "both", *hands)
    for options in ((), ("--hand", "a"), ("--hand", "b")):
        result = run("audit", both, *options)
        assert result.exit_code == 1
        assert "two hands of one seed" in result.stdout


def test_two_histories_of_one_table_are_found(tmp_path: Path) -> None:
    for name in ("one", "other"):
        rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
        table = Table.open(rules, buy_in=100, table_id="friday").sit(1, name)
        (tmp_path / name).write_bytes(table.log.to_bytes())
    result = run("audit", tmp_path / "one", tmp_path / "other")
    assert result.exit_code == 1
    assert "There are two histories of table friday." in result.output

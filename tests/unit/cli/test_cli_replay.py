"""``grocerydots replay``: hands of an archive, checked and told."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import attrs
import pytest
from command_line import archive, finished, illegal, one_line, process, run, unfinished

from grocerydots import events as e
from grocerydots.cli import output, paths
from grocerydots.cli.group import cli
from grocerydots.history import tell
from grocerydots.log import Log
from grocerydots.proofs.openings import Openings


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


def test_a_hand_of_which_a_byte_was_changed_is_told_and_is_1(tmp_path: Path) -> None:
    hand = finished()
    stored = hand.log.to_bytes()
    changed = stored.replace(b'"player":"ann"', b'"player":"amn"', 1)
    file = archive(tmp_path / "a.jsonl", changed, finished(1).log)
    result = run("replay", file)
    assert result.exit_code == 1
    assert result.stdout.startswith(tell(Log(changed.splitlines()[:-1])))
    assert tell(finished(1)) in result.stdout
    assert result.stdout.splitlines()[-1] == "2 hands: 1 changed"
    said = one_line(result.stderr)
    line = hand.entries + 1
    assert said.startswith(f"{file}: hand {hand.state.hand_id}: line {line}, head: the lines give the head ")


def test_a_hand_that_was_changed_into_an_illegal_one_is_told_up_to_there(tmp_path: Path) -> None:
    log, entry = illegal()
    end = finished().log.to_bytes().splitlines()[-1]
    file = archive(tmp_path / "a.jsonl", b"\n".join([*log.lines, end]) + b"\n")
    result = run("replay", file)
    assert result.exit_code == 1
    assert result.stdout.startswith(tell(log.events[:entry]))
    assert result.stdout.splitlines()[-1] == "1 hand: 1 illegal, 1 changed"
    first, second = result.stderr.splitlines()
    assert f"entry {entry}: ROOM-8" in first
    assert "something was changed after the hand" in second


def test_openings_show_their_seats_down_cards_in_the_hand_they_are_of(tmp_path: Path) -> None:
    hand, other = finished(), finished(1)
    seats = hand.state.setup.order[:2]
    options = []
    for seat in seats:
        hand.openings(seat).write(tmp_path / f"{seat}.json")
        options += ["--openings", tmp_path / f"{seat}.json"]
    result = run("replay", archive(tmp_path / "a.jsonl", other.log, hand.log), *options)
    assert (result.exit_code, result.stderr) == (0, "")
    known = {at: card for seat in seats for at, card in hand.openings(seat).cards.items()}
    assert tell(hand, openings=known) != tell(hand)
    assert result.stdout.startswith(f"{tell(other)}\n\n\n{tell(hand, openings=known)}\n")


def test_openings_that_do_not_fit_are_refused_and_their_cards_are_not_told(tmp_path: Path) -> None:
    hand, path = finished(), tmp_path / "o.json"
    first, *others = hand.openings(hand.state.setup.order[0]).openings
    wrong = first._replace(salt=bytes(16))
    Openings(hand.state.hand_id, hand.state.setup.order[0], (wrong, *others)).write(path)
    result = run("replay", archive(tmp_path / "a.jsonl", hand.log), "--openings", path)
    assert result.exit_code == 2
    assert result.stdout.startswith(tell(hand))
    assert one_line(result.stderr).startswith(f"{path}: {first.card} with this salt does not give the seal")


def test_openings_of_no_hand_that_was_told_are_refused(tmp_path: Path) -> None:
    hand, path = finished(), tmp_path / "o.json"
    hand.openings(hand.state.setup.order[0]).write(path)
    result = run("replay", archive(tmp_path / "a.jsonl", finished(1).log), "--openings", path)
    assert result.exit_code == 2
    assert one_line(result.stderr) == f"{path}: is of hand {hand.state.hand_id}, and there is no such hand"
    for content, says in ((b"{}\n", "openings: format: "), (None, "No such file or directory")):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        result = run("replay", tmp_path / "a.jsonl", "--openings", path)
        assert (result.exit_code, result.stdout) == (2, "")
        assert one_line(result.stderr).startswith(f"{path}: {says}")


def test_a_file_of_empty_lines_is_told_by_the_lines_where_hands_are_missing(tmp_path: Path) -> None:
    file = archive(tmp_path / "a.jsonl", b"\n\n\n")
    for number, said in enumerate(run("replay", file).stderr.splitlines(), 1):
        which = f"hand {number}, which starts at line {number}: line {number}"
        assert said.startswith(f"grocerydots: {file}: {which}: a hand is missing: there is one empty ")


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 2), (b"\n", 2), (b"\xff\xfe", 2), (b"{}\n", 2), (b"[" * 100_000, 2), (b"PNG\r\n", 2)],
)
def test_what_is_no_log_is_unreadable(tmp_path: Path, content: bytes, status: int) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(content)
    result = run("replay", file)
    assert result.exit_code == status
    assert "Traceback" not in result.output


def test_an_empty_file_is_unreadable_and_said_in_one_line(tmp_path: Path) -> None:
    result = run("replay", archive(tmp_path / "a.jsonl", b""))
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) == f"{tmp_path / 'a.jsonl'}: there is no hand in it"


def test_of_many_hands_that_cannot_be_read_the_first_are_told_and_the_others_counted(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    for lines in (paths.MOST_UNREADABLE - 1, 500):
        file.write_bytes(b"junk\n\n" * lines + b"junk\n")
        result = run("replay", file)
        assert result.exit_code == 2
        said = result.stderr.splitlines()
        assert len(said) <= paths.MOST_UNREADABLE + 1
        assert result.stdout == f"\n{lines + 1} hands: {lines + 1} unreadable\n"
    assert (
        said[-1] == f"grocerydots: {file}: … and {501 - paths.MOST_UNREADABLE} hands more that cannot be read"
    )


class Endless(io.RawIOBase):
    """A file of one line, again and again."""

    def __init__(self, line: bytes) -> None:
        self.line = line
        self.reads = 0

    def readline(self, limit: int | None = -1, /) -> bytes:
        self.reads += 1
        assert self.reads < 1000
        return self.line * (limit or 0) if self.line == b"\0" else self.line


@pytest.mark.parametrize("line", [b"\0", b"y\n"])
@pytest.mark.parametrize("command", ["replay", "audit"])
def test_a_file_without_an_end_is_given_up(
    command: str, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "MOST_AT_ONCE", 500)
    stdin = io.StringIO()
    monkeypatch.setattr(stdin, "buffer", Endless(line), raising=False)
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stderr)
    with pytest.raises(SystemExit) as done:
        cli.main([command, "-"])
    assert done.value.code == 2
    assert f"grocerydots: -: {paths.ENDLESS}\n" in stderr.getvalue()


def test_a_hand_as_long_as_any_after_another_is_not_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = finished().log.to_bytes()
    monkeypatch.setattr(paths, "MOST_AT_ONCE", len(stored))
    result = run("replay", archive(tmp_path / "a.jsonl", stored, stored, stored))
    assert (result.exit_code, result.stderr) == (0, "")


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


def test_what_was_shown_after_the_hand_is_told_below_it(tmp_path: Path) -> None:
    hand = finished()
    file, house, wrong = tmp_path / "hand", tmp_path / "house", tmp_path / "wrong"
    file.write_bytes(hand.log.to_bytes())
    hand.house_openings().write(house)
    told = run("replay", file, "--shown", house)
    assert told.exit_code == 0
    assert "*** SHOWN AFTER THE HAND ***\nThe house shows what was burned: " in told.stdout
    attrs.evolve(hand.house_openings(), seat=hand.state.setup.order[0]).write(wrong)
    told = run("replay", file, "--shown", house, "--shown", wrong)
    assert told.exit_code == 2
    assert "The house shows what was left in the deck: " in told.stdout
    assert "is no down card of seat" in told.stderr

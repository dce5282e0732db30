"""``grocerydots demo`` and ``grocerydots simulate``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from command_line import finished, one_line, run

from grocerydots import events as e
from grocerydots.bulk import simulate
from grocerydots.cli import demo as demo_command
from grocerydots.cli import simulate as simulate_command
from grocerydots.evolve import fold
from grocerydots.hand import Hand, _restored
from grocerydots.history import tell
from grocerydots.log import Log, read_archive, read_log
from grocerydots.rules.games import GAMES


def test_a_demo_tells_a_hand_and_keeps_its_log(tmp_path: Path) -> None:
    out = tmp_path / "hand.jsonl"
    result = run("demo", "--seed", "5", "--out", out)
    assert result.exit_code == 0
    log = read_log(out)
    assert result.output.startswith(tell(log))
    assert result.output.splitlines()[-1] == (
        f"Log in {out}: {log.entries} entries, head {log.head}; "
        "read back and replayed to the same end, every event checked"
    )


@pytest.mark.parametrize("seed", ["20", "7", "a word", "-3"])
def test_any_seed_gives_a_hand_with_the_store_prices_pots_and_dots(tmp_path: Path, seed: str) -> None:
    told = run("demo", "--seed", seed, "--out", tmp_path / "demo.jsonl").output
    for part in (
        "store: [1] ",
        " buys ",
        "(pot ",
        "*** SHOWDOWN ***",
        "; dots ",
        "*** POTS ***",
        "every event checked",
    ):
        assert part in told
    assert told.count("Hand grocery_store_dots-4-") == 1


def test_a_demo_writes_beside_you_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = run("demo")
    again = run("demo")
    assert first.output == again.output
    assert [path.name for path in tmp_path.iterdir()] == ["demo.jsonl"]


def test_a_demo_that_cannot_write_says_so(tmp_path: Path) -> None:
    result = run("demo", "--out", tmp_path / "missing" / "demo.jsonl")
    assert result.exit_code == 2
    assert one_line(result.stderr).endswith("No such file or directory")


def test_a_demo_whose_log_reads_back_differently_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = finished().log
    monkeypatch.setattr(demo_command, "read_log", lambda path: other)
    result = run("demo", "--out", tmp_path / "demo.jsonl")
    assert result.exit_code == 1
    assert "does not replay" in one_line(result.stderr)


@pytest.mark.parametrize("game", GAMES)
def test_simulated_hands_are_checked_and_kept_in_an_archive(tmp_path: Path, game: str) -> None:
    out = tmp_path / "hands.jsonl"
    result = run("simulate", "--game", game, "--hands", 20, "--players", 5, "--seed", "s", "--out", out)
    assert result.exit_code == 0
    logs = list(read_archive(out))
    assert len(logs) == 20
    assert all(isinstance(log, Log) and log.is_finished for log in logs)
    lines = result.output.splitlines()
    entries = sum(log.entries for log in logs if isinstance(log, Log))
    assert re.fullmatch(
        rf"20 hands of {game}, 5 players: {entries} entries in \d+\.\d s, \d+ hands/s", lines[0]
    )
    assert lines[1:] == [
        "Every hand: chips conserved, log replayed to the same state, written to the same bytes again",
        f"Archive in {out}: {out.stat().st_size} bytes",
    ]
    assert run("replay", out).exit_code == 0


def test_the_same_seed_gives_the_same_archive_and_varied_rules_another(tmp_path: Path) -> None:
    def bytes_of(*args: str) -> bytes:
        assert run("simulate", "--hands", 5, "--out", tmp_path / "a.jsonl", *args).exit_code == 0
        return (tmp_path / "a.jsonl").read_bytes()

    assert bytes_of("--seed", "1") == bytes_of("--seed", "1")
    assert (
        len({bytes_of("--seed", "1"), bytes_of("--seed", "2"), bytes_of("--seed", "1", "--vary-rules")}) == 3
    )


def test_nothing_is_written_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("simulate", "--hands", 2)
    assert (result.exit_code, list(tmp_path.iterdir())) == (0, [])
    assert "Archive" not in result.output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--game", "omaha"], "'omaha' is not one of"),
        (["--hands", "0"], "0 is not in the range x>=1"),
        (["--players", "9"], "9 is not in the range 2<=x<=8"),
        (["--players", "8"], "grocery_store_dots is for 2 to 7"),
        (["--out", "/nowhere/at/all"], "/nowhere/at/all: No such file or directory"),
    ],
)
def test_what_cannot_be_simulated_is_bad_usage(args: list[str], said: str) -> None:
    result = run("simulate", *args)
    assert result.exit_code == 2
    assert said in one_line(result.stderr)


def tampered(hand: Hand, **changes: object) -> Hand:
    """A hand with something else in its place, as a faulty engine might give."""
    parts = {
        "state": hand.state, "events": hand.events, "times": hand.times, "deck": None, "seed": None,
    } | changes  # fmt: skip
    return _restored(*parts.values())  # type: ignore[arg-type]


def faults_of(hand: Hand, stored: bytes | None = None) -> list[str]:
    return list(simulate_command.faults(hand, hand.log.to_bytes() if stored is None else stored))


def test_a_state_that_the_log_does_not_give_is_a_fault() -> None:
    hand = finished()
    assert faults_of(tampered(hand, state=hand.at(hand.entries - 2).state)) == [
        "its log replays to another state"
    ]


def test_chips_that_are_made_are_a_fault() -> None:
    hand = finished()
    *before, awarded, closed = hand.events
    assert isinstance(awarded, e.PotsAwarded)
    first, *others = awarded.awards
    generous = e.PotsAwarded((first._replace(amount=first.amount + 1), *others))
    brought = sum(seating.stack for seating in hand.state.setup.opening.seats)
    assert faults_of(tampered(hand, state=fold([*before, generous, closed]))) == [
        f"{brought} chips came in and {brought + 1} are left",
        "its log replays to another state",
    ]


def test_an_event_that_is_illegal_is_a_fault() -> None:
    hand = finished()
    cut = tampered(hand, events=(*hand.events[:5], *hand.events[6:]))
    assert any(fault.startswith("entry 5: ") for fault in faults_of(cut))


def test_faults_are_told_and_the_status_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(hand: Hand, stored: bytes) -> Iterator[str]:
        yield "7 chips came in and 8 are left"

    monkeypatch.setattr(simulate_command, "faults", faulty)
    result = run("simulate", "--hands", 2)
    assert result.exit_code == 1
    assert result.stderr.count("7 chips came in and 8 are left") == 2
    assert "2 faults, each listed above" in result.stdout


def test_on_a_terminal_the_hands_are_counted_in_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    hands = list(simulate(hands=3))
    assert list(simulate_command._with_progress(iter(hands), 3)) == hands
    assert "Playing" in terminal.getvalue()


def test_an_archive_that_is_written_otherwise_again_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = finished()
    stored = hand.log.to_bytes()

    monkeypatch.setattr(
        simulate_command, "Log", type("Faulty", (), {"of": staticmethod(lambda *_: finished(1).log)})
    )
    assert faults_of(hand, stored) == ["its log is written to other bytes again"]


def test_an_interrupted_run_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def some(*_: object, **__: object) -> Iterator[Hand]:
        yield from simulate(hands=3)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_command, "simulate", some)
    out = tmp_path / "a.jsonl"
    result = run("simulate", "--hands", 50, "--out", out)
    assert result.exit_code == 130
    assert one_line(result.stderr) == "interrupted after 3 of 50 hands"
    assert len(list(read_archive(out))) == 3

"""A process that is killed in the middle of a hand loses nothing that it had written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from grocerydots import Hand, Log
from grocerydots.testing import test_seed as seed_named
from stores import crash_player

SCRIPT = crash_player.__file__


def unbroken(name: str) -> Hand:
    hand = crash_player.opened(name)
    while hand.decision is not None:
        hand = crash_player.chosen(hand)
    return hand


def written_before_a_kill(name: str, path: Path, entry: int) -> tuple[bytes, ...]:
    """The whole lines that a player process left that was killed once it had told of an entry."""
    command = [sys.executable, SCRIPT, name, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as player:
        assert player.stdout is not None
        for line in player.stdout:
            if int(line) >= entry:
                break
        player.send_signal(signal.SIGKILL)
    whole = path.read_bytes().rpartition(b"\n")[0]
    return tuple(whole.split(b"\n"))


def kill_and_resume(tmp_path: Path, number: int, chance: random.Random) -> int:
    name = f"crash {number}"
    finished = unbroken(name)
    entry = chance.randrange(finished.entries)
    lines = written_before_a_kill(name, tmp_path / f"{number}.jsonl", entry)
    assert len(lines) > entry, "what was told of is there"
    hand = Hand.resume(Log(lines), seed=seed_named(name))
    assert hand.events == finished.events[: hand.entries], "the same card comes next"
    while hand.decision is not None:
        hand = crash_player.chosen(hand)
    assert hand.log.to_bytes() == finished.log.to_bytes()
    return len(lines)


def kills(tmp_path: Path, count: int) -> set[int]:
    chance = random.Random(count)
    return {kill_and_resume(tmp_path, number, chance) for number in range(count)}


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is a signal of POSIX")
def test_a_hand_killed_at_any_entry_goes_on_to_the_log_of_an_unbroken_one(tmp_path: Path) -> None:
    assert len(kills(tmp_path, 8)) > 3


@pytest.mark.deep
def test_hundreds_of_kills_leave_hands_that_go_on_to_the_same_log(tmp_path: Path) -> None:
    lengths = kills(tmp_path, 200)
    figures = f"{len(lengths)} different entries, {min(lengths)} to {max(lengths)}"
    print(f"\n200 kills at {figures}: every log equal")
    assert len(lengths) > 25

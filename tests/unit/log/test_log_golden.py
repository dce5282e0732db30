"""Logs of every released version of the format are read for ever, to the byte."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from grocerydots.log import Log, encode_event, read_archive, read_log
from grocerydots.log.format import HAND

GOLDEN = Path(__file__).parents[2] / "golden" / "logs"

#: SHA-256 of each file. A new version of the format adds a folder; no line here is ever changed.
HASHES = {
    "v1/archive.jsonl": "98b0e5d04fc31d9565660be5dc091ed1196347dfcac9ece1a45e0bc18ab31550",
    "v1/cancelled.jsonl": "b51a9df283398dd8cfeab93db15b7d178041865f8000c685e88ef40342d7418c",
    "v1/dots-entropy-clock.jsonl": "0788956ecbb1a068a65d1b237a1b7f3e384780cf37520f31402648ce782a29f9",
    "v1/every-event.jsonl": "fff58194778cd9e069b8d72cd075f0500b9fd2655e51b800bb727526280279e3",
    "v1/hi-lo-reshuffle-side-pots.jsonl": "8a210ebec0040b659a6317732e0d50ee147de2def0cee849ff0862d221aa17ca",
    "v1/no-limit-unsealed-rake.jsonl": "3eb6f96d65f883b8f95d9d8aa3331d1cfb93c68fdda29a21b4afe70f57edc1e8",
    "v1/stud-community-card.jsonl": "ee63ef34c41e6e921283c76986ce09fd7bfc5e8082a6c49729b99f9045f86986",
}
LOGS = [name for name in HASHES if "archive" not in name]


def test_no_golden_file_was_changed_added_or_taken_away() -> None:
    found = {path.relative_to(GOLDEN).as_posix(): path for path in GOLDEN.glob("v*/*")}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in found.items()} == HASHES


@pytest.mark.parametrize("name", LOGS)
def test_a_golden_log_is_read_and_gives_its_bytes_again(name: str) -> None:
    content = (GOLDEN / name).read_bytes()
    log = read_log(content)
    assert log.is_finished
    assert log.to_bytes() == content
    assert log.version == int(name[1 : name.index("/")])


@pytest.mark.parametrize("name", [name for name in LOGS if name.startswith(f"v{HAND.version}/")])
def test_the_events_of_a_golden_log_of_today_are_written_as_they_were(name: str) -> None:
    log = read_log(GOLDEN / name)
    times = log.times or (None,) * log.entries
    assert tuple(map(encode_event, log.events, times)) == log.lines


def test_the_golden_archive_has_an_unfinished_hand_in_the_middle() -> None:
    content = (GOLDEN / "v1" / "archive.jsonl").read_bytes()
    hands = list(read_archive(content))
    assert [isinstance(hand, Log) and hand.is_finished for hand in hands] == [True, False, True]
    assert b"\n".join(hand.to_bytes() for hand in hands if isinstance(hand, Log)) == content


def test_every_event_of_every_version_stands_in_a_golden_log() -> None:
    for version in range(1, HAND.version + 1):
        logs = [read_log(GOLDEN / name) for name in LOGS if name.startswith(f"v{version}/")]
        seen = {HAND.tag_of[type(event)] for log in logs for event in log.events}
        assert seen >= {tag for tag, since in HAND.since.items() if since <= version}

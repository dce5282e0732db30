"""Tables' logs of every released version of the format are read for ever, to the byte."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from grocerydots.table import TableLog, read_table_log
from grocerydots.table.log import TABLE

GOLDEN = Path(__file__).parents[2] / "golden" / "tables"

#: SHA-256 of each file. A new version of the format adds a folder; no line here is ever changed.
HASHES = {
    "v1/every-event.jsonl": "6a57589d164c7a238c24d53e44ced6f707f4e0c51a00665542b4d8cba79dd452",
}


def test_no_golden_file_was_changed_added_or_taken_away() -> None:
    found = {path.relative_to(GOLDEN).as_posix(): path for path in GOLDEN.glob("v*/*")}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in found.items()} == HASHES
    assert {name.split("/")[0] for name in HASHES} == {f"v{n}" for n in range(1, TABLE.version + 1)}


@pytest.mark.parametrize("name", HASHES)
def test_a_golden_log_is_read_and_gives_its_bytes_again(name: str) -> None:
    content = (GOLDEN / name).read_bytes()
    log = read_table_log(content)
    assert log.to_bytes() == content
    assert log.version == int(name[1 : name.index("/")])
    if log.version == TABLE.version:
        assert TableLog.of(log.events, log.times) == log


@pytest.mark.parametrize("version", range(1, TABLE.version + 1))
def test_every_event_of_every_version_is_in_a_golden_log(version: int) -> None:
    log = read_table_log(GOLDEN / f"v{version}" / "every-event.jsonl")
    seen = {TABLE.tag_of[type(event)] for event in log.events}
    assert seen == {tag for tag, since in TABLE.since.items() if since <= version}

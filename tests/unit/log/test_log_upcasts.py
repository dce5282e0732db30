"""Logs of older versions are read by way of upcasts; version 0, which never was, stands for one here."""

from __future__ import annotations

from typing import Any

import pytest
from log_events import SHORT_HAND

from grocerydots.errors import LogError, MalformedLog, TooNew, UnknownTag
from grocerydots.log import Log, decode_line, read_log
from grocerydots.log.chain import digests, end_line
from grocerydots.log.format import HAND


def from_version_0(line: dict[str, Any]) -> dict[str, Any]:
    """In version 0 a fold was called `passed_out`, and its seat `who`."""
    if line["event"] != "passed_out":
        return line
    return {"event": "folded", "seat": line["who"]}


@pytest.fixture(autouse=True)
def version_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HAND.upcasters, 0, from_version_0)
    for tag in HAND.since.keys() - {"folded"}:
        monkeypatch.setitem(HAND.since, tag, 0)


def old_log(folded: bytes = b'{"event":"passed_out","who":4}') -> bytes:
    lines = [line.replace(b'"version":1', b'"version":0') for line in Log.of(SHORT_HAND).lines]
    lines = [folded if b"folded" in line else line for line in lines]
    return b"\n".join([*lines, end_line(len(lines), digests(lines)[-1].hex())]) + b"\n"


def test_an_old_log_gives_the_events_of_today_and_keeps_its_bytes_and_head() -> None:
    log = read_log(old_log())
    assert log.events == SHORT_HAND
    assert log.version == 0
    assert log.to_bytes() == old_log()


def test_an_old_log_cannot_go_on_in_the_format_of_today() -> None:
    lines = old_log().splitlines()[:4]
    with pytest.raises(MalformedLog, match="a log of version 0 of the format cannot go on in 1"):
        Log(lines).extended([SHORT_HAND[4]])


def test_a_line_is_read_in_the_version_that_the_caller_names() -> None:
    assert decode_line(b'{"event":"passed_out","who":4}', 5, 0) == (SHORT_HAND[4], None)
    with pytest.raises(UnknownTag, match="line 5, event: version 1 of the format has no event 'passed_out'"):
        decode_line(b'{"event":"passed_out","who":4}', 5)
    with pytest.raises(TooNew, match="line 5, version: the log is written in version 2"):
        decode_line(b'{"event":"passed_out","who":4}', 5, 2)


@pytest.mark.parametrize(
    ("folded", "error", "says"),
    [
        (b'{"event":"passed_out", "who":4}', MalformedLog, "not canonical from byte 23 on"),
        (b'{"who":4,"event":"passed_out"}', MalformedLog, "not canonical from byte 3 on"),
        (b'{"event":"passed_out","who":4.5}', MalformedLog, "4.5 has no canonical form"),
        (b'{"event":"passed_out","who":0}', MalformedLog, "expected a seat number"),
        (b'{"event":"passed_out"}', MalformedLog, "not a line of version 0 of the format: KeyError('who')"),
        (b'{"event":"danced"}', UnknownTag, "version 0 of the format has no event 'danced'"),
    ],
    ids=["space", "key-order", "float", "value", "field", "tag"],
)
def test_old_lines_are_read_as_strictly(folded: bytes, error: type[LogError], says: str) -> None:
    with pytest.raises(error) as refused:
        read_log(old_log(folded))
    assert refused.value.line == 5
    assert says in refused.value.message


def test_a_tag_that_came_later_is_unknown_to_an_old_log() -> None:
    with pytest.raises(UnknownTag, match="line 5, event: version 0 of the format has no event 'folded'"):
        read_log(old_log(b'{"event":"folded","seat":4}'))


def test_every_version_from_the_oldest_to_the_newest_has_its_step() -> None:
    released = HAND.upcasters.keys() - {0}
    assert released == set(range(1, HAND.version))


def test_a_version_before_the_first_that_can_be_read_is_refused() -> None:
    with pytest.raises(MalformedLog, match="line 1, version: expected a version, 1 to 1, got -1"):
        read_log(old_log().replace(b'"version":0', b'"version":-1'))
    with pytest.raises(MalformedLog, match="line 7, version: expected a version, 1 to 1, got null"):
        decode_line(b'{"event":"passed_out","who":4}', 7, None)  # type: ignore[arg-type]

"""Logs of older versions are read by way of upcasts; a format made up here has had two."""

from __future__ import annotations

import json
from typing import Any

import pytest
from log_events import SHORT_HAND
from test_log_golden import GOLDEN

from grocerydots import events as e
from grocerydots.errors import LogError, MalformedLog, TooNew, UnknownTag
from grocerydots.log.canonical import Wrong, checked
from grocerydots.log.chain import digests, end_line
from grocerydots.log.codec import Codec
from grocerydots.log.files import read_whole
from grocerydots.log.format import HAND, Format, with_new
from grocerydots.log.log import ChainedLog
from grocerydots.table.log import TABLE


def from_version_1(line: dict[str, Any]) -> dict[str, Any]:
    """In version 1 a fold was called `passed_out`, its seat `who`; a bring-in and rules lacked a field."""
    if line["event"] == "passed_out":
        return {"event": "folded", "seat": line["who"]}
    if line["event"] == "brought_in":
        return with_new(line, full=False)
    if line["event"] == "hand_opened":
        return {**line, "rules": checked("rules", lambda rules: with_new(rules, burn=True), line["rules"])}
    return line


FORMAT: Format[e.Event] = Format(
    "hand",
    "upcast",
    2,
    [(event, tag, 2 if tag == "folded" else 1) for event, tag, _ in HAND.table],
    closes=e.HandClosed,
)
FORMAT.upcasters[1] = from_version_1


class Upcast(ChainedLog[e.Event]):
    """A log of that format."""

    _codec = Codec(FORMAT)


def read(content: bytes) -> Upcast:
    return read_whole(Upcast, content)


def decoded(line: bytes, number: int = 1, version: Any = FORMAT.version) -> tuple[e.Event, int | None]:
    return Upcast._codec.decode(line, number, version)[:2]


def old_log(
    folded: bytes = b'{"event":"passed_out","who":4}',
    brought_in: bytes = b'{"amount":2,"event":"brought_in","seat":1}',
    burn: bytes = b"",
) -> bytes:
    opened, *lines = Upcast.of(SHORT_HAND).lines
    lines = [folded if b"folded" in line else brought_in if b"brought_in" in line else line for line in lines]
    lines = [opened.replace(b'"version":2', b'"version":1').replace(b'"burn":true,', burn), *lines]
    return b"\n".join([*lines, end_line(len(lines), digests(lines)[-1].hex())]) + b"\n"


def test_an_old_log_gives_the_events_of_today_and_keeps_its_bytes_and_head() -> None:
    log = read(old_log())
    assert log.events == SHORT_HAND
    assert log.version == 1
    assert log.to_bytes() == old_log()


def test_an_old_log_cannot_go_on_in_the_format_of_today() -> None:
    lines = old_log().splitlines()[:4]
    with pytest.raises(MalformedLog, match="a log of version 1 of the format cannot go on in 2"):
        Upcast(lines).extended([SHORT_HAND[4]])


def test_a_line_is_read_in_the_version_that_the_caller_names() -> None:
    assert decoded(b'{"event":"passed_out","who":4}', 5, 1) == (SHORT_HAND[4], None)
    with pytest.raises(UnknownTag, match="line 5, event: version 2 of the format has no event 'passed_out'"):
        decoded(b'{"event":"passed_out","who":4}', 5)
    with pytest.raises(TooNew, match="line 5, version: the log is written in version 3"):
        decoded(b'{"event":"passed_out","who":4}', 5, 3)


@pytest.mark.parametrize(
    ("folded", "error", "says"),
    [
        (b'{"event":"passed_out", "who":4}', MalformedLog, "not canonical from byte 23 on"),
        (b'{"who":4,"event":"passed_out"}', MalformedLog, "not canonical from byte 3 on"),
        (b'{"event":"passed_out","who":4.5}', MalformedLog, "4.5 has no canonical form"),
        (b'{"event":"passed_out","who":0}', MalformedLog, "expected a seat number"),
        (b'{"event":"passed_out"}', MalformedLog, "not a line of version 1 of the format: KeyError('who')"),
        (b'{"event":"danced"}', UnknownTag, "version 1 of the format has no event 'danced'"),
    ],
    ids=["space", "key-order", "float", "value", "field", "tag"],
)
def test_old_lines_are_read_as_strictly(folded: bytes, error: type[LogError], says: str) -> None:
    with pytest.raises(error) as refused:
        read(old_log(folded))
    assert refused.value.line == 5
    assert says in refused.value.message


def test_a_tag_that_came_later_is_unknown_to_an_old_log() -> None:
    with pytest.raises(UnknownTag, match="line 5, event: version 1 of the format has no event 'folded'"):
        read(old_log(b'{"event":"folded","seat":4}'))


@pytest.mark.parametrize(
    ("old", "line", "path"),
    [
        (old_log(brought_in=b'{"amount":2,"event":"brought_in","full":false,"seat":1}'), 4, "full"),
        (old_log(burn=b'"burn":true,'), 1, "rules.burn"),
    ],
    ids=["event", "rules"],
)
def test_a_field_that_came_later_is_unknown_to_an_old_log(old: bytes, line: int, path: str) -> None:
    with pytest.raises(MalformedLog, match="there is no such field in this version") as refused:
        read(old)
    assert (refused.value.line, refused.value.path) == (line, path)


@pytest.mark.parametrize("format", [HAND, TABLE, FORMAT], ids=lambda format: format.name)
def test_every_version_from_the_oldest_to_the_newest_has_its_step(format: Format[Any]) -> None:
    assert format.upcasters.keys() == set(range(1, format.version))


def old_lines(format: Format[Any], version: int) -> list[dict[str, Any]]:
    """The lines of that format's old logs: golden ones, and the one above."""
    folder = {HAND.name: GOLDEN, TABLE.name: GOLDEN.with_name("tables")}.get(format.name)
    files = [path.read_bytes() for path in folder.glob(f"v{version}/*")] if folder else [old_log()]
    lines = b"\n".join(files).split(b"\n")
    return [line for line in map(json.loads, filter(None, lines)) if line["event"] != "end"]


@pytest.mark.parametrize("format", [HAND, TABLE, FORMAT], ids=lambda format: format.name)
def test_whatever_a_step_adds_is_refused_in_a_line_that_has_it_already(format: Format[Any]) -> None:
    for version, step in format.upcasters.items():
        for line in old_lines(format, version):
            for with_field in with_one_more(line, step(line)):
                with pytest.raises(Wrong, match="there is no such field"):
                    step(with_field)


def with_one_more(old: Any, new: Any) -> list[Any]:
    """The old value with each field, at any depth, that only the new one has."""
    if isinstance(old, list) and isinstance(new, list):
        pairs = list(enumerate(zip(old, new, strict=False)))
        return [[*old[:i], more, *old[i + 1 :]] for i, pair in pairs for more in with_one_more(*pair)]
    if not isinstance(old, dict) or not isinstance(new, dict) or old.get("event") != new.get("event"):
        return []
    added = [{**old, name: new[name]} for name in new.keys() - old.keys()]
    return added + [
        {**old, n: more} for n in old.keys() & new.keys() for more in with_one_more(old[n], new[n])
    ]


def test_a_version_before_the_first_that_can_be_read_is_refused() -> None:
    with pytest.raises(MalformedLog, match="line 1, version: expected a version, 1 to 2, got -1"):
        read(old_log().replace(b'"version":1', b'"version":-1'))
    with pytest.raises(MalformedLog, match="line 7, version: expected a version, 1 to 2, got null"):
        decoded(b'{"event":"passed_out","who":4}', 7, None)

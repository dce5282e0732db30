"""One event as one line of a log, and back: the quick way, with `careful` to say what is wrong.

A line is good when encoding what was read from it gives the same bytes. That settles key order, spaces,
escapes, duplicate keys, `-0` and whatever follows the JSON, without a rule for each.
"""

from __future__ import annotations

import json
import re
from typing import Final, NoReturn, TypeAlias

from grocerydots.errors import MalformedLog
from grocerydots.events import Event
from grocerydots.log.given import check_line
from grocerydots.log.readers import READERS
from grocerydots.log.recurring import recall, remember
from grocerydots.log.tags import VERSION
from grocerydots.log.texts import time
from grocerydots.log.writers import WRITERS

#: Bytes of a line, without its end. Eight players with names of 10,000 letters fit twice.
LONGEST_LINE: Final = 1 << 20


_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"')
_MANY: Final = 200  #: Brackets; lines of played hands have fewer, so that theirs are not looked at.
_DEEP: Final = 100  #: No event stands four deep; anything that a parser follows without pain will do.

#: A line that was read: its event, its time, and the version of the format that it is written in.
Entry: TypeAlias = tuple[Event, int | None, int]


def _not_whole(text: str) -> NoReturn:
    raise ValueError(text)


_parse = json.JSONDecoder(parse_float=_not_whole, parse_constant=_not_whole).raw_decode


def stands_too_deep(line: bytes) -> bool:
    """Whether JSON text nests deeper than any parser should follow, whatever this one's limit is."""
    return line.count(b"[") + line.count(b"{") > _MANY and _depth(line) > _DEEP


def _depth(line: bytes) -> int:
    """How deep arrays and objects stand within each other, told without following them."""
    depth = deepest = 0
    for char in _STRING.sub(b"", line):
        if char in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in b"]}":
            depth -= 1
    return deepest


def encode_event(event: Event, at: int | None = None) -> bytes:
    """The event's canonical line, without a line end; `at` is milliseconds.

    Raises `MalformedLog`, naming the field, for an event that no log may hold.
    """
    try:
        line = WRITERS[event.__class__](event, "" if at is None else time(at)).encode()
    except Exception:  # whatever was in the event; `careful` finds it out
        line = None
    if line is None or len(line) > LONGEST_LINE:
        from grocerydots.log.careful import explain_event

        explain_event(event, at)
    return line


def decode_line(line: bytes, number: int = 1, version: int = VERSION) -> tuple[Event, int | None]:
    """The event and the `at` of one line without its line end; `number` is the line's, for errors.

    `version` is what the log's first line says. Raises `LogError`: `MalformedLog`, `UnknownTag`, `TooNew`.
    """
    check_line(line, number)
    return decode(line, number, version)[:2]


def decode(line: bytes, number: int, version: int) -> Entry:
    """What `decode_line` gives, and the version that the line is written in."""
    if version == VERSION and (known := recall(line)) is not None:
        return (*known, version)
    if len(line) > LONGEST_LINE:
        raise MalformedLog(f"the line is longer than {LONGEST_LINE} bytes", number)
    if stands_too_deep(line):
        raise MalformedLog("arrays and objects stand too deep within each other", number)
    if version == VERSION:
        try:
            fields, _ = _parse(line.decode())
            event = READERS[fields["event"]](fields)
            at = fields.get("at")
            if WRITERS[event.__class__](event, "" if at is None else time(at)).encode() == line:
                remember(line, event)
                return event, at, version
        except Exception:  # whatever was in the line; `careful` finds it out
            pass
    from grocerydots.log.careful import read

    return read(line, number, version)

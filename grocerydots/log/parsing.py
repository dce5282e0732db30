"""A line's bytes as a plain JSON object, and what must hold of its keys: strictly, and told in words.

The formats of hands' and of tables' logs share this. What goes wrong is a `Wrong`, which names no line.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable
from typing import Any

from grocerydots.errors import TooNew, UnknownTag, brief
from grocerydots.log.kinds import CHECKS, Whole, Wrong, checked, said
from grocerydots.log.tags import RESERVED

_MOST_DIGITS = 17  # of a number that may be within bounds, with its sign


# From bytes to an object


def parsed(line: bytes) -> dict[str, Any]:
    """The object that a line is. Numbers that no field may hold are left for its field's check to refuse."""
    text = _text(line)
    try:
        value, end = _parse(text)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise Wrong(f"no JSON: {what} at character {error.pos + 1}") from None
    if end != len(text):
        raise Wrong(f"something follows the JSON, from character {end + 1} on: {said(text[end : end + 20])}")
    if type(value) is not dict:
        raise Wrong(f"expected an object, got {said(value)}")
    return value


def _text(line: bytes) -> str:
    if not line:
        raise Wrong("the line is empty")
    if line.endswith(b"\r"):
        raise Wrong(r"the line ends with \r\n; lines end with \n alone")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise Wrong(f"byte {error.start + 1} is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise Wrong("a byte order mark stands before the line; there is none in this format")
    return text


class _Odd:
    """A number that no field may hold, kept as it was written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text if len(self.text) <= 30 else f"a number of {len(self.text)} characters"


def _whole(text: str) -> int | _Odd:
    return int(text) if len(text) <= _MOST_DIGITS else _Odd(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        times = Counter([name for name, _ in pairs])
        name = next(name for name, count in times.items() if count > 1)
        raise Wrong(f"the field {said(name)} stands twice")
    return fields


_parse = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_whole, parse_float=_Odd, parse_constant=_Odd
).raw_decode


def check_bytes(line: bytes, written: bytes) -> None:
    """Raise unless the line is the one way in which what it says is written."""
    if line != written:
        shorter = min(len(line), len(written))
        at = next((at for at in range(shorter) if line[at] != written[at]), shorter)
        found, expected = (text[at : at + 20].decode(errors="replace") for text in (line, written))
        raise Wrong(f"not canonical from byte {at + 1} on: {found!r} stands where {expected!r} is expected")


# Keys


def check_keys(value: Any, needed: Iterable[str], known: Iterable[str]) -> None:
    """Raise unless the value is an object with what is needed, and nothing that is not known."""
    if type(value) is not dict:
        raise Wrong(f"expected an object, got {said(value)}")
    for name in needed:
        check_there(value, name)
    for name in value:
        if name not in known:
            path = name if name.isidentifier() and len(name) <= 60 else brief(name)
            raise Wrong(f"there is no such field here; there are {', '.join(known) or 'none'}", path)


def check_there(fields: dict[str, Any], name: str) -> None:
    """Raise unless the field is there."""
    if name not in fields:
        raise Wrong("the field is missing", name)


def version_in(fields: dict[str, Any], name: str) -> Any:
    """The version that a first line of the format of that name says it is written in, whatever it is."""
    check_there(fields, "format")
    check_there(fields, "version")
    if fields["format"] != name:
        raise Wrong(f'expected the format "{name}", got {said(fields["format"])}', "format")
    return fields["version"]


def check_version(version: Any, newest: int, older: Container[int] = ()) -> None:
    """Raise unless it is the version that is written, or one of the older ones that can be read."""
    if type(version) is int and version > newest:
        found = f"version {brief(version)} of the format"
        message = f"the log is written in {found}; this library reads up to {newest}"
        raise Wrong(message, "version", TooNew)
    if type(version) is not int or (version != newest and version not in older):
        raise Wrong(f"expected a version, 1 to {newest}, got {said(version)}", "version")


def tag_in(fields: dict[str, Any]) -> str:
    """The event's tag."""
    check_there(fields, "event")
    tag = fields["event"]
    if type(tag) is not str:
        raise Wrong(f"expected an event's tag, got {said(tag)}", "event")
    return tag


def unknown(tag: str, version: int) -> Wrong:
    """What is wrong with a tag that the format's version does not have."""
    return Wrong(f"version {version} of the format has no event {said(tag)}", "event", UnknownTag)


def time_in(fields: dict[str, Any]) -> int | None:
    """The line's time in milliseconds; None without one."""
    return checked("at", CHECKS[Whole], fields["at"]) if "at" in fields else None


def body(fields: dict[str, Any], opens: bool) -> dict[str, Any]:
    """The event's own fields; `opens` is whether it is one that opens a log."""
    reserved = RESERVED if opens else ("at", "event")
    return {name: value for name, value in fields.items() if name not in reserved}

"""The careful way to read a line: slower, through cattrs, and able to say what is wrong and where.

Lines come here when the quick way (`codec`) gave them up, and lines of older versions always.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NoReturn

import attrs

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import LogError, MalformedLog, TooNew, UnknownTag
from grocerydots.log import codec
from grocerydots.log.canonical import canonical
from grocerydots.log.converter import structured
from grocerydots.log.kinds import Whole, Wrong, said
from grocerydots.log.tags import END, EVENT_OF, FORMAT, RESERVED, SINCE, TAG_OF, VERSION
from grocerydots.log.texts import rules_object
from grocerydots.log.upcasts import is_known, upcast
from grocerydots.rules.table import Rules, shown

_MOST_DIGITS = 17  # of a number that may be within bounds, with its sign
_OPENED = TAG_OF[e.HandOpened]


def read(line: bytes, number: int, version: int) -> codec.Entry:
    """The line's event and time, and the version it is written in. Raises `LogError` saying what is wrong."""
    try:
        return _entry(_fields(line), line, version)
    except Wrong as wrong:
        raise wrong.at_line(number) from None
    except LogError as error:
        raise type(error)(error.message, number, error.path) from None


def _entry(fields: dict[str, Any], line: bytes, version: int) -> codec.Entry:
    if fields.get("event") == _OPENED or "format" in fields:
        version = _version(fields)
    _check_version(version)
    _check_tag(fields, version)
    if version != VERSION:
        _check_bytes(line, canonical(fields))
        fields = _upcast(fields, version)
    kind = EVENT_OF.get(fields["event"])
    if kind is None:
        raise _unknown(fields["event"], version)
    at = _time(fields["at"]) if "at" in fields else None
    event = structured(_body(fields), kind)
    written = codec.encode_event(event, at)
    if version == VERSION:
        _check_bytes(line, written)
    return event, at, version


def _version(fields: dict[str, Any]) -> Any:
    """The version that a first line names, whatever it is."""
    for name in ("format", "version"):
        if name not in fields:
            raise Wrong("the field is missing", name)
    if fields["format"] != FORMAT:
        raise Wrong(f'expected the format "{FORMAT}", got {said(fields["format"])}', "format")
    return fields["version"]


def _check_version(version: Any) -> None:
    """Raise `Wrong` unless it is a version that can be read."""
    if type(version) is int and version > VERSION:
        found = f"version {shown(version)} of the format"
        message = f"the log is written in {found}; this library reads up to {VERSION}"
        raise Wrong(message, "version", TooNew)
    if type(version) is not int or not is_known(version):
        raise Wrong(f"expected a version, 1 to {VERSION}, got {said(version)}", "version")


def _check_tag(fields: dict[str, Any], version: int) -> None:
    if "event" not in fields:
        raise Wrong("the field is missing", "event")
    tag = fields["event"]
    if type(tag) is not str:
        raise Wrong(f"expected an event's tag, got {said(tag)}", "event")
    if tag == END:
        raise Wrong("the end line stands where an event is expected", "event")
    if SINCE.get(tag, version) > version:
        raise _unknown(tag, version)


def _unknown(tag: str, version: int) -> Wrong:
    return Wrong(f"version {version} of the format has no event {said(tag)}", "event", UnknownTag)


def _upcast(fields: dict[str, Any], version: int) -> dict[str, Any]:
    try:
        return upcast(fields, version)
    except Exception as error:
        raise Wrong(f"not a line of version {version} of the format: {shown(error)}") from error


def _time(at: Any) -> int:
    try:
        return structured(at, Whole)
    except Wrong as wrong:
        raise wrong.under("at") from None


def _body(fields: dict[str, Any]) -> dict[str, Any]:
    reserved = RESERVED if fields["event"] == _OPENED else ("at", "event")
    return {name: value for name, value in fields.items() if name not in reserved}


def _check_bytes(line: bytes, written: bytes) -> None:
    if line != written:
        shorter = min(len(line), len(written))
        at = next((at for at in range(shorter) if line[at] != written[at]), shorter)
        found, expected = (text[at : at + 20].decode(errors="replace") for text in (line, written))
        raise Wrong(f"not canonical from byte {at + 1} on: {found!r} stands where {expected!r} is expected")


# From bytes to an object


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


def _fields(line: bytes) -> dict[str, Any]:
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


# Events that cannot be written


def explain_event(event: object, at: object) -> NoReturn:
    """Raise `MalformedLog` saying why no log may hold the event at that time."""
    if type(event) not in TAG_OF:
        raise MalformedLog(f"expected an event, got {shown(event)}")
    try:
        _explain(event, at)
    except Wrong as wrong:
        raise wrong.at_line(None) from None
    raise MalformedLog(f"the line would be longer than {codec.LONGEST_LINE} bytes")


def _explain(event: Any, at: object) -> None:
    if at is not None:
        _time(at)
    names = [field.name for field in attrs.fields(type(event))]
    again = structured({name: _plain(getattr(event, name)) for name in names}, type(event))
    for name in names:
        value = getattr(event, name)
        if value != getattr(again, name):
            raise Wrong(f"expected the like of {shown(getattr(again, name))}, got {shown(value)}", name)


def _plain(value: Any) -> Any:
    """A value of an event as a line has it; what no event may hold stays for the checks to name."""
    if type(value) is Card:
        return value.text
    if type(value) is bytes:
        return value.hex()
    if type(value) is Rules:
        return rules_object(value)
    if type(value) is e.Seating:
        return value._asdict()
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value

"""The careful way to read a line: slower, through cattrs, and able to say what is wrong and where.

Lines come here when the quick way (`codec`) gave them up, and lines of older versions always.
"""

from __future__ import annotations

from typing import Any, NoReturn

import attrs

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import LogError, MalformedLog, brief
from grocerydots.log import codec
from grocerydots.log.canonical import canonical
from grocerydots.log.converter import structured
from grocerydots.log.kinds import Wrong
from grocerydots.log.parsing import (
    body,
    check_bytes,
    check_version,
    parsed,
    tag_in,
    time_in,
    unknown,
    version_in,
)
from grocerydots.log.tags import END, EVENT_OF, FORMAT, SINCE, TAG_OF, VERSION
from grocerydots.log.texts import rules_object
from grocerydots.log.upcasts import UPCASTERS, upcast
from grocerydots.rules.rules import Rules

_OPENED = TAG_OF[e.HandOpened]


def read(line: bytes, number: int, version: int) -> codec.Entry:
    """The line's event and time, and the version it is written in. Raises `LogError` saying what is wrong."""
    try:
        return _entry(parsed(line), line, version)
    except Wrong as wrong:
        raise wrong.at_line(number) from None
    except LogError as error:
        raise type(error)(error.message, number, error.path) from None


def _entry(fields: dict[str, Any], line: bytes, version: int) -> codec.Entry:
    if fields.get("event") == _OPENED or "format" in fields:
        version = version_in(fields, FORMAT)
    check_version(version, VERSION, UPCASTERS)
    _check_tag(fields, version)
    if version != VERSION:
        check_bytes(line, canonical(fields))
        fields = _upcast(fields, version)
    kind = EVENT_OF.get(fields["event"])
    if kind is None:
        raise unknown(fields["event"], version)
    at = time_in(fields)
    event = structured(body(fields, kind is e.HandOpened), kind)
    written = codec.encode_event(event, at)
    if version == VERSION:
        check_bytes(line, written)
    return event, at, version


def _check_tag(fields: dict[str, Any], version: int) -> None:
    tag = tag_in(fields)
    if tag == END:
        raise Wrong("the end line stands where an event is expected", "event")
    if SINCE.get(tag, version) > version:
        raise unknown(tag, version)


def _upcast(fields: dict[str, Any], version: int) -> dict[str, Any]:
    try:
        return upcast(fields, version)
    except Exception as error:
        raise Wrong(f"not a line of version {version} of the format: {brief(error)}") from error


# Events that cannot be written


def explain_event(event: object, at: object) -> NoReturn:
    """Raise `MalformedLog` saying why no log may hold the event at that time."""
    if type(event) not in TAG_OF:
        raise MalformedLog(f"expected an event, got {brief(event)}")
    try:
        _explain(event, at)
    except Wrong as wrong:
        raise wrong.at_line(None) from None
    raise MalformedLog(f"the line would be longer than {codec.LONGEST_LINE} bytes")


def _explain(event: Any, at: object) -> None:
    if at is not None:
        time_in({"at": at})
    names = [field.name for field in attrs.fields(type(event))]
    again = structured({name: _plain(getattr(event, name)) for name in names}, type(event))
    for name in names:
        value = getattr(event, name)
        if value != getattr(again, name):
            raise Wrong(f"expected the like of {brief(getattr(again, name))}, got {brief(value)}", name)


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

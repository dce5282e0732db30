"""The careful way to read a line: slower, through cattrs, and able to say what is wrong and where.

Lines come here when the quick way (`codec`) gave them up, and lines of older versions always.
"""

from __future__ import annotations

import json
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
from grocerydots.log.upcasts import is_known, upcast
from grocerydots.log.writers import rules_object
from grocerydots.rules.table import Rules, shown

_MOST_DIGITS = 17  # of a number that may be within bounds, with its sign
_DEEP = 200  # brackets; a line of ours has not so many within each other
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
    _check_tag(fields, version)
    if version != VERSION:
        _check_bytes(line, canonical(fields))
        fields = upcast(fields, version)
    at = structured(fields["at"], Whole) if "at" in fields else None
    event = structured(_body(fields), EVENT_OF[fields["event"]])
    written = codec.encode_event(event, at)
    if version == VERSION:
        _check_bytes(line, written)
    return codec.Entry(event, at, version)

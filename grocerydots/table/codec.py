"""An event of a table as one line of its log, and back: the form of a hand's log under another name.

A line is good when encoding what was read from it gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from grocerydots.errors import MalformedLog, TooNew, UnknownTag
from grocerydots.events import Payment, Seating
from grocerydots.log.canonical import canonical
from grocerydots.log.careful import _check_bytes, _fields
from grocerydots.log.codec import LONGEST_LINE, stands_too_deep
from grocerydots.log.kinds import CHECKS, HandId, Name, SeatNumber, Whole, Wrong, said
from grocerydots.log.texts import rules_object
from grocerydots.rules.table import Rules, shown
from grocerydots.table import events as t

__all__ = ["FORMAT", "VERSION", "body_of", "decode", "encode"]

FORMAT: Final = "grocerydots-table"
VERSION: Final = 1

_TABLE: Final[tuple[tuple[type[t.TableEvent], str, int], ...]] = (
    (t.TableOpened, "table_opened", 1),
    (t.PlayerSat, "player_sat", 1),
    (t.AutoAnteSwitched, "auto_ante_switched", 1),
    (t.ChipsAdded, "chips_added", 1),
    (t.PlayerSatOut, "player_sat_out", 1),
    (t.PlayerCameBack, "player_came_back", 1),
    (t.PlayerGotUp, "player_got_up", 1),
    (t.PlayerLeft, "player_left", 1),
    (t.DealerMoved, "dealer_moved", 1),
    (t.GameChosen, "game_chosen", 1),
    (t.HandStarted, "hand_started", 1),
    (t.HandFinished, "hand_finished", 1),
)
TAG_OF: Final[dict[type, str]] = {event: tag for event, tag, _ in _TABLE}
EVENT_OF: Final[dict[str, type[Any]]] = {tag: event for event, tag, _ in _TABLE}
_OPENED: Final = TAG_OF[t.TableOpened]
_RESERVED: Final = ("at", "event", "format", "version")
_HEX: Final = frozenset("0123456789abcdef")

Read = Callable[[Any], Any]


# What each field holds: from plain JSON to what the event holds, or `Wrong`


def _word(*words: str) -> Read:
    def read(value: Any) -> str:
        if type(value) is str and value in words:
            return value
        raise Wrong(f"expected {' or '.join(words)}, got {said(value)}")

    return read


def _head(value: Any) -> str:
    if type(value) is str and len(value) == 64 and not set(value) - _HEX:
        return value
    raise Wrong(f"expected 64 lower-case hexadecimal digits, got {said(value)}")


def _rules(value: Any) -> Rules:
    from grocerydots.log.converter import structured

    return structured(value, Rules)


def _many(read: Read) -> Read:
    def each(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Wrong(f"expected an array, got {said(value)}")
        return tuple([_under(f"[{at}]", read, item) for at, item in enumerate(value)])

    return each


def _under(path: str, read: Read, value: Any) -> Any:
    try:
        return read(value)
    except Wrong as wrong:
        where = f"{path}.{wrong.path}".strip(".").replace(".[", "[")
        raise Wrong(wrong.message, where, wrong.kind) from None


def _payment(value: Any) -> Payment:
    if type(value) is not list or len(value) != 2:
        raise Wrong(f"expected [seat, amount], got {said(value)}")
    return Payment(_under("[0]", CHECKS[SeatNumber], value[0]), _under("[1]", CHECKS[Whole], value[1]))


def _seating(value: Any) -> Seating:
    if type(value) is not dict:
        raise Wrong(f"expected an object, got {said(value)}")
    return Seating(**_read(value, _SEATING))


def _read(value: dict[str, Any], fields: dict[str, Read]) -> dict[str, Any]:
    for name in fields:
        if name not in value:
            raise Wrong("the field is missing", name)
    for name in value:
        if name not in fields:
            path = name if name.isidentifier() and len(name) <= 60 else shown(name)
            raise Wrong(f"there is no such field here; there are {', '.join(fields) or 'none'}", path)
    return {name: _under(name, read, value[name]) for name, read in fields.items()}


_WHOLE: Final = CHECKS[Whole]
_SEATING: Final[dict[str, Read]] = {
    "seat": CHECKS[SeatNumber], "player": CHECKS[Name], "stack": _WHOLE, "auto_ante": CHECKS[bool],
}  # fmt: skip
_COMMON: Final[dict[str, Read]] = {
    "table_id": CHECKS[HandId],
    "hand_id": CHECKS[HandId],
    "games": _many(_rules),
    "buy_in": _WHOLE,
    "dealer": _word("moves", "house"),
    "seat": CHECKS[SeatNumber],
    "player": CHECKS[Name],
    "amount": _WHOLE,
    "on": CHECKS[bool],
    "game": _WHOLE,
    "entries": _WHOLE,
    "head": _head,
    "stacks": _many(_payment),
    "seats": _many(_seating),
}
#: Fields that hold something else than others of their name.
_OWN: Final[dict[type, dict[str, Read]]] = {t.TableOpened: {"seats": _WHOLE}, t.GameChosen: {"seat": _WHOLE}}
_FIELDS: Final[dict[type[Any], dict[str, Read]]] = {
    kind: {a.name: _OWN.get(kind, _COMMON).get(a.name, _COMMON[a.name]) for a in attrs.fields(kind)}
    for kind, _, _ in _TABLE
}


# Writing


def _plain(value: Any) -> Any:
    """A field's value as plain JSON; what is none is left for reading it again to find out."""
    if type(value) is tuple:
        return [_plain(item) for item in value]
    if type(value) is Payment:
        return list(value)
    if type(value) is Seating:
        return value._asdict()
    if type(value) is Rules:
        return rules_object(value)
    return value


def encode(event: t.TableEvent, at: int | None = None) -> bytes:
    """The event's canonical line, without a line end; `at` is milliseconds.

    Raises `MalformedLog`, naming the field, for an event that no log may hold.
    """
    body = body_of(event)
    if at is not None:
        try:
            body["at"] = _under("at", _WHOLE, at)
        except Wrong as wrong:
            raise wrong.at_line(None) from None
    line = canonical({**body, **_reserved(event)})
    if len(line) > LONGEST_LINE:
        raise MalformedLog(f"the line would be longer than {LONGEST_LINE} bytes")
    return line


def body_of(event: t.TableEvent) -> dict[str, Any]:
    """The event's fields as plain JSON. Raises `MalformedLog` unless all are of their types."""
    fields = _FIELDS.get(event.__class__)
    if fields is None:
        raise MalformedLog(f"expected an event of a table, got {shown(event)}")
    body = {name: _plain(getattr(event, name)) for name in fields}
    try:
        for name, value in _read(body, fields).items():
            if value != getattr(event, name):
                raise Wrong(f"expected a tuple, got {shown(getattr(event, name))}", name)
    except Wrong as wrong:
        raise wrong.at_line(None) from None
    return body


def _reserved(event: t.TableEvent) -> dict[str, Any]:
    tag = TAG_OF[event.__class__]
    return {"event": tag, "format": FORMAT, "version": VERSION} if tag == _OPENED else {"event": tag}


# Reading


def decode(line: bytes, number: int = 1) -> tuple[t.TableEvent, int | None]:
    """The event and the `at` of one line without its line end; `number` is the line's, for errors.

    Raises `LogError`: `MalformedLog`, `UnknownTag`, `TooNew`.
    """
    if len(line) > LONGEST_LINE:
        raise MalformedLog(f"the line is longer than {LONGEST_LINE} bytes", number)
    if stands_too_deep(line):
        raise MalformedLog("arrays and objects stand too deep within each other", number)
    try:
        fields = _fields(line)
        kind = _kind(fields)
        event = kind(**_read(_body(fields, kind), _FIELDS[kind]))
        at = _under("at", _WHOLE, fields["at"]) if "at" in fields else None
        _check_bytes(line, encode(event, at))
    except Wrong as wrong:
        raise wrong.at_line(number) from None
    return event, at


def _kind(fields: dict[str, Any]) -> type[Any]:
    tag = fields.get("event")
    if type(tag) is not str:
        if "event" not in fields:
            raise Wrong("the field is missing", "event")
        raise Wrong(f"expected an event's tag, got {said(tag)}", "event")
    if tag == _OPENED or "format" in fields:
        _check_version(fields)
    if tag not in EVENT_OF:
        message = f"version {VERSION} of the format has no event {said(tag)}"
        raise Wrong(message, "event", UnknownTag)
    return EVENT_OF[tag]


def _check_version(fields: dict[str, Any]) -> None:
    for name in ("format", "version"):
        if name not in fields:
            raise Wrong("the field is missing", name)
    if fields["format"] != FORMAT:
        raise Wrong(f'expected the format "{FORMAT}", got {said(fields["format"])}', "format")
    version = fields["version"]
    if type(version) is int and version > VERSION:
        found = f"version {shown(version)} of the format"
        message = f"the log is written in {found}; this library reads up to {VERSION}"
        raise Wrong(message, "version", TooNew)
    if type(version) is not int or version != VERSION:
        raise Wrong(f"expected a version, 1 to {VERSION}, got {said(version)}", "version")


def _body(fields: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    reserved = _RESERVED if kind is t.TableOpened else ("at", "event")
    return {name: value for name, value in fields.items() if name not in reserved}

"""An event of a table as one line of its log, and back: the form of a hand's log under another name.

A line is good when encoding what was read from it gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from grocerydots.errors import MalformedLog, brief
from grocerydots.events import Payment, Seating
from grocerydots.log.canonical import canonical
from grocerydots.log.codec import LONGEST_LINE, stands_too_deep
from grocerydots.log.kinds import (
    CHECKS,
    HandId,
    Name,
    SeatNumber,
    Whole,
    Wrong,
    checked,
    is_hex,
    said,
    word_of,
)
from grocerydots.log.parsing import (
    body,
    check_bytes,
    check_keys,
    check_version,
    parsed,
    tag_in,
    time_in,
    unknown,
    version_in,
)
from grocerydots.log.readers import rules_of
from grocerydots.log.texts import rules_object
from grocerydots.rules.rules import Rules
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

Read = Callable[[Any], Any]


# What each field holds: from plain JSON to what the event holds, or `Wrong`


def _head(value: Any) -> str:
    if is_hex(value, 32):
        return value
    raise Wrong(f"expected 64 lower-case hexadecimal digits, got {said(value)}")


def _rules(value: Any) -> Rules:
    try:
        rules = rules_of(value)
        if canonical(rules_object(rules)) == canonical(value):
            return rules
    except Exception:  # whatever was in it; the careful way finds it out
        pass
    from grocerydots.log.converter import structured

    return structured(value, Rules)


def _many(read: Read) -> Read:
    def each(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Wrong(f"expected an array, got {said(value)}")
        return tuple([checked(f"[{at}]", read, item) for at, item in enumerate(value)])

    return each


def _payment(value: Any) -> Payment:
    if type(value) is not list or len(value) != 2:
        raise Wrong(f"expected [seat, amount], got {said(value)}")
    return Payment(checked("[0]", CHECKS[SeatNumber], value[0]), checked("[1]", CHECKS[Whole], value[1]))


def _seating(value: Any) -> Seating:
    return Seating(**_read(value, _SEATING))


def _read(value: Any, fields: dict[str, Read]) -> dict[str, Any]:
    check_keys(value, fields, fields)
    return {name: checked(name, read, value[name]) for name, read in fields.items()}


_WHOLE: Final = CHECKS[Whole]
_SEATING: Final[dict[str, Read]] = {
    "seat": CHECKS[SeatNumber], "player": CHECKS[Name], "stack": _WHOLE, "auto_ante": CHECKS[bool],
}  # fmt: skip
_COMMON: Final[dict[str, Read]] = {
    "table_id": CHECKS[HandId],
    "hand_id": CHECKS[HandId],
    "games": _many(_rules),
    "buy_in": _WHOLE,
    "dealer": word_of(("moves", "house")),
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
    fields = body_of(event)
    if at is not None:
        try:
            fields["at"] = checked("at", _WHOLE, at)
        except Wrong as wrong:
            raise wrong.at_line(None) from None
    line = canonical({**fields, **_reserved(event)})
    if len(line) > LONGEST_LINE:
        raise MalformedLog(f"the line would be longer than {LONGEST_LINE} bytes")
    return line


def body_of(event: t.TableEvent) -> dict[str, Any]:
    """The event's fields as plain JSON. Raises `MalformedLog` unless all are of their types."""
    fields = _FIELDS.get(event.__class__)
    if fields is None:
        raise MalformedLog(f"expected an event of a table, got {brief(event)}")
    plain = {name: _plain(getattr(event, name)) for name in fields}
    try:
        for name, value in _read(plain, fields).items():
            if value != getattr(event, name):
                raise Wrong(f"expected a tuple, got {brief(getattr(event, name))}", name)
    except Wrong as wrong:
        raise wrong.at_line(None) from None
    return plain


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
        fields = parsed(line)
        kind = _kind(fields)
        event = kind(**_read(body(fields, kind is t.TableOpened), _FIELDS[kind]))
        at = time_in(fields)
        check_bytes(line, encode(event, at))
    except Wrong as wrong:
        raise wrong.at_line(number) from None
    return event, at


def _kind(fields: dict[str, Any]) -> type[Any]:
    tag = tag_in(fields)
    if tag == _OPENED or "format" in fields:
        check_version(version_in(fields, FORMAT), VERSION)
    if tag not in EVENT_OF:
        raise unknown(tag, VERSION)
    return EVENT_OF[tag]

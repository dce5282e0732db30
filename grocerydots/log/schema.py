"""JSON Schema for the lines of a log, derived from the table of tags and the events' own types.

``python -m grocerydots.log.schema`` prints the file that the docs hold. A schema says less than the format
does: which line may follow which, and that bytes are canonical, stand in ``docs/reference/log-format.md``.
"""

from __future__ import annotations

import json
from typing import Any, Final, TypeAlias, get_args, get_origin

import attrs

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck.scheme import HAND_ID
from grocerydots.events import LONGEST_NAME
from grocerydots.log.kinds import (
    FIELDS,
    LENGTHS,
    ROWS,
    DeckKind,
    DotsTie,
    HandId,
    Hash,
    Name,
    Position,
    Result,
    Salt,
    SeatNumber,
    Share,
    Slot,
    Street,
    Whole,
)
from grocerydots.log.tags import END, EVENT_OF, FORMAT, VERSION
from grocerydots.log.texts import DECKS, RESULTS, SHARES
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import DOTS_TIES, STRUCTURES, Structure, options_for
from grocerydots.rules.rules import MAX_CHIPS, RULEBOOK_VERSION, STAKES, Rules

Schema: TypeAlias = dict[str, Any]


def _whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _hex(size: int) -> Schema:
    return {"type": "string", "pattern": f"^[0-9a-f]{{{2 * size}}}$"}


_KINDS: Final[dict[Any, tuple[str, Schema]]] = {
    Whole: ("whole", _whole(0, MAX_CHIPS)),
    SeatNumber: ("seat", _whole(1, MAX_CHIPS)),
    Position: ("position", _whole(0, 51)),
    Street: ("street", _whole(3, 7)),
    Slot: ("slot", _whole(1, 3)),
    HandId: ("hand_id", {"type": "string", "pattern": f"^{HAND_ID.pattern}$"}),
    Name: ("name", {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}),
    DotsTie: ("dots_tie", {"enum": list(DOTS_TIES)}),
    DeckKind: ("deck", {"enum": list(DECKS)}),
    Share: ("share", {"enum": list(SHARES)}),
    Result: ("result", {"enum": list(RESULTS)}),
    Salt: ("salt", _hex(16)),
    Hash: ("hash", _hex(32)),
    Card: ("card", {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"}),
    bool: ("flag", {"type": "boolean"}),
}


def log_line_schema() -> Schema:
    """The schema of one line: of any event, or the end line of a finished log."""
    lines = {tag: _event(tag, cls) for tag, cls in EVENT_OF.items()} | {END: _end()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT}:log-line:{VERSION}",
        "title": f"A line of a {FORMAT} log, version {VERSION} of the format",
        "oneOf": [{"$ref": f"#/$defs/{tag}"} for tag in lines],
        "$defs": {**lines, **{f"value_{name}": schema for name, schema in _KINDS.values()}, **_shapes()},
    }


def _object(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = sorted(name for name in properties if name not in optional)
    ordered = {name: properties[name] for name in sorted(properties)}
    return {"type": "object", "properties": ordered, "required": required, "additionalProperties": False}


def _event(tag: str, cls: type[Any]) -> Schema:
    attrs.resolve_types(cls)
    fields = {field.name: _field(field) for field in attrs.fields(cls)}
    fields |= {"event": {"const": tag}, "at": _of(Whole)}
    if cls is e.HandOpened:
        fields |= {"format": {"const": FORMAT}, "version": {"const": VERSION}}
    return {"description": (cls.__doc__ or "").splitlines()[0], **_object(fields, ("at",))}


def _end() -> Schema:
    line = _object({"event": {"const": END}, "entries": _of(Whole), "head": _of(Hash)})
    return {"description": "The line after the last entry of a finished log, outside the chain.", **line}


def _field(field: attrs.Attribute[Any]) -> Schema:
    schema = _of(FIELDS.get(field.name, field.type))
    if field.name not in LENGTHS:
        return schema
    array = schema["anyOf"][0] if "anyOf" in schema else schema
    array |= {"minItems": LENGTHS[field.name], "maxItems": LENGTHS[field.name]}
    return schema


def _of(kind: Any) -> Schema:
    """The schema of a kind, by reference where it has a name."""
    if kind in _KINDS:
        return {"$ref": f"#/$defs/value_{_KINDS[kind][0]}"}
    if kind in _SHAPES:
        return {"$ref": f"#/$defs/{_SHAPES[kind]}"}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _of(get_args(kind)[0])}
    if type(None) in get_args(kind):
        some = [_of(other) for other in get_args(kind) if other is not type(None)]
        return {"anyOf": [*some, {"type": "null"}]}
    raise AssertionError(f"no schema for {kind}")


_SHAPES: Final[dict[Any, str]] = {
    e.Payment: "row_payment",
    e.Award: "row_award",
    e.Opening: "row_opening",
    e.Dealt: "row_dealt",
    e.Seating: "seating",
    Rules: "rules",
}


def _shapes() -> dict[str, Schema]:
    rows = {_SHAPES[row]: _row(row, [_of(kind) for kind in kinds]) for row, kinds in ROWS.items()}
    return {**rows, "row_dealt": _dealt(), "seating": _seating(), "rules": _rules()}


def _row(row: Any, places: list[Schema]) -> Schema:
    size = {"minItems": len(places), "maxItems": len(places), "items": False}
    return {"description": f"[{', '.join(row._fields)}]", "type": "array", "prefixItems": places, **size}


def _dealt() -> Schema:
    """A card dealt up is in the log; one dealt face down is not, nor is its salt."""
    seat, position, _, _, salt = ROWS[e.Dealt]
    start = [_of(seat), _of(position)]
    up = _row(e.Dealt, [*start, {"const": True}, _of(Card), _of(salt)])
    down = _row(e.Dealt, [*start, {"const": False}, {"type": "null"}, {"type": "null"}])
    return {"oneOf": [up, down]}


def _seating() -> Schema:
    kinds = {"seat": SeatNumber, "player": Name, "stack": Whole, "auto_ante": bool}
    return _object({name: _of(kind) for name, kind in kinds.items()})


def _rules() -> Schema:
    """Rules as they stand in a log, by game and structure: options that do not apply are left out."""
    return {"oneOf": [_rules_of(game, structure) for game in GAMES for structure in STRUCTURES]}


def _rules_of(game: GameId, structure: Structure) -> Schema:
    chips, some = _of(Whole), _whole(1, MAX_CHIPS)
    stakes = {name: some for name in STAKES[structure] if name is not None}
    fields: dict[str, Schema] = {
        "act_within_ms": {"anyOf": [some, {"type": "null"}]},
        "ante": chips,
        "betting": _object({"structure": {"const": structure}, **stakes}),
        "bring_in": some,
        "game": {"const": game},
        "rulebook": {"const": RULEBOOK_VERSION},
    }
    if GAMES[game].has_store:
        fields["unit"] = some
    options = {name: {"enum": list(option.values)} for name, option in options_for(game, structure).items()}
    return _object(fields | options)


def written() -> str:
    """The schema as the docs' file holds it."""
    return json.dumps(log_line_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":  # pragma: no cover
    print(written(), end="")

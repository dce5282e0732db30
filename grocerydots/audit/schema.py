"""JSON Schema for a report, derived from the types of what it is made of.

``python -m grocerydots.audit.schema`` prints the file that the docs hold.
"""

from __future__ import annotations

import json
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from grocerydots.audit.report import FORMAT, VERSION, Checked, Finding, OwedAs, Strength
from grocerydots.events import DeckKind

Schema: TypeAlias = dict[str, Any]

_SEAT: Final[Schema] = {"type": "integer", "minimum": 1}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_PLAIN: Final[dict[object, Schema]] = {
    bool: {"type": "boolean"},
    int: _COUNT,
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def report_schema() -> Schema:
    """The schema of a report as `Report.to_json` writes it."""
    fields = {
        "checked": _object_of(Checked),
        "clean": _PLAIN[bool],
        "deck": _of(DeckKind | None),
        "entries": _COUNT,
        "exit_code": {"enum": [0, 1, 2]},
        "findings": _array(_object_of(Finding)),
        "finished": _PLAIN[bool],
        "format": {"const": FORMAT},
        "hand_id": _of(str | None),
        "head": {"anyOf": [{"type": "string", "pattern": "^[0-9a-f]{64}$"}, _PLAIN[NoneType]]},
        "if_undone": _array(_payment({"type": "integer"})),
        "owed": _array(_payment({"type": "integer"})),
        "owed_as": _of(OwedAs | None),
        "readable": _PLAIN[bool],
        "seats": _array(_object({"player": _PLAIN[str], "seat": _SEAT, "stack": _COUNT})),
        "stacks": _array(_payment(_COUNT)),
        "stands_up_to": _of(int | None),
        "strength": _of(Strength),
        "version": {"const": VERSION},
    }
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT}:{VERSION}",
        "title": f"The report of an audit, version {VERSION} of the format",
    }
    return head | _object(fields)


def _object(fields: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _object_of(kind: type[object]) -> Schema:
    """The schema of a class, by the types of its fields."""
    return _object({name: _of(hint) for name, hint in get_type_hints(kind).items()})


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _payment(chips: Schema) -> Schema:
    return _object({"chips": chips, "seat": _SEAT})


def _of(hint: object) -> Schema:
    """The schema of a type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) is tuple:
        return _array(_of(get_args(hint)[0]))
    if isinstance(hint, UnionType) or NoneType in get_args(hint):
        return {"anyOf": [_of(option) for option in get_args(hint)]}
    raise AssertionError(f"no schema for {hint}")


def written() -> str:
    """The schema as the file in the docs holds it."""
    return json.dumps(report_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(written(), end="")

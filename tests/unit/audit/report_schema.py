"""JSON Schemas for reports, derived from the types of what they are made of.

``tests/regenerate.py`` writes the files that the docs hold.
"""

from __future__ import annotations

import json
from types import NoneType, UnionType
from typing import Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import attrs

from grocerydots.audit.histories import Histories
from grocerydots.audit.report import Outcome, Report
from grocerydots.events import Payment, Seating

Schema: TypeAlias = dict[str, object]

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
    owed = _array(_object({"chips": {"type": "integer"}, "seat": _SEAT}))
    return _schema(Report, "The report of an audit", {"if_undone": owed, "owed": owed})


def histories_schema() -> Schema:
    """The schema of the report on logs that contradict each other, as `Histories.to_json` writes it."""
    return _schema(Histories, "The report on logs that contradict each other", {})


def _schema(kind: type[Outcome], title: str, own: dict[str, Schema]) -> Schema:
    name, version = kind._format
    fields: dict[str, Schema] = {
        name.removeprefix("is_"): schema for name, schema in _fields(kind).items()
    } | {
        "clean": _PLAIN[bool],
        "conclusion": _PLAIN[str],
        "exit_code": {"enum": [0, 1, 2]},
        "format": {"const": name},
        "head": {"anyOf": [{"type": "string", "pattern": "^[0-9a-f]{64}$"}, _PLAIN[NoneType]]},
        "version": {"const": version},
    }
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{name}:{version}",
        "title": f"{title}, version {version} of the format",
    }
    return head | _object(dict(sorted({**fields, **own}.items())))


def _object(fields: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _fields(kind: type[attrs.AttrsInstance]) -> dict[str, Schema]:
    """The schemas of a class's fields, by their types."""
    hints = get_type_hints(kind)
    return {field.name: _of(hints[field.name]) for field in attrs.fields(kind)}


def _of(hint: object) -> Schema:
    """The schema of a type."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if hint is Payment:
        return _object({"chips": _COUNT, "seat": _SEAT})
    if hint is Seating:
        return _object({"player": _PLAIN[str], "seat": _SEAT, "stack": _COUNT})
    if isinstance(hint, type) and attrs.has(hint):
        return _object(_fields(hint))
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) is tuple:
        return _array(_of(get_args(hint)[0]))
    assert isinstance(hint, UnionType) or NoneType in get_args(hint), hint
    return {"anyOf": [_of(option) for option in get_args(hint)]}


def written(schema: Schema) -> str:
    """A schema as its file in the docs holds it."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"

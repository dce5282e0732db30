"""JSON Schema for the lines of a log, derived from the table of tags and the events' own types.

``tests/regenerate.py`` writes the file that the docs hold. A schema says less than the format
does: ``docs/reference/log-format.md`` has which line may follow which, and that bytes are canonical.
"""

from __future__ import annotations

import json
from typing import Any, Final

from grocerydots.log.fields import KINDS
from grocerydots.log.format import END, HAND
from grocerydots.log.kinds import Schema, object_schema

_WHOLE: Final = KINDS["int"].reference


def log_line_schema() -> Schema:
    """The schema of one line: of any event, or the end line of a finished log."""
    end = object_schema({"event": {"const": END}, "entries": _WHOLE, "head": KINDS["Hash"].reference})
    described = {"description": "The line after the last entry of a finished log, outside the chain.", **end}
    lines = {tag: _event(tag, cls) for tag, cls in HAND.event_of.items()} | {END: described}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{HAND.name}:log-line:{HAND.version}",
        "title": f"A line of a {HAND.name} log, version {HAND.version} of the format",
        "oneOf": [{"$ref": f"#/$defs/{tag}"} for tag in lines],
        "$defs": lines | {kind.name: kind.schema for kind in KINDS.values() if kind.name},
    }


def _event(tag: str, cls: type[Any]) -> Schema:
    fields = {field: kind.reference for field, kind in HAND.object_of(cls).fields.items()}
    fields |= {"event": {"const": tag}, "at": _WHOLE}
    if cls is HAND.opens:
        fields |= {"format": {"const": HAND.name}, "version": {"const": HAND.version}}
    return {"description": (cls.__doc__ or "").splitlines()[0], **object_schema(fields, ("at",))}


def written() -> str:
    """The schema as the docs' file holds it."""
    return json.dumps(log_line_schema(), indent=1, ensure_ascii=False) + "\n"

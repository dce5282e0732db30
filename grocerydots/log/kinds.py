"""What a kind of value is: Python expressions that write and read it, a check that explains, and a schema.

The codec puts the expressions together and compiles them, as attrs does with a class's methods, so that an
event is written and read by code as plain as if by hand. In them ``$`` is the value, and they see `NAMES`.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from textwrap import indent
from typing import Any, Final, NoReturn, TypeAlias

import attrs

from grocerydots.errors import MalformedLog
from grocerydots.log.canonical import Wrong, an_object, check_keys, checked, said, text_of

Schema: TypeAlias = dict[str, Any]


class Refused(Exception):
    """A value that cannot be written. It goes no further than the codec, which says what is wrong."""


def refuse() -> NoReturn:
    """Raise `Refused`."""
    raise Refused


#: What compiled code can use, whatever it writes or reads.
NAMES: Final[dict[str, Any]] = {"refuse": refuse, "new": tuple.__new__, "octets": bytes.fromhex}
_numbers: Final = count()


def name_of(used: Any) -> str:
    """The name of a class or a function in compiled code."""
    name = f"{used.__name__}_{next(_numbers)}"
    NAMES[name] = used
    return name


def compiled(name: str, parameter: str, body: str) -> Callable[..., Any]:
    """The function of that source, which tracebacks show."""
    source = f"def {name}({parameter}):\n{indent(body, '    ')}\n"
    file = f"<grocerydots.log {name}>"
    scope = {**NAMES}
    exec(compile(source, file, "exec"), scope)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    made: Callable[..., Any] = scope[name]
    return made


@attrs.frozen
class Kind:
    """A kind of value. `good`, `text` and `read` are expressions."""

    good: str  #: Whether a value may be written.
    text: str  #: Its canonical text, as the inside of an f-string.
    read: str  #: What a parsed value is in an event; it counts only if writing it gives the same text again.
    check: Callable[[Any], Any]  #: The same, slower. Raises `Wrong`, saying what is wrong and where.
    schema: Schema  #: The JSON Schema.
    name: str = ""  #: In the JSON Schema; empty for one that is spelled out where it is used.
    fields: Mapping[str, Kind] = {}  #: Of a value of a class.
    target: str = "$"  #: How a loop takes each such value apart, for `good` and `text`.
    read_target: str = "$"  #: The same of parsed values, for `read`.

    @property
    def reference(self) -> Schema:
        """The schema where the kind is used: by its name if it has one."""
        return {"$ref": f"#/$defs/{self.name}"} if self.name else self.schema


def plain(name: str, expected: str, schema: Schema, good: str, text: str = "{$}", read: str = "$") -> Kind:
    """A number, a string, true or false in JSON; `expected` is what errors call it."""
    body = f"$ = {read}\nif not ({good}): refuse()\nreturn $, f'''{text}'''".replace("$", "v")
    read_and_written = cache(lambda: compiled(f"check_{name}", "v", body))

    def check(value: Any) -> Any:
        try:
            held, written = read_and_written()(value)
            if written == text_of(value):
                return held
        except MalformedLog as error:
            raise Wrong(error.message) from None
        except (Refused, LookupError, TypeError, ValueError):
            pass
        raise Wrong(f"expected {expected}, got {said(value)}")

    return Kind(good, text, read, check, schema, name)


def or_null(kind: Kind) -> Kind:
    """A value, or None: null."""
    return Kind(
        f"($ is None or {kind.good})",
        f"""{{"null" if $ is None else f'{kind.text}'}}""",
        f"(None if $ is None else {kind.read})",
        lambda value: None if value is None else kind.check(value),
        {"anyOf": [kind.reference, {"type": "null"}]},
    )


def several(item: Kind, size: int | None = None) -> Kind:
    """A tuple of values of one kind: an array, of any length or of one. Each is checked as it is written."""
    each = f"f'''{item.text}''' for {item.target} in values if {item.good} or refuse()".replace("$", "v")
    write = name_of(compiled("write_each", "values", f"return ','.join([{each}])"))
    each_read = f"{item.read} for {item.read_target}".replace("$", "v")

    def check(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise Wrong(f"expected an array, got {said(value)}")
        found = tuple([checked(f"[{at}]", item.check, part) for at, part in enumerate(value)])
        if size is not None and len(found) != size:
            raise Wrong(f"expected {size} items, got {len(found)}")
        return found

    return Kind(
        "type($) is tuple" + ("" if size is None else f" and len($) == {size}"),
        f"[{{{write}($)}}]",
        "tuple($)" if item.read == "$" else f"tuple([{each_read} in $])",
        check,
        {"type": "array", "items": item.reference, **_sized(size)},
    )


def row(cls: type[Any], kinds: Mapping[str, Kind], name: str, rules: Mapping[str, str] | None = None) -> Kind:
    """A named tuple in an array, as an array. `rules` must hold of its fields: expressions, and messages."""
    fields, rules = fields_of(cls, kinds), rules or {}
    target = ", ".join(fields)
    reads = ", ".join([kind.read.replace("$", field) for field, kind in fields.items()])
    as_read = "$" if reads == target else f"({reads})"

    def check(value: Any) -> Any:
        if type(value) is not list or len(value) != len(fields):
            raise Wrong(f"expected [{target}], got {said(value)}")
        parts = enumerate(fields.values())
        held = cls(*[checked(f"[{at}]", kind.check, value[at]) for at, kind in parts])
        for rule, why in rules.items():
            if not eval(rule, {}, held._asdict()):
                raise Wrong(why)
        return held

    return Kind(
        " and ".join([all_good(fields), *[f"({rule})" for rule in rules]]),
        f"[{','.join(texts_of(fields).values())}]",
        f"new({name_of(cls)}, {as_read})",
        check,
        row_schema(target, [kind.reference for kind in fields.values()]),
        name,
        fields,
        target,
        "$" if reads == target else target,
    )


def keyed(cls: type[Any], kinds: Mapping[str, Kind], name: str = "", **renamed: str) -> Kind:
    """A value of an attrs class, or a named tuple, as an object with a key for each field.

    `renamed` has the keys of fields that are not called like them.
    """
    fields = fields_of(cls, kinds)
    keys = {renamed.get(field, field): kind for field, kind in fields.items()}
    reads = ", ".join([kind.read.replace("$", f'$["{key}"]') for key, kind in keys.items()])

    def check(value: Any) -> Any:
        check_keys(an_object(value), keys, keys)
        return cls(*[checked(key, kind.check, value[key]) for key, kind in keys.items()])

    return Kind(
        all_good(fields, "$."),
        object_text(dict(zip(keys, texts_of(fields, "$.").values(), strict=True))),
        f"new({name_of(cls)}, ({reads},))" if issubclass(cls, tuple) else f"{name_of(cls)}({reads})",
        check,
        object_schema({key: kind.reference for key, kind in keys.items()}),
        name,
        fields,
    )


def all_good(fields: Mapping[str, Kind], before: str = "") -> str:
    """Whether each field may be written; `before` goes before its name."""
    return " and ".join([kind.good.replace("$", before + field) for field, kind in fields.items()]) or "True"


def texts_of(fields: Mapping[str, Kind], before: str = "") -> dict[str, str]:
    """The canonical text of each field; `before` goes before its name."""
    return {field: kind.text.replace("$", before + field) for field, kind in fields.items()}


def object_text(texts: Mapping[str, str]) -> str:
    """The canonical text of an object, from that of each key's value."""
    return "{{" + ",".join([f'"{key}":{texts[key]}' for key in sorted(texts)]) + "}}"


def object_schema(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """The JSON Schema of an object with these keys and no others."""
    ordered = {name: properties[name] for name in sorted(properties)}
    required = [name for name in ordered if name not in optional]
    return {"type": "object", "properties": ordered, "required": required, "additionalProperties": False}


def row_schema(target: str, places: list[Schema]) -> Schema:
    """The JSON Schema of an array with these places."""
    size = _sized(len(places))
    return {"description": f"[{target}]", "type": "array", "prefixItems": places, **size, "items": False}


def _sized(size: int | None) -> Schema:
    return {} if size is None else {"minItems": size, "maxItems": size}


# From a class to its kinds


def annotations_of(cls: type[Any]) -> dict[str, str]:
    """The annotation of each field of a class, as it is written there."""
    return {name: str(getattr(said, "__forward_arg__", said)) for name, said in cls.__annotations__.items()}


def fields_of(cls: type[Any], kinds: Mapping[str, Kind]) -> dict[str, Kind]:
    """The kind of each field of a class."""
    return {name: kind_of(annotation, kinds) for name, annotation in annotations_of(cls).items()}


def kind_of(annotation: str, kinds: Mapping[str, Kind]) -> Kind:
    """The kind of a field with that annotation: one of `kinds` by name, ``… | None`` or ``tuple[…, ...]``."""
    if annotation.endswith(" | None"):
        return or_null(kind_of(annotation.removesuffix(" | None"), kinds))
    if annotation.startswith("tuple["):
        return several(kind_of(annotation.removeprefix("tuple[").removesuffix(", ...]"), kinds))
    return kinds[annotation]

"""What a kind of value is: Python expressions that write and read it, a check that explains, and a schema.

The codec puts the expressions together and compiles them, as attrs does with a class's methods, so that an
event is written and read by code as plain as if by hand. They are about a name ``v`` and see `NAMES`.
"""

from __future__ import annotations

import linecache
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final, NoReturn, TypeAlias

from grocerydots.errors import MalformedLog
from grocerydots.log.canonical import Wrong, an_object, check_keys, checked, said, text_of

Schema: TypeAlias = dict[str, Any]


_LINE: Final = "\n"


class Refused(Exception):
    """A value that cannot be written. It goes no further than the codec, which says what is wrong."""


def refuse() -> NoReturn:
    """Raise `Refused`."""
    raise Refused


#: What compiled code can use, whatever it writes or reads.
NAMES: Final[dict[str, Any]] = {"refuse": refuse, "new": tuple.__new__, "octets": bytes.fromhex}


def compiled(name: str, parameters: str, body: str, **names: Any) -> Callable[..., Any]:
    """The function of that source, which tracebacks show."""
    source = f"def {name}({parameters}):\n    {body.replace(_LINE, _LINE + '    ')}\n"
    file = f"<grocerydots.log {name}>"
    scope = {**NAMES, **names}
    exec(compile(source, file, "exec"), scope)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    made: Callable[..., Any] = scope[name]
    return made


class Kind(ABC):
    """A kind of value."""

    name: str = ""  #: In the JSON Schema; empty for one that is spelled out where it is used.
    target: str = "v"  #: How a loop takes each such value apart, for `good` and `text`.
    read_target: str = "v"  #: The same of parsed values, for `read`.

    @abstractmethod
    def good(self, v: str) -> str:
        """Whether a value may be written."""

    @abstractmethod
    def text(self, v: str) -> str:
        """The canonical text of a good value, as the inside of an f-string."""

    @abstractmethod
    def read(self, v: str) -> str:
        """What a parsed value is in an event; it counts only if writing it gives the same text again."""

    @abstractmethod
    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`, saying what is wrong and where."""

    @abstractmethod
    def schema(self) -> Schema:
        """The JSON Schema."""

    @property
    def reference(self) -> Schema:
        """The schema where the kind is used: by its name if it has one."""
        return {"$ref": f"#/$defs/{self.name}"} if self.name else self.schema()


class Plain(Kind):
    """A number, a string, true or false in JSON; in its expressions ``$`` is the value."""

    def __init__(
        self, name: str, expected: str, schema: Schema, good: str, text: str = "{$}", read: str = "$"
    ) -> None:
        self.name = name
        self.expected: Final = expected  #: In an error.
        self._schema: Final = schema
        self._good, self._text, self._read = good, text, read

    def good(self, v: str) -> str:
        """Whether a value may be written."""
        return self._good.replace("$", v)

    def text(self, v: str) -> str:
        """Its canonical text."""
        return self._text.replace("$", v)

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        return self._read.replace("$", v)

    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`."""
        try:
            held, written = self._read_and_written(value)
            if written == text_of(value):
                return held
        except MalformedLog as error:
            raise Wrong(error.message) from None
        except (Refused, LookupError, TypeError, ValueError):
            pass
        raise Wrong(f"expected {self.expected}, got {said(value)}")

    @cached_property
    def _read_and_written(self) -> Callable[[Any], tuple[Any, str]]:
        body = f"v = {self.read('v')}\nif not ({self.good('v')}): refuse()\nreturn v, f'''{self.text('v')}'''"
        return compiled(f"check_{self.name}", "v", body)

    def schema(self) -> Schema:
        """The JSON Schema."""
        return self._schema


class OrNull(Kind):
    """A value, or None: null."""

    def __init__(self, kind: Kind) -> None:
        self.kind: Final = kind

    def good(self, v: str) -> str:
        """Whether a value may be written."""
        return f"({v} is None or {self.kind.good(v)})"

    def text(self, v: str) -> str:
        """Its canonical text."""
        return f"""{{"null" if {v} is None else f'{self.kind.text(v)}'}}"""

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        return f"(None if {v} is None else {self.kind.read(v)})"

    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`."""
        return None if value is None else self.kind.check(value)

    def schema(self) -> Schema:
        """The JSON Schema."""
        return {"anyOf": [self.kind.reference, {"type": "null"}]}


class Several(Kind):
    """A tuple of values of one kind: an array, of any length or of one."""

    def __init__(self, item: Kind, size: int | None = None) -> None:
        self.item: Final = item
        self.size: Final = size

    def good(self, v: str) -> str:
        """Whether a value may be written; each item is checked as it is written."""
        return f"type({v}) is tuple" + ("" if self.size is None else f" and len({v}) == {self.size}")

    def text(self, v: str) -> str:
        """Its canonical text."""
        return f"[{{{self._items}({v})}}]"

    @cached_property
    def _items(self) -> str:
        """The name in compiled code of the function that writes the items."""
        name, item = f"items_{len(NAMES)}", self.item
        each = f"f'''{item.text('v')}''' for {item.target} in values if {item.good('v')} or refuse()"
        NAMES[name] = compiled(name, "values", f"return ','.join([{each}])")
        return name

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        item = self.item.read("v")
        return f"tuple({v})" if item == "v" else f"tuple([{item} for {self.item.read_target} in {v}])"

    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`."""
        if type(value) is not list:
            raise Wrong(f"expected an array, got {said(value)}")
        found = tuple([checked(f"[{at}]", self.item.check, item) for at, item in enumerate(value)])
        if self.size is not None and len(found) != self.size:
            raise Wrong(f"expected {self.size} items, got {len(found)}")
        return found

    def schema(self) -> Schema:
        """The JSON Schema."""
        size = {} if self.size is None else {"minItems": self.size, "maxItems": self.size}
        return {"type": "array", "items": self.item.reference, **size}


class Fields(Kind):
    """A value of a class with fields; `good` and `text` are about names like the fields'."""

    def __init__(self, cls: type[Any], kinds: Mapping[str, Kind], name: str = "") -> None:
        self.cls: Final = cls
        self.name = name
        self.fields: Final = {name: kind_of(said, kinds) for name, said in annotations_of(cls).items()}
        self.target: str = ", ".join(self.fields)
        NAMES[cls.__name__] = cls

    def good(self, v: str) -> str:
        """Whether a value may be written."""
        return " and ".join([kind.good(field) for field, kind in self.fields.items()]) or "True"


class Row(Fields):
    """A named tuple as an array. `rules` are expressions that must hold of its fields, and why."""

    def __init__(
        self, cls: type[Any], kinds: Mapping[str, Kind], name: str, rules: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(cls, kinds, name)
        self.rules: Final = rules or {}
        self._reads: Final = [kind.read(field) for field, kind in self.fields.items()]
        if self._reads != [*self.fields]:
            self.read_target: str = self.target

    def good(self, v: str) -> str:
        """Whether a value may be written."""
        return " and ".join([super().good(v), *[f"({rule})" for rule in self.rules]])

    def text(self, v: str) -> str:
        """Its canonical text."""
        return f"[{','.join([kind.text(field) for field, kind in self.fields.items()])}]"

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        parts = v if self.read_target == "v" else f"({', '.join(self._reads)})"
        return f"new({self.cls.__name__}, {parts})"

    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`."""
        if type(value) is not list or len(value) != len(self.fields):
            raise Wrong(f"expected [{self.target}], got {said(value)}")
        kinds = enumerate(self.fields.values())
        held = self.cls(*[checked(f"[{at}]", kind.check, value[at]) for at, kind in kinds])
        for rule, why in self.rules.items():
            if not eval(rule, {}, held._asdict()):
                raise Wrong(why)
        return held

    def schema(self) -> Schema:
        """The JSON Schema."""
        return self.schema_of([kind.reference for kind in self.fields.values()])

    def schema_of(self, places: list[Schema]) -> Schema:
        """The JSON Schema with these places."""
        size = {"minItems": len(places), "maxItems": len(places), "items": False}
        return {"description": f"[{self.target}]", "type": "array", "prefixItems": places, **size}


class Object(Fields):
    """A value of an attrs class, or a named tuple, as an object with a key for each field."""

    def text(self, v: str, **more: str) -> str:
        """Its canonical text; `more` are further keys and their text."""
        fields = {field: kind.text(field) for field, kind in self.fields.items()} | more
        return "{{" + ",".join([f'"{field}":{fields[field]}' for field in sorted(fields)]) + "}}"

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        values = ", ".join([kind.read(f'{v}["{field}"]') for field, kind in self.fields.items()])
        new = f"new({self.cls.__name__}, ({values},))" if issubclass(self.cls, tuple) else None
        return new or f"{self.cls.__name__}({values})"

    def check(self, value: Any) -> Any:
        """What a parsed value is in an event. Raises `Wrong`."""
        check_keys(an_object(value), self.fields, self.fields)
        return self.cls(
            **{name: checked(name, kind.check, value[name]) for name, kind in self.fields.items()}
        )

    def schema(self) -> Schema:
        """The JSON Schema."""
        return object_schema({field: kind.reference for field, kind in self.fields.items()})


def object_schema(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """The JSON Schema of an object with these keys and no others."""
    ordered = {name: properties[name] for name in sorted(properties)}
    required = [name for name in ordered if name not in optional]
    return {"type": "object", "properties": ordered, "required": required, "additionalProperties": False}


# From a class to its kinds


def annotations_of(cls: type[Any]) -> dict[str, str]:
    """The annotation of each field of a class, as it is written there."""
    return {name: str(getattr(said, "__forward_arg__", said)) for name, said in cls.__annotations__.items()}


def kind_of(annotation: str, kinds: Mapping[str, Kind]) -> Kind:
    """The kind of a field with that annotation: one of `kinds` by name, ``… | None`` or ``tuple[…, ...]``."""
    if annotation.endswith(" | None"):
        return OrNull(kind_of(annotation.removesuffix(" | None"), kinds))
    if annotation.startswith("tuple["):
        return Several(kind_of(annotation.removeprefix("tuple[").removesuffix(", ...]"), kinds))
    return kinds[annotation]

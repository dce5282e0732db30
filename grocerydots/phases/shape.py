"""Whether an event is what its class says: every field of exactly the declared type.

Events are not checked when they are built. What came from outside as an object comes through here before any
rule looks at it, so that no `True` passes for 1 chip and no list for a tuple.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from grocerydots import events as e
from grocerydots.deck.scheme import SALT_BYTES, SECRET_BYTES
from grocerydots.errors import brief
from grocerydots.rules.rules import MAX_CHIPS

Fits: TypeAlias = Callable[[object], bool]
_SIZES: Final = {"salt": SALT_BYTES}  #: All others are hashes and secrets.


def misshapen(event: object) -> str | None:
    """Which field of an event is not of its type, in words; None when all are."""
    kind: type = type(event)
    if kind not in EVENT_TYPES:
        return "that is no event"
    for name, fits in _fields(kind):
        value = getattr(event, name)
        if not fits(value):
            return f"its {name} cannot be {brief(value)}"
    return None


EVENT_TYPES: Final = frozenset(get_args(e.Event))


@cache
def _fields(kind: type) -> tuple[tuple[str, Fits], ...]:
    return tuple(
        (name, _fitting(name, hint)) for name, hint in get_type_hints(kind).items() if name[0] != "_"
    )


def _fitting(name: str, hint: Any) -> Fits:
    """What tells whether a value has exactly the type of a hint."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        options = [_fitting(name, option) for option in inner]
        return lambda value: any(fits(value) for fits in options)
    if origin is Literal:
        return lambda value: type(value) is str and value in inner
    if origin is tuple:
        each = _fitting(name, inner[0])
        return lambda value: type(value) is tuple and all(each(item) for item in value)
    if isinstance(hint, type) and issubclass(hint, tuple):
        parts = [_fitting(part, of) for part, of in get_type_hints(hint).items()]
        return lambda value: type(value) is hint and all(f(v) for f, v in zip(parts, value, strict=True))
    if hint is int:
        return lambda value: type(value) is int and -MAX_CHIPS <= value <= MAX_CHIPS
    if hint is bytes:
        size = _SIZES.get(name, SECRET_BYTES)
        return lambda value: type(value) is bytes and len(value) == size
    return lambda value: type(value) is hint

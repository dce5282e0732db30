"""Read-only values with slots.

For what is built on every play, a frozen attrs class takes three times as long to build as a plain one, and a
named tuple takes longer to read (a play took 11 to 25 % longer). So such a `Record` is built by a plain
`__init__` and then becomes an object of a subclass that differs in one thing: it refuses assignment (5 % of a
play). A class with `Final` fields that mypyc has compiled refuses assignment by itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import ClassVar, NoReturn, Self, cast

__all__ = ["Record", "make_read_only"]


class Record:
    """A value that is compared, hashed, copied, pickled and shown by its fields, in their declared order.

    A subclass is a frozen attrs class with positional fields (``repr=False, eq=False``: they are here), or
    it names its fields in `__slots__` and `__match_args__`, takes them in that order in `__init__`, and is
    passed to `make_read_only`. Either way assigning to a field or deleting one raises `AttributeError`.
    """

    __slots__: tuple[str, ...] = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def replace(self, **changes: object) -> Self:
        """A copy with these fields changed; slower than a constructor."""
        values = [
            changes.pop(name) if name in changes else getattr(self, name) for name in self.__match_args__
        ]
        if changes:
            raise TypeError(f"{type(self).__name__} has no field {next(iter(changes))!r}")
        return self._kind(*values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or self.__class__ is not other.__class__:
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in fields])})"

    @property
    def _kind(self) -> type[Self]:
        """The class that builds such a value; a read-only one names the one it was made from."""
        return type(self)

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return self._kind, self._values()


def make_read_only(*kinds: type) -> None:
    """Make the objects of these classes refuse assignment once they are built.

    The `__init__` that runs from then on is the one of the class, which does nothing but assign each
    parameter to its slot, with one assignment more at its end. A compiled class is left as it is.
    """
    for kind in kinds:
        init = vars(kind)["__init__"]
        if isinstance(init, FunctionType):
            kind.__init__ = _assigning_once(kind, init)  # type: ignore[misc]


def _assigning_once(kind: type, init: FunctionType) -> Callable[..., None]:
    """The `__init__` of a class, after which an object refuses assignment."""
    names = init.__code__.co_varnames[1 : init.__code__.co_argcount]
    slots = vars(kind)["__slots__"]
    if names != tuple([slot.lstrip("_") for slot in slots]):
        raise AssertionError(f"{kind.__name__} takes {names}, its fields are {slots}")
    built = {
        "__slots__": (),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
        "_kind": kind,
    }
    scope: dict[str, object] = {"ReadOnly": type(kind.__name__, (kind,), built)}
    lines = [f"self.{slot} = {name}" for slot, name in zip(slots, names, strict=True)]
    body = "\n    ".join([*lines, "self.__class__ = ReadOnly"])
    exec(f"def __init__(self, {', '.join(names)}):\n    {body}", scope)
    made = cast(FunctionType, scope["__init__"])
    made.__defaults__ = init.__defaults__
    return functools.wraps(init)(made)


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is read-only: cannot set or delete {name!r}")

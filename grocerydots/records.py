"""Read-only values with slots, for what is built on every play.

A frozen attrs class takes three times as long to build as a plain one, and a named tuple takes longer to read
(a play took 11 to 25 % longer). So a `Record` is built by a plain `__init__` and then becomes an object of a
subclass that differs in one thing: it refuses assignment (5 % of a play). A class with `Final` fields that
mypyc has compiled refuses assignment by itself.
"""

from __future__ import annotations

import functools
import inspect
from types import FunctionType
from typing import Any, ClassVar, NoReturn, Self

__all__ = ["Record", "make_read_only"]


class Record:
    """A value that is compared, hashed, copied, pickled and shown by its fields, in their declared order.

    A subclass names its fields in `__slots__` and `__match_args__`, takes them in that order in `__init__`,
    and is passed to `make_read_only`: then assigning to a field or deleting one raises `AttributeError`.
    """

    __slots__: tuple[str, ...] = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])

    def replace(self, **changes: object) -> Self:
        """A copy with these fields changed; slower than a constructor."""
        kind, values = self.__reduce__()
        return kind(**{**dict(zip(self.__match_args__, values, strict=True)), **changes})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record) or self.__class__ is not other.__class__:
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self._values(), strict=True)
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in fields])})"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), self._values()


def make_read_only(*kinds: type[Record]) -> None:
    """Make the objects of these classes refuse assignment once they are built.

    The `__init__` that runs from then on is the one of the class, which does nothing but assign each
    parameter to its field, with one assignment more at its end. A compiled class is left as it is.
    """
    for kind in kinds:
        if isinstance(kind.__init__, FunctionType):
            _make_read_only(kind)


def _make_read_only(kind: type[Record]) -> None:
    names = tuple(inspect.signature(kind.__init__).parameters)[1:]
    if names != kind.__match_args__:
        raise AssertionError(f"{kind.__name__} takes {names}, its fields are {kind.__match_args__}")
    built = {
        "__slots__": (),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": lambda self: (kind, self._values()),
        "__module__": kind.__module__,
        "__doc__": kind.__doc__,
    }
    scope: dict[str, Any] = {"ReadOnly": type(kind.__name__, (kind,), built)}
    lines = [f"self.{name} = {name}" for name in names] + ["self.__class__ = ReadOnly"]
    exec(f"def __init__(self, {', '.join(names)}):\n    " + "\n    ".join(lines), scope)
    kind.__init__ = functools.wraps(kind.__init__)(scope["__init__"])  # type: ignore[method-assign]


def _refuse(self: Record, name: str, value: object = None) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is read-only: cannot set or delete {name!r}")

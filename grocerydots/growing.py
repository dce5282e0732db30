"""An immutable sequence that grows cheaply: sequences that continue each other share their storage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, Final, Generic, TypeVar, overload

Item = TypeVar("Item")


class _Storage(Generic[Item]):
    """The items of sequences that continue each other: it only grows, under its lock."""

    __slots__ = ("items", "lock")

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: Final = list(items)
        self.lock: Final = Lock()


class Growing(Sequence[Item]):
    """An immutable sequence, equal to a tuple of the same items, that `plus` extends in constant time.

    The first sequence to continue another appends to the storage of both; a second one, from any thread,
    gets a copy of its own.
    """

    __slots__ = ("_length", "_storage")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._storage = _Storage(items)
        self._length = len(self._storage.items)

    def plus(self, items: Sequence[Item]) -> Growing[Item]:
        """Return the sequence with more items at its end."""
        grown: Growing[Item] = Growing.__new__(Growing)
        storage = self._storage
        with storage.lock:
            if len(storage.items) == self._length:
                storage.items.extend(items)
            else:
                storage = _Storage([*storage.items[: self._length], *items])
        grown._storage, grown._length = storage, self._length + len(items)
        return grown

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return iter(self._storage.items[: self._length])

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        """One item, or those of a slice as a tuple. Raises `IndexError` for an index out of range."""
        length = self._length
        if isinstance(at, slice):
            return tuple([self._storage.items[index] for index in range(*at.indices(length))])
        if not -length <= at < length:
            raise IndexError(f"index {at} of a sequence of {length}")
        return self._storage.items[at % length]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Growing | tuple):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[Growing[Any]], tuple[tuple[Item, ...]]]:
        return Growing, (tuple(self),)

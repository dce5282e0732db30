"""An immutable sequence that grows cheaply: sequences that continue each other share their storage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Any, Final, Generic, TypeVar, overload

Item = TypeVar("Item")


class Storage(Generic[Item]):
    """The items of sequences that continue each other, each of which is the first so many of them.

    Items are added under its lock and never changed. Whoever holds a storage keeps the length beside it.
    """

    __slots__ = ("items", "lock")

    def __init__(self, items: Iterable[Item]) -> None:
        self.items: Final = list(items)
        self.lock: Final = Lock()

    def plus(self, length: int, items: Sequence[Item]) -> Storage[Item]:
        """Return a storage that holds the first `length` items of this one, and then `items`.

        It is this storage, in constant time, for the first to continue from `length`; later ones get a copy.
        """
        with self.lock:
            if len(self.items) == length:
                self.items.extend(items)
                return self
        return Storage([*self.items[:length], *items])


class Growing(Sequence[Item]):
    """An immutable sequence, equal to a tuple of the same items, that `plus` extends in constant time.

    The first sequence to continue another appends to the storage of both; a second one, from any thread,
    gets a copy of its own.
    """

    __slots__ = ("_length", "_storage")

    def __init__(self, items: Iterable[Item] | Storage[Item] = (), length: int | None = None) -> None:
        """`items` are copied, unless they are a storage, whose first `length` items are then shared."""
        self._storage: Final = items if isinstance(items, Storage) else Storage(items)
        self._length: Final = len(self._storage.items) if length is None else length

    def plus(self, items: Sequence[Item]) -> Growing[Item]:
        """Return the sequence with more items at its end."""
        length = self._length
        return Growing(self._storage.plus(length, items), length + len(items))

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
        items, length = self._storage.items, self._length
        if isinstance(at, slice):
            start, stop, step = at.indices(length)
            if step > 0:
                return tuple(items[start:stop:step])
            return tuple([items[index] for index in range(start, stop, step)])
        if not -length <= at < length:
            raise IndexError(f"index {at} of a sequence of {length}")
        return items[at % length]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Growing):
            return self._length == other._length and self[:] == other[:]
        return self[:] == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self[:])

    def __repr__(self) -> str:
        return repr(self[:])

    def __reduce__(self) -> tuple[type[Growing[Any]], tuple[tuple[Item, ...]]]:
        return Growing, (self[:],)

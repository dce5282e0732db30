"""An immutable sequence that grows cheaply: sequences that continue each other share one list.

The list only ever grows, and each sequence is its first so many items. No lock is needed: `append` and
`extend` are one step for all threads, and whoever then finds another's items in the place of its own takes a
copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeVar, overload

Item = TypeVar("Item")


def grown(items: list[Item], length: int, more: list[Item]) -> list[Item]:
    """Return a list that starts with the first `length` of `items`, followed by `more`.

    It is `items` itself, in constant time, for the first to add something there; the next gets a copy.
    """
    if len(items) == length:
        items.extend(more)
        if items[length : length + len(more)] == more:
            return items
    return [*items[:length], *more]


def grown_by(items: list[Item], length: int, item: Item) -> list[Item]:
    """Return what `grown` returns for a single item; three times as fast."""
    if len(items) == length:
        items.append(item)
        if items[length] is item:
            return items
    return [*items[:length], item]


class Growing(Sequence[Item]):
    """An immutable sequence, equal to a tuple of the same items, that `plus` extends in constant time.

    The first sequence to continue another adds to the list of both; a second one, from any thread, gets a
    list of its own.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[Item] = (), length: int | None = None) -> None:
        """`items` are copied; but with `length` they are a list to share, whose first so many are ours."""
        self._items: Final = items if length is not None and isinstance(items, list) else list(items)
        self._length: Final = len(self._items) if length is None else length

    def plus(self, items: Sequence[Item]) -> Growing[Item]:
        """Return the sequence with more items at its end."""
        length = self._length
        return Growing(grown(self._items, length, list(items)), length + len(items))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items[: self._length])

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        """One item, or those of a slice as a tuple. Raises `IndexError` for an index out of range."""
        items, length = self._items, self._length
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

    def __reduce__(self) -> tuple[type[Growing[object]], tuple[tuple[Item, ...]]]:
        return Growing, (self[:],)

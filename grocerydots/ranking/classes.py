"""The 7,462 classes of five cards in order, from nothing but the definition of each category (ROOM-17)."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple


class HighCategory(enum.IntEnum):
    """What five cards make, higher is better. A royal flush is the best straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


class HighClass(NamedTuple):
    """Fives that tie: the category and the five ranks, in the order in which they decide."""

    category: HighCategory
    ranks: tuple[int, ...]  #: 2 to 14. In a wheel the ace comes last, as 14.


_ACE_TO_TWO = range(14, 1, -1)
_STRAIGHTS = (*(tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)), (5, 4, 3, 2, 14))

# How many ranks head the hand and how often each occurs in it, then the same for those that follow.
_SHAPES = {
    HighCategory.PAIR: (1, 2, 3, 1),
    HighCategory.TWO_PAIR: (2, 2, 1, 1),
    HighCategory.THREE_OF_A_KIND: (1, 3, 2, 1),
    HighCategory.FULL_HOUSE: (1, 3, 1, 2),
    HighCategory.FOUR_OF_A_KIND: (1, 4, 1, 1),
}


def _ranks_of(category: HighCategory) -> Iterator[tuple[int, ...]]:
    """Every class's ranks in one category, best first."""
    if category in (HighCategory.STRAIGHT, HighCategory.STRAIGHT_FLUSH):
        yield from _STRAIGHTS
    elif category in (HighCategory.HIGH_CARD, HighCategory.FLUSH):
        straights = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
        yield from (ranks for ranks in combinations(_ACE_TO_TWO, 5) if ranks not in straights)
    else:
        heads, times, others, times_other = _SHAPES[category]
        for head in combinations(_ACE_TO_TWO, heads):
            rest = [rank for rank in _ACE_TO_TWO if rank not in head]
            first = tuple(rank for rank in head for _ in range(times))
            for kickers in combinations(rest, others):
                yield first + tuple(rank for rank in kickers for _ in range(times_other))


@cache
def high_classes() -> tuple[HighClass, ...]:
    """All classes from worst to best: a hand's rank is its place here, counted from 1."""
    best_first = (HighClass(kind, ranks) for kind in reversed(HighCategory) for ranks in _ranks_of(kind))
    return tuple(best_first)[::-1]

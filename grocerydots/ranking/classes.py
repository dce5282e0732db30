"""The 7,462 classes of five cards in order (ROOM-17), and what hands are called: "pair of kings", "wheel"."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from grocerydots.cards import Rank


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


#: What cards make by how many of them are alike, as `order.likeness` counts them.
ALIKE: Final[dict[tuple[int, ...], HighCategory]] = {
    (2,): HighCategory.PAIR,
    (2, 2): HighCategory.TWO_PAIR,
    (3,): HighCategory.THREE_OF_A_KIND,
    (3, 2): HighCategory.FULL_HOUSE,
    (4,): HighCategory.FOUR_OF_A_KIND,
}


class HighClass(NamedTuple):
    """Fives that tie: the category and the five ranks, in the order in which they decide."""

    category: HighCategory
    ranks: tuple[int, ...]  #: 2 to 14. In a wheel the ace comes last, as 14.


_ACE_TO_TWO = range(14, 1, -1)
_STRAIGHTS = (*(tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)), (5, 4, 3, 2, 14))


@cache
def high_classes() -> tuple[HighClass, ...]:
    """All classes from worst to best: a hand's rank is its place here, counted from 1."""
    best_first = (HighClass(kind, ranks) for kind in reversed(HighCategory) for ranks in _ranks_of(kind))
    return tuple(best_first)[::-1]


def _ranks_of(category: HighCategory) -> Iterator[tuple[int, ...]]:
    """Every class's ranks in one category, best first."""
    if category in (HighCategory.STRAIGHT, HighCategory.STRAIGHT_FLUSH):
        yield from _STRAIGHTS
    elif category in (HighCategory.HIGH_CARD, HighCategory.FLUSH):
        straights = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
        yield from (ranks for ranks in combinations(_ACE_TO_TWO, 5) if ranks not in straights)
    else:
        alike = next(alike for alike, made in ALIKE.items() if made is category)
        yield from _with_alike((*alike, *(1,) * (5 - sum(alike))))


def _with_alike(times: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The ranks of fives in which each rank occurs that many times: (2, 1, 1, 1) for a pair."""
    most_alike = times.count(times[0])
    for heads in combinations(_ACE_TO_TWO, most_alike):
        rest = [rank for rank in _ACE_TO_TWO if rank not in heads]
        for kickers in combinations(rest, len(times) - most_alike):
            ranks = zip((*heads, *kickers), times, strict=True)
            yield tuple([rank for rank, count in ranks for _ in range(count)])


# Names

_HIGH = {
    HighCategory.HIGH_CARD: "{first} high",
    HighCategory.PAIR: "pair of {firsts}",
    HighCategory.TWO_PAIR: "two pair, {firsts} and {seconds}",
    HighCategory.THREE_OF_A_KIND: "three of a kind, {firsts}",
    HighCategory.STRAIGHT: "straight, {first} high",
    HighCategory.FLUSH: "flush, {first} high",
    HighCategory.FULL_HOUSE: "full house, {firsts} over {seconds}",
    HighCategory.FOUR_OF_A_KIND: "four of a kind, {firsts}",
    HighCategory.STRAIGHT_FLUSH: "straight flush, {first} high",
}


def rank_word(rank: int, *, plural: bool = False) -> str:
    """A rank in words: ``six``, ``sixes``."""
    word = "deuce" if rank == Rank.TWO else Rank(rank).name.lower()
    if not plural:
        return word
    return f"{word}es" if word.endswith("x") else f"{word}s"


def high_name(category: HighCategory, ranks: Sequence[int]) -> str:
    """A class of five cards in words; its ranks are ordered as in `HighClass`."""
    if category is HighCategory.STRAIGHT_FLUSH and ranks[0] == Rank.ACE:
        return "royal flush"
    second = next(rank for rank in ranks if rank != ranks[0])
    return _HIGH[category].format(
        first=rank_word(ranks[0]),
        firsts=rank_word(ranks[0], plural=True),
        seconds=rank_word(second, plural=True),
    )


def low_name(ranks: Sequence[Rank]) -> str:
    """A low in words: ``8-6-4-3-A low``, and ``wheel`` for the best."""
    letters = "-".join(rank.letter for rank in ranks)
    return "wheel" if letters == "5-4-3-2-A" else f"{letters} low"

"""What a hand is worth, worked out slowly from the words of the rules, without any table of the library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

from grocerydots.cards import Card

Value = tuple[int, tuple[int, ...]]
"""Category, 0 for high cards to 8 for a straight flush, then the ranks that decide."""


@cache
def value_of_ranks(ranks: tuple[int, ...]) -> Value:
    """Worth of five ranks of mixed suits."""
    alike = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    counts = [count for count, _ in alike]
    in_order = tuple(rank for _, rank in alike)
    if counts == [4, 1]:
        return 7, in_order
    if counts == [3, 2]:
        return 6, in_order
    if counts == [3, 1, 1]:
        return 3, in_order
    if counts == [2, 2, 1]:
        return 2, in_order
    if counts == [2, 1, 1, 1]:
        return 1, in_order
    if in_order == (14, 5, 4, 3, 2):
        return 4, (5,)
    if in_order[0] - in_order[4] == 4:
        return 4, in_order[:1]
    return 0, in_order


def value_of_five(five: Sequence[Card]) -> Value:
    """Worth of five cards."""
    category, ranks = value_of_ranks(tuple(sorted(int(card.rank) for card in five)))
    if len({card.suit for card in five}) == 1:
        return (8 if category == 4 else 5), ranks
    return category, ranks


def high_value(cards: Iterable[Card]) -> Value:
    """Worth of the best five."""
    return max(value_of_five(five) for five in combinations(cards, 5))


def low_of_five(five: Sequence[Card]) -> tuple[int, ...] | None:
    """Ranks of a low that qualifies, highest first, negated so that the better low is larger; else None."""
    ranks = sorted((1 if card.rank == 14 else int(card.rank) for card in five), reverse=True)
    return tuple(-rank for rank in ranks) if len(set(ranks)) == 5 and ranks[0] <= 8 else None


def low_value(cards: Iterable[Card]) -> tuple[int, ...] | None:
    """The best low that qualifies."""
    lows = [low for five in combinations(cards, 5) if (low := low_of_five(five)) is not None]
    return max(lows, default=None)


def by_rank_then_suit(cards: Iterable[Card], *, ace_low: bool = False) -> list[tuple[int, int]]:
    """Cards as HOUSE-19 compares them."""
    pairs = [(1 if ace_low and card.rank == 14 else int(card.rank), int(card.suit)) for card in cards]
    return sorted(pairs, reverse=True)


def board_value(board: Sequence[Card]) -> tuple[int, list[int]]:
    """Worth of one to four up cards: four alike, three alike, two pair, a pair, high cards."""
    ranks = [int(card.rank) for card in board]
    fours, trips, pairs, singles = (
        sorted((rank for rank in set(ranks) if ranks.count(rank) == times), reverse=True)
        for times in (4, 3, 2, 1)
    )
    if fours:
        return 4, fours
    if trips:
        return 3, trips + singles
    return min(len(pairs), 2), pairs + singles

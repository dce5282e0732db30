"""The best ace-to-five low in five to seven cards, without a qualifier, as razz asks for (RAZZ-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final

from grocerydots.cards import CARDS, Card, Rank
from grocerydots.errors import several
from grocerydots.ranking._hands import checked_hand, require_count
from grocerydots.ranking.classes import HighCategory
from grocerydots.ranking.low import LowHand
from grocerydots.ranking.names import high_name, low_name
from grocerydots.ranking.order import highest_first

_RANKS: Final = range(1, 14)  # the ace is 1
_FIVE: Final = 5
_ACE_LOW: Final = tuple([1 if card.rank is Rank.ACE else int(card.rank) for card in CARDS])  # by `Card.index`
_BITS: Final = tuple([1 << (rank - 1) for rank in _ACE_LOW])  # of a set of ranks, by `Card.index`
_BY_RANKS: list[int] = []  #: Worth by the set of ranks there are; 0 for fewer than five. Filled when needed.


def lowball_rank(cards: Sequence[Card]) -> int:
    """Worth of the best low in five to seven distinct cards: 1 to 6175, higher wins, equal ties (RAZZ-2).

    Aces are low, straights and flushes do not count, and every hand has a low: pairs are only worse. Seven
    cards in a tuple are the fast way. Another number of cards raises `NotationError`.
    """
    try:
        ranks = 0
        for card in cards:
            ranks |= _BITS[card.index]
        if len(cards) == 7:
            return _BY_RANKS[ranks] or _paired_rank(cards)
    except (IndexError, TypeError, AttributeError):  # the table is not filled yet, or these are not cards
        pass
    return _rank_otherwise(several("cards", cards, Card))


def _rank_otherwise(cards: tuple[Card, ...]) -> int:
    """Rank cards for the first time, or five or six."""
    require_count(cards)
    if not _BY_RANKS:
        _BY_RANKS.extend(_worths_by_ranks())
    ranks = 0
    for card in cards:
        ranks |= _BITS[card.index]
    return _BY_RANKS[ranks] or _paired_rank(cards)


def _worths_by_ranks() -> list[int]:
    worths = _worths()
    by_ranks = [0] * (1 << len(_RANKS))
    for ranks in range(len(by_ranks)):
        if ranks.bit_count() == _FIVE:
            by_ranks[ranks] = worths[_strength([rank for rank in _RANKS if ranks >> (rank - 1) & 1])]
        elif ranks.bit_count() > _FIVE:
            by_ranks[ranks] = by_ranks[ranks ^ (1 << (ranks.bit_length() - 1))]  # without its highest
    return by_ranks


def _paired_rank(cards: Sequence[Card]) -> int:
    return _worths()[_strength(_best_ranks(cards))]


def _best_ranks(cards: Sequence[Card]) -> list[int]:
    """The ranks of the best five, the ace as 1."""
    ranks = [_ACE_LOW[card.index] for card in cards]
    return list(min(combinations(ranks, _FIVE), key=_strength))


def _strength(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How five ranks compare, the least being the best: how many are alike, then which (RAZZ-2)."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple([count for count, _ in groups]), tuple([rank for _, rank in groups])


@cache
def _worths() -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """The worth of every class of five ranks with at most four alike."""
    classes = [ranks for ranks in combinations_with_replacement(_RANKS, _FIVE) if ranks[0] != ranks[-1]]
    return {key: worth for worth, key in enumerate(sorted(map(_strength, classes), reverse=True), 1)}


def best_lowball(cards: Sequence[Card]) -> LowHand:
    """The best low without a qualifier in five to seven cards, with its name and the cards used (RAZZ-2).

    Raises `NotationError` when these are not five to seven distinct cards.
    """
    hand = checked_hand(cards)
    ranks = _best_ranks(hand)
    used = _used(hand, ranks)
    return LowHand(lowball_rank(hand), used, _name([card.rank for card in used]))


def _used(hand: tuple[Card, ...], ranks: Iterable[int]) -> tuple[Card, ...]:
    """The cards that make up these ranks, of each rank the highest suits (HOUSE-19)."""
    wanted = list(ranks)
    used = []
    for card in highest_first(hand, ace_low=True):
        if _ACE_LOW[card.index] in wanted:
            wanted.remove(_ACE_LOW[card.index])
            used.append(card)
    return tuple(used)


def _name(ranks: Sequence[Rank]) -> str:
    """The low in words, its ranks from the highest down, the ace last."""
    counts = Counter(ranks).most_common()  # of equal counts, the one that comes first
    category = _PAIRED.get(tuple([count for _, count in counts]))
    return low_name(ranks) if category is None else high_name(category, [rank for rank, _ in counts])


#: What five ranks make that are not all different, by how many of each there are.
_PAIRED: Final = {
    (2, 1, 1, 1): HighCategory.PAIR,
    (2, 2, 1): HighCategory.TWO_PAIR,
    (3, 1, 1): HighCategory.THREE_OF_A_KIND,
    (3, 2): HighCategory.FULL_HOUSE,
    (4, 1): HighCategory.FOUR_OF_A_KIND,
}

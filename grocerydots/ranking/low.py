"""The best low hand in up to seven cards: eight or better (LIM-10), or without a qualifier (RAZZ-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from operator import or_
from typing import Final, TypeAlias

import attrs

from grocerydots.cards import CARDS, Card, Rank
from grocerydots.errors import several
from grocerydots.ranking.classes import ALIKE, high_name, low_name
from grocerydots.ranking.order import checked_hand, highest_first, likeness, require_count


@attrs.frozen
class LowHand:
    """A low that qualifies: what it is worth, what it is called, and the five cards that make it."""

    rank: int  #: As of `low_rank`.
    cards: tuple[Card, ...]  #: By rank then suit, highest first, the ace last; as in `HighHand` (HOUSE-19).
    name: str  #: ``8-6-4-3-A low``, ``wheel``.


# Eight or better

# A low is a mask of five of eight bits, 1 for the ace. The smaller number is the better low: the highest card
# decides, then the next.
_LOWS = sorted((sum(bits) for bits in combinations([1 << at for at in range(8)], 5)), reverse=True)


_LOW_RANK = tuple(
    max((rank for rank, low in enumerate(_LOWS, 1) if low & mask == low), default=0) for mask in range(256)
)


def low_rank(cards: Sequence[Card]) -> int:
    """Worth of the best low in five, six or seven cards: 1 to 56, higher wins, equal ties, 0 for none.

    A low is five different ranks up to eight, the ace low; straights and flushes do not spoil it (LIM-10).
    A tuple of seven cards is ranked fastest. Raises `NotationError` for another number of cards.
    """
    try:
        a, b, c, d, e, f, g = cards
        return _LOW_RANK[a.low_key | b.low_key | c.low_key | d.low_key | e.low_key | f.low_key | g.low_key]
    except (ValueError, TypeError, AttributeError):  # not seven cards
        hand = several("cards", cards, Card)
        require_count(hand)
        return _LOW_RANK[reduce(or_, [card.low_key for card in hand])]


def best_low(cards: Sequence[Card]) -> LowHand | None:
    """The best low in five, six or seven cards, with its name and the five cards used; None for no low.

    Raises `NotationError` unless they are five to seven distinct cards.
    """
    hand = checked_hand(cards)
    rank = low_rank(hand)
    if rank == 0:
        return None
    low = _LOWS[rank - 1]
    used = []
    for card in highest_first(hand, ace_low=True):  # of each rank the highest suit (HOUSE-19)
        if card.low_key & low:
            low ^= card.low_key
            used.append(card)
    return LowHand(rank, tuple(used), low_name([card.rank for card in used]))


# Without a qualifier

_Strength: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

_RANKS: Final = range(1, 14)  # the ace is 1
_ACE_LOW: Final = tuple([1 if card.rank is Rank.ACE else int(card.rank) for card in CARDS])  # by `Card.index`
_BITS: Final = tuple([1 << (rank - 1) for rank in _ACE_LOW])  # of a set of ranks, by `Card.index`
_BY_RANKS: list[int] = []  #: Worth by the set of ranks there are; 0 for fewer than five. Filled when needed.


def lowball_rank(cards: Sequence[Card]) -> int:
    """Worth of the best low in five to seven distinct cards: 1 to 6175, higher wins, equal ties (RAZZ-2).

    Aces are low, straights and flushes do not count, and every hand has a low: pairs are only worse. Another
    number of cards raises `NotationError`.
    """
    try:
        ranks = 0
        for card in cards:
            ranks |= _BITS[card.index]
        if 5 <= len(cards) <= 7:
            return _BY_RANKS[ranks] or _paired_rank(cards)
    except (IndexError, TypeError, AttributeError):  # the table is not filled yet, or these are not cards
        pass
    hand = several("cards", cards, Card)
    require_count(hand)
    if not _BY_RANKS:
        _BY_RANKS.extend(_worths_by_ranks())
    return lowball_rank(hand)


def _paired_rank(cards: Sequence[Card]) -> int:
    return _worths()[min(map(_strength, combinations(cards, 5)))]


def _strength(cards: Sequence[Card]) -> _Strength:
    """How five cards compare, the least being the best (RAZZ-2)."""
    return likeness([_ACE_LOW[card.index] for card in cards])


@cache
def _worths() -> dict[_Strength, int]:
    """The worth of every class of five ranks with at most four alike."""
    classes = [ranks for ranks in combinations_with_replacement(_RANKS, 5) if ranks[0] != ranks[-1]]
    return {key: worth for worth, key in enumerate(sorted(map(likeness, classes), reverse=True), 1)}


def _worths_by_ranks() -> list[int]:
    worths = _worths()
    by_ranks = [0] * (1 << len(_RANKS))
    for ranks in range(len(by_ranks)):
        if ranks.bit_count() == 5:
            by_ranks[ranks] = worths[likeness([rank for rank in _RANKS if ranks >> (rank - 1) & 1])]
        elif ranks.bit_count() > 5:
            by_ranks[ranks] = by_ranks[ranks ^ (1 << (ranks.bit_length() - 1))]  # without its highest
    return by_ranks


def best_lowball(cards: Sequence[Card]) -> LowHand:
    """The best low without a qualifier in five to seven cards, with its name and the cards used (RAZZ-2).

    Raises `NotationError` when these are not five to seven distinct cards.
    """
    fives = combinations(highest_first(checked_hand(cards), ace_low=True), 5)
    used = min(fives, key=_strength)  # of equal fives the first has the highest suits (HOUSE-19)
    strength = alike, low_ranks = _strength(used)
    ranks = [Rank.ACE if rank == 1 else Rank(rank) for rank in low_ranks]
    return LowHand(_worths()[strength], used, high_name(ALIKE[alike], ranks) if alike else low_name(ranks))

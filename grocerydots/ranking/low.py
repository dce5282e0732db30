"""The best low hand, eight or better, in up to seven cards (LIM-10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import attrs

from grocerydots.cards import Card
from grocerydots.errors import several
from grocerydots.ranking._hands import checked_hand, require_count
from grocerydots.ranking.names import low_name
from grocerydots.ranking.order import highest_first

# A low is a mask of five of eight bits, 1 for the ace. The smaller number is the better low: the highest card
# decides, then the next.
_LOWS = sorted((sum(bits) for bits in combinations([1 << at for at in range(8)], 5)), reverse=True)


def _best_low_in(mask: int) -> int:
    ranks = (rank for rank, low in enumerate(_LOWS, 1) if low & mask == low)
    return max(ranks, default=0)


_LOW_RANK = tuple(_best_low_in(mask) for mask in range(256))


@attrs.frozen
class LowHand:
    """A low that qualifies: what it is worth, what it is called, and the five cards that make it."""

    rank: int  #: As of `low_rank`.
    cards: tuple[Card, ...]  #: By rank then suit, highest first, the ace last; as in `HighHand` (HOUSE-19).
    name: str  #: ``8-6-4-3-A low``, ``wheel``.


def low_rank(cards: Sequence[Card]) -> int:
    """Worth of the best low in five, six or seven cards: 1 to 56, higher wins, equal ties, 0 for none.

    A low is five different ranks up to eight, the ace low; straights and flushes do not spoil it (LIM-10).
    A tuple of seven cards is ranked fastest. Raises `NotationError` for another number of cards.
    """
    try:
        a, b, c, d, e, f, g = cards
        return _LOW_RANK[a.low_key | b.low_key | c.low_key | d.low_key | e.low_key | f.low_key | g.low_key]
    except (ValueError, TypeError, AttributeError):  # not seven cards
        return _LOW_RANK[_low_mask(several("cards", cards, Card))]


def _low_mask(cards: Sequence[Card]) -> int:
    require_count(cards)
    mask = 0
    for card in cards:
        mask |= card.low_key
    return mask


def best_low(cards: Sequence[Card]) -> LowHand | None:
    """The best low in five, six or seven cards, with its name and the five cards used; None for no low.

    Raises `NotationError` unless they are five to seven distinct cards.
    """
    hand = checked_hand(cards)
    rank = low_rank(hand)
    if rank == 0:
        return None
    used = _used(hand, _LOWS[rank - 1])
    return LowHand(rank, used, low_name([card.rank for card in used]))


def _used(hand: tuple[Card, ...], low: int) -> tuple[Card, ...]:
    """The cards that make up this low, of each rank the highest suit (HOUSE-19)."""
    used = []
    for card in highest_first(hand, ace_low=True):
        if card.low_key & low:
            low ^= card.low_key
            used.append(card)
    return tuple(used)

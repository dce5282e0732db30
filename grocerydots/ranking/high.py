"""The best five-card high hand in up to seven cards (ROOM-17)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import attrs

from grocerydots.cards import Card, Suit
from grocerydots.errors import NotationError, several
from grocerydots.ranking._tables import FLUSH_SUIT, FLUSHES, ROWS, SEVENS, fives, load_tables
from grocerydots.ranking.classes import HighCategory, high_classes, high_name
from grocerydots.ranking.order import checked_hand, highest_first, require_count


@attrs.frozen
class HighHand:
    """A high hand: what it is worth, what it is called, and the five cards that make it."""

    rank: int  #: As of `high_rank`.
    category: HighCategory
    cards: tuple[Card, ...]  #: By rank then suit, highest first; of equal fives the highest (HOUSE-19).
    name: str  #: ``full house, kings over fives``.


def high_rank(cards: Sequence[Card]) -> int:
    """Worth of the best five of these five, six or seven distinct cards: 1 to 7462, higher wins, equal ties.

    A tuple of seven cards is ranked fastest. The first call reads the tables. Raises `NotationError` for
    another number of cards. Does not check that the cards are distinct.
    """
    try:
        a, b, c, d, e, f, g = cards
        key = a.high_key + b.high_key + c.high_key + d.high_key + e.high_key + f.high_key + g.high_key
        suit = FLUSH_SUIT[key & 255]
        if suit is None:
            return SEVENS[ROWS[key >> 18] + (key >> 8)]
        return _flush_rank(cards, suit)
    except (IndexError, ValueError, TypeError, AttributeError):  # tables not read yet, or not seven cards
        return _high_rank_otherwise(cards)


def _flush_rank(cards: Sequence[Card], suit: Suit) -> int:
    mask = 0
    for card in cards:
        if card.suit is suit:
            mask |= 1 << (card.index >> 2)
    return FLUSHES[mask]


def _high_rank_otherwise(cards: Sequence[Card]) -> int:
    """Rank seven cards for the first time, or five or six."""
    cards = several("cards", cards, Card)
    require_count(cards)
    if load_tables():
        return high_rank(cards)
    try:
        return max(_five_rank(five) for five in combinations(cards, 5))
    except KeyError:
        raise NotationError("a card is in the hand twice") from None


def _five_rank(five: Sequence[Card]) -> int:
    mixed, suited = fives()
    if all(card.suit is five[0].suit for card in five):
        return suited[sum(1 << (card.index >> 2) for card in five)]
    return mixed[sum(card.high_key >> 8 for card in five)]


def best_high(cards: Sequence[Card]) -> HighHand:
    """The best high hand in five, six or seven cards, with its name and the five cards used.

    Raises `NotationError` unless they are five to seven distinct cards.
    """
    hand = checked_hand(cards)
    rank = high_rank(hand)
    category, ranks = high_classes()[rank - 1]
    if category in (HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH):
        suit = max(Suit, key=lambda suit: sum(card.suit is suit for card in hand))
        hand = tuple(card for card in hand if card.suit is suit)
    return HighHand(rank, category, _used(hand, ranks), high_name(category, ranks))


def _used(hand: tuple[Card, ...], ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards that make up these ranks, of each rank the highest suits (HOUSE-19)."""
    wanted = list(ranks)
    used = []
    for card in highest_first(hand):
        if card.rank in wanted:
            wanted.remove(card.rank)
            used.append(card)
    return tuple(used)

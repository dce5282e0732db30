"""The cards of a hand before it is ranked: how many, in which order, and which of them are alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized

from grocerydots.cards import Card
from grocerydots.errors import NotationError, several

_ACE_OF_CLUBS = 48


def checked_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as a tuple. Raises `NotationError` unless they are five, six or seven distinct cards."""
    hand = several("cards", cards, Card)
    require_count(hand)
    for at, card in enumerate(hand):
        if card in hand[:at]:
            raise NotationError(f"{card} is in the hand twice")
    return hand


def require_count(cards: Sized) -> None:
    """Raise `NotationError` unless there are five, six or seven cards."""
    if not 5 <= len(cards) <= 7:
        raise NotationError(f"a hand is ranked from five, six or seven cards, not from {len(cards)}")


def odd_chip_key(cards: Iterable[Card], *, ace_low: bool = False) -> tuple[int, ...]:
    """A key that orders tied winners for the odd chip: the highest gets it first (HOUSE-19).

    Cards compare by rank then suit, from the highest down until they differ. Give the five cards used, or
    all seven for dots; `ace_low` is for the five of a low.
    """
    used = several("cards", cards, Card)
    return tuple(sorted((_ace_low(card) if ace_low else card.index for card in used), reverse=True))


def highest_first(cards: Iterable[Card], *, ace_low: bool = False) -> list[Card]:
    """Cards by rank then suit, in the order in which `odd_chip_key` compares them."""
    return sorted(cards, key=_ace_low if ace_low else None, reverse=True)


def _ace_low(card: Card) -> int:
    return card.index if card.index < _ACE_OF_CLUBS else card.index - 52


def likeness(ranks: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How ranks compare where only those alike count: how many are alike, then which, the most alike first.

    Three kings, a ten and a four are ``((3,), (13, 10, 4))``; those of a pair are less, and of no pair least.
    """
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return tuple([count for count, _ in groups if count > 1]), tuple([rank for _, rank in groups])

"""Checks of a hand that a caller gives, for what is not on the hot path."""

from __future__ import annotations

from collections.abc import Iterable, Sized

from grocerydots.cards import Card
from grocerydots.errors import NotationError, several


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

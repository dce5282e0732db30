"""The one door through which cards come in that nobody has checked."""

from __future__ import annotations

from collections.abc import Sequence

from grocerydots.cards import Card
from grocerydots.errors import NotationError


def checked_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Five, six or seven distinct cards, as they were given; `NotationError` when they are anything else."""
    hand = tuple(cards)
    for card in hand:
        if not isinstance(card, Card):
            raise NotationError(f"a hand is made of cards, not of a value of type {type(card).__name__}")
    require_count(hand)
    for at, card in enumerate(hand):
        if card in hand[:at]:
            raise NotationError(f"a hand has every card once: {card} is there twice")
    return hand


def require_count(cards: Sequence[Card]) -> None:
    """Raise `NotationError` unless there are five, six or seven cards."""
    if not 5 <= len(cards) <= 7:
        raise NotationError(f"a hand is ranked from five, six or seven cards, not from {len(cards)}")

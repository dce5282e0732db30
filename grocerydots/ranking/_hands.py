"""The one door through which cards come in that nobody has checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grocerydots.cards import Card
from grocerydots.errors import NotationError


def checked_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Five, six or seven distinct cards, as they were given; `NotationError` when they are anything else."""
    hand = only_cards(cards)
    require_count(hand)
    for at, card in enumerate(hand):
        if card in hand[:at]:
            raise NotationError(f"a hand has every card once: {card} is there twice")
    return hand


def only_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as a tuple; `NotationError` for anything else."""
    if not isinstance(cards, Iterable):
        raise NotationError(
            f"cards are wanted, one after the other, not a value of type {type(cards).__name__}"
        )
    found = tuple(cards)
    for card in found:
        if not isinstance(card, Card):
            raise NotationError(f"a hand is made of cards, not of a value of type {type(card).__name__}")
    return found


def require_count(cards: Sequence[Card]) -> None:
    """Raise `NotationError` unless there are five, six or seven cards."""
    if not 5 <= len(cards) <= 7:
        raise NotationError(f"a hand is ranked from five, six or seven cards, not from {len(cards)}")

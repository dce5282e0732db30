"""The order in which odd chips are given out among tied winners (HOUSE-19)."""

from __future__ import annotations

from collections.abc import Iterable

from grocerydots.cards import Card
from grocerydots.errors import several

_ACE_OF_CLUBS = 48


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

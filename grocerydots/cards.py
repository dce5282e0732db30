"""The 52 cards: what they are called, how they are ordered, and how many dots each has (GSD-1, GSD-4)."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from functools import total_ordering
from typing import NoReturn, final

from grocerydots.errors import NotationError, WrongType, brief, expect

__all__ = ["CARDS", "CARD_OF", "Card", "Rank", "Suit", "dots", "parse_cards"]

_RANK_LETTERS = "23456789TJQKA"
_SUIT_LETTERS = "cdhs"
_SUIT_SYMBOLS = "♣♦♥♠"

_DOTS = (2, 3, 0, 1, 0, 1, 2, 1, 2, 0, 0, 0, 1)  # deuce to ace

# Keys that are added up, so that a hand's key does not depend on the order of its cards (see `ranking`).
# Every sum of seven rank keys with at most four alike is unique; one of seven suit keys shows a flush.
_RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
_SUIT_KEYS = (0, 1, 28, 36)


class Rank(enum.IntEnum):
    """A card's rank, the ace high."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """One character: ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``, ``A``."""
        return _RANK_LETTERS[self - 2]


class Suit(enum.IntEnum):
    """A card's suit; where suits count, spades are highest and clubs lowest (LIM-3, HOUSE-19)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One character: ``c``, ``d``, ``h``, ``s``."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """One character: ``♣``, ``♦``, ``♥``, ``♠``."""
        return _SUIT_SYMBOLS[self]


@final
@total_ordering
class Card:
    """One of the 52 cards: ``Card("As")``, ``Card("10h")``, ``Card("td")``.

    There is one object for each card, so ``is`` and ``==`` say the same; ``<`` orders by rank, then suit.
    Case does not matter. Raises `NotationError` for a text that names no card.
    """

    __slots__ = ("board_key", "dots", "high_key", "index", "low_key", "rank", "suit", "text")

    index: int  #: 0 to 51, by rank, then suit: ``2c``, ``2d``, ``2h``, ``2s``, ``3c`` … ``As``.
    rank: Rank
    suit: Suit
    text: str  #: Two characters: ``As``, ``Td``.
    dots: int  #: Suit symbols in the middle column of its face, 0 to 3 (GSD-4).
    high_key: int  #: Added up by `ranking.high_rank`.
    low_key: int  #: Its bit in `ranking.low_rank`, 0 above eight.
    board_key: int  #: Added up by `ranking.board_rank`.

    def __new__(cls, text: str) -> Card:  # noqa: D102 - a constructor, covered by the class
        try:
            return _SPELLINGS[text]
        except (KeyError, TypeError):
            expect("card", text, str)
            raise _no_card(text) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card never changes: cannot set {name} of {self.text}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card never changes: cannot delete {name} of {self.text}")

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _no_card(text: str) -> NotationError:
    return NotationError(f"a card is written like 'As' or '10h', not {brief(text)}")


def _make(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    at = rank - 2
    fields = {
        "index": at * 4 + int(suit),
        "rank": rank,
        "suit": suit,
        "text": _RANK_LETTERS[at] + _SUIT_LETTERS[suit],
        "dots": _DOTS[at],
        "high_key": _RANK_KEYS[at] * 256 + _SUIT_KEYS[suit],
        "low_key": 1 if rank is Rank.ACE else 1 << rank - 1 if rank <= Rank.EIGHT else 0,
        "board_key": _RANK_KEYS[at] + (1 << 26),  # the upper bits of a sum count the cards
    }
    for name, value in fields.items():
        object.__setattr__(card, name, value)
    return card


def _spellings(card: Card) -> Iterator[str]:
    ranks = ("T", "t", "10") if card.rank is Rank.TEN else (card.text[0], card.text[0].lower())
    return (rank + suit for rank in ranks for suit in (card.text[1], card.text[1].upper()))


CARDS: tuple[Card, ...] = tuple(_make(rank, suit) for rank in Rank for suit in Suit)
"""All 52 cards by `Card.index`."""

CARD_OF: dict[str, Card] = {card.text: card for card in CARDS}
"""Each card by its `Card.text`, and by no other spelling."""

_SPELLINGS = {spelling: card for card in CARDS for spelling in _spellings(card)}


def parse_cards(cards: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Cards from ``"As Kd 10h"``, ``"AsKd10h"`` or any iterable of cards and their names, in that order.

    Raises `NotationError` naming what is not a card. The same card twice is not an error here.
    """
    if isinstance(cards, str):
        return tuple(_scan(cards))
    if not isinstance(cards, Iterable):
        raise WrongType.of("cards", "a str or an iterable of cards and their names", cards)
    return tuple(card if isinstance(card, Card) else Card(card) for card in cards)


def _scan(text: str) -> Iterator[Card]:
    for word in text.split():
        start = 0
        while start < len(word):
            end = start + (3 if word.startswith("10", start) else 2)
            if word[start:end] not in _SPELLINGS:
                raise _no_card(word[start:])
            yield _SPELLINGS[word[start:end]]
            start = end


def dots(cards: Iterable[Card]) -> int:
    """Dots of all these cards together (GSD-4)."""
    try:
        return sum(card.dots for card in cards)
    except (TypeError, AttributeError):
        raise WrongType.of("cards", "an iterable of Card", cards) from None

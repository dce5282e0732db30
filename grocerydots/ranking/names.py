"""What hands are called: "full house, kings over fives", "8-6-4-3-A low"."""

from __future__ import annotations

from collections.abc import Sequence

from grocerydots.cards import Rank
from grocerydots.ranking.classes import HighCategory

_WORDS = {
    Rank.TWO: "deuce",
    Rank.THREE: "three",
    Rank.FOUR: "four",
    Rank.FIVE: "five",
    Rank.SIX: "six",
    Rank.SEVEN: "seven",
    Rank.EIGHT: "eight",
    Rank.NINE: "nine",
    Rank.TEN: "ten",
    Rank.JACK: "jack",
    Rank.QUEEN: "queen",
    Rank.KING: "king",
    Rank.ACE: "ace",
}

_HIGH = {
    HighCategory.HIGH_CARD: "{first} high",
    HighCategory.PAIR: "pair of {firsts}",
    HighCategory.TWO_PAIR: "two pair, {firsts} and {seconds}",
    HighCategory.THREE_OF_A_KIND: "three of a kind, {firsts}",
    HighCategory.STRAIGHT: "straight, {first} high",
    HighCategory.FLUSH: "flush, {first} high",
    HighCategory.FULL_HOUSE: "full house, {firsts} over {seconds}",
    HighCategory.FOUR_OF_A_KIND: "four of a kind, {firsts}",
    HighCategory.STRAIGHT_FLUSH: "straight flush, {first} high",
}


def rank_word(rank: int, *, plural: bool = False) -> str:
    """A rank in words: ``six``, ``sixes``."""
    word = _WORDS[Rank(rank)]
    if not plural:
        return word
    return f"{word}es" if word.endswith("x") else f"{word}s"


def high_name(category: HighCategory, ranks: Sequence[int]) -> str:
    """A class of five cards in words; its ranks are ordered as in `HighClass`."""
    if category is HighCategory.STRAIGHT_FLUSH and ranks[0] == Rank.ACE:
        return "royal flush"
    second = next(rank for rank in ranks if rank != ranks[0])
    return _HIGH[category].format(
        first=rank_word(ranks[0]),
        firsts=rank_word(ranks[0], plural=True),
        seconds=rank_word(second, plural=True),
    )


def low_name(ranks: Sequence[Rank]) -> str:
    """A low in words: ``8-6-4-3-A low``, and ``wheel`` for the best."""
    letters = "-".join(rank.letter for rank in ranks)
    return "wheel" if letters == "5-4-3-2-A" else f"{letters} low"

"""Random hands ranked here and by PokerKit: the same order, the same five cards."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from pokerkit import Card as TheirCard
from pokerkit import EightOrBetterLowHand, Hand, StandardHighHand

from grocerydots import CARDS, Card, best_high, best_low
from grocerydots.ranking import high_rank, low_rank

from .two_engines import THEIR_CARDS

SIZES: Final = pytest.mark.parametrize("size", [5, 6, 7])
THEIR_NAMES: Final = {"PAIR": "ONE_PAIR"}
TIMES: Final = pytest.mark.parametrize("pairs", [300, pytest.param(5000, marks=pytest.mark.deep)])


@SIZES
@TIMES
def test_two_high_hands_stand_in_the_same_order(size: int, pairs: int) -> None:
    random = Random(f"high {size}")
    for _ in range(pairs):
        one, other = two_hands(random, size)
        assert order(high_rank(one), high_rank(other)) == their_order(their_high(one), their_high(other))


@SIZES
@TIMES
def test_two_lows_stand_in_the_same_order(size: int, pairs: int) -> None:
    random = Random(f"low {size}")
    for _ in range(pairs):
        one, other = two_hands(random, size, CARDS[:28] + CARDS[-4:])  # to eight, and aces
        ours, theirs = (low_rank(one), low_rank(other)), (their_low(one), their_low(other))
        assert [rank > 0 for rank in ours] == [low is not None for low in theirs]
        if theirs[0] is not None and theirs[1] is not None:
            assert order(*ours) == their_order(theirs[0], theirs[1])


@TIMES
def test_hands_of_a_whole_deck_have_a_low_when_theirs_do(pairs: int) -> None:
    random = Random("any low")
    for _ in range(pairs):
        hand = tuple(random.sample(CARDS, 7))
        assert bool(low_rank(hand)) == (their_low(hand) is not None)


@TIMES
def test_the_five_cards_named_are_as_good_as_theirs_and_called_the_same(pairs: int) -> None:
    random = Random("five cards")
    for _ in range(pairs):
        hand = tuple(random.sample(CARDS, 7))
        high, low = best_high(hand), best_low(hand)
        theirs = their_high(hand)
        assert StandardHighHand(in_their_cards(high.cards)) == theirs
        assert THEIR_NAMES.get(high.category.name, high.category.name) == theirs.entry.label.name
        if low is not None:
            assert EightOrBetterLowHand(in_their_cards(low.cards)) == their_low(hand)


def two_hands(
    random: Random, size: int, cards: tuple[Card, ...] = CARDS
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Two hands of a deck; half of the time they share all cards but two, so that they are close."""
    if random.random() < 0.5:
        drawn = random.sample(cards, 2 * size)
        return tuple(drawn[:size]), tuple(drawn[size:])
    drawn = random.sample(cards, size + 2)
    return tuple(drawn[:size]), tuple(drawn[2:])


def in_their_cards(cards: tuple[Card, ...]) -> tuple[TheirCard, ...]:
    return tuple(THEIR_CARDS[card] for card in cards)


def their_high(cards: tuple[Card, ...]) -> Hand:
    return StandardHighHand.from_game(in_their_cards(cards))


def their_low(cards: tuple[Card, ...]) -> Hand | None:
    return EightOrBetterLowHand.from_game_or_none(in_their_cards(cards))


def order(one: int, other: int) -> int:
    return (one > other) - (one < other)


def their_order(one: Hand, other: Hand) -> int:
    return (one > other) - (one < other)

"""The order of high hands, against plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, islice, pairwise
from math import comb, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking_oracle import Value, by_rank_then_suit, high_value, value_of_five, value_of_ranks

from grocerydots.cards import CARDS, Card, Suit, parse_cards
from grocerydots.errors import NotationError
from grocerydots.ranking import (
    HighCategory,
    best_high,
    high_rank,
    odd_chip_key,
)

pytestmark = pytest.mark.rule("ROOM-17")

FIVES_BY_CATEGORY = {
    HighCategory.STRAIGHT_FLUSH: 40,
    HighCategory.FOUR_OF_A_KIND: 624,
    HighCategory.FULL_HOUSE: 3_744,
    HighCategory.FLUSH: 5_108,
    HighCategory.STRAIGHT: 10_200,
    HighCategory.THREE_OF_A_KIND: 54_912,
    HighCategory.TWO_PAIR: 123_552,
    HighCategory.PAIR: 1_098_240,
    HighCategory.HIGH_CARD: 1_302_540,
}

FEW = [card for card in CARDS if card.rank in (2, 3, 4, 5, 13, 14)]  # many ties, wheels and flushes


def some_hands(
    count: int, size: int = 7, deck: list[Card] | tuple[Card, ...] = CARDS
) -> Iterator[tuple[Card, ...]]:
    random = Random(size)
    return (tuple(random.sample(deck, size)) for _ in range(count))


def rank_sets(size: int) -> Iterator[tuple[int, ...]]:
    """Every set of ranks that so many cards can have."""
    every = combinations_with_replacement(range(2, 15), size)
    return (ranks for ranks in every if max(Counter(ranks).values()) <= 4)


def in_mixed_suits(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of these ranks, of which no five are of one suit."""
    return tuple(CARDS[(rank - 2) * 4 + at % 4] for at, rank in enumerate(ranks))


def of_suit(ranks: tuple[int, ...], suit: int) -> tuple[Card, ...]:
    return tuple(CARDS[(rank - 2) * 4 + suit] for rank in ranks)


def assert_same_order(values: dict[int, Value], found: list[tuple[int, Value]]) -> None:
    """Equal ranks for equal hands, and the higher rank for the better one."""
    for rank, value in found:
        assert values.setdefault(rank, value) == value
    in_order = sorted(values.items())
    assert all(low < high for (_, low), (_, high) in pairwise(in_order))


def test_every_class_of_five_cards_has_its_own_rank_from_1_to_7462() -> None:
    mixed = [(high_rank(in_mixed_suits(ranks)), value_of_ranks(ranks)) for ranks in rank_sets(5)]
    suited = [
        (high_rank(five), value_of_five(five))
        for ranks in combinations(range(2, 15), 5)
        for suit in Suit
        if (five := of_suit(ranks, suit))
    ]
    values: dict[int, Value] = {}
    assert_same_order(values, mixed + suited)
    assert sorted(values) == list(range(1, 7463))


def test_counts_of_five_card_hands_by_category_are_the_known_ones() -> None:
    counts: Counter[HighCategory] = Counter()
    for ranks in rank_sets(5):
        ways = prod(comb(4, times) for times in Counter(ranks).values())
        flushes = 4 if len(set(ranks)) == 5 else 0
        counts[best_high(in_mixed_suits(ranks)).category] += ways - flushes
        if flushes:
            counts[best_high(of_suit(ranks, 0)).category] += flushes
    assert counts == FIVES_BY_CATEGORY


def counted_in_their_order(hands: Iterable[tuple[Card, ...]]) -> dict[int, int]:
    """How many hands of each category there are, having seen that they rank as plain counting says."""
    values: dict[int, Value] = {}
    counts: Counter[int] = Counter()
    for five in hands:
        rank, value = high_rank(five), value_of_five(five)
        assert values.setdefault(rank, value) == value
        counts[value[0]] += 1
    assert_same_order(values, [])
    return counts


def test_every_41st_five_card_hand_ranks_as_plain_counting_says() -> None:
    counts = counted_in_their_order(islice(combinations(CARDS, 5), 0, None, 41))
    assert sum(counts.values()) == 63_390


@pytest.mark.deep
def test_all_2598960_five_card_hands_rank_as_plain_counting_says() -> None:
    counts = counted_in_their_order(combinations(CARDS, 5))
    assert counts == {int(category): count for category, count in FIVES_BY_CATEGORY.items()}


def test_all_49205_rank_sets_of_seven_rank_as_the_best_of_their_fives() -> None:
    found = [
        (high_rank(in_mixed_suits(ranks)), max(map(value_of_ranks, combinations(ranks, 5))))
        for ranks in rank_sets(7)
    ]
    assert len(found) == 49_205
    values = {
        rank: value_of_ranks(ranks) for ranks in rank_sets(5) for rank in [high_rank(in_mixed_suits(ranks))]
    }
    assert_same_order(values, found)


def test_every_set_of_ranks_of_one_suit_is_the_flush_that_it_should_be() -> None:
    values = {
        high_rank(of_suit(ranks, 0)): value_of_five(of_suit(ranks, 0))
        for ranks in combinations(range(2, 15), 5)
    }
    for size in (5, 6, 7):
        for number, ranks in enumerate(combinations(range(2, 15), size)):
            flush = of_suit(ranks, number % 4)
            others = [card for card in in_mixed_suits((*ranks, *ranks)) if card.suit != number % 4]
            hand = (*flush, *others[: 7 - size])
            assert values[high_rank(hand)] == max(value_of_five(five) for five in combinations(flush, 5))


def test_a_flush_is_seen_for_every_split_of_the_suits_and_never_where_there_is_none() -> None:
    for split in combinations_with_replacement(Suit, 7):
        hand = tuple(CARDS[(2, 11, 4, 9, 6, 7, 0)[at] * 4 + suit] for at, suit in enumerate(split))
        five_of_a_suit = max(Counter(split).values()) >= 5
        assert (best_high(hand).category is HighCategory.FLUSH) == five_of_a_suit


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_better_hand_has_the_higher_rank_and_an_equal_one_the_same(size: int) -> None:
    for deck in (CARDS, FEW):
        hands = [(high_rank(hand), high_value(hand)) for hand in some_hands(2_000, size, deck)]
        assert_same_order({}, hands)


@given(st.permutations(CARDS))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card]) -> None:
    hand = tuple(cards[:7])
    assert high_rank(hand) == high_rank(tuple(sorted(hand))) == high_rank(list(hand))


def test_a_card_more_never_makes_a_hand_worse() -> None:
    for hand in some_hands(500):
        assert high_rank(hand[:5]) <= high_rank(hand[:6]) <= high_rank(hand)


@pytest.mark.parametrize("size", [0, 1, 4, 8, 52])
def test_another_number_of_cards_is_refused_and_named(size: int) -> None:
    for rank in (high_rank, best_high):
        with pytest.raises(NotationError, match=f"five, six or seven cards, not from {size}$"):
            rank(CARDS[:size])


def test_five_cards_that_no_deck_holds_have_no_rank() -> None:
    for five in ("As As As As As", "Ah As Ac Ad As", "As As Ks Qs Js"):
        with pytest.raises(NotationError, match="is in the hand twice"):
            high_rank(parse_cards(five))


def test_a_card_that_is_there_twice_is_named() -> None:
    with pytest.raises(NotationError, match="Kd is in the hand twice"):
        best_high(parse_cards("As Kd Qh Kd 2c 3c 4c"))


@pytest.mark.rule("HOUSE-19")
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_five_used_are_of_several_equal_fives_the_one_that_stands_higher(size: int) -> None:
    for deck in (CARDS, FEW):
        for hand in some_hands(400, size, deck):
            best = high_value(hand)
            equals = [five for five in combinations(hand, 5) if value_of_five(five) == best]
            used = max(by_rank_then_suit(five) for five in equals)
            high = best_high(hand)
            assert [(card.rank, card.suit) for card in high.cards] == used
            assert (high.rank, int(high.category)) == (high_rank(hand), best[0])


@pytest.mark.rule("HOUSE-19")
def test_in_a_high_wheel_the_ace_stands_first() -> None:
    assert best_high(parse_cards("5c 4d 3h 2s Ah Ad Kc")).cards == parse_cards("Ah 5c 4d 3h 2s")


@pytest.mark.rule("HOUSE-19")
def test_odd_chips_go_by_the_highest_card_then_its_suit_then_the_next() -> None:
    spade, heart = parse_cards("As Kh Qd Jc 9c"), parse_cards("Ah Ks Qs Js 9s")
    lower = parse_cards("As Kd Qs Js 9s")
    assert odd_chip_key(spade) > odd_chip_key(heart)
    assert odd_chip_key(spade) > odd_chip_key(lower) > odd_chip_key(heart)
    assert odd_chip_key(reversed(spade)) == odd_chip_key(spade)
    assert odd_chip_key(parse_cards("Ac")) > odd_chip_key(parse_cards("Ks Kh"))


@pytest.mark.rule("HOUSE-19")
def test_the_odd_chip_of_the_worked_number_goes_to_the_king() -> None:
    assert odd_chip_key(parse_cards("Kd 3c 3h 2c 4d 6c 9h")) > odd_chip_key(
        parse_cards("Qc 2d 2h 3d 3s 4c 6d")
    )

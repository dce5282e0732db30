"""Eight or better, against plain counting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking_oracle import by_rank_then_suit, low_of_five, low_value

from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.errors import NotationError
from grocerydots.ranking import best_low, low_rank, odd_chip_key

pytestmark = pytest.mark.rule("LIM-10")

LOW_CARDS = [card for card in CARDS if card.rank <= 8 or card.rank == 14]


def some_hands(count: int, size: int) -> list[tuple[Card, ...]]:
    random = Random(size)
    return [tuple(random.sample(deck, size)) for _ in range(count) for deck in (CARDS, LOW_CARDS)]


def assert_same_order(hands: Sequence[Sequence[Card]]) -> None:
    """No rank without a low, equal ranks for equal lows, the higher rank for the better one."""
    values: dict[int, tuple[int, ...]] = {}
    for hand in hands:
        rank, value = low_rank(hand), low_value(hand)
        assert (rank == 0) == (value is None)
        if value is not None:
            assert values.setdefault(rank, value) == value
    assert all(worse < better for (_, worse), (_, better) in pairwise(sorted(values.items())))


def test_every_low_of_five_ranks_has_its_own_rank_from_1_to_56() -> None:
    lows = [five for five in combinations(LOW_CARDS[::4], 5) if low_of_five(five) is not None]
    assert sorted(low_rank(five) for five in lows) == list(range(1, 57))
    assert_same_order(lows)


def test_any_five_different_ranks_are_a_low_just_when_none_is_above_eight() -> None:
    fives = [tuple(CARDS[rank * 4 + rank % 4] for rank in ranks) for ranks in combinations(range(13), 5)]
    assert sum(low_rank(five) > 0 for five in fives) == 56
    assert_same_order(fives)


def test_every_set_of_low_ranks_in_seven_cards_gives_the_five_lowest() -> None:
    spades = LOW_CARDS[3::4]
    hands = [
        (*chosen, *CARDS[36:48:4], *CARDS[37:48:4])[:7]
        for size in range(8)
        for chosen in combinations(spades, size)
    ]
    assert_same_order(hands)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_better_low_has_the_higher_rank_and_an_equal_one_the_same(size: int) -> None:
    assert_same_order(some_hands(2_000, size))


@given(st.permutations(CARDS))
def test_the_order_of_the_cards_does_not_matter(cards: list[Card]) -> None:
    hand = tuple(cards[:7])
    assert low_rank(hand) == low_rank(tuple(sorted(hand))) == low_rank(list(hand))


def test_aces_count_low_and_straights_and_flushes_spoil_nothing() -> None:
    assert low_rank(parse_cards("Ah 2h 3h 4h 5h Kd Kc")) == 56
    assert low_rank(parse_cards("8s 7s 6s 5s 4s Kd Kc")) == 1


def test_a_pair_of_low_cards_counts_once() -> None:
    assert low_rank(parse_cards("Ah Ad 2h 2d 3h 3d 4c")) == 0
    assert low_rank(parse_cards("Ah Ad 2h 3d 4c 8d 8c")) > 0


def test_nine_is_too_high() -> None:
    assert low_rank(parse_cards("9h Ad 2h 3d 4c Kd Kc")) == 0
    assert best_low(parse_cards("9h Ad 2h 3d 4c Kd Kc")) is None


@pytest.mark.parametrize("size", [0, 1, 4, 8, 52])
def test_another_number_of_cards_is_refused_and_named(size: int) -> None:
    for rank in (low_rank, best_low):
        with pytest.raises(NotationError, match=f"five, six or seven cards, not from {size}$"):
            rank(CARDS[:size])


def test_a_card_that_is_there_twice_is_named() -> None:
    with pytest.raises(NotationError, match="Ad is in the hand twice"):
        best_low(parse_cards("Ad Ad 2h 3d 4c 5d 8c"))


@pytest.mark.rule("HOUSE-19")
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_five_used_are_of_several_equal_lows_the_one_that_stands_higher(size: int) -> None:
    for hand in some_hands(400, size):
        best, low = low_value(hand), best_low(hand)
        assert (best is None) == (low is None)
        if low is not None:
            equals = [five for five in combinations(hand, 5) if low_of_five(five) == best]
            used = max(by_rank_then_suit(five, ace_low=True) for five in equals)
            assert by_rank_then_suit(low.cards, ace_low=True) == used
            assert [1 if card.rank == 14 else card.rank for card in low.cards] == [rank for rank, _ in used]
            assert low.rank == low_rank(hand)


@pytest.mark.rule("HOUSE-19")
def test_in_a_low_the_ace_stands_last_for_the_odd_chip() -> None:
    one, other = best_low(parse_cards("As 2s 3s 4s 8c Kd Kc")), best_low(parse_cards("Ac 2c 3c 4c 8d Qd Qc"))
    assert one is not None
    assert other is not None
    assert one.cards == parse_cards("8c 4s 3s 2s As")
    assert odd_chip_key(one.cards, ace_low=True) < odd_chip_key(other.cards, ace_low=True)
    assert odd_chip_key(parse_cards("As"), ace_low=True) < odd_chip_key(parse_cards("2c"), ace_low=True)
    assert odd_chip_key(parse_cards("As"), ace_low=True) > odd_chip_key(parse_cards("Ah"), ace_low=True)

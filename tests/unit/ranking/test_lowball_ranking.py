"""Lows without a qualifier, and the boards of razz, against plain counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.errors import NotationError, WrongType
from grocerydots.ranking import best_lowball, low_board_rank, lowball_rank

Value = tuple[tuple[int, ...], tuple[int, ...]]


def value(cards: Iterable[Card]) -> Value:
    """How cards compare by RAZZ-2, less being better: how many are alike, then their ranks."""
    counts = Counter(1 if card.rank == 14 else int(card.rank) for card in cards)
    alike = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return tuple(count for count, _ in alike), tuple(rank for _, rank in alike)


def best_value(cards: Sequence[Card]) -> Value:
    return min(value(five) for five in combinations(cards, 5))


def assert_same_order(
    rank: Callable[[Sequence[Card]], int],
    of: Callable[[Sequence[Card]], Value],
    hands: Iterable[Sequence[Card]],
) -> None:
    """Equal ranks for equal values, the higher rank for the better one."""
    values: dict[int, Value] = {}
    for hand in hands:
        assert values.setdefault(rank(hand), of(hand)) == of(hand), hand
    assert all(better < worse for (_, worse), (_, better) in pairwise(sorted(values.items())))


def drawn(seed: str, size: int, count: int) -> list[tuple[Card, ...]]:
    """Hands of the whole deck, and of decks of few ranks, in which most are paired."""
    random = Random(seed)
    decks = (CARDS, (*CARDS[:12], *CARDS[48:]), CARDS[:24])
    return [tuple(random.sample(decks[number % 3], size)) for number in range(count)]


@pytest.mark.rule("RAZZ-2")
@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_compare_by_how_many_are_alike_then_by_their_ranks(size: int) -> None:
    assert_same_order(lowball_rank, best_value, drawn("order", size, 1500))


@pytest.mark.rule("RAZZ-2")
@pytest.mark.deep
def test_all_fives_have_6175_ranks_without_a_gap() -> None:
    ranks = {lowball_rank(five) for five in combinations(CARDS, 5)}
    assert ranks == set(range(1, 6176))


@pytest.mark.rule("RAZZ-2")
def test_the_wheel_is_best_and_four_kings_with_a_queen_are_worst() -> None:
    assert lowball_rank(parse_cards("5c 4d 3h 2s Ac")) == 6175
    assert lowball_rank(parse_cards("Kc Kd Kh Ks Qc")) == 1


@pytest.mark.rule("RAZZ-2")
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5c 4c 3c 2c Ac", "6c 4d 3h 2s Ac"),
        ("8c 6d 4h 3s 2c", "8c 7d 3h 2s Ac"),
        ("Kc Qd Jh Ts 9c", "Ac Ad 2h 3s 4c"),
        ("Kc Kd 2h 3s 4c", "Ac Ad 2h 2s 3c"),
        ("Kc Kd Qh Qs 4c", "Ac Ad Ah 2s 3c"),
        ("Kc Kd Kh Qs Jc", "Ac Ad Ah 2s 2c"),
        ("Kc Kd Kh Qs Qc", "Ac Ad Ah As 2c"),
        ("3c 3d 3h Ks Kc", "4c 4d 4h As Ac"),
        ("6c 6d 2h 2s Ac", "6c 6d 3h 3s Ac"),
    ],
)
def test_straights_and_flushes_do_not_count_and_pairs_are_worse(better: str, worse: str) -> None:
    assert lowball_rank(parse_cards(better)) > lowball_rank(parse_cards(worse))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("As 2c 3h 4d 5s Kd Kc", "wheel"),
        ("Ts 9c 8h 7d 6s Kd Kc", "T-9-8-7-6 low"),
        ("As Ac 2h 3d 4s 2d 3c", "pair of aces"),
        ("5s 5c Ah Ad 9s 5d 9c", "two pair, fives and aces"),
        ("Ks Kc Kh Kd 2s 2d 2c", "full house, deuces over kings"),
    ],
)
def test_the_best_low_has_a_name(cards: str, name: str) -> None:
    assert best_lowball(parse_cards(cards)).name == name


@pytest.mark.rule("HOUSE-19")
def test_the_five_cards_used_are_the_highest_suits_of_their_ranks_with_the_ace_low() -> None:
    used = best_lowball(parse_cards("Ac As 2d 3c 3s 4h 8d")).cards
    assert used == parse_cards("8d 4h 3s 2d As")
    for hand in drawn("used", 7, 300):
        best = best_lowball(hand)
        assert value(best.cards) == best_value(hand)
        assert best.rank == lowball_rank(hand)
        assert set(best.cards) <= set(hand)


@pytest.mark.rule("RAZZ-4")
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_lowest_board_ranks_highest_the_ace_being_low(size: int) -> None:
    assert_same_order(low_board_rank, value, drawn("boards", size, 1500))


@pytest.mark.parametrize("size", [0, 4, 8])
def test_a_low_is_ranked_from_five_to_seven_cards(size: int) -> None:
    with pytest.raises(NotationError, match="five, six or seven cards"):
        lowball_rank(CARDS[:size])


@pytest.mark.parametrize("size", [0, 5])
def test_a_board_has_one_to_four_cards(size: int) -> None:
    with pytest.raises(NotationError, match="one to four distinct up cards"):
        low_board_rank(CARDS[:size])


def test_only_cards_are_ranked() -> None:
    for no_cards in (None, 5, "As", [1, 2, 3, 4, 5, 6, 7]):
        with pytest.raises(WrongType):
            lowball_rank(no_cards)  # type: ignore[arg-type]
        with pytest.raises(WrongType):
            low_board_rank(no_cards)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="twice"):
        best_lowball((*CARDS[:5], CARDS[0]))

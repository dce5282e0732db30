"""What hands are called."""

from __future__ import annotations

import pytest

from grocerydots.cards import Rank, parse_cards
from grocerydots.ranking import HighCategory, best_high, best_low
from grocerydots.ranking.classes import high_classes, high_name, rank_word


@pytest.mark.parametrize(
    ("cards", "category", "name"),
    [
        ("As Ks Qs Js Ts 2c 2d", HighCategory.STRAIGHT_FLUSH, "royal flush"),
        ("9h 8h 7h 6h 5h Ah Kh", HighCategory.STRAIGHT_FLUSH, "straight flush, nine high"),
        ("5h 4h 3h 2h Ah Kh Kc", HighCategory.STRAIGHT_FLUSH, "straight flush, five high"),
        ("6c 6d 6h 6s Ac Kd Kh", HighCategory.FOUR_OF_A_KIND, "four of a kind, sixes"),
        ("Kc Kd Kh 5s 5c 2d 2h", HighCategory.FULL_HOUSE, "full house, kings over fives"),
        ("3c 3d 3h As Ac Ad 2h", HighCategory.FULL_HOUSE, "full house, aces over threes"),
        ("Ac 9c 7c 4c 2c 2d 2h", HighCategory.FLUSH, "flush, ace high"),
        ("5c 4d 3h 2s Ac Ad Kh", HighCategory.STRAIGHT, "straight, five high"),
        ("Tc Jd Qh Ks Ac Ad Ah", HighCategory.STRAIGHT, "straight, ace high"),
        ("2c 2d 2h Ks Qc 9d 7h", HighCategory.THREE_OF_A_KIND, "three of a kind, deuces"),
        ("Ac Ad 8h 8s 4c 4d Kh", HighCategory.TWO_PAIR, "two pair, aces and eights"),
        ("9c 9d Ah Ks 4c 2d 7h", HighCategory.PAIR, "pair of nines"),
        ("Ac Kd Jh 9s 7c 4d 2h", HighCategory.HIGH_CARD, "ace high"),
        ("7c 5d 4h 3s 2c", HighCategory.HIGH_CARD, "seven high"),
    ],
)
def test_a_high_hand_has_its_usual_name(cards: str, category: HighCategory, name: str) -> None:
    high = best_high(parse_cards(cards))
    assert (high.category, high.name) == (category, name)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("8c 6d 4h 3s Ac Kd Kh", "8-6-4-3-A low"),
        ("8c 7d 6h 5s 4c Kd Kh", "8-7-6-5-4 low"),
        ("6c 4d 3h 2s Ac Ad Ah", "6-4-3-2-A low"),
        ("5c 4d 3h 2s Ac 6d 7h", "wheel"),
    ],
)
def test_a_low_is_named_by_its_ranks_and_the_best_is_a_wheel(cards: str, name: str) -> None:
    low = best_low(parse_cards(cards))
    assert low is not None
    assert low.name == name


def test_every_class_has_a_name_and_the_head_of_each_is_its_category() -> None:
    names = {high_name(*each) for each in high_classes()}
    counts = {
        "full house": 156,
        "two pair": 78,
        "pair of": 13,
        "four of": 13,
        "three of": 13,
        "straight,": 10,
    }
    assert {head: sum(name.startswith(head) for name in names) for head in counts} == counts
    assert len(names) == 156 + 78 + 13 * 3 + 10 + 10 + 8 + 8  # and straight flushes, flushes, high cards
    assert not any("{" in name for name in names)


def test_ranks_have_words_and_plurals() -> None:
    assert [rank_word(rank) for rank in (2, 6, 14)] == ["deuce", "six", "ace"]
    assert [rank_word(rank, plural=True) for rank in (2, 6, 14)] == ["deuces", "sixes", "aces"]
    assert len({rank_word(rank) for rank in Rank}) == 13

"""Which board is highest, against plain counting (LIM-4)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking_oracle import board_value

from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.errors import NotationError, WrongType
from grocerydots.ranking import board_rank

pytestmark = pytest.mark.rule("LIM-4", "ROOM-6")


def boards(size: int) -> list[tuple[Card, ...]]:
    """A board for every set of ranks."""
    every = combinations_with_replacement(range(13), size)
    return [tuple(CARDS[rank * 4 + at] for at, rank in enumerate(ranks)) for ranks in every]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_set_of_ranks_stands_where_plain_counting_puts_it(size: int) -> None:
    found = sorted((board_rank(board), board_value(board)) for board in boards(size))
    assert all(low < high for (_, low), (_, high) in pairwise(found))
    assert all(low < high for (low, _), (high, _) in pairwise(found))


def test_boards_of_every_size_stand_in_one_order() -> None:
    every = [board for size in (1, 2, 3, 4) for board in boards(size)]
    found = sorted((board_rank(board), board_value(board)) for board in every)
    assert [rank for rank, _ in found] == list(range(1, 2380))
    assert found == sorted(found, key=lambda pair: pair[1])


@given(st.permutations(CARDS), st.permutations(range(4)), st.integers(1, 4))
def test_suits_and_the_order_of_cards_never_count(cards: list[Card], turned: list[int], size: int) -> None:
    board = cards[:size]
    other = [CARDS[(card.index & ~3) + turned[card.suit]] for card in board]
    assert (
        board_rank(board)
        == board_rank(other)
        == board_rank(reversed(board))
        == board_rank(tuple(sorted(board)))
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 2h 2s", "Ac Ad Ah Ks"),
        ("2c 2d 2h", "Ac Ad Kh"),
        ("2c 2d 2h 3s", "Ac Ad Kh Ks"),
        ("3c 3d 2h 2s", "Ac Ad Kh Qs"),
        ("3c 3d 2h 2s", "2c 2d Ah Ks"),
        ("2c 2d", "Ac Kd"),
        ("Ac Kd", "Ah Qs"),
        ("Ac", "Ks"),
        ("9c 9d 8h", "9h 9s 7h"),
        ("Ac 2d 3h 5s", "Kc Qd Jh Ts"),
        ("Ac 9d 5h 2s", "Kc Qc Jc Tc"),
    ],
)
def test_the_better_board_is_higher_and_straights_and_flushes_are_nothing(better: str, worse: str) -> None:
    assert board_rank(parse_cards(better)) > board_rank(parse_cards(worse))


def test_equal_boards_are_level() -> None:
    assert board_rank(parse_cards("Ac Kd 9h")) == board_rank(parse_cards("Kc 9s Ad"))
    assert Counter(board_rank(board) for board in boards(2)).most_common(1)[0][1] == 1


@pytest.mark.parametrize("size", [0, 5, 7, 52])
def test_a_board_has_one_to_four_cards(size: int) -> None:
    with pytest.raises(NotationError, match=f"one to four distinct up cards, not {size} cards$"):
        board_rank(CARDS[:size])


@pytest.mark.parametrize("cards", [5, None, ["x"], [CARDS[0], None], "As Kd"])
def test_anything_but_cards_is_no_board(cards: Any) -> None:
    with pytest.raises(WrongType, match="expected an iterable of Card"):
        board_rank(cards)

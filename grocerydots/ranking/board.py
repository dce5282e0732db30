"""Which board opens from fourth street on (LIM-4, ROOM-6)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from grocerydots.cards import CARDS
from grocerydots.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grocerydots.cards import Card

_BOARDS: dict[int, int] = {}  #: Sum of one to four board keys to rank, filled when first needed.


def board_rank(cards: Iterable[Card]) -> int:
    """Worth of one to four up cards: higher opens, equal boards are level; suits never count (LIM-4).

    By four of a kind, three of a kind, two pair, pair, high cards. Boards of different size compare as well: a
    card too few is lower than any. Another number of cards raises `NotationError`.
    """
    key = 0
    for card in cards:
        key += card.board_key
    try:
        return _BOARDS[key]
    except KeyError:
        return _board_rank_slowly(key)


def _board_rank_slowly(key: int) -> int:
    if not _BOARDS:
        _BOARDS.update(_boards())
    if key not in _BOARDS:
        raise NotationError(f"a board is one to four distinct up cards, not {key >> 23}")
    return _BOARDS[key]


def _boards() -> dict[int, int]:
    one_suit = CARDS[::4]
    boards = [board for count in (1, 2, 3, 4) for board in combinations_with_replacement(one_suit, count)]
    boards.sort(key=_strength)
    return {sum(card.board_key for card in board): rank for rank, board in enumerate(boards, 1)}


def _strength(board: tuple[Card, ...]) -> tuple[list[int], list[int]]:
    """How a board compares: how many are alike, then its ranks, paired ones first."""
    groups = sorted(
        ((count, rank) for rank, count in Counter(card.rank for card in board).items()), reverse=True
    )
    return [count for count, _ in groups if count > 1], [rank for _, rank in groups]

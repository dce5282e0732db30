"""Which board opens from fourth street on (LIM-4, ROOM-6)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from grocerydots.cards import CARDS, Card
from grocerydots.errors import NotationError, WrongType

_BOARDS: dict[int, int] = {}  #: Rank by sum of one to four board keys, filled when first needed.


def board_rank(cards: Iterable[Card]) -> int:
    """Worth of one to four up cards: higher opens, equal boards are level; suits never count (LIM-4).

    By four of a kind, three of a kind, two pair, pair, high cards. Of two boards that are equal as far as the
    shorter goes, the longer is higher. Raises `NotationError` unless there are one to four cards.
    """
    key = 0
    try:
        for card in cards:
            key += card.board_key
        return _BOARDS[key]
    except KeyError:  # the table is not made yet, or there is no such board
        return _board_rank_otherwise(key)
    except (TypeError, AttributeError):
        raise WrongType.of("cards", "an iterable of Card", cards) from None


def _board_rank_otherwise(key: int) -> int:
    if not _BOARDS:
        _BOARDS.update(_boards())
    if key not in _BOARDS:
        raise NotationError(f"a board is one to four distinct up cards, not {key >> 26} cards")
    return _BOARDS[key]


def _boards() -> dict[int, int]:
    keys = [card.board_key for card in CARDS[::4]]
    boards = [board for count in (1, 2, 3, 4) for board in combinations_with_replacement(keys, count)]
    boards.sort(key=_strength)
    return {sum(board): rank for rank, board in enumerate(boards, 1)}


def _strength(board: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """How a board, of keys, compares: how many are alike, then its ranks, those most alike first."""
    groups = sorted(((board.count(key), key) for key in set(board)), reverse=True)
    return [count for count, _ in groups if count > 1], [key for _, key in groups]

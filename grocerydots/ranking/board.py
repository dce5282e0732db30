"""Which board opens from fourth street on (LIM-4, ROOM-6, RAZZ-4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement

from grocerydots.cards import CARDS, Card
from grocerydots.errors import NotationError, WrongType
from grocerydots.ranking.order import likeness

_BOARDS: dict[int, int] = {}  #: Rank by sum of one to four board keys, filled when first needed.
_LOW_BOARDS: dict[int, int] = {}  #: The same for `low_board_rank`.


def board_rank(cards: Iterable[Card]) -> int:
    """Worth of one to four up cards: higher opens, equal boards are level; suits never count (LIM-4).

    By four of a kind, three of a kind, two pair, pair, high cards. Of two boards that are equal as far as the
    shorter goes, the longer is higher. Raises `NotationError` unless there are one to four cards.
    """
    return _looked_up(cards, _BOARDS)


def low_board_rank(cards: Iterable[Card]) -> int:
    """Worth of one to four up cards in razz, where the lowest opens and has the most (RAZZ-4).

    Aces are low. No pair is lowest, then a pair, two pair, three and four of a kind; suits never count.
    Raises what `board_rank` raises.
    """
    return _looked_up(cards, _LOW_BOARDS)


def _looked_up(cards: Iterable[Card], boards: dict[int, int]) -> int:
    key = 0
    try:
        for card in cards:
            key += card.board_key
        return boards[key]
    except KeyError:  # the table is not made yet, or there is no such board
        return _looked_up_late(key, boards)
    except (TypeError, AttributeError):
        raise WrongType.of("cards", "an iterable of Card", cards) from None


def _looked_up_late(key: int, boards: dict[int, int]) -> int:
    if not _LOW_BOARDS:
        keys = [card.board_key for card in CARDS[::4]]
        every = [board for count in (1, 2, 3, 4) for board in combinations_with_replacement(keys, count)]
        _BOARDS.update(_numbered(sorted(every, key=likeness)))
        _LOW_BOARDS.update(_numbered(sorted(every, key=_ace_low_likeness, reverse=True)))
    if key not in boards:
        raise NotationError(f"a board is one to four distinct up cards, not {key >> 26} cards")
    return boards[key]


def _numbered(boards: Iterable[tuple[int, ...]]) -> dict[int, int]:
    return {sum(board): rank for rank, board in enumerate(boards, 1)}


def _ace_low_likeness(board: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ace = CARDS[-1].board_key
    return likeness([-1 if key == ace else key for key in board])

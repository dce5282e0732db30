"""What cards are worth: high hands, lows with and without a qualifier, and the boards that decide who opens.

`high_rank`, `low_rank` and `board_rank` are fast and decide; `best_high` and `best_low` say which cards make
the hand, and its name. Each is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grocerydots.lazy import Finder, lazily

if TYPE_CHECKING:
    from grocerydots.ranking.board import board_rank, low_board_rank
    from grocerydots.ranking.classes import HighCategory
    from grocerydots.ranking.high import HighHand, best_high, high_rank
    from grocerydots.ranking.low import LowHand, best_low, best_lowball, low_rank, lowball_rank
    from grocerydots.ranking.order import odd_chip_key
    from grocerydots.ranking.rankings import RANKINGS, Ranking

__all__ = [
    "RANKINGS",
    "HighCategory",
    "HighHand",
    "LowHand",
    "Ranking",
    "best_high",
    "best_low",
    "best_lowball",
    "board_rank",
    "high_rank",
    "low_board_rank",
    "low_rank",
    "lowball_rank",
    "odd_chip_key",
]

__getattr__: Finder = lazily(
    __name__,
    board="board_rank low_board_rank",
    classes="HighCategory",
    high="HighHand best_high high_rank",
    low="LowHand best_low best_lowball low_rank lowball_rank",
    order="odd_chip_key",
    rankings="RANKINGS Ranking",
)

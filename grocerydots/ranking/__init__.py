"""What cards are worth: high hands, eight-or-better lows, and the boards that decide who opens.

`high_rank`, `low_rank` and `board_rank` decide, and fast; `best_high` and `best_low` are for telling people:
which cards, and what they are called.
"""

from grocerydots.ranking.board import board_rank
from grocerydots.ranking.classes import HighCategory
from grocerydots.ranking.high import HighHand, best_high, high_rank
from grocerydots.ranking.low import LowHand, best_low, low_rank
from grocerydots.ranking.order import odd_chip_key

__all__ = [
    "HighCategory",
    "HighHand",
    "LowHand",
    "best_high",
    "best_low",
    "board_rank",
    "high_rank",
    "low_rank",
    "odd_chip_key",
]

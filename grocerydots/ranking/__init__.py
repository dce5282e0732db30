"""What cards are worth: high hands, lows with and without a qualifier, and the boards that decide who opens.

`high_rank`, `low_rank` and `board_rank` are fast and decide; `best_high` and `best_low` say which cards make
the hand, and its name. Each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from grocerydots.ranking.board import board_rank, low_board_rank
    from grocerydots.ranking.classes import HighCategory
    from grocerydots.ranking.high import HighHand, best_high, high_rank
    from grocerydots.ranking.low import LowHand, best_low, low_rank
    from grocerydots.ranking.lowball import best_lowball, lowball_rank
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

_WHERE: Final = {
    "RANKINGS": "rankings",
    "Ranking": "rankings",
    "HighCategory": "classes",
    "HighHand": "high",
    "LowHand": "low",
    "best_high": "high",
    "best_low": "low",
    "best_lowball": "lowball",
    "board_rank": "board",
    "high_rank": "high",
    "low_board_rank": "board",
    "low_rank": "low",
    "lowball_rank": "lowball",
    "odd_chip_key": "order",
}


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found

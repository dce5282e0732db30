"""Every rule of Grocery Store Dots and of seven-card stud, as immutable events.

`Hand` is what an application holds. It is built on `evolve`, `turn`, `check` and `deal`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grocerydots import events
from grocerydots.cards import CARDS, Card, Rank, Suit, dots, parse_cards
from grocerydots.choices import Option
from grocerydots.deck import Deck, Seed
from grocerydots.errors import (
    DeckError,
    GrocerydotsError,
    IllegalEvent,
    LogError,
    NotationError,
    SetupError,
    StoreError,
    UnknownSeat,
    WrongType,
)
from grocerydots.evolve import evolve, fold
from grocerydots.hand import Hand
from grocerydots.lazy import Finder, lazily
from grocerydots.phases import check, deal, turn
from grocerydots.pots import Pot, pots_of
from grocerydots.rules import presets
from grocerydots.rules.rules import Betting, Rules
from grocerydots.state import HandState
from grocerydots.turns import OVER, DealerStep, Decision, Over

if TYPE_CHECKING:
    from grocerydots.log import Log, read_archive, read_log, write_log
    from grocerydots.ranking import best_high, best_low

__version__ = "0.1.0"

__all__ = [
    "CARDS",
    "OVER",
    "Betting",
    "Card",
    "DealerStep",
    "Decision",
    "Deck",
    "DeckError",
    "GrocerydotsError",
    "Hand",
    "HandState",
    "IllegalEvent",
    "Log",
    "LogError",
    "NotationError",
    "Option",
    "Over",
    "Pot",
    "Rank",
    "Rules",
    "Seed",
    "SetupError",
    "StoreError",
    "Suit",
    "UnknownSeat",
    "WrongType",
    "best_high",
    "best_low",
    "check",
    "deal",
    "dots",
    "events",
    "evolve",
    "fold",
    "parse_cards",
    "pots_of",
    "presets",
    "read_archive",
    "read_log",
    "turn",
    "write_log",
]


__getattr__: Finder = lazily(
    __name__, log="Log read_archive read_log write_log", ranking="best_high best_low"
)

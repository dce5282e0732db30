"""What applications need to test a table of their own.

Seeds and stacked decks need nothing more; the hypothesis strategies, imported when first used, and the pytest
fixtures need the extra ``testing``. The fixtures are a plugin that is not switched on by itself:
``pytest_plugins = ["grocerydots.testing.fixtures"]`` in a ``conftest.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grocerydots.lazy import Finder, lazily
from grocerydots.testing.scripted import passively, play_out, stacked_deck, test_seed

if TYPE_CHECKING:
    from grocerydots.testing.strategies import choices, decks, hands, rules_of_any_table, seatings_for

__all__ = [
    "choices",
    "decks",
    "hands",
    "passively",
    "play_out",
    "rules_of_any_table",
    "seatings_for",
    "stacked_deck",
    "test_seed",
]


__getattr__: Finder = lazily(__name__, strategies="choices decks hands rules_of_any_table seatings_for")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""What applications need to test a table of theirs. Nothing here is imported before it is used.

Seeds and stacked decks need nothing more; the hypothesis strategies and the pytest fixtures need the extra
``testing``. The fixtures are a plugin that is not switched on by itself: ``pytest_plugins =
["grocerydots.testing.fixtures"]`` in a ``conftest.py``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grocerydots.testing.playing import passively, play_out
    from grocerydots.testing.seeds import test_seed
    from grocerydots.testing.stacks import stacked_deck
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

_HOMES = {
    "choices": "strategies",
    "decks": "strategies",
    "hands": "strategies",
    "passively": "playing",
    "play_out": "playing",
    "rules_of_any_table": "strategies",
    "seatings_for": "strategies",
    "stacked_deck": "stacks",
    "test_seed": "seeds",
}


def __getattr__(name: str) -> object:
    """Import a public name from its module when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, the ones not imported yet too."""
    return sorted({*globals(), *_HOMES})

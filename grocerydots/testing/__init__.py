"""What applications need to test a table of theirs. Nothing here is imported before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grocerydots.testing.seeds import test_seed

__all__ = ["test_seed"]

_HOMES = {"test_seed": "seeds"}


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

"""What is due and what is legal: `turn`, `check` and `deal`, the one source of truth for all who ask."""

from __future__ import annotations

from grocerydots.phases.check import check, turn
from grocerydots.phases.dealer import deal

__all__ = ["check", "deal", "turn"]

"""Stored hands are told in the words that are stored beside them.

When the words are meant to change, ``python tests/unit/history/test_golden_histories.py`` writes the texts
again; with ``--logs`` it deals the hands again too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from grocerydots import events as e
from grocerydots.bulk import simulate
from grocerydots.history import tell
from grocerydots.log import read_log, write_log
from grocerydots.rules.games import GAMES, GameId

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "histories"
#: Which kinds of events a hand must have to be worth keeping.
RICH: dict[GameId, tuple[type, ...]] = {
    "grocery_store_dots": (e.StoreCardBought, e.StorePassed, e.Raised, e.Folded, e.ChipsReturned),
    "stud_high": (e.Completed, e.Raised, e.Folded, e.HandMucked, e.AntePosted),
    "stud_hi_lo": (e.Completed, e.Folded, e.ChipsReturned, e.TimedOut),
    "razz": (e.Completed, e.Raised, e.Folded, e.HandMucked),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_stored_hand_is_told_in_the_stored_words(game: GameId) -> None:
    told = tell(read_log(GOLDEN / f"{game}.jsonl"))
    assert told + "\n" == (GOLDEN / f"{game}.txt").read_text(encoding="utf-8")


def rewrite(*, logs: bool) -> None:
    """Write the texts again, and before that the logs, when asked."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for game, kinds in RICH.items():
        path = GOLDEN / f"{game}.jsonl"
        if logs:
            write_log(
                path,
                next(hand for hand in simulate(game, 5_000, 4, "golden") if is_rich(hand.events, kinds)).log,
            )
        (GOLDEN / f"{game}.txt").write_text(tell(read_log(path)) + "\n", encoding="utf-8")


def is_rich(events: Sequence[e.Event], kinds: tuple[type, ...]) -> bool:
    awards = [award for event in events if isinstance(event, e.PotsAwarded) for award in event.awards]
    has_side_pot = any(award.pot for award in awards)
    return has_side_pot and all(any(isinstance(event, kind) for event in events) for kind in kinds)


if __name__ == "__main__":
    rewrite(logs="--logs" in sys.argv)

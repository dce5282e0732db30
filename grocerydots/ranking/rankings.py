"""The rankings by name: how hands are compared for a share of a pot, and what they are then called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from grocerydots.cards import Card, dots
from grocerydots.english import count
from grocerydots.ranking.high import best_high, high_rank
from grocerydots.ranking.low import best_low, best_lowball, low_rank, lowball_rank
from grocerydots.ranking.order import odd_chip_key


class Ranking(NamedTuple):
    """How hands of five to seven cards are compared."""

    worth: Callable[[tuple[Card, ...]], int]  #: The higher wins, equal ones tie.
    name: Callable[[Sequence[Card]], str]  #: What a hand is called; empty for one that does not qualify.
    #: The higher gets an odd chip first (HOUSE-19).
    odd_chip_key: Callable[[Sequence[Card]], tuple[int, ...]]
    qualifier: str = ""  #: What a hand needs to qualify, its worth above 0; empty where every hand does.


def _low_name(cards: Sequence[Card]) -> str:
    low = best_low(cards)
    return low.name if low else ""


def _low_odd_chip_key(cards: Sequence[Card]) -> tuple[int, ...]:
    low = best_low(cards)
    return odd_chip_key(low.cards if low else (), ace_low=True)


def _lowball_odd_chip_key(cards: Sequence[Card]) -> tuple[int, ...]:
    return odd_chip_key(best_lowball(cards).cards, ace_low=True)


#: Every ranking by its name in `rules.GAMES`.
RANKINGS: Final[Mapping[str, Ranking]] = MappingProxyType({
    "high": Ranking(
        high_rank, lambda cards: best_high(cards).name, lambda cards: odd_chip_key(best_high(cards).cards)
    ),
    "low": Ranking(low_rank, _low_name, _low_odd_chip_key, qualifier="five ranks up to eight"),
    "lowball": Ranking(lowball_rank, lambda cards: best_lowball(cards).name, _lowball_odd_chip_key),
    "dots": Ranking(dots, lambda cards: count(dots(cards), "dot"), odd_chip_key),
})  # fmt: skip

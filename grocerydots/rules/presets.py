"""Named tables: the usual rules of each game, with the stakes left to say."""

from __future__ import annotations

from typing import Unpack

from grocerydots.errors import Problem, SetupError, brief
from grocerydots.rules.rules import Chips, Game, HouseOptions, Rules, of


def grocery_store_dots(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    unit: Chips,
    bring_in: Chips | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Grocery Store Dots at fixed limit, as the rulebook plays it by default."""
    return of(
        "grocery_store_dots",
        "fixed_limit",
        small_bet,
        big_bet,
        ante=ante,
        bring_in=bring_in,
        unit=unit,
        **options,
    )


def card_room(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    hi_lo: bool = False,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Seven-card stud, high or eight-or-better, as a card room plays it at fixed limit (LIM)."""
    if type(hi_lo) is not bool:
        raise SetupError((Problem(None, "hi_lo", f"expected true or false, got {brief(hi_lo)}"),))
    game: Game = "stud_hi_lo" if hi_lo else "stud_high"
    return of(game, "fixed_limit", small_bet, big_bet, ante=ante, bring_in=bring_in, **options)


def online_room(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Seven-card stud high as an online room runs it (ROOM): 10 seconds to act, a pair may open high."""
    options.setdefault("open_pair", "pair_opens")
    return of(
        "stud_high",
        "fixed_limit",
        small_bet,
        big_bet,
        ante=ante,
        bring_in=bring_in,
        act_within_ms=10_000,
        **options,
    )

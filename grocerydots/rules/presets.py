"""Named tables: the usual rules of each game, with the stakes left to say."""

from __future__ import annotations

from grocerydots.rules.table import Chips, Rules, of


def grocery_store_dots(
    *, small_bet: Chips, big_bet: Chips, ante: Chips, unit: Chips, bring_in: Chips | None = None, **options: str | bool
) -> Rules:
    """Grocery Store Dots at fixed limit, as the rulebook plays it by default."""
    return of(
        "grocery_store_dots", "fixed_limit", small_bet, big_bet, ante=ante, bring_in=bring_in, unit=unit, **options
    )


def card_room(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    hi_lo: bool = False,
    **options: str | bool,
) -> Rules:
    """Seven-card stud, high or eight-or-better, as a card room plays it at fixed limit (LIM)."""
    game = "stud_hi_lo" if hi_lo else "stud_high"
    return of(game, "fixed_limit", small_bet, big_bet, ante=ante, bring_in=bring_in, **options)  # type: ignore[arg-type]


def online_room(
    *, small_bet: Chips, big_bet: Chips, ante: Chips, bring_in: Chips | None = None, **options: str | bool
) -> Rules:
    """Seven-card stud high as an online room runs it (ROOM): 10 seconds to act, the pair may open high (ROOM-7)."""
    options = {"open_pair": "pair_opens", **options}
    return of(
        "stud_high", "fixed_limit", small_bet, big_bet, ante=ante, bring_in=bring_in, act_within_ms=10_000, **options
    )

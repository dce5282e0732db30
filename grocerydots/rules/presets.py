"""Named tables: the usual rules of each game, with the stakes left to say."""

from __future__ import annotations

from typing import Unpack

from grocerydots.errors import Problem, SetupError, brief
from grocerydots.rules.games import GameId
from grocerydots.rules.options import HouseOptions
from grocerydots.rules.rules import MAX_CHIPS, Betting, Chips, Rules


def grocery_store_dots(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    unit: Chips,
    bring_in: Chips | None = None,
    act_within_ms: int | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Grocery Store Dots at fixed limit, as the rulebook plays it by default. Raises `SetupError`."""
    stakes = {"ante": ante, "unit": unit, "bring_in": bring_in, "act_within_ms": act_within_ms}
    return _at_fixed_limit("grocery_store_dots", small_bet, big_bet, **stakes, **options)


def card_room(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    hi_lo: bool = False,
    act_within_ms: int | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Seven-card stud as a card room plays it at fixed limit (LIM). Raises `SetupError`.

    High, or with `hi_lo` eight or better.
    """
    if type(hi_lo) is not bool:
        raise SetupError((Problem(None, "hi_lo", f"expected true or false, got {brief(hi_lo)}"),))
    stakes = {"ante": ante, "bring_in": bring_in, "act_within_ms": act_within_ms}
    return _at_fixed_limit("stud_hi_lo" if hi_lo else "stud_high", small_bet, big_bet, **stakes, **options)


def razz(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    act_within_ms: int | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Seven-card stud for the best low hand, at fixed limit (RAZZ). Raises `SetupError`."""
    stakes = {"ante": ante, "bring_in": bring_in, "act_within_ms": act_within_ms}
    return _at_fixed_limit("razz", small_bet, big_bet, **stakes, **options)


def online_room(
    *,
    small_bet: Chips,
    big_bet: Chips,
    ante: Chips,
    bring_in: Chips | None = None,
    act_within_ms: int | None = 10_000,
    **options: Unpack[HouseOptions],
) -> Rules:
    """Seven-card stud high as an online room runs it (ROOM). Raises `SetupError`.

    There are 10 seconds to act, and a pair may open for the higher limit (ROOM-7).
    """
    options.setdefault("open_pair", "pair_opens")
    stakes = {"ante": ante, "bring_in": bring_in, "act_within_ms": act_within_ms}
    return _at_fixed_limit("stud_high", small_bet, big_bet, **stakes, **options)


def _at_fixed_limit(game: GameId, small_bet: Chips, big_bet: Chips, /, **rest: object) -> Rules:
    """Rules at fixed limit. What is wrong with the limits is raised together with all the rest."""
    own = sorted(rest.keys() & {"game", "betting"})
    if own:
        raise SetupError(tuple([Problem(None, name, f"a preset has its own {name}") for name in own]))
    try:
        betting = Betting.fixed_limit(small_bet, big_bet)
    except SetupError as error:
        problems = error.problems
        try:
            Rules.for_game(game, Betting.fixed_limit(MAX_CHIPS, MAX_CHIPS), **rest)  # type: ignore[arg-type]
        except SetupError as more:
            problems += more.problems
        raise SetupError(problems) from None
    return Rules.for_game(game, betting, **rest)  # type: ignore[arg-type]

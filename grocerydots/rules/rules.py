"""The table's rules as one value: game, betting structure, stakes and house options, fully resolved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias, TypeGuard, Unpack

import attrs

from grocerydots.english import did_you_mean
from grocerydots.errors import Problem, brief, expect, raise_any
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import (
    CAPPED,
    OPTIONS,
    HeadsUpRaises,
    HouseOption,
    HouseOptions,
    OddChips,
    OpenPair,
    OptionValue,
    Rake,
    Restock,
    Showdown,
    Structure,
    TimeOut,
    options_for,
)

Seat: TypeAlias = int  #: A table seat number, 1 or more. 0 is a house dealer's place, never a player's.
Chips: TypeAlias = int  #: Whole chips.

#: All chips of a hand together stay at or below this, so that any JSON reader keeps them exact (RFC 8785).
MAX_CHIPS: Final = 2**53 - 1
FEWEST_PLAYERS: Final = 2  #: In a hand (HOUSE-28).
MOST_WAGERS: Final = 4  #: In a round, where there is a cap (LIM-7).
RULEBOOK_VERSION: Final = 1

#: What each structure calls its lower limit and its top, in case files and logs.
STAKES: Final[dict[str, tuple[str, str | None]]] = {
    "fixed_limit": ("small_bet", "big_bet"),
    "spread_limit": ("low", "high"),
    "pot_limit": ("minimum", None),
    "no_limit": ("minimum", None),
}


@attrs.frozen
class Betting:
    """A betting structure with its stakes in chips (LIM-5, STRUCT-1 to STRUCT-4).

    Raises `SetupError`, all problems at once.
    """

    structure: Structure
    lower: Chips  #: The small bet, the low figure of a spread, or the minimum.
    higher: Chips | None = None  #: The big bet or the high figure; none in pot limit and no limit.

    def __attrs_post_init__(self) -> None:
        raise_any(_betting_problems(self.structure, self.lower, self.higher))

    @classmethod
    def fixed_limit(cls, small_bet: Chips, big_bet: Chips) -> Betting:
        """Fixed limit: the small bet on third and fourth street, the big bet from fifth on (LIM-5)."""
        return cls("fixed_limit", small_bet, big_bet)

    @classmethod
    def spread_limit(cls, low: Chips, high: Chips) -> Betting:
        """Spread limit: any whole amount from low to high in every round (STRUCT-1)."""
        return cls("spread_limit", low, high)

    @classmethod
    def pot_limit(cls, minimum: Chips) -> Betting:
        """Pot limit: at most the pot (STRUCT-2)."""
        return cls("pot_limit", minimum)

    @classmethod
    def no_limit(cls, minimum: Chips) -> Betting:
        """No limit: up to all one's chips (STRUCT-3)."""
        return cls("no_limit", minimum)

    @property
    def has_cap(self) -> bool:
        """Whether a round may hold at most four wagers (LIM-7): fixed and spread limit."""
        return self.structure in CAPPED


@attrs.frozen(kw_only=True)
class Rules:
    """What a table plays by, every option resolved. Recorded in a hand's first event.

    An option that does not apply to the game and structure is None. Make one with `Rules.for_game` or a
    preset, which fill in the defaults. Raises `SetupError`, all problems at once, and `WrongType` for another
    betting than a `Betting`.
    """

    game: GameId  #: A key of `GAMES`.
    betting: Betting
    ante: Chips
    bring_in: Chips
    unit: Chips | None = None  #: Chips a unit, where there is a store (GSD-5).
    act_within_ms: int | None = None  #: Milliseconds to act, or None without a clock (ROOM-9).
    heads_up_raises: HeadsUpRaises | None = None  #: HOUSE-7, where there is a cap.
    open_pair: OpenPair | None = None  #: HOUSE-8, in fixed limit.
    fold_when_free: bool = True  #: HOUSE-9.
    restock: Restock | None = None  #: HOUSE-14, where there is a store.
    burn: bool = True  #: HOUSE-17.
    odd_chips: OddChips = "by_suit"  #: HOUSE-19.
    time_out: TimeOut = "all_in"  #: HOUSE-25.
    showdown: Showdown = "may_muck"  #: HOUSE-26.
    rake: Rake = "none"  #: HOUSE-32.
    rulebook: int = RULEBOOK_VERSION

    def __attrs_post_init__(self) -> None:
        expect("betting", self.betting, Betting)
        applying = _applying(self.game, self.betting.structure)
        stakes = (self.ante, self.bring_in, self.unit, self.act_within_ms)
        options = {**dict.fromkeys(applying), **self.options()}
        problems = _rules_problems(self.game, self.betting, stakes, options)
        if type(self.rulebook) is not int or self.rulebook != RULEBOOK_VERSION:
            message = f"this library knows rulebook {RULEBOOK_VERSION}, got {brief(self.rulebook)}"
            problems.append(Problem(None, "rulebook", message))
        raise_any(problems)

    @classmethod
    def for_game(
        cls,
        /,
        game: GameId,
        betting: Betting,
        *,
        ante: Chips,
        bring_in: Chips | None = None,
        unit: Chips | None = None,
        act_within_ms: int | None = None,
        **options: Unpack[HouseOptions],
    ) -> Rules:
        """The rules of a table that plays a game, with every default filled in.

        The bring-in defaults to half the lower limit, rounded down, at least 1 (LIM-3). Raises `SetupError`
        with everything that is wrong, an option that does not apply included; `WrongType` for another betting
        than a `Betting`.
        """
        expect("betting", betting, Betting)
        if bring_in is None:
            bring_in = max(1, betting.lower // 2)
        stakes = {"ante": ante, "bring_in": bring_in, "unit": unit, "act_within_ms": act_within_ms}
        given: dict[str, object] = {**options}
        raise_any(_rules_problems(game, betting, (ante, bring_in, unit, act_within_ms), given))
        applying = options_for(game, betting.structure)
        values: dict[str, object] = {name: option.default_for(game) for name, option in applying.items()}
        return cls(game=game, betting=betting, **stakes, **(values | given))  # type: ignore[arg-type]

    @property
    def bring_in_is_wager(self) -> bool:
        """Whether the bring-in equals the lower limit and so is the first full wager (LIM-3)."""
        return self.bring_in == self.betting.lower

    @property
    def has_store(self) -> bool:
        """Whether the game has a store (GSD-7)."""
        return GAMES[self.game].has_store

    @property
    def confirms_tie(self) -> bool:
        """Whether the dealer confirms before the deal how a tie is settled (GSD-16)."""
        return GAMES[self.game].confirms_tie

    @property
    def most_players(self) -> int:
        """How many players a hand may have (HOUSE-28)."""
        return GAMES[self.game].most_players

    def price(self, slot: int) -> Chips:
        """What the store's card in a slot, 1 to 3, costs (GSD-8); 0 where there is no store."""
        return slot * (self.unit or 0)

    def options(self) -> dict[str, OptionValue]:
        """The house options that apply here, by name."""
        return {name: value for name in OPTIONS if (value := getattr(self, name)) is not None}

    def unusual_options(self) -> dict[str, OptionValue]:
        """The house options that are set to another value than the game's default, by name."""
        return {
            name: value for name, value in self.options().items()
            if value != OPTIONS[name].default_for(self.game)
        }  # fmt: skip


def _betting_problems(structure: object, lower: object, higher: object) -> list[Problem]:
    if not isinstance(structure, str) or structure not in STAKES:
        return [Problem(None, "betting.structure", _expected_one_of(STAKES, structure))]
    low_name, high_name = STAKES[structure]
    problems = _whole_problems(f"betting.{low_name}", lower, 1)
    if high_name is None:
        no_higher = Problem(None, "betting", f"{structure} has no higher limit")
        return problems if higher is None else [*problems, no_higher]
    problems += _whole_problems(f"betting.{high_name}", higher, 1)
    if not problems and higher < lower:  # type: ignore[operator]
        message = f"{high_name} {higher} is below {low_name} {lower}"
        problems.append(Problem("LIM-5", f"betting.{high_name}", message))
    return problems


def _rules_problems(
    game: GameId, betting: Betting, stakes: tuple[object, ...], options: Mapping[str, object]
) -> list[Problem]:
    problems = _stake_problems(game, betting.lower, *stakes)
    applying = _applying(game, betting.structure)
    for name in sorted(options.keys() - applying.keys()):
        problems.append(_not_an_option(name, game, betting.structure))
    for name in applying:
        if name in options:
            problems += _option_problems(name, options[name])
    return problems


def _stake_problems(
    game: object, lower: object, ante: object, bring_in: object, unit: object, act_within_ms: object
) -> list[Problem]:
    found = GAMES[game] if _is_game(game) else None
    problems = [] if found else [Problem(None, "game", _expected_one_of(GAMES, game))]
    problems += _whole_problems("ante", ante, 0, "LIM-1")
    problems += _whole_problems("bring_in", bring_in, 1, "LIM-3")
    if type(bring_in) is int and type(lower) is int and 0 < lower < bring_in:
        message = f"{brief(bring_in)} is above the lower limit {brief(lower)}"
        problems.append(Problem("LIM-3", "bring_in", message))
    if found and found.has_store:
        problems += _whole_problems("unit", unit, 1, "GSD-5")
    elif found and unit is not None:
        message = f"a unit is for the prices of a store, and {found.title} has none"
        problems.append(Problem("GSD-5", "unit", message))
    if act_within_ms is not None:
        problems += _whole_problems("act_within_ms", act_within_ms, 1, "ROOM-9", "milliseconds")
    return problems


def _option_problems(name: str, value: object) -> list[Problem]:
    option = OPTIONS[name]
    if any(type(value) is type(one) and value == one for one in option.values):
        return []
    return [Problem(option.rule, name, _expected_one_of(option.values, value))]


def _not_an_option(name: str, game: GameId, structure: Structure) -> Problem:
    """Why an option cannot be set at this table, with those that can."""
    table = f"{structure.replace('_', '-')} {game.replace('_', ' ')}" if _is_game(game) else "any game"
    names = sorted(_applying(game, structure))
    if name in OPTIONS:
        return Problem(OPTIONS[name].rule, name, f"does not apply to {table}; there are {', '.join(names)}")
    near = did_you_mean(name, names)
    there_are = f"{near} There are" if near else "; there are"
    return Problem(None, name, f"is not an option of {table}{there_are} {', '.join(names)}")


def _expected_one_of(values: Iterable[OptionValue], got: object) -> str:
    """What was expected and what was got, and which of the expected values is close to it."""
    words = [value if isinstance(value, str) else str(value).lower() for value in values]
    return f"expected one of {', '.join(words)}, got {brief(got)}{did_you_mean(got, words)}"


def _applying(game: GameId, structure: Structure) -> Mapping[str, HouseOption]:
    return options_for(game, structure) if _is_game(game) else OPTIONS


def _is_game(game: object) -> TypeGuard[GameId]:
    return isinstance(game, str) and game in GAMES


def _whole_problems(
    where: str, value: object, at_least: int, rule: str | None = None, of_what: str = "chips"
) -> list[Problem]:
    if type(value) is not int:
        return [Problem(rule, where, f"expected whole {of_what}, got {brief(value)}")]
    if not at_least <= value <= MAX_CHIPS:
        return [Problem(rule, where, f"expected {at_least} to {MAX_CHIPS} {of_what}, got {brief(value)}")]
    return []

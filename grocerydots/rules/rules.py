"""The table's rules as one value: game, betting structure, stakes and house options, fully resolved."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict, Unpack

import attrs

from grocerydots.errors import Problem, SetupError, brief

Seat: TypeAlias = int  #: A table seat number, 1 or more. 0 is a house dealer's place, never a player's.
Chips: TypeAlias = int  #: Whole chips.
Game: TypeAlias = Literal["grocery_store_dots", "stud_high", "stud_hi_lo"]
Structure: TypeAlias = Literal["fixed_limit", "spread_limit", "pot_limit", "no_limit"]
DotsTie: TypeAlias = Literal["share", "best_high"]

#: All chips of a hand together stay at or below this, so that any JSON reader keeps them exact (RFC 8785).
MAX_CHIPS: Final = 2**53 - 1
GAMES: Final = ("grocery_store_dots", "stud_high", "stud_hi_lo")
DOTS_TIES: Final = ("share", "best_high")
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

#: Every named house option and what it may be; the first is the default unless `_own_default` says otherwise.
OPTIONS: Final[dict[str, tuple[str | bool, ...]]] = {
    "heads_up_raises": ("unlimited_before_cap", "unlimited_from_round_start", "capped"),
    "open_pair": ("any_player", "pair_opens", "none"),
    "fold_when_free": (True, False),
    "restock": ("in_place", "slide"),
    "burn": (True, False),
    "odd_chips": ("by_suit", "dealers_left"),
    "time_out": ("all_in", "check_or_fold"),
    "showdown": ("may_muck", "all_show"),
    "rake": ("none", "declared"),
}
OPTION_RULES: Final = {
    "heads_up_raises": "HOUSE-7",
    "open_pair": "HOUSE-8",
    "fold_when_free": "HOUSE-9",
    "restock": "HOUSE-14",
    "burn": "HOUSE-17",
    "odd_chips": "HOUSE-19",
    "time_out": "HOUSE-25",
    "showdown": "HOUSE-26",
    "rake": "HOUSE-32",
}


class HouseOptions(TypedDict, total=False):
    """House options by name, as keyword arguments; see `OPTIONS` for their values."""

    heads_up_raises: str
    open_pair: str
    fold_when_free: bool
    restock: str
    burn: bool
    odd_chips: str
    time_out: str
    showdown: str
    rake: str


@attrs.frozen
class Betting:
    """A betting structure with its stakes in chips (LIM-5, STRUCT-1 to STRUCT-4).

    Raises `SetupError`, all problems at once.
    """

    structure: Structure
    lower: Chips  #: The small bet, the low figure of a spread, or the minimum.
    higher: Chips | None = None  #: The big bet or the high figure; none in pot limit and no limit.

    def __attrs_post_init__(self) -> None:
        _raise_if(betting_problems(self.structure, self.lower, self.higher))

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
        return _has_cap(self.structure)


@attrs.frozen(kw_only=True)
class Rules:
    """What a table plays by, every option resolved. Recorded in a hand's first event.

    An option that does not apply to the game and structure is None. Build one with `rules.of` or a
    preset, which fill in the defaults. Raises `SetupError`, all problems at once.
    """

    game: Game
    betting: Betting
    ante: Chips
    bring_in: Chips
    unit: Chips | None = None  #: Chips a unit, in Grocery Store Dots only (GSD-5).
    act_within_ms: int | None = None  #: Milliseconds to act, or None without a clock (ROOM-9).
    heads_up_raises: str | None = None  #: HOUSE-7, where there is a cap.
    open_pair: str | None = None  #: HOUSE-8, in fixed limit.
    fold_when_free: bool = True  #: HOUSE-9.
    restock: str | None = None  #: HOUSE-14, in Grocery Store Dots.
    burn: bool = True  #: HOUSE-17.
    odd_chips: str = "by_suit"  #: HOUSE-19.
    time_out: str = "all_in"  #: HOUSE-25.
    showdown: str = "may_muck"  #: HOUSE-26.
    rake: str = "none"  #: HOUSE-32.
    rulebook: int = RULEBOOK_VERSION

    def __attrs_post_init__(self) -> None:
        if type(self.betting) is not Betting:
            _raise_if([Problem(None, "betting", f"expected a Betting, got {brief(self.betting)}")])
        _raise_if(rules_problems(self))

    @property
    def bring_in_is_wager(self) -> bool:
        """Whether the bring-in equals the lower limit and so is the first full wager (LIM-3)."""
        return self.bring_in == self.betting.lower

    @property
    def has_store(self) -> bool:
        """Whether the game has a store: Grocery Store Dots."""
        return self.game == "grocery_store_dots"

    @property
    def most_players(self) -> int:
        """How many players a hand may have (HOUSE-28)."""
        return most_players(self.game)

    def price(self, slot: int) -> Chips:
        """What the store's card in a slot, 1 to 3, costs (GSD-8); 0 where there is no store."""
        return slot * (self.unit or 0)

    def options(self) -> dict[str, str | bool]:
        """The house options that apply here, by name."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return {name: value for name, value in values.items() if value is not None}


def of(
    game: Game,
    structure: Structure,
    lower: Chips,
    higher: Chips | None = None,
    *,
    ante: Chips,
    bring_in: Chips | None = None,
    unit: Chips | None = None,
    act_within_ms: int | None = None,
    **options: Unpack[HouseOptions],
) -> Rules:
    """The table's rules with every default filled in.

    The bring-in defaults to half the lower limit, rounded down, at least 1 (LIM-3). Raises `SetupError`
    with everything that is wrong, an option that does not apply among it.
    """
    problems = betting_problems(structure, lower, higher)
    applying = applicable(game, structure)
    for name in sorted(options.keys() - applying):
        why = "does not apply to" if name in OPTIONS else "is not an option of"
        problems.append(Problem(OPTION_RULES.get(name), name, f"{why} {_word(structure)} {_word(game)}"))
    values = {name: options.get(name, _default(name, game)) for name in OPTIONS if name in applying}
    if bring_in is None:
        bring_in = max(1, lower // 2) if _is_whole(lower) and lower > 0 else 1
    stakes = {"ante": ante, "bring_in": bring_in, "unit": unit, "act_within_ms": act_within_ms}
    problems += _stake_problems(game, lower, **stakes)
    problems += [p for name, value in values.items() for p in _option_problems(name, value)]
    _raise_if(problems)
    betting = Betting(structure, lower, higher)
    return Rules(game=game, betting=betting, **stakes, **values)  # type: ignore[arg-type]


def most_players(game: str) -> int:
    """How many players a hand of that game may have (HOUSE-28)."""
    return 7 if game == "grocery_store_dots" else 8


def applicable(game: str, structure: str) -> frozenset[str]:
    """The names of the house options that apply to a game and structure."""
    names = set(OPTIONS)
    if game != "grocery_store_dots":
        names.discard("restock")
    if structure != "fixed_limit":
        names.discard("open_pair")
    if not _has_cap(structure):
        names.discard("heads_up_raises")
    return frozenset(names)


def _has_cap(structure: str) -> bool:
    return structure in ("fixed_limit", "spread_limit")


def _default(name: str, game: str) -> str | bool:
    if name == "open_pair" and game != "stud_high":
        return "none"
    if name == "showdown" and game == "grocery_store_dots":
        return "all_show"
    return OPTIONS[name][0]


def betting_problems(structure: object, lower: object, higher: object) -> list[Problem]:
    """What is wrong with a structure and its stakes; empty when nothing is."""
    if not isinstance(structure, str) or structure not in STAKES:
        names = ", ".join(STAKES)
        return [Problem(None, "betting.structure", f"expected one of {names}, got {brief(structure)}")]
    low_name, high_name = STAKES[structure]
    problems = _chip_problems(f"betting.{low_name}", lower, at_least=1)
    if high_name is None:
        if higher is not None:
            problems.append(Problem(None, "betting", f"{structure} has no higher limit"))
        return problems
    problems += _chip_problems(f"betting.{high_name}", higher, at_least=1)
    if not problems and higher < lower:  # type: ignore[operator]
        message = f"{high_name} {higher} is below {low_name} {lower}"
        problems.append(Problem("LIM-5", f"betting.{high_name}", message))
    return problems


def rules_problems(rules: Rules) -> list[Problem]:
    """What is wrong with rules whose betting is sound; empty when nothing is."""
    betting = rules.betting
    problems = _stake_problems(
        rules.game, betting.lower, rules.ante, rules.bring_in, rules.unit, rules.act_within_ms
    )
    applying = applicable(rules.game, betting.structure)
    for name in OPTIONS:
        value = getattr(rules, name)
        if name in applying:
            problems += _option_problems(name, value)
        elif value is not None:
            message = f"does not apply to {betting.structure} {brief(rules.game)}"
            problems.append(Problem(OPTION_RULES[name], name, message))
    if type(rules.rulebook) is not int or rules.rulebook != RULEBOOK_VERSION:
        message = f"this library knows rulebook {RULEBOOK_VERSION}, got {brief(rules.rulebook)}"
        problems.append(Problem(None, "rulebook", message))
    return problems


def _stake_problems(
    game: object, lower: object, ante: object, bring_in: object, unit: object, act_within_ms: object
) -> list[Problem]:
    problems = []
    if not isinstance(game, str) or game not in GAMES:
        problems.append(Problem(None, "game", f"expected one of {', '.join(GAMES)}, got {brief(game)}"))
    problems += _chip_problems("ante", ante, at_least=0, rule="LIM-1")
    problems += _chip_problems("bring_in", bring_in, at_least=1, rule="LIM-3")
    if _is_whole(bring_in) and _is_whole(lower) and 0 < lower < bring_in:  # type: ignore[operator]
        message = f"{brief(bring_in)} is above the lower limit {brief(lower)}"
        problems.append(Problem("LIM-3", "bring_in", message))
    if game == "grocery_store_dots":
        problems += _chip_problems("unit", unit, at_least=1, rule="GSD-5")
    elif unit is not None and game in GAMES:
        problems.append(Problem("GSD-5", "unit", "only Grocery Store Dots has a unit"))
    if act_within_ms is not None:
        problems += _whole_problems("act_within_ms", act_within_ms, 1, "milliseconds", "ROOM-9")
    return problems


def _option_problems(name: str, value: object) -> list[Problem]:
    if any(type(value) is type(option) and value == option for option in OPTIONS[name]):
        return []
    wanted = ", ".join(str(option).lower() for option in OPTIONS[name])
    return [Problem(OPTION_RULES[name], name, f"expected one of {wanted}, got {brief(value)}")]


def _chip_problems(where: str, value: object, at_least: int, rule: str | None = None) -> list[Problem]:
    return _whole_problems(where, value, at_least, "chips", rule)


def _whole_problems(
    where: str, value: object, at_least: int, of_what: str, rule: str | None
) -> list[Problem]:
    if type(value) is not int:
        return [Problem(rule, where, f"expected whole {of_what}, got {brief(value)}")]
    if not at_least <= value <= MAX_CHIPS:
        return [Problem(rule, where, f"expected {at_least} to {MAX_CHIPS} {of_what}, got {brief(value)}")]
    return []


def _is_whole(value: object) -> bool:
    return type(value) is int


def _word(value: object) -> str:
    """A value that ought to be a plain word, as a sentence may hold it."""
    return value if isinstance(value, str) and value.isidentifier() and len(value) < 40 else brief(value)


def _raise_if(problems: list[Problem]) -> None:
    if problems:
        raise SetupError(tuple(problems))

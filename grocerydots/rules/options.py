"""The house options, each as one row: its values, its rule, and where it applies."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, TypedDict, get_args

import attrs

from grocerydots.records import Record
from grocerydots.rules.games import GAMES, GameId

#: A betting structure: LIM-5, STRUCT-1, STRUCT-2, STRUCT-3.
Structure: TypeAlias = Literal["fixed_limit", "spread_limit", "pot_limit", "no_limit"]
STRUCTURES: Final[tuple[Structure, ...]] = get_args(Structure)
OptionValue: TypeAlias = str | bool

HeadsUpRaises: TypeAlias = Literal["unlimited_before_cap", "unlimited_from_round_start", "capped"]
OpenPair: TypeAlias = Literal["any_player", "pair_opens", "none"]
Restock: TypeAlias = Literal["in_place", "slide"]
OddChips: TypeAlias = Literal["by_suit", "dealers_left"]
TimeOut: TypeAlias = Literal["all_in", "check_or_fold"]
Showdown: TypeAlias = Literal["may_muck", "all_show"]
Rake: TypeAlias = Literal["none", "declared"]
DotsTie: TypeAlias = Literal["share", "best_high"]

#: What the dealer may confirm for a tie for most dots (GSD-16): the one choice made hand by hand.
DOTS_TIES: Final[tuple[DotsTie, ...]] = get_args(DotsTie)


class HouseOptions(TypedDict, total=False):
    """House options by name, as keyword arguments; see `OPTIONS`."""

    heads_up_raises: HeadsUpRaises
    open_pair: OpenPair
    fold_when_free: bool
    restock: Restock
    burn: bool
    odd_chips: OddChips
    time_out: TimeOut
    showdown: Showdown
    rake: Rake


@attrs.frozen(repr=False, eq=False)
class HouseOption(Record):
    """A house option as data."""

    name: str
    values: tuple[OptionValue, ...]  #: The first is the default, where the game has none of its own.
    rule: str  #: The HOUSE rule that describes it.
    structures: tuple[Structure, ...] = STRUCTURES  #: The betting structures it applies to.
    #: What a game must have for it; None where any game will do.
    games_with: Literal["has_store", "has_open_pairs"] | None = None

    def applies_to(self, game: GameId, structure: Structure) -> bool:
        """Whether it applies to a game, by id, and a betting structure."""
        has_it = self.games_with is None or bool(getattr(GAMES[game], self.games_with))
        return has_it and structure in self.structures

    def default_for(self, game: GameId) -> OptionValue:
        """Its value in a game, by id, unless the table says otherwise."""
        return dict(GAMES[game].defaults).get(self.name, self.values[0])


#: The structures in which the number of wagers in a round is capped (LIM-7, STRUCT-1).
CAPPED: Final[tuple[Structure, ...]] = ("fixed_limit", "spread_limit")

#: Every house option by name.
OPTIONS: Final[Mapping[str, HouseOption]] = MappingProxyType({
    option.name: option
    for option in (
        HouseOption("heads_up_raises", get_args(HeadsUpRaises), "HOUSE-7", structures=CAPPED),
        HouseOption(
            "open_pair", get_args(OpenPair), "HOUSE-8", ("fixed_limit",), games_with="has_open_pairs"
        ),
        HouseOption("fold_when_free", (True, False), "HOUSE-9"),
        HouseOption("restock", get_args(Restock), "HOUSE-14", games_with="has_store"),
        HouseOption("burn", (True, False), "HOUSE-17"),
        HouseOption("odd_chips", get_args(OddChips), "HOUSE-19"),
        HouseOption("time_out", get_args(TimeOut), "HOUSE-25"),
        HouseOption("showdown", get_args(Showdown), "HOUSE-26"),
        HouseOption("rake", get_args(Rake), "HOUSE-32"),
    )
})  # fmt: skip


def options_for(game: GameId, structure: Structure) -> dict[str, HouseOption]:
    """The house options that apply to a game, by id, and a betting structure; by name."""
    return {name: option for name, option in OPTIONS.items() if option.applies_to(game, structure)}

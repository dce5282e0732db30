"""The games, each as a value: what sets it apart from plain seven-card stud.

Whatever depends on the game reads it from here: who opens, how pots are split, which options apply, how hands
are described. Adding a game means adding a row to `GAMES`, and a ranking if it needs a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import attrs

from grocerydots.records import Record

#: The id of a game, as logs name it.
GameId: TypeAlias = Literal["grocery_store_dots", "stud_high", "stud_hi_lo", "razz"]
ShareName: TypeAlias = Literal["high", "dots", "low"]


@attrs.frozen(repr=False, eq=False)
class PotShare(Record):
    """A share of every pot: its name in the log, and who wins it."""

    name: ShareName  #: A pot with one winner or one share is logged as ``whole``.
    ranking: str  #: What the hands are compared by: a key of `ranking.RANKINGS`.
    rule: str  #: The rule that says who wins it.
    tie_rule: str  #: The rule by which those who tie for it share it.
    tie_is_confirmed: bool = False  #: Whether the dealer confirms how a tie is settled (GSD-16).


@attrs.frozen(repr=False, eq=False)
class Game(Record):
    """A game as data. What is not said here is seven-card stud (GSD-2, RAZZ-1)."""

    id: GameId
    title: str
    shares: tuple[PotShare, ...]  #: One or two; the first takes an odd chip, and all that nobody else wins.
    whole_rule: str  #: The rule by which a pot that several players claim goes as one.
    split_rule: str | None = None  #: The rule that splits a pot, None with one share.
    unqualified_rule: str | None = None  #: The rule for a pot with no hand good enough for the second share.
    most_players: int = 8  #: In a hand (HOUSE-28).
    opens: Literal["lowest", "highest"] = "lowest"  #: Which up card opens third street (LIM-3).
    boards: Literal["highest", "lowest"] = "highest"  #: Which board opens later streets (LIM-4).
    has_store: bool = False  #: Whether cards can be bought (GSD-7), and so whether there is a unit (GSD-5).
    has_open_pairs: bool = True  #: Whether a pair on a board may change the limit (LIM-6).
    defaults: tuple[tuple[str, str | bool], ...] = ()  #: House options whose default differs from the usual.

    #: Whether the dealer confirms before the deal how a tie is settled (GSD-16).
    confirms_tie: bool = attrs.field(init=False)

    @confirms_tie.default
    def _confirms_tie(self) -> bool:
        return any(share.tie_is_confirmed for share in self.shares)


_HIGH: Final = PotShare("high", "high", "ROOM-17", "ROOM-18")

_GAMES: Final[dict[GameId, Game]] = {
    game.id: game
    for game in (
        Game(
            "grocery_store_dots",
            "Grocery Store Dots",
            (_HIGH, PotShare("dots", "dots", "GSD-15", "HOUSE-21", tie_is_confirmed=True)),
            whole_rule="HOUSE-20",
            split_rule="GSD-3",
            most_players=7,
            has_store=True,
            defaults=(("open_pair", "none"), ("showdown", "all_show")),
        ),
        Game("stud_high", "Seven-card stud", (_HIGH,), whole_rule="ROOM-17"),
        Game(
            "stud_hi_lo",
            "Seven-card stud hi-lo, eight or better",
            (_HIGH, PotShare("low", "low", "LIM-10", "LIM-10")),
            whole_rule="HOUSE-20",
            split_rule="LIM-10",
            unqualified_rule="LIM-11",
            defaults=(("open_pair", "none"),),
        ),
        Game(
            "razz",
            "Razz",
            (PotShare("low", "lowball", "RAZZ-2", "ROOM-18"),),
            whole_rule="RAZZ-1",
            opens="highest",
            boards="lowest",
            has_open_pairs=False,
        ),
    )
}

#: Every game by its id, as logs name it.
GAMES: Final[Mapping[GameId, Game]] = MappingProxyType(_GAMES)

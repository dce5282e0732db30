"""The rules of a table as a value, the games and house options as data, and the rulebook."""

from grocerydots.rules.games import GAMES, Game, GameId, PotShare
from grocerydots.rules.options import OPTIONS, HouseOption, HouseOptions, Structure, options_for
from grocerydots.rules.rules import MAX_CHIPS, Betting, Chips, Rules, Seat

__all__ = [
    "GAMES",
    "MAX_CHIPS",
    "OPTIONS",
    "Betting",
    "Chips",
    "Game",
    "GameId",
    "HouseOption",
    "HouseOptions",
    "PotShare",
    "Rules",
    "Seat",
    "Structure",
    "options_for",
]

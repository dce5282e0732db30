"""The rules of a table as a value, the games and house options as data, and the rulebook."""

from grocerydots.rules.games import GAMES, Game, GameId, PotShare
from grocerydots.rules.options import OPTIONS, HouseOption, HouseOptions, Structure, options_for
from grocerydots.rules.rules import Betting, Rules

__all__ = [
    "GAMES",
    "OPTIONS",
    "Betting",
    "Game",
    "GameId",
    "HouseOption",
    "HouseOptions",
    "PotShare",
    "Rules",
    "Structure",
    "options_for",
]

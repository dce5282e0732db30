"""Grocery Store Dots against bots: a session that is stored as it goes, and a game in words around it."""

from grocerydots.play.game import Game, Screen
from grocerydots.play.session import Session

__all__ = ["Game", "Screen", "Session"]

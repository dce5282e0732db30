"""``grocerydots play``: Grocery Store Dots in the terminal, against bots, in a session that is kept."""

from grocerydots.cli.play.terminal import command

__all__ = ["command"]

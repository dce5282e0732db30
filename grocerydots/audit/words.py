"""Sentences that several reports share."""

from __future__ import annotations


def not_secret(hands: int) -> str:
    """That so many hands are from test decks, and what that means."""
    if hands == 1:
        return "1 hand is from a test deck: its cards are not secret"
    return f"{hands} hands are from test decks: their cards are not secret"

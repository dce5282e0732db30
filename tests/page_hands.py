"""The hands that the page is shown with, and tried on."""

from __future__ import annotations

from typing import Final

from grocerydots import Deck, Hand, presets
from grocerydots.testing import test_seed

SHOWCASE_ID: Final = "corner-store-17"
_DECK = (
    "Th 7s Ks Jh Ah 8c 7h Kd 5c 9h 3s 7d 8d Qd Kh 2d 3c Jd "  # two down, one up; the store
    "6c 5s As 9s 5d Qh 6d 9c 4h Tc 4c 3d Qs 2c 4s 6h 2h Jc"
)
_PLAYS = (
    *("bring_in", "call", "complete", "call", "call", "call", "call"),  # third street
    *("buy 1", "pass_", "buy 2", "pass_", "pass_", "bet", "raise_to", "fold", "call", "call", "raise_to"),
    *("call", "call", "call"),
    *("pass_", "pass_", "pass_", "buy 2", "bet", "raise_to", "fold", "call", "raise_to", "call", "call"),
    *("pass_", "buy 2", "bet", "call"),  # sixth street
    *("bet", "raise_to", "call"),
)


def showcase(names: tuple[str, ...] = ("ann", "bob", "cleo", "dan", "eve")) -> Hand:
    """Five players, two visits to the store, a player all-in with a side pot beside, and a tie for most dots."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    stacks = zip((1, 2, 3, 5, 6), names, (120, 34, 150, 140, 90), strict=True)
    deck = Deck.stacked(_DECK, salts_from=test_seed("corner store"), hand_id=SHOWCASE_ID)
    hand = Hand.open(
        rules, {seat: (name, stack) for seat, name, stack in stacks}, 6, deck=deck, dots_tie="share"
    )
    for play in _PLAYS:
        assert hand.decision is not None
        choice, *number = play.split()
        hand = hand.play(getattr(hand.decision, choice)(*map(int, number)))
    return hand

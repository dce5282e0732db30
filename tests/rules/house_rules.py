"""Rules under house options, shared by the tests of the HOUSE family."""

from __future__ import annotations

import pytest
from playing import HANDS, name_of

from grocerydots.deck import Deck
from grocerydots.hand import Hand
from grocerydots.rules import presets

HUGE = pytest.param(10**5000, id="huge")
PAIR = HANDS | {"B": "Tc 5d 9d 9h 7c 5h 6s", "D": "As 9c Qh 8c 7h 3s 5c"}
ALL_SHOW = presets.card_room(small_bet=4, big_bet=8, ante=1, showdown="all_show")
ANTE_5 = presets.card_room(small_bet=10, big_bet=20, ante=5, bring_in=5)
RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared", showdown="all_show")
DOTS_MUCK = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, showdown="may_muck")


def eight_players(community: str, hands: list[str], last: int = 100) -> Hand:
    """Eight players without burns: the last card of the deck is turned up for all (ROOM-12)."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False, showdown="all_show")
    deck = [hand.split()[street] for street in range(6) for hand in hands] + [community]
    seats = {number: (name_of(number), last if number == 8 else 100) for number in range(1, 9)}
    return Hand.open(rules, seats, 0, deck=Deck.stacked(deck))

"""Pytest fixtures, switched on by ``pytest_plugins = ["grocerydots.testing.fixtures"]``."""

from __future__ import annotations

import attrs

from grocerydots.deck import Deck, Seed
from grocerydots.errors import MissingExtra
from grocerydots.hand import Hand, Seats
from grocerydots.rules import presets
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Rules, Seat
from grocerydots.testing.scripted import test_seed

try:
    import pytest
except ModuleNotFoundError as _missing:
    raise MissingExtra("testing") from _missing

__all__ = ["dots_rules", "hand_seed", "open_hand", "stud_rules"]

_NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")


@pytest.fixture
def dots_rules() -> Rules:
    """Grocery Store Dots at 4/8, ante 1, bring-in 2, a unit of 1."""
    return presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


@pytest.fixture
def stud_rules() -> Rules:
    """Seven-card stud high at 4/8, ante 1, bring-in 2."""
    return presets.card_room(small_bet=4, big_bet=8, ante=1)


@pytest.fixture
def hand_seed(request: pytest.FixtureRequest) -> Seed:
    """A test seed named by the test that asks: the same in every run, another in every test."""
    return test_seed(request.node.nodeid)


@attrs.frozen
class OpenHand:
    """Opens a hand; see the fixture `open_hand`."""

    _dots_rules: Rules
    _seed: Seed

    def __call__(
        self,
        rules: Rules | None = None,
        seats: Seats | None = None,
        dealer: Seat = 0,
        *,
        deck: Deck | None = None,
        dots_tie: DotsTie | None = "share",
        players: int = 3,
        stack: Chips = 200,
    ) -> Hand:
        table = self._dots_rules if rules is None else rules
        named = {number: (name, stack) for number, name in enumerate(_NAMES[:players], start=1)}
        return Hand.open(
            table,
            named if seats is None else seats,
            dealer,
            seed=self._seed if deck is None else None,
            deck=deck,
            dots_tie=dots_tie if table.confirms_tie else None,
        )


@pytest.fixture
def open_hand(dots_rules: Rules, hand_seed: Seed) -> OpenHand:
    """A function that opens a hand at its first decision, by default of Grocery Store Dots.

    Without `seats` there are `players` of them with `stack` chips each, called ann, bob, cat and so on;
    without a `deck` it is a test deck from `hand_seed`. `dots_tie` None leaves GSD-16 to be confirmed.
    """
    return OpenHand(dots_rules, hand_seed)

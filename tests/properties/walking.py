"""A hand's entries one by one, with the state before and after each."""

from __future__ import annotations

from collections.abc import Iterator

from grocerydots import events as e
from grocerydots.evolve import evolve
from grocerydots.hand import Hand
from grocerydots.state import HandState


def walk(hand: Hand) -> Iterator[tuple[HandState, e.Event, HandState]]:
    """Every event but the opening, between the states before and after it."""
    state = evolve(None, hand.events[0])
    for event in hand.events[1:]:
        later = evolve(state, event)
        yield state, event, later
        state = later


def states(hand: Hand) -> Iterator[HandState]:
    """The state after every entry."""
    yield evolve(None, hand.events[0])
    for _, _, later in walk(hand):
        yield later

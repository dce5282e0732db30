"""Going through a hand's events with every one checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grocerydots.errors import IllegalEvent
from grocerydots.events import Event
from grocerydots.evolve import evolve
from grocerydots.phases import check
from grocerydots.state import HandState


class Checked(NamedTuple):
    """How far a hand's events are legal."""

    legal: tuple[Event, ...]  #: The events before the first illegal one.
    state: HandState | None  #: What they make; None of no events.
    error: IllegalEvent | None  #: Why the next one is illegal; None when all are legal.


def checked(events: Iterable[Event]) -> Checked:
    """Check every event up to the first that is illegal."""
    legal: list[Event] = []
    state: HandState | None = None
    for event in events:
        try:
            check(state, event)
        except IllegalEvent as error:
            return Checked(tuple(legal), state, error)
        state = evolve(state, event)
        legal.append(event)
    return Checked(tuple(legal), state, None)

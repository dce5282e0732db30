"""Whose move it is at a table: what happens next by itself, a hand, or whatever players like."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from grocerydots.errors import expect
from grocerydots.events import Seating
from grocerydots.rules.rules import FEWEST_PLAYERS, Seat
from grocerydots.table.events import DealerMoved, HandStarted, PlayerLeft, TableEvent
from grocerydots.table.state import TableState


@attrs.frozen
class Due:
    """The one thing that must happen next, by itself."""

    event: TableEvent
    rule: str


@attrs.frozen
class HandOn:
    """A hand is on; the table waits for its end. Whoever is not in it may come and go."""

    hand: HandStarted


@attrs.frozen
class Waiting:
    """Between hands. Players may come and go; with fewer than two that can be dealt in there is no hand."""

    seats: tuple[Seating, ...]  #: Who is dealt in if a hand starts now.

    @property
    def can_start(self) -> bool:
        """Whether a hand can start (HOUSE-28)."""
        return len(self.seats) >= FEWEST_PLAYERS


TableTurn: TypeAlias = Due | HandOn | Waiting


def turn(state: TableState) -> TableTurn:
    """What is next: never nothing, and never two things."""
    expect("state", state, TableState)
    if state.hand is not None:
        return HandOn(state.hand)
    gone = next((seat for seat in state.seats if seat.has_got_up), None)
    if gone is not None:
        return Due(PlayerLeft(gone.seat, gone.stack), "ROOM-19")
    ready = Waiting(state.next_seats)
    next_dealer = _next_dealer(state, ready) if ready.can_start else None
    return ready if next_dealer is None else Due(DealerMoved(next_dealer), "ROOM-20")


def _next_dealer(state: TableState, ready: Waiting) -> Seat | None:
    """Whom the deal goes on to: after each hand, and away from a player who cannot be dealt in."""
    seats = [seating.seat for seating in ready.seats]
    if state.opening.dealer == "house" or (state.dealer in seats and not state.deal_moves_on):
        return None
    return next((seat for seat in seats if seat > state.dealer), seats[0])

"""One event on its way into words."""

from __future__ import annotations

from typing import Final

from grocerydots.history.table import View, store_row
from grocerydots.parts import SeatState
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, places_of


class Telling:
    """What the words for an event are made from: the viewer's table, before the event and after it."""

    __slots__ = ("after", "before", "view")

    def __init__(self, view: View, before: HandState, after: HandState) -> None:
        self.view: Final = view
        self.before: Final = before  #: The same as `after` for the hand's opening.
        self.after: Final = after

    def name(self, seat: Seat) -> str:
        """What the player in a seat is called."""
        return self.view.name(seat)

    def seat(self, seat: Seat) -> SeatState:
        """A seat after the event."""
        return self.after.seat(seat)

    def paid(self, seat: Seat, what: str, *notes: str) -> str:
        """What a player did with chips, with notes and the pot it made."""
        parts = [what, *([] if self.seat(seat).stack else ["all-in"]), *notes]
        return f"{self.name(seat)} {', '.join(parts)} (pot {self.after.pot})"

    def boards(self) -> list[str]:
        """Everybody's cards and the row as it lies, once the street is dealt; nothing before."""
        state = self.after
        live = [state.seats[place] for place in places_of(state.live)]
        if state.street in (4, 5, 6) and any(len(seat.up) < state.street - 2 for seat in live):
            return []
        boards = self.view.boards(state)
        lies_open = state.store is not None and state.store.row and state.street < 6
        return [*boards, store_row(state)] if lies_open else boards

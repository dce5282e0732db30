"""What one viewer sees of the table: cards and boards, the store's row, the pots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from grocerydots.cards import Card, dots
from grocerydots.english import capital, count, listed, pot_names
from grocerydots.events import HandOpened
from grocerydots.history.printable import columns, padded, table_names
from grocerydots.parts import SeatState
from grocerydots.pots import Pot
from grocerydots.rules.games import GAMES
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, places_of

UNSEEN: Final = "xx"


class View:
    """A table's names, and the face-down cards that the viewer knows by their positions."""

    def __init__(self, opening: HandOpened, openings: Mapping[int, Card]) -> None:
        self.names: Final = table_names(opening.seats)
        self.openings: Final = openings
        self.width: Final = max(columns(name) for name in self.names.values())

    def named(self, seats: Iterable[Seat]) -> str:
        """The players in some seats: ``ann, bob and cat``."""
        return listed([self.names[seat] for seat in seats])

    def padded(self, seat: Seat) -> str:
        """A name with spaces up to the longest one."""
        return padded(self.names[seat], self.width)

    def down(self, seat: SeatState) -> list[str]:
        """A player's down cards, ``xx`` for each that the viewer does not know."""
        cards = seat.shown or [self.openings.get(position) for position in seat.down]
        return [UNSEEN if card is None else card.text for card in cards]

    def cards(self, state: HandState, seat: SeatState) -> str:
        """A player's cards: ``[xx xx] 8h 3d Qc 9h [xx]``, a community card after a plus."""
        down = self.down(seat)
        parts = [f"[{' '.join(down[:2])}]", *(card.text for card in seat.up)]
        parts += [f"[{card}]" for card in down[2:]]
        if state.stub.community is not None:
            parts += ["+", state.stub.community.text]
        return " ".join(parts)

    def boards(self, state: HandState) -> list[str]:
        """A line for each live player, with the cards that the viewer sees."""
        seats = [state.seats[place] for place in places_of(state.live)]
        return [
            f"  {self.padded(seat.number)}  {self.cards(state, seat)}{_notes(state, seat)}" for seat in seats
        ]

    def pots(self, pots: tuple[Pot, ...]) -> str:
        """The pots in one line, with who contends where there are several."""
        if len(pots) < 2:
            return f"Pot {sum(pot.amount for pot in pots)}"
        named = zip(pot_names(len(pots)), pots, strict=True)
        return capital(", ".join([f"{name} {pot.amount} ({self.named(pot.seats)})" for name, pot in named]))


def _notes(state: HandState, seat: SeatState) -> str:
    notes = []
    if any(share.ranking == "dots" for share in GAMES[state.rules.game].shares):
        notes.append(f"{count(dots(seat.up), 'dot')} showing")
    if seat.timed_out:
        notes.append("all-in by the clock")
    elif not seat.stack:
        notes.append("all-in")
    return f"  ({', '.join(notes)})" if notes else ""


def store_row(state: HandState) -> str:
    """The store's row with the prices in chips: ``store: [1] Ks (1)  [2] -- (2)  [3] 4c (3)``."""
    return f"store: {'  '.join(slots_of(state))}"


def slots_of(state: HandState) -> list[str]:
    """Each slot of the store's row with its card and price: ``[2] Ks (2)``; none where there is no row."""
    row = state.store.row if state.store is not None else ()
    return [
        f"[{slot}] {'--' if card is None else card.text} ({state.rules.price(slot)})"
        for slot, card in enumerate(row, start=1)
    ]


@attrs.frozen
class Moment:
    """What the words for an event are made from: the viewer's table, before the event and after it."""

    view: View
    before: HandState  #: The same as `after` for the hand's opening.
    after: HandState

    def name(self, seat: Seat) -> str:
        """What the player in a seat is called."""
        return self.view.names[seat]

    def paid(self, seat: Seat, what: str, *notes: str) -> str:
        """What a player did with chips, with notes and the pot it made."""
        parts = [what, *([] if self.after.seat(seat).stack else ["all-in"]), *notes]
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

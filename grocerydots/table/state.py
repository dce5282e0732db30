"""The state of a table: what its events have said so far. Nothing here knows a rule."""

from __future__ import annotations

from itertools import count

import attrs

from grocerydots.events import Seating
from grocerydots.rules.table import Chips, Rules, Seat
from grocerydots.table.events import HandStarted, TableOpened


@attrs.frozen
class TableSeat:
    """A player at the table."""

    seat: Seat
    player: str
    stack: Chips  #: During a hand, what it began with.
    auto_ante: bool = True
    is_away: bool = False
    has_got_up: bool = False  #: Leaves as soon as the hand is over.

    @property
    def is_in(self) -> bool:
        """Whether the next hand is dealt to them: with chips, and neither away nor leaving."""
        return self.stack > 0 and not self.is_away and not self.has_got_up


@attrs.frozen
class TableState:
    """Everything public about a table after some of its events. Built by `evolve` alone."""

    opening: TableOpened
    seats: tuple[TableSeat, ...] = ()  #: Those that are taken, by number.
    dealer: Seat = 0  #: 0 for the house, and before anybody dealt.
    deal_moves_on: bool = False  #: Whether a hand was finished since the deal last moved.
    game: int = 0  #: Of the table's list, from 0.
    hand: HandStarted | None = None  #: The hand that is on.
    hand_ids: frozenset[str] = frozenset()  #: Of all hands so far.
    brought: Chips = 0  #: All chips that players ever put on the table.
    taken: Chips = 0  #: All chips that players ever left with.

    @property
    def table_id(self) -> str:
        """The table's id."""
        return self.opening.table_id

    @property
    def rules(self) -> Rules:
        """What the next hand, or the one that is on, is played by."""
        return self.opening.games[self.game]

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """Each taken seat's chips, by seat number; during a hand, what it began with."""
        return {seat.seat: seat.stack for seat in self.seats}

    @property
    def raked(self) -> Chips:
        """All chips that the house took: brought, and neither taken away nor on the table (HOUSE-32)."""
        return self.brought - self.taken - sum([seat.stack for seat in self.seats])

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats in the hand that is on; none between hands."""
        return () if self.hand is None else tuple([seating.seat for seating in self.hand.seats])

    @property
    def next_seats(self) -> tuple[Seating, ...]:
        """Who would be dealt in if a hand began now, by seat number."""
        return tuple([Seating(s.seat, s.player, s.stack, s.auto_ante) for s in self.seats if s.is_in])

    @property
    def next_hand_id(self) -> str:
        """The id of the next hand, unless it is given one: the table's and the first number that is free."""
        numbers = count(len(self.hand_ids) + 1)
        return next(name for n in numbers if (name := f"{self.table_id}-{n}") not in self.hand_ids)

    def find(self, number: object) -> TableSeat | None:
        """The player in the seat of that number; None when nobody sits there."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def seat(self, number: Seat) -> TableSeat:
        """The player in the seat of that number; KeyError when nobody sits there."""
        found = self.find(number)
        if found is None:
            raise KeyError(number)
        return found

"""The state of a table: what its events have said so far. Nothing here knows a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import count
from typing import Final

import attrs

from grocerydots.errors import UnknownSeat
from grocerydots.events import Seating
from grocerydots.growing import grown_by
from grocerydots.rules.rules import Chips, Rules, Seat
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


class HandIds(Set[str]):
    """The ids of hands, one after the other. States that follow each other share what is stored."""

    __slots__ = ("_count", "_ids", "_numbers")

    def __init__(self, ids: Iterable[str] = (), shared: tuple[dict[str, int], int] | None = None) -> None:
        """`ids` are copied, unless they are a list whose numbers, and how many are ours, are `shared`."""
        self._ids: Final = ids if shared is not None and isinstance(ids, list) else list(ids)
        numbers, count = shared or ({name: number for number, name in enumerate(self._ids)}, len(self._ids))
        self._numbers: Final = numbers  #: The place of each id; those from `count` on are of later states.
        self._count: Final = count

    def plus(self, hand_id: str) -> HandIds:
        """Return these ids and one more, last; in constant time, as `Growing` does."""
        if hand_id in self:
            return self
        count = self._count
        ids = grown_by(self._ids, count, hand_id)
        if ids is not self._ids:
            return HandIds(ids)
        self._numbers[hand_id] = count
        return HandIds(ids, (self._numbers, count + 1))

    def __contains__(self, hand_id: object) -> bool:
        return isinstance(hand_id, str) and self._numbers.get(hand_id, self._count) < self._count

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids[: self._count])

    def __len__(self) -> int:
        return self._count

    def __hash__(self) -> int:
        return hash(self._count)

    def __repr__(self) -> str:
        return f"HandIds({', '.join(self)})"

    def __reduce__(self) -> tuple[type[HandIds], tuple[tuple[str, ...]]]:
        return HandIds, (tuple(self),)


@attrs.frozen
class TableState:
    """Everything public about a table after some of its events. Built by `evolve` alone."""

    opening: TableOpened
    seats: tuple[TableSeat, ...] = ()  #: Those that are taken, by number.
    dealer: Seat = 0  #: 0 for the house, and before anybody dealt.
    deal_moves_on: bool = False  #: Whether a hand ended, or its dealer left, since the deal moved.
    game: int = 0  #: Of the table's list, from 0.
    hand: HandStarted | None = None  #: The hand that is on.
    hand_ids: HandIds = attrs.field(factory=HandIds)  #: Of all hands so far.
    bought_in: Chips = 0  #: All chips that players ever put on the table.
    cashed_out: Chips = 0  #: All chips that players ever left with.

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
        """All chips that the house took: bought in, and neither cashed out nor on the table (HOUSE-32)."""
        return self.bought_in - self.cashed_out - sum([seat.stack for seat in self.seats])

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
        """The player in the seat of that number; Raises `UnknownSeat` when nobody sits there."""
        found = self.find(number)
        if found is None:
            raise UnknownSeat(number)
        return found

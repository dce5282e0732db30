"""The state of a table, and what each event makes of it: one small reducer an event, which knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from itertools import count
from typing import Final

import attrs

from grocerydots.errors import GrocerydotsError, UnknownSeat, WrongType, expect
from grocerydots.events import Seating
from grocerydots.growing import grown_by
from grocerydots.rules.rules import Chips, Rules, Seat
from grocerydots.table import events as t


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

    opening: t.TableOpened
    seats: tuple[TableSeat, ...] = ()  #: Those that are taken, by number.
    dealer: Seat = 0  #: 0 for the house, and before anybody dealt.
    deal_moves_on: bool = False  #: Whether a hand ended, or its dealer left, since the deal moved.
    game: int = 0  #: Of the table's list, from 0.
    hand: t.HandStarted | None = None  #: The hand that is on.
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
        return self.bought_in - self.cashed_out - sum(self.stacks.values())

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
        """The player in the seat of that number. Raises `UnknownSeat` when nobody sits there."""
        found = self.find(number)
        if found is None:
            raise UnknownSeat(number)
        return found


# What each event means


def evolve(state: TableState | None, event: t.TableEvent) -> TableState:
    """The state after an event, whatever it says; `state` is None before the first."""
    if state is None:
        if not isinstance(event, t.TableOpened):
            raise GrocerydotsError("the first event of a table must be TableOpened")
        return TableState(event)
    expect("state", state, TableState)
    reducer = _REDUCERS.get(event.__class__)
    if reducer is None:
        raise WrongType.of("event", "an event of a table", event)
    return reducer(state, event)


def fold(events: Iterable[t.TableEvent]) -> TableState:
    """The state after all events. Raises `GrocerydotsError` unless the first is TableOpened."""
    state: TableState | None = None
    if not isinstance(events, Iterable):
        raise WrongType.of("events", "an iterable of events of a table", events)
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise GrocerydotsError("cannot fold an empty sequence: the first event must be TableOpened")
    return state


def _with(state: TableState, number: Seat, change: Callable[[TableSeat], TableSeat]) -> TableState:
    """The state with something changed about one seat."""
    seats = [change(seat) if seat.seat == number else seat for seat in state.seats]
    return attrs.evolve(state, seats=tuple(seats))


def _sat(state: TableState, event: t.PlayerSat) -> TableState:
    seats = sorted([*state.seats, TableSeat(event.seat, event.player, event.amount)], key=lambda s: s.seat)
    return attrs.evolve(state, seats=tuple(seats), bought_in=state.bought_in + event.amount)


def _added(state: TableState, event: t.ChipsAdded) -> TableState:
    added = _with(state, event.seat, lambda seat: attrs.evolve(seat, stack=seat.stack + event.amount))
    return attrs.evolve(added, bought_in=state.bought_in + event.amount)


def _left(state: TableState, event: t.PlayerLeft) -> TableState:
    seats = tuple([seat for seat in state.seats if seat.seat != event.seat])
    moves_on = state.deal_moves_on or event.seat == state.dealer
    cashed_out = state.cashed_out + event.amount
    return attrs.evolve(state, seats=seats, cashed_out=cashed_out, deal_moves_on=moves_on)


def _sat_out(state: TableState, event: t.PlayerSatOut) -> TableState:
    moves_on = state.deal_moves_on or event.seat == state.dealer
    away = _with(state, event.seat, lambda seat: attrs.evolve(seat, is_away=True))
    return attrs.evolve(away, deal_moves_on=moves_on)


def _finished(state: TableState, event: t.HandFinished) -> TableState:
    stacks = dict(event.stacks)
    seats = [attrs.evolve(seat, stack=stacks.get(seat.seat, seat.stack)) for seat in state.seats]
    return attrs.evolve(state, seats=tuple(seats), hand=None, deal_moves_on=True)


_REDUCERS: Final[dict[type, Callable[..., TableState]]] = {
    t.TableOpened: lambda _, event: TableState(event),
    t.PlayerSat: _sat,
    t.AutoAnteSwitched: lambda state, event: _with(
        state, event.seat, lambda seat: attrs.evolve(seat, auto_ante=event.on)
    ),
    t.ChipsAdded: _added,
    t.PlayerSatOut: _sat_out,
    t.PlayerCameBack: lambda state, event: _with(
        state, event.seat, lambda seat: attrs.evolve(seat, is_away=False)
    ),
    t.PlayerGotUp: lambda state, event: _with(
        state, event.seat, lambda seat: attrs.evolve(seat, has_got_up=True)
    ),
    t.PlayerLeft: _left,
    t.DealerMoved: lambda state, event: attrs.evolve(state, dealer=event.seat, deal_moves_on=False),
    t.GameChosen: lambda state, event: attrs.evolve(state, game=event.game),
    t.HandStarted: lambda state, event: attrs.evolve(
        state, hand=event, hand_ids=state.hand_ids.plus(event.hand_id)
    ),
    t.HandFinished: _finished,
}

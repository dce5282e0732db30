"""What each event of a table means: one small reducer an event, which knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs

from grocerydots.errors import GrocerydotsError, WrongType, expect
from grocerydots.rules.rules import Seat
from grocerydots.table import events as t
from grocerydots.table.state import TableSeat, TableState

__all__ = ["evolve", "fold"]


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


def _with(state: TableState, number: Seat, **changes: Any) -> TableState:
    """The state with something changed about one seat."""
    seats = [attrs.evolve(seat, **changes) if seat.seat == number else seat for seat in state.seats]
    return attrs.evolve(state, seats=tuple(seats))


def _sat(state: TableState, event: t.PlayerSat) -> TableState:
    seats = sorted([*state.seats, TableSeat(event.seat, event.player, event.amount)], key=lambda s: s.seat)
    return attrs.evolve(state, seats=tuple(seats), bought_in=state.bought_in + event.amount)


def _added(state: TableState, event: t.ChipsAdded) -> TableState:
    added = _with(state, event.seat, stack=state.seat(event.seat).stack + event.amount)
    return attrs.evolve(added, bought_in=state.bought_in + event.amount)


def _left(state: TableState, event: t.PlayerLeft) -> TableState:
    seats = tuple([seat for seat in state.seats if seat.seat != event.seat])
    moves_on = state.deal_moves_on or event.seat == state.dealer
    return attrs.evolve(
        state, seats=seats, cashed_out=state.cashed_out + event.amount, deal_moves_on=moves_on
    )


def _sat_out(state: TableState, event: t.PlayerSatOut) -> TableState:
    moves_on = state.deal_moves_on or event.seat == state.dealer
    return attrs.evolve(_with(state, event.seat, is_away=True), deal_moves_on=moves_on)


def _started(state: TableState, event: t.HandStarted) -> TableState:
    return attrs.evolve(state, hand=event, hand_ids=state.hand_ids.plus(event.hand_id))


def _finished(state: TableState, event: t.HandFinished) -> TableState:
    stacks = dict(event.stacks)
    seats = [attrs.evolve(s, stack=stacks[s.seat]) if s.seat in stacks else s for s in state.seats]
    return attrs.evolve(state, seats=tuple(seats), hand=None, deal_moves_on=True)


_REDUCERS: Final[dict[type, Callable[..., TableState]]] = {
    t.TableOpened: lambda _, event: TableState(event),
    t.PlayerSat: _sat,
    t.AutoAnteSwitched: lambda state, event: _with(state, event.seat, auto_ante=event.on),
    t.ChipsAdded: _added,
    t.PlayerSatOut: _sat_out,
    t.PlayerCameBack: lambda state, event: _with(state, event.seat, is_away=False),
    t.PlayerGotUp: lambda state, event: _with(state, event.seat, has_got_up=True),
    t.PlayerLeft: _left,
    t.DealerMoved: lambda state, event: attrs.evolve(state, dealer=event.seat, deal_moves_on=False),
    t.GameChosen: lambda state, event: attrs.evolve(state, game=event.game),
    t.HandStarted: _started,
    t.HandFinished: _finished,
}

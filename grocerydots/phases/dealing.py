"""From one betting round to the next: burns, cards, service at the store, the short deck (LIM-2, ROOM-12)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grocerydots import events as e
from grocerydots.events import Position, Street
from grocerydots.phases.betting import first_betting_turn
from grocerydots.phases.showdown import showdown_turn
from grocerydots.phases.store import next_served, service, store_opening
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, places_of
from grocerydots.turns import DealerStep, Turn, due


def dealing_turn(state: HandState) -> Turn:
    """What is due while the cards of the state's street go out."""
    street = state.street
    waiting = _waiting(state, street)
    if waiting:
        return _river(state, waiting) if street == 7 else _street(state, street, waiting)
    if street == 6 and state.store is not None and not state.store.closed:
        return due("GSD-11", e.StoreClosed())
    now = first_betting_turn(state)
    return next_street_turn(state) if now is None else now


def next_street_turn(state: HandState) -> Turn:
    """What is due when the betting of the state's street is closed, or there was none."""
    live = state.live
    street = state.street + 1
    if street > 7 or not live & (live - 1):
        return showdown_turn(state)
    if street == 4 and state.setup.rules.has_store and state.store is None:
        return store_opening(state)
    waiting = places_of(live)
    if street == 7:
        short = _short_deck(state, len(waiting))
        return _burn_or(state, _river(state, waiting)) if short is None else short
    if state.setup.rules.burn:
        return _burn(state)
    return _street(state, street, waiting)


def _waiting(state: HandState, street: int) -> Sequence[int]:
    """The live places, in dealing order, that have no card of the street yet."""
    if street == 3 or state.stub.community is not None:
        return ()
    seats = state.seats
    if street == 7:
        return [place for place in places_of(state.live) if len(seats[place].down) < 3]
    return [place for place in places_of(state.live) if len(seats[place].up) < street - 2]


def _street(state: HandState, street: int, waiting: Sequence[int]) -> Turn:
    if state.store is None:
        return _cards(state, street, waiting, up=True, rule="LIM-2")
    served = service(state, waiting)
    if served is not None:
        return served
    return _cards(state, street, next_served(state, waiting), up=True, rule="GSD-9")


def _river(state: HandState, waiting: Sequence[int]) -> DealerStep:
    return _cards(state, 7, waiting, up=False, rule="ROOM-11")


def _cards(state: HandState, street: int, waiting: Sequence[int], *, up: bool, rule: str) -> DealerStep:
    order = state.setup.order
    seats = tuple([order[place] for place in waiting])
    return _dealt(street, rule, seats, state.stub.next(len(seats)), up)


@lru_cache(maxsize=1024)
def _dealt(
    street: Street, rule: str, seats: tuple[Seat, ...], positions: tuple[Position, ...], up: bool
) -> DealerStep:
    draws = tuple([(seat, at, up) for seat, at in zip(seats, positions, strict=True)])
    return DealerStep(e.CardsDealt, rule, draws=draws, number=street)


def _burn(state: HandState) -> DealerStep:
    return _burned(state.stub.next(1)[0])


@lru_cache
def _burned(position: Position) -> DealerStep:
    return due("ROOM-5", e.CardBurned(position))


def _burn_or(state: HandState, step: DealerStep) -> DealerStep:
    burns = state.setup.rules.burn and not state.stub.replenished
    return _burn(state) if burns else step


def _short_deck(state: HandState, players: int) -> DealerStep | None:
    """ROOM-12: what a stub too short for seventh street calls for; None when it is long enough."""
    stub = state.stub
    if stub.replenished:
        return None if stub.left >= players else _community(state)
    if stub.left >= players + state.setup.rules.burn:
        return None
    rest = stub.next(stub.left)
    if stub.left + len(stub.burned) >= players:
        return _shuffle((*rest, *stub.burned))
    return _shuffle(stub.burned) if stub.burned else _community(state)


def _shuffle(available: tuple[int, ...]) -> DealerStep:
    return DealerStep(e.StubReplenished, "ROOM-12", draws=tuple([(0, at, False) for at in available]))


def _community(state: HandState) -> DealerStep:
    return DealerStep(e.CommunityCardDealt, "ROOM-12", draws=((0, state.stub.next(1)[0], True),))

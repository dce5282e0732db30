"""The store: opening, decisions to buy, restocking (GSD-7 to GSD-11, HOUSE-12 to HOUSE-16)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.choices import Option
from grocerydots.errors import brief
from grocerydots.parts import Place
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Draws, Question, Turn

SLOTS = (1, 2, 3)


def store_opening(state: HandState) -> DealerStep:
    """Three cards of the stub, before anything of fourth street (GSD-7)."""
    return DealerStep(e.StoreOpened, "GSD-7", draws=_face_up(state, 3))


def service(state: HandState, waiting: Sequence[Place]) -> Turn | None:
    """The restock or decision that comes before the next card; None when that card is the stub's."""
    store = state.store
    place = waiting[0]
    if store is None or store.passed == place or not _can_buy(state, place):
        return None
    if None in store.row:
        return _restock(state, store.row)
    stack = state.seats[place].stack
    buys = [
        Option(e.StoreCardBought, slot, slot, f"for {price}", card)
        for slot, card in zip(SLOTS, store.row, strict=True)
        if (price := state.setup.rules.price(slot)) <= stack
    ]
    return Decision(state, STORE, place, (*buys, Option(e.StorePassed)))


def _why_not_served(decision: Decision, event: e.Event) -> Reason:
    if not isinstance(event, e.StoreCardBought):
        return "GSD-9", "at the store a player buys or passes"
    if type(event.slot) is not int or event.slot not in SLOTS:
        return "GSD-8", f"there are slots 1, 2 and 3, not {brief(event.slot)}"
    price = decision.state.setup.rules.price(event.slot)
    stack = decision.state.seats[decision.place].stack
    if price > stack:
        return "HOUSE-16", f"slot {event.slot} costs {price} and they have {stack}"
    if event.price != price:
        return "GSD-8", f"slot {event.slot} costs {price}, not {brief(event.price)}"
    return "GSD-9", f"slot {event.slot} holds another card"


STORE: Final = Question("store", "GSD-9", _why_not_served)


def next_served(state: HandState, waiting: Sequence[Place]) -> list[Place]:
    """Who is dealt from the stub now: the first, and those after who cannot buy (HOUSE-12)."""
    return [waiting[0], *takewhile(lambda place: not _can_buy(state, place), waiting[1:])]


def _can_buy(state: HandState, place: Place) -> bool:
    """Whether a place can act and can pay for slot 1 (HOUSE-12, HOUSE-13)."""
    return bool(state.acting >> place & 1) and state.seats[place].stack >= state.setup.rules.price(1)


def _restock(state: HandState, row: tuple[object, ...]) -> DealerStep:
    slides = state.setup.rules.restock == "slide"
    slot = 3 if slides else row.index(None) + 1
    rule = "HOUSE-14" if slides else "GSD-10"
    return DealerStep(e.StoreRestocked, rule, draws=_face_up(state, 1), number=slot)


def _face_up(state: HandState, count: int) -> Draws:
    return tuple([(0, position, True) for position in state.stub.next(count)])

"""What somebody attempts, as an event and in words, whether it is legal or not."""

from __future__ import annotations

from typing import Any, Final

from grocerydots import events as e
from grocerydots.errors import brief
from grocerydots.phases.shape import EVENT_TYPES
from grocerydots.state import HandState
from grocerydots.turns import Decision


def attempted(decision: Decision, kind: type[Any], number: int | None) -> e.Event:
    """The event of a kind that this decision does not offer, as nearly as it can be built."""
    return attempt(decision.state, decision.seat or 0, kind, number)


def attempt(state: HandState, seat: int, kind: type[Any], number: int | None = None) -> e.Event:
    """An event of a player's choice that may well be illegal: for callers that want to hear why.

    `number` is the total of a wager or the slot of a purchase; without it a wager is to the lower limit.
    """
    here = state.seat(seat) if seat in state.setup.order else None
    wagered, stack = (here.wagered, here.stack) if here else (0, 0)
    event: e.Event
    if kind in e.WAGERS:
        to = state.setup.rules.betting.lower if number is None else number
        event = kind(seat, to - wagered if type(to) is int else to, to, True)
    elif kind is e.StoreCardBought:
        event = _purchase(state, seat, number)
    elif kind is e.RakeTaken:
        event = e.RakeTaken(number)  # type: ignore[arg-type]
    elif kind is e.AntePosted:
        event = e.AntePosted(seat, state.setup.rules.ante)
    elif kind is e.BroughtIn:
        event = e.BroughtIn(seat, state.setup.rules.bring_in, state.setup.rules.bring_in_is_wager)
    elif kind is e.Called:
        event = e.Called(seat, max(0, min(state.round.bet - wagered, stack)))
    elif kind is e.HandCancelled:
        event = e.HandCancelled(())
    else:
        event = kind(seat)
    return event


def _purchase(state: HandState, seat: int, slot: Any) -> e.Event:
    row = state.store.row if state.store is not None else ()
    card = row[slot - 1] if type(slot) is int and 1 <= slot <= len(row) else None
    price = state.setup.rules.price(slot) if type(slot) is int else 0
    return e.StoreCardBought(seat, slot, card, price)  # type: ignore[arg-type]


def words_of(kind: type) -> str:
    """An event's class in words, as a message names what is due: ``HandShown`` is "hand shown"."""
    return "".join(f" {c.lower()}" if c.isupper() else c for c in kind.__name__).strip()


def tried(event: e.Event) -> str:
    """What an event attempts, in words that follow "cannot"."""
    match event:
        case e.Completed(to=to):
            return f"complete to {brief(to)}"
        case e.Bet(to=to):
            return f"bet {brief(to)}"
        case e.Raised(to=to):
            return f"raise to {brief(to)}"
        case e.Called(amount=amount):
            return f"call {brief(amount)}"
        case e.StoreCardBought(slot=slot):
            return f"buy slot {brief(slot)}"
        case e.BroughtIn(amount=amount):
            return f"bring in {brief(amount)}"
        case e.AntePosted(amount=amount):
            return f"ante {brief(amount)}"
        case e.TimedOut(result=result):
            return f"time out with {brief(result)}"
        case e.RakeTaken(amount=amount):
            return f"take a rake of {brief(amount)}"
        case e.DotsTieConfirmed(policy=policy):
            return f"confirm {brief(policy)} for a dots tie"
    kind = type(event)
    return _BARE.get(kind) or f"record {words_of(kind) if kind in EVENT_TYPES else brief(event)}"


_BARE: Final[dict[type, str]] = {
    e.EntropyCommitted: "commit to entropy",
    e.EntropyAdded: "add entropy",
    e.DeckSealed: "seal the deck",
    e.HandCancelled: "cancel the hand",
    e.SatOut: "sit out",
    e.Checked: "check",
    e.Folded: "fold",
    e.StorePassed: "pass",
    e.HandShown: "show",
    e.HandMucked: "muck",
}

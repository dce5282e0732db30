"""What somebody attempts, legal or not: its event, its words, whose it is, and at which turn it belongs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, cast

from grocerydots import events as e
from grocerydots.choices import CHOICES
from grocerydots.describe import describe_step
from grocerydots.errors import IllegalEvent, brief
from grocerydots.rules.rules import MAX_CHIPS, Seat
from grocerydots.state import HandState, Stage

Reason: TypeAlias = tuple[str, str]  #: A rule, and why it forbids an event, in words.

#: Choices of a player, entropy too.
PLAYERS: Final = (
    e.AntePosted, e.SatOut, e.BroughtIn, *e.WAGERS, e.Called, e.Checked, e.Folded, e.StoreCardBought,
    e.StorePassed, e.HandShown, e.HandMucked, e.TimedOut, e.EntropyCommitted, e.EntropyAdded,
)  # fmt: skip


def attempt(state: HandState, seat: Seat, kind: type[object], number: object = None) -> e.Event:
    """An event of a choice that may well be illegal, for callers that want to hear why.

    `number` is the total of a wager, the slot of a purchase or the chips of a rake. Without it a wager is to
    the lower limit.
    """
    if number is None:
        number = _usual_number(state, seat, kind)
    make = cast("Callable[..., e.Event]", kind)
    return make(*CHOICES[kind].fields(state, seat, number, True))


def _usual_number(state: HandState, seat: Seat, kind: type[object]) -> int | None:
    """The number that the rules give a choice that names none; None when they give none."""
    rules = state.setup.rules
    if kind in e.WAGERS:
        return rules.betting.lower
    if kind is e.AntePosted:
        return rules.ante
    if kind is e.BroughtIn:
        return rules.bring_in
    if kind is e.Called:
        player = state.seat(seat) if seat in state.setup.order else None
        return 0 if player is None else max(0, min(state.round.bet - player.wagered, player.stack))
    return None


def tried(event: e.Event) -> str:
    """What an event attempts, in words that follow "cannot": ``raise to 25``, ``buy slot 2``."""
    kind = type(event)
    if kind in _TRIED:
        return _TRIED[kind](event)
    if kind in CHOICES:
        choice = CHOICES[kind]
        return f"{choice.words} {brief(getattr(event, choice.number))}" if choice.number else choice.words
    return describe_step(kind)


_TRIED: Final[dict[type, Callable[..., str]]] = {
    e.StoreCardBought: lambda v: f"buy slot {brief(v.slot)}",
    e.RakeTaken: lambda v: f"take a rake of {brief(v.amount)}",
    e.DotsTieConfirmed: lambda v: f"confirm {brief(v.policy)} for a dots tie",
    e.TimedOut: lambda v: f"time out with {brief(v.result)}",
    e.EntropyCommitted: lambda _: "commit to entropy",
    e.EntropyAdded: lambda _: "add entropy",
}


def seat_of(event: e.Event) -> Seat | None:
    """Who an event says acts; None when it is the dealer's or the house's, or names no seat number."""
    seat = event.seat if isinstance(event, PLAYERS) else None
    return seat if type(seat) is int and 0 < seat <= MAX_CHIPS else None


def refused(event: e.Event, reason: Reason, legal: str = "") -> IllegalEvent:
    """The error for an event with the reason against it, and what is legal instead."""
    seat, words = seat_of(event), tried(event)
    if seat is None and isinstance(event, PLAYERS):
        words += f" for seat {brief(event.seat)}"
    return IllegalEvent(rule=reason[0], seat=seat, tried=words, reason=reason[1], legal=legal)


def elsewhere(state: HandState, event: e.Event, at: object) -> Reason | None:
    """The reason against an event of one kind of turn at any other; None for every other event.

    `at` is the kind of the turn: a decision's, or the class of event that the dealer is due.
    """
    match event:
        case e.StoreCardBought() | e.StorePassed() if at != "store":
            return not_at_the_store(state)
        case e.RakeTaken() if at != "rake":
            return "HOUSE-32", "no rake is due"
        case e.ChipsReturned() if at is not e.ChipsReturned:
            return "HOUSE-30", "no chips are uncalled"
        case e.EntropyCommitted() | e.EntropyAdded():
            return _no_entropy(state)
    return None


def not_at_the_store(state: HandState) -> Reason:
    """The reason against buying or passing by who is not being served."""
    if state.store is not None and state.store.closed:
        return "GSD-11", "the store is discarded"
    return "GSD-9", "it is not their turn at the store"


def _no_entropy(state: HandState) -> Reason:
    """The reason against players' entropy where none is due: GSD-1 is the rule that there is a deck."""
    setup = state.setup
    seats = setup.opening.entropy_seats
    if not seats:
        return "GSD-1", "this hand takes no entropy"
    if state.stage is Stage.OPENING and len(setup.entropy) < len(seats):
        return "GSD-16", "the dealer confirms first how a dots tie is settled"
    return "GSD-1", "the time for entropy is over"

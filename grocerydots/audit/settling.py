"""What should have been: the right end of a hand, and the chips that each player is owed over the log's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from grocerydots import events as e
from grocerydots.errors import IllegalEvent
from grocerydots.evolve import evolve
from grocerydots.phases import turn
from grocerydots.phases.check import check_turn
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn, time_out_of

#: Dealer's steps that only move chips, and that the public state settles.
_MONEY = (e.AntesPosted, e.HandCancelled, e.ChipsReturned, e.PotsAwarded, e.HandClosed)
_SETTLING = (e.HandCancelled, e.PotsAwarded, e.HandClosed)


def is_settling(now: Turn) -> bool:
    """Whether play is over and only chips are still to be given out."""
    if isinstance(now, DealerStep):
        return now.kind in _SETTLING
    return isinstance(now, Decision) and now.kind == "rake"


def settled(state: HandState, rest: Sequence[e.Event]) -> HandState:
    """The end of a hand of which only the settling is left, as the rules have it.

    The house's rake is the one that `rest`, the log from here on, names, or none where that one is not legal.
    """
    while not state.is_over:
        now = turn(state)
        if isinstance(now, Decision):
            named = next((event for event in rest if isinstance(event, e.RakeTaken)), None)
            event: e.Event = now.matching(named) or e.RakeTaken(0)
        else:
            event = _due(now)
        state = evolve(state, event)
    return state


def _due(now: Turn) -> e.Event:
    if not isinstance(now, DealerStep) or now.event is None:
        raise AssertionError("what is due in settling follows from the public state")
    return now.event


def amended(state: HandState, rest: Sequence[e.Event]) -> HandState | None:
    """The end of the hand, every choice of the log taken as made and paid as the rules ask.

    `rest` is the log from here on. None when more than chips is wrong, or the log stops before the end.
    """
    at = 0
    while at < len(rest):
        now = turn(state)
        if is_settling(now):
            return settled(state, rest[at:])
        event = rest[at]
        due: e.Event | None
        if _is_allowed(state, now, event):
            due, at = event, at + 1
        elif isinstance(now, DealerStep) and now.kind in _MONEY:
            due, at = now.event, at + (event.__class__ is now.kind)
        elif isinstance(event, e.ChipsReturned | e.RakeTaken):
            at += 1  # chips that were nobody's due
            continue
        else:
            due, at = _as_chosen(now, event), at + 1
        if due is None:
            return None
        state = evolve(state, due)
    return None


def _is_allowed(state: HandState, now: Turn, event: e.Event) -> bool:
    try:
        check_turn(state, now, event)
    except IllegalEvent:
        return False
    return True


def _as_chosen(now: Turn, event: e.Event) -> e.Event | None:
    """The player's choice as this decision allows it; None when it allows no such choice."""
    if not isinstance(now, Decision) or getattr(event, "seat", None) != now.seat:
        return None
    if isinstance(event, e.TimedOut):
        clock = time_out_of(now)
        return clock if clock is not None and clock.result == event.result else None
    due = now.find(event.__class__, _chosen(event))
    return due if getattr(due, "card", None) is getattr(event, "card", None) else None


def _chosen(event: e.Event) -> int | None:
    """The number that a choice names: a wager's total, a slot; None where it is no choice."""
    match event:
        case e.Completed(to=number) | e.Bet(to=number) | e.Raised(to=number) | e.StoreCardBought(slot=number):
            return number
    return None


def final_stacks(state: HandState, rest: Sequence[e.Event]) -> dict[Seat, Chips] | None:
    """The final stacks that a log claims; None when it does not say.

    `state` is the one before `rest`. Where the hand is not closed, awards count on top of its stacks.
    """
    first, last = rest[0], rest[-1]
    if isinstance(last, e.HandClosed):
        return summed(last.stacks)
    if isinstance(first, e.PotsAwarded):
        return summed([*state.stacks.items(), *[(award.seat, award.amount) for award in first.awards]])
    return None


def summed(payments: Iterable[tuple[Seat, Chips]]) -> dict[Seat, Chips]:
    """The chips of each seat, all payments to it together."""
    sums: dict[Seat, Chips] = {}
    for seat, amount in payments:
        sums[seat] = sums.get(seat, 0) + amount
    return sums


def owed(right: Mapping[Seat, Chips], claimed: Mapping[Seat, Chips]) -> tuple[e.Payment, ...]:
    """What each seat is owed over the claimed stacks, by seat number; negative for what it owes."""
    seats = sorted({*right, *claimed})
    differences = [e.Payment(seat, right.get(seat, 0) - claimed.get(seat, 0)) for seat in seats]
    return tuple([payment for payment in differences if payment.amount])

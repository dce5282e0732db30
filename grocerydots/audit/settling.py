"""The entry at which a log leaves the rules, the right end of the hand, and the chips that are owed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from grocerydots import events as e
from grocerydots.audit.report import Finding, Gravity, OwedAs
from grocerydots.audit.walk import Fault, Reading, Walk
from grocerydots.describe import Mistake, describe, describe_step
from grocerydots.english import chips, cut
from grocerydots.errors import IllegalEvent
from grocerydots.evolve import evolve
from grocerydots.history import legal_words
from grocerydots.phases import turn
from grocerydots.phases.check import check_turn
from grocerydots.phases.dealer import refute
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn, time_out_of


class Counted(NamedTuple):
    """What the chips should have come to, beside what the log claims."""

    stacks: tuple[e.Payment, ...] = ()
    owed: tuple[e.Payment, ...] = ()
    owed_as: OwedAs | None = None
    if_undone: tuple[e.Payment, ...] = ()


def settlement(reading: Reading, walk: Walk) -> tuple[list[Finding], Counted]:
    """The finding about the entry where the walk stopped, if it did, and the chips as they should be."""
    rest, state, now, fault = reading.events[walk.good :], walk.state, walk.now, walk.fault
    if fault is None:
        return [], Counted(_payments(state.stacks) if state is not None and state.is_over else ())
    if state is None or fault.is_of_chips:
        mistake, right = Mistake(fault.rule, describe(rest[0]), fault.reason), None
    else:
        mistake, right = _mistake(state, now, rest, fault), amended(state, rest)
    gravity: Gravity = "illegal"
    if state is None or right is None:
        counted = Counted(if_undone=undone(reading.events))
        follows = "nothing after this can be relied on"
    else:
        gravity, owed_as, basis = _SETTLED if is_settling(now) else _PAID
        counted = _counted(right, state, rest, owed_as)
        follows = _owed_words(counted, f"{basis}{_rake(right, rest)}")
    says, due = cut(mistake.said), cut(mistake.due)
    about = mistake.about or _AT_STAKE.get(_kind_due(now), "")
    return [reading.finding(gravity, walk.good, says, due, cut(follows), mistake.rule, about)], counted


#: What is at stake where what is due is wrong.
_AT_STAKE: Final[dict[type | None, str]] = {
    e.HandClosed: "the final stacks",
    e.HandCancelled: "the antes of a cancelled hand",
    e.AntesPosted: "the antes",
    e.ChipsReturned: "chips that nobody called",
    e.RakeTaken: "the rake",
}


def _kind_due(now: Turn) -> type | None:
    if isinstance(now, Decision):
        return e.RakeTaken if now.kind == "rake" else None
    return now.kind if isinstance(now, DealerStep) else None


#: The gravity of a fault where the hand's right end is known, as what chips are owed, and on what basis.
_Ground: TypeAlias = tuple[Gravity, OwedAs, str]
_SETTLED: Final[_Ground] = "settling", "settled", "play was right, so the right settling is known"
_PAID: Final[_Ground] = "illegal", "paid", "with every choice as it was made and paid as the rules ask"


def _counted(right: HandState, state: HandState, rest: Sequence[e.Event], owed_as: OwedAs) -> Counted:
    """The chips of a hand whose right end is known."""
    stacks, claimed = _payments(right.stacks), claimed_stacks(state, rest)
    return Counted(stacks) if claimed is None else Counted(stacks, owed(right.stacks, claimed), owed_as)


def _payments(stacks: Mapping[Seat, Chips]) -> tuple[e.Payment, ...]:
    return tuple([e.Payment(seat, amount) for seat, amount in stacks.items()])


def undone(events: Sequence[e.Event]) -> tuple[e.Payment, ...]:
    """What each seat is owed over the log's final stacks when the whole hand is undone."""
    opening, closing = events[0], events[-1]
    if not isinstance(opening, e.HandOpened) or not isinstance(closing, e.HandClosed):
        return ()
    return owed({seating.seat: seating.stack for seating in opening.seats}, closing.stacks)


def _rake(right: HandState, rest: Sequence[e.Event]) -> str:
    """That no rake was taken off where the house had one to name, and named none that it may take."""
    if right.settling.rake is None or e.RakeTaken(right.settling.rake) in rest:
        return ""
    return "; no lawful rake is on record"


def _owed_words(counted: Counted, basis: str) -> str:
    if counted.owed_as is None:
        return f"{basis}; no final stacks are on record yet"
    if not counted.owed:
        return f"{basis}; the final stacks are right all the same"
    parts = ", ".join(f"seat {seat} {amount:+d}" for seat, amount in counted.owed)
    missing = sum(amount for _, amount in counted.owed)
    astray = "are missing from the table" if missing > 0 else "came from nowhere"
    return f"{basis}: {parts}{f', and {chips(abs(missing))} {astray}' if missing else ''}"


# What the log says and what the rules say


def _mistake(state: HandState, now: Turn, rest: Sequence[e.Event], fault: Fault) -> Mistake:
    """What is wrong with the first of the entries that are left."""
    event = rest[0]
    if isinstance(now, Decision):
        legal = fault.legal if now.kind == "entropy" else f"allowed: {legal_words(now)}"
        return Mistake(fault.rule, describe(event), f"{fault.reason}; {legal}")
    assert isinstance(now, DealerStep)  # nothing can be read after a hand is over
    if event.__class__ is now.kind:
        return refute(now, state, event) or Mistake(fault.rule, describe(event), fault.reason)
    due = f"the dealer has to {describe_step(now.kind)}" if now.event is None else describe(now.event)
    if now.kind in [following.__class__ for following in rest[1:2]]:  # something was put before what is due
        return Mistake(fault.rule, describe(event), f"{fault.reason}; due: {due}")
    return Mistake(now.rule, describe(event), f"first is due: {due}")


# The right end of a hand

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
            state = evolve(state, now.matching(named) or e.RakeTaken(0))
        else:
            assert isinstance(now, DealerStep)
            assert now.event is not None  # what is due in settling follows from the public state
            state = evolve(state, now.event)
    return state


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
    number = getattr(event, "to", getattr(event, "slot", None))  # a wager's total, or what is bought
    due = now.find(event.__class__, number)
    return due if getattr(due, "card", None) is getattr(event, "card", None) else None


def claimed_stacks(state: HandState, rest: Sequence[e.Event]) -> Iterable[tuple[Seat, Chips]] | None:
    """The payments that make up the final stacks that a log claims; None when it does not say.

    `state` is the one before `rest`. Where the hand is not closed, awards count on top of its stacks.
    """
    first, last = rest[0], rest[-1]
    if isinstance(last, e.HandClosed):
        return last.stacks
    if isinstance(first, e.PotsAwarded):
        return [*state.stacks.items(), *[(award.seat, award.amount) for award in first.awards]]
    return None


def owed(right: Mapping[Seat, Chips], claimed: Iterable[tuple[Seat, Chips]]) -> tuple[e.Payment, ...]:
    """What each seat is owed over all claimed payments to it, by seat number; negative for what it owes."""
    left = dict(right)
    for seat, amount in claimed:
        left[seat] = left.get(seat, 0) - amount
    return tuple([e.Payment(seat, amount) for seat, amount in sorted(left.items()) if amount])

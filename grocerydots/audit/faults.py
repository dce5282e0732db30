"""The entry at which a log leaves the rules, as a finding: what it says, what they say, what follows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding, Gravity, OwedAs
from grocerydots.audit.settling import amended, final_stacks, is_settling, owed, settled, summed
from grocerydots.audit.walk import Fault, Walk
from grocerydots.describe import Mistake, describe, describe_step
from grocerydots.english import chips, cut
from grocerydots.history.decisions import legal_words
from grocerydots.phases.dealer import refute
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn


class Counted(NamedTuple):
    """What the chips should have come to, beside what the log claims."""

    stacks: tuple[e.Payment, ...] = ()
    owed: tuple[e.Payment, ...] = ()
    owed_as: OwedAs | None = None
    if_undone: tuple[e.Payment, ...] = ()


def found(reading: Reading, walk: Walk, fault: Fault) -> tuple[Finding, Counted]:
    """The finding about the entry where the walk stopped, and the chips that are owed."""
    rest = reading.events[walk.good :]
    state, now = walk.state, walk.now
    if state is None or fault.is_of_chips:
        reason = Mistake(fault.rule, describe(rest[0]), fault.reason)
        return _finding(reading, walk.good, "illegal", reason, _NO_GROUND), Counted(
            if_undone=undone(reading.events)
        )
    reason = _reason(state, now, rest, fault)
    if is_settling(now):
        after = settled(state, rest)
        counted = _counted(after, state, rest, "settled")
        follows = _owed_words(counted, f"play was right, so the right settling is known{_rake(after, rest)}")
        return _finding(reading, walk.good, "settling", reason, follows), counted
    as_paid = amended(state, rest)
    if as_paid is None:
        return _finding(reading, walk.good, "illegal", reason, _NO_GROUND), Counted(
            if_undone=undone(reading.events)
        )
    counted = _counted(as_paid, state, rest, "paid")
    basis = "with every choice as it was made and paid as the rules ask"
    follows = _owed_words(counted, f"{basis}{_rake(as_paid, rest)}")
    return _finding(reading, walk.good, "illegal", reason, follows), counted


_NO_GROUND: Final = "what comes after has no ground to stand on"


def _finding(reading: Reading, entry: int, gravity: Gravity, reason: Mistake, follows: str) -> Finding:
    says, right = cut(reason.said), cut(reason.due)
    return Finding(gravity, entry, reading.line_of(entry), reason.rule, says, right, cut(follows))


def _counted(right: HandState, state: HandState, rest: Sequence[e.Event], owed_as: OwedAs) -> Counted:
    """The chips of a hand whose right end is known."""
    stacks = tuple([e.Payment(seat, amount) for seat, amount in right.stacks.items()])
    claimed = final_stacks(state, rest)
    if claimed is None:
        return Counted(stacks)
    return Counted(stacks, owed(right.stacks, claimed), owed_as)


def undone(events: Sequence[e.Event]) -> tuple[e.Payment, ...]:
    """What each seat is owed over the log's final stacks when the whole hand is undone."""
    opening, closing = events[0], events[-1]
    if not isinstance(opening, e.HandOpened) or not isinstance(closing, e.HandClosed):
        return ()
    return owed({seating.seat: seating.stack for seating in opening.seats}, summed(closing.stacks))


def _rake(right: HandState, rest: Sequence[e.Event]) -> str:
    """That no rake was taken off where the house had one to name, and named none that it may take."""
    if right.settling.rake is None or e.RakeTaken(right.settling.rake) in rest:
        return ""
    return ", without a rake, as none is on record that may be taken"


def _owed_words(counted: Counted, basis: str) -> str:
    if counted.owed_as is None:
        return f"{basis}; no final stacks are on record yet"
    if not counted.owed:
        return f"{basis}; the final stacks are right all the same"
    parts = ", ".join(f"seat {seat} {amount:+d}" for seat, amount in counted.owed)
    missing = sum(amount for _, amount in counted.owed)
    more = f", and {chips(abs(missing))} {_ASTRAY[missing > 0]}" if missing else ""
    return f"{basis}: {parts}{more}"


_ASTRAY: Final = {True: "are missing from the table", False: "came from nowhere"}


# What the log says and what the rules say


def _reason(state: HandState, now: Turn, rest: Sequence[e.Event], fault: Fault) -> Mistake:
    """What is wrong with the first of the entries that are left."""
    event = rest[0]
    if not isinstance(now, DealerStep):
        return Mistake(fault.rule, describe(event), _with_legal(now, fault))
    if event.__class__ is now.kind:
        return refute(now, state, event) or Mistake(fault.rule, describe(event), fault.reason)
    due = f"the dealer has to {describe_step(now.kind)}" if now.event is None else describe(now.event)
    if now.kind in [following.__class__ for following in rest[1:2]]:  # something was put before what is due
        return Mistake(fault.rule, describe(event), f"{fault.reason}; due: {due}")
    return Mistake(now.rule, describe(event), f"first is due: {due}")


def _with_legal(now: Turn, fault: Fault) -> str:
    """Why not, and what would be allowed."""
    if not isinstance(now, Decision):
        raise AssertionError("nothing can be read after a hand is over")
    legal = fault.legal if now.kind == "entropy" else f"allowed: {legal_words(now)}"
    return f"{fault.reason}; {legal}"

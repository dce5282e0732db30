"""The entry at which a log leaves the rules, as a finding: what it says, what they say, what follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit.awards import Reason, why_wrong
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding, Gravity, OwedAs
from grocerydots.audit.settling import amended, final_stacks, is_settling, owed, settled, summed
from grocerydots.audit.walk import Fault, Walk
from grocerydots.audit.words import chips, draws_told, told
from grocerydots.history.decisions import legal_words
from grocerydots.phases import DealerStep, Decision, Turn
from grocerydots.phases.attempts import words_of
from grocerydots.state import HandState

#: Characters of what a finding quotes of a log, whatever that holds.
LONGEST: Final = 600


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
        reason = Reason(fault.rule, told(rest[0]), fault.reason)
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


def _finding(reading: Reading, entry: int, gravity: Gravity, reason: Reason, follows: str) -> Finding:
    says, right = cut(reason.log_says), cut(reason.rules_say)
    return Finding(gravity, entry, reading.line_of(entry), reason.rule, says, right, cut(follows))


def cut(text: str) -> str:
    """A text that is not too long to read."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _counted(right: HandState, state: HandState, rest: tuple[e.Event, ...], owed_as: OwedAs) -> Counted:
    """The chips of a hand whose right end is known."""
    stacks = tuple([e.Payment(seat, amount) for seat, amount in right.stacks.items()])
    claimed = final_stacks(state, rest)
    if claimed is None:
        return Counted(stacks)
    return Counted(stacks, owed(right.stacks, claimed), owed_as)


def undone(events: tuple[e.Event, ...]) -> tuple[e.Payment, ...]:
    """What each seat is owed over the log's final stacks when the whole hand is undone."""
    opening, closing = events[0], events[-1]
    if not isinstance(opening, e.HandOpened) or not isinstance(closing, e.HandClosed):
        return ()
    return owed({seating.seat: seating.stack for seating in opening.seats}, summed(closing.stacks))


def _rake(right: HandState, rest: tuple[e.Event, ...]) -> str:
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


def _reason(state: HandState, now: Turn, rest: tuple[e.Event, ...], fault: Fault) -> Reason:
    """What is wrong with the first of the entries that are left."""
    event = rest[0]
    if not isinstance(now, DealerStep):
        return Reason(fault.rule, told(event), _with_legal(now, fault))
    if event.__class__ is now.kind:
        return _wrong_step(state, now, event, fault)
    due = words_of(now.kind) if now.event is None else told(now.event)
    if now.kind in [following.__class__ for following in rest[1:2]]:  # something was put before what is due
        return Reason(fault.rule, told(event), f"{fault.reason}; due: {due}")
    return Reason(now.rule, told(event), f"first is due: {due}")


def _with_legal(now: Turn, fault: Fault) -> str:
    """Why not, and what would be allowed."""
    if not isinstance(now, Decision):
        raise AssertionError("nothing can be read after a hand is over")
    legal = fault.legal if now.kind == "entropy" else f"allowed: {legal_words(now)}"
    return f"{fault.reason}; {legal}"


def _wrong_step(state: HandState, now: DealerStep, event: e.Event, fault: Fault) -> Reason:
    """Why a dealer's step of the right kind was carried out wrongly."""
    if isinstance(event, e.PotsAwarded):
        return why_wrong(state, event.awards)
    if now.event is not None and event != now.event:
        return Reason(fault.rule, told(event), told(now.event))
    wrong = _first_wrong_draw(now, event)
    if wrong is not None:
        return Reason(fault.rule, wrong.log_says, wrong.rules_say)
    return Reason(fault.rule, told(event), fault.reason)


def _first_wrong_draw(now: DealerStep, event: e.Event) -> Reason | None:
    """The first card that went elsewhere, or from elsewhere in the deck, than is due."""
    drawn = list(_drawn(now, event))
    due = list(now.draws)
    for number in range(max(len(drawn), len(due))):
        if drawn[number : number + 1] != due[number : number + 1]:
            said, right = (draws_told(draws[number : number + 1]) or "no more" for draws in (drawn, due))
            which = f"card {number + 1}{' of the street' if isinstance(event, e.CardsDealt) else ''}"
            return Reason("", f"{which}: {said}", f"{which}: {right}")
    return None


def _drawn(now: DealerStep, event: e.Event) -> Iterable[tuple[int, e.Position, bool]]:
    """The cards that an event turns over; those due where it is about other things."""
    match event:
        case e.CardsDealt(cards=dealt):
            return [(d.seat, d.position, d.up) for d in dealt]
        case e.StoreOpened(cards=cards):
            return [(0, opening.position, True) for opening in cards]
        case e.DownCardsOpened(seat=seat, cards=cards):
            return [(seat, opening.position, True) for opening in cards]
        case e.StoreRestocked(position=position) | e.CommunityCardDealt(position=position):
            return [(0, position, True)]
    return now.draws

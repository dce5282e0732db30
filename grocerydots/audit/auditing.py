"""`audit`: everything that can be checked about a hand, put together into one report."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import attrs

from grocerydots import events as e
from grocerydots.audit.evidence import Evidence, Shown, shown
from grocerydots.audit.heads import Heads, Place
from grocerydots.audit.histories import Histories, histories
from grocerydots.audit.report import Checked, Finding, Report, in_order
from grocerydots.audit.settling import Counted, settlement, undone
from grocerydots.audit.walk import Clock, Reading, Walk, read_hand, read_hands, walked
from grocerydots.deck import Seed
from grocerydots.describe import describe_step
from grocerydots.english import cut, seats
from grocerydots.errors import BrokenChain, expect
from grocerydots.history import legal_words
from grocerydots.log import Log
from grocerydots.log.files import Source, opened_source, read_at
from grocerydots.phases.entropy import entropy_words
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import AnyReceipt, Keys
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn


def audit(
    log: Log | Source,
    *,
    openings: Iterable[Openings] = (),
    seed: Seed | None = None,
    receipts: Iterable[AnyReceipt] = (),
    keys: Keys | None = None,
) -> Report:
    """The report on the log of one hand: a `Log`, bytes, a file's path, or a file open in binary mode.

    `openings` are the seats' own, `seed` is the hand's, `receipts` are those that anybody kept, `keys` are
    the operator's public ones: each lets the audit check more. Never raises for what is in the log. Raises
    `OSError` for a file that cannot be opened.
    """
    evidence = Evidence.of(openings, seed, receipts, keys)
    return report_on(read_hand(log), evidence)


def audit_archive(
    source: Source,
    *,
    openings: Iterable[Openings] = (),
    seeds: Mapping[str, Seed] | None = None,
    receipts: Iterable[AnyReceipt] = (),
    keys: Keys | None = None,
) -> Iterator[Report | Histories]:
    """A report on every hand of an archive, one at a time, in its order.

    Openings, seeds and receipts go to their hands by id. Where logs of the archive contradict each other, as
    two histories of one hand do, `Histories` come last, which are on these pairs. Takes the same sources as
    `audit`, and raises as little. Memory stays flat.
    """
    evidence = Evidence.of(openings, None, receipts, keys)
    with opened_source(source) as file, Heads() as heads:
        begin = file.tell() if isinstance(file, io.IOBase) and file.seekable() else 0
        for number, (reading, report) in enumerate(reports(file, evidence, seeds), 1):
            if reading.log is not None:
                heads.note(reading.log, Place(0, number, begin + reading.offset))
            yield report
        pairs = histories(
            heads,
            lambda place: read_at(file, place.offset),
            lambda place: f"hand {place.number} of the archive",
            evidence,
        )
    if pairs is not None:
        yield pairs


def reports(
    source: Source, evidence: Evidence, seeds: Mapping[str, Seed] | None
) -> Iterator[tuple[Reading, Report]]:
    """What could be read of each hand of an archive, and the report on it. Raises `WrongType`."""
    if seeds is not None:
        expect("seeds", seeds, Mapping)
    for reading in read_hands(source):
        log = reading.log
        yield reading, report_on(reading, evidence if log is None else evidence.for_hand(log.hand_id, seeds))


def report_on(reading: Reading, evidence: Evidence) -> Report:
    """The report on what could be read of one hand's log."""
    log, is_readable = reading.log, reading.error is None or isinstance(reading.error, BrokenChain)
    if log is None:
        return Report(is_readable=is_readable, findings=tuple(_unreadable(reading)))
    clock = Clock(reading)
    walk = walked(log.events, clock.see if clock.times else None)
    pieces = shown(reading, log, walk, evidence)
    fault, counted = settlement(reading, walk)
    others = [*clock.findings(), *pieces.findings]
    if any(finding.gravity in _PLAY for finding in others):
        counted = Counted(if_undone=undone(log.events))
    findings = [*fault, *others, *_unreadable(reading)]
    notes = [*_notes(reading, log, walk, pieces), *pieces.notes]
    return Report(
        hand_id=log.hand_id,
        strength=pieces.strength,
        supplied=pieces.supplied,
        deck=log.opening.deck,
        seats=log.opening.seats,
        entries=log.entries,
        head=log.head,
        is_readable=is_readable,
        is_finished=log.is_finished,
        findings=in_order([*findings, *pieces.inert, *notes]),
        stands_up_to=_stands_up_to(reading, walk, findings, pieces),
        stacks=counted.stacks,
        owed=counted.owed,
        owed_as=counted.owed_as,
        if_undone=counted.if_undone,
        checked=attrs.evolve(pieces.checked, entries=walk.good, times=0 if log.times is None else walk.good),
    )


#: The gravities that mean that play went wrong.
_PLAY: Final = ("illegal", "clock")


def _unreadable(reading: Reading) -> list[Finding]:
    """The finding about a line that cannot be read, or an end line that does not fit the log."""
    error = reading.error
    if error is None:
        return []
    entry = None if reading.is_finished else len(reading.events)
    says = f"{error.path}: {error.message}" if error.path else error.message
    if isinstance(error, BrokenChain):
        follows = "the log alone cannot show which line was changed; a receipt can narrow it down"
        right = "the end line counts the entries and holds the hash over all of them"
    else:
        follows = "nothing from this line on is part of a hand"
        right = "every line is one event of the format, in its canonical form, up to the end line"
    return [Finding("broken", entry, error.line, None, cut(says), right, follows)]


def _stands_up_to(reading: Reading, walk: Walk, findings: list[Finding], pieces: Shown) -> int | None:
    """The last entry before everything that is wrong; None when the first already is, or may be."""
    if pieces.is_another or isinstance(reading.error, BrokenChain):
        return None
    good = min([walk.good, *[f.entry for f in findings if f.gravity in _PLAY and f.entry is not None]])
    return good - 1 if good else None


# Notes


def _notes(reading: Reading, log: Log, walk: Walk, pieces: Shown) -> Iterator[Finding]:
    """The notes on a log that can be read at least in part."""
    state = walk.state
    if state is None:
        return
    yield from _on_the_deck(state, pieces.checked)
    yield from _on_entropy(state)
    limit = state.rules.act_within_ms
    if limit is None:
        yield from _on_time_outs(log.events[: walk.good])
    if not log.is_finished and reading.error is None and walk.fault is None:
        yield _note("the hand is not finished", f"it waits: {_waits(state, walk.now)}")
    if log.times is None and limit is not None:
        means = f"the table's clock of {limit} ms (ROOM-9) cannot be checked"
        yield _note("no line has a time", means, "ROOM-9")
    if not pieces.checked.signatures and not any(f.gravity == "receipt" for f in pieces.findings):
        means = "whoever wrote the log could have rewritten all of it"
        yield _note("no receipt that the operator signed was supplied", means)


def _on_time_outs(events: Sequence[e.Event]) -> Iterator[Finding]:
    """That somebody called time on players in a hand without a clock (HOUSE-40)."""
    called = sorted({event.seat for event in events if isinstance(event, e.TimedOut)})
    if called:
        means = "the log cannot prove that time was called on them: it is the word of whoever kept the log"
        yield _note(f"{seats(called)} timed out, and the hand has no clock", means, "HOUSE-40")


def _on_the_deck(state: HandState, checked: Checked) -> Iterator[Finding]:
    kind = state.setup.opening.deck
    hidden = 52 - checked.cards
    if kind == "unsealed":
        means = "the cards are not proved: nothing fixed the deck before it was dealt"
        yield _note("the deck is unsealed", means)
        return
    if kind == "test":
        yield _note("the deck is a test deck", "its cards are not secret: anybody can work them out")
    if hidden and state.setup.seals is not None:
        others = "the other players' openings" if checked.openings else "players' openings"
        means = f"{others} would prove their own cards, the seed all of them"
        yield _note(f"{hidden} of 52 cards stay sealed", means)


def _on_entropy(state: HandState) -> Iterator[Finding]:
    """A note that a hand was cancelled while its players' entropy was still missing."""
    added = dict(state.setup.entropy)
    missing = [seat for seat in state.setup.opening.entropy_seats if seat not in added]
    if missing and state.is_over:
        says = f"the hand was cancelled before {seats(missing)} had added entropy"
        allowed = "that is allowed, and on record"
        yield _note(says, f"{allowed}: a player who dislikes the coming deck can do no more than this")


def _waits(state: HandState, now: Turn) -> str:
    """What a hand waits for, in words."""
    if isinstance(now, DealerStep):
        return f"the dealer is to {describe_step(now.kind)} ({now.rule})"
    assert isinstance(now, Decision)  # a hand that is over is finished
    if now.kind == "entropy":
        return entropy_words(state)
    nobody = "the house" if now.kind == "rake" else "the dealer"
    return f"{nobody if now.seat is None else f'seat {now.seat}'} may {legal_words(now)}"


def _note(log_says: str, means: str, rule: str | None = None) -> Finding:
    return Finding("note", None, None, rule, log_says, means)

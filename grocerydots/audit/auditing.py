"""`audit`: everything that can be checked about a hand, put together into one report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.audit import chain
from grocerydots.audit.clock import Clock
from grocerydots.audit.evidence import Proof, proved
from grocerydots.audit.faults import Counted, found, undone
from grocerydots.audit.notes import notes_on
from grocerydots.audit.reading import Reading, read_hand, read_hands
from grocerydots.audit.report import Checked, Finding, Report, in_order
from grocerydots.audit.walk import Walk, walked
from grocerydots.deck import Seed
from grocerydots.english import cut
from grocerydots.errors import BrokenChain, expect, several
from grocerydots.log import Log
from grocerydots.log.files import Source
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Keys, Receipt, check_keys


def audit(
    log: Log | Source,
    *,
    openings: Iterable[Openings] = (),
    seed: Seed | None = None,
    receipts: Iterable[Receipt] = (),
    keys: Keys | None = None,
) -> Report:
    """The report on the log of one hand: a `Log`, bytes, a file's path, or a file open in binary mode.

    `openings` are the seats' own, `seed` is the hand's, `receipts` are what anybody kept, `keys` are the
    operator's public ones: each lets more be checked. Raises nothing for what stands in the log; `OSError`
    for a file that cannot be opened, `LogError` and `NotationError` for what is no log and no such thing.
    """
    brought = Brought.of(openings, receipts, keys)
    return report_on(read_hand(log), brought.with_seed(seed))


def audit_archive(
    source: Source,
    *,
    openings: Iterable[Openings] = (),
    seeds: Mapping[str, Seed] | None = None,
    receipts: Iterable[Receipt] = (),
    keys: Keys | None = None,
) -> Iterator[Report]:
    """A report on every hand of an archive, one at a time, in its order.

    Each hand takes what is its own of openings, seeds and receipts, by its id. Takes the sources that `audit`
    takes, and raises as little.
    """
    brought = Brought.of(openings, receipts, keys)
    if seeds is not None:
        expect("seeds", seeds, Mapping)
    for reading in read_hands(source):
        hand_id = reading.log.hand_id if reading.log is not None else None
        seed = seeds.get(hand_id) if seeds is not None and hand_id is not None else None
        yield report_on(reading, brought.for_hand(hand_id).with_seed(seed))


class Brought(NamedTuple):
    """What was brought along beside the log."""

    openings: tuple[Openings, ...] = ()
    seed: Seed | None = None
    receipts: tuple[Receipt, ...] = ()
    keys: Keys | None = None

    @classmethod
    def of(cls, openings: Iterable[Openings], receipts: Iterable[Receipt], keys: Keys | None) -> Brought:
        """What a caller brought, without the seed. Raises `NotationError` for anything else."""
        check_keys(keys)
        brought = several("openings", openings, Openings), several("receipts", receipts, Receipt)
        return cls(brought[0], None, brought[1], keys)

    def for_hand(self, hand_id: str | None) -> Brought:
        """What of it is of that hand."""
        openings = tuple([openings for openings in self.openings if openings.hand_id == hand_id])
        receipts = tuple([receipt for receipt in self.receipts if receipt.hand_id == hand_id])
        return self._replace(openings=openings, receipts=receipts)

    def with_seed(self, seed: Seed | None) -> Brought:
        """The same with the hand's seed. Raises `NotationError` for what is none."""
        if seed is not None:
            expect("seed", seed, Seed)
        return self._replace(seed=seed)


_NOTHING: Final = Brought()


def report_on(reading: Reading, brought: Brought = _NOTHING) -> Report:
    """The report on what could be read of one hand's log."""
    log = reading.log
    clock = Clock(reading)
    walk = walked(reading.events, clock.see if clock.times else None)
    proof = proved(reading, walk, brought.openings, brought.seed)
    vouched = chain.vouched(reading, brought.receipts, brought.keys)
    fault, counted = _of_play(reading, walk)
    others = clock.findings() + proof.findings
    if any(finding.gravity in _PLAY for finding in others):
        counted = Counted(if_undone=undone(reading.events))
    findings = [*fault, *others, *vouched.findings, *_unreadable(reading)]
    return Report(
        hand_id=None if log is None else log.hand_id,
        strength=proof.strength,
        deck=None if log is None else log.opening.deck,
        seats=() if log is None else log.opening.seats,
        entries=len(reading.events),
        head=None if log is None else log.head,
        is_readable=reading.error is None or isinstance(reading.error, BrokenChain),
        is_finished=reading.is_finished,
        findings=in_order(findings + notes_on(reading, walk, proof, vouched, brought.seed is not None)),
        stands_up_to=_stands_up_to(reading, walk, findings, vouched),
        stacks=counted.stacks,
        owed=counted.owed,
        owed_as=counted.owed_as,
        if_undone=counted.if_undone,
        checked=_checked(reading, walk, proof, vouched),
    )


#: What means that play went wrong.
_PLAY: Final = ("illegal", "clock")


def _of_play(reading: Reading, walk: Walk) -> tuple[list[Finding], Counted]:
    """What is wrong with play or settling, and the chips as they should be."""
    if walk.fault is not None:
        finding, counted = found(reading, walk, walk.fault)
        return [finding], counted
    if walk.state is None or not walk.state.is_over:
        return [], Counted()
    return [], Counted(tuple([e.Payment(*stack) for stack in walk.state.stacks.items()]))


def _unreadable(reading: Reading) -> list[Finding]:
    """The finding about the line that cannot be read, or that does not close the log."""
    error = reading.error
    if error is None:
        return []
    entry = None if reading.is_finished else len(reading.events)
    says = f"{error.path}: {error.message}" if error.path else error.message
    if isinstance(error, BrokenChain):
        follows = "which line was changed cannot be told from the log alone; a receipt tells it more closely"
        right = "the end line counts the entries and holds the hash over all of them"
    else:
        follows = "nothing from this line on is part of a hand"
        right = "every line is one event of the format, written in the one way there is, up to the end line"
    return [Finding("broken", entry, error.line, None, cut(says), right, follows)]


def _stands_up_to(
    reading: Reading, walk: Walk, findings: list[Finding], vouched: chain.Vouched
) -> int | None:
    """The last entry before everything that is wrong; None when the first already is."""
    good = [finding.entry for finding in findings if finding.gravity in _PLAY and finding.entry is not None]
    good.append(walk.good)
    if vouched.is_another or isinstance(reading.error, BrokenChain):
        good.append(vouched.entries)
    return min(good) - 1 if min(good) else None


def _checked(reading: Reading, walk: Walk, proof: Proof, vouched: chain.Vouched) -> Checked:
    return Checked(
        entries=walk.good,
        cards=proof.cards,
        times=0 if reading.log is None or reading.log.times is None else walk.good,
        openings=proof.seats,
        receipts=vouched.receipts,
        signatures=vouched.signatures,
        seed=proof.seed,
    )

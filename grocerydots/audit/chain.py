"""Receipts against the log: whether it shares their history, and from where at the latest it does not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding

if TYPE_CHECKING:
    from grocerydots.proofs.receipts import Keys, Receipt, ReceiptCheck


class Vouched(NamedTuple):
    """What receipts say about a log."""

    findings: list[Finding]
    entries: int = 0  #: The first entries that a receipt vouches for.
    receipts: int = 0  #: How many receipts the log shares the history of.
    signatures: int = 0  #: How many of those carry a signature that a key proves.
    is_another: bool = False  #: Whether some receipt was given for another history of this hand.


def vouched(reading: Reading, receipts: Sequence[Receipt], keys: Keys | None) -> Vouched:
    """What the receipts say about a log, each on its own."""
    log = reading.log
    if log is None or not receipts:
        return Vouched([])
    checks = sorted((receipt.verify(log, keys) for receipt in receipts), key=lambda c: c.receipt.entries)
    shared = [check for check in checks if check.shares]
    entries = shared[-1].receipt.entries if shared else 0
    findings = [_not_shared(reading, check, entries) for check in checks if not check.shares]
    findings += [_unsigned(check) for check in checks if check.signature is not None and not check.signature]
    return Vouched(
        findings,
        entries,
        len(shared),
        sum(bool(check.signature) for check in shared),
        any(check.outcome == "changed" for check in checks),
    )


def _not_shared(reading: Reading, check: ReceiptCheck, vouched_for: int) -> Finding:
    """The finding about a receipt whose history is not the log's."""
    receipt, entry = check.receipt, check.differs_by
    kept = f"the receipt was given for {receipt.entries} entries, with the head {receipt.head}"
    if check.outcome == "other_hand":
        kept = f"the receipt is of hand {receipt.hand_id}"
        says = f"the log is of hand {reading.log.hand_id}" if reading.log else ""
        return _finding(reading, None, says, kept, "this receipt says nothing about this log")
    if receipt.entries > check.entries:
        says = f"the log has {check.entries} entries{'' if reading.is_finished else ' that can be read'}"
        return _finding(
            reading, entry, says, kept, "entries are missing, or this is another history of the hand"
        )
    if vouched_for > receipt.entries:
        more = (
            f"another receipt vouches for {vouched_for} entries of this log, so the two contradict each other"
        )
    elif vouched_for:
        more = f"the history was changed in one of the entries {vouched_for} to {entry}"
    else:
        more = f"the history was changed at entry {entry} at the latest"
    if check.is_evidence:
        more += "; the operator signed the receipt and has given out two histories"
    head = reading.log.head_at(receipt.entries) if reading.log else ""
    return _finding(reading, entry, f"after {receipt.entries} entries the head is {head}", kept, more)


def _unsigned(check: ReceiptCheck) -> Finding:
    """The finding about a receipt that keys do not prove to be the operator's."""
    kept = f"the receipt for {check.receipt.entries} entries: {check.signature}"
    says = "a log cannot say who signed a receipt of it"
    return Finding(
        "receipt", None, None, None, says, kept, "this receipt is no evidence against the operator"
    )


def _finding(reading: Reading, entry: int | None, says: str, kept: str, follows: str) -> Finding:
    there = entry is not None and entry < len(reading.events)
    line = reading.line_of(entry) if there and entry is not None else None
    return Finding("receipt", entry if there else None, line, None, says, kept, follows)

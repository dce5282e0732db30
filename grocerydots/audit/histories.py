"""Two histories of one hand or table among any number of logs and receipts, and two hands of one seed.

Only logs whose ids or seed commitments come again are read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, islice
from typing import ClassVar, Final, NamedTuple, TypeAlias

import attrs

from grocerydots.audit.evidence import Evidence, Receipts, contradictions
from grocerydots.audit.heads import Heads, Place, Row
from grocerydots.audit.report import Finding, Outcome, in_order, with_names
from grocerydots.describe import describe
from grocerydots.english import capital, count, cut
from grocerydots.history.printable import table_names
from grocerydots.log import Log
from grocerydots.log.log import AnyLog
from grocerydots.proofs.receipts import AnyReceipt
from grocerydots.table.log import TABLE

_MOST: Final = 100  #: Pairs that are listed.
_EACH_ALONE: Final = "each log keeps its own verdict"
#: Reads the log at a place again; None where that cannot be done, as with a pipe.
Again: TypeAlias = Callable[[Place], AnyLog | None]
Names: TypeAlias = Callable[[Place], str]  #: Says where a log is: ``friday.jsonl, hand 3``.


@attrs.frozen(kw_only=True)
class Histories(Outcome):
    """What an audit says of logs that contradict each other, two at a time."""

    _format: ClassVar[tuple[str, int]] = "grocerydots-histories", 1

    pairs: int = 0  #: How many pairs were found; the findings are on the first of them.

    @property
    def conclusion(self) -> str:
        """The verdict in one plain sentence: ``There are two histories of hand friday-7.``."""
        first = self.findings[0]
        if first.gravity == "histories":
            return f"There are {first.about}."
        return f"There may be {first.about}: that cannot be told of what came by a pipe."

    def to_object(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {"conclusion": self.conclusion, **super().to_object()}

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        lines = [self.conclusion]
        for finding in self.findings:
            lines += ["", f"{capital(finding.about)}:", f"- {finding.log_says}."]
            lines += [f"- {finding.rules_say}.", f"  What follows: {finding.follows}."]
        more = self.pairs - len(self.findings)
        return "\n".join([*lines, "", f"There are {count(more, 'more pair')} of logs."] if more else lines)


def histories(heads: Heads, again: Again, names: Names, evidence: Evidence) -> Histories | None:
    """The report on all pairs of logs that contradict each other, None where there are none.

    Two logs under one id do unless one continues the other; two hands do that commit to one seed; and so do
    proved receipts of what no log is of.
    """
    found = (pair for rows in heads.pairs() if (pair := _pair(*rows, again)) is not None)
    findings = [_finding(pair, names, evidence) for pair in islice(found, _MOST)]
    more = sum(1 for _ in found)
    findings += _of_receipts(heads, evidence)
    pairs = len(findings) + more
    return Histories(findings=in_order(findings), pairs=pairs) if pairs else None


class _Pair(NamedTuple):
    """Two logs that contradict each other, or may do so, the shorter first."""

    shorter: Row
    longer: Row
    one: AnyLog | None  #: The shorter; None where it cannot be read again.
    other: AnyLog | None  #: The longer.

    @property
    def is_sure(self) -> bool:
        """Whether the longer log is known not to continue the shorter, rather than out of reach."""
        return self.other is not None or self.shorter.is_closed or self.shorter.entries == self.longer.entries

    @property
    def parting(self) -> int | None:
        """The first entry that is not the same; None where a log is out of reach."""
        if self.one is None or self.other is None:
            return None
        lines = zip(self.one.lines, self.other.lines, strict=False)
        return next((entry for entry, (one, other) in enumerate(lines) if one != other), None)

    @property
    def sides(self) -> list[tuple[Row, AnyLog | None]]:
        """Both, in the order in which they were read."""
        return sorted(((self.shorter, self.one), (self.longer, self.other)), key=lambda side: side[0].place)


def _pair(shorter: Row, longer: Row, again: Again) -> _Pair | None:
    """Two logs that contradict each other; None where one continues the other."""
    log = _read(longer, again)
    if log is not None and not longer.is_seed and shorter.fits(log):
        return None
    return _Pair(shorter, longer, _read(shorter, again), log)


def _read(row: Row, again: Again) -> AnyLog | None:
    """The log of a row; None where it cannot be read again, or is another by now."""
    log = again(row.place)
    return log if log is not None and (row.is_seed or row.fits(log)) else None


# What is said of them


def _finding(pair: _Pair, names: Names, evidence: Evidence) -> Finding:
    if pair.shorter.is_seed:
        return _one_seed(pair, names)
    log = pair.one or pair.other
    about = f"two histories of {'one hand' if log is None else f'{log.what} {log.id}'}"
    parting = pair.parting
    (whose, told), (other, told_there) = (_side(*side, names, parting) for side in pair.sides)
    same = "" if parting is None or told != told_there else ", where a field is not the same"
    says, right = f"{whose}{told}", f"{other}{told_there}{same}"
    if not pair.is_sure:
        cannot = "whether one continues the other cannot be told of what came by a pipe: give a file"
        return Finding("evidence", None, None, None, says, right, cannot, about)
    follows = f"{_proved(pair, parting, evidence)}; {_EACH_ALONE}"
    return Finding("histories", None, None, None, says, right, follows, about)


def _one_seed(pair: _Pair, names: Names) -> Finding:
    hands = [
        f"hand {log.id} ({names(row.place)})" if log is not None else f"a hand ({names(row.place)})"
        for row, log in pair.sides
    ]
    says, right = (f"{hand} commits to a seed" for hand in hands)
    follows = f"one seed is for one hand: whoever saw the first knew the second; {_EACH_ALONE}"
    return Finding(
        "histories", None, None, "GSD-1", says, f"{right} that is the same", follows, "two hands of one seed"
    )


def _of_receipts(heads: Heads, evidence: Evidence) -> Iterator[Finding]:
    """Proved receipts that contradict each other, of what none of the logs is of."""
    keys = evidence.keys
    proved = sorted([each for each in evidence.receipts if keys is not None and keys.check(each)], key=_whose)
    said = {whose: list(contradictions(receipts)) for whose, receipts in groupby(proved, key=_whose)}
    for what, own_id in heads.missing([whose for whose, several in said.items() if several]):
        about = f"two histories of {what} {own_id}"
        for says, right, follows in said[what, own_id]:
            yield Finding("histories", None, None, None, f"of {what} {own_id}: {says}", right, follows, about)


def _whose(receipt: AnyReceipt) -> tuple[str, str]:
    return receipt.what, receipt.id


def _side(row: Row, log: AnyLog | None, names: Names, parting: int | None) -> tuple[str, str]:
    """Where a log is, and what it says from where the two part."""
    place = names(row.place)
    whose = f"a log ({place})" if log is None else f"{log.what} {log.id} ({place})"
    if log is None or parting is None:
        return whose, f" has {count(row.entries, 'entry')}"
    event = log.events[parting]
    if isinstance(log, Log):
        told = with_names(cut(describe(event), 300), table_names(log.opening.seats))
    else:
        told = TABLE.tag_of[event.__class__].replace("_", " ")
    return whose, f", from entry {parting} on: {told}"


def _proved(pair: _Pair, parting: int | None, evidence: Evidence) -> str:
    """Which of two logs the operator signed from where they part, and what that shows."""
    if parting is not None:
        receipts = [_receipts(log, evidence) for _, log in pair.sides if log is not None]
        if all(any(c.shares and c.receipt.entries > parting for c in each.proved) for each in receipts):
            return "the operator signed receipts of both, and so gave out both"
        for each, which in zip(receipts, ("first", "second"), strict=True):
            if each.vouched > parting:
                return f"the operator signed a receipt of the {which}"
    return "nothing proves which of them was played"


def _receipts(log: AnyLog, evidence: Evidence) -> Receipts:
    own = evidence.for_hand(log.id, None) if log.what == "hand" else evidence.for_table(log.id)
    return Receipts(log, own, Finding)

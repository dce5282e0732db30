"""A report for the people who disagree, as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grocerydots.audit.report import Finding, Report
from grocerydots.english import chips, listed
from grocerydots.events import Payment
from grocerydots.history.printable import table_names
from grocerydots.rules.rulebook import rulebook

_STRENGTHS: Final = {
    "anyone": "with the log alone, as anyone can",
    "player": "with the log and openings of players",
    "adjudicator": "with the log and the seed, as an adjudicator can",
}
_GRAVITIES: Final = {
    "broken": "the log is broken",
    "receipt": "a receipt does not fit",
    "illegal": "play went wrong",
    "clock": "the clock",
    "settling": "the settling is wrong",
    "evidence": "what was brought along does not fit",
    "note": "note",
}


def text_of(report: Report) -> str:
    """The whole report, lines without a line end after the last."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    faults = [finding for finding in report.findings if not finding.is_note]
    hand = "A log that cannot be read" if report.hand_id is None else f"Hand {report.hand_id}"
    yield f"{hand}: {_verdict(report, len(faults))}"
    yield f"Audited {_STRENGTHS[report.strength]}."
    names = table_names(report.seats)
    if names:
        yield f"Players: {', '.join(f'seat {seat} {name}' for seat, name in names.items())}."
    for finding in faults:
        yield ""
        yield from _fault(finding)
    yield ""
    yield _standing(report)
    yield from _money(report, names)
    yield f"Checked: {_checked(report)}."
    for note in report.notes:
        yield f"Note: {note.log_says}: {note.rules_say}."


def _verdict(report: Report, faults: int) -> str:
    if faults:
        return f"{faults} finding{'s' if faults > 1 else ''}"
    return "clean" if report.is_finished else "clean so far, and not finished"


def _fault(finding: Finding) -> Iterator[str]:
    yield f"{_place(finding)}: {_GRAVITIES[finding.gravity]}"
    yield f"  The log says: {finding.log_says}."
    yield f"  {_other_side(finding)}: {finding.rules_say}."
    if finding.rule is not None:
        yield f"  {finding.rule}: {rulebook()[finding.rule].text}"
    yield f"  What follows: {finding.follows}."


def _place(finding: Finding) -> str:
    if finding.line is None:
        return "The whole"
    return f"Line {finding.line}" if finding.entry is None else f"Entry {finding.entry} (line {finding.line})"


def _other_side(finding: Finding) -> str:
    if finding.gravity in ("evidence", "receipt"):
        return "Brought along"
    return "The rules say" if finding.rule is not None else "It should be"


def _standing(report: Report) -> str:
    last = report.stands_up_to
    if last is None:
        return "Nothing of the hand stands."
    if last == report.entries - 1:
        return f"The hand stands: entries 0 to {last}, all that can be read."
    return f"The hand stands up to entry {last}."


def _money(report: Report, names: dict[int, str]) -> Iterator[str]:
    if report.owed:
        yield "Owed over the final stacks of the log, " + (
            "as the rules settle this hand:"
            if report.owed_as == "settled"
            else "if every choice stays as it was made and is paid as the rules ask:"
        )
        yield from _payments(report.owed, names)
    if report.if_undone:
        yield "Owed over the final stacks of the log, if the hand is undone:"
        yield from _payments(report.if_undone, names)
    if report.stacks and (report.owed or report.first is None):
        said = "Final stacks as they should be" if report.owed else "Final stacks"
        yield f"{said}: {', '.join(f'seat {seat} {amount}' for seat, amount in report.stacks)}."


def _payments(payments: Iterable[Payment], names: dict[int, str]) -> Iterator[str]:
    strangers = []
    for seat, amount in payments:
        if seat in names:
            yield f"  seat {seat} ({names[seat]}) {'is owed' if amount > 0 else 'owes'} {chips(abs(amount))}"
        else:
            strangers.append(-amount)
    if strangers:
        seats = "a seat" if len(strangers) == 1 else f"{len(strangers)} seats"
        yield f"  {seats} where nobody sits: {chips(sum(strangers))} too many"


def _checked(report: Report) -> str:
    checked = report.checked
    parts = [f"{checked.entries} of {report.entries} entries by the rules, the chips counted after each"]
    if report.deck in ("sealed", "test"):
        parts.append(f"{checked.cards} of 52 cards against their seals")
    if checked.seed:
        parts.append("the whole deck and its shuffle from the seed")
    if checked.openings:
        parts.append(f"the openings of seat {listed([str(seat) for seat in checked.openings])}")
    if checked.times:
        parts.append(f"{checked.times} times")
    if checked.receipts:
        signed = f", {checked.signatures} of them signed by the operator" if checked.signatures else ""
        parts.append(f"{checked.receipts} receipt{'s' if checked.receipts > 1 else ''}{signed}")
    return "; ".join(parts)

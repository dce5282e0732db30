"""The report of an audit: its findings, how far the hand is right, and the chips that are owed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Literal, TypeAlias

import attrs

from grocerydots.english import chips, count, listed
from grocerydots.events import DeckKind, Payment, Seating
from grocerydots.history.printable import table_names
from grocerydots.rules.rulebook import rulebook
from grocerydots.rules.rules import Seat

FORMAT: Final = "grocerydots-audit"
VERSION: Final = 1  #: Raised when a field changes its meaning or goes.

Strength: TypeAlias = Literal["anyone", "player", "adjudicator"]
Gravity: TypeAlias = Literal["broken", "illegal", "settling", "clock", "evidence", "receipt", "note"]
OwedAs: TypeAlias = Literal["settled", "paid"]

#: How grave a finding is, the gravest first, in words.
_GRAVITIES: Final[dict[Gravity, str]] = {
    "broken": "the log is broken",
    "receipt": "a receipt does not fit",
    "illegal": "play went wrong",
    "clock": "the clock",
    "settling": "the settling is wrong",
    "evidence": "the evidence does not fit",
    "note": "note",
}


@attrs.frozen
class Finding:
    """One thing that an audit found, in words that people can argue with.

    ``broken``: the lines cannot be read, or are not those that the end line closed. ``receipt``: the log does
    not share a receipt's history. ``illegal``: play went wrong. ``clock``: a time is not what the clock
    allows. ``settling``: play was right, but the chips went to the wrong places. ``evidence``: an opening or
    a seed that was supplied does not fit the log. ``note``: not a fault, but worth knowing.
    """

    gravity: Gravity
    entry: int | None  #: The log entry that it is about, from 0; None when it is about the whole.
    line: int | None  #: That entry's line in its file, from 1.
    rule: str | None  #: The rule it breaks; None when it is not a matter of the rules.
    log_says: str
    rules_say: str
    follows: str = ""  #: What follows from it; empty when there is nothing to add.

    @property
    def is_note(self) -> bool:
        """Whether this is a note and not a fault."""
        return self.gravity == "note"


@attrs.frozen
class Checked:
    """What was checked and found right."""

    entries: int = 0  #: Entries whose event the rules allow there.
    cards: int = 0  #: Cards of the deck that were compared with their seals.
    times: int = 0  #: Entries whose time was compared with the clock.
    openings: tuple[Seat, ...] = ()  #: Seats whose openings fit.
    receipts: int = 0  #: Receipts whose history the log shares.
    signatures: int = 0  #: Of those, receipts that the operator signed.
    seed: bool = False  #: Whether the whole deck is the one that the seed gives.


@attrs.frozen(kw_only=True)
class Outcome:
    """What the audits of a hand and of a table both come to."""

    _format: ClassVar[tuple[str, int]] = FORMAT, VERSION

    entries: int = 0  #: How many entries of the log could be read.
    head: str | None = None  #: The hash over them.
    is_readable: bool = True  #: Whether all of the log could be read.
    findings: tuple[Finding, ...] = ()  #: By entry, those about the whole last.
    stands_up_to: int | None = None  #: The last entry before all that is wrong; None if entry 0 is wrong.

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong; notes are not faults."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """0 clean, 1 something is wrong, 2 the log cannot be read to its end."""
        return 2 if not self.is_readable else int(self.first is not None)

    @property
    def first(self) -> Finding | None:
        """The first thing that is wrong; None when nothing is."""
        return next((finding for finding in self.findings if not finding.is_note), None)

    @property
    def verdict(self) -> str:
        """The result in a few words: ``clean``, ``entry 41: HOUSE-19``."""
        first = self.first
        if first is None:
            return "clean"
        what = first.rule or first.gravity
        return what if first.entry is None else f"entry {first.entry}: {what}"

    def to_json(self) -> str:
        """The report for machines: one JSON object in one line of ASCII, keys sorted."""
        return json.dumps(self.to_object(), sort_keys=True, separators=(",", ":"))

    def to_object(self) -> dict[str, object]:
        """The report as a JSON object."""
        name, version = self._format
        whole = {"clean": self.is_clean, "exit_code": self.exit_code, "format": name, "version": version}
        fields = [field.name for field in attrs.fields(type(self))]
        return whole | {field.removeprefix("is_"): _json(getattr(self, field)) for field in fields}


def _json(value: object) -> object:
    """A field's value as JSON has it."""
    match value:
        case Outcome():
            return value.to_object()
        case Finding() | Checked():
            return attrs.asdict(value)
        case Payment(seat, amount):
            return {"chips": amount, "seat": seat}
        case Seating(seat, player, stack):
            return {"player": player, "seat": seat, "stack": stack}
        case tuple():
            return [_json(item) for item in value]
    return value


@attrs.frozen(kw_only=True)
class Report(Outcome):
    """What an audit says of one hand. Its text is for people, its JSON for machines."""

    hand_id: str | None = None  #: None when not even the first line can be read.
    strength: Strength = "anyone"  #: What fits the log besides it: nothing, openings, or the seed.
    deck: DeckKind | None = None
    seats: tuple[Seating, ...] = ()
    is_finished: bool = False
    stacks: tuple[Payment, ...] = ()  #: The final stacks as they should be, where that can be said.
    owed: tuple[Payment, ...] = ()  #: Chips that each seat is owed over the log's final stacks, or owes (-).
    owed_as: OwedAs | None = None  #: ``settled``: play was right. ``paid``: as if each choice had been paid.
    if_undone: tuple[Payment, ...] = ()  #: The same if the whole hand is undone, where play went wrong.
    checked: Checked = Checked()

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that are notes."""
        return tuple(finding for finding in self.findings if finding.is_note)

    @property
    def verdict(self) -> str:
        """The result in a few words, as for a table, or ``clean, not finished``."""
        unfinished = self.first is None and not self.is_finished
        return "clean, not finished" if unfinished else super().verdict

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        return "\n".join(_lines(self))


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Findings by entry, of one entry the gravest first, those about the whole after all, notes last."""
    rank = list(_GRAVITIES).index
    return tuple(sorted(findings, key=lambda f: (f.is_note, f.entry is None, f.entry or 0, rank(f.gravity))))


# For people


_STRENGTHS: Final = {
    "anyone": "with the log alone, as anyone can",
    "player": "with the log and openings of players",
    "adjudicator": "with the log and the seed, as an adjudicator can",
}


def _lines(report: Report) -> Iterator[str]:
    faults = [finding for finding in report.findings if not finding.is_note]
    hand = "A log that cannot be read" if report.hand_id is None else f"Hand {report.hand_id}"
    clean = "clean" if report.is_finished else "clean so far, and not finished"
    yield f"{hand}: {count(len(faults), 'finding') if faults else clean}"
    yield f"Audited {_STRENGTHS[report.strength]}."
    names = table_names(report.seats)
    if names:
        yield f"Players: {', '.join(f'seat {seat} {name}' for seat, name in names.items())}."
    for finding in faults:
        yield ""
        yield from _fault(finding)
    yield ""
    yield _reliable(report)
    yield from _money(report, names)
    yield f"Checked: {_checked_words(report)}."
    for note in report.notes:
        yield f"Note: {note.log_says}: {note.rules_say}."


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
        return "Evidence supplied"
    return "The rules say" if finding.rule is not None else "It should be"


def _reliable(report: Report) -> str:
    last = report.stands_up_to
    if last is None:
        return "No entry can be relied on."
    if last == report.entries - 1:
        return f"All entries that can be read, 0 to {last}, can be relied on."
    return f"Entries 0 to {last} can be relied on."


def _money(report: Report, names: dict[int, str]) -> Iterator[str]:
    paid = "if every choice stays as it was made and is paid as the rules ask"
    owed_as = "as the rules settle this hand" if report.owed_as == "settled" else paid
    for payments, how in ((report.owed, owed_as), (report.if_undone, "if the hand is undone")):
        if payments:
            yield f"Owed over the final stacks of the log, {how}:"
            yield from _payment_lines(payments, names)
    if report.stacks and (report.owed or report.first is None):
        heading = "Final stacks as they should be" if report.owed else "Final stacks"
        yield f"{heading}: {', '.join(f'seat {seat} {amount}' for seat, amount in report.stacks)}."


def _payment_lines(payments: Iterable[Payment], names: dict[int, str]) -> Iterator[str]:
    strangers = []
    for seat, amount in payments:
        if seat in names:
            yield f"  seat {seat} ({names[seat]}) {'is owed' if amount > 0 else 'owes'} {chips(abs(amount))}"
        else:
            strangers.append(-amount)
    if strangers:
        seats = "a seat" if len(strangers) == 1 else f"{len(strangers)} seats"
        yield f"  {seats} where nobody sits: {chips(sum(strangers))} too many"


def _checked_words(report: Report) -> str:
    checked = report.checked
    parts = [f"{checked.entries} of {report.entries} entries by the rules, the chips counted after each"]
    if report.deck in ("sealed", "test"):
        parts.append(f"{checked.cards} of 52 cards against their seals")
    if checked.seed:
        parts.append("the whole deck and its shuffle from the seed")
    if checked.openings:
        parts.append(f"the openings of seat {listed([str(seat) for seat in checked.openings])}")
    if checked.times:
        parts.append(count(checked.times, "time"))
    if checked.receipts:
        signed = f", {checked.signatures} of them signed by the operator" if checked.signatures else ""
        parts.append(f"{count(checked.receipts, 'receipt')}{signed}")
    return "; ".join(parts)


def not_secret(hands: int) -> str:
    """That so many hands are from test decks, and what that means."""
    one, several = "is from a test deck: its", "are from test decks: their"
    return f"{count(hands, 'hand')} {one if hands == 1 else several} cards are not secret"

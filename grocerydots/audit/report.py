"""The report of an audit: its findings, how far the hand is right, and the chips that are owed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from re import Match
from typing import ClassVar, Final, Literal, TypeAlias

import attrs

from grocerydots.english import capital, chips, count, listed, seats
from grocerydots.events import DeckKind, Payment, Seating
from grocerydots.history.printable import table_names
from grocerydots.rules.rulebook import rulebook
from grocerydots.rules.rules import Seat

FORMAT: Final = "grocerydots-audit"
VERSION: Final = 1  #: Raised when a field changes its meaning or goes.

Strength: TypeAlias = Literal["anyone", "player", "adjudicator"]
Gravity: TypeAlias = Literal[
    "broken", "illegal", "settling", "clock", "evidence", "receipt", "histories", "note"
]
OwedAs: TypeAlias = Literal["settled", "paid"]

#: How grave a finding is, the gravest first, in words.
_GRAVITIES: Final[dict[Gravity, str]] = {
    "broken": "the log is broken",
    "receipt": "a signed receipt is of another history",
    "histories": "two histories",
    "illegal": "play went wrong",
    "clock": "the clock",
    "settling": "the settling is wrong",
    "evidence": "evidence that proves nothing",
    "note": "note",
}


@attrs.frozen
class Finding:
    """One thing that an audit found, in words that people can argue with.

    ``broken``: the lines cannot be read, or are not those that the end line closed. ``receipt``: a receipt
    that the operator signed is of another history. ``histories``: two logs under one id contradict each
    other, or two hands have one seed. ``illegal``: play went wrong. ``clock``: a time is not
    what the clock allows. ``settling``: play was right, but the chips went to the wrong places. ``evidence``:
    a piece of evidence does not fit, and proves nothing. ``note``: not a fault, but worth knowing.
    """

    gravity: Gravity
    entry: int | None  #: The log entry that it is about, from 0; None when it is about the whole.
    line: int | None  #: That entry's line in its file, from 1.
    rule: str | None  #: The rule it breaks; None when it is not a matter of the rules.
    log_says: str
    rules_say: str
    follows: str = ""  #: What follows from it; empty when there is nothing to add.
    #: What is at stake where only chips are: ``the odd chip of the dots half``; of a pair of logs what they
    #: are: ``two histories of hand friday-7``.
    about: str = ""

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
    openings: tuple[Seat, ...] = ()  #: Seats with an opened card that its seal proves.
    receipts: int = 0  #: Receipts whose history the log shares.
    signatures: int = 0  #: Of those, receipts that a key proves to be the operator's.
    vouched: int = 0  #: How many first entries those vouch for.
    seed: bool = False  #: Whether the whole deck is the one that the seed gives.


@attrs.frozen
class Supplied:
    """What was supplied beside the log, whether it proves anything or not."""

    receipts: int = 0
    proved_receipts: int = 0  #: Of those, the ones of this hand that a key proves to be the operator's.
    openings: tuple[Seat, ...] = ()
    seed: bool = False


@attrs.frozen(kw_only=True)
class Outcome:
    """What the audits of a hand, of a table and of logs that contradict each other all come to."""

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
        case Finding() | Checked() | Supplied():
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
    strength: Strength = "anyone"  #: What was proved besides the log: nothing, openings, or the seed.
    supplied: Supplied = Supplied()
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
    def conclusion(self) -> str:
        """The verdict in one plain sentence, as ``Cat owes ann 1 chip: the odd chip of the dots half.``."""
        return f"{capital(_conclusion(self))}."

    @property
    def verdict(self) -> str:
        """The result in a few words, as for a table, or ``clean, not finished``."""
        unfinished = self.first is None and not self.is_finished
        return "clean, not finished" if unfinished else super().verdict

    def to_object(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {"conclusion": self.conclusion, **super().to_object()}

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        return "\n".join(_lines(self))


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Findings by entry, of one entry the gravest first, then those about the whole.

    After these come pieces of evidence that prove nothing, then notes.
    """
    rank = list(_GRAVITIES).index
    later = {"evidence": 1, "note": 2}
    return tuple(
        sorted(
            findings,
            key=lambda f: (later.get(f.gravity, 0), f.entry is None, f.entry or 0, rank(f.gravity)),
        )
    )


# For people


def _conclusion(report: Report) -> str:
    """The verdict, for the two people who disagree."""
    first = report.first
    if report.hand_id is None:
        return "this is no log of a hand: its first line cannot be read"
    if any(finding.gravity == "receipt" for finding in report.findings):
        return "the operator signed a receipt of this hand that does not fit this log"
    if first is None:
        so_far = "" if report.is_finished else ", which is not finished"
        return f"nothing is wrong with this hand{so_far}"
    where = f"entry {first.entry}" if first.entry is not None else "its end line"
    match first.gravity:
        case "evidence":
            return "nothing is wrong with this hand, but evidence was supplied that proves nothing"
        case "broken" if report.is_readable:
            return "the lines of this log are not those that its end line closed"
        case "broken":
            return f"this log cannot be read from {where} on"
        case "clock" if first.rule is None:
            return f"the time of {where} is wrong"
    why = first.about or f"{where} breaks {first.rule}"
    if report.owed:
        return f"{_who_owes(report.owed, table_names(report.seats))}: {why}"
    if report.owed_as is not None:
        return f"{where} breaks {first.rule}, and the final stacks are right all the same"
    return f"play went wrong at {where}" + (f", which breaks {first.rule}" if first.rule else "")


def _who_owes(owed: Iterable[Payment], names: Mapping[Seat, str]) -> str:
    """Who owes whom how much: ``cat owes ann 1 chip``; or what each is owed, where the sums do not match."""
    debts: Counter[str] = Counter()
    dues: Counter[str] = Counter()
    for seat, amount in owed:
        who = names.get(seat, "somebody at no seat")
        dues[who] += max(amount, 0)
        debts[who] += max(-amount, 0)
    debts, dues = +debts, +dues
    if sum(debts.values()) == sum(dues.values()):
        if len(debts) == 1:
            (debtor,) = debts
            return f"{debtor} owes {listed([f'{who} {chips(n)}' for who, n in dues.items()])}"
        if len(dues) == 1:
            (creditor,) = dues
            return listed([f"{who} owes {creditor} {chips(n)}" for who, n in debts.items()])
    parts = [f"{who} is owed {chips(n)}" for who, n in dues.items()]
    return listed([*parts, *[f"{who} has {chips(n)} too many" for who, n in debts.items()]])


def _lines(report: Report) -> Iterator[str]:
    faults = [finding for finding in report.findings if not finding.is_note]
    hand = "A log that cannot be read" if report.hand_id is None else f"Hand {report.hand_id}"
    clean = "clean" if report.is_finished else "clean so far, and not finished"
    yield report.conclusion
    yield f"{hand}: {count(len(faults), 'finding') if faults else clean}."
    names = table_names(report.seats)
    yield with_names(f"Audited with {_supplied_words(report)}.", names)
    if names:
        yield f"Players: {', '.join(f'seat {seat} {name}' for seat, name in names.items())}."
    for finding in faults:
        yield ""
        yield from _fault(finding, names)
    yield ""
    yield _reliable(report)
    yield from _money(report, names)
    yield with_names(f"Checked: {_checked_words(report)}.", names)
    for note in report.notes:
        yield with_names(f"Note: {note.log_says}: {note.rules_say}.", names)


def _fault(finding: Finding, names: Mapping[Seat, str]) -> Iterator[str]:
    yield f"{_place(finding)}: {_GRAVITIES[finding.gravity]}"
    yield with_names(f"  The log says: {finding.log_says}.", names)
    yield with_names(f"  {_other_side(finding)}: {finding.rules_say}.", names)
    if finding.rule is not None:
        yield f"  {finding.rule}: {rulebook()[finding.rule].text}"
    yield with_names(f"  What follows: {finding.follows}.", names)


def with_names(text: str, names: Mapping[Seat, str]) -> str:
    """The text with names after seats that have none: ``seat 3 (cat) calls 4``, ``bob in seat 2``."""

    def named(seats: Match[str]) -> str:
        return re.sub(r"\d+", lambda n: _named(int(n[0]), names), seats[0])

    return re.sub(r"(?<!\bin )\bseat \d+|\bseats \d+(, \d+)*( and \d+)?", named, text)


def _named(seat: Seat, names: Mapping[Seat, str]) -> str:
    return f"{seat} ({names[seat]})" if seat in names else f"{seat}"


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


def _money(report: Report, names: Mapping[Seat, str]) -> Iterator[str]:
    paid = "if every choice stays as it was made and is paid as the rules ask"
    owed_as = "as the rules settle this hand" if report.owed_as == "settled" else paid
    for payments, how in ((report.owed, owed_as), (report.if_undone, "if the hand is undone")):
        if payments:
            yield f"Owed over the final stacks of the log, {how}:"
            yield from _payment_lines(payments, names)
    if report.stacks and (report.owed or report.first is None):
        heading = "Final stacks as they should be" if report.owed else "Final stacks"
        stacks = ", ".join(f"seat {seat} {amount}" for seat, amount in report.stacks)
        yield with_names(f"{heading}: {stacks}.", names)


def _payment_lines(payments: Iterable[Payment], names: Mapping[Seat, str]) -> Iterator[str]:
    strangers = []
    for seat, amount in payments:
        if seat in names:
            yield f"  seat {_named(seat, names)} {'is owed' if amount > 0 else 'owes'} {chips(abs(amount))}"
        else:
            strangers.append(-amount)
    if strangers:
        where = "a seat" if len(strangers) == 1 else f"{len(strangers)} seats"
        yield f"  {where} where nobody sits: {chips(sum(strangers))} too many"


def _supplied_words(report: Report) -> str:
    """What the audit was made with: the log, and whatever was supplied besides, proved or not."""
    supplied, parts = report.supplied, ["the log"]
    if supplied.receipts:
        parts.append(f"{count(supplied.receipts, 'receipt')} ({supplied.proved_receipts} proved)")
    if supplied.openings:
        proved = f"{len(report.checked.openings)} proved"
        parts.append(f"openings of {seats(supplied.openings)} ({proved})")
    if supplied.seed:
        parts.append("the seed" if report.strength == "adjudicator" else "a seed that proves nothing")
    return listed(parts) if len(parts) > 1 else "the log alone"


def _checked_words(report: Report) -> str:
    checked = report.checked
    parts = [f"{checked.entries} of {report.entries} entries by the rules, the chips counted after each"]
    if report.deck in ("sealed", "test"):
        parts.append(f"{checked.cards} of 52 cards against their seals")
    if checked.seed:
        parts.append("the whole deck and its shuffle from the seed")
    if checked.openings:
        parts.append(f"the openings of {seats(checked.openings)}")
    if checked.times:
        parts.append(count(checked.times, "time"))
    if checked.receipts:
        signed = f", {checked.signatures} of them signed by the operator" if checked.signatures else ""
        parts.append(f"{count(checked.receipts, 'receipt')}{signed}")
    if checked.vouched:
        parts.append(f"entries 0 to {checked.vouched - 1} are those of a signed receipt")
    return "; ".join(parts)


def not_secret(hands: int) -> str:
    """That so many hands are from test decks, and what that means."""
    one, several = "is from a test deck: its", "are from test decks: their"
    return f"{count(hands, 'hand')} {one if hands == 1 else several} cards are not secret"

"""What an audit found, as a value: findings, how far the hand stands, and the chips that are owed."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import attrs

from grocerydots.events import DeckKind, Payment, Seating
from grocerydots.rules.rules import Seat

Strength: TypeAlias = Literal["anyone", "player", "adjudicator"]
Gravity: TypeAlias = Literal["broken", "illegal", "settling", "clock", "evidence", "receipt", "note"]
OwedAs: TypeAlias = Literal["settled", "paid"]

#: What a finding does to the hand, the gravest first.
GRAVITIES: Final[tuple[Gravity, ...]] = (
    "broken", "receipt", "illegal", "clock", "settling", "evidence", "note",
)  # fmt: skip


@attrs.frozen
class Finding:
    """One thing that an audit found, in words that people can argue with.

    ``broken``: the lines cannot be read, or are not those that the end line closed. ``receipt``: the log does
    not share a receipt's history. ``illegal``: play went wrong. ``clock``: a time is not what the clock
    allows. ``settling``: play was right, and the chips went to the wrong places after it. ``evidence``: an
    opening or a seed that was brought along does not fit the log. ``note``: no fault, but worth knowing.
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
        """Whether it is no fault."""
        return self.gravity == "note"


@attrs.frozen
class Checked:
    """What was checked and found right, so that a clean report says what that means."""

    entries: int = 0  #: Entries whose event the rules allow there.
    cards: int = 0  #: Cards of the deck that were compared with their seals.
    times: int = 0  #: Entries whose time was compared with the clock.
    openings: tuple[Seat, ...] = ()  #: Seats whose openings fit.
    receipts: int = 0  #: Receipts whose history the log shares.
    signatures: int = 0  #: Of those, receipts that the operator signed.
    seed: bool = False  #: Whether the whole deck is the one that the seed gives.


@attrs.frozen(kw_only=True)
class Report:
    """What an audit says of one hand. Its text is for people, its JSON for machines."""

    hand_id: str | None = None  #: None when not even the first line can be read.
    strength: Strength = "anyone"  #: What fits the log besides it: nothing, openings, or the seed.
    deck: DeckKind | None = None
    seats: tuple[Seating, ...] = ()
    entries: int = 0  #: How many entries could be read.
    head: str | None = None  #: The hash over them.
    is_readable: bool = True  #: Whether all of the log could be read.
    is_finished: bool = False
    findings: tuple[Finding, ...] = ()  #: By entry, those about the whole last.
    stands_up_to: int | None = None  #: The last entry that the hand stands up to; None when none does.
    stacks: tuple[Payment, ...] = ()  #: The final stacks as they should be, where that can be said.
    owed: tuple[Payment, ...] = ()  #: Chips that each seat is owed over the log's final stacks, or owes (-).
    owed_as: OwedAs | None = None  #: ``settled``: play was right. ``paid``: as if each choice had been paid.
    if_undone: tuple[Payment, ...] = ()  #: The same if the whole hand is undone, where play went wrong.
    checked: Checked = Checked()

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong; notes are no faults."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """0 clean, 1 something is wrong, 2 the log cannot be read to its end."""
        if not self.is_readable:
            return 2
        return int(self.first is not None)

    @property
    def first(self) -> Finding | None:
        """The first thing that is wrong; None when nothing is."""
        return next((finding for finding in self.findings if not finding.is_note), None)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What is worth knowing and no fault."""
        return tuple(finding for finding in self.findings if finding.is_note)

    @property
    def verdict(self) -> str:
        """The result in a few words: ``clean``, ``entry 41: HOUSE-19``."""
        first = self.first
        if first is None:
            return "clean" if self.is_finished else "clean, not finished"
        what = first.rule or first.gravity
        return f"entry {first.entry}: {what}" if first.entry is not None else what

    def to_text(self) -> str:
        """The report for the people who disagree, as lines of text."""
        from grocerydots.audit.text import text_of

        return text_of(self)

    def to_json(self) -> str:
        """The report for machines: one JSON object in one line (docs: the audit report)."""
        from grocerydots.audit.form import json_of

        return json_of(self)


def in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Findings by entry, of one entry the gravest first, those about the whole after all, notes last."""
    return tuple(sorted(findings, key=_rank))


def _rank(finding: Finding) -> tuple[bool, float, int]:
    entry = float("inf") if finding.entry is None else finding.entry
    return finding.is_note, entry, GRAVITIES.index(finding.gravity)

"""What an audit of a table found, as a value."""

from __future__ import annotations

import json
from typing import Final

import attrs

from grocerydots.audit.report import Finding, Report
from grocerydots.audit.words import not_secret
from grocerydots.english import count
from grocerydots.events import Payment
from grocerydots.rules.rules import Chips

FORMAT: Final = "grocerydots-table-audit"
VERSION: Final = 1


@attrs.frozen(kw_only=True)
class TableReport:
    """What an audit says of a table and its hands. Its text is for people, its JSON for machines."""

    table_id: str | None = None  #: None when not even the first line can be read.
    entries: int = 0  #: How many entries of the table's log could be read.
    head: str | None = None  #: The hash over them.
    is_readable: bool = True  #: Whether all of the table's log could be read.
    findings: tuple[Finding, ...] = ()  #: By entry of the table's log, those about the whole last.
    stands_up_to: int | None = None  #: The last entry that the table stands up to; None when none does.
    hands: int = 0  #: Hands whose logs were gone through,
    test_hands: int = 0  #: and how many of those are from test decks, whose cards are not secret.
    reports: tuple[Report, ...] = ()  #: Those on hands that are not clean.
    stacks: tuple[Payment, ...] = ()  #: By seat, at the end.
    brought: Chips = 0  #: All chips that players put on the table,
    taken: Chips = 0  #: all that they left with,
    raked: Chips = 0  #: and all that the house took: what is left is in the stacks.

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong; notes are no faults."""
        return self.exit_code == 0

    @property
    def exit_code(self) -> int:
        """0 clean, 1 something is wrong, 2 the table's log cannot be read to its end."""
        return 2 if not self.is_readable else int(self.first is not None)

    @property
    def first(self) -> Finding | None:
        """The first thing that is wrong; None when nothing is."""
        return next((finding for finding in self.findings if not finding.is_note), None)

    @property
    def verdict(self) -> str:
        """The result in a few words: ``clean``, ``entry 41: ROOM-19``."""
        first = self.first
        if first is None:
            return "clean"
        what = first.rule or first.gravity
        return what if first.entry is None else f"entry {first.entry}: {what}"

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        name = "A table that cannot be read" if self.table_id is None else f"Table {self.table_id}"
        lines = [f"{name}: {self.verdict}."]
        for finding in self.findings:
            where = "" if finding.entry is None else f"entry {finding.entry}: "
            lines.append(f"- {where}{finding.log_says}; {finding.rules_say}.")
            lines += [f"  {finding.follows}."] if finding.follows else []
        entries = f"{self.entries} {'entry' if self.entries == 1 else 'entries'}"
        lines.append(f"Checked: {entries}, {count(self.hands, 'hand')}.")
        lines += [f"Note: {not_secret(self.test_hands)}."] if self.test_hands else []
        on_table = sum([amount for _, amount in self.stacks])
        left = f"{self.taken} taken away, {self.raked} raked, {on_table} on the table"
        return "\n".join([*lines, f"Chips: {self.brought} brought, {left}."])

    def to_json(self) -> str:
        """The report as one line of ASCII, keys sorted."""
        whole: dict[str, object] = attrs.asdict(self, recurse=False)
        whole["readable"] = whole.pop("is_readable")
        whole |= {"clean": self.is_clean, "exit_code": self.exit_code, "format": FORMAT, "version": VERSION}
        whole["findings"] = [attrs.asdict(finding) for finding in self.findings]
        whole["reports"] = [json.loads(report.to_json()) for report in self.reports]
        whole["stacks"] = [{"chips": amount, "seat": seat} for seat, amount in self.stacks]
        return json.dumps(whole, sort_keys=True, separators=(",", ":"))

"""A report for machines: one JSON object, its shape fixed by name and version (docs: the audit report)."""

from __future__ import annotations

import json
from typing import Final

import attrs

from grocerydots.audit.report import Finding, Report
from grocerydots.events import Payment

FORMAT: Final = "grocerydots-audit"
VERSION: Final = 1  #: Raised when a field changes its meaning or goes.


def json_of(report: Report) -> str:
    """The report as one line of ASCII, keys sorted."""
    return json.dumps(object_of(report), sort_keys=True, separators=(",", ":"))


def object_of(report: Report) -> dict[str, object]:
    """The report as a JSON object."""
    return {
        "checked": attrs.asdict(report.checked),
        "clean": report.is_clean,
        "deck": report.deck,
        "entries": report.entries,
        "exit_code": report.exit_code,
        "findings": [_finding(finding) for finding in report.findings],
        "finished": report.is_finished,
        "format": FORMAT,
        "hand_id": report.hand_id,
        "head": report.head,
        "if_undone": _payments(report.if_undone),
        "owed": _payments(report.owed),
        "owed_as": report.owed_as,
        "readable": report.is_readable,
        "seats": [{"player": s.player, "seat": s.seat, "stack": s.stack} for s in report.seats],
        "stacks": _payments(report.stacks),
        "stands_up_to": report.stands_up_to,
        "strength": report.strength,
        "version": VERSION,
    }


def _finding(finding: Finding) -> dict[str, object]:
    return attrs.asdict(finding)


def _payments(payments: tuple[Payment, ...]) -> list[dict[str, int]]:
    return [{"chips": amount, "seat": seat} for seat, amount in payments]

"""The JSON Schema of a report: up to date, and true of every report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from crooked_table import Table, sealed
from jsonschema import Draft202012Validator
from report_schema import Schema, histories_schema, report_schema, written

from grocerydots.audit import Histories, Report, audit, audit_archive
from grocerydots.log import Log
from grocerydots.rules import presets

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "docs" / "reference" / "schema"
PAGE = ROOT / "docs" / "reference" / "audit-report.md"
CHEATS = ROOT / "tests" / "unit" / "audit" / "cheats"
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    Draft202012Validator.check_schema(report_schema())
    return Draft202012Validator(report_schema())


def clean() -> Report:
    hands = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}
    table = Table("schema", STUD, {1: 100, 2: 100}, sealed("schema", hands, dealer=2), dealer=2).finish()
    return audit(table.log, openings=[table.openings(1)], receipts=[table.receipt])


@pytest.mark.parametrize(
    ("name", "schema"), [("audit-report", report_schema), ("histories", histories_schema)]
)
def test_the_file_in_the_docs_is_what_the_package_derives(name: str, schema: Callable[[], Schema]) -> None:
    stored = (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    assert stored == written(schema()), "run tests/regenerate.py"


def test_every_report_fits(schema: Draft202012Validator) -> None:
    reports = [clean(), audit(b""), Report()]
    reports += [audit(path) for path in sorted(CHEATS.glob("*.jsonl"))]
    assert len(reports) > 50
    for report in reports:
        schema.validate(json.loads(report.to_json()))


def test_a_report_on_two_histories_fits_its_own_schema(schema: Draft202012Validator) -> None:
    hands = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}
    logs: list[Log] = [
        Table("schema", STUD, {1: stack, 2: 100}, sealed("schema", hands, dealer=2), dealer=2).finish().log
        for stack in (100, 101)
    ]
    *_, last = audit_archive(b"\n".join([log.to_bytes() for log in logs]))
    assert isinstance(last, Histories)
    Draft202012Validator(histories_schema()).validate(json.loads(last.to_json()))
    assert not schema.is_valid(json.loads(last.to_json()))


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2}, {"format": "grocerydots"}, {"exit_code": 3}, {"clean": 1}, {"strength": "god"},
        {"owed": [{"seat": 0, "chips": 1}]}, {"head": "0"}, {"stacks": [{"seat": 1, "chips": -1}]},
        {"stands_up_to": -1}, {"findings": [{}]}, {"more": 1},
    ],
)  # fmt: skip
def test_what_is_no_report_does_not_fit(schema: Draft202012Validator, change: dict[str, Any]) -> None:
    assert not schema.is_valid({**json.loads(clean().to_json()), **change})


def test_the_page_tells_every_field() -> None:
    text = PAGE.read_text(encoding="utf-8")
    fields: Any = report_schema()["properties"]
    of_pairs: Any = histories_schema()["properties"]
    names = [*fields, *of_pairs, *fields["findings"]["items"]["properties"], *fields["checked"]["properties"]]
    assert not [name for name in names if f"`{name}`" not in text]

"""Whole evenings on one table: chips are conserved, the log comes back equal, and its audit is clean."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest
from table_sessions import Session

from grocerydots import read_archive
from grocerydots.audit import TableReport, audit_table
from grocerydots.log import Log
from grocerydots.table import Table, read_table_log
from grocerydots.table import events as t


def evening(path: Path, name: str, hands: int, dealer: t.Deal = "moves") -> tuple[Session, TableReport]:
    session = Session(name, path / "hands.jsonl", dealer=dealer)
    for _ in range(hands):
        session.hand()
    logs = (log for log in read_archive(session.archive) if isinstance(log, Log))
    return session, audit_table(session.table.log, logs)


@pytest.mark.rule("ROOM-19")
@pytest.mark.parametrize("dealer", ["moves", "house"])
def test_an_evening_of_players_coming_and_going_keeps_every_chip(tmp_path: Path, dealer: t.Deal) -> None:
    session, report = evening(tmp_path, f"small-{dealer}", 60, dealer)
    assert report.is_clean, report.to_text()
    assert report.hands == 60
    assert report.raked == session.raked
    assert {"sit", "bust", "leave", "time out", "get up", "add"} <= session.happened.keys()


def test_a_table_comes_back_equal_from_its_lines_after_an_evening(tmp_path: Path) -> None:
    session, _ = evening(tmp_path, "again", 20)
    log = read_table_log(session.table.log.to_bytes())
    assert log == session.table.log
    assert Table.resume(log).state == session.table.state


@pytest.mark.deep
def test_ten_thousand_hands_on_one_table_keep_every_chip(tmp_path: Path) -> None:
    began = perf_counter()
    session = Session("deep", tmp_path / "hands.jsonl")
    for _ in range(10_000):
        session.hand()
    played = perf_counter()
    logs = (log for log in read_archive(session.archive) if isinstance(log, Log))
    report = audit_table(session.table.log, logs)
    audited = perf_counter()
    log = read_table_log(session.table.log.to_bytes())
    assert Table.resume(log).state == session.table.state
    resumed = perf_counter()
    rates = f"played {10_000 / (played - began):.0f}/s, audited {10_000 / (audited - played):.0f}/s"
    print(f"\n10000 hands: {rates}, the table resumed in {resumed - audited:.1f} s")
    print(f"{session.table.entries} entries of the table; {dict(session.happened)}")
    assert report.is_clean, report.to_text()
    assert report.hands == 10_000

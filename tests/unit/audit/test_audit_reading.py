"""What of a log can be read, and what is said of the rest."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from crooked_table import SALTS, Table, sealed

from grocerydots.audit import Histories, Report, audit, audit_archive
from grocerydots.audit.report import Checked, Outcome
from grocerydots.audit.walk import read_hands
from grocerydots.errors import LogError
from grocerydots.log import BadHand, Log, read_archive, read_log
from grocerydots.log.chain import end_line
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules import presets
from grocerydots.testing import test_seed as seed_of

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}


def table_of(name: str) -> Table:
    return Table(name, STUD, {1: 100, 2: 100}, sealed(name, HANDS, dealer=2), dealer=2).finish()


def log_of(name: str) -> Log:
    return table_of(name).log


LOG = log_of("reading")
STORED = LOG.to_bytes()


@pytest.mark.parametrize("source", ["log", "bytes", "path", "text path", "file"])
def test_a_log_comes_as_a_value_bytes_a_path_or_a_file(source: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.jsonl"
    path.write_bytes(STORED)
    sources = {"log": LOG, "bytes": STORED, "path": path, "text path": str(path), "file": io.BytesIO(STORED)}
    report = audit(sources[source])  # type: ignore[arg-type]
    assert report.is_clean
    assert (report.hand_id, report.head) == ("reading", LOG.head)


def test_a_file_that_is_not_there_is_the_callers_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        audit(tmp_path / "none")


def test_what_stands_before_a_bad_line_is_audited_all_the_same() -> None:
    lines = STORED.splitlines(keepends=True)
    report = audit(b"".join([*lines[:9], b"{}\n", *lines[10:]]))
    assert report.exit_code == 2
    assert (report.entries, report.stands_up_to, report.checked.entries) == (9, 8, 9)
    assert report.first is not None
    assert (report.first.gravity, report.first.entry, report.first.line) == ("broken", 9, 10)


def test_a_wrong_entry_before_a_bad_line_comes_first() -> None:
    lines = list(LOG.lines)
    lines[7] = LOG.lines[6]
    report = audit(b"\n".join([*lines[:9], b"{}\n"]))
    assert report.exit_code == 2
    assert [finding.gravity for finding in report.findings][:2] == ["illegal", "broken"]
    assert report.stands_up_to == 6


@pytest.mark.parametrize(
    ("content", "entry", "words"),
    [
        (b"", 0, "there is no hand"),
        (STORED[:-1], None, "within a line"),
        (b"".join(STORED.splitlines(keepends=True)[:-1]), None, "end line is missing"),
        (STORED + b"\n" + STORED, None, "an empty line is no part of a hand"),
        (STORED.replace(b"\n", b"\r\n"), 0, "lines end with"),
    ],
    ids=["empty", "torn", "no end line", "two hands", "CR LF"],
)
def test_a_log_that_cannot_be_read_to_its_end_is_exit_2(
    content: bytes, entry: int | None, words: str
) -> None:
    report = audit(content)
    assert report.exit_code == 2
    assert report.first is not None
    assert (report.first.gravity, report.first.entry) == ("broken", entry)
    assert words in report.first.log_says


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        STORED[:-1],
        STORED[:-9],
        STORED + b"\n" + STORED,
        STORED + b"{}\n",
        b"".join(STORED.splitlines(keepends=True)[:-1]),
        STORED.replace(b"\n", b"\r\n"),
        STORED.replace(b'"amount":', b'"amount":0', 1),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_as_reading_it_does(content: bytes) -> None:
    with pytest.raises(LogError) as refused:
        read_log(content)
    assert broken([audit(content)]) == [told(refused.value)]
    bad = [told(hand.error) for hand in read_archive(content) if isinstance(hand, BadHand)]
    assert broken(audit_archive(content)) == bad


def hands_of(archive: bytes, **evidence: Any) -> list[Report]:
    """The reports on an archive of hands that do not contradict each other."""
    reports = list(audit_archive(archive, **evidence))
    assert not any(isinstance(report, Histories) for report in reports)
    return [report for report in reports if isinstance(report, Report)]


def told(error: LogError) -> tuple[int | None, str]:
    return error.line, f"{error.path}: {error.message}" if error.path else error.message


def broken(reports: Iterable[Outcome]) -> list[tuple[int | None, str]]:
    findings = [finding for report in reports for finding in report.findings]
    return [(finding.line, finding.log_says) for finding in findings if finding.gravity == "broken"]


def test_a_wrong_head_is_a_finding_and_leaves_nothing_standing() -> None:
    report = audit(b"\n".join([*LOG.lines, end_line(LOG.entries, "0" * 64)]) + b"\n")
    assert (report.exit_code, report.is_readable, report.stands_up_to) == (1, True, None)
    assert report.first is not None
    assert (report.first.gravity, report.first.line) == ("broken", LOG.entries + 1)


def test_under_a_wrong_head_nothing_stands() -> None:
    stored = b"\n".join([*LOG.lines, end_line(LOG.entries, "0" * 64)]) + b"\n"
    assert audit(stored).stands_up_to is None


def test_every_hand_of_an_archive_has_a_report_with_the_files_lines() -> None:
    other = log_of("other")
    torn = STORED.replace(b'"event"', b'"evont"', 1)
    archive = b"\n".join([STORED, torn, other.to_bytes()])
    reports = hands_of(archive)
    assert [report.hand_id for report in reports] == ["reading", None, "other"]
    assert [report.exit_code for report in reports] == [0, 2, 0]
    assert reports[1].first is not None
    assert reports[1].first.line == LOG.entries + 3


def test_findings_in_an_archive_name_the_line_of_the_file() -> None:
    lines = list(log_of("other").lines)
    lines[7] = lines[6]
    bad = b"\n".join(lines[:9]) + b"\n"
    _, second = audit_archive(STORED + b"\n" + bad)
    assert second.first is not None
    assert (second.first.entry, second.first.line) == (7, LOG.entries + 2 + 8)


@pytest.mark.parametrize("content", [b"", b"\n", STORED + b"\n\n", STORED + b"\n", STORED])
def test_an_archive_has_as_many_reports_as_reading_it_finds_hands(content: bytes) -> None:
    reports = list(audit_archive(content))
    assert [report.is_readable for report in reports] == [
        isinstance(hand, Log) for hand in read_archive(content)
    ]


def test_hands_of_an_archive_take_what_is_their_own() -> None:
    other = log_of("other")
    archive = STORED + b"\n" + other.to_bytes()
    receipts = [Receipt.of(LOG), Receipt("other", 3, "0" * 64)]
    first, second = hands_of(archive, receipts=receipts, seeds={"other": seed_of("another")})
    assert first.is_clean
    assert first.checked.receipts == 1
    assert [finding.gravity for finding in second.findings if not finding.is_note] == ["evidence"] * 2


def test_openings_of_several_hands_reach_each_hand_of_an_archive_only_with_its_own() -> None:
    tables = [table_of(name) for name in ("first", "second")]
    archive = b"\n".join([table.log.to_bytes() for table in tables])
    openings = [table.openings(seat) for seat in (1, 2) for table in tables]
    for report in hands_of(archive, openings=openings):
        assert report.is_clean
        assert report.checked.openings == (1, 2)
    for report in hands_of(archive, openings=openings[:1]):
        assert report.is_clean
        assert report.checked.openings == ((1,) if report.hand_id == "first" else ())


@pytest.mark.parametrize("content", [b"x\n", b"", STORED.replace(b'"event"', b'"evont"', 1)])
def test_nothing_is_checked_of_a_log_that_cannot_be_read_at_all(content: bytes) -> None:
    table = table_of("reading")
    report = audit(content, openings=[table.openings(1)], receipts=[table.receipt], seed=seed_of(SALTS))
    assert report.checked == Checked()
    assert (report.entries, report.stands_up_to, report.stacks, report.owed) == (0, None, (), ())


def test_what_is_checked_of_a_log_that_can_be_read_in_part_is_that_part() -> None:
    early = table_of("reading").openings(1).openings[:2]  # the third down card is dealt later
    torn = b"\n".join([*LOG.lines[:7], b"x", b""])
    report = audit(
        torn, openings=[Openings("reading", 1, early)], receipts=[Receipt("reading", 5, LOG.head_at(5))]
    )
    assert report.checked == Checked(entries=7, cards=4, openings=(1,), receipts=1)


def test_readings_keep_a_place_for_every_hand() -> None:
    readings = list(read_hands(STORED + b"\n" + b"x\n" + b"\n" + STORED))
    assert [reading.log is not None for reading in readings] == [True, False, True]
    assert [reading.first_line for reading in readings] == [1, LOG.entries + 3, LOG.entries + 5]

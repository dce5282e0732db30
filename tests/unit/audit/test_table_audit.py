"""The audit of a table finds what its log, or a hand's, says wrongly."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pytest

from grocerydots import Hand, Log, Seed, presets, read_archive
from grocerydots import events as e
from grocerydots.audit import TableReport, audit, audit_table
from grocerydots.errors import WrongType
from grocerydots.history import visible
from grocerydots.log import append_archive
from grocerydots.table import Table, TableLog
from grocerydots.table import events as t
from grocerydots.testing import passively, play_out
from grocerydots.testing import test_seed as seed_named

STUD = presets.online_room(small_bet=4, big_bet=8, ante=1)


class Evening(NamedTuple):
    table: Table
    logs: dict[str, Log]


def evening(hands: int = 3) -> Evening:
    table = Table.open(STUD, buy_in=100, table_id="den", at=0)
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        table = table.sit(seat, name, at=seat)
    logs = {}
    for number in range(hands):
        table, hand = table.start_hand(seed=seed_named(number), at=100 * (number + 1))
        hand = play_out(hand)
        logs[hand.state.hand_id] = hand.log
        table = table.finish_hand(hand)
    return Evening(table, logs)


def changed(log: TableLog, kind: type[Any], change: Callable[[Any], Any]) -> TableLog:
    """The log with the first event of a kind changed, or left out, the chain made anew."""
    events, times = list(log.events), list(log.times or ())
    entry = next(n for n, event in enumerate(events) if isinstance(event, kind))
    new = change(events[entry])
    events[entry : entry + 1] = [] if new is None else [new]
    times[entry : entry + 1] = [] if new is None else [times[entry]]
    return TableLog.of(events, times)


def with_log(logs: dict[str, Log], hand_id: str, log: Log | bytes) -> dict[str, Log | bytes]:
    return {**logs, hand_id: log}


def said(report: TableReport) -> str:
    assert not report.is_clean
    assert report.exit_code == 1
    assert report.verdict in report.to_text()
    return report.to_text()


def test_an_honest_table_is_clean() -> None:
    table, logs = evening()
    report = audit_table(table.log, logs)
    assert report.is_clean, report.to_text()
    assert (report.table_id, report.hands, report.entries) == ("den", 3, table.entries)
    assert (report.head, report.stands_up_to) == (table.log.head, table.entries - 1)
    assert (report.brought, report.taken, report.raked) == (300, 0, 0)
    assert report.verdict == "clean"
    assert report.to_text().splitlines()[0] == "Table den: clean."
    assert json.loads(report.to_json())["clean"] is True
    assert json.loads(report.to_json())["readable"] is True


def test_the_report_counts_hands_and_says_whose_cards_are_not_secret() -> None:
    table, logs = evening(1)
    report = audit_table(table.log, logs)
    assert "\nChecked: 8 entries, 1 hand.\n" in report.to_text()
    assert "\nNote: 1 hand is from a test deck: its cards are not secret.\n" in report.to_text()
    table, logs = evening(2)
    report = audit_table(table.log, logs)
    assert report.test_hands == 2
    assert "\nNote: 2 hands are from test decks: their cards are not secret.\n" in report.to_text()
    opened = Table.open(STUD, table_id="table", buy_in=100)
    assert "\nChecked: 1 entry, 0 hands.\nChips: " in audit_table(opened.log).to_text()
    table, hand = opened.sit(1, "ann").sit(2, "bob").start_hand(seed=Seed.random())
    hand = play_out(hand)
    assert "secret" not in audit_table(table.finish_hand(hand).log, [hand.log]).to_text()


def test_the_hands_logs_may_come_as_a_mapping_a_function_or_one_after_the_other(tmp_path: Path) -> None:
    table, logs = evening()
    (tmp_path / "den.jsonl").write_bytes(table.log.to_bytes())
    backwards = list(logs.values())[::-1]
    stored = {hand_id: log.to_bytes() for hand_id, log in logs.items()}
    for brought in (logs, logs.get, logs.values(), backwards, stored):
        assert audit_table(tmp_path / "den.jsonl", brought).is_clean


@pytest.mark.rule("ROOM-19")
def test_chips_that_nobody_brought_are_found() -> None:
    table, logs = evening()
    log = changed(
        table.log,
        t.HandStarted,
        lambda v: attrs.evolve(v, seats=(*v.seats[:2], v.seats[2]._replace(stack=500))),
    )
    report = audit_table(log, logs)
    assert "ROOM-19" in report.verdict
    assert "with the chips in front of them" in said(report)
    assert report.stands_up_to == 4


def test_stacks_that_do_not_carry_over_are_found() -> None:
    table, logs = evening()

    def one_chip_moved(event: t.HandFinished) -> t.HandFinished:
        (one, has), (two, had), *others = event.stacks
        return attrs.evolve(event, stacks=(e.Payment(one, has + 1), e.Payment(two, had - 1), *others))

    moved = changed(table.log, t.HandFinished, one_chip_moved)
    assert "by its own log it leaves" in said(audit_table(moved, logs))


def test_a_deal_that_went_wrong_is_found() -> None:
    table, logs = evening()
    events = list(table.log.events)
    entry = max(n for n, event in enumerate(events) if isinstance(event, t.DealerMoved))
    events[entry] = t.DealerMoved(2)
    report = audit_table(TableLog.of(events, table.log.times), logs)
    assert report.verdict == f"entry {entry}: ROOM-20"
    assert "the deal goes to seat 1" in said(report)


def test_a_short_buy_in_is_found_and_whose_it_is() -> None:
    table, logs = evening()
    report = audit_table(changed(table.log, t.PlayerSat, lambda v: attrs.evolve(v, amount=50)), logs)
    assert report.verdict == "entry 1: ROOM-1"
    assert "seat 1: sit down with 50; the posted buy-in is 100" in said(report)
    assert [(finding.entry, finding.line) for finding in report.findings] == [(1, 2)]
    assert report.stands_up_to == 0


def test_what_would_have_been_right_is_said_where_there_is_such_a_thing() -> None:
    table, logs = evening()
    short = audit_table(changed(table.log, t.PlayerSat, lambda v: attrs.evolve(v, amount=50)), logs)
    seat = audit_table(changed(table.log, t.PlayerSat, lambda v: attrs.evolve(v, seat=99)), logs)
    assert short.findings[0].rules_say.endswith("; sit down with 100")
    assert seat.findings[0].rules_say == "the table has 8 seats"


def test_nothing_stands_of_a_table_that_opens_wrongly() -> None:
    table, logs = evening()
    report = audit_table(changed(table.log, t.TableOpened, lambda v: attrs.evolve(v, seats=99)), logs)
    assert (report.stands_up_to, report.table_id) == (None, None)
    assert report.to_text().startswith("A table that cannot be read: entry 0: HOUSE-28.")


def test_another_hand_under_the_same_id_is_found_by_its_head() -> None:
    table, logs = evening()
    hand = Hand.open(STUD, logs["den-1"].opening.seats, 1, seed=seed_named("other"), hand_id="den-1", at=100)
    assert "this log is not the one that was played" in said(
        audit_table(table.log, {**logs, "den-1": play_out(hand).log})
    )


def test_a_hand_of_other_players_or_another_dealer_is_found() -> None:
    table, logs = evening()
    hand = Hand.open(STUD, logs["den-1"].opening.seats, 2, seed=seed_named(0), hand_id="den-1", at=100)
    assert "the dealer is seat 1, in the hand it is seat 2" in said(
        audit_table(table.log, {**logs, "den-1": play_out(hand).log})
    )


def test_names_do_no_harm_in_the_report() -> None:
    evil = "\x1b[31mEVIL\r\n\u202egpj<script>%s" + "a" * 9_000
    table = Table.open(STUD, table_id="table", buy_in=100).sit(1, evil).sit(2, "bob")
    table, hand = table.start_hand(seed=seed_named(0))
    table = table.finish_hand(play_out(hand))
    other = Hand.open(STUD, {1: (f"{evil}!", 100), 2: ("bob", 100)}, 1, seed=seed_named(0), hand_id="table-1")
    text = said(audit_table(table.log, [play_out(other).log]))
    assert r"it opens with \x1b[31mEVIL\x0d… in seat 1 with 100 where \x1b[31mEVIL" in text
    events = [*table.log.events[:2], t.PlayerSat(1, "bob", 100), *table.log.events[2:]]
    taken = said(audit_table(TableLog.of(events)))
    for line in (*text.split("\n"), *taken.split("\n")):
        assert visible(line) == line
        assert len(line) < 500


def test_a_hand_that_is_not_clean_itself_is_found_with_its_report() -> None:
    table, logs = evening()
    log = logs["den-2"]
    closing = log.events[-1]
    assert isinstance(closing, e.HandClosed)
    stacks = (closing.stacks[0]._replace(amount=closing.stacks[0].amount + 7), *closing.stacks[1:])
    bad = Log.of((*log.events[:-1], e.HandClosed(stacks)), log.times)
    report = audit_table(table.log, {**logs, "den-2": bad})
    assert "hand den-2, entry" in said(report)
    assert [r.hand_id for r in report.reports] == ["den-2"]
    assert json.loads(report.to_json())["reports"][0]["hand_id"] == "den-2"


def test_a_hand_whose_log_cannot_be_read_is_found() -> None:
    table, logs = evening()
    report = audit_table(table.log, with_log(logs, "den-2", b"not a log\n"))
    assert "hand den-2" in said(report)
    assert report.hands == 3


def broken(log: Log) -> dict[str, bytes]:
    """A finished hand's file, broken in ways that leave a good beginning."""
    *lines, end = log.to_bytes().splitlines(keepends=True)
    return {
        "no end line": b"".join(lines),
        "a torn end line": b"".join([*lines, end[:-1]]),
        "a forged head": b"".join([*lines, end.replace(log.head.encode(), b"0" * 64)]),
        "a malformed end line": b"".join([*lines, b"{}\n"]),
        "a bad line in the middle": b"".join([*lines[:9], b"{}\n", *lines[10:], end]),
        "a bad first line": b"".join([b"{}\n", *lines[1:], end]),
    }


@pytest.mark.parametrize(
    "how",
    [
        "no end line", "a torn end line", "a forged head", "a malformed end line",
        "a bad line in the middle", "a bad first line",
    ],
)  # fmt: skip
def test_a_hand_whose_log_cannot_be_read_to_its_end_is_as_broken_as_in_its_own_audit(how: str) -> None:
    table, logs = evening()
    content = broken(logs["den-2"])[how]
    alone = audit(content).first
    assert alone is not None
    assert alone.gravity == "broken"
    for source in (content, io.BytesIO(content)):
        report = audit_table(table.log, {**logs, "den-2": source}.get)
        assert alone.log_says in said(report)
        (found,) = report.findings
        assert (found.gravity, report.hands) == ("broken", 3)


@pytest.mark.parametrize("how", ["a bad first line", "a bad line in the middle", "a torn last line"])
def test_the_log_of_a_hand_that_is_on_is_no_cleaner_than_in_its_own_audit(how: str) -> None:
    table, logs = evening()
    table, hand = table.start_hand(seed=seed_named("on"), at=1_000)
    hand = play_out(hand, until=lambda h: h.entries > 12)
    lines = hand.log.to_bytes()
    content = {**broken(hand.log), "a torn last line": lines[:-1]}[how]
    alone = audit(content).first
    assert alone is not None
    report = audit_table(table.log, with_log(logs, "den-4", content))
    assert alone.log_says in said(report)
    assert report.first is not None
    assert (report.first.gravity, report.hands) == ("broken", 4)


def test_a_hand_whose_log_is_missing_is_found() -> None:
    table, logs = evening()
    report = audit_table(table.log, {"den-1": logs["den-1"]})
    assert "hand den-2 was played; its log was not supplied" in said(report)
    assert report.hands == 1


def test_a_log_of_no_hand_of_the_table_is_found() -> None:
    table, logs = evening()
    for brought in ({**logs, "other": logs["den-1"]}, [*logs.values(), evening(4).logs["den-4"]]):
        assert "it says nothing about this table" in said(audit_table(table.log, brought))


def test_a_log_that_is_brought_twice_is_found_and_the_first_counts() -> None:
    table, logs = evening()
    short = Log(logs["den-3"].lines[:-3])
    for again in (logs["den-3"], short):
        for brought in ([*logs.values(), again], [logs["den-3"], again, logs["den-1"], logs["den-2"]]):
            report = audit_table(table.log, brought)
            assert "a log of hand den-3 was supplied" in said(report)
            assert [finding.rules_say for finding in report.findings] == [
                "the table started no such hand, or the log was supplied twice"
            ]
    report = audit_table(table.log, [short, *logs.values()])
    assert "hand den-3 was" in said(report)


def test_a_hand_of_an_archive_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    table, logs = evening()
    path = tmp_path / "hands.jsonl"
    append_archive(path, *logs.values())
    assert audit_table(table.log, read_archive(path)).is_clean
    path.write_bytes(b"junk\n\n" + path.read_bytes())
    report = audit_table(table.log, read_archive(path))
    assert "hand 1 of those supplied, from line 1 on: line 1: no JSON" in said(report)
    assert [finding.gravity for finding in report.findings] == ["broken"]


@pytest.mark.parametrize("wrong", [None, 5, object(), "x", b"x", [5], [[]]])
def test_what_are_no_logs_of_hands_is_a_clear_error(wrong: Any) -> None:
    table, _ = evening(1)
    with pytest.raises(WrongType, match="hand_logs: expected a "):
        audit_table(table.log, wrong)


def test_a_hand_finished_before_its_log_ends_is_found() -> None:
    table, logs = evening()
    log = logs["den-1"]
    short = Log(log.lines[:-3])
    table_log = changed(
        table.log, t.HandFinished, lambda v: attrs.evolve(v, entries=short.entries, head=short.head)
    )
    assert "hand den-1 is finished; its log is not" in said(audit_table(table_log, {**logs, "den-1": short}))


def test_a_hand_played_at_times_that_the_table_did_not_have_it_on_is_found() -> None:
    table, logs = evening()
    events, times = table.log.events, list(table.log.times or ())
    entry = next(n for n, event in enumerate(events) if isinstance(event, t.HandStarted))
    times[entry : entry + 3] = [101, 101, 101]
    assert "the table had it on from 101 to" in said(audit_table(TableLog.of(events, times), logs))


@pytest.mark.parametrize(("finished", "is_clean"), [(399, False), (400, True), (401, True)])
def test_a_hand_that_ended_after_the_table_finished_it_is_found(finished: int, is_clean: bool) -> None:
    table, _ = evening(0)
    table, hand = table.start_hand(seed=seed_named(0), at=100)
    while hand.decision is not None:
        hand = hand.play(passively(hand.decision), 400)
    table = table.finish_hand(hand, at=401)
    times = [min(time, finished) for time in table.log.times or ()]
    report = audit_table(TableLog.of(table.log.events, times), [hand.log])
    assert report.is_clean is is_clean
    assert ("the table had it on from 100 to 399" in report.to_text()) is not is_clean


def test_times_are_compared_where_the_tables_log_and_the_hands_have_them() -> None:
    table, logs = evening()
    assert audit_table(TableLog.of(table.log.events), logs).is_clean
    timeless = {hand_id: Log.of(log.events) for hand_id, log in logs.items()}
    report = audit_table(table.log, timeless)
    assert {finding.gravity for finding in report.findings} == {"evidence"}


def test_logs_without_times_are_compared_without_them() -> None:
    table = Table.open(STUD, table_id="table", buy_in=100).sit(1, "ann").sit(2, "bob")
    table, hand = table.start_hand(seed=seed_named(0))
    hand = play_out(hand)
    assert audit_table(table.finish_hand(hand).log, [hand.log]).is_clean


def test_a_hand_that_is_still_on_is_worth_a_note() -> None:
    table, logs = evening()
    table, hand = table.start_hand(seed=seed_named("on"), at=1_000)
    assert audit_table(table.log, logs).is_clean
    report = audit_table(table.log, with_log(logs, "den-4", hand.log.to_bytes()))
    assert report.is_clean
    assert "hand den-4 is on" in report.to_text()
    assert report.stands_up_to == table.entries - 1
    events = list(hand.log.events)
    events[-1] = e.Checked(1)
    assert "hand den-4" in said(audit_table(table.log, {**logs, "den-4": Log.of(events, hand.log.times)}))
    other = Hand.open(
        STUD, hand.state.setup.opening.seats, 7, seed=seed_named("on"), hand_id="den-4", at=1_000
    )
    assert "in the hand it is seat 7" in said(audit_table(table.log, {**logs, "den-4": other.log}))


@pytest.mark.parametrize("junk", [b"", b"junk\n", b'{"event":"table_opened"}\n', b"\n"])
def test_a_log_of_no_table_is_reported(junk: bytes) -> None:
    report = audit_table(junk)
    assert (report.exit_code, report.table_id, report.head) == (2, None, None)
    assert report.to_text().startswith("A table that cannot be read: entry 0: broken.")
    assert (report.entries, report.hands, report.test_hands, report.stacks) == (0, 0, 0, ())
    assert (report.brought, report.taken, report.raked) == (0, 0, 0)


def test_a_line_that_was_changed_and_a_torn_one_are_reported_with_what_is_good_before() -> None:
    table, logs = evening()
    content = table.log.to_bytes()
    report = audit_table(content[:-5], logs)
    assert (report.exit_code, report.entries) == (2, table.entries - 1)
    report = audit_table(content.replace(b'"amount":100', b'"amount":"1"', 1), logs)
    assert (report.exit_code, report.entries) == (2, 1)
    assert "amount: expected a whole number" in report.to_text()

"""The audit of a table finds what its log, or a hand's, says wrongly."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pytest
from cheat_tables import KEYS, OPERATOR
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import Hand, Log, Seed, presets, read_archive
from grocerydots import events as e
from grocerydots.audit import TableReport, audit, audit_table
from grocerydots.cards import CARDS
from grocerydots.deck import Deck
from grocerydots.errors import NotationError, WrongType
from grocerydots.history import visible
from grocerydots.log import append_archive
from grocerydots.proofs.receipts import Receipt, TableReceipt
from grocerydots.proofs.signing import SigningKey
from grocerydots.table import Table, TableLog
from grocerydots.table import events as t
from grocerydots.testing import passively, play_out
from grocerydots.testing import test_seed as seed_named

STUD = presets.online_room(small_bet=4, big_bet=8, ante=1)
STRANGER = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))


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


def finished_as(log: TableLog, own: Log) -> TableLog:
    """The table's log with another hand in place of the one of the same id."""
    return TableLog.of(
        [
            attrs.evolve(event, entries=own.entries, head=own.head)
            if isinstance(event, t.HandFinished) and event.hand_id == own.hand_id
            else event
            for event in log.events
        ],
        log.times,
    )


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
    assert report.to_text().splitlines()[:2] == ["Nothing is wrong with this table.", "Table den: clean."]
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
    assert report.to_text().startswith("This is no log of a table: its first line is wrong.\n")


def test_another_hand_under_the_same_id_is_found_by_its_head() -> None:
    table, logs = evening()
    hand = Hand.open(STUD, logs["den-1"].opening.seats, 1, seed=seed_named("other"), hand_id="den-1", at=100)
    assert "this log is not the one that was played" in said(
        audit_table(table.log, {**logs, "den-1": play_out(hand).log})
    )


def test_a_hand_of_other_players_or_another_dealer_is_found() -> None:
    table, logs = evening()
    hand = Hand.open(STUD, logs["den-1"].opening.seats, 2, seed=seed_named(0), hand_id="den-1", at=100)
    log = play_out(hand).log
    report = audit_table(finished_as(table.log, log), {**logs, "den-1": log})
    assert "the dealer is seat 1 (ann), in the hand it is seat 2 (bob)" in said(report)


def test_names_do_no_harm_in_the_report() -> None:
    evil = "\x1b[31mEVIL\r\n\u202egpj<script>%s" + "a" * 9_000
    table = Table.open(STUD, table_id="table", buy_in=100).sit(1, evil).sit(2, "bob")
    table, hand = table.start_hand(seed=seed_named(0))
    table = table.finish_hand(play_out(hand))
    other = Hand.open(STUD, {1: (f"{evil}!", 100), 2: ("bob", 100)}, 1, seed=seed_named(0), hand_id="table-1")
    log = play_out(other).log
    text = said(audit_table(finished_as(table.log, log), [log]))
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
    assert "this log is not the one that was played" in said(report)
    assert (report.reports, report.stacks) == ((), audit_table(table.log, logs).stacks)
    own = finished_as(table.log, bad)
    report = audit_table(own, {**logs, "den-2": bad})
    assert "hand den-2, entry" in said(report)
    assert [r.hand_id for r in report.reports] == ["den-2"]
    assert json.loads(report.to_json())["reports"][0]["hand_id"] == "den-2"


def test_a_hand_whose_log_cannot_be_read_is_found() -> None:
    table, logs = evening()
    report = audit_table(table.log, with_log(logs, "den-2", b"not a log\n"))
    assert "hand den-2" in said(report)
    assert report.hands == 2


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
def test_a_hands_file_that_cannot_be_read_to_its_end_says_nothing_of_the_table(how: str) -> None:
    table, logs = evening()
    content = broken(logs["den-2"])[how]
    alone = audit(content).first
    assert alone is not None
    assert alone.gravity == "broken"
    for source in (content, io.BytesIO(content)):
        report = audit_table(table.log, {**logs, "den-2": source}.get)
        assert alone.log_says in said(report)
        (found,) = [finding for finding in report.findings if not finding.is_note]
        assert (found.gravity, report.stands_up_to) == ("evidence", table.entries - 1)
        assert report.hands == (2 if how in ("a bad line in the middle", "a bad first line") else 3)


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
    assert (report.first.gravity, report.hands) == ("evidence", 4)


def test_a_hand_whose_log_is_missing_is_found() -> None:
    table, logs = evening()
    report = audit_table(table.log, {"den-1": logs["den-1"]})
    assert "hand den-2 was played; its log was not supplied" in said(report)
    assert report.hands == 1


def test_a_log_of_no_hand_of_the_table_is_found() -> None:
    table, logs = evening()
    for brought in ({**logs, "other": logs["den-1"]}, [*logs.values(), evening(4).logs["den-4"]]):
        assert "it says nothing about this table" in said(audit_table(table.log, brought))


def test_a_log_that_is_supplied_twice_changes_nothing_and_another_one_is_a_line_of_its_own() -> None:
    table, logs = evening()
    short = Log(logs["den-3"].lines[:-3])
    orders: tuple[list[Log | None], ...] = (
        [*logs.values(), None],
        [None, *logs.values()],
        [logs["den-3"], None, logs["den-1"], logs["den-2"]],
    )
    for order in orders:
        twice, other = ([log if each is None else each for each in order] for log in (logs["den-3"], short))
        assert audit_table(table.log, twice) == audit_table(table.log, logs)
        report = audit_table(table.log, other)
        (found,) = [finding for finding in report.findings if not finding.is_note]
        assert found.gravity == "evidence"
        assert "this log is not the one that was played" in said(report)
        assert (report.stacks, report.hands) == (audit_table(table.log, logs).stacks, 3)


def test_a_hand_of_an_archive_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    table, logs = evening()
    path = tmp_path / "hands.jsonl"
    append_archive(path, *logs.values())
    assert audit_table(table.log, read_archive(path)).is_clean
    path.write_bytes(b"junk\n\n" + path.read_bytes())
    report = audit_table(table.log, read_archive(path))
    assert "hand 1 of those supplied, from line 1 on: line 1: no JSON" in said(report)
    assert [finding.gravity for finding in report.findings] == ["evidence", "note"]


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
    assert report.to_text().startswith("This is no log of a table: its first line cannot be read.\n")
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


def test_a_finished_hand_whose_finish_is_not_on_record_is_not_said_to_be_on() -> None:
    table, logs = evening()
    last = max(n for n, event in enumerate(table.log.events) if isinstance(event, t.HandFinished))
    report = audit_table(TableLog(table.log.lines[:last]), logs)
    assert "hand den-3 is on" not in report.to_text()
    assert "a log of hand den-3 was supplied that is closed" in report.to_text()


def test_a_hand_played_before_the_table_started_it_does_not_fit_though_it_never_finished() -> None:
    table, _ = evening(0)
    seed = seed_named("early")
    _, early = table.start_hand(seed=seed, at=100)
    started, _ = table.start_hand(seed=seed, at=10_000)
    report = audit_table(started.log, [play_out(early).log])
    assert "the table had it on from 10000 ms on" in said(report)
    assert report.first is not None
    assert report.first.gravity == "evidence"


def test_what_nothing_proves_is_noted_with_counts() -> None:
    table, logs = evening()
    assert (
        "Note: 3 hands without a receipt that the operator signed" in audit_table(table.log, logs).to_text()
    )
    receipts = [OPERATOR.sign(Receipt.of(log)) for log in logs.values()]
    proved = audit_table(table.log, logs, receipts=receipts, keys=KEYS)
    assert "without a receipt" not in proved.to_text()
    online = presets.online_room(small_bet=4, big_bet=8, ante=1)
    table = Table.open(online, buy_in=100, table_id="clock").sit(1, "ann").sit(2, "bob")
    table, hand = table.start_hand(deck=Deck(CARDS))
    hand = play_out(hand)
    text = audit_table(table.finish_hand(hand).log, [hand.log]).to_text()
    assert "Note: 1 hand with an unsealed deck" in text
    assert "Note: 1 hand without times in the log" in text
    assert "the table's log has no times: its clock cannot be checked" in text


def test_a_hand_that_the_table_leaves_out_is_against_the_operator_where_a_receipt_proves_it() -> None:
    table, _ = evening(0)
    _, hand = table.start_hand(seed=seed_named("out"), at=100)
    log = play_out(hand).log
    for receipt, gravity in ((OPERATOR.sign(Receipt.of(log)), "receipt"), (Receipt.of(log), "evidence")):
        report = audit_table(table.log, [log], receipts=[receipt], keys=KEYS)
        assert report.first is not None
        assert report.first.gravity == gravity
        assert "den-1" in said(report)


def test_receipts_of_the_table_show_that_its_log_was_changed_or_cut() -> None:
    table, logs = evening()
    signed = OPERATOR.sign(table.receipt())
    assert audit_table(table.log, logs, receipts=[signed], keys=KEYS).is_clean
    cut = audit_table(TableLog(table.log.lines[:4]), receipts=[signed], keys=KEYS)
    assert cut.first is not None
    assert cut.first.gravity == "receipt"
    renamed = changed(table.log, t.PlayerSat, lambda v: attrs.evolve(v, player="eve"))
    report = audit_table(renamed, logs, receipts=[signed], keys=KEYS)
    assert report.stands_up_to is None
    assert "receipt" in {finding.gravity for finding in report.findings}
    inert = audit_table(table.log, logs, receipts=[attrs.evolve(table.receipt(), head="0" * 64)], keys=KEYS)
    assert inert.first is not None
    assert (inert.first.gravity, inert.stands_up_to) == ("evidence", table.entries - 1)


def test_a_receipt_of_a_hand_is_none_of_a_table_of_the_same_id() -> None:
    table, _ = evening(0)
    hand = Hand.open(STUD, {1: ("ann", 9), 2: ("bob", 9)}, 1, seed=seed_named(0), hand_id="den")
    report = audit_table(table.log, receipts=[OPERATOR.sign(hand.receipt())], keys=KEYS)
    assert report.is_clean
    with pytest.raises(NotationError):
        TableReceipt.from_bytes(hand.receipt().to_bytes())


@given(st.permutations(["other", "forged", "other", "forged", "short"]), st.booleans())
def test_no_file_about_hands_changes_the_verdict_on_a_table(order: list[str], signed: bool) -> None:
    table, logs = evening()
    honest = logs["den-2"]
    closing = honest.events[-1]
    assert isinstance(closing, e.HandClosed)
    moved = e.HandClosed(tuple(e.Payment(seat, amount + 1) for seat, amount in closing.stacks))
    bogus = {
        "other": evening(4).logs["den-4"],
        "forged": Log.of((*honest.events[:-1], moved), honest.times),
        "short": Log(honest.lines[:7]),
    }
    receipts = [STRANGER.sign(Receipt.of(log)) for log in bogus.values()] if signed else []
    alone = audit_table(table.log, logs, keys=KEYS)
    brought = [*[bogus[name] for name in order], *logs.values()]
    report = audit_table(table.log, brought, receipts=receipts, keys=KEYS)
    faults = [f for f in report.findings if f.gravity not in ("evidence", "note")]
    assert (faults, report.stands_up_to, report.stacks) == ([], alone.stands_up_to, alone.stacks)
    assert all(hand.first is not None and hand.first.gravity == "evidence" for hand in report.reports)

"""The times of a log, against the table's clock and against each other."""

from __future__ import annotations

import pytest
from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.deck import entropy_commitment
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.rules import presets
from grocerydots.rules.rules import Betting, Rules
from grocerydots.testing import test_seed as seed_of

ONLINE = presets.online_room(small_bet=4, big_bet=8, ante=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}


def online() -> Table:
    return Table("clock", ONLINE, {1: 100, 2: 100}, sealed("clock", HANDS, dealer=2), dealer=2, timed=True)


def faults(report: Report) -> list[tuple[str, int | None, str | None]]:
    return [(f.gravity, f.entry, f.rule) for f in report.findings if not f.is_note]


@pytest.mark.rule("ROOM-9")
def test_an_action_at_the_deadline_is_in_time_and_so_is_the_clock() -> None:
    report = audit(online().play("bring_in", after=10_000).play("clock", after=10_000).finish().log)
    assert report.is_clean
    assert report.checked.times == report.entries
    assert f"{report.entries} times" in report.to_text()


@pytest.mark.rule("ROOM-9")
def test_a_millisecond_makes_an_action_late_and_a_time_out_early() -> None:
    late = online().play("bring_in", after=10_001).finish()
    assert faults(audit(late.log)) == [("clock", 4, "ROOM-9")]
    early = online().play("bring_in").play("clock", after=9_999).finish()
    assert faults(audit(early.log)) == [("clock", 5, "ROOM-9")]


@pytest.mark.rule("ROOM-9")
def test_the_first_of_each_kind_is_named_and_the_rest_counted() -> None:
    table = online().play("bring_in call check", after=20_000)
    report = audit(table.finish().log)
    assert faults(report) == [("clock", 4, "ROOM-9")]
    assert report.first is not None
    assert "3 entries are wrong like this" in report.first.follows
    assert report.if_undone


@pytest.mark.rule("ROOM-9")
def test_without_a_clock_nobody_is_late() -> None:
    rules = Rules.for_game("stud_high", Betting.fixed_limit(4, 8), ante=1)
    table = Table("clock", rules, {1: 100, 2: 100}, sealed("clock", HANDS, dealer=2), dealer=2, timed=True)
    assert audit(table.play("bring_in", after=10**9).play("clock").finish().log).is_clean


def test_times_that_run_back_are_found_on_every_kind_of_line() -> None:
    log = online().play("bring_in call").finish().log
    assert log.times is not None
    for entry in range(1, log.entries):
        times = [*log.times[:entry], log.times[entry - 1] - 1, *log.times[entry + 1 :]]
        report = audit(Log.of(log.events, times))
        assert ("clock", entry, None) in faults(report)
        assert report.stands_up_to is not None
        assert report.stands_up_to <= entry - 1


def test_a_dealers_line_bears_the_time_of_the_line_that_caused_it() -> None:
    table = online().play("bring_in call").deal(e.CardBurned)
    entry = table.entry
    table.now += 1
    report = audit(table.finish().log)
    assert faults(report) == [("clock", entry, None)]


def test_settling_after_a_late_action_owes_what_undoing_owes() -> None:
    table = online().play("bring_in", after=20_000).finish(e.PotsAwarded)
    report = audit(table.force(e.PotsAwarded((e.Award(0, "whole", 1, 6),))).finish().log)
    assert [gravity for gravity, *_ in faults(report)] == ["clock", "settling"]
    assert (report.owed, report.owed_as, report.stacks) == ((), None, ())
    assert dict(report.if_undone) == {1: -3, 2: 3}


def test_what_is_no_players_decision_takes_its_time() -> None:
    seats = {1: ("ann", 50), 2: ("bob", 50)}
    hand = Hand.open(ONLINE, seats, 2, seed=seed_of("clock"), entropy_seats=(1,), hand_id="offered", at=0)
    hand = hand.play(e.EntropyCommitted(1, entropy_commitment("offered", 1, bytes(32))), at=60_000)
    hand = hand.play(e.EntropyAdded(1, bytes(32)), at=120_000).seal(at=180_000)
    assert audit(hand.log).is_clean

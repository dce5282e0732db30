"""Notes: what an audit says without calling it a fault."""

from __future__ import annotations

import pytest
from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.deck import entropy_commitment
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.rules import presets
from grocerydots.testing import test_seed as seed_of

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
ONLINE = presets.online_room(small_bet=4, big_bet=8, ante=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}


def told(report: Report) -> str:
    assert report.is_clean, report.to_text()
    return "\n".join(f"{note.log_says}: {note.rules_say}" for note in report.notes)


def stud(rules: object = STUD) -> Table:
    return Table("notes", rules, {1: 100, 2: 100}, sealed("notes", HANDS, dealer=2), dealer=2)  # type: ignore[arg-type]


def test_an_unfinished_hand_says_whose_decision_it_waits_for() -> None:
    assert "the hand is not finished: it waits: seat 2 may bring in 2" in told(audit(stud().deal().log))


def test_an_unfinished_hand_says_which_dealers_step_is_due() -> None:
    assert "it waits: the dealer is to collect the antes (ROOM-2)" in told(
        audit(stud().deal(e.AntesPosted).log)
    )


def test_an_unfinished_hand_says_that_the_dealer_or_the_house_decides() -> None:
    table = Table("notes", DOTS, {1: 9, 2: 9}, sealed("notes", HANDS, dealer=2), dealer=2, dots_tie=None)
    assert "it waits: the dealer may share, best high or cancel the hand" in told(audit(table.log))
    raked = stud(RAKED).play("bring_in call check check check check check check check check show")
    assert "it waits: the house may rake between 0 and 6" in told(audit(raked.deal().log))


def offered() -> Hand:
    seats = {1: ("ann", 50), 2: ("bob", 50)}
    return Hand.open(STUD, seats, 2, seed=seed_of("notes"), entropy_seats=(1, 2), hand_id="offered")


def test_an_unfinished_hand_says_that_it_waits_for_entropy() -> None:
    assert "it waits: seats 1 and 2 may commit" in told(audit(offered().log))


def test_a_hand_called_off_before_its_entropy_was_in_is_noted() -> None:
    hand = offered().play(e.EntropyCommitted(1, entropy_commitment("offered", 1, bytes(32))))
    assert hand.decision is not None
    hand = hand.play(next(iter(hand.decision)))
    assert hand.is_over
    assert "cancelled before seats 1 and 2 had added entropy" in told(audit(hand.log))


def test_what_stays_sealed_is_counted() -> None:
    table = stud().finish()
    assert "38 of 52 cards stay sealed" in told(audit(table.log))


def test_a_test_deck_is_not_secret() -> None:
    assert "the deck is a test deck: its cards are not secret" in told(audit(stud().finish().log))


@pytest.mark.rule("ROOM-9")
def test_a_clock_without_times_cannot_be_checked() -> None:
    assert "the table's clock of 10000 ms (ROOM-9) cannot be checked" in told(
        audit(stud(ONLINE).finish().log)
    )


def test_a_bad_log_is_not_called_unfinished() -> None:
    torn = audit(stud().deal().log.to_bytes()[:-3])
    assert not any("not finished" in note.log_says for note in torn.notes)
    table = stud().deal()
    illegal = audit(Log.of([*table.events, e.Checked(2)]))
    assert not any("not finished" in note.log_says for note in illegal.notes)


@pytest.mark.rule("HOUSE-40")
def test_a_time_out_in_a_hand_without_a_clock_is_noted_with_the_seats() -> None:
    hand = Hand.open(STUD, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, seed=seed_of("time"))
    assert hand.decision is not None
    hand = hand.play(hand.decision.bring_in())
    timed_out, called = hand, hand
    while timed_out.decision is not None:
        timed_out = timed_out.play(timed_out.decision.time_out())
    assert {event.seat for event in timed_out.events if isinstance(event, e.TimedOut)} == {1, 2}
    noted = "seats 1 and 2 timed out, and the hand has no clock: the log cannot prove"
    assert noted in told(audit(timed_out.log))
    while called.decision is not None:
        called = called.play(called.decision.fold())
    assert "timed out" not in told(audit(called.log))


@pytest.mark.rule("HOUSE-40")
def test_a_time_out_under_a_clock_needs_no_such_note() -> None:
    hand = Hand.open(ONLINE, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, seed=seed_of("time"), at=0)
    while hand.deadline is not None:
        hand = hand.tick(hand.deadline)
    assert hand.is_over
    assert any(isinstance(event, e.TimedOut) for event in hand.events)
    assert "no clock" not in told(audit(hand.log))

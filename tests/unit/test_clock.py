"""The clock: what time it is, somebody else says (ROOM-9, HOUSE-24, HOUSE-25)."""

from __future__ import annotations

import pytest

from grocerydots import Hand, IllegalEvent, Log, SetupError, presets
from grocerydots import events as e
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_named

ROOM = presets.online_room(small_bet=4, big_bet=8, ante=1)


def opened(at: int | None = 1_000) -> Hand:
    return Hand.open(
        ROOM, {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}, dealer=3, seed=seed_named("clock"), at=at
    )


@pytest.mark.rule("ROOM-9")
def test_a_decision_has_ten_seconds_from_the_last_entry_on() -> None:
    hand = opened()
    assert hand.deadline == 11_000
    assert hand.decision is not None
    assert hand.play(hand.decision.bring_in(), 4_000).deadline == 14_000


def test_there_is_no_deadline_without_times_without_a_clock_and_after_the_end() -> None:
    assert opened(at=None).deadline is None
    assert play_out(opened()).deadline is None
    slow = presets.card_room(small_bet=4, big_bet=8, ante=1)
    hand = Hand.open(slow, {1: ("ann", 9), 2: ("bob", 9)}, dealer=2, seed=seed_named(1), at=0)
    assert hand.deadline is None
    assert hand.tick(10**9) is hand


def test_what_the_dealer_decides_has_no_deadline() -> None:
    dots = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    hand = Hand.open(dots, {1: ("ann", 9), 2: ("bob", 9)}, dealer=2, seed=seed_named(1), at=0)
    assert hand.decision is not None
    assert hand.deadline is None
    assert hand.play(hand.decision.confirm("share"), 10**9).times is not None


@pytest.mark.rule("ROOM-9", "HOUSE-24")
def test_a_tick_plays_the_time_out_that_is_due_and_nothing_else() -> None:
    hand = opened()
    assert hand.tick(10_999) is hand
    assert hand.tick(0) is hand
    after = hand.tick(11_000)
    assert hand.decision is not None
    assert after.events[hand.entries] == hand.decision.time_out()
    assert after.tick(11_000) is after


def test_after_a_pause_who_decides_next_has_the_whole_time() -> None:
    hand = opened().tick(1_000_000)
    assert hand.deadline == 1_010_000


def test_a_hand_that_is_over_or_has_no_times_stays_as_it_is() -> None:
    untimed = opened(at=None)
    assert untimed.tick(10**9) is untimed
    over = play_out(opened())
    assert over.tick(10**9) is over


def test_a_tick_takes_whole_milliseconds() -> None:
    with pytest.raises(SetupError, match="whole milliseconds"):
        opened().tick(11_000.5)  # type: ignore[arg-type]


@pytest.mark.rule("ROOM-9")
def test_an_answer_is_in_time_at_the_deadline_and_late_after_it() -> None:
    hand = opened()
    assert hand.decision is not None
    event = hand.decision.bring_in()
    assert hand.play(event, 11_000).times == (*(hand.times or ()), 11_000)
    with pytest.raises(
        IllegalEvent, match="the time to act ran out at 11000 ms, it is 11001 ms; the clock acts"
    ):
        hand.play(event, 11_001)


@pytest.mark.rule("ROOM-9")
def test_a_time_out_before_the_deadline_is_refused() -> None:
    hand = opened()
    assert hand.decision is not None
    with pytest.raises(IllegalEvent, match="has until 11000 ms to act, it is 10999 ms") as refused:
        hand.play(hand.decision.time_out(), 10_999)
    assert (refused.value.rule, refused.value.seat) == ("ROOM-9", hand.decision.seat)
    assert hand.play(hand.decision.time_out(), 11_000).entries > hand.entries


def test_time_never_goes_backwards() -> None:
    hand = opened()
    assert hand.decision is not None
    with pytest.raises(SetupError, match="999 ms is before the last entry's 1000 ms"):
        hand.play(hand.decision.bring_in(), 999)


def test_a_hand_without_times_is_played_without_a_clock() -> None:
    hand = opened(at=None)
    assert hand.decision is not None
    assert hand.play(hand.decision.time_out()).entries > hand.entries
    with pytest.raises(SetupError, match="for every event of a hand, or for none"):
        hand.play(hand.decision.time_out(), 5)


def test_the_clock_has_nothing_to_say_of_a_hand_that_is_over() -> None:
    over = play_out(opened())
    with pytest.raises(IllegalEvent):
        over.play(e.Checked(1), 10**6)


def test_a_late_answer_that_would_not_be_legal_either_is_late() -> None:
    with pytest.raises(IllegalEvent, match="ran out"):
        opened().play(e.Checked(1), 20_000)


@pytest.mark.parametrize("at", [7.5, -5, True, "7", 2**53])
def test_what_is_no_time_is_named(at: int) -> None:
    hand = opened()
    assert hand.decision is not None
    with pytest.raises(SetupError, match=r"^at: expected whole milliseconds, got "):
        hand.play(hand.decision.bring_in(), at)
    with pytest.raises(SetupError, match=r"^now_ms: expected whole milliseconds, got "):
        hand.tick(at)


@pytest.mark.rule("ROOM-9")
def test_a_log_against_the_clock_is_not_resumed() -> None:
    hand = opened()
    assert hand.decision is not None
    played = hand.play(hand.decision.bring_in(), 11_000)
    assert played.times is not None
    assert Hand.resume(played.log, seed=seed_named("clock")).times == played.times
    late = Log.of(
        played.events, [*played.times[: hand.entries], *(11_001 for _ in played.times[hand.entries :])]
    )
    with pytest.raises(IllegalEvent, match="ran out at 11000 ms, it is 11001 ms"):
        Hand.resume(late, seed=seed_named("clock"))
    with pytest.raises(SetupError, match="time never goes backwards"):
        Hand.resume(Log.of(played.events, played.times[::-1]), seed=seed_named("clock"))

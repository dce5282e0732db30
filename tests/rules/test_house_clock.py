"""HOUSE-24, 25: the clock."""

from __future__ import annotations

from typing import Any

import pytest
from house_rules import RAKED
from playing import (
    DOTS,
    FOUR,
    HANDS,
    STUD,
    THREE,
    TWO,
    awards,
    boards,
    decision_of,
    given,
    kinds,
    offers,
    pots,
    refused_event,
    row,
    shown,
    to_end,
    to_showdown,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.errors import IllegalEvent
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Rules

CHECK_OR_FOLD = presets.card_room(small_bet=4, big_bet=8, ante=1, time_out="check_or_fold")
ALL_RESULTS: tuple[e.TimeOutResult, ...] = ("all_in", "check", "fold", "bring_in", "sit_out", "pass", "show")


def _accepted(hand: Hand) -> list[e.TimedOut]:
    """Every time-out that the decision takes, of any seat, result and amount up to 4."""
    taken = []
    for seat in range(6):
        for result in ALL_RESULTS:
            for amount in range(5):
                event = e.TimedOut(seat, result, amount)
                try:
                    hand.play(event)
                except IllegalEvent:
                    continue
                taken.append(event)
    return taken


@pytest.mark.rule("HOUSE-24")
class TestTheClockElsewhere:
    def test_an_ante_decision_sits_out(self) -> None:
        hand = given(STUD, FOUR, HANDS | {"C": ""}, asked="C")
        assert _accepted(hand) == [e.TimedOut(3, "sit_out")]
        assert boards(when(hand, "C time_out"))["C"] == ""

    @pytest.mark.parametrize("rules", [STUD, CHECK_OR_FOLD])
    def test_the_forced_opener_posts_the_bring_in_and_goes_on(self, rules: Rules) -> None:
        hand = given(rules, THREE)
        assert _accepted(hand) == [e.TimedOut(1, "bring_in", 2)]
        hand = when(hand, "A time_out, B complete, C call")
        assert offers(hand) == "A: fold, call 2, raise to 8"

    @pytest.mark.parametrize("rules", [STUD, CHECK_OR_FOLD])
    def test_so_does_who_opens_for_an_all_in_low_card(self, rules: Rules) -> None:
        hand = given(rules, "A 1, B 100, C 100")
        assert _accepted(hand) == [e.TimedOut(2, "bring_in", 2)]
        hand = when(hand, "B time_out, C complete")
        assert offers(hand) == "B: fold, call 2, raise to 8"

    def test_a_short_opener_posts_what_there_is(self) -> None:
        assert _accepted(given(STUD, "A 2, B 100, C 100")) == [e.TimedOut(1, "bring_in", 1)]

    @pytest.mark.parametrize("option", ["all_in", "check_or_fold"])
    def test_at_the_store_the_card_comes_from_the_stub_and_the_player_goes_on(self, option: Any) -> None:
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, time_out=option)
        hand = to_store(given(rules, THREE))
        assert _accepted(hand) == [e.TimedOut(1, "pass")]
        hand = when(hand, "A time_out")
        assert boards(hand)["A"] == "2c Kd"
        assert row(hand) == "2s 3d 4d"
        assert offers(when(hand, "B pass, C pass")).startswith("A: check")

    def test_at_showdown_the_hand_is_shown(self) -> None:
        hand = to_showdown(given(STUD, THREE))
        assert _accepted(hand) == [e.TimedOut(2, "show")]
        hand = when(hand, "B time_out")
        assert shown(hand) == "AB"
        assert kinds(hand.events)[-1] == "DownCardsOpened"

    def test_in_betting_it_is_the_tables_option(self) -> None:
        assert _accepted(to_street(given(STUD, THREE), 4)) == [e.TimedOut(1, "all_in")]

    def test_the_dealer_and_the_house_have_no_clock(self) -> None:
        for hand in (given(DOTS, THREE, dots_tie=None), to_end(given(RAKED, TWO))):
            assert _accepted(hand) == []
        with pytest.raises(IllegalEvent, match="ROOM-20"):
            decision_of(given(DOTS, THREE, dots_tie=None)).time_out()

    def test_the_last_ante_timed_out_may_cancel_the_hand(self) -> None:
        hand = when(given(STUD, TWO, asked="B"), "B time_out")
        assert kinds(hand.events)[-2:] == ["HandCancelled", "HandClosed"]

    def test_every_other_result_cites_the_decisions_rule(self) -> None:
        for hand, seat, cited in (
            (given(STUD, THREE, asked="B"), 2, "ROOM-2"),
            (given(STUD, THREE), 1, "ROOM-4"),
            (given(STUD, "A 1, B 100, C 100"), 2, "HOUSE-3"),
            (to_store(given(DOTS, THREE)), 1, "GSD-9"),
            (to_showdown(given(STUD, THREE)), 2, "HOUSE-26"),
            (to_street(given(STUD, THREE), 5), 1, "ROOM-9"),
        ):
            assert refused_event(hand, e.TimedOut(seat, "fold")).rule == cited


@pytest.mark.rule("HOUSE-25")
class TestTimeOut:
    def test_all_in_keeps_the_player_in_for_what_is_in(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B time_out, C call")
        assert pots(hand) == ["9 ABC", "8 AC"]

    def test_check_or_fold_checks_when_that_is_free(self) -> None:
        hand = to_street(given(CHECK_OR_FOLD, THREE), 4)
        assert _accepted(hand) == [e.TimedOut(1, "check")]
        hand = when(hand, "A time_out, B bet 4, C call")
        assert offers(hand) == "A: fold, call 4, raise to 8"

    def test_and_folds_when_it_is_not(self) -> None:
        hand = when(to_street(given(CHECK_OR_FOLD, THREE), 4), "A bet 4")
        assert _accepted(hand) == [e.TimedOut(2, "fold")]
        hand = when(hand, "B time_out, C fold")
        assert awards(hand) == ["0 whole A 9"]

    def test_it_checks_even_where_folding_is_not_offered(self) -> None:
        rules = presets.card_room(
            small_bet=4, big_bet=8, ante=1, time_out="check_or_fold", fold_when_free=False
        )
        assert _accepted(to_street(given(rules, THREE), 4)) == [e.TimedOut(1, "check")]

    def test_a_time_out_is_not_counted_among_the_options(self) -> None:
        decision = decision_of(to_street(given(STUD, THREE), 4))
        assert decision.time_out() not in decision
        assert len(decision) == 3

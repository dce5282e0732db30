"""HOUSE-5, 6: all-ins short of a full wager."""

from __future__ import annotations

import pytest
from house_rules import PAIR
from playing import HANDS, STUD_10, given, offers, refused, refused_event, rule, to_street, when

from grocerydots import events as e
from grocerydots.hand import Hand
from grocerydots.rules import presets

LOW_BRING_IN = presets.card_room(small_bet=10, big_bet=20, ante=1, bring_in=2)


def _fifth(stacks: str, cards: dict[str, str] = HANDS) -> Hand:
    """Fifth street of 10/20, everybody having paid 6; A opens."""
    return to_street(given(STUD_10, stacks, cards), 5)


@pytest.mark.rule("HOUSE-5")
class TestShortAllInRaises:
    def test_under_half_who_has_acted_may_only_call_or_fold(self) -> None:
        hand = when(given(STUD_10, "A 15, B 100, C 100"), "A bring_in, B complete, C call, A raise 14")
        assert offers(hand) == "B: fold, call 4"
        error = refused(hand, "B raise 24")
        assert error.rule == "HOUSE-5"
        assert "does not re-open the betting" in str(error)
        assert offers(when(hand, "B call")) == "C: fold, call 4"

    def test_half_is_a_full_wager_and_the_next_raise_is_a_full_bet_on_top(self) -> None:
        hand = when(given(STUD_10, "A 16, B 100, C 100"), "A bring_in, B complete, C call, A raise 15")
        assert offers(hand) == "B: fold, call 5, raise to 25"

    def test_under_half_who_has_not_acted_may_complete_to_the_full_wager(self) -> None:
        hand = when(_fifth("A 100, B 35, C 100"), "A bet 20, B raise 29")
        assert offers(hand) == "C: fold, call 29, raise to 40"
        hand = when(hand, "C raise 40")
        assert offers(hand) == "A: fold, call 20, raise to 60", "which re-opens the betting"

    def test_two_that_together_add_half_make_the_last_a_full_wager(self) -> None:
        hand = when(_fifth("A 100, B 31, C 37, D 100"), "A bet 20, B raise 25, C raise 31")
        assert hand.events[-1] == e.Raised(3, 31, 31, full=True)
        assert offers(hand) == "D: fold, call 31, raise to 51"
        assert offers(when(hand, "D call")) == "A: fold, call 11, raise to 51"

    def test_two_that_stay_under_half_make_none(self) -> None:
        hand = when(_fifth("A 100, B 31, C 35, D 100"), "A bet 20, B raise 25, C raise 29")
        assert hand.events[-1] == e.Raised(3, 29, 29, full=False)
        assert offers(hand) == "D: fold, call 29, raise to 40"
        assert offers(when(hand, "D call")) == "A: fold, call 9"

    def test_three_of_them_add_up(self) -> None:
        hand = _fifth("A 100, B 29, C 32, D 36, E 100")
        hand = when(hand, "A bet 20, B raise 23, C raise 26, D raise 30")
        assert offers(hand) == "E: fold, call 30, raise to 50"

    def test_calls_between_them_change_nothing(self) -> None:
        hand = _fifth("A 100, B 29, C 100, D 36, E 100")
        hand = when(hand, "A bet 20, B raise 23, C call, D raise 30")
        assert offers(hand) == "E: fold, call 30, raise to 50"
        assert offers(when(hand, "E call, A call")) == "C: fold, call 7, raise to 50"

    def test_a_full_wager_between_them_starts_the_count_again(self) -> None:
        hand = _fifth("A 200, B 29, C 200, D 52, E 200")
        hand = when(hand, "A bet 20, B raise 23, C raise 40, D raise 46")
        assert hand.events[-1] == e.Raised(4, 46, 46, full=False)
        assert offers(hand) == "E: fold, call 46, raise to 60"

    def test_it_counts_for_the_cap(self) -> None:
        hand = _fifth("A 200, B 200, C 76, D 200")
        hand = when(hand, "A bet 20, B raise 40, C raise 60, D raise 80")
        assert offers(hand) == "A: fold, call 60"
        hand = _fifth("A 200, B 200, C 56, D 200")
        hand = when(hand, "A bet 20, B raise 40, C raise 50, D raise 70")
        assert hand.events[-2] == e.Raised(3, 50, 50, full=True)
        assert offers(hand) == "A: fold, call 50"

    def test_half_of_an_odd_limit_is_not_reached_by_the_chip_below(self) -> None:
        rules = presets.card_room(small_bet=5, big_bet=10, ante=1, bring_in=1)
        under = when(given(rules, "A 8, B 100, C 100"), "A bring_in, B complete, C call, A raise 7")
        assert offers(under) == "B: fold, call 2"
        over = when(given(rules, "A 9, B 100, C 100"), "A bring_in, B complete, C call, A raise 8")
        assert offers(over) == "B: fold, call 3, raise to 13"

    def test_the_event_must_say_rightly_whether_it_is_full(self) -> None:
        hand = when(_fifth("A 100, B 35, C 100"), "A bet 20")
        assert refused_event(hand, e.Raised(2, 29, 29, full=True)).rule == "HOUSE-5"
        half = when(_fifth("A 100, B 36, C 100"), "A bet 20")
        assert refused_event(half, e.Raised(2, 30, 30, full=False)).rule == "HOUSE-5"
        short = _fifth("A 15, B 100, C 100")
        assert refused_event(short, e.Bet(1, 9, 9, full=True)).rule == "HOUSE-6"

    def test_with_both_limits_open_the_measure_is_the_lower(self) -> None:
        """All-in for 3 and 3 more over 10: six is half of ten and more."""
        hand = to_street(given(STUD_10, "A 100, B 100, C 19, D 22", PAIR), 4)
        hand = when(hand, "B bet 10, C raise 13, D raise 16")
        assert hand.events[-1] == e.Raised(4, 16, 16, full=True)
        assert offers(hand) == "A: fold, call 16, raise to 26, raise to 36"

    def test_only_the_full_higher_limit_closes_the_lower(self) -> None:
        hand = to_street(given(STUD_10, "A 100, B 100, C 19, D 22", PAIR), 4)
        hand = when(hand, "B bet 10, C raise 13, D raise 16, A raise 36")
        assert offers(hand) == "B: fold, call 26, raise to 56"
        assert rule(hand, "B raise 46") == "LIM-6"

    def test_with_both_open_and_under_half_who_has_not_acted_may_make_either_full(self) -> None:
        hand = to_street(given(STUD_10, "A 100, B 100, C 19, D 20", PAIR), 4)
        hand = when(hand, "B bet 10, C raise 13, D raise 14")
        assert offers(hand) == "A: fold, call 14, raise to 20, raise to 30"
        assert offers(when(hand, "A call")) == "B: fold, call 4"
        assert offers(when(hand, "A raise 30")) == "B: fold, call 20, raise to 50"

    def test_with_the_higher_limit_wagered_its_half_is_the_measure(self) -> None:
        hand = to_street(given(STUD_10, "A 100, B 100, C 32, D 100", PAIR), 4)
        hand = when(hand, "B bet 20, C raise 26")
        assert hand.events[-1] == e.Raised(3, 26, 26, full=False)
        assert offers(hand) == "D: fold, call 26, raise to 40"


@pytest.mark.rule("HOUSE-6")
class TestShortAllInOpenings:
    def test_half_the_bet_or_more_is_a_full_wager(self) -> None:
        hand = when(_fifth("A 16, B 100, C 100"), "A bet 10")
        assert hand.events[-1] == e.Bet(1, 10, 10, full=True)
        assert offers(hand) == "B: fold, call 10, raise to 30"

    def test_less_may_be_completed_by_who_has_not_acted(self) -> None:
        hand = when(_fifth("A 15, B 100, C 100"), "A bet 9")
        assert offers(hand) == "B: fold, call 9, raise to 20"

    def test_who_has_checked_may_only_call_or_fold_it(self) -> None:
        hand = when(_fifth("A 100, B 15, C 100"), "A check, B bet 9, C call")
        assert offers(hand) == "A: fold, call 9"
        assert rule(hand, "A raise 20") == "HOUSE-6"

    def test_unless_somebody_completes_it(self) -> None:
        hand = when(_fifth("A 100, B 15, C 100"), "A check, B bet 9, C raise 20")
        assert offers(hand) == "A: fold, call 20, raise to 40"

    def test_several_add_up_to_a_full_one(self) -> None:
        hand = when(_fifth("A 9, B 13, C 17, D 100, E 100"), "A bet 3, B raise 7, C raise 11")
        assert [event.full for event in hand.events if isinstance(event, e.Bet | e.Raised)] == [
            False, False, True,
        ]  # fmt: skip
        assert offers(hand) == "D: fold, call 11, raise to 31"

    def test_a_forced_opener_short_of_the_limit_may_complete_all_in(self) -> None:
        hand = given(STUD_10, "A 9, B 100, C 100")
        assert offers(hand) == "A: bring_in 5, complete to 8"
        assert offers(when(hand, "A complete 8")) == "B: fold, call 8, raise to 18"

    def test_its_completion_to_less_than_half_may_be_completed(self) -> None:
        hand = given(LOW_BRING_IN, "A 5, B 100, C 100")
        assert offers(hand) == "A: bring_in 2, complete to 4"
        assert offers(when(hand, "A complete 4")) == "B: fold, call 4, complete to 10"

    def test_the_bring_in_and_a_call_of_it_count_as_acting(self) -> None:
        hand = given(LOW_BRING_IN, "A 100, B 100, C 5, D 100")
        hand = when(hand, "A bring_in, B call, C complete 4")
        assert offers(hand) == "D: fold, call 4, complete to 10"
        hand = when(hand, "D call")
        assert offers(hand) == "A: fold, call 2"
        assert rule(hand, "A complete 10") == "HOUSE-6"
        assert offers(when(hand, "A call")) == "B: fold, call 2"

    def test_a_completion_is_measured_by_its_whole_amount(self) -> None:
        hand = when(given(LOW_BRING_IN, "A 100, B 6, C 100"), "A bring_in, B complete 5")
        assert hand.events[-1] == e.Completed(2, 5, 5, full=True)
        assert offers(hand) == "C: fold, call 5, raise to 15"

    def test_over_a_completion_that_was_not_full_there_is_still_a_completion(self) -> None:
        hand = when(given(LOW_BRING_IN, "A 100, B 5, C 100"), "A bring_in, B complete 4, C complete 10")
        assert offers(hand) == "A: fold, call 8, raise to 20"

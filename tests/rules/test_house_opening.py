"""HOUSE-1, 2, 3, 4, 10, 23: who opens, and the bring-in."""

from __future__ import annotations

import pytest
from house_rules import ALL_SHOW, eight_players
from playing import (
    HANDS,
    STUD,
    STUD_10,
    THREE,
    chips,
    given,
    kinds,
    offers,
    pots,
    refused,
    returned,
    rule,
    shown,
    to_street,
    when,
)

from grocerydots.rules import presets


@pytest.mark.rule("HOUSE-1")
class TestTheCompletionIsNoRaise:
    def test_it_is_to_the_lower_limit_and_raises_are_by_it(self) -> None:
        hand = when(given(STUD_10, THREE), "A bring_in, B complete")
        assert chips(hand)["B"] == 89
        assert offers(hand) == "C: fold, call 10, raise to 20"

    def test_it_is_the_first_wager_of_the_four(self) -> None:
        hand = when(given(STUD_10, THREE), "A bring_in, B complete, C raise 20, A raise 30, B raise 40")
        assert offers(hand) == "C: fold, call 20"

    def test_over_the_bring_in_nobody_raises(self) -> None:
        error = refused(when(given(STUD_10, THREE), "A bring_in"), "B raise 10")
        assert error.rule == "HOUSE-1"
        assert "complete to 10" in str(error)

    def test_the_bring_in_with_the_limit_on_top_is_no_size(self) -> None:
        assert rule(when(given(STUD_10, THREE), "A bring_in"), "B complete 15") == "LIM-5"


@pytest.mark.rule("HOUSE-2")
class TestTheBringInIsOnlyCalled:
    def test_its_owner_has_no_option(self) -> None:
        hand = when(given(STUD, THREE), "A bring_in, B call, C call")
        assert (hand.state.street, offers(hand)) == (4, "A: check, fold, bet 4")

    def test_nor_when_the_clock_posted_it(self) -> None:
        hand = when(given(STUD, THREE), "A time_out, B call, C call")
        assert hand.state.street == 4

    def test_nor_when_everybody_else_folds(self) -> None:
        assert when(given(STUD, THREE), "A bring_in, B fold, C fold").is_over


@pytest.mark.rule("HOUSE-3")
class TestTheLowCardIsAllIn:
    def test_the_next_who_can_act_folds_brings_in_or_completes(self) -> None:
        assert offers(given(STUD, "A 1, B 100, C 100")) == "B: fold, bring_in 2, complete to 4"

    def test_who_is_all_in_too_is_passed_over(self) -> None:
        assert offers(given(STUD, "A 1, B 1, C 100, D 100")) == "C: fold, bring_in 2, complete to 4"

    @pytest.mark.parametrize("action", ["B check", "B call", "B bet 4", "B raise 4", "B show", "B ante"])
    def test_and_does_nothing_else(self, action: str) -> None:
        error = refused(given(STUD, "A 1, B 100, C 100"), action)
        assert error.rule == "HOUSE-3"
        assert "fold, bring in 2 or complete to 4" in str(error)

    def test_who_folds_leaves_it_to_the_next_until_somebody_opens(self) -> None:
        hand = when(given(STUD, "A 1, B 100, C 100, D 100, E 100"), "B fold, C fold")
        assert offers(hand) == "D: fold, bring_in 2, complete to 4"
        hand = when(hand, "D bring_in")
        assert offers(hand) == "E: fold, call 2, complete to 4"

    def test_the_last_one_left_who_can_act_is_not_asked_and_the_cards_are_run_out(self) -> None:
        hand = when(given(ALL_SHOW, "A 1, B 100, C 100"), "B fold")
        assert hand.is_over
        assert pots(hand) == ["3 AC"]
        assert chips(hand) == {"A": 0, "B": 99, "C": 102}

    def test_nor_is_a_low_card_with_the_only_chips(self) -> None:
        hand = given(ALL_SHOW, "A 100, B 1, C 1")
        assert hand.is_over
        assert "BroughtIn" not in kinds(hand.events)
        assert "BettingClosed" not in kinds(hand.events)

    def test_the_one_who_acts_for_it_may_be_all_in_for_less(self) -> None:
        hand = given(STUD, "A 1, B 2, C 100, D 100")
        assert offers(hand) == "B: fold, bring_in 1"
        assert offers(when(hand, "B bring_in")) == "C: fold, call 2, complete to 4"

    def test_a_bring_in_of_the_lower_limit_leaves_fold_or_bring_in(self) -> None:
        full = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=4)
        hand = given(full, "A 1, B 100, C 100")
        assert offers(hand) == "B: fold, bring_in 4"
        assert offers(when(hand, "B bring_in")) == "C: fold, call 4, raise to 8"

    def test_who_opened_in_its_place_has_no_option_when_only_called(self) -> None:
        hand = when(given(STUD, "A 1, B 100, C 100"), "B bring_in, C call")
        assert hand.state.street == 4


@pytest.mark.rule("HOUSE-4")
class TestAShortBringIn:
    def test_stands_and_the_others_owe_it_in_full_or_complete(self) -> None:
        hand = when(given(STUD, "A 2, B 100, C 100"), "A bring_in")
        assert offers(hand) == "B: fold, call 2, complete to 4"
        hand = when(hand, "B call, C call")
        assert pots(hand) == ["6 ABC", "2 BC"]

    def test_heads_up_the_other_calls_it_in_full_and_the_excess_comes_back(self) -> None:
        hand = when(given(ALL_SHOW, "A 2, B 100"), "A bring_in")
        assert offers(hand) == "B: fold, call 2"
        hand = when(hand, "B call")
        assert returned(hand) == ["B 1"]
        assert pots(hand) == ["4 AB"]

    def test_heads_up_there_is_nothing_to_complete(self) -> None:
        hand = when(given(STUD, "A 2, B 100"), "A bring_in")
        assert rule(hand, "B complete 4") == "HOUSE-11"

    def test_of_two_short_ones_the_second_calls_for_less(self) -> None:
        hand = when(given(STUD, "A 2, B 2, C 100, D 100"), "A bring_in")
        assert offers(hand) == "B: fold, call 1"
        assert offers(when(hand, "B call")) == "C: fold, call 2, complete to 4"


@pytest.mark.rule("HOUSE-10")
class TestTheBestBoardIsAllIn:
    def test_the_next_clockwise_who_can_act_starts(self) -> None:
        assert offers(to_street(given(STUD, "A 3, B 100, C 100"), 4)) == "B: check, fold, bet 4"
        assert offers(to_street(given(STUD, "A 3, B 3, C 100, D 100"), 4)) == "C: check, fold, bet 4"

    def test_clockwise_from_the_best_board_not_from_the_dealer(self) -> None:
        cards = HANDS | {"C": "Jd Js Th Ac 4s Jc 2d"}
        assert offers(to_street(given(STUD, "A 100, B 100, C 3, D 100", cards), 4)).startswith("D:")

    def test_also_when_the_clock_placed_it_all_in(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A time_out, B check, C check")
        assert offers(hand) == "B: check, fold, bet 8"

    def test_who_starts_has_the_first_option_and_shows_first(self) -> None:
        hand = when(to_street(given(ALL_SHOW, "A 3, B 100, C 100"), 7), "B check, C check")
        assert shown(hand) == "BCA"


@pytest.mark.rule("HOUSE-23")
def test_after_a_community_card_the_highest_of_the_own_boards_opens() -> None:
    """The community jack would pair A's; B's king is the highest of the boards."""
    hands = [
        "2h 3h 2c Jd 4d 6h", "2s 3s 9d Kd 4h 6s", "5c 5d 9h Th 7s 8c", "5h 5s 9s Ts 7d 8d",
        "Ah Ac 9c Td 7c 8h", "Ad Qc 4s Tc 7h 8s", "Qd Qh 4c 3c 6d Qs", "Kc Ks 3d 6c Jc 2d",
    ]  # fmt: skip
    hand = to_street(eight_players("Js", hands), 7)
    assert str(hand.state.stub.community) == "Js"
    assert offers(hand).startswith("B: check")

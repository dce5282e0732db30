"""HOUSE: points on which the texts are silent or disagree, each a named option with a default."""

from __future__ import annotations

import pytest
from playing import (
    DOTS,
    FIVE,
    FOUR,
    HANDS,
    HI_LO,
    STUD,
    STUD_10,
    THREE,
    TWO,
    awards,
    boards,
    chips,
    decision_of,
    given,
    kinds,
    name_of,
    offers,
    pots,
    refused,
    refused_event,
    returned,
    row,
    rule,
    shown,
    since,
    to_end,
    to_showdown,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.deck import Deck
from grocerydots.errors import IllegalEvent, SetupError
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Game, Rules, of
from grocerydots.testing import play_out, test_seed

HUGE = pytest.param(10**5000, id="huge")
PAIR = HANDS | {"B": "Tc 5d 9d 9h 7c 5h 6s", "D": "As 9c Qh 8c 7h 3s 5c"}
ALL_SHOW = presets.card_room(small_bet=4, big_bet=8, ante=1, showdown="all_show")
BIG_ANTE = presets.card_room(small_bet=16, big_bet=32, ante=8, bring_in=8)
ANTE_5 = presets.card_room(small_bet=10, big_bet=20, ante=5, bring_in=5)
FREE = presets.card_room(small_bet=4, big_bet=8, ante=0)
LOW_BRING_IN = presets.card_room(small_bet=10, big_bet=20, ante=1, bring_in=2)
MUST_CHECK = presets.card_room(small_bet=4, big_bet=8, ante=1, fold_when_free=False)
CHECK_OR_FOLD = presets.card_room(small_bet=4, big_bet=8, ante=1, time_out="check_or_fold")
RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared", showdown="all_show")
DOTS_MUCK = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, showdown="may_muck")
DOTS_FREE = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=0, unit=1)
UNIT_5 = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=5)


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


@pytest.mark.rule("HOUSE-7")
class TestHeadsUpRaises:
    @pytest.mark.parametrize(
        ("option", "two_from_the_start", "two_from_a_fold"),
        [
            ("unlimited_before_cap", True, True),
            ("unlimited_from_round_start", True, False),
            ("capped", False, False),
        ],
    )
    def test_the_three_options(self, option: str, two_from_the_start: bool, two_from_a_fold: bool) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=1, heads_up_raises=option)
        two = when(given(rules, TWO), "A complete, B raise 8, A raise 12, B raise 16")
        assert ("raise to 20" in offers(two)) is two_from_the_start
        three = when(given(rules, THREE), "A complete, B raise 8, C fold, A raise 12, B raise 16")
        assert ("raise to 20" in offers(three)) is two_from_a_fold

    def test_a_time_out_before_the_fourth_wager_leaves_two_who_can_act(self) -> None:
        hand = when(given(STUD, THREE), "A complete, B raise 8, C time_out, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_an_all_in_fourth_wager_made_while_three_could_act_stays_the_cap(self) -> None:
        hand = when(
            given(STUD, "A 100, B 17, C 100"), "A complete, B raise 8, C raise 12, A call, B raise 16"
        )
        assert offers(hand) == "C: fold, call 4"

    def test_wagers_beyond_four_go_on_by_the_limit(self) -> None:
        hand = when(given(STUD, TWO), "A complete, B raise 8, A raise 12, B raise 16, A raise 20, B raise 24")
        assert offers(hand) == "A: fold, call 4, raise to 28"
        assert rule(hand, "A raise 32") == "LIM-5"


@pytest.mark.rule("HOUSE-8")
class TestOpenPair:
    @pytest.mark.parametrize(
        ("game", "default"),
        [("stud_high", "any_player"), ("stud_hi_lo", "none"), ("grocery_store_dots", "none")],
    )
    def test_the_default_depends_on_the_game(self, game: Game, default: str) -> None:
        unit = 1 if game == "grocery_store_dots" else None
        assert of(game, "fixed_limit", 4, 8, ante=1, unit=unit).open_pair == default

    @pytest.mark.parametrize(
        ("option", "pair", "other"),
        [
            ("any_player", "bet 4, bet 8", "bet 4, bet 8"),
            ("pair_opens", "bet 4, bet 8", "bet 4"),
            ("none", "bet 4", "bet 4"),
        ],
    )
    def test_the_three_options(self, option: str, pair: str, other: str) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=1, open_pair=option)
        hand = to_street(given(rules, THREE, PAIR), 4)
        assert offers(hand) == f"B: check, fold, {pair}"
        assert offers(when(hand, "B check")) == f"C: check, fold, {other}"

    def test_where_grocery_store_dots_has_it_a_bought_pair_counts(self) -> None:
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, open_pair="any_player")
        hand = when(to_store(given(rules, THREE, store="9h 3d 4d")), "A pass, B buy 1, C pass")
        assert offers(hand) == "B: check, fold, bet 4, bet 8"

    def test_none_cites_the_limit(self) -> None:
        assert rule(to_street(given(HI_LO, THREE, PAIR), 4), "B bet 8") == "LIM-5"


@pytest.mark.rule("HOUSE-9")
class TestFoldWhenFree:
    def test_it_is_offered(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A fold")
        assert offers(hand) == "B: check, fold, bet 4"

    def test_or_not(self) -> None:
        hand = to_street(given(MUST_CHECK, THREE), 4)
        assert offers(hand) == "A: check, bet 4"
        error = refused(hand, "A fold")
        assert error.rule == "HOUSE-9"
        assert "checking is free" in str(error)

    def test_facing_a_wager_folding_is_always_offered(self) -> None:
        hand = when(to_street(given(MUST_CHECK, THREE), 4), "A bet 4")
        assert offers(hand) == "B: fold, call 4, raise to 8"

    def test_who_opens_for_an_all_in_low_card_may_fold_all_the_same(self) -> None:
        assert offers(given(MUST_CHECK, "A 1, B 100, C 100")).startswith("B: fold")


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


@pytest.mark.rule("HOUSE-11")
class TestNoBetting:
    def test_with_at_most_one_who_can_act_streets_are_dealt_to_the_end(self) -> None:
        hand = when(given(ALL_SHOW, "A 3, B 3, C 100"), "A bring_in, B call, C call")
        assert hand.is_over
        assert kinds(hand.events).count("BettingClosed") == 1

    def test_the_last_with_chips_must_still_answer_a_wager(self) -> None:
        hand = when(given(STUD, "A 100, B 5"), "A bring_in, B complete 4")
        assert offers(hand) == "A: fold, call 2"

    def test_and_cannot_raise_it(self) -> None:
        hand = when(given(STUD, "A 100, B 5"), "A bring_in, B complete 4")
        error = refused(hand, "A raise 8")
        assert error.rule == "HOUSE-11"
        assert "nobody else could call" in str(error)

    def test_nobody_bets_when_the_others_were_placed_all_in_by_the_clock(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 4), "A check, B time_out, C time_out")
        assert hand.is_over

    def test_the_third_player_answers_though_the_bettor_is_all_in(self) -> None:
        hand = when(to_street(given(STUD, "A 7, B 100, C 100"), 4), "A bet 4, B fold")
        assert offers(hand) == "C: fold, call 4"

    def test_an_all_in_raise_over_a_bettor_without_chips_is_refused(self) -> None:
        hand = when(to_street(given(STUD, "A 7, B 100"), 4), "A bet 4")
        assert offers(hand) == "B: fold, call 4"
        assert rule(hand, "B raise 8") == "HOUSE-11"


@pytest.mark.rule("HOUSE-12")
class TestWhoIsNotAskedAtTheStore:
    def test_who_is_all_in(self) -> None:
        hand = when(to_store(given(DOTS, "A 100, B 3, C 100")), "A pass")
        assert offers(hand).startswith("C:")
        assert len(boards(hand)["B"].split()) == 2

    def test_who_is_all_in_by_the_clock_with_chips_behind(self) -> None:
        hand = when(given(DOTS, THREE), "A bring_in, B time_out, C call")
        hand = when(hand, "A pass")
        assert offers(hand).startswith("C:")
        assert chips(hand)["B"] == 99

    def test_who_cannot_pay_for_slot_1_yet_bets(self) -> None:
        hand = when(to_store(given(UNIT_5, "A 100, B 7, C 100")), "A pass, C pass")
        assert offers(when(hand, "A check")) == "B: check, fold, bet 4"

    def test_such_a_player_is_dealt_from_the_stub_and_nothing_is_restocked(self) -> None:
        hand = when(to_store(given(UNIT_5, "A 100, B 7, C 7")), "A buy 1")
        assert since(hand, e.StoreCardBought) == ["CardsDealt"]
        assert row(hand) == "_ 3d 4d"

    def test_several_in_a_row_are_dealt_in_one_go(self) -> None:
        hand = when(to_store(given(DOTS, "A 100, B 3, C 3, D 100")), "A pass")
        dealt = hand.events[-1]
        assert isinstance(dealt, e.CardsDealt)
        assert [card.seat for card in dealt.cards] == [1, 2, 3]

    def test_who_is_not_asked_cannot_buy_or_pass(self) -> None:
        hand = when(to_store(given(DOTS, "A 100, B 3, C 100")), "A pass")
        assert rule(hand, "B buy 1") == "GSD-9"
        assert rule(hand, "B pass") == "GSD-9"

    def test_chips_that_came_back_can_be_spent_again(self) -> None:
        """B bets the last two chips of fourth street into nobody and buys with them on fifth."""
        hand = to_street(given(DOTS, "A 3, B 5, C 100", store="9h 3d 4d"), 4)
        hand = when(hand, "B bet 2, C fold")
        assert returned(hand) == ["B 2"]
        assert offers(hand) == "B: buy 1 for 1, buy 2 for 2, pass"


@pytest.mark.rule("HOUSE-13")
class TestTheStoreWhenBettingIsOver:
    def test_each_live_player_with_chips_is_still_asked_on_every_street(self) -> None:
        hand = when(given(DOTS, "A 100, B 3, C 3"), "A bring_in, B call, C call")
        asked = []
        while not hand.is_over:
            asked.append(hand.state.street)
            hand = when(hand, "A pass")
        assert len(asked) == 3
        assert kinds(hand.events).count("BettingClosed") == 1

    def test_what_is_bought_then_can_win_dots(self) -> None:
        hand = when(given(DOTS, "A 100, B 3, C 3"), "A bring_in, B call, C call, A buy 2")
        hand = to_end(hand)
        assert awards(hand)[-1] == "0 dots A 5"


@pytest.mark.rule("HOUSE-14")
class TestRestock:
    @pytest.mark.parametrize(
        ("option", "slot", "expected"),
        [
            ("in_place", 1, "Kd 3d 4d"), ("in_place", 2, "2s Kd 4d"), ("in_place", 3, "2s 3d Kd"),
            ("slide", 1, "3d 4d Kd"), ("slide", 2, "2s 4d Kd"), ("slide", 3, "2s 3d Kd"),
        ],
    )  # fmt: skip
    def test_the_two_options(self, option: str, slot: int, expected: str) -> None:
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, restock=option)
        assert row(when(to_store(given(rules, THREE)), f"A buy {slot}")) == expected

    def test_under_slide_a_card_gets_cheaper(self) -> None:
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, restock="slide")
        hand = when(to_store(given(rules, THREE)), "A buy 1, B buy 2")
        assert boards(hand)["B"] == "9d 4d", "the 4d had lain in slot 3"
        assert chips(hand)["B"] == 95

    def test_stud_has_no_such_option(self) -> None:
        with pytest.raises(SetupError, match="HOUSE-14"):
            presets.card_room(small_bet=4, big_bet=8, ante=1, restock="slide")


@pytest.mark.rule("HOUSE-15")
class TestWhereAPriceGoes:
    def _three_levels(self, rules: Rules = DOTS) -> Hand:
        """Fifth street's store: A and D have paid 7, C 5, B 3; 4 in prices lie in the main pot."""
        hand = to_store(given(rules, "A 100, B 3, C 8, D 100"))
        hand = when(hand, "A buy 1, C buy 3, D pass, A bet 4, C call, D call")
        assert pots(hand) == ["16 ABCD", "6 ACD", "4 AD"]
        return hand

    def test_with_all_level_it_goes_to_the_main_pot(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A buy 3, B buy 1, C buy 2")
        assert pots(hand) == ["15 ABC"]

    def test_with_several_all_in_to_the_newest_pot_that_the_buyer_contests(self) -> None:
        hand = when(self._three_levels(), "A buy 2, D buy 1")
        assert pots(hand) == ["16 ABCD", "6 ACD", "7 AD"]
        hand = when(to_store(hand), "A pass, D buy 2")
        assert pots(hand) == ["16 ABCD", "6 ACD", "9 AD"]

    def test_alone_in_the_newest_to_the_newest_that_another_contests(self) -> None:
        """D has folded: A would pay only A in the newest pot, so the price goes to the one with C."""
        hand = when(self._three_levels(), "A pass, D pass, D check, A bet 8, D fold")
        assert returned(hand) == ["A 8"]
        hand = when(hand, "A buy 3")
        assert pots(hand) == ["16 ABC", "9 AC", "4 A"]
        assert "2 whole A 4" in awards(to_end(hand))

    def test_it_stays_with_its_level_when_later_side_pots_are_made(self) -> None:
        """D is all-in for 3 more on fifth: the prices paid at level 7 lie between 5 and 10."""
        hand = to_store(given(DOTS, "A 100, B 3, C 8, D 11"))
        hand = when(hand, "A buy 1, C buy 3, D pass, A bet 4, C call, D call")
        hand = when(hand, "A buy 2, D buy 1, D bet 3, A call")
        assert pots(hand) == ["16 ABCD", "6 ACD", "13 AD"]

    def test_a_side_pot_opened_above_it_does_not_take_it_along(self) -> None:
        hand = to_store(given(DOTS, "A 100, B 4, C 100", store="3d 4d Ks"))
        hand = when(hand, "A buy 3, B pass, C buy 1, A bet 4, B call, C call")
        assert pots(hand) == ["16 ABC", "6 AC"]

    def test_mucked_hands_leave_it_where_it_is(self) -> None:
        hand = when(self._three_levels(DOTS_MUCK), "A buy 2, D buy 1")
        hand = to_street(hand, 7)
        hand = when(hand, "A bet 8, D call, B muck, C muck")
        assert shown(hand) == "A"
        assert pots(hand) == ["16 ABCD", "6 ACD", "23 AD"]
        assert offers(hand) == "D: show, muck"
        hand = when(hand, "D muck")
        assert awards(hand) == ["0 whole A 16", "1 whole A 6", "2 whole A 23"]

    def test_every_share_of_it_is_won_pot_by_pot(self) -> None:
        hand = to_end(when(self._three_levels(), "A buy 2, D buy 1"))
        assert sum(int(award.split()[-1]) for award in awards(hand)) == 16 + 6 + 7
        assert sum(chips(hand).values()) == 211

    def test_a_player_whom_the_clock_placed_all_in_is_another_live_player(self) -> None:
        hand = when(given(DOTS, THREE), "A bring_in, B time_out, C call")
        hand = when(hand, "A buy 1, C pass, A bet 4, C fold, A buy 2")
        assert returned(hand) == ["A 4"]
        assert pots(hand) == ["5 AB", "5 A"], "1 at level 3 with C, 2 at level 1 with B"

    def test_it_raises_nobodys_level_and_is_owed_by_nobody(self) -> None:
        hand = when(to_store(given(DOTS, THREE, store="3d 4d Ks")), "A buy 3, B pass, C pass")
        assert [seat.paid for seat in hand.state.seats] == [3, 3, 3]
        assert offers(hand) == "A: check, fold, bet 4"
        hand = to_end(hand)
        assert returned(hand) == []

    def test_it_is_never_returned_with_an_uncalled_bet(self) -> None:
        hand = to_store(given(DOTS, THREE, store="3d 4d Ks"))
        hand = when(hand, "A buy 3, B pass, C pass, A bet 4, B fold, C fold")
        assert returned(hand) == ["A 4"]
        assert awards(hand) == ["0 whole A 12"]

    def test_it_does_not_count_for_the_cap(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A buy 1, B buy 1, C buy 1")
        for action in ("bet 4", "raise 8", "raise 12", "raise 16"):
            hand = when(hand, f"{offers(hand)[0]} {action}")
        assert "raise" not in offers(hand)

    def test_with_nothing_else_in_the_pot_everybody_live_contends_for_it(self) -> None:
        """No ante, and the bring-in came back when the clock ran out on both others."""
        hand = when(given(DOTS_FREE, THREE), "A bring_in, B time_out, C time_out")
        assert returned(hand) == ["A 2"]
        hand = when(hand, "A buy 3")
        assert pots(hand) == ["3 ABC"]
        assert sum(chips(to_end(hand)).values()) == 300


@pytest.mark.rule("HOUSE-16")
class TestBuyingWithTheLastChips:
    def test_it_is_allowed_and_the_buyer_is_all_in(self) -> None:
        hand = when(to_store(given(DOTS, "A 5, B 100, C 100")), "A buy 2")
        assert chips(hand)["A"] == 0
        assert hand.state.acting == 0b110

    def test_the_buyer_is_out_of_the_betting_and_of_the_store(self) -> None:
        hand = when(to_store(given(DOTS, "A 5, B 100, C 100")), "A buy 2, B pass, C pass")
        assert offers(hand).startswith("C: check")
        assert offers(to_store(hand)).startswith("B: buy")

    def test_only_what_can_be_paid_in_full_is_offered(self) -> None:
        hand = to_store(given(DOTS, "A 5, B 100, C 100"))
        assert offers(hand) == "A: buy 1 for 1, buy 2 for 2, pass"
        error = refused(hand, "A buy 3")
        assert error.rule == "HOUSE-16"
        assert "costs 3" in str(error)

    def test_a_bet_over_the_buyer_that_the_third_folds_to_comes_back(self) -> None:
        hand = when(to_store(given(DOTS, "A 5, B 100, C 100")), "A buy 2, B pass, C pass, C bet 4, B fold")
        assert returned(hand) == ["C 4"]
        assert pots(hand) == ["11 AC"]
        hand = to_end(hand)
        assert sum(chips(hand).values()) == 205

    def test_two_who_spend_their_last_chips_end_the_betting(self) -> None:
        hand = when(to_store(given(DOTS, "A 5, B 4, C 100")), "A buy 2, B buy 1")
        assert offers(hand).startswith("C: buy")
        assert to_end(when(hand, "C pass")).state.street == 7
        assert kinds(to_end(hand).events).count("BettingClosed") == 1


@pytest.mark.rule("HOUSE-17")
class TestBurn:
    def test_a_burn_before_each_street_by_default(self) -> None:
        assert STUD.burn is True
        assert kinds(to_end(given(STUD, TWO)).events).count("CardBurned") == 4

    def test_none_when_it_is_off(self) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False)
        hand = to_end(given(rules, TWO))
        assert "CardBurned" not in kinds(hand.events)
        assert boards(hand)["A"] == "2c Kd 9s 3h"

    def test_none_for_the_store_or_a_restock(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A buy 1, B buy 1, C buy 1")
        assert since(hand, e.BettingClosed).count("CardBurned") == 1


@pytest.mark.rule("HOUSE-18")
class TestTheOddChipBetweenHalves:
    def test_goes_to_the_high_half(self) -> None:
        hand = to_end(given(DOTS, "A 100, B 100, D 100"))
        assert awards(hand) == ["0 high B 5", "0 dots D 4"]

    def test_in_every_pot(self) -> None:
        hand = to_end(when(to_street(given(DOTS, "A 100, B 4, D 100"), 4), "A bet 4, B call, D call"))
        assert pots(hand) == ["12 ABD", "6 AD"]
        assert awards(hand)[2:] == ["1 high D 3", "1 dots D 3"]

    def test_a_pot_of_one_chip_is_all_high(self) -> None:
        """No ante, the bring-in came back, and on sixth street the dealer bought for one chip."""
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=0, bring_in=1, unit=1)
        hand = given(rules, "A 100, B 100, D 100", dealer="A")
        hand = when(hand, "A bring_in, B time_out, D time_out, A pass, A pass, A buy 1")
        assert returned(hand) == ["A 1"]
        assert pots(hand) == ["1 ABD"]
        assert awards(hand) == ["0 high A 1"]


def _eight(community: str, hands: list[str], last: int = 100) -> Hand:
    """Eight players without burns: the last card of the deck is turned up for all (ROOM-12)."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False, showdown="all_show")
    deck = [hand.split()[street] for street in range(6) for hand in hands] + [community]
    seats = {number: (name_of(number), last if number == 8 else 100) for number in range(1, 9)}
    return Hand.open(rules, seats, 0, deck=Deck.stacked(deck))


TIED = {
    "A": "Kc Qd 2c 9h 8s 6d 4h",
    "B": "Kd Qh 2d 9s 8c 6h 4s",
    "C": "Kh Qs 2h 9c 8d 6s 4c",
    "D": "5c 5d 3c 7h Jd Js As",
}


@pytest.mark.rule("HOUSE-19")
class TestOddChipsAmongTiedWinners:
    def test_by_suit_to_the_highest_card_among_the_five_used(self) -> None:
        """Ten chips for three: the king of hearts stands above the others."""
        hand = to_end(when(given(STUD, FOUR, TIED | {"D": "5c 5d 3c"}), "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_two_odd_chips_go_to_two(self) -> None:
        hands = TIED | {"D": "5c 5d 3c", "E": "5h 5s 3d"}
        hand = given(STUD, FIVE, hands)
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold, E fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 4", "0 whole C 4"]

    def test_dealers_left_gives_them_from_there(self) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=1, odd_chips="dealers_left")
        for dealer, winner in (("@", "A"), ("A", "B"), ("B", "C"), ("D", "A")):
            hand = given(rules, FOUR, TIED | {"D": "5c 5d 3c"}, dealer=dealer)
            hand = when(hand, "A bring_in")
            while hand.state.street == 3:
                hand = when(hand, f"{offers(hand)[0]} {'fold' if offers(hand)[0] == 'D' else 'call'}")
            won = {award.split()[2]: award.split()[3] for award in awards(to_end(hand))}
            assert won.pop(winner) == "4"
            assert set(won.values()) == {"3"}

    def test_cards_outside_the_five_do_not_count_in_the_high_half(self) -> None:
        """A's ace of spades plays no part in the nine-high straight; B's nine of hearts beats A's."""
        hands = {"A": "As Ad 2c 9d 8d 7s 6c", "B": "Kc Qh 3c 9h 8h 7c 6d", "C": "Ac Kd Qd 4d 3s 2h Th"}
        straight = {"A": hands["A"].replace("2c", "5h"), "B": hands["B"].replace("3c", "5s")}
        hand = given(STUD, "A 100, B 100, C 100", straight | {"C": "Ac Kd 2d"})
        hand = when(hand, "C bring_in, A complete, B call, C fold")
        hand = to_end(hand)
        assert sum(int(pot.split()[0]) for pot in pots(hand)) == 13
        assert awards(hand) == ["0 whole A 6", "0 whole B 7"]

    def test_a_shared_card_decides_nothing_the_next_one_does(self) -> None:
        """A community ace tops both broadways, so their kings are compared (ROOM-12)."""
        hands = [
            "Kc Qc Jd Td 8c 3d", "Kd Qs Jh Th 8d 3c", "7d Kh 5d 8h 4h 9c", "3s 9h 5h 9d 6s Js",
            "2h Jc 7c Qh 4c 4d", "9s 6h 3h 7s Ah 7h", "6d 2s 8s 4s 5c Ac", "Qd 2d Ks Tc Ts Ad",
        ]  # fmt: skip
        hand = to_end(_eight("As", hands, last=2))
        assert str(hand.state.stub.community) == "As"
        assert awards(hand) == ["0 whole A 8", "0 whole B 8", "1 whole A 3", "1 whole B 4"]

    def test_in_a_low_the_ace_counts_low(self) -> None:
        """Both have 5-4-3-2-A: the five of diamonds stands highest, not the ace of spades."""
        hands = {"A": "As 2d 3h 4c 5c Kd Qs", "B": "Ac 2h 3c 4s 5d Kh Qh", "C": "9c 9d 9h Ts Tc Kc Qd"}
        hand = given(HI_LO, FIVE, hands | {"D": "8c 8d 7h", "E": "8h 8s 7d"})
        hand = to_end(when(hand, "B bring_in, C call, D fold, E fold, A call"))
        assert awards(hand) == ["0 high C 6", "0 low A 2", "0 low B 3"]

    def test_for_dots_all_seven_cards_count(self) -> None:
        """Seven dots each: A's king is no part of the six-high straight, and beats B's queens."""
        hands = {
            "A": "4h 3d 2c 5s 6c Ks 9h", "B": "Qs Qc 3s Td 4s 9d 7c", "C": "Jc Js 6d 6h 4c 8h Jd",
            "D": "Th Ts 5c", "E": "Tc Ad 5d",
        }  # fmt: skip
        hand = given(DOTS, FIVE, hands, store="8s 8c 8d")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold, E fold"))
        assert awards(hand) == ["0 high C 6", "0 dots A 3", "0 dots B 2"]


@pytest.mark.rule("HOUSE-20")
class TestTheSameTieForBothHalves:
    def test_three_share_the_whole_pot_as_one(self) -> None:
        """Ten for three is 4, 3, 3; two halves of five would have given 4, 4, 2."""
        hand = given(DOTS, FOUR, TIED | {"D": "5c 5d 3c"}, store="3d 3h 3s")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert pots(hand) == ["10 ABC"]
        assert hand.state.pot == 0
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_two_of_three(self) -> None:
        """Ten between two is 5 and 5; two halves of five would have given 6 and 4."""
        hands = TIED | {"C": "Qc Jh 7d 6c 4d 5h Tc", "D": "5c 5d 3c"}
        hand = given(DOTS, FOUR, hands, store="3d 3h 3s")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 5", "0 whole B 5"]

    def test_a_fourth_who_ties_for_the_dots_alone_keeps_the_halves_apart(self) -> None:
        """All four have five dots, and D no king."""
        hand = to_end(given(DOTS, FOUR, TIED | {"D": "Qc Jh 7d Td 9d 5h 4d"}, store="3d 3h 3s"))
        assert awards(hand) == [
            "0 high A 2", "0 high B 2", "0 high C 2", "0 dots A 1", "0 dots B 2", "0 dots C 2", "0 dots D 1",
        ]  # fmt: skip

    def test_odd_chips_go_in_the_high_halfs_order(self) -> None:
        """Both have a six-high straight and six dots. A's six is of spades; B's idle king does not count."""
        hands = {"A": "6s 5c 2c 4d 3h Jc Qd", "B": "6h 5d 2d 4s 3c Ks Jh", "C": "Qc Qh 8c Js Kh 7s Ac"}
        hand = to_end(given(DOTS, THREE, hands, store="8d 8h 8s"))
        assert awards(hand) == ["0 whole A 5", "0 whole B 4"]

    def test_one_player_who_wins_both_has_two_shares(self) -> None:
        assert awards(to_end(given(DOTS, THREE))) == ["0 high B 5", "0 dots B 4"]


@pytest.mark.rule("HOUSE-21")
class TestDotsTie:
    def test_a_dots_tie_of_equal_high_hands_is_shared_under_best_high_too(self) -> None:
        hand = given(DOTS, FOUR, TIED | {"D": "5c 5d 3c"}, store="3d 3h 3s", dots_tie="best_high")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_best_high_asks_the_tied_players_alone(self) -> None:
        """C has the best high hand of all and few dots: it is not C who takes the dots."""
        hands = {"A": "Kc Ks 2c Kd 6h 4s Qh", "B": "Tc 5d 9d 8s Jc 5h Ah", "E": "Kh Qs 8d 5c Ts 2h 5s"}
        hand = to_end(given(DOTS, "A 100, B 100, E 100", hands, dots_tie="best_high"))
        assert awards(hand) == ["0 high A 5", "0 dots B 4"]


@pytest.mark.rule("HOUSE-22")
class TestEveryPotOnItsOwn:
    def test_worked_number_3(self) -> None:
        """Contributions A 5 (all-in), B 20, C 20; A has ten dots, B a flush and 3, C two pair and 9."""
        rules = presets.grocery_store_dots(small_bet=15, big_bet=15, ante=5, bring_in=15, unit=1)
        hands = {"A": "3c 3d 8h Ts Qc 4d Kh", "B": "Jh Qh 4h 6h 5h 7s 9c", "C": "Th Td 2c 2s Ac Kc Jc"}
        hand = to_end(given(rules, "A 5, B 20, C 20", hands, store="5c 5d 5s"))
        assert pots(hand) == ["15 ABC", "30 BC"]
        assert awards(hand) == ["0 high B 8", "0 dots A 7", "1 high B 15", "1 dots C 15"]
        assert chips(hand) == {"A": 7, "B": 23, "C": 15}

    def test_the_best_hand_is_all_in_and_the_side_pot_goes_to_the_second_best(self) -> None:
        hand = when(to_street(given(ALL_SHOW, "A 100, B 3, C 100"), 4), "A bet 4, C call")
        assert awards(to_end(hand)) == ["0 whole B 9", "1 whole C 8"]

    def test_worked_number_8(self) -> None:
        """Hi-lo, contributions A 2, B 4, C 8, D 8; only A has a low; high order B, C, D."""
        rules = presets.card_room(small_bet=16, big_bet=32, ante=8, bring_in=8, hi_lo=True)
        hands = {
            "A": "Ac 2d 4h 5s 7c Kd Qs", "B": "9c 9d 9h Ts Jc Kc Qd", "C": "Js Jd Th 3h Td Ks 2s",
            "D": "Ah Qc Qh 3c 9s Kh 6d",
        }  # fmt: skip
        hand = to_end(given(rules, "A 2, B 4, C 8, D 8", hands))
        assert pots(hand) == ["8 ABCD", "6 BCD", "8 CD"]
        assert awards(hand) == ["0 high B 4", "0 low A 4", "1 whole B 6", "2 whole C 8"]
        assert chips(hand) == {"A": 4, "B": 10, "C": 8, "D": 0}


@pytest.mark.rule("HOUSE-23")
def test_after_a_community_card_the_highest_of_the_own_boards_opens() -> None:
    """The community jack would pair A's; B's king is the highest of the boards."""
    hands = [
        "2h 3h 2c Jd 4d 6h", "2s 3s 9d Kd 4h 6s", "5c 5d 9h Th 7s 8c", "5h 5s 9s Ts 7d 8d",
        "Ah Ac 9c Td 7c 8h", "Ad Qc 4s Tc 7h 8s", "Qd Qh 4c 3c 6d Qs", "Kc Ks 3d 6c Jc 2d",
    ]  # fmt: skip
    hand = to_street(_eight("Js", hands), 7)
    assert str(hand.state.stub.community) == "Js"
    assert offers(hand).startswith("B: check")


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
    def test_at_the_store_the_card_comes_from_the_stub_and_the_player_goes_on(self, option: str) -> None:
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


@pytest.mark.rule("HOUSE-26")
class TestMucking:
    """Antes of 8, all-in for 2, 4, 6, 8 and 8: a main pot and three side pots."""

    STACKS = "A 2, B 4, C 6, D 8, E 8"

    def test_the_last_contender_of_any_pot_who_has_not_mucked_must_show(self) -> None:
        hand = given(BIG_ANTE, self.STACKS)
        assert pots(hand) == ["10 ABCDE", "8 BCDE", "6 CDE", "4 DE"]
        assert shown(hand) == "A"
        hand = when(hand, "B muck, C muck, D muck")
        assert hand.is_over
        assert shown(hand) == "AE"
        assert awards(hand) == ["0 whole A 10", "1 whole E 8", "2 whole E 6", "3 whole E 4"]

    def test_a_pot_with_a_shown_hand_needs_no_other(self) -> None:
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C muck, D show")
        assert offers(hand) == "E: show, muck"
        hand = when(hand, "E muck")
        assert awards(hand) == ["0 whole D 10", "1 whole D 8", "2 whole D 6", "3 whole D 4"]

    def test_a_mucked_hand_has_no_claim_even_if_it_is_the_best(self) -> None:
        """B's straight would have taken main and first side pot."""
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C show, D muck")
        assert shown(hand) == "ACE"
        assert awards(hand) == ["0 whole C 10", "1 whole C 8", "2 whole C 6", "3 whole E 4"]

    @pytest.mark.parametrize(
        ("dealer", "mucks", "who_shows"),
        [
            (
                "A",
                "C muck, D muck",
                "BEA",
            ),  # B first; E is the last of the newest pot; then A may muck or show
            ("D", "A muck, B muck, C muck, D muck", "E"),
            ("C", "E muck, A muck, B muck, C muck", "D"),
        ],
    )
    def test_from_wherever_the_showing_starts(self, dealer: str, mucks: str, who_shows: str) -> None:
        hand = to_end(when(given(BIG_ANTE, self.STACKS, dealer=dealer), mucks))
        assert shown(hand) == who_shows

    def test_a_hand_mucked_still_stands_in_its_pots(self) -> None:
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C muck, D muck")
        assert pots(hand) == ["10 ABCDE", "8 BCDE", "6 CDE", "4 DE"]

    def test_the_first_to_show_is_not_asked(self) -> None:
        hand = to_showdown(given(STUD, THREE))
        assert kinds(hand.events)[-2:] == ["HandShown", "DownCardsOpened"]
        assert offers(hand).startswith("B:")

    def test_nobody_is_asked_where_all_show(self) -> None:
        assert given(presets.card_room(
            small_bet=16, big_bet=32, ante=8, bring_in=8, showdown="all_show"), self.STACKS
        ).is_over  # fmt: skip

    @pytest.mark.parametrize("action", ["B fold", "B check", "B call", "B bet 4", "B ante", "B bring_in"])
    def test_at_showdown_nothing_else_is_an_answer(self, action: str) -> None:
        error = refused(to_showdown(given(STUD, THREE)), action)
        assert error.rule == "HOUSE-26"
        assert "show or muck" in str(error)

    def test_an_all_in_hand_of_a_main_pot_may_muck_while_others_claim_it(self) -> None:
        hand = when(to_street(given(STUD, "A 100, B 3, C 100"), 7), "A bet 8, C call")
        assert shown(hand) == "A"
        hand = when(hand, "B muck")
        assert offers(hand) == "C: show, muck"

    def test_grocery_store_dots_may_be_set_to_it(self) -> None:
        hand = to_showdown(given(DOTS_MUCK, THREE))
        assert offers(hand) == "B: show, muck"
        hand = when(hand, "B muck, C show")
        assert awards(hand) == ["0 high C 5", "0 dots A 4"]

    def test_who_alone_contends_for_a_pot_without_a_rival_must_show(self) -> None:
        """A bets D out of the side pot and is all that is left of it; B, nearer the left, shows first."""
        hand = to_street(given(STUD, "A 100, B 3, D 100", dealer="A"), 4)
        hand = when(hand, "A bet 4, D call, A bet 8, D fold")
        assert hand.is_over
        assert pots(hand) == ["9 AB", "8 A"]
        assert shown(hand) == "BA"


@pytest.mark.rule("HOUSE-27")
class TestShowdownOrderWithoutBetting:
    def test_from_the_dealers_left(self) -> None:
        for dealer, order in (("@", "ABC"), ("A", "BCA"), ("B", "CAB")):
            assert shown(given(ALL_SHOW, "A 1, B 1, C 1", dealer=dealer)) == order

    def test_bets_of_earlier_rounds_do_not_matter(self) -> None:
        hand = to_street(given(ALL_SHOW, "A 11, B 11, C 11"), 6)
        hand = when(hand, "A check, B check, C bet 8, A call, B call")
        assert hand.is_over
        assert shown(hand) == "ABC"


@pytest.mark.rule("HOUSE-28")
class TestPlayers:
    @pytest.mark.parametrize(("rules", "most"), [(STUD, 8), (HI_LO, 8), (DOTS, 7)])
    def test_two_to_eight_in_stud_two_to_seven_in_grocery_store_dots(self, rules: Rules, most: int) -> None:
        for count in range(most + 3):
            seats = {number: (name_of(number), 10) for number in range(1, count + 1)}
            if 2 <= count <= most:
                assert Hand.open(rules, seats, 0, seed=test_seed(1)).decision is not None
                continue
            with pytest.raises(SetupError, match=f"2 to {most} players, not {count}") as caught:
                Hand.open(rules, seats, 0, seed=test_seed(1))
            assert caught.value.rule == "HOUSE-28"

    @pytest.mark.parametrize("stack", [0, -1, 0.5, True, None, "9", HUGE])
    def test_each_with_at_least_one_chip(self, stack: int) -> None:
        with pytest.raises(SetupError, match="HOUSE-28") as caught:
            Hand.open(STUD, {1: ("A", 10), 2: ("B", stack)}, 0, seed=test_seed(1))
        assert caught.value.rule == "HOUSE-28"

    def test_players_who_sit_out_count(self) -> None:
        """It is the hand's seats that are counted, not who antes."""
        hand = when(given(STUD, THREE, HANDS | {"C": ""}, asked="C"), "C sit_out")
        assert hand.state.live == 0b011


@pytest.mark.rule("HOUSE-29")
class TestACancelledHand:
    def test_one_who_antes_gets_it_back(self) -> None:
        hand = when(given(STUD, THREE, asked="AB"), "A sit_out, B sit_out")
        assert hand.events[-2] == e.HandCancelled((e.Payment(3, 1),))
        assert hand.is_over
        assert chips(hand) == {"A": 100, "B": 100, "C": 100}

    def test_nobody_antes(self) -> None:
        hand = when(given(STUD, THREE, asked="ABC"), "A sit_out, B time_out, C sit_out")
        assert hand.events[-2] == e.HandCancelled(())
        assert (pots(hand), awards(hand), returned(hand)) == ([], [], [])
        assert chips(hand) == {"A": 100, "B": 100, "C": 100}

    def test_one_who_is_all_in_for_less_than_the_ante_gets_that_back(self) -> None:
        hand = when(given(ANTE_5, "A 3, B 100", asked="B"), "B sit_out")
        assert hand.events[-2] == e.HandCancelled((e.Payment(1, 3),))

    def test_with_an_ante_of_nothing_nothing_goes_back(self) -> None:
        hand = when(given(FREE, TWO, asked="B"), "B sit_out")
        assert hand.is_over
        assert chips(hand) == {"A": 100, "B": 100}

    def test_no_card_is_dealt_and_no_rake_taken(self) -> None:
        hand = when(given(RAKED, TWO, asked="B"), "B sit_out")
        assert kinds(hand.events)[-3:] == ["SatOut", "HandCancelled", "HandClosed"]

    def test_two_are_enough(self) -> None:
        hand = when(given(STUD, THREE, HANDS | {"C": ""}, asked="ABC"), "A ante, B ante, C sit_out")
        assert offers(hand).startswith("A: bring_in")


@pytest.mark.rule("HOUSE-30")
class TestUncalledChips:
    def test_come_back_at_the_end_of_the_round_and_are_no_win(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B raise 8, C fold, A fold")
        assert returned(hand) == ["B 4"]
        assert awards(hand) == ["0 whole B 17"]
        assert kinds(hand.events)[-4:] == ["ChipsReturned", "BettingClosed", "PotsAwarded", "HandClosed"]

    def test_after_the_antes_too(self) -> None:
        hand = given(ANTE_5, "A 100, B 2")
        assert kinds(hand.events)[1:4] == ["AntesPosted", "ChipsReturned", "CardsDealt"]
        assert returned(hand) == ["A 3"]

    def test_a_player_put_all_in_by_the_ante_can_act_again_with_what_came_back(self) -> None:
        hand = given(ANTE_5, "A 5, B 2, C 3")
        assert returned(hand) == ["A 2"]
        assert hand.state.acting == 0b001

    def test_not_when_two_put_in_as_much(self) -> None:
        assert returned(given(ANTE_5, "A 100, B 2, C 100")) == []

    def test_over_an_all_in_call_and_a_fold(self) -> None:
        hand = when(to_street(given(STUD, "A 100, B 5, C 100"), 4), "A bet 4, B call, C fold")
        assert returned(hand) == ["A 2"]
        assert pots(hand) == ["13 AB"]

    def test_what_folded_players_put_in_counts_as_called(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B raise 8, C raise 12, A fold, B fold")
        assert returned(hand) == ["C 4"]
        assert awards(hand) == ["0 whole C 29"]

    def test_the_dealer_returns_no_other_amount(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B fold, C fold")
        assert chips(hand)["A"] == 106


@pytest.mark.rule("HOUSE-31")
class TestShortAntes:
    def test_the_antes_above_them_make_side_pots(self) -> None:
        hand = given(ANTE_5, "A 2, B 4, C 100, D 100")
        assert pots(hand) == ["8 ABCD", "6 BCD", "2 CD"]

    def test_the_all_in_ante_plays_for_the_main_pot_to_the_end(self) -> None:
        hand = to_end(given(ANTE_5, "A 100, B 2, C 100"))
        assert awards(hand)[0] == "0 whole B 6"

    def test_an_asked_player_may_be_short_too(self) -> None:
        hand = when(given(ANTE_5, "A 100, B 2, C 100", asked="B"), "B ante")
        assert pots(hand) == ["6 ABC", "6 AC"]


@pytest.mark.rule("HOUSE-32")
class TestRake:
    def _side_pot(self) -> Hand:
        """9 in the main pot of A, B and C, 8 in the side pot of B and C."""
        hand = when(to_street(given(RAKED, "A 3, B 100, C 100"), 4), "B bet 4, C call")
        while decision_of(hand).kind != "rake":
            hand = hand.play(decision_of(hand).check())
        assert pots(hand) == ["9 ABC", "8 BC"]
        return hand

    def test_the_house_names_it_once_before_the_awards(self) -> None:
        hand = self._side_pot()
        assert offers(hand) == "house: rake 0..17"
        hand = when(hand, "house rake 2")
        assert since(hand, e.RakeTaken) == ["PotsAwarded", "HandClosed"]
        assert awards(hand) == ["0 whole B 7", "1 whole B 8"]

    def test_it_may_be_nothing_and_is_recorded(self) -> None:
        hand = when(self._side_pot(), "house rake 0")
        assert e.RakeTaken(0) in hand.events
        assert awards(hand) == ["0 whole B 9", "1 whole B 8"]

    def test_more_than_the_main_pot_comes_from_the_next(self) -> None:
        hand = when(self._side_pot(), "house rake 12")
        assert awards(hand) == ["1 whole B 5"]
        assert sum(chips(hand).values()) == 203 - 12

    def test_exactly_the_main_pot(self) -> None:
        assert awards(when(self._side_pot(), "house rake 9")) == ["1 whole B 8"]

    def test_all_there_is_leaves_nobody_anything(self) -> None:
        hand = when(self._side_pot(), "house rake 17")
        assert awards(hand) == []
        assert hand.is_over
        assert chips(hand) == {"A": 0, "B": 93, "C": 93}

    @pytest.mark.parametrize("amount", [18, -1, 2**53, True, 2.0, None, "3", HUGE])
    def test_anything_else_is_refused_and_the_hand_waits(self, amount: int) -> None:
        hand = self._side_pot()
        error = refused_event(hand, e.RakeTaken(amount))
        assert error.rule == "HOUSE-32"
        assert "the house may rake 0..17" in str(error)
        assert "0 to 17 chips, which the pots hold" in str(error)

    def test_uncalled_chips_are_back_before_it(self) -> None:
        hand = when(to_street(given(RAKED, THREE), 4), "A bet 4, B fold, C fold")
        assert offers(hand) == "house: rake 0..9"

    def test_it_is_taken_before_splitting(self) -> None:
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, rake="declared")
        hand = when(to_end_but_rake(given(rules, "A 100, B 100, D 100")), "house rake 2")
        assert awards(hand) == ["0 high B 4", "0 dots D 3"]

    def test_players_cannot_act_meanwhile_nor_the_house_before(self) -> None:
        hand = self._side_pot()
        assert rule(hand, "B show") == "ROOM-20"
        assert rule(to_street(given(RAKED, THREE), 4), "house rake 1") == "HOUSE-32"

    def test_without_the_option_there_is_none(self) -> None:
        hand = to_street(given(STUD, THREE), 7)
        assert rule(hand, "house rake 0") == "HOUSE-32"
        assert "RakeTaken" not in kinds(to_end(hand).events)


def to_end_but_rake(hand: Hand) -> Hand:
    """Played on quietly to the house's decision."""
    return play_out(hand, until=lambda later: later.decision is not None and later.decision.kind == "rake")

"""STRUCT: spread limit, pot limit and no limit, for home games."""

from __future__ import annotations

import pytest
from playing import (
    DOTS,
    NO_LIMIT,
    PAIR,
    POT_LIMIT,
    SPREAD,
    THREE,
    TWO,
    awards,
    chips,
    given,
    offers,
    pots,
    refused_event,
    returned,
    rule,
    to_end,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.errors import SetupError
from grocerydots.rules.rules import Betting, Rules


@pytest.mark.rule("STRUCT-1")
class TestSpreadLimit:
    """2 to 10, ante 1, bring-in 1."""

    def test_any_whole_amount_from_the_low_to_the_high_figure(self) -> None:
        assert offers(to_street(given(SPREAD, THREE), 4)) == "A: check, fold, bet 2..10"

    def test_in_every_round(self) -> None:
        hand = given(SPREAD, THREE)
        assert offers(hand) == "A: bring_in 1, complete to 2..10"
        for street in (5, 6, 7):
            assert offers(to_street(hand, street)) == "A: check, fold, bet 2..10"

    def test_a_raise_adds_up_to_the_high_figure(self) -> None:
        hand = when(to_street(given(SPREAD, THREE), 4), "A bet 3")
        assert offers(hand) == "B: fold, call 3, raise to 6..13"
        assert offers(when(hand, "B raise 13")) == "C: fold, call 13, raise to 23"

    def test_at_most_four_wagers_a_round(self) -> None:
        hand = when(to_street(given(SPREAD, THREE), 4), "A bet 2, B raise 4, C raise 6, A raise 8")
        assert offers(hand) == "B: fold, call 4"
        assert rule(hand, "B raise 10") == "LIM-7"

    @pytest.mark.parametrize("to", [0, 1, 11, -2])
    def test_outside_the_spread_it_is_refused(self, to: int) -> None:
        assert rule(to_street(given(SPREAD, THREE), 4), f"A bet {to}") == "STRUCT-1"

    def test_a_raise_outside_the_spread_is_refused(self) -> None:
        hand = when(to_street(given(SPREAD, THREE), 4), "A bet 5")
        assert rule(hand, "B raise 16") == "STRUCT-1"
        assert rule(hand, "B raise 6") == "STRUCT-1"
        assert rule(hand, "B raise 8") == "STRUCT-4"

    def test_an_equal_spread_has_one_size(self) -> None:
        rules = Rules.for_game("stud_high", Betting.spread_limit(3, 3), ante=1)
        assert offers(to_street(given(rules, THREE), 4)) == "A: check, fold, bet 3"

    def test_the_high_figure_is_not_below_the_low(self) -> None:
        with pytest.raises(SetupError, match="high 2 is below low 3"):
            Betting.spread_limit(3, 2)


@pytest.mark.rule("STRUCT-2")
class TestPotLimit:
    """Minimum 4, ante 1, bring-in 2."""

    def test_the_first_bet_is_at_most_the_pot(self) -> None:
        hand = to_street(given(POT_LIMIT, THREE), 4)
        assert hand.state.pot == 9
        assert offers(hand) == "A: check, fold, bet 4..9"
        assert rule(hand, "A bet 10") == "STRUCT-2"

    def test_a_raise_is_at_most_the_pot_once_called(self) -> None:
        """9 in the middle, 5 bet, 5 to call: a pot of 19 over the 5."""
        hand = when(to_street(given(POT_LIMIT, THREE), 4), "A bet 5")
        assert offers(hand) == "B: fold, call 5, raise to 10..24"
        hand = when(hand, "B raise 24")
        assert offers(hand) == "C: fold, call 24, raise to 43..86"
        assert rule(hand, "C raise 87") == "STRUCT-2"

    def test_what_one_has_wagered_oneself_is_in_the_pot(self) -> None:
        """A bet 4, B raises to 8, C folds; A calls 4 for a pot of 9 + 8 + 8 = 25 and may add 25."""
        hand = when(to_street(given(POT_LIMIT, THREE), 4), "A bet 4, B raise 8, C fold")
        assert offers(hand) == "A: fold, call 4, raise to 12..33"

    def test_the_opener_has_the_antes_for_a_pot_or_the_least_wager(self) -> None:
        assert offers(given(POT_LIMIT, THREE)) == "A: bring_in 2, complete to 4"
        big_ante = Rules.for_game("stud_high", Betting.pot_limit(4), ante=3)
        assert offers(given(big_ante, THREE)) == "A: bring_in 2, complete to 4..9"

    def test_over_the_bring_in_it_counts_with_the_call(self) -> None:
        """Antes 9 and a bring-in of 2; the call makes 13, over the 2."""
        hand = when(given(Rules.for_game("stud_high", Betting.pot_limit(4), ante=3), THREE), "A bring_in")
        assert offers(hand) == "B: fold, call 2, complete to 4..15"

    def test_a_short_bring_in_counts_as_what_is_there_and_the_call_is_the_full_one(self) -> None:
        """Antes 9 and 1 of the bring-in of 2: 10 in all, 2 to call, so 12 over the 2."""
        hand = when(
            given(Rules.for_game("stud_high", Betting.pot_limit(4), ante=3), "A 4, B 100, C 100"),
            "A bring_in",
        )
        assert hand.state.pot == 10
        assert offers(hand) == "B: fold, call 2, complete to 4..14"

    def test_when_the_least_wager_is_more_than_the_pot_nothing_goes_over_it(self) -> None:
        rules = Rules.for_game("stud_high", Betting.pot_limit(20), ante=1, bring_in=1)
        hand = to_street(given(rules, THREE), 4)
        assert hand.state.pot == 6
        assert offers(hand) == "A: check, fold, bet 20"
        assert rule(hand, "A bet 21") == "STRUCT-2"
        assert rule(hand, "A bet 19") == "STRUCT-4"

    def test_store_prices_are_in_it(self) -> None:
        rules = Rules.for_game("grocery_store_dots", Betting.pot_limit(4), ante=1, unit=5)
        hand = when(to_store(given(rules, THREE)), "A buy 3, B pass, C pass")
        assert hand.state.pot == 24
        assert offers(hand).endswith("bet 4..24")

    def test_a_chip_more_than_the_stack_is_table_stakes(self) -> None:
        hand = to_street(given(POT_LIMIT, "A 10, B 100, C 100"), 4)
        assert offers(hand) == "A: check, fold, bet 4..7"
        assert rule(hand, "A bet 8") == "ROOM-19"


@pytest.mark.rule("STRUCT-3")
class TestNoLimit:
    """Minimum 4, ante 1, bring-in 2."""

    def test_up_to_all_ones_chips(self) -> None:
        hand = to_street(given(NO_LIMIT, THREE), 4)
        assert offers(hand) == "A: check, fold, bet 4..97"
        assert offers(when(hand, "A bet 97")) == "B: fold, call 97"

    def test_also_over_what_anybody_can_call_the_rest_comes_back(self) -> None:
        hand = when(to_street(given(NO_LIMIT, "A 100, B 20"), 4), "A bet 97, B call")
        assert returned(hand) == ["A 80"]
        assert pots(hand) == ["40 AB"]

    def test_without_a_cap_here_or_in_pot_limit(self) -> None:
        for rules in (NO_LIMIT, POT_LIMIT):
            hand = when(to_street(given(rules, THREE), 4), "A bet 4, B raise 8, C raise 12, A raise 16")
            hand = when(hand, "B raise 20, C raise 24")
            assert offers(hand).startswith("A: fold, call 8, raise to 28")

    def test_there_is_no_heads_up_option_to_set(self) -> None:
        with pytest.raises(SetupError, match="HOUSE-7: heads_up_raises: does not apply"):
            Rules.for_game("stud_high", Betting.no_limit(4), ante=1, heads_up_raises="capped")


@pytest.mark.rule("STRUCT-4")
class TestInAllThree:
    def test_the_first_wager_over_the_bring_in_is_at_least_the_lower_limit(self) -> None:
        hand = when(given(NO_LIMIT, THREE), "A bring_in")
        assert offers(hand) == "B: fold, call 2, complete to 4..99"
        assert rule(hand, "B complete 3") == "STRUCT-4"

    def test_an_opening_bet_is_at_least_the_lower_limit(self) -> None:
        hand = to_street(given(NO_LIMIT, THREE), 4)
        assert rule(hand, "A bet 3") == "STRUCT-4"

    def test_a_raise_is_at_least_what_the_last_one_added(self) -> None:
        hand = when(to_street(given(NO_LIMIT, THREE), 4), "A bet 10, B raise 35")
        assert offers(hand) == "C: fold, call 35, raise to 60..97"
        assert rule(hand, "C raise 59") == "STRUCT-4"

    def test_a_completion_straight_over_the_bring_in_counts_whole(self) -> None:
        hand = when(given(NO_LIMIT, THREE), "A bring_in, B complete 10")
        assert offers(hand) == "C: fold, call 10, raise to 20..99"

    def test_the_openers_own_completion_counts_whole_too(self) -> None:
        hand = when(given(NO_LIMIT, THREE), "A complete 10")
        assert offers(hand) == "B: fold, call 10, raise to 20..99"

    def test_over_a_short_all_in_the_minimum_is_the_call_and_that(self) -> None:
        """A bets 10, B is all-in for 14: C calls 14 and raises by 10 at least."""
        hand = when(to_street(given(NO_LIMIT, "A 100, B 17, C 100"), 4), "A bet 10, B raise 14")
        assert hand.events[-1] == e.Raised(2, 14, 14, full=False)
        assert offers(hand) == "C: fold, call 14, raise to 24..97"

    def test_that_raise_added_what_stood_over_the_all_in(self) -> None:
        hand = when(to_street(given(NO_LIMIT, "A 100, B 17, C 100, D 100"), 4), "A bet 10, B raise 14")
        hand = when(hand, "C raise 30")
        assert offers(hand) == "D: fold, call 30, raise to 46..97"

    def test_a_short_all_in_does_not_re_open_the_betting(self) -> None:
        hand = when(to_street(given(NO_LIMIT, "A 100, B 17, C 100"), 4), "A bet 10, B raise 14, C call")
        assert offers(hand) == "A: fold, call 4"
        assert rule(hand, "A raise 24") == "HOUSE-5"

    def test_there_is_no_half_bet_rule(self) -> None:
        """All-in raises by 9 and 9 over 10 make a full raise together in fixed limit, here nothing."""
        hand = to_street(given(NO_LIMIT, "A 100, B 22, C 31, D 100"), 4)
        hand = when(hand, "A bet 10, B raise 19, C raise 28, D call")
        assert offers(hand) == "A: fold, call 18"

    def test_before_any_full_wager_the_minimum_over_a_short_bet_is_the_lower_limit(self) -> None:
        hand = when(to_street(given(NO_LIMIT, "A 6, B 100, C 100"), 4), "A bet 3")
        assert offers(hand) == "B: fold, call 3, raise to 7..97"

    def test_who_checked_before_a_short_bet_may_only_call_or_fold(self) -> None:
        hand = to_street(given(NO_LIMIT, "A 100, B 6, C 100"), 4)
        hand = when(hand, "A check, B bet 3, C call")
        assert offers(hand) == "A: fold, call 3"
        assert rule(hand, "A raise 7") == "HOUSE-6"

    def test_a_full_raise_over_a_short_bet_re_opens_it(self) -> None:
        hand = to_street(given(NO_LIMIT, "A 100, B 6, C 100"), 4)
        hand = when(hand, "A check, B bet 3, C raise 7")
        assert offers(hand) == "A: fold, call 7, raise to 11..97"

    def test_there_is_no_open_pair_choice(self) -> None:
        assert offers(to_street(given(NO_LIMIT, THREE, PAIR), 4)) == "B: check, fold, bet 4..97"
        with pytest.raises(SetupError, match="HOUSE-8: open_pair: does not apply"):
            Rules.for_game("stud_high", Betting.pot_limit(4), ante=1, open_pair="any_player")

    def test_the_bring_in_may_be_timed_out_into(self) -> None:
        hand = when(given(SPREAD, THREE), "A time_out")
        assert offers(hand) == "B: fold, call 1, complete to 2..10"

    def test_a_bring_in_of_the_lower_limit_is_the_first_wager(self) -> None:
        rules = Rules.for_game("stud_high", Betting.pot_limit(4), ante=1, bring_in=4)
        hand = given(rules, THREE)
        assert offers(hand) == "A: bring_in 4"
        assert offers(when(hand, "A bring_in")) == "B: fold, call 4, raise to 8..15"

    def test_a_wager_that_lies_about_being_full_is_refused(self) -> None:
        hand = when(to_street(given(NO_LIMIT, "A 100, B 17, C 100"), 4), "A bet 10")
        assert refused_event(hand, e.Raised(2, 14, 14, full=True)).rule == "STRUCT-4"
        assert refused_event(hand, e.Raised(2, 13, 14, full=False)).rule == "STRUCT-4"

    def test_grocery_store_dots_can_be_played_so_too(self) -> None:
        rules = Rules.for_game("grocery_store_dots", Betting.no_limit(4), ante=1, unit=1)
        hand = when(to_street(given(rules, TWO), 4), "A bet 97, B call")
        assert awards(hand)[0] == "0 high B 100"
        assert chips(hand) == {"A": 0, "B": 200}
        assert DOTS.betting.structure == "fixed_limit"


def test_chips_of_an_unlimited_size_stay_exact() -> None:
    """Two to the fifty-third less one is all that a hand may hold."""
    most = 2**53 - 1
    hand = to_street(given(NO_LIMIT, f"A {most // 2}, B {most // 2}"), 4)
    hand = to_end(when(hand, f"A bet {most // 2 - 3}, B call"))
    assert sum(chips(hand).values()) == 2 * (most // 2)

"""HOUSE-7, 8, 9, 11: what betting offers, and when there is none."""

from __future__ import annotations

from typing import Any

import pytest
from house_rules import ALL_SHOW, PAIR
from playing import HI_LO, STUD, THREE, TWO, given, kinds, offers, refused, rule, to_store, to_street, when

from grocerydots.rules import presets
from grocerydots.rules.games import GameId
from grocerydots.rules.rules import Betting, Rules

MUST_CHECK = presets.card_room(small_bet=4, big_bet=8, ante=1, fold_when_free=False)


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
    def test_the_three_options(self, option: Any, two_from_the_start: bool, two_from_a_fold: bool) -> None:
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
    def test_the_default_depends_on_the_game(self, game: GameId, default: str) -> None:
        unit = 1 if game == "grocery_store_dots" else None
        assert Rules.for_game(game, Betting.fixed_limit(4, 8), ante=1, unit=unit).open_pair == default

    @pytest.mark.parametrize(
        ("option", "pair", "other"),
        [
            ("any_player", "bet 4, bet 8", "bet 4, bet 8"),
            ("pair_opens", "bet 4, bet 8", "bet 4"),
            ("none", "bet 4", "bet 4"),
        ],
    )
    def test_the_three_options(self, option: Any, pair: str, other: str) -> None:
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

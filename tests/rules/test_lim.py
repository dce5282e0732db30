"""LIM: seven-card stud as a card room plays it at fixed limit, high and hi-lo."""

from __future__ import annotations

import pytest
from playing import (
    FOUR,
    HANDS,
    HI_LO,
    PAIR,
    STUD,
    STUD_10,
    THREE,
    TWO,
    awards,
    chips,
    given,
    kinds,
    offers,
    pots,
    refused,
    refused_event,
    rule,
    shown,
    to_end,
    to_showdown,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.errors import SetupError
from grocerydots.rules import presets
from grocerydots.rules.rules import Betting, Rules

CAPPED = presets.card_room(small_bet=4, big_bet=8, ante=1, heads_up_raises="capped")
FROM_START = presets.card_room(small_bet=4, big_bet=8, ante=1, heads_up_raises="unlimited_from_round_start")
FULL_BRING_IN = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=4)
HUGE = pytest.param(10**5000, id="huge")


@pytest.mark.rule("LIM-1")
class TestAntes:
    def test_every_player_posts_the_ante_before_any_card(self) -> None:
        hand = given(STUD, THREE)
        assert kinds(hand.events) == ["HandOpened", "AntesPosted", "CardsDealt"]
        assert chips(hand) == {"A": 99, "B": 99, "C": 99}

    def test_it_is_what_was_agreed(self) -> None:
        assert given(STUD_10, THREE).state.pot == 3
        assert given(presets.card_room(small_bet=4, big_bet=8, ante=3), THREE).state.pot == 9

    def test_an_ante_of_nothing_may_be_agreed(self) -> None:
        hand = given(presets.card_room(small_bet=4, big_bet=8, ante=0), THREE)
        assert hand.state.pot == 0
        assert offers(hand) == "A: bring_in 2, complete to 4"

    def test_it_is_no_part_of_a_bet(self) -> None:
        assert chips(when(given(STUD, THREE), "A bring_in, B complete"))["B"] == 95

    @pytest.mark.parametrize("ante", [-1, 0.5, 1.0, True, None, "1", 2**53, HUGE])
    def test_it_is_a_whole_number_of_chips(self, ante: int) -> None:
        with pytest.raises(SetupError, match="LIM-1: ante: expected"):
            presets.card_room(small_bet=4, big_bet=8, ante=ante)


@pytest.mark.rule("LIM-2")
class TestStreets:
    def test_two_down_and_one_up_then_three_up_then_one_down_each_with_a_round(self) -> None:
        hand = to_showdown(given(STUD, TWO))
        told = [
            (x.street, [d.up for d in x.cards]) if isinstance(x, e.CardsDealt) else ("closed", x.street)
            for x in hand.events
            if isinstance(x, e.CardsDealt | e.BettingClosed)
        ]
        up, down = [True, True], [False, False]
        assert told == [
            (3, down + down + up), ("closed", 3), (4, up), ("closed", 4), (5, up), ("closed", 5),
            (6, up), ("closed", 6), (7, down), ("closed", 7),
        ]  # fmt: skip
        assert kinds(hand.events)[-2:] == ["HandShown", "DownCardsOpened"]

    @pytest.mark.parametrize(
        "action", ["A bring_in", "B check", "A fold", "A show", "A buy 1", "B pass", "A ante", "C call"]
    )
    def test_nothing_can_be_done_once_the_hand_is_over(self, action: str) -> None:
        hand = to_end(given(STUD, THREE))
        error = refused(hand, action)
        assert error.rule == "LIM-2"
        assert "the hand is over" in str(error)


@pytest.mark.rule("LIM-3")
class TestBringIn:
    @pytest.mark.parametrize(
        ("doors", "opener"),
        [
            (("3s", "4c", "2d"), "C"),
            (("2s", "2h", "2d"), "C"),
            (("2h", "2s", "2c"), "C"),
            (("2s", "2d", "2h"), "B"),
            (("2s", "2h", "3c"), "B"),
            (("As", "Kc", "Ac"), "B"),
            (("Ac", "As", "Ah"), "A"),
        ],
    )
    def test_the_lowest_card_opens_clubs_lowest_and_the_ace_high(
        self, doors: tuple[str, ...], opener: str
    ) -> None:
        downs = {"A": "6c 6d", "B": "7c 7d", "C": "8c 8d"}
        cards = {name: f"{downs[name]} {door}" for name, door in zip("ABC", doors, strict=True)}
        assert offers(given(STUD, THREE, cards)).startswith(f"{opener}: bring_in 2")

    @pytest.mark.parametrize(("lower", "bring_in"), [(1, 1), (2, 1), (3, 1), (5, 2), (10, 5)])
    def test_it_is_half_the_lower_limit_unless_the_table_says_otherwise(
        self, lower: int, bring_in: int
    ) -> None:
        rules = presets.card_room(small_bet=lower, big_bet=2 * lower, ante=1)
        assert offers(given(rules, THREE)).startswith(f"A: bring_in {bring_in}")
        assert offers(given(FULL_BRING_IN, THREE)) == "A: bring_in 4"

    @pytest.mark.parametrize("bring_in", [0, -2, 5, 100])
    def test_it_is_at_least_1_and_at_most_the_lower_limit(self, bring_in: int) -> None:
        with pytest.raises(SetupError, match="LIM-3: bring_in") as caught:
            presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=bring_in)
        assert caught.value.rule == "LIM-3"

    def test_equal_to_the_lower_limit_it_is_the_first_full_wager(self) -> None:
        hand = when(given(FULL_BRING_IN, THREE), "A bring_in")
        assert hand.events[-1] == e.BroughtIn(1, 4, full=True)
        assert offers(hand) == "B: fold, call 4, raise to 8"
        assert rule(hand, "B complete 8") == "ROOM-8"

    def test_then_three_raises_make_the_cap(self) -> None:
        hand = when(given(FULL_BRING_IN, FOUR), "A bring_in, B raise 8, C raise 12, D raise 16")
        assert offers(hand) == "A: fold, call 12"

    def test_all_in_for_less_too(self) -> None:
        """A has 3 for a bring-in of 4: the others owe 4, and may raise, not complete."""
        hand = when(given(FULL_BRING_IN, "A 4, B 100, C 100, D 100"), "A bring_in")
        assert hand.events[-1] == e.BroughtIn(1, 3, full=True)
        assert offers(hand) == "B: fold, call 4, raise to 8"
        hand = when(hand, "B raise 8, C raise 12, D raise 16")
        assert offers(hand) == "B: fold, call 8", "the short bring-in was the first of four"

    def test_all_in_for_less_and_only_called_its_pot_is_what_it_paid(self) -> None:
        hand = when(given(FULL_BRING_IN, "A 4, B 100, C 100"), "A bring_in, B call, C call")
        assert pots(hand) == ["12 ABC", "2 BC"]

    def test_all_in_for_less_heads_up_the_other_calls_it_in_full_and_gets_the_excess_back(self) -> None:
        hand = when(given(FULL_BRING_IN, "A 4, B 100"), "A bring_in")
        assert offers(hand) == "B: fold, call 4"
        assert rule(hand, "B raise 8") == "HOUSE-11"
        hand = when(hand, "B call")
        assert e.ChipsReturned(2, 1) in hand.events
        assert pots(hand) == ["8 AB"]

    def test_a_raise_all_in_by_half_over_a_short_full_bring_in_is_full(self) -> None:
        hand = when(given(FULL_BRING_IN, "A 4, B 7, C 100, D 100"), "A bring_in, B raise 6")
        assert hand.events[-1] == e.Raised(2, 6, 6, full=True)
        assert offers(hand) == "C: fold, call 6, raise to 10"

    def test_a_timed_out_opener_posts_it_as_the_first_full_wager_too(self) -> None:
        hand = when(given(FULL_BRING_IN, THREE), "A time_out")
        assert offers(hand) == "B: fold, call 4, raise to 8"


@pytest.mark.rule("LIM-4")
class TestTheHighestBoardOpens:
    @pytest.mark.parametrize(
        ("boards", "opener"),
        [
            (("2c 3d 4h", "7s 8d 9c", "Kd 2h 3h"), "C"),
            (("2c 2d 4h", "As Kd Qc", "9d 8h 7h"), "A"),
            (("2c 2d 2h", "As Ad Kc", "9d 9h 7h"), "A"),
            (("Ac Kd Qh", "2s 2d 3c", "4d 5h 6h"), "B"),
            (("Kc 9d 4h", "Ks 9h 4c", "Kh 9s 4d"), "A"),
            (("9c 8c 7c", "2s 2d 3c", "Td 5h 6h"), "B"),
            (("Tc Jc Qc", "Ad 3s 4h", "Kd Kh 2d"), "C"),
        ],
    )
    def test_by_pairs_and_high_cards_straights_and_flushes_aside(
        self, boards: tuple[str, ...], opener: str
    ) -> None:
        downs = {"A": "5s 6s", "B": "5c Th", "C": "Jh Js"}
        cards = {name: f"{downs[name]} {board}" for name, board in zip("ABC", boards, strict=True)}
        assert offers(to_street(given(STUD, THREE, cards), 5)).startswith(f"{opener}: check")

    @pytest.mark.parametrize(("dealer", "opener"), [("@", "A"), ("A", "B"), ("B", "C"), ("C", "A")])
    def test_equal_boards_the_nearest_the_dealers_left(self, dealer: str, opener: str) -> None:
        cards = {"A": "5s 6s Kc 9d", "B": "5c Th Ks 9h", "C": "Jh Js Kh 9s"}
        hand = to_street(given(STUD, THREE, cards, dealer=dealer), 4)
        assert offers(hand).startswith(f"{opener}: check")

    def test_two_pair_on_sixth_beats_one_higher_pair(self) -> None:
        cards = {"A": "5s 6s Kc Kd 9h Qh", "B": "5c Th 2s 2d 3c 3d"}
        assert offers(to_street(given(STUD, TWO, cards), 6)).startswith("B: check")

    def test_the_down_cards_do_not_count(self) -> None:
        cards = {"A": "As Ad 2c 7d", "B": "5c Th 3s 8d"}
        assert offers(to_street(given(STUD, TWO, cards), 4)).startswith("B: check")

    def test_a_folded_board_does_not_count(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A fold, B check, C check")
        assert offers(hand).startswith("B: check"), "9-8-7 over T-6-4 is not: B has 9 8 7"


@pytest.mark.rule("LIM-5")
class TestLimits:
    def test_the_lower_in_two_rounds_the_higher_in_three(self) -> None:
        hand = given(STUD, THREE)
        assert offers(hand) == "A: bring_in 2, complete to 4"
        for street, size in ((4, 4), (5, 8), (6, 8), (7, 8)):
            assert offers(to_street(hand, street)) == f"A: check, fold, bet {size}"

    @pytest.mark.parametrize("to", [0, 1, 3, 5, 8, -4])
    def test_no_other_size(self, to: int) -> None:
        error = refused(to_street(given(STUD, THREE), 4), f"A bet {to}")
        assert error.rule == "LIM-5"
        assert str(error).endswith("check, fold or bet 4.")

    def test_raises_are_by_the_limit_of_the_round(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8")
        assert offers(hand) == "B: fold, call 8, raise to 16"
        assert rule(hand, "B raise 12") == "LIM-5"
        assert rule(hand, "B raise 24") == "LIM-5"

    def test_the_higher_may_equal_the_lower_and_not_be_less(self) -> None:
        flat = presets.card_room(small_bet=4, big_bet=4, ante=1)
        assert offers(to_street(given(flat, THREE), 5)) == "A: check, fold, bet 4"
        with pytest.raises(SetupError, match="LIM-5"):
            presets.card_room(small_bet=8, big_bet=4, ante=1)


@pytest.mark.rule("LIM-6")
class TestAnOpenPairOnFourthStreet:
    def test_every_player_may_bet_either_limit(self) -> None:
        hand = to_street(given(STUD, THREE, PAIR), 4)
        assert offers(hand) == "B: check, fold, bet 4, bet 8"
        hand = when(hand, "B check")
        assert offers(hand) == "C: check, fold, bet 4, bet 8"

    def test_every_player_may_raise_either_limit(self) -> None:
        hand = when(to_street(given(STUD, THREE, PAIR), 4), "B bet 4")
        assert offers(hand) == "C: fold, call 4, raise to 8, raise to 12"
        hand = when(hand, "C raise 8")
        assert offers(hand) == "A: fold, call 8, raise to 12, raise to 16"

    def test_once_the_higher_is_wagered_every_raise_is_the_higher(self) -> None:
        hand = when(to_street(given(STUD, THREE, PAIR), 4), "B bet 4, C raise 12")
        assert offers(hand) == "A: fold, call 12, raise to 20"
        assert rule(hand, "A raise 16") == "LIM-6"

    def test_in_the_whole_round_though_the_pair_folds(self) -> None:
        hand = when(to_street(given(STUD, THREE, PAIR), 4), "B fold, C bet 4")
        assert offers(hand) == "A: fold, call 4, raise to 8, raise to 12"

    def test_also_when_the_pair_is_all_in(self) -> None:
        hand = to_street(given(STUD, "A 100, B 3, C 100", PAIR), 4)
        assert offers(hand) == "C: check, fold, bet 4, bet 8"

    def test_not_when_the_pair_folded_on_third(self) -> None:
        """B's nine would have been the pair; without B the card goes elsewhere."""
        deck = {"A": PAIR["A"], "B": "Tc 5d 9d", "C": HANDS["C"]}
        hand = when(given(STUD, THREE, deck), "A bring_in, B fold, C call")
        assert offers(hand) == "A: check, fold, bet 4"

    def test_on_fourth_street_alone(self) -> None:
        for street, size in ((5, 8), (6, 8), (7, 8)):
            assert offers(to_street(given(STUD, THREE, PAIR), street)) == f"B: check, fold, bet {size}"

    def test_a_pair_in_the_hole_or_split_is_none(self) -> None:
        cards = HANDS | {"B": "9c 9h 9d 8s"}
        assert offers(to_street(given(STUD, TWO, cards), 4)) == "A: check, fold, bet 4"

    def test_a_wrong_size_cites_it(self) -> None:
        hand = to_street(given(STUD, THREE, PAIR), 4)
        assert rule(hand, "B bet 6") == "LIM-6"
        assert rule(hand, "B bet 12") == "LIM-6"

    def test_with_chips_between_the_limits_all_in_takes_the_place_of_the_higher(self) -> None:
        hand = to_street(given(STUD, "A 100, B 9, C 100", PAIR), 4)
        assert offers(hand) == "B: check, fold, bet 4, bet 6"

    def test_it_makes_no_fifth_wager(self) -> None:
        hand = when(to_street(given(STUD, THREE, PAIR), 4), "B bet 4, C raise 8, A raise 12, B raise 20")
        assert offers(hand) == "C: fold, call 12"
        assert rule(hand, "C raise 28") == "LIM-7"

    def test_equal_limits_are_offered_once(self) -> None:
        flat = presets.card_room(small_bet=4, big_bet=4, ante=1)
        assert offers(to_street(given(flat, THREE, PAIR), 4)) == "B: check, fold, bet 4"


@pytest.mark.rule("LIM-7")
class TestTheCap:
    def test_bet_raise_re_raise_cap(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B raise 8, C raise 12, A raise 16")
        assert offers(hand) == "B: fold, call 8"
        error = refused(hand, "B raise 20")
        assert error.rule == "LIM-7"
        assert str(error).startswith("LIM-7: seat 2 cannot raise to 20: the round is capped at four wagers; ")
        assert str(error).endswith("fold or call 8.")

    def test_not_even_all_in(self) -> None:
        hand = to_street(given(STUD, "A 100, B 21, C 100"), 4)
        hand = when(hand, "A bet 4, B raise 8, C raise 12, A raise 16")
        assert offers(hand) == "B: fold, call 8"
        assert rule(hand, "B raise 18") == "LIM-7"

    def test_in_each_round_anew(self) -> None:
        hand = when(to_street(given(STUD, THREE), 4), "A bet 4, B raise 8, C raise 12, A raise 16")
        hand = when(hand, "B call, C call")
        assert offers(hand) == "A: check, fold, bet 8"

    def test_a_short_all_in_that_is_not_full_does_not_count(self) -> None:
        hand = to_street(given(STUD, "A 100, B 100, C 12, D 100"), 4)
        hand = when(hand, "A check, B check, C check, D bet 4, A raise 8, B call, C raise 9")
        assert hand.events[-1] == e.Raised(3, 9, 9, full=False)
        assert offers(hand) == "D: fold, call 5, raise to 12"
        hand = when(hand, "D raise 12")
        assert offers(hand) == "A: fold, call 4, raise to 16"
        assert offers(when(hand, "A raise 16")) == "B: fold, call 8"


@pytest.mark.rule("LIM-8")
class TestHeadsUp:
    def test_two_players_raise_without_limit(self) -> None:
        hand = when(given(STUD, TWO), "A complete, B raise 8")
        for to, who in zip(range(12, 100, 4), "AB" * 11, strict=True):
            hand = when(hand, f"{who} raise {to}")
        assert offers(hand) == "A: fold, call 4, raise to 99"
        assert offers(when(hand, "A raise 99")) == "B: fold, call 3"

    def test_the_third_player_folds_before_the_fourth_wager(self) -> None:
        hand = when(given(STUD, THREE), "A complete, B raise 8, C fold, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_the_third_player_folds_to_the_fourth_wager_the_cap_stays(self) -> None:
        hand = when(given(STUD, THREE), "A complete, B raise 8, C raise 12, A raise 16, B fold")
        assert offers(hand) == "C: fold, call 4"
        assert rule(hand, "C raise 20") == "LIM-7"

    def test_the_third_player_is_all_in_before_the_fourth_wager(self) -> None:
        hand = when(given(STUD, "A 100, B 100, C 9"), "A complete, B raise 8, C call, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_the_third_player_calls_all_in_the_fourth_wager_the_cap_stays(self) -> None:
        hand = when(
            given(STUD, "A 100, B 100, C 13"), "A complete, B raise 8, C call, A raise 12, B raise 16"
        )
        assert offers(hand) == "C: fold, call 4"
        assert offers(when(hand, "C call")) == "A: fold, call 4"

    def test_the_next_round_is_heads_up_from_its_start(self) -> None:
        hand = when(given(STUD, THREE), "A complete, B raise 8, C raise 12, A raise 16, B fold, C call")
        hand = when(hand, "A bet 4, C raise 8, A raise 12, C raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_capped_tables_stop_at_four(self) -> None:
        hand = when(given(CAPPED, TWO), "A complete, B raise 8, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4"

    def test_from_the_rounds_start_a_fold_in_the_round_lifts_no_cap(self) -> None:
        hand = when(given(FROM_START, THREE), "A complete, B raise 8, C fold, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4"

    def test_from_the_rounds_start_two_beside_an_all_in_player_have_no_cap(self) -> None:
        hand = to_street(given(FROM_START, "A 100, B 100, C 3"), 4)
        hand = when(hand, "A bet 4, B raise 8, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_from_the_rounds_start_the_two_are_counted_on_each_street(self) -> None:
        hand = when(given(FROM_START, THREE), "A bring_in, B call, C fold")
        hand = when(hand, "A bet 4, B raise 8, A raise 12, B raise 16")
        assert offers(hand) == "A: fold, call 4, raise to 20"

    def test_in_spread_limit_too(self) -> None:
        spread = Rules.for_game("stud_high", Betting.spread_limit(2, 10), ante=1)
        hand = when(given(spread, TWO), "A complete 2, B raise 4, A raise 6, B raise 8")
        assert offers(hand) == "A: fold, call 2, raise to 10..18"


@pytest.mark.rule("LIM-9")
class TestTheLastBettorShowsFirst:
    def test_whoever_bet_or_raised_last(self) -> None:
        hand = when(to_street(given(STUD, THREE), 7), "A check, B bet 8, C raise 16, A fold, B call")
        assert shown(hand) == "C"

    def test_not_the_last_bettor_of_an_earlier_round(self) -> None:
        hand = when(to_street(given(STUD, THREE), 6), "A check, B bet 8, C call, A call")
        assert shown(to_showdown(hand)) == "A"


def _hi_lo(*hands: str, stacks: str = "") -> list[str]:
    """The awards of a hi-lo hand that is called on third and then checked to the end."""
    names = "ABCDEFG"[: len(hands)]
    stacks = stacks or ", ".join(f"{name} 100" for name in names)
    return awards(to_end(given(HI_LO, stacks, dict(zip(names, hands, strict=True)))))


NO_LOW = "Kh Kc 9s Td Jh 3s 8s"


@pytest.mark.rule("LIM-10")
class TestHiLo:
    def test_the_best_high_and_the_best_low_split_the_pot(self) -> None:
        assert _hi_lo("Ac 2d 4h 5s 7c Kd Qs", NO_LOW) == ["0 high B 3", "0 low A 3"]

    def test_aces_count_both_ways(self) -> None:
        assert _hi_lo("Ac Ad 2h 3c 4c 6d Ah", NO_LOW) == ["0 high A 3", "0 low A 3"]

    def test_a_straight_or_flush_does_not_spoil_a_low(self) -> None:
        assert _hi_lo("Ac 2c 3c 4c 5c Kd Qs", NO_LOW) == ["0 high A 3", "0 low A 3"]

    @pytest.mark.parametrize(
        ("seven", "qualifies"),
        [
            ("8c 7d 6h 5s 4c Kd Qs", True),
            ("9c 7d 6h 5d 4c Kd Qs", False),
            ("8c 8d 7h 6d 5c 5h Qs", False),
            ("8c 8d 7h 6d 5c 4h Qs", True),
            ("Ac Ad 2h 2d 3c 4h Qs", False),
            ("Ac Ad 2h 2d 3c 4h 5s", True),
        ],
    )
    def test_a_low_has_five_different_ranks_of_eight_or_lower(self, seven: str, qualifies: bool) -> None:
        other = "Kh Kc 9s Td Jh Ts 9h"
        assert any("low" in award for award in _hi_lo(seven, other)) is qualifies

    def test_lows_compare_from_their_highest_card_down(self) -> None:
        low = _hi_lo("8c 4d 3h 2s Ac Kd Qs", "7c 6d 5h 4s 2c Kh Qh", "9c 9d 9h Ts Tc Kc Qd")
        assert low == ["0 high C 5", "0 low B 4"]

    def test_tied_lows_share_the_low_half(self) -> None:
        low = _hi_lo("7c 4d 3h 2s Ac Kd Qs", "7h 4s 3d 2d Ad Kh Qh", "9c 9d 9h Ts Tc Kc Qd")
        assert low == ["0 high C 5", "0 low A 2", "0 low B 2"]


@pytest.mark.rule("LIM-11")
class TestNoQualifyingLow:
    def test_the_high_hand_takes_the_whole_pot(self) -> None:
        assert _hi_lo("Ac Ad 4h 5s 9c Kd Qs", NO_LOW) == ["0 whole A 6"]

    def test_pot_by_pot_over_that_pots_contenders(self) -> None:
        """Only A has a low, and A is all-in for the main pot."""
        hands = ("Ac 2d 4h 5s 7c Kd Qs", NO_LOW, "9c 9d Qh Ts Tc Ks Jd")
        hand = when(
            to_street(given(HI_LO, "A 3, B 100, C 100", dict(zip("ABC", hands, strict=True))), 4),
            "C bet 4, B call",
        )
        assert awards(to_end(hand)) == ["0 high C 5", "0 low A 4", "1 whole C 8"]

    def test_the_folded_low_does_not_count(self) -> None:
        hands = {"A": "Ac 2d 4h 5s 7c Kd Qs", "B": NO_LOW, "C": "9c 9d Qh Ts Tc Ks Jd"}
        hand = to_street(given(HI_LO, THREE, hands), 7)
        hand = when(hand, "C bet 8, A fold, B call")
        assert awards(to_end(hand)) == ["0 whole C 25"]


def test_a_wager_out_of_turn_or_for_another_seat_is_refused() -> None:
    hand = when(given(STUD, THREE), "A bring_in")
    assert refused_event(hand, e.Called(1, 2)).rule == "ROOM-20"
    assert refused_event(hand, e.Called(9, 2)).rule == "ROOM-20"

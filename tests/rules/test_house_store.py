"""HOUSE-12, 13, 14, 15, 16, 17: the store."""

from __future__ import annotations

from typing import Any

import pytest
from house_rules import DOTS_MUCK
from playing import (
    DOTS,
    STUD,
    THREE,
    TWO,
    awards,
    boards,
    chips,
    given,
    kinds,
    offers,
    pots,
    refused,
    returned,
    row,
    rule,
    shown,
    since,
    to_end,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Rules

DOTS_FREE = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=0, unit=1)
UNIT_5 = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=5)


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
    def test_the_two_options(self, option: Any, slot: int, expected: str) -> None:
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

    def test_with_nothing_else_in_the_pot_only_the_buyer_contends_for_it(self) -> None:
        """No ante, and the bring-in came back when the clock ran out on both others."""
        hand = when(given(DOTS_FREE, THREE), "A bring_in, B time_out, C time_out")
        assert returned(hand) == ["A 2"]
        hand = when(hand, "A buy 3")
        assert pots(hand) == ["3 A"]
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

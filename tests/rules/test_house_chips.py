"""HOUSE-30, 31, 32: uncalled chips, short antes and the rake."""

from __future__ import annotations

import pytest
from house_rules import ANTE_5, HUGE, RAKED
from playing import (
    STUD,
    THREE,
    awards,
    chips,
    decision_of,
    given,
    kinds,
    offers,
    pots,
    refused_event,
    returned,
    rule,
    since,
    to_end,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.testing import play_out


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


def to_end_but_rake(hand: Hand) -> Hand:
    """Played on quietly to the house's decision."""
    return play_out(hand, until=lambda later: later.decision is not None and later.decision.kind == "rake")


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

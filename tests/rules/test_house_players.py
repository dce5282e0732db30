"""HOUSE-28, 29: who plays, and hands called off."""

from __future__ import annotations

import pytest
from house_rules import ANTE_5, HUGE, RAKED
from playing import (
    DOTS,
    HANDS,
    HI_LO,
    STUD,
    THREE,
    TWO,
    awards,
    chips,
    given,
    kinds,
    name_of,
    offers,
    pots,
    returned,
    when,
)

from grocerydots import events as e
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Rules
from grocerydots.testing import test_seed

FREE = presets.card_room(small_bet=4, big_bet=8, ante=0)


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

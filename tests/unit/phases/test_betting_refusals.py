"""What a refusal in a betting round says: the rule, and the numbers of a seat that has put in something."""

from __future__ import annotations

import pytest
from playing import STUD, THREE, given, refused, refused_event, rule, to_street, when

from grocerydots import events as e
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Betting, Rules

SPREAD = Rules.for_game("stud_high", Betting.spread_limit(1, 10), ante=1)
POT = Rules.for_game("stud_high", Betting.pot_limit(2), ante=1)
FULL_BRING_IN = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=4)


def raised() -> Hand:
    """A bet 4 on fourth street, B raised to 8 and C folded: A, who owes 4, is to act."""
    return when(to_street(given(STUD, THREE), 4), "A bet 4, B raise 8, C fold")


def test_what_is_owed_is_what_the_bet_is_above_the_seats_own_wager() -> None:
    assert "there are 4 to call" in str(refused(raised(), "A check"))
    assert "a call is 4" in str(refused_event(raised(), e.Called(1, 8)))


def test_one_chip_owed_is_enough_not_to_check() -> None:
    hand = when(to_street(given(SPREAD, THREE), 4), "A bet 1")
    assert rule(hand, "B check") == "ROOM-8"
    assert "there are 1 to call" in str(refused(hand, "B check"))


def test_a_raise_takes_what_its_total_is_above_the_seats_own_wager() -> None:
    error = refused_event(raised(), e.Raised(1, 12, 12, full=True))
    assert error.rule == "LIM-5"
    assert "that takes 8 chips, not 12" in str(error)


def test_a_bring_in_of_another_amount_is_the_openers_and_a_bring_in_later_is_nobodys() -> None:
    opening = given(STUD, THREE)
    wrong = refused_event(opening, e.BroughtIn(1, 3, full=False))
    assert wrong.rule == "ROOM-4"
    assert "the bring-in is 2" in str(wrong)
    late = refused(when(opening, "A bring_in"), "B bring_in")
    assert late.rule == "ROOM-4"
    assert "only the opener brings in" in str(late)


@pytest.mark.parametrize(("to", "cited"), [(1, "STRUCT-4"), (12, "STRUCT-4"), (13, "STRUCT-2")])
def test_a_pot_limit_wager_is_over_the_pot_from_one_chip_above_it(to: int, cited: str) -> None:
    """Eight in the pot and two to call: a raise is to 12 at most."""
    hand = when(to_street(given(POT, THREE), 4), "A bet 2")
    wrong_amount = e.Raised(2, amount=to + 1, to=to, full=True)
    assert refused_event(hand, wrong_amount).rule == cited


def test_who_opens_with_a_full_bring_in_completes_to_no_size() -> None:
    assert rule(given(FULL_BRING_IN, THREE), "A complete 4") == "LIM-5"
    assert rule(given(STUD, "A 3, B 100, C 100"), "A complete 4") == "ROOM-19"


def test_an_ante_of_another_amount_is_not_taken_for_another_choice() -> None:
    hand = given(STUD, THREE, asked="B")
    for error in (refused_event(hand, e.AntePosted(2, 5)), refused_event(hand, e.AntePosted(2, 0))):
        assert error.rule == "ROOM-2"
        assert "only whether they are in" not in str(error)
    assert "only whether they are in" in str(refused(hand, "B check"))

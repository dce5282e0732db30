"""A live player who has paid nothing (HOUSE-35); the shared cases have the pots."""

from __future__ import annotations

import pytest

from grocerydots import Decision, Hand, pots_of, presets
from grocerydots import events as e
from grocerydots.testing import play_out, test_seed

RULES = presets.card_room(small_bet=4, big_bet=8, ante=0)
SEATS = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}

pytestmark = pytest.mark.rule("HOUSE-35")


def at_showdown(number: int) -> tuple[Hand, int]:
    """A hand at its last show-or-muck decision, and the seat that the clock placed all-in for nothing."""
    hand = Hand.open(RULES, SEATS, dealer=3, seed=test_seed(f"nothing paid {number}"))
    hand = hand.play(decision(hand).bring_in())
    idle = decision(hand).seat
    assert idle is not None
    hand = hand.play(decision(hand).time_out())
    hand = hand.play(decision(hand).call())
    while decision(hand).kind == "bet":
        hand = hand.play(decision(hand).check())
    while decision(hand).seat != idle:
        hand = hand.play(decision(hand).show())
    return hand, idle


def decision(hand: Hand) -> Decision:
    assert hand.decision is not None
    return hand.decision


SEVERAL = pytest.mark.parametrize("number", [0, 1, 12, 15, 27])  # the seat shows second or last


@SEVERAL
def test_who_paid_nothing_has_no_part_in_the_pot_and_may_muck(number: int) -> None:
    hand, idle = at_showdown(number)
    (pot,) = pots_of(hand.state)
    assert pot.amount == 4
    assert sorted(pot.seats) == sorted({1, 2, 3} - {idle})
    assert decision(hand).can(e.HandMucked)


@SEVERAL
def test_showing_wins_nothing_either(number: int) -> None:
    hand, idle = at_showdown(number)
    over = play_out(hand.play(decision(hand).show()))
    assert over.state.stacks[idle] == 100
    assert sum(over.state.stacks.values()) == 300

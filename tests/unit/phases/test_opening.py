"""How a hand opens: the bounds of what an application gives, and what is said about the rest."""

from __future__ import annotations

from typing import Any

import pytest
from playing import STUD, TWO, decision_of, given

from grocerydots import events as e
from grocerydots.deck import Deck, Seed
from grocerydots.errors import IllegalEvent, SetupError, WrongType
from grocerydots.hand import Hand
from grocerydots.phases import check
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.testing import test_seed

DECK = Deck.unknown()


def opened(*stacks: int, **more: Any) -> Hand:
    seats = {seat: (f"p{seat}", stack) for seat, stack in enumerate(stacks, 1)}
    seats = more.pop("seats", seats)
    return Hand.open(STUD, seats, 0, **{"seed": test_seed("opening"), "hand_id": "opening", **more})


def test_all_stacks_together_may_be_the_most_chips_and_not_one_more() -> None:
    assert sum(opened(MAX_CHIPS - 1, 1).state.stacks.values()) == MAX_CHIPS - 2, "two antes are in the pot"
    with pytest.raises(SetupError, match=f"all stacks together are above {MAX_CHIPS} chips") as refused:
        opened(MAX_CHIPS, 1)
    assert refused.value.rule == "HOUSE-28"
    wrong = e.HandOpened("x", STUD, 0, (e.Seating(1, "a", MAX_CHIPS), e.Seating(2, "b", 1)), "unsealed")
    with pytest.raises(IllegalEvent, match="all stacks together are above") as illegal:
        check(None, wrong)
    assert illegal.value.rule == "HOUSE-28"


def test_a_time_may_be_the_greatest_that_every_json_reader_keeps_and_no_greater() -> None:
    hand = opened(100, 100, at=MAX_CHIPS)
    assert hand.log.times is not None
    assert hand.log.times[-1] == MAX_CHIPS
    assert opened(100, 100, at=0).play(decision_of(opened(100, 100, at=0)).bring_in(), at=MAX_CHIPS)
    for wrong in (MAX_CHIPS + 1, -1):
        with pytest.raises(SetupError, match=f"at: expected whole milliseconds, got {wrong}"):
            opened(100, 100, at=wrong)
        with pytest.raises(SetupError, match=f"at: expected whole milliseconds, got {wrong}"):
            hand.play(decision_of(hand).bring_in(), at=wrong)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"seed": None}, "seed: give exactly one of `seed` and `deck`"),
        ({"deck": DECK}, "seed: give exactly one of `seed` and `deck`"),
    ],
)
def test_a_hand_is_dealt_from_a_seed_or_from_a_deck(source: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as refused:
        opened(100, 100, **source)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"seed": 7}, "seed: expected a Seed or None, got an int"),
        ({"seed": None, "deck": "As Kd"}, "deck: expected a Deck or None, got a str"),
        ({"seed": Seed}, "seed: expected a Seed or None, got a type"),
    ],
)
def test_another_source_is_a_wrong_type(source: dict[str, Any], message: str) -> None:
    with pytest.raises(WrongType) as refused:
        opened(100, 100, **source)
    assert str(refused.value) == message


@pytest.mark.parametrize("seats", [["ann", "bob"], [("ann", 200)], "ann", 5, [1, 2]])
def test_seats_of_no_accepted_form_are_answered_with_one(seats: object) -> None:
    with pytest.raises(SetupError) as refused:
        opened(seats=seats)
    assert len(refused.value.problems) == 1
    assert '{1: ("ann", 200), 2: ("bob", 200)} or an iterable of Seating' in str(refused.value)


@pytest.mark.parametrize(
    ("who", "message"),
    [
        (("bob", 200.0), "HOUSE-28: seat 5: expected a stack of at least 1 whole chip, got 200.0"),
        (("bob", 0), "HOUSE-28: seat 5: expected a stack of at least 1 whole chip, got 0"),
        (("bob", True), "HOUSE-28: seat 5: expected a stack of at least 1 whole chip, got True"),
        (("", 200), "seat 5: expected a name of 1 to 10000 characters of UTF-8, got ''"),
        (("bob", 200, 1), "ROOM-2: seat 5: expected an auto_ante of true or false, got 1"),
        (200, "seat 5: expected (player, stack) or (player, stack, auto_ante), got 200"),
        (("bob",), "seat 5: expected (player, stack) or (player, stack, auto_ante), got ('bob',)"),
    ],
)
def test_what_is_wrong_with_a_player_is_said_of_their_seat(who: Any, message: str) -> None:
    with pytest.raises(SetupError) as refused:
        opened(seats={3: ("ann", 200), 5: who})
    assert str(refused.value) == message


def test_a_seat_without_a_number_is_a_problem_of_the_seats() -> None:
    for seat in (0, -1, True, 1.0, "1", None, MAX_CHIPS + 1):
        with pytest.raises(SetupError, match="seats: expected a seat number, 1 or more, got "):
            opened(seats={seat: ("ann", 200), 5: ("bob", 200)})
    assert given(STUD, TWO).state.setup.order == (1, 2)

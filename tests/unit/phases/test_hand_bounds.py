"""Bounds of a hand's opening and of the store: exactly at each, one under and one over."""

from __future__ import annotations

from typing import Any

import pytest
from playing import (
    DOTS,
    STUD,
    THREE,
    before,
    chips,
    decision_of,
    given,
    offers,
    refused_event,
    refuted,
    to_store,
    when,
)

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.testing import test_seed as seed_named

SLIDE = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, restock="slide")


def problems(seats: dict[int, tuple[Any, Any]], **options: Any) -> list[str]:
    """Where the problems of a hand with those seats are; empty when it opens."""
    try:
        Hand.open(STUD, seats, 0, seed=seed_named("bounds"), **options)
    except SetupError as error:
        return [problem.where for problem in error.problems]
    return []


# Opening


@pytest.mark.rule("HOUSE-28")
def test_a_stack_is_one_chip_to_the_most_there_are() -> None:
    assert problems({1: ("ann", 1), 2: ("bob", MAX_CHIPS - 1)}) == []
    for stack in (0, MAX_CHIPS + 1):
        assert "seat 2" in problems({1: ("ann", 1), 2: ("bob", stack)})[0]


@pytest.mark.rule("HOUSE-28")
def test_all_stacks_together_are_the_most_chips_there_are_at_most() -> None:
    assert problems({1: ("ann", 9), 2: ("bob", MAX_CHIPS - 9)}) == []
    assert len(problems({1: ("ann", 10), 2: ("bob", MAX_CHIPS - 9)})) == 1


@pytest.mark.parametrize("code", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
def test_no_surrogate_alone_is_part_of_a_name(code: int) -> None:
    assert problems({1: ("ann", 9), 2: (f"bob{chr(code)}", 9)}) == ["seat 2"]
    for name in ("bob\ud7ff", "bob\ue000"):
        assert problems({1: ("ann", 9), 2: (name, 9)}) == []


def test_a_seat_that_adds_entropy_has_a_number_of_32_bits() -> None:
    last = 2**32 - 1
    assert problems({1: ("ann", 9), last: ("bob", 9)}, entropy_seats=(last,)) == []
    assert problems({1: ("ann", 9), last + 1: ("bob", 9)}, entropy_seats=(last + 1,)) == ["entropy_seats"]


# The store


@pytest.mark.rule("GSD-8")
@pytest.mark.parametrize("slot", [0, 4, True, 1.0, None, "1"])
def test_the_store_has_slots_1_to_3_and_nothing_else(slot: Any) -> None:
    hand = to_store(given(DOTS, THREE))
    error = refused_event(hand, e.StoreCardBought(1, slot, card_in(hand, 1), 1))
    assert error.rule == "GSD-8"
    assert "there are slots 1, 2 and 3, not " in str(error)


@pytest.mark.rule("HOUSE-16")
def test_a_card_for_the_last_chip_is_not_too_dear_and_one_for_a_chip_more_is() -> None:
    hand = to_store(given(DOTS, "A 5, B 100, C 100"))
    assert chips(hand)["A"] == 2
    assert offers(hand) == "A: buy 1 for 1, buy 2 for 2, pass"
    for slot, price, cited in ((2, 3, "GSD-8"), (3, 3, "HOUSE-16")):
        assert refused_event(hand, e.StoreCardBought(1, slot, card_in(hand, slot), price)).rule == cited


@pytest.mark.parametrize(("rules", "slot", "cited"), [(DOTS, 1, "GSD-10"), (SLIDE, 3, "HOUSE-14")])
def test_a_restock_of_another_slot_is_refused_by_the_rule_of_the_restock(
    rules: Any, slot: int, cited: str
) -> None:
    hand = when(to_store(given(rules, THREE)), "A buy 1, B pass")
    state = before(hand, e.StoreRestocked)
    due = next(event for event in hand.events if isinstance(event, e.StoreRestocked))
    assert due.slot == slot
    assert refuted(state, e.StoreRestocked(2, due.position, due.card, due.salt)).rule == cited


def card_in(hand: Hand, slot: int) -> Card:
    found = decision_of(hand).state.store
    assert found is not None
    card = found.row[slot - 1]
    assert card is not None
    return card

"""The state: a plain value, told by its fields, and what small helpers say of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from types import NoneType
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import (
    DOTS,
    STUD,
    TWO,
    to_end,
    to_store,
    to_street,
    when,
)
from playing import given as given_hand

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import GrocerydotsError, UnknownSeat, WrongType
from grocerydots.evolve import evolve, fold
from grocerydots.parts import FULL_STUB, NO_SETTLING, BettingRound, SeatState, Settling, Store, Stub
from grocerydots.records import Record
from grocerydots.state import HandState, Setup, Stage, next_place, places_of


def test_equal_hands_have_equal_states_and_others_have_not() -> None:
    one, other = given_hand(STUD, TWO), given_hand(STUD, TWO)
    assert one.state == other.state
    assert one.state is not other.state
    assert one.state != when(one, "A bring_in").state
    assert one.state != given_hand(STUD, "A 100, B 99").state


def test_parts_of_different_kinds_are_never_equal() -> None:
    assert FULL_STUB != NO_SETTLING
    assert FULL_STUB != "stub"
    assert Stub(tuple(range(52)), 0, (), False, 0, None) == FULL_STUB
    assert Stub(tuple(range(52)), 1, (), False, 0, None) != FULL_STUB


def test_a_state_shows_its_fields_in_their_order() -> None:
    text = repr(given_hand(STUD, TWO).state)
    assert text.startswith("HandState(setup=Setup(opening=HandOpened(hand_id='hand', ")
    assert "seats=(SeatState(number=1, stack=99, paid=1, wagered=0, down=(0, 2), up=(Card(" in text


def test_a_state_is_asked_by_seat() -> None:
    state = given_hand(STUD, TWO).state
    assert state.seat(2).number == 2
    assert state.player(2).player == "B"
    assert state.stacks == {1: 99, 2: 99}
    assert state.pot == 2
    assert (state.rules, state.hand_id, state.is_over) == (STUD, "hand", False)
    for ask in (state.seat, state.player):
        with pytest.raises(UnknownSeat, match=r"^nobody sits in seat 3$") as caught:
            ask(3)
        assert isinstance(caught.value, KeyError)


def test_what_is_left_of_the_stub() -> None:
    state = given_hand(STUD, TWO).state
    assert state.stub.left == 46
    assert state.stub.next(3) == (6, 7, 8)
    assert state.stub.next(100) == tuple(range(6, 52))


@given(st.integers(0, 255))
def test_a_set_of_places_is_its_bits(places: int) -> None:
    assert list(places_of(places)) == [place for place in range(8) if places >> place & 1]


@given(st.integers(1, 255), st.integers(-1, 7))
def test_the_next_place_is_found_by_going_round(places: int, after: int) -> None:
    place = after
    while True:
        place = (place + 1) % 8
        if places >> place & 1:
            break
    assert next_place(places, after) == place


def test_a_hand_goes_through_the_stages_in_order() -> None:
    hand = to_end(given_hand(DOTS, TWO))
    stages = [hand.at(entry).state.stage for entry in range(hand.entries)]
    assert stages[0] is Stage.OPENING
    assert stages[-1] is Stage.OVER
    assert set(stages) == set(Stage)
    assert [stage for stage in stages if stage >= Stage.SHOWDOWN] == sorted(
        stage for stage in stages if stage >= Stage.SHOWDOWN
    )


def test_a_hand_starts_with_its_opening() -> None:
    with pytest.raises(GrocerydotsError, match="an empty sequence: the first event must be HandOpened"):
        fold([])
    with pytest.raises(GrocerydotsError, match="the first event must be HandOpened, got Checked"):
        fold([e.Checked(1)])


@pytest.mark.parametrize("value", [None, "fold", 1, e.Checked, [e.Checked(1)]])
def test_only_events_are_folded(value: Any) -> None:
    with pytest.raises(WrongType, match="event: expected an event, got "):
        evolve(given_hand(STUD, TWO).state, value)
    with pytest.raises(WrongType, match="event: expected an event, got "):
        fold([value])
    if not isinstance(value, str | list):
        with pytest.raises(WrongType, match="events: expected an iterable of events, got "):
            fold(value)


def test_a_store_event_before_the_store_is_no_fact() -> None:
    state = given_hand(DOTS, TWO).state
    for event in (e.StorePassed(1), e.TimedOut(1, "pass")):
        with pytest.raises(GrocerydotsError, match="the store has not opened"):
            evolve(state, event)


def test_undo_is_keeping_the_old_value_and_what_if_is_two_folds() -> None:
    hand = to_street(given_hand(STUD, TWO), 4)
    one, other = when(hand, "A bet 4"), when(hand, "A check")
    assert hand.state.stacks == {1: 97, 2: 97}
    assert one.state.stacks[1] == 93
    assert other.state.stacks[1] == 97


def test_dead_money_has_its_buyer_and_its_level() -> None:
    hand = when(to_store(given_hand(DOTS, TWO)), "A buy 2")
    assert hand.state.dead_money == ((0, 3, 2),)
    assert hand.state.pot == 8


# Read-only values


def reachable(value: Any) -> Iterator[object]:
    """A value, and everything in it that can be read without an underscore."""
    yield value
    if isinstance(value, Record):
        inside: list[object] = [getattr(value, name) for name in value.__match_args__]
    elif attrs.has(type(value)):
        inside = list(attrs.asdict(value, recurse=False).values())
    else:
        inside = list(value) if isinstance(value, tuple) else []
    for one in inside:
        yield from reachable(one)


def states() -> Iterator[HandState]:
    """The states of a hand that goes through all of its stages."""
    events = to_end(when(to_store(given_hand(DOTS, TWO)), "A buy 2")).events
    for entry in range(len(events)):
        yield fold(events[: entry + 1])


def test_no_field_of_a_state_can_be_set_or_deleted() -> None:
    parts: dict[type, Record] = {type(v): v for s in states() for v in reachable(s) if isinstance(v, Record)}
    kinds = {HandState, Setup, SeatState, Stub, BettingRound, Store, Settling}
    assert {kind for kind in kinds if any(issubclass(part, kind) for part in parts)} == kinds
    for part in parts.values():
        before = repr(part)
        for name in (*part.__match_args__, "anything_else", "__class__"):
            with pytest.raises(AttributeError):
                setattr(part, name, getattr(part, name, 0))
            with pytest.raises(AttributeError):
                delattr(part, name)
        assert repr(part) == before
        assert not hasattr(part, "__dict__")


def test_nothing_in_a_state_can_be_changed_in_place() -> None:
    """What is neither a read-only value nor a tuple of them is of a type that Python itself keeps."""
    plain = {int, bool, str, bytes, NoneType, Card, Stage}
    kinds = {type(value) for state in states() for value in reachable(state)}
    others = {kind for kind in kinds if not issubclass(kind, Record | tuple) and not attrs.has(kind)}
    assert others <= plain


def test_equal_states_hash_alike_and_so_do_their_copies() -> None:
    for state, same in zip(states(), states(), strict=True):
        for again in (same, copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert again == state
            assert hash(again) == hash(state)
            assert type(again) is type(state)
            with pytest.raises(AttributeError):
                again.live = 0  # type: ignore[misc]
    assert len(dict.fromkeys(states(), 0)) == sum(1 for _ in states())


def test_a_replaced_field_is_the_only_one_that_differs() -> None:
    state = given_hand(STUD, TWO).state
    other = state.replace(live=1)
    assert (other.live, other.acting, state.live) == (1, state.acting, 3)
    assert other.replace(live=3) == state != other


@pytest.mark.parametrize("actions", ["A bring_in", "A bring_in, B complete, C raise 7"])
def test_who_had_the_first_option_of_a_round_stays_so_whatever_is_wagered(actions: str) -> None:
    opened = given_hand(STUD, "A 100, B 100, C 8, D 100")
    assert when(opened, actions).state.round.first == 0
    fourth = when(to_street(opened, 4), "A check, B bet 4, C raise 5, D raise 8")
    assert (fourth.state.round.first, fourth.state.round.aggressor) == (0, 3)

"""Decisions, dealer's steps and the end: what they hold never changes, and equal ones are equal."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from playing import (
    DOTS,
    NO_LIMIT,
    PAIR,
    SPREAD,
    STUD,
    THREE,
    TWO,
    assert_reads_well,
    decision_of,
    given,
    refused_event,
    to_end,
    to_showdown,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.choices import CHOICES, Option
from grocerydots.evolve import evolve
from grocerydots.hand import Hand
from grocerydots.phases import turn
from grocerydots.rules import Rules, presets
from grocerydots.state import HandState
from grocerydots.testing import test_seed
from grocerydots.turns import OVER, DealerStep, Decision

RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")


def waiting_for_entropy() -> Hand:
    seats = {1: ("ann", 100), 2: ("bob", 100)}
    return Hand.open(STUD, seats, 0, seed=test_seed("turns"), entropy_seats=[1, 2], hand_id="turns")


def decisions() -> dict[str, Decision]:
    """A decision of every kind, and some with other options."""
    hands = {
        "dots_tie": given(DOTS, THREE, dots_tie=None),
        "entropy": waiting_for_entropy(),
        "ante": given(STUD, THREE, asked="B"),
        "open": given(STUD, THREE),
        "open_for": given(STUD, "A 1, B 99, C 99"),
        "bet": to_street(given(STUD, THREE), 4),
        "bet, with a call": when(given(STUD, THREE), "A bring_in"),
        "bet, over a pair": to_street(given(STUD, THREE, PAIR), 4),
        "bet, of a range": to_street(given(NO_LIMIT, TWO), 4),
        "store": to_store(given(DOTS, THREE)),
        "show": to_showdown(given(STUD, THREE)),
        "rake": to_showdown(given(RAKED, "A 100, B 100")),
    }
    while decision_of(hands["rake"]).kind != "rake":
        hands["rake"] = hands["rake"].play(decision_of(hands["rake"]).show())
    return {name: decision_of(hand) for name, hand in hands.items()}


def steps() -> Iterator[DealerStep]:
    """Every dealer's step of two hands."""
    for hand in (to_end(given(STUD, TWO)), to_end(when(to_store(given(DOTS, THREE)), "A buy 2"))):
        state = evolve(None, hand.events[0])
        for event in hand.events[1:]:
            now = turn(state)
            if isinstance(now, DealerStep):
                yield now
            state = evolve(state, event)


DECISIONS = decisions()
STEPS = list(steps())
TURNS: list[Any] = [*DECISIONS.values(), *STEPS, OVER, Option(e.Called, 2, 2)]
every_decision = pytest.mark.parametrize("decision", DECISIONS.values(), ids=DECISIONS)


def fields_of(value: object) -> list[str]:
    """The names of everything that can be read of a value and is no method."""
    return [name for name in dir(value) if name[0] != "_" and not callable(getattr(value, name))]


def test_there_is_a_decision_of_every_kind_among_those_tried() -> None:
    assert {decision.kind for decision in DECISIONS.values()} == {
        "dots_tie", "entropy", "ante", "open", "open_for", "bet", "store", "show", "rake",
    }  # fmt: skip


@pytest.mark.parametrize("now", TURNS, ids=lambda now: type(now).__name__)
def test_no_field_of_a_turn_can_be_assigned_to_or_deleted(now: Any) -> None:
    shown = repr(now)
    for name in [*fields_of(now), "anything"]:
        with pytest.raises(AttributeError):
            setattr(now, name, None)
        with pytest.raises(AttributeError):
            delattr(now, name)
    assert repr(now) == shown


def test_the_fields_tried_are_those_of_the_reference() -> None:
    assert fields_of(DECISIONS["bet"]) == [
        "full_at", "kind", "options", "place", "rule", "seat", "state", "text",
    ]  # fmt: skip
    assert {"rule", "event", "draws", "number"} <= set(fields_of(STEPS[0]))
    assert {"lowest", "highest", "word", "card"} <= set(fields_of(Option(e.Called)))


@every_decision
def test_the_decision_of_an_equal_state_is_equal(decision: Decision) -> None:
    again = turn(decision.state)
    assert again is not decision
    assert again == decision
    assert hash(again) == hash(decision)
    assert len({again, decision}) == 1


@every_decision
def test_a_decision_is_equal_to_its_copies(decision: Decision) -> None:
    for copied in (copy.copy(decision), copy.deepcopy(decision), pickle.loads(pickle.dumps(decision))):
        assert copied == decision
        assert hash(copied) == hash(decision)
        assert (copied.options, copied.full_at) == (decision.options, decision.full_at)
        assert copied.text == decision.text
        assert str(copied.refusal(e.Checked(9))) == str(decision.refusal(e.Checked(9)))


def test_different_decisions_are_not_equal() -> None:
    found = list(DECISIONS.values())
    for at, decision in enumerate(found):
        assert all(decision != other for other in found[at + 1 :])
        assert decision != decision.text
    assert decision_of(given(STUD, "A 100, B 100, C 99")) != DECISIONS["open"], "another state"


def test_what_was_asked_of_a_decision_does_not_change_what_it_is_equal_to() -> None:
    fresh, used = decision_of(to_street(given(STUD, THREE), 4)), decision_of(to_street(given(STUD, THREE), 4))
    used.bet()
    used.check()
    assert fresh == used
    assert hash(fresh) == hash(used)
    assert pickle.dumps(fresh) == pickle.dumps(used)


def test_steps_are_equal_where_all_they_hold_is() -> None:
    again = list(steps())
    assert again == STEPS
    assert len(STEPS) > 30
    for step in STEPS:
        for copied in (copy.deepcopy(step), pickle.loads(pickle.dumps(step))):
            assert copied == step
            assert hash(copied) == hash(step)
    dealt = [step for step in STEPS if step.kind is e.CardsDealt]
    assert len(set(dealt)) > 3


def test_the_end_of_a_hand_is_equal_to_itself_alone() -> None:
    assert pickle.loads(pickle.dumps(OVER)) is copy.deepcopy(OVER) is OVER
    assert OVER not in STEPS


@every_decision
def test_a_decision_can_what_its_options_are_and_nothing_else(decision: Decision) -> None:
    offered = {option.kind for option in decision.options}
    assert offered
    assert {kind for kind in CHOICES if decision.can(kind)} == offered
    assert {kind for kind in CHOICES if decision.option(kind) is not None} == offered
    assert not decision.can(e.PotsAwarded)


# What a refusal says


@pytest.mark.parametrize(
    ("hand", "event"),
    [
        (to_street(given(STUD, THREE), 4), e.Folded(True)),
        (to_street(given(STUD, THREE), 4), e.Checked(True)),
        (to_street(given(STUD, THREE), 4), e.Checked(1.0)),  # type: ignore[arg-type]
        (when(given(STUD, THREE), "A bring_in"), e.Called(2.0, 2)),  # type: ignore[arg-type]
        (when(given(STUD, THREE), "A bring_in"), e.Folded(2.0)),  # type: ignore[arg-type]
        (to_street(given(STUD, THREE), 4), e.Raised(True, 4, 4, True)),
        (given(STUD, THREE), e.Folded(True)),
        (given(STUD, THREE, asked="A"), e.Folded(True)),
        (to_store(given(DOTS, THREE)), e.Folded(True)),
    ],
)
def test_a_seat_of_a_wrong_type_is_refused_as_that(hand: Hand, event: Any) -> None:
    decision = decision_of(hand)
    assert event not in decision
    error = refused_event(hand, event)
    assert (error.rule, error.seat) == (decision.rule, None)
    assert error.tried.endswith(f" for seat {event.seat}")
    assert error.reason == f"expected a seat number, got {event.seat}"
    assert_reads_well(error)


@every_decision
def test_no_event_is_played_that_merely_equals_a_legal_one(decision: Decision) -> None:
    """1, True and 1.0 are equal, and only one of them may be written to a log."""
    for option in decision.options:
        legal = decision.event(option)
        values = {name: getattr(legal, name) for name in legal.__match_args__}
        for name, value in values.items():
            for other in (bool(value), float(value)) if type(value) is int else ():
                found = decision.matching(type(legal)(**{**values, name: other}))
                assert found is None or type(getattr(found, name)) is int


def test_an_amount_of_a_wrong_type_is_not_taken_for_a_call() -> None:
    rules = Rules.for_game("stud_high", SPREAD.betting, ante=1, bring_in=1)
    hand = when(given(rules, THREE), "A bring_in")
    assert e.Called(2, 1) in decision_of(hand)
    for amount in (True, 1.0, "1", None):
        event = e.Called(2, amount)  # type: ignore[arg-type]
        assert event not in decision_of(hand)
        assert refused_event(hand, event).rule == "ROOM-8"


def test_the_options_of_a_store_name_its_cards() -> None:
    hand = to_store(given(DOTS, THREE))
    assert decision_of(hand).text == (
        "buy 2s for 1 (slot 1), buy 3d for 2 (slot 2), buy 4d for 3 (slot 3) or pass"
    )
    assert [str(option) for option in decision_of(hand).options] == [
        "buy 1 for 1", "buy 2 for 2", "buy 3 for 3", "pass",
    ]  # fmt: skip
    option = decision_of(hand).option(e.StoreCardBought)
    assert option is not None
    assert option.card is decision_of(hand).buy(1).card


def test_a_decision_holds_no_more_than_its_state_says() -> None:
    """Nothing of the deck is in a decision, so it may be stored and sent as the public log may."""
    state = decision_of(given(STUD, THREE)).state
    assert isinstance(state, HandState)
    assert turn(state) == pickle.loads(pickle.dumps(turn(state)))

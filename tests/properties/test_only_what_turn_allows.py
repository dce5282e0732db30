"""Every event that `turn` does not allow is refused with a rule and a sentence, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import assert_reads_well
from variants import catalogue, variants
from walking import states

from grocerydots import events as e
from grocerydots.errors import IllegalEvent
from grocerydots.hand import Hand
from grocerydots.phases import check, turn
from grocerydots.rules.rulebook import rulebook
from grocerydots.state import HandState
from grocerydots.testing import hands
from grocerydots.turns import Decision, Turn, time_out_of

#: Of these the public state cannot tell a wrong one while the hand is on: what they say is only proved by
#: the seed. In a hand without seals the same goes for every card that is turned up.
_TAKEN_ON_TRUST = (e.DeckSealed,)


def allowed(now: Turn, event: e.Event) -> bool:
    """Whether a turn allows an event, found out by going through everything that it offers."""
    if not isinstance(now, Decision):
        return False
    if event == time_out_of(now):
        return True
    if len(now) > 300:
        return event in now
    return any(event == legal for legal in now)


def refused(state: HandState, event: e.Event) -> None:
    """Assert that an event is refused as it should be."""
    with pytest.raises(IllegalEvent) as caught:
        check(state, event)
    assert caught.value.rule in rulebook()
    assert_reads_well(caught.value)


def some_entries(hand: Hand, data: st.DataObject, count: int = 4) -> Iterator[tuple[HandState, e.Event]]:
    """Some entries of a hand: the state before, and the event."""
    every = list(zip(states(hand), hand.events[1:], strict=False))
    for _ in range(count):
        yield every[data.draw(st.integers(0, len(every) - 1))]


@given(hands(sealed=True), st.data())
def test_an_event_with_one_field_changed_is_refused(hand: Hand, data: st.DataObject) -> None:
    for state, event in some_entries(hand, data):
        if isinstance(event, _TAKEN_ON_TRUST):
            continue
        now = turn(state)
        for other in variants(event):
            if other != event and not allowed(now, other) and not _is_malformed(other):
                refused(state, other)


def _is_malformed(event: e.Event) -> bool:
    """Whether an event holds what no log can: see the unit tests of `check`."""
    order = event.order if isinstance(event, e.StubReplenished) else None
    return order is not None and sorted(order) != list(range(52))


@given(hands(), st.data())
def test_without_seals_all_but_the_cards_themselves_is_checked(hand: Hand, data: st.DataObject) -> None:
    for state, event in some_entries(hand, data):
        now = turn(state)
        for other in variants(event):
            if other != event and not allowed(now, other) and not _says_other_cards(event, other):
                refused(state, other)


def _says_other_cards(event: e.Event, other: e.Event) -> bool:
    """Whether two events differ just in which cards were turned up, or in how the deck was shuffled."""
    if isinstance(event, e.StubReplenished) and isinstance(other, e.StubReplenished):
        return sorted(event.positions) == sorted(other.positions)
    return _without_cards(event) == _without_cards(other)


def _without_cards(event: e.Event) -> object:
    match event:
        case e.CardsDealt(street=street, cards=dealt):
            return street, tuple(d._replace(card=d.card and True) for d in dealt)  # type: ignore[arg-type]
        case e.StoreOpened(cards=cards):
            return tuple((opening.position, opening.salt) for opening in cards)
        case e.DownCardsOpened(seat=seat, cards=cards):
            return seat, tuple((opening.position, opening.salt) for opening in cards)
        case e.StoreRestocked(slot=slot, position=position, salt=salt):
            return slot, position, salt
        case e.CommunityCardDealt(position=position, salt=salt):
            return position, salt
    return event


@given(hands(finished=False), st.data())
def test_whatever_anybody_may_think_of_is_allowed_by_turn_or_refused(hand: Hand, data: st.DataObject) -> None:
    """At any entry, in a hand that goes on: played through the handle, which stays as it was."""
    shown = repr(hand.state)
    amounts = (0, 1, hand.state.rules.betting.lower, data.draw(st.integers(-5, 50)))
    for event in catalogue((*hand.state.setup.order, 0, 99), amounts):
        if not allowed(hand.turn, event):
            refused(hand.state, event)
            try:
                hand.play(event)
            except IllegalEvent:
                continue
            raise AssertionError(f"{event!r} was played")
    assert repr(hand.state) == shown
    assert hand.turn is hand.turn


@given(hands(finished=False))
def test_a_refusal_leaves_the_state_and_the_decision_alone(hand: Hand) -> None:
    shown, decision, entries = repr(hand.state), repr(hand.turn), hand.entries
    for event in hand.events[-3:]:
        for other in variants(event):
            if not allowed(hand.turn, other):
                refused(hand.state, other)
    assert (repr(hand.state), repr(hand.turn), hand.entries) == (shown, decision, entries)


@given(hands(sealed=True), st.data())
def test_an_event_at_another_entry_than_its_own_is_refused_unless_turn_allows_it(
    hand: Hand, data: st.DataObject
) -> None:
    every = list(states(hand))
    for _ in range(8):
        state = every[data.draw(st.integers(0, len(every) - 1))]
        event = hand.events[data.draw(st.integers(0, len(every) - 1))]
        now = turn(state)
        if allowed(now, event) or fold_goes_on_with(hand, state, event, every):
            check(state, event)
        else:
            refused(state, event)


def fold_goes_on_with(hand: Hand, state: HandState, event: e.Event, every: list[HandState]) -> bool:
    """Whether an event is the one that followed a state, or a copy of it."""
    entry = next(at for at, known in enumerate(every) if known is state)
    return entry + 1 < hand.entries and hand.events[entry + 1] == event

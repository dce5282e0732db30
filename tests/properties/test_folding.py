"""The state is nothing but the fold of the events, and a line of the log nothing but an event."""

from __future__ import annotations

import pickle
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from walking import states

from grocerydots.evolve import evolve, fold
from grocerydots.hand import Hand
from grocerydots.log import Log, decode_line, encode_event
from grocerydots.phases import check
from grocerydots.testing import hands


@given(hands(finished=False))
def test_the_fold_of_the_events_is_the_state(hand: Hand) -> None:
    assert fold(hand.events) == hand.state
    assert repr(fold(hand.events)) == repr(hand.state)


@given(hands())
def test_the_fold_of_a_prefix_is_the_state_at_that_point(hand: Hand) -> None:
    for entry, state in enumerate(states(hand)):
        assert fold(hand.events[: entry + 1]) == state
        assert hand.at(entry).state == state


@given(hands(finished=False))
def test_states_of_different_entries_differ(hand: Hand) -> None:
    every = list(states(hand))
    for state, later in pairwise(every):
        assert state != later


@given(hands())
def test_two_continuations_of_one_state_leave_it_as_it_was(hand: Hand) -> None:
    every = list(states(hand))
    shown = [repr(state) for state in every]
    for state, event in zip(every, hand.events[1:], strict=False):
        evolve(state, event)
        check(state, event)
    assert [repr(state) for state in every] == shown


@given(hands(finished=False))
def test_encoding_and_decoding_an_event_gives_the_event_and_the_bytes(hand: Hand) -> None:
    for event in hand.events:
        line = encode_event(event)
        decoded, at = decode_line(line)
        assert decoded == event
        assert repr(decoded) == repr(event)
        assert at is None
        assert encode_event(decoded) == line


@given(hands(timed=True, finished=False))
def test_times_come_back_too(hand: Hand) -> None:
    assert hand.times is not None
    assert list(hand.times) == sorted(hand.times)
    assert len(hand.times) == hand.entries
    for event, at in zip(hand.events, hand.times, strict=True):
        line = encode_event(event, at)
        assert decode_line(line) == (event, at)


@given(hands(finished=False), st.booleans())
def test_a_hand_whose_log_was_stored_is_the_same_hand(hand: Hand, sealed: bool) -> None:
    log = Log(hand.log.lines)
    assert log == hand.log
    assert log.events == hand.events
    assert fold(log.events) == hand.state
    if sealed:
        assert log.head == hand.log.head


@given(hands(sealed=True, finished=False))
def test_sealed_hands_come_back_too(hand: Hand) -> None:
    assert Log(hand.log.lines).events == hand.events


@given(hands(finished=False))
def test_events_can_be_pickled(hand: Hand) -> None:
    """So that hands can be sent to other processes."""
    assert pickle.loads(pickle.dumps(hand.events)) == hand.events

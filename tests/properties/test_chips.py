"""Random legal play of any game under any options ends, and no chip is made or lost on the way."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import event as note
from hypothesis import given
from hypothesis import strategies as st
from walking import states, walk

from grocerydots import events as e
from grocerydots.hand import Hand
from grocerydots.pots import after_rake, claimants, pots_of
from grocerydots.state import HandState, Stage
from grocerydots.testing import hands


def brought(hand: Hand) -> int:
    """All chips that the players brought to the hand."""
    return sum(seating.stack for seating in hand.state.setup.opening.seats)


def in_the_middle(state: HandState) -> int:
    """The chips in no stack: the pots until they are awarded, then what the house took."""
    if state.stage < Stage.SETTLED:
        return state.pot
    return state.settling.rake or 0


@given(hands())
def test_a_hand_ends(hand: Hand) -> None:
    assert hand.is_over
    assert hand.decision is None
    assert isinstance(hand.events[-1], e.HandClosed)
    note(f"{hand.state.rules.game}, {hand.state.rules.betting.structure}")


@given(hands())
def test_chips_add_up_at_every_entry(hand: Hand) -> None:
    for state in states(hand):
        assert sum(state.stacks.values()) + in_the_middle(state) == brought(hand)


@given(hands())
def test_nobody_ever_has_less_than_nothing(hand: Hand) -> None:
    for state in states(hand):
        for seat in state.seats:
            assert min(seat.stack, seat.paid, seat.wagered) >= 0
            assert seat.wagered <= seat.paid


@given(hands())
def test_nobody_puts_in_more_than_they_brought_nor_loses_more(hand: Hand) -> None:
    opening = hand.state.setup.opening
    for seating in opening.seats:
        assert hand.state.seat(seating.seat).paid <= seating.stack
        assert hand.state.stacks[seating.seat] >= 0


@given(hands())
def test_the_pots_are_what_is_in_the_middle_and_each_has_a_contender(hand: Hand) -> None:
    for state in states(hand):
        if not state.live:
            continue
        pots, settling = pots_of(state), state.settling
        gone = sum(award.amount for award in settling.awards) + (settling.rake or 0)
        assert sum(pot.amount for pot in pots) == (gone if state.stage >= Stage.SETTLED else state.pot)
        for pot, later in pairwise(pots):
            assert set(later.seats) <= set(pot.seats), "a side pot's contenders contest the one before"
        for pot in pots:
            assert pot.amount > 0
            assert pot.seats
            assert all(state.live >> place & 1 for place in map(state.place, pot.seats))


@given(hands())
def test_what_is_awarded_is_the_pots_less_the_rake_and_goes_to_contenders(hand: Hand) -> None:
    for before, event, _ in walk(hand):
        if not isinstance(event, e.PotsAwarded):
            continue
        pots = after_rake(pots_of(before), before.settling.rake or 0)
        for number, pot in enumerate(pots):
            won = [award for award in event.awards if award.pot == number]
            assert sum(award.amount for award in won) == pot.amount
            able = {before.setup.order[place] for place in claimants(before, pot)}
            assert {award.seat for award in won} <= able
        assert all(award.amount > 0 for award in event.awards)


@given(hands())
def test_uncalled_chips_are_never_more_than_the_player_put_in(hand: Hand) -> None:
    for before, event, after in walk(hand):
        if isinstance(event, e.ChipsReturned):
            assert 0 < event.amount <= before.seat(event.seat).paid
            paid = [seat.paid for seat in after.seats]
            assert sorted(paid)[-1] == sorted(paid)[-2]


@given(hands())
def test_the_last_event_says_what_everybody_has(hand: Hand) -> None:
    closed = hand.events[-1]
    assert isinstance(closed, e.HandClosed)
    assert dict(closed.stacks) == hand.state.stacks
    assert [payment.seat for payment in closed.stacks] == list(hand.state.setup.order)


@given(hands(finished=False), st.data())
def test_a_hand_may_be_played_on_from_anywhere(hand: Hand, data: st.DataObject) -> None:
    """Whatever happened before, any legal choice leads on, and the one not taken stays open."""
    decision = hand.decision
    if decision is None:
        return
    option = data.draw(st.sampled_from(decision.options))
    number = data.draw(st.integers(option.lowest, option.highest))
    later = hand.play(decision.event(option, number))
    assert later.entries > hand.entries
    assert later.events[: hand.entries] == hand.events
    assert hand.decision is decision

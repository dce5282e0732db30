"""At any moment one thing is true: somebody has a decision, a dealer's step is due, or the hand is over."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from walking import states, walk

from grocerydots import events as e
from grocerydots.hand import Hand
from grocerydots.phases import check, turn
from grocerydots.state import HandState, Stage
from grocerydots.testing import hands
from grocerydots.turns import OVER, DealerStep, Decision, time_out_of

MOST = 50  #: Amounts of a range that are tried one by one.


@given(hands())
def test_turn_is_never_empty_and_never_double(hand: Hand) -> None:
    for state in states(hand):
        now = turn(state)
        assert isinstance(now, Decision | DealerStep) is not (now is OVER)
        assert (now is OVER) is state.is_over
        if isinstance(now, Decision):
            assert now.options
            assert len(now) > 0
            assert (now.seat is None) is (now.kind in ("dots_tie", "rake", "entropy"))


@given(hands())
def test_every_legal_event_of_a_decision_is_accepted_and_counted_once(hand: Hand) -> None:
    for state in states(hand):
        now = turn(state)
        if not isinstance(now, Decision) or len(now) > MOST:
            continue
        legal = list(now)
        assert len(legal) == len(now)
        assert len(set(map(repr, legal))) == len(legal)
        for event in legal:
            assert event in now
            check(state, event)


@given(hands())
def test_the_ends_of_every_range_are_legal_and_what_lies_beyond_is_not(hand: Hand) -> None:
    for state in states(hand):
        now = turn(state)
        if not isinstance(now, Decision):
            continue
        for option in now.options:
            for number in (option.lowest, option.highest):
                check(state, now.event(option, number))
            same = [other for other in now.options if other.kind is option.kind]
            for number in (option.lowest - 1, option.highest + 1):
                if option.highest and not any(o.lowest <= number <= o.highest for o in same):
                    assert _unchecked(now, option.kind, number) not in now


def _unchecked(decision: Decision, kind: Any, number: int) -> object:
    """An event of the kind with that number, built as the decision would if it were legal."""
    wagered = decision.state.seats[decision.place].wagered
    if kind in (e.Completed, e.Bet, e.Raised):
        wager: object = kind(decision.seat, number - wagered, number, number >= decision.full_at)
        return wager
    if kind is e.StoreCardBought:
        return e.StoreCardBought(decision.seat or 0, number, None, number)  # type: ignore[arg-type]
    if kind is e.BroughtIn:
        return e.BroughtIn(decision.seat or 0, number, decision.state.rules.bring_in_is_wager)
    return e.RakeTaken(number) if kind is e.RakeTaken else kind(decision.seat, number)


@given(hands())
def test_the_clock_may_run_out_on_every_decision_of_a_player_and_on_no_other(hand: Hand) -> None:
    for state in states(hand):
        now = turn(state)
        if isinstance(now, Decision):
            clock = time_out_of(now)
            assert (clock is None) is (now.seat is None)
            if clock is not None:
                assert clock not in now
                check(state, clock)


@given(hands())
def test_what_happened_was_what_was_due_or_legal(hand: Hand) -> None:
    for before, event, _ in walk(hand):
        now = turn(before)
        if isinstance(now, Decision):
            assert event in now or event == time_out_of(now)
        else:
            assert isinstance(now, DealerStep)
            assert type(event) is now.kind
        check(before, event)


@given(hands())
def test_every_turn_cites_a_rule_and_reads_well(hand: Hand) -> None:
    for state in states(hand):
        now = turn(state)
        assert len(repr(now)) < 400
        if isinstance(now, Decision):
            assert now.text
            assert "\n" not in now.text
        if isinstance(now, Decision | DealerStep):
            assert now.rule.partition("-")[0] in ("GSD", "LIM", "ROOM", "HOUSE", "STRUCT")


@given(hands())
def test_who_is_live_and_who_can_act_are_what_their_names_say(hand: Hand) -> None:
    """The masks of the state against a count of the events, which knows nothing of places or bits."""
    anted: set[int] = set()
    folded: set[int] = set()
    asleep: set[int] = set()
    for _, event, state in walk(hand):
        match event:
            case e.AntesPosted(antes=antes):
                anted |= {payment.seat for payment in antes}
            case e.AntePosted(seat=seat):
                anted.add(seat)
            case e.Folded(seat=seat) | e.TimedOut(seat=seat, result="fold"):
                folded.add(seat)
            case e.TimedOut(seat=seat, result="all_in"):
                asleep.add(seat)
            case e.HandCancelled():
                anted.clear()
        live = anted - folded
        assert _seats(state, state.live) == live
        if state.stage < Stage.SETTLED:
            able = {seat for seat in live - asleep if state.stacks[seat] > 0}
            assert _seats(state, state.acting) == able


def _seats(state: HandState, places: int) -> set[int]:
    return {seat for place, seat in enumerate(state.setup.order) if places >> place & 1}


@given(hands())
def test_every_street_gives_every_live_player_the_cards_of_it(hand: Hand) -> None:
    """Two down and one up, three more up, one more down or a shared one: none twice, none from elsewhere."""
    for before, event, _ in walk(hand):
        if isinstance(event, e.BettingClosed):
            for place, seat in enumerate(before.seats):
                if before.live >> place & 1:
                    seventh = event.street == 7 and before.stub.community is None
                    assert len(seat.down) == 2 + seventh
                    assert len(seat.up) == min(event.street, 6) - 2
    positions = [
        card.position for event in hand.events if isinstance(event, e.CardsDealt) for card in event.cards
    ]
    assert len(positions) == len(set(positions))
    assert hand.state.rules.has_store is False or hand.state.stub.community is None

"""Whatever is played within the rules audits clean, for everybody who has something to bring along."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.proofs.receipts import Receipt
from grocerydots.testing import hands


@given(hands(sealed=True), st.data())
def test_a_sealed_hand_is_clean_with_every_seats_openings_and_any_receipt(
    hand: Hand, data: st.DataObject
) -> None:
    log = hand.log
    entries = data.draw(st.integers(1, log.entries))
    report = audit(
        log.to_bytes(),
        openings=[hand.openings(seat) for seat in hand.state.setup.order],
        receipts=[Receipt(log.hand_id, entries, log.head_at(entries)), hand.receipt()],
    )
    assert report.is_clean, report.to_text()
    assert dict(report.stacks) == hand.state.stacks
    with_cards = [seat for seat in hand.state.setup.order if hand.openings(seat).openings]
    assert report.checked.openings == tuple(sorted(with_cards))
    assert report.stands_up_to == log.entries - 1


@given(hands(finished=False))
def test_an_unfinished_hand_is_clean_so_far(hand: Hand) -> None:
    report = audit(hand.log)
    assert report.is_clean, report.to_text()
    assert report.is_finished is hand.is_over
    assert any("not finished" in note.log_says for note in report.notes) is not hand.is_over


@given(hands(timed=True, time_outs=False))
def test_times_that_a_player_may_take_are_clean(hand: Hand) -> None:
    assert audit(hand.log).is_clean


@given(hands(sealed=True), st.data())
def test_chips_moved_between_closing_stacks_are_owed_back(hand: Hand, data: st.DataObject) -> None:
    *before, closed = hand.events
    assert isinstance(closed, e.HandClosed)
    holders = [payment for payment in closed.stacks if payment.amount]
    assume(holders)  # a rake may take everything from players who are all all-in
    winner = data.draw(st.sampled_from(holders))
    loser = data.draw(st.sampled_from([p for p in closed.stacks if p.seat != winner.seat]))
    moved = data.draw(st.integers(1, winner.amount))
    change = {winner.seat: -moved, loser.seat: moved}
    stacks = tuple(e.Payment(seat, amount + change.get(seat, 0)) for seat, amount in closed.stacks)
    report = audit(Log.of([*before, e.HandClosed(stacks)]))
    assert dict(report.owed) == {winner.seat: moved, loser.seat: -moved}
    assert dict(report.stacks) == hand.state.stacks
    assert report.stands_up_to == len(before) - 1

"""Whatever is played within the rules audits clean, for everybody who has something to bring along."""

from __future__ import annotations

import attrs
from cheat_tables import KEYS, OPERATOR
from hypothesis import assume, given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.audit.report import Supplied
from grocerydots.deck import Seed
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.proofs.signing import SigningKey
from grocerydots.testing import hands, test_seed

STRANGER = SigningKey.generate()


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


UNSIGNED = st.builds(
    Receipt, st.just("drawn"), st.integers(1, 80), st.binary(min_size=32, max_size=32).map(bytes.hex)
)
MADE_UP = UNSIGNED | UNSIGNED.map(STRANGER.sign)


def without_evidence(report: Report) -> Report:
    """The report but for what was supplied and found to prove nothing."""
    findings = tuple(finding for finding in report.findings if finding.gravity != "evidence")
    checked = attrs.evolve(report.checked, receipts=0)
    return attrs.evolve(report, findings=findings, supplied=Supplied(), checked=checked)


@given(hands(), st.data())
def test_a_piece_that_proves_nothing_changes_nothing_but_its_own_line(
    hand: Hand, data: st.DataObject
) -> None:
    log = data.draw(st.sampled_from([hand.log, Log(hand.log.lines[:-2] or hand.log.lines)]))
    proved = [OPERATOR.sign(hand.receipt())] if data.draw(st.booleans()) else []
    alone = audit(log, receipts=proved, keys=KEYS)
    inert = data.draw(st.lists(MADE_UP, min_size=1, max_size=3))
    others = [Openings("drawn", 1, ()), Openings("other", 1, ()), Openings("drawn", 99, ())]
    openings = data.draw(st.lists(st.sampled_from(others), max_size=2))
    seed = data.draw(st.sampled_from([None, Seed(bytes(32)), test_seed("another")]))
    pieces = data.draw(st.permutations([*proved, *inert, *inert]))
    report = audit(log, receipts=pieces, openings=openings, seed=seed, keys=KEYS)
    assert without_evidence(report) == without_evidence(alone)
    assert report.stands_up_to == alone.stands_up_to
    assert audit(log, receipts=pieces[::-1], openings=openings[::-1], seed=seed, keys=KEYS) == report


@given(hands(sealed=True), st.data())
def test_a_proved_piece_never_makes_a_log_stand_further(hand: Hand, data: st.DataObject) -> None:
    heads = [hand.log.head_at(entries) for entries in range(1, hand.log.entries + 1)]
    signed = [OPERATOR.sign(Receipt("drawn", entries, head)) for entries, head in enumerate(heads, 1)]
    lies = [OPERATOR.sign(Receipt("drawn", entries, "0" * 64)) for entries in range(1, len(heads) + 3)]
    pieces = data.draw(st.lists(st.sampled_from([*signed, *lies]), max_size=6))
    before = audit(hand.log, keys=KEYS).stands_up_to
    for number in range(len(pieces) + 1):
        after = audit(hand.log, receipts=pieces[:number], keys=KEYS).stands_up_to
        assert after is None or (before is not None and after <= before)
        before = after


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

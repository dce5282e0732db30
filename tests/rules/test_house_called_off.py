"""A hand whose dealer does not confirm how a tie for most dots is settled (HOUSE-36)."""

from __future__ import annotations

import pytest

from grocerydots import Hand, IllegalEvent, Seed, presets
from grocerydots import events as e
from grocerydots.audit import audit

RULES = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
SEATS = {1: ("ann", 100), 2: ("bob", 100)}

pytestmark = pytest.mark.rule("HOUSE-36", "GSD-16")


def waiting() -> Hand:
    """A hand that waits for its dealer's word on a tie."""
    return Hand.open(RULES, SEATS, dealer=2, seed=Seed.random())


def test_the_dealer_may_call_the_hand_off_and_everybody_keeps_their_chips() -> None:
    hand = waiting()
    assert hand.decision is not None
    off = hand.play(hand.decision.cancel())
    assert [type(event) for event in off.events] == [e.HandOpened, e.HandCancelled, e.HandClosed]
    assert off.is_over
    assert off.state.stacks == {1: 100, 2: 100}
    assert audit(off.log).is_clean


def test_nothing_was_paid_so_nothing_goes_back() -> None:
    with pytest.raises(IllegalEvent, match="nothing has been posted, so nothing goes back") as refused:
        waiting().play(e.HandCancelled((e.Payment(1, 1),)))
    assert refused.value.rule == "GSD-16"


@pytest.mark.parametrize("event", [e.Folded(1), e.Checked(2), e.TimedOut(1, "fold"), e.AntePosted(1, 1)])
def test_nothing_else_goes_on(event: e.Event) -> None:
    with pytest.raises(IllegalEvent):
        waiting().play(event)

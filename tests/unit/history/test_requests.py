"""The history at a player's request: what was mucked at showdown is in it, what was folded never."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from grocerydots import Deck, Hand, IllegalEvent, NotationError, SetupError, events, presets, read_log
from grocerydots.history import requested, requested_mail, tell

RULES = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=2)
#: ann folds Ah Ad on third street; bob bets the river, cat mucks 8h 8d 8c.
DECK = Deck.stacked("Ah Kh 8h Ad Kd 8d 9c 2c 9s ?? Kc 7s ?? Ks 6s ?? Qs 5s ?? Qd 8c")
HIDDEN = ("8h", "8d", "8c")
FOLDED = ("Ah", "Ad")


def with_a_mucked_hand(names: tuple[str, str, str] = ("ann", "bob", "cat")) -> Hand:
    seats = {seat: (name, 100) for seat, name in enumerate(names, start=1)}
    hand = Hand.open(RULES, seats, dealer=3, deck=DECK, hand_id="hand")
    while hand.decision is not None:
        decision = hand.decision
        if decision.kind == "show":
            hand = hand.play(decision.muck())
        elif decision.kind == "open":
            hand = hand.play(decision.bring_in())
        elif decision.seat == 1:
            hand = hand.play(decision.fold())
        elif hand.state.street == 7 and decision.can(events.Bet):
            hand = hand.play(decision.bet())
        else:
            hand = hand.play(decision.call() if decision.can(events.Called) else decision.check())
    return hand


@pytest.mark.rule("ROOM-16")
def test_who_was_in_the_hand_sees_the_mucked_hand_and_never_a_folded_one() -> None:
    hand = with_a_mucked_hand()
    assert hand.state.settling.mucked
    public, asked = tell(hand), requested(hand, by=1)
    for card in HIDDEN:
        assert card not in public
        assert card in asked
    for card in FOLDED:
        assert card not in asked


@pytest.mark.rule("ROOM-16")
def test_the_mail_has_the_told_hand_and_its_log() -> None:
    hand = with_a_mucked_hand(("ann", "bob\r\nBcc: eve@example.com", "cat\u202e%s<b>"))
    mail = requested_mail(hand, by=2, to="bob@example.com", sender="room@example.com")
    again = message_from_bytes(bytes(mail), policy=policy.default)
    assert again["Subject"] == "Hand hand"
    assert again["Bcc"] is None
    body = again.get_body()
    assert body is not None
    assert "8h" in body.get_content()
    (attached,) = again.iter_attachments()
    assert attached.get_filename() == "hand.jsonl"
    assert read_log(attached.get_content()) == hand.log


@pytest.mark.parametrize("to", ["a@b\nBcc: c@d", 5, "x\0y\r\n"])
def test_an_address_that_would_break_the_message_is_refused(to: str) -> None:
    with pytest.raises(NotationError, match="no address"):
        requested_mail(with_a_mucked_hand(), by=1, to=to, sender="room@example.com")


@pytest.mark.rule("ROOM-16")
def test_nobody_asks_before_the_hand_is_over_or_from_outside_it() -> None:
    hand = with_a_mucked_hand()
    with pytest.raises(SetupError, match="nobody sits in seat 9"):
        requested(hand, by=9)
    early = Hand.open(RULES, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, deck=DECK)
    with pytest.raises(IllegalEvent, match="cannot ask for the history: the hand is not over"):
        requested(early, by=1)
    seats = [events.Seating(1, "a", 9), events.Seating(2, "b", 9), events.Seating(3, "c", 9, False)]
    out = Hand.open(RULES, seats, dealer=3, deck=DECK, hand_id="hand")
    assert out.decision is not None
    out = out.play(out.decision.sit_out())
    while out.decision is not None:
        decision = out.decision
        out = out.play(decision.bring_in() if decision.kind == "open" else decision.fold())
    with pytest.raises(IllegalEvent, match="they were not in this hand"):
        requested(out, by=3)

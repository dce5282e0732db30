"""HOUSE-37: what need not be shown may be shown once the hand is over, and the seals prove it."""

from __future__ import annotations

import attrs
import pytest

from grocerydots import Card, Hand, IllegalEvent, NotationError, presets
from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.deck import Deck
from grocerydots.history import tell_shown
from grocerydots.proofs import Openings
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_of

pytestmark = pytest.mark.rule("HOUSE-37")

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEATS = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}


def opened() -> Hand:
    return Hand.open(STUD, SEATS, 3, seed=seed_of("after"), hand_id="after")


def folded() -> Hand:
    """Ann's completion is not called."""
    hand = opened()
    for choice in ("bring_in", "complete", "fold", "fold"):
        assert hand.decision is not None
        hand = hand.play(getattr(hand.decision, choice)())
    assert hand.is_over
    return hand


def dealt(hand: Hand) -> set[int]:
    cards = [event.cards for event in hand.events if isinstance(event, e.CardsDealt)]
    return {card.position for each in cards for card in each} | {p for p, _ in e.turned_up(hand.events)}


def test_a_winner_by_folds_shows_one_card_and_its_seal_proves_it() -> None:
    hand = folded()
    card = hand.openings(1).openings[0].card
    one = hand.openings(1).only(card.text)
    assert list(one.cards.values()) == [card]
    assert one.verify(hand.log).is_proved
    assert Openings.from_bytes(one.to_bytes()) == one
    assert f"ann shows {card}, proved by the seals" in tell_shown(hand.log, [one])


def test_who_folded_may_show_all_down_cards() -> None:
    hand = folded()
    cards = " ".join(card.text for card in hand.openings(2).cards.values())
    assert f"bob shows {cards}, proved by the seals" in tell_shown(hand.log, [hand.openings(2)])


def test_nobody_shows_a_card_that_is_not_theirs() -> None:
    hand = folded()
    theirs = next(iter(hand.openings(2).cards.values()))
    with pytest.raises(NotationError, match=f"{theirs} is not among these openings"):
        hand.openings(1).only([theirs])
    stolen = attrs.evolve(hand.openings(2), seat=1)
    with pytest.raises(NotationError, match="is no down card of seat 1"):
        tell_shown(hand.log, [stolen])


@pytest.mark.parametrize("rules", [STUD, DOTS])
@pytest.mark.parametrize("over", ["folded", "showdown"])
def test_the_house_shows_what_was_burned_and_what_would_have_come(rules: object, over: str) -> None:
    tie = "share" if rules is DOTS else None
    hand = Hand.open(rules, SEATS, 3, seed=seed_of("house"), hand_id="house", dots_tie=tie)  # type: ignore[arg-type]
    if over == "folded":
        assert hand.decision is not None
        hand = hand.play(hand.decision.bring_in())
        while hand.decision is not None:
            hand = hand.play(hand.decision.fold())
    hand = play_out(hand)
    openings = hand.house_openings()
    assert openings.seat == 0
    assert set(openings.cards) == set(range(52)) - dealt(hand)
    check = openings.verify(hand.log)
    assert check.is_proved
    assert str(check).startswith(f"{len(openings.cards)} cards of the house: proved by the seals")
    burned = [event.position for event in hand.events if isinstance(event, e.CardBurned)]
    text = tell_shown(hand.log, [openings])
    left = " ".join(card.text for position, card in openings.cards.items() if position not in burned)
    assert f"The house shows what was left in the deck: {left}, proved by the seals" in text
    assert ("what was burned" in text) is bool(burned)


def test_together_with_every_seats_openings_they_are_the_whole_deck() -> None:
    hand = play_out(opened())
    all_openings = [*[hand.openings(seat) for seat in SEATS], hand.house_openings()]
    report = audit(hand.log, openings=all_openings)
    assert report.is_clean
    assert report.checked.cards == 52
    assert report.checked.openings == (0, 1, 2, 3)
    assert "openings of the house and seats 1 (ann), 2 (bob) and 3 (cat)" in report.to_text()


def test_the_house_opens_nothing_while_the_hand_is_on() -> None:
    hand = opened()
    with pytest.raises(IllegalEvent, match="HOUSE-37"):
        hand.house_openings()
    early = attrs.evolve(play_out(hand).house_openings())
    assert "once the hand is over" in str(early.verify(hand.log))
    assert not early.verify(hand.log)
    report = audit(hand.log, openings=[early])
    assert [finding.gravity for finding in report.findings if not finding.is_note] == ["evidence"]
    for openings in (early, hand.openings(1)):
        with pytest.raises(NotationError, match="HOUSE-37: the hand is not over"):
            tell_shown(hand.log, [openings])


def test_the_house_shows_no_players_card_and_no_card_that_was_not_sealed() -> None:
    hand = play_out(opened())
    taken = hand.openings(1).openings[0]
    theirs = Openings("after", 0, (taken,))
    said = str(theirs.verify(hand.log))
    assert "is neither burned nor left in the deck: it was dealt down to seat 1" in said
    first, *others = hand.house_openings().openings
    lie = Openings("after", 0, (first._replace(card=others[0].card),))
    assert "does not give the seal" in str(lie.verify(hand.log))
    with pytest.raises(NotationError):
        tell_shown(hand.log, [lie])


def test_without_seals_nothing_proves_what_is_shown() -> None:
    deck = Deck.from_seed(seed_of("plain"), "plain")
    hand = play_out(Hand.open(STUD, SEATS, 3, deck=Deck(deck.cards), hand_id="plain"))
    text = tell_shown(hand.log, [hand.openings(1), hand.house_openings()])
    assert text.count("which nothing proves") == 3
    assert Card("As").text not in tell_shown(hand.log, [])

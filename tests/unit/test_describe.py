"""Every event in words, and how two sides of a mistake read in one sentence."""

from __future__ import annotations

import pytest

from grocerydots import events as e
from grocerydots.cards import CARDS
from grocerydots.deck import Deck
from grocerydots.describe import Mistake, describe
from grocerydots.hand import Hand
from grocerydots.log.format import HAND
from grocerydots.rules import presets
from grocerydots.testing import play_out

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (e.DotsTieConfirmed("share"), "the dealer confirms share for a tie for most dots"),
        (e.EntropyCommitted(1, b""), "seat 1 commits to entropy"),
        (e.EntropyAdded(1, b""), "seat 1 adds entropy"),
        (e.DeckSealed((), b""), "the deck is sealed"),
        (e.AntesPosted(()), "antes are posted: nobody"),
        (e.AntePosted(1, 2), "seat 1 antes 2"),
        (e.SatOut(1), "seat 1 sits out"),
        (
            e.HandCancelled((e.Payment(1, 2), e.Payment(3, 4))),
            "the hand is cancelled, back go: seat 1 2 and seat 3 4",
        ),
        (e.CardsDealt(4, ()), "nobody is dealt a card of street 4"),
        (
            e.CardsDealt(7, (e.Dealt(1, 9, False),)),
            "street 7 is dealt: seat 1 a card face down from position 9",
        ),
        (e.CardBurned(3), "position 3 is burned"),
        (e.StubReplenished((3, 1)), "the stub is shuffled: positions 3 1"),
        (e.StubReplenished(()), "the stub is shuffled: no positions"),
        (e.CommunityCardDealt(3, CARDS[0]), "2c is turned up for everybody from position 3"),
        (e.BroughtIn(1, 2, False), "seat 1 brings in 2 (not counted as full)"),
        (e.Completed(1, 2, 4, True), "seat 1 completes to 4 (2 more, counted as full)"),
        (e.Raised(1, 2, 4, False), "seat 1 raises to 4 (2 more, not counted as full)"),
        (e.Called(1, 2), "seat 1 calls 2"),
        (e.Checked(1), "seat 1 checks"),
        (e.Folded(1), "seat 1 folds"),
        (e.TimedOut(1, "bring_in", 2), "seat 1 runs out of time and brings in 2"),
        (e.TimedOut(1, "show"), "seat 1 runs out of time and shows"),
        (e.ChipsReturned(1, 1), "seat 1 gets 1 chip back"),
        (e.BettingClosed(3), "the betting of street 3 closes"),
        (e.StoreOpened((e.Opening(1, CARDS[0]),)), "the store opens: 2c from position 1"),
        (e.StoreOpened(()), "the store opens: nothing"),
        (e.StorePassed(1), "seat 1 passes at the store"),
        (e.StoreRestocked(1, 2, CARDS[0]), "slot 1 is filled with 2c from position 2"),
        (e.StoreClosed(), "the store closes"),
        (e.HandMucked(1), "seat 1 mucks"),
        (e.RakeTaken(1), "the house takes a rake of 1"),
        (e.PotsAwarded(()), "no pot is paid out"),
        (e.PotsAwarded((e.Award(0, "high", 1, 2),)), "pot 0, high: 2 to seat 1"),
        (e.HandClosed((e.Payment(1, 2),)), "the hand closes with seat 1 2"),
    ],
)
def test_an_event_is_describe(event: e.Event, words: str) -> None:
    assert describe(event) == words


def test_every_event_of_played_hands_is_describe() -> None:
    hand = play_out(Hand.open(DOTS, {1: ("ann", 50), 2: ("bob", 50)}, 2, deck=Deck(CARDS), dots_tie="share"))
    assert all(describe(event) for event in hand.events)
    assert describe(hand.events[0]) == f"hand {hand.state.hand_id} opens with seats 1 and 2"
    assert len(HAND.tag_of) == 34


def test_a_mistake_reads_as_one_sentence_of_a_bounded_length() -> None:
    mistake = Mistake("ROOM-19", "the pot pays out 7 chips", "it holds 6 chips")
    assert mistake.words == "the pot pays out 7 chips, but by the rules it holds 6 chips"
    assert len(Mistake("ROOM-19", "x" * 9_999, "y" * 9_999).words) < 700

"""Every event in words, and the first card that went astray."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.audit.words import chips, listed, seats_of, told
from grocerydots.cards import CARDS
from grocerydots.deck import Deck
from grocerydots.hand import Hand
from grocerydots.log.tags import TAG_OF
from grocerydots.rules import presets
from grocerydots.testing import play_out

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}


def test_words_stand_in_a_row() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert [chips(1), chips(2)] == ["1 chip", "2 chips"]
    assert [seats_of([]), seats_of([4]), seats_of([1, 2])] == ["nobody", "seat 4", "seats 1 and 2"]


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
        (e.StubReplenished((3, 1)), "the stub is shuffled to the positions 3 1"),
        (e.StubReplenished(()), "the stub is shuffled to the positions of no card"),
        (e.CommunityCardDealt(3, CARDS[0]), "2c is turned up for everybody from position 3"),
        (e.BroughtIn(1, 2, False), "seat 1 brings in 2 (not counted as full)"),
        (e.Completed(1, 2, 4, True), "seat 1 completes to 4 (2 more, counted as full)"),
        (e.Raised(1, 2, 4, False), "seat 1 raises to 4 (2 more, not counted as full)"),
        (e.Called(1, 2), "seat 1 calls 2"),
        (e.Checked(1), "seat 1 checks"),
        (e.Folded(1), "seat 1 folds"),
        (e.TimedOut(1, "bring_in", 2), "seat 1 runs out of time and brings in 2"),
        (e.TimedOut(1, "show"), "seat 1 runs out of time and shows"),
        (e.ChipsReturned(1, 1), "1 chip go back to seat 1"),
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
def test_an_event_is_told(event: e.Event, words: str) -> None:
    assert told(event) == words


def test_every_event_of_played_hands_is_told() -> None:
    hand = play_out(Hand.open(DOTS, {1: ("ann", 50), 2: ("bob", 50)}, 2, deck=Deck(CARDS), dots_tie="share"))
    assert all(told(event) for event in hand.events)
    assert told(hand.events[0]) == f"hand {hand.state.hand_id} opens with seats 1 and 2"
    assert len(TAG_OF) == 34


# Cards that went astray


def _moved(opening: e.Opening) -> e.Opening:
    return opening._replace(position=50)


def store_moved(event: e.Event) -> e.Event:
    assert isinstance(event, e.StoreOpened)
    return e.StoreOpened((event.cards[0], event.cards[1], _moved(event.cards[2])))


def shown_moved(event: e.Event) -> e.Event:
    assert isinstance(event, e.DownCardsOpened)
    return e.DownCardsOpened(event.seat, (_moved(event.cards[0]), *event.cards[1:]))


def one_less(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, cards=event.cards[:-1])


def one_more(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, cards=(*event.cards, e.Dealt(2, 50, False)))


def another_street(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, street=5)


@pytest.mark.parametrize(
    ("kind", "change", "log_says", "rules_say"),
    [
        (e.StoreOpened, store_moved, "card 3: position 50", "card 3: position 8"),
        (e.DownCardsOpened, shown_moved, "card 1: seat 1 position 50 up", "card 1: seat 1 position 0 up"),
        (
            e.CardsDealt,
            one_less,
            "card 6 of the street: no more",
            "card 6 of the street: seat 2 position 5 up",
        ),
        (e.CardsDealt, one_more, "card 7 of the street: seat 2 position 50", "card 7 of the street: no more"),
        (e.CardsDealt, another_street, "street 5 is dealt", "street 3 is due, not 5"),
    ],
)
def test_the_first_card_that_went_astray_is_named(
    kind: type[e.Event], change: Callable[[e.Event], e.Event], log_says: str, rules_say: str
) -> None:
    deck = sealed("words", HANDS, dealer=2, store="2d 3d Qs")
    table = Table("words", DOTS, {1: 50, 2: 50}, deck, dealer=2).finish(kind)
    report = audit(table.force(change(table.next_event())).log)
    assert report.first is not None
    assert report.first.log_says.startswith(log_says)
    assert report.first.rules_say.startswith(rules_say)


def test_a_community_card_from_elsewhere_is_named() -> None:
    deck = Deck(tuple(CARDS[index * 5 % 52] for index in range(52)), order=tuple(range(52)))
    table = Table("words", STUD, dict.fromkeys(range(1, 9), 50), deck, dealer=8).finish(e.CommunityCardDealt)
    due = table.next_event()
    assert isinstance(due, e.CommunityCardDealt)
    report = audit(table.force(e.CommunityCardDealt(51, due.card)).log)
    assert report.first is not None
    assert (report.first.rule, report.first.log_says) == ("ROOM-12", "card 1: position 51")

"""`check`: what it asks of the dealer's events, card by card, and of events that no log could hold."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from playing import DOTS, STUD, before, given, refuted, to_end, to_street, when

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck
from grocerydots.evolve import evolve
from grocerydots.hand import Hand
from grocerydots.phases import check, turn
from grocerydots.rules import presets
from grocerydots.testing import play_out, test_seed

NO_BURN = presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False)


def sealed(players: int = 3, rules: Any = DOTS) -> Hand:
    """A finished hand from a test seed, in which nobody bought."""
    seats = {number: (f"p{number}", 100) for number in range(1, players + 1)}
    seed, tie = test_seed("tests of check"), "share" if rules.has_store else None
    return play_out(Hand.open(rules, seats, 0, seed=seed, hand_id="check", dots_tie=tie))  # type: ignore[arg-type]


def event_of(hand: Hand, kind: type[Any]) -> Any:
    """The hand's first event of a kind."""
    return next(event for event in hand.events if isinstance(event, kind))


def why_not(hand: Hand, event: e.Event) -> str:
    """Why an event may not stand where the first one of its kind does."""
    return str(refuted(before(hand, type(event)), event))


# Seals


def test_a_card_must_match_its_seal() -> None:
    hand = sealed()
    opened = event_of(hand, e.StoreOpened)
    first, *rest = opened.cards
    lie = first._replace(card=Card("As") if first.card is not Card("As") else Card("Ks"))
    assert f"does not match the seal of position {first.position}" in why_not(
        hand, e.StoreOpened((lie, *rest))
    )


def test_a_salt_must_be_the_positions_own() -> None:
    hand = sealed()
    first, second, third = event_of(hand, e.StoreOpened).cards
    swapped = (first._replace(salt=second.salt), second, third)
    assert "does not match the seal" in why_not(hand, e.StoreOpened(swapped))
    without = (first._replace(salt=None), second, third)
    assert "does not match the seal" in why_not(hand, e.StoreOpened(without))


def test_an_up_card_must_match_its_seal_as_well() -> None:
    hand = sealed()
    dealt = event_of(hand, e.CardsDealt)
    lie = dealt.cards[-1]._replace(card=Card("As") if dealt.cards[-1].card is not Card("As") else Card("Ks"))
    assert "does not match the seal" in why_not(hand, e.CardsDealt(3, (*dealt.cards[:-1], lie)))


def test_an_unsealed_card_has_no_salt() -> None:
    hand = to_end(given(DOTS, "A 100, B 100"))
    first, *rest = event_of(hand, e.StoreOpened).cards
    salted = e.StoreOpened((first._replace(salt=bytes(16)), *rest))
    assert "there is no salt at position" in why_not(hand, salted)


def test_a_shown_hand_must_match_its_seals() -> None:
    hand = sealed()
    opened = event_of(hand, e.DownCardsOpened)
    first, *rest = opened.cards
    lie = first._replace(salt=bytes(16))
    assert "does not match" in why_not(hand, e.DownCardsOpened(opened.seat, (lie, *rest)))
    other, fewer = (opened.seat + 1, opened.cards), (opened.seat, opened.cards[:-1])
    assert f"but by the rules card 1: seat {opened.seat} " in why_not(hand, e.DownCardsOpened(*other))
    assert "card 3: no more, but by the rules card 3: seat" in why_not(hand, e.DownCardsOpened(*fewer))


def test_a_card_up_must_be_turned_up() -> None:
    hand = to_end(given(STUD, "A 100, B 100"))
    dealt = event_of(hand, e.CardsDealt)
    blank = dealt.cards[-1]._replace(card=None)
    assert "has to be turned up" in why_not(hand, e.CardsDealt(3, (*dealt.cards[:-1], blank)))


def test_a_restock_is_of_the_empty_slot_with_the_next_card() -> None:
    hand = to_end(when(_store(), "A buy 2"))
    restock = event_of(hand, e.StoreRestocked)
    for changed in (attrs.evolve(restock, slot=1), attrs.evolve(restock, position=restock.position + 1)):
        assert "StoreRestocked" not in why_not(hand, changed)
    assert "slot 2 is to be filled, not 1" in why_not(hand, attrs.evolve(restock, slot=1))


def _store() -> Hand:
    hand = given(DOTS, "A 100, B 100, C 100")
    return when(hand, "A bring_in, B call, C call")


def test_a_community_card_is_the_one_due() -> None:
    seats = {number: (f"p{number}", 100) for number in range(1, 9)}
    deck = Deck.from_seed(test_seed(1), "eight").cards
    hand = play_out(Hand.open(NO_BURN, seats, 0, deck=Deck(deck)))
    shared = event_of(hand, e.CommunityCardDealt)
    why = why_not(hand, attrs.evolve(shared, position=49))
    assert "card 1: position 49, but by the rules card 1: position 48" in why


def test_seals_are_52_and_one_of_32_bytes_each() -> None:
    hand = sealed()
    seals = event_of(hand, e.DeckSealed)
    short = (seals.seals[0][:31], *seals.seals[1:])
    for few in (seals.seals[:-1], (), (*seals.seals, seals.seals[0])):
        assert "52 seals and one over the order" in why_not(hand, attrs.evolve(seals, seals=few))
    for wrong in (attrs.evolve(seals, seals=short), attrs.evolve(seals, order_seal=b"")):
        assert why_not(hand, wrong).startswith("GSD-1: the dealer cannot seal the deck: ")


def unsealed_with_a_reshuffle() -> Hand:
    seats = {number: (f"p{number}", 100) for number in range(1, 8)}
    deck = Deck.from_seed(test_seed(1), "seven")
    stud = presets.card_room(small_bet=4, big_bet=8, ante=1)
    return play_out(Hand.open(stud, seats, 0, deck=Deck(deck.cards, order=deck.order)))


def test_a_reshuffle_is_of_the_positions_that_are_left_each_once() -> None:
    hand = unsealed_with_a_reshuffle()
    state, positions = before(hand, e.StubReplenished), event_of(hand, e.StubReplenished).positions
    first, second, *rest = positions
    for wrong in ((first, *positions), positions[1:], (first, first, *rest), (0, second, *rest), ()):
        error = refuted(state, e.StubReplenished(wrong))
        assert error.rule == "ROOM-12"
        assert "the positions to shuffle are" in str(error)


def test_an_unsealed_reshuffle_has_neither_an_order_nor_a_salt() -> None:
    hand = unsealed_with_a_reshuffle()
    state, shuffled = before(hand, e.StubReplenished), event_of(hand, e.StubReplenished)
    order = tuple(range(52))
    for wrong in ({"order": order}, {"salt": bytes(16)}, {"order": order, "salt": bytes(16)}):
        assert "no order to open" in str(refuted(state, attrs.evolve(shuffled, **wrong)))


def test_one_card_is_not_turned_up_at_two_positions_of_one_deal() -> None:
    hand = unsealed_with_a_reshuffle()
    dealt = event_of(hand, e.CardsDealt)
    up = [at for at, card in enumerate(dealt.cards) if card.up]
    cards = list(dealt.cards)
    cards[up[-1]] = cards[up[-1]]._replace(card=cards[up[0]].card)
    error = refuted(before(hand, e.CardsDealt), attrs.evolve(dealt, cards=tuple(cards)))
    assert error.rule == "GSD-1"
    assert "has been seen already" in str(error)


def test_one_seal_of_a_wrong_length_is_enough_to_refuse_them_all() -> None:
    hand = sealed()
    seals = event_of(hand, e.DeckSealed)
    for at in (0, 51):
        for seal in (seals.seals[at][:31], seals.seals[at] + b"x"):
            wrong = (*seals.seals[:at], seal, *seals.seals[at + 1 :])
            error = refuted(before(hand, e.DeckSealed), attrs.evolve(seals, seals=wrong))
            assert error.rule == "GSD-1"
            assert "32 bytes" in str(error)


def test_in_an_unsealed_hand_a_reshuffle_opens_no_order() -> None:
    hand = unsealed_with_a_reshuffle()
    shuffled = event_of(hand, e.StubReplenished)
    assert shuffled.order is None
    other = attrs.evolve(shuffled, positions=shuffled.positions[::-1])
    check(before(hand, e.StubReplenished), other)  # which order it was, only a seal could prove


def test_a_step_that_the_state_settles_takes_that_event_alone() -> None:
    hand = to_end(given(STUD, "A 100, B 100"))
    state = before(hand, e.AntesPosted)
    why = str(refuted(state, e.AntesPosted(())))
    assert "antes are posted: nobody, but by the rules antes are posted: seat 1 1 and seat 2 1" in why
    closed = before(hand, e.HandClosed)
    assert "the hand closes with nobody, but by the rules" in str(refuted(closed, e.HandClosed(())))


def test_a_check_touches_nothing() -> None:
    state = given(STUD, "A 100, B 100").state
    shown, now = repr(state), repr(turn(state))
    check(state, e.BroughtIn(1, 2, full=False))
    refuted(state, e.Folded(1))
    assert (repr(state), repr(turn(state))) == (shown, now)


# Events that no log can hold


def _malformed() -> dict[str, tuple[Hand, Any]]:
    dots = sealed()
    short = sealed(7)
    dealt, store = event_of(dots, e.CardsDealt), event_of(dots, e.StoreOpened)
    shuffled = event_of(short, e.StubReplenished)
    cards = store.cards
    events: dict[str, Any] = {
        "no cards": e.CardsDealt(3, None),  # type: ignore[arg-type]
        "numbers for cards": e.CardsDealt(3, (1, 2, 3)),  # type: ignore[arg-type]
        "plain tuples for cards": e.CardsDealt(3, tuple(card[:5] for card in dealt.cards)),
        "no store": e.StoreOpened(None),  # type: ignore[arg-type]
        "numbers for a store": e.StoreOpened((1, 2, 3)),  # type: ignore[arg-type]
        "empty openings": e.StoreOpened(((), (), ())),  # type: ignore[arg-type]
        "openings of one": e.StoreOpened(tuple(opening[:1] for opening in cards)),
        "a short salt": e.StoreOpened((cards[0]._replace(salt=b"short"), *cards[1:])),
        "no seals": e.DeckSealed(None, None),  # type: ignore[arg-type]
        "numbers for seals": e.DeckSealed((1,) * 52, b""),  # type: ignore[arg-type]
        "no down cards": e.DownCardsOpened(event_of(dots, e.DownCardsOpened).seat, None),  # type: ignore[arg-type]
    }
    orders: dict[str, Any] = {
        "an empty order": attrs.evolve(shuffled, order=()),
        "a short order salt": attrs.evolve(shuffled, salt=b"short"),
        "no positions": attrs.evolve(shuffled, positions=None),
        "lists for positions": attrs.evolve(shuffled, positions=tuple([at] for at in shuffled.positions)),
    }
    return {name: (dots, event) for name, event in events.items()} | {
        name: (short, event) for name, event in orders.items()
    }


@pytest.mark.parametrize(
    ("hand", "event"), [pytest.param(hand, event, id=name) for name, (hand, event) in _malformed().items()]
)
def test_a_dealers_event_that_no_log_can_hold_is_refused(hand: Hand, event: Any) -> None:
    refuted(before(hand, type(event)), event)


def _equal_but_not_the_same() -> list[tuple[str, Any, e.Event]]:
    """Events whose fields compare equal to the right ones and are of another type."""
    stud, dots = to_end(given(STUD, "A 100, B 100")), sealed()
    dealt = event_of(stud, e.CardsDealt)
    street = to_street(given(STUD, "A 100, B 100"), 4)
    opening = given(STUD, "A 100, B 100").state
    seals = event_of(dots, e.DeckSealed)
    return [
        ("seat True", opening, e.BroughtIn(True, 2, full=False)),
        ("seat 1.0", opening, e.BroughtIn(1.0, 2, full=False)),  # type: ignore[arg-type]
        ("full 0", opening, e.BroughtIn(1, 2, full=0)),  # type: ignore[arg-type]
        ("checked 1.0", street.state, e.Checked(1.0)),  # type: ignore[arg-type]
        ("bet of 4.0", street.state, e.Bet(1, 4.0, 4, full=True)),  # type: ignore[arg-type]
        ("amount False", street.state, e.TimedOut(1, "all_in", False)),
        ("street 3.0", before(stud, e.CardsDealt), e.CardsDealt(3.0, dealt.cards)),  # type: ignore[arg-type]
        ("cards in a list", before(stud, e.CardsDealt), e.CardsDealt(3, [*dealt.cards])),  # type: ignore[arg-type]
        (
            "positions 0.0",
            before(stud, e.CardsDealt),
            e.CardsDealt(3, tuple(c._replace(position=float(c.position)) for c in dealt.cards)),
        ),
        (
            "up 1",
            before(stud, e.CardsDealt),
            e.CardsDealt(3, tuple(c._replace(up=int(c.up)) for c in dealt.cards)),
        ),
        ("ante True", before(stud, e.AntesPosted), e.AntesPosted(((1, True), (2, 1)))),  # type: ignore[arg-type]
        ("closing 3.0", before(stud, e.BettingClosed), e.BettingClosed(3.0)),  # type: ignore[arg-type]
        ("seals in a list", before(dots, e.DeckSealed), e.DeckSealed([*seals.seals], seals.order_seal)),  # type: ignore[arg-type]
        ("seals of text", before(dots, e.DeckSealed), e.DeckSealed(("x" * 32,) * 52, "y" * 32)),  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(
    ("state", "event"),
    [pytest.param(state, event, id=name) for name, state, event in _equal_but_not_the_same()],
)
def test_an_event_of_the_wrong_types_is_refused(state: Any, event: e.Event) -> None:
    assert ": expected " in str(refuted(state, event))


def test_the_right_events_pass() -> None:
    for hand in (sealed(), sealed(7), sealed(3, STUD)):
        state = evolve(None, hand.events[0])
        for event in hand.events[1:]:
            check(state, event)
            state = evolve(state, event)


def test_a_reshuffle_that_opens_half_of_its_order_is_refused() -> None:
    """In a sealed hand the order and its salt prove each other; either alone proves nothing (ROOM-12)."""
    hand = sealed(7)
    shuffled = event_of(hand, e.StubReplenished)
    state = before(hand, e.StubReplenished)
    check(state, shuffled)
    for half in ({"salt": None}, {"order": None}, {"order": None, "salt": None}):
        error = refuted(state, attrs.evolve(shuffled, **half))
        assert error.rule == "ROOM-12"
        assert "the order of the shuffle has to be opened" in str(error)

"""Who can see what: hands that differ only in cards hidden from a viewer give that viewer the same bytes.

A viewer is a seat, with the log and its own openings; a spectator, with the log alone; or an adjudicator,
with the seed. Two cards of a deck change places and the same choices are made again: up to the entry that
shows the viewer one of the two positions, nothing that the viewer gets may differ, seals apart. (The salts
are those of the positions, and stay.)
"""

from __future__ import annotations

import re
from typing import Final

import attrs
from hypothesis import assume, given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.cards import CARDS
from grocerydots.deck import Deck, seal_of
from grocerydots.errors import IllegalEvent
from grocerydots.events import turned_up
from grocerydots.evolve import fold
from grocerydots.hand import Hand
from grocerydots.log import encode_event
from grocerydots.proofs.openings import Openings
from grocerydots.rules.rules import Seat
from grocerydots.testing import decks, hands, test_seed

SPECTATOR: Final = 0
CARD: Final = re.compile(rb'"([2-9TJQKA][cdhs])"')


@st.composite
def sealed_decks(draw: st.DrawFn) -> Deck:
    """Decks in any order, sealed with the salts of a test seed."""
    seed = test_seed(draw(st.integers(0, 2**32)))
    return Deck.stacked(draw(st.permutations(CARDS)), salts_from=seed, hand_id="drawn")


@st.composite
def dealt(draw: st.DrawFn) -> tuple[Hand, Deck, Seat]:
    """A hand played at random, its deck, and a viewer."""
    deck = draw(st.one_of(decks(), sealed_decks()))
    hand = draw(hands(deck=st.just(deck), finished=draw(st.booleans())))
    return hand, deck, draw(st.sampled_from((SPECTATOR, *hand.state.setup.order)))


def swapped(deck: Deck, one: int, other: int) -> Deck:
    """The deck with the cards of two positions in each other's place, all else the same."""
    cards = list(deck.cards)
    cards[one], cards[other] = cards[other], cards[one]
    return attrs.evolve(deck, cards=tuple(cards))


def again(hand: Hand, deck: Deck) -> Hand:
    """The same choices at the same entries, from another deck, as far as they are legal there."""
    opening = hand.state.setup.opening
    other = Hand.open(opening.rules, opening.seats, opening.dealer, deck=deck, hand_id=opening.hand_id)
    while other.decision is not None and other.entries < hand.entries:
        try:
            other = other.play(hand.events[other.entries])
        except IllegalEvent:
            break
    return other


def shown_at(hand: Hand, viewer: Seat, *positions: int) -> int:
    """The first entry that shows the viewer one of the positions; the number of entries when none does."""
    for entry, event in enumerate(hand.events):
        seen = {position for position, _ in turned_up([event])}
        if isinstance(event, e.CardsDealt):
            seen |= {card.position for card in event.cards if card.seat == viewer}
        if seen.intersection(positions):
            return entry
    return hand.entries


def bytes_for(hand: Hand, viewer: Seat, entries: int) -> tuple[bytes, ...]:
    """All that the viewer has after so many entries: the log's lines, without the seals, and own openings."""
    events = hand.events[:entries]
    unsealed = [event for event in events if not isinstance(event, e.DeckSealed)]
    lines = tuple(encode_event(event) for event in unsealed)
    if viewer == SPECTATOR:
        return lines
    down = fold(events).seat(viewer).down
    own = [opening for opening in hand.openings(viewer).openings if opening.position in down]
    return (*lines, Openings(hand.state.hand_id, viewer, tuple(own)).to_bytes())


@given(dealt(), st.integers(0, 51), st.integers(0, 51))
def test_until_a_difference_is_turned_up_a_viewer_has_the_same_bytes(
    given: tuple[Hand, Deck, Seat], one: int, another: int
) -> None:
    hand, deck, viewer = given
    other = again(hand, swapped(deck, one, another))
    entries = shown_at(hand, viewer, one, another)
    assert bytes_for(hand, viewer, entries) == bytes_for(other, viewer, entries)


@given(dealt(), st.data())
def test_what_a_viewer_never_sees_makes_no_difference_to_the_whole_hand(
    given: tuple[Hand, Deck, Seat], data: st.DataObject
) -> None:
    hand, deck, viewer = given
    positions = [at for at in range(52) if shown_at(hand, viewer, at) == hand.entries]
    if not positions:  # a hand without burns that comes to its last card may leave nothing hidden
        return
    hidden = st.sampled_from(positions)
    one, another = data.draw(hidden), data.draw(hidden)
    other = again(hand, swapped(deck, one, another))
    assert bytes_for(hand, viewer, hand.entries) == bytes_for(other, viewer, other.entries)
    assert other.entries == hand.entries
    assert repr(other.turn) == repr(hand.turn)
    assert repr(other) == repr(hand)


@given(dealt(), st.data())
def test_what_a_viewer_does_see_makes_a_difference(
    given: tuple[Hand, Deck, Seat], data: st.DataObject
) -> None:
    hand, deck, viewer = given
    if hand.state.street < 3:
        return
    visible = [at for at in range(52) if shown_at(hand, viewer, at) < hand.entries]
    one = data.draw(st.sampled_from(visible))
    another = data.draw(st.integers(0, 51).filter(lambda at: at != one))
    other = again(hand, swapped(deck, one, another))
    entries = shown_at(hand, viewer, one, another) + 1
    assert bytes_for(hand, viewer, entries) != bytes_for(other, viewer, entries)


@given(dealt(), st.integers(0, 51), st.integers(0, 51))
def test_of_the_seals_just_those_of_the_two_positions_differ(
    given: tuple[Hand, Deck, Seat], one: int, another: int
) -> None:
    _, deck, _ = given
    if deck.salts is None:
        return
    before, after = deck.seals(), swapped(deck, one, another).seals()
    assert before[1] == after[1]
    differing = [at for at in range(52) if before[0][at] != after[0][at]]
    assert differing == (sorted({one, another}) if one != another else [])


@given(dealt())
def test_no_card_stands_in_a_line_before_it_is_turned_up(given: tuple[Hand, Deck, Seat]) -> None:
    hand, _, _ = given
    seen: set[str] = set()
    for line, event in zip(hand.log.lines, hand.events, strict=True):
        seen |= {card.text for _, card in turned_up([event])}
        assert {text.decode() for text in CARD.findall(line)} <= seen


@given(dealt())
def test_a_seats_openings_are_its_own_down_cards_and_nobody_elses(given: tuple[Hand, Deck, Seat]) -> None:
    hand, _, _ = given
    down = {seat.number: set(seat.down) for seat in hand.state.seats}
    for seat, positions in down.items():
        assert set(hand.openings(seat).cards) == positions
        assert not any(positions & others for number, others in down.items() if number != seat)


@given(st.integers(0, 2**32), st.data())
def test_an_adjudicator_sees_every_card_and_that_each_is_the_one_that_was_sealed(
    number: int, data: st.DataObject
) -> None:
    seed = test_seed(number)
    hand = data.draw(hands(deck=st.just(Deck.from_seed(seed, "drawn"))))
    seals = hand.state.setup.seals
    assume(seals is not None)  # a hand that was called off has none
    assert seals is not None
    deck = Deck.from_seed(seed, hand.state.hand_id)
    cards = [deck.opening(position) for position in range(52)]
    assert {card for card, _ in cards} == set(CARDS)
    for position, (card, salt) in enumerate(cards):
        assert seal_of("drawn", position, card, salt or b"") == seals[position]
    assert all(card is deck.cards[position] for position, card in turned_up(hand.events))

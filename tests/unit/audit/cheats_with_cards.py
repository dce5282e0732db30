"""Cheating with cards: what is dealt, from where, and the deck behind it."""

from __future__ import annotations

import attrs
from cheat_tables import (
    DOTS,
    STUD,
    Made,
    cheat,
    dots_table,
    made,
    stud_table,
)
from crooked_table import Table, at_position, with_card_sealed_at

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, entropy_commitment
from grocerydots.proofs.openings import Openings
from grocerydots.testing import test_seed


@cheat
def card_swapped(name: str) -> Made:
    """On fourth street seat 1 is dealt the ace of spades in place of the four that was sealed there."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    swapped = at_position(due.cards, due.cards[0].position, card=Card("As"))
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def cards_swapped_with_salts(name: str) -> Made:
    """Seats 1 and 2 get each other's card of fourth street, with salts and all, at their own positions."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    first, second, third = due.cards
    swapped = (
        first._replace(card=second.card, salt=second.salt),
        second._replace(card=first.card, salt=first.salt),
        third,
    )
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def dealt_in_another_order(name: str) -> Made:
    """Seat 1 gets what was seat 2's card of fourth street, the position told truly."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    first, second, third = due.cards
    swapped = (second._replace(seat=first.seat), first._replace(seat=second.seat), third)
    return made(table.force(attrs.evolve(due, cards=swapped)), entry)


@cheat
def burn_skipped(name: str) -> Made:
    """Nothing is burned before fourth street, so that every card goes one place further."""
    table = stud_table(name).play("bring_in call call").deal(e.CardBurned)
    entry, deck = table.entry, table.deck
    cards = tuple(e.Dealt(seat, 8 + seat, True, *deck.opening(8 + seat)) for seat in (1, 2, 3))
    return made(table.force(e.CardsDealt(4, cards)), entry)


@cheat
def dealer_looked_ahead(name: str) -> Made:
    """The dealer has looked ahead and gives seat 3 not the next card of the deck, but the one after it."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    later = due.cards[2].position + 1
    ahead = due.cards[2]._replace(
        position=later, card=table.deck.card(later), salt=table.deck.opening(later)[1]
    )
    return made(table.force(attrs.evolve(due, cards=(*due.cards[:2], ahead))), entry)


@cheat
def dealt_from_the_bottom(name: str) -> Made:
    """Seat 1 gets the bottom card of the deck."""
    table = stud_table(name).play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    card, salt = table.deck.opening(51)
    bottom = due.cards[0]._replace(position=51, card=card, salt=salt)
    return made(table.force(attrs.evolve(due, cards=(bottom, *due.cards[1:]))), entry)


@cheat
def card_twice_in_the_deck(name: str) -> Made:
    """The deck was sealed with a second king of clubs, which comes on fourth street and fits its seal."""
    table = stud_table(name)
    twin = Card("Kc")
    table.deal_wrongly(e.DeckSealed, lambda event: with_card_sealed_at(event, table.deck, 10, twin))
    table.play("bring_in call call").deal(e.CardsDealt)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.CardsDealt)
    return made(table.force(attrs.evolve(due, cards=at_position(due.cards, 10, card=twin))), entry)


@cheat
def card_twice_in_two_hands(name: str) -> Made:
    """Two players hold the ace of hearts face down. Both fold; only their openings together show it."""
    table = stud_table(name)
    twin = Card("Ah")
    table.deal_wrongly(e.DeckSealed, lambda event: with_card_sealed_at(event, table.deck, 1, twin))
    table.play("bring_in complete fold fold").finish()
    theirs = table.openings(2)
    salted = e.Opening(1, twin, theirs.openings[0].salt)
    forged = Openings(name, 2, (salted, *theirs.openings[1:]))
    return Made(table.log.to_bytes(), 1, openings=(table.openings(1), forged))


@cheat
def restocked_from_elsewhere(name: str) -> Made:
    """Seat 1 buys, and the emptied slot is filled from three places further down the deck."""
    table = dots_table(name).play("bring_in call call buy:1")
    table.deal(e.StoreRestocked)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StoreRestocked)
    later = due.position + 3
    card, salt = table.deck.opening(later)
    return made(table.force(e.StoreRestocked(due.slot, later, card, salt)), entry)


@cheat
def restocked_in_another_slot(name: str) -> Made:
    """Slot 1 was emptied; the new card goes to slot 3 and the others slide, which this table does not do."""
    table = dots_table(name).play("bring_in call call buy:1")
    table.deal(e.StoreRestocked)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StoreRestocked)
    return made(table.force(attrs.evolve(due, slot=3)), entry)


@cheat
def reshuffle_chosen(name: str) -> Made:
    """Seven stay to the end, the deck runs short, and the dealer chooses the order of the last cards."""
    table = _seven(name)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StubReplenished)
    assert due.order is not None
    chosen = tuple(reversed(due.positions))
    others = iter(chosen)
    order = tuple(next(others) if position in chosen else position for position in due.order)
    return made(table.force(e.StubReplenished(chosen, order, due.salt)), entry)


@cheat
def reshuffle_not_in_its_order(name: str) -> Made:
    """The sealed order is opened as it is, and the stub laid in another."""
    table = _seven(name)
    entry, due = table.entry, table.next_event()
    assert isinstance(due, e.StubReplenished)
    return made(table.force(attrs.evolve(due, positions=tuple(reversed(due.positions)))), entry)


def _seven(name: str) -> Table:
    deck = Deck.from_seed(test_seed("crooked"), name)
    return Table(name, DOTS, dict.fromkeys(range(1, 8), 100), deck, dealer=7).finish(e.StubReplenished)


# The deck behind the cards


@cheat
def deck_chosen(name: str) -> Made:
    """The operator deals a stacked deck; the seed that the adjudicator gets is the one of its salts."""
    table = stud_table(name)
    table.deal(e.DeckSealed)
    entry = table.entry
    return made(table, entry, seed=test_seed("crooked"))


@cheat
def secret_from_a_test_seed(name: str) -> Made:
    """The hand says that its deck is secret, and it comes from a seed that anybody can work out."""
    deck = Deck.from_seed(test_seed("crooked"), name)
    secret = attrs.evolve(deck, kind="sealed")
    table = Table(name, STUD, {1: 100, 2: 100, 3: 100}, secret)
    return made(table, 0, seed=test_seed("crooked"))


def _with_entropy(name: str, deck: Deck, given: dict[int, bytes]) -> Table:
    """A hand to which seats 1 and 2 add entropy, dealt from whatever deck the operator takes."""
    commitment = test_seed("crooked").commitment
    table = Table(name, STUD, {1: 100, 2: 100, 3: 100}, deck, entropy=(commitment, (1, 2)))
    table.force(*[e.EntropyCommitted(s, entropy_commitment(name, s, _OWN[s])) for s in (1, 2)])
    return table.force(*[e.EntropyAdded(s, given[s]) for s in (1, 2)])


_OWN = {1: bytes(range(32)), 2: bytes(range(100, 132))}


@cheat
def entropy_ignored(name: str) -> Made:
    """Two players add entropy, and the deck is made from the seed alone, which the operator has tried out."""
    table = _with_entropy(name, Deck.from_seed(test_seed("crooked"), name), _OWN)
    entry = table.entry
    return made(table, entry, seed=test_seed("crooked"))


@cheat
def entropy_exchanged(name: str) -> Made:
    """The operator's friend in seat 2 opens other entropy than was committed to, once the rest is known."""
    other = {**_OWN, 2: bytes(32)}
    table = _with_entropy(name, Deck.from_seed(test_seed("crooked"), name, other), other)
    return made(table, 4)


@cheat
def opening_made_up(name: str) -> Made:
    """A player who folded claims to have held the ace of spades, and brings an opening that says so."""
    table = stud_table(name).play("bring_in complete call fold").finish()
    position, _, salt = table.openings(2).openings[0]
    claimed = Openings(name, 2, (e.Opening(position, Card("As"), salt),))
    return Made(table.log.to_bytes(), 1, openings=(claimed,))

"""Carrying out a dealer's step, and telling whether one was carried out rightly."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, order_seal_of, sealer
from grocerydots.parts import WHOLE_DECK
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep


@lru_cache(maxsize=1024)
def _face_down(seat: Seat, position: int) -> e.Dealt:
    return e.Dealt(seat, position, False)


_named = tuple.__new__  # a named tuple's own constructor takes twice as long


def deal(step: DealerStep, state: HandState, deck: Deck) -> e.Event:
    """The event that carries out a dealer's step of this state. The only place that reads the deck.

    Raises `DeckError` when a card has to be turned up that the deck does not know.
    """
    if step.event is not None:
        return step.event
    return _DEAL[step.kind](step, deck)


def _dealt(step: DealerStep, deck: Deck) -> e.Event:
    salts, cards = deck.salts, deck.cards
    dealt = [
        _named(e.Dealt, (seat, at, True, cards[at] or deck.card(at), salts[at] if salts else None))
        if up
        else _face_down(seat, at)
        for seat, at, up in step.draws
    ]
    return e.CardsDealt(step.number, tuple(dealt))


def _opening(step: DealerStep, deck: Deck) -> tuple[e.Opening, ...]:
    salts, cards = deck.salts, deck.cards
    return tuple([
        _named(e.Opening, (at, cards[at] or deck.card(at), salts[at] if salts else None))
        for _, at, _ in step.draws
    ])  # fmt: skip


def _store_opened(step: DealerStep, deck: Deck) -> e.Event:
    return e.StoreOpened(_opening(step, deck))


def _store_restocked(step: DealerStep, deck: Deck) -> e.Event:
    return e.StoreRestocked(step.number, *_opening(step, deck)[0])


def _community_card_dealt(step: DealerStep, deck: Deck) -> e.Event:
    return e.CommunityCardDealt(*_opening(step, deck)[0])


def _down_cards_opened(step: DealerStep, deck: Deck) -> e.Event:
    return e.DownCardsOpened(step.number, _opening(step, deck))


def _stub_replenished(step: DealerStep, deck: Deck) -> e.Event:
    positions = deck.replenish([at for _, at, _ in step.draws])
    if deck.salts is None:
        return e.StubReplenished(positions)
    return e.StubReplenished(positions, deck.order, deck.order_salt)


def _deck_sealed(_: DealerStep, deck: Deck) -> e.Event:
    return e.DeckSealed(*deck.seals())


_DEAL: Final[dict[type, Callable[[DealerStep, Deck], e.Event]]] = {
    e.CardsDealt: _dealt,
    e.StoreOpened: _store_opened,
    e.StoreRestocked: _store_restocked,
    e.CommunityCardDealt: _community_card_dealt,
    e.DownCardsOpened: _down_cards_opened,
    e.StubReplenished: _stub_replenished,
    e.DeckSealed: _deck_sealed,
}


Fault: TypeAlias = "tuple[str, str] | None"  #: A rule, and what is wrong in words; None when nothing is.


def refute(step: DealerStep, state: HandState, event: Any) -> Fault:
    """Which rule an event of the step's kind breaks, and why it does not carry the step out."""
    if step.event is not None:
        return None if event == step.event else (step.rule, f"due is {step.event}")
    return _REFUTE[step.kind](step, state, event)


def _refute_dealt(step: DealerStep, state: HandState, event: e.CardsDealt) -> Fault:
    if event.street != step.number:
        return step.rule, f"street {step.number} is due, not {event.street}"
    dealt = tuple([(d.seat, d.position, d.up) for d in event.cards])
    if dealt != step.draws:
        return step.rule, f"due are (seat, position, up) {step.draws}"
    for d in event.cards:
        if not d.up and (d.card is not None or d.salt is not None):
            return step.rule, f"the card at position {d.position} goes face down and stays sealed"
    return _refute_openings(step, state, [(d.position, d.card, d.salt) for d in event.cards if d.up])


def _refute_drawn(step: DealerStep, state: HandState, cards: Any) -> Fault:
    positions = [at for _, at, _ in step.draws]
    if [opening[0] for opening in cards] != positions:
        return step.rule, f"due are the positions {positions}"
    return _refute_openings(step, state, cards)


def _refute_openings(step: DealerStep, state: HandState, cards: Any) -> Fault:
    """Whether cards turned up are new ones, and match their seals."""
    seen = state.stub.seen
    seals = state.setup.seals
    seal = sealer(state.setup.opening.hand_id)
    for position, card, salt in cards:
        if type(card) is not Card:
            return step.rule, f"the card at position {position} has to be turned up"
        if seen >> card.index & 1:
            return "GSD-1", f"{card} at position {position} has been seen already"
        seen |= 1 << card.index
        if seals is None:
            if salt is not None:
                return "GSD-1", f"a salt at position {position} of an unsealed deck"
        elif type(salt) is not bytes or len(salt) != 16 or seal(position, card, salt) != seals[position]:
            return "GSD-1", f"{card} does not match the seal of position {position}"
    return None


def _refute_store(step: DealerStep, state: HandState, event: e.StoreOpened) -> Fault:
    return _refute_drawn(step, state, event.cards)


def _refute_restock(step: DealerStep, state: HandState, event: e.StoreRestocked) -> Fault:
    if event.slot != step.number:
        return step.rule, f"slot {step.number} is to be filled, not {event.slot}"
    return _refute_drawn(step, state, [(event.position, event.card, event.salt)])


def _refute_community(step: DealerStep, state: HandState, event: e.CommunityCardDealt) -> Fault:
    return _refute_drawn(step, state, [(event.position, event.card, event.salt)])


def _refute_shown(step: DealerStep, state: HandState, event: e.DownCardsOpened) -> Fault:
    if event.seat != step.number:
        return step.rule, f"the cards of seat {step.number} are due"
    return _refute_drawn(step, state, event.cards)


def _refute_replenished(step: DealerStep, state: HandState, event: e.StubReplenished) -> Fault:
    available = {at for _, at, _ in step.draws}
    if len(event.positions) != len(available) or set(event.positions) != available:
        return step.rule, f"the positions to shuffle are {sorted(available)}"
    order_seal = state.setup.order_seal
    if order_seal is None:
        unproved = event.order is None and event.salt is None
        return None if unproved else (step.rule, "an unsealed hand has no order to open")
    if event.order is None or event.salt is None or sorted(event.order) != list(WHOLE_DECK):
        return step.rule, "the order of the shuffle has to be opened"
    if order_seal_of(state.hand_id, event.order, event.salt) != order_seal:
        return step.rule, "the order does not match its seal"
    if event.positions != tuple([at for at in event.order if at in available]):
        return step.rule, "the positions are not in the sealed order"
    return None


def _refute_seals(step: DealerStep, _: HandState, event: e.DeckSealed) -> Fault:
    if len(event.seals) != 52 or any(len(seal) != 32 for seal in (*event.seals, event.order_seal)):
        return step.rule, "52 seals and one over the order are due, 32 bytes each"
    return None


_REFUTE: Final[dict[type, Callable[[DealerStep, HandState, Any], Fault]]] = {
    e.CardsDealt: _refute_dealt,
    e.StoreOpened: _refute_store,
    e.StoreRestocked: _refute_restock,
    e.CommunityCardDealt: _refute_community,
    e.DownCardsOpened: _refute_shown,
    e.StubReplenished: _refute_replenished,
    e.DeckSealed: _refute_seals,
}

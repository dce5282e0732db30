"""Carrying out a dealer's step, and checking that one was carried out rightly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, order_seal_of, sealer
from grocerydots.describe import Mistake, describe, describe_draws
from grocerydots.english import listed
from grocerydots.parts import WHOLE_DECK
from grocerydots.phases.awards import why_wrong
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Draws


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


def _stub_replenished(step: DealerStep, deck: Deck) -> e.Event:
    positions = deck.replenish([at for _, at, _ in step.draws])
    if deck.salts is None:
        return e.StubReplenished(positions)
    return e.StubReplenished(positions, deck.order, deck.order_salt)


_DEAL: Final[dict[type, Callable[[DealerStep, Deck], e.Event]]] = {
    e.CardsDealt: _dealt,
    e.StoreOpened: lambda step, deck: e.StoreOpened(_opening(step, deck)),
    e.StoreRestocked: lambda step, deck: e.StoreRestocked(step.number, *_opening(step, deck)[0]),
    e.CommunityCardDealt: lambda step, deck: e.CommunityCardDealt(*_opening(step, deck)[0]),
    e.DownCardsOpened: lambda step, deck: e.DownCardsOpened(step.number, _opening(step, deck)),
    e.StubReplenished: _stub_replenished,
    e.DeckSealed: lambda _, deck: e.DeckSealed(*deck.seals()),
}


#: Cards turned up, each with its position and salt.
_TurnedUp: TypeAlias = Sequence[tuple[e.Position, Card | None, bytes | None]]


def refute(step: DealerStep, state: HandState, event: e.Event) -> Mistake | None:
    """Why an event of the step's kind does not carry it out; None when it does."""
    if step.event is None:
        return _REFUTE[step.kind](step, state, event)
    if event == step.event:
        return None
    if isinstance(event, e.PotsAwarded):
        return why_wrong(state, event.awards)
    return Mistake(step.rule, describe(event), describe(step.event))


def _refute_dealt(step: DealerStep, state: HandState, event: e.CardsDealt) -> Mistake | None:
    if event.street != step.number:
        due = f"street {step.number} is due, not {event.street}"
        return Mistake(step.rule, describe(event), due)
    dealt = tuple([(d.seat, d.position, d.up) for d in event.cards])
    if dealt != step.draws:
        return _wrong_draw(step, dealt, " of the street")
    for d in event.cards:
        if not d.up and (d.card is not None or d.salt is not None):
            due = f"the card at position {d.position} goes face down and stays sealed"
            return Mistake(step.rule, describe(event), due)
    return _refute_openings(step, state, event, [(d.position, d.card, d.salt) for d in event.cards if d.up])


def _refute_turned_up(
    step: DealerStep,
    state: HandState,
    event: e.StoreOpened | e.StoreRestocked | e.CommunityCardDealt | e.DownCardsOpened,
) -> Mistake | None:
    """Whether the cards come from the positions that are due, are new, and match their seals."""
    if isinstance(event, e.StoreRestocked) and event.slot != step.number:
        return Mistake(step.rule, describe(event), f"slot {step.number} is to be filled, not {event.slot}")
    seat = event.seat if isinstance(event, e.DownCardsOpened) else 0
    if isinstance(event, e.StoreOpened | e.DownCardsOpened):
        cards: _TurnedUp = event.cards
    else:
        cards = [(event.position, event.card, event.salt)]
    drawn = tuple([(seat, opening[0], True) for opening in cards])
    if drawn != step.draws:
        return _wrong_draw(step, drawn)
    return _refute_openings(step, state, event, cards)


def _wrong_draw(step: DealerStep, drawn: Draws, of_what: str = "") -> Mistake:
    """The first card that goes elsewhere, or comes from elsewhere in the deck, than is due."""
    pairs = zip_longest(drawn, step.draws)
    number, (said, due) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    which = f"card {number}{of_what}"
    one, other = (describe_draws([draw]) if draw else "no more" for draw in (said, due))
    return Mistake(step.rule, f"{which}: {one}", f"{which}: {other}")


def _refute_openings(step: DealerStep, state: HandState, event: e.Event, cards: _TurnedUp) -> Mistake | None:
    """Whether cards turned up are new ones, and match their seals."""
    seen = state.stub.seen
    seals = state.setup.seals
    seal = sealer(state.setup.opening.hand_id)
    for position, card, salt in cards:
        if type(card) is not Card:
            due = f"the card at position {position} has to be turned up"
            return Mistake(step.rule, describe(event), due)
        if seen >> card.index & 1:
            return Mistake("GSD-1", describe(event), f"{card} at position {position} has been seen already")
        seen |= 1 << card.index
        if seals is None:
            if salt is not None:
                due = f"the deck is unsealed, so there is no salt at position {position}"
                return Mistake("GSD-1", describe(event), due)
        elif type(salt) is not bytes or len(salt) != 16 or seal(position, card, salt) != seals[position]:
            due = f"{card} does not match the seal of position {position}"
            return Mistake("GSD-1", describe(event), due)
    return None


def _refute_replenished(step: DealerStep, state: HandState, event: e.StubReplenished) -> Mistake | None:
    due = _why_not_this_order(step, state, event)
    return Mistake(step.rule, describe(event), due) if due else None


def _why_not_this_order(step: DealerStep, state: HandState, event: e.StubReplenished) -> str:
    available = {at for _, at, _ in step.draws}
    if len(event.positions) != len(available) or set(event.positions) != available:
        return f"the positions to shuffle are {listed([str(at) for at in sorted(available)])}"
    order_seal = state.setup.order_seal
    if order_seal is None:
        unproved = event.order is None and event.salt is None
        return "" if unproved else "an unsealed hand has no order to open"
    if event.order is None or event.salt is None or sorted(event.order) != list(WHOLE_DECK):
        return "the order of the shuffle has to be opened"
    if order_seal_of(state.hand_id, event.order, event.salt) != order_seal:
        return "the order does not match its seal"
    if event.positions != tuple([at for at in event.order if at in available]):
        return "the positions are not in the sealed order"
    return ""


def _refute_seals(step: DealerStep, _: HandState, event: e.DeckSealed) -> Mistake | None:
    if len(event.seals) != 52 or any(len(seal) != 32 for seal in (*event.seals, event.order_seal)):
        due = "52 seals and one over the order are due, 32 bytes each"
        return Mistake(step.rule, describe(event), due)
    return None


_REFUTE: Final[dict[type, Callable[..., Mistake | None]]] = {
    e.CardsDealt: _refute_dealt,
    e.StoreOpened: _refute_turned_up,
    e.StoreRestocked: _refute_turned_up,
    e.CommunityCardDealt: _refute_turned_up,
    e.DownCardsOpened: _refute_turned_up,
    e.StubReplenished: _refute_replenished,
    e.DeckSealed: _refute_seals,
}

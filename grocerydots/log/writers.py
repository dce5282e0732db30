"""Events as canonical text, one writer a class. Whatever a writer lets through is valid: this is the door.

A writer takes the event and its time, as `"at":1,` or nothing, and gives the line as text. Keys stand in
canonical order. What may not be written raises `Refused`, which `careful` explains; reading passes here too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from grocerydots import events as e
from grocerydots.log.tags import FORMAT, TAG_OF, VERSION
from grocerydots.log.texts import (
    DECKS,
    HASH,
    RESULTS,
    SALT,
    awards,
    card_text,
    dealt,
    flag,
    hand_id,
    items,
    octets,
    octets_or_null,
    openings,
    payments,
    place,
    places,
    refuse,
    rules_text,
    seat_number,
    seating,
    store_slot,
    street_number,
    whole,
    word,
)  # fmt: skip
from grocerydots.rules.options import DOTS_TIES

Writer: TypeAlias = Callable[[Any, str], str]

# Lines, by the fields that they have


def _nothing(tag: str) -> Writer:
    return lambda _, at: f'{{{at}"event":"{tag}"}}'


def _of_seat(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","seat":{seat_number(v.seat)}}}'


def _of_amount(tag: str) -> Writer:
    return lambda v, at: f'{{"amount":{whole(v.amount)},{at}"event":"{tag}"}}'


def _of_seat_and_amount(tag: str) -> Writer:
    return lambda v, at: f'{{"amount":{whole(v.amount)},{at}"event":"{tag}","seat":{seat_number(v.seat)}}}'


def _brought_in(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{whole(v.amount)},{at}"event":"{tag}","full":{flag(v.full)},"seat":{seat_number(v.seat)}}}'
    )


def _wager(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{whole(v.amount)},{at}"event":"{tag}","full":{flag(v.full)},"seat":{seat_number(v.seat)},'
        f'"to":{whole(v.to)}}}'
    )


def _timed_out(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{whole(v.amount)},{at}"event":"{tag}","result":"{word(v.result, RESULTS)}",'
        f'"seat":{seat_number(v.seat)}}}'
    )


def _of_street(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","street":{street_number(v.street)}}}'


def _of_position(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","position":{place(v.position)}}}'


def _antes(tag: str) -> Writer:
    return lambda v, at: f'{{"antes":[{payments(v.antes)}],{at}"event":"{tag}"}}'


def _returned(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","returned":[{payments(v.returned)}]}}'


def _stacks(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","stacks":[{payments(v.stacks)}]}}'


def _pots_awarded(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"awards":[{awards(v.awards)}],"event":"{tag}"}}'


def _cards_dealt(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"cards":[{dealt(v.cards)}],"event":"{tag}","street":{street_number(v.street)}}}'
    )


def _store_opened(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"cards":[{openings(v.cards)}],"event":"{tag}"}}'


def _down_cards_opened(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"cards":[{openings(v.cards)}],"event":"{tag}","seat":{seat_number(v.seat)}}}'


def _community_card_dealt(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{card_text(v.card)}","event":"{tag}","position":{place(v.position)},'
        f'"salt":{octets_or_null(v.salt, SALT)}}}'
    )


def _store_restocked(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{card_text(v.card)}","event":"{tag}","position":{place(v.position)},'
        f'"salt":{octets_or_null(v.salt, SALT)},"slot":{store_slot(v.slot)}}}'
    )


def _store_card_bought(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{card_text(v.card)}","event":"{tag}","price":{whole(v.price)},"seat":{seat_number(v.seat)},'
        f'"slot":{store_slot(v.slot)}}}'
    )


def _dots_tie_confirmed(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","policy":"{word(v.policy, DOTS_TIES)}"}}'


def _entropy_committed(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"commitment":"{octets(v.commitment, HASH)}","event":"{tag}","seat":{seat_number(v.seat)}}}'
    )


def _entropy_added(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"entropy":"{octets(v.entropy, HASH)}","event":"{tag}","seat":{seat_number(v.seat)}}}'
    )


def _deck_sealed(tag: str) -> Writer:
    def write(event: e.DeckSealed, at: str) -> str:
        seals = '","'.join([octets(seal, HASH) for seal in items(event.seals)])
        if len(event.seals) != 52:
            refuse()
        return f'{{{at}"event":"{tag}","order_seal":"{octets(event.order_seal, HASH)}","seals":["{seals}"]}}'

    return write


def _stub_replenished(tag: str) -> Writer:
    def write(event: e.StubReplenished, at: str) -> str:
        order = "null" if event.order is None else f"[{places(event.order)}]"
        if event.order is not None and len(event.order) != 52:
            refuse()
        return (
            f'{{{at}"event":"{tag}","order":{order},"positions":[{places(event.positions)}],'
            f'"salt":{octets_or_null(event.salt, SALT)}}}'
        )

    return write


def _hand_opened(tag: str) -> Writer:
    def write(event: e.HandOpened, at: str) -> str:
        entropy_seats = ",".join([str(seat_number(seat)) for seat in items(event.entropy_seats)])
        seats = ",".join([seating(player) for player in items(event.seats)])
        return (
            f'{{{at}"dealer":{whole(event.dealer)},"deck":"{word(event.deck, DECKS)}",'
            f'"entropy_seats":[{entropy_seats}],"event":"{tag}","format":"{FORMAT}",'
            f'"hand_id":"{hand_id(event.hand_id)}","rules":{rules_text(event.rules)},"seats":[{seats}],'
            f'"seed_commitment":{octets_or_null(event.seed_commitment, HASH)},"version":{VERSION}}}'
        )

    return write


# The table

_SHAPES: Final[dict[type[e.Event], Callable[[str], Writer]]] = {
    e.HandOpened: _hand_opened,
    e.DotsTieConfirmed: _dots_tie_confirmed,
    e.EntropyCommitted: _entropy_committed,
    e.EntropyAdded: _entropy_added,
    e.DeckSealed: _deck_sealed,
    e.AntesPosted: _antes,
    e.AntePosted: _of_seat_and_amount,
    e.SatOut: _of_seat,
    e.HandCancelled: _returned,
    e.CardsDealt: _cards_dealt,
    e.CardBurned: _of_position,
    e.StubReplenished: _stub_replenished,
    e.CommunityCardDealt: _community_card_dealt,
    e.BroughtIn: _brought_in,
    e.Completed: _wager,
    e.Bet: _wager,
    e.Raised: _wager,
    e.Called: _of_seat_and_amount,
    e.Checked: _of_seat,
    e.Folded: _of_seat,
    e.TimedOut: _timed_out,
    e.ChipsReturned: _of_seat_and_amount,
    e.BettingClosed: _of_street,
    e.StoreOpened: _store_opened,
    e.StoreCardBought: _store_card_bought,
    e.StorePassed: _of_seat,
    e.StoreRestocked: _store_restocked,
    e.StoreClosed: _nothing,
    e.HandShown: _of_seat,
    e.HandMucked: _of_seat,
    e.DownCardsOpened: _down_cards_opened,
    e.RakeTaken: _of_amount,
    e.PotsAwarded: _pots_awarded,
    e.HandClosed: _stacks,
}

WRITERS: Final[dict[type, Writer]] = {event: shape(TAG_OF[event]) for event, shape in _SHAPES.items()}
"""The writer of each class of event."""

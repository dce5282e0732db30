"""Events as canonical text, one writer a class. Whatever a writer lets through is valid: this is the door.

A writer takes the event and its time, as `"at":1,` or nothing, and gives the line as text. Keys stand in
canonical order. What may not be written raises `Refused`, which `careful` explains; reading passes here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, Literal, NoReturn, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.log.canonical import JSON, quoted, text_of
from grocerydots.log.tags import FORMAT, TAG_OF, VERSION
from grocerydots.rules.table import DOTS_TIES, MAX_CHIPS, STAKES, Rules

Writer: TypeAlias = Callable[[Any, str], str]

LONGEST_NAME: Final = 10_000  #: Characters of a player's name.
HAND_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
DECKS: Final = ("sealed", "test", "unsealed")
SHARES: Final = ("high", "dots", "low", "whole")
RESULTS: Final = ("all_in", "check", "fold", "bring_in", "sit_out", "pass", "show")


class Refused(Exception):
    """An event that cannot be written. It goes no further than the codec, which says what is wrong."""


def _refuse() -> NoReturn:
    raise Refused


# Values: each is given back, or its text, when it is valid


def _whole(value: int) -> int:
    if type(value) is int and 0 <= value <= MAX_CHIPS:
        return value
    _refuse()


def _seat(value: int) -> int:
    if type(value) is int and 0 < value <= MAX_CHIPS:
        return value
    _refuse()


def _position(value: int) -> int:
    if type(value) is int and 0 <= value <= 51:
        return value
    _refuse()


def _slot(value: int) -> int:
    if type(value) is int and 1 <= value <= 3:
        return value
    _refuse()


def _street(value: int) -> int:
    if type(value) is int and 3 <= value <= 7:
        return value
    _refuse()


def _flag(value: bool) -> Literal["true", "false"]:
    return "true" if value is True else "false" if value is False else _refuse()


def _word(value: str, words: tuple[str, ...]) -> str:
    if type(value) is str and value in words:
        return value
    _refuse()


def _card(value: Card) -> str:
    if type(value) is Card:
        return value.text
    _refuse()


def _octets(value: bytes, size: int) -> str:
    if type(value) is bytes and len(value) == size:
        return value.hex()
    _refuse()


def _octets_or_null(value: bytes | None, size: int) -> str:
    return "null" if value is None else f'"{_octets(value, size)}"'


def _items(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if type(value) is tuple:
        return value
    _refuse()


def time(at: int | None) -> str:
    """The time's place in a line: ``"at":1,``, or nothing."""
    return "" if at is None else f'"at":{_whole(at)},'


# Rows


def _payments(rows: tuple[e.Payment, ...]) -> str:
    return ",".join([f"[{_seat(seat)},{_whole(amount)}]" for seat, amount in _items(rows)])


def _openings(rows: tuple[e.Opening, ...]) -> str:
    return ",".join([
        f'[{_position(position)},"{_card(card)}",{_octets_or_null(salt, 16)}]'
        for position, card, salt in _items(rows)
    ])  # fmt: skip


def _awards(rows: tuple[e.Award, ...]) -> str:
    return ",".join([
        f'[{_whole(pot)},"{_word(share, SHARES)}",{_seat(seat)},{_whole(amount)}]'
        for pot, share, seat, amount in _items(rows)
    ])  # fmt: skip


def _positions(positions: tuple[e.Position, ...]) -> str:
    return ",".join([str(_position(position)) for position in _items(positions)])


def _dealt(rows: tuple[e.Dealt, ...]) -> str:
    written = []
    for seat, position, up, card, salt in _items(rows):
        if (
            type(seat) is not int
            or type(position) is not int
            or not 0 < seat <= MAX_CHIPS
            or not 0 <= position <= 51
        ):
            _refuse()
        if up is False and card is None and salt is None:  # a face-down card stands in no log
            written.append(f"[{seat},{position},false,null,null]")
        elif up is True and type(card) is Card:
            written.append(f'[{seat},{position},true,"{card.text}",{_octets_or_null(salt, 16)}]')
        else:
            _refuse()
    return ",".join(written)


# Lines, by the fields that they have


def _nothing(tag: str) -> Writer:
    return lambda _, at: f'{{{at}"event":"{tag}"}}'


def _of_seat(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","seat":{_seat(v.seat)}}}'


def _of_amount(tag: str) -> Writer:
    return lambda v, at: f'{{"amount":{_whole(v.amount)},{at}"event":"{tag}"}}'


def _of_seat_and_amount(tag: str) -> Writer:
    return lambda v, at: f'{{"amount":{_whole(v.amount)},{at}"event":"{tag}","seat":{_seat(v.seat)}}}'


def _brought_in(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{_whole(v.amount)},{at}"event":"{tag}","full":{_flag(v.full)},"seat":{_seat(v.seat)}}}'
    )


def _wager(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{_whole(v.amount)},{at}"event":"{tag}","full":{_flag(v.full)},"seat":{_seat(v.seat)},'
        f'"to":{_whole(v.to)}}}'
    )


def _timed_out(tag: str) -> Writer:
    return lambda v, at: (
        f'{{"amount":{_whole(v.amount)},{at}"event":"{tag}","result":"{_word(v.result, RESULTS)}",'
        f'"seat":{_seat(v.seat)}}}'
    )


def _of_street(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","street":{_street(v.street)}}}'


def _of_position(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","position":{_position(v.position)}}}'


def _antes(tag: str) -> Writer:
    return lambda v, at: f'{{"antes":[{_payments(v.antes)}],{at}"event":"{tag}"}}'


def _returned(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","returned":[{_payments(v.returned)}]}}'


def _stacks(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","stacks":[{_payments(v.stacks)}]}}'


def _pots_awarded(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"awards":[{_awards(v.awards)}],"event":"{tag}"}}'


def _cards_dealt(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"cards":[{_dealt(v.cards)}],"event":"{tag}","street":{_street(v.street)}}}'


def _store_opened(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"cards":[{_openings(v.cards)}],"event":"{tag}"}}'


def _down_cards_opened(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"cards":[{_openings(v.cards)}],"event":"{tag}","seat":{_seat(v.seat)}}}'


def _community_card_dealt(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{_card(v.card)}","event":"{tag}","position":{_position(v.position)},'
        f'"salt":{_octets_or_null(v.salt, 16)}}}'
    )


def _store_restocked(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{_card(v.card)}","event":"{tag}","position":{_position(v.position)},'
        f'"salt":{_octets_or_null(v.salt, 16)},"slot":{_slot(v.slot)}}}'
    )


def _store_card_bought(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"card":"{_card(v.card)}","event":"{tag}","price":{_whole(v.price)},"seat":{_seat(v.seat)},'
        f'"slot":{_slot(v.slot)}}}'
    )


def _dots_tie_confirmed(tag: str) -> Writer:
    return lambda v, at: f'{{{at}"event":"{tag}","policy":"{_word(v.policy, DOTS_TIES)}"}}'


def _entropy_committed(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"commitment":"{_octets(v.commitment, 32)}","event":"{tag}","seat":{_seat(v.seat)}}}'
    )


def _entropy_added(tag: str) -> Writer:
    return lambda v, at: (
        f'{{{at}"entropy":"{_octets(v.entropy, 32)}","event":"{tag}","seat":{_seat(v.seat)}}}'
    )


def _deck_sealed(tag: str) -> Writer:
    def write(event: e.DeckSealed, at: str) -> str:
        seals = '","'.join([_octets(seal, 32) for seal in _items(event.seals)])
        if len(event.seals) != 52:
            _refuse()
        return f'{{{at}"event":"{tag}","order_seal":"{_octets(event.order_seal, 32)}","seals":["{seals}"]}}'

    return write


def _stub_replenished(tag: str) -> Writer:
    def write(event: e.StubReplenished, at: str) -> str:
        order = "null" if event.order is None else f"[{_positions(event.order)}]"
        if event.order is not None and len(event.order) != 52:
            _refuse()
        return (
            f'{{{at}"event":"{tag}","order":{order},"positions":[{_positions(event.positions)}],'
            f'"salt":{_octets_or_null(event.salt, 16)}}}'
        )

    return write


# The first line


def _hand_opened(tag: str) -> Writer:
    def write(event: e.HandOpened, at: str) -> str:
        entropy_seats = ",".join([str(_seat(seat)) for seat in _items(event.entropy_seats)])
        seats = ",".join([_seating(seating) for seating in _items(event.seats)])
        return (
            f'{{{at}"dealer":{_whole(event.dealer)},"deck":"{_word(event.deck, DECKS)}",'
            f'"entropy_seats":[{entropy_seats}],"event":"{tag}","format":"{FORMAT}",'
            f'"hand_id":"{_hand_id(event.hand_id)}","rules":{_rules(event.rules)},"seats":[{seats}],'
            f'"seed_commitment":{_octets_or_null(event.seed_commitment, 32)},"version":{VERSION}}}'
        )

    return write


def _hand_id(value: str) -> str:
    if type(value) is str and HAND_ID.fullmatch(value):
        return value
    _refuse()


def _seating(seating: e.Seating) -> str:
    seat, player, stack, auto_ante = seating
    if type(player) is not str or not 1 <= len(player) <= LONGEST_NAME:
        _refuse()
    return (
        f'{{"auto_ante":{_flag(auto_ante)},"player":{quoted(player)},"seat":{_seat(seat)},'
        f'"stack":{_whole(stack)}}}'
    )


def _rules(rules: Rules) -> str:
    return _rules_text(rules) if type(rules) is Rules else _refuse()


@lru_cache(maxsize=64)
def _rules_text(rules: Rules) -> str:
    return text_of(rules_object(rules))


def rules_object(rules: Rules) -> dict[str, JSON]:
    """Rules as they stand in a log: what does not apply to the game and structure is left out."""
    betting = rules.betting
    lower, higher = STAKES[betting.structure]
    stakes: dict[str, JSON] = {"structure": betting.structure, lower: betting.lower}
    if higher is not None:
        stakes[higher] = betting.higher
    written: dict[str, JSON] = {
        "act_within_ms": rules.act_within_ms,
        "ante": rules.ante,
        "betting": stakes,
        "bring_in": rules.bring_in,
        "game": rules.game,
        "rulebook": rules.rulebook,
    }
    if rules.unit is not None:
        written["unit"] = rules.unit
    return {**written, **rules.options()}


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

"""The values of an event as text: each function gives a valid value, or its text, and refuses any other."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NoReturn, get_args

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck.scheme import HAND_ID, SALT_BYTES, SECRET_BYTES
from grocerydots.events import LONGEST_NAME
from grocerydots.log.canonical import JSON, quoted, text_of
from grocerydots.rules.rules import MAX_CHIPS, STAKES, Rules

DECKS: Final[tuple[str, ...]] = get_args(e.DeckKind)
SHARES: Final[tuple[str, ...]] = get_args(e.Share)
RESULTS: Final[tuple[str, ...]] = get_args(e.TimeOutResult)
SALT: Final = SALT_BYTES
HASH: Final = SECRET_BYTES  #: So long is entropy too.


class Refused(Exception):
    """An event that cannot be written. It goes no further than the codec, which says what is wrong."""


def refuse() -> NoReturn:
    """Raise `Refused`."""
    raise Refused


# Single values


def whole(value: int) -> int:
    """Chips, milliseconds, the number of a pot: 0 or more."""
    if type(value) is int and 0 <= value <= MAX_CHIPS:
        return value
    refuse()


def seat_number(value: int) -> int:
    """A player's seat."""
    if type(value) is int and 0 < value <= MAX_CHIPS:
        return value
    refuse()


def place(value: int) -> int:
    """A position in the deck."""
    if type(value) is int and 0 <= value <= 51:
        return value
    refuse()


def store_slot(value: int) -> int:
    """A slot of the store."""
    if type(value) is int and 1 <= value <= 3:
        return value
    refuse()


def street_number(value: int) -> int:
    """Third to seventh street."""
    if type(value) is int and 3 <= value <= 7:
        return value
    refuse()


def flag(value: bool) -> str:
    """A yes or no."""
    return "true" if value is True else "false" if value is False else refuse()


def word(value: str, words: tuple[str, ...]) -> str:
    """One of some words."""
    if type(value) is str and value in words:
        return value
    refuse()


def card_text(value: Card) -> str:
    """A card's two characters."""
    if type(value) is Card:
        return value.text
    refuse()


def octets(value: bytes, size: int) -> str:
    """So many bytes, as hexadecimal digits."""
    if type(value) is bytes and len(value) == size:
        return value.hex()
    refuse()


def octets_or_null(value: bytes | None, size: int) -> str:
    """The same in quotes, or ``null``."""
    return "null" if value is None else f'"{octets(value, size)}"'


def time(at: int | None) -> str:
    """The time's place in a line: ``"at":1,``, or nothing."""
    return "" if at is None else f'"at":{whole(at)},'


# Several: the inside of an array


def items(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tuple, as it is."""
    if type(value) is tuple:
        return value
    refuse()


def payments(rows: tuple[e.Payment, ...]) -> str:
    """Chips of several seats."""
    return ",".join([f"[{seat_number(seat)},{whole(amount)}]" for seat, amount in items(rows)])


def openings(rows: tuple[e.Opening, ...]) -> str:
    """Opened positions."""
    return ",".join([
        f'[{place(position)},"{card_text(card)}",{octets_or_null(salt, SALT)}]'
        for position, card, salt in items(rows)
    ])  # fmt: skip


def awards(rows: tuple[e.Award, ...]) -> str:
    """Shares of pots."""
    return ",".join([
        f'[{whole(pot)},"{word(share, SHARES)}",{seat_number(seat)},{whole(amount)}]'
        for pot, share, seat, amount in items(rows)
    ])  # fmt: skip


def places(positions: tuple[e.Position, ...]) -> str:
    """Positions of the deck."""
    return ",".join([str(place(position)) for position in items(positions)])


def dealt(rows: tuple[e.Dealt, ...]) -> str:
    """Dealt cards; a face-down card stands in no log. Written out, for this is most of many a log."""
    written = []
    for seat, position, up, card, salt in items(rows):
        if type(seat) is not int or type(position) is not int:
            refuse()
        if not (0 < seat <= MAX_CHIPS and 0 <= position <= 51):
            refuse()
        if up is False and card is None and salt is None:
            written.append(f"[{seat},{position},false,null,null]")
        elif up is True and type(card) is Card:
            written.append(f'[{seat},{position},true,"{card.text}",{octets_or_null(salt, SALT)}]')
        else:
            refuse()
    return ",".join(written)


# The opening


def hand_id(value: str) -> str:
    """A hand's id."""
    if type(value) is str and HAND_ID.fullmatch(value):
        return value
    refuse()


def seating(player: e.Seating) -> str:
    """A player at the table, an object."""
    seat, name, stack, auto_ante = player
    if type(name) is not str or not 1 <= len(name) <= LONGEST_NAME:
        refuse()
    return (
        f'{{"auto_ante":{flag(auto_ante)},"player":{quoted(name)},"seat":{seat_number(seat)},'
        f'"stack":{whole(stack)}}}'
    )


def rules_text(rules: Rules) -> str:
    """The rules, an object."""
    return _text_of_rules(rules) if type(rules) is Rules else refuse()


@lru_cache(maxsize=64)
def _text_of_rules(rules: Rules) -> str:
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

"""What each field of a line may hold, in words: how the careful way of reading says what is wrong.

That the writers, which decide, let through just the same is proved by tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NewType, TypeGuard, TypeVar

from grocerydots import events as e
from grocerydots.cards import CARD_OF, Card
from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import LogError, MalformedLog, brief
from grocerydots.events import LONGEST_NAME
from grocerydots.log.canonical import has_surrogate
from grocerydots.log.texts import DECKS, RESULTS, SHARES
from grocerydots.rules.options import DOTS_TIES
from grocerydots.rules.rules import MAX_CHIPS

_T = TypeVar("_T")
_HEX: Final = frozenset("0123456789abcdef")


class Wrong(ValueError):
    """What is wrong with a value, the path to it from where it was looked at, and the error that it makes."""

    def __init__(self, message: str, path: str = "", kind: type[LogError] = MalformedLog) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.kind = kind

    def under(self, path: str) -> Wrong:
        """The same from further out, where the value stands at that path."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        return Wrong(self.message, f"{path}{dot}{self.path}".removeprefix("."), self.kind)

    def at_line(self, number: int | None) -> LogError:
        """The error that a reader of the log gets."""
        return self.kind(self.message, number, self.path)


Whole = NewType("Whole", int)
SeatNumber = NewType("SeatNumber", int)
Position = NewType("Position", int)
Street = NewType("Street", int)
Slot = NewType("Slot", int)
HandId = NewType("HandId", str)
Name = NewType("Name", str)
DotsTie = NewType("DotsTie", str)
DeckKind = NewType("DeckKind", str)
Share = NewType("Share", str)
Result = NewType("Result", str)
Salt = NewType("Salt", bytes)
Hash = NewType("Hash", bytes)

#: What a field of that name holds, whatever it stands in. The others are as their class says.
FIELDS: Final[dict[str, Any]] = {
    "amount": Whole,
    "commitment": Hash,
    "dealer": Whole,
    "deck": DeckKind,
    "entropy": Hash,
    "entropy_seats": tuple[SeatNumber, ...],
    "hand_id": HandId,
    "order": tuple[Position, ...] | None,
    "order_seal": Hash,
    "player": Name,
    "policy": DotsTie,
    "position": Position,
    "positions": tuple[Position, ...],
    "price": Whole,
    "result": Result,
    "salt": Salt | None,
    "seals": tuple[Hash, ...],
    "seat": SeatNumber,
    "seed_commitment": Hash | None,
    "slot": Slot,
    "stack": Whole,
    "street": Street,
    "to": Whole,
}

#: How many items an array has, where that is fixed.
LENGTHS: Final[dict[str, int]] = {"order": 52, "seals": 52}

#: Named tuples that are arrays in a line, and what their places hold.
ROWS: Final[dict[type[tuple[Any, ...]], tuple[Any, ...]]] = {
    e.Payment: (SeatNumber, Whole),
    e.Award: (Whole, Share, SeatNumber, Whole),
    e.Opening: (Position, Card, Salt | None),
    e.Dealt: (SeatNumber, Position, bool, Card | None, Salt | None),
}


def checked(path: str, check: Callable[[Any], _T], value: Any) -> _T:
    """What the check gives for the value at that path, which a `Wrong` of its names."""
    try:
        return check(value)
    except Wrong as wrong:
        raise wrong.under(path) from None


def said(value: object) -> str:
    """A value as JSON writes it, cut short, for a message."""
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    return brief(value)


def _number(least: int, most: int, what: str) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise Wrong(f"expected {what}, {least} to {most}, got {said(value)}")

    return check


def is_hex(value: object, size: int) -> TypeGuard[str]:
    """Whether it is so many bytes as lower-case hexadecimal digits."""
    return type(value) is str and len(value) == 2 * size and not set(value) - _HEX


def _octets(size: int) -> Callable[[Any], bytes]:
    def check(value: Any) -> bytes:
        if is_hex(value, size):
            return bytes.fromhex(value)
        raise Wrong(f"expected {2 * size} lower-case hexadecimal digits, got {said(value)}")

    return check


def word_of(words: tuple[str, ...]) -> Callable[[Any], str]:
    """The check of a field that holds one of some words."""

    def check(value: Any) -> str:
        if type(value) is str and value in words:
            return value
        raise Wrong(f"expected {', '.join(words[:-1])} or {words[-1]}, got {said(value)}")

    return check


def _hand_id(value: Any) -> str:
    if type(value) is str and HAND_ID.fullmatch(value):
        return value
    raise Wrong(f"expected 1 to 64 of A-Z a-z 0-9 . _ -, got {said(value)}")


def _name(value: Any) -> str:
    if type(value) is not str or not 1 <= len(value) <= LONGEST_NAME:
        raise Wrong(f"expected a name of 1 to {LONGEST_NAME} characters, got {said(value)}")
    if has_surrogate(value):
        raise Wrong(f"{brief(value)} holds a lone surrogate, which UTF-8 cannot hold")
    return value


def _flag(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise Wrong(f"expected true or false, got {said(value)}")


def _card(value: Any) -> Card:
    if type(value) is str and value in CARD_OF:
        return CARD_OF[value]
    raise Wrong(f"expected a card like As or Td, got {said(value)}")


#: The check of each kind: gives what an event holds, or raises `Wrong`.
CHECKS: Final[dict[Any, Callable[[Any], Any]]] = {
    Whole: _number(0, MAX_CHIPS, "a whole number"),
    SeatNumber: _number(1, MAX_CHIPS, "a seat number"),
    Position: _number(0, 51, "a position in the deck"),
    Street: _number(3, 7, "a street"),
    Slot: _number(1, 3, "a slot of the store"),
    HandId: _hand_id,
    Name: _name,
    DotsTie: word_of(DOTS_TIES),
    DeckKind: word_of(DECKS),
    Share: word_of(SHARES),
    Result: word_of(RESULTS),
    Salt: _octets(16),
    Hash: _octets(32),
    bool: _flag,
    Card: _card,
}

"""The deck: its seed, its shuffle, and the seals that fix it before the first ante (scheme ``gsd-deck/1``).

The scheme is written down, with test vectors, in ``docs/reference/deck.md``; what is computed here is that
page and nothing else. Every message that is hashed starts with the scheme, a purpose and the hand's id, each
with its length, so that no value of one purpose or hand can be taken for one of another.
"""

from __future__ import annotations

import hmac
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from struct import unpack
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, cast

import attrs

from grocerydots.cards import CARDS, Card
from grocerydots.errors import DeckError, NotationError, Problem, SetupError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = [
    "SCHEME",
    "Deck",
    "DeckKind",
    "Seed",
    "entropy_commitment",
    "order_seal_of",
    "seal_of",
    "sealer",
]

DeckKind: TypeAlias = Literal["sealed", "test", "unsealed"]
_Bytes: TypeAlias = bytes  # `Seed.bytes` hides the built-in name in its class
_Item = TypeVar("_Item")

SCHEME: Final = "gsd-deck/1"
"""The scheme's name, part of everything that is hashed."""

_SIZE = 52
_SECRET_BYTES = 32  # a seed, a player's entropy, a seal, a key
_SALT_BYTES = 16
_HAND_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_UNKNOWN = "??"

_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
#: For every draw of a shuffle: the place to fill, the number of choices, the first word to reject.
_DRAWS = tuple((last, last + 1, 2**32 // (last + 1) * (last + 1)) for last in range(_SIZE - 1, 0, -1))


# What goes into a hash


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _lp(value: bytes) -> bytes:
    return _u32(len(value)) + value


_POSITIONS = tuple(_u32(position) for position in range(_SIZE))
_CARD_PARTS = tuple(_lp(card.text.encode()) for card in CARDS)
_SALT_LENGTH = _u32(_SALT_BYTES)


def _domain(purpose: str, hand_id: str) -> bytes:
    """Return the start of every message: scheme, purpose, hand id."""
    if not isinstance(hand_id, str):
        raise NotationError(f"a hand's id is text, not {_shown(hand_id)}")
    return _known_domain(purpose, hand_id)


@lru_cache(maxsize=64)
def _known_domain(purpose: str, hand_id: str) -> bytes:
    if not _HAND_ID.fullmatch(hand_id):
        raise NotationError(f"a hand's id is 1 to 64 of A-Z a-z 0-9 . _ -, not {_shown(hand_id)}")
    return b"".join(_lp(part.encode()) for part in (SCHEME, purpose, hand_id))


def _hmac(key: bytes, domain: bytes) -> Callable[[bytes], bytes]:
    """Return HMAC-SHA256 under a key of messages that start alike; both pads are hashed just once."""
    block = key.ljust(64, b"\0")
    inner = sha256(block.translate(_INNER_PAD) + domain)
    outer = sha256(block.translate(_OUTER_PAD))

    def mac(rest: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(rest)
        second.update(first.digest())
        return second.digest()

    return mac


# The shuffle


def _hand_key(seed: Seed, hand_id: str, entropy: Mapping[int, bytes]) -> bytes:
    pairs = _pairs(entropy, "entropy by seat")
    by_seat = sorted((_seat(seat), _octets(value, _SECRET_BYTES, "entropy")) for seat, value in pairs)
    added = b"".join(_u32(seat) + _lp(value) for seat, value in by_seat)
    return hmac.digest(seed.bytes, _domain("key", hand_id) + added, "sha256")


def _words(mac: Callable[[bytes], bytes]) -> Iterator[int]:
    """Yield the stream's 32-bit words, without end."""
    block = 0
    while True:
        yield from unpack(">8I", mac(_u32(block)))
        block += 1


def _shuffled(words: Iterator[int]) -> tuple[int, ...]:
    """Return 0 to 51 in an order drawn from words; all orders are equally likely if the words are random.

    Fisher-Yates from the last place down. A word that would favour small results is rejected.
    """
    order = list(range(_SIZE))
    for last, choices, limit in _DRAWS:
        word = next(words)
        while word >= limit:
            word = next(words)
        drawn = word % choices
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


# The seals


def seal_of(hand_id: str, position: int, card: Card, salt: bytes) -> bytes:
    """Return the 32-byte seal of a position (0 to 51), to compare with the one in `DeckSealed`.

    Raises `DeckError` for anything but a position, a card and 16 bytes, `NotationError` for no hand's id.
    """
    if not isinstance(card, Card):
        raise DeckError(f"what is sealed at a position is a card, not {_shown(card)}")
    return _seal(_domain("seal", hand_id), _position(position), card, _octets(salt, _SALT_BYTES, "a salt"))


def sealer(hand_id: str) -> Callable[[int, Card, bytes], bytes]:
    """Return what gives the seals of a hand's positions: `seal_of`, with no look at its arguments."""
    domain = _domain("seal", hand_id)
    return lambda position, card, salt: _seal(domain, position, card, salt)


def order_seal_of(hand_id: str, order: Sequence[int], salt: bytes) -> bytes:
    """Return the 32-byte seal of the order of all 52 positions in which a reshuffle takes them (ROOM-12)."""
    return _order_seal(hand_id, _full_order(order), _octets(salt, _SALT_BYTES, "a salt"))


def entropy_commitment(hand_id: str, seat: int, entropy: bytes) -> bytes:
    """Return the 32 bytes by which a seat commits to its 32 bytes of entropy.

    They name the hand and the seat, so that nobody can pass off another player's commitment as their own.
    """
    value = _octets(entropy, _SECRET_BYTES, "entropy")
    return sha256(_domain("entropy", hand_id) + _u32(_seat(seat)) + _lp(value)).digest()


def _seal(domain: bytes, position: int, card: Card, salt: bytes) -> bytes:
    message = domain + _POSITIONS[position] + _CARD_PARTS[card.index] + _SALT_LENGTH + salt
    return sha256(message).digest()


def _order_seal(hand_id: str, order: tuple[int, ...], salt: bytes) -> bytes:
    return sha256(_domain("order-seal", hand_id) + _lp(bytes(order)) + _lp(salt)).digest()


# The seed


@attrs.frozen(eq=False, repr=False)
class Seed:
    """The 32 secret bytes that a hand's deck comes from. One seed, one hand.

    Whoever knows it knows every card. It never shows in a `repr` or a message of ours; `hex` and `bytes`
    give it away. Raises `DeckError` for anything but 32 bytes.
    """

    bytes: _Bytes
    is_test: bool = attrs.field(default=False, kw_only=True)  #: Made by `grocerydots.testing`; not secret.

    def __attrs_post_init__(self) -> None:
        _octets(self.bytes, _SECRET_BYTES, "a seed")
        if not isinstance(self.is_test, bool):
            raise DeckError(f"is_test is true or false, not {_shown(self.is_test)}")

    @classmethod
    def random(cls) -> Seed:
        """Return a new seed from the operating system's entropy."""
        return cls(os.urandom(_SECRET_BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Seed:
        """Return the seed that `hex` wrote. Raises `NotationError` for anything but 64 hex digits."""
        try:
            secret = bytes.fromhex(text)
        except (TypeError, ValueError):
            secret = b""
        if len(secret) != _SECRET_BYTES or len(text) != 2 * _SECRET_BYTES:
            raise NotationError("a seed is written as 64 hexadecimal digits")
        return cls(secret)

    def hex(self) -> str:
        """Return the secret as 64 hexadecimal digits."""
        return self.bytes.hex()

    @property
    def commitment(self) -> _Bytes:
        """SHA-256 of the seed, published where players add entropy, before any of them does."""
        return sha256(self.bytes).digest()

    def __repr__(self) -> str:
        return "Seed(secret)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seed):
            return NotImplemented
        return hmac.compare_digest(self.bytes, other.bytes) and self.is_test == other.is_test

    def __hash__(self) -> int:
        return hash((self.bytes, self.is_test))


# The deck


@attrs.frozen(repr=False)
class Deck:
    """The 52 cards in their order, the top card first, and what proves it. Secret while the hand is on.

    A ``sealed`` or ``test`` deck is complete and belongs to one hand; an ``unsealed`` one has no salts and
    may have unknown cards. Raises `SetupError` citing GSD-1 for a repeated card, `DeckError` for the rest.
    """

    cards: tuple[Card | None, ...]  #: By position; None is a card that is not known.
    salts: tuple[bytes, ...] | None = None  #: By position, 16 bytes each.
    order: tuple[int, ...] | None = None  #: All 52 positions as a reshuffle takes them (ROOM-12).
    order_salt: bytes | None = None
    kind: DeckKind = "unsealed"
    hand_id: str | None = None  #: The hand that it is sealed for.
    _seals: tuple[tuple[bytes, ...], bytes] | None = attrs.field(init=False, default=None, eq=False)

    def __attrs_post_init__(self) -> None:
        if type(self.cards) is not tuple or len(self.cards) != _SIZE:
            raise DeckError("a deck is a tuple of 52 cards, None for each that is not known")
        _raise_if(_card_problems(self.cards, "deck"))
        if self.order is not None and self.order != _full_order(self.order):
            raise DeckError("the order of a reshuffle is a tuple of the positions 0 to 51")
        if self.kind == "unsealed":
            self._check_unsealed()
        else:
            self._check_complete()

    def _check_unsealed(self) -> None:
        if (self.salts, self.order_salt, self.hand_id) != (None, None, None):
            raise DeckError("an unsealed deck has no salts and is of no hand")

    def _check_complete(self) -> None:
        if self.kind not in ("sealed", "test"):
            raise DeckError(f"a deck is sealed, test or unsealed, not {_shown(self.kind)}")
        if None in self.cards or self.order is None:
            raise DeckError(f"a {self.kind} deck has no unknown cards and has an order for a reshuffle")
        if type(self.salts) is not tuple or len(self.salts) != _SIZE:
            raise DeckError(f"a {self.kind} deck has a tuple of 52 salts")
        for salt in (*self.salts, self.order_salt):
            _octets(salt, _SALT_BYTES, "a salt")
        _domain("seal", self.hand_id)  # type: ignore[arg-type]  # refuses None as it does anything else

    def __repr__(self) -> str:
        known = _SIZE - self.cards.count(None)
        return f"Deck({self.kind}, {known} known cards)"

    @classmethod
    def from_seed(cls, seed: Seed, hand_id: str, entropy: Mapping[int, bytes] | None = None) -> Deck:
        """Return the deck of a hand: sealed, or a test deck when the seed is one for tests.

        `entropy` is the 32 bytes of each seat that added some. The same arguments give the same deck
        everywhere and for ever.
        """
        if not isinstance(seed, Seed):
            raise DeckError(f"a deck is made from a Seed, not {_shown(seed)}")
        key = _hand_key(seed, hand_id, {} if entropy is None else entropy)
        salt = _hmac(key, _domain("salt", hand_id))
        return cls._unchecked(
            tuple([CARDS[index] for index in _shuffled(_words(_hmac(key, _domain("shuffle", hand_id))))]),
            tuple([salt(position)[:_SALT_BYTES] for position in _POSITIONS]),
            _shuffled(_words(_hmac(key, _domain("reshuffle", hand_id)))),
            _hmac(key, _domain("order-salt", hand_id))(_POSITIONS[0])[:_SALT_BYTES],
            "test" if seed.is_test else "sealed",
            hand_id,
            None,
        )

    @classmethod
    def stacked(
        cls,
        cards: str | Iterable[Card | str | None],
        *,
        salts_from: Seed | None = None,
        hand_id: str | None = None,
        reshuffled: str | Iterable[Card | str] | None = None,
        order: Iterable[int] | None = None,
    ) -> Deck:
        """Return a deck with these cards on top: cards, their names, ``"??"`` or None for unknown.

        Without a seed it is unsealed and the rest is unknown. With the test seed `salts_from`, for the hand
        `hand_id`, unknown places get the remaining cards in that seed's order, salts and reshuffle come
        from it, and the deck is a test deck. A reshuffle (ROOM-12) takes the cards `reshuffled` or the
        positions `order` first. Raises `SetupError` citing GSD-1 for a card that is repeated or is none of
        the 52, `DeckError` for the rest.
        """
        if salts_from is None and hand_id is not None:
            raise DeckError("a stacked deck is of a hand only with salts_from")
        if reshuffled is not None and order is not None:
            raise DeckError("a stacked deck has either the cards reshuffled or their order, not both")
        deck = cls(_read_stack(cards))
        if salts_from is not None:
            deck = deck._filled(_test_deck(salts_from, hand_id))
        if reshuffled is not None:
            order = deck._places(_read(reshuffled, "reshuffled"))
        if order is None:
            return deck
        return attrs.evolve(deck, order=_order_from(order, deck.order or range(_SIZE)))

    @classmethod
    def unknown(cls) -> Deck:
        """Return an unsealed deck of which no card is known."""
        return cls((None,) * _SIZE)

    def with_cards(self, cards: Mapping[int, Card | str]) -> Deck:
        """Return this deck with the cards at these positions known.

        Raises `DeckError` where another card is known already, `SetupError` citing GSD-1 for a repeated
        card, `NotationError` for what is no card.
        """
        known = list(self.cards)
        for position, given in _pairs(cards, "cards by position"):
            card = _as_card(given)
            here = known[_position(position)]
            if here is not None and here is not card:
                raise DeckError(f"the card at position {position} is {here.text}, not {card.text}")
            known[position] = card
        return self if self.cards == tuple(known) else attrs.evolve(self, cards=tuple(known))

    def with_order(self, order: Iterable[int]) -> Deck:
        """Return this deck with a reshuffle's order known: these positions first, then the others.

        Raises `DeckError` where another order is known already.
        """
        given = _positions(order)
        if self.order is None:
            return attrs.evolve(self, order=_order_from(given, range(_SIZE)))
        if self.replenish(given) != given:
            raise DeckError("the deck's order for a reshuffle is another one (ROOM-12)")
        return self

    def card(self, position: int) -> Card:
        """Return the card at a position. Raises `DeckError` when it is not known."""
        card = self.cards[_position(position)]
        if card is None:
            raise DeckError(f"position {position} has to be turned up and its card is not known")
        return card

    def opening(self, position: int) -> tuple[Card, bytes | None]:
        """Return the card at a position and the salt that proves it, None in an unsealed deck."""
        card = self.card(position)
        return card, None if self.salts is None else self.salts[position]

    def seals(self) -> tuple[tuple[bytes, ...], bytes]:
        """Return the 52 seals by position, and the seal of the order. Raises `DeckError` when unsealed."""
        seals = self._seals
        if seals is None:
            seals = self._make_seals()
            object.__setattr__(self, "_seals", seals)
        return seals

    def replenish(self, available: Iterable[int]) -> tuple[int, ...]:
        """Return these positions in the order of the reshuffle (ROOM-12).

        Raises `DeckError` when that order is not known.
        """
        wanted = frozenset(_positions(available))
        if self.order is None:
            raise DeckError("the deck has to be reshuffled and no order for it is known (ROOM-12)")
        return tuple(position for position in self.order if position in wanted)

    @classmethod
    def _unchecked(cls, *parts: object) -> Deck:
        """Return the deck of these fields, in their order, which are right by construction."""
        deck = object.__new__(cls)
        for name, part in zip(_FIELDS, parts, strict=True):
            object.__setattr__(deck, name, part)
        return deck

    def _make_seals(self) -> tuple[tuple[bytes, ...], bytes]:
        if self.salts is None or self.order is None or self.order_salt is None or self.hand_id is None:
            raise DeckError("an unsealed deck has no seals")
        domain = _domain("seal", self.hand_id)
        pairs = zip(cast("tuple[Card, ...]", self.cards), self.salts, strict=True)
        seals = [_seal(domain, position, card, salt) for position, (card, salt) in enumerate(pairs)]
        return tuple(seals), _order_seal(self.hand_id, self.order, self.order_salt)

    def _filled(self, source: Deck) -> Deck:
        """Return a complete deck's salts and order with these cards, the rest in that deck's order."""
        known = frozenset(self.cards)
        rest = iter([card for card in source.cards if card not in known])
        return attrs.evolve(source, cards=tuple(next(rest) if card is None else card for card in self.cards))

    def _places(self, cards: tuple[Card | None, ...]) -> tuple[int, ...]:
        places = {card: place for place, card in enumerate(self.cards) if card is not None}
        missing = [_UNKNOWN if card is None else card.text for card in cards if card not in places]
        if missing:
            raise DeckError(f"to be reshuffled and not in the stacked deck: {' '.join(missing)}")
        return tuple(places[card] for card in cards if card is not None)


_FIELDS = tuple(field.name for field in attrs.fields(Deck))


# Reading and checking


def _test_deck(seed: Seed, hand_id: str | None) -> Deck:
    if not isinstance(seed, Seed) or not seed.is_test:
        raise DeckError("the salts of a stacked deck come from a test seed (grocerydots.testing.test_seed)")
    if hand_id is None:
        raise DeckError("a stacked deck with salts is of a hand: hand_id is missing")
    return Deck.from_seed(seed, hand_id)


def _read_stack(cards: str | Iterable[Card | str | None]) -> tuple[Card | None, ...]:
    read = _read(cards, "deck")
    if len(read) > _SIZE:
        _raise_if([Problem("GSD-1", "deck", f"a deck has 52 cards, not {len(read)}")])
    return read + (None,) * (_SIZE - len(read))


def _read(cards: str | Iterable[Card | str | None], where: str) -> tuple[Card | None, ...]:
    """Return cards from cards or names, None for unknown ones, or raise all their problems at once."""
    read: list[Card | None] = []
    problems: list[Problem] = []
    for place, card in enumerate(cards.split() if isinstance(cards, str) else _items(cards, where)):
        try:
            read.append(None if card is None or card == _UNKNOWN else _as_card(card))
        except NotationError as error:
            read.append(None)
            problems.append(Problem("GSD-1", f"{where}.{place}", str(error)))
    _raise_if(problems + _card_problems(read, where))
    return tuple(read)


def _as_card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card(card)


def _card_problems(cards: Sequence[Card | None], where: str) -> list[Problem]:
    problems: list[Problem] = []
    first: dict[Card, int] = {}
    for place, card in enumerate(cards):
        if card is None:
            continue
        if not isinstance(card, Card):
            problems.append(Problem("GSD-1", f"{where}.{place}", f"{_shown(card)} is not a card"))
        elif first.setdefault(card, place) != place:
            problems.append(Problem("GSD-1", f"{where}.{place}", f"{card.text} is at {first[card]} already"))
    return problems


def _raise_if(problems: list[Problem]) -> None:
    if problems:
        raise SetupError(tuple(problems))


def _order_from(first: Iterable[int], rest: Iterable[int]) -> tuple[int, ...]:
    given = _positions(first)
    return given + tuple(position for position in rest if position not in given)


def _full_order(order: Iterable[int]) -> tuple[int, ...]:
    positions = _positions(order)
    if len(positions) != _SIZE:
        raise DeckError(f"the order of a reshuffle has 52 positions, not {len(positions)}")
    return positions


def _positions(values: Iterable[int]) -> tuple[int, ...]:
    positions = tuple(_position(value) for value in _items(values, "positions"))
    if len(frozenset(positions)) < len(positions):
        raise DeckError("a position of the deck is named twice")
    return positions


def _items(values: Iterable[_Item], what: str) -> Iterator[_Item]:
    try:
        return iter(values)
    except TypeError:
        raise DeckError(f"{what}: a sequence is needed, not {_shown(values)}") from None


def _pairs(values: Mapping[int, _Item], what: str) -> Iterable[tuple[int, _Item]]:
    if not isinstance(values, Mapping):
        raise DeckError(f"{what}: a mapping is needed, not {_shown(values)}")
    return values.items()


def _position(value: int) -> int:
    if type(value) is not int or not 0 <= value < _SIZE:
        raise DeckError(f"a position of the deck is 0 to 51, not {_shown(value)}")
    return value


def _seat(value: int) -> int:
    if type(value) is not int or not 1 <= value < 2**32:
        raise DeckError(f"a seat is a number from 1 on, of 32 bits, not {_shown(value)}")
    return value


def _octets(value: object, size: int, what: str) -> bytes:
    """Return bytes of this size as they are; a message about others never shows them."""
    if type(value) is not bytes:
        raise DeckError(f"{what} is {size} bytes, not a value of type {type(value).__name__}")
    if len(value) != size:
        raise DeckError(f"{what} is {size} bytes, not {len(value)}")
    return value


def _shown(value: object) -> str:
    """Say what was given, for a message, and never at length."""
    if isinstance(value, str):
        return repr(value) if len(value) <= 24 else f"a text of {len(value)} characters"
    if type(value) is int and value.bit_length() <= 64:
        return str(value)
    return f"a value of type {type(value).__name__}"

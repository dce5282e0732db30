"""The deck: its seed, players' entropy, its 52 cards in their order, and what proves that it was fixed.

How it is shuffled and sealed is `grocerydots.deck.scheme`.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final, TypeAlias, cast, final

import attrs

from grocerydots.cards import CARDS, Card
from grocerydots.deck import scheme
from grocerydots.errors import DeckError, NotationError, Problem, WrongType, brief, expect, raise_any
from grocerydots.events import DeckKind, EntropyAdded, EntropyCommitted
from grocerydots.records import Record
from grocerydots.rules.rules import Seat

__all__ = ["Deck", "DeckKind", "Entropy", "Seed"]

_Bytes: TypeAlias = bytes  # `Seed.bytes` hides the built-in name in its class

_UNKNOWN: Final = "??"


# The seed


@attrs.frozen(eq=False, repr=False)
class Seed:
    """The 32 secret bytes that a hand's deck comes from. One seed, one hand.

    Whoever knows it knows every card. No `repr` and no message of ours shows it; `hex` and `bytes` do.
    Raises `DeckError` for another number of bytes.
    """

    bytes: _Bytes
    is_test: bool = attrs.field(default=False, kw_only=True)  #: Made by `grocerydots.testing`; not secret.

    def __attrs_post_init__(self) -> None:
        scheme.checked_octets(self.bytes, scheme.SECRET_BYTES, "seed")
        expect("is_test", self.is_test, bool)

    @classmethod
    def random(cls) -> Seed:
        """Return a new seed from the operating system's entropy."""
        return cls(os.urandom(scheme.SECRET_BYTES))

    @classmethod
    def from_hex(cls, text: str) -> Seed:
        """Return the seed that `hex` wrote. Raises `NotationError` unless there are 64 hex digits."""
        expect("text", text, str)
        try:
            secret = bytes.fromhex(text)
        except ValueError:
            secret = b""
        if len(secret) != scheme.SECRET_BYTES or len(text) != 2 * scheme.SECRET_BYTES:
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


# A player's own entropy


@final
@attrs.frozen(repr=False, eq=False)
class Entropy(Record):
    """A seat's 32 bytes for one hand: secret until every seat has committed, and never used again.

    Raises `DeckError` for another number of bytes or a wrong seat, `NotationError` for a wrong hand id.
    """

    hand_id: str
    seat: Seat
    octets: bytes  #: Keep them until they are opened: without them the hand can only be cancelled.

    def __attrs_post_init__(self) -> None:
        scheme.entropy_commitment(self.hand_id, self.seat, self.octets)  # checks all three

    @classmethod
    def random(cls, hand_id: str, seat: Seat) -> Entropy:
        """New bytes from the operating system's entropy, for the hand and the seat."""
        return cls(hand_id, seat, os.urandom(scheme.SECRET_BYTES))

    @property
    def committed(self) -> EntropyCommitted:
        """The event by which the seat commits, which reveals nothing of the bytes."""
        return EntropyCommitted(self.seat, scheme.entropy_commitment(self.hand_id, self.seat, self.octets))

    @property
    def added(self) -> EntropyAdded:
        """The event that opens the bytes, once all seats have committed."""
        return EntropyAdded(self.seat, self.octets)

    def __repr__(self) -> str:
        return f"Entropy({self.hand_id!r}, seat {self.seat}, secret)"


# The deck


@attrs.frozen(repr=False, eq=False)
class Deck(Record):
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
    _seals: tuple[tuple[bytes, ...], bytes] | None = attrs.field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        expect("cards", self.cards, tuple)
        if len(self.cards) != scheme.SIZE:
            raise DeckError("a deck is a tuple of 52 cards, None for each that is not known")
        raise_any(_card_problems(self.cards, "deck"))
        if self.order is not None and self.order != scheme.checked_order(self.order):
            raise DeckError("the order of a reshuffle is a tuple of the positions 0 to 51")
        if self.kind != "unsealed":
            self._check_complete()
        elif (self.salts, self.order_salt, self.hand_id) != (None, None, None):
            raise DeckError("an unsealed deck has no salts and is of no hand")

    def _check_complete(self) -> None:
        if self.kind not in ("sealed", "test"):
            raise DeckError(f"a deck is sealed, test or unsealed, not {brief(self.kind)}")
        if None in self.cards or self.order is None:
            raise DeckError(f"a {self.kind} deck has no unknown cards and has an order for a reshuffle")
        if type(self.salts) is not tuple or len(self.salts) != scheme.SIZE:
            raise DeckError(f"a {self.kind} deck has a tuple of 52 salts")
        for salt in (*self.salts, self.order_salt):
            scheme.checked_octets(salt, scheme.SALT_BYTES, "salt")
        scheme.check_hand_id(cast("str", self.hand_id))

    def __repr__(self) -> str:
        known = scheme.SIZE - self.cards.count(None)
        return f"Deck({self.kind}, {known} known cards)"

    @classmethod
    def from_seed(cls, seed: Seed, hand_id: str, entropy: Mapping[int, bytes] | None = None) -> Deck:
        """Return the deck of a hand: sealed, or a test deck when the seed is one for tests.

        `entropy` is the 32 bytes of each seat that added some. The same arguments give the same deck
        everywhere and for ever.
        """
        expect("seed", seed, Seed)
        key = scheme.hand_key(seed.bytes, hand_id, {} if entropy is None else entropy)
        return cls._unchecked(
            tuple([CARDS[index] for index in scheme.shuffled(key, "shuffle", hand_id)]),
            scheme.salts_of(key, hand_id),
            scheme.shuffled(key, "reshuffle", hand_id),
            scheme.order_salt_of(key, hand_id),
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
        return attrs.evolve(deck, order=_order_from(order, deck.order or range(scheme.SIZE)))

    @classmethod
    def unknown(cls) -> Deck:
        """Return an unsealed deck of which no card is known."""
        return cls((None,) * scheme.SIZE)

    def with_cards(self, cards: Mapping[int, Card | str]) -> Deck:
        """Return this deck with the cards at these positions known.

        Raises `DeckError` where another card is known already, `SetupError` citing GSD-1 for a repeated
        card, `NotationError` for a text that names no card.
        """
        known = list(self.cards)
        expect("cards", cards, Mapping)
        for position, given in cards.items():
            card = _as_card(given)
            here = known[scheme.checked_position(position)]
            if here is not None and here is not card:
                raise DeckError(f"the card at position {position} is {here.text}, not {card.text}")
            known[position] = card
        return self if self.cards == tuple(known) else attrs.evolve(self, cards=tuple(known))

    def with_order(self, order: Iterable[int]) -> Deck:
        """Return this deck with a reshuffle's order known: these positions first, then the others.

        Raises `DeckError` where another order is known already.
        """
        given = scheme.checked_positions(order)
        if self.order is None:
            return attrs.evolve(self, order=_order_from(given, range(scheme.SIZE)))
        if self.replenish(given) != given:
            raise DeckError("the deck's order for a reshuffle is another one (ROOM-12)")
        return self

    def card(self, position: int) -> Card:
        """Return the card at a position. Raises `DeckError` when it is not known."""
        card = self.cards[scheme.checked_position(position)]
        if card is None:
            raise DeckError(f"position {position} has to be turned up and its card is not known")
        return card

    def opening(self, position: int) -> tuple[Card, bytes | None]:
        """Return the card at a position and the salt that proves it, None in an unsealed deck."""
        card = self.card(position)
        return card, None if self.salts is None else self.salts[position]

    def seals(self) -> tuple[tuple[bytes, ...], bytes]:
        """Return the 52 seals by position, and the seal of the order. Raises `DeckError` when unsealed."""
        if self._seals is None:
            object.__setattr__(self, "_seals", self._make_seals())
        return cast("tuple[tuple[bytes, ...], bytes]", self._seals)

    def replenish(self, available: Iterable[int]) -> tuple[int, ...]:
        """Return these positions in the order of the reshuffle (ROOM-12).

        Raises `DeckError` when that order is not known.
        """
        wanted = frozenset(scheme.checked_positions(available))
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
        pairs = zip(cast("tuple[Card, ...]", self.cards), self.salts, strict=True)
        seal = scheme.sealer(self.hand_id)
        seals = tuple([seal(position, card, salt) for position, (card, salt) in enumerate(pairs)])
        return seals, scheme.order_seal_of(self.hand_id, self.order, self.order_salt)

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
    expect("salts_from", seed, Seed)
    if not seed.is_test:
        raise DeckError("the salts of a stacked deck come from a test seed (grocerydots.testing.test_seed)")
    if hand_id is None:
        raise DeckError("a stacked deck with salts is of a hand: hand_id is missing")
    return Deck.from_seed(seed, hand_id)


def _read_stack(cards: str | Iterable[Card | str | None]) -> tuple[Card | None, ...]:
    read = _read(cards, "deck")
    if len(read) > scheme.SIZE:
        raise_any([Problem("GSD-1", "deck", f"a deck has 52 cards, not {len(read)}")])
    return read + (None,) * (scheme.SIZE - len(read))


def _read(cards: str | Iterable[Card | str | None], where: str) -> tuple[Card | None, ...]:
    """Return cards from cards or names, None for unknown ones, or raise all their problems at once."""
    read: list[Card | None] = []
    problems: list[Problem] = []
    if not isinstance(cards, Iterable):
        raise WrongType.of(where, "a str or an iterable of cards and their names", cards)
    for place, card in enumerate(cards.split() if isinstance(cards, str) else cards):
        try:
            read.append(None if card is None or card == _UNKNOWN else _as_card(card))
        except NotationError as error:
            read.append(None)
            problems.append(Problem("GSD-1", f"{where}.{place}", str(error)))
    raise_any(problems + _card_problems(read, where))
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
            problems.append(Problem("GSD-1", f"{where}.{place}", f"{brief(card)} is not a card"))
        elif first.setdefault(card, place) != place:
            problems.append(Problem("GSD-1", f"{where}.{place}", f"{card.text} is at {first[card]} already"))
    return problems


def _order_from(first: Iterable[int], rest: Iterable[int]) -> tuple[int, ...]:
    given = scheme.checked_positions(first)
    return given + tuple(position for position in rest if position not in given)

"""The scheme ``gsd-deck/1``: every hash by which a deck is shuffled, sealed and proved, and nothing else.

It is written down, with test vectors, in ``docs/reference/deck.md``; what is computed here is that page.
Every message that is hashed starts with the scheme, a purpose and the hand's id, each with its length, so
that no value of one purpose or hand can be taken for one of another.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from struct import unpack
from typing import Final

from grocerydots.cards import CARDS, Card
from grocerydots.errors import DeckError, NotationError, WrongType, brief, expect, several

SCHEME: Final = "gsd-deck/1"
"""The scheme's name, part of everything that is hashed."""

SIZE: Final = 52
SECRET_BYTES: Final = 32  #: Of a seed, a player's entropy, a seal, a key.
SALT_BYTES: Final = 16

HAND_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
#: For every draw of a shuffle: the place to fill, the number of choices, the first word to reject.
_DRAWS = tuple((last, last + 1, 2**32 // (last + 1) * (last + 1)) for last in range(SIZE - 1, 0, -1))


# What goes into a hash


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def _lp(value: bytes) -> bytes:
    return _u32(len(value)) + value


_POSITIONS = tuple(_u32(position) for position in range(SIZE))
_CARD_PARTS = tuple(_lp(card.text.encode()) for card in CARDS)
_SALT_LENGTH = _u32(SALT_BYTES)


def _domain(purpose: str, hand_id: str) -> bytes:
    """Return the start of every message: scheme, purpose, hand id."""
    check_hand_id(hand_id)
    return _known_domain(purpose, hand_id)


@lru_cache(maxsize=64)
def _known_domain(purpose: str, hand_id: str) -> bytes:
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


# The key, the shuffles and the salts


def hand_key(seed: bytes, hand_id: str, entropy: Mapping[int, bytes]) -> bytes:
    """Return the hand's 32-byte key, from the seed's bytes and the 32 bytes of each seat that added some."""
    expect("entropy", entropy, Mapping)
    by_seat = sorted(
        (_seat(seat), checked_octets(value, SECRET_BYTES, "entropy")) for seat, value in entropy.items()
    )
    added = b"".join(_u32(seat) + _lp(value) for seat, value in by_seat)
    return hmac.digest(seed, _domain("key", hand_id) + added, "sha256")


def shuffled(key: bytes, purpose: str, hand_id: str) -> tuple[int, ...]:
    """Return the positions 0 to 51 in the order that is drawn under the key for a purpose."""
    return drawn(_words(_hmac(key, _domain(purpose, hand_id))))


def drawn(words: Iterator[int]) -> tuple[int, ...]:
    """Return 0 to 51 in an order drawn from 32-bit words; all are equally likely if the words are random.

    Fisher-Yates from the last place down. A word that would favour small results is rejected.
    """
    order = list(range(SIZE))
    for last, choices, limit in _DRAWS:
        word = next(words)
        while word >= limit:
            word = next(words)
        chosen = word % choices
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _words(mac: Callable[[bytes], bytes]) -> Iterator[int]:
    """Yield the stream's 32-bit words, without end."""
    block = 0
    while True:
        yield from unpack(">8I", mac(_u32(block)))
        block += 1


def salts_of(key: bytes, hand_id: str) -> tuple[bytes, ...]:
    """Return the 16-byte salt of each of the 52 positions."""
    mac = _hmac(key, _domain("salt", hand_id))
    return tuple([mac(position)[:SALT_BYTES] for position in _POSITIONS])


def order_salt_of(key: bytes, hand_id: str) -> bytes:
    """Return the 16-byte salt of the order in which a reshuffle takes the positions."""
    return _hmac(key, _domain("order-salt", hand_id))(_POSITIONS[0])[:SALT_BYTES]


# The seals


def seal_of(hand_id: str, position: int, card: Card, salt: bytes) -> bytes:
    """Return the 32-byte seal of a position (0 to 51), to compare with the one in `DeckSealed`.

    Raises `DeckError` for another position or number of bytes, `NotationError` for a wrong hand id.
    """
    expect("card", card, Card)
    checked_position(position)
    checked_octets(salt, SALT_BYTES, "salt")
    return sealer(hand_id)(position, card, salt)


def sealer(hand_id: str) -> Callable[[int, Card, bytes], bytes]:
    """Return a function that seals a hand's positions like `seal_of`, without checking its arguments."""
    domain = _domain("seal", hand_id)

    def seal(position: int, card: Card, salt: bytes) -> bytes:
        return sha256(domain + _POSITIONS[position] + _CARD_PARTS[card.index] + _SALT_LENGTH + salt).digest()

    return seal


def order_seal_of(hand_id: str, order: Sequence[int], salt: bytes) -> bytes:
    """Return the 32-byte seal of the order of all 52 positions in which a reshuffle takes them (ROOM-12)."""
    positions, secret = bytes(checked_order(order)), checked_octets(salt, SALT_BYTES, "salt")
    return sha256(_domain("order-seal", hand_id) + _lp(positions) + _lp(secret)).digest()


def entropy_commitment(hand_id: str, seat: int, entropy: bytes) -> bytes:
    """Return the 32 bytes by which a seat commits to its 32 bytes of entropy.

    They name the hand and the seat, so that nobody can pass off another player's commitment as their own.
    """
    value = checked_octets(entropy, SECRET_BYTES, "entropy")
    return sha256(_domain("entropy", hand_id) + _u32(_seat(seat)) + _lp(value)).digest()


# Checking arguments


def check_hand_id(hand_id: str) -> None:
    """Raise `NotationError` unless this is 1 to 64 of ``A-Z a-z 0-9 . _ -``."""
    expect("hand_id", hand_id, str)
    if not HAND_ID.fullmatch(hand_id):
        raise NotationError(f"a hand's id is 1 to 64 of A-Z a-z 0-9 . _ -, not {brief(hand_id)}")


def checked_octets(value: object, size: int, what: str) -> bytes:
    """Return these bytes if they have this size. No message quotes them: they may be secret."""
    if type(value) is not bytes:
        raise WrongType.of(what, f"{size} bytes", value)
    if len(value) != size:
        raise DeckError(f"{what}: expected {size} bytes, got {len(value)}")
    return value


def checked_position(value: object) -> int:
    """Return this position of the deck if there is one."""
    if type(value) is not int:
        raise WrongType.of("position", "an int", value)
    if not 0 <= value < SIZE:
        raise DeckError(f"a position of the deck is 0 to 51, not {brief(value)}")
    return value


def checked_positions(values: Iterable[int]) -> tuple[int, ...]:
    """Return these positions of the deck, each once."""
    positions = tuple([checked_position(value) for value in several("positions", values, int)])
    if len(frozenset(positions)) < len(positions):
        raise DeckError("a position of the deck is given twice")
    return positions


def checked_order(order: Iterable[int]) -> tuple[int, ...]:
    """Return this order if it has all 52 positions."""
    positions = checked_positions(order)
    if len(positions) != SIZE:
        raise DeckError(f"the order of a reshuffle has 52 positions, not {len(positions)}")
    return positions


def _seat(value: int) -> int:
    expect("seat", value, int)
    if not 1 <= value < 2**32:
        raise DeckError(f"a seat is a number from 1 on, of 32 bits, not {brief(value)}")
    return value

"""Look-up tables of the high ranking, read from a packed file when first needed.

The file holds the rank of each set of seven ranks, then of each set of five, six or seven ranks of one suit:
two bytes each, lowest byte first, in the order of `rank_sums` and `flush_masks`, the whole compressed. The keys
are not in it: making them again is as fast as reading them. `grocerydots.ranking._build` writes it.
"""

from __future__ import annotations

import pkgutil
import struct
import zlib
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from grocerydots.cards import CARDS, Suit
from grocerydots.ranking.classes import HighCategory, high_classes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grocerydots.cards import Card

FILE = "sevens.bin"

SEVENS: dict[int, int] = {}  #: Sum of seven rank keys to rank, flushes aside.
FLUSHES: dict[int, int] = {}  #: Mask of the suit's ranks to rank, for five, six or seven of a suit.
FLUSH_SUIT: list[Suit | None] = [None] * 256  #: Sum of seven suit keys to the suit that makes a flush.

RANK_KEYS = tuple(card.high_key >> 8 for card in CARDS[::4])  #: Deuce to ace.
_SUIT_KEYS = tuple(card.high_key & 255 for card in CARDS[:4])


def load_tables() -> bool:
    """Fill the three tables; false when that was done before.

    Seven's is filled last: whoever finds a hand in it, in another thread too, finds the other two complete.
    """
    if SEVENS:
        return False
    packed = pkgutil.get_data("grocerydots.ranking", FILE)
    assert packed is not None
    sums, masks = rank_sums(7), flush_masks()
    ranks = struct.unpack(f"<{len(sums) + len(masks)}H", zlib.decompress(packed))
    FLUSHES.update(zip(masks, ranks[len(sums) :], strict=True))
    for suit_sum, suit in _flush_suits():
        FLUSH_SUIT[suit_sum] = suit
    SEVENS.update(zip(sums, ranks, strict=False))
    return True


def rank_sums(count: int) -> list[int]:
    """Every sum of `count` rank keys with at most four alike, each once, in the order of the packed file."""
    sums: list[list[int]] = [[0]] + [[] for _ in range(count)]  # by number of cards so far
    for key in RANK_KEYS[:0:-1]:
        sums = [
            [before + key * alike for alike in range(min(4, cards) + 1) for before in sums[cards - alike]]
            for cards in range(count + 1)
        ]
    return [
        before for deuces in range(min(4, count) + 1) for before in sums[count - deuces]
    ]  # a deuce adds 0


def flush_masks() -> list[int]:
    """Every mask of five, six or seven ranks, in the order of the packed file."""
    bits = [1 << at for at in range(13)]
    return [sum(chosen) for count in (5, 6, 7) for chosen in combinations(bits, count)]


def _flush_suits() -> Iterator[tuple[int, Suit]]:
    for suit in Suit:
        rest = [key for key in _SUIT_KEYS if key != _SUIT_KEYS[suit]]
        for count in (5, 6, 7):
            for others in combinations_with_replacement(rest, 7 - count):
                yield count * _SUIT_KEYS[suit] + sum(others), suit


def rank_mask(cards: Iterable[Card]) -> int:
    """One bit for each rank that occurs, 1 for the deuce."""
    mask = 0
    for card in cards:
        mask |= 1 << (card.index >> 2)
    return mask


@cache
def fives() -> tuple[dict[int, int], dict[int, int]]:
    """Return the ranks of five cards: by sum of rank keys, and in one suit by mask of ranks."""
    mixed, suited = {}, {}
    for rank, (category, ranks) in enumerate(high_classes(), 1):
        if category in (HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH):
            suited[sum(1 << at - 2 for at in ranks)] = rank
        else:
            mixed[sum(RANK_KEYS[at - 2] for at in ranks)] = rank
    return mixed, suited


def five_rank(cards: Iterable[Card]) -> int:
    """Return the rank of five cards, without the tables for seven; KeyError when no deck has such five."""
    five = tuple(cards)
    mixed, suited = fives()
    if len({card.suit for card in five}) == 1:
        return suited[rank_mask(five)]
    return mixed[sum(card.high_key >> 8 for card in five)]

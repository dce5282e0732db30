"""Look-up tables of the high ranking, read from a packed file when first needed.

They are arrays, and small: a table that leaves the processor's cache costs more than all the rest. The 49,205
sums of seven rank keys go up to eight million, but fall into rows by their upper bits, and each row is moved
down by an amount of its own, so that all lie interleaved in `SEVENS` and no two sums meet.

``tests/unit/ranking/pack_tables.py`` makes the file.
"""

from __future__ import annotations

import pkgutil
import struct
import zlib
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

from grocerydots.cards import CARDS, Suit
from grocerydots.ranking.classes import HighCategory, high_classes

FILE = "sevens.bin"
ROW_BITS = 10

RANK_SETS = 49_205  # of seven cards
MASKS = 1 << 13

ROWS: array[int] = array("i")  #: What to add to a sum of rank keys to find it in `SEVENS`, by its upper bits.
SEVENS: array[int] = array("H")  #: Rank of seven cards that make no flush.
FLUSHES: array[int] = array("H")  #: Rank of five to seven of a suit, by a bit for each rank.
FLUSH_SUIT: list[Suit | None] = [None] * 256  #: The suit that makes a flush, by the sum of seven suit keys.

RANK_KEYS = tuple(card.high_key >> 8 for card in CARDS[::4])  #: Deuce to ace.
_SUIT_KEYS = tuple(card.high_key & 255 for card in CARDS[:4])


def load_tables() -> bool:
    """Fill the tables; false when that was done before.

    `ROWS` comes last: whoever finds a row there, in another thread too, finds everything else complete.
    """
    if ROWS:
        return False
    packed = pkgutil.get_data("grocerydots.ranking", FILE)
    if packed is None:
        raise AssertionError("the package holds its tables")
    ranks, flushes, rows = unpack(packed)
    FLUSHES[:] = flushes
    for suit_sum, suit in _flush_suits():
        FLUSH_SUIT[suit_sum] = suit
    SEVENS[:] = _laid_out(ranks, rows)
    ROWS[:] = rows
    return True


def unpack(packed: bytes) -> tuple[Sequence[int], array[int], array[int]]:
    """Return ranks in the order of `rank_sums`, `FLUSHES` and `ROWS`, whatever the machine's byte order."""
    raw = zlib.decompress(packed)
    rows_at = RANK_SETS + MASKS
    numbers = struct.unpack(f"<{rows_at}H{(len(raw) - 2 * rows_at) // 4}i", raw)
    flushes, rows = numbers[RANK_SETS:rows_at], numbers[rows_at:]
    return numbers[:RANK_SETS], array("H", flushes), array("i", rows)


def _laid_out(ranks: Sequence[int], rows: Sequence[int]) -> array[int]:
    places = [rows[key >> ROW_BITS] + key for key in rank_sums(7)]
    table = array("H", bytes(2 * (max(places) + 1)))
    for place, rank in zip(places, ranks, strict=True):
        table[place] = rank
    return table


def rank_sums(count: int) -> list[int]:
    """Every sum of `count` rank keys with at most four alike, each once, in the order of the packed file."""
    sums: list[list[int]] = [[0]] + [[] for _ in range(count)]  # by number of cards so far
    for key in RANK_KEYS[:0:-1]:
        sums = [
            [before + key * alike for alike in range(min(4, cards) + 1) for before in sums[cards - alike]]
            for cards in range(count + 1)
        ]
    # A deuce adds nothing, so that four or fewer of them fill up any sum.
    return [before for deuces in range(min(4, count) + 1) for before in sums[count - deuces]]


def _flush_suits() -> Iterator[tuple[int, Suit]]:
    for suit in Suit:
        key = _SUIT_KEYS[suit]
        rest = [other for other in _SUIT_KEYS if other != key]
        for count in (5, 6, 7):
            for others in combinations_with_replacement(rest, 7 - count):
                yield count * key + sum(others), suit


@cache
def fives() -> tuple[dict[int, int], dict[int, int]]:
    """Ranks of five cards: by the sum of rank keys, and of one suit by a bit for each rank."""
    mixed, suited = {}, {}
    for rank, (category, ranks) in enumerate(high_classes(), 1):
        if category in (HighCategory.FLUSH, HighCategory.STRAIGHT_FLUSH):
            suited[sum(1 << at - 2 for at in ranks)] = rank
        else:
            mixed[sum(RANK_KEYS[at - 2] for at in ranks)] = rank
    return mixed, suited

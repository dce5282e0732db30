"""Look-up tables of the high ranking, read from a packed file when first needed.

They are arrays, and small: a table that leaves the processor's cache costs more than all the rest. The 49,205
sums of seven rank keys go up to eight million, but fall into rows by their upper bits, and each row is moved
down by an amount of its own, so that all lie interleaved in `SEVENS` and no two sums meet.

``python -m grocerydots.ranking._tables`` makes the file. All of it follows from the order of the classes of
five cards: a larger hand is worth the best of what is left when one of its cards is taken away.
"""

from __future__ import annotations

import pkgutil
import struct
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from grocerydots.cards import CARDS, Suit
from grocerydots.ranking.classes import HighCategory, high_classes

FILE = "sevens.bin"
ROW_BITS = 10

_RANK_SETS = 49_205  # of seven cards
_MASKS = 1 << 13

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
    rows_at = _RANK_SETS + _MASKS
    numbers = struct.unpack(f"<{rows_at}H{(len(raw) - 2 * rows_at) // 4}i", raw)
    flushes, rows = numbers[_RANK_SETS:rows_at], numbers[rows_at:]
    return numbers[:_RANK_SETS], array("H", flushes), array("i", rows)


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


# Making the file


def packed_file() -> bytes:
    """Return the file's contents."""
    mixed, suited = fives()
    flushes = dict(suited)
    for count in (6, 7):
        mixed = _one_more(mixed, _rank_sets(count))
        suited = _one_more(suited, combinations([1 << at for at in range(13)], count))
        flushes |= suited
    sums = rank_sums(7)
    rows = _row_shifts(sums)
    shorts = [*(mixed[key] for key in sums), *(flushes.get(mask, 0) for mask in range(_MASKS))]
    return zlib.compress(struct.pack(f"<{len(shorts)}H{len(rows)}i", *shorts, *rows), 9)


def _rank_sets(count: int) -> Iterator[tuple[int, ...]]:
    """Rank keys of `count` cards with at most four alike, in every combination."""
    every = combinations_with_replacement(RANK_KEYS, count)
    return (keys for keys in every if all(keys[at] != keys[at + 4] for at in range(count - 4)))


def _one_more(fewer: dict[int, int], hands: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Ranks of hands by the sum of their keys, from the ranks of hands with one card fewer."""
    return {sum(keys): max(fewer.get(sum(keys) - key, 0) for key in keys) for keys in hands}


def _row_shifts(sums: Iterable[int]) -> list[int]:
    """What to add to the sums of each row so that no two meet: fullest row first, each as low as it fits."""
    rows: dict[int, list[int]] = {}
    for key in sums:
        rows.setdefault(key >> ROW_BITS, []).append(key & (1 << ROW_BITS) - 1)
    shifts = [0] * (max(rows) + 1)
    taken = 0  # a bit for each place
    for row, places in sorted(rows.items(), key=lambda item: -len(item[1])):
        clashes = 0  # a bit for each start of the row at which one of its places is taken
        for place in places:
            clashes |= taken >> place
        start = (~clashes & clashes + 1).bit_length() - 1
        taken |= sum(1 << place for place in places) << start
        shifts[row] = start - (row << ROW_BITS)
    return shifts


if __name__ == "__main__":  # pragma: no cover
    Path(__file__).with_name(FILE).write_bytes(packed_file())

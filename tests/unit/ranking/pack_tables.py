"""Makes the packed file of ranks: `python tests/unit/ranking/pack_tables.py`.

All of it follows from the order of the classes of five cards: a larger hand is worth the best of what is left
when one of its cards is taken away.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

from grocerydots.ranking import _tables
from grocerydots.ranking._tables import FILE, MASKS, RANK_KEYS, ROW_BITS, fives, rank_sums


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
    shorts = [*(mixed[key] for key in sums), *(flushes.get(mask, 0) for mask in range(MASKS))]
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


if __name__ == "__main__":
    Path(_tables.__file__).with_name(FILE).write_bytes(packed_file())

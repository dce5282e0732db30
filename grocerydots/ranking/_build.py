"""Makes the packed file of the high ranking: ``python -m grocerydots.ranking._build``.

All of it follows from the order of the classes of five cards: a larger hand is worth the best of what is left
when one of its cards is taken away.
"""

from __future__ import annotations

import struct
import zlib
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

from grocerydots.ranking._tables import FILE, RANK_KEYS, fives, flush_masks, rank_sums

if TYPE_CHECKING:
    from collections.abc import Iterable


def unpacked() -> bytes:
    """What the file holds, before it is compressed."""
    mixed, suited = fives()
    flushes = dict(suited)
    for count in (6, 7):
        mixed = _one_more(mixed, _rank_sets(count))
        suited = _one_more(suited, (combinations([1 << at for at in range(13)], count)))
        flushes |= suited
    ranks = [*(mixed[key] for key in rank_sums(7)), *(flushes[mask] for mask in flush_masks())]
    return struct.pack(f"<{len(ranks)}H", *ranks)


def _rank_sets(count: int) -> Iterable[tuple[int, ...]]:
    """Rank keys of `count` cards with at most four alike, in every combination."""
    every = combinations_with_replacement(RANK_KEYS, count)
    return (keys for keys in every if all(keys[at] != keys[at + 4] for at in range(count - 4)))


def _one_more(fewer: dict[int, int], hands: Iterable[tuple[int, ...]]) -> dict[int, int]:
    """Ranks of hands by the sum of their keys, from the ranks of hands with one card fewer."""
    ranks = {}
    for keys in hands:
        whole = sum(keys)
        rest = {whole - key for key in keys}
        ranks[whole] = max(fewer[left] for left in rest if left in fewer)
    return ranks


def main() -> None:
    """Write the file into the package."""
    Path(__file__).with_name(FILE).write_bytes(zlib.compress(unpacked(), 9))


if __name__ == "__main__":
    main()

"""Evidence beside a log, in small files.

Whatever reads one raises `NotationError` that names the file, and `OSError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from grocerydots.cli.paths import number_or_word
from grocerydots.deck import Seed
from grocerydots.errors import NotationError
from grocerydots.proofs.receipts import Keys
from grocerydots.testing import test_seed

_LONGEST_SEED_FILE: Final = 1 << 20
_Piece = TypeVar("_Piece")


def read_evidence(path: str, read: Callable[[str], _Piece]) -> _Piece:
    """The evidence in a file, such as a receipt by `Receipt.read`."""
    try:
        return read(path)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None


def read_keys(path: str) -> Keys:
    """The public keys in a file. Raises `MissingExtra` too, without the extra ``signing``."""
    from grocerydots.proofs.signing import KeyRing

    return read_evidence(path, KeyRing.read)


class ForAnyHand(dict[str, Seed]):
    """A seed without a hand's id."""

    def __init__(self, seed: Seed) -> None:
        super().__init__()
        self._seed = seed

    def get(self, hand_id: str, default: object = None) -> Seed:
        """The seed, whatever the hand."""
        return self._seed


def read_seeds(path: str) -> Mapping[str, Seed]:
    """The seeds in a file: one for whatever hand, or a line for each hand: its id, a space, its seed.

    A seed is 64 hexadecimal digits, or ``test:`` and the name of a test seed, where a whole number is one.
    No error shows a seed.
    """
    with open(path, "rb") as file:
        content = file.read(_LONGEST_SEED_FILE + 1)
    try:
        lines = [line.strip() for line in content.decode().splitlines() if line.strip()]
    except UnicodeDecodeError:
        raise NotationError(f"{path}: a file of seeds is text in UTF-8") from None
    if not lines or len(content) > _LONGEST_SEED_FILE:
        raise NotationError(f"{path}: expected a seed, or lines of a hand's id and its seed")
    if len(lines) == 1 and (" " not in lines[0] or lines[0].startswith("test:")):
        return ForAnyHand(_seed(path, lines[0]))
    seeds: dict[str, Seed] = {}
    for line in lines:
        hand_id, _, written = line.partition(" ")
        if hand_id in seeds:
            raise NotationError(f"{path}: the seed of hand {hand_id} is there twice")
        seeds[hand_id] = _seed(path, written.strip())
    return seeds


def _seed(path: str, written: str) -> Seed:
    kind, colon, name = written.partition(":")
    if colon and kind == "test":
        return test_seed(number_or_word(name))
    try:
        return Seed.from_hex(written)
    except NotationError:
        raise NotationError(f"{path}: a seed is 64 hexadecimal digits, or test: and a name") from None

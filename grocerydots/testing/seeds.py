"""Seeds for tests: from a text or a number, the same everywhere, and not secret."""

from __future__ import annotations

from hashlib import sha256

from grocerydots.deck import SCHEME, Seed
from grocerydots.errors import NotationError

__all__ = ["test_seed"]


def test_seed(text_or_number: str | int) -> Seed:
    """Return the test seed of this name: ``test_seed("short deck")``, ``test_seed(7)``.

    It is SHA-256 of a label and the name (``docs/reference/deck.md``), so anybody can work it out: **not
    secret**. A hand dealt from one says that it is a test. ``7`` and ``"7"`` are different seeds. Raises
    `NotationError` for anything but a text that UTF-8 can write, or a whole number of at most 256 bits.
    """
    parts = (SCHEME.encode(), b"test-seed", *_named(text_or_number))
    label = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return Seed(sha256(label).digest(), is_test=True)


test_seed.__test__ = False  # type: ignore[attr-defined]  # pytest would collect it where it is imported


def _named(name: str | int) -> tuple[bytes, bytes]:
    if type(name) is int and name.bit_length() <= 256:
        return b"number", str(name).encode()
    if isinstance(name, str):
        try:
            return b"text", name.encode()
        except UnicodeEncodeError:
            pass
    raise NotationError("a test seed is named by a text or by a whole number of at most 256 bits")

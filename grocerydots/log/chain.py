"""The hash chain over a log's stored lines, and the line that ends a finished log."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from grocerydots.log.tags import END


def digests(lines: Iterable[bytes], previous: bytes = b"") -> tuple[bytes, ...]:
    """The 32-byte hash after each line; `previous` is the one before, empty at the start of a log."""
    chain = []
    for line in lines:
        previous = sha256(previous + line).digest()
        chain.append(previous)
    return tuple(chain)


def end_line(entries: int, head: str) -> bytes:
    """The line after the last entry of a finished log, without its line end. It is outside the chain."""
    return f'{{"entries":{entries},"event":"{END}","head":"{head}"}}'.encode()

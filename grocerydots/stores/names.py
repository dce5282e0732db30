"""What may be stored, and under which ids: the same for every store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import ConcurrencyError, NotationError, StoreError, brief, expect, several
from grocerydots.events import HandClosed
from grocerydots.log import LONGEST_LINE
from grocerydots.log.format import END, HAND
from grocerydots.rules.rules import MAX_CHIPS

#: Found in the last line of a hand that is over, and in no other: no string in canonical JSON holds a bare
#: quote.
_CLOSING: Final = f'"event":"{HAND.tag_of[HandClosed]}"'.encode()
#: Found in the end line of a finished log, which is not one of its entries.
_ENDING: Final = f'"event":"{END}"'.encode()
#: Seconds that fit into 31 bits of milliseconds, in which some driver counts: 24 days.
_LONGEST_TIMEOUT: Final = (2**31 - 1) // 1000


def checked_id(stream_id: object) -> str:
    """The id of a stream. Raises `NotationError` unless it is 1 to 64 of ``A-Z a-z 0-9 . _ -``.

    It holds no path separator, and stores add an ending before it becomes a file's name, so that ``.`` and
    ``..`` are harmless.
    """
    if type(stream_id) is str and HAND_ID.fullmatch(stream_id):
        return stream_id
    expect("id", stream_id, str)
    raise NotationError(f"an id is 1 to 64 of A-Z a-z 0-9 . _ -, not {brief(stream_id)}")


def ids_of(names: Iterable[str], suffix: str) -> list[str]:
    """The ids among the names of files that end with the suffix."""
    found = [name.removesuffix(suffix) for name in names if name.endswith(suffix)]
    return [stream_id for stream_id in found if HAND_ID.fullmatch(stream_id)]


def checked_lines(lines: Iterable[bytes]) -> tuple[bytes, ...]:
    """The lines as a tuple. Raises `NotationError` unless they are entries, of which the last may close."""
    found = several("lines", lines, bytes)
    for at, line in enumerate(found):
        if not line.startswith(b"{") or b"\n" in line or len(line) > LONGEST_LINE:
            raise NotationError(
                rf"lines[{at}]: expected a log line without its \n, of at most {LONGEST_LINE} bytes"
            )
        if ends(line):
            raise NotationError(f"lines[{at}] is the end line, which is not an entry: leave it out")
        if at and closes(found[at - 1]):
            raise NotationError(f"lines[{at}] comes after the line that closes the hand")
    return found


def checked_count(number: object, what: str) -> int:
    """A number of entries. Raises `NotationError` unless it is 0 or more."""
    if type(number) is int and 0 <= number <= MAX_CHIPS:
        return number
    expect(what, number, int)
    raise NotationError(f"{what}: expected a number of entries, 0 or more, got {brief(number)}")


def checked_timeout(seconds: float) -> float:
    """The timeout in seconds. Raises `StoreError` unless it is 0 to 2147483."""
    if type(seconds) in (int, float) and 0 <= seconds <= _LONGEST_TIMEOUT:
        return seconds
    expect("timeout", seconds, int, float)
    raise StoreError(f"timeout: expected 0 to {_LONGEST_TIMEOUT} seconds, got {brief(seconds)}")


def closes(line: bytes) -> bool:
    """Whether a line closes its hand, so that no entry may follow."""
    return _CLOSING in line


def ends(line: bytes) -> bool:
    """Whether a line is the end line of a finished log."""
    return _ENDING in line


def check_follows(stream_id: str, stored: int, expected: int, last: bytes | None, new: int) -> None:
    """Raise unless a number of new entries may follow those that are stored, of which `last` is the last.

    `ConcurrencyError` when not as many as expected are stored, `StoreError` when they close the hand.
    """
    if stored != expected:
        raise ConcurrencyError(
            f"the log {stream_id} has {stored} stored entries, not {expected}: nothing was written; "
            "read it again and decide again"
        )
    if new and last is not None and closes(last):
        raise StoreError(f"the log {stream_id} is finished after {stored} entries: none can follow")


def older(stream_id: str, entries: int, expected: int) -> ConcurrencyError:
    """The error for a log that is shorter than what is stored of it."""
    return ConcurrencyError(
        f"this log {stream_id} has {entries} entries, fewer than the {expected} that are stored: it is older"
    )

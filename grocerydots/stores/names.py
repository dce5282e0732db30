"""What may be stored, and under which names: the same for every store."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import ConcurrencyError, NotationError, StoreError, brief
from grocerydots.events import HandClosed
from grocerydots.log import LONGEST_LINE
from grocerydots.log.format import END, HAND
from grocerydots.rules.rules import MAX_CHIPS

#: Stands in the last line of a hand that is over. No string in canonical JSON holds a bare quote, so that
#: it stands nowhere else.
_CLOSING: Final = f'"event":"{HAND.tag_of[HandClosed]}"'.encode()
#: Stands in the end line of a finished log, which is no entry of it.
_ENDING: Final = f'"event":"{END}"'.encode()
#: Seconds that some driver still counts in milliseconds: 24 days.
_LONGEST_TIMEOUT: Final = (2**31 - 1) // 1000


def checked_id(stream_id: object) -> str:
    """The stream's id, when it is one. Raises `NotationError`.

    Its alphabet is a hand's id's. It holds no path separator, and stores add an ending to it before it
    becomes a file's name, so that ``.`` and ``..`` lead nowhere.
    """
    if type(stream_id) is str and HAND_ID.fullmatch(stream_id):
        return stream_id
    raise NotationError(
        f"a stream's id is 1 to 64 of A-Z a-z 0-9 . _ -, like a hand's, not {brief(stream_id)}"
    )


def several(lines: Iterable[bytes]) -> tuple[bytes, ...]:
    """The lines, whatever they come as. Raises `NotationError` for what is no more than one thing."""
    try:
        return tuple(lines)
    except TypeError:
        raise NotationError(f"lines to store come one after the other, not as {brief(lines)}") from None


def checked_lines(lines: Iterable[bytes]) -> tuple[bytes, ...]:
    """The lines, when a store may hold them: entries, of which only the last may close. `NotationError`."""
    found: list[bytes] = []
    for at, line in enumerate(several(lines), 1):
        if type(line) is not bytes:
            raise NotationError(f"line {at} to store is a value of type {type(line).__name__}, not bytes")
        if not line.startswith(b"{") or b"\n" in line or len(line) > LONGEST_LINE:
            raise NotationError(
                rf"line {at} to store is not one log line without its \n, of at most {LONGEST_LINE} bytes"
            )
        if _ENDING in line:
            raise NotationError(f"line {at} to store is the end line, which is no entry: stores add it")
        if found and closes(found[-1]):
            raise NotationError(f"line {at} to store comes after the hand was closed")
        found.append(line)
    return tuple(found)


def checked_count(number: object, what: str) -> int:
    """The number of entries, when it is one. Raises `NotationError`."""
    if type(number) is int and 0 <= number <= MAX_CHIPS:
        return number
    raise NotationError(f"{what} is a number of entries, 0 or more, not {brief(number)}")


def checked_timeout(seconds: float) -> float:
    """How long to wait for others, when it is such. Raises `StoreError`."""
    if type(seconds) in (int, float) and 0 <= seconds <= _LONGEST_TIMEOUT:
        return seconds
    raise StoreError(f"a timeout is a number of seconds, 0 to {_LONGEST_TIMEOUT}, not {brief(seconds)}")


def closes(line: bytes) -> bool:
    """Whether a line closes its hand, so that nothing may follow."""
    return _CLOSING in line


def ends(line: bytes) -> bool:
    """Whether a line is the end line of a finished log."""
    return _ENDING in line


def check_follows(stream_id: str, stored: int, expected: int, last: bytes | None, lines: int) -> None:
    """Raise unless so many new lines may follow the stored ones, of which `last` is the last."""
    if stored != expected:
        raise lost_race(stream_id, stored, expected)
    if lines and last is not None and closes(last):
        raise StoreError(f"the log {stream_id} is finished after {stored} entries: nothing follows")


def lost_race(stream_id: str, stored: int, expected: int) -> ConcurrencyError:
    """What a writer is told that took another number of entries for what is stored."""
    return ConcurrencyError(
        f"the log {stream_id} has {stored} stored entries, not {expected}: nothing was written; "
        "read it again and decide again"
    )


def older(stream_id: str, entries: int, expected: int) -> ConcurrencyError:
    """What a writer is told whose log is shorter than what it says is stored."""
    return ConcurrencyError(
        f"this log {stream_id} has {entries} entries, fewer than the {expected} that are stored: it is older"
    )

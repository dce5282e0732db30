"""What a caller gives a log to be made of: lines, or events and their times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import TypeVar

from grocerydots.errors import MalformedLog, brief

_T = TypeVar("_T")


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Each line with its number, from 1. Raises `MalformedLog` for what is no line."""
    for number, line in enumerate(_several(lines, "lines"), 1):
        check_line(line, number)
        yield number, line


def check_line(line: object, number: int) -> None:
    """Raise `MalformedLog` unless the line is bytes, whatever they hold."""
    if type(line) is not bytes:
        raise MalformedLog(f"expected a line, as bytes, got {brief(line)}", number)


def timed(events: Iterable[_T], times: Sequence[int] | None) -> Iterable[tuple[_T, int | None]]:
    """Each event with its time. Raises `MalformedLog` unless there are as many times, or None for none."""
    events = _several(events, "events")
    if times is None:
        return zip(events, repeat(None), strict=False)
    many = _several(times, "times")
    if len(many) != len(events):
        raise MalformedLog(f"there are {len(events)} events and {len(many)} times", None, "at")
    return zip(events, many, strict=True)


def _several(values: Iterable[_T], what: str) -> tuple[_T, ...]:
    try:
        return tuple(values)
    except TypeError:
        raise MalformedLog(f"expected {what}, one after the other, got {brief(values)}") from None

"""Logs in files: one hand a file, or many in an archive with one empty line between them.

Files are read a line at a time, in bounded memory, whatever they hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import attrs

from grocerydots.errors import LogError, MalformedLog, TruncatedLog
from grocerydots.files import as_path, write_bytes
from grocerydots.log.assembly import Assembly
from grocerydots.log.lines import Lines, Source, opened
from grocerydots.log.value import Log

__all__ = ["BadHand", "Source", "append_archive", "read_archive", "read_log", "write_log"]


@attrs.frozen
class BadHand:
    """A hand of an archive that could not be read. The hands after it are read all the same."""

    index: int  #: Which hand of the archive it is, from 0.
    line: int  #: The line of the file where the hand starts, from 1.
    error: LogError


def read_log(source: Source) -> Log:
    """The log of one hand from bytes, a file's path (text is a path), or a file open in binary mode.

    A log that stops after a whole line before the hand is closed is unfinished, as after a crash: see
    `Log.is_finished`. Raises `LogError`: `TruncatedLog` where it stops within a line, or after `HandClosed`
    without its end line.
    """
    with opened(source) as file:
        assembly = Assembly()
        assembly.read_hand(Lines(file))
        return Log.assembled(assembly)


def read_archive(source: Source) -> Iterator[Log | BadHand]:
    """Every hand of an archive, one at a time, with `BadHand` for each that cannot be read.

    An unfinished hand is a `Log` that is not finished. Takes what `read_log` takes; an empty file is an
    archive of no hands. Memory stays bounded by one hand.
    """
    with opened(source) as file:
        lines = Lines(file)
        index = 0
        while not lines.at_end:
            start, assembly = lines.number + 1, Assembly()
            try:
                if not assembly.read_next(lines):
                    return
            except LogError as error:
                yield BadHand(index, start, error)
                lines.skip_hand()
            else:
                yield Log.assembled(assembly)
            index += 1


def write_log(path: str | os.PathLike[str], log: Log) -> None:
    """Write a log to a file of its own; after a crash either the old file or the new one is there, whole."""
    write_bytes(path, _stored(log))


def append_archive(path: str | os.PathLike[str], *logs: Log) -> None:
    """Add logs to the end of an archive, which is made if need be. One writer at a time.

    Raises `TruncatedLog`, and writes nothing, when the archive stops within a line, as after a crash.
    """
    if not logs:
        return
    path, stored = as_path(path), [_stored(log) for log in logs]
    end = _end_of(path)
    if end and not end.endswith(b"\n"):
        raise TruncatedLog("the archive stops within a line: mend it before more is added")
    between = b"" if end in (b"", b"\n\n") else b"\n"
    with open(path, "ab") as file:
        file.write(between + b"\n".join(stored))
        file.flush()
        os.fsync(file.fileno())


def _stored(log: object) -> bytes:
    """A log as a file holds it. Much else has a `to_bytes`, the number 5 among it."""
    if not isinstance(log, Log):
        raise MalformedLog(f"expected a Log, got a value of type {type(log).__name__}")
    return log.to_bytes()


def _end_of(path: str) -> bytes:
    """The last two bytes of a file; nothing when there is none."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
            return file.read()
    except FileNotFoundError:
        return b""

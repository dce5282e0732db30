"""Logs in files: one hand a file, or many in an archive with one empty line between them.

Files are read a line at a time, in bounded memory, whatever they hold.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

import attrs

from grocerydots.errors import LogError, MalformedLog, TruncatedLog, WrongType, expect
from grocerydots.files import AnyPath, as_path, write_bytes
from grocerydots.log.chain import Assembly, Event
from grocerydots.log.codec import LONGEST_LINE
from grocerydots.log.log import ChainedLog, Log


class BinaryFile(Protocol):
    """What is needed of a file that is open for reading in binary mode."""

    def readline(self, limit: int, /) -> bytes:
        """The next line with its line end, or the first `limit` bytes of it, or nothing at the end."""
        ...


_Log = TypeVar("_Log", bound=ChainedLog[Any])
#: Bytes that are read in search of the empty line after a hand that cannot be read.
MOST_SKIPPED: Final = 1 << 30
Source: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryFile"


@attrs.frozen
class BadHand:
    """A hand of an archive that could not be read. The hands after it are read all the same."""

    index: int  #: Which hand of the archive it is, from 0.
    line: int  #: The line of the file where the hand starts, from 1.
    error: LogError


class Prefix(NamedTuple):
    """As much of one hand's log as can be read, and why reading stopped."""

    log: Log | None  #: The lines before the first bad one; None when already the first is bad.
    line: int  #: The line of the file where the hand starts, from 1.
    error: LogError | None  #: None when the log came to its end.
    offset: int = 0  #: The byte of the file where the hand starts.


# Reading


def read_log(source: Source) -> Log:
    """The log of one hand from bytes, a file's path (text is a path), or a file open in binary mode.

    A log that stops after a whole line before the hand is closed is unfinished, as after a crash: see
    `Log.is_finished`. Raises `LogError`: `TruncatedLog` where it stops within a line, or after `HandClosed`
    without its end line; and `WrongType`.
    """
    return read_whole(Log, source)


def read_whole(kind: type[_Log], source: Source) -> _Log:
    """The log of that class. Raises `LogError` and `WrongType`."""
    log, error = read_start(kind, source)
    if log is None or error is not None:
        raise error or AssertionError
    return log


def read_start(kind: type[_Log], source: Source) -> tuple[_Log | None, LogError | None]:
    """All entries of a log up to the first that is bad, and what is wrong with that; None for no entries."""
    with opened_source(source) as file:
        assembly = kind._assembly(ends=True)
        error = _read(assembly, _Lines(file), in_archive=False)
    return kind._assembled(assembly) if assembly.entries else None, error


def read_prefix(source: Source) -> Prefix:
    """As much of one hand's log as can be read. Raises `OSError` and `WrongType`, no `LogError`."""
    log, error = read_start(Log, source)
    return Prefix(log, 1, error)


def read_archive(source: Source) -> Iterator[Log | BadHand]:
    """Every hand of an archive, one at a time, with `BadHand` for each that cannot be read.

    An unfinished hand is a `Log` that is not finished. Takes what `read_log` takes; an empty file is an
    archive of no hands. Memory stays bounded by one hand.
    """
    for index, (log, line, error, _) in enumerate(read_prefixes(source)):
        if error is not None:
            yield BadHand(index, line, error)
        elif log is not None:
            yield log


def read_prefixes(source: Source) -> Iterator[Prefix]:
    """As much of each hand of an archive as can be read, one at a time; memory stays bounded by one hand."""
    with opened_source(source) as file:
        lines = _Lines(file)
        while not lines.at_end:
            start, offset, assembly = lines.number + 1, lines.size, Log._assembly(ends=True)
            error = _read(assembly, lines, in_archive=True)
            if error is not None:
                lines.skip_hand()
                lines.skip_blank()
            if assembly.entries or error is not None:
                log = Log._assembled(assembly) if assembly.entries else None
                yield Prefix(log, start, error, offset)
            if lines.gave_up:
                message = f"more than {MOST_SKIPPED} bytes without an empty line are no archive"
                error = MalformedLog(f"{message}; not read any further", lines.number)
                yield Prefix(None, lines.number, error, lines.size)


def read_at(source: Source, offset: int) -> Log | None:
    """What can be read of the hand that starts at a byte of an archive.

    None for a file that cannot be read twice, such as a pipe; a file that is open is left where it was.
    """
    with opened_source(source) as file:
        if not isinstance(file, io.IOBase) or not file.seekable():
            return None
        before = file.tell()
        try:
            file.seek(offset)
            return next(read_prefixes(file), Prefix(None, 1, None)).log
        finally:
            file.seek(before)


def _read(assembly: Assembly[Any], lines: _Lines, in_archive: bool) -> LogError | None:
    """Read a log, in an archive with the empty line after it; returns what is wrong."""
    try:
        more = lines.read_into(assembly)
        number = lines.number + (not more)
        if more and not in_archive:
            message = f"an empty line is no part of a {assembly.format.what}; archives have one between hands"
            raise MalformedLog(message, number)
        if in_archive and not assembly.entries and lines.number:
            message = "a hand is missing: there is one empty line between two hands, and nowhere else"
            raise MalformedLog(message, number)
        if lines.number or not in_archive:  # an archive may be empty
            assembly.check_whole(number)
    except LogError as error:
        return error.with_traceback(None)  # whose frames hold the lines, and the error
    return None


def opened_source(source: Source) -> AbstractContextManager[BinaryFile]:
    """The source as a file; it is closed afterwards unless it was one. Raises `OSError` and `WrongType`."""
    if isinstance(source, bytes | bytearray | memoryview):
        return io.BytesIO(source)
    if isinstance(source, str | os.PathLike):
        return open(as_path(source), "rb")
    if hasattr(source, "readline"):
        return nullcontext(source)
    raise WrongType.of("source", "bytes, a path or a binary file", source)


class _Lines:
    """The lines of a file: never more than `LONGEST_LINE` of one is read, whatever the file holds."""

    _LIMIT: Final = LONGEST_LINE + 1  # with the line end

    def __init__(self, file: BinaryFile) -> None:
        self._file = file
        self._last = b"\n"  # what was read last, with its line end if that was read
        self._ahead = b""  # a line that was read and not taken
        self.number: int = 0  #: Of the line that was read last, from 1.
        self.size: int = 0  #: Bytes read so far.
        self.at_end: bool = False
        self.gave_up: bool = False  #: Whether the file goes on where no hand can come any more.

    def read_into(self, assembly: Assembly[Event]) -> bool:
        """Read entries up to an empty line, or all; returns whether there was one. Raises `LogError`."""
        while True:
            lines: list[bytes] = []
            start = self.number + 1
            error = self._take(lines)
            if lines:
                assembly.read(lines, start)
            if error is not None:
                raise error
            if self.at_end or self._last == b"\n":
                return not self.at_end

    def _take(self, lines: list[bytes]) -> LogError | None:
        """Add lines up to an empty one, about a megabyte at most; returns what is wrong with a line's end."""
        readline, limit, size, read = self._file.readline, self._LIMIT, 0, b""
        ahead, self._ahead = self._ahead, b""
        while size < LONGEST_LINE and (read := ahead or readline(limit))[-1:] == b"\n" != read:
            ahead = b""
            lines.append(read[:-1])
            size += len(read) + 256  # so that very short lines are bounded too
        self._last = read
        self.size += sum(map(len, lines)) + len(lines) + len(read)
        self.number += len(lines)
        if read == b"\n":
            self.number += 1
        elif not read:
            self.at_end = True
        elif read[-1:] != b"\n":
            return self._no_end(read)
        return None

    def _no_end(self, read: bytes) -> LogError:
        if read.__class__ is not bytes:
            self.at_end = True
            return MalformedLog("a log is read from a file that is open in binary mode", self.number + 1)
        self.number += 1
        if len(read) == self._LIMIT:
            return MalformedLog(f"the line is longer than {LONGEST_LINE} bytes", self.number)
        self.at_end = True
        return TruncatedLog(r"the log stops within a line: its last line has no \n", self.number)

    def skip_hand(self) -> None:
        """Read on until an empty line has been read, or all; but not for ever, as in ``/dev/zero``."""
        until = self.size + MOST_SKIPPED
        while self._last != b"\n" and not self.at_end:
            within = not self._last.endswith(b"\n")
            read = self._last = self._file.readline(self._LIMIT)
            self.size += len(read)
            self.gave_up = self.size > until
            self.at_end = not read or self.gave_up
            if not within and read:
                self.number += 1
            elif read == b"\n":  # the end of a long line, not an empty one
                self._last = b"-\n"

    def skip_blank(self) -> None:
        """Read on up to a line that is not empty: a run of empty lines is one fault."""
        while not self.at_end and not self._ahead:
            read = self._file.readline(self._LIMIT)
            if read == b"\n":
                self.number += 1
                self.size += 1
            else:
                self._ahead = read
                self.at_end = not read


# Writing


def write_log(path: AnyPath, log: Log) -> None:
    """Write a log to a file of its own; after a crash either the old file or the new one is there, whole.

    Raises `OSError` and `WrongType`.
    """
    expect("log", log, Log)
    write_bytes(path, log.to_bytes())


def append_archive(path: AnyPath, *logs: Log) -> None:
    """Add logs to the end of an archive, which is made if need be. One writer at a time.

    Raises `TruncatedLog`, and writes nothing, when the archive stops within a line, as after a crash;
    `OSError` and `WrongType`.
    """
    for log in logs:
        expect("log", log, Log)
    if not logs:
        return
    with open(as_path(path), "a+b") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
        end = file.read()
        if end and not end.endswith(b"\n"):
            raise TruncatedLog("the archive stops within a line: mend it before more is added")
        between = b"" if end in (b"", b"\n\n") else b"\n"
        file.write(between + b"\n".join([log.to_bytes() for log in logs]))
        file.flush()
        os.fsync(file.fileno())

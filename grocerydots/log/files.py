"""Logs in files: one hand a file, or many in an archive with one empty line between them.

Files are read a line at a time, and never more than `LONGEST_LINE` of one line, whatever they hold.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final, Protocol, TypeAlias

import attrs

from grocerydots.errors import LogError, MalformedLog, TruncatedLog
from grocerydots.log.assembly import Assembly
from grocerydots.log.codec import LONGEST_LINE
from grocerydots.log.value import Log


class BinaryFile(Protocol):
    """What is needed of a file that is open for reading in binary mode."""

    def readline(self, limit: int, /) -> bytes:
        """The next line with its line end, or the first `limit` bytes of it, or nothing at the end."""
        ...


Source: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryFile"


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
    with _opened(source) as file:
        lines = _Lines(file)
        assembly = Assembly()
        while (line := lines.next()) is not None:
            if not line:
                raise MalformedLog(
                    "an empty line is no part of a hand; archives have one between hands", lines.number
                )
            assembly.read(line, lines.number)
        assembly.check_whole(lines.number + 1)
        return Log.assembled(assembly)


def read_archive(source: Source) -> Iterator[Log | BadHand]:
    """Every hand of an archive, one at a time, with `BadHand` for each that cannot be read.

    An unfinished hand is a `Log` that is not finished. Takes what `read_log` takes; an empty file is an
    archive of no hands. Memory stays bounded by one hand.
    """
    with _opened(source) as file:
        lines = _Lines(file)
        index = 0
        while not lines.at_end:
            start = lines.number + 1
            try:
                log = _hand(lines)
            except LogError as error:
                yield BadHand(index, start, error)
                lines.skip_hand()
            else:
                if log is None:
                    return
                yield log
            index += 1


def _hand(lines: _Lines) -> Log | None:
    """The next hand of an archive, its separator read too; None when the file is empty."""
    assembly = Assembly()
    line = lines.next()
    if line is None and lines.number == 0:
        return None
    while line:
        assembly.read(line, lines.number)
        line = lines.next()
    if not assembly.lines:
        raise MalformedLog("an empty line stands between two hands, one, and nowhere else", lines.number)
    assembly.check_whole(lines.number + (line is None))
    return Log.assembled(assembly)


def write_log(path: str | os.PathLike[str], log: Log) -> None:
    """Write a log to a file of its own; after a crash either the old file or the new one is there, whole."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{token_hex(8)}")
    try:
        _write(draft, "xb", log.to_bytes())
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    _sync_folder(target.parent)


def append_archive(path: str | os.PathLike[str], *logs: Log) -> None:
    """Add logs to the end of an archive, which is made if need be. One writer at a time.

    Raises `TruncatedLog`, and writes nothing, when the archive stops within a line, as after a crash.
    """
    if not logs:
        return
    end = _end_of(path)
    if end and not end.endswith(b"\n"):
        raise TruncatedLog("the archive stops within a line: mend it before more is added")
    between = b"" if end in (b"", b"\n\n") else b"\n"
    _write(path, "ab", between + b"\n".join([log.to_bytes() for log in logs]))


def _end_of(path: str | os.PathLike[str]) -> bytes:
    """The last two bytes of a file; nothing when there is none."""
    try:
        with open(path, "rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - 2))
            return file.read()
    except FileNotFoundError:
        return b""


def _write(path: str | os.PathLike[str], mode: str, content: bytes) -> None:
    with open(path, mode) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a renaming last, where folders can be opened for that (not on Windows)."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


# Reading lines


def _opened(source: Source) -> AbstractContextManager[BinaryFile]:
    if isinstance(source, bytes | bytearray | memoryview):
        return io.BytesIO(source)
    if isinstance(source, str | os.PathLike):
        return open(source, "rb")
    if hasattr(source, "readline"):
        return nullcontext(source)
    raise TypeError(f"a log is read from bytes, a path or a binary file, not from {type(source).__name__}")


class _Lines:
    """The lines of a file, each without its line end."""

    _LIMIT: Final = LONGEST_LINE + 1  # with the line end

    def __init__(self, file: BinaryFile) -> None:
        self._file = file
        self._last = b"\n"  # what was read last, with its line end if that was read
        self.number = 0  #: Of the line that was read last, from 1.
        self.at_end = False

    def next(self) -> bytes | None:
        """The next line, None at the end of the file. Raises `LogError` for a line that has no end."""
        read = self._read()
        if read[-1:] == b"\n":
            self.number += 1
            return read[:-1]
        if not read:
            return None
        self.number += 1
        if len(read) == self._LIMIT:
            raise MalformedLog(f"the line is longer than {LONGEST_LINE} bytes", self.number)
        self.at_end = True
        raise TruncatedLog(r"the log stops within a line: its last line has no \n", self.number)

    def skip_hand(self) -> None:
        """Read on until an empty line has been read, or all."""
        while self._last != b"\n" and not self.at_end:
            within = not self._last.endswith(b"\n")
            read = self._read()
            if not within and read:
                self.number += 1
            elif read == b"\n":  # the end of a long line, not an empty one
                self._last = b"-\n"

    def _read(self) -> bytes:
        read = self._last = self._file.readline(self._LIMIT)
        if not read:
            self.at_end = True
        elif read.__class__ is not bytes:
            raise TypeError("open the file in binary mode")
        return read

"""Lines of a file, one at a time: never more than `LONGEST_LINE` of one is read, whatever the file holds."""

from __future__ import annotations

import io
import os
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, TypeAlias

from grocerydots.errors import MalformedLog, TruncatedLog
from grocerydots.files import as_path
from grocerydots.log.codec import LONGEST_LINE


class BinaryFile(Protocol):
    """What is needed of a file that is open for reading in binary mode."""

    def readline(self, limit: int, /) -> bytes:
        """The next line with its line end, or the first `limit` bytes of it, or nothing at the end."""
        ...


Source: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str] | BinaryFile"


def opened(source: Source) -> AbstractContextManager[BinaryFile]:
    """The source as a file; it is closed afterwards unless it was one.

    Raises `OSError` for a path that cannot be opened, `MalformedLog` for what a log cannot be read from.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return io.BytesIO(source)
    if isinstance(source, str | os.PathLike):
        return open(as_path(source), "rb")
    if hasattr(source, "readline"):
        return nullcontext(source)
    kind = type(source).__name__
    raise MalformedLog(f"a log is read from bytes, a path or a binary file, not from a value of type {kind}")


class Lines:
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
            self.at_end = True
            raise MalformedLog("a log is read from a file that is open in binary mode", self.number + 1)
        return read

"""What commands are given: files to read and write, standard input, endless files, whole numbers, seeds."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, TypeVar

import click

from grocerydots.log.files import BinaryFile
from grocerydots.log.format import HAND

_Command = TypeVar("_Command", bound=Callable[..., object])
#: Bytes that may follow each other without an empty line between them: those of a hand with its line ends.
MOST_AT_ONCE: Final = (HAND.most_bytes or 0) + (1 << 22)
#: So many hands of a file are listed one by one that nothing but "cannot be read" can be said of.
MOST_UNREADABLE: Final = 20
NO_HAND: Final = "there is no hand in it"
ENDLESS: Final = f"more than {MOST_AT_ONCE} bytes without an empty line are no archive; not read any further"


class OutPath(click.Path):
    """The path of a file to write, never standard output, or of a folder."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path; refuses what names no file or folder."""
        if value == "":
            what = "file" if self.file_okay else "folder"
            self.fail(f"expected the path of a {what}, got nothing.", param, ctx)
        if value == "-" and self.file_okay:
            self.fail('expected the path of a file, "-" is none; ./- is a file of that name.', param, ctx)
        return super().convert(value, param, ctx)


class WholeNumber(click.IntRange):
    """A whole number within bounds, called so in the error too."""

    name = "whole number"


def number_or_word(text: str) -> int | str:
    """The name of a test seed: a whole number, or any other text as it is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 60 else text


def seed_option(help_text: str, default: str | None = None) -> Callable[[_Command], _Command]:
    """The option ``--seed`` of a test seed's name."""
    return click.option("--seed", type=number_or_word, metavar="TEXT", default=default, help=help_text)


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """The file, or standard input for ``-``. Raises `OSError`, where that is closed too."""
    if file != "-":
        with open(file, "rb") as source:
            yield source
    elif sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    else:
        yield sys.stdin.buffer


class Hands:
    """A file of hands to read, which is given up where no hand can come any more, as in ``/dev/zero``."""

    def __init__(self, file: BinaryFile) -> None:
        self._file = file
        self._at_once = 0
        self._within = False  # a line
        self.size: int = 0  #: Bytes read so far.
        self.gave_up: bool = False  #: Whether the file goes on, and is read no further.

    def readline(self, limit: int, /) -> bytes:
        """The next line, as of a file open in binary mode; nothing once it is given up."""
        if self._at_once > MOST_AT_ONCE:
            self.gave_up = True
            return b""
        read = self._file.readline(limit)
        self.size += len(read)
        self._at_once = 0 if read == b"\n" and not self._within else self._at_once + len(read)
        self._within = not read.endswith(b"\n")
        return read


def is_same(file: str, out: str) -> bool:
    """Whether writing to a path would replace the file that is read."""
    try:
        there = os.stat(out)
        read = os.fstat(sys.stdin.fileno()) if file == "-" else os.stat(file)
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISREG(there.st_mode) and os.path.samestat(read, there)

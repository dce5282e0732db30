"""Writing a file so that after a crash either the old one or the new one is there, whole."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import Final, TypeAlias

from grocerydots.errors import NotationError, expect

AnyPath: TypeAlias = str | os.PathLike[str]

PUBLIC: Final = 0o666  #: A file's mode, before the umask.
PRIVATE: Final = 0o600
FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)  #: What opens a folder; None on Windows.


def as_path(path: object) -> str:
    """A file's path as text. Raises `WrongType`, also for the number of an open file."""
    expect("path", path, str, os.PathLike)
    text = os.fspath(path)  # type: ignore[call-overload]
    expect("path", text, str)
    if "\0" in text:
        raise NotationError("path: no file's name holds a null character")
    return str(text)


def write_bytes(path: AnyPath, content: bytes, mode: int = PUBLIC) -> None:
    """Write a file by way of a draft beside it.

    A link is followed. A terminal, a pipe or `/dev/null` is written to directly and never replaced.
    Raises `OSError`.
    """
    target = os.path.realpath(as_path(path))
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        with open(target, "wb") as device:
            device.write(content)
        return
    folder, name = os.path.split(target)
    draft = os.path.join(folder, f".{name[:60]}.{os.urandom(8).hex()}")
    try:
        write_new(draft, content, mode)
        os.replace(draft, target)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(draft)
        if isinstance(error, OSError) and error.errno is not None:  # name the file, not its draft
            raise OSError(error.errno, error.strerror, os.fspath(path)) from None
        raise
    with suppress(OSError):
        sync_directory(folder)


def write_new(path: AnyPath, content: bytes, mode: int) -> None:
    """Write a new file. Raises `FileExistsError` when there is one already."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(as_path(path), flags, mode), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_directory(folder: str) -> None:
    """Return once the folder's names would survive a loss of power, where the system can open folders."""
    if FOLDER is not None:
        descriptor = os.open(folder, os.O_RDONLY | FOLDER | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

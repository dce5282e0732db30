"""Files as stores need them: locked, written so that they last, and their troubles in a sentence."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from grocerydots.errors import StoreError, brief
from grocerydots.files import AnyPath

try:
    import fcntl
except ModuleNotFoundError:  # a system without file locks
    fcntl = None  # type: ignore[assignment]

_TROUBLES: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.EROFS: "it is read-only",
    errno.EACCES: "there is no permission",
    errno.EPERM: "it is protected against writing",
    errno.ENOENT: "it is not there",
    errno.ELOOP: "it is a symbolic link",
    errno.EIO: "the disk failed",
}
_POLL: Final = 0.005  #: Seconds between two tries to lock a file.
#: Not passed on to programs that are started, and never a symbolic link, where the system can tell.
_SAFE: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
_FOLDER: Final[int | None] = getattr(os, "O_DIRECTORY", None)
#: What makes written bytes last: macOS's fsync leaves it to the disk, which this tells not to.
_FULL_SYNC: Final[int | None] = getattr(fcntl, "F_FULLFSYNC", None)
_sync: Final = getattr(os, "fdatasync", os.fsync)

HAS_LOCKS: Final = fcntl is not None


def absolute(path: AnyPath) -> str:
    """The whole path of a file or folder. Raises `StoreError` for what is none."""
    try:
        found = os.fsdecode(path)
    except TypeError:
        raise StoreError(f"expected a path, got {brief(path)}") from None
    if not found or "\0" in found:
        raise StoreError(f"there is no path {brief(found)}")
    return os.path.abspath(found)


def store_error(error: OSError, doing: str) -> StoreError:
    """What went wrong with a file, as a sentence that starts with what was being done."""
    trouble = _TROUBLES.get(error.errno or 0) or error.strerror or str(error)
    return StoreError(f"cannot {doing}: {trouble}")


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Every `OSError` within as a `StoreError`."""
    try:
        yield
    except OSError as error:
        raise store_error(error, what) from error


@contextmanager
def opened(path: str, flags: int, mode: int = 0o666) -> Iterator[int]:
    """The descriptor of a file that is no symbolic link."""
    descriptor = os.open(path, flags | _SAFE, mode)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def lock(descriptor: int, timeout: float) -> None:
    """Lock a file against other writers until it is closed. Raises `TimeoutError`."""
    until = time.monotonic() + timeout
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise TimeoutError(
                    errno.ETIMEDOUT, f"another writer has kept it locked for {timeout:g} s"
                ) from None
        time.sleep(_POLL)


def write_at(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of it, however little the system takes at once."""
    rest = memoryview(content)
    while rest:
        written = os.pwrite(descriptor, rest, offset)
        rest, offset = rest[written:], offset + written


def make_last(descriptor: int) -> None:
    """Return when what was written would be there after a loss of power."""
    if _FULL_SYNC is None:
        _sync(descriptor)
    else:
        fcntl.fcntl(descriptor, _FULL_SYNC)


def make_names_last(folder: str) -> None:
    """Return when the folder's names would be there after a loss of power, where folders can be opened."""
    if _FOLDER is not None:
        with opened(folder, os.O_RDONLY | _FOLDER) as descriptor:
            os.fsync(descriptor)

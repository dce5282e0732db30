"""Files and folders as stores need them: opened with care, locked, synced, and missed when they are gone."""

from __future__ import annotations

import errno
import os
import stat
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from typing import Final, Literal, TypeAlias

from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import StoreError, brief, expect
from grocerydots.files import FOLDER, PRIVATE, PUBLIC, AnyPath, sync_directory, write_new

try:
    import fcntl
except ModuleNotFoundError:  # a system without file locks
    fcntl = None  # type: ignore[assignment]

Kind: TypeAlias = Literal["logs", "seeds"]  #: What a place is for: one or the other.

_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would be larger than is allowed",
    errno.EROFS: "it is read-only",
    errno.EACCES: "there is no permission",
    errno.EPERM: "it is protected against writing",
    errno.ENOENT: "it does not exist",
    errno.ELOOP: "it is a symbolic link",
    errno.EISDIR: "it is a folder",
    errno.EIO: "the disk failed",
}
_POLL: Final = 0.005  #: Seconds between two tries to lock a file.
#: Not inherited by programs that are started, never a symbolic link, never waiting for a pipe's other end.
_SAFE: Final = sum(getattr(os, f"O_{name}", 0) for name in ("CLOEXEC", "NOFOLLOW", "NONBLOCK", "NOCTTY"))
#: Makes a disk write what it holds back: macOS's fsync alone does not.
_FULL_SYNC: Final[int | None] = getattr(fcntl, "F_FULLFSYNC", None)
_sync: Final = getattr(os, "fdatasync", os.fsync)
_MARK: Final = ".grocerydots-store"  #: The file in a store's folder that names the folder's kind.

DRAFT: Final = ".draft"  #: How the names of files end that `place_new` has not yet put in place.
SUFFIXES: Final[dict[Kind, str]] = {"logs": ".jsonl", "seeds": ".seed"}
HAS_LOCKS: Final = fcntl is not None


def absolute(path: AnyPath | bytes) -> str:
    """The absolute path of a file or folder. Raises `StoreError` for an empty path."""
    expect("path", path, str, bytes, os.PathLike)
    found = os.fsdecode(path)
    if not found or "\0" in found:
        raise StoreError(f"no file can have the path {brief(found)}")
    return os.path.abspath(found)


def store_error(error: OSError, doing: str) -> StoreError:
    """The sentence about an error: what was being done to a file, and the reason why it failed."""
    reason = _REASONS.get(error.errno or 0) or error.strerror or str(error)
    return StoreError(f"cannot {doing}: {reason}")


@contextmanager
def doing(what: str) -> Iterator[None]:
    """Turn every `OSError` within into a `StoreError`."""
    try:
        yield
    except OSError as error:
        raise store_error(error, what) from error


# Files


@contextmanager
def opened(path: str, flags: int, mode: int = PUBLIC) -> Iterator[int]:
    """The descriptor of a regular file. Raises `OSError` for a link, folder, pipe, socket or device."""
    with suppress(FileNotFoundError):
        check_regular(os.lstat(path))  # before it is opened, which may set a device going
    descriptor = os.open(path, flags | _SAFE, mode)
    try:
        check_regular(os.fstat(descriptor))
        yield descriptor
    finally:
        os.close(descriptor)


def check_regular(found: os.stat_result) -> None:
    """Raise `OSError` unless what was found at a path is a regular file."""
    if stat.S_ISLNK(found.st_mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def check_private(path: str, found: os.stat_result) -> None:
    """Raise `StoreError` when others than its owner may use a file or folder."""
    if os.name == "posix" and stat.S_IMODE(found.st_mode) & 0o077:
        right = 700 if stat.S_ISDIR(found.st_mode) else 600
        raise StoreError(f"others than its owner can use {path}: run chmod {right} {path}")


def check_same(path: str, before: os.stat_result, *, follow: bool = True) -> os.stat_result:
    """What is at a path now. Raises `StoreError` unless it is the file or folder that was there before."""
    try:
        found = os.stat(path, follow_symlinks=follow)
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(f"{path} was deleted or renamed while the store was open") from None
    if not os.path.samestat(found, before):
        raise StoreError(f"{path} was replaced while the store was open")
    return found


def place_new(path: str, content: bytes, mode: int) -> bool:
    """Create a file with its whole content, unless there is one: whether it was created now.

    The file has this mode from the start. It is not open at any moment under its own name, so that no lock of
    this process on it is lost.
    """
    draft = f"{path}.{token_hex(8)}{DRAFT}"
    try:
        write_new(draft, content, mode)
        os.link(draft, path)
    except FileExistsError:
        return False
    finally:
        with suppress(FileNotFoundError):
            os.unlink(draft)
    sync_directory(os.path.dirname(path))
    return True


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


def sync_file(descriptor: int) -> None:
    """Return once what was written would survive a loss of power."""
    if _FULL_SYNC is None:
        _sync(descriptor)
    else:
        fcntl.fcntl(descriptor, _FULL_SYNC)


# Folders


class Folder:
    """A folder of a store's own, made if need be, for logs or for seeds, never for both.

    It is kept open, so that another folder cannot take its place unnoticed. A folder of seeds is its owner's
    alone. Raises `StoreError` where any of this does not hold.
    """

    def __init__(self, path: AnyPath, kind: Kind) -> None:
        self.path: Final = absolute(path)
        self._kind: Final[Kind] = kind
        with doing(f"make the folder {self.path}"):
            _make(self.path, 0o700 if kind == "seeds" else 0o777)
            self._stat: Final = self._opened()
        self._check_kind()
        self.check()
        self._mark()
        self._check_kind()

    def _opened(self) -> os.stat_result:
        if FOLDER is None:
            return os.stat(self.path)
        descriptor = os.open(self.path, os.O_RDONLY | FOLDER | os.O_CLOEXEC)
        weakref.finalize(self, os.close, descriptor)
        return os.fstat(descriptor)

    def check(self) -> None:
        """Raise `StoreError` unless the folder that was opened is still at its path, and fit for its kind."""
        found = check_same(self.path, self._stat)
        if self._kind == "seeds":
            check_private(self.path, found)

    def file(self, stream_id: str) -> str:
        """The path of an id's file, whether there is one or not."""
        return os.path.join(self.path, stream_id + SUFFIXES[self._kind])

    def names(self) -> list[str]:
        """All names in the folder, in any order."""
        with doing(f"read the folder {self.path}"):
            return os.listdir(self.path)

    def ids(self) -> list[str]:
        """The ids that the names of files in the folder hold, in any order."""
        suffix = SUFFIXES[self._kind]
        found = [name.removesuffix(suffix) for name in self.names() if name.endswith(suffix)]
        return [stream_id for stream_id in found if HAND_ID.fullmatch(stream_id)]

    def sync(self) -> None:
        """Return once the folder's names would survive a loss of power."""
        sync_directory(self.path)

    def _check_kind(self) -> None:
        found = self._marked() or self._guessed()
        if found is not None and found != self._kind:
            raise StoreError(
                f"the folder {self.path} is for {found}: keep {self._kind} in a folder of their own"
            )

    def _marked(self) -> Kind | None:
        """The kind that the folder's mark names, None without a mark."""
        path = os.path.join(self.path, _MARK)
        try:
            with opened(path, os.O_RDONLY) as file:
                word = os.read(file, 16).decode("ascii", "replace").strip()
        except (FileNotFoundError, PermissionError):
            return None
        except OSError as error:
            raise store_error(error, f"read {path}") from error
        for kind in SUFFIXES:
            if word == kind:
                return kind
        raise StoreError(f"{path} must hold the word logs or seeds, not {brief(word)}")

    def _guessed(self) -> Kind | None:
        """The other kind, when files of it are in the folder."""
        other: Kind = "logs" if self._kind == "seeds" else "seeds"
        with doing(f"read the folder {self.path}"), os.scandir(self.path) as entries:
            there = (entry for entry in entries if entry.name.endswith(SUFFIXES[other]))
            return other if any(entry.is_file(follow_symlinks=False) for entry in there) else None

    def _mark(self) -> None:
        path = os.path.join(self.path, _MARK)
        try:
            if not os.path.lexists(path):
                place_new(path, f"{self._kind}\n".encode(), PRIVATE if self._kind == "seeds" else PUBLIC)
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES):  # a folder to read from needs no mark
                raise store_error(error, f"write to the folder {self.path}") from error


def _make(path: str, mode: int) -> None:
    """Make a folder and those above it, and sync the names of the new ones."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    _make(parent, 0o777)
    with suppress(FileExistsError):
        os.mkdir(path, mode)
    with suppress(PermissionError):
        sync_directory(parent)

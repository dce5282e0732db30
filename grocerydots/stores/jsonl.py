r"""Logs as plain files, one a stream, which every tool for logs reads.

How an append is whole or not there, without a second file: its bytes are written with a zero in the place of
the first one, ``{``, and synced; then that one byte is written, and synced. A line that starts with a zero,
and what follows it, is an append that was never acknowledged. So is a last line without its ``\n``. Readers
pass over both, which needs no lock; the next writer cuts them off.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final, NamedTuple, final

from grocerydots.errors import StoreError
from grocerydots.files import AnyPath
from grocerydots.log import LONGEST_LINE
from grocerydots.log.chain import digests, end_line
from grocerydots.stores import disk
from grocerydots.stores.store import Store, check_follows, checked_id, checked_timeout, closes, ends

_MOST: Final = LONGEST_LINE + 2  #: Bytes to read of a line: one more than it and its end may have.


class _Tail(NamedTuple):
    """Where the committed part of a file ends."""

    size: int = 0  #: Bytes, the end line's too.
    entries: int = 0
    head: bytes = b""  #: The hash after the last entry.
    last: bytes | None = None  #: The last entry.
    is_ended: bool = False  #: Whether the end line follows it.

    @property
    def end_line(self) -> bytes:
        return end_line(self.entries, self.head.hex())


_NOTHING: Final = _Tail()


@final
class JsonlStore(Store):
    """Logs as files ``<id>.jsonl`` of a folder, which is made if need be.

    A finished hand's file ends with its end line, so that `read_log` reads it. Writers wait for each other,
    up to `timeout` seconds. Needs a file system with locks (``flock``) and names in which case matters. Other
    entries of the folder are ignored; one that only looks like a log is in no list, and an error to read.
    """

    def __init__(self, folder: AnyPath, *, timeout: float = 5.0) -> None:
        if not disk.HAS_LOCKS:
            raise StoreError(
                "this system has no file locks, without which no file is safe from a second writer"
            )
        self._timeout: Final = checked_timeout(timeout)
        self._folder: Final = disk.Folder(folder, "logs")
        #: The files that were written to, and their tails, which saves reading them again.
        self._known: dict[str, tuple[os.stat_result, _Tail]] = {}
        self._is_closed = False

    def close(self) -> None:
        """Refuse all calls from now on. No file is open between two calls."""
        self._is_closed = True
        self._known.clear()

    def path(self, stream_id: str) -> str:
        """The path of a stream's file, whether there is one or not."""
        self._check_open()
        return self._folder.file(checked_id(stream_id))

    def _path(self, stream_id: str) -> str:
        """The same. Raises `StoreError` when a file that was written to is not at its path any more."""
        self._check_open()
        path = self._folder.file(stream_id)
        if stream_id in self._known:
            found = disk.check_same(path, self._known[stream_id][0], follow=False)
            if not found.st_size:
                raise StoreError(f"{path} was emptied while the store was open")
        return path

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError(f"the store {self._folder.path} is closed")
        self._folder.check()

    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        path = self._path(stream_id)
        creates = expected == 0 and lines
        try:
            with disk.opened(path, os.O_RDWR | (os.O_CREAT if creates else 0)) as file:
                disk.lock(file, self._timeout)
                found = os.fstat(file)
                disk.check_same(path, found, follow=False)
                tail = self._tail(file, path, stream_id)
                check_follows(stream_id, tail.entries, expected, tail.last, len(lines))
                if lines:
                    tail = self._commit(file, path, tail, lines)
                    self._known[stream_id] = found, tail
                return tail.entries
        except OSError as error:
            if isinstance(error, FileNotFoundError) and not creates:
                self._path(stream_id)
                check_follows(stream_id, 0, expected, None, 0)
                return 0
            raise disk.store_error(error, f"write to {path}") from error

    def _commit(self, file: int, path: str, tail: _Tail, lines: tuple[bytes, ...]) -> _Tail:
        """Write lines after the tail, and the end line when they close the hand."""
        head = digests(lines, tail.head)[-1]
        new = _Tail(tail.size, tail.entries + len(lines), head, lines[-1], closes(lines[-1]))
        written = (*lines, new.end_line) if new.is_ended else lines
        content = b"\n".join(written) + b"\n"
        size = tail.size + len(content)
        try:
            os.ftruncate(file, tail.size)
            if not tail.size:
                self._folder.sync()
            disk.write_at(file, b"\0" + content[1:], tail.size)
            disk.sync_file(file)
            disk.write_at(file, content[:1], tail.size)
            disk.sync_file(file)
            if disk.check_same(path, os.fstat(file), follow=False).st_size != size:
                raise StoreError(f"{path} was changed by another program during an append")
        except BaseException:
            _cut(file, tail.size)
            raise
        return new._replace(size=size)

    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        path = self._path(stream_id)
        with self._reading(stream_id) as file:
            return () if file is None else tuple(_scan(file, path, _NOTHING)[1][start:])

    def _entries(self, stream_id: str) -> int:
        path = self._path(stream_id)
        with self._reading(stream_id) as file:
            return 0 if file is None else self._tail(file, path, stream_id).entries

    def _streams(self) -> Iterable[str]:
        self._check_open()
        begun = [stream_id for stream_id in self._folder.ids() if self._is_begun(stream_id)]
        self._check_open()
        return begun

    def _is_begun(self, stream_id: str) -> bool:
        """Whether there is a log with at least one entry, and not something else of that name."""
        try:
            with self._reading(stream_id) as file:
                path = self._folder.file(stream_id)
                return file is not None and any(True for _ in _committed(file, path, 0))
        except StoreError:
            return False

    @contextmanager
    def _reading(self, stream_id: str) -> Iterator[int | None]:
        """The descriptor of a stream's file, None when there is no file."""
        path = self._folder.file(stream_id)
        with disk.doing(f"read {path}"), ExitStack() as stack:
            file = None
            try:
                file = stack.enter_context(disk.opened(path, os.O_RDONLY))
            except FileNotFoundError:
                self._path(stream_id)  # raises when the whole folder is gone
            yield file

    def _tail(self, file: int, path: str, stream_id: str) -> _Tail:
        """The file's tail, of which only what is new is read."""
        known = self._known[stream_id][1] if stream_id in self._known else _NOTHING
        return _scan(file, path, known if _is_in(known, file) else _NOTHING)[0]


def _scan(file: int, path: str, tail: _Tail) -> tuple[_Tail, list[bytes]]:
    """The file's tail and its entries after the known one. Raises `StoreError` for a changed file."""
    size, entries, head, last, is_ended = tail
    lines = []
    for line in _committed(file, path, size):
        size += len(line) + 1
        if is_ended or (ends(line) and line != end_line(entries, head.hex())):
            raise StoreError(f"{path} was changed after it was written: its end does not fit its entries")
        if ends(line):
            is_ended = True
            continue
        entries, last = entries + 1, line
        head = digests((line,), head)[0]
        lines.append(line)
    return _Tail(size, entries, head, last, is_ended), lines


def _committed(file: int, path: str, start: int) -> Iterator[bytes]:
    """The committed lines of a file from a byte on. Raises `StoreError` for what no store writes."""
    with open(os.dup(file), "rb") as source:
        source.seek(start)
        while (line := source.readline(_MOST)) and not line.startswith(b"\0"):
            if not line.startswith(b"{") or len(line) == _MOST:
                raise StoreError(f"{path} is not a log: at byte {start} a line starts that no store writes")
            if not line.endswith(b"\n"):
                return
            start += len(line)
            yield line[:-1]


def _is_in(tail: _Tail, file: int) -> bool:
    """Whether a file holds the tail's last line where it was: it only grew, and is no other file."""
    if tail.last is None:
        return True
    line = (tail.end_line if tail.is_ended else tail.last) + b"\n"
    return os.pread(file, len(line), tail.size - len(line)) == line


def _cut(file: int, size: int) -> None:
    """Undo an append that failed. Where that fails too, what is left starts with a zero all the same."""
    with suppress(OSError):
        os.ftruncate(file, size)
        disk.sync_file(file)

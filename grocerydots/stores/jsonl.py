r"""Logs as plain files, one a hand, which every tool for logs reads.

How an append is whole or not there, without a second file: its bytes are written with a zero in the place of
the first one, ``{``, and made to last; then that one byte is written, and made to last. A line that starts
with a zero, and what follows it, is an append that was never acknowledged. So is a last line without its
``\n``. Readers pass over both, which needs no lock; the next writer cuts them off.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Final, NamedTuple, final

from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import StoreError
from grocerydots.log.chain import digests, end_line
from grocerydots.stores import media
from grocerydots.stores.interface import Store
from grocerydots.stores.names import check_follows, checked_id, checked_timeout, closes, ends

_SUFFIX: Final = ".jsonl"


class _Tail(NamedTuple):
    """A file as far as it was read: everything that is committed."""

    size: int = 0  #: Bytes, the end line's too.
    entries: int = 0
    head: bytes = b""  #: The hash after the last entry.
    last: bytes | None = None  #: The last entry.
    ended: bool = False  #: Whether the end line was read.


_NOTHING: Final = _Tail()


@final
class JsonlStore(Store):
    """Logs as files ``<id>.jsonl`` of a folder, which is made if need be.

    A finished hand's file ends with its end line, so that `read_log` reads it. Writers wait for each other,
    up to `timeout` seconds. Needs a file system with locks (``flock``), that tells upper from lower case.
    """

    def __init__(self, folder: str | os.PathLike[str], *, timeout: float = 5.0) -> None:
        if not media.HAS_LOCKS:
            raise StoreError(
                "this system has no file locks, without which no file is safe from a second writer"
            )
        self._folder: Final = media.absolute(folder)
        self._timeout: Final = checked_timeout(timeout)
        #: What was read, or written, while the file was locked. Files only grow, so it stays true.
        self._tails: dict[str, _Tail] = {}
        self._closed = False
        with media.doing(f"make the folder {self._folder}"):
            os.makedirs(self._folder, exist_ok=True)

    def close(self) -> None:
        """Nothing is open between two calls; from now on calls are refused."""
        self._closed = True
        self._tails.clear()

    def path(self, stream_id: str) -> str:
        """The path of a stream's file, whether it is there or not."""
        return self._path(checked_id(stream_id))

    def _path(self, stream_id: str) -> str:
        self._check_open()
        return os.path.join(self._folder, stream_id + _SUFFIX)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError(f"the store {self._folder} is closed")

    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        path = self._path(stream_id)
        creates = expected == 0 and lines
        try:
            with media.opened(path, os.O_RDWR | (os.O_CREAT if creates else 0)) as file:
                media.lock(file, self._timeout)
                tail = self._tail(file, stream_id)
                check_follows(stream_id, tail.entries, expected, tail.last, len(lines))
                if lines:
                    tail = self._commit(file, tail, lines)
                self._tails[stream_id] = tail
                return tail.entries
        except OSError as error:
            if isinstance(error, FileNotFoundError) and not creates:
                check_follows(stream_id, 0, expected, None, 0)
                return 0
            raise media.store_error(error, f"write to {path}") from error

    def _commit(self, file: int, tail: _Tail, lines: tuple[bytes, ...]) -> _Tail:
        """Write lines after the tail, and the end line when they close the hand."""
        head = digests(lines, tail.head)[-1]
        entries, closing = tail.entries + len(lines), closes(lines[-1])
        written = (*lines, end_line(entries, head.hex())) if closing else lines
        content = b"\n".join(written) + b"\n"
        try:
            os.ftruncate(file, tail.size)
            if not tail.size:
                media.make_names_last(self._folder)
            media.write_at(file, b"\0" + content[1:], tail.size)
            media.make_last(file)
            media.write_at(file, content[:1], tail.size)
            media.make_last(file)
        except BaseException:
            _cut(file, tail.size)
            raise
        return _Tail(tail.size + len(content), entries, head, lines[-1], closing)

    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        with self._reading(stream_id) as file:
            return () if file is None else tuple(_scan(file, _NOTHING, stream_id)[1][start:])

    def _entries(self, stream_id: str) -> int:
        with self._reading(stream_id) as file:
            return 0 if file is None else self._tail(file, stream_id).entries

    def _streams(self) -> Iterable[str]:
        self._check_open()
        with media.doing(f"read the folder {self._folder}"):
            names = os.listdir(self._folder)
        ids = [name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)]
        return [stream_id for stream_id in ids if HAND_ID.fullmatch(stream_id) and self._is_begun(stream_id)]

    def _is_begun(self, stream_id: str) -> bool:
        with self._reading(stream_id) as file:
            if file is None:
                return False
            with open(os.dup(file), "rb") as source:
                return _is_whole(source.readline())

    @contextmanager
    def _reading(self, stream_id: str) -> Iterator[int | None]:
        """A stream's open file, None when there is none."""
        path = self._path(stream_id)
        with media.doing(f"read {path}"), ExitStack() as stack:
            try:
                file = stack.enter_context(media.opened(path, os.O_RDONLY))
            except FileNotFoundError:
                yield None
            else:
                yield file

    def _tail(self, file: int, stream_id: str) -> _Tail:
        """The file's tail, of which only what is new is read."""
        known = self._tails.get(stream_id, _NOTHING)
        if os.fstat(file).st_size < known.size:
            known = _NOTHING
        return _scan(file, known, stream_id)[0]


def _scan(file: int, tail: _Tail, stream_id: str) -> tuple[_Tail, list[bytes]]:
    """The file's tail and its entries after the one that is known. Raises `StoreError` for a broken chain."""
    size, entries, head, last, ended = tail
    lines = []
    with open(os.dup(file), "rb") as source:
        source.seek(size)
        for line in source:
            if not _is_whole(line):
                break
            size += len(line)
            line = line[:-1]
            if ended or (ends(line) and line != end_line(entries, head.hex())):
                raise StoreError(
                    f"the file of the log {stream_id} was changed after it was written: its end does not fit"
                )
            if ends(line):
                ended = True
                continue
            entries, last = entries + 1, line
            head = digests((line,), head)[0]
            lines.append(line)
    return _Tail(size, entries, head, last, ended), lines


def _is_whole(line: bytes) -> bool:
    """Whether a line was committed with its append, and has its end."""
    return line[:1] not in (b"\0", b"") and line[-1:] == b"\n"


def _cut(file: int, size: int) -> None:
    """Take back an append that failed. Where that fails too, what is left starts with a zero all the same."""
    with suppress(OSError):
        os.ftruncate(file, size)
        media.make_last(file)

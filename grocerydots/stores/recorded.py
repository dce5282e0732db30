"""Logs in a database, through the recorders of the library ``eventsourcing`` (extra ``store``).

A line is a stored event: the stream's id is the originator's, the line's number the version, the line the
state. Nobody can store a second line under a number, which is what lets one of two writers win.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Lock
from typing import Final

from grocerydots.errors import MissingExtra, StoreError
from grocerydots.stores.interface import Store
from grocerydots.stores.names import check_follows, lost_race

try:
    from eventsourcing.domain import EventSourcingError
    from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent
except ModuleNotFoundError as error:
    raise MissingExtra("store") from error

__all__ = ["AggregateRecorder", "RecordedStore"]

_UNSURE: Final = "; it is not known whether the lines were stored, all of them or none: read the log again"


class RecordedStore(Store):
    """What the stores in databases have in common. A recorder that failed is replaced by a new one."""

    def __init__(self) -> None:
        self._recorder: AggregateRecorder | None = None
        self._opening = Lock()
        self._closed = False

    def _append(self, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        # The recorder may try again after the connection broke, when the first try had been stored after
        # all. A mark of this append's own, kept as the topic, tells that from another writer's success.
        mark = token_hex(8)
        events = [
            StoredEvent(stream_id, number, mark, line) for number, line in enumerate(lines, expected + 1)
        ]
        with self._using(f"write to {self}", writing=True) as recorder:
            stored, last = _end_of(recorder, stream_id)
            check_follows(stream_id, stored, expected, last, len(lines))
            try:
                recorder.insert_events(events)
            except IntegrityError:
                first = recorder.select_events(stream_id, gt=expected, lte=expected + 1)
                if first[0].topic != mark:
                    raise lost_race(stream_id, _end_of(recorder, stream_id)[0], expected) from None
        return expected + len(lines)

    def _read(self, stream_id: str, start: int) -> tuple[bytes, ...]:
        with self._using(f"read from {self}") as recorder:
            return tuple([event.state for event in recorder.select_events(stream_id, gt=start)])

    def _entries(self, stream_id: str) -> int:
        with self._using(f"read from {self}") as recorder:
            return _end_of(recorder, stream_id)[0]

    def _streams(self) -> Iterable[str]:
        with self._using(f"read from {self}") as recorder:
            return self._ids(recorder)

    def close(self) -> None:
        """Let go of the connections."""
        with self._opening:
            self._closed = True
            recorder, self._recorder = self._recorder, None
        if recorder is not None:
            self._let_go(recorder)

    @contextmanager
    def _using(self, doing: str, *, writing: bool = False) -> Iterator[AggregateRecorder]:
        """The recorder, and every trouble with it within as a `StoreError`; the next use gets a new one."""
        recorder = None
        troubles: tuple[type[Exception], ...] = (EventSourcingError, *self._troubles())
        try:
            recorder = self._ready()
            yield recorder
        except troubles as error:
            with self._opening:
                if self._recorder is recorder:
                    self._recorder = None  # closed when the last thread has let go of it
            unsure = _UNSURE if writing and self._is_unsure(error) else ""
            raise StoreError(f"cannot {doing}: {self._reason(error)}{unsure}") from error

    def _ready(self) -> AggregateRecorder:
        with self._opening:
            if self._closed:
                raise StoreError(f"{self} is closed")
            if self._recorder is None:
                self._recorder = self._open()
            return self._recorder

    @abstractmethod
    def __str__(self) -> str:
        """What messages call the store: nothing secret."""

    @abstractmethod
    def _open(self) -> AggregateRecorder:
        """A recorder whose tables are there."""

    @abstractmethod
    def _let_go(self, recorder: AggregateRecorder) -> None:
        """Close a recorder's connections."""

    @abstractmethod
    def _ids(self, recorder: AggregateRecorder) -> list[str]:
        """The ids of all streams."""

    @abstractmethod
    def _troubles(self) -> tuple[type[Exception], ...]:
        """What the driver raises."""

    @abstractmethod
    def _reason(self, error: Exception) -> str:
        """Why that was raised, in words."""

    def _is_unsure(self, error: Exception) -> bool:
        """Whether an append that raised this may have been stored all the same."""
        return False


def _end_of(recorder: AggregateRecorder, stream_id: str) -> tuple[int, bytes | None]:
    """How many lines are stored, and the last."""
    last = recorder.select_events(stream_id, desc=True, limit=1)
    return (last[0].originator_version, last[0].state) if last else (0, None)

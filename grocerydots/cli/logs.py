"""The logs in the files that a command is given: where each one is, and reading it again."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from typing import BinaryIO, Final, NamedTuple

from grocerydots.audit.evidence import Evidence
from grocerydots.audit.heads import Heads, Place
from grocerydots.audit.histories import Histories, histories
from grocerydots.audit.walk import Reading
from grocerydots.history.printable import visible
from grocerydots.log import Log
from grocerydots.log.files import Source, read_at, read_start
from grocerydots.log.log import AnyLog
from grocerydots.table.events import HandStarted, TableOpened
from grocerydots.table.log import TABLE, TableLog

#: What the first bytes of a table's log hold, and no hand's: inside a name a `"` has a backslash before it.
_TABLE: Final = f'"event":"{TABLE.tag_of[TableOpened]}"'.encode()
_FIRST: Final = 256


class _Span(NamedTuple):
    """The bytes of a hand in a file."""

    file: str
    start: int
    end: int

    def read(self) -> bytes:
        """The log, without the empty line before the next hand and what was read ahead of that."""
        with open(self.file, "rb") as file:
            file.seek(self.start)
            log, gap, _ = file.read(self.end - self.start).partition(b"\n\n")
        return log + gap[:1]


class Logs:
    """The logs of hands and tables in some files. Memory does not grow with the hands of no table.

    With a `hand_id`, only pairs of logs that this hand is in are looked for. Close it, or use it in a
    ``with`` statement.
    """

    def __init__(self, hand_id: str | None) -> None:
        self.missed: list[str] = []  #: A table's hands that could not be read again.
        self.unknown: dict[str, None] = {}  #: Hands that none of the tables started, in their order.
        self._started: set[str] | None = None  #: The hands of the tables; None without a table.
        self._spans: dict[str, list[_Span | None]] = {}  #: Those of the tables' hands; None in a pipe.
        self._files: list[str] = []  #: In the order in which they were read.
        self._regular: list[bool] = []  #: Whether each of them can be read again,
        self._hands: list[int] = []  #: and how many hands it holds.
        self._heads = Heads(hand_id)

    def __enter__(self) -> Logs:
        return self

    def __exit__(self, *_: object) -> None:
        self._heads.close()

    def add_tables(self, files: Iterable[str]) -> None:
        """Note the logs of tables, and which hands they started, before any hand is."""
        for file in files:
            log, _ = read_start(TableLog, file)
            self._started = self._started or set()
            if log is not None:
                self.add_file(file)
                self._heads.note(log, Place(len(self._files) - 1, 0, 0))
                self._started |= {event.hand_id for event in log.events if isinstance(event, HandStarted)}

    def add_file(self, file: str) -> None:
        """Note that hands are now read from a file."""
        self._files.append(file)
        self._regular.append(is_regular(file))
        self._hands.append(0)

    def add(self, reading: Reading, end: int) -> None:
        """Note a hand of the file that was added last, and where it ends."""
        self._hands[-1] += 1
        log = reading.log
        if log is None:
            return
        file = self._files[-1]
        self._heads.note(log, Place(len(self._files) - 1, self._hands[-1], reading.offset))
        if self._started is None:
            return
        if log.hand_id in self._started:
            span = _Span(file, reading.offset, end) if self._regular[-1] else None
            self._spans.setdefault(log.hand_id, []).append(span)
        else:
            self.unknown[log.hand_id] = None

    def of_hand(self, hand_id: str) -> list[Log | Source]:
        """All logs of a table's hand; none where it is in no file."""
        spans = self._spans.get(hand_id, [])
        self.missed += [hand_id for span in spans if span is None]
        return [span.read() for span in spans if span is not None]

    def histories(self, evidence: Evidence) -> Histories | None:
        """The report on logs that contradict each other, None where there are none."""
        return histories(self._heads, self._again, self._name, evidence)

    def _again(self, place: Place) -> AnyLog | None:
        """The log at a place, None for one that came by a pipe."""
        file = self._files[place.file]
        if not self._regular[place.file] or not os.path.isfile(file):
            return None
        return read_at(file, place.offset) if place.number else read_start(TableLog, file)[0]

    def _name(self, place: Place) -> str:
        """Where a log is, as messages say it: a file, and which hand of it where it has several."""
        file = visible(self._files[place.file])
        return f"{file}, hand {place.number}" if self._hands[place.file] > 1 else file


def is_regular(file: str) -> bool:
    """Whether a file can be read more than once: not standard input, and no pipe."""
    return file != "-" and os.path.isfile(file)


def is_table(file: str) -> bool:
    """Whether a regular file is the log of a table; what is read of a pipe cannot be read again."""
    with suppress(OSError):  # reported when it is read
        if is_regular(file):
            with open(file, "rb") as source:
                return is_table_in(source)
    return False


def is_table_in(source: BinaryIO) -> bool:
    """Whether what is about to be read is the log of a table."""
    peek = getattr(source, "peek", None)
    return peek is not None and _TABLE in peek(_FIRST)[:_FIRST].partition(b"\n")[0]

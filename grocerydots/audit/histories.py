"""Two histories of one hand among any number of logs, found in flat memory.

Of each log a row of some 50 bytes is kept: a hash of its id, how many entries it has, its head and where it
is. Rows beyond the first ones go to a temporary file, sorted. Only logs whose ids come again are read again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import groupby, islice, pairwise
from struct import Struct
from tempfile import SpooledTemporaryFile
from typing import Final, NamedTuple, TypeAlias

from grocerydots.audit.evidence import Evidence, contradictions
from grocerydots.audit.report import Finding, Report
from grocerydots.describe import describe
from grocerydots.log import Log
from grocerydots.log.log import AnyLog
from grocerydots.proofs.receipts import AnyReceipt

_ROW: Final = Struct(">12sI24s?HIQ")
_IN_MEMORY: Final = 1 << 16  #: Rows that are sorted at once.
_AT_ONCE: Final = 1 << 10  #: Rows of each sorted run that are read at once.
_MOST: Final = 100  #: Pairs that are listed.
_EACH_ALONE: Final = "each log keeps its own verdict"


class Place(NamedTuple):
    """Where a log is."""

    file: int  #: The number of its file, from 0.
    number: int  #: Which hand of the file it is, from 1.
    offset: int  #: Of its first byte.


#: Reads the log at a place again; None where that cannot be done, as with a pipe.
Again: TypeAlias = Callable[[Place], AnyLog | None]
Names: TypeAlias = Callable[[Place], str]  #: Says where a log is: ``hand 3 of friday.jsonl``.


class _Row(NamedTuple):
    """What is kept of a log, or of the seed commitment in one: without entries, its hand's id for a head."""

    key: bytes
    entries: int
    head: bytes
    is_closed: bool
    place: Place


def _by_key(row: _Row) -> bytes:
    return row.key


class Histories:
    """The heads of all logs that are noted. Close it, or use it in a ``with`` statement."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._file = SpooledTemporaryFile(_IN_MEMORY * _ROW.size)  # noqa: SIM115  # closed by `close`
        self._runs: list[tuple[int, int]] = []  #: Where sorted rows begin and end in the file.

    def __enter__(self) -> Histories:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the temporary file, if there is one."""
        self._file.close()

    def note(self, log: AnyLog, place: Place) -> None:
        """Keep what is needed of a log."""
        self._add(_key_of(log), log.entries, bytes.fromhex(log.head), log.is_closed, place)
        if isinstance(log, Log) and log.opening.seed_commitment is not None:
            own_id = sha256(log.hand_id.encode()).digest()
            self._add(_key(b"seed", log.opening.seed_commitment), 0, own_id, False, place)

    def _add(self, key: bytes, entries: int, head: bytes, is_closed: bool, place: Place) -> None:
        self._held.append(_ROW.pack(key, entries, head[:24], is_closed, *place))
        if len(self._held) >= _IN_MEMORY:
            begin = self._file.seek(0, 2)
            self._file.write(b"".join(sorted(self._held)))
            self._runs.append((begin, self._file.tell()))
            self._held.clear()

    def _rows(self) -> Iterator[_Row]:
        """All rows, by key, then by their number of entries."""
        runs = [self._run(begin, end) for begin, end in self._runs]
        for row in heapq.merge(sorted(self._held), *runs):
            key, entries, head, is_closed, *place = _ROW.unpack(row)
            yield _Row(key, entries, head, is_closed, Place(*place))

    def _run(self, begin: int, end: int) -> Iterator[bytes]:
        for at in range(begin, end, _AT_ONCE * _ROW.size):
            self._file.seek(at)
            block = self._file.read(min(_AT_ONCE * _ROW.size, end - at))
            yield from (block[i : i + _ROW.size] for i in range(0, len(block), _ROW.size))

    def report(self, again: Again, names: Names, evidence: Evidence) -> Report | None:
        """The report on all pairs of logs that contradict each other, None where there are none.

        Two logs under one id do unless one continues the other; two hands do that commit to one seed; and
        so do proved receipts of a hand that has no log here.
        """
        told = _Told(again, names, evidence)
        lone = _Lone(evidence)
        groups = groupby(lone.without(self._rows()), key=_by_key)
        pairs = (pair for _, rows in groups for pair in pairwise(rows))
        found = (finding for pair in pairs if (finding := told.pair(*pair)) is not None)
        findings = list(islice(found, _MOST))
        if more := sum(1 for _ in found):
            says, means = f"{more} more pairs of logs contradict each other", "only the first are listed"
            findings.append(Finding("note", None, None, None, says, means))
        findings += lone.findings()
        return Report(findings=tuple(findings)) if findings else None


def _key_of(log: AnyLog) -> bytes:
    return _key(log.what.encode(), log.id.encode())


def _key(kind: bytes, name: bytes) -> bytes:
    return sha256(kind + b"\0" + name).digest()[:12]


class _Lone:
    """Proved receipts that contradict each other, of what none of the logs is of."""

    def __init__(self, evidence: Evidence) -> None:
        self.said: dict[bytes, list[tuple[str, str, str]]] = {}
        keys = evidence.keys
        proved = [each for each in evidence.receipts if keys is not None and keys.check(each)]
        for (what, own_id), receipts in groupby(sorted(proved, key=_whose), key=_whose):
            said = [
                (f"of {what} {own_id}: {says}", right, follows)
                for says, right, follows in contradictions(receipts)
            ]
            if said:
                self.said[_key(what.encode(), own_id.encode())] = said

    def without(self, rows: Iterator[_Row]) -> Iterator[_Row]:
        """The rows as they come; what a log is of is told with that log."""
        for row in rows:
            self.said.pop(row.key, None)
            yield row

    def findings(self) -> list[Finding]:
        """A finding for each number of entries for which receipts have several heads."""
        said = [each for several in self.said.values() for each in several]
        return [Finding("histories", None, None, None, *each) for each in said]


def _whose(receipt: AnyReceipt) -> tuple[str, str]:
    return receipt.what, receipt.id


class _Told:
    """What is said of two logs whose rows have the same key."""

    def __init__(self, again: Again, names: Names, evidence: Evidence) -> None:
        self.again = again
        self.names = names
        self.evidence = evidence

    def pair(self, shorter: _Row, longer: _Row) -> Finding | None:
        """The finding about two logs; None where one continues the other. The shorter comes first."""
        same_length = shorter.entries == longer.entries
        if same_length and shorter.head == longer.head:
            return None
        one, other = self.again(shorter.place), self.again(longer.place)
        if not shorter.entries:
            return self.one_seed(shorter, longer, one, other)
        if one is None or other is None:
            return self.unread(shorter, longer, sure=same_length or shorter.is_closed)
        if _key_of(one) != _key_of(other) or other.head_at(one.entries) == one.head:
            return None
        lines = zip(one.lines, other.lines, strict=False)
        entry = next((n for n, (a, b) in enumerate(lines) if a != b), one.entries)
        sides = sorted(((shorter, one), (longer, other)), key=lambda side: side[0].place)
        says, right = (self.side(row, log, entry) for row, log in sides)
        proved = self.proved(*[log for _, log in sides])
        follows = f"these are two histories of one {one.what}; {proved}; {_EACH_ALONE}"
        return Finding("histories", None, None, None, says, right, follows)

    def side(self, row: _Row, log: AnyLog, entry: int) -> str:
        place = f"{log.what} {log.id} in {self.names(row.place)}, entry {entry}"
        if entry >= log.entries:
            return f"{place}: nothing, for the {log.what} is over"
        return f"{place}: {describe(log.events[entry])}" if isinstance(log, Log) else place

    def proved(self, one: AnyLog, other: AnyLog) -> str:
        """Which of two logs a receipt proves that the operator signed, and what that shows."""
        signed = [self.is_signed(log) for log in (one, other)]
        if all(signed):
            return "the operator signed receipts of both, and so gave out both"
        if any(signed):
            return f"the operator signed a receipt of the {'first' if signed[0] else 'second'}"
        return "nothing proves which of them was played"

    def is_signed(self, log: AnyLog) -> bool:
        if not isinstance(log, Log):
            return False
        checks = [receipt.verify(log, self.evidence.keys) for receipt in self.evidence.receipts]
        return any(check.shares and check.signature for check in checks)

    def one_seed(self, a: _Row, b: _Row, one: AnyLog | None, other: AnyLog | None) -> Finding:
        where = [self.names(row.place) for row in (a, b)]
        logs = zip((one, other), where, strict=True)
        hands = [name if log is None else f"hand {log.id} in {name}" for log, name in logs]
        follows = f"one seed is for one hand: whoever saw the first knew the second; {_EACH_ALONE}"
        says, right = (f"{hand} commits to a seed" for hand in hands)
        return Finding("histories", None, None, "GSD-1", says, f"{right} that is the same", follows)

    def unread(self, a: _Row, b: _Row, *, sure: bool) -> Finding:
        says, right = (f"{self.names(row.place)} has {row.entries} entries" for row in (a, b))
        cannot = "whether one continues the other cannot be told of what came by a pipe: give a file"
        follows = f"these are two histories of one hand; {_EACH_ALONE}" if sure else cannot
        right = f"a log of the same id in {right}"
        return Finding("histories", None, None, None, f"a log in {says}", right, follows)

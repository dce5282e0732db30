"""`audit_table`: a table's log and those of its hands in, a report out. It never raises on a bad log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

import attrs

from grocerydots import events as e
from grocerydots.audit.auditing import report_on
from grocerydots.audit.evidence import Evidence, Receipts
from grocerydots.audit.report import (
    Finding,
    Gravity,
    Outcome,
    Report,
    in_order,
    not_secret,
    with_names,
)
from grocerydots.audit.walk import Reading, read_hand
from grocerydots.english import capital, count, cut
from grocerydots.errors import IllegalEvent, WrongType, expect
from grocerydots.history.printable import safe_name
from grocerydots.log import BadHand, Log
from grocerydots.log.files import Source, read_start
from grocerydots.proofs.receipts import AnyReceipt, Keys
from grocerydots.rules.rules import Chips, Seat
from grocerydots.table import events as t
from grocerydots.table.check import attempt, check, due_words
from grocerydots.table.log import TableLog
from grocerydots.table.session import opening_mismatch
from grocerydots.table.state import TableState, evolve
from grocerydots.table.turns import Due, turn

#: One hand's log, or several that are said to be that.
Sources: TypeAlias = "Log | Source | list[Log | Source] | None"
#: The hands' logs: by id, from a function that finds them, or an iterable.
HandLogs: TypeAlias = "Mapping[str, Log | Source] | Callable[[str], Sources] | Iterable[Log | BadHand]"

_NOTHING_FOLLOWS: Final = "nothing after this can be relied on"
_SAYS_NOTHING: Final = "it says nothing about this table"


def audit_table(
    log: TableLog | Source,
    hand_logs: HandLogs = (),
    *,
    receipts: Iterable[AnyReceipt] = (),
    keys: Keys | None = None,
) -> TableReport:
    """The report on a table: on its own log, and by `audit` on every hand that it says was played.

    It proves that the table's rules were kept, that stacks carry over from hand to hand, that nobody plays
    with chips they did not bring, that the deal went round rightly, and by its head that each hand's log is
    the one that was played. A log with another head says nothing about the table, and of several for one hand
    the one that fits is taken. An iterable of logs, as `read_archive` gives it, need not be in order, but is
    read in constant memory if it is. `receipts` are of the table and of its hands, `keys` the operator's.
    Never raises for what is in a log. Raises `OSError` for a file that cannot be opened.
    """
    read, error = (log, None) if isinstance(log, TableLog) else read_start(TableLog, log)
    evidence = Evidence.of((), None, receipts, keys)
    walk = _Walk(read, _Logs(hand_logs), evidence)
    walk.go()
    shown = None if read is None else Receipts(read, evidence.for_table(read.id), walk.finding)
    findings = [*walk.findings, *([] if shown is None else [*shown.findings(), *shown.inert()])]
    if error is not None:
        says = f"{error.path}: {error.message}" if error.path else error.message
        right = "every line is one event of the format, in its canonical form"
        follows = "nothing from this line on is part of the table"
        findings.append(Finding("broken", len(walk.events), error.line, None, cut(says), right, follows))
    state = walk.state
    good = min([walk.good, *[f.entry for f in findings if f.entry is not None and f.gravity in _GRAVE]])
    return TableReport(
        table_id=None if state is None else state.table_id,
        entries=len(walk.events),
        head=None if read is None else read.head,
        is_readable=error is None,
        findings=in_order(findings),
        stands_up_to=good - 1 if good and not (shown and shown.is_another) else None,
        hands=walk.counts["hand"],
        test_hands=walk.counts["test"],
        reports=tuple(walk.reports),
        stacks=() if state is None else tuple([e.Payment(*stack) for stack in state.stacks.items()]),
        brought=0 if state is None else state.bought_in,
        taken=0 if state is None else state.cashed_out,
        raked=0 if state is None else state.raked,
    )


#: The gravities of findings that a table's log does not stand beyond.
_GRAVE: Final = ("broken", "illegal", "settling", "clock")


class _Logs:
    """The supplied logs of hands, found by id."""

    def __init__(self, logs: HandLogs) -> None:
        self.by_id: dict[str, list[Log | Source]] = {}
        self.bad: list[BadHand] = []
        self.find: Callable[[str], Sources] = lambda hand_id: self.by_id.pop(hand_id, None)
        self.more: Iterator[Log | BadHand] = iter(())
        if isinstance(logs, Mapping):
            self.by_id = {hand_id: [log] for hand_id, log in logs.items()}
        elif callable(logs):
            self.find = logs
        elif isinstance(logs, Iterable):
            self.more = iter(logs)
        else:
            raise WrongType.of("hand_logs", "a mapping, a function or an iterable of logs", logs)

    def take(self, hand_id: str, fits: Callable[[Reading], bool]) -> list[Reading]:
        """All logs of a hand up to the first that fits, which are then forgotten."""
        found = self.found(hand_id)
        while not any(map(fits, found)) and (log := next(self.more, None)) is not None:
            self.keep(log)
            found += self.found(hand_id)
        return found

    def found(self, hand_id: str) -> list[Reading]:
        """The logs of a hand as far as they are known, each as far as it can be read."""
        found = self.find(hand_id)
        sources = found if isinstance(found, list) else [] if found is None else [found]
        return [read_hand(source) for source in sources]

    def keep(self, log: Log | BadHand) -> None:
        """Keep a log until it is needed."""
        expect("hand_logs", log, Log, BadHand)
        if isinstance(log, BadHand):
            self.bad.append(log)
        else:
            self.by_id.setdefault(log.hand_id, []).append(log)

    def left(self) -> list[tuple[str, list[Reading]]]:
        """The logs that were not needed, by id."""
        for log in self.more:
            self.keep(log)
        return [(hand_id, self.found(hand_id)) for hand_id in list(self.by_id)]


class _Walk:
    """Walks a table's log, and the log of each hand where the hand ends."""

    def __init__(self, log: TableLog | None, logs: _Logs, evidence: Evidence) -> None:
        self.events = () if log is None else log.events
        self.times = None if log is None else log.times
        self.logs = logs
        self.evidence = evidence
        self.state: TableState | None = None
        self.good = 0  #: How many entries are right.
        self.started = 0  #: The entry that started the hand that is on.
        self.counts: Counter[str] = Counter()  #: Of hands that were audited, and of what is not proved there.
        self.findings: list[Finding] = []
        self.reports: list[Report] = []

    def go(self) -> None:
        for entry, event in enumerate(self.events):
            try:
                check(self.state, event)
            except IllegalEvent as error:
                self.illegal(entry, event, error)
                return
            self.compare_cause(entry)
            if isinstance(event, t.HandStarted):
                self.started = entry
            if isinstance(event, t.HandFinished) and self.state is not None:
                self.finished(entry, event, self.state)
            self.state = evolve(self.state, event)
            self.good = entry + 1
        self.at_the_end()

    def at_the_end(self) -> None:
        state = self.state
        if state is not None and state.hand is not None:
            self.unfinished(state, state.hand)
        ends = {event.hand_id: event for event in self.events if isinstance(event, t.HandFinished)}
        for hand_id, readings in self.logs.left():
            if hand_id not in ends:
                self.unknown(hand_id, readings)
            for reading in readings if hand_id in ends else ():
                if _played(reading, ends[hand_id]) is None:
                    self.another(None, ends[hand_id], reading)
        for bad in self.logs.bad:
            says = f"hand {bad.index + 1} of those supplied, from line {bad.line} on: {bad.error}"
            self.add("evidence", None, None, says, "a log that can be read", _SAYS_NOTHING)
        for what, (says, means) in _UNPROVED.items():
            if self.counts[what]:
                self.add("note", None, None, f"{count(self.counts[what], 'hand')} {says}", means)
        if state is not None and self.times is None and any(g.act_within_ms for g in state.opening.games):
            self.add("note", None, None, "the table's log has no times", "its clock cannot be checked")

    def unknown(self, hand_id: str, readings: list[Reading]) -> None:
        """Say that logs were supplied of a hand that this table does not know."""
        says = f"a log of hand {hand_id} was supplied"
        if any(self.is_signed(reading.log) for reading in readings if reading.log is not None):
            right = "the operator signed a receipt of it, and the table's log leaves it out"
            self.add("receipt", None, None, says, right, "the table's log is not whole")
        else:
            self.add("evidence", None, None, says, "the table started no such hand", _SAYS_NOTHING)

    def is_signed(self, log: Log) -> bool:
        """Whether a key proves that the operator signed a receipt of a hand's log."""
        checks = [receipt.verify(log, self.evidence.keys) for receipt in self.evidence.receipts]
        return any(check.shares and check.signature for check in checks)

    def illegal(self, entry: int, event: t.TableEvent, error: IllegalEvent) -> None:
        who = "" if error.seat is None else f"seat {error.seat}: "
        right = f"{error.reason}; {error.legal}" if error.legal else error.reason
        if self.state is not None and isinstance(now := turn(self.state), Due):
            right = due_words(now.event)
        self.add("illegal", entry, error.rule, f"{who}{attempt(event)}", right, _NOTHING_FOLLOWS)

    def add(
        self, gravity: Gravity, entry: int | None, rule: str | None, says: str, right: str, follows: str = ""
    ) -> None:
        names = {} if self.state is None else {seat.seat: safe_name(seat.player) for seat in self.state.seats}
        says, right, follows = (with_names(text, names) for text in (cut(says), cut(right), follows))
        self.findings.append(self.finding(gravity, entry, says, right, follows, rule))

    def finding(
        self,
        gravity: Gravity,
        entry: int | None,
        says: str,
        right: str,
        follows: str,
        rule: str | None = None,
    ) -> Finding:
        line = None if entry is None else entry + 1
        return Finding(gravity, entry, line, rule, says, right, follows)

    # Hands

    def audited(self, entry: int, hand_id: str, log: Log, state: TableState) -> None:
        """Audit a hand that the table started, by the log that the table knows by its head."""
        report = report_on(Reading(log), self.evidence.for_hand(hand_id, None))
        self.counts["hand"] += 1
        self.counts["test"] += report.deck == "test"
        self.counts["unsealed"] += report.deck == "unsealed"
        self.counts["no time"] += log.times is None and log.opening.rules.act_within_ms is not None
        self.counts["no receipt"] += not report.checked.signatures
        first = report.first
        if first is not None:
            self.reports.append(report)
            says = f"hand {hand_id}, {report.verdict}: {first.log_says}"
            follows = "the stacks after this hand are not what they should be, or cannot be relied on"
            follows = first.follows if first.gravity == "evidence" else follows
            self.add(first.gravity, entry, first.rule, says, first.rules_say, follows)
        wrong = opening_mismatch(state, log.opening)
        if wrong is not None:
            right = "a hand begins with the table's dealer, game and players, and the chips in front of them"
            says = f"hand {log.hand_id}: {wrong}"
            self.add("illegal", entry, "ROOM-19", says, right, "it was not the hand that the table started")

    def finished(self, entry: int, event: t.HandFinished, state: TableState) -> None:
        supplied = self.logs.take(event.hand_id, lambda reading: _played(reading, event) is not None)
        if not supplied:
            says, right = f"hand {event.hand_id} was played", "its log was not supplied"
            self.add("evidence", entry, None, says, right, "what was played in it cannot be checked")
        log = None
        for reading in supplied:
            fits = _played(reading, event)
            log = log or fits
            if fits is None or reading.error is not None:
                self.another(entry, event, reading)
        if log is None:
            return
        self.audited(entry, event.hand_id, log, state)
        if not log.is_closed:
            says, right = f"hand {event.hand_id} is finished", "its log is not"
            self.add("illegal", entry, "ROOM-19", says, right, "its stacks cannot be relied on")
        else:
            self.compare_stacks(entry, event, log)
        wrong = self.wrong_times(entry, log)
        if wrong is not None:
            self.add("clock", entry, None, *wrong)

    def another(self, entry: int | None, event: t.HandFinished, reading: Reading) -> None:
        """Say that a log is not just the one whose head the table holds."""
        says = f"hand {event.hand_id} has {count(event.entries, 'entry')}, with the head {event.head}"
        log, error = reading.log, reading.error
        if error is not None:
            where = f"{error.path}: " if error.path else ""
            right = f"a log that was supplied cannot be read to its end: {where}{error.message}"
        else:
            assert log is not None  # what can be read to its end has entries
            right = f"a log that was supplied has {count(log.entries, 'entry')}, with the head {log.head}"
        follows = f"this log is not the one that was played; {_SAYS_NOTHING}"
        self.add("evidence", entry, None, says, right, follows)

    def unfinished(self, state: TableState, started: t.HandStarted) -> None:
        """Say that a hand is on, or that what came of it is not on record: its own log proves neither."""
        hand_id, entry = started.hand_id, self.started
        readings = self.logs.take(hand_id, lambda _: False)
        for reading in readings:
            self.counts["hand"] += 1
            first, log = report_on(reading, self.evidence.for_hand(hand_id, None)).first, reading.log
            if first is not None:
                says = f"a log of hand {hand_id} was supplied: {first.log_says}"
                self.add(
                    "evidence", entry, None, says, first.rules_say, "it is not known whether it is the hand's"
                )
            if log is None:
                continue
            if log.is_closed:
                says = f"a log of hand {hand_id} was supplied that is closed"
                right = "the table's log leaves out what came of it, and has the stacks of before"
                self.add("note", entry, None, says, right)
            wrong = opening_mismatch(state, log.opening)
            if wrong is not None:
                right = "the table started it otherwise"
                self.add("evidence", entry, None, f"hand {hand_id}: {wrong}", right, _SAYS_NOTHING)
            wrong_times = self.wrong_times(entry, log)
            if wrong_times is not None:
                self.add("evidence", entry, None, *wrong_times)
        if not any(reading.log is not None and reading.log.is_closed for reading in readings):
            says = f"hand {hand_id} is on"
            self.add("note", entry, None, says, "the table's log ends before the hand does")

    def compare_stacks(self, entry: int, event: t.HandFinished, log: Log) -> None:
        closing = log.events[-1]
        assert isinstance(closing, e.HandClosed)  # the last event of a log that is closed
        if sorted(closing.stacks) != list(event.stacks):
            says = f"hand {event.hand_id} leaves {_stacks(event.stacks)}"
            right = f"by its own log it leaves {_stacks(sorted(closing.stacks))}"
            self.add("illegal", entry, "ROOM-19", says, right, _NOTHING_FOLLOWS)

    def compare_cause(self, entry: int) -> None:
        """What happens by itself happens when what caused it did."""
        if self.state is None or self.times is None:
            return
        cause, at = self.times[entry - 1], self.times[entry]
        if at != cause and isinstance(turn(self.state), Due):
            says, right = f"it happens at {at} ms", f"{cause} ms, with its cause"
            self.add("clock", entry, None, says, right, "the time of this line is false")

    def wrong_times(self, entry: int, log: Log) -> tuple[str, str, str] | None:
        """What is wrong with the times of a hand that the table had on up to an entry."""
        if log.times is None or self.times is None:
            return None
        began, ended = self.times[self.started], self.times[entry]
        late = log.is_closed and entry > self.started and log.times[-1] > ended
        if log.times[0] >= began and not late:
            return None
        says = f"hand {log.hand_id} was played from {log.times[0]} to {log.times[-1]} ms"
        until = f" to {ended} ms" if entry > self.started else " ms on"
        right = f"the table had it on from {began}{until}"
        return says, right, "one of the two logs has false times"


#: What is not proved of so many hands, in words that follow their number.
_UNPROVED: Final = {
    "unsealed": ("with an unsealed deck", "nothing fixed the cards before they were dealt"),
    "no time": ("without times in the log", "the table's clock cannot be checked there (ROOM-9)"),
    "no receipt": (
        "without a receipt that the operator signed",
        "the log could have been rewritten",
    ),
}


def _played(reading: Reading, event: t.HandFinished) -> Log | None:
    """The log of the hand that was played, by its head; None where what was read does not begin with it."""
    log = reading.log
    if log is None or log.entries < event.entries or log.head_at(event.entries) != event.head:
        return None
    return log if log.entries == event.entries else Log(log.lines[: event.entries])


def _stacks(stacks: Iterable[tuple[Seat, int]]) -> str:
    return ", ".join([f"{amount} to seat {seat}" for seat, amount in stacks])


# The report


@attrs.frozen(kw_only=True)
class TableReport(Outcome):
    """What an audit says of a table and its hands. Its text is for people, its JSON for machines."""

    _format: ClassVar[tuple[str, int]] = "grocerydots-table-audit", 1

    table_id: str | None = None  #: None when not even the first line can be read.
    hands: int = 0  #: How many hands' logs were audited,
    test_hands: int = 0  #: and how many of those have test decks, whose cards are not secret.
    reports: tuple[Report, ...] = ()  #: The reports on hands that are not clean.
    stacks: tuple[e.Payment, ...] = ()  #: By seat, at the end.
    brought: Chips = 0  #: All chips that players put on the table,
    taken: Chips = 0  #: all that they left with,
    raked: Chips = 0  #: and all that the house took: what is left is in the stacks.

    @property
    def conclusion(self) -> str:
        """The verdict in one plain sentence: ``Nothing is wrong with this table.``."""
        return f"{capital(_conclusion(self))}."

    def to_object(self) -> dict[str, object]:
        """The report as a JSON object."""
        return {"conclusion": self.conclusion, **super().to_object()}

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        name = "A table that cannot be read" if self.table_id is None else f"Table {self.table_id}"
        lines = [self.conclusion, f"{name}: {self.verdict}."]
        for finding in self.findings:
            where = "" if finding.entry is None else f"entry {finding.entry}: "
            if finding.is_note:
                lines.append(f"Note: {where}{finding.log_says}: {finding.rules_say}.")
            else:
                lines.append(f"- {where}{finding.log_says}; {finding.rules_say}.")
                lines += [f"  {finding.follows}."] if finding.follows else []
        lines.append(f"Checked: {count(self.entries, 'entry')}, {count(self.hands, 'hand')}.")
        lines += [f"Note: {not_secret(self.test_hands)}."] if self.test_hands else []
        on_table = sum([amount for _, amount in self.stacks])
        left = f"{self.taken} taken away, {self.raked} raked, {on_table} on the table"
        return "\n".join([*lines, f"Chips: {self.brought} brought, {left}."])


def _conclusion(report: TableReport) -> str:
    """The verdict on a table, for people."""
    first = report.first
    if report.table_id is None:
        wrong = "is wrong" if report.entries else "cannot be read"
        return f"this is no log of a table: its first line {wrong}"
    if any(finding.gravity == "receipt" for finding in report.findings):
        return "the operator signed a receipt that does not fit this table's log"
    if first is None:
        return "nothing is wrong with this table"
    if first.gravity == "evidence":
        return "nothing is wrong with this table, but files are missing or prove nothing"
    where = "its end" if first.entry is None else f"entry {first.entry}"
    if first.gravity == "broken":
        return f"this table's log cannot be read from {where} on"
    broken = f", which breaks {first.rule}" if first.rule else ""
    return f"this table went wrong at {where}{broken}"

"""`audit_table`: a table's log and those of its hands in, a report out. It never raises on a bad log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final, TypeAlias

import attrs

from grocerydots import events as e
from grocerydots.audit.auditing import report_on
from grocerydots.audit.evidence import Evidence
from grocerydots.audit.report import Finding, Gravity, Outcome, Report, in_order, not_secret
from grocerydots.audit.walk import read_hand
from grocerydots.english import count, cut
from grocerydots.errors import IllegalEvent, WrongType, expect
from grocerydots.log import BadHand, Log
from grocerydots.log.files import Source, read_start
from grocerydots.rules.rules import Chips, Seat
from grocerydots.table import events as t
from grocerydots.table.check import attempt, check, due_words
from grocerydots.table.log import TableLog
from grocerydots.table.session import opening_mismatch
from grocerydots.table.state import TableState, evolve
from grocerydots.table.turns import Due, turn

#: The hands' logs: by id, from a function that finds them, or an iterable.
HandLogs: TypeAlias = (
    "Mapping[str, Log | Source] | Callable[[str], Log | Source | None] | Iterable[Log | BadHand]"
)

_NOTHING_FOLLOWS: Final = "nothing after this can be relied on"


def audit_table(log: TableLog | Source, hand_logs: HandLogs = ()) -> TableReport:
    """The report on a table: on its own log, and by `audit` on every hand that it says was played.

    It proves that the table's rules were kept, that stacks carry over from hand to hand, that nobody plays
    with chips they did not bring, that the deal went round rightly, and by its head that each hand's log is
    the one that was played. An iterable of logs, as `read_archive` gives it, need not be in order, but is
    read in constant memory if it is. Never raises for what is in a log. Raises `OSError` for a file that
    cannot be opened.
    """
    read, error = (log, None) if isinstance(log, TableLog) else read_start(TableLog, log)
    walk = _Walk(read, _Logs(hand_logs))
    walk.go()
    findings = list(walk.findings)
    if error is not None:
        says = f"{error.path}: {error.message}" if error.path else error.message
        right = "every line is one event of the format, in its canonical form"
        follows = "nothing from this line on is part of the table"
        findings.append(Finding("broken", len(walk.events), error.line, None, cut(says), right, follows))
    state = walk.state
    good = min([walk.good, *[f.entry for f in findings if f.entry is not None and not f.is_note]])
    return TableReport(
        table_id=None if state is None else state.table_id,
        entries=len(walk.events),
        head=None if read is None else read.head,
        is_readable=error is None,
        findings=in_order(findings),
        stands_up_to=good - 1 if good else None,
        hands=walk.hands,
        test_hands=walk.test_hands,
        reports=tuple(walk.reports),
        stacks=() if state is None else tuple([e.Payment(*stack) for stack in state.stacks.items()]),
        brought=0 if state is None else state.bought_in,
        taken=0 if state is None else state.cashed_out,
        raked=0 if state is None else state.raked,
    )


class _Logs:
    """The supplied logs of hands, found by id."""

    def __init__(self, logs: HandLogs) -> None:
        self.by_id: dict[str, Log | Source] = {}
        self.again: list[str] = []  #: Of hands whose log was supplied before.
        self.bad: list[BadHand] = []
        self.find: Callable[[str], Log | Source | None] = self.take
        self.more: Iterator[Log | BadHand] = iter(())
        if isinstance(logs, Mapping):
            self.by_id = dict(logs)
        elif callable(logs):
            self.find = logs
        elif isinstance(logs, Iterable):
            self.more = iter(logs)
        else:
            raise WrongType.of("hand_logs", "a mapping, a function or an iterable of logs", logs)

    def take(self, hand_id: str) -> Log | Source | None:
        """The log of a hand, which is then forgotten; None when it was not supplied."""
        while hand_id not in self.by_id and (log := next(self.more, None)) is not None:
            self.keep(log)
        return self.by_id.pop(hand_id, None)

    def keep(self, log: Log | BadHand) -> None:
        """Keep a log until it is needed; of two of one hand, the first."""
        expect("hand_logs", log, Log, BadHand)
        if isinstance(log, BadHand):
            self.bad.append(log)
        elif log.hand_id in self.by_id:
            self.again.append(log.hand_id)
        else:
            self.by_id[log.hand_id] = log

    def left(self) -> list[str]:
        """The ids of the logs that were not needed, one for each log."""
        for log in self.more:
            self.keep(log)
        return [*self.by_id, *self.again]


class _Walk:
    """Walks a table's log, and the log of each hand where the hand ends."""

    def __init__(self, log: TableLog | None, logs: _Logs) -> None:
        self.events = () if log is None else log.events
        self.times = None if log is None else log.times
        self.logs = logs
        self.state: TableState | None = None
        self.good = 0  #: How many entries are right.
        self.started = 0  #: The entry that started the hand that is on.
        self.hands = 0  #: How many hands were audited,
        self.test_hands = 0  #: and how many of them are from test decks.
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
        for hand_id in self.logs.left():
            says = f"a log of hand {hand_id} was supplied"
            right = "the table started no such hand, or the log was supplied twice"
            self.add("evidence", None, None, says, right, "it says nothing about this table")
        for bad in self.logs.bad:
            says = f"hand {bad.index + 1} of those supplied, from line {bad.line} on: {bad.error}"
            self.add("broken", None, None, says, "a log that can be read", "no hand can be checked by it")

    def illegal(self, entry: int, event: t.TableEvent, error: IllegalEvent) -> None:
        who = "" if error.seat is None else f"seat {error.seat}: "
        right = f"{error.reason}; {error.legal}" if error.legal else error.reason
        if self.state is not None and isinstance(now := turn(self.state), Due):
            right = due_words(now.event)
        self.add("illegal", entry, error.rule, f"{who}{attempt(event)}", right, _NOTHING_FOLLOWS)

    def add(
        self, gravity: Gravity, entry: int | None, rule: str | None, says: str, right: str, follows: str = ""
    ) -> None:
        line = None if entry is None else entry + 1
        self.findings.append(Finding(gravity, entry, line, rule, cut(says), cut(right), follows))

    # Hands

    def audited(self, entry: int, hand_id: str, source: Log | Source, state: TableState) -> Log | None:
        """Audit a hand that the table started; return its log, None where it cannot be read to its end."""
        reading = read_hand(source)
        report = report_on(reading, Evidence())
        self.hands += 1
        self.test_hands += report.deck == "test"
        first = report.first
        if first is not None:
            self.reports.append(report)
            says = f"hand {hand_id}, {report.verdict}: {first.log_says}"
            follows = "the stacks after this hand are not what they should be, or cannot be relied on"
            self.add(first.gravity, entry, first.rule, says, first.rules_say, follows)
        log = None if reading.error is not None else reading.log
        wrong = None if log is None else opening_mismatch(state, log.opening)
        if log is not None and wrong is not None:
            right = "a hand begins with the table's dealer, game and players, and the chips in front of them"
            says = f"hand {log.hand_id}: {wrong}"
            self.add("illegal", entry, "ROOM-19", says, right, "it was not the hand that the table started")
        return log

    def finished(self, entry: int, event: t.HandFinished, state: TableState) -> None:
        source = self.logs.find(event.hand_id)
        if source is None:
            says, right = f"hand {event.hand_id} was played", "its log was not supplied"
            self.add("evidence", entry, None, says, right, "what was played in it cannot be checked")
            return
        log = self.audited(entry, event.hand_id, source, state)
        if log is None:
            return
        if (log.entries, log.head) != (event.entries, event.head):
            says = f"hand {event.hand_id} was {event.entries} entries long, with the head {event.head}"
            right = f"the log that was supplied has {log.entries}, with the head {log.head}"
            self.add("evidence", entry, None, says, right, "this log is not the one that was played")
        elif not log.is_finished:
            says, right = f"hand {event.hand_id} is finished", "its log is not"
            self.add("illegal", entry, "ROOM-19", says, right, "its stacks cannot be relied on")
        else:
            self.compare_stacks(entry, event, log)
        self.compare_times(entry, log)

    def unfinished(self, state: TableState, started: t.HandStarted) -> None:
        source = self.logs.find(started.hand_id)
        if source is not None:
            self.audited(self.started, started.hand_id, source, state)
        says = f"hand {started.hand_id} is on"
        self.add("note", self.started, None, says, "the table's log ends before the hand does")

    def compare_stacks(self, entry: int, event: t.HandFinished, log: Log) -> None:
        closing = log.events[-1]
        assert isinstance(closing, e.HandClosed)  # the last event of a log that is finished
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

    def compare_times(self, entry: int, log: Log) -> None:
        if log.times is None or self.times is None:
            return
        began, ended = self.times[self.started], self.times[entry]
        if log.times[0] < began or log.times[-1] > ended:
            says = f"hand {log.hand_id} was played from {log.times[0]} to {log.times[-1]} ms"
            right = f"the table had it on from {began} to {ended} ms"
            self.add("clock", entry, None, says, right, "one of the two logs has false times")


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

    def to_text(self) -> str:
        """The report for people, as lines of text."""
        name = "A table that cannot be read" if self.table_id is None else f"Table {self.table_id}"
        lines = [f"{name}: {self.verdict}."]
        for finding in self.findings:
            where = "" if finding.entry is None else f"entry {finding.entry}: "
            lines.append(f"- {where}{finding.log_says}; {finding.rules_say}.")
            lines += [f"  {finding.follows}."] if finding.follows else []
        lines.append(f"Checked: {count(self.entries, 'entry')}, {count(self.hands, 'hand')}.")
        lines += [f"Note: {not_secret(self.test_hands)}."] if self.test_hands else []
        on_table = sum([amount for _, amount in self.stacks])
        left = f"{self.taken} taken away, {self.raked} raked, {on_table} on the table"
        return "\n".join([*lines, f"Chips: {self.brought} brought, {left}."])

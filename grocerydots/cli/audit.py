"""``grocerydots audit``: what is wrong with logged hands and tables, by which rule, and who is owed what."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Final, NamedTuple

import attrs
import click

from grocerydots.audit import Histories, Report, TableReport, audit_table
from grocerydots.audit.auditing import reports
from grocerydots.audit.evidence import Evidence
from grocerydots.audit.report import not_secret
from grocerydots.cli.evidence import ForAnyHand, read_evidence, read_keys, read_seeds
from grocerydots.cli.logs import Logs, is_regular, is_table, is_table_in
from grocerydots.cli.output import complain, console, file_trouble, on_terminal, say
from grocerydots.cli.paths import ENDLESS, MOST_UNREADABLE, NO_HAND, Hands, opened
from grocerydots.deck import Seed
from grocerydots.english import count
from grocerydots.history.printable import visible
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import AnyReceipt, Keys, read_receipt

#: Bytes of all files together from which a progress bar is worth its time.
MUCH: Final = 1 << 18


@click.command("audit", short_help="Find what is wrong with logged hands, and who is owed what.")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(allow_dash=True, readable=False), metavar="FILE..."
)
@click.option("--openings", multiple=True, type=click.Path(), help="A seat's openings; may be given again.")
@click.option(
    "--seed", type=click.Path(), help="A file with the hand's seed, or with a hand's id and seed a line."
)
@click.option("--receipt", multiple=True, type=click.Path(), help="A receipt; may be given again.")
@click.option("--keys", type=click.Path(), help="The operator's public keys, for receipts that are signed.")
@click.option("--hand", metavar="ID", help="Only the hand of that id, in full.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a hand, each in a line.")
def command(
    files: tuple[str, ...],
    openings: tuple[str, ...],
    seed: str | None,
    receipt: tuple[str, ...],
    keys: str | None,
    hand: str | None,
    as_json: bool,
) -> int:
    """Audit every hand of logs and archives: rules, cards, seals, chips, chain, clock.

    One hand is reported in full, several in a line each. Openings, the seed and receipts let more be
    checked. The log of a table is audited with those of its hands, which are FILEs too. The exit status is 1
    when something is wrong, 2 when something cannot be read or is of another hand. FILE may be - for
    standard input.
    """
    audit = _Audit(
        {path: read_evidence(path, Openings.read) for path in openings},
        None if seed is None else read_seeds(seed),
        {path: read_evidence(path, read_receipt) for path in receipt},
        None if keys is None else read_keys(keys),
        hand,
        Logs(hand),
    )
    tables = [file for file in files if is_table(file)]
    with _screen(files, as_json=as_json) as screen, audit.logs:
        output = _Json() if as_json else _Text(screen.say, several=len(files) > 1 and hand is None)
        if hand is None:
            audit.logs.add_tables(tables)
        for file in files:
            if file not in tables:
                for report in audit.hands_of(file, screen):
                    output.add(file, report)
        for file in tables if hand is None else ():
            output.add_table(file, audit.table(file))
            screen.moved(_size(file))
        output.sum_up()
        histories = audit.histories()
        if histories is not None:
            output.add_histories(histories)
    return max(audit.worst, audit.status())


@attrs.define(slots=False)  # for `cached_property`
class _Audit:
    """The audit of files, with the evidence supplied."""

    openings: Mapping[str, Openings]  #: By the path of their file, as the receipts.
    seeds: Mapping[str, Seed] | None
    receipts: Mapping[str, AnyReceipt]
    keys: Keys | None
    hand: str | None  #: The only hand wanted.
    logs: Logs
    hands: int = 0  #: How many were reported.
    worst: int = 0  #: The highest exit status of what was reported.
    trouble: bool = False  #: Whether a file could not be read at all, or holds nothing to audit.
    #: The hands and tables that were there, of those with evidence.
    found: set[tuple[str, str | None]] = attrs.field(factory=set)

    def hands_of(self, file: str, screen: _Screen) -> Iterator[Report]:
        """The reports on a file's hands."""
        try:
            with opened(file) as source:
                if is_table_in(source):
                    self.trouble = True
                    complain(f"{file}: is the log of a table, which is read from a regular file only")
                    return
                lines, found = Hands(source), False
                for report in self._all(file, lines, screen):
                    found = True
                    if self.hand in (None, report.hand_id):
                        self.hands += 1
                        self.worst = max(self.worst, report.exit_code)
                        yield report
            if not found or lines.gave_up:
                self.trouble = True
                complain(f"{file}: {ENDLESS if lines.gave_up else NO_HAND}")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            self.trouble = True
            complain(file_trouble(error, file))

    def _all(self, file: str, lines: Hands, screen: _Screen) -> Iterator[Report]:
        """The reports on a file's hands, each noted."""
        self.logs.add_file(file)
        has_size, read = is_regular(file), 0
        for reading, report in reports(lines, self.evidence, self.seeds):
            self.logs.add(reading, lines.size)
            self.found |= self.awaited & {("hand", report.hand_id)}
            screen.moved(lines.size - read if has_size else 0)
            read = lines.size
            yield report

    @cached_property
    def evidence(self) -> Evidence:
        """What was supplied beside the logs, but for the seeds."""
        return Evidence.of(self.openings.values(), None, self.receipts.values(), self.keys)

    @cached_property
    def pieces(self) -> dict[str, tuple[str, str]]:
        """What each piece of evidence is of, ``hand`` or ``table`` and an id, by the path of its file."""
        openings = {path: ("hand", each.hand_id) for path, each in self.openings.items()}
        return openings | {path: (each.what, each.id) for path, each in self.receipts.items()}

    @cached_property
    def awaited(self) -> set[tuple[str, str | None]]:
        """The hands and tables that evidence is of."""
        return {*self.pieces.values(), *self.of_seeds}

    @cached_property
    def of_seeds(self) -> list[tuple[str, str]]:
        """The hands that the seeds are of."""
        return [("hand", hand_id) for hand_id in self.seeds or ()]

    def table(self, file: str) -> TableReport:
        """The report on a table, audited with the hands of the files."""
        report = audit_table(file, self.logs.of_hand, receipts=self.receipts.values(), keys=self.keys)
        self.found.add(("table", report.table_id))
        self.worst = max(self.worst, report.exit_code)
        return report

    def histories(self) -> Histories | None:
        """The report on logs of all files that contradict each other, None where there are none."""
        found = self.logs.histories(self.evidence)
        self.worst = max(self.worst, 0 if found is None else found.exit_code)
        return found

    def status(self) -> int:
        """The exit status as far as it is not that of a report; says why it is not 0."""
        for hand_id in self.logs.unknown:
            complain(f"hand {hand_id} is of no table among the files: none of them started it")
        if self.logs.missed:
            first, many = self.logs.missed[0], count(len(self.logs.missed), "hand")
            complain(f"{many} of a table came by a pipe, {first} first: it is read once, give a file")
        if self.trouble or self.logs.missed:
            return 2
        if self.hand is not None and not self.hands:
            complain(f"there is no hand {self.hand} to audit")
            return 2
        if self.hands > 1 and isinstance(self.seeds, ForAnyHand):
            complain("the seed of one hand, and several hands: choose with --hand, or write a line for each")
            return 2
        strays = {path: whose for path, whose in self.pieces.items() if whose not in self.found}
        if self.of_seeds and self.found.isdisjoint(self.of_seeds):
            strays["the seeds"] = self.of_seeds[0]
        for path, (what, own_id) in strays.items():
            complain(f"{path}: is of {what} {own_id}, and no such {what} was audited")
        return 2 if strays else int(bool(self.logs.unknown))


# What is printed


class _Text:
    """Reports for people: the only one in full, of several a line each and their number."""

    def __init__(self, say: Callable[[str], object], *, several: bool) -> None:
        self.say = say
        self.several = several
        self.held: list[tuple[str, Report]] = []  #: The first report, until there is another.
        self.counts: Counter[str] = Counter()
        self.nameless: Counter[str] = Counter()  #: Hands of each file that have no id.

    def add(self, file: str, report: Report) -> None:
        """Print a report's line, once it is known that it is not the only one."""
        self.counts["hand"] += 1
        self.counts["entry"] += report.entries
        self.counts[_CLASSES[report.exit_code]] += 1
        self.counts["test"] += report.deck == "test"
        self.counts["not finished"] += report.is_readable and not report.is_finished
        self.held.append((file, report))
        self.several = self.several or len(self.held) > 1
        if self.several:
            for held in self.held:
                self.line(*held)
            self.held.clear()

    def add_table(self, file: str, report: TableReport) -> None:
        """Print a table's report in full, below the lines of its hands."""
        self.say(f"{visible(file)}: {report.to_text()}" if self.several else report.to_text())

    def add_histories(self, report: Histories) -> None:
        """Print the report on logs that contradict each other, below all others."""
        self.say(f"\n{report.to_text()}")

    def line(self, file: str, report: Report) -> None:
        self.nameless[file] += report.hand_id is None
        if report.hand_id is not None:
            self.say(f"{visible(file)}: hand {report.hand_id}: {report.verdict}")
        elif self.nameless[file] <= MOST_UNREADABLE:
            self.say(f"{visible(file)}: a hand: {report.verdict}")

    def sum_up(self) -> None:
        """Print the only report, or what came of all."""
        counts = self.counts
        if self.held or not counts["hand"]:
            for _, report in self.held:
                self.say(report.to_text())
            return
        for file, number in self.nameless.items():
            if number > MOST_UNREADABLE:
                more = count(number - MOST_UNREADABLE, "hand")
                self.say(f"{visible(file)}: … and {more} more that cannot be read")
        found = ", ".join([f"{counts[what]} {what}" for what in (*_CLASSES, "not finished") if counts[what]])
        total = ", ".join([count(counts[what], what) for what in ("hand", "entry")])
        note = f"; {not_secret(counts['test'])}" if counts["test"] else ""
        self.say(f"{total}{': ' if found else ''}{found}{note}")


#: What a hand's exit status says of it.
_CLASSES: Final = ("clean", "with findings", "unreadable")


class _Json:
    """Reports for machines: an object in a line for each hand, with the file that it is from."""

    def add(self, file: str, report: Report | TableReport) -> None:
        fields = {**report.to_object(), "file": file}
        click.echo(json.dumps(fields, sort_keys=True, separators=(",", ":")))

    add_table = add

    def add_histories(self, report: Histories) -> None:
        """Print the report on logs of several files, or of one."""
        click.echo(report.to_json())

    def sum_up(self) -> None:
        """Print nothing more."""


class _Screen(NamedTuple):
    """Where lines go, and how far the reading has come: nothing but lines, where there is no terminal."""

    say: Callable[[str], object] = say
    moved: Callable[[int], object] = lambda _: None  #: Notes that so many bytes more have been read.


@contextmanager
def _screen(files: tuple[str, ...], *, as_json: bool) -> Iterator[_Screen]:
    """The screen for some files: with a bar on a terminal where there is much to read, but not amid JSON."""
    total = sum(map(_size, files))
    has_room = not as_json if on_terminal() else sys.stderr is not None and sys.stderr.isatty()
    if total < MUCH or not has_room:
        yield _Screen()
        return
    from rich.progress import Progress

    screen = console(stderr=not on_terminal())
    with Progress(console=screen, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("Auditing", total=total)
        yield _Screen(screen.print if on_terminal() else say, lambda size: bar.advance(task, size))


def _size(file: str) -> int:
    """How much there is to read, where that can be said before."""
    with suppress(OSError):
        return os.path.getsize(file) if is_regular(file) else 0
    return 0

"""``grocerydots audit``: what is wrong with logged hands and tables, by which rule, and who is owed what."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

import click

from grocerydots.audit import Report, TableReport, audit_archive, audit_table
from grocerydots.audit.report import not_secret
from grocerydots.cli.evidence import ForAnyHand, read_keys, read_openings, read_receipt, read_seeds
from grocerydots.cli.output import complain, counted, file_trouble, on_terminal, say
from grocerydots.cli.paths import ENDLESS, MOST_UNREADABLE, NO_HAND, Hands, opened
from grocerydots.deck import Seed
from grocerydots.history.printable import visible
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Keys, Receipt
from grocerydots.table.events import TableOpened
from grocerydots.table.log import TABLE

if TYPE_CHECKING:
    from rich.progress import Progress
#: Bytes of all files together from which a progress bar is worth its time.
MUCH: Final = 1 << 18
#: What the first bytes of a table's log hold, and no hand's: inside a name a `"` has a backslash before it.
_TABLE: Final = f'"event":"{TABLE.tag_of[TableOpened]}"'.encode()
_FIRST: Final = 256


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
        {path: read_openings(path) for path in openings},
        None if seed is None else read_seeds(seed),
        {path: read_receipt(path) for path in receipt},
        None if keys is None else read_keys(keys),
        hand,
    )
    tables = [file for file in files if _is_table(file)]
    with _screen(files, as_json=as_json) as screen:
        told = _Json() if as_json else _Text(screen, several=len(files) > 1 and hand is None)
        for file in files:
            if file not in tables:
                for report in audit.of(file, screen):
                    told.take(file, report)
        if tables and audit.twice and hand is None:
            complain(f"hand {audit.twice[0]} is in the files twice: a table is audited with the first")
        for file in tables if hand is None else ():
            told.take_table(file, audit_table(file, audit.log_of))
            screen.moved(_size(file))
        told.sum_up()
    return max(told.status, audit.status(told.hands))


class _Audit:
    """The audit of files, with the evidence supplied."""

    def __init__(
        self,
        openings: Mapping[str, Openings],
        seeds: Mapping[str, Seed] | None,
        receipts: Mapping[str, Receipt],
        keys: Keys | None,
        hand: str | None,
    ) -> None:
        self.openings = openings  #: By the path of their file, as the receipts.
        self.seeds = seeds
        self.receipts = receipts
        self.keys = keys
        self.hand = hand
        self.trouble = False  #: Whether a file could not be read at all, or holds nothing to audit.
        self.places: dict[
            str, _Place | None
        ] = {}  #: The place of each hand, None where it is read just once.
        self.missed: list[str] = []  #: Hands of a table that were there, and could not be read again.
        self.twice: list[str] = []  #: Hands that are in the files twice.

    def of(self, file: str, screen: _Screen) -> Iterator[Report]:
        """The reports on a file's hands."""
        try:
            with opened(file) as source:
                if _is_table_in(source):
                    self.trouble = True
                    complain(f"{file}: is the log of a table, which is read from a regular file only")
                    return
                lines, hands = Hands(source), 0
                for report in self._all(file, lines, screen):
                    hands += 1
                    if self.hand in (None, report.hand_id):
                        yield report
            if not hands or lines.gave_up:
                self.trouble = True
                complain(f"{file}: {ENDLESS if lines.gave_up else NO_HAND}")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            self.trouble = True
            complain(file_trouble(error, file))

    def _all(self, file: str, lines: Hands, screen: _Screen) -> Iterator[Report]:
        """The reports on a file's hands, the place of each noted."""
        reports = audit_archive(
            lines,
            openings=self.openings.values(),
            seeds=self.seeds,
            receipts=self.receipts.values(),
            keys=self.keys,
        )
        read = 0
        for report in reports:
            place = _Place(file, read, lines.size) if os.path.isfile(file) else None
            if report.hand_id is not None:
                if report.hand_id in self.places:
                    self.twice.append(report.hand_id)
                self.places.setdefault(report.hand_id, place)
            if place is not None:
                screen.moved(lines.size - read)
            read = lines.size
            yield report

    def log_of(self, hand_id: str) -> bytes | None:
        """The log of a hand in the files, for a table's audit; None where it is in none."""
        place = self.places.get(hand_id)
        if place is None:
            self.missed += [hand_id] if hand_id in self.places else []
            return None
        with open(place.file, "rb") as file:
            file.seek(place.start)
            stored = file.read(place.end - place.start)
        return stored[:-1] if stored.endswith(b"\n\n") else stored  # the empty line before the next hand

    def status(self, hands: int) -> int:
        """The exit status as far as it is not that of a hand or table; says why it is not 0."""
        if self.missed:
            first, many = self.missed[0], counted(len(self.missed), "hand")
            complain(f"{many} of a table came by a pipe, {first} first: it is read once, give a file")
        if self.trouble or self.missed:
            return 2
        if self.hand is not None and not hands:
            complain(f"there is no hand {self.hand} to audit")
            return 2
        if hands > 1 and isinstance(self.seeds, ForAnyHand):
            complain("the seed of one hand, and several hands: choose with --hand, or write a line for each")
            return 2
        of_hands = {path: brought.hand_id for path, brought in self.openings.items()}
        of_hands |= {path: brought.hand_id for path, brought in self.receipts.items()}
        if self.seeds and not any(hand_id in self.places for hand_id in self.seeds):
            of_hands["the seeds"] = next(iter(self.seeds))
        strays = [(path, hand_id) for path, hand_id in of_hands.items() if hand_id not in self.places]
        for path, hand_id in strays:
            complain(f"{path}: is of hand {hand_id}, and no such hand was audited")
        return 2 if strays else 0


class _Place(NamedTuple):
    """The place of a hand in a file: from its first byte up to the next hand's."""

    file: str
    start: int
    end: int


# What is printed


class _Text:
    """Reports for people: the only one in full, of several a line each and their number."""

    def __init__(self, screen: _Screen, *, several: bool) -> None:
        self.screen = screen
        self.several = several
        self.first: tuple[str, Report] | None = None
        self.counts: Counter[str] = Counter()
        self.nameless: Counter[str] = Counter()  #: Hands of each file that have no id.
        self.status = 0

    @property
    def hands(self) -> int:
        """How many hands there were."""
        return self.counts["hands"]

    def take(self, file: str, report: Report) -> None:
        """Tell a report, once it is known whether it is the only one."""
        self.counts["hands"] += 1
        self.counts["entries"] += report.entries
        self.counts[_class(report)] += 1
        self.counts["test"] += report.deck == "test"
        self.counts["not finished"] += report.is_readable and not report.is_finished
        self.status = max(self.status, report.exit_code)
        if not self.several and self.first is None:
            self.first = file, report
            return
        self.several = True
        if self.first is not None:
            self.line(*self.first)
            self.first = None
        self.line(file, report)

    def take_table(self, file: str, report: TableReport) -> None:
        """Tell a table's report in full, below the lines of its hands."""
        if self.first is not None:
            self.line(*self.first)
            self.first = None
        self.status = max(self.status, report.exit_code)
        self.screen.tell(f"{visible(file)}: {report.to_text()}" if self.several else report.to_text())

    def line(self, file: str, report: Report) -> None:
        """A line about one hand of several."""
        hand = "a hand" if report.hand_id is None else f"hand {report.hand_id}"
        if report.hand_id is None:
            self.nameless[file] += 1
            if self.nameless[file] > MOST_UNREADABLE:
                return
        self.screen.tell(f"{visible(file)}: {hand}: {report.verdict}")

    def sum_up(self) -> None:
        """Tell the only report, or what came of all."""
        if self.first is not None:
            self.screen.tell(self.first[1].to_text())
            return
        if not self.hands:
            return
        for file, number in self.nameless.items():
            if number > MOST_UNREADABLE:
                more = counted(number - MOST_UNREADABLE, "hand")
                self.screen.tell(f"{visible(file)}: … and {more} more that cannot be read")
        counts = self.counts
        found = [f"{counts[what]} {what}" for what in (*_CLASSES, "not finished") if counts[what]]
        hands, entries = counted(counts["hands"], "hand"), counted(counts["entries"], "entry", "entries")
        note = f"; {not_secret(counts['test'])}" if counts["test"] else ""
        self.screen.tell(f"{hands}, {entries}{': ' if found else ''}{', '.join(found)}{note}")


_CLASSES: Final = ("clean", "with findings", "unreadable")


def _class(report: Report) -> str:
    return _CLASSES[report.exit_code]


class _Json:
    """Reports for machines: an object in a line for each hand, with the file that it is from."""

    def __init__(self) -> None:
        self.hands = 0
        self.status = 0

    def take(self, file: str, report: Report) -> None:
        """Print the report."""
        self.hands += 1
        self._print(file, report.exit_code, report.to_object())

    def take_table(self, file: str, report: TableReport) -> None:
        """Print a table's report."""
        self._print(file, report.exit_code, report.to_object())

    def _print(self, file: str, exit_code: int, fields: dict[str, object]) -> None:
        self.status = max(self.status, exit_code)
        click.echo(json.dumps({**fields, "file": file}, sort_keys=True, separators=(",", ":")))

    def sum_up(self) -> None:
        """Print nothing more."""


# Files


def _is_table(file: str) -> bool:
    """Whether a file is the log of a table, by its first line.

    False of what is no regular file: what is read of a pipe cannot be read again.
    """
    try:
        if not os.path.isfile(file):
            return False
        with open(file, "rb") as source:
            return _TABLE in source.readline(_FIRST)
    except OSError:  # reported when it is read
        return False


def _is_table_in(source: BinaryIO) -> bool:
    """Whether what is about to be read is the log of a table."""
    peek = getattr(source, "peek", None)
    return peek is not None and _TABLE in peek(_FIRST)[:_FIRST].partition(b"\n")[0]


class _Screen:
    """Where lines go, and how far the reading has come: nothing but lines, where there is no terminal."""

    def tell(self, text: str) -> None:
        """Print lines."""
        say(text)

    def moved(self, size: int) -> None:
        """Note that so many bytes more have been read."""


class _Bar(_Screen):
    """The same under a progress bar."""

    def __init__(self, bar: Progress, total: int) -> None:
        self._bar = bar
        self._task = bar.add_task("Auditing", total=total)

    def tell(self, text: str) -> None:
        """Print lines, above the bar when both are on one terminal."""
        if on_terminal():
            from rich.text import Text

            self._bar.console.print(Text(text))
        else:
            say(text)

    def moved(self, size: int) -> None:
        """Move the bar."""
        self._bar.advance(self._task, size)


@contextmanager
def _screen(files: tuple[str, ...], *, as_json: bool) -> Iterator[_Screen]:
    """The screen for some files: with a bar on a terminal where there is much to read, but not amid JSON."""
    total = sum(map(_size, files))
    has_room = not as_json if on_terminal() else sys.stderr is not None and sys.stderr.isatty()
    if total < MUCH or not has_room:
        yield _Screen()
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=not on_terminal())
    with Progress(console=console, transient=True, redirect_stdout=False) as bar:
        yield _Bar(bar, total)


def _size(file: str) -> int:
    """How much there is to read, where that can be said before."""
    try:
        return os.path.getsize(file) if os.path.isfile(file) else 0
    except OSError:
        return 0

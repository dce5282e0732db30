"""``grocerydots case``: case files, played."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from grocerydots.cases import CaseError, Failure, play_case, read_cases
from grocerydots.cli.output import complain, counted, say

#: The shape of what ``--json`` prints; raised when a field changes its meaning or goes.
REPORT_VERSION = 1


@click.command("case", short_help="Play case files and report what does not hold.")
@click.argument("files", nargs=-1, required=True, type=click.Path(readable=False), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def command(files: tuple[str, ...], as_json: bool) -> int:
    """Play every case of every file and report each expectation that does not hold.

    The exit status is 1 when there is one, and 2 when a file cannot be read or a case makes no sense. All
    files are gone through.
    """
    report = _Report()
    for file in files:
        report.play_file(file)
    if as_json:
        say_json(report.as_json())
    else:
        report.tell()
    return report.status


def say_json(value: dict[str, object]) -> None:
    """Print a JSON object as it is, on a terminal too."""
    click.echo(json.dumps(value, indent=2))


class _Fault(NamedTuple):
    """An expectation of a case that does not hold."""

    file: str
    case: str
    failure: Failure


class _Trouble(NamedTuple):
    """A file or a case that cannot be played."""

    file: str
    case: str | None
    message: str


class _Report:
    """What came of all cases."""

    def __init__(self) -> None:
        self.cases = 0
        self.held = 0
        self.faults: list[_Fault] = []
        self.troubles: list[_Trouble] = []

    def play_file(self, file: str) -> None:
        """Play the cases of a file, as far as it can be read."""
        cases = read_cases(file)
        while True:
            try:
                case = next(cases, None)
            except CaseError as error:
                self.troubles.append(_Trouble(file, None, str(error)))
                return
            if case is None:
                return
            try:
                failures = play_case(case)
            except CaseError as error:
                self.troubles.append(_Trouble(file, case.id, str(error)))
                continue
            self.cases += 1
            self.held += not failures
            self.faults += [_Fault(file, case.id, failure) for failure in failures]

    @property
    def status(self) -> int:
        """0 when all hold, 1 when one does not, 2 when something could not be played."""
        return 2 if self.troubles else 1 if self.faults else 0

    def tell(self) -> None:
        """Print the report for people."""
        from grocerydots.history.printable import visible

        for file, case, failure in self.faults:
            say(visible(f"{file}: {case}: {failure.what}: expected {failure.expected}, got {failure.actual}"))
        for trouble in self.troubles:
            complain(trouble.message)
        cases = counted(self.cases, "case")
        unplayed = f"; {len(self.troubles)} could not be played" if self.troubles else ""
        if self.faults:
            say(f"{cases}, {self.cases - self.held} with expectations that do not hold{unplayed}")
        elif not self.cases:
            say(f"{cases}{unplayed}")
        else:
            say(f"{cases}, every expectation holds{unplayed}")

    def as_json(self) -> dict[str, object]:
        """The report for machines; see ``docs/reference/command-line.md``."""
        return {
            "version": REPORT_VERSION,
            "cases": self.cases,
            "held": self.held,
            "failures": [
                {"file": file, "case": case, **failure._asdict()} for file, case, failure in self.faults
            ],
            "errors": [trouble._asdict() for trouble in self.troubles],
        }

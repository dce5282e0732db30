"""``grocerydots case``: case files, played."""

from __future__ import annotations

import json

import click

from grocerydots.cases import Case, CaseError, play_case, read_cases
from grocerydots.cli.output import complain, say
from grocerydots.english import count

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
        click.echo(json.dumps(report.as_json(), indent=2))
    else:
        report.print()
    return 2 if report.errors else 1 if report.failures else 0


class _Report:
    """What came of all cases."""

    def __init__(self) -> None:
        self.cases = 0
        self.held = 0
        self.failures: list[dict[str, str]] = []  #: Expectations that do not hold.
        self.errors: list[dict[str, str | None]] = []  #: Files and cases that cannot be played.

    def play_file(self, file: str) -> None:
        """Play the cases of a file, as far as it can be read."""
        try:
            for case in read_cases(file):
                self.play(file, case)
        except CaseError as error:
            self.errors.append({"file": file, "case": None, "message": str(error)})

    def play(self, file: str, case: Case) -> None:
        try:
            failures = play_case(case)
        except CaseError as error:
            self.errors.append({"file": file, "case": case.id, "message": str(error)})
            return
        self.cases += 1
        self.held += not failures
        self.failures += [{"file": file, "case": case.id, **failure._asdict()} for failure in failures]

    def print(self) -> None:
        from grocerydots.history.printable import visible

        for failure in self.failures:
            say(visible("{file}: {case}: {what}: expected {expected}, got {actual}".format_map(failure)))
        for error in self.errors:
            complain(error["message"])
        verdict = ", every expectation holds" if self.cases else ""
        if self.failures:
            verdict = f", {self.cases - self.held} with expectations that do not hold"
        unplayed = f"; {len(self.errors)} could not be played" if self.errors else ""
        say(f"{count(self.cases, 'case')}{verdict}{unplayed}")

    def as_json(self) -> dict[str, object]:
        """The report for machines; see ``docs/reference/command-line.md``."""
        return {
            "version": REPORT_VERSION,
            "cases": self.cases,
            "held": self.held,
            "failures": self.failures,
            "errors": self.errors,
        }

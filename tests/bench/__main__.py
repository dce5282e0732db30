"""Run the bench: `python -m tests.bench`, from the top of the repository."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .imports import measure_imports
from .measure import Effort
from .report import Line, about_the_run, as_markdown, as_text, import_line, line_of, with_figures
from .rows import ROWS

NAMES = (*(row.name for row in ROWS), "import")


def lines_of(names: Sequence[str], effort: Effort) -> Iterator[Line]:
    """The table's lines, each as soon as it is measured."""
    for row in ROWS:
        if row.name in names:
            yield line_of(row, row.measure(effort))
    if "import" in names:
        yield import_line(measure_imports(effort.rounds))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench", description="This library beside PokerKit."
    )
    parser.add_argument("rows", nargs="*", metavar="row", help=f"only these: {', '.join(NAMES)}")
    parser.add_argument("--rounds", type=int, default=21, help="rounds, each side once a round (%(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=0.25, help="seconds a side a round, about (%(default)s)"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    parser.add_argument("--page", type=Path, help="a page whose marked table is to be this run's")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.rows if name not in NAMES]
    if unknown:
        parser.error(f"there is no row {unknown[0]}: {', '.join(NAMES)}")
    lines = []
    for line in lines_of(options.rows or NAMES, Effort(max(1, options.rounds), options.seconds)):
        print(".", end="", file=sys.stderr, flush=True)
        lines.append(line)
    print(file=sys.stderr)
    print(about_the_run(), end="\n\n")
    print((as_markdown if options.markdown else as_text)(lines))
    if options.page is not None:
        page = options.page.read_text(encoding="utf-8")
        options.page.write_text(with_figures(page, about_the_run(), lines), encoding="utf-8")


if __name__ == "__main__":
    main()

"""The table that the bench prints, as text or as Markdown."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version

from .imports import FIRST_MS, GOAL_MS, ImportFigures
from .measure import Figures
from .rows import Row

HEADINGS = (
    "work",
    "beside, in PokerKit",
    "here",
    "there",
    "ratio",
    "middle half",
    "first",
    "goal",
    "reached",
)
Line = tuple[str, ...]

#: Between these a page keeps the figures of a run.
BEGIN = "<!-- figures: begin -->"
END = "<!-- figures: end -->"


def about_the_run() -> str:
    """What it ran on, in one sentence."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    versions = ", ".join(f"{name} {version(name)}" for name in ("grocerydots", "pokerkit", "attrs"))
    return f"{python} on {platform.system()} {platform.machine()}; {versions}."


def line_of(row: Row, figures: Figures) -> Line:
    """One row's line of the table."""
    return (
        row.work,
        row.beside,
        microseconds(figures.ours),
        microseconds(figures.theirs),
        times(figures.ratio),
        f"{times(figures.low)} to {times(figures.high)}",
        times(row.first),
        times(row.goal),
        reached(figures.ratio, row.first, row.goal),
    )


def import_line(figures: ImportFigures) -> Line:
    """The import's line: its targets are milliseconds."""
    mark = reached(-figures.ours, -FIRST_MS, -GOAL_MS)
    return (
        "import, over a bare interpreter",
        f"over the same {figures.bare:.0f} ms",
        f"{figures.ours:.1f} ms",
        f"{figures.theirs:.0f} ms",
        times(figures.theirs / figures.ours),
        "",
        f"{FIRST_MS:.0f} ms",
        f"{GOAL_MS:.0f} ms",
        mark,
    )


def reached(measured: float, first: float | None, goal: float | None) -> str:
    """Which target was reached; empty where there is none."""
    if first is None or goal is None:
        return ""
    if measured >= goal:
        return "✓ goal"
    return "✓ first" if measured >= first else "no"


def microseconds(value: float) -> str:
    """Microseconds, three figures."""
    return f"{value:,.0f} µs" if value >= 100 else f"{value:.3g} µs"


def times(ratio: float | None) -> str:
    """A ratio: ``25 ×``; empty for none."""
    if ratio is None:
        return ""
    return f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.3g} ×"


def as_text(lines: Sequence[Line]) -> str:
    """The table in columns."""
    table = [HEADINGS, *lines]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    )


def as_markdown(lines: Sequence[Line]) -> str:
    """The table in Markdown."""
    return "\n".join("| " + " | ".join(line) + " |" for line in (HEADINGS, ("---",) * len(HEADINGS), *lines))


def with_figures(page: str, about: str, lines: Sequence[Line]) -> str:
    """A page with the table between its two marks exchanged for this one. Raises ValueError without marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"the page has no {BEGIN} with an {END} after it")
    return f"{before}{begin}\n\n{about}\n\n{as_markdown(lines)}\n\n{end}{after}"

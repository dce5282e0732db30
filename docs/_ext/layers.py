"""The layers of the package, as import-linter's contract has them, as a picture; and a table of its parts.

Written before Sphinx reads the sources, to `docs/explanation/_generated/`, which is git-ignored.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PACKAGE = "grocerydots"
PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
#: Pixels: a row's height, a box's height and a character's width, and the gap between boxes.
ROW, BOX, CHARACTER, GAP = 40, 28, 8.2, 10
WIDTH = 640
#: The layer of the stores is the lowest that reads a clock or talks to a database.
LAST_WITH_INPUT = "stores"


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx's entry point."""
    app.connect("builder-inited", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "explanation" / "_generated"
    folder.mkdir(exist_ok=True)
    for name, text in {"layers.svg": picture(), "parts.md": parts_table()}.items():
        path = folder / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


@cache
def layers() -> tuple[tuple[str, ...], ...]:
    """The modules and folders of each layer, the highest first."""
    contracts = tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    rows = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    named = (tuple(part.strip("() ") for part in row.replace("|", ":").split(":")) for row in rows)
    return tuple(tuple(part for part in row if _is_there(part)) for row in named)


def _is_there(part: str) -> bool:
    return not part.startswith("_") and find_spec(f"{PACKAGE}.{part}") is not None


def parts_table() -> str:
    """A row for each module and folder at the top of the package: the first line of its docstring."""
    rows = ["| part | what it is |", "|---|---|"]
    for part in sorted(part for layer in layers() for part in layer):
        module = import_module(f"{PACKAGE}.{part}")
        name = f"{part}/" if hasattr(module, "__path__") else f"{part}.py"
        rows.append(f"| `{name}` | {(module.__doc__ or '').partition(chr(10))[0].replace('``', '`')} |")
    return "\n".join([*rows, ""])


def picture() -> str:
    """The layers as SVG, which takes its colours from the page around it."""
    rows = [row for row in layers() if row]
    height = ROW * len(rows) + 16
    title = "The layers of the package, the highest first: " + "; ".join(", ".join(row) for row in rows)
    lines = [
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" '
        f'style="max-width: {WIDTH}px; width: 100%" font-family="monospace" font-size="13">',
        *_arrow(height),
    ]
    for number, row in enumerate(rows):
        lines += _row(row, 8 + number * ROW)
    return "\n".join([*lines, "</svg>", ""])


def _arrow(height: int) -> Iterator[str]:
    style = 'stroke="var(--color-foreground-muted, gray)" fill="none" stroke-width="1.5"'
    yield f'<path d="M 14 8 V {height - 10} m -5 -8 l 5 8 l 5 -8" {style}/>'
    label = f'x="{-height // 2}" y="30" transform="rotate(-90)" text-anchor="middle" font-family="sans-serif"'
    yield f'<text {label} fill="var(--color-foreground-muted, gray)">imports go down only</text>'


def _row(row: tuple[str, ...], top: int) -> Iterator[str]:
    left = 50.0
    for part in row:
        width = len(part) * CHARACTER + 20
        yield (
            f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{BOX}" rx="5" '
            'fill="var(--color-background-secondary, whitesmoke)" '
            'stroke="var(--color-brand-primary, steelblue)"/>'
        )
        yield (
            f'<text x="{left + width / 2:.1f}" y="{top + 18}" text-anchor="middle" '
            f'fill="var(--color-foreground-primary, black)">{escape(part)}</text>'
        )
        left += width + GAP
    if LAST_WITH_INPUT in row:
        y = top + BOX + (ROW - BOX) / 2
        line = 'stroke="var(--color-foreground-muted, gray)" stroke-dasharray="4 4"'
        yield f'<path d="M 50 {y} H {WIDTH}" {line}/>'
        label = f'x="{WIDTH}" y="{y - 6}" text-anchor="end" font-family="sans-serif" font-size="12"'
        color = 'fill="var(--color-foreground-muted, gray)"'
        yield f"<text {label} {color}>below: no clock, no network, no database</text>"

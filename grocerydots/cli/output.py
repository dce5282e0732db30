"""What the commands print: plain lines into pipes, colours on a terminal, errors as one line."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# Clubs green, diamonds blue (bright, or black swallows it), hearts red, spades bold: a four-colour deck.
_STYLES = {
    r"^\*\*\* .* \*\*\*$": "bold cyan",
    r"\b[2-9TJQKA]c\b": "green",
    r"\b[2-9TJQKA]d\b": "bright_blue",
    r"\b[2-9TJQKA]h\b": "red",
    r"\b[2-9TJQKA]s\b": "bold",
    r"\(pot \d+\)": "dim",
}


def prepare_streams() -> None:
    """Have what an encoding cannot say written as an escape, instead of a crash."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def console(*, stderr: bool = False) -> Console:
    """The terminal, on which rich prints what it is given as it is."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def say(text: RenderableType = "") -> None:
    """Print lines as they are; on a terminal, broken between words."""
    if on_terminal():
        console().print(text)
    elif sys.stdout is not None:
        sys.stdout.write(f"{text}\n")


def say_hand(text: str) -> None:
    """Print the history of a hand, on a terminal with cards and headings in colour."""
    if not on_terminal():
        say(text)
        return
    from rich.text import Text

    styled = Text(text)
    for pattern, style in _STYLES.items():
        styled.highlight_regex(f"(?m){pattern}", style)
    say(styled)


def complain(message: object) -> None:
    """Print an error on standard error: one line, but on a terminal, where it is broken between words."""
    from grocerydots.history.printable import visible

    if sys.stdout is not None:
        sys.stdout.flush()
    if sys.stderr is None:
        return
    try:
        line = f"grocerydots: {visible(str(message))}"
        sys.stderr.write(f"{_broken(line) if sys.stderr.isatty() else line}\n")
        sys.stderr.flush()
    except OSError:  # the exit status says it all the same
        give_up(sys.stderr)


def _broken(line: str) -> str:
    """A line as several, as wide as the terminal; names of options and files stay whole."""
    try:
        width = max(os.get_terminal_size(sys.stderr.fileno()).columns, 20)
    except (OSError, ValueError):  # a terminal that does not say how wide it is
        width = 80
    return "\n".join(wrap(line, width, break_on_hyphens=False, break_long_words=False))


def file_trouble(error: OSError, path: object = None) -> str:
    """What the operating system said about a file."""
    name = error.filename if path is None else path
    reason = error.strerror or str(error)
    return reason if name is None else f"{name}: {reason}"


def give_up(stream: TextIO | None) -> None:
    """Have what goes to a stream go nowhere, so that nothing complains at the end of the process."""
    with suppress(OSError, ValueError, AttributeError):
        number = stream.fileno()  # type: ignore[union-attr]
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)

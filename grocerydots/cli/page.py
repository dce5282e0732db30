"""``grocerydots page``: a hand as one HTML file that shows it, and verifies its log in the browser."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grocerydots.cli.output import complain, file_trouble, say
from grocerydots.errors import LogError
from grocerydots.files import write_bytes
from grocerydots.log import Log, read_log
from grocerydots.openings import Openings
from grocerydots.page import build

LARGEST = 1 << 26


@click.command("page", short_help="Make an HTML page that shows a hand and verifies its log.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The page to write.")
@click.option(
    "--openings", type=click.Path(), help="A seat's openings: the page then shows its down cards too."
)
@click.option("--hand", type=click.IntRange(1), metavar="N", help="Which hand of an archive, counted from 1.")
def command(file: str, out: str, openings: str | None, hand: int | None) -> int:
    """Write a page that needs nothing but a browser: the table step by step, and a verdict on the log.

    A log that cannot be read gives a page too, which shows it as far as it goes and says what is wrong; the
    exit status is then 1. FILE may be - for standard input.
    """
    try:
        stored = _hand(_content(file), hand)
        own = None if openings is None else Openings.read(openings)
    except OSError as error:
        complain(file_trouble(error))
        return 2
    log = _readable(stored, file)
    if own is not None and log is not None and not (check := own.verify(log)).fits:
        complain(f"{openings}: {check}")
        return 2
    page = build(stored if log is None else log, own)
    write_bytes(out, page.encode())
    say(f"{out}: {len(page.encode())} bytes")
    return 1 if log is None else 0


def _content(file: str) -> bytes:
    if file == "-":
        content = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(file).open("rb") as opened:
            content = opened.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise click.ClickException(f"{file}: longer than {LARGEST} bytes, no page is made of so much")
    return content


def _hand(content: bytes, number: int | None) -> bytes:
    """One hand's part of a file."""
    hands = content.split(b"\n\n")
    if number is None and len(hands) > 1:
        raise click.UsageError(f"The file holds {len(hands)} hands: choose one with --hand.")
    if number is not None and number > len(hands):
        raise click.UsageError(f"The file holds {len(hands)} hands, there is no hand {number}.")
    part = hands[(number or 1) - 1]
    return part + b"\n" if len(hands) > (number or 1) else part


def _readable(stored: bytes, file: str) -> Log | None:
    try:
        return read_log(stored)
    except LogError as error:
        complain(f"{file}: {error}")
        return None

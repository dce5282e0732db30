"""``grocerydots page``: a hand as one HTML file that shows it, and verifies its log in the browser."""

from __future__ import annotations

import click

from grocerydots.cli.evidence import read_evidence
from grocerydots.cli.output import complain, say
from grocerydots.cli.paths import OutPath, is_same, opened
from grocerydots.cli.replay import checked
from grocerydots.english import count
from grocerydots.errors import BrokenChain, LogError
from grocerydots.files import PRIVATE, PUBLIC, write_bytes
from grocerydots.history.printable import visible
from grocerydots.log import Log, read_log
from grocerydots.page import build
from grocerydots.proofs.openings import Openings

LARGEST = 1 << 26


@click.command("page", short_help="Make an HTML page that shows a hand and verifies its log.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--out", required=True, type=OutPath(dir_okay=False), help="The page to write; a file there is replaced."
)
@click.option(
    "--openings", type=click.Path(), help="A seat's openings: the page then shows its down cards too."
)
@click.option(
    "--hand", metavar="N|ID", help="Which hand of an archive: its number, counted from 1, or its id."
)
def command(file: str, out: str, openings: str | None, hand: str | None) -> int:
    """Write a page that needs nothing but a browser: the table step by step, and a verdict on the log.

    A log that breaks a rule or was changed gives a page too, and the exit status is 1; so does one that
    cannot be read, which is shown as far as it goes, and the exit status is 2. FILE may be - for standard
    input.
    """
    for read in (file, openings):
        if read is not None and is_same(read, out):
            name = "standard input" if read == "-" else read
            raise click.UsageError(f"The page would replace {name}: choose another --out.")
    with opened(file) as source:
        content = source.read(LARGEST + 1)
    if len(content) > LARGEST:
        complain(f"{file}: longer than {LARGEST} bytes, no page is made of so much")
        return 2
    stored = _hand(content, hand)
    own = None if openings is None else read_evidence(openings, Openings.read)
    log, status = _log(stored, file)
    if own is not None and log is not None and not (check := own.verify(log)).fits:
        complain(f"{openings}: {check}")
        return 2
    page = build(stored if log is None else log, own)
    write_bytes(out, page.encode(), PUBLIC if own is None else PRIVATE)
    say(f"{visible(out)}: {len(page.encode())} bytes")
    return status


def _hand(content: bytes, wanted: str | None) -> bytes:
    """One hand's part of a file: the only one, or the one of that number or id."""
    hands = content.split(b"\n\n")
    holds = f"The file holds {count(len(hands), 'hand')}"
    found = list(range(len(hands)))
    if wanted is None and len(hands) > 1:
        raise click.UsageError(f"{holds}: choose one with --hand.")
    if wanted is not None and wanted.isascii() and wanted.isdigit() and len(wanted) < 20:
        found = [place for place in found if place + 1 == int(wanted)]
    elif wanted is not None:
        # Inside a name a `"` has a backslash before it, so that this is nowhere but where the id is.
        written = f'"hand_id":"{wanted}"'.encode(errors="replace")
        found = [place for place in found if written in hands[place].partition(b"\n")[0]]
    if len(found) != 1:
        several = f", {len(found)} of them with the id {wanted}: choose one by its number"
        raise click.UsageError(f"{holds}{several if found else f': there is no hand {wanted}'}.")
    place = found[0]
    return hands[place] + b"\n" if place < len(hands) - 1 else hands[place]


def _log(stored: bytes, file: str) -> tuple[Log | None, int]:
    """The log, if it can be read, and the exit status; says why that is not 0."""
    try:
        log = read_log(stored)
    except LogError as error:
        complain(f"{file}: {error}")
        return None, 1 if isinstance(error, BrokenChain) else 2
    fault = checked(log.events).fault
    if fault is None:
        return log, 0
    complain(f"{file}: hand {log.hand_id}, {fault}")
    return log, 1

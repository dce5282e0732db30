"""``grocerydots simulate``: many hands among bots, each checked, into an archive."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import BinaryIO

import attrs
import click

from grocerydots.bulk import simulate
from grocerydots.cli.output import complain, console, say
from grocerydots.cli.paths import OutPath, WholeNumber, seed_option
from grocerydots.cli.replay import checked
from grocerydots.english import count
from grocerydots.hand import Hand
from grocerydots.history.printable import visible
from grocerydots.log import Log, read_log
from grocerydots.rules.games import GAMES, GameId


@click.command("simulate", short_help="Play many hands among bots and check each.")
@click.option("--game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)), help="What they play.")
@click.option("--hands", type=WholeNumber(1), metavar="N", default=1000, help="How many hands.")
@click.option("--players", type=WholeNumber(2, 8), metavar="N", default=4, help="How many at the table.")
@seed_option("A number or a word; the same gives the same hands.", default="0")
@click.option(
    "--vary-rules", is_flag=True, help="Draw betting structure, stakes and house options for every hand."
)
@click.option(
    "--out", type=OutPath(path_type=Path), help="An archive for the logs; a file there is replaced."
)
def command(
    game: GameId, hands: int, players: int, seed: int | str, vary_rules: bool, out: Path | None
) -> int:
    """Play many hands among bots.

    Of every hand it is checked that no chip is lost or made, and that its log is read back to legal events,
    replays to the same state and is written to the same bytes again.
    """
    played = simulate(game, hands, players, seed, vary_rules=vary_rules)
    run = _Run()
    start = perf_counter()
    with nullcontext() if out is None else open(out, "wb") as archive:
        try:
            for hand in _with_progress(played, hands):
                run.take(hand, archive)
        except KeyboardInterrupt:
            complain(f"interrupted after {run.hands} of {count(hands, 'hand')}")
            return 130
    _sum_up(run, game, players, perf_counter() - start, out)
    return 1 if run.faults else 0


@attrs.define
class _Run:
    """What has been played so far."""

    hands: int = 0
    entries: int = 0
    faults: int = 0

    def take(self, hand: Hand, archive: BinaryIO | None) -> None:
        """Check a hand and add it to the archive."""
        stored = hand.log.to_bytes()
        for fault in faults(hand, stored):
            self.faults += 1
            complain(f"hand {hand.state.hand_id}: {fault}")
        if archive is not None:
            archive.write(b"\n" + stored if self.hands else stored)
        self.hands += 1
        self.entries += hand.entries


def faults(hand: Hand, stored: bytes) -> Iterator[str]:
    """Yield what does not hold of a finished hand and its stored log."""
    began = sum(seating.stack for seating in hand.state.setup.opening.seats)
    ended = sum(hand.state.stacks.values()) + (hand.state.settling.rake or 0)
    if began != ended:
        yield f"{began} chips came in and {ended} are left"
    read = read_log(stored)
    result = checked(read.events)
    if result.fault is not None:
        yield result.fault
    elif result.state != hand.state:
        yield "its log replays to another state"
    if Log.of(read.events, read.times).to_bytes() != stored:
        yield "its log is written to other bytes again"


def _with_progress(hands: Iterator[Hand], total: int) -> Iterable[Hand]:
    """The hands, counted in a bar when standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return hands
    from rich.progress import track

    return track(hands, "Playing", total=total, console=console(stderr=True), transient=True)


def _sum_up(run: _Run, game: GameId, players: int, seconds: float, out: Path | None) -> None:
    say(
        f"{count(run.hands, 'hand')} of {game}, {players} players: {run.entries} entries "
        f"in {seconds:.1f} s, {run.hands / seconds:.0f} hands/s"
    )
    if run.faults:
        say(f"{count(run.faults, 'fault')}, {'each ' if run.faults > 1 else ''}listed above")
    else:
        say("Every hand: chips conserved, log replayed to the same state, written to the same bytes again")
    if out is not None:
        say(f"Archive in {visible(str(out))}: {out.stat().st_size} bytes")

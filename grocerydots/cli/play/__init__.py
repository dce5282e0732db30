"""``grocerydots play``: Grocery Store Dots in the terminal, against bots, in a session that is kept."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

import click

from grocerydots.cli.output import on_terminal, say, say_hand
from grocerydots.cli.paths import OutPath, WholeNumber, seed_option
from grocerydots.cli.play.game import Game
from grocerydots.cli.play.session import Session
from grocerydots.history import safe_name
from grocerydots.stores import FolderSeeds, JsonlStore

DEFAULT_FILE: Final = Path("grocerydots-play")
DEFAULT_NAME: Final = "player"
DEFAULT_PLAYERS: Final = 4
_WIDTH: Final = 80  #: Of a pipe.
_WIDEST: Final = 100  #: What can still be read with ease.


@click.command("play", short_help="Play Grocery Store Dots against bots.")
@click.option(
    "--players",
    type=WholeNumber(2, 7),
    metavar="N",
    help=f"How many at the table, you among them. [default: {DEFAULT_PLAYERS}]",
)
@seed_option("A number or a word: the same decks each time, which are then no secret.")
@click.option(
    "--file",
    type=OutPath(file_okay=False, path_type=Path),
    default=str(DEFAULT_FILE),
    help="The folder of the session, which is played on when it is there.",
)
@click.option("--name", help=f"What you are called. [default: {DEFAULT_NAME}]")
def command(players: int | None, seed: int | str | None, file: Path, name: str | None) -> int:
    """Play Grocery Store Dots against bots, as many hands as you like.

    Every choice is saved before anything is shown. Stop with q, Ctrl-C or the end of input, and the same
    command plays on from the same card. Logs of the hands are in FILE/logs, for replay and audit; the seed of
    a hand that is not over is kept apart, in FILE/seeds. A --seed is not kept: give it again to play on with
    its decks.
    """
    screen = Terminal()
    with JsonlStore(file / "logs") as store, FolderSeeds(file / "seeds") as seeds:
        try:
            session = Session.stored(store, seeds, test=seed)
            if session is None:
                name = DEFAULT_NAME if name is None else name
                session = Session.new(store, seeds, players=players or DEFAULT_PLAYERS, name=name, test=seed)
            else:
                _check_same(session, players, name)
            if Game(session, screen).play() == "stopped":
                screen.say(_saved(file, seed))
        except KeyboardInterrupt:
            screen.say(f"\n{_saved(file, seed)}")
            return 130
    return 0


def _check_same(session: Session, players: int | None, name: str | None) -> None:
    """Refuse options that the session in the folder was not begun with."""
    if players not in (None, session.seat):
        raise click.UsageError(f"The session there has {session.seat} players: give another --file.")
    if name not in (None, session.name):
        raise click.UsageError("The session there is another player's: give another --file.")


def _saved(file: Path, seed: int | str | None) -> str:
    options = [] if file == DEFAULT_FILE else ["--file", str(file)]
    options += [] if seed is None else ["--seed", str(seed)]
    return f"Saved. Play on with: {shlex.join(['grocerydots', 'play', *options])}"


class Terminal:
    """Standard input and output, a terminal or not."""

    def __init__(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no choice either

    @property
    def width(self) -> int:
        """The terminal's columns, or as many as a pipe is given."""
        columns = shutil.get_terminal_size((_WIDTH, 24)).columns if on_terminal() else _WIDTH
        return min(columns, _WIDEST)

    def say(self, text: str = "") -> None:
        """Show lines, on a terminal with cards and headings in colour."""
        say_hand(text) if text else say()

    def ask(self) -> str | None:
        """A line from standard input, which is repeated where nobody sees it typed; None at its end."""
        if sys.stdout is not None:
            sys.stdout.write("> ")
            sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            say()
            return None
        if not sys.stdin.isatty():
            say(safe_name(line.strip(), _WIDTH - 2))
        return line

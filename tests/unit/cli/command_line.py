"""Running the command line: within this process, or as a process of its own."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from grocerydots import events as e
from grocerydots.bulk import simulate
from grocerydots.cli.group import cli
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.rules import presets
from grocerydots.table import Table
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_of

COMMAND = [sys.executable, "-m", "grocerydots"]


def run(*args: object) -> Result:
    """The command line within this process; nothing but an exit may end it."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def plain_env(**changes: str) -> dict[str, str]:
    """The environment without what tells programs to colour, and with changes."""
    colours = {"NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "COLORTERM", "CLICOLOR_FORCE", "COLUMNS", "LINES"}
    return {name: value for name, value in os.environ.items() if name not in colours} | changes


def process(
    *args: object, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own, its output piped."""
    return subprocess.run(
        [*COMMAND, *map(str, args)],
        input=stdin,
        capture_output=True,
        env=plain_env(**(env or {})),
        check=False,
        timeout=60,
    )


@contextmanager
def started(
    *args: object, env: dict[str, str] | None = None, **streams: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """The command line as a process that goes on meanwhile, and no longer than this context."""
    command = [*COMMAND, *map(str, args)]
    with subprocess.Popen(command, env=plain_env(**(env or {})), **streams) as running:
        try:
            yield running
        finally:
            running.kill()


def on_terminal(
    *args: object, typed: bytes = b"", columns: int = 80, env: dict[str, str] | None = None
) -> tuple[bytes, int]:
    """What the command line prints on a terminal of that width, where this is typed, and its exit status."""
    import fcntl
    import pty
    import struct
    import termios

    mine, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    printed = b""
    terminal = {"TERM": "xterm-256color", **(env or {})}
    with started(*args, env=terminal, stdin=theirs, stdout=theirs, stderr=theirs) as running:
        os.close(theirs)
        os.write(mine, typed)
        while select.select([mine], [], [], 60)[0]:
            try:
                part = os.read(mine, 65_536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            printed += part
        os.close(mine)
        return printed, running.wait(timeout=60)


def one_line(text: str | bytes) -> str:
    """An error that is said in one line and no more."""
    told = text.decode() if isinstance(text, bytes) else text
    assert told.count("\n") == 1, told
    assert told.startswith("grocerydots: "), told
    assert "Traceback" not in told
    return told.removeprefix("grocerydots: ").rstrip("\n")


def finished(number: int = 0) -> Hand:
    """A finished hand that came to a showdown."""
    shown = (hand for hand in simulate(hands=1_000, seed="cli") if len(hand.state.settling.shown) > 1)
    for _ in range(number):
        next(shown)
    return next(shown)


def unfinished() -> Hand:
    """A hand that waits for its bring-in."""
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    return Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100)}, 2, seed=seed_of("cli"))


def illegal() -> tuple[Log, int]:
    """A log whose lines are well formed and which breaks a rule, and the entry that does."""
    hand = finished()
    entry = next(at for at, event in enumerate(hand.events) if isinstance(event, e.Called))
    called = hand.events[entry]
    assert isinstance(called, e.Called)
    events = [*hand.events[:entry], e.Called(called.seat, called.amount + 1), *hand.events[entry + 1 :]]
    return Log.of(events), entry


def played_table(table_id: str = "friday", hands: int = 2) -> tuple[Table, list[Log]]:
    """A table where so many hands were played, and their logs."""
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    table, logs = Table.open(rules, buy_in=100, table_id=table_id).sit(1, "ann").sit(2, "bob"), []
    for number in range(hands):
        table, hand = table.start_hand(seed=seed_of(f"{table_id} {number}"))
        hand = play_out(hand)
        table = table.finish_hand(hand)
        logs.append(hand.log)
    return table, logs


def archive(path: Path, *logs: Log | bytes) -> Path:
    """A file with these logs, one empty line between them."""
    path.write_bytes(b"\n".join(log if isinstance(log, bytes) else log.to_bytes() for log in logs))
    return path

"""``grocerydots demo``: one hand, played by bots, described, logged, read back and checked."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from grocerydots import events as e
from grocerydots.bulk import simulate
from grocerydots.cli.output import complain, say, say_hand
from grocerydots.cli.paths import OutPath, seed_option
from grocerydots.cli.replay import checked
from grocerydots.hand import Hand
from grocerydots.history import tell
from grocerydots.history.printable import visible
from grocerydots.log import read_log, write_log


@click.command("demo", short_help="Play one hand of Grocery Store Dots and tell it.")
@seed_option("A number or a word; another hand for each.", default="20")
@click.option(
    "--out",
    type=OutPath(path_type=Path),
    default=Path("demo.jsonl"),
    help="Where the log is written; a file there is replaced.",
)
def command(seed: int | str, out: Path) -> int:
    """Play one hand of Grocery Store Dots among four bots and tell it as text.

    The log is written to a file, read back, replayed and checked event by event.
    """
    hand = next(hand for hand in simulate(hands=sys.maxsize, seed=seed) if _is_worth_telling(hand))
    say_hand(tell(hand))
    write_log(out, hand.log)
    stored = read_log(out)
    result = checked(stored.events)
    if result.state != hand.state or stored != hand.log:
        complain(f"{out}: the log does not replay to the hand that was played")
        return 1
    say()
    say(
        f"Log in {visible(str(out))}: {stored.entries} entries, head {stored.head}; "
        "read back and replayed to the same end, every event checked"
    )
    return 0


def _is_worth_telling(hand: Hand) -> bool:
    """Whether somebody bought at the store, and the hand came to a showdown."""
    has_bought = any(isinstance(event, e.StoreCardBought) for event in hand.events)
    return has_bought and len(hand.state.settling.shown) > 1

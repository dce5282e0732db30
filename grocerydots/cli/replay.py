"""``grocerydots replay``: every hand of an archive, checked and told."""

from __future__ import annotations

from collections import Counter

import click

from grocerydots.cli.checking import checked
from grocerydots.cli.files import ENDLESS, MOST_UNREADABLE, NO_HAND, Hands, WholeNumber, opened
from grocerydots.cli.output import complain, counted, file_trouble, say, say_hand
from grocerydots.history import tell
from grocerydots.log import BadHand, Log, read_archive


@click.command("replay", short_help="Check every event of logged hands and tell them.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--upto",
    type=WholeNumber(0),
    metavar="N",
    help="Tell each hand only as far as entry N, counted from 0.",
)
def command(file: str, upto: int | None) -> int:
    """Tell every hand of a log or an archive, with every event checked.

    A hand that breaks a rule is told up to there, and the exit status is 1; one that cannot be read makes it
    2. FILE may be - for standard input.
    """
    replay = _Replay(file, upto)
    try:
        with opened(file) as source:
            hands = Hands(source)
            for hand in read_archive(hands):
                replay.bad(hand) if isinstance(hand, BadHand) else replay.take(hand)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        complain(file_trouble(error, file))
        return 2
    return replay.sum_up(gave_up=hands.gave_up)


class _Replay:
    """The hands of one archive, one after the other."""

    def __init__(self, file: str, upto: int | None) -> None:
        self.file = file
        self.upto = upto
        self.counts: Counter[str] = Counter()

    def bad(self, hand: BadHand) -> None:
        """Say why a hand cannot be read."""
        self.counts["hands"] += 1
        self.counts["unreadable"] += 1
        if self.counts["unreadable"] <= MOST_UNREADABLE:
            complain(f"{self.file}: hand {hand.index + 1}, which starts at line {hand.line}: {hand.error}")

    def take(self, log: Log) -> None:
        """Check a hand and tell it, as far as it is legal."""
        if self.counts["told"]:
            say("\n")
        result = checked(log.events)
        say_hand(tell(result.legal, upto=self.upto))
        self.counts["told"] += 1
        self.counts["hands"] += 1
        self.counts["entries"] += log.entries
        if result.error is not None:
            self.counts["illegal"] += 1
            complain(f"{self.file}: hand {log.hand_id}, entry {len(result.legal)}: {result.error}")
        elif not log.is_finished:
            self.counts["unfinished"] += 1

    def sum_up(self, *, gave_up: bool) -> int:
        """Say what was found, and return the exit status."""
        counts = self.counts
        if counts["unreadable"] > MOST_UNREADABLE:
            more = counted(counts["unreadable"] - MOST_UNREADABLE, "hand")
            complain(f"{self.file}: … and {more} more that cannot be read")
        if gave_up:
            complain(f"{self.file}: {ENDLESS}")
        if not counts["hands"]:
            complain(f"{self.file}: {NO_HAND}")
            return 2
        found = [f"{counts[what]} {what}" for what in ("unfinished", "illegal", "unreadable") if counts[what]]
        hands = counted(counts["hands"], "hand")
        if counts["illegal"] or counts["unreadable"]:
            say(f"\n{hands}: {', '.join(found)}")
            return 2 if counts["unreadable"] else 1
        noted = f" ({', '.join(found)})" if found else ""
        say(f"\n{hands}{noted}, {counted(counts['entries'], 'entry', 'entries')}: every event checked")
        return 0

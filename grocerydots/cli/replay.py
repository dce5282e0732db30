"""``grocerydots replay``: every hand of an archive, checked and described."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import click

from grocerydots.cards import Card
from grocerydots.cli.evidence import read_evidence
from grocerydots.cli.output import complain, file_trouble, say, say_hand
from grocerydots.cli.paths import ENDLESS, MOST_UNREADABLE, NO_HAND, Hands, WholeNumber, opened
from grocerydots.english import count
from grocerydots.errors import BrokenChain, IllegalEvent, NotationError
from grocerydots.events import Event
from grocerydots.history import tell, tell_shown
from grocerydots.log import Log
from grocerydots.log.files import Prefix, read_prefixes
from grocerydots.phases.check import steps
from grocerydots.proofs.openings import Openings
from grocerydots.state import HandState


@click.command("replay", short_help="Check every event of logged hands and tell them.")
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "--upto", type=WholeNumber(0), metavar="N", help="Tell each hand only as far as entry N, counted from 0."
)
@click.option(
    "--openings",
    multiple=True,
    type=click.Path(),
    help="A seat's openings: its down cards are shown too; may be given again.",
)
@click.option(
    "--shown",
    multiple=True,
    type=click.Path(),
    help="Openings that were given out after the hand, a player's or the house's; may be given again.",
)
def command(file: str, upto: int | None, openings: tuple[str, ...], shown: tuple[str, ...]) -> int:
    """Tell every hand of a log or an archive, with every event checked.

    A hand that breaks a rule is described up to there, and the exit status is 1, as for one that was
    changed; a hand that cannot be read, or openings that do not fit, make it 2. FILE may be - for standard
    input.
    """
    read = {path: read_evidence(path, Openings.read) for path in (*openings, *shown)}
    own, given_out = ({path: read[path] for path in paths} for paths in (openings, shown))
    replay = _Replay(file, upto, own, given_out)
    for hand in replay.hands():
        replay.take(hand)
    return 2 if replay.is_unread else replay.sum_up()


class _Replay:
    """The hands of one archive, one after the other."""

    def __init__(
        self,
        file: str,
        upto: int | None,
        openings: Mapping[str, Openings],
        shown: Mapping[str, Openings],
    ) -> None:
        self.file = file
        self.upto = upto
        self.openings = openings  #: By the path of their file.
        self.shown = shown  #: The same, of what was given out after the hand.
        self.strays = {**openings, **shown}  #: Those whose hand has not come yet.
        self.misfits = 0  #: How many of them do not fit their hand.
        self.counts: Counter[str] = Counter()
        self.is_unread = False  #: Whether the file could not be read.
        self.gave_up = False  #: Whether it goes on, and was read no further.

    def hands(self) -> Iterator[Prefix]:
        """The file's hands as they are read; says why it cannot be."""
        try:
            with opened(self.file) as source:
                hands = Hands(source)
                yield from read_prefixes(hands)
                self.gave_up = hands.gave_up
        except OSError as error:
            self.is_unread = True
            complain(file_trouble(error, self.file))

    def take(self, hand: Prefix) -> None:
        """Tell a hand, or say why it cannot be read; a chain that is broken hides nothing of it."""
        self.counts["hands"] += 1
        if hand.log is None or (hand.error is not None and not isinstance(hand.error, BrokenChain)):
            self.counts["unreadable"] += 1
            if self.counts["unreadable"] <= MOST_UNREADABLE:
                which = f"hand {self.counts['hands']}, which starts at line {hand.line}"
                complain(f"{self.file}: {which}: {hand.error}")
            return
        self.tell(hand.log)
        if hand.error is not None:
            self.counts["changed"] += 1
            complain(f"{self.file}: hand {hand.log.hand_id}: {hand.error}")

    def known(self, log: Log) -> dict[int, Card]:
        """The cards that the hand's openings show; says which of them do not fit it."""
        cards: dict[int, Card] = {}
        for path, piece in self.openings.items():
            if piece.hand_id != log.hand_id:
                continue
            self.strays.pop(path, None)
            check = piece.verify(log)
            if check.fits:
                cards |= piece.cards
            else:
                self.misfits += 1
                complain(f"{path}: {check}")
        return cards

    def tell(self, log: Log) -> None:
        """Check a hand and tell it, as far as it is legal."""
        if self.counts["described"]:
            say("\n")
        result = checked(log.events)
        say_hand(tell(result.legal, openings=self.known(log), upto=self.upto))
        self.tell_shown(log)
        self.counts["described"] += 1
        self.counts["entries"] += log.entries
        if result.fault is not None:
            self.counts["illegal"] += 1
            complain(f"{self.file}: hand {log.hand_id}, {result.fault}")
        elif not log.is_finished:
            self.counts["unfinished"] += 1

    def tell_shown(self, log: Log) -> None:
        """Tell what was given out after a hand; says which of it does not fit."""
        found = {path: piece for path, piece in self.shown.items() if piece.hand_id == log.hand_id}
        fitting = []
        for path, piece in found.items():
            self.strays.pop(path, None)
            try:
                tell_shown(log, [piece])
            except NotationError as error:
                self.misfits += 1
                complain(f"{path}: {error}")
            else:
                fitting.append(piece)
        if fitting:
            say(f"\n{tell_shown(log, fitting)}")

    def sum_up(self) -> int:
        """Say what was found, and return the exit status."""
        counts = self.counts
        if counts["unreadable"] > MOST_UNREADABLE:
            more = count(counts["unreadable"] - MOST_UNREADABLE, "hand")
            complain(f"{self.file}: … and {more} more that cannot be read")
        if self.gave_up:
            complain(f"{self.file}: {ENDLESS}")
        for path, piece in self.strays.items():
            complain(f"{path}: is of hand {piece.hand_id}, and there is no such hand")
        if not counts["hands"]:
            complain(f"{self.file}: {NO_HAND}")
            return 2
        found = [f"{counts[what]} {what}" for what in ("unfinished", *_WRONG) if counts[what]]
        hands = count(counts["hands"], "hand")
        if wrong := any(counts[what] for what in _WRONG):
            say(f"\n{hands}: {', '.join(found)}")
        else:
            noted = f" ({', '.join(found)})" if found else ""
            say(f"\n{hands}{noted}, {count(counts['entries'], 'entry')}: every event checked")
        return 2 if counts["unreadable"] or self.misfits or self.strays else int(wrong)


_WRONG: Final = ("illegal", "changed", "unreadable")


class Checked(NamedTuple):
    """How far a hand's events are legal."""

    legal: tuple[Event, ...]  #: The events before the first illegal one.
    state: HandState | None  #: What they make; None of no events.
    fault: str | None = None  #: The number of the next one and why it is illegal; None when all are legal.


def checked(events: Iterable[Event]) -> Checked:
    """Check every event up to the first that is illegal."""
    legal = tuple(events)
    good, state, fault = 0, None, None
    try:
        for good, (_, state) in enumerate(steps(legal), 1):  # noqa: B007
            pass
    except IllegalEvent as error:
        fault = f"entry {good}: {error}"
    return Checked(legal[:good], state, fault)

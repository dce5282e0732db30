"""What the page says of each entry: the words, its rule, whose move it then is, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict

from grocerydots.cards import Card
from grocerydots.describe import describe_step
from grocerydots.errors import BrokenChain, IllegalEvent, LogError
from grocerydots.events import BettingClosed, Event, HandClosed
from grocerydots.history import legal_words, tell_lines
from grocerydots.history.printable import visible
from grocerydots.log import read_log
from grocerydots.phases.check import steps, turn
from grocerydots.rules.rulebook import rule
from grocerydots.rules.rules import Seat
from grocerydots.turns import Decision, Over, Turn, rule_of

LONGEST: Final = 1_000
#: Events that say that something is over: they cite no rule.
ENDINGS: Final = (BettingClosed, HandClosed)


class Due(TypedDict):
    """Whose move it is after an entry, and what is legal."""

    seat: Seat | None  #: None for the dealer and the house.
    who: str
    text: str
    rule: str


class Note(TypedDict):
    """What goes with one entry."""

    text: str
    rule: str | None  #: The rule that made the entry due or legal.
    turn: Due | None  #: None where a dealer's step follows that the log holds, and once the hand is over.


class Finding(TypedDict):
    """What the library found wrong with a log when the page was made of it."""

    entry: int | None  #: None when it concerns no single entry.
    rule: str | None  #: None when it is not a matter of the rules.
    message: str


def notes_on(
    events: Sequence[Event],
    text_lines: Iterable[tuple[int, str]] | None = None,
    openings: Mapping[int, Card] | None = None,
) -> tuple[list[Note], Finding | None]:
    """A note on each entry, up to the first that breaks a rule, and what is wrong with that one.

    Texts are from `text_lines`, by default those of `history.tell_lines` for a viewer with these `openings`.
    """
    notes: list[Note] = []
    finding: Finding | None = None
    try:
        for event, (before, state) in zip(events, steps(events), strict=True):
            cited = None if before is None or isinstance(event, ENDINGS) else rule_of(before)
            due = _due(turn(state), len(notes) + 1 == len(events))
            notes.append({"text": "", "rule": cited, "turn": due})
    except IllegalEvent as error:
        finding = {"entry": len(notes), "rule": error.rule, "message": _bounded(str(error))}
    lines = tell_lines(events[: len(notes)], openings=openings) if text_lines is None else text_lines
    for entry, text in lines:
        if 0 <= entry < len(notes):
            notes[entry]["text"] = text
    return notes, finding


def unreadable(stored: bytes) -> Finding | None:
    """What is wrong with the lines of a log, as far as reading tells; None when they are all right."""
    try:
        read_log(stored)
    except LogError as error:
        entry = None if error.line is None or isinstance(error, BrokenChain) else error.line - 1
        text = ": ".join(part for part in (error.path, error.message) if part)
        return {"entry": entry, "rule": None, "message": _bounded(text)}
    return None


def _bounded(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def _due(now: Turn, is_last: bool) -> Due | None:
    if isinstance(now, Over):
        return None
    if isinstance(now, Decision):
        who = "the house" if now.kind == "rake" else "the dealer" if now.seat is None else ""
        return {"seat": now.seat, "who": who, "text": legal_words(now), "rule": now.rule}
    if not is_last:
        return None
    return {"seat": None, "who": "the dealer", "text": describe_step(now.kind), "rule": now.rule}


def rules_cited(notes: Iterable[Note]) -> dict[str, str]:
    """The text of every rule that the notes cite, by its number."""
    cited = {note["rule"] for note in notes} | {note["turn"]["rule"] for note in notes if note["turn"]}
    return {number: rule(number).text.replace("`", "") for number in sorted(filter(None, cited))}

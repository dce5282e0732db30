"""What is measured: each piece of work here and what stands beside it in PokerKit, with the targets."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Final, NamedTuple

from pokerkit import EightOrBetterLowHand, StandardHighHand

from grocerydots import CARDS, Card, fold
from grocerydots.ranking import high_rank, low_rank

from .hands import FULL, SHORT, THEIR_CARDS, play, play_sealed, play_theirs, read_theirs, their_text
from .measure import Effort, Figures, Work, beside

RANKED: Final = 50  #: Hands that are ranked in one go.


class Row(NamedTuple):
    """One line of the table. `first` and `goal` are ratios; None is no target."""

    name: str
    work: str
    beside: str
    pair: Callable[[], tuple[Work, Work]]
    first: float | None = None
    goal: float | None = None
    per: int = 1  #: Pieces of work in one call.

    def measure(self, effort: Effort) -> Figures:
        """The figures of one piece of work."""
        ours, theirs = self.pair()
        figures = beside(ours, theirs, effort)
        return figures._replace(ours=figures.ours / self.per, theirs=figures.theirs / self.per)


def _sevens() -> list[tuple[Card, ...]]:
    random = Random(7)
    return [tuple(random.sample(CARDS, 7)) for _ in range(RANKED)]


def _high() -> tuple[Work, Work]:
    ours = _sevens()
    theirs = [tuple(THEIR_CARDS[card] for card in hand) for hand in ours]
    return lambda: [high_rank(hand) for hand in ours], lambda: [
        StandardHighHand.from_game(hand) for hand in theirs
    ]


def _low() -> tuple[Work, Work]:
    ours = _sevens()
    theirs = [tuple(THEIR_CARDS[card] for card in hand) for hand in ours]
    return lambda: [low_rank(hand) for hand in ours], lambda: [
        EightOrBetterLowHand.from_game_or_none(hand) for hand in theirs
    ]


def _played() -> tuple[Work, Work]:
    return lambda: play(FULL), lambda: play_theirs(FULL)


def _played_short() -> tuple[Work, Work]:
    return lambda: play(SHORT), lambda: play_theirs(SHORT)


def _sealed() -> tuple[Work, Work]:
    return lambda: play_sealed(FULL), lambda: play_theirs(FULL)


def _read() -> tuple[Work, Work]:
    from grocerydots import read_log

    stored, text = play_sealed(FULL), their_text(FULL)
    return lambda: fold(read_log(stored).events), lambda: read_theirs(text)


def _read_unsealed() -> tuple[Work, Work]:
    from grocerydots import read_log

    stored, text = play(FULL).log.to_bytes(), their_text(FULL)
    return lambda: fold(read_log(stored).events), lambda: read_theirs(text)


def _audited() -> tuple[Work, Work]:
    from grocerydots.audit import audit

    stored, text = play_sealed(FULL), their_text(FULL)
    return lambda: audit(stored), lambda: read_theirs(text)


def _kept() -> tuple[Work, Work]:
    ours, theirs = play(FULL), play_theirs(FULL)
    return lambda: ours.state, lambda: deepcopy(theirs)


ROWS: Final = (
    Row("high", "rank a seven-card high hand", "`StandardHighHand.from_game`", _high, 400, 450, RANKED),
    Row("low", "rank an eight-or-better low", "`EightOrBetterLowHand`", _low, 400, 450, RANKED),
    Row("play", "play a stud hand to the end", "the same hand, automated", _played, 25, 60),
    Row("sealed", "the same sealed, logged and chained", "the same", _sealed, 10, 20),
    Row("short", "play a hand that ends by folds on fifth street", "the same hand", _played_short),
    Row("read", "read the stored, sealed hand and fold it", "PHH `loads` and iterate", _read, 10, 30),
    Row("read-unsealed", "the same without seals", "the same", _read_unsealed),
    Row("audit", "audit the stored, sealed hand, chain included", "the same", _audited, 6, 20),
    Row("keep", "keep an earlier state", "a deep copy", _kept),
)

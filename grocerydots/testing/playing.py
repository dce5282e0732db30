"""Playing a hand on without a player: to its end, or up to a decision that a test is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grocerydots import events as e
from grocerydots.errors import expect
from grocerydots.hand import Hand
from grocerydots.turns import Decision

__all__ = ["passively", "play_out"]

_QUIET = (
    e.AntePosted, e.BroughtIn, e.Checked, e.Called, e.StorePassed, e.HandShown, e.DotsTieConfirmed,
    e.RakeTaken,
)  # fmt: skip


def passively(decision: Decision) -> e.Event:
    """The quietest legal event of a decision: ante, bring in, check, call, pass, show, no rake.

    Nobody folds and nobody raises, so a hand that is played like this comes to a showdown.
    """
    expect("decision", decision, Decision)
    for option in decision.options:
        if option.kind in _QUIET:
            return decision.event(option, option.lowest)
    raise AssertionError("every decision has a quiet answer")


def play_out(
    hand: Hand,
    choose: Callable[[Decision], e.Event] = passively,
    *,
    until: Callable[[Hand], bool] = lambda _: False,
) -> Hand:
    """The hand played on by `choose` until it is over, or until `until` says so of a hand.

    In a hand with times every choice is made at the time of the last one.
    """
    expect("hand", hand, Hand)
    expect("choose", choose, Callable)  # type: ignore[arg-type]
    expect("until", until, Callable)  # type: ignore[arg-type]
    for later in _played(hand, choose):
        if until(later):
            return later
        hand = later
    return hand


def _played(hand: Hand, choose: Callable[[Decision], e.Event]) -> Iterator[Hand]:
    yield hand
    while hand.decision is not None:
        hand = hand.play(choose(hand.decision), at=None if hand.times is None else hand.times[-1])
        yield hand

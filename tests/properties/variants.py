"""Events that are nearly another: one field changed, or said by another seat, or of another kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import attrs

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.rules.rules import Rules

RESULTS = get_args(e.TimeOutResult)
SHARES = get_args(e.Share)


def variants(event: e.Event) -> Iterator[e.Event]:
    """The event with one field changed to another value of the same type."""
    for field in attrs.fields(type(event)):
        for value in others(getattr(event, field.name)):
            yield attrs.evolve(event, **{field.name: value})


def others(value: Any) -> Iterator[Any]:
    """Other values of the same type, most of them near."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, value + 100, 10**30)
    elif isinstance(value, Card):
        yield CARDS[value.index - 1]
    elif isinstance(value, bytes):
        yield bytes([value[0] ^ 1]) + value[1:]
    elif isinstance(value, str):
        yield from (word for word in (*RESULTS, *SHARES, "best_high") if word != value)
    elif isinstance(value, tuple) and not isinstance(value, Rules):
        yield from _other_tuples(value)


def _other_tuples(value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if not value:
        return
    if not hasattr(value, "_replace"):
        yield from ((), value[1:], value[:-1], (*value, value[-1]), value[::-1])
    for at in {0, len(value) - 1}:
        for other in others(value[at]):
            changed = [*value[:at], other, *value[at + 1 :]]
            yield value._make(changed) if hasattr(value, "_make") else tuple(changed)


def catalogue(seats: tuple[int, ...], amounts: tuple[int, ...]) -> Iterator[e.Event]:
    """Events of every kind that a player, the dealer or the house might think of, by seat and amount."""
    for seat in seats:
        for kind in (e.SatOut, e.Checked, e.Folded, e.StorePassed, e.HandShown, e.HandMucked):
            yield kind(seat)
        for result in RESULTS:
            yield e.TimedOut(seat, result)
        for amount in amounts:
            yield from (e.Called(seat, amount), e.AntePosted(seat, amount), e.ChipsReturned(seat, amount))
            for full in (True, False):
                yield e.BroughtIn(seat, amount, full)
                for wager in (e.Completed, e.Bet, e.Raised):
                    yield wager(seat, amount, amount, full)
        for slot in (1, 2, 3):
            yield e.StoreCardBought(seat, slot, CARDS[0], slot)
    yield from (e.RakeTaken(amount) for amount in amounts)
    yield from (e.BettingClosed(street) for street in range(3, 8))
    yield from (e.CardBurned(position) for position in (0, 9, 12, 51))
    yield from (e.DotsTieConfirmed("share"), e.DotsTieConfirmed("best_high"), e.StoreClosed())
    yield from (e.HandCancelled(()), e.HandClosed(()), e.PotsAwarded(()), e.AntesPosted(()))

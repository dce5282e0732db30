"""A dealer's step carried out wrongly: refusal, page and audit cite one rule in the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.cards import CARDS, Card
from grocerydots.describe import Mistake
from grocerydots.errors import IllegalEvent, MalformedLog
from grocerydots.evolve import evolve
from grocerydots.log import Log, read_log
from grocerydots.page.commentary import notes_on
from grocerydots.phases import check, turn
from grocerydots.state import HandState
from grocerydots.turns import DealerStep

GOLDEN = Path(__file__).parents[2] / "golden"
NOT_ONE_HAND = {"every-event", "archive"}
LOGS = [
    path
    for path in sorted((*GOLDEN.glob("histories/*.jsonl"), *GOLDEN.glob("logs/v*/*.jsonl")))
    if path.stem not in NOT_ONE_HAND
]
#: How Python writes an object: ``PotsAwarded(``, ``<Suit.CLUBS: 0>``, ``b'...'``.
PYTHON = re.compile(r"\b[A-Za-z_]\w*\(\w*=|\b[A-Z]\w*\(|<\w+|\bb'|\bNone\b|\[\d")


def first_steps(log: Log) -> Iterator[tuple[int, HandState, e.Event]]:
    """The first dealer's step of each kind: its entry, the state before it, the event."""
    state = evolve(None, log.events[0])
    seen = set()
    for entry, event in enumerate(log.events[1:], 1):
        if isinstance(turn(state), DealerStep) and type(event) not in seen:
            seen.add(type(event))
            yield entry, state, event
        state = evolve(state, event)


def altered(value: Any) -> Iterator[Any]:
    """Values of the same type, each with one thing changed."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 1:
            yield value - 1
    elif isinstance(value, bytes):
        yield bytes([value[0] ^ 1]) + value[1:]
    elif isinstance(value, Card):
        yield from (CARDS[(value.index + step) % 52] for step in (1, 13))
    elif isinstance(value, str):
        yield from set(get_args(e.Share)) - {value}
    elif hasattr(value, "_fields"):
        for name in value._fields:
            yield from (value._replace(**{name: other}) for other in altered(getattr(value, name)))
    elif isinstance(value, tuple) and value:
        for at in {0, len(value) - 1}:
            yield from ((*value[:at], other, *value[at + 1 :]) for other in altered(value[at]))
        yield from (value[:-1], value[::-1], (*value, value[0]), ())


def wrong_events(event: e.Event) -> Iterator[e.Event]:
    """The event with each of its fields changed."""
    for field in attrs.fields(type(event)):
        for value in altered(getattr(event, field.name)):
            yield attrs.evolve(event, **{field.name: value})


def refusal(state: HandState, event: e.Event) -> IllegalEvent | None:
    """Why an event is refused; None when it is legal."""
    try:
        check(state, event)
    except IllegalEvent as error:
        return error
    return None


def log_with(events: tuple[e.Event, ...]) -> Log | None:
    """The log of these events; None where one of them has a value that no log could hold."""
    try:
        return Log.of(events)
    except MalformedLog:
        return None


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_a_wrong_step_is_refused_in_words_and_audited_by_the_same_rule(path: Path) -> None:
    log = read_log(path.read_bytes())
    audited = set()
    for entry, state, event in first_steps(log):
        for wrong in wrong_events(event):
            error = refusal(state, wrong)
            if error is None:
                continue
            assert not PYTHON.search(str(error)), str(error)
            other = log_with((*log.events[:entry], wrong))
            if other is None:
                continue
            audited.add(type(event))
            found = audit(other).first
            assert found is not None
            assert (found.entry, found.rule) == (entry, error.rule)
            assert error.reason == Mistake(error.rule, found.log_says, found.rules_say).words
            _, finding = notes_on(other.events)
            assert finding is not None
            assert finding["message"] == str(error)
    assert audited


def test_every_step_that_can_be_carried_out_wrongly_is_among_them() -> None:
    logs = [read_log(path.read_bytes()) for path in LOGS]
    kinds = {type(event) for log in logs for _, _, event in first_steps(log) if attrs.fields(type(event))}
    assert kinds == {
        e.AntesPosted, e.BettingClosed, e.CardBurned, e.CardsDealt, e.ChipsReturned, e.CommunityCardDealt,
        e.DeckSealed, e.DownCardsOpened, e.HandCancelled, e.HandClosed, e.HandShown, e.PotsAwarded,
        e.StoreOpened, e.StoreRestocked, e.StubReplenished,
    }  # fmt: skip

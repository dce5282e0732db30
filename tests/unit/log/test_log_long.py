"""Two players who do nothing but raise: a hand of very many entries is read and checked like any other."""

from __future__ import annotations

from functools import cache
from time import process_time
from typing import Any

import pytest
from node import MISSING, NODE, run_script

from grocerydots import Decision, Hand, Over, deal, evolve, read_log, turn
from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.deck import Deck
from grocerydots.log import Log
from grocerydots.page.build import VERIFYING, asset
from grocerydots.rules.rules import Betting, Rules
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_named

RULES = Rules.for_game("stud_high", Betting.fixed_limit(1, 1), ante=0, bring_in=1, act_within_ms=1_000)
SEED = seed_named("raises")


def raising(decision: Decision) -> e.Event:
    for kind in (e.Raised, e.Bet, e.Completed, e.Called):
        if (option := decision.option(kind)) is not None:
            return decision.event(option, option.lowest)
    return next(iter(decision))


def opened(chips: int) -> Hand:
    return Hand.open(RULES, {1: ("ann", chips), 2: ("bob", chips)}, 1, seed=SEED, at=0)


@cache
def raised(chips: int) -> Log:
    return play_out(opened(chips), raising).log


def test_a_hand_of_twelve_thousand_raises_is_stored_read_audited_and_resumed() -> None:
    log = raised(12_000)
    assert log.entries > 12_000
    assert read_log(log.to_bytes()) == log
    assert audit(log.to_bytes(), seed=SEED).is_clean
    assert Hand.resume(log, seed=SEED).is_over


def test_the_page_verifies_a_hand_of_twelve_thousand_raises(require: Any) -> None:
    require(NODE is not None, MISSING)
    script = f"{chr(10).join(map(asset, VERIFYING))}\nconst log = verifyLog(utf8.encode(given));"
    log = raised(12_000)
    found = run_script(f"{script}\ngive([log.isFinished, log.heads.at(-1)]);", log.to_bytes().decode())
    assert found == [True, log.head]


def played(chips: int) -> bytes:
    """The same without a `Hand`, which keeps its events ready after every one."""
    hand = opened(chips)
    state, events, deck = hand.state, list(hand.events), Deck.from_seed(SEED, hand.state.hand_id)
    while not isinstance(now := turn(state), Over):
        event = raising(now) if isinstance(now, Decision) else deal(now, state, deck)
        state = evolve(state, event)
        events.append(event)
    return Log.of(events, [0] * len(events)).to_bytes()


@pytest.mark.deep
def test_half_a_million_entries_take_no_longer_each_than_a_few_thousand() -> None:
    took = {}
    for chips in (4_000, 400_000):
        stored = played(chips)
        began = process_time()
        log = read_log(stored)
        assert audit(log).is_clean
        assert Hand.resume(log, seed=SEED).is_over
        took[chips] = process_time() - began
    assert took[400_000] < 300 * took[4_000]

"""Plays a hand to its end and writes every line of its log as it comes: to be killed at any moment."""

from __future__ import annotations

import os
import sys
from hashlib import sha256

from grocerydots import Hand, presets
from grocerydots import events as e
from grocerydots.testing import test_seed as seed_named

RULES = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
SEATS = {1: ("ann", 60), 2: ("bob", 90), 4: ("cat", 25), 6: ("dan", 200)}


def opened(name: str) -> Hand:
    return Hand.open(RULES, SEATS, dealer=4, seed=seed_named(name), hand_id="crash", at=0)


def chosen(hand: Hand) -> Hand:
    """The hand after a choice that follows from nothing but how far it has come."""
    decision = hand.decision
    assert decision is not None
    digest = sha256(f"{hand.state.hand_id} {hand.entries}".encode()).digest()
    legal = [event for event in decision if not isinstance(event, e.HandCancelled)]
    if len(legal) > 1 and digest[1] < 200:  # fold less, or hands are over before they begin
        legal = [event for event in legal if not isinstance(event, e.Folded)]
    return hand.play(legal[digest[0] % len(legal)], at=hand.entries)


def main(name: str, path: str) -> None:
    hand = opened(name)
    with open(path, "ab") as file:
        written = 0
        while True:
            for line in hand.log.lines[written:]:
                file.write(line + b"\n")
                file.flush()
                os.fsync(file.fileno())
                print(written, flush=True)
                written += 1
            if hand.decision is None:
                return
            hand = chosen(hand)


if __name__ == "__main__":
    main(*sys.argv[1:])

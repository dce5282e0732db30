"""Plays a hand with nothing but the wheel and its two dependencies installed."""

from importlib.util import find_spec

from grocerydots import Hand, Seed, presets
from grocerydots.rules.rulebook import rule

STACKS = {1: ("ann", 200), 2: ("bob", 200), 4: ("cat", 200)}


def main() -> None:
    """Open a hand of Grocery Store Dots and let the first option be taken until it is over."""
    for extra in ("click", "rich", "pytest", "hypothesis", "sphinx"):
        assert find_spec(extra) is None, f"{extra} is installed beside the bare wheel"
    assert rule("GSD-10").text, "the packaged rulebook is missing"
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    hand = Hand.open(rules, seats=STACKS, dealer=4, seed=Seed.random(), dots_tie="share")
    decisions = 0
    while hand.decision is not None:
        assert len(hand.decision) > 0
        hand = hand.play(next(iter(hand.decision)))
        decisions += 1
        assert decisions < 1000, "the hand does not end"
    print(f"one hand: {decisions} decisions, {hand.log.entries} entries in its log")


if __name__ == "__main__":
    main()

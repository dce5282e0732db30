"""What is not legal is refused with the rule, the numbers and what would be allowed."""

from grocerydots import Hand, IllegalEvent, events, presets
from grocerydots.testing import test_seed

rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
seats = {1: ("ann", 200), 2: ("bob", 200), 3: ("cat", 200)}
hand = Hand.open(rules, seats, dealer=3, seed=test_seed("refusals"), dots_tie="share")

opener = hand.decision.seat if hand.decision is not None else None
assert opener is not None, "a hand that has just been opened waits for its opener"

for wrong in (
    events.Checked(opener),
    events.StorePassed(opener),
    events.Completed(opener, 7, 7, full=True),
):
    try:
        hand.play(wrong)
    except IllegalEvent as error:
        print(error)

"""What is not legal is refused with the rule, the numbers and what would be allowed."""

from grocerydots import Hand, IllegalEvent, events, presets
from grocerydots.testing import test_seed

rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
seats = {1: ("ann", 200), 2: ("bob", 200), 3: ("cat", 200)}
hand = Hand.open(rules, seats, dealer=3, seed=test_seed("refusals"), dots_tie="share")

for wrong in (
    events.Checked(hand.decision.seat),
    events.StorePassed(hand.decision.seat),
    events.Completed(hand.decision.seat, 7, 7, full=True),
):
    try:
        hand.play(wrong)
    except IllegalEvent as error:
        print(error)

"""Ask what would have happened: two hands from one moment."""

from grocerydots import Hand, presets
from grocerydots.testing import test_seed

rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
hand = Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, seed=test_seed("what if"))

opening = hand.decision
assert opening is not None, "a hand that has just been opened waits for somebody"
hand = hand.play(opening.bring_in())

answer = hand.decision
assert answer is not None
folded = hand.play(answer.fold())
completed = hand.play(answer.complete())

print("after a fold:", folded.state.stacks)
print("after a completion:", completed.turn)

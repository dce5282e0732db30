"""Ask what would have happened: two hands from one moment."""

from grocerydots import Hand, presets
from grocerydots.testing import test_seed

rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
hand = Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, seed=test_seed("what if"))
hand = hand.play(hand.decision.bring_in())

folded = hand.play(hand.decision.fold())
raised = hand.play(hand.decision.complete())

print("after a fold:", folded.state.stacks)
print("after a completion it is up to seat", raised.decision.seat, "to", raised.decision.text)

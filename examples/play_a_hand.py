"""Deal a hand of Grocery Store Dots and let everybody take the first option that is legal."""

from grocerydots import Hand, Seed, presets

rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
seats = {1: ("ann", 200), 2: ("bob", 200), 4: ("cat", 200)}
hand = Hand.open(rules, seats, dealer=4, seed=Seed.random(), dots_tie="share")

while hand.decision is not None:
    print(f"seat {hand.decision.seat}: {hand.decision.text}")
    hand = hand.play(next(iter(hand.decision)))

print(hand.state.stacks)

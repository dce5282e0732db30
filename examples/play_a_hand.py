"""Play a hand of Grocery Store Dots: the bring-in, the store, bets and calls, the showdown, the dots."""

from grocerydots import Decision, Hand, dots, events, presets
from grocerydots.history import tell
from grocerydots.testing import test_seed


def choose(decision: Decision) -> events.Event:
    """Buy the store card with most dots, if it has any; bet when nobody has, and call every bet."""
    if decision.kind == "store":
        for_sale = [event for event in decision if isinstance(event, events.StoreCardBought)]
        best = max(for_sale, key=lambda bought: bought.card.dots, default=None)
        return best if best is not None and best.card.dots else decision.pass_()
    if decision.can(events.Called):
        return decision.call()
    return decision.bet() if decision.can(events.Bet) else decision.check()


rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
seats = {1: ("ann", 200), 2: ("bob", 200), 4: ("cat", 200)}
# A test seed gives the same hand in every run; for cards that nobody can foresee, use `Seed.random()`.
hand = Hand.open(rules, seats, dealer=4, seed=test_seed("play a hand 7"), dots_tie="share")

# The deck is sealed, the antes are in and third street is dealt. The lowest door card opens.
assert hand.decision is not None
hand = hand.play(hand.decision.bring_in())
while hand.decision is not None:
    hand = hand.play(choose(hand.decision))

print(tell(hand))  # as everybody at the table saw it
print("*** DOTS ***")
for number, chips in hand.state.stacks.items():
    seat = hand.state.seat(number)
    print(f"seat {number}: {dots(seat.up + seat.shown)} dots, {chips} chips")

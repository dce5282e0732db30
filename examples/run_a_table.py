"""Run a table: players come and go, the deal goes round, and the audit goes through every hand."""

from grocerydots import IllegalEvent, Log, Seed, presets
from grocerydots.audit import audit_table
from grocerydots.table import Table

rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
table = Table.open(rules, buy_in=100, table_id="kitchen")
for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
    table = table.sit(seat, name)

logs: list[Log] = []
for number in range(6):
    if number == 3:
        table = table.leave(2).sit(5, "dan")
    table, hand = table.start_hand(seed=Seed.random(), dots_tie="share")
    while hand.decision is not None:
        hand = hand.play(next(iter(hand.decision)))
    table = table.finish_hand(hand)
    logs.append(hand.log)
    print(hand.state.hand_id, table.state.stacks, f"seat {table.state.dealer} deals next")

try:
    table.add_chips(1, -20)
except IllegalEvent as refused:
    print(refused)

print(audit_table(table.log, logs).to_text())

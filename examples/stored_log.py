"""Write a log, read it back strictly, and find the same hand in it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from grocerydots import Hand, Seed, fold, presets, read_log, write_log

rules = presets.card_room(small_bet=10, big_bet=20, ante=1, hi_lo=True)
hand = Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}, dealer=3, seed=Seed.random())
while hand.decision is not None:
    hand = hand.play(next(iter(hand.decision)))

with TemporaryDirectory() as folder:
    path = Path(folder, "hand.jsonl")
    write_log(path, hand.log)
    log = read_log(path)

assert fold(log.events) == hand.state
print(f"{log.entries} entries, head {log.head}")

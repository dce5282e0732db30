"""Save a hand after every choice, lose the process, and go on from the store, seed and all.

Runs with files and with SQLite; with the extra ``postgres``, and GROCERYDOTS_POSTGRES set to a connection
string, with PostgreSQL too.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from grocerydots import Hand, Seed, presets
from grocerydots.errors import ConcurrencyError
from grocerydots.stores import FolderSeeds, JsonlStore, SeedStore, SqliteStore, Store


def stores(folder: Path) -> Iterator[Store]:
    yield JsonlStore(folder / "logs")
    yield SqliteStore(folder / "logs.db")
    if dsn := os.environ.get("GROCERYDOTS_POSTGRES"):
        from grocerydots.stores import PostgresStore

        yield PostgresStore(dsn, schema="grocerydots_example")


def play_some(hand: Hand, store: Store, decisions: int) -> Hand:
    stored = store.save(hand)
    while hand.decision is not None and decisions:
        hand = hand.play(next(iter(hand.decision)))
        stored = store.save(hand, expected=stored)
        decisions -= 1
    return hand


def tell_story(store: Store, seeds: SeedStore) -> None:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    seed = Seed.random()
    hand = Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}, dealer=3, seed=seed)
    hand_id = hand.state.hand_id
    seeds.keep(hand_id, seed)
    play_some(hand, store, 5)

    again = store.load(hand_id, seed=seeds.seed(hand_id))  # as another process would
    finished = play_some(again, store, 1000)
    assert store.load_log(hand_id) == finished.log

    try:
        store.save(hand)  # somebody who still thinks the hand has just begun
    except ConcurrencyError as error:
        print(f"{type(store).__name__}: {error}")
    seeds.delete(hand_id)


with TemporaryDirectory() as name:
    seeds = FolderSeeds(Path(name, "seeds"))
    for store in stores(Path(name)):
        with store:
            tell_story(store, seeds)

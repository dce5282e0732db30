"""Places for stores, for the tests to open as often as they like, also from other processes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from grocerydots import Hand, Seed, presets
from grocerydots.stores import (
    FolderSeeds,
    JsonlStore,
    PostgresSeeds,
    PostgresStore,
    SeedStore,
    SqliteSeeds,
    SqliteStore,
    Store,
)

KINDS = ("jsonl", "sqlite", "postgres")


class Place(NamedTuple):
    """Where a store is: its kind, a folder, file or connection string, and PostgreSQL's schema."""

    kind: str
    where: str
    schema: str = ""
    timeout: float = 5.0

    def open(self) -> Store:
        if self.kind == "jsonl":
            return JsonlStore(self.where, timeout=self.timeout)
        if self.kind == "sqlite":
            return SqliteStore(self.where, timeout=self.timeout)
        return PostgresStore(self.where, schema=self.schema, timeout=self.timeout)

    def open_seeds(self) -> SeedStore:
        if self.kind == "jsonl":
            return FolderSeeds(self.where + ".seeds")
        if self.kind == "sqlite":
            return SqliteSeeds(self.where + ".seeds")
        return PostgresSeeds(self.where, schema=self.schema + "_seeds")


MakePlace: TypeAlias = Callable[[str], Place]

STACKS = {1: ("ann", 200), 2: ("bob", 200), 4: ("cat", 200)}
RULES = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


def new_hand(seed: Seed, hand_id: str = "h1", at: int | None = None) -> Hand:
    return Hand.open(RULES, STACKS, dealer=4, seed=seed, hand_id=hand_id, dots_tie="share", at=at)


def played(hand: Hand, decisions: int = 10_000) -> Hand:
    """The hand after so many decisions, or to its end, the first option taken each time."""
    while hand.decision is not None and decisions:
        hand = hand.play(next(iter(hand.decision)))
        decisions -= 1
    return hand


def line(number: int, writer: int | str = 0, size: int = 0) -> bytes:
    """Some log line; stores do not look inside."""
    fields = {"event": "checked", "number": number, "pad": "x" * size, "writer": writer}
    return json.dumps(fields, separators=(",", ":")).encode()


def lines(start: int, count: int, writer: int | str = 0, size: int = 0) -> list[bytes]:
    return [line(number, writer, size) for number in range(start, start + count)]


def local(kind: str, folder: Path) -> Place:
    """A place on this machine: jsonl or sqlite."""
    return Place(kind, str(folder / ("logs" if kind == "jsonl" else "logs.db")))

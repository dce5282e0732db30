"""What a test counted: shown where pytest shows it, and kept in the file GROCERYDOTS_FIGURES."""

from __future__ import annotations

import json
import os

from grocerydots.stores import Store
from stores.appender import Tried
from stores.places import line


def report(text: str) -> None:
    print(text)
    kept = os.environ.get("GROCERYDOTS_FIGURES")
    if kept:
        with open(kept, "a") as file:
            file.write(text + "\n")


def count_lost(store: Store, stream_id: str, tries: list[Tried]) -> dict[str, int]:
    """How many appends were tried, acknowledged and lost; each is there as a whole or not at all.

    What is stored must be exactly what was tried, line by line; an append that nobody acknowledged may be
    there or not, one that lost a race may not.
    """
    stored = store.read(stream_id)
    by = [(fields["writer"], fields["number"]) for fields in map(json.loads, stored)]
    for number, found in enumerate(stored):
        fields = json.loads(found)
        assert fields["number"] == number
        assert found == line(number, fields["writer"], len(fields["pad"]))
    lost = unacknowledged = accounted = 0
    for tried in tries:
        numbers = range(tried.start, tried.start + tried.size)
        there = sum(by[number : number + 1] == [(tried.name, number)] for number in numbers)
        is_whole = there == tried.size
        assert is_whole or not there, f"half an append: {there} lines of {tried}"
        if tried.result == "done":
            lost += not is_whole
        elif tried.result == "lost":
            assert not there, f"an append that lost a race is there: {tried}"
        else:
            unacknowledged += is_whole
        accounted += there
    assert accounted == len(stored)
    return {
        "tried": len(tries),
        "acknowledged": sum(tried.result == "done" for tried in tries),
        "lost races": sum(tried.result == "lost" for tried in tries),
        "cut off": sum(tried.result == "" for tried in tries),
        "of these stored": unacknowledged,
        "lost": lost,
        "lines stored": len(stored),
    }


def in_words(figures: dict[str, int]) -> str:
    return ", ".join(f"{name} {number:,}" for name, number in figures.items())

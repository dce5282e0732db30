"""A table goes on from every store as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest
from table_sessions import Session

from grocerydots.table import Table
from stores.places import KINDS, MakePlace, Place


def test_a_table_restarted_from_its_store_after_every_hand_is_the_same_table(
    place: Place, tmp_path: Path
) -> None:
    session = Session(f"restarted-{place.kind}", tmp_path / "hands.jsonl")
    stored = 0
    for _ in range(15):
        session.hand()
        with place.open() as store:
            stored = store.save_table(session.table, expected=stored)
        with place.open() as store:
            again = store.load_table(session.table.log.table_id)
        assert again.state == session.table.state
        assert again.log == session.table.log
        session.table = again


@pytest.mark.deep
def test_ten_thousand_hands_come_back_equal_from_each_store(make_place: MakePlace, tmp_path: Path) -> None:
    session = Session("ten-thousand", tmp_path / "hands.jsonl")
    places = {kind: make_place(kind) for kind in KINDS}
    stored = dict.fromkeys(KINDS, 0)
    for number in range(1, 10_001):
        session.hand()
        if number % 500 == 0:
            for kind, place in places.items():
                with place.open() as store:
                    stored[kind] = store.save_table(session.table, expected=stored[kind])
    for kind, place in places.items():
        began = perf_counter()
        with place.open() as store:
            again: Table = store.load_table(session.table.log.table_id)
        assert again.state == session.table.state
        assert again.log == session.table.log
        print(f"\n{kind}: {stored[kind]} entries of 10000 hands restarted in {perf_counter() - began:.1f} s")

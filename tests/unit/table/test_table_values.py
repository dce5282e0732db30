"""Tables and their states as values: read-only, compared by what they hold, and growing in constant time."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import attrs
import pytest

from grocerydots import Hand, presets
from grocerydots.table import Table
from grocerydots.table.state import HandIds
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_named

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)


def seated(at: int | None = None) -> Table:
    """A table of two who have just sat down."""
    table = Table.open(STUD, table_id="table", buy_in=100, at=at)
    return table.sit(1, "ann", at=at).sit(2, "bob", at=at)


def started(table: Table, at: int | None = None) -> tuple[Table, Hand]:
    return table.start_hand(seed=seed_named(len(table.state.hand_ids)), at=at)


def played(table: Table, at: int | None = None) -> Table:
    table, hand = started(table, at)
    return table.finish_hand(play_out(hand))


def test_no_attribute_of_a_table_can_be_set_or_deleted() -> None:
    table = played(seated())
    names = [name for name in dir(table) if not name.startswith("_")]
    assert {"state", "log", "turn", "entries", "can_start"} <= set(names)
    for name in (*names, "anything_else"):
        with pytest.raises(AttributeError):
            setattr(table, name, getattr(table, name, 0))
        with pytest.raises(AttributeError):
            delattr(table, name)
    assert table == played(seated())


def test_no_field_of_a_tables_state_turn_or_seats_can_be_set_or_deleted() -> None:
    waiting = played(seated())
    table, _ = started(waiting)
    for value in (table.state, table.turn, table.state.seats[0], waiting.turn):
        for field in attrs.fields(type(value)):
            with pytest.raises(AttributeError):
                setattr(value, field.name, getattr(value, field.name))
            with pytest.raises(AttributeError):
                delattr(value, field.name)


def test_the_same_table_twice_is_equal_and_hashes_alike() -> None:
    table = played(seated())
    for again in (
        played(seated()),
        copy.copy(table),
        copy.deepcopy(table),
        pickle.loads(pickle.dumps(table)),
    ):
        assert again == table
        assert hash(again) == hash(table)
        assert (again.state, again.log, again.turn) == (table.state, table.log, table.turn)
        assert hash(again.state) == hash(table.state)
        assert played(again) == played(table)
    for other in (seated(), played(table), seated(at=5), played(seated(at=5), at=5)):
        assert other != table


def test_a_table_is_no_other_value() -> None:
    assert seated() != seated().log


def test_every_table_of_a_line_shares_what_its_log_and_state_hold_with_the_next() -> None:
    line = [seated(at=5)]
    while len(line) < 20 and line[-1].can_start:
        line.append(played(line[-1], at=5))
    assert len(line) > 2
    for before, after in pairwise(line):
        assert after.log._lines._items is before.log._lines._items
        assert after.log._events._items is before.log._events._items
        assert after.log._times is not None
        assert before.log._times is not None
        assert after.log._times._items is before.log._times._items
        assert after.state.hand_ids._ids is before.state.hand_ids._ids
    for number, table in enumerate(line):
        assert len(table.state.hand_ids) == number
        assert table.entries == len(table.log.lines)
        assert list(table.state.hand_ids) == [f"table-{n + 1}" for n in range(number)]


def test_tables_that_go_on_from_one_have_hands_of_their_own() -> None:
    table = seated()
    one, _ = table.start_hand(seed=seed_named(1), hand_id="one")
    other, _ = table.start_hand(seed=seed_named(2), hand_id="other")
    assert (set(table.state.hand_ids), set(one.state.hand_ids)) == (set(), {"one"})
    assert set(other.state.hand_ids) == {"other"}
    assert "one" not in other.state.hand_ids


def test_threads_that_add_to_the_same_ids_do_not_see_each_other() -> None:
    start = HandIds(["start"])

    def grow(worker: int) -> HandIds:
        ids = start
        for number in range(50):
            ids = ids.plus(f"{worker}-{number}")
        return ids

    with ThreadPoolExecutor(8) as pool:
        for worker, ids in enumerate(pool.map(grow, range(64))):
            expected = ["start", *(f"{worker}-{number}" for number in range(50))]
            assert list(ids) == expected
            assert all(name in ids for name in expected)
            assert f"{worker + 1}-0" not in ids
            assert ids.plus("start") is ids
    assert list(start) == ["start"]

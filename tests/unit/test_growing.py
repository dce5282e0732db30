"""`Growing`: an immutable sequence whose continuations share storage."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from grocerydots.growing import Growing


def test_continuing_leaves_the_sequence_as_it_was() -> None:
    one = Growing([1, 2])
    two, other = one.plus([3]), one.plus([4, 5])
    assert tuple(map(tuple, (one, two, other))) == ((1, 2), (1, 2, 3), (1, 2, 4, 5))
    assert one.plus([]) == one == Growing([1, 2])
    assert two.plus([6]) == (1, 2, 3, 6)


def test_it_is_a_sequence_like_the_tuple_of_its_items() -> None:
    items = (5, 3, 8, 1)
    grown = Growing(items[:2]).plus(items[2:])
    grown.plus([9])
    assert [grown[at] for at in range(-4, 4)] == [items[at] for at in range(-4, 4)]
    for cut in (slice(None), slice(1, 3), slice(-2, None), slice(None, None, -1), slice(2, 99)):
        part: object = grown[cut]
        assert part == items[cut]
    assert (len(grown), list(grown), 8 in grown, 9 in grown, grown.index(8)) == (
        4,
        list(items),
        True,
        False,
        2,
    )
    assert (hash(grown), repr(grown)) == (hash(items), repr(items))
    assert grown != items[:3]
    assert grown != list(items)
    for beyond in (4, -5):
        with pytest.raises(IndexError, match="of a sequence of 4"):
            grown[beyond]


def test_a_copy_and_a_pickle_are_equal_to_it_and_grow_apart() -> None:
    one = Growing("ab")
    one.plus("c")
    for again in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert again == one
        assert again.plus("d") == ("a", "b", "d")


def test_threads_that_continue_one_sequence_get_their_own_items() -> None:
    one = Growing(range(50))

    def continued(worker: int) -> Growing[int]:
        grown = one
        for step in range(200):
            grown = grown.plus([worker * 1000 + step])
        return grown

    with ThreadPoolExecutor(8) as pool:
        for worker, grown in enumerate(pool.map(continued, range(8))):
            assert grown == (*range(50), *range(worker * 1000, worker * 1000 + 200))
    assert one == tuple(range(50))


def test_a_line_of_continuations_shares_one_storage() -> None:
    line = [Growing[int]()]
    for number in range(100):
        line.append(line[-1].plus([number]))
    assert all(before._items is after._items for before, after in pairwise(line))

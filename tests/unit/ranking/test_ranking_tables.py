"""The packed file of the high ranking: made from first principles, small, and read only when needed."""

from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

from pack_tables import packed_file

from grocerydots.cards import CARDS
from grocerydots.ranking import _tables, high, high_rank


def test_the_packed_file_is_what_the_builder_makes() -> None:
    shipped = (files("grocerydots.ranking") / _tables.FILE).read_bytes()
    assert _tables.unpack(packed_file()) == _tables.unpack(shipped)
    assert len(shipped) < 50_000


def test_every_sum_of_seven_rank_keys_is_unique_and_has_its_own_place() -> None:
    high_rank(CARDS[:7])
    sums = _tables.rank_sums(7)
    places = {_tables.ROWS[key >> _tables.ROW_BITS] + key for key in sums}
    assert len(sums) == len(set(sums)) == len(places) == 49_205
    assert 0 <= min(places) < max(places) == len(_tables.SEVENS) - 1


def test_tables_are_read_once_and_only_when_a_hand_is_ranked() -> None:
    script = """
from grocerydots.cards import CARDS, parse_cards
from grocerydots.ranking import _tables, best_high, board, high_rank
assert not _tables.ROWS and not board._BOARDS
flush = parse_cards("As Ks 9s 7s 2s 2d 2h")
first = high_rank(flush)
assert _tables.ROWS and not _tables.load_tables()
assert first == high_rank(flush) == high_rank(flush[:5]) < high_rank(CARDS[:5])
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_seven_cards_are_ranked_right_while_another_thread_has_just_read_the_tables() -> None:
    for hand in (CARDS[:7], CARDS[::7][:7], CARDS[:28:4]):
        assert high._high_rank_otherwise(hand) == high_rank(hand)

"""What every store promises, tested with every store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import cast

import pytest

from grocerydots import Hand, Log, Seed
from grocerydots.errors import ConcurrencyError, MalformedLog, NotationError, StoreError, WrongType
from grocerydots.rules import presets
from grocerydots.stores import Store
from grocerydots.table import Table
from stores.places import KINDS, MakePlace, Place, line, lines, new_hand, played

SEED = Seed(bytes(range(32)))
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
CLOSED = b'{"event":"hand_closed","stacks":[]}'


def test_what_is_appended_is_read_back_byte_for_byte(place: Place) -> None:
    hand = played(new_hand(SEED))
    with place.open() as store:
        assert store.append("h1", hand.log.lines, expected=0) == len(hand.log.lines)
        assert store.read("h1") == hand.log.lines
    with place.open() as store:
        assert store.read("h1") == hand.log.lines


def test_lines_of_any_bytes_are_kept_as_they_are(place: Place) -> None:
    odd = [b'{"a":"\xff\xfe\x00\r"}', '{"name":"żółć 🂡"}'.encode(), b"{}", b"{" + b"x" * 100_000]
    with place.open() as store:
        store.append("odd", odd, expected=0)
        assert store.read("odd") == tuple(odd)


def test_appends_follow_each_other_and_count_on(place: Place) -> None:
    with place.open() as store:
        assert store.append("h1", [line(0)], expected=0) == 1
        assert store.append("h1", lines(1, 3), expected=1) == 4
        assert store.entries("h1") == 4
        assert store.read("h1") == tuple(lines(0, 4))
        assert store.read("h1", 2) == tuple(lines(2, 2))
        assert store.read("h1", 4) == store.read("h1", 99) == ()


def test_what_is_not_there_reads_as_nothing(place: Place) -> None:
    with place.open() as store:
        assert store.read("h1") == ()
        assert store.entries("h1") == 0
        assert store.streams() == ()


def test_an_append_of_nothing_only_checks_the_count(place: Place) -> None:
    with place.open() as store:
        assert store.append("h1", [], expected=0) == 0
        assert store.streams() == ()
        with pytest.raises(ConcurrencyError):
            store.append("h1", [], expected=1)
        store.append("h1", [line(0)], expected=0)
        assert store.append("h1", [], expected=1) == 1
        with pytest.raises(ConcurrencyError):
            store.append("h1", [], expected=0)


def test_streams_are_listed_and_kept_apart(place: Place) -> None:
    ids = ["b", "a", "A", ".", "..", "-", "_", "a.jsonl", "...", "x" * 64]
    with place.open() as store:
        for stream_id in ids:
            store.append(stream_id, [line(0, stream_id)], expected=0)
        assert store.streams() == tuple(sorted(ids))
        for stream_id in ids:
            assert store.read(stream_id) == (line(0, stream_id),)


def test_another_count_is_a_lost_race_and_nothing_is_written(place: Place) -> None:
    with place.open() as store:
        store.append("h1", lines(0, 2), expected=0)
        for wrong in (0, 1, 3, 100):
            with pytest.raises(ConcurrencyError, match=f"2 stored entries, not {wrong}: nothing was written"):
                store.append("h1", lines(2, 2), expected=wrong)
        assert store.read("h1") == tuple(lines(0, 2))
        assert store.append("h1", lines(2, 2), expected=2) == 4


def test_a_first_line_is_not_stored_after_lines_that_are_not_there(place: Place) -> None:
    with place.open() as store:
        with pytest.raises(ConcurrencyError, match="0 stored entries, not 1"):
            store.append("h1", [line(1)], expected=1)
        assert store.streams() == ()


def test_the_same_lines_twice_are_a_lost_race_too(place: Place) -> None:
    with place.open() as one, place.open() as other:
        one.append("h1", lines(0, 2), expected=0)
        with pytest.raises(ConcurrencyError):
            other.append("h1", lines(0, 2), expected=0)


def test_what_one_has_stored_another_reads(place: Place) -> None:
    with place.open() as one, place.open() as other:
        one.append("h1", [line(0)], expected=0)
        assert other.append("h1", [line(1)], expected=1) == 2
        assert one.append("h1", [line(2)], expected=2) == 3
        assert one.read("h1") == other.read("h1") == tuple(lines(0, 3))


NO_IDS: list[object] = ["", "a/b", "../a", "a\\b", "a\0", "a\n", "ä", "x" * 65, "a b", 7, None, b"a"]


def test_an_id_outside_the_alphabet_is_refused(place: Place) -> None:
    with place.open() as store:
        calls: list[Callable[[str], object]] = [
            lambda stream_id: store.append(stream_id, [line(0)], expected=0),
            lambda stream_id: store.extend(stream_id, [line(0)]),
            store.read,
            store.entries,
            store.load_log,
        ]
        for stream_id, call in product(NO_IDS, calls):
            with pytest.raises((NotationError, WrongType), match=r"^(an id is 1|id: expected a str, got) "):
                call(cast(str, stream_id))
        assert store.streams() == ()


NO_LINES: list[tuple[list[object], str]] = [
    ([b'{"a":1}\n'], r"lines\[0\]: expected a log line"),
    ([line(0), b""], r"lines\[1\]: expected a log line"),
    ([b"\0{}"], r"lines\[0\]: expected a log line"),
    ([b"{" + b"x" * (1 << 20)], "at most 1048576 bytes"),
    (['{"a":1}'], r"lines\[0\]: expected bytes, got a str"),
    ([b'{"entries":1,"event":"end","head":"00"}'], r"lines\[0\] is the end line, which is not an entry"),
    ([CLOSED, line(1)], r"lines\[1\] comes after the line that closes the hand"),
]


def test_what_is_no_log_line_is_refused(place: Place) -> None:
    with place.open() as store:
        for bad, said in NO_LINES:
            with pytest.raises((NotationError, WrongType), match=said):
                store.append("h1", cast(list[bytes], bad), expected=0)
        for no_lines in cast(list[list[bytes]], [None, 5, object()]):
            with pytest.raises(WrongType, match=r"^lines: expected an iterable of bytes, got "):
                store.append("h1", no_lines, expected=0)
            with pytest.raises(WrongType, match=r"^lines: expected an iterable of bytes, got "):
                store.extend("h1", no_lines)
        assert store.read("h1") == ()


def test_a_log_is_stored_from_whatever_its_lines_come_one_after_the_other(place: Place) -> None:
    with place.open() as store:
        assert store.extend("h1", iter(lines(0, 2))) == 2
        assert store.extend("h1", iter(lines(0, 4))) == 4
        assert store.append("h1", iter(lines(4, 1)), expected=4) == 5
        assert store.read("h1") == tuple(lines(0, 5))


def test_only_hands_and_tables_are_saved(place: Place) -> None:
    hand, table = new_hand(SEED), Table.open(STUD, table_id="table", buy_in=100)
    with place.open() as store:
        for wrong in cast(list[Hand], [None, 5, "h1", hand.log, table]):
            with pytest.raises(WrongType, match="hand: expected a Hand, got "):
                store.save(wrong)
        for no_table in cast(list[Table], [None, 5, "h1", table.log, hand]):
            with pytest.raises(WrongType, match="table: expected a Table, got "):
                store.save_table(no_table)
        assert store.streams() == ()


def test_a_count_is_a_whole_number(place: Place) -> None:
    with place.open() as store:
        for count in cast(list[int], [-1, True, 1.0, "1", None, 2**53, 2**70]):
            with pytest.raises((NotationError, WrongType), match=r"^expected: expected a"):
                store.append("h1", [line(0)], expected=count)
            with pytest.raises((NotationError, WrongType), match=r"^start: expected a"):
                store.read("h1", count)


def test_nothing_follows_a_closed_hand(place: Place) -> None:
    with place.open() as store:
        store.append("h1", [line(0), CLOSED], expected=0)
        with pytest.raises(StoreError, match="the log h1 is finished after 2 entries: none can follow"):
            store.append("h1", [line(2)], expected=2)
        assert store.append("h1", [], expected=2) == 2
        assert store.read("h1") == (line(0), CLOSED)


def test_a_player_whose_name_speaks_of_closing_closes_nothing(place: Place) -> None:
    sly = b'{"name":"\\"event\\":\\"hand_closed\\" \\"event\\":\\"end\\""}'
    with place.open() as store:
        store.append("h1", [sly, line(1)], expected=0)
        assert store.append("h1", [line(2)], expected=2) == 3


def test_a_closed_store_refuses_and_can_be_closed_again(place: Place) -> None:
    store = place.open()
    store.append("h1", [line(0)], expected=0)
    store.close()
    store.close()
    for call in (
        lambda: store.append("h1", [line(1)], expected=1),
        lambda: store.read("h1"),
        lambda: store.entries("h1"),
        store.streams,
    ):
        with pytest.raises(StoreError, match="closed"):
            call()


# Hands


def saved_on_the_way(store: Store, hand: Hand, knows_count: bool) -> Hand:
    stored = None
    while True:
        count = store.save(hand, expected=stored)
        assert count == hand.entries
        if hand.decision is None:
            return hand
        stored = count if knows_count else None
        hand = hand.play(next(iter(hand.decision)))


@pytest.mark.parametrize("knows_count", [False, True])
def test_a_hand_saved_after_every_choice_is_stored_as_its_log(place: Place, knows_count: bool) -> None:
    with place.open() as store:
        hand = saved_on_the_way(store, new_hand(SEED), knows_count)
        assert store.load_log("h1") == hand.log
        assert store.save(hand) == hand.entries


def test_a_hand_comes_back_at_the_same_card(place: Place) -> None:
    hand = played(new_hand(SEED, at=1_000), 0)
    with place.open() as store:
        store.save(hand)
    with place.open() as store:
        again = store.load("h1", seed=SEED)
    assert again.state == hand.state
    assert again.log == hand.log


def test_dealers_steps_that_were_due_are_saved_as_the_next_append(place: Place) -> None:
    hand = played(new_hand(SEED), 3)
    short = hand.log.lines[:-1]
    with place.open() as store:
        store.append("h1", short, expected=0)
        again = store.load("h1", seed=SEED)
        assert store.entries("h1") == len(short)
        assert store.save(again) == again.entries >= len(short)
        assert store.load_log("h1") == again.log


def test_of_two_who_play_on_from_the_same_card_one_wins(place: Place) -> None:
    start = new_hand(SEED)
    decision = start.decision
    assert decision is not None
    choices = list(decision)
    one, other = start.play(choices[0]), start.play(choices[-1])
    assert one.log != other.log
    with place.open() as store:
        stored = store.save(start)
        store.save(one, expected=stored)
        with pytest.raises(ConcurrencyError):
            store.save(other, expected=stored)
        with pytest.raises(ConcurrencyError, match="which are not the first of these"):
            store.save(other)
        with pytest.raises(ConcurrencyError):
            store.save(start)
        assert store.load_log("h1") == one.log


def test_an_older_hand_or_table_is_not_saved_over_a_newer_one(place: Place) -> None:
    hand = new_hand(SEED)
    table = Table.open(STUD, buy_in=100, table_id="friday")
    with place.open() as store:
        stored = store.save(played(hand, 1))
        with pytest.raises(ConcurrencyError, match=f"fewer than the {stored} that are stored"):
            store.save(hand, expected=stored)
        with pytest.raises(ConcurrencyError, match="has 1 entries, fewer than the 2 that are stored"):
            store.save_table(table, expected=store.save_table(table.sit(1, "ann")))


def test_a_hand_that_is_not_stored_cannot_be_loaded(place: Place) -> None:
    with place.open() as store, pytest.raises(StoreError, match="this store has no log h9"):
        store.load_log("h9")


def test_a_log_under_another_hands_id_is_not_taken_for_it(place: Place) -> None:
    with place.open() as store:
        store.extend("h2", new_hand(SEED).log.lines)
        with pytest.raises(StoreError, match="what is stored as h2 is the log of hand h1"):
            store.load_log("h2")


def test_what_cannot_be_read_as_a_log_is_said_so(place: Place) -> None:
    with place.open() as store:
        store.append("h1", [line(0)], expected=0)
        with pytest.raises(MalformedLog):
            store.load_log("h1")


def test_a_table_is_stored_beside_its_hands_and_comes_back(place: Place) -> None:
    table = Table.open(STUD, buy_in=100, table_id="friday")
    with place.open() as store:
        stored = store.save_table(table)
        assert stored == table.entries
        for seat, player in ((1, "ann"), (2, "bob"), (3, "cat")):
            table = table.sit(seat, player)
            stored = store.save_table(table, expected=stored)
        hand = new_hand(SEED, "friday-1")
        store.save(hand)
        assert store.save_table(table) == table.entries
        assert store.streams() == ("friday", "friday-1")
    with place.open() as store:
        again = store.load_table("friday")
        assert again.state == table.state
        assert again.log == table.log
        assert store.load_log("friday-1") == hand.log
        other = table.sit_out(3)
        store.save_table(table.sit_out(2), expected=stored)
        with pytest.raises(ConcurrencyError):
            store.save_table(other, expected=stored)


def test_a_table_that_is_not_there_or_another_is_not_loaded(place: Place) -> None:
    with place.open() as store:
        with pytest.raises(StoreError, match="this store has no log friday"):
            store.load_table("friday")
        store.extend("sunday", Table.open(STUD, buy_in=100, table_id="friday").log.lines)
        with pytest.raises(StoreError, match="what is stored as sunday is the log of table friday"):
            store.load_table("sunday")


def test_ten_thousand_entries_are_read_back(place: Place) -> None:
    with place.open() as store:
        for start in range(0, 10_000, 2_500):
            store.append("t1", lines(start, 2_500), expected=start)
        assert store.read("t1") == tuple(lines(0, 10_000))


def test_a_log_moves_from_store_to_store(make_place: MakePlace) -> None:
    log = played(new_hand(SEED)).log
    lines: Sequence[bytes] = log.lines
    for kind in KINDS:
        with make_place(kind).open() as store:
            store.extend("h1", lines)
            lines = store.read("h1")
    assert Log(lines).to_bytes() == log.to_bytes()

"""A table's log: the form of a hand's, under its own name, read as strictly."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from bad_values import Unshowable

from grocerydots import LogError, presets, table
from grocerydots import events as e
from grocerydots.errors import MalformedLog, TooNew, TruncatedLog, UnknownTag, WrongType
from grocerydots.log.chain import digests
from grocerydots.log.codec import LONGEST_LINE
from grocerydots.table import TableLog, read_table_log
from grocerydots.table import events as t
from grocerydots.table.log import CODEC, TABLE

encode = CODEC.encode
VERSION = f'"version":{TABLE.version}'.encode()


def decode(line: bytes, number: int = 1) -> tuple[t.TableEvent, int | None]:
    return CODEC.decode(line, number, TABLE.version)[:2]


STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
EVENTS: tuple[t.TableEvent, ...] = (
    t.TableOpened("den", (STUD, DOTS), 100, 7, "moves"),
    t.PlayerSat(1, "ann", 100),
    t.PlayerSat(2, "Zoë ♠", 100),
    t.AutoAnteSwitched(1, False),
    t.ChipsAdded(1, 5),
    t.PlayerSatOut(1),
    t.PlayerCameBack(1),
    t.DealerMoved(1),
    t.GameChosen(1, 1),
    t.HandStarted("den-1", (e.Seating(1, "ann", 105, False), e.Seating(2, "Zoë ♠", 100))),
    t.PlayerGotUp(1),
    t.HandFinished("den-1", 30, "ab" * 32, (e.Payment(1, 5), e.Payment(2, 200))),
    t.PlayerLeft(1, 5),
)


def lines(**changes: bytes) -> list[bytes]:
    return [encode(event) for event in EVENTS]


def test_every_event_is_a_line_and_comes_back_from_it() -> None:
    assert {type(event) for event in EVENTS} == set(TABLE.tag_of)
    for event in EVENTS:
        assert decode(encode(event)) == (event, None)
        assert decode(encode(event, 7)) == (event, 7)


def test_the_lines_of_a_version_never_change() -> None:
    assert lines()[1:] == [
        b'{"amount":100,"event":"player_sat","player":"ann","seat":1}',
        '{"amount":100,"event":"player_sat","player":"Zoë ♠","seat":2}'.encode(),
        b'{"event":"auto_ante_switched","on":false,"seat":1}',
        b'{"amount":5,"event":"chips_added","seat":1}',
        b'{"event":"player_sat_out","seat":1}',
        b'{"event":"player_came_back","seat":1}',
        b'{"event":"dealer_moved","seat":1}',
        b'{"event":"game_chosen","game":1,"seat":1}',
        '{"event":"hand_started","hand_id":"den-1","seats":[{"auto_ante":false,"player":"ann","seat":1,"stack":105},'
        '{"auto_ante":true,"player":"Zoë ♠","seat":2,"stack":100}]}'.encode(),
        b'{"event":"player_got_up","seat":1}',
        b'{"entries":30,"event":"hand_finished","hand_id":"den-1","head":"%b",'
        b'"stacks":[[1,5],[2,200]]}' % (b"ab" * 32),
        b'{"amount":5,"event":"player_left","seat":1}',
    ]  # fmt: skip
    first = lines()[0]
    assert first.startswith(
        b'{"buy_in":100,"dealer":"moves","event":"table_opened","format":"grocerydots-table","games":['
    )
    assert first.endswith(b'],"seats":7,"table_id":"den",' + VERSION + b"}")


def test_a_log_is_its_lines_its_events_and_a_chain_over_the_lines() -> None:
    log = TableLog.of(EVENTS)
    assert (log.lines, log.events, log.times, log.last_time) == (tuple(lines()), EVENTS, None, None)
    assert log.head == digests(log.lines)[-1].hex()
    assert log.head_at(2) == digests(log.lines[:2])[-1].hex()
    assert (log.table_id, log.entries) == ("den", len(EVENTS))
    assert repr(log) == "TableLog('den', 13 entries)"


@pytest.mark.parametrize("entry", [-1, 14, True, 0.0, None, "0", [], Unshowable()])
def test_what_is_no_entry_of_a_log_is_refused_whatever_has_grown_from_it(entry: Any) -> None:
    log = TableLog.of(EVENTS)
    for _ in range(2):
        for asked in (log.lines_from, log.event_at, log.head_at):
            with pytest.raises(IndexError, match="a log "):
                asked(entry)
        assert log.lines_from(13) == ()
        log.extended([t.PlayerSat(1, "eve", 100)])
    with pytest.raises(IndexError):
        log.event_at(13)
    with pytest.raises(IndexError):
        log.head_at(0)


def test_a_log_read_from_its_lines_or_bytes_is_equal(tmp_path: Path) -> None:
    log = TableLog.of(EVENTS, range(13))
    (tmp_path / "den.jsonl").write_bytes(log.to_bytes())
    for again in (
        TableLog(log.lines),
        read_table_log(log.to_bytes()),
        read_table_log(tmp_path / "den.jsonl"),
        read_table_log(io.BytesIO(log.to_bytes())),
        pickle.loads(pickle.dumps(log)),
    ):
        assert again == log
        assert hash(again) == hash(log)
        assert again.times == tuple(range(13))
    assert log != TableLog.of(EVENTS)
    assert log != "log"


def test_two_histories_from_one_moment_leave_each_other_alone() -> None:
    log = TableLog.of(EVENTS[:2])
    one, other = log.extended(EVENTS[2:4]), log.extended([t.PlayerSatOut(1)])
    assert (log.events, one.events) == (EVENTS[:2], EVENTS[:4])
    assert other.events == (*EVENTS[:2], t.PlayerSatOut(1))
    assert other.lines_from(2) == (b'{"event":"player_sat_out","seat":1}',)
    assert one.head == TableLog(one.lines).head
    assert other.head == TableLog(other.lines).head
    timed = TableLog.of(EVENTS[:2], [1, 2])
    assert timed.extended([EVENTS[2]], [3]).times == (1, 2, 3)
    assert timed.extended([EVENTS[4]], [4]).times == (1, 2, 4)
    assert timed.last_time == 2


def test_a_log_starts_with_its_opening_and_has_one() -> None:
    with pytest.raises(TruncatedLog, match="the log is empty"):
        TableLog(())
    with pytest.raises(TruncatedLog):
        read_table_log(b"")
    with pytest.raises(MalformedLog, match="line 1, event: a log starts with table_opened"):
        TableLog.of(EVENTS[1:])
    with pytest.raises(MalformedLog, match="line 2, event: a second table opens"):
        TableLog.of([EVENTS[0], EVENTS[0]])


@pytest.mark.parametrize("wrong", [None, 5, object(), Unshowable()])
def test_a_log_is_made_of_iterables(wrong: Any) -> None:
    for make in (TableLog, TableLog.of, TableLog.of(EVENTS).extended):
        with pytest.raises(WrongType, match=r"^(lines|events): expected an iterable( of bytes)?, got "):
            make(wrong)
    with pytest.raises((WrongType, MalformedLog), match=r"times: expected|every line of a log has a time"):
        TableLog.of(EVENTS[:1], [1]).extended(EVENTS[1:], wrong)


@pytest.mark.parametrize("wrong", ["x", b"x", ["{}"], [None], [5], {"a": 1}, [bytearray(b"{}")]])
def test_what_is_no_line_makes_no_log(wrong: Any) -> None:
    with pytest.raises(WrongType, match=r"^lines\[0\]: expected bytes, got "):
        TableLog(wrong)


def test_times_stand_on_every_line_or_on_none_and_never_go_back() -> None:
    with pytest.raises(MalformedLog, match="line 2, at: every line of a log has a time, or none has"):
        TableLog([encode(EVENTS[0], 1), encode(EVENTS[1])])
    with pytest.raises(MalformedLog, match="every line"):
        TableLog.of(EVENTS[:2]).extended([EVENTS[2]], [1])
    with pytest.raises(
        MalformedLog, match="line 2, at: 4 ms is before the last entry's 5 ms: time never goes back"
    ):
        TableLog.of(EVENTS[:2], [5, 4])
    with pytest.raises(MalformedLog, match="2 events and 1 times"):
        TableLog.of(EVENTS[:2], [5])


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        (b"", MalformedLog, "the line is empty"),
        (b"[]", MalformedLog, "expected an object"),
        (b"{}", MalformedLog, "event: the field is missing"),
        (b'{"event":1}', MalformedLog, "expected an event's tag, got 1"),
        (b'{"event":"folded","seat":1}', UnknownTag, "of the format has no event 'folded'"),
        (b'{"event":"player_got_up"}', MalformedLog, "seat: the field is missing"),
        (b'{"event":"player_got_up","seat":1,"x":2}', MalformedLog, "x: there is no such field here"),
        (b'{"event":"player_got_up","seat":1,"a b":2}', MalformedLog, "'a b': there is no such field"),
        (b'{"event":"player_got_up","seat":"1"}', MalformedLog, "seat: expected a seat number"),
        (b'{"event":"player_got_up","seat":true}', MalformedLog, "seat: expected a seat number"),
        (b'{"event":"player_got_up","seat":1.0}', MalformedLog, "seat: expected a seat number"),
        (b'{"event":"player_got_up","seat":NaN}', MalformedLog, "seat: expected a seat number"),
        (b'{"event":"player_got_up","seat":' + b"9" * 5000 + b"}", MalformedLog, "a number of 5000"),
        (b'{"event":"player_got_up","seat":1,"seat":1}', MalformedLog, "is there twice"),
        (b'{"event":"player_got_up", "seat":1}', MalformedLog, "not canonical from byte 26 on"),
        (b'{"seat":1,"event":"player_got_up"}', MalformedLog, "not canonical"),
        (b'{"event":"player_got_up","seat":1} ', MalformedLog, "something follows the JSON"),
        (b'{"event":"player_got_up","seat":1}\r', MalformedLog, "lines end with"),
        (b'{"at":-1,"event":"player_got_up","seat":1}', MalformedLog, "at: expected a whole number"),
        (b'{"event":"player_got_up","seat":1,"version":1}', MalformedLog, "version: there is no such field"),
        (b'{"event":"player_got_up","format":"x","seat":1}', MalformedLog, "version: the field is missing"),
        (b'{"amount":1,"event":"player_sat","player":"\\ud800","seat":1}', MalformedLog, "lone surrogate"),
        (b'{"event":"x","seat":' + b"[" * 100_000 + b"}", MalformedLog, "too deep"),
        (b'{"event":"' + b"x" * LONGEST_LINE + b'"}', MalformedLog, f"longer than {LONGEST_LINE} bytes"),
        (b'{"event":"\xff"}', MalformedLog, "not UTF-8"),
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_refused_with_its_number_and_field(
    line: bytes, error: type[LogError], says: str
) -> None:
    with pytest.raises(error) as raised:
        TableLog([lines()[0], line])
    assert raised.value.line == 2
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "error", "says"),
    [
        (VERSION, b'"version":99', TooNew, "version 99 of the format; this library reads"),
        (VERSION, b'"version":0', MalformedLog, "version: expected a version, 1 to"),
        (VERSION, b'"version":true', MalformedLog, "expected a version"),
        (b'-table"', b'"', MalformedLog, "expected the format"),
        (b'"format":"grocerydots-table",', b"", MalformedLog, "format: the field is missing"),
        (b'"moves"', b'"robot"', MalformedLog, "dealer: expected moves or house, got 'robot'"),
        (b'"games":[{', b'"games":{', MalformedLog, "no JSON"),
        (b'"stud_high"', b'"chess"', MalformedLog, "games[0].game: expected"),
    ],
)  # fmt: skip
def test_an_opening_of_another_format_or_version_is_refused(
    old: bytes, new: bytes, error: type[LogError], says: str
) -> None:
    with pytest.raises(error) as raised:
        TableLog([lines()[0].replace(old, new)])
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("entry", "old", "new", "says"),
    [
        (11, b"[[1,5],[2,200]]", b"5", "stacks: expected an array, got 5"),
        (11, b"[1,5]", b"[1,5,6]", "stacks[0]: expected [seat, amount]"),
        (11, b"[1,5]", b"[0,5]", "stacks[0][0]: expected a seat number"),
        (11, b"abab", b"ABAB", "head: expected 64 lower-case hexadecimal digits"),
        (9, b'"seats":[{', b'"seats":[7,{', "seats[0]: expected an object, got 7"),
        (9, b'"stack":105', b'"stack":"105"', "seats[0].stack: expected a whole number"),
        (9, b',"stack":105', b"", "seats[0].stack: the field is missing"),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_inside_is_named_by_its_path(
    entry: int, old: bytes, new: bytes, says: str
) -> None:
    with pytest.raises(MalformedLog) as raised:
        decode(lines()[entry].replace(old, new, 1), 4)
    assert raised.value.line == 4
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (b'"ante":1,', b'"ante":true,', "games[0].ante: expected whole chips"),
        (b'"ante":1,', b'"ante":1.0,', "games[0].ante: expected whole chips"),
        (b'"ante":1,', b'"ante":[1],', "games[0].ante: expected whole chips"),
        (b'"ante":1,', b"", "games[0].ante: the field is missing"),
        (b'"ante":1,', b'"ante":1,"x":1,', "games[0].x: there is no such field here"),
        (b'"games":[{', b'"games":[7,{', "games[0]: expected an object, got 7"),
        (b'"structure":"', b'"structure":"x', "games[0].betting.structure: expected one of"),
    ],
)  # fmt: skip
def test_rules_that_are_none_are_refused_by_the_path_to_what_is_wrong(
    old: bytes, new: bytes, says: str
) -> None:
    opening = lines()[0]
    assert old in opening
    with pytest.raises(MalformedLog) as raised:
        decode(opening.replace(old, new, 1), 1)
    assert says in str(raised.value)


def test_a_table_is_played_and_read_without_what_audits_and_what_explains() -> None:
    code = (
        "import sys\n"
        "from grocerydots import Seed, presets\n"
        "from grocerydots.table import Table, apply_message, read_table_log, update_for\n"
        "rules = presets.card_room(small_bet=4, big_bet=8, ante=1)\n"
        "table = Table.open(rules, table_id='table', buy_in=100)\n"
        "table, hand = table.sit(1, 'ann').sit(2, 'bob').start_hand(seed=Seed.random())\n"
        "apply_message(table, {'table': 'table', 'entry': table.entries, 'choice': 'sit_out'}, 1)\n"
        "update_for(hand, 1)\n"
        "assert read_table_log(table.log.to_bytes()) == table.log\n"
        "late = ('grocerydots.audit', 'grocerydots.history')\n"
        "print([name for name in sys.modules if name.startswith(late)])\n"
        "from grocerydots.audit import TableReport, audit_table\n"
        "print(audit_table(table.log, [hand.log]).verdict)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\nclean\n"


def test_every_public_name_of_tables_is_there() -> None:
    for name in table.__all__:
        assert getattr(table, name).__name__ == name


def test_what_no_log_may_hold_is_not_written() -> None:
    with pytest.raises(WrongType, match="event: expected an event of a table, got"):
        encode(e.Checked(1))  # type: ignore[arg-type]
    with pytest.raises(MalformedLog, match=r"stacks: expected \(Payment\(.*, got \[\[1, 5\]\]"):
        encode(t.HandFinished("h", 1, "ab" * 32, [[1, 5]]))  # type: ignore[arg-type]
    with pytest.raises(MalformedLog, match="at: expected a whole number"):
        encode(EVENTS[1], -1)
    seats = tuple(e.Seating(seat, "♠" * 10_000, 1) for seat in range(1, 40))
    with pytest.raises(MalformedLog, match="would be longer than"):
        encode(t.HandStarted("h", seats))


def test_a_file_that_stops_within_a_line_is_truncated() -> None:
    with pytest.raises(TruncatedLog):
        read_table_log(TableLog.of(EVENTS).to_bytes()[:-1])
    cut = b"\n".join(TableLog.of(EVENTS).lines[:3]) + b"\n"
    assert read_table_log(cut).entries == 3

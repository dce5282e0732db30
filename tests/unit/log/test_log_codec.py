"""Events as lines and back."""

from __future__ import annotations

import enum
import json
import linecache
from typing import Any, Literal, TypeAlias, get_args

import attrs
import pytest
from broken_logs import carefully
from hypothesis import given
from hypothesis import strategies as st
from log_events import HASH, MAX, ONE_OF_EACH, OPENED, RULES, SALT, STRATEGIES, events, times
from page_hands import many, special

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import MalformedLog, WrongType
from grocerydots.events import Id
from grocerydots.log import LONGEST_LINE, codec, decode_line, encode_event
from grocerydots.log.codec import HAND_CODEC, Codec
from grocerydots.log.fields import words
from grocerydots.log.format import END, HAND, RESERVED, Format
from grocerydots.rules.rules import Betting, Rules

#: Tag and line of one event of each class, without a time and with one.
LINES = {
    "dots_tie_confirmed": '{"event":"dots_tie_confirmed","policy":"share"}',
    "antes_posted": '{"antes":[[1,1],[4,1]],"event":"antes_posted"}',
    "ante_posted": '{"amount":1,"event":"ante_posted","seat":1}',
    "sat_out": '{"event":"sat_out","seat":4}',
    "hand_cancelled": '{"event":"hand_cancelled","returned":[[1,1]]}',
    "cards_dealt": (
        '{"cards":[[1,0,false,null,null],[1,1,true,"As","000102030405060708090a0b0c0d0e0f"],'
        '[4,2,true,"Td",null]],"event":"cards_dealt","street":3}'
    ),
    "card_burned": '{"event":"card_burned","position":9}',
    "community_card_dealt": (
        '{"card":"2c","event":"community_card_dealt","position":51,"salt":"000102030405060708090a0b0c0d0e0f"}'
    ),
    "brought_in": '{"amount":2,"event":"brought_in","full":false,"seat":1}',
    "completed": '{"amount":4,"event":"completed","full":true,"seat":4,"to":4}',
    "bet": '{"amount":8,"event":"bet","full":true,"seat":1,"to":8}',
    "raised": '{"amount":16,"event":"raised","full":true,"seat":4,"to":16}',
    "called": '{"amount":8,"event":"called","seat":1}',
    "checked": '{"event":"checked","seat":1}',
    "folded": '{"event":"folded","seat":4}',
    "timed_out": '{"amount":2,"event":"timed_out","result":"bring_in","seat":1}',
    "chips_returned": '{"amount":8,"event":"chips_returned","seat":1}',
    "betting_closed": '{"event":"betting_closed","street":3}',
    "store_opened": (
        '{"cards":[[20,"2c","000102030405060708090a0b0c0d0e0f"],[21,"9h",null],'
        '[22,"Kd","000102030405060708090a0b0c0d0e0f"]],"event":"store_opened"}'
    ),
    "store_card_bought": '{"card":"Kd","event":"store_card_bought","price":3,"seat":1,"slot":3}',
    "store_passed": '{"event":"store_passed","seat":4}',
    "store_restocked": (
        '{"card":"4d","event":"store_restocked","position":23,"salt":"000102030405060708090a0b0c0d0e0f","slot":3}'
    ),
    "store_closed": '{"event":"store_closed"}',
    "hand_shown": '{"event":"hand_shown","seat":1}',
    "hand_mucked": '{"event":"hand_mucked","seat":4}',
    "down_cards_opened": (
        '{"cards":[[0,"Ad","000102030405060708090a0b0c0d0e0f"],[5,"Ac",null]],"event":"down_cards_opened","seat":1}'
    ),
    "rake_taken": '{"amount":3,"event":"rake_taken"}',
    "pots_awarded": '{"awards":[[0,"high",1,9],[0,"dots",4,8]],"event":"pots_awarded"}',
    "hand_closed": '{"event":"hand_closed","stacks":[[4,150],[1,200]]}',
}

of_each_kind = pytest.mark.parametrize("kind", STRATEGIES, ids=lambda kind: HAND.tag_of[kind])
of_each_class = pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: HAND.tag_of[type(event)])


def with_field(event: e.Event, name: str, value: Any) -> e.Event:
    return attrs.evolve(event, **{name: value})


def test_the_table_of_tags_has_every_event_once_and_no_reserved_word() -> None:
    assert (
        set(HAND.tag_of)
        == set(get_args(e.Event))
        == set(STRATEGIES)
        == {type(event) for event in ONE_OF_EACH}
    )
    assert len(HAND.event_of) == len(HAND.tag_of) == len(HAND.since)
    assert not set(HAND.event_of) & {END, *RESERVED}
    assert all(1 <= since <= HAND.version for since in HAND.since.values())


def test_no_event_has_a_field_of_a_reserved_name() -> None:
    assert not {field.name for event in HAND.tag_of for field in attrs.fields(event)} & set(RESERVED)


@of_each_class
def test_an_event_is_written_as_the_format_says(event: e.Event) -> None:
    expected = LINES.get(HAND.tag_of[type(event)])
    if expected is not None:
        assert encode_event(event).decode() == expected


def test_a_sealed_opening_is_written_as_the_format_says() -> None:
    assert encode_event(ONE_OF_EACH[0], 0).decode() == (
        '{"at":0,"dealer":0,"deck":"sealed","entropy_seats":[1,4],"event":"hand_opened","format":"grocerydots",'
        '"hand_id":"h.1_-Z","rules":{"act_within_ms":null,"ante":1,'
        '"betting":{"big_bet":8,"small_bet":4,"structure":"fixed_limit"},"bring_in":2,"burn":true,'
        '"fold_when_free":true,"game":"stud_high","heads_up_raises":"unlimited_before_cap","odd_chips":"by_suit",'
        '"open_pair":"any_player","rake":"none","rulebook":1,"showdown":"may_muck","time_out":"all_in"},'
        '"seats":[{"auto_ante":true,"player":"ann","seat":1,"stack":200},'
        '{"auto_ante":false,"player":"bob","seat":4,"stack":150}],'
        f'"seed_commitment":"{HASH.hex()}","version":{HAND.version}}}'
    )


def test_the_stakes_of_other_structures_and_the_store_bear_their_own_names() -> None:
    rules = Rules.for_game("grocery_store_dots", Betting.pot_limit(2), ante=0, unit=5, act_within_ms=10_000)
    written = json.loads(encode_event(attrs.evolve(OPENED, rules=rules)))["rules"]
    assert written["betting"] == {"minimum": 2, "structure": "pot_limit"}
    assert (written["unit"], written["act_within_ms"], written["restock"]) == (5, 10_000, "in_place")
    assert not {"heads_up_raises", "open_pair"} & set(written)
    spread = attrs.evolve(RULES, betting=Betting.spread_limit(4, 9), open_pair=None)
    written = json.loads(encode_event(attrs.evolve(OPENED, rules=spread)))["rules"]
    assert written["betting"] == {"high": 9, "low": 4, "structure": "spread_limit"}


@of_each_kind
@given(data=st.data())
def test_any_event_comes_back_from_its_line_and_gives_the_line_again(
    kind: type[e.Event], data: st.DataObject
) -> None:
    event, at = data.draw(STRATEGIES[kind]), data.draw(times)
    line = encode_event(event, at)
    assert decode_line(line) == (event, at)
    assert decode_line(line) == (event, at)  # now recalled, where it is of those that are
    assert encode_event(*decode_line(line)) == line


@given(events, times)
def test_any_line_is_canonical_json_to_another_writer_of_json(event: e.Event, at: int | None) -> None:
    line = encode_event(event, at).decode()
    assert line == json.dumps(json.loads(line), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert json.loads(line).get("at") == at


@of_each_kind
@given(data=st.data())
def test_the_careful_way_reads_the_same(kind: type[e.Event], data: st.DataObject) -> None:
    event, at = data.draw(STRATEGIES[kind]), data.draw(times)
    assert carefully(encode_event(event, at)) == (event, at, HAND.version)


def test_what_is_read_has_the_types_of_the_events() -> None:
    for event in ONE_OF_EACH:
        read, _ = decode_line(encode_event(event))
        assert repr(read) == repr(event)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ('a"b\\c/', r"a\"b\\c/"),
        ("\b\f\n\r\t", r"\b\f\n\r\t"),
        ("\x00\x1f\x7f\x85", "\\u0000\\u001f\x7f\x85"),
        ("é \u2028 ♠ 😀", "é \u2028 ♠ 😀"),
    ],
    ids=["quote-and-backslash", "short-escapes", "other-controls", "everything-else-raw"],
)
def test_a_name_is_escaped_where_json_must_and_nowhere_else(name: str, written: str) -> None:
    event = attrs.evolve(OPENED, seats=(e.Seating(1, name, 1),))
    line = encode_event(event)
    assert f'"player":"{written}"'.encode() in line
    assert decode_line(line) == (event, None)


def test_eight_names_of_ten_thousand_letters_fit_in_a_line() -> None:
    for letter in ("😀", "\x01"):
        seats = tuple(e.Seating(seat, letter * e.LONGEST_NAME, MAX) for seat in range(1, 9))
        event = attrs.evolve(OPENED, seats=seats)
        assert decode_line(encode_event(event)) == (event, None)


# What cannot be written


class Number(enum.IntEnum):
    THREE = 3


class Text(str):
    pass


BAD = [
    pytest.param(value, id=name)
    for name, value in {
        "object": object(),
        "float": 1.5,
        "short-bytes": b"x",
        "list": [1],
        "tuple-of-objects": (object(),),
        "number-beyond-all": 2**53,
        "negative": -1,
        "huge": 10**5000,
        "enum": Number.THREE,
        "text-subclass": Text("share"),
        "lone-surrogate": "\ud800",
        "dict": {},
        "bytearray": bytearray(32),
        "hexadecimal": HASH.hex(),
        "card-as-text": "As",
    }.items()
]


@pytest.mark.parametrize("value", BAD)
@of_each_class
def test_a_field_that_no_log_may_hold_is_refused_by_name(event: e.Event, value: Any) -> None:
    for field in attrs.fields(type(event)):
        if field.name == "hand_id" and value in ("As", HASH.hex()):
            continue  # good enough for an id
        with pytest.raises(MalformedLog) as refused:
            encode_event(with_field(event, field.name, value))
        assert refused.value.path.startswith(field.name)
        assert refused.value.line is None
        assert len(str(refused.value)) < 300


@of_each_class
def test_a_flag_is_not_a_number_and_a_number_no_flag(event: e.Event) -> None:
    for field in attrs.fields(type(event)):
        value = getattr(event, field.name)
        if type(value) in (bool, int):
            with pytest.raises(MalformedLog) as refused:
                encode_event(with_field(event, field.name, 1 if type(value) is bool else True))
            assert refused.value.path == field.name


@pytest.mark.parametrize(
    ("event", "path"),
    [
        (e.Checked(0), "seat"),
        (e.CardBurned(52), "position"),
        (e.BettingClosed(2), "street"),
        (e.BettingClosed(8), "street"),
        (e.StoreCardBought(1, 0, Card("As"), 1), "slot"),
        (e.StoreCardBought(1, 4, Card("As"), 1), "slot"),
        (e.DeckSealed((HASH,) * 51, HASH), "seals"),
        (e.DeckSealed((HASH,) * 53, HASH), "seals"),
        (e.DeckSealed((*[HASH] * 51, SALT), HASH), "seals[51]"),
        (e.StubReplenished((1,), (0,) * 51, SALT), "order"),
        (e.StubReplenished((1, 52)), "positions[1]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, True),)), "cards[0]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, False, Card("As")),)), "cards[0]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, False, None, SALT),)), "cards[0]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, False), e.Dealt(1, True, False))), "cards[1][1]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, True, Card("As"), b""),)), "cards[0][4]"),
        (e.CardsDealt(3, (e.Dealt(1, 0, True, "As"),)), "cards"),  # type: ignore[arg-type]
        (e.StoreOpened((e.Opening(0, None),)), "cards[0][1]"),  # type: ignore[arg-type]
        (e.AntesPosted(((1, 2, 3),)), "antes[0]"),  # type: ignore[arg-type]
        (e.AntesPosted([e.Payment(1, 1)]), "antes"),  # type: ignore[arg-type]
        (e.PotsAwarded((e.Award(0, "most", 1, 9),)), "awards[0][1]"),  # type: ignore[arg-type]
        (attrs.evolve(OPENED, hand_id=""), "hand_id"),
        (attrs.evolve(OPENED, hand_id="a" * 65), "hand_id"),
        (attrs.evolve(OPENED, hand_id="a\n"), "hand_id"),
        (attrs.evolve(OPENED, hand_id="ä"), "hand_id"),
        (attrs.evolve(OPENED, seats=(e.Seating(1, "", 1),)), "seats[0].player"),
        (attrs.evolve(OPENED, seats=(e.Seating(1, "a" * 10_001, 1),)), "seats[0].player"),
        (attrs.evolve(OPENED, seats=(e.Seating(1, "\ud83d", 1),)), "seats[0].player"),
        (attrs.evolve(OPENED, seats=(e.Seating(1, "a", 1, 1),)), "seats[0].auto_ante"),  # type: ignore[arg-type]
        (attrs.evolve(OPENED, seats=((1, "a"),)), "seats[0]"),  # type: ignore[arg-type]
        (attrs.evolve(OPENED, rules={"game": "stud_high"}), "rules.betting"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_a_value_out_of_bounds_is_refused_with_its_path(event: e.Event, path: str) -> None:
    with pytest.raises(MalformedLog) as refused:
        encode_event(event)
    assert refused.value.path == path


@pytest.mark.parametrize("at", [-1, 2**53, True, 1.0, "1"])
def test_a_time_is_whole_milliseconds(at: Any) -> None:
    with pytest.raises(MalformedLog, match=r"^at: expected a whole number, 0 to 9007199254740991, got "):
        encode_event(e.Checked(1), at)


@pytest.mark.parametrize("event", [None, object(), "checked", {"event": "checked"}, e.Payment(1, 1)])
def test_what_is_no_event_is_refused(event: Any) -> None:
    with pytest.raises(WrongType, match=r"^event: expected an event of a hand, got"):
        encode_event(event)


def test_a_subclass_of_an_event_is_no_event() -> None:
    class Waited(e.Checked):
        pass

    with pytest.raises(WrongType, match="expected an event of a hand"):
        encode_event(Waited(1))


def test_an_event_whose_line_would_be_too_long_is_refused() -> None:
    long = e.AntesPosted((e.Payment(1, 1),) * 200_000)
    with pytest.raises(MalformedLog, match=f"longer than {LONGEST_LINE} bytes"):
        encode_event(long)


# Lines that come again


def test_lines_that_come_again_are_the_same_event_and_their_number_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(codec, "_MOST_KNOWN", 3)
    HAND_CODEC._known.clear()
    assert (
        decode_line(b'{"at":1,"event":"folded","seat":3}')[0]
        is decode_line(b'{"at":5,"event":"folded","seat":3}')[0]
    )
    for seat in range(1, 20):
        decode_line(encode_event(e.Folded(seat)))
        assert len(HAND_CODEC._known) <= 3


@pytest.mark.parametrize(
    "line",
    [
        b'{"at":1,"amount":8,"event":"called","seat":1}',
        b'{"at":01,"event":"checked","seat":1}',
        b'{"at":9007199254740992,"event":"checked","seat":1}',
        b'{"at":-1,"event":"checked","seat":1}',
        b'{"at":1,"at":1,"event":"checked","seat":1}',
        b'{"amount":08,"at":1,"event":"called","seat":1}',
        b'{"at":1,"event":"checked","seat":1} ',
        b'{"event":"checked","at":1,"seat":1}',
        b'{"at":1, "event":"checked","seat":1}',
    ],
)
def test_a_line_is_not_taken_for_one_that_came_before_because_it_is_like_it(line: bytes) -> None:
    decode_line(b'{"amount":8,"event":"called","seat":1}')
    decode_line(b'{"event":"checked","seat":1}')
    with pytest.raises(MalformedLog):
        decode_line(line)


# The quick way


@of_each_class
@pytest.mark.parametrize("at", [None, 0, 1_764_446_400_000])
def test_an_event_of_each_class_is_read_the_quick_way(event: e.Event, at: int | None) -> None:
    HAND_CODEC._known.clear()
    assert HAND_CODEC.decode_all([encode_event(event, at)]) == ([event], [at])


@pytest.mark.parametrize("name", ["special", "many"])
def test_the_lines_of_whole_hands_are_read_the_quick_way(name: str) -> None:
    logs = [hand.log for hand in (special().values() if name == "special" else many(2))]
    assert any(isinstance(event, e.StoreCardBought) for log in logs for event in log.events)
    for log in logs:
        HAND_CODEC._known.clear()
        times = [None] * log.entries if log.times is None else [*log.times]
        assert HAND_CODEC.decode_all(log.lines) == ([*log.events], times)


@given(event=events, at=times)
def test_what_was_read_before_changes_nothing(event: e.Event, at: int | None) -> None:
    line = encode_event(event, at)
    first, again = HAND_CODEC.decode_all([line]), HAND_CODEC.decode_all([line, line])
    assert first == ([event], [at])
    assert again == ([event, event], [at, at])


@pytest.mark.parametrize(
    "lines",
    [
        [b'{"event":"checked","seat":1},{"event":"checked","seat":2}'],
        [b'{"event":"checked","seat":1},{"event":"checked"', b'"seat":2}'],
        [b'{"event":"checked"', b'"seat":1}'],
        [b'{"event":"checked","seat":1}\n{"event":"checked","seat":2}'],
        [b'{"event":"checked","seat":1}\n'],
        [b'{"event":"checked","seat":1}', b""],
        [b'{"event":"checked","seat":1}', b'{"at":1,"event":"checked","seat":1}'],
        [b'{"at":1,"event":"checked","seat":1}', b'{"event":"checked","seat":1}'],
    ],
)
def test_lines_are_read_one_by_one_though_they_are_parsed_together(lines: list[bytes]) -> None:
    for seat in (1, 2):  # as it is where these were read before
        decode_line(encode_event(e.Checked(seat)))
        decode_line(encode_event(e.Checked(seat), 1))
    assert HAND_CODEC.decode_all(lines) is None


def test_the_code_that_was_made_for_an_event_is_shown_in_a_traceback() -> None:
    write = HAND_CODEC._writers[e.Folded]
    assert linecache.getline(write.__code__.co_filename, 2).strip() == "seat = v.seat"


# Another format

Seat: TypeAlias = int
Mood: TypeAlias = Literal["good", "bad"]


@attrs.frozen
class Opened:
    """A log of nothing but rests begins."""

    hand_id: Id


@attrs.frozen
class Rested:
    """A new event, with a field of a new kind and a null."""

    seat: Seat
    mood: Mood
    card: Card | None


def test_an_event_needs_its_class_and_its_row_and_a_kind_its_row() -> None:
    moods = words("value_mood", Mood)
    table = ((Opened, "opened", 1), (Rested, "rested", 1))
    rests: Codec[Opened | Rested] = Codec(Format("rest", "rests", 3, table, kinds={"Mood": moods}))
    written: list[tuple[Opened | Rested, bytes]] = [
        (Opened("a"), b'{"event":"opened","format":"rests","hand_id":"a","version":3}'),
        (Rested(2, "good", None), b'{"card":null,"event":"rested","mood":"good","seat":2}'),
        (Rested(2, "bad", Card("As")), b'{"card":"As","event":"rested","mood":"bad","seat":2}'),
    ]
    for event, line in written:
        assert rests.encode(event) == line
        assert rests.decode_all([line]) == ([event], [None])
        assert rests.decode(line, 1, 3) == (event, None, 3)
    with pytest.raises(MalformedLog, match=r"^line 4, mood: expected good or bad, got 'so so'"):
        rests.decode(b'{"card":null,"event":"rested","mood":"so so","seat":2}', 4, 3)
    with pytest.raises(KeyError, match="Mood"):
        Codec(Format("rest", "rests", 3, table)).encode(Rested(2, "good", None))

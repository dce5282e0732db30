"""Logs that are not what the format says, and the error that each makes."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, get_args

import pytest
from log_events import SHORT_HAND

from grocerydots import events as e
from grocerydots.errors import BrokenChain, LogError, MalformedLog, TooNew, TruncatedLog, UnknownTag
from grocerydots.log import LONGEST_LINE, Log
from grocerydots.log.chain import end_line
from grocerydots.log.codec import HAND_CODEC, Codec
from grocerydots.log.format import HAND
from grocerydots.rules.games import ShareName

SHARES = get_args(ShareName)
NEWEST, NEWER = HAND.version, HAND.version + 1
GOOD = Log.of(SHORT_HAND).to_bytes()
LINES = GOOD.splitlines(keepends=True)
BROUGHT_IN = 3  # the index of a line that is broken below
CARDS = 2


def with_line(index: int, line: bytes) -> bytes:
    """The good log with one line, line end and all, put in place of another."""
    return b"".join([*LINES[:index], line, *LINES[index + 1 :]])


def line_with(index: int, **fields: Any) -> bytes:
    """The good log with fields of one line set, canonically, or taken away when they are `...`."""
    line = {**json.loads(LINES[index]), **fields}
    kept = {name: value for name, value in line.items() if value is not ...}
    return with_line(index, json.dumps(kept, sort_keys=True, separators=(",", ":")).encode() + b"\n")


def replaced(old: bytes, new: bytes, index: int = BROUGHT_IN) -> bytes:
    assert old in LINES[index]
    return with_line(index, LINES[index].replace(old, new, 1))


def rules_with(**fields: Any) -> bytes:
    rules = {**json.loads(LINES[0])["rules"], **fields}
    return line_with(0, rules={name: value for name, value in rules.items() if value is not ...})


def seat_with(**fields: Any) -> bytes:
    first, *others = json.loads(LINES[0])["seats"]
    first = {**first, **fields}
    return line_with(0, seats=[{name: value for name, value in first.items() if value is not ...}, *others])


def carefully(line: bytes, number: int = 1) -> tuple[e.Event, int | None, int]:
    """What the way that explains makes of a line, without the quick one before it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Codec, "decode_all", lambda *_: None)
        return HAND_CODEC.decode(line, number, HAND.version)


class Broken(NamedTuple):
    """A broken log and the error that it makes."""

    log: bytes
    error: type[LogError]
    line: int
    path: str
    says: str


def bad(log: bytes, line: int, path: str, says: str) -> Broken:
    """A log that is malformed; most are."""
    return Broken(log, MalformedLog, line, path, says)


NESTED = b'{"event":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"

BROKEN: dict[str, Broken] = {
    # The file
    "empty file": Broken(b"", TruncatedLog, 1, "", "the log is empty"),
    "only a line end": bad(b"\n", 1, "", "an empty line is no part of a hand"),
    "torn last line": Broken(GOOD[:-1], TruncatedLog, 10, "", r"its last line has no \n"),
    "torn within a line": Broken(GOOD[:-120], TruncatedLog, 9, "", "stops within a line"),
    "no end line": Broken(b"".join(LINES[:-1]), TruncatedLog, 10, "", "its end line is missing"),
    "byte order mark": bad(b"\xef\xbb\xbf" + GOOD, 1, "", "byte order mark"),
    "carriage returns": bad(GOOD.replace(b"\n", b"\r\n"), 1, "", r"ends with \r\n"),
    "one carriage return": bad(replaced(b"\n", b"\r\n"), 4, "", r"lines end with \n alone"),
    "carriage returns alone": Broken(GOOD.replace(b"\n", b"\r"), TruncatedLog, 1, "", "stops within a line"),
    "UTF-16": bad(GOOD.decode().encode("utf-16"), 1, "", "byte 1 is not UTF-8"),
    "an empty line within": bad(with_line(3, b"\n" + LINES[3]), 4, "", "an empty line is no part"),
    "an empty line at the end": bad(GOOD + b"\n", 11, "", "an empty line is no part"),
    "two hands": bad(GOOD + b"\n" + GOOD, 11, "", "archives have one between hands"),
    "two hands without an empty line": bad(GOOD + GOOD, 11, "", "nothing follows the end line"),
    "a line too long": bad(
        with_line(3, b"x" * LONGEST_LINE + b"x\n"), 4, "", f"longer than {LONGEST_LINE} bytes"
    ),
    # The line
    "bad UTF-8": bad(replaced(b"brought_in", b"brought\xff_in"), 4, "", "byte 29 is not UTF-8"),
    "a surrogate in UTF-8": bad(replaced(b"ann", b"\xed\xa0\x80", 0), 1, "", "is not UTF-8"),
    "no JSON": bad(with_line(3, b"hello\n"), 4, "", "no JSON: Expecting value at character 1"),
    "half of JSON": bad(with_line(3, b'{"event":\n'), 4, "", "no JSON: Expecting value at character 10"),
    "an array": bad(with_line(3, b"[]\n"), 4, "", "expected an object, got []"),
    "null": bad(with_line(3, b"null\n"), 4, "", "expected an object, got null"),
    "a number": bad(with_line(3, b"NaN\n"), 4, "", "expected an object, got NaN"),
    "JSON after the JSON": bad(replaced(b"}", b"}{}"), 4, "", "something follows the JSON"),
    "a space after the JSON": bad(replaced(b"}", b"} "), 4, "", "something follows the JSON"),
    "a zero byte after the JSON": bad(replaced(b"}", b"}\0"), 4, "", "something follows the JSON"),
    "a space before the JSON": bad(replaced(b"{", b" {"), 4, "", "no JSON"),
    "a comma at the end": bad(replaced(b"}", b",}"), 4, "", "no JSON"),
    "a comment": bad(replaced(b"}", b"/**/}"), 4, "", "no JSON"),
    "nested 100,000 deep": bad(with_line(3, NESTED), 4, "", "nested too deeply"),
    "nested 100 deep": bad(replaced(b":2", b":" + b"[" * 100 + b"]" * 100), 4, "amount", "got [[[["),
    "objects nested 1,000 deep": bad(
        with_line(3, b'{"":' * 1_000 + b"1" + b"}" * 1_000 + b"\n"), 4, "", "nested too deeply"
    ),
    "a raw control character": bad(replaced(b"ann", b"a\tn", 0), 1, "", "no JSON: Invalid control"),
    # Canonical form
    "a duplicate key": bad(
        replaced(b'"seat":1', b'"seat":4,"seat":1'), 4, "", "the field 'seat' is there twice"
    ),
    "a duplicate key of the same value": bad(
        replaced(b'"seat":1', b'"seat":1,"seat":1'), 4, "", "the field 'seat' is there twice"
    ),
    "keys out of order": bad(
        with_line(3, b'{"event":"brought_in","amount":2,"full":false,"seat":1}\n'),
        4,
        "",
        """not canonical from byte 3 on: expected 'amount":2,"event":"b', got 'event":"brought_in",'""",
    ),
    "a space": bad(replaced(b":2", b": 2"), 4, "", "not canonical from byte 11 on"),
    "an escaped slash": bad(replaced(b"ann", rb"a\/n", 0), 1, "", "not canonical"),
    "an escape without need": bad(replaced(b"ann", rb"a\u006en", 0), 1, "", "not canonical"),
    "an escape in upper case": bad(replaced(b"ann", rb"a\u001Fn", 0), 1, "", "not canonical"),
    "an escape in a tag": bad(replaced(b"brought_in", rb"brough\u0074_in"), 4, "", "not canonical"),
    "a lone surrogate": bad(replaced(b"ann", rb"a\ud800n", 0), 1, "seats[0].player", "a lone surrogate"),
    "a surrogate pair in escapes": bad(replaced(b"ann", rb"\ud83d\ude00", 0), 1, "", "not canonical"),
    "minus zero": bad(replaced(b":2", b":-0"), 4, "", "not canonical"),
    "salt in upper case": bad(
        replaced(b'"2c",null', b'"2c","' + b"AB" * 16 + b'"', CARDS),
        3,
        "cards[4][4]",
        "expected 32 lower-case hexadecimal digits",
    ),
    # Types
    "a whole number with a fraction": bad(
        replaced(b":2", b":10.9"), 4, "amount", "expected a whole number, 0 to 9007199254740991, got 10.9"
    ),
    "a whole number written as a float": bad(replaced(b":2", b":2.0"), 4, "amount", "got 2.0"),
    "an exponent": bad(replaced(b":2", b":1e2"), 4, "amount", "got 1e2"),
    "a leading zero": bad(replaced(b":2", b":02"), 4, "", "no JSON"),
    "a plus": bad(replaced(b":2", b":+2"), 4, "", "no JSON"),
    "NaN": bad(replaced(b":2", b":NaN"), 4, "amount", "got NaN"),
    "Infinity": bad(replaced(b":2", b":-Infinity"), 4, "amount", "got -Infinity"),
    "an infinite float": bad(replaced(b":2", b":1e999"), 4, "amount", "got 1e999"),
    "a number of 5,000 digits": bad(
        replaced(b":2", b":" + b"9" * 5_000), 4, "amount", "got a number of 5000 characters"
    ),
    "a number of 500,000 digits": bad(
        replaced(b":2", b":-" + b"9" * 500_000), 4, "amount", "got a number of 500001 characters"
    ),
    "a number too large by one": bad(line_with(3, amount=2**53), 4, "amount", "9007199254740992"),
    "a negative number": bad(line_with(3, amount=-2), 4, "amount", "got -2"),
    "a number as text": bad(line_with(3, amount="2"), 4, "amount", "got '2'"),
    "a number that is true": bad(line_with(3, amount=True), 4, "amount", "got true"),
    "a number that is null": bad(line_with(3, amount=None), 4, "amount", "got null"),
    "a number that is an array": bad(line_with(3, amount=[2]), 4, "amount", "got [2]"),
    "a flag that is a number": bad(line_with(3, full=0), 4, "full", "expected true or false, got 0"),
    "a flag that is text": bad(line_with(3, full="false"), 4, "full", "got 'false'"),
    "seat 0": bad(line_with(3, seat=0), 4, "seat", "expected a seat number, 1 to"),
    "a street too few": bad(line_with(2, street=2), 3, "street", "expected a street, 3 to 7, got 2"),
    "a street too many": bad(line_with(2, street=8), 3, "street", "got 8"),
    "an array that is text": bad(line_with(2, cards="2c"), 3, "cards", "expected an array, got '2c'"),
    "an array that is an object": bad(line_with(1, antes={}), 2, "antes", "expected an array"),
    "an array that is null": bad(line_with(8, stacks=None), 9, "stacks", "expected an array"),
    "a row too short": bad(
        line_with(1, antes=[[1, 1], [4]]), 2, "antes[1]", "expected [seat, amount], got [4]"
    ),
    "a row too long": bad(line_with(1, antes=[[1, 1, 1]]), 2, "antes[0]", "expected [seat, amount]"),
    "a row that is text": bad(line_with(1, antes=["11"]), 2, "antes[0]", "expected [seat, amount]"),
    "a wrong value in a row": bad(line_with(1, antes=[[1, 1], [4, "1"]]), 2, "antes[1][1]", "got '1'"),
    "a card in lower case": bad(
        replaced(b'"2c"', b'"2C"', CARDS), 3, "cards[4][3]", "expected a card like As or Td, got '2C'"
    ),
    "a ten of two digits": bad(replaced(b'"2c"', b'"10c"', CARDS), 3, "cards[4][3]", "got '10c'"),
    "an up card without a card": bad(
        replaced(b'"2c",null', b"null,null", CARDS), 3, "cards[4]", "a card dealt up is in the log"
    ),
    "a down card with a card": bad(
        replaced(b"false,null", b'false,"As"', CARDS), 3, "cards[0]", "is in no log"
    ),
    "a share of no kind": bad(
        line_with(7, awards=[[0, "most", 1, 2]]),
        8,
        "awards[0][1]",
        f"expected {', '.join(SHARES)} or whole, got 'most'",
    ),
    "a position too deep": bad(
        replaced(b"[1,0,", b"[1,52,", CARDS), 3, "cards[0][1]", "expected a position in the deck, 0 to 51"
    ),
    # Fields
    "a missing field": bad(line_with(3, seat=...), 4, "seat", "the field is missing"),
    "a missing field that has a default": bad(
        line_with(0, seed_commitment=...), 1, "seed_commitment", "missing"
    ),
    "an unknown field": bad(
        line_with(3, mood="good"), 4, "mood", "there is no such field here; there are seat, amount, full"
    ),
    "an unknown field with a float": bad(line_with(3, mood=1.5), 4, "mood", "no such field"),
    "an unknown field of a long name": bad(
        line_with(3, **{"x" * 9000: 1}), 4, "'" + "x" * 56 + "...", "no such"
    ),
    "a field of no name": bad(line_with(3, **{"": 1}), 4, "''", "no such field"),
    "a format in a later line": bad(
        line_with(3, format="grocerydots", version=NEWEST), 4, "format", "no such"
    ),
    "a version in a later line": bad(line_with(3, version=NEWEST), 4, "version", "no such field"),
    "no event": bad(line_with(3, event=...), 4, "event", "the field is missing"),
    "an event that is a number": bad(line_with(3, event=4), 4, "event", "expected an event's tag, got 4"),
    "an event that is an array": bad(line_with(3, event=[]), 4, "event", "expected an event's tag"),
    "an unknown tag": Broken(
        line_with(3, event="danced"),
        UnknownTag,
        4,
        "event",
        f"version {NEWEST} of the format has no event 'danced'",
    ),
    "a tag in capitals": Broken(
        line_with(3, event="Brought_in"), UnknownTag, 4, "event", "no event 'Brought_in'"
    ),
    "a class path": Broken(
        line_with(3, event="grocerydots.events.BroughtIn"), UnknownTag, 4, "event", "no event"
    ),
    # Times
    "a time on one line only": bad(
        line_with(3, at=5), 4, "at", "every line of a log has a time, or none has"
    ),
    "no time on one line": bad(
        b"\n".join([*Log.of(SHORT_HAND, range(9)).lines[:3], LINES[3]]), 4, "at", "every line"
    ),
    "a time that is null": bad(line_with(3, at=None), 4, "at", "expected a whole number"),
    "a time that is a float": bad(line_with(3, at=1.5), 4, "at", "got 1.5"),
    "a time that is true": bad(line_with(3, at=True), 4, "at", "got true"),
    "a time that is negative": bad(line_with(3, at=-1), 4, "at", "got -1"),
    # The first line
    "no opening": bad(b"".join(LINES[1:]), 1, "event", "a log starts with hand_opened"),
    "two openings": bad(with_line(1, LINES[0]), 2, "event", "a second hand opens"),
    "no format": bad(line_with(0, format=...), 1, "format", "the field is missing"),
    "another format": bad(
        line_with(0, format="phh"), 1, "format", "expected the format \"grocerydots\", got 'phh'"
    ),
    "a format that is null": bad(line_with(0, format=None), 1, "format", "got null"),
    "no version": bad(line_with(0, version=...), 1, "version", "the field is missing"),
    "version 0": bad(line_with(0, version=0), 1, "version", f"expected a version, 1 to {NEWEST}, got 0"),
    "a version that is text": bad(line_with(0, version="1"), 1, "version", "got '1'"),
    "a version that is true": bad(line_with(0, version=True), 1, "version", "got true"),
    "a version with a fraction": bad(line_with(0, version=NEWEST + 0.0), 1, "version", f"got {NEWEST}.0"),
    "a newer version": Broken(
        line_with(0, version=NEWER),
        TooNew,
        1,
        "version",
        f"version {NEWER} of the format; this library reads up to {NEWEST}",
    ),
    "a newer version of unknown fields": Broken(
        line_with(0, version=NEWER + 7, rules=..., mood=1.5), TooNew, 1, "version", f"version {NEWER + 7}"
    ),
    "a newer version of another tag": Broken(
        line_with(0, version=NEWER, event="opened"), TooNew, 1, "version", f"version {NEWER}"
    ),
    "a bad hand id": bad(line_with(0, hand_id="a b"), 1, "hand_id", "expected 1 to 64 of A-Z"),
    "no name": bad(seat_with(player=""), 1, "seats[0].player", "a name of 1 to 10000 characters"),
    "a name too long": bad(seat_with(player="x" * 10_001), 1, "seats[0].player", "a name of 1 to 10000"),
    "a seating without a stack": bad(seat_with(stack=...), 1, "seats[0].stack", "missing"),
    "a seating with more": bad(seat_with(mood=1), 1, "seats[0].mood", "no such field"),
    "a seating that is an array": bad(
        line_with(0, seats=[[1, "ann", 1]]), 1, "seats[0]", "expected an object"
    ),
    "a deck of no kind": bad(line_with(0, deck="marked"), 1, "deck", "expected sealed, test or unsealed"),
    "a commitment too short": bad(line_with(0, seed_commitment="ab"), 1, "seed_commitment", "expected 64"),
    # The rules
    "rules that are text": bad(line_with(0, rules="stud"), 1, "rules", "expected an object"),
    "rules without a game": bad(rules_with(game=...), 1, "rules.game", "missing"),
    "rules without an option": bad(rules_with(burn=...), 1, "rules.burn", "missing"),
    "rules without a clock": bad(rules_with(act_within_ms=...), 1, "rules.act_within_ms", "missing"),
    "rules of an unknown game": bad(rules_with(game="omaha"), 1, "rules.game", "expected one of"),
    "rules with an unknown option": bad(rules_with(jokers=True), 1, "rules.jokers", "no such field"),
    "an option of no such value": bad(rules_with(burn=1), 1, "rules.burn", "expected one of true, false"),
    "an option that is an array": bad(rules_with(burn=[]), 1, "rules.burn", "got []"),
    "an option that does not apply": bad(rules_with(restock="slide"), 1, "rules.restock", "does not apply"),
    "an option that does not apply as null": bad(rules_with(unit=None), 1, "rules.unit", "is left out"),
    "an ante that is true": bad(rules_with(ante=True), 1, "rules.ante", "expected whole chips"),
    "a bring-in too large": bad(rules_with(bring_in=5), 1, "rules.bring_in", "above the lower limit 4"),
    "a newer rulebook": Broken(
        rules_with(rulebook=2), TooNew, 1, "rules.rulebook", "played by rulebook 2; this library knows 1"
    ),
    "a rulebook that is text": bad(rules_with(rulebook="1"), 1, "rules.rulebook", "got '1'"),
    "betting that is text": bad(rules_with(betting="fixed"), 1, "rules.betting", "expected an object"),
    "betting without a structure": bad(rules_with(betting={}), 1, "rules.betting.structure", "missing"),
    "betting of an unknown structure": bad(
        rules_with(betting={"structure": "loose"}),
        1,
        "rules.betting.structure",
        "expected one of fixed_limit",
    ),
    "betting of a structure that is an array": bad(
        rules_with(betting={"structure": []}), 1, "rules.betting.structure", "expected one of fixed_limit"
    ),
    "betting without a stake": bad(
        rules_with(betting={"structure": "fixed_limit", "small_bet": 4}),
        1,
        "rules.betting.big_bet",
        "missing",
    ),
    "betting with another structure's stake": bad(
        rules_with(betting={"structure": "no_limit", "minimum": 4, "big_bet": 8}),
        1,
        "rules.betting.big_bet",
        "there are structure, minimum",
    ),
    "a stake that is an array": bad(
        rules_with(betting={"structure": "fixed_limit", "small_bet": [4], "big_bet": 8}),
        1,
        "rules.betting.small_bet",
        "expected whole chips, got [4]",
    ),
    # The end
    "an end line too early": bad(with_line(8, LINES[9]), 9, "event", "expected an event, got the end line"),
    "an event after the end of the hand": bad(with_line(9, LINES[3]), 10, "", "the hand is closed: expected"),
    "two end lines": bad(GOOD + LINES[9], 11, "", "nothing follows the end line"),
    "an end line with a space": bad(with_line(9, LINES[9].replace(b":", b": ")), 10, "", "expected {"),
    "an end line with a short head": bad(with_line(9, end_line(9, "ab") + b"\n"), 10, "", "expected {"),
    "an end line that counts too many": Broken(
        with_line(9, LINES[9].replace(b":9", b":10")),
        BrokenChain,
        10,
        "entries",
        "counts 10 entries, there are 9",
    ),
    "an end line with another head": Broken(
        with_line(9, end_line(9, "0" * 64) + b"\n"),
        BrokenChain,
        10,
        "head",
        "something was changed after the hand",
    ),
    "a changed amount": Broken(line_with(3, amount=3), BrokenChain, 10, "head", "something was changed"),
    "a line left out": Broken(b"".join([*LINES[:3], *LINES[4:]]), BrokenChain, 9, "entries", "there are 8"),
    "two lines changed about": Broken(
        b"".join([*LINES[:3], LINES[4], LINES[3], *LINES[5:]]),
        BrokenChain,
        10,
        "head",
        "something was changed",
    ),
}

"""Logs that are not what the format says: each way of being broken has its error, its line and its path."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from broken_logs import BROKEN, GOOD, LINES, Broken, carefully
from hypothesis import given
from hypothesis import strategies as st
from log_events import ONE_OF_EACH, SHORT_HAND, events, times

from grocerydots import events as e
from grocerydots.errors import LogError, MalformedLog
from grocerydots.log import LONGEST_LINE, Log, decode_line, encode_event, read_log
from grocerydots.log.chain import end_line
from grocerydots.log.codec import HAND_CODEC, Codec
from grocerydots.log.files import read_prefix
from grocerydots.log.format import HAND


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_log_is_refused_with_its_line_and_path(broken: Broken) -> None:
    with pytest.raises(LogError) as refused:
        read_log(broken.log)
    error = refused.value
    assert (type(error), error.line, error.path) == (broken.error, broken.line, broken.path)
    assert broken.says in error.message
    assert len(str(error)) < 500
    assert str(error).startswith(f"line {broken.line}")


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_log_is_refused_alike_without_the_quick_way(
    broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LogError) as refused:
        read_log(broken.log)
    monkeypatch.setattr(Codec, "decode_all", lambda *_: None)
    with pytest.raises(LogError) as carefully_refused:
        read_log(broken.log)
    assert carefully_refused.value.args == refused.value.args


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_what_is_good_before_the_first_bad_line_is_kept(broken: Broken) -> None:
    prefix = read_prefix(broken.log)
    assert prefix.error is not None
    lines = broken.log.split(b"\n")[: prefix.error.line]
    kept = [] if prefix.log is None else [*prefix.log.lines]
    assert kept == lines[: len(kept)]
    assert len(kept) == min(broken.line - 1, len(SHORT_HAND))


@pytest.mark.parametrize("entries", range(1, len(SHORT_HAND)))
def test_an_end_line_ends_no_hand_that_is_not_closed(entries: int) -> None:
    log = Log.of(SHORT_HAND[:entries])
    with pytest.raises(
        MalformedLog, match=f"^line {entries + 1}, event: expected an event, got the end line"
    ):
        read_log(log.to_bytes() + end_line(entries, log.head) + b"\n")


@pytest.mark.parametrize("length", [9_000, 4_000, 1])
def test_a_bad_line_far_down_is_found_by_its_number(length: int) -> None:
    checks = [encode_event(e.Checked(1)) for _ in range(length)]
    log = b"\n".join([LINES[0][:-1], *checks, b'{"event":"checked","seat":0}', *checks]) + b"\n"
    prefix = read_prefix(log)
    assert prefix.log is not None
    assert prefix.log.entries == length + 1
    with pytest.raises(MalformedLog, match=f"^line {length + 2}, seat: expected a seat number"):
        read_log(log)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_the_lines_of_a_broken_log_make_no_other_kind_of_error(broken: Broken) -> None:
    for line in broken.log.split(b"\n"):
        try:
            event, at = decode_line(line)
        except LogError:
            continue
        assert encode_event(event, at) == line


def test_the_good_log_is_good() -> None:
    assert read_log(GOOD).events == SHORT_HAND


@pytest.mark.parametrize("most", [3, 8])
def test_a_hand_of_too_many_entries_is_refused(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HAND, "most_entries", most)
    with pytest.raises(MalformedLog, match=f"^line {most + 1}: a hand has at most {most} entries"):
        read_log(GOOD)
    with pytest.raises(MalformedLog, match=f"^line {most + 1}: a hand has at most {most} entries"):
        Log.of(SHORT_HAND)


def test_a_hand_of_too_many_bytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HAND, "most_bytes", len(GOOD) // 2)
    with pytest.raises(MalformedLog, match="the entries of a hand have at most"):
        read_log(GOOD)


def test_any_byte_of_a_finished_log_that_is_changed_is_noticed() -> None:
    for at in range(len(GOOD)):
        for other in {GOOD[at] ^ 1, GOOD[at] ^ 0x20, ord("\n"), ord("0"), 0xFF} - {GOOD[at]}:
            with pytest.raises(LogError):
                read_log(GOOD[:at] + bytes([other]) + GOOD[at + 1 :])


def test_any_start_of_a_finished_log_is_refused_or_said_to_be_unfinished() -> None:
    for length in range(len(GOOD)):
        try:
            log = read_log(GOOD[:length])
        except LogError:
            continue
        assert not log.is_finished
        assert log.to_bytes() == GOOD[:length]


@given(st.binary(max_size=200))
def test_arbitrary_bytes_make_no_error_but_ours(line: bytes) -> None:
    with pytest.raises(LogError):
        decode_line(line)


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["As", "00" * 16]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[place for key, item in inner for place in places(item, (*path, key))]]


def changed(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(value)
    copy = value.copy()
    copy[path[0]] = changed(value[path[0]], path[1:], change)
    return copy


def outcome(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except LogError as error:
        return type(error), error.line, error.path


@given(st.sampled_from(ONE_OF_EACH) | events, times, json_values, st.data())
def test_both_ways_of_reading_agree_on_any_line_with_one_value_changed(
    event: Any, at: int | None, other: Any, data: st.DataObject
) -> None:
    fields = json.loads(encode_event(event, at))
    place = data.draw(st.sampled_from(places(fields)))
    line = json.dumps(
        changed(fields, place, lambda _: other), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    ).encode(errors="surrogatepass")
    quick = outcome(lambda: HAND_CODEC.decode(line, 7, HAND.version))
    assert quick == outcome(lambda: carefully(line, 7))
    if type(quick[0]) in HAND.tag_of:
        assert encode_event(quick[0], quick[1]) == line
    else:
        assert quick[1] == 7


def seconds(line: bytes) -> float:
    start = time.process_time()
    with pytest.raises(MalformedLog) as refused:
        carefully(line)
    assert len(str(refused.value)) < 500
    return time.process_time() - start


def test_a_field_that_stands_twice_among_many_is_found_in_no_time() -> None:
    names = [f'"a{number}":0' for number in range(90_000)]
    line = f'{{{",".join(names)},"zz":1,"zz":2}}'.encode()
    assert len(line) < LONGEST_LINE
    assert seconds(line) < 5  # and not minutes


def test_a_long_line_that_is_not_canonical_at_its_end_is_told_in_no_time() -> None:
    opening = json.loads(GOOD.split(b"\n")[0])
    seats = [{**opening["seats"][0], "player": "\1" * 10_000, "seat": seat} for seat in range(1, 8)]
    written = json.dumps({**opening, "seats": seats}, sort_keys=True, separators=(",", ":"))
    line = written.replace('"version":', '"version": ').encode()
    assert 400_000 < len(line) < LONGEST_LINE
    assert seconds(line) < 5  # and not minutes
    with pytest.raises(MalformedLog, match=f"not canonical from byte {line.rindex(b': ') + 2} on"):
        carefully(line)


@pytest.mark.parametrize("line", [b'{"event":"chec', b'{"event":"che\1cked"}'])
def test_the_place_of_what_is_no_json_is_said_once(line: bytes) -> None:
    with pytest.raises(MalformedLog, match=r"^line 1: no JSON: [\w ]+[^t] at character \d+$") as refused:
        carefully(line)
    assert " at at " not in str(refused.value)


def test_a_caller_that_has_used_up_the_stack_gets_its_own_error() -> None:
    def deeper(left: int) -> None:
        if left:
            deeper(left - 1)
        else:
            decode_line(b'{"event":"checked","seat":1234}')

    outcomes = set()
    for left in range(sys.getrecursionlimit()):
        try:
            deeper(left)
        except RecursionError:
            outcomes.add("full")
        except LogError:
            outcomes.add("refused")
    assert "refused" not in outcomes

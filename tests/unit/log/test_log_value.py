"""`Log`: the value of one hand's log, and its hash chain."""

from __future__ import annotations

import copy
import hashlib
import pickle
from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from bad_values import Unshowable
from hypothesis import given
from hypothesis import strategies as st
from log_events import OPENED, SHORT_HAND, events

from grocerydots import events as e
from grocerydots.errors import MalformedLog, TruncatedLog, UnknownTag, WrongType
from grocerydots.log import VERSION, Log, decode_line, read_log
from grocerydots.log.chain import digests

LOG = Log.of(SHORT_HAND)
TIMES = tuple(range(1_764_446_400_000, 1_764_446_400_000 + len(SHORT_HAND)))

middles = st.lists(events.filter(lambda event: type(event) not in (e.HandOpened, e.HandClosed)), max_size=6)


def heads_told_again(lines: Iterable[bytes]) -> list[str]:
    """The heads by the words of the format's page, a hash at a time."""
    heads: list[str] = []
    for line in lines:
        hasher = hashlib.new("sha256")
        if heads:
            hasher.update(bytes.fromhex(heads[-1]))
        hasher.update(line)
        heads.append(hasher.hexdigest())
    return heads


# What a log is


def test_a_log_of_events_is_read_back_from_its_lines() -> None:
    log = Log(LOG.lines)
    assert (log.events, log.times, log.version) == (SHORT_HAND, None, VERSION)
    assert log == LOG


def test_a_log_with_times_has_one_on_every_line() -> None:
    log = Log.of(SHORT_HAND, TIMES)
    assert Log(log.lines).times == TIMES
    assert all(b'"at":1764446400' in line for line in log.lines)
    assert log != LOG


@given(middles, st.booleans())
def test_any_events_between_opening_and_end_come_back_byte_for_byte(
    between: list[e.Event], timed: bool
) -> None:
    happened = (OPENED, *between, e.HandClosed(()))
    log = Log.of(happened, range(len(happened)) if timed else None)
    again = read_log(log.to_bytes())
    assert again.events == happened
    assert again.to_bytes() == log.to_bytes()


def test_a_log_says_what_it_is() -> None:
    assert LOG.hand_id == "hand-1"
    assert LOG.opening is SHORT_HAND[0]
    assert LOG.entries == len(SHORT_HAND) == 9
    assert LOG.is_finished
    assert repr(LOG) == "Log('hand-1', 9 entries, finished)"
    assert repr(Log.of(SHORT_HAND[:-1])) == "Log('hand-1', 8 entries, not finished)"


def test_logs_are_equal_when_their_lines_are() -> None:
    assert Log.of(SHORT_HAND) == LOG
    assert hash(LOG) == hash(Log.of(SHORT_HAND))
    assert Log.of(SHORT_HAND[:-1]) != LOG
    assert LOG.lines != LOG


def test_a_log_does_not_change() -> None:
    for name in ("lines", "events", "times", "head", "whatever"):
        with pytest.raises(AttributeError):
            setattr(LOG, name, ())


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda log: pickle.loads(pickle.dumps(log))])
def test_a_log_is_copied_and_pickled_as_its_lines(again: Any) -> None:
    assert again(LOG) == LOG
    assert again(LOG).events == SHORT_HAND


# How it grows


def test_a_log_is_extended_as_if_it_had_been_written_at_once() -> None:
    log = Log.of(SHORT_HAND[:1], TIMES[:1])
    for event, at in zip(SHORT_HAND[1:], TIMES[1:], strict=True):
        log = log.extended([event], [at])
    assert log == Log.of(SHORT_HAND, TIMES)
    assert (log.events, log.times) == (SHORT_HAND, TIMES)
    assert LOG.extended([]) is not LOG
    assert Log.of(SHORT_HAND[:3]).extended(SHORT_HAND[3:]).to_bytes() == LOG.to_bytes()


def test_only_new_lines_are_encoded_and_hashed(monkeypatch: pytest.MonkeyPatch) -> None:
    log, head = Log.of(SHORT_HAND[:7]), LOG.head
    assert log.head == heads_told_again(log.lines)[-1]
    hashed: list[bytes] = []

    def watched(lines: tuple[bytes, ...], previous: bytes) -> tuple[bytes, ...]:
        hashed.extend(lines)
        return digests(lines, previous)

    monkeypatch.setattr("grocerydots.log.log.digests", watched)
    longer = log.extended(SHORT_HAND[7:])
    assert all(old is new for old, new in zip(log.lines, longer.lines, strict=False))
    assert longer.head == longer.head == head
    assert hashed == list(longer.lines[7:])


def test_two_hands_that_go_on_differently_from_one_log_have_their_own_heads() -> None:
    log = Log.of(SHORT_HAND[:4])
    assert log.head
    folded, raised = log.extended([e.Folded(4)]), log.extended([e.Completed(4, 4, 4, True)])
    assert folded.heads[:4] == raised.heads[:4] == log.heads
    for branch in (folded, raised):
        assert list(branch.heads) == heads_told_again(branch.lines)


NO_SERIES: list[Any] = [None, 5, object(), Unshowable()]


@pytest.mark.parametrize("wrong", NO_SERIES)
def test_a_log_is_made_of_iterables(wrong: Any) -> None:
    for make in (Log, Log.of, LOG.extended):
        with pytest.raises(WrongType, match=r"^(lines|events): expected an iterable( of bytes)?, got "):
            make(wrong)
    for wrong_times in [wrong] * (wrong is not None):
        with pytest.raises(WrongType, match=r"^times: expected an iterable, got "):
            Log.of(SHORT_HAND, wrong_times)


@pytest.mark.parametrize("wrong", ["x", b"x", ["{}"], [None], [5], {"a": 1}, [bytearray(b"{}")], [[]]])
def test_what_is_no_line_makes_no_log(wrong: Any) -> None:
    with pytest.raises(WrongType, match=r"^lines\[0\]: expected bytes, got "):
        Log(wrong)
    for line in wrong:
        with pytest.raises(WrongType, match=r"^line: expected bytes, got "):
            decode_line(line, 7)


# The chain


@given(middles)
def test_the_chain_is_the_one_of_the_formats_page(between: list[e.Event]) -> None:
    log = Log.of((OPENED, *between))
    assert list(log.heads) == heads_told_again(log.lines)
    assert log.head == log.heads[-1]
    assert [log.head_at(entries) for entries in range(1, log.entries + 1)] == list(log.heads)


def test_the_head_is_the_same_whether_asked_early_or_late() -> None:
    early = Log.of(SHORT_HAND[:5])
    assert early.head == LOG.head_at(5)
    assert early.extended(SHORT_HAND[5:]).head == LOG.head == read_log(LOG.to_bytes()).head


@pytest.mark.parametrize("entries", [0, -1, 10, True, 1.0, None, "1", [], Unshowable()])
def test_there_is_no_head_after_entries_that_are_not_there(entries: Any) -> None:
    with pytest.raises(IndexError, match=r"a log of 9 entries has no head after "):
        LOG.head_at(entries)


def test_the_bytes_of_a_finished_log_end_with_its_end_line() -> None:
    assert LOG.to_bytes() == b"".join(line + b"\n" for line in LOG.lines) + (
        f'{{"entries":9,"event":"end","head":"{heads_told_again(LOG.lines)[-1]}"}}\n'.encode()
    )


def test_the_bytes_of_an_unfinished_log_have_no_end_line() -> None:
    log = Log.of(SHORT_HAND[:3])
    assert log.to_bytes() == b"".join(line + b"\n" for line in log.lines)


# What is no log


@pytest.mark.parametrize(
    ("happened", "times", "line", "says"),
    [
        (SHORT_HAND[1:], None, 1, "a log starts with hand_opened"),
        ((OPENED, OPENED), None, 2, "a second hand opens"),
        ((*SHORT_HAND, e.Folded(1)), None, 10, "the hand is closed, nothing follows"),
        ((OPENED, e.Folded(0)), None, 2, "expected a seat number"),
        (SHORT_HAND, TIMES[1:], None, "there are 9 events and 8 times"),
        (SHORT_HAND, (*TIMES[:4], None, *TIMES[5:]), 5, "every line of a log has a time, or none has"),
        (SHORT_HAND, (None, *TIMES[1:]), 2, "every line of a log has a time, or none has"),
        (SHORT_HAND, (1.5,) * 9, 1, "expected a whole number, 0 to 9007199254740991, got 1.5"),
    ],
    ids=["no-opening", "two-openings", "after-the-end", "bad-event", "too-few-times",
         "a-time-missing", "the-first-time-missing", "a-bad-time"],
)  # fmt: skip
def test_events_that_are_no_hand_are_refused(happened: Any, times: Any, line: int | None, says: str) -> None:
    with pytest.raises(MalformedLog) as refused:
        Log.of(happened, times)
    assert refused.value.line == line
    assert says in refused.value.message


@pytest.mark.parametrize(
    ("lines", "error", "line", "says"),
    [
        ([], TruncatedLog, 1, "there is no hand: the log is empty"),
        (
            [*LOG.lines, b'{"event":"checked","seat":1}'],
            MalformedLog,
            10,
            "the hand is closed, nothing follows",
        ),
        ([LOG.lines[0], b'{"event":"danced"}'], UnknownTag, 2, "no event 'danced'"),
        ([LOG.lines[0] + b"\n"], MalformedLog, 1, "something follows the JSON"),
        ([LOG.lines[0], LOG.lines[1] + b"\n" + LOG.lines[2]], MalformedLog, 2, "something follows the JSON"),
    ],
    ids=["nothing", "after-the-end", "unknown-tag", "line-end", "two-lines-in-one"],
)
def test_lines_that_are_no_hand_are_refused(lines: list[bytes], error: Any, line: int, says: str) -> None:
    with pytest.raises(error) as refused:
        Log(lines)
    assert refused.value.line == line
    assert says in refused.value.message


def test_no_events_make_no_log() -> None:
    with pytest.raises(TruncatedLog, match=r"^line 1: there is no hand: the log is empty"):
        Log.of([])


def test_what_is_no_event_makes_no_log() -> None:
    with pytest.raises(WrongType, match=r"^event: expected an event of a hand, got a str"):
        Log.of([OPENED, "folded"])  # type: ignore[list-item]


def test_a_log_with_times_goes_on_with_times_and_one_without_goes_on_without() -> None:
    timed, bare = Log.of(SHORT_HAND[:3], TIMES[:3]), Log.of(SHORT_HAND[:3])
    with pytest.raises(MalformedLog, match="line 4, at: every line of a log has a time"):
        timed.extended([SHORT_HAND[3]])
    with pytest.raises(MalformedLog, match="line 4, at: every line of a log has a time"):
        bare.extended([SHORT_HAND[3]], [5])


def test_a_refused_extension_leaves_the_log_as_it_was() -> None:
    before = copy.copy(LOG)
    with pytest.raises(MalformedLog, match="line 10: the hand is closed"):
        LOG.extended([e.Folded(1)])
    assert before == LOG


def test_a_name_that_no_log_may_hold_is_refused_by_line_and_path() -> None:
    named = attrs.evolve(OPENED, seats=(e.Seating(1, "\udc00", 5),))
    with pytest.raises(MalformedLog, match=r"^line 1, seats\[0\].player: .* holds a lone surrogate"):
        Log.of((named,))

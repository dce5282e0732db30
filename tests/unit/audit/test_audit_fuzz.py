"""Whatever stands in a log, reading raises nothing but a `LogError`, and the audit nothing at all."""

from __future__ import annotations

import io
import time
import tracemalloc
from itertools import chain, repeat
from typing import Any, get_args

import attrs
import pytest
from crooked_table import SALTS
from hypothesis import given, settings
from hypothesis import strategies as st
from mutations import NAMES, honest

from grocerydots import events as e
from grocerydots.audit import audit, audit_archive
from grocerydots.cards import CARDS
from grocerydots.errors import LogError
from grocerydots.log import Log, read_archive, read_log
from grocerydots.log.chain import end_line
from grocerydots.log.format import HAND
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules.options import DOTS_TIES
from grocerydots.testing import test_seed

# Values that may stand in a line, plausible and not


_seats = st.one_of(st.integers(1, 9), st.just(2**53 - 1))
_chips = st.one_of(st.integers(0, 40), st.just(2**53 - 1))
_positions = st.integers(0, 51)
_cards = st.sampled_from(CARDS)
_shares = st.sampled_from(get_args(e.Share))
_orders = st.one_of(st.lists(_positions, min_size=52, max_size=52), st.permutations(range(52))).map(tuple)
_salts = st.one_of(st.none(), st.binary(min_size=16, max_size=16))
_hashes = st.binary(min_size=32, max_size=32)
_dealt = st.one_of(
    st.tuples(_seats, _positions).map(lambda row: e.Dealt(*row, up=False)),
    st.builds(e.Dealt, _seats, _positions, st.just(True), _cards, _salts),
)


def _tuples(items: st.SearchStrategy[Any], most: int = 12) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, max_size=most).map(tuple)


_openings = _tuples(st.builds(e.Opening, _positions, _cards, _salts))
_payments = _tuples(st.builds(e.Payment, _seats, _chips))
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "amount": _chips,
    "antes": _payments,
    "awards": _tuples(st.builds(e.Award, st.integers(0, 3), _shares, _seats, _chips)),
    "card": _cards,
    "commitment": _hashes,
    "entropy": _hashes,
    "full": st.booleans(),
    "order": st.one_of(st.none(), _orders),
    "order_seal": _hashes,
    "policy": st.sampled_from(DOTS_TIES),
    "position": _positions,
    "positions": _tuples(_positions),
    "price": _chips,
    "result": st.sampled_from(["all_in", "check", "fold", "bring_in", "sit_out", "pass", "show"]),
    "returned": _payments,
    "salt": _salts,
    "seals": st.lists(_hashes, min_size=52, max_size=52).map(tuple),
    "seat": _seats,
    "slot": st.integers(1, 3),
    "stacks": _payments,
    "street": st.integers(3, 7),
    "to": _chips,
}  # fmt: skip


def _events_of(kind: type[e.Event]) -> st.SearchStrategy[e.Event]:
    names = [field.name for field in attrs.fields(kind)]
    cards = _tuples(_dealt, 24) if kind is e.CardsDealt else _openings
    return st.builds(kind, **{name: cards if name == "cards" else _FIELDS[name] for name in names})


_events = st.one_of([_events_of(kind) for kind in HAND.event_of.values() if kind is not e.HandOpened])
_logs = st.sampled_from(NAMES).map(honest)


@st.composite
def events_out_of_place(draw: st.DrawFn) -> bytes:
    """An honest hand up to somewhere, a few events of any kind, and perhaps the rest of the hand."""
    log = draw(_logs)
    at = draw(st.integers(1, log.entries))
    kept = (
        log.events[:at]
        if draw(st.booleans()) or at == log.entries
        else log.events[: at - 1] or log.events[:1]
    )
    kept = kept[:-1] if isinstance(kept[-1], e.HandClosed) else kept
    events = [*kept, *draw(st.lists(_events, min_size=1, max_size=3))]
    closed = next((n for n, event in enumerate(events) if isinstance(event, e.HandClosed)), None)
    if closed is None:
        events += log.events[draw(st.integers(at, log.entries)) :]
    else:
        events = events[: closed + 1]
    times = None if log.times is None else [log.times[0]] * len(events)
    return Log.of(events, times).to_bytes()


@st.composite
def edited(draw: st.DrawFn) -> bytes:
    """The bytes of an honest log with some of them changed, dropped or repeated, at random places."""
    content = bytearray(draw(_logs).to_bytes())
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(content))), draw(st.integers(0, 40))
        piece = draw(
            st.one_of(
                st.binary(max_size=20), st.sampled_from(_TOKENS), st.just(bytes(content[at : at + length]))
            )
        )
        content[at : at + draw(st.sampled_from((0, len(piece), length)))] = piece
    return bytes(content)


_TOKENS = (
    b'"', b"{", b"[" * 300, b"\n", b"\n\n", b"\r\n", b"null", b"1e9", b"-0", b"NaN", b"9" * 5_000, b"\xff",
    b"\xef\xbb\xbf", b'"\\ud800"',
    b'"event":"end"', b'"at":1,', b'"version":2', b'{"event":"checked","seat":1}\n',
)  # fmt: skip


def check_harmless(content: bytes) -> None:
    """Nothing but `LogError` comes of reading, and a report of auditing, which can be said."""
    strict: LogError | None = None
    try:
        read_log(content)
    except LogError as error:
        strict = error
    report = audit(content, seed=test_seed(SALTS), openings=OPENINGS, receipts=RECEIPTS)
    assert (strict is None) <= report.is_readable
    assert strict is None or not report.is_clean
    assert len(report.to_text()) < 200_000
    assert report.to_json().isascii()
    hands = list(read_archive(content))
    reports = list(audit_archive(content, openings=OPENINGS, receipts=RECEIPTS))
    assert len(reports) == len(hands)
    assert [report.is_readable for report in reports].count(True) >= sum(
        isinstance(hand, Log) for hand in hands
    )


OPENINGS = tuple(
    Openings(honest(name).hand_id, 1, (e.Opening(0, CARDS[0], bytes(16)), e.Opening(3, CARDS[1], None)))
    for name in ("dots", "hi-lo", "community")
)
RECEIPTS = tuple(Receipt.of(honest(name)) for name in ("dots", "antes"))


@given(st.binary(max_size=400))
def test_any_bytes(content: bytes) -> None:
    check_harmless(content)


@given(edited())
def test_honest_logs_edited_anywhere(content: bytes) -> None:
    check_harmless(content)


@given(events_out_of_place())
def test_events_of_any_kind_at_any_place(content: bytes) -> None:
    check_harmless(content)


@pytest.mark.deep
@settings(max_examples=20_000, deadline=None, derandomize=False)
@given(events_out_of_place())
def test_many_events_of_any_kind_at_any_place(content: bytes) -> None:
    check_harmless(content)


@pytest.mark.deep
@settings(max_examples=20_000, deadline=None, derandomize=False)
@given(edited())
def test_many_honest_logs_edited_anywhere(content: bytes) -> None:
    check_harmless(content)


# Size and time


class Repeated(io.RawIOBase):
    """A file of one piece over and over, never held as a whole."""

    def __init__(self, start: bytes, piece: bytes, size: int) -> None:
        self.pieces = chain([start], repeat(piece * (1 + (1 << 16) // len(piece))))
        self.rest = b""
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self.rest:
            self.rest = next(self.pieces)
        read = self.rest[: min(len(buffer), self.left)]
        self.rest = self.rest[len(read) :]
        self.left -= len(read)
        buffer[: len(read)] = read
        return len(read)


FIRST = honest("dots").lines[0] + b"\n"


HUGE = {
    "no line ends": (b"-", b"x", 1 << 26),
    "an endless line": (FIRST, b'"' * 64, 1 << 26),
    "bad lines": (FIRST, b'{"event":"store_closed"}\n', 1 << 23),
    "good lines": (FIRST, b'{"at":1000,"event":"store_closed"}\n', 1 << 21),
    "empty lines": (b"\n", b"\n", 1 << 12),
    "hands": (FIRST, b"\n" + FIRST, 1 << 19),
}


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_file_takes_little_memory(kind: str) -> None:
    check_memory(*HUGE[kind], most=1 << 24)


@pytest.mark.deep
@pytest.mark.parametrize("kind", HUGE)
def test_a_gigabyte_takes_little_memory(kind: str) -> None:
    start, piece, size = HUGE[kind]
    if kind == "good lines":  # these make a hand as large as any
        check_memory(start, piece, 64 * size, 1 << 28)
    else:
        check_memory(start, piece, 16 * size, 1 << 26)


def check_memory(start: bytes, piece: bytes, size: int, most: int) -> None:
    tracemalloc.start()
    audit(io.BufferedReader(Repeated(start, piece, size)))
    for _ in audit_archive(io.BufferedReader(Repeated(start, piece, size))):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < most


def test_a_very_large_hand_is_audited_in_seconds() -> None:
    """A hundred thousand lines, and lines of a megabyte of awards."""
    log = honest("hi-lo")
    many = Log.of([*log.events[:-1], *[e.StoreClosed()] * 100_000])
    award = e.Award(0, "high", 1, 1)
    long = Log.of([*log.events[:-2], e.PotsAwarded((award,) * 60_000), log.events[-1]])
    began = time.perf_counter()
    assert audit(many).exit_code == 1
    report = audit(long.to_bytes())
    assert report.exit_code == 1
    assert len(report.to_text()) < 10_000
    assert time.perf_counter() - began < 10


def test_a_head_that_is_not_the_lines_is_no_crash() -> None:
    log = honest("dots")
    content = b"".join(line + b"\n" for line in (*log.lines, end_line(log.entries, "0" * 64)))
    report = audit(content)
    assert (report.exit_code, report.is_readable, report.stands_up_to) == (1, True, None)

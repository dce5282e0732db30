"""The page's verifier, under Node: a second implementation of the format, held against the first."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from node import MISSING, NODE, run_script
from page_hands import many, sealed, showcase, special

from grocerydots import Hand
from grocerydots.cards import CARDS, dots
from grocerydots.evolve import evolve
from grocerydots.log import Log
from grocerydots.page.build import VERIFYING, asset
from grocerydots.pots import pots_of
from grocerydots.ranking import best_high, best_low, board_rank
from grocerydots.rules.rules import STAKES
from grocerydots.state import HandState, places_of

CORE = "\n".join(map(asset, VERIFYING))
REPORT = """
const said = (log) => ({
  good: log.isGood, head: log.heads.at(-1) ?? null, finished: log.isFinished, first: log.firstFault,
  faults: log.faults.length,
  checks: Object.fromEntries(log.findings.checks.map((check) => [check.id, [check.verdict, check.count]])),
});
give(given.map((text) => said(verifyLog(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))))));
"""


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def judged(logs: Iterable[bytes], first: str = "") -> list[dict[str, Any]]:
    """What the page's verifier says of each log, after a script that runs first."""
    given = [base64.b64encode(log).decode() for log in logs]
    found: list[dict[str, Any]] = run_script(CORE + first + REPORT, given)
    return found


def test_sha256_is_that_of_the_standard() -> None:
    chance = random.Random(1)
    texts = [chance.randbytes(size) for size in (*range(130), 1000, 4096)]
    script = CORE + "give(given.map((hex) => hexOf(sha256(bytesOf(hex)))));"
    assert run_script(script, [text.hex() for text in texts]) == [sha256(text).hexdigest() for text in texts]


def test_hands_are_ranked_and_named_as_the_library_does() -> None:
    chance = random.Random(2)
    sevens = [chance.sample(CARDS, 7) for _ in range(400)]
    sevens += [chance.sample([card for card in CARDS if card.rank <= 6], 7) for _ in range(100)]
    sevens += [chance.sample(CARDS[::4] + CARDS[1:9:4], 7) for _ in range(100)]
    script = (
        CORE
        + """give(given.map((cards) => [bestHigh(cards).name, bestHigh(cards).cards.sort(),
      bestLow(cards)?.name ?? null, dotsOf(cards)]));"""
    )
    found = run_script(script, [[card.text for card in seven] for seven in sevens])
    for seven, (name, cards, low, count) in zip(sevens, found, strict=True):
        high, best = best_high(seven), best_low(seven)
        assert (name, low, count) == (high.name, best.name if best else None, dots(seven))
        assert cards == sorted(card.text for card in high.cards)


def test_boards_rank_as_the_library_ranks_them() -> None:
    chance = random.Random(3)
    boards = [chance.sample(CARDS[: chance.choice((16, 52))], 3) for _ in range(300)]
    script = (
        CORE
        + """give(given.map((cards, at) => at === 0 ? 0 :
      Math.sign(compare(boardValue(cards), boardValue(given[at - 1])))));"""
    )
    found = run_script(script, [[card.text for card in board] for board in boards])
    ranks = [board_rank(board) for board in boards]
    assert found[1:] == [(b > a) - (b < a) for a, b in pairwise(ranks)]


def test_every_log_that_the_library_writes_holds() -> None:
    hands = [*special().values(), *many(8)]
    assert {hand.state.rules.betting.structure for hand in hands} == STAKES.keys()
    for hand, report in zip(hands, judged(hand.log.to_bytes() for hand in hands), strict=True):
        assert report["good"], (hand.log.to_bytes(), report)
        assert report["head"] == hand.log.head
        assert report["finished"] is hand.is_over


def test_a_share_and_its_ranking_may_have_different_names() -> None:
    """Awards are written by the share's name, and hands are compared by its ranking."""
    renamed = "RANKINGS.eight = RANKINGS.low; GAMES.stud_hi_lo.shares[1].ranking = 'eight';"
    logs = [hand.log.to_bytes() for hand in sealed("stud_hi_lo", 20, 5)]
    assert any(b',"low",' in log for log in logs)
    assert all(report["good"] for report in judged(logs, renamed))


@pytest.mark.deep
def test_every_one_of_many_logs_that_the_library_writes_holds() -> None:
    hands = many(150)
    bad = [(hand, report) for hand, report in zip(hands, judged(h.log.to_bytes() for h in hands), strict=True)
           if not report["good"]]  # fmt: skip
    assert not bad


def test_what_was_checked_is_counted() -> None:
    (report,) = judged([showcase().log.to_bytes()])
    assert report["checks"] == {
        "lines": ["good", 75],
        "chain": ["good", 74],
        "seals": ["good", 28],
        "deck": ["good", 36],
        "turns": ["good", 42],
        "times": ["none", 0],
        "chips": ["good", 534],
        "awards": ["good", 2],
    }


def state_of(state: HandState) -> dict[str, Any]:
    store = state.store
    return {
        "stacks": [seat.stack for seat in state.seats],
        "wagered": [seat.wagered for seat in state.seats],
        "up": [[card.text for card in seat.up] for seat in state.seats],
        "down": [list(seat.down) for seat in state.seats],
        "shown": [[card.text for card in seat.shown] for seat in state.seats],
        "live": [state.seats[place].number for place in places_of(state.live)],
        "row": [] if store is None else [card.text if card else None for card in store.row],
        "pots": [pot.amount for pot in pots_of(state)],
        "left": state.stub.left,
        "street": state.street,
    }


STATES = """
const told = (state) => ({
  stacks: state.players.map((player) => player.stack),
  wagered: state.players.map((player) => player.wagered),
  up: state.players.map((player) => player.up),
  down: state.players.map((player) => player.down),
  shown: state.players.map((player) => player.shown),
  live: liveOf(state).map((player) => player.seat),
  row: state.store?.row ?? [],
  pots: potsOf(state).map((pot) => pot.amount),
  left: state.stub.positions.length - state.stub.taken,
  street: state.street,
});
give(given.map((text) => verifyLog(utf8.encode(text)).states.map(told)));
"""


def test_after_every_entry_the_page_knows_the_same_state_as_the_library() -> None:
    hands = [*special().values(), *many(2)]
    found = run_script(CORE + STATES, [hand.log.to_bytes().decode() for hand in hands])
    for hand, states in zip(hands, found, strict=True):
        state: HandState | None = None
        for event, told in zip(hand.events, states, strict=True):
            state = evolve(state, event)
            assert told == state_of(state), (hand, event)


def changed_at(stored: bytes, at: int) -> bytes:
    return stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :]


def test_one_byte_changed_anywhere_is_found() -> None:
    stored = showcase().log.to_bytes()
    places = range(0, len(stored), 41)
    for at, report in zip(places, judged(changed_at(stored, at) for at in places), strict=True):
        assert not report["good"], stored[at - 20 : at + 20]
        assert report["first"] is not None


#: What a line held, what it holds then, the check that says so, and the entry at which it does.
CHANGES = [
    ('"3d",', '"4d",', "seals", 52),
    ('"store_card_bought","price":1', '"store_card_bought","price":2', "chips", 15),
    ('"card":"3c","event":"store_card_bought"', '"card":"Jd","event":"store_card_bought"', "deck", 19),
    ('{"event":"folded","seat":5}', '{"event":"folded","seat":6}', "turns", 27),
    ('{"amount":4,"event":"called","seat":5}', '{"amount":5,"event":"called","seat":5}', "chips", 8),
    ('"event":"card_burned","position":18', '"event":"card_burned","position":19', "deck", 14),
    ('[0,"high",2,66],[0,"dots",1,32]', '[0,"high",2,65],[0,"dots",1,33]', "awards", 72),
    ('[1,105],', '[1,106],', "chips", 73),
    ('"to":8}', '"to":9}', "chips", 26),
    ('"event":"betting_closed","street":4', '"event":"betting_closed","street":5', "turns", 34),
    ('"event":"hand_shown","seat":2', '"event":"hand_shown","seat":3', "turns", 68),
]  # fmt: skip


def test_the_entry_that_was_changed_is_named() -> None:
    stored = showcase().log.to_bytes().decode()
    reports = judged(stored.replace(before, after, 1).encode() for before, after, _, _ in CHANGES)
    for (before, _, check, entry), report in zip(CHANGES, reports, strict=True):
        assert before in stored
        assert (report["first"]["check"], report["first"]["entry"]) == (check, entry), report["first"]
        assert report["checks"]["chain"][0] == "bad"


def rechained(lines: list[bytes]) -> bytes:
    head = b""
    for line in lines:
        head = sha256(head + line).digest()
    end = f'{{"entries":{len(lines)},"event":"end","head":"{head.hex()}"}}'.encode()
    return b"\n".join([*lines, end]) + b"\n"


def with_line(lines: Sequence[bytes], entry: int, before: str, after: str) -> bytes:
    line = lines[entry].replace(before.encode(), after.encode(), 1)
    return rechained([*lines[:entry], line, *lines[entry + 1 :]])


def test_a_new_chain_hides_no_change_that_the_hand_itself_betrays() -> None:
    lines = showcase().log.lines
    reports = judged(with_line(lines, entry, before, after) for before, after, _, entry in CHANGES)
    for (_, _, check, entry), report in zip(CHANGES, reports, strict=True):
        assert (report["first"]["check"], report["first"]["entry"]) == (check, entry)
        assert report["checks"]["chain"][0] == "good"


def test_a_line_dropped_doubled_or_swapped_is_found_without_the_chain() -> None:
    lines = list(showcase().log.lines)
    places = range(3, 73)
    dropped = [rechained(lines[:at] + lines[at + 1 :]) for at in places]
    doubled = [rechained(lines[: at + 1] + lines[at:]) for at in places]
    swapped = [rechained([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]) for at in places]
    reports = judged([*dropped, *doubled, *swapped])
    assert [lines[at] for at, report in zip([*places] * 3, reports, strict=True) if report["good"]] == []


def test_a_change_that_nothing_depends_on_is_found_by_the_chain_alone() -> None:
    stored = showcase().log.to_bytes()
    (report,) = judged([stored.replace(b'"player":"dan"', b'"player":"Dan"')])
    assert report["first"]["check"] == "chain"
    assert report["first"]["entry"] is None


BROKEN = {
    "empty": b"",
    "a cut last line": b'{"event":"checked"',
    "not UTF-8": b"\xff\n",
    "nothing but line ends": b"\n\n\n",
    "deep nesting": b"[" * 200_000 + b"\n",
    "a huge number": b'{"at":' + b"9" * 5000 + b"}\n",
    "null": b"null\n",
    "a proto": b'{"__proto__":{"event":"end"}}\n',
    "no hand": b'{"entries":0,"event":"end","head":null}\n',
    "another event first": b'{"event":"checked","seat":1}\n',
}


def test_nothing_that_is_no_log_is_taken_for_one_or_breaks_the_verifier() -> None:
    for name, report in zip(BROKEN, judged(BROKEN.values()), strict=True):
        assert not report["good"], name


def test_any_change_of_a_line_leaves_the_verifier_standing() -> None:
    chance = random.Random(4)
    lines = list(showcase().log.lines)
    logs = []
    for _ in range(200):
        entry = chance.randrange(len(lines))
        line = bytearray(lines[entry])
        for _ in range(chance.randint(1, 3)):
            line[chance.randrange(len(line))] = chance.choice(b'0123456789"[]{},:aenT')
        logs.append(rechained([*lines[:entry], bytes(line), *lines[entry + 1 :]]))
    assert len(judged(logs)) == 200


def test_a_log_cut_between_lines_is_a_hand_that_is_not_finished() -> None:
    hand = showcase()
    (report,) = judged([Log.of(hand.events[:40]).to_bytes()])
    assert report["good"]
    assert not report["finished"]


@pytest.mark.parametrize("kept", [-1, -40, 5_000, 7_500, 100])
def test_a_log_cut_within_a_line_names_that_line_and_nothing_else(kept: int) -> None:
    stored = showcase().log.to_bytes()[:kept]
    (report,) = judged([stored])
    entry = stored.count(b"\n")
    assert report["first"] == {
        "entry": entry,
        "message": "the file stops in the middle of a line",
        "check": "lines",
    }
    assert [check for check, (verdict, _) in report["checks"].items() if verdict == "bad"] == ["lines"]
    assert report["faults"] == 1


def test_a_finished_hand_without_its_end_line_does_not_hold() -> None:
    hand: Hand = showcase()
    (report,) = judged([b"\n".join(hand.log.lines) + b"\n"])
    assert report["first"]["check"] == "chain"

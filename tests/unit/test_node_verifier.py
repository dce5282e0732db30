"""The verifier in another language: it accepts what the library writes and rejects what was changed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from node import MISSING, NODE, run_node, run_script
from page_hands import many, showcase, special

from grocerydots.audit import audit
from grocerydots.log import VERSION

VERIFIER = Path(__file__).resolve().parents[2] / "docs" / "reference" / "verifier" / "verify.mjs"
JUDGE = f"""
const {{ verify }} = await import({VERIFIER.as_uri()!r});
const verdict = (hex) => {{
  try {{
    return [null, verify(Buffer.from(hex, "hex"))];
  }} catch ({{ line, message }}) {{
    return [line, message];
  }}
}};
give(given.map(verdict));
"""


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def verdicts(logs: Iterable[bytes]) -> list[tuple[int | None, str]]:
    """The line at which each log fails, None for none, and what is said of it."""
    return [(line, text) for line, text in run_script(JUDGE, [log.hex() for log in logs])]


def rechained(lines: Iterable[bytes]) -> bytes:
    """A finished log of these lines, with the chain that they give."""
    stored, head = list(lines), b""
    for line in stored:
        head = sha256(head + line).digest()
    stored.append(b'{"entries":%d,"event":"end","head":"%s"}' % (len(stored), head.hex().encode()))
    return b"\n".join(stored) + b"\n"


def test_it_accepts_what_the_library_writes() -> None:
    hands = [*special().values(), *many(6)]
    for hand, (line, text) in zip(hands, verdicts(hand.log.to_bytes() for hand in hands), strict=True):
        assert line is None, (line, text, hand.log.lines[line - 1])
        assert hand.log.head in text
        assert ("not finished" in text) is not hand.is_over


def test_it_accepts_all_that_the_library_writes() -> None:
    found = verdicts(hand.log.to_bytes() for hand in many(150))
    assert [verdict for verdict in found if verdict[0] is not None] == []


def test_it_says_what_it_found() -> None:
    ((line, text),) = verdicts([showcase().log.to_bytes()])
    assert line is None
    cards = "28 cards turned up, all as sealed (test deck)"
    assert text.startswith(f"hand corner-store-17, finished: {cards}; 534 chips; head ")


def test_it_rejects_a_log_with_any_one_byte_changed() -> None:
    stored = showcase().log.to_bytes()
    changed = [stored[:at] + bytes([stored[at] ^ 1]) + stored[at + 1 :] for at in range(0, len(stored), 23)]
    assert [text for line, text in verdicts(changed) if line is None] == []


#: What is changed in which line, counted from 1, and what is said of it there, the chain being a new one.
MUTATIONS = {
    "a card of the store swapped": (14, '"2d"', '"2h"', "does not match the seal"),
    "an up card swapped": (5, '"3s"', '"4s"', "does not match the seal"),
    "a down card swapped at showdown": (68, '"Th"', '"9d"', "does not match the seal"),
    "a salt changed": (5, '"3s","', '"3s","0', "nothing proves 3s"),
    "a position skipped": (5, "[1,0,", "[1,1,", "position 1 of the deck is taken, and 0 is next"),
    "another burn": (15, '"position":18', '"position":19', "and 18 is next"),
    "a seal changed": (3, '"seals":["', '"seals":["00', None),
    "a card turned up twice": (17, '"5s"', '"2d"', "was turned up before"),
    "another card bought": (16, '"2d"', '"3c"', "does not lie in slot 1"),
    "another price": (16, '"price":1', '"price":2', "slot 1 costs 1, not 2"),
    "another amount": (27, '"amount":8', '"amount":7', "the wager is to 8"),
    "more than there is": (29, '"amount":8', '"amount":900', "more than there were"),
    "a stranger": (28, '"seat":5', '"seat":4', None),
    "a stranger who calls": (29, '"seat":6', '"seat":4', "nobody sits in seat 4"),
    "an award too many": (73, '[0,"high",2,66]', '[0,"high",2,67]', "more than there were"),
    "an award too few": (73, '[0,"high",2,66]', '[0,"high",2,65]', "1 chips of the pots are left over"),
    "another final stack": (74, "[1,105]", "[1,106]", "seat 1 has 105 chips, not 106"),
    "a final stack missing": (74, "[1,105],", "", "a stack is missing"),
    "a stack at the start": (1, '"stack":120', '"stack":121', None),
    "another hand": (1, '"corner-store-17"', '"corner-store-18"', None),
    "a negative amount": (6, '"amount":2', '"amount":-2', "below 0"),
    "a fraction": (6, '"amount":2', '"amount":2.5', "not whole"),
    "a number as text": (6, '"amount":2', '"amount":"2"', "the amount is missing"),
    "a space": (6, ",", ", ", "not canonical"),
    "a field twice": (6, '{"amount":2', '{"amount":2,"amount":2', "not canonical"),
    "another order of fields": (28, '{"event":"folded",', '{"seat":5,"event":"folded",', "not canonical"),
    "an escape": (1, '"ann"', '"\\u0061nn"', "not canonical"),
    "an unknown event": (28, '"folded"', '"mucked"', "there is no event mucked"),
    "a newer version": (1, f'"version":{VERSION}', f'"version":{VERSION + 1}', "the format is not"),
    "a time on one line": (28, '{"event"', '{"at":1,"event"', "a time stands on every line or on none"),
    "no JSON": (28, "{", "", "not what the format says"),
}  # fmt: skip


def test_it_names_the_line_that_was_changed_though_the_chain_is_a_new_one() -> None:
    lines = showcase().log.lines
    logs = []
    for name, (number, before, after, _) in MUTATIONS.items():
        assert before.encode() in lines[number - 1], name
        changed = lines[number - 1].replace(before.encode(), after.encode(), 1)
        logs.append(rechained([*lines[: number - 1], changed, *lines[number:]]))
    for (name, (number, _, _, said)), (line, text) in zip(MUTATIONS.items(), verdicts(logs), strict=True):
        if (
            name == "a stranger"
        ):  # who does nothing with chips or cards; the rules of play are not checked here
            continue
        assert line is not None, name
        if said is not None:
            assert (line, said in text) == (number, True), (name, line, text)


def test_it_rejects_lines_dropped_or_doubled_where_cards_or_chips_are_moved() -> None:
    lines = showcase().log.lines
    moves = re.compile(rb"amount|position|price|awards|stacks|antes|_dealt|store_opened")
    moving = [at for at, line in enumerate(lines) if moves.search(line)]
    dropped = [rechained([*lines[:at], *lines[at + 1 :]]) for at in moving]
    doubled = [rechained([*lines[: at + 1], *lines[at:]]) for at in moving]
    found = verdicts([*dropped, *doubled])
    assert [lines[at] for at, (line, _) in zip(moving * 2, found, strict=True) if line is None] == []


@pytest.mark.parametrize("name", ["short_deck", "community"])
def test_it_holds_a_reshuffle_against_its_seal_and_its_cards(name: str) -> None:
    lines = special()[name].log.lines
    at = next(at for at, line in enumerate(lines) if b"stub_replenished" in line)

    def changed(pattern: bytes, put: bytes) -> bytes:
        line = re.sub(pattern, put, lines[at], count=1)
        assert line != lines[at]
        return rechained([*lines[:at], line, *lines[at + 1 :]])

    logs = [
        changed(rb'"positions":\[(\d+),(\d+)', rb'"positions":[\2,\1'),
        changed(rb'"positions":\[\d+,', rb'"positions":['),
        changed(rb'"order":\[(\d+),(\d+)', rb'"order":[\2,\1'),
        changed(rb'"order":\[[^]]*\]', rb'"order":null'),
        changed(rb'"salt":"(.)(.)', rb'"salt":"\2\1') if not re.search(rb'"salt":"(.)\1', lines[at]) else
        changed(rb'"salt":"..', rb'"salt":"0f'),
    ]  # fmt: skip
    assert [line for line, _ in verdicts(logs)] == [at + 1] * 5


def test_it_rejects_what_is_no_log() -> None:
    line = showcase().log.lines[0]
    broken = [b"", b"\n", b"{}\n", b"null\n", b"\xff\n", line, line + b"\r\n", b"\xef\xbb\xbf" + line + b"\n"]
    broken += [b"[" * 100_000 + b"\n", line + b"\n\n", line + b"\n" + line + b"\n"]
    assert all(found is not None for found, _ in verdicts(broken))


def test_it_rejects_a_finished_log_without_its_end_or_with_more_after_it() -> None:
    stored = showcase().log.to_bytes()
    cut = stored[: stored.rindex(b"\n", 0, -1) + 1]
    twice = stored + stored[len(cut) :]
    other = stored.replace(b'"entries":74', b'"entries":75')
    assert [line for line, _ in verdicts([cut, twice, other])] == [74, 76, 75]


def test_its_exit_status_tells_the_verdict(tmp_path: Path) -> None:
    stored = showcase().log.to_bytes()
    (tmp_path / "good.jsonl").write_bytes(stored)
    (tmp_path / "bad.jsonl").write_bytes(stored.replace(b'"3d"', b'"4d"', 1))
    good, bad, missing = (
        run_node(str(VERIFIER), str(tmp_path / name)) for name in ("good.jsonl", "bad.jsonl", "no")
    )
    assert (good.returncode, bad.returncode, missing.returncode) == (0, 1, 2)
    assert good.stdout.startswith("OK hand corner-store-17, finished")
    assert bad.stdout == "WRONG line 53: 4d does not match the seal of position 29\n"


def test_it_is_short_and_needs_no_packages() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert set(re.findall(r'from "([^"]+)"', text)) == {"node:crypto", "node:fs"}
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("//")]
    assert len(lines) < 220


def chained(*lines: bytes) -> bytes:
    """Lines with the head that they give, whatever they say."""
    head = b""
    for line in lines:
        head = sha256(head + line).digest()
    end = b'{"entries":%d,"event":"end","head":"%s"}' % (len(lines), head.hex().encode())
    return b"\n".join([*lines, end]) + b"\n"


def test_what_python_refuses_in_an_opening_or_a_closing_is_refused() -> None:
    first, *middle, last = showcase().log.lines
    seating = re.search(rb'"seats":\[(\{[^}]*\})', first)
    stack = re.search(rb'"stacks":\[(\[[^]]*\])', last)
    assert seating is not None
    assert stack is not None
    player = re.search(rb'"player":("[^"]*")', first)
    assert player is not None
    assert verdicts([chained(first, *middle, last)])[0][0] is None
    openings = [
        first.replace(player[1], b'"\\ud800"', 1),
        first.replace(player[1], b'""', 1),
        first.replace(player[1], b"5", 1),
        first.replace(seating[1], seating[1] + b"," + seating[1], 1),
        first.replace(b'"stack":', b'"stack":0,"stuck":', 1),
        first.replace(b'{"deal', b'{"d":1,"deal', 1),
    ]
    closing = last.replace(stack[1], stack[1] + b"," + stack[1], 1)
    logs = [*[chained(opening, *middle, last) for opening in openings], chained(first, *middle, closing)]
    assert [audit(log).is_clean for log in logs] == [False] * 7
    assert [line for line, _ in verdicts(logs)] == [1] * 6 + [len(middle) + 2]

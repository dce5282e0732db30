"""One event more, legal or not: what the page's verifier takes, held against what the library takes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from node import MISSING, NODE, run_script
from page_hands import many, special

from grocerydots import events as e
from grocerydots.errors import IllegalEvent, LogError
from grocerydots.log.canonical import canonical
from grocerydots.log.codec import decode_line
from grocerydots.page.build import VERIFYING, asset
from grocerydots.phases import check
from grocerydots.state import HandState

CORE = "\n".join(map(asset, VERIFYING))
TRY = """
give(given.map(([prefix, lines]) => {
  const log = verifyLog(utf8.encode(`${prefix.join("\\n")}\\n`));
  return lines.map((line) => {
    const findings = new Findings();
    const { events, states, table } = log;
    const more = { events: [...events], states: [...states], table: structuredClone(table) };
    replay({ ...more, findings, lines: [utf8.encode(line)] });
    return findings.checks.flatMap((check) => check.faults)[0]?.message ?? null;
  });
}));
"""


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def nearly(line: bytes) -> Iterator[bytes]:
    """The line, and lines with one field of it changed."""
    yield line
    fields = json.loads(line)
    for name, value in fields.items():
        for other in _others(name, value):
            yield canonical({**fields, name: other})


def _others(name: str, value: Any) -> list[Any]:
    if name == "result":
        return ["all_in", "check", "fold", "bring_in", "sit_out", "pass", "show"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [0, value + 1, value - 1]
    if isinstance(value, list):
        return [[], value[1:], value[:-1], value[::-1], [*value, *value[-1:]]]
    return []


def readable(lines: Iterable[bytes]) -> dict[bytes, e.Event]:
    """The lines that say an event, and what they say."""
    found = {}
    for line in lines:
        try:
            found[line] = decode_line(line, 2)[0]
        except LogError:
            continue
    return found


def is_legal(state: HandState, event: e.Event) -> bool:
    try:
        check(state, event)
    except IllegalEvent:
        return False
    return True


def moments(each: int, chance: Random) -> Iterator[tuple[HandState, list[bytes], dict[bytes, e.Event]]]:
    """States of many hands, the lines that lead there, and others that may come next or may not."""
    hands = [*special().values(), *many(1)]
    everything = [line for hand in hands for line in hand.log.lines[1:] if not hand.times]
    for hand in hands:
        if hand.times:
            continue
        lines = hand.log.lines
        for entry in chance.sample(range(1, len(lines)), min(each, len(lines) - 1)):
            tried = [*nearly(lines[entry]), *lines[entry + 1 :: 5], *chance.sample(everything, 30)]
            tried += [more for line in chance.sample(everything, 5) for more in islice(nearly(line), 9)]
            yield hand.at(entry - 1).state, [*lines[:entry]], readable(tried)


def differing(each: int, chance: Random) -> list[tuple[bytes, str | None]]:
    """The lines of which the page's verifier says another thing than the library, and what it says."""
    found = list(moments(each, chance))
    given = [
        [[line.decode() for line in lines], [line.decode() for line in tried]] for _, lines, tried in found
    ]
    return [
        (line, said)
        for (state, _, tried), words in zip(found, run_script(CORE + TRY, given), strict=True)
        for (line, event), said in zip(tried.items(), words, strict=True)
        if is_legal(state, event) is not (said is None)
        and not (said is None and isinstance(event, e.Completed | e.Bet | e.Raised))
    ]


def test_wagers_apart_the_page_takes_just_what_the_library_takes() -> None:
    assert differing(3, Random(5)) == []


@pytest.mark.deep
def test_wagers_apart_the_page_takes_just_what_the_library_takes_at_many_moments() -> None:
    assert differing(60, Random(6)) == []

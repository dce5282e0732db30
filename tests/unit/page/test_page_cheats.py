"""No page is green whose log breaks a rule: its verifier finds it, or the library said so."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from node import MISSING, NODE, run_script
from page_hands import many, showcase, special, timed

from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.errors import LogError
from grocerydots.log import Log, read_log
from grocerydots.page import build
from grocerydots.page.build import VERIFYING, asset

TESTS = Path(__file__).parents[2]
CHEAT_LOGS = sorted((TESTS / "unit" / "audit" / "cheats").glob("*.jsonl"))
CHEATS = {path.stem: path.read_bytes() for path in CHEAT_LOGS}
#: Those of hands that somebody could play: `every-event` only shows each event.
GOLDEN = [path for path in sorted((TESTS / "golden").rglob("*.jsonl")) if path.stem != "every-event"]
PAGE = TESTS.parent / "docs" / "how-to" / "replay-page.md"
CORE = "\n".join(map(asset, VERIFYING))

#: The cheats that the page's verifier does not find, by what the page says that it does not check.
UNCHECKED = {
    "wagers": {"bet_over_the_cap", "short_all_in_counted_full", "string_raise"},
    "shuffle": {"deck_chosen", "entropy_ignored", "secret_from_a_test_seed"},
    "down cards": {"card_twice_in_two_hands", "opening_made_up"},
    "copies": {"entries_cut", "hand_given_another_id", "history_rewritten", "two_receipts_signed"},
}


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def faults(logs: Iterable[bytes]) -> list[dict[str, Any] | None]:
    """The first fault that the page's verifier finds in each log, None for none."""
    script = """
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    give(given.map((text) => verifyLog(bytes(text)).firstFault));
    """
    found: list[dict[str, Any] | None] = run_script(
        CORE + script, [base64.b64encode(log).decode() for log in logs]
    )
    return found


def not_checked() -> dict[str, str]:
    found: dict[str, str] = run_script(f"{CORE}{asset('report.js')}give(NOT_CHECKED);", None)
    return found


def finding(log: bytes) -> dict[str, Any] | None:
    """What the page of a log says that the library found."""
    try:
        page = build(read_log(log))
    except LogError:
        page = build(log)
    (given,) = re.findall(r'id="hand">(.*?)</script>', page, re.DOTALL)
    found: dict[str, Any] | None = json.loads(given)["finding"]
    return found


def test_every_cheat_is_red_or_of_a_kind_that_the_page_says_it_does_not_check() -> None:
    green = {name for name, fault in zip(CHEATS, faults(CHEATS.values()), strict=True) if fault is None}
    assert len(CHEATS) > 60
    assert green == set().union(*UNCHECKED.values())
    assert UNCHECKED.keys() < not_checked().keys()


def test_no_page_is_green_whose_log_the_audit_finds_wrong() -> None:
    for (name, log), fault in zip(CHEATS.items(), faults(CHEATS.values()), strict=True):
        wrong = [found for found in audit(log).findings if found.gravity != "note"]
        assert bool(wrong) is (fault is not None or finding(log) is not None), name


def test_an_illegal_wager_is_red_by_what_the_library_says() -> None:
    for name in UNCHECKED["wagers"]:
        first, found = audit(CHEATS[name]).first, finding(CHEATS[name])
        assert first is not None
        assert found is not None
        assert (found["entry"], found["rule"]) == (first.entry, first.rule)
        assert found["message"].startswith(f"{first.rule}: seat ")


#: Cheats that break nothing but the order or the dues of a hand, what says so, and how it begins.
DUES = {
    "rake_not_agreed": ("chips", "a rake is taken, and none was agreed"),
    "uncalled_bet_kept": ("chips", "the betting is closed, and 8 uncalled chips have not gone back"),
    "dots_tie_not_confirmed": ("turns", "“deck sealed” comes here, and the dealer has yet to say how"),
    "late_action": ("times", "there acts seat "),
    "early_time_out": ("times", "the clock acts for seat "),
    "time_set_back": ("times", "it is at "),
    "clock_held_for_a_friend": ("times", "the dealer's line is "),
}


def test_what_is_left_out_or_comes_at_the_wrong_time_is_named() -> None:
    for (name, (kind, words)), fault in zip(DUES.items(), faults(map(CHEATS.__getitem__, DUES)), strict=True):
        assert fault is not None, name
        assert (fault["check"], fault["message"][: len(words)]) == (kind, words), name


def out_of_place() -> dict[str, list[e.Event]]:
    """The showcase with something left out before its cards, or come at another time."""
    opened, tie, seal, antes, *rest = showcase().events
    assert isinstance(antes, e.AntesPosted)
    fewer = e.AntesPosted(antes.antes[1:])
    closed = e.HandClosed(tuple(e.Payment(s.number, s.stack + s.paid) for s in showcase().at(3).state.seats))
    return {
        "the antes are those of seats 2, 3, 5, 6, and": [opened, tie, seal, fewer, *rest],
        "“antes posted” comes here, and the deck has": [opened, tie, antes, seal, *rest],
        "“deck sealed” comes here, and the dealer has": [opened, seal, antes, *rest[:-2], tie, *rest[-2:]],
        "“dots tie confirmed” comes here, and the deck": [opened, tie, tie, seal, antes, *rest],
        "“hand cancelled” comes here, and the antes": [
            opened, tie, seal, antes, e.HandCancelled(antes.antes), closed
        ],
    }  # fmt: skip


def test_what_is_out_of_place_before_the_cards_is_named() -> None:
    logs = {words: Log.of(events).to_bytes() for words, events in out_of_place().items()}
    for (words, log), fault in zip(logs.items(), faults(logs.values()), strict=True):
        assert fault is not None, words
        assert fault["message"].startswith(words), fault
        assert finding(log) is not None


def test_all_that_is_not_checked_stands_in_the_docs() -> None:
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert [kind for kind, words in not_checked().items() if words not in text] == []


def test_honest_hands_with_times_and_golden_logs_are_green() -> None:
    golden = [log for path in GOLDEN for log in re.split(rb"(?<=\n)\n", path.read_bytes())]
    assert [log for log in golden if not audit(log).is_clean] == []
    logs = golden + [timed(hand).to_bytes() for hand in (*special().values(), *many(3))]
    for log, fault in zip(logs, faults(logs), strict=True):
        assert fault is None, (fault, log)
        assert finding(log) is None

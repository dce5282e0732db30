"""The page as text: self-contained, safe whatever is in a log, and true to the hand."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from typing import Any

import pytest
from page_hands import showcase, special, unfinished

from grocerydots import events as e
from grocerydots.log import Log
from grocerydots.page import build
from grocerydots.page.build import SCRIPTS, asset
from grocerydots.turns import Decision

HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "a\u2028b\u2029c\x00\x1b[31m\u202e",
    '"]}&amp;\\u003c' + "x" * 9_000,
)


def embedded(page: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/json" id="hand">(.*?)</script>', page, re.DOTALL)
    assert len(found) == 1
    value: dict[str, Any] = json.loads(found[0])
    return value


def elements(page: str, name: str) -> list[str]:
    return re.findall(rf"<{name}>(.*?)</{name}>", page, re.DOTALL)


@pytest.mark.parametrize(("name", "hand"), special().items())
def test_the_log_stands_in_the_page_word_for_word(name: str, hand: Any) -> None:
    given = embedded(build(hand.log))
    assert given["log"].encode() == hand.log.to_bytes()
    assert given["heads"] == list(hand.log.heads)


def test_no_name_gets_out_of_where_it_is_embedded() -> None:
    log = showcase(HOSTILE).log
    page = build(log)
    assert embedded(page)["log"].encode() == log.to_bytes()
    assert len(re.findall(r"<script", page)) == 2
    assert "onerror" in page
    assert "<img" not in page
    assert not set("\u2028\u2029\x00\x1b\u202e") & set(build(log).replace("\u202e", ""))


def test_the_page_speaks_of_no_other_place() -> None:
    page = build(showcase().log)
    places = set(re.findall(r"\w+://[^\s\"'<>)]+", page))
    assert places == {"http://www.w3.org/2000/svg"}  # a name, not a place
    assert not re.search(r"\b(?:src|href)=\"(?!data:,|#)", page)
    assert "@import" not in page
    assert "url(" not in asset("page.css")


def test_the_policy_lets_nothing_run_but_the_page_itself() -> None:
    page = build(showcase().log)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy[1]
    for kind, element in (("script-src", "script"), ("style-src", "style")):
        (text,) = elements(page, element)
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        assert rules[kind] == f"'sha256-{digest}'"


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_script_makes_code_or_markup_of_text(name: str) -> None:
    text = asset(name)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function", text)
    assert not re.search(r"\bfetch\b|XMLHttp|WebSocket|sendBeacon|import\(|localStorage|</script", text)


def test_every_entry_has_its_words_its_rule_and_whose_turn_it_then_is() -> None:
    hand = showcase()
    given = embedded(build(hand.log))
    assert len(given["notes"]) == hand.entries
    assert "buys 2d in slot 1 for 1" in given["notes"][15]["text"]
    assert given["notes"][16]["rule"] == "GSD-10"
    assert given["notes"][17]["turn"] is None
    assert given["notes"][18]["turn"] == {
        "seat": 3,
        "who": "",
        "text": "buy 5s for 1, buy 3c for 2, buy Jd for 3 or pass",
        "rule": "GSD-9",
    }
    cited = {note["rule"] for note in given["notes"][1:] if note["rule"]} | {"GSD-9"}
    assert cited <= set(given["rules"])
    assert given["rules"]["GSD-7"].startswith("When the first betting round has closed")


def test_no_rule_is_cited_for_the_end_of_a_round_or_of_the_hand() -> None:
    hand = showcase()
    notes = embedded(build(hand.log))["notes"]
    endings = [
        note for note, event in zip(notes, hand.events, strict=True)
        if isinstance(event, (e.BettingClosed, e.HandClosed))
    ]  # fmt: skip
    assert [note["rule"] for note in endings] == [None] * 6


def test_a_hand_that_is_not_over_says_whose_decision_it_waits_for() -> None:
    hand = unfinished()
    assert isinstance(hand.turn, Decision)
    due = embedded(build(hand.log))["notes"][-1]["turn"]
    assert (due["seat"], due["rule"]) == (hand.turn.seat, hand.turn.rule)


def test_a_log_that_stops_before_a_dealers_step_says_what_is_due() -> None:
    log = Log.of(showcase().events[:13])
    assert embedded(build(log))["notes"][-1]["turn"] == {
        "seat": None,
        "who": "the dealer",
        "text": "open the store",
        "rule": "GSD-7",
    }


def test_the_words_of_the_history_may_be_given() -> None:
    given = embedded(build(showcase().log, text_lines=[(0, "Guten Abend"), (500, "nowhere")]))
    assert [note["text"] for note in given["notes"][:2]] == ["Guten Abend", ""]


def test_notes_stop_where_a_rule_is_broken() -> None:
    events = showcase().events
    given = embedded(build(Log.of((*events[:20], *events[21:]))))
    assert len(given["notes"]) == 20


def test_that_the_library_found_nothing_stands_in_the_page_of_a_legal_hand() -> None:
    assert embedded(build(showcase().log))["finding"] is None
    assert embedded(build(unfinished().log.to_bytes()))["finding"] is None


def test_what_the_library_found_stands_in_the_page_with_its_entry_and_rule() -> None:
    events = showcase().events
    finding = embedded(build(Log.of((*events[:15], *events[16:]))))["finding"]
    assert (finding["entry"], finding["rule"]) == (15, "GSD-9")
    assert finding["message"].startswith("GSD-9: the dealer cannot restock the store: ")


@pytest.mark.parametrize(
    ("before", "after", "entry", "message"),
    [
        (b'"to":4}', b'"to":04}', 7, "JSON"),
        (b'"event":"folded"', '"event":"</script><b>\u202e"'.encode(), 27, "</script>"),
        (b'"player":"dan"', b'"player":"Dan"', None, "changed after the hand"),
    ],
)
def test_what_cannot_be_read_is_found_at_its_line(
    before: bytes, after: bytes, entry: int | None, message: str
) -> None:
    page = build(showcase().log.to_bytes().replace(before, after, 1))
    finding = embedded(page)["finding"]
    assert (finding["entry"], finding["rule"]) == (entry, None)
    assert message in finding["message"]
    assert "\u202e" not in finding["message"]
    assert len(re.findall(r"</script", page)) == 2


def test_what_was_found_is_not_longer_than_a_reader_bears() -> None:
    page = build(showcase().log.to_bytes().replace(b'"folded"', b'"' + b"x" * 50_000 + b'"', 1))
    assert len(embedded(page)["finding"]["message"]) <= 1_001


def test_a_log_that_cannot_be_read_stands_in_the_page_all_the_same() -> None:
    stored = showcase().log.to_bytes()
    changed = stored.replace(b'"to":4}', b'"to":04}', 1)
    given = embedded(build(changed))
    assert given["log"].encode() == changed
    assert (given["heads"], len(given["notes"])) == (None, 7)


@pytest.mark.parametrize("stored", [b"", b"\n", b"\xff\xfe", b"{}\n", b"\x00" * 100, b"[" * 100_000])
def test_a_page_can_be_made_of_any_bytes(stored: bytes) -> None:
    given = embedded(build(stored))
    text = given["log"]
    assert (base64.b64decode(given["log_base64"]) if text is None else text.encode()) == stored
    assert given["notes"] == []


def test_openings_stand_in_the_page_and_the_history_knows_their_cards() -> None:
    hand = showcase()
    own = hand.openings(3)
    given = embedded(build(hand.log, own))
    assert given["openings"] == json.loads(own.to_bytes())
    assert "cleo  [Ks Kd] 8d" in given["notes"][4]["text"]
    assert embedded(build(hand.log))["openings"] is None

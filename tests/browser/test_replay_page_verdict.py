"""The verdict in real Chromium: green for what the library writes, red and where for what was changed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_hands import sealed, showcase, special, unfinished, unsealed
from screens import DESKTOP, PHONE, Open, at

from grocerydots import Hand
from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.log import Log, read_log
from grocerydots.page import build
from grocerydots.proofs.openings import Openings
from grocerydots.rules.games import GAMES
from grocerydots.rules.rules import Betting, Rules
from grocerydots.testing import test_seed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ["browsing"]

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "\u202egpj.exe\u2066\u2028\u0000\u001b[31m",
    "Z̷̡̛̤͖̰̈́a̷̛l̶g̸o" + "\u0301" * 500 + "x" * 9_000,
    "שלום {{7*7}} ${alert(3)} %s",
)


def checks(page: Page) -> dict[str, str]:
    """What each check says: its mark's word and its amount."""
    found = {}
    for item in page.locator("#findings .checks > li").all():
        mark = item.locator(".mark").get_attribute("aria-label")
        amount = item.locator(".how-many").all_inner_texts()
        found[item.locator(".what").inner_text()] = " ".join([mark or "", *amount])
    return found


def is_green(page: Page) -> bool:
    title = page.locator("#verdict-title").inner_text()
    good = page.locator("#pill.good").count() == 1
    assert good is (title == "This log holds")
    assert page.locator("#verdict.bad").count() == (not good)
    assert (page.locator("#findings .where").count() == 0) is good
    return good


def test_a_real_hand_is_green_and_what_was_checked_is_listed(opened: Open) -> None:
    page = opened(showcase().log)
    assert is_green(page)
    assert checks(page) == {
        "Every line is written as the format says": "holds 75 lines",
        "The chain of hashes leads to the head": "holds 74 hashes",
        "Every opened card matches its seal": "holds 28 openings",
        "No card comes twice or out of order": "holds 36 cards",
        "Everything came in its turn": "holds 42 actions",
        "Every chip is accounted for": "holds 534 chips",
        "The pots went to the right players": "holds 2 pots",
    }
    page.get_by_text(re.compile("^Head ")).click()
    assert page.locator(".hash").inner_text() == showcase().log.head
    page.get_by_text("Not checked here").click()
    assert page.get_by_text("grocerydots audit").is_visible()
    assert page.get_by_text("Wagers: whether each is of a size").is_visible()


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_hands_of_every_game_are_green(opened: Open, game: Any) -> None:
    for hand in (*sealed(game, 2, 5), unsealed(game, 1)):
        page = opened(hand.log, at="#0")
        assert is_green(page), hand
        assert page.locator("#count").inner_text() == f"0 / {hand.entries - 1}"


ODD = [
    pytest.param(name, marks=() if name in ("with_entropy", "unfinished") else pytest.mark.deep)
    for name in special()
]


@pytest.mark.parametrize("name", ODD)
def test_hands_out_of_the_ordinary_are_green(opened: Open, name: str) -> None:
    hand = special()[name]
    page = opened(hand.log)
    assert is_green(page)
    assert (page.get_by_text("The hand is not finished").count() == 1) is not hand.is_over


#: The bytes before and after, in what, the entry that then fails, and why.
CHANGES: dict[str, tuple[str, str, str, int, str]] = {
    "a card": ("3", "4", '"card":"{}d","event":"store_re', 52, "4d at position 29 does not match the seal"),
    "a call": ("8", "7", '"amount":{},"event":"called","seat":6', 28, "the call is 7, and 8 is due"),
    "a seat": ("5", "6", '"store_passed","seat":{}', 21, "seat 6 acts, and it is the turn of seat 5"),
    "an award": ("2", "3", '[0,"dots",1,3{}]', 72, "what the pots pay out is 180, and 179 is due"),
    "a stack": ("0", "1", '"stack":15{}', 73, "the final stack of seat 3 is 157, and 158 is due"),
    "a bracket": ("}", "]", '"event":"folded","seat":5{}', 27, "it is not JSON"),
}
QUICK = ("a card", "a call", "a bracket")


@pytest.mark.parametrize(
    "what", [pytest.param(name, marks=() if name in QUICK else pytest.mark.deep) for name in CHANGES]
)
def test_one_byte_changed_is_red_and_says_where(opened: Open, what: str) -> None:
    before, after, place, entry, message = CHANGES[what]
    stored = showcase().log.to_bytes()
    changed = stored.replace(place.format(before).encode(), place.format(after).encode(), 1)
    assert sum(a != b for a, b in zip(stored, changed, strict=True)) == 1
    page = opened(changed)
    assert not is_green(page)
    assert page.locator("#pill").inner_text() == f"✗ does not hold: entry {entry}"
    assert page.locator(".where").inner_text() == f"First at entry {entry} (line {entry + 1}): {message}."
    assert checks(page)["The chain of hashes leads to the head"].startswith("fails")
    link = page.locator(".where a")
    if link.count():
        link.click()
        assert at(page) == entry
        assert page.locator("#lines .faulty [aria-current]").count() == 1


def test_a_changed_name_is_red_though_no_line_is_wrong_by_itself(opened: Open) -> None:
    page = opened(showcase().log.to_bytes().replace(b'"player":"dan"', b'"player":"Dan"'))
    assert not is_green(page)
    assert page.locator("#pill").inner_text() == "✗ does not hold"
    assert "A receipt or another copy of the log shows where" in page.locator(".where").inner_text()


@pytest.mark.parametrize(
    ("before", "after", "entry"),
    [
        (r"\"player\":\"dan\"", r"\"player\":\"Dan\"", 0),
        (r"\"full\":true,\"seat\":3,\"to\":8", r"\"full\":trus,\"seat\":3,\"to\":8", 26),
        (r"\"event\":\"folded\",\"seat\":6", r"\"event\":\"folded\",\"seat\":7", 45),
        (r"\"event\":\"end\"", r"\"event\":\"enc\"", 74),
    ],
)
def test_a_byte_changed_in_the_page_itself_is_red_and_says_in_which_line(
    opened: Open, before: str, after: str, entry: int
) -> None:
    text = build(showcase().log)
    assert text.count(before) >= 1
    page = opened(text.replace(before, after, 1))
    assert not is_green(page)
    assert page.locator("#pill").inner_text().endswith(f"entry {entry}")


def test_a_log_that_cannot_be_read_says_so_and_breaks_nothing(opened: Open) -> None:
    for stored in (b"", b"\xff\xfe\x00", b"not a log\n", b"[" * 100_000):
        page = opened(stored)
        assert not is_green(page)
        assert page.get_by_text("No entry of this log can be read.").is_visible()
        for key in ("ArrowRight", "ArrowLeft", "End", "Home", "1"):
            page.keyboard.press(key)


# What the library found


ILLEGAL = (Path(__file__).parents[1] / "unit" / "audit" / "cheats" / "string_raise.jsonl").read_bytes()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_log_that_breaks_a_rule_is_red_though_all_holds_that_the_browser_checks(
    opened: Open, size: tuple[int, int]
) -> None:
    page = opened(read_log(ILLEGAL), size=size)
    assert not is_green(page)
    assert page.locator("#verdict-title").inner_text() == "This log breaks a rule"
    found = page.locator(".where.maker")
    assert found.inner_text().startswith(
        "The library that made this page found at entry 11 (line 12): LIM-5: seat 2 cannot raise to 10: "
    )
    assert page.get_by_text("What your browser itself can check of the log holds:").is_visible()
    assert {said.split()[0] for said in checks(page).values()} == {"holds"}
    assert page.locator("#pill").text_content() == "✗ breaks a rule: entry 11"
    found.get_by_role("link").click()
    assert at(page) == 11
    assert page.locator("#lines .faulty [aria-current]").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_what_browser_and_library_find_is_told_apart(opened: Open) -> None:
    events = showcase().events
    page = opened(Log.of((events[0], *events[2:])))
    assert not is_green(page)
    assert "First at entry 1 (line 2): “deck sealed” comes here" in page.locator(".where").inner_text()
    assert "The library that made this page found at entry 1" in page.locator(".maker").inner_text()
    assert checks(page)["Everything came in its turn"].startswith("fails")


def test_a_green_page_says_whose_word_it_is_that_the_rules_were_kept(opened: Open) -> None:
    page = opened(showcase().log)
    assert "its maker's word, which your browser cannot prove" in page.locator("#findings .word").inner_text()
    hand = unfinished()
    page = opened(hand.log)
    assert "found nothing wrong" in page.locator("#findings .word").inner_text()


def test_the_librarys_word_goes_for_the_same_log_and_for_no_other(opened: Open, tmp_path: Path) -> None:
    illegal = read_log(ILLEGAL)
    page = opened(illegal)
    assert "✗ This log breaks a rule" in verify(page, tmp_path, "same.jsonl", ILLEGAL)
    early = verify(page, tmp_path, "early.jsonl", Log.of(illegal.events[:11]).to_bytes())
    assert "✓ This log holds" in early
    assert "found nothing wrong" in early
    page = opened(Log.of(illegal.events[:11]))
    assert is_green(page)
    assert "no library has spoken for this log" in verify(page, tmp_path, "later.jsonl", ILLEGAL)
    page = opened(showcase().log.to_bytes().replace(b'"player":"dan"', b'"player":"Dan"'))
    assert page.locator(".maker").inner_text().startswith("The library that made this page found: ")


# Other files


def verify(page: Page, folder: Path, name: str, content: bytes) -> str:
    """What the page says of a file that was chosen."""
    file = folder / name
    file.write_bytes(content)
    page.locator("#file").set_input_files(file)
    page.get_by_text(name, exact=True).wait_for()
    return page.locator("#other .result").inner_text()


def test_the_same_log_is_known_again_and_an_earlier_copy_too(opened: Open, tmp_path: Path) -> None:
    log = showcase().log
    page = opened(log)
    said = verify(page, tmp_path, "mine.jsonl", log.to_bytes())
    assert "✓ This log holds" in said
    assert "It is the log of this page, line for line." in said
    said = verify(page, tmp_path, "early.jsonl", Log.of(log.events[:30]).to_bytes())
    assert "It is this page's log up to entry 29." in said


def test_another_copy_shows_the_byte_from_which_it_differs(opened: Open, tmp_path: Path) -> None:
    stored = showcase().log.to_bytes()
    page = opened(stored)
    said = verify(
        page,
        tmp_path,
        "theirs.jsonl",
        stored.replace(b'"player":"dan"', b'"player":"Dan"'),
    )
    at = stored.index(b'"player":"dan"') + len('"player":"') + 1
    assert f"It differs from this page's log from entry 0 (line 1), byte {at}, on." in said
    assert "✗ This log does not hold" in said
    assert page.locator("#pill.good").count() == 1


def test_another_hand_can_be_verified_and_shown(opened: Open, tmp_path: Path) -> None:
    page = opened(showcase().log)
    other = special()["community"]
    said = verify(page, tmp_path, "other.jsonl", other.log.to_bytes())
    assert "It is of another hand than this page's." in said
    page.get_by_role("button", name="Show it on the table").click()
    assert page.get_by_role("heading", name="Hand eight").is_visible()
    assert page.locator(".seat").count() == 8
    page.keyboard.press("End")
    assert page.locator("#count").inner_text() == f"{other.entries - 1} / {other.entries - 1}"
    assert page.locator("#lines li").nth(1).inner_text() == "#1\nThe deck is sealed"


def test_a_file_may_be_dropped_on_the_page(opened: Open) -> None:
    log = showcase().log
    page = opened(log)
    page.evaluate(
        """(text) => {
          const files = new DataTransfer();
          files.items.add(new File([text], "dropped.jsonl"));
          const about = { dataTransfer: files, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent("drop", about));
        }""",
        log.to_bytes().decode(),
    )
    page.get_by_text("dropped.jsonl").wait_for()
    assert "It is the log of this page" in page.locator("#other").inner_text()


def receipt(entries: int, head: str, hand_id: str = "corner-store-17") -> bytes:
    fields = {
        "entries": entries,
        "format": "grocerydots-receipt",
        "hand_id": hand_id,
        "head": head,
        "signature": None,
        "version": 1,
    }
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"


def test_receipts_are_held_against_the_log(opened: Open, tmp_path: Path) -> None:
    hand = showcase()
    page = opened(hand.log)
    said = verify(page, tmp_path, "good", hand.receipt().to_bytes())
    assert "✓ The log shares the receipt's history: 74 entries" in said
    said = verify(page, tmp_path, "early", receipt(30, hand.log.head_at(30)))
    assert "✓ The log shares the receipt's history: 30 entries" in said
    said = verify(page, tmp_path, "changed", receipt(30, hand.log.head_at(31)))
    assert "✗ The log does not share the receipt's history" in said
    assert "In entry 29, or in one before it, the log is another" in said
    page.locator("#other a").click()
    assert at(page) == 29
    assert "✗ A receipt of another hand" in verify(page, tmp_path, "other", receipt(1, "0" * 64, "another"))
    assert page.locator("#pill").inner_text() == "✓ Verified"
    assert "✗ This receipt cannot be read" in verify(page, tmp_path, "broken", receipt(0, "0" * 64))


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_contradicts_the_log_is_brought_into_view_and_changes_the_word_at_the_top(
    opened: Open, tmp_path: Path, size: tuple[int, int]
) -> None:
    log = showcase().log
    page = opened(log, size=size)
    verify(page, tmp_path, "changed", receipt(30, log.head_at(31)))
    heading = page.locator("#other h3")
    for _ in range(2):
        assert page.evaluate("document.activeElement.textContent") == heading.inner_text()
        box = heading.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= size[1] - box["height"]
        assert page.locator("#pill.doubt").inner_text() == "✗ a receipt differs"
        page.evaluate("scrollTo(0, 0)")
        page.locator("#verdict").evaluate("(verdict) => { verdict.scrollTop = 0; }")
        page.locator("#pill").click()
    renamed = log.lines[0].replace(b'"player":"dan"', b'"player":"Dan"') + b"\n"
    verify(page, tmp_path, "copy", renamed)
    assert page.locator("#pill.doubt").inner_text() == "✗ a copy differs"
    verify(page, tmp_path, "less", log.lines[0] + b"\n")
    assert page.locator("#pill").inner_text() == "✓ Verified"


def test_openings_are_held_against_the_seals_and_shown(opened: Open, tmp_path: Path) -> None:
    hand = showcase()
    page = opened(hand.log, at="#30")
    own = hand.openings(5)
    said = verify(page, tmp_path, "dan.json", own.to_bytes())
    assert "✓ 2 cards of seat 5, proved by the seals" in said
    assert page.locator(".card-image.known").count() == 2
    wrong = own.openings[0]._replace(card=Card("5h"))
    said = verify(page, tmp_path, "lie.json", Openings(hand.state.hand_id, 5, (wrong,)).to_bytes())
    assert "✗ 5h does not match the seal of position 3" in said


def test_any_file_may_be_chosen(opened: Open, tmp_path: Path) -> None:
    page = opened(showcase().log)
    contents = [b"", b"{}\n", b"[]\n", b"null", b"\n\n", b"\xff\xd8\xff", b"GIF89a", b"[" * 300_000]
    for number, content in enumerate(contents):
        said = verify(page, tmp_path, f"any-{number}", content)
        assert said == f"any-{number}\n\n✗ This is no log, receipt or openings"
        assert is_green(page)


def test_files_of_other_kinds_are_told_what_they_are(opened: Open, tmp_path: Path) -> None:
    page = opened(showcase().log)
    said = verify(page, tmp_path, "seed", b"0a" * 32 + b"\n")
    assert said == "seed\n\n– A seed is checked by “grocerydots audit --seed”"
    said = verify(page, tmp_path, "table", b'{"event":"table_opened","format":"grocerydots-table"}\n')
    assert said == "table\n\n✗ This is the log of a table: verify the log of a hand"


def test_an_archive_is_told_from_a_log(opened: Open, tmp_path: Path) -> None:
    stored = showcase().log.to_bytes()
    page = opened(stored)
    assert "archive of several hands" in verify(page, tmp_path, "many.jsonl", stored + b"\n" + stored)


# Hostile logs


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_hostile_names_do_no_harm(opened: Open, tmp_path: Path, size: tuple[int, int]) -> None:
    hand = showcase(HOSTILE)
    page = opened(hand.log, size=size)
    assert is_green(page)
    for entry in range(0, hand.entries, 6):
        page.locator("#slider").fill(str(entry))
    assert page.locator("img, script:not(body > script), iframe").count() == 0
    names = page.locator(".seat .name").all_inner_texts()
    assert "<img src=x onerror=a…" in names
    assert all(len(name) < 50 for name in names)
    assert not set("\u202e\u2066\u2028\x00\x1b") & set("".join(page.locator("body").all_inner_texts()))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    verify(page, tmp_path, "same.jsonl", hand.log.to_bytes())
    page.get_by_role("button", name="Show it on the table").click()
    assert page.locator(".seat").count() == 5
    assert page.locator("img").count() == 0


def test_a_hostile_file_name_does_no_harm(opened: Open, tmp_path: Path) -> None:
    page = opened(showcase().log)
    name = "<img src=x onerror=alert(1)>.jsonl".replace("/", "")
    (tmp_path / name).write_bytes(showcase().log.to_bytes())
    page.locator("#file").set_input_files(tmp_path / name)
    page.get_by_text("It is the log of this page").wait_for()
    assert page.locator("img").count() == 0


def test_a_long_log_is_still_shown(opened: Open) -> None:
    rules = Rules.for_game("stud_high", Betting.no_limit(1), ante=1)
    hand = Hand.open(rules, {1: ("ann", 9_000), 2: ("bob", 9_000)}, 2, seed=test_seed("long"), hand_id="long")
    for _ in range(2_000):
        decision = hand.decision
        assert decision is not None
        event = decision.find(e.Raised) or decision.find(e.Completed) or decision.find(e.BroughtIn)
        assert event is not None
        hand = hand.play(event)
    page = opened(hand.log.to_bytes())
    assert page.locator("#lines li").count() == hand.entries
    page.keyboard.press("End")
    assert page.locator("#count").inner_text() == f"{hand.entries - 1} / {hand.entries - 1}"


def test_of_junk_after_a_beginning_the_page_shows_no_more_than_it_looked_at(opened: Open) -> None:
    lines = list(showcase().log.lines)[:4]
    junk = [b'{"event":"sat_out","seat":1}'] * 5_000
    page = opened(b"\n".join([*lines, *junk]) + b"\n")
    assert 100 < page.locator("#lines li").count() < 110
    assert "so much is wrong before this line" in page.locator("#verdict").inner_text()


def test_the_policy_stops_a_script_that_got_into_the_page(browser: Any, tmp_path: Path) -> None:
    injected = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>"
    file = tmp_path / "injected.html"
    file.write_text(build(showcase().log).replace("<header", injected + "<header", 1), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.title() == "Hand corner-store-17 · grocerydots"
    page.close()

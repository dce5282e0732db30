"""The replay page in real Chromium: it shows the hand, steps through it, and can be used by all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from page_hands import MOMENTS, cancelled, community, short_deck, showcase, unfinished, with_entropy
from screens import DESKTOP, PHONE, Open, at

from grocerydots import Hand
from grocerydots.cards import Card, dots
from grocerydots.proofs.openings import Openings

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest_plugins = ["browsing"]

LAST = 73  # the showcase's last entry


def stacks(page: Page) -> dict[str, int]:
    plates = page.locator(".seat .plate").all()
    return {
        p.locator(".name").inner_text(): int(p.locator(".stack").inner_text().replace(",", ""))
        for p in plates
    }


# What is shown


SEATS = """() => [...document.querySelectorAll(".seat")].map((seat) => {
  const text = (part) => seat.querySelector(part)?.innerText ?? "";
  const cards = [...seat.querySelectorAll("svg.card-image")].map((card) => card.getAttribute("aria-label"));
  return {
    seat: parseInt(seat.getAttribute("aria-label").slice(5), 10),
    stack: text(".stack"),
    bet: text(".bet"),
    dots: text(".dots"),
    left: seat.classList.contains("left"),
    cards: cards.length,
    hidden: cards.filter((label) => label === "face down").length,
  };
})"""


def test_it_shows_the_stacks_cards_and_chips_of_every_entry(opened: Open) -> None:
    hand = showcase()
    page = opened(hand.log, at="#0")
    for entry in range(hand.entries):
        shown = {seat.pop("seat"): seat for seat in page.evaluate(SEATS)}
        state = hand.at(entry).state
        for place, seat in enumerate(state.seats):
            is_live = bool(state.live >> place & 1)
            cards = (*seat.shown, *seat.up)
            assert shown[seat.number] == {
                "stack": str(seat.stack),
                "bet": str(seat.wagered) if seat.wagered else "",
                "dots": str(dots(cards)) if is_live and cards else "",
                "left": not is_live and entry > 3,
                "cards": len(seat.down) + len(seat.up),
                "hidden": len(seat.down) - len(seat.shown),
            }, (entry, seat)
        page.keyboard.press("ArrowRight")


def test_at_the_store_it_shows_the_row_its_prices_and_whose_choice_it_is(opened: Open) -> None:
    page = opened(showcase().log, at=f"#{MOMENTS['store']}")
    slots = page.get_by_role("list", name="The store").get_by_role("listitem")
    assert [slot.get_attribute("aria-label") for slot in slots.all()] == [
        "slot 1, 1 chip", "slot 2, 2 chips", "slot 3, 3 chips",
    ]  # fmt: skip
    assert [slot.locator("svg").get_attribute("aria-label") for slot in slots.all()] == [
        "five of spades, 1 dot", "nine of spades, 1 dot", "jack of diamonds, 0 dots",
    ]  # fmt: skip
    assert slots.nth(0).locator(".marker").is_visible()
    assert (
        "dan to act: buy 5s for 1, buy 9s for 2, buy Jd for 3 or pass" in page.locator("#turn").inner_text()
    )
    assert page.locator("#rule").inner_text().startswith("GSD-10 An empty slot is filled")
    assert page.locator(".seat.acting .name").inner_text() == "dan"
    assert page.locator(".seat .button").count() == 1


def test_an_emptied_slot_stays_empty_through_the_betting(opened: Open) -> None:
    page = opened(showcase().log, at="#47")
    assert page.get_by_role("img", name="empty").count() == 1
    assert page.locator(".pot").all_inner_texts() == ["Pot\n78"]
    assert sorted(page.locator(".bet").all_inner_texts()) == ["16", "16", "17"]
    assert page.locator(".seat .tag.allin").count() == 1


def test_side_pots_name_who_plays_for_them(opened: Open) -> None:
    page = opened(showcase().log, at="#61")
    pots = [" ".join(text.split()) for text in page.locator(".pot").all_inner_texts()]
    assert pots == ["Main pot 131 for ann, bob, cleo", "Side pot 16 for ann, cleo"]


def test_at_the_showdown_it_names_the_hands_counts_the_dots_and_says_who_won_what(opened: Open) -> None:
    page = opened(showcase().log, at=f"#{MOMENTS['pots']}")
    labels = {
        name: page.get_by_role("group", name=re.compile(f", {name},")).get_attribute("aria-label")
        for name in ("ann", "bob", "cleo")
    }
    assert labels == {
        "ann": "seat 1, ann, 105 chips, 10 dots showing, queen high, wins 44 dots",
        "bob": "seat 2, bob, 66 chips, 8 dots showing, full house, sevens over deuces, wins 66 high",
        "cleo": "seat 3, cleo, 157 chips, 10 dots showing, two pair, kings and threes, "
        "wins 45 dots, wins 24 high",
    }
    assert page.locator(".dots.most").all_inner_texts() == ["10", "10"]


def test_pips_in_the_middle_column_are_the_cards_dots(opened: Open) -> None:
    page = opened(showcase().log)
    pips = page.evaluate(
        """() => {
          const count = (drawing, part) => drawing.querySelectorAll(part).length;
          return Object.fromEntries([...document.querySelectorAll("symbol[id^=card-]")].map((drawing) =>
            [drawing.id.slice(5), [count(drawing, ".dot"), count(drawing, ".outer")]]));
        }"""
    )
    ranks = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "A": 1}
    middle = {"A": 1, "2": 2, "3": 3, "5": 1, "7": 1, "8": 2, "9": 1, "T": 2}
    assert len(pips) == 53
    for card, (inner, outer) in pips.items():
        if card != "back":
            assert inner == middle.get(card[0], 0), card
            assert inner + outer == ranks.get(card[0], 0), card


def test_a_seats_own_openings_show_its_down_cards_and_no_others(opened: Open) -> None:
    hand = showcase()
    page = opened(hand.log, hand.openings(3), at="#30")
    known = [card.get_attribute("aria-label") for card in page.locator(".card-image.known").all()]
    assert known == [
        "king of spades, face down, known to seat 3 only",
        "king of diamonds, face down, known to seat 3 only",
    ]
    assert page.locator(".seat.own .name").inner_text() == "cleo"
    assert page.locator(".openings").inner_text() == "✓ Openings: 3 cards of seat 3, proved by the seals"
    assert page.locator(".deck").inner_text().endswith("dashed: known to seat 3 only")
    page.keyboard.press("End")
    assert page.locator(".card-image.known").count() == 0
    assert "dashed" not in page.locator(".deck").inner_text()


def test_openings_that_the_seals_do_not_prove_show_nothing(opened: Open) -> None:
    hand = showcase()
    other = hand.openings(3).openings[0]._replace(card=Card("2c"))
    page = opened(hand.log, Openings(hand.state.hand_id, 3, (other,)), at="#30")
    assert page.locator(".card-image.known").count() == 0
    assert "does not match the seal of position 2" in page.locator(".openings.bad").inner_text()


def test_a_community_card_and_lows_are_shown_and_no_dots_outside_of_the_dots_game(opened: Open) -> None:
    hand = community()
    page = opened(hand.log, at=f"#{hand.entries - 1}")
    assert page.locator(".community svg").get_attribute("aria-label")
    assert page.locator(".seat .made").count() == 8
    assert any(" low" in text for text in page.locator(".made").all_inner_texts())
    assert page.locator(".dots").count() == 0
    assert "dealer: the house" in page.locator(".deck").inner_text()


def test_an_unfinished_hand_says_what_it_waits_for(opened: Open) -> None:
    hand = unfinished()
    page = opened(hand.log, at=f"#{hand.entries - 1}")
    assert hand.decision is not None
    assert "to act" in page.locator("#turn").inner_text()
    assert hand.decision.rule in page.locator("#turn").inner_text()


def test_a_cancelled_hand_gives_the_antes_back(opened: Open) -> None:
    hand = cancelled()
    page = opened(hand.log, at=f"#{hand.entries - 1}")
    assert set(stacks(page).values()) == {100}


def test_a_log_with_times_says_when_and_how_long_after(opened: Open) -> None:
    page = opened(with_entropy().log, at="#5")
    assert page.locator("#when").inner_text() == "1970-01-01 00:00:03.000Z, 1.0 s after the entry before"
    page = opened(showcase().log, at="#5")
    assert page.locator("#when").inner_text() == ""


# Stepping


def test_buttons_step_and_stop_at_the_ends(opened: Open) -> None:
    page = opened(showcase().log)
    assert at(page) == 0
    page.get_by_role("button", name="One entry back").click(force=True)  # it says that it is off
    assert at(page) == 0
    for _ in range(3):
        page.get_by_role("button", name="One entry forward").click()
    assert at(page) == 3
    page.get_by_role("button", name="One entry back").click()
    assert at(page) == 2
    page.get_by_role("button", name="Last entry").click()
    assert at(page) == LAST
    page.get_by_role("button", name="One entry forward").click(force=True)
    assert at(page) == LAST
    page.get_by_role("button", name="First entry").click()
    assert at(page) == 0


def test_keys_step_jump_and_play(opened: Open) -> None:
    page = opened(showcase().log)
    for key, entry in {
        "ArrowRight": 1,
        "End": LAST,
        "ArrowLeft": LAST - 1,
        "Home": 0,
        "5": 14,
        "0": 72,
        "3": 4,
    }.items():
        page.keyboard.press(key)
        assert at(page) == entry, key
    page.keyboard.press("Control+ArrowRight")
    assert at(page) == 4
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Pause").is_visible()
    page.keyboard.press("Space")
    assert page.get_by_role("button", name="Play").is_visible()


def test_playing_goes_on_by_itself_and_stops_at_the_end(opened: Open) -> None:
    page = opened(showcase().log, at=f"#{LAST - 2}")
    page.clock.install()
    page.reload()
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(1_400)
    assert at(page) == LAST - 1
    page.clock.run_for(3_000)
    assert at(page) == LAST
    page.get_by_role("button", name="Play").click()
    assert at(page) == 0
    page.clock.run_for(1_400)
    assert at(page) == 1
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(5_000)
    assert at(page) == 0


def test_streets_are_jumped_to_by_click_and_the_current_one_is_marked(opened: Open) -> None:
    page = opened(showcase().log)
    parts = page.get_by_role("group", name="Jump to").get_by_role("button")
    assert parts.all_inner_texts() == [
        "Start",
        "Antes",
        "3rd",
        "Store",
        "4th",
        "5th",
        "6th",
        "7th",
        "Show",
        "Pots",
    ]
    found = []
    for part in parts.all():
        part.click()
        found.append(at(page))
        assert part.get_attribute("aria-current") == "true"
    assert found == [0, 3, 4, 13, 14, 35, 51, 60, 66, 72]


def test_the_slider_steps_by_mouse_and_by_its_own_keys(opened: Open) -> None:
    page = opened(showcase().log)
    slider = page.get_by_role("slider", name="Entry")
    slider.fill("40")
    assert at(page) == 40
    slider.focus()
    page.keyboard.press("ArrowRight")
    assert at(page) == 41
    page.keyboard.press("Home")
    assert at(page) == 0
    assert slider.get_attribute("aria-valuetext") == f"Entry 0 of {LAST}"


def test_each_entry_has_its_link_both_ways(opened: Open) -> None:
    page = opened(showcase().log, at="#17")
    assert at(page) == 17
    page.get_by_role("link", name=re.compile("^#26 ")).click()
    assert at(page) == 26
    page.go_back()
    assert at(page) == 17
    page.evaluate("location.hash = '#5'")
    page.wait_for_function("document.getElementById('count').textContent.startsWith('5 ')")
    assert at(page) == 5
    for wild in ("#9999999", "#-1", "#x", "#1e3", "#lines"):
        page.evaluate("wild => { location.hash = wild; }", wild)
    page.wait_for_timeout(50)
    assert page.locator("#count").inner_text() == f"5 / {LAST}"
    page.evaluate("location.hash = '#9999'")
    page.wait_for_function(f"location.hash === '#{LAST}'")
    assert at(page) == LAST


def test_the_history_runs_along_and_keeps_its_line_in_view(opened: Open) -> None:
    page = opened(showcase().log)
    lines = page.get_by_role("region", name="History").get_by_role("listitem")
    assert lines.count() == LAST + 1
    assert "FOURTH STREET" in lines.nth(14).inner_text()
    assert "ann buys 2d in slot 1 for 1 (pot 26)" in lines.nth(15).inner_text()
    for entry in (60, 3, 40):
        page.locator("#slider").fill(str(entry))
        line = lines.nth(entry).bounding_box()
        column = page.locator("#lines").bounding_box()
        assert line is not None
        assert column is not None
        assert column["y"] <= line["y"] <= column["y"] + column["height"]
        assert page.evaluate("scrollY") == 0


# For everybody


def test_what_happens_is_spoken_once_with_whose_turn_it_is(opened: Open) -> None:
    page = opened(showcase().log, at="#25")
    spoken = page.locator("#now [role=status]")
    assert spoken.get_attribute("aria-live") == "polite"
    assert spoken.inner_text().startswith("bob bets 4 (pot 32)\n")
    assert "cleo to act: fold, call 4 or raise to 8" in spoken.inner_text()


def test_everything_that_can_be_used_has_a_name_and_can_be_reached_by_tab(opened: Open) -> None:
    page = opened(showcase().log, at="#20")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, a, input, summary, svg[role=img]")]
        .filter((element) => !(element.getAttribute("aria-label") ?? element.textContent ?? "").trim()
          && !element.closest("label")).map((element) => element.outerHTML)"""
    )
    assert nameless == []
    reached = set()
    for _ in range(24):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring != "none" or page.evaluate("document.activeElement === document.body")
    assert {"pill", "theme", "first", "back", "play", "forward", "last", "slider", "file"} <= reached


def test_a_screen_reader_finds_landmarks_headings_and_every_card(opened: Open) -> None:
    page = opened(showcase().log, at="#20")
    places = [
        ("main", None),
        ("region", "Replay"),
        ("navigation", "Steps of the hand"),
        ("region", "History"),
        ("region", "This log holds"),
        ("heading", "Hand corner-store-17"),
        ("group", "The table"),
    ]
    for role, name in places:
        assert page.get_by_role(role, name=name).count() == 1, (role, name)
    assert page.get_by_role("img", name="seven of diamonds, 1 dot").count() == 1
    assert page.get_by_role("img", name="face down", exact=True).count() == 10
    dan = page.get_by_role("group", name=re.compile("^seat 5"))
    assert dan.get_attribute("aria-label") == "seat 5, dan, 135 chips, to act, 0 dots showing"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_until_the_button_says_otherwise(opened: Open, scheme: str) -> None:
    page = opened(showcase().log, color_scheme=scheme)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    button = page.locator("#theme")
    first = page.evaluate(ground)
    assert button.get_attribute("aria-pressed") == str(scheme == "dark").lower()
    button.click()
    second = page.evaluate(ground)
    assert button.get_attribute("aria-pressed") == str(scheme == "light").lower()
    assert {first, second} == {"rgb(243, 239, 230)", "rgb(20, 23, 26)"}
    button.click()
    assert page.evaluate(ground) == first


CONTRASTS = """() => {
  const parsed = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => parsed(colour).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if ((parsed(colour)[3] ?? 1) > 0.85) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const texts = document.querySelectorAll(".top *, .side *, .now *, .controls *, .plate *");
  const isText = (node) => node.nodeType === 3 && node.data.trim() !== "";
  const hasText = (element) => [...element.childNodes].some(isText);
  return [...texts].filter(hasText)
    .filter((element) => element.checkVisibility() && !element.closest(".left, [aria-disabled=true]"))
    .map((element) => {
      const pair = [light(getComputedStyle(element).color), light(ground(element))];
      const [one, other] = pair.sort((a, b) => b - a);
      return [element.className || element.id || element.tagName, (one + 0.05) / (other + 0.05)];
    }).filter(([, ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "moment", [72, *[pytest.param(moment, marks=pytest.mark.deep) for moment in (20, 47)]]
)
def test_texts_stand_out_from_what_is_behind_them(opened: Open, scheme: str, moment: int) -> None:
    page = opened(showcase().log, at=f"#{moment}", color_scheme=scheme)
    assert page.evaluate(CONTRASTS) == []


SIZES = ((360, 740), PHONE, (768, 1024), DESKTOP, (1920, 1080))
QUICK = {((360, 740), showcase), (PHONE, short_deck), (DESKTOP, community)}
LOOKS = [
    pytest.param(size, maker, marks=() if (size, maker) in QUICK else pytest.mark.deep)
    for size in SIZES
    for maker in (showcase, short_deck, community)
]


@pytest.mark.parametrize(("size", "maker"), LOOKS)
def test_nothing_is_wider_than_the_screen_and_seats_do_not_cover_each_other(
    opened: Open, size: tuple[int, int], maker: Callable[[], Hand]
) -> None:
    hand = maker()
    page = opened(hand.log, size=size)
    for entry in (0, 20, hand.entries // 2, hand.entries - 2):
        page.locator("#slider").fill(str(entry))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        plates = [plate.bounding_box() for plate in page.locator(".plate").all()]
        boxes = [box for box in plates if box is not None]
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in boxes)
        for order, one in enumerate(boxes):
            for other in boxes[order + 1 :]:
                beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
                above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
                assert beside or above, (entry, one, other)


def test_on_a_phone_the_steps_stay_in_reach(opened: Open) -> None:
    page = opened(showcase().log, size=PHONE, has_touch=True)
    page.get_by_role("button", name="One entry forward").tap()
    assert at(page) == 1
    page.evaluate("scrollTo(0, 300)")
    box = page.locator("#forward").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE[1]
    assert min(box["width"], box["height"]) >= 40


def test_who_wants_no_motion_sees_none(opened: Open) -> None:
    page = opened(showcase().log, at="#13", reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    names = page.evaluate(
        "[...document.querySelectorAll('.new')].map((card) => getComputedStyle(card).animationName)"
    )
    assert names
    assert set(names) == {"none"}


def test_without_scripts_the_page_says_why_it_is_empty(opened: Open) -> None:
    page = opened(showcase().log, java_script_enabled=False)
    assert "scripts are switched off" in page.locator("noscript").inner_text()

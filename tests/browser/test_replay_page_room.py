"""Room on the replay page's table, in real Chromium: nothing covers another, however many sit and stay."""

from __future__ import annotations

import pytest
from page_hands import NAMES, showcase
from screens import DESKTOP, PHONE, Open

from grocerydots import Hand, presets
from grocerydots import events as e
from grocerydots.testing import play_out, test_seed
from grocerydots.turns import Decision

pytest_plugins = ["browsing"]


def all_stay(players: int) -> Hand:
    """A hand in which everybody raises and stays, with stacks that make side pots; for eight it is stud."""

    def raising(decision: Decision) -> e.Event:
        option = next(filter(None, map(decision.option, (e.Completed, e.Raised, e.Bet, e.Called))), None)
        return next(iter(decision)) if option is None else decision.event(option, option.lowest)

    stacks = zip(NAMES[:players], (200, 15, 40, 90, 25, 300, 60, 120)[:players], strict=True)
    seats = dict(enumerate(stacks, 1))
    if players == 8:
        stud = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
        return play_out(Hand.open(stud, seats, 0, seed=test_seed(players)), raising)
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    return play_out(Hand.open(rules, seats, players, seed=test_seed(players), dots_tie="share"), raising)


#: The pairs of things on the table that cover each other, though each is whole only when it is free.
COVERED = """() => {
  const all = (what) => [...document.querySelectorAll(what)].filter((element) => element.checkVisibility());
  const about = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const seat = element.closest(".seat")?.querySelector(".name").textContent ?? "";
    return { what: `${seat} ${element.getAttribute("class")}`, seat, left, right, top, bottom };
  };
  const meet = (one, other) => one.right > other.left + 1 && other.right > one.left + 1
    && one.bottom > other.top + 1 && other.bottom > one.top + 1;
  const middle = all(".pot, .store, .community").map(about);
  const seats = all(".seat .card-image, .plate").map(about);
  const bets = all(".bet").map(about);
  const pairs = [
    ...middle.flatMap((one) => [...seats, ...bets].map((other) => [one, other])),
    ...seats.flatMap((one) => seats.filter(({ seat }) => seat !== one.seat).map((other) => [one, other])),
    ...bets.flatMap((one) => seats.map((other) => [one, other])),
  ];
  const covered = pairs.filter(([one, other]) => meet(one, other));
  const cut = [...seats, ...bets, about(document.querySelector("#count"))].filter(
    ({ left, right }) => left < 0 || right > document.documentElement.clientWidth);
  const edge = { what: "the screen's edge" };
  return [...covered, ...cut.map((one) => [one, edge])].map((pair) => pair.map(({ what }) => what));
}"""


USUAL = (DESKTOP, (1024, 768), PHONE)
MORE = ((1440, 900), (1920, 1080), (320, 700))
LOOKS = [
    pytest.param(players, sizes, marks=() if players > 3 and sizes == USUAL else pytest.mark.deep)
    for players in range(2, 9)
    for sizes in (USUAL, MORE)
]


@pytest.mark.parametrize(("players", "sizes"), LOOKS)
def test_no_pot_store_bet_or_card_covers_another_or_is_cut_by_the_screen(
    opened: Open, players: int, sizes: tuple[tuple[int, int], ...]
) -> None:
    hand = all_stay(players)
    store = next((at for at, event in enumerate(hand.events) if isinstance(event, e.StoreOpened)), 20)
    kinds = {type(event): at for at, event in enumerate(hand.events)}  # the last of each kind
    entries = {store + 8, kinds[e.Called], kinds[e.CardsDealt], hand.entries - 2}
    page = opened(hand.log, reduced_motion="reduce")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for entry in sorted(entries):
            page.locator("#slider").fill(str(entry))
            assert page.evaluate(COVERED) == [], (width, height, entry)


def test_on_a_phone_a_bet_stands_beside_the_seat_where_no_card_is(opened: Open) -> None:
    page = opened(showcase().log, at="#47", size=PHONE)
    assert page.locator(".bet").first.is_hidden()
    assert sorted(page.locator(".plate .put-in").all_inner_texts()) == ["16", "16", "17"]

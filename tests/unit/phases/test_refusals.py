"""Which rule a refusal cites: the table of the case format's page, row by row, the first that fits."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playing import (
    DOTS,
    NO_LIMIT,
    PAIR,
    POT_LIMIT,
    SPREAD,
    STUD,
    STUD_10,
    THREE,
    TWO,
    assert_reads_well,
    before,
    decision_of,
    given,
    refused,
    refused_event,
    refuted,
    to_end,
    to_showdown,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.attempts import attempt, tried
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.deck import Deck
from grocerydots.errors import IllegalEvent, SetupError, WrongType
from grocerydots.hand import Hand
from grocerydots.phases import check, turn
from grocerydots.rules import presets
from grocerydots.rules.rules import Betting, Rules
from grocerydots.turns import OVER, Decision

HUGE = 10**5000
MUST_CHECK = presets.card_room(small_bet=4, big_bet=8, ante=1, fold_when_free=False)
PAIR_OPENS = presets.online_room(small_bet=4, big_bet=8, ante=1)
RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared", showdown="all_show")
FULL_BRING_IN = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=4)
UNIT_40 = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=40)

Build = Callable[[], Hand]


def _capped() -> Hand:
    return when(given(STUD, THREE), "A complete, B raise 8, C raise 12, A raise 16")


def _after_short_raise() -> Hand:
    hand = given(STUD_10, "A 15, B 100, C 100")
    return when(hand, "A bring_in, B complete, C call, A raise 14")


def _after_short_bet() -> Hand:
    hand = to_street(given(STUD_10, "A 100, B 15, C 100"), 5)
    return when(hand, "A check, B bet 9, C call")


def _raking() -> Hand:
    hand = to_street(given(RAKED, THREE), 7)
    return when(hand, "A check, B check, C check")


#: Every row of the table but the first, in its order: what the action is, the hand, the action, the rule.
ROWS: list[tuple[str, Build, str, str]] = [
    ("any action when the hand is over", lambda: to_end(given(DOTS, THREE)), "A check", "LIM-2"),
    ("any action when the hand is over", lambda: to_end(given(DOTS, THREE)), "A buy 1", "LIM-2"),
    ("any action when the hand is over", lambda: to_end(given(DOTS, THREE)), "A show", "LIM-2"),
    ("any action when the hand is over", lambda: to_end(given(STUD, THREE)), "A buy 9", "LIM-2"),
    ("any action when the hand is over", lambda: to_end(given(STUD, THREE)), "house rake 0", "LIM-2"),
    ("buy or pass elsewhere, store discarded", lambda: to_street(given(DOTS, THREE), 6), "A buy 1", "GSD-11"),
    ("buy or pass elsewhere, store discarded", lambda: to_street(given(DOTS, THREE), 7), "C pass", "GSD-11"),
    ("buy or pass elsewhere", lambda: given(DOTS, THREE), "A buy 1", "GSD-9"),
    ("buy or pass elsewhere", lambda: to_street(given(DOTS, THREE), 4), "A pass", "GSD-9"),
    ("buy or pass elsewhere", lambda: to_store(given(DOTS, THREE)), "B buy 1", "GSD-9"),
    ("buy or pass elsewhere", lambda: to_street(given(STUD, THREE), 4), "A buy 7", "GSD-9"),
    ("buy or pass elsewhere", lambda: _raking(), "A buy 1", "GSD-9"),
    ("whose decision it is not", lambda: to_street(given(STUD, THREE), 4), "B check", "ROOM-20"),
    ("whose decision it is not", lambda: to_store(given(DOTS, THREE)), "B fold", "ROOM-20"),
    ("whose decision it is not", lambda: given(STUD, THREE, asked="B"), "C ante", "ROOM-20"),
    ("whose decision it is not", lambda: to_showdown(given(STUD, THREE)), "C show", "ROOM-20"),
    ("whose decision it is not", lambda: given(DOTS, THREE, dots_tie=None), "A bring_in", "ROOM-20"),
    ("whose decision it is not", lambda: _raking(), "A check", "ROOM-20"),
    ("whose decision it is not", lambda: _capped(), "C raise 99", "ROOM-20"),
    ("no answer at an ante", lambda: given(STUD, THREE, asked="B"), "B check", "ROOM-2"),
    ("no answer at an ante", lambda: given(STUD, THREE, asked="B"), "B bring_in", "ROOM-2"),
    ("no answer at an ante", lambda: given(STUD, THREE, asked="B"), "B show", "ROOM-2"),
    ("no answer at the store", lambda: to_store(given(DOTS, THREE)), "A fold", "GSD-9"),
    ("no answer at the store", lambda: to_store(given(DOTS, THREE)), "A bet 4", "GSD-9"),
    ("no answer at the store", lambda: to_store(given(DOTS, THREE)), "A muck", "GSD-9"),
    ("no answer at showdown", lambda: to_showdown(given(STUD, THREE)), "B fold", "HOUSE-26"),
    ("no answer at showdown", lambda: to_showdown(given(STUD, THREE)), "B bring_in", "HOUSE-26"),
    ("no answer at showdown", lambda: to_showdown(given(STUD, THREE)), "B ante", "HOUSE-26"),
    ("a slot other than 1, 2, 3", lambda: to_store(given(DOTS, THREE)), "A buy 4", "GSD-8"),
    ("a slot other than 1, 2, 3", lambda: to_store(given(DOTS, THREE)), "A buy 0", "GSD-8"),
    ("a slot other than 1, 2, 3", lambda: to_store(given(UNIT_40, THREE)), "A buy 5", "GSD-8"),
    ("a slot that costs too much", lambda: to_store(given(UNIT_40, THREE)), "A buy 3", "HOUSE-16"),
    ("the forced opener", lambda: given(STUD, THREE), "A fold", "ROOM-4"),
    ("the forced opener", lambda: given(STUD, THREE), "A check", "ROOM-4"),
    ("the forced opener", lambda: given(STUD, THREE), "A raise 4", "ROOM-4"),
    ("the forced opener", lambda: given(STUD, THREE), "A ante", "ROOM-4"),
    ("the forced opener", lambda: given(STUD, THREE), "A muck", "ROOM-4"),
    ("who acts for an all-in low card", lambda: given(STUD, "A 1, B 99, C 99"), "B check", "HOUSE-3"),
    ("who acts for an all-in low card", lambda: given(STUD, "A 1, B 99, C 99"), "B raise 8", "HOUSE-3"),
    ("who acts for an all-in low card", lambda: given(STUD, "A 1, B 99, C 99"), "B show", "HOUSE-3"),
    ("fold when checking is free", lambda: to_street(given(MUST_CHECK, THREE), 4), "A fold", "HOUSE-9"),
    ("check facing a wager", lambda: when(to_street(given(STUD, THREE), 4), "A bet 4"), "B check", "ROOM-8"),
    ("call with nothing to call", lambda: to_street(given(STUD, THREE), 4), "A call", "ROOM-8"),
    ("raise with nothing to call", lambda: to_street(given(STUD, THREE), 4), "A raise 4", "ROOM-8"),
    ("bet into a wager", lambda: when(to_street(given(STUD, THREE), 4), "A bet 4"), "B bet 8", "ROOM-8"),
    ("complete after a full wager", lambda: when(given(STUD, THREE), "A complete"), "B complete 8", "ROOM-8"),
    ("complete after third street", lambda: to_street(given(STUD, THREE), 4), "A complete 4", "ROOM-8"),
    ("complete at the cap", lambda: _capped(), "B complete 4", "ROOM-8"),
    ("raise before a full wager", lambda: when(given(STUD, THREE), "A bring_in"), "B raise 4", "HOUSE-1"),
    (
        "nobody else could call",
        lambda: when(given(STUD, "A 2, B 99"), "A bring_in"),
        "B complete",
        "HOUSE-11",
    ),
    (
        "nobody else could call",
        lambda: when(to_street(given(STUD, "A 7, B 99"), 4), "A bet 4"),
        "B raise 100",
        "HOUSE-11",
    ),
    ("after a short all-in over a full wager", _after_short_raise, "B raise 24", "HOUSE-5"),
    ("after a short all-in over a full wager", _after_short_raise, "B raise 500", "HOUSE-5"),
    ("after a short all-in over none", _after_short_bet, "A raise 20", "HOUSE-6"),
    ("at the cap", _capped, "B raise 20", "LIM-7"),
    ("at the cap", _capped, "B raise 500", "LIM-7"),
    ("at the cap", _capped, "B raise 17", "LIM-7"),
    ("more than the player has", lambda: to_street(given(STUD, "A 5, B 99"), 4), "A bet 4", "ROOM-19"),
    ("more than the player has", lambda: to_street(given(NO_LIMIT, TWO), 4), "A bet 98", "ROOM-19"),
    ("more than the player has", lambda: to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B bet 98", "ROOM-19"),
    ("more than the player has", lambda: given(STUD, "A 3, B 99"), "A complete", "ROOM-19"),
    ("open pair, any_player", lambda: to_street(given(STUD, THREE, PAIR), 4), "B bet 5", "LIM-6"),
    ("open pair, pair_opens", lambda: to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B bet 5", "ROOM-7"),
    (
        "open pair, pair_opens",
        lambda: when(to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B check"),
        "C bet 8",
        "ROOM-7",
    ),
    ("check facing the bring-in", lambda: when(given(STUD, THREE), "A bring_in"), "B check", "ROOM-8"),
    ("bet facing the bring-in", lambda: when(given(STUD, THREE), "A bring_in"), "B bet 4", "ROOM-8"),
    ("bring in elsewhere", lambda: when(given(STUD, THREE), "A bring_in"), "B bring_in", "ROOM-4"),
    ("bring in elsewhere", lambda: to_street(given(STUD, THREE), 5), "A bring_in", "ROOM-4"),
    ("ante after the antes", lambda: when(given(STUD, THREE), "A bring_in"), "B ante", "ROOM-2"),
    ("sit out after the antes", lambda: to_street(given(STUD, THREE), 7), "A sit_out", "ROOM-2"),
    ("show before showdown", lambda: to_street(given(STUD, THREE), 7), "A show", "HOUSE-26"),
    ("muck before showdown", lambda: when(given(STUD, THREE), "A bring_in"), "B muck", "HOUSE-26"),
    ("a rake over the pots", _raking, "house rake 10", "HOUSE-32"),
    ("a rake below 0", _raking, "house rake -1", "HOUSE-32"),
    ("a rake at another time", lambda: to_street(given(RAKED, THREE), 4), "house rake 0", "HOUSE-32"),
    ("size: fixed limit", lambda: to_street(given(STUD, THREE), 4), "A bet 5", "LIM-5"),
    ("size: fixed limit", lambda: when(given(STUD, THREE), "A bring_in"), "B complete 6", "LIM-5"),
    ("size: fixed limit", lambda: when(given(STUD, THREE), "A complete"), "B raise 9", "LIM-5"),
    ("size: over the pot", lambda: to_street(given(POT_LIMIT, THREE), 4), "A bet 10", "STRUCT-2"),
    ("size: under the minimum", lambda: to_street(given(POT_LIMIT, THREE), 4), "A bet 3", "STRUCT-4"),
    ("size: over the spread", lambda: to_street(given(SPREAD, THREE), 4), "A bet 11", "STRUCT-1"),
    ("size: under the spread", lambda: to_street(given(SPREAD, THREE), 4), "A bet 1", "STRUCT-1"),
    (
        "size: in the spread, under the raise",
        lambda: when(to_street(given(SPREAD, THREE), 4), "A bet 5"),
        "B raise 8",
        "STRUCT-4",
    ),
    ("size: no limit", lambda: to_street(given(NO_LIMIT, THREE), 4), "A bet 3", "STRUCT-4"),
    ("size: no limit", lambda: to_street(given(NO_LIMIT, THREE), 4), "A bet -5", "STRUCT-4"),
]


@pytest.mark.parametrize(
    ("build", "action", "cited"),
    [
        pytest.param(build, action, cited, id=f"{number:02} {row}: {action}")
        for number, (row, build, action, cited) in enumerate(ROWS, start=1)
    ],
)
def test_a_refusal_cites_the_first_row_that_fits(build: Build, action: str, cited: str) -> None:
    hand = build()
    error = refused(hand, action)
    assert error.rule == cited, error
    if hand.decision is not None:
        assert hand.decision.text in str(error), "what would be allowed instead"
    else:
        assert error.legal == ""


def test_the_table_of_the_page_cites_the_rules_that_refusals_do() -> None:
    page = Path(__file__).parents[3] / "docs" / "reference" / "cases.md"
    section = page.read_text(encoding="utf-8").split("\n## Which rule a refusal cites\n")[1]
    lines = [line for line in section.split("\n## ")[0].splitlines() if not line.startswith("| a hand ")]
    assert set(re.findall(r"\[([A-Z]+-\d+)\]", "\n".join(lines))) == {cited for _, _, _, cited in ROWS}


# The first row: the hand itself


def _open(rules: Rules, players: int = 2, deck: str = "") -> Hand:
    seats = {number: (f"p{number}", 10) for number in range(1, players + 1)}
    return Hand.open(rules, seats, 0, deck=Deck.stacked(deck))


@pytest.mark.parametrize(
    ("cited", "build"),
    [
        ("HOUSE-28", lambda: _open(STUD, 1)),
        ("HOUSE-28", lambda: _open(STUD, 9)),
        ("HOUSE-28", lambda: _open(DOTS, 8)),
        ("LIM-3", lambda: Rules.for_game("stud_high", Betting.fixed_limit(4, 8), ante=1, bring_in=5)),
        ("LIM-3", lambda: Rules.for_game("stud_high", Betting.no_limit(4), ante=1, bring_in=0)),
        ("GSD-5", lambda: Rules.for_game("grocery_store_dots", Betting.fixed_limit(4, 8), ante=1)),
        ("GSD-5", lambda: Rules.for_game("grocery_store_dots", Betting.fixed_limit(4, 8), ante=1, unit=0)),
        ("GSD-1", lambda: _open(STUD, 2, "Ks Ks")),
        ("GSD-1", lambda: _open(STUD, 2, "Ks Zs")),
    ],
)
def test_a_hand_that_cannot_be_says_which_rule_is_against_it(cited: str, build: Callable[[], object]) -> None:
    with pytest.raises(SetupError, match=cited) as caught:
        build()
    assert caught.value.rule == cited


def test_a_hand_whose_dots_tie_is_not_confirmed_waits_for_it() -> None:
    assert decision_of(given(DOTS, THREE, dots_tie=None)).rule == "GSD-16"


# What the table leaves to the decision


@pytest.mark.parametrize(
    ("build", "event", "cited"),
    [
        (lambda: given(STUD, THREE, asked="B"), e.AntePosted(2, 5), "ROOM-2"),
        (lambda: given(STUD, THREE), e.BroughtIn(1, 1, full=False), "ROOM-4"),
        (lambda: given(STUD, "A 1, B 9, C 9"), e.BroughtIn(2, 2, full=True), "ROOM-4"),
        (lambda: to_store(given(DOTS, THREE)), e.StoreCardBought(1, 1, Card("As"), 1), "GSD-9"),
        (lambda: when(to_street(given(STUD, THREE), 4), "A bet 4"), e.Called(2, 3), "ROOM-8"),
        (lambda: to_street(given(STUD, THREE), 4), e.Bet(1, 4, 4, full=False), "HOUSE-6"),
        (lambda: to_street(given(NO_LIMIT, THREE), 4), e.Bet(1, 4, 4, full=False), "STRUCT-4"),
        (lambda: to_store(given(DOTS, THREE)), e.StoreCardBought(1, 1, Card("2s"), 2), "GSD-8"),
        (lambda: to_street(given(STUD, THREE), 4), e.Bet(1, 5, 4, full=True), "LIM-5"),
        (lambda: to_street(given(STUD, THREE), 4), e.Bet(1, 4, HUGE, full=True), "ROOM-19"),
        (lambda: to_street(given(STUD, THREE), 4), e.Bet(1, -HUGE, -HUGE, full=True), "LIM-5"),
        (lambda: to_street(given(STUD, THREE, PAIR), 4), e.Bet(2, 4, 4.0, full=True), "LIM-6"),  # type: ignore[arg-type]
        (lambda: to_street(given(NO_LIMIT, THREE), 4), e.Bet(1, 9, "9", full=True), "STRUCT-4"),  # type: ignore[arg-type]
        (lambda: to_street(given(SPREAD, THREE), 4), e.Bet(1, 4, float("nan"), full=True), "STRUCT-4"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_field_cites_the_rule_of_what_it_is_about(build: Build, event: e.Event, cited: str) -> None:
    assert refused_event(build(), event).rule == cited


def test_a_dealers_event_waits_for_the_decision() -> None:
    hand = to_street(given(STUD, THREE), 4)
    for event in (e.BettingClosed(4), e.CardBurned(13), e.HandClosed(()), e.PotsAwarded(()), e.StoreClosed()):
        error = refuted(hand.state, event)
        assert error.rule == "ROOM-8"
        assert error.seat is None
        assert "a decision of seat 1 comes first" in str(error)


def test_a_dealers_event_waits_for_the_dealers_and_the_houses_decision_too() -> None:
    assert "a decision of the dealer" in str(
        refuted(given(DOTS, THREE, dots_tie=None).state, e.BettingClosed(3))
    )
    assert "a decision of the house" in str(refuted(_raking().state, e.BettingClosed(3)))


def test_chips_go_back_only_when_they_are_uncalled() -> None:
    error = refuted(to_street(given(STUD, THREE), 4).state, e.ChipsReturned(1, 4))
    assert error.rule == "HOUSE-30"
    hand = when(to_street(given(STUD, "A 100, B 5, C 100"), 4), "A bet 4, B call, C fold")
    for wrong in (e.ChipsReturned(1, 4), e.ChipsReturned(2, 2), e.ChipsReturned(1, -2)):
        assert refuted(before(hand, e.ChipsReturned), wrong).rule == "HOUSE-30"


def test_who_must_show_cannot_muck() -> None:
    state = before(to_showdown(given(STUD, THREE)), e.HandShown)
    assert refuted(state, e.HandMucked(1)).rule == "HOUSE-26"
    assert refuted(state, e.Folded(1)).rule == "ROOM-20"


def test_an_event_that_a_decision_built_is_in_it() -> None:
    decision = decision_of(to_street(given(STUD, THREE), 4))
    assert decision.bet() in decision
    assert decision.check() in decision
    assert e.Checked(1) in decision
    assert e.Checked(2) not in decision
    assert None not in decision


def test_another_step_than_the_one_due_cites_the_one_due() -> None:
    state = before(to_street(given(STUD, THREE), 4), e.CardBurned)
    error = refuted(state, e.BettingClosed(3))
    assert error.rule == "ROOM-5"
    assert "the dealer has to burn a card first" in str(error)


def test_the_dealer_has_nothing_to_do_once_it_is_over() -> None:
    assert refuted(to_end(given(STUD, THREE)).state, e.BettingClosed(7)).rule == "LIM-2"


def test_the_houses_and_the_dealers_choices_are_nobody_elses() -> None:
    hand = to_street(given(STUD, THREE), 4)
    assert refused_event(hand, e.DotsTieConfirmed("share")).rule == "GSD-16"
    assert refused_event(_raking(), e.DotsTieConfirmed("share")).rule == "HOUSE-32"
    assert refused_event(given(DOTS, THREE, dots_tie=None), e.RakeTaken(0)).rule == "HOUSE-32"


def test_a_hand_begins_with_its_opening_and_has_one() -> None:
    hand = given(STUD, THREE)
    with pytest.raises(IllegalEvent, match="a hand opens first") as caught:
        check(None, e.Checked(1))
    assert caught.value.rule == "GSD-6"
    assert_reads_well(caught.value)
    assert refuted(hand.state, hand.events[0]).rule == "ROOM-4"


def test_an_opening_that_cannot_be_is_refused_with_all_its_problems() -> None:
    opening = given(STUD, THREE).events[0]
    assert isinstance(opening, e.HandOpened)
    bad = e.HandOpened("", opening.rules, -1, opening.seats[:1], "unsealed")
    with pytest.raises(IllegalEvent, match=r"hand_id.*dealer") as caught:
        check(None, bad)
    assert caught.value.rule == "HOUSE-28"
    alone = e.HandOpened("x", opening.rules, 0, opening.seats[:1], "unsealed")
    with pytest.raises(IllegalEvent, match="2 to 8 players, not 1"):
        check(None, alone)


@pytest.mark.parametrize("nothing", [None, 5, "fold", b"", [], {}, object(), float("nan"), e.Checked])
def test_a_value_that_is_no_event_is_a_wrong_type(nothing: Any) -> None:
    hand = to_street(given(STUD, THREE), 4)
    tries: list[Callable[[], object]] = [
        lambda: hand.play(nothing),
        lambda: to_end(hand).play(nothing),
        lambda: check(hand.state, nothing),
        lambda: check(before(hand, e.CardBurned), nothing),
        lambda: check(None, nothing),
    ]
    for attempted in tries:
        with pytest.raises(WrongType, match=r"^event: expected an event, .* hand\.decision\.fold\(\)"):
            attempted()
    assert nothing not in decision_of(hand)


# Builders of a decision say the same


def test_the_builders_of_a_decision_refuse_what_it_does_not_offer() -> None:
    decision = decision_of(to_street(given(STUD, THREE), 4))
    tries: list[tuple[Callable[[], object], str]] = [
        (decision.call, "ROOM-8"),
        (decision.bring_in, "ROOM-4"),
        (decision.complete, "ROOM-8"),
        (decision.raise_to, "ROOM-8"),
        (lambda: decision.bet(5), "LIM-5"),
        (lambda: decision.bet(True), "LIM-5"),
        (lambda: decision.bet(HUGE), "ROOM-19"),
        (lambda: decision.bet(4.0), "LIM-5"),  # type: ignore[arg-type]
        (lambda: decision.buy(1), "GSD-9"),
        (decision.pass_, "GSD-9"),
        (decision.ante, "ROOM-2"),
        (decision.sit_out, "ROOM-2"),
        (decision.show, "HOUSE-26"),
        (decision.muck, "HOUSE-26"),
        (lambda: decision.confirm("share"), "GSD-16"),
        (lambda: decision.rake(0), "HOUSE-32"),
    ]
    for build, cited in tries:
        with pytest.raises(IllegalEvent) as caught:
            build()
        assert caught.value.rule == cited
        assert_reads_well(caught.value)
    assert decision.text == "check, fold or bet 4"


def test_a_builder_without_an_amount_takes_the_least() -> None:
    decision = decision_of(to_street(given(NO_LIMIT, THREE), 4))
    assert decision.bet() == e.Bet(1, 4, 4, full=True)


def test_a_store_builder_refuses_slots_that_are_none() -> None:
    decision = decision_of(to_store(given(DOTS, THREE)))
    for slot in (0, 4, -1, HUGE, True, 1.0, "1"):
        with pytest.raises(IllegalEvent) as caught:
            decision.buy(slot)  # type: ignore[arg-type]
        assert caught.value.rule == "GSD-8"


def test_the_dealers_and_the_houses_decisions_build_only_theirs() -> None:
    dealer = decision_of(given(DOTS, THREE, dots_tie=None))
    house = decision_of(_raking())
    assert dealer.confirm("best_high") == e.DotsTieConfirmed("best_high")
    assert house.rake(3) == e.RakeTaken(3)
    for decision, build in (
        (dealer, dealer.fold),
        (house, house.check),
        (dealer, lambda: dealer.rake(0)),
        (house, lambda: house.confirm("share")),
        (house, lambda: house.rake(10)),
        (dealer, dealer.time_out),
    ):
        with pytest.raises(IllegalEvent) as caught:
            build()
        assert_reads_well(caught.value)
        assert decision.text in str(caught.value)


def test_an_attempt_is_the_event_that_a_player_had_in_mind() -> None:
    state = when(given(STUD, THREE), "A bring_in").state
    assert attempt(state, 2, e.Completed) == e.Completed(2, 4, 4, full=True)
    assert attempt(state, 2, e.Called) == e.Called(2, 2)
    assert attempt(state, 9, e.Folded) == e.Folded(9)
    assert attempt(state, 2, e.StoreCardBought, 2) == e.StoreCardBought(2, 2, None, 0)  # type: ignore[arg-type]
    store = to_store(given(DOTS, THREE)).state
    assert attempt(store, 1, e.StoreCardBought, 2) == e.StoreCardBought(1, 2, Card("3d"), 2)
    assert attempt(state, 2, e.AntePosted) == e.AntePosted(2, 1)


def test_every_event_has_words_for_what_it_attempts() -> None:
    hand = to_end(given(DOTS, THREE))
    assert {tried(event) for event in hand.events} >= {"bring in 2", "call 2", "check", "pass"}
    assert tried(e.TimedOut(1, "fold")) == "time out with 'fold'"
    assert tried(e.StubReplenished(())) == "shuffle stub and burned cards into a new stub"


def test_the_turn_of_a_finished_hand_is_over() -> None:
    hand = to_end(given(FULL_BRING_IN, THREE))
    assert hand.turn is OVER
    assert turn(hand.state) is OVER
    assert repr(OVER) == "Over()"
    assert not isinstance(hand.turn, Decision)


def test_an_option_builds_its_events_and_no_others() -> None:
    decision = decision_of(given(SPREAD, "A 100, B 100, C 100"))
    (completing,) = [option for option in decision.options if option.kind is e.Completed]
    assert decision.event(completing) == decision.complete(completing.lowest)
    assert decision.event(completing, completing.highest) == decision.complete(completing.highest)
    for number in (completing.lowest - 1, completing.highest + 1, 2.0, "4"):
        with pytest.raises(IllegalEvent):
            decision.event(completing, number)  # type: ignore[arg-type]
    with pytest.raises(IllegalEvent):
        decision.event(Option(e.Folded))


def test_a_refusal_names_no_seat_that_is_none() -> None:
    hand = given(SPREAD, "A 100, B 100, C 100")
    for seat in (0, -1, True, "1", None, 2**53):
        with pytest.raises(IllegalEvent) as refused_here:
            hand.play(e.Folded(seat))  # type: ignore[arg-type]
        assert refused_here.value.seat is None

"""`grocerydots.testing`: what applications test with, loaded late and named when it is missing."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import Any, get_args

import pytest
from bad_values import NO_NUMBERS, assert_readable
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import grocerydots.testing
from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.deck import Deck
from grocerydots.errors import GrocerydotsError, MissingExtra, SetupError, WrongType
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES
from grocerydots.rules.rules import STAKES, Rules
from grocerydots.testing import (
    choices,
    decks,
    hands,
    passively,
    play_out,
    rules_of_any_table,
    seatings_for,
    stacked_deck,
    test_seed,
)
from grocerydots.turns import Decision

pytest_plugins = ["grocerydots.testing.fixtures"]

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
ALWAYS_THE_SAME = settings(
    max_examples=500, derandomize=True, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)


# Loading


def test_every_public_name_is_there() -> None:
    for name in grocerydots.testing.__all__:
        assert getattr(grocerydots.testing, name) is not None
        assert name in dir(grocerydots.testing)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        grocerydots.testing.nothing  # noqa: B018


def _python(script: str) -> str:
    """What a fresh interpreter prints, in which hypothesis and pytest are not installed."""
    blocked = """
        import sys
        class Missing:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in ("hypothesis", "pytest"):
                    raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        sys.meta_path.insert(0, Missing())
    """
    code = textwrap.dedent(blocked) + f"sys.path[:0] = {sys.path!r}\n" + textwrap.dedent(script)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def test_seeds_and_stacked_decks_need_no_extra() -> None:
    script = """
        from grocerydots.testing import play_out, stacked_deck, test_seed
        print(stacked_deck({1: "As"}), test_seed(1))
    """
    assert _python(script) == "Deck(unsealed, 52 known cards) Seed(secret)"


@pytest.mark.parametrize("name", ["hands", "decks", "choices", "rules_of_any_table", "seatings_for"])
def test_a_strategy_names_the_extra_it_needs(name: str) -> None:
    script = f"""
        try:
            from grocerydots.testing import {name}
        except Exception as error:
            print(type(error).__name__, error)
    """
    expected = f"MissingExtra {MissingExtra('testing')}"
    assert _python(script) == expected
    assert "pip install \"grocerydots[testing]\" (in a checkout: pip install '.[testing]')" in expected


def test_the_fixtures_name_the_extra_they_need() -> None:
    script = """
        try:
            import grocerydots.testing.fixtures
        except Exception as error:
            print(type(error).__name__, error)
    """
    assert _python(script).startswith('MissingExtra this needs the extra "testing"')


# Stacked decks


def test_a_stacked_deck_gives_each_seat_its_cards() -> None:
    cards = {2: "Ah Ad 2c 3c 4c 5c Ks", 5: "Kh Kd 2d 3d 4d 5d Qs", 7: "9h 9d 7h 8h 6s 6d 8s"}
    for dealer in (0, 2, 5, 6, 7):
        deck = stacked_deck(cards, dealer=dealer)
        hand = play_out(Hand.open(STUD, {seat: (str(seat), 100) for seat in cards}, dealer, deck=deck))
        for seat, text in cards.items():
            down, up = hand.down_cards(seat), hand.state.seat(seat).up
            assert " ".join(map(str, (*down[:2], *up, down[2]))) == text


def test_a_shorter_hand_gets_no_more_cards() -> None:
    deck = stacked_deck({1: "Ah Ad 2c 3c", 2: "Kh Kd 2d", 3: "9h 9d 7h 8h 6s"}, burn=False)
    hand = Hand.open(
        presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False),
        {1: ("a", 9), 2: ("b", 9), 3: ("c", 9)}, 0, deck=deck,
    )  # fmt: skip
    for name in ("bring_in", "fold", "call"):
        assert hand.decision is not None
        hand = hand.play(getattr(hand.decision, name)())
    assert [" ".join(map(str, seat.up)) for seat in hand.state.seats] == ["2c 3c", "2d", "7h 8h"]


def test_the_store_lies_as_it_opens_and_burns_come_from_the_rest() -> None:
    deck = stacked_deck(
        {1: "Ah Ad 2c 3c 4c 5c Ks", 2: "Kh Kd 2d 3d 4d 5d Qs"}, store="Jc Jd Jh", rest="Tc Td"
    )
    hand = play_out(Hand.open(DOTS, {1: ("a", 99), 2: ("b", 99)}, 0, deck=deck, dots_tie="share"))
    (opened,) = [event for event in hand.events if isinstance(event, e.StoreOpened)]
    assert [str(opening.card) for opening in opened.cards] == ["Jc", "Jd", "Jh"]
    burned = [deck.cards[event.position] for event in hand.events if isinstance(event, e.CardBurned)]
    assert burned == [Card("Tc"), Card("Td"), Card("2h"), Card("2s")]


def test_a_stacked_deck_is_whole() -> None:
    deck = stacked_deck({1: "As", 2: [Card("Ks"), "Qs"]})
    assert set(deck.cards) == set(CARDS)
    assert deck.kind == "unsealed"


@pytest.mark.parametrize(
    "build",
    [
        lambda: stacked_deck({1: "As", 2: "As"}),
        lambda: stacked_deck({1: "As"}, store="As"),
        lambda: stacked_deck({1: "As"}, rest="As"),
        lambda: stacked_deck({1: "As"}, rest="2c 2c"),
        lambda: stacked_deck({1: "Zz"}),
        lambda: stacked_deck({1: "As"}, store="nonsense"),
    ],
)
def test_what_makes_no_deck_is_refused(build: Callable[[], Deck]) -> None:
    with pytest.raises(GrocerydotsError) as caught:
        build()
    assert_readable(caught.value)


@pytest.mark.parametrize("seat", [0, -1, None, True, 1.0, "1", (1,)])
def test_a_hand_is_a_seats(seat: int) -> None:
    with pytest.raises(SetupError, match="expected seat numbers"):
        stacked_deck({seat: "As"})


@pytest.mark.parametrize("dealer", [-1, None, True, 1.0, "1"])
def test_the_dealer_of_a_stacked_deck_is_a_seat(dealer: int) -> None:
    with pytest.raises(SetupError, match="dealer: expected a seat number, or 0"):
        stacked_deck({1: "As"}, dealer=dealer)


@pytest.mark.parametrize("cards", NO_NUMBERS)
def test_hands_are_given_by_seat(cards: Any) -> None:
    if cards == {}:
        assert set(stacked_deck(cards).cards) == set(CARDS)
        return
    with pytest.raises(SetupError, match="expected hands by seat"):
        stacked_deck(cards)


def test_nobody_is_given_more_than_seven_cards_and_the_store_no_more_than_three() -> None:
    with pytest.raises(SetupError, match=r"hands\[2\]: expected at most 7 cards, got 8"):
        stacked_deck({2: "As Ks Qs Js Ts 9s 8s 7s"})
    with pytest.raises(SetupError, match="store: expected at most 3 cards, got 4"):
        stacked_deck({2: "As"}, store="2c 3c 4c 5c")


def test_seven_hands_that_all_stay_come_to_a_reshuffle_and_go_on() -> None:
    """The last cards are then the stub's and the burns', as they lie (ROOM-12)."""
    cards = {seat: list(CARDS[(seat - 1) * 6 : seat * 6]) for seat in range(1, 8)}
    seats = {seat: (str(seat), 50) for seat in cards}
    hand = play_out(Hand.open(STUD, seats, 0, deck=stacked_deck(cards)))
    assert hand.is_over
    assert hand.state.stub.replenished


@pytest.mark.parametrize("cards", [value for value in NO_NUMBERS if value.id not in (
    "empty text", "list", "tuple", "dict", "text")])  # fmt: skip
def test_a_hand_is_cards(cards: str) -> None:
    with pytest.raises(GrocerydotsError):
        stacked_deck({1: cards})


# Playing on


def test_a_hand_is_played_on_quietly() -> None:
    hand = play_out(Hand.open(DOTS, {1: ("a", 99), 2: ("b", 99)}, 0, seed=test_seed(1)))
    assert hand.is_over
    assert not any(
        isinstance(event, e.Folded | e.Bet | e.Raised | e.StoreCardBought) for event in hand.events
    )
    assert hand.state.setup.dots_tie == "share"


def test_a_hand_is_played_on_until_something_is_true() -> None:
    hand = Hand.open(STUD, {1: ("a", 99), 2: ("b", 99)}, 0, seed=test_seed(1))
    fifth = play_out(hand, until=lambda later: later.state.street == 5)
    assert fifth.state.street == 5
    assert fifth.decision is not None
    assert play_out(hand, until=lambda _: True) is hand


def test_a_hand_is_played_on_as_somebody_chooses() -> None:
    def loudest(decision: Decision) -> e.Event:
        return list(decision)[-1]

    hand = Hand.open(STUD, {1: ("a", 20), 2: ("b", 20)}, 0, seed=test_seed(1), at=7)
    hand = play_out(hand, loudest)
    assert hand.is_over
    assert hand.times is not None
    assert set(hand.times) == {7}


@given(hands(finished=False))
def test_every_decision_has_a_quiet_answer(hand: Hand) -> None:
    if hand.decision is not None:
        assert passively(hand.decision) in hand.decision


# Strategies


@given(rules_of_any_table(games=("stud_hi_lo",), structures=("no_limit",), burn=False, ante=3))
def test_rules_can_be_narrowed(rules: Rules) -> None:
    assert (rules.game, rules.betting.structure, rules.burn, rules.ante) == (
        "stud_hi_lo",
        "no_limit",
        False,
        3,
    )


@given(rules_of_any_table(unit=2, restock="slide"))
def test_what_is_fixed_is_fixed_where_it_applies(rules: Rules) -> None:
    assert rules.unit == (2 if rules.has_store else None)
    assert rules.restock == ("slide" if rules.has_store else None)


def test_every_game_and_structure_is_drawn() -> None:
    drawn: set[tuple[str, str]] = set()

    @ALWAYS_THE_SAME
    @given(rules_of_any_table())
    def draw(rules: Rules) -> None:
        drawn.add((rules.game, rules.betting.structure))

    draw()
    assert drawn == {(game, structure) for game in GAMES for structure in STAKES}


@given(st.data())
def test_seats_fit_the_rules(data: st.DataObject) -> None:
    rules = data.draw(rules_of_any_table())
    seats = data.draw(seatings_for(rules, least=3, asked=False))
    assert 3 <= len(seats) <= rules.most_players
    assert [seating.seat for seating in seats] == sorted({seating.seat for seating in seats})
    assert all(seating.auto_ante for seating in seats)


@given(decks())
def test_a_drawn_deck_is_whole_and_unsealed(deck: Deck) -> None:
    assert set(deck.cards) == set(CARDS)
    assert deck.kind == "unsealed"
    assert sorted(deck.order or ()) == list(range(52))


@given(hands(finished=False, time_outs=False), st.data())
def test_a_choice_is_legal(hand: Hand, data: st.DataObject) -> None:
    assert not any(isinstance(event, e.TimedOut) for event in hand.events)
    if hand.decision is not None:
        event = data.draw(choices(hand.decision))
        assert hand.play(event).entries > hand.entries
        assert data.draw(choices(hand.decision, time_outs=False)) in hand.decision


@given(hands(entropy=True, timed=True))
def test_players_may_add_their_entropy(hand: Hand) -> None:
    opening = hand.state.setup.opening
    assert opening.entropy_seats
    assert {seat for seat, _ in hand.state.setup.entropy} == set(opening.entropy_seats)
    assert hand.is_over


@given(hands(STUD, seats=seatings_for(STUD, least=3, most=4), deck=decks()))
def test_players_and_deck_of_a_hand_can_be_given(hand: Hand) -> None:
    assert 3 <= len(hand.state.setup.order) <= 4


@pytest.mark.parametrize("wrong", [{"seats": 3}, {"deck": Deck(CARDS)}, {"rules": 5}])
def test_what_is_no_strategy_is_named_when_it_is_given(wrong: dict[str, Any]) -> None:
    with pytest.raises(WrongType, match=rf"^{next(iter(wrong))}: expected .*a SearchStrategy, got an? "):
        hands(**wrong)


@given(hands(STUD, sealed=True))
def test_a_hand_can_be_of_a_table_and_sealed(hand: Hand) -> None:
    assert hand.state.rules is STUD
    assert hand.state.setup.opening.deck == "test"
    assert hand.is_over


def test_every_kind_of_event_and_every_time_out_is_drawn() -> None:
    drawn: set[str] = set()

    @ALWAYS_THE_SAME
    @given(hands())
    def draw(hand: Hand) -> None:
        drawn.update(type(event).__name__ for event in hand.events)
        drawn.update(event.result for event in hand.events if isinstance(event, e.TimedOut))

    draw()
    sealed_only = {"DeckSealed", "EntropyCommitted", "EntropyAdded"}
    assert drawn >= {kind.__name__ for kind in get_args(e.Event)} - sealed_only
    assert drawn >= set(get_args(e.TimeOutResult))


# Fixtures


def test_a_hand_opens_with_nothing_said(open_hand: Callable[..., Hand]) -> None:
    hand = open_hand()
    assert hand.state.rules == DOTS
    assert [seating.player for seating in hand.state.setup.opening.seats] == ["ann", "bob", "cat"]
    assert hand.decision is not None
    assert hand.decision.kind == "open"


def test_a_hand_opens_as_it_is_told(open_hand: Callable[..., Hand], stud_rules: Rules) -> None:
    hand = open_hand(stud_rules, {4: ("x", 9), 6: ("y", 9)}, 4, deck=stacked_deck({4: "As", 6: "Ks"}))
    assert hand.state.setup.order == (6, 4)
    assert open_hand(stud_rules, players=8, stack=5).state.stacks[8] == 4
    waiting = open_hand(dots_tie=None).decision
    assert waiting is not None
    assert waiting.kind == "dots_tie"


def test_a_tests_own_seed_is_the_same_each_time(hand_seed: object, request: pytest.FixtureRequest) -> None:
    assert hand_seed == test_seed(request.node.nodeid)


def test_the_usual_rules(dots_rules: Rules, stud_rules: Rules) -> None:
    assert dots_rules == DOTS
    assert stud_rules == STUD

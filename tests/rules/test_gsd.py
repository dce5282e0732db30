"""GSD: Grocery Store Dots, the game this library exists for."""

from __future__ import annotations

from itertools import combinations

import pytest
from playing import (
    DOTS,
    HANDS,
    awards,
    boards,
    chips,
    decision_of,
    given,
    is_betting_on,
    kinds,
    offers,
    pots,
    refused,
    refused_event,
    row,
    rule,
    shown,
    since,
    to_end,
    to_showdown,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.cards import CARDS, Card, dots
from grocerydots.deck import Deck
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.phases import OVER, DealerStep, check, turn
from grocerydots.rules import presets
from grocerydots.rules.table import of
from grocerydots.testing import play_out, test_seed

THREE = "A 100, B 100, C 100"
NO_BURN = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, burn=False)
UNIT_5 = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=5)
PAIR_OPENS_STORE = "Kc 3d 4d"


def at_store(stacks: str = THREE, rules: object = None, **more: str) -> Hand:
    """The first decision at the store: everybody has paid 3 on third street."""
    hand = given(DOTS if rules is None else rules, stacks, **more)  # type: ignore[arg-type]
    return play_out(hand, until=lambda later: later.decision is not None and later.decision.kind == "store")


@pytest.mark.rule("GSD-1")
class TestOneStandardDeck:
    def test_a_deck_with_a_card_twice_is_refused(self) -> None:
        with pytest.raises(SetupError, match="GSD-1.*Kd is at 1 already") as caught:
            given(DOTS, THREE, Deck.stacked("2c Kd 3c Kd"))
        assert caught.value.rule == "GSD-1"

    @pytest.mark.parametrize("joker", ["Jk", "XX", "1s", "🂿"])
    def test_a_joker_is_refused(self, joker: str) -> None:
        with pytest.raises(SetupError, match="GSD-1"):
            Deck.stacked(["2c", joker])

    def test_a_dealer_who_turns_up_a_card_for_the_second_time_is_refused(self) -> None:
        before = to_street(given(DOTS, THREE), 4).state
        hand = Hand.open(DOTS, {1: ("A", 100), 2: ("B", 100)}, 0, deck=Deck.stacked("2c 3c 4c 5c 6c 7c"))
        state = when(hand.play(e.DotsTieConfirmed("share")), "A bring_in").state
        again = e.StoreOpened((e.Opening(6, Card("6c")), e.Opening(7, Card("8c")), e.Opening(8, Card("9c"))))
        assert before.stub.seen.bit_count() == 3 + 3 + 3
        assert state.stub.seen.bit_count() == 2
        assert isinstance(decision_of(hand), object)
        late = Hand.open(DOTS, {1: ("A", 100), 2: ("B", 100)}, 0, deck=Deck.stacked("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"))
        late = when(late.play(e.DotsTieConfirmed("share")), "A bring_in")
        closed = [event for event in when(late, "B call").events if not isinstance(event, e.StoreOpened)]
        from grocerydots.evolve import fold

        due = fold(closed[: closed.index(next(x for x in closed if isinstance(x, e.BettingClosed))) + 1])
        error = refused_event_by_dealer(due, again)
        assert "6c at position 6 has been seen already" in error

    def test_nothing_is_wild(self) -> None:
        """Three deuces are three of a kind, and lose to a straight."""
        hands = {"A": "2s 2h 2c Kd 9s 8h 4c", "B": "Tc 5d 9d 8s 7c 5h 6s"}
        hand = to_end(given(DOTS, "A 100, B 100", hands, store="3s 3d 4d"))
        assert awards(hand)[0] == "0 high B 3"


def refused_event_by_dealer(state: object, event: e.Event) -> str:
    from grocerydots.errors import IllegalEvent

    with pytest.raises(IllegalEvent) as caught:
        check(state, event)  # type: ignore[arg-type]
    return str(caught.value)

"""GSD: Grocery Store Dots, the game this library exists for."""

from __future__ import annotations

import pytest
from playing import (
    DOTS,
    THREE,
    awards,
    before,
    boards,
    chips,
    decision_of,
    given,
    kinds,
    offers,
    pots,
    refused,
    refused_event,
    refuted,
    row,
    rule,
    shown,
    since,
    to_end,
    to_showdown,
    to_store,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.cards import CARDS, Card, Rank, dots
from grocerydots.deck import Deck
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.phases import turn
from grocerydots.rules import presets
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Rules
from grocerydots.testing import passively, test_seed
from grocerydots.turns import OVER, DealerStep

NO_BURN = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, burn=False)
SLIDE = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, restock="slide")
UNIT_5 = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=5)


@pytest.mark.rule("GSD-1")
class TestOneStandardDeck:
    def test_a_deck_with_a_card_twice_is_refused(self) -> None:
        with pytest.raises(SetupError, match=r"GSD-1.*Kd is at 1 already") as caught:
            given(DOTS, THREE, Deck.stacked("2c Kd 3c Kd"))
        assert caught.value.rule == "GSD-1"

    @pytest.mark.parametrize("joker", ["Jk", "XX", "1s", "🂿", ""])
    def test_a_joker_is_refused(self, joker: str) -> None:
        with pytest.raises(SetupError, match="GSD-1"):
            Deck.stacked(["2c", joker])

    def test_a_dealer_who_turns_up_a_card_for_the_second_time_is_refused(self) -> None:
        hand = to_store(given(DOTS, THREE))
        row_with_a_door_card = [e.Opening(at, Card(text)) for at, text in enumerate(("2s", "2c", "4d"), 9)]
        error = refuted(before(hand, e.StoreOpened), e.StoreOpened(tuple(row_with_a_door_card)))
        assert "2c at position 10 has been seen already" in str(error)

    def test_nothing_is_wild(self) -> None:
        """Three deuces are three of a kind, and lose to a straight."""
        hands = {"A": "2s 2h 2c Kd 9s 8h 4c", "B": "Tc 5d 9d 8s 7c 5h 6s"}
        hand = to_end(given(DOTS, "A 100, B 100", hands, store="3s 3d 4d"))
        assert awards(hand)[0] == "0 high B 3"


@pytest.mark.rule("GSD-2")
class TestTheRestIsStud:
    def test_the_lowest_card_brings_in_and_the_highest_board_opens(self) -> None:
        hand = given(DOTS, THREE)
        assert offers(hand) == "A: bring_in 2, complete to 4"
        assert offers(to_street(hand, 4)) == "A: check, fold, bet 4"

    def test_a_round_is_capped_at_four_wagers(self) -> None:
        hand = when(given(DOTS, THREE), "A complete, B raise 8, C raise 12, A raise 16")
        assert offers(hand) == "B: fold, call 8"
        assert rule(hand, "B raise 20") == "LIM-7"

    def test_half_a_bet_all_in_is_a_full_wager(self) -> None:
        hand = when(given(DOTS, "A 100, B 100, C 7"), "A bring_in, B complete, C raise 6")
        assert offers(hand) == "A: fold, call 4, raise to 10"


@pytest.mark.rule("GSD-3")
class TestEachPotIsSplitBetweenTwoWinners:
    def test_half_goes_to_the_best_high_hand_and_half_to_the_most_dots(self) -> None:
        hand = to_end(given(DOTS, "A 100, B 100, D 100"))
        assert awards(hand) == ["0 high B 5", "0 dots D 4"]
        assert chips(hand) == {"A": 97, "B": 102, "D": 101}

    def test_one_player_may_win_both(self) -> None:
        assert awards(to_end(given(DOTS, THREE))) == ["0 high B 5", "0 dots B 4"]

    def test_every_side_pot_is_split_too(self) -> None:
        hand = when(to_street(given(DOTS, "A 100, B 5, D 100"), 4), "A bet 4, B call, D call")
        hand = to_end(hand)  # B has 2 for the bet of 4
        assert pots(hand) == ["15 ABD", "4 AD"]
        assert awards(hand) == ["0 high B 8", "0 dots D 7", "1 high D 2", "1 dots D 2"]

    def test_a_pot_that_nobody_contests_is_not_split(self) -> None:
        hand = when(given(DOTS, THREE), "A bring_in, B fold, C fold")
        assert awards(hand) == ["0 whole A 3"]


@pytest.mark.rule("GSD-4")
class TestDots:
    @pytest.mark.parametrize(
        ("ranks", "each"), [("A579", 1), ("28T", 2), ("3", 3), ("46JQK", 0)], ids=lambda value: str(value)
    )
    def test_a_card_has_the_dots_of_its_middle_column(self, ranks: str, each: int) -> None:
        assert {dots([Card(rank + suit)]) for rank in ranks for suit in "cdhs"} == {each}

    def test_every_rank_is_in_the_table(self) -> None:
        assert {rank.letter for rank in Rank} == set("A57928T346JQK")

    def test_the_deck_has_52_and_seven_cards_at_most_18(self) -> None:
        assert dots(CARDS) == 52
        assert sum(sorted(card.dots for card in CARDS)[-7:]) == 18


class TestUnits:
    @pytest.mark.rule("GSD-5")
    def test_a_unit_is_agreed_before_play(self) -> None:
        with pytest.raises(TypeError, match="unit"):
            presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1)  # type: ignore[call-arg]

    @pytest.mark.rule("GSD-5")
    @pytest.mark.parametrize("unit", [None, 0, -1, 0.5, 1.0, True, "1", 10**40, float("nan")])
    def test_a_unit_is_at_least_one_whole_chip(self, unit: int) -> None:
        with pytest.raises(SetupError, match=r"GSD-5: unit: expected") as caught:
            presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=unit)
        assert caught.value.rule == "GSD-5"

    @pytest.mark.rule("GSD-5")
    def test_stud_has_no_unit(self) -> None:
        with pytest.raises(SetupError, match="GSD-5"):
            Rules(
                game="stud_high", betting=presets.card_room(small_bet=4, big_bet=8, ante=1).betting, ante=1,
                bring_in=2, unit=1, heads_up_raises="capped", open_pair="none",
            )  # fmt: skip

    @pytest.mark.rule("GSD-8")
    def test_slot_1_costs_one_unit_slot_2_two_slot_3_three(self) -> None:
        assert offers(to_store(given(DOTS, THREE))) == "A: buy 1 for 1, buy 2 for 2, buy 3 for 3, pass"
        assert offers(to_store(given(UNIT_5, THREE))) == "A: buy 1 for 5, buy 2 for 10, buy 3 for 15, pass"

    @pytest.mark.rule("GSD-8")
    @pytest.mark.parametrize("slot", [1, 2, 3])
    def test_the_price_goes_from_the_stack_to_the_pot(self, slot: int) -> None:
        hand = when(to_store(given(UNIT_5, THREE)), f"A buy {slot}")
        assert chips(hand)["A"] == 97 - 5 * slot
        assert hand.state.pot == 9 + 5 * slot

    @pytest.mark.rule("GSD-8")
    @pytest.mark.parametrize("slot", [0, 4, -1, 52])
    def test_there_is_no_other_slot(self, slot: int) -> None:
        error = refused(to_store(given(DOTS, THREE)), f"A buy {slot}")
        assert error.rule == "GSD-8"
        assert f"there are slots 1, 2 and 3, not {slot}" in str(error)

    @pytest.mark.rule("GSD-8")
    def test_a_price_of_ones_own_is_refused(self) -> None:
        hand = to_store(given(DOTS, THREE))
        for price in (0, 1, 3, -2):
            error = refused_event(hand, e.StoreCardBought(1, 2, Card("3d"), price))
            assert error.rule == "GSD-8"
            assert "slot 2 costs 2" in str(error)


@pytest.mark.rule("GSD-6")
class TestTheStart:
    def test_everyone_antes_before_two_cards_down_and_one_up(self) -> None:
        hand = given(DOTS, THREE)
        assert kinds(hand.events) == ["HandOpened", "DotsTieConfirmed", "AntesPosted", "CardsDealt"]
        assert hand.state.pot == 3
        assert [(len(seat.down), len(seat.up)) for seat in hand.state.seats] == [(2, 1)] * 3

    def test_then_the_first_betting_round(self) -> None:
        assert decision_of(given(DOTS, THREE)).kind == "open"


@pytest.mark.rule("GSD-7")
class TestTheStoreOpens:
    def test_when_the_first_round_has_closed_three_cards_lie_face_up(self) -> None:
        hand = given(DOTS, THREE)
        assert row(hand) is None
        hand = when(hand, "A bring_in, B call, C call")
        assert row(hand) == "2s 3d 4d"
        assert since(hand, e.BettingClosed) == ["StoreOpened", "CardBurned"]

    def test_before_fourth_street_without_burns_too(self) -> None:
        hand = when(given(NO_BURN, THREE), "A bring_in, B call, C call")
        assert since(hand, e.BettingClosed) == ["StoreOpened"]

    def test_not_when_only_one_player_is_live(self) -> None:
        hand = when(given(DOTS, THREE), "A bring_in, B fold, C fold")
        assert hand.state.store is None
        assert hand.is_over

    def test_also_when_nobody_can_buy_and_there_was_no_betting(self) -> None:
        hand = given(DOTS, "A 1, B 1, C 1")
        assert hand.is_over
        assert kinds(hand.events)[3:8] == [
            "CardsDealt", "StoreOpened", "CardBurned", "CardsDealt", "CardBurned",
        ]  # fmt: skip
        assert kinds(hand.events).count("StoreClosed") == 1
        assert "StoreRestocked" not in kinds(hand.events)

    def test_the_dealer_can_do_nothing_else_first(self) -> None:
        hand = to_store(given(DOTS, THREE))
        state = before(hand, e.StoreOpened)
        step = turn(state)
        assert isinstance(step, DealerStep)
        assert (step.kind, step.rule) == (e.StoreOpened, "GSD-7")
        assert refuted(state, e.CardBurned(9)).rule == "GSD-7"


@pytest.mark.rule("GSD-9")
class TestBuying:
    def test_a_bought_card_becomes_the_up_card_of_the_street(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A buy 2")
        assert boards(hand)["A"] == "2c 3d"
        assert offers(hand).startswith("B:"), "one card a street"

    def test_who_passes_gets_the_next_card_of_the_stub(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A pass")
        assert boards(hand)["A"] == "2c Kd"
        assert row(hand) == "2s 3d 4d"

    def test_on_fourth_fifth_and_sixth_street_and_no_other(self) -> None:
        hand, streets = given(DOTS, THREE), []
        while not hand.is_over:
            if decision_of(hand).kind == "store":
                streets.append(len(hand.state.seats[decision_of(hand).place].up) + 3)
            hand = hand.play(passively(decision_of(hand)))
        assert streets == [4, 4, 4, 5, 5, 5, 6, 6, 6]

    def test_in_dealing_order_the_dealer_last(self) -> None:
        hand = to_store(given(DOTS, THREE, dealer="A"))
        asked = []
        while decision_of(hand).kind == "store":
            asked.append(decision_of(hand).seat)
            hand = when(hand, f"{'_ABC'[asked[-1] or 0]} pass")
        assert asked == [2, 3, 1]

    def test_nobody_buys_before_their_turn(self) -> None:
        hand = to_store(given(DOTS, THREE))
        error = refused(hand, "B buy 1")
        assert error.rule == "GSD-9"
        assert str(error) == (
            "GSD-9: seat 2 cannot buy slot 1: it is not their turn at the store; "
            "seat 1 may buy 2s for 1 (slot 1), buy 3d for 2 (slot 2), buy 4d for 3 (slot 3) or pass."
        )
        assert rule(hand, "C pass") == "GSD-9"

    def test_nobody_buys_in_a_betting_round_or_before_the_store_opens(self) -> None:
        assert rule(given(DOTS, THREE), "A buy 1") == "GSD-9"
        assert rule(to_street(given(DOTS, THREE), 4), "A buy 1") == "GSD-9"

    def test_nobody_folds_checks_or_bets_at_the_store(self) -> None:
        hand = to_store(given(DOTS, THREE))
        for action in ("A fold", "A check", "A call", "A bet 4", "A muck", "A ante"):
            assert rule(hand, action) == "GSD-9"

    def test_the_card_named_must_be_the_one_in_the_slot(self) -> None:
        hand = to_store(given(DOTS, THREE))
        assert refused_event(hand, e.StoreCardBought(1, 2, Card("2s"), 2)).rule == "GSD-9"
        assert refused_event(hand, e.StoreCardBought(1, 2, Card("As"), 2)).rule == "GSD-9"


@pytest.mark.rule("GSD-10")
class TestRestocking:
    def test_just_before_the_next_decision_and_not_before(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A buy 2")
        assert since(hand, e.StoreCardBought) == ["StoreRestocked"]
        assert row(hand) == "2s Kd 4d"  # what A would have got

    def test_the_last_buyers_gap_stays_through_the_betting(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A pass, B pass, C buy 1")
        assert row(hand) == "_ 3d 4d"
        hand = when(hand, "A bet 4, B call")
        assert row(hand) == "_ 3d 4d"

    def test_the_streets_burn_comes_first_restocking_after_it(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A pass, B pass, C buy 1")
        hand = to_store(hand)
        assert since(hand, e.BettingClosed) == ["CardBurned", "StoreRestocked"]
        assert offers(hand).startswith("A: buy 1 for 1")
        burned = [event.position for event in hand.events if isinstance(event, e.CardBurned)]
        restocked = [event.position for event in hand.events if isinstance(event, e.StoreRestocked)]
        assert (burned, restocked) == ([12, 15], [16])

    def test_without_burns_the_gap_is_filled_first_thing(self) -> None:
        hand = to_store(when(to_store(given(NO_BURN, THREE)), "A pass, B pass, C buy 3"))
        assert since(hand, e.BettingClosed) == ["StoreRestocked"]

    def test_not_for_a_player_who_is_not_asked(self) -> None:
        """C is all-in behind the buyer B: C is dealt from the stub over the gap."""
        hand = when(to_store(given(DOTS, "A 100, B 100, C 3")), "A pass, B buy 1")
        assert since(hand, e.StoreCardBought) == ["CardsDealt"]
        assert row(hand) == "_ 3d 4d"
        assert since(to_store(hand), e.BettingClosed) == ["CardBurned", "StoreRestocked"]

    def test_never_when_nobody_is_asked_any_more(self) -> None:
        """A and B spend their last chips; the gap that B leaves is discarded with the rest."""
        hand = when(to_store(given(DOTS, "A 4, B 4, C 3")), "A buy 1, B buy 1")
        assert hand.is_over
        assert kinds(hand.events).count("StoreRestocked") == 1
        assert row(hand) is None

    def test_when_the_buyer_folds_the_next_to_be_asked_still_finds_a_full_row(self) -> None:
        hand = when(to_store(given(DOTS, THREE)), "A pass, B pass, C buy 3, A bet 4, B call, C fold")
        assert row(hand) == "2s 3d 3c"
        assert offers(hand).startswith("A: buy")

    def test_slide_moves_the_others_toward_slot_1_at_the_restock(self) -> None:
        hand = when(to_store(given(SLIDE, THREE)), "A pass, B pass, C buy 1")
        assert row(hand) == "_ 3d 4d"
        assert row(to_store(hand)) == "3d 4d 3c"

    def test_a_full_row_is_never_restocked(self) -> None:
        hand = to_store(given(DOTS, THREE))
        refuted(before(when(hand, "A pass"), e.StorePassed), e.StoreRestocked(1, 13, Card("Kd")))


@pytest.mark.rule("GSD-11")
class TestTheStoreCloses:
    def test_after_the_deal_of_sixth_street_before_its_betting(self) -> None:
        hand = to_street(given(DOTS, THREE), 6)
        assert kinds(hand.events)[-2:] == ["CardsDealt", "StoreClosed"]
        assert row(hand) is None
        assert {len(board.split()) for board in boards(hand).values()} == {4}

    def test_also_when_the_last_of_sixth_street_buys(self) -> None:
        hand = to_street(given(DOTS, THREE), 5)
        hand = when(to_store(hand), "A pass, B pass, C buy 2")
        assert kinds(hand.events)[-2:] == ["StoreCardBought", "StoreClosed"]
        assert offers(hand) == "A: check, fold, bet 8"

    def test_nothing_can_be_bought_from_then_on(self) -> None:
        for street in (6, 7):
            hand = to_street(given(DOTS, THREE), street)
            assert rule(hand, "A buy 1") == "GSD-11"
            assert rule(hand, "C pass") == "GSD-11"

    def test_a_hand_that_ends_before_leaves_the_store_as_it_is(self) -> None:
        hand = when(to_street(given(DOTS, THREE), 5), "A bet 8, B fold, C fold")
        assert "StoreClosed" not in kinds(hand.events)
        assert rule(hand, "A buy 1") == "LIM-2"


@pytest.mark.rule("GSD-12")
def test_the_last_card_goes_face_down_and_a_fifth_round_follows() -> None:
    hand = to_end(given(DOTS, THREE))
    dealt = [event for event in hand.events if isinstance(event, e.CardsDealt)]
    assert [(d.up, d.card) for d in dealt[-1].cards] == [(False, None)] * 3
    assert dealt[-1].street == 7
    assert [event.street for event in hand.events if isinstance(event, e.BettingClosed)] == [3, 4, 5, 6, 7]


@pytest.mark.rule("GSD-13")
class TestBettingOrder:
    def test_a_bought_ace_opens(self) -> None:
        hand = when(to_store(given(DOTS, THREE, store="As 3d 4d")), "A pass, B pass, C buy 1")
        assert offers(hand).startswith("C: check")

    def test_a_bought_pair_opens_before_higher_cards(self) -> None:
        hand = when(to_store(given(DOTS, THREE, store="9h 3d 4d")), "A pass, B buy 1, C pass")
        assert boards(hand)["B"] == "9d 9h"
        assert offers(hand).startswith("B: check")

    def test_clockwise_and_only_in_turn(self) -> None:
        hand = when(to_street(given(DOTS, THREE), 4), "A check")
        assert rule(hand, "C bet 4") == "ROOM-20"
        assert rule(hand, "A bet 4") == "ROOM-20"


@pytest.mark.rule("GSD-14")
class TestEverybodyShows:
    def test_nobody_is_asked_at_showdown(self) -> None:
        hand = when(to_street(given(DOTS, THREE), 7), "A check, B check, C check")
        assert hand.is_over
        assert shown(hand) == "ABC"

    def test_all_in_hands_too(self) -> None:
        assert shown(given(DOTS, "A 1, B 1, C 1")) == "ABC"


@pytest.mark.rule("GSD-15")
class TestAllSevenCardsCountForDots:
    def test_a_bought_card_counts(self) -> None:
        """A gives up the king for a three: 10 dots instead of 7 beat B's 8."""
        hand = to_end(when(to_store(given(DOTS, THREE)), "A buy 2"))
        assert awards(hand) == ["0 high B 6", "0 dots A 5"]

    def test_cards_outside_the_best_five_count(self) -> None:
        """D's nine dots lie in an ace, an eight, a seven, a three and the pair of nines."""
        hand = to_end(given(DOTS, "A 100, B 100, D 100"))
        assert "0 dots D 4" in awards(hand)

    def test_a_folded_hands_dots_do_not(self) -> None:
        hand = when(to_street(given(DOTS, "A 100, B 100, D 100"), 7), "A bet 8, B call, D fold")
        assert awards(hand) == ["0 high B 13", "0 dots B 12"]


@pytest.mark.rule("GSD-16")
class TestTheDealerConfirmsTheDotsTie:
    def test_it_is_the_first_thing_on_record_before_the_seal_and_the_antes(self) -> None:
        hand = Hand.open(DOTS, {1: ("A", 100), 2: ("B", 100)}, 0, seed=test_seed(1), dots_tie="share")
        assert kinds(hand.events)[:4] == ["HandOpened", "DotsTieConfirmed", "DeckSealed", "AntesPosted"]

    def test_nothing_goes_on_without_it(self) -> None:
        hand = Hand.open(DOTS, {1: ("A", 100), 2: ("B", 100)}, 0, seed=test_seed(1))
        assert kinds(hand.events) == ["HandOpened"]
        assert offers(hand) == "dealer: dots_tie share, dots_tie best_high, cancel"
        assert chips(hand) == {"A": 100, "B": 100}

    @pytest.mark.parametrize(
        "action", ["A bring_in", "A ante", "A fold", "A check", "A time_out", "A sit_out"]
    )
    def test_no_player_can_act_before_it(self, action: str) -> None:
        error = refused(given(DOTS, THREE, dots_tie=None), action)
        assert error.rule == "ROOM-20"
        assert "it is the decision of the dealer" in str(error)

    def test_no_card_can_be_dealt_and_no_deck_sealed_before_it(self) -> None:
        hand = Hand.open(DOTS, {1: ("A", 100), 2: ("B", 100)}, 0, seed=test_seed(1))
        later = hand.play(e.DotsTieConfirmed("best_high"))
        for event in later.events[2:]:
            assert refuted(hand.state, event).rule == "GSD-16"

    @pytest.mark.parametrize("policy", ["split", "", "SHARE", None, 0, True, ["share"], float("nan")])
    def test_there_are_two_answers_and_no_other(self, policy: DotsTie) -> None:
        hand = given(DOTS, THREE, dots_tie=None)
        assert refused_event(hand, e.DotsTieConfirmed(policy)).rule == "GSD-16"

    def test_a_dealer_who_does_not_say_it_can_only_call_the_hand_off(self) -> None:
        hand = given(DOTS, THREE, dots_tie=None)
        off = hand.play(decision_of(hand).cancel())
        assert kinds(off.events) == ["HandOpened", "HandCancelled", "HandClosed"]
        assert chips(off) == {"A": 100, "B": 100, "C": 100}
        error = refused_event(hand, e.HandCancelled((e.Payment(1, 1),)))
        assert (error.rule, error.reason) == ("GSD-16", "nothing has been posted, so nothing goes back")

    def test_once_it_is_confirmed_the_hand_is_not_called_off(self) -> None:
        assert refused_event(given(DOTS, THREE), e.HandCancelled(())).rule == "ROOM-4"

    def test_it_cannot_be_changed_later(self) -> None:
        for hand in (given(DOTS, THREE), to_store(given(DOTS, THREE)), to_street(given(DOTS, THREE), 7)):
            assert refused_event(hand, e.DotsTieConfirmed("best_high")).rule == "GSD-16"

    def test_stud_has_no_dots_tie_to_confirm(self) -> None:
        stud = presets.card_room(small_bet=4, big_bet=8, ante=1)
        assert given(stud, THREE).state.setup.dots_tie is None
        with pytest.raises(SetupError, match="GSD-16"):
            Hand.open(stud, {1: ("A", 9), 2: ("B", 9)}, 0, seed=test_seed(1), dots_tie="share")

    @pytest.mark.parametrize(
        ("policy", "dots_half"),
        [("share", ["0 dots B 2", "0 dots E 2"]), ("best_high", ["0 dots B 4"])],
    )
    def test_a_tie_is_settled_as_confirmed(self, policy: DotsTie, dots_half: list[str]) -> None:
        """B and E have eight dots each; A has the high hand, three kings."""
        hands = {"A": "Kc Ks 2c Kd 6h 4s Qh", "B": "Tc 5d 9d 8s Jc 5h Ah", "E": "Kh Qs 8d 5c Ts 2h 5s"}
        hand = to_end(given(DOTS, "A 100, B 100, E 100", hands, dots_tie=policy))
        assert awards(hand) == ["0 high A 5", *dots_half]


def test_nothing_is_left_to_do_when_the_hand_is_over() -> None:
    hand = to_end(given(DOTS, THREE))
    assert turn(hand.state) is OVER
    assert to_showdown(hand) is hand

"""ROOM: seven-card stud as an online room runs it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playing import (
    DOTS,
    FOUR,
    HANDS,
    PAIR,
    STUD,
    STUD_10,
    THREE,
    TWO,
    awards,
    before,
    boards,
    chips,
    decision_of,
    given,
    kinds,
    name_of,
    offers,
    pots,
    refused,
    refused_event,
    refuted,
    returned,
    rule,
    shown,
    since,
    to_end,
    to_showdown,
    to_street,
    when,
)

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck
from grocerydots.events import turned_up
from grocerydots.evolve import evolve, fold
from grocerydots.hand import Hand
from grocerydots.phases import turn
from grocerydots.rules import presets
from grocerydots.rules.rules import Rules
from grocerydots.testing import passively, test_seed
from grocerydots.turns import DealerStep

PAIR_OPENS = presets.online_room(small_bet=4, big_bet=8, ante=1)
NO_BURN = presets.card_room(small_bet=4, big_bet=8, ante=1, burn=False)
ALL_SHOW = presets.card_room(small_bet=4, big_bet=8, ante=1, showdown="all_show")


@pytest.mark.rule("ROOM-2")
class TestAntes:
    def test_automatic_antes_come_first_then_the_others_are_asked_in_dealing_order(self) -> None:
        hand = given(STUD, FOUR, asked="AC", dealer="B")
        assert hand.events[1] == e.AntesPosted((e.Payment(4, 1), e.Payment(2, 1)))
        assert offers(hand) == "C: ante 1, sit_out"
        assert offers(when(hand, "C ante")) == "A: ante 1, sit_out"

    def test_who_is_not_in_gets_no_cards_and_pays_nothing(self) -> None:
        hand = when(given(STUD, THREE, HANDS | {"B": ""}, asked="B"), "B sit_out")
        assert chips(hand) == {"A": 99, "B": 100, "C": 99}
        assert boards(hand) == {"A": "2c", "B": "", "C": "Th"}
        assert pots(to_end(hand)) == ["6 AC"]

    def test_who_sits_out_has_no_decision_later(self) -> None:
        hand = when(given(STUD, THREE, HANDS | {"B": ""}, asked="B"), "B sit_out, A bring_in")
        assert offers(hand).startswith("C:")
        assert rule(hand, "B call") == "ROOM-20"

    @pytest.mark.parametrize("action", ["B fold", "B check", "B call", "B bring_in", "B complete", "B show"])
    def test_there_are_two_answers(self, action: str) -> None:
        error = refused(given(STUD, THREE, asked="B"), action)
        assert error.rule == "ROOM-2"
        assert "ante 1 or sit out" in str(error)

    def test_an_ante_is_the_whole_ante_and_not_more(self) -> None:
        hand = given(STUD_10, THREE, asked="B")
        for amount in (0, 2, -1):
            assert refused_event(hand, e.AntePosted(2, amount)).rule == "ROOM-2"

    def test_a_short_stack_antes_all_it_has(self) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=3)
        assert offers(given(rules, "A 100, B 2, C 100", asked="B")) == "B: ante 2, sit_out"

    def test_once_everybody_has_answered_nobody_can_ante_or_sit_out(self) -> None:
        hand = when(given(STUD, THREE, asked="B"), "B ante, A bring_in")
        assert rule(hand, "B ante") == "ROOM-2"
        assert rule(hand, "B sit_out") == "ROOM-2"

    def test_only_who_is_asked_can_ante(self) -> None:
        hand = given(STUD, THREE, asked="BC")
        assert rule(hand, "C ante") == "ROOM-20"
        assert rule(hand, "A ante") == "ROOM-20"


@pytest.mark.rule("ROOM-3")
class TestTheDeal:
    @pytest.mark.parametrize(("dealer", "order"), [("@", "ABC"), ("A", "BCA"), ("B", "CAB"), ("C", "ABC")])
    def test_one_card_at_a_time_from_the_dealers_left_the_dealer_last(self, dealer: str, order: str) -> None:
        hand = given(STUD, THREE, dealer=dealer)
        (dealt,) = [event for event in hand.events if isinstance(event, e.CardsDealt)]
        assert "".join(name_of(card.seat) for card in dealt.cards) == order * 3
        assert [card.position for card in dealt.cards] == list(range(9))
        assert [card.up for card in dealt.cards] == [False] * 6 + [True] * 3

    def test_the_dealers_seat_need_not_be_taken(self) -> None:
        hand = Hand.open(STUD, {2: ("A", 9), 5: ("B", 9), 9: ("C", 9)}, 6, seed=test_seed(1))
        assert hand.state.setup.order == (9, 2, 5)

    def test_a_card_to_the_wrong_seat_is_refused(self) -> None:
        hand = given(STUD, TWO)
        dealt = hand.events[-1]
        assert isinstance(dealt, e.CardsDealt)
        state = before(hand, e.CardsDealt)
        first, second, *rest = dealt.cards
        swapped = (first._replace(seat=second.seat), second._replace(seat=first.seat), *rest)
        assert refuted(state, e.CardsDealt(3, swapped)).rule == "ROOM-3"
        assert refuted(state, e.CardsDealt(3, dealt.cards[:-1])).rule == "ROOM-3"
        assert refuted(state, e.CardsDealt(4, dealt.cards)).rule == "ROOM-3"

    def test_a_down_card_that_is_shown_to_everybody_is_refused(self) -> None:
        hand = given(STUD, TWO)
        dealt = hand.events[-1]
        assert isinstance(dealt, e.CardsDealt)
        faced = (dealt.cards[0]._replace(card=Card("Ah")), *dealt.cards[1:])
        error = refuted(before(hand, e.CardsDealt), e.CardsDealt(3, faced))
        assert "goes face down and stays sealed" in str(error)


@pytest.mark.rule("ROOM-4")
class TestTheForcedOpener:
    def test_may_choose_between_the_bring_in_and_the_full_lower_limit(self) -> None:
        hand = given(STUD, THREE)
        assert offers(hand) == "A: bring_in 2, complete to 4"
        assert chips(when(hand, "A complete"))["A"] == 95

    @pytest.mark.parametrize(
        "action",
        ["A fold", "A check", "A call", "A bet 4", "A raise 4", "A show", "A muck", "A ante", "A sit_out"],
    )
    def test_may_do_nothing_else(self, action: str) -> None:
        error = refused(given(STUD, THREE), action)
        assert error.rule == "ROOM-4"
        assert "bring in 2 or complete to 4" in str(error)

    @pytest.mark.parametrize("amount", [0, 1, 3, -2, 100])
    def test_brings_in_no_other_amount(self, amount: int) -> None:
        hand = given(STUD, THREE)
        assert refused_event(hand, e.BroughtIn(1, amount, full=False)).rule == "ROOM-4"
        assert refused_event(hand, e.BroughtIn(1, 2, full=True)).rule == "ROOM-4"

    def test_nobody_else_brings_in(self) -> None:
        assert rule(when(given(STUD, THREE), "A bring_in"), "B bring_in") == "ROOM-4"
        assert rule(to_street(given(STUD, THREE), 5), "A bring_in") == "ROOM-4"

    def test_suits_break_ties_for_this_only(self) -> None:
        cards = {"A": "5s 6s 2c Kd", "B": "5c Th 2s Ks"}
        hand = given(STUD, TWO, cards)
        assert offers(hand).startswith("A: bring_in")
        assert offers(to_street(hand, 4)).startswith("A: check"), "A is nearer the dealer's left"


@pytest.mark.rule("ROOM-5")
class TestBurns:
    def test_one_card_before_each_of_the_last_four_streets(self) -> None:
        hand = to_end(given(STUD, THREE))
        story = [x for x in kinds(hand.events) if x in ("CardBurned", "CardsDealt")]
        assert story == ["CardsDealt", *["CardBurned", "CardsDealt"] * 4]
        assert hand.state.stub.burned == (9, 13, 17, 21)

    def test_a_burned_card_is_named_by_position_alone(self) -> None:
        assert [field.name for field in e.CardBurned.__attrs_attrs__] == ["position"]

    def test_no_other_card_can_be_burned_nor_a_second_one(self) -> None:
        hand = to_street(given(STUD, THREE), 4)
        state = before(hand, e.CardBurned)
        assert refuted(state, e.CardBurned(10)).rule == "ROOM-5"
        assert refuted(evolve(state, e.CardBurned(9)), e.CardBurned(10)).rule == "LIM-2"


@pytest.mark.rule("ROOM-6")
class TestLaterStreets:
    def test_the_best_board_checks_or_bets(self) -> None:
        hand = to_street(given(STUD, THREE), 4)
        assert offers(hand) == "A: check, fold, bet 4"
        assert rule(hand, "B check") == "ROOM-20"

    def test_the_action_goes_clockwise_from_there(self) -> None:
        cards = HANDS | {"B": "Tc 5d 9d As 7c 5h 6s"}
        hand = to_street(given(STUD, THREE, cards), 4)
        assert offers(hand).startswith("B:")
        assert offers(when(hand, "B check")).startswith("C:")
        assert offers(when(hand, "B check, C check")).startswith("A:")


@pytest.mark.rule("ROOM-7")
class TestThePairMayOpenHigh:
    def test_that_player_may_open_for_the_higher_limit(self) -> None:
        assert offers(to_street(given(PAIR_OPENS, THREE, PAIR), 4)) == "B: check, fold, bet 4, bet 8"

    def test_another_player_opens_for_the_lower(self) -> None:
        hand = when(to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B check")
        assert offers(hand) == "C: check, fold, bet 4"
        error = refused(hand, "C bet 8")
        assert error.rule == "ROOM-7"

    def test_opened_lower_every_raise_may_be_either(self) -> None:
        hand = when(to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B check, C bet 4")
        assert offers(hand) == "A: fold, call 4, raise to 8, raise to 12"
        assert offers(when(hand, "A raise 8")) == "B: fold, call 8, raise to 12, raise to 16"

    def test_opened_higher_every_raise_is_the_higher(self) -> None:
        hand = when(to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B bet 8")
        assert offers(hand) == "C: fold, call 8, raise to 16"
        assert rule(hand, "C raise 12") == "ROOM-7"

    def test_once_the_higher_is_wagered_later_wagers_are_higher(self) -> None:
        hand = when(to_street(given(PAIR_OPENS, THREE, PAIR), 4), "B bet 4, C raise 12")
        assert offers(hand) == "A: fold, call 12, raise to 20"

    def test_the_second_of_two_pairs_may_open_high_when_the_first_checks(self) -> None:
        cards = PAIR | {"C": "Jd Js Th Td 4s Jc 2d"}
        hand = to_street(given(PAIR_OPENS, THREE, cards), 4)
        assert offers(hand) == "C: check, fold, bet 4, bet 8"
        hand = when(hand, "C check")
        assert offers(hand) == "A: check, fold, bet 4"
        assert offers(when(hand, "A check")) == "B: check, fold, bet 4, bet 8"

    def test_a_pair_that_is_all_in_opens_nothing_for_the_others(self) -> None:
        hand = to_street(given(PAIR_OPENS, "A 100, B 3, C 100", PAIR), 4)
        assert offers(hand) == "C: check, fold, bet 4"

    def test_yet_their_raises_may_be_either(self) -> None:
        hand = when(to_street(given(PAIR_OPENS, "A 100, B 3, C 100", PAIR), 4), "C bet 4")
        assert offers(hand) == "A: fold, call 4, raise to 8, raise to 12"

    def test_without_a_pair_there_is_one_limit(self) -> None:
        assert offers(to_street(given(PAIR_OPENS, THREE), 4)) == "A: check, fold, bet 4"
        assert rule(to_street(given(PAIR_OPENS, THREE), 4), "A bet 8") == "LIM-5"


@pytest.mark.rule("ROOM-8")
class TestActions:
    def test_check_bet_call_raise_fold(self) -> None:
        hand = to_street(given(STUD, THREE), 5)
        assert offers(hand) == "A: check, fold, bet 8"
        assert offers(when(hand, "A bet 8")) == "B: fold, call 8, raise to 16"

    def test_who_checked_may_raise_a_later_full_bet(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A check, B check, C bet 8")
        assert offers(hand) == "A: fold, call 8, raise to 16"

    def test_a_wager_is_not_checked(self) -> None:
        error = refused(when(to_street(given(STUD, THREE), 5), "A bet 8"), "B check")
        assert error.rule == "ROOM-8"
        assert "8 to call" in str(error)

    def test_with_nothing_wagered_there_is_no_call_and_no_raise(self) -> None:
        hand = to_street(given(STUD, THREE), 5)
        assert rule(hand, "A call") == "ROOM-8"
        assert rule(hand, "A raise 8") == "ROOM-8"

    def test_over_a_bet_the_wager_is_called_a_raise(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8")
        assert rule(hand, "B bet 16") == "ROOM-8"
        assert rule(hand, "B complete 16") == "ROOM-8"

    def test_a_call_is_what_is_owed(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8")
        for amount in (0, 7, 9, -8, True, 8.0):
            assert refused_event(hand, e.Called(2, amount)).rule == "ROOM-8"  # type: ignore[arg-type]


@pytest.mark.rule("ROOM-9")
class TestTheClock:
    def test_who_does_not_act_is_placed_all_in_keeping_the_rest(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8, B time_out")
        assert hand.events[-1] == e.TimedOut(2, "all_in")
        assert chips(hand)["B"] == 97
        assert offers(hand) == "C: fold, call 8, raise to 16"

    def test_they_are_live_for_what_is_in_already(self) -> None:
        hand = to_end(when(to_street(given(STUD, THREE), 5), "A bet 8, B time_out, C call"))
        assert pots(hand) == ["9 ABC", "16 AC"]
        assert awards(hand) == ["0 whole B 9", "1 whole C 16"]
        assert chips(hand) == {"A": 89, "B": 106, "C": 105}

    def test_they_are_out_of_the_betting_from_then_on(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8, B time_out, C call")
        hand = to_street(hand, 6)
        assert offers(when(hand, "A check")).startswith("C:")
        assert rule(when(hand, "A check"), "B check") == "ROOM-20"

    def test_the_chips_they_wagered_in_the_round_stay_in(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8, B raise 16, C fold, A raise 24, B time_out")
        assert returned(hand) == ["A 8"]
        assert pots(hand) == ["41 AB"]

    def test_the_last_to_answer_times_out_and_the_round_closes(self) -> None:
        hand = when(to_street(given(STUD, TWO), 5), "A check, B time_out")
        assert shown(hand) == "A"
        assert offers(hand) == "B: show, muck"

    def test_nobody_can_time_out_for_another(self) -> None:
        hand = to_street(given(STUD, THREE), 5)
        assert rule(hand, "B time_out") == "ROOM-20"

    @pytest.mark.parametrize("result", ["check", "fold", "bring_in", "sit_out", "pass", "show", "", None, 5])
    def test_nothing_else_happens_to_them(self, result: e.TimeOutResult) -> None:
        hand = to_street(given(STUD, THREE), 5)
        assert refused_event(hand, e.TimedOut(1, result)).rule == "ROOM-9"

    def test_it_moves_no_chips(self) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8")
        assert refused_event(hand, e.TimedOut(2, "all_in", 8)).rule == "ROOM-9"

    def test_the_online_room_gives_ten_seconds(self) -> None:
        assert PAIR_OPENS.act_within_ms == 10_000
        assert STUD.act_within_ms is None

    def test_all_but_one_time_out_and_the_cards_are_run_out(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 4), "A time_out, B time_out")
        assert hand.is_over
        assert shown(hand) == "ABC"
        assert hand.state.stacks == {1: 97, 2: 106, 3: 97}


@pytest.mark.rule("ROOM-10")
def test_from_fifth_street_on_all_wagers_are_at_the_higher_limit() -> None:
    for street in (5, 6, 7):
        hand = to_street(given(PAIR_OPENS, THREE, PAIR), street)
        assert offers(hand) == "B: check, fold, bet 8"
        assert rule(hand, "B bet 4") == "LIM-5"
        assert offers(when(hand, "B bet 8")) == "C: fold, call 8, raise to 16"


@pytest.mark.rule("ROOM-11")
def test_the_seventh_card_is_dealt_face_down() -> None:
    hand = to_street(given(STUD, THREE), 7)
    dealt = hand.events[-1]
    assert isinstance(dealt, e.CardsDealt)
    assert (dealt.street, [card.card for card in dealt.cards]) == (7, [None] * 3)
    assert [len(seat.down) for seat in hand.state.seats] == [3, 3, 3]
    assert hand.down_cards(1) == (Card("Ah"), Card("Qd"), Card("4c"))


# ROOM-12: the short deck. Eight players take 24 cards on third street.


def eight_players(rules: Rules, folds: Mapping[int, str], players: int = 8) -> Hand:
    """A hand at its first decision of seventh street: these fold on these streets, nobody else does.

    Cards are a fixed shuffle's; seat 4, D, is the forced opener and cannot fold on third street.
    """
    seats = {number: (name_of(number), 100) for number in range(1, players + 1)}
    hand = Hand.open(rules, seats, 0, seed=test_seed("short deck"), hand_id="short")
    while hand.decision is not None and hand.state.street < 7:
        gone = name_of(hand.decision.seat or 0) in folds.get(hand.state.street, "")
        hand = hand.play(hand.decision.fold() if gone else passively(hand.decision))
    return hand


def _end_of_deck(hand: Hand) -> list[str]:
    """What happened to the deck after the betting of sixth street."""
    closed = [at for at, event in enumerate(hand.events) if event == e.BettingClosed(6)]
    deck_events = ("CardBurned", "StubReplenished", "CardsDealt", "CommunityCardDealt")
    return [kind for kind in kinds(hand.events[closed[0] :]) if kind in deck_events]


BURN_AND_DEAL = ["CardBurned", "CardsDealt"]
SHUFFLE_AND_DEAL = ["StubReplenished", "CardsDealt"]
SHUFFLE_AND_SHARE = ["StubReplenished", "CommunityCardDealt"]


@pytest.mark.rule("ROOM-12")
class TestTheShortDeck:
    @pytest.mark.parametrize(
        ("players", "folds", "stub", "happens"),
        [
            pytest.param(8, {}, 1, SHUFFLE_AND_SHARE, id="8: stub 1 and burns 3 for eight"),
            pytest.param(8, {3: "C"}, 4, SHUFFLE_AND_DEAL, id="7 from third: stub 4 and burns 3 for seven"),
            pytest.param(8, {4: "C"}, 3, SHUFFLE_AND_SHARE, id="7 from fourth: 3 and 3 for seven"),
            pytest.param(8, {5: "C"}, 2, SHUFFLE_AND_SHARE, id="7 from fifth: 2 and 3 for seven"),
            pytest.param(8, {6: "C"}, 1, SHUFFLE_AND_SHARE, id="7 from sixth: 1 and 3 for seven"),
            pytest.param(8, {3: "C", 4: "D"}, 6, SHUFFLE_AND_DEAL, id="6: 6 and 3 for six, one too few"),
            pytest.param(8, {3: "CE"}, 7, BURN_AND_DEAL, id="6 from third: 7 for six and a burn"),
            pytest.param(8, {6: "CDE"}, 1, SHUFFLE_AND_SHARE, id="5: 1 and 3 for five"),
            pytest.param(8, {6: "CDEF"}, 1, SHUFFLE_AND_DEAL, id="4: 1 and 3 for four"),
            pytest.param(8, {6: "CDEFG"}, 1, SHUFFLE_AND_DEAL, id="3: 1 and 3 for three"),
            pytest.param(8, {6: "CDEFGH"}, 1, SHUFFLE_AND_DEAL, id="2: 1 and 3 for two"),
            pytest.param(7, {}, 7, SHUFFLE_AND_DEAL, id="seven players: 7 and 3 for seven"),
            pytest.param(7, {6: "C"}, 7, BURN_AND_DEAL, id="seven, one folds on sixth: 7 for six and a burn"),
            pytest.param(6, {}, 13, BURN_AND_DEAL, id="six players: 13"),
        ],
    )
    def test_with_burns(self, players: int, folds: Mapping[int, str], stub: int, happens: list[str]) -> None:
        hand = to_end(eight_players(STUD, folds, players))
        closed = [at for at, event in enumerate(hand.events) if event == e.BettingClosed(6)]
        assert fold(hand.events[: closed[0] + 1]).stub.left == stub
        assert _end_of_deck(hand) == happens

    @pytest.mark.parametrize(
        ("folds", "stub", "happens"),
        [
            pytest.param({}, 4, ["CommunityCardDealt"], id="8: stub 4, no burns, for eight"),
            pytest.param({3: "C"}, 7, ["CardsDealt"], id="7: stub 7 for seven"),
            pytest.param({4: "C"}, 6, ["CommunityCardDealt"], id="7 from fourth: stub 6 for seven"),
            pytest.param({6: "CDE"}, 4, ["CommunityCardDealt"], id="5: stub 4 for five"),
            pytest.param({6: "CDEF"}, 4, ["CardsDealt"], id="4: stub 4 for four"),
        ],
    )
    def test_without_burns(self, folds: Mapping[int, str], stub: int, happens: list[str]) -> None:
        hand = to_end(eight_players(NO_BURN, folds))
        closed = [at for at, event in enumerate(hand.events) if event == e.BettingClosed(6)]
        assert fold(hand.events[: closed[0] + 1]).stub.left == stub
        assert _end_of_deck(hand) == happens

    def test_what_is_shuffled_is_stub_and_burns_and_the_cards_come_from_its_top(self) -> None:
        hand = eight_players(STUD, {3: "C"})
        (shuffled,) = [event for event in hand.events if isinstance(event, e.StubReplenished)]
        burns = {event.position for event in hand.events if isinstance(event, e.CardBurned)}
        assert set(shuffled.positions) == {*burns, 48, 49, 50, 51}
        dealt = [event for event in hand.events if isinstance(event, e.CardsDealt)][-1]
        assert tuple(card.position for card in dealt.cards) == shuffled.positions

    def test_for_a_community_card_the_burns_alone_are_shuffled_and_the_stub_is_left_alone(self) -> None:
        hand = eight_players(STUD, {})
        (shuffled,) = [event for event in hand.events if isinstance(event, e.StubReplenished)]
        burns = {event.position for event in hand.events if isinstance(event, e.CardBurned)}
        (shared,) = [event for event in hand.events if isinstance(event, e.CommunityCardDealt)]
        assert set(shuffled.positions) == burns
        assert len(burns) == 3
        assert shared.position == shuffled.positions[0]

    def test_without_burns_the_community_card_is_the_next_of_the_stub(self) -> None:
        hand = eight_players(NO_BURN, {})
        (shared,) = [event for event in hand.events if isinstance(event, e.CommunityCardDealt)]
        assert shared.position == 48
        assert "StubReplenished" not in kinds(hand.events)

    def test_it_is_part_of_every_live_hand(self) -> None:
        hand = to_end(eight_players(ALL_SHOW, {}))
        assert hand.state.stub.community is not None
        assert [len(seat.shown) for seat in hand.state.seats] == [2] * 8
        assert len(shown(hand)) == 8

    def test_the_last_round_is_bet_as_any(self) -> None:
        hand = eight_players(STUD, {})
        assert offers(hand).endswith("bet 8")
        assert decision_of(hand).kind == "bet"

    def test_all_in_players_are_live_and_count(self) -> None:
        """Eight all-in for the ante: nobody folds, nobody bets."""
        seats = {number: (name_of(number), 1) for number in range(1, 9)}
        hand = Hand.open(ALL_SHOW, seats, 0, deck=Deck.from_seed(test_seed(2), "all-in"), hand_id="all-in")
        assert "CommunityCardDealt" in kinds(hand.events)
        assert hand.is_over

    def test_the_new_order_is_the_sealed_one(self) -> None:
        hand = eight_players(STUD, {3: "C"})
        (shuffled,) = [event for event in hand.events if isinstance(event, e.StubReplenished)]
        assert shuffled.order is not None
        assert len(shuffled.order) == 52
        state = before(hand, e.StubReplenished)
        first, second, *rest = shuffled.positions
        other = e.StubReplenished((second, first, *rest), shuffled.order, shuffled.salt)
        assert "not in the sealed order" in str(refuted(state, other))
        swapped = (shuffled.order[1], shuffled.order[0], *shuffled.order[2:])
        forged = e.StubReplenished(shuffled.positions, swapped, shuffled.salt)
        assert "does not match its seal" in str(refuted(state, forged))
        assert refuted(state, e.StubReplenished(shuffled.positions)).rule == "ROOM-12"

    def test_other_cards_than_stub_and_burns_are_refused(self) -> None:
        hand = eight_players(STUD, {3: "C"})
        (shuffled,) = [event for event in hand.events if isinstance(event, e.StubReplenished)]
        state = before(hand, e.StubReplenished)
        folded = state.seat(3).down[0]
        for positions in ((folded, *shuffled.positions[1:]), shuffled.positions[1:], shuffled.positions * 2):
            event = e.StubReplenished(positions, shuffled.order, shuffled.salt)
            assert refuted(state, event).rule == "ROOM-12"

    def test_grocery_store_dots_never_comes_to_a_community_card(self) -> None:
        """Seven players who all stay, with a purchase each street by the last: 4 in the stub and 3 burns."""
        seats = {number: (name_of(number), 300) for number in range(1, 8)}
        for seed in range(5):
            hand = Hand.open(DOTS, seats, 0, seed=test_seed(seed), dots_tie="share")
            while not hand.is_over:
                now = decision_of(hand)
                buys = now.kind == "store" and (now.seat or 0) % 2 == seed % 2
                hand = hand.play(now.buy(1) if buys else passively(now))
            assert "CommunityCardDealt" not in kinds(hand.events)
            assert _end_of_deck(hand) == SHUFFLE_AND_DEAL


@pytest.mark.rule("ROOM-13")
def test_folded_cards_are_never_used_again() -> None:
    hand = to_end(eight_players(STUD, {3: "C", 4: "D"}))
    dealt = [event for event in hand.events if isinstance(event, e.CardsDealt)]
    positions = [card.position for event in dealt for card in event.cards]
    assert len(positions) == len(set(positions))
    folded = {card.position for event in dealt for card in event.cards if card.seat in (3, 4)}
    (shuffled,) = [event for event in hand.events if isinstance(event, e.StubReplenished)]
    assert not folded & set(shuffled.positions)


@pytest.mark.rule("ROOM-14")
class TestWhoShowsFirst:
    def test_whoever_made_the_last_bet_or_raise_then_clockwise(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 7), "A check, B bet 8, C call, A call")
        assert shown(hand) == "BCA"

    def test_an_all_in_for_less_counts(self) -> None:
        hand = to_street(given(ALL_SHOW, "A 100, B 100, C 13"), 7)
        hand = when(hand, "A bet 8, B call, C raise 10, A call, B call")
        assert shown(hand) == "CAB"

    def test_an_uncalled_one_counts(self) -> None:
        hand = to_street(given(ALL_SHOW, "A 3, B 100, C 100"), 7)
        hand = when(hand, "B bet 8, C fold")
        assert returned(hand) == ["B 8"]
        assert shown(hand) == "BA"

    def test_checked_through_whoever_had_the_first_option(self) -> None:
        cards = HANDS | {"B": "Tc 5d 9d As 7c 5h 6s"}
        hand = when(to_street(given(ALL_SHOW, THREE, cards), 7), "B check, C check, A check")
        assert shown(hand) == "BCA"

    def test_or_the_next_live_player_when_that_one_has_folded(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 7), "A fold, B check, C check")
        assert shown(hand) == "BC"

    def test_the_first_option_may_have_been_the_clocks(self) -> None:
        """A is placed all-in with chips behind, and shows first all the same."""
        hand = when(to_street(given(ALL_SHOW, THREE), 7), "A time_out, B check, C check")
        assert shown(hand) == "ABC"
        assert chips(hand)["A"] == 97

    def test_who_was_timed_out_on_an_earlier_street_had_no_option(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 6), "A time_out, B check, C check")
        hand = when(hand, "B check, C check")
        assert shown(hand) == "BCA"

    def test_side_pots_make_no_difference(self) -> None:
        """C bets into the side pot; all-in B, clockwise after A, shows in turn and not first."""
        hand = when(to_street(given(ALL_SHOW, "A 100, B 3, C 100"), 7), "A check, C bet 8, A call")
        assert shown(hand) == "CAB"

    def test_a_timed_out_caller_shows_in_turn(self) -> None:
        hand = when(to_street(given(ALL_SHOW, THREE), 7), "A bet 8, B time_out, C call")
        assert shown(hand) == "ABC"


@pytest.mark.rule("ROOM-15")
class TestWonByFolds:
    def test_nobody_shows_and_nobody_waits(self) -> None:
        hand = when(to_street(given(STUD, THREE), 6), "A bet 8, B fold, C fold")
        assert hand.is_over
        assert since(hand, e.BettingClosed) == ["PotsAwarded", "HandClosed"]
        assert shown(hand) == ""
        assert awards(hand) == ["0 whole A 9"]

    def test_the_winners_cards_are_in_no_event(self) -> None:
        hand = when(given(STUD, THREE), "A bring_in, B fold, C fold")
        assert {card.text for _, card in turned_up(hand.events)} == {"2c", "9d", "Th"}

    def test_showing_then_is_no_decision_of_the_hand(self) -> None:
        hand = when(given(STUD, THREE), "A bring_in, B fold, C fold")
        assert rule(hand, "A show") == "LIM-2"


@pytest.mark.rule("ROOM-16")
class TestShowOrMuck:
    def test_all_but_the_first_may_show_or_muck_in_turn(self) -> None:
        hand = to_showdown(given(STUD, THREE))
        assert shown(hand) == "A"
        assert offers(hand) == "B: show, muck"
        assert offers(when(hand, "B show")) == "C: show, muck"

    def test_a_mucked_hand_stays_sealed(self) -> None:
        hand = when(to_showdown(given(STUD, THREE)), "B show, C muck")
        assert {"Jd", "Js", "2d"}.isdisjoint({card.text for _, card in turned_up(hand.events)})
        assert hand.state.seat(3).shown == ()

    def test_a_hand_that_is_shown_is_opened_by_the_dealer_at_once(self) -> None:
        hand = when(to_showdown(given(STUD, THREE)), "B show")
        assert kinds(hand.events)[-2:] == ["HandShown", "DownCardsOpened"]
        state = before(hand, e.DownCardsOpened)
        wrong = e.DownCardsOpened(1, (e.Opening(0, Card("Ah")), e.Opening(3, Card("Qd"))))
        assert refuted(state, wrong).rule == "ROOM-17"

    def test_nobody_shows_out_of_turn_or_twice(self) -> None:
        hand = to_showdown(given(STUD, THREE))
        assert rule(hand, "C show") == "ROOM-20"
        assert rule(hand, "A muck") == "ROOM-20"

    def test_nobody_shows_before_the_showdown(self) -> None:
        hand = to_street(given(STUD, THREE), 7)
        assert rule(hand, "A show") == "HOUSE-26"
        assert rule(hand, "A muck") == "HOUSE-26"


@pytest.mark.rule("ROOM-17")
class TestCardsSpeak:
    @pytest.mark.parametrize(
        ("better", "worse"),
        [
            ("As Ks Qs Js Ts 2c 3d", "9h 9c 9d 9s Ah Kh Qh"),
            ("9h 9c 9d 9s 2c 3d 4h", "As Ad Ac Ks Kd Jh Tc"),
            ("As Ad Ac Ks Kd Jh Tc", "2h 5h 7h 9h 8h Qc 3d"),
            ("2h 5h 7h 9h 8h Qc 3d", "9s Td Jc Qd Kh 2c 3c"),
            ("9s Td Jc Qd Kh 2c 3c", "Ah 2s 3s 4d 5c Kd Qh"),
            ("Ah 2s 3s 4d 5c Kd Qh", "7s 7c 7d Ac Ks 9h 2d"),
            ("7s 7c 7d Ac Ks 9h 2d", "Ad As Kc Kh Qd 9s 2c"),
            ("Ad As Kc Kh Qd 9s 2c", "Ah Ac Ks Qc Jd 3d 2s"),
            ("Ah Ac Ks Qc Jd 3d 2s", "Ad Kd Qh Js 9h 3c 2h"),
            ("Kc Kd 8s 8c 5h 5d As", "Ks Kh 8d 8h 6c 6d Qs"),
        ],
    )
    def test_the_best_five_of_seven_win(self, better: str, worse: str) -> None:
        hand = to_end(given(STUD, TWO, {"A": worse, "B": better}))
        assert [award.split()[2] for award in awards(hand)] == ["B"]


@pytest.mark.rule("ROOM-18")
class TestEqualHands:
    def test_share_equally(self) -> None:
        hands = {"A": "Ah Kd Qs Jc 9h 3c 2c", "B": "Ac Ks Qd Jh 9s 3d 2h"}
        hand = to_end(given(STUD, TWO, hands))
        assert awards(hand) == ["0 whole A 3", "0 whole B 3"]

    def test_only_the_best_five_are_compared(self) -> None:
        hands = {"A": "Ah Kd Qs Jc 9h 3c 2c", "B": "Ac Ks Qd Jh 9s 8d 7h"}
        assert len(awards(to_end(given(STUD, TWO, hands)))) == 2

    def test_a_pot_of_one_chip_that_two_share_goes_to_one(self) -> None:
        free = presets.card_room(small_bet=4, big_bet=8, ante=0, bring_in=1)
        hands = {"A": "Ah Kd Qs Jc 9h 3c 2c", "B": "Ac Ks Qd Jh 9s 8d 7h"}
        hand = to_end(when(given(free, "A 1, B 1", hands), "B bring_in"))
        assert awards(hand) == ["0 whole A 1", "0 whole B 1"]


@pytest.mark.rule("ROOM-19")
class TestTableStakes:
    def test_only_the_chips_in_front_can_be_lost(self) -> None:
        hand = to_street(given(STUD_10, "A 100, B 25, C 100"), 5)
        hand = when(hand, "A bet 20, B call")
        assert chips(hand)["B"] == 0

    def test_a_call_for_less_is_offered_for_what_is_there(self) -> None:
        hand = when(to_street(given(STUD_10, "A 100, B 25, C 100"), 5), "A bet 20")
        assert offers(hand) == "B: fold, call 19"

    def test_a_wager_of_more_is_refused(self) -> None:
        hand = to_street(given(STUD, "A 6, B 100, C 100"), 4)
        assert offers(hand) == "A: check, fold, bet 3"
        error = refused(hand, "A bet 4")
        assert error.rule == "ROOM-19"
        assert "3 chips" in str(error)

    def test_an_opener_with_no_more_than_the_bring_in_cannot_complete(self) -> None:
        hand = given(STUD, "A 3, B 100, C 100")
        assert offers(hand) == "A: bring_in 2"
        assert rule(hand, "A complete 4") == "ROOM-19"

    def test_nobody_can_lose_more_than_they_had_whatever_happens(self) -> None:
        hand = to_end(given(STUD, "A 1, B 2, C 100, D 3"))
        assert min(chips(hand).values()) >= 0
        assert sum(chips(hand).values()) == 106


@pytest.mark.rule("ROOM-20")
class TestTurns:
    @pytest.mark.parametrize("action", ["A check", "C call", "C fold", "A raise 16", "C bet 8", "C time_out"])
    def test_only_the_player_whose_decision_it_is_may_act(self, action: str) -> None:
        hand = when(to_street(given(STUD, THREE), 5), "A bet 8")
        error = refused(hand, action)
        assert error.rule == "ROOM-20"
        assert "seat 2" in str(error)

    def test_play_goes_clockwise(self) -> None:
        hand = to_street(given(STUD, FOUR), 5)
        turns = []
        for _ in range(4):
            turns.append(offers(hand)[0])
            hand = when(hand, f"{turns[-1]} check")
        assert turns == ["A", "B", "C", "D"]

    def test_who_folds_gets_no_more_cards(self) -> None:
        hand = to_end(when(given(STUD, THREE, HANDS | {"B": "Tc 5d 9d"}), "A bring_in, B fold, C call"))
        assert boards(hand) == {"A": "2c Kd 9s 3h", "B": "9d", "C": "Th 6d 4s Jc"}
        assert len(hand.state.seat(2).down) == 2

    def test_a_seat_that_is_not_taken_has_no_turn(self) -> None:
        hand = given(STUD, THREE)
        for seat in (0, 4, -1, 10**30, None, "A", 1.5):
            assert refused_event(hand, e.BroughtIn(seat, 2, full=False)).rule == "ROOM-20"  # type: ignore[arg-type]

    def test_nobody_acts_while_the_dealer_is_due(self) -> None:
        hand = to_street(given(STUD, THREE), 5)
        state = before(hand, e.CardBurned)
        for event in (e.Checked(1), e.Folded(1), e.Called(1, 2), e.HandShown(1), e.TimedOut(1, "all_in")):
            assert refuted(state, event).rule == "ROOM-20"


def test_every_step_of_the_dealer_cites_its_rule() -> None:
    hand = to_end(eight_players(STUD, {3: "C"}))
    cited = {}
    for at, event in enumerate(hand.events[1:]):
        now = turn(fold(hand.events[: at + 1]))
        if isinstance(now, DealerStep):
            cited[type(event).__name__] = now.rule
    assert cited == {
        "DeckSealed": "GSD-1", "AntesPosted": "ROOM-2", "CardsDealt": "ROOM-11", "BettingClosed": "LIM-2",
        "CardBurned": "ROOM-5", "StubReplenished": "ROOM-12", "HandShown": "ROOM-14",
        "DownCardsOpened": "ROOM-17", "PotsAwarded": "HOUSE-22", "HandClosed": "LIM-2",
    }  # fmt: skip

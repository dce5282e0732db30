"""HOUSE-18, 19, 20, 21, 22: how pots are split, and odd chips."""

from __future__ import annotations

import pytest
from house_rules import ALL_SHOW, eight_players
from playing import (
    DOTS,
    FIVE,
    FOUR,
    HI_LO,
    STUD,
    THREE,
    awards,
    chips,
    given,
    offers,
    pots,
    to_end,
    to_street,
    when,
)

from grocerydots.rules import presets
from grocerydots.testing import play_out

TIED = {
    "A": "Kc Qd 2c 9h 8s 6d 4h",
    "B": "Kd Qh 2d 9s 8c 6h 4s",
    "C": "Kh Qs 2h 9c 8d 6s 4c",
    "D": "5c 5d 3c 7h Jd Js As",
}


@pytest.mark.rule("HOUSE-18")
class TestTheOddChipBetweenHalves:
    def test_goes_to_the_high_half(self) -> None:
        hand = to_end(given(DOTS, "A 100, B 100, D 100"))
        assert awards(hand) == ["0 high B 5", "0 dots D 4"]

    def test_in_every_pot(self) -> None:
        hand = to_end(when(to_street(given(DOTS, "A 100, B 4, D 100"), 4), "A bet 4, B call, D call"))
        assert pots(hand) == ["12 ABD", "6 AD"]
        assert awards(hand)[2:] == ["1 high D 3", "1 dots D 3"]

    def test_a_pot_of_one_chip_is_all_high(self) -> None:
        """The house takes all but one chip of it."""
        rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, rake="declared")
        hand = given(rules, "A 100, B 100, D 100")
        hand = play_out(
            hand, until=lambda later: later.decision is not None and later.decision.kind == "rake"
        )
        hand = when(hand, f"house rake {hand.state.pot - 1}")
        assert awards(hand) == ["0 high B 1"]


@pytest.mark.rule("HOUSE-19")
class TestOddChipsAmongTiedWinners:
    def test_by_suit_to_the_highest_card_among_the_five_used(self) -> None:
        """Ten chips for three: the king of hearts stands above the others."""
        hand = to_end(when(given(STUD, FOUR, TIED | {"D": "5c 5d 3c"}), "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_two_odd_chips_go_to_two(self) -> None:
        hands = TIED | {"D": "5c 5d 3c", "E": "5h 5s 3d"}
        hand = given(STUD, FIVE, hands)
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold, E fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 4", "0 whole C 4"]

    def test_dealers_left_gives_them_from_there(self) -> None:
        rules = presets.card_room(small_bet=4, big_bet=8, ante=1, odd_chips="dealers_left")
        for dealer, winner in (("@", "A"), ("A", "B"), ("B", "C"), ("D", "A")):
            hand = given(rules, FOUR, TIED | {"D": "5c 5d 3c"}, dealer=dealer)
            hand = when(hand, "A bring_in")
            while hand.state.street == 3:
                hand = when(hand, f"{offers(hand)[0]} {'fold' if offers(hand)[0] == 'D' else 'call'}")
            won = {award.split()[2]: award.split()[3] for award in awards(to_end(hand))}
            assert won.pop(winner) == "4"
            assert set(won.values()) == {"3"}

    def test_cards_outside_the_five_do_not_count_in_the_high_half(self) -> None:
        """A's ace of spades plays no part in the nine-high straight; B's nine of hearts beats A's."""
        hands = {"A": "As Ad 2c 9d 8d 7s 6c", "B": "Kc Qh 3c 9h 8h 7c 6d", "C": "Ac Kd Qd 4d 3s 2h Th"}
        straight = {"A": hands["A"].replace("2c", "5h"), "B": hands["B"].replace("3c", "5s")}
        hand = given(STUD, "A 100, B 100, C 100", straight | {"C": "Ac Kd 2d"})
        hand = when(hand, "C bring_in, A complete, B call, C fold")
        hand = to_end(hand)
        assert sum(int(pot.split()[0]) for pot in pots(hand)) == 13
        assert awards(hand) == ["0 whole A 6", "0 whole B 7"]

    def test_a_shared_card_decides_nothing_the_next_one_does(self) -> None:
        """A community ace tops both broadways, so their kings are compared (ROOM-12)."""
        hands = [
            "Kc Qc Jd Td 8c 3d", "Kd Qs Jh Th 8d 3c", "7d Kh 5d 8h 4h 9c", "3s 9h 5h 9d 6s Js",
            "2h Jc 7c Qh 4c 4d", "9s 6h 3h 7s Ah 7h", "6d 2s 8s 4s 5c Ac", "Qd 2d Ks Tc Ts Ad",
        ]  # fmt: skip
        hand = to_end(eight_players("As", hands, last=2))
        assert str(hand.state.stub.community) == "As"
        assert awards(hand) == ["0 whole A 8", "0 whole B 8", "1 whole A 3", "1 whole B 4"]

    def test_in_a_low_the_ace_counts_low(self) -> None:
        """Both have 5-4-3-2-A: the five of diamonds stands highest, not the ace of spades."""
        hands = {"A": "As 2d 3h 4c 5c Kd Qs", "B": "Ac 2h 3c 4s 5d Kh Qh", "C": "9c 9d 9h Ts Tc Kc Qd"}
        hand = given(HI_LO, FIVE, hands | {"D": "8c 8d 7h", "E": "8h 8s 7d"})
        hand = to_end(when(hand, "B bring_in, C call, D fold, E fold, A call"))
        assert awards(hand) == ["0 high C 6", "0 low A 2", "0 low B 3"]

    def test_for_dots_all_seven_cards_count(self) -> None:
        """Seven dots each: A's king is no part of the six-high straight, and beats B's queens."""
        hands = {
            "A": "4h 3d 2c 5s 6c Ks 9h", "B": "Qs Qc 3s Td 4s 9d 7c", "C": "Jc Js 6d 6h 4c 8h Jd",
            "D": "Th Ts 5c", "E": "Tc Ad 5d",
        }  # fmt: skip
        hand = given(DOTS, FIVE, hands, store="8s 8c 8d")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold, E fold"))
        assert awards(hand) == ["0 high C 6", "0 dots A 3", "0 dots B 2"]


@pytest.mark.rule("HOUSE-20")
class TestTheSameTieForBothHalves:
    def test_three_share_the_whole_pot_as_one(self) -> None:
        """Ten for three is 4, 3, 3; two halves of five would have given 4, 4, 2."""
        hand = given(DOTS, FOUR, TIED | {"D": "5c 5d 3c"}, store="3d 3h 3s")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert pots(hand) == ["10 ABC"]
        assert hand.state.pot == 0
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_two_of_three(self) -> None:
        """Ten between two is 5 and 5; two halves of five would have given 6 and 4."""
        hands = TIED | {"C": "Qc Jh 7d 6c 4d 5h Tc", "D": "5c 5d 3c"}
        hand = given(DOTS, FOUR, hands, store="3d 3h 3s")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 5", "0 whole B 5"]

    def test_a_fourth_who_ties_for_the_dots_alone_keeps_the_halves_apart(self) -> None:
        """All four have five dots, and D no king."""
        hand = to_end(given(DOTS, FOUR, TIED | {"D": "Qc Jh 7d Td 9d 5h 4d"}, store="3d 3h 3s"))
        assert awards(hand) == [
            "0 high A 2", "0 high B 2", "0 high C 2", "0 dots A 1", "0 dots B 2", "0 dots C 2", "0 dots D 1",
        ]  # fmt: skip

    def test_odd_chips_go_in_the_high_halfs_order(self) -> None:
        """Both have a six-high straight and six dots. A's six is of spades; B's idle king does not count."""
        hands = {"A": "6s 5c 2c 4d 3h Jc Qd", "B": "6h 5d 2d 4s 3c Ks Jh", "C": "Qc Qh 8c Js Kh 7s Ac"}
        hand = to_end(given(DOTS, THREE, hands, store="8d 8h 8s"))
        assert awards(hand) == ["0 whole A 5", "0 whole B 4"]

    def test_one_player_who_wins_both_has_two_shares(self) -> None:
        assert awards(to_end(given(DOTS, THREE))) == ["0 high B 5", "0 dots B 4"]


@pytest.mark.rule("HOUSE-21")
class TestDotsTie:
    def test_a_dots_tie_of_equal_high_hands_is_shared_under_best_high_too(self) -> None:
        hand = given(DOTS, FOUR, TIED | {"D": "5c 5d 3c"}, store="3d 3h 3s", dots_tie="best_high")
        hand = to_end(when(hand, "A bring_in, B call, C call, D fold"))
        assert awards(hand) == ["0 whole A 3", "0 whole B 3", "0 whole C 4"]

    def test_best_high_asks_the_tied_players_alone(self) -> None:
        """C has the best high hand of all and few dots: it is not C who takes the dots."""
        hands = {"A": "Kc Ks 2c Kd 6h 4s Qh", "B": "Tc 5d 9d 8s Jc 5h Ah", "E": "Kh Qs 8d 5c Ts 2h 5s"}
        hand = to_end(given(DOTS, "A 100, B 100, E 100", hands, dots_tie="best_high"))
        assert awards(hand) == ["0 high A 5", "0 dots B 4"]


@pytest.mark.rule("HOUSE-22")
class TestEveryPotOnItsOwn:
    def test_worked_number_3(self) -> None:
        """Contributions A 5 (all-in), B 20, C 20; A has ten dots, B a flush and 3, C two pair and 9."""
        rules = presets.grocery_store_dots(small_bet=15, big_bet=15, ante=5, bring_in=15, unit=1)
        hands = {"A": "3c 3d 8h Ts Qc 4d Kh", "B": "Jh Qh 4h 6h 5h 7s 9c", "C": "Th Td 2c 2s Ac Kc Jc"}
        hand = to_end(given(rules, "A 5, B 20, C 20", hands, store="5c 5d 5s"))
        assert pots(hand) == ["15 ABC", "30 BC"]
        assert awards(hand) == ["0 high B 8", "0 dots A 7", "1 high B 15", "1 dots C 15"]
        assert chips(hand) == {"A": 7, "B": 23, "C": 15}

    def test_the_best_hand_is_all_in_and_the_side_pot_goes_to_the_second_best(self) -> None:
        hand = when(to_street(given(ALL_SHOW, "A 100, B 3, C 100"), 4), "A bet 4, C call")
        assert awards(to_end(hand)) == ["0 whole B 9", "1 whole C 8"]

    def test_worked_number_8(self) -> None:
        """Hi-lo, contributions A 2, B 4, C 8, D 8; only A has a low; high order B, C, D."""
        rules = presets.card_room(small_bet=16, big_bet=32, ante=8, bring_in=8, hi_lo=True)
        hands = {
            "A": "Ac 2d 4h 5s 7c Kd Qs", "B": "9c 9d 9h Ts Jc Kc Qd", "C": "Js Jd Th 3h Td Ks 2s",
            "D": "Ah Qc Qh 3c 9s Kh 6d",
        }  # fmt: skip
        hand = to_end(given(rules, "A 2, B 4, C 8, D 8", hands))
        assert pots(hand) == ["8 ABCD", "6 BCD", "8 CD"]
        assert awards(hand) == ["0 high B 4", "0 low A 4", "1 whole B 6", "2 whole C 8"]
        assert chips(hand) == {"A": 4, "B": 10, "C": 8, "D": 0}

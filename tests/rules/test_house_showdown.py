"""HOUSE-26, 27: showing and mucking."""

from __future__ import annotations

import pytest
from house_rules import ALL_SHOW, DOTS_MUCK
from playing import (
    STUD,
    THREE,
    awards,
    given,
    kinds,
    offers,
    pots,
    refused,
    shown,
    to_end,
    to_showdown,
    to_street,
    when,
)

from grocerydots.rules import presets

BIG_ANTE = presets.card_room(small_bet=16, big_bet=32, ante=8, bring_in=8)


@pytest.mark.rule("HOUSE-26")
class TestMucking:
    """Antes of 8, all-in for 2, 4, 6, 8 and 8: a main pot and three side pots."""

    STACKS = "A 2, B 4, C 6, D 8, E 8"

    def test_the_last_contender_of_any_pot_who_has_not_mucked_must_show(self) -> None:
        hand = given(BIG_ANTE, self.STACKS)
        assert pots(hand) == ["10 ABCDE", "8 BCDE", "6 CDE", "4 DE"]
        assert shown(hand) == "A"
        hand = when(hand, "B muck, C muck, D muck")
        assert hand.is_over
        assert shown(hand) == "AE"
        assert awards(hand) == ["0 whole A 10", "1 whole E 8", "2 whole E 6", "3 whole E 4"]

    def test_a_pot_with_a_shown_hand_needs_no_other(self) -> None:
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C muck, D show")
        assert offers(hand) == "E: show, muck"
        hand = when(hand, "E muck")
        assert awards(hand) == ["0 whole D 10", "1 whole D 8", "2 whole D 6", "3 whole D 4"]

    def test_a_mucked_hand_has_no_claim_even_if_it_is_the_best(self) -> None:
        """B's straight would have taken main and first side pot."""
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C show, D muck")
        assert shown(hand) == "ACE"
        assert awards(hand) == ["0 whole C 10", "1 whole C 8", "2 whole C 6", "3 whole E 4"]

    @pytest.mark.parametrize(
        ("dealer", "mucks", "who_shows"),
        [
            (
                "A",
                "C muck, D muck",
                "BEA",
            ),  # B first; E is the last of the newest pot; then A may muck or show
            ("D", "A muck, B muck, C muck, D muck", "E"),
            ("C", "E muck, A muck, B muck, C muck", "D"),
        ],
    )
    def test_from_wherever_the_showing_starts(self, dealer: str, mucks: str, who_shows: str) -> None:
        hand = to_end(when(given(BIG_ANTE, self.STACKS, dealer=dealer), mucks))
        assert shown(hand) == who_shows

    def test_a_hand_mucked_still_stands_in_its_pots(self) -> None:
        hand = when(given(BIG_ANTE, self.STACKS), "B muck, C muck, D muck")
        assert pots(hand) == ["10 ABCDE", "8 BCDE", "6 CDE", "4 DE"]

    def test_the_first_to_show_is_not_asked(self) -> None:
        hand = to_showdown(given(STUD, THREE))
        assert kinds(hand.events)[-2:] == ["HandShown", "DownCardsOpened"]
        assert offers(hand).startswith("B:")

    def test_nobody_is_asked_where_all_show(self) -> None:
        assert given(presets.card_room(
            small_bet=16, big_bet=32, ante=8, bring_in=8, showdown="all_show"), self.STACKS
        ).is_over  # fmt: skip

    @pytest.mark.parametrize("action", ["B fold", "B check", "B call", "B bet 4", "B ante", "B bring_in"])
    def test_at_showdown_nothing_else_is_an_answer(self, action: str) -> None:
        error = refused(to_showdown(given(STUD, THREE)), action)
        assert error.rule == "HOUSE-26"
        assert "show or muck" in str(error)

    def test_an_all_in_hand_of_a_main_pot_may_muck_while_others_claim_it(self) -> None:
        hand = when(to_street(given(STUD, "A 100, B 3, C 100"), 7), "A bet 8, C call")
        assert shown(hand) == "A"
        hand = when(hand, "B muck")
        assert offers(hand) == "C: show, muck"

    def test_grocery_store_dots_may_be_set_to_it(self) -> None:
        hand = to_showdown(given(DOTS_MUCK, THREE))
        assert offers(hand) == "B: show, muck"
        hand = when(hand, "B muck, C show")
        assert awards(hand) == ["0 high C 5", "0 dots A 4"]

    def test_who_alone_contends_for_a_pot_without_a_rival_must_show(self) -> None:
        """A bets D out of the side pot and is all that is left of it; B, nearer the left, shows first."""
        hand = to_street(given(STUD, "A 100, B 3, D 100", dealer="A"), 4)
        hand = when(hand, "A bet 4, D call, A bet 8, D fold")
        assert hand.is_over
        assert pots(hand) == ["9 AB", "8 A"]
        assert shown(hand) == "BA"


@pytest.mark.rule("HOUSE-27")
class TestShowdownOrderWithoutBetting:
    def test_from_the_dealers_left(self) -> None:
        for dealer, order in (("@", "ABC"), ("A", "BCA"), ("B", "CAB")):
            assert shown(given(ALL_SHOW, "A 1, B 1, C 1", dealer=dealer)) == order

    def test_bets_of_earlier_rounds_do_not_matter(self) -> None:
        hand = to_street(given(ALL_SHOW, "A 11, B 11, C 11"), 6)
        hand = when(hand, "A check, B check, C bet 8, A call, B call")
        assert hand.is_over
        assert shown(hand) == "ABC"

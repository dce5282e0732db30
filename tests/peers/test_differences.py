"""Where the two engines play by other rules: each difference shown by a hand of its own.

`test_same_chips` keeps every one of them out of its hands by construction, as `kept_out` says. What PokerKit
has not got at all stands nowhere here: the store and its dots, the clock, antes that are asked for, seals.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Final, NamedTuple

import pytest
from pokerkit import Automation, BoardDealing, CardBurning, HoleCardsShowingOrMucking, HoleDealing

from grocerydots import Deck
from grocerydots import events as e
from grocerydots.testing import test_seed

from .two_engines import EVERYTHING, Stakes, TwoEngines, common_rules, stacked, theirs_dealt

STAKES: Final = Stakes(ante=1, bring_in=3, small_bet=10, big_bet=20)


class Difference(NamedTuple):
    """What each engine does, and how the random hands keep clear of it."""

    here: str
    there: str
    kept_out: str


DIFFERENCES: Final = {
    "open pair": Difference(
        "a pair on fourth street lets any player wager the higher limit (LIM-6)",
        "the lower limit only",
        "open_pair: none",
    ),
    "half-bet rule": Difference(
        "short all-ins of half a bet in all are a full wager, of less they count for nothing (HOUSE-5)",
        "each counts for the cap and moves the next wager; only a whole bet re-opens the betting",
        "nobody makes a short wager",
    ),
    "short opening bet": Difference(
        "it may be completed by players who have not acted, and only called by the others (HOUSE-6)",
        "a whole bet goes on top of it, by a player who checked too",
        "nobody makes a short wager",
    ),
    "short bring-in": Difference(
        "everyone else owes the full bring-in (HOUSE-4)",
        "what was put in is all that there is to call",
        "nobody has fewer chips than the bring-in, but who has none after the ante",
    ),
    "completing without the chips": Difference(
        "who has the bring-in and no more has only the bring-in (ROOM-4)",
        "may also complete, to the same amount, and that is the first of the four wagers",
        "nobody has just the bring-in",
    ),
    "all-in low card": Difference(
        "who acts for it may also fold (HOUSE-3)",
        "must bring in or complete",
        "that player does not fold, and whether folding is offered is not compared",
    ),
    "bring-in of a whole bet": Difference(
        "the bring-in may equal the lower limit (LIM-3)",
        "refused",
        "a smaller bring-in",
    ),
    "heads-up cap": Difference(
        "two players raise without a limit (LIM-8)",
        "four wagers",
        "heads_up_raises: capped",
    ),
    "wager for nothing": Difference(
        "offered as long as another live player has chips to put in (HOUSE-11)",
        "only when another could call more than is wagered already",
        "nobody makes such a wager, and whether it is offered is not compared",
    ),
    "fold when free": Difference(
        "offered (HOUSE-9)",
        "not in their tournament mode",
        "fold_when_free: false",
    ),
    "odd chips": Difference(
        "by the highest card, or one each from the dealer's left (HOUSE-19)",
        "all of them to the first from the dealer's left",
        "all chips are a multiple of what any number of winners divides",
    ),
    "the same winners of both halves": Difference(
        "share the whole pot as one (HOUSE-20)",
        "share each half",
        "the same",
    ),
    "odd chips between halves": Difference(
        "to the high half, pot by pot (HOUSE-18, HOUSE-22)",
        "once in all pots that have the same hands left when losing ones are gone",
        "the same",
    ),
    "low side pot without a low": Difference(
        "goes to the high hand whole (LIM-11, HOUSE-22)",
        "when another pot has a low, half of it is shared by all hands that won anything",
        "hands with a low in one pot and none in another are left out, by what PokerKit ranks as a low",
    ),
    "short deck": Difference(
        "stub and burns make the last cards, and nothing more is burned (ROOM-12)",
        "a fourth card is burned and the last players are dealt from burns and folded hands",
        "at a table of seven the first player who may fold does",
    ),
    "community card": Difference(
        "one of the burned cards, and nothing more is burned (ROOM-12)",
        "a fourth card is burned first",
        "seven players at most",
    ),
    "may muck": Difference(
        "not the first to show, nor a pot's last claimant (HOUSE-26)",
        "everyone, unless all-in",
        "showdown: all_show; their automation mucks losing hands alone",
    ),
    "showing before the cards": Difference(
        "hands are shown after the last card (ROOM-14)",
        "as soon as nobody can bet",
        "the order of showing is compared only where nobody was all-in",
    ),
    "order of showing": Difference(
        "checked through: from whoever had the first option (ROOM-14)",
        "from the best board, all-in or not",
        "the same",
    ),
}

Test = Callable[[], None]
_SHOWN: dict[str, Test] = {}


def shows(difference: str) -> Callable[[Test], Test]:
    """Say which difference a test shows."""

    def remember(test: Test) -> Test:
        assert difference not in _SHOWN
        _SHOWN[difference] = test
        return test

    return remember


def test_every_difference_is_shown_by_one_test() -> None:
    assert _SHOWN.keys() == DIFFERENCES.keys()


# Betting


@shows("open pair")
@pytest.mark.rule("LIM-6", "HOUSE-8")
def test_an_open_pair_doubles_the_limit_here_alone() -> None:
    hand = TwoEngines(
        common_rules(STAKES, open_pair="any_player"),
        [200, 200, 200],
        stacked("2s3d4c5d", "9sTdKhKd", "JsQd6h7h"),
    )

    hand.play_all("bring_in call call")

    assert wagers(hand) == ((10, 20), (10, 10))


@shows("half-bet rule")
@pytest.mark.rule("HOUSE-5", "LIM-7")
def test_a_short_raise_counts_by_half_a_bet_here_and_by_its_chips_there() -> None:
    half_a_bet = TwoEngines(common_rules(STAKES), [16, 200, 200], stacked("9sTdKh", "2s3d4c", "JsQd6h"))
    half_a_bet.play_all("bring_in complete raise_to")
    assert half_a_bet.ours.events[-1] == e.Raised(seat=1, amount=15, to=15, full=True)
    assert wagers(half_a_bet) == ((25, 25), (25, 25))

    half_a_bet.play_all("call")
    assert half_a_bet.decision.seat == 3
    assert wagers(half_a_bet) == ((25, 25), (None, None))

    less = TwoEngines(
        common_rules(STAKES), [200, 200, 15, 200], stacked("2s3d4c", "9sTdKh", "JsQd6h", "JdQc8h")
    )
    less.play_all("bring_in complete raise_to")
    assert less.ours.events[-1] == e.Raised(seat=3, amount=14, to=14, full=False)
    assert wagers(less) == ((20, 20), (24, 24))


@shows("short opening bet")
@pytest.mark.rule("HOUSE-6")
def test_a_short_bet_is_completed_here_and_raised_there() -> None:
    hand = TwoEngines(common_rules(STAKES), [200, 8, 200], stacked("2s3d4cAd", "9sTdKh5d", "JsQd6h7h"))

    hand.play_all("bring_in call call check bet")
    assert hand.ours.events[-1] == e.Bet(seat=2, amount=4, to=4, full=False)
    assert wagers(hand) == ((10, 10), (14, 14))

    hand.play_all("call")
    assert hand.decision.seat == 1
    assert wagers(hand) == ((None, None), (14, 14))


@shows("short bring-in")
@pytest.mark.rule("HOUSE-4")
def test_the_full_bring_in_is_owed_after_a_short_one_here_alone() -> None:
    hand = TwoEngines(common_rules(STAKES), [3, 200, 200], stacked("2s3d4c", "9sTdKh", "JsQd6h"))

    hand.play_all("bring_in")

    assert hand.ours.events[-1] == e.BroughtIn(seat=1, amount=2, full=False)
    assert (hand.our_offer()["check or call"], hand.their_offer()["check or call"]) == (3, 2)


@shows("completing without the chips")
@pytest.mark.rule("ROOM-4")
def test_the_bring_in_alone_is_no_completion_here() -> None:
    hand = TwoEngines(common_rules(STAKES), [4, 200, 200], stacked("2s3d4c", "9sTdKh", "JsQd6h"))

    assert hand.our_offer()["bring in"] == hand.their_offer()["bring in"] == 3
    assert wagers(hand) == ((None, None), (3, 3))


@shows("all-in low card")
@pytest.mark.rule("HOUSE-3")
def test_who_acts_for_an_all_in_low_card_may_fold_here_alone() -> None:
    hand = TwoEngines(common_rules(STAKES), [1, 200, 200], stacked("2s3d4c", "9sTdKh", "JsQd6h"))

    assert hand.decision.kind == "open_for"
    assert {**hand.our_offer(), "fold": False} == hand.their_offer()
    assert hand.our_offer()["fold"]


@shows("bring-in of a whole bet")
@pytest.mark.rule("LIM-3")
def test_a_bring_in_of_the_lower_limit_is_refused_there() -> None:
    rules = common_rules(STAKES._replace(bring_in=10))

    with pytest.raises(ValueError, match="bring-in must be less than the min bet"):
        TwoEngines(rules, [200, 200], stacked("2s3d4c", "9sTdKh"))


@shows("heads-up cap")
@pytest.mark.rule("LIM-8", "HOUSE-7")
def test_two_players_raise_a_fifth_time_here_alone() -> None:
    rules = common_rules(STAKES, heads_up_raises="unlimited_before_cap")
    hand = TwoEngines(rules, [200, 200], stacked("2s3d4c", "9sTdKh"))

    hand.play_all("bring_in complete raise_to raise_to raise_to")

    assert wagers(hand) == ((50, 50), (None, None))


@shows("wager for nothing")
@pytest.mark.rule("HOUSE-11")
def test_a_raise_that_another_can_only_call_in_part_is_offered_here_alone() -> None:
    hand = TwoEngines(common_rules(STAKES), [11, 11, 200], stacked("9sTdKh", "2s3d4c", "JsQd6h"))

    hand.play_all("complete")

    assert hand.our_stacks == [10, 0, 199]
    assert wagers(hand) == ((20, 20), (None, None))


@shows("fold when free")
@pytest.mark.rule("HOUSE-9")
def test_folding_for_nothing_is_offered_here_alone() -> None:
    rules = common_rules(STAKES, fold_when_free=True)
    hand = TwoEngines(rules, [200, 200], stacked("2s3d4c5d", "9sTdKhKd"))

    hand.play_all("bring_in call")

    assert hand.our_offer()["check or call"] == 0
    assert (hand.our_offer()["fold"], hand.their_offer()["fold"]) == (True, False)


# Who gets what


@shows("odd chips")
@pytest.mark.rule("HOUSE-19")
def test_odd_chips_go_by_card_or_one_each_here_and_to_one_player_there() -> None:
    straights = ("KcQdJhTs9c2d3h", "KsQcJdTh9d2h3s", "KdQhJcTd9h2s3c")

    by_suit = TwoEngines(
        common_rules(STAKES, odd_chips="by_suit"), [100, 100, 100], stacked(*straights[:2], "7c7dAs")
    )
    by_suit.play_all("bring_in fold call")
    by_suit.check_to_the_end()
    assert (by_suit.our_stacks, by_suit.their_stacks) == ([100, 101, 99], [101, 100, 99])

    one_each = TwoEngines(common_rules(STAKES), [100] * 5, stacked(*straights, "7c7dAs", "8c8dAd"))
    one_each.play_all("bring_in fold fold call call")
    one_each.check_to_the_end()
    assert one_each.our_stacks == [101, 101, 100, 99, 99]
    assert one_each.their_stacks == [102, 100, 100, 99, 99]


@shows("the same winners of both halves")
@pytest.mark.rule("HOUSE-20")
def test_two_players_who_tie_for_both_halves_share_one_pot_here_and_two_there() -> None:
    hand = TwoEngines(
        common_rules(STAKES, game="stud_hi_lo"),
        [100] * 4,
        stacked("Ac2d3h4s5cKdQh", "As2c3d4h5dKhQs", "7c7dKc", "8c8dKs"),
    )

    hand.play_all("bring_in fold fold call")
    hand.check_to_the_end()

    assert (hand.our_stacks, hand.their_stacks) == ([101, 101, 99, 99], [102, 100, 99, 99])


@shows("odd chips between halves")
@pytest.mark.rule("HOUSE-18", "HOUSE-22")
def test_each_pot_has_its_own_odd_chip_here_and_pots_with_the_same_hands_left_have_one_there() -> None:
    hand = TwoEngines(
        common_rules(STAKES, game="stud_hi_lo"),
        [4, 100, 100, 100, 100],
        stacked("JcQd2s9h9dTc4h", "AcAdKdKhQsJs3c", "2c3d8h5s7cTd6h", "4c4dQc", "9sTsJh5h"),
    )

    hand.play_all("bring_in complete call fold call bet call fold")
    hand.check_to_the_end()

    assert [award.amount for award in awards(hand)] == [9, 8, 21, 20]
    assert (hand.our_stacks, hand.their_stacks) == ([0, 109, 107, 99, 89], [0, 108, 108, 99, 89])


@shows("low side pot without a low")
@pytest.mark.rule("LIM-11", "HOUSE-22")
def test_a_side_pot_without_a_low_goes_to_the_high_hand_here_alone() -> None:
    hand = TwoEngines(
        common_rules(Stakes(ante=2, bring_in=1, small_bet=4, big_bet=8), game="stud_hi_lo"),
        [2, 4, 8, 8],
        stacked("2c3d8h5s6cTdJh", "KcKdTs9d9hJd4c", "QcQd3sJcTc9c4h", "Js8sQh7hAh4d4s"),
    )

    hand.play_all("bring_in complete call call bet call")

    assert e.Award(pot=1, share="whole", seat=2, amount=6) in awards(hand)
    assert e.Award(pot=2, share="whole", seat=3, amount=8) in awards(hand)
    assert (hand.our_stacks, hand.their_stacks) == ([4, 10, 8, 0], [4, 9, 9, 0])


# Cards


@shows("short deck")
@pytest.mark.rule("ROOM-12")
def test_a_deck_too_short_is_shuffled_with_the_burns_here_and_burned_from_there() -> None:
    hand = TwoEngines(common_rules(STAKES), [200] * 7, whole_deck())

    play_passively(hand)

    (replenished,) = [event for event in hand.ours.events if isinstance(event, e.StubReplenished)]
    (last,) = [event for event in hand.ours.events if isinstance(event, e.CardsDealt) and event.street == 7]
    assert tuple(dealt.position for dealt in last.cards) == replenished.positions[:7]
    assert burns(hand) == (3, 4)
    assert their_last_cards(hand) == 7


@shows("community card")
@pytest.mark.rule("ROOM-12", "HOUSE-28")
def test_a_community_card_is_a_burned_one_here_and_follows_a_burn_there() -> None:
    hand = TwoEngines(common_rules(STAKES), [200] * 8, whole_deck())

    play_passively(hand)

    (community,) = [event for event in hand.ours.events if isinstance(event, e.CommunityCardDealt)]
    assert community.position in [
        event.position for event in hand.ours.events if isinstance(event, e.CardBurned)
    ]
    assert burns(hand) == (3, 4)
    assert sum(isinstance(done, BoardDealing) for done in hand.theirs.operations) == 1


# Showdown


@shows("may muck")
@pytest.mark.rule("HOUSE-26", "ROOM-14")
def test_the_first_to_show_and_the_last_claimant_may_muck_there_alone() -> None:
    rules = common_rules(STAKES, showdown="may_muck")
    deck = stacked("AsKsAdAcQhQd2s", "9c8c3d4h6sTcJd")
    hand = TwoEngines(rules, [200, 200], deck)
    by_hand = tuple(chore for chore in EVERYTHING if chore is not Automation.HOLE_CARDS_SHOWING_OR_MUCKING)
    hand.theirs = theirs_dealt(rules, [200, 200], deck, by_hand)

    hand.play_all("bring_in call")
    hand.check_to_the_end()

    assert hand.decision.kind == "show"
    assert hand.decision.seat == 2, "seat 1 had the first option and has shown"
    assert hand.theirs.showdown_index == 0
    assert hand.theirs.can_show_or_muck_hole_cards(False)
    after_muck = hand.ours.play(hand.decision.muck())
    assert after_muck.is_over

    hand.theirs.show_or_muck_hole_cards(False)
    assert hand.theirs.can_show_or_muck_hole_cards(False), "the last hand of all"


@shows("showing before the cards")
@pytest.mark.rule("ROOM-14", "HOUSE-27")
def test_all_in_hands_are_shown_after_the_last_card_here_and_at_once_there() -> None:
    hand = TwoEngines(common_rules(STAKES), [11, 11], stacked("AsKsAdAcQhQd2s", "9c8c3d4h6sTcJd"))

    hand.play_all("complete call")

    ours = [type(event) for event in hand.ours.events]
    theirs = [type(done) for done in hand.theirs.operations]
    assert ours.index(e.HandShown) > last(ours, e.CardsDealt)
    assert theirs.index(HoleCardsShowingOrMucking) < last(theirs, HoleDealing)


@shows("order of showing")
@pytest.mark.rule("ROOM-14", "HOUSE-10")
def test_checked_through_the_first_option_shows_first_here_and_the_best_board_there() -> None:
    hand = TwoEngines(
        common_rules(STAKES), [11, 100, 100], stacked("AsKsAdAcQhQd2s", "9c8c3d4h6sTcJd", "7c5h4d6h9sTh8d")
    )

    hand.play_all("bring_in call complete call call")
    hand.check_to_the_end()

    assert hand.our_stacks == hand.their_stacks
    assert hand.our_showdown == [1, 2, 0]
    assert hand.their_showdown == [0, 1, 2]


# Helpers


Bounds = tuple[int | bool | None, int | bool | None]


def wagers(hand: TwoEngines) -> tuple[Bounds, Bounds]:
    """The bounds of a wager, here and there."""
    ours, theirs = hand.our_offer(), hand.their_offer()
    assert ours["player"] == theirs["player"]
    return (
        (ours["wager at least to"], ours["wager at most to"]),
        (theirs["wager at least to"], theirs["wager at most to"]),
    )


def awards(hand: TwoEngines) -> tuple[e.Award, ...]:
    """Who won what, here."""
    (awarded,) = [event for event in hand.ours.events if isinstance(event, e.PotsAwarded)]
    return awarded.awards


def whole_deck() -> Deck:
    """An unsealed deck with its order for a reshuffle."""
    deck = Deck.from_seed(test_seed("short deck"), "peers")
    return Deck(deck.cards, order=deck.order)


def play_passively(hand: TwoEngines) -> None:
    """The hand with nothing but the bring-in, calls and checks; they warn where a deck runs short."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hand.play_all("bring_in")
        while hand.ours.decision is not None:
            hand.play_all("call" if hand.decision.can(e.Called) else "check")


def burns(hand: TwoEngines) -> tuple[int, int]:
    """How many cards were burned, here and there."""
    ours = sum(isinstance(event, e.CardBurned) for event in hand.ours.events)
    return ours, sum(isinstance(done, CardBurning) for done in hand.theirs.operations)


def their_last_cards(hand: TwoEngines) -> int:
    """How many cards they dealt after their last burn."""
    kinds = [type(done) for done in hand.theirs.operations]
    return kinds[last(kinds, CardBurning) :].count(HoleDealing)


def last(kinds: list[type], kind: type) -> int:
    """Where a kind stands last."""
    return len(kinds) - 1 - kinds[::-1].index(kind)

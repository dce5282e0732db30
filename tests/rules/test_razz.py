"""Razz: seven-card stud for the best low hand (RAZZ-1 to RAZZ-5)."""

from __future__ import annotations

import pytest

from grocerydots import Deck, Hand, SetupError, parse_cards, presets
from grocerydots import events as e
from grocerydots.testing import play_out

RAZZ = presets.razz(small_bet=4, big_bet=8, ante=1)
SEATS = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}
BURN = [None]


def dealt(doors: str, *streets: str) -> Hand:
    """Three players, bob left of the dealer; their door cards, then their up cards of each street."""
    deck = [None] * 6 + list(parse_cards(doors))
    for street in streets:
        deck += BURN + list(parse_cards(street))
    return Hand.open(RAZZ, SEATS, dealer=1, deck=Deck.stacked(deck))


def to_fourth(hand: Hand) -> Hand:
    """The hand after a bring-in that everybody calls."""
    assert hand.decision is not None
    hand = hand.play(hand.decision.bring_in())
    while hand.state.street == 3 and hand.decision is not None:
        hand = hand.play(hand.decision.call())
    return hand


def decider(hand: Hand) -> int | None:
    assert hand.decision is not None
    return hand.decision.seat


@pytest.mark.rule("RAZZ-3")
@pytest.mark.parametrize(
    ("doors", "opener"),
    [("Kd Qs Js", 2), ("Kd Ks 2c", 3), ("As Ah 2c", 1), ("As Ac Ad", 2), ("9h 9c 8s", 2)],
)
def test_the_highest_door_card_brings_in_with_the_ace_low_and_spades_highest(doors: str, opener: int) -> None:
    assert decider(dealt(doors)) == opener


@pytest.mark.rule("RAZZ-4")
@pytest.mark.parametrize(
    ("doors", "fourth", "first"),
    [
        ("Kd 8s 5c", "2h 3d 4h", 1),
        ("Kd 8s As", "2h 3d Ah", 3),
        ("Kd 2s 2c", "Qh 2d 2h", 2),
        ("Kd 5s 5c", "Qh 4d 4h", 3),
    ],
)
def test_the_lowest_board_opens_later_rounds(doors: str, fourth: str, first: int) -> None:
    hand = to_fourth(dealt(doors, fourth))
    boards = {seat.number: seat.up for seat in hand.state.seats}
    assert all(len(board) == 2 for board in boards.values())
    assert decider(hand) == first


@pytest.mark.rule("RAZZ-5")
def test_a_pair_on_a_board_leaves_the_lower_limit_on_fourth_street() -> None:
    hand = to_fourth(dealt("Kd 8s 5c", "Kh 3d 4h"))
    assert hand.decision is not None
    assert [event.to for event in hand.decision if isinstance(event, e.Bet)] == [4]
    assert "open_pair" not in RAZZ.options()
    with pytest.raises(SetupError, match="HOUSE-8: open_pair"):
        presets.razz(small_bet=4, big_bet=8, ante=1, open_pair="any_player")


@pytest.mark.rule("RAZZ-1", "RAZZ-2")
def test_the_best_low_wins_the_whole_pot_without_a_qualifier() -> None:
    bob, cat, ann = parse_cards("Ks Kh Qd Jd Td 9d Kc"), parse_cards("7c 7d 6c 5h 4s 3d Ah"), parse_cards(
        "Jc Jh Js Qc Qh 2c 2d"
    )  # fmt: skip
    deck: list[object] = [card for at in range(3) for card in (bob[at], cat[at], ann[at])]
    for at in range(3, 7):
        deck += [None, bob[at], cat[at], ann[at]]
    hand = play_out(Hand.open(RAZZ, SEATS, dealer=1, deck=Deck.stacked(deck)))  # type: ignore[arg-type]
    (awarded,) = [event for event in hand.events if isinstance(event, e.PotsAwarded)]
    assert [(award.share, award.seat) for award in awarded.awards] == [("whole", 3)]
    assert sum(hand.state.stacks.values()) == 300

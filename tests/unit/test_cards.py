"""The 52 cards, their names and their dots."""

from __future__ import annotations

import copy
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots.cards import CARD_OF, CARDS, Card, Rank, Suit, dots, parse_cards
from grocerydots.errors import NotationError

any_card = st.sampled_from(CARDS)


@pytest.mark.rule("GSD-1")
def test_there_are_52_different_cards_and_no_joker() -> None:
    assert len(CARDS) == 52
    assert {(card.rank, card.suit) for card in CARDS} == {(rank, suit) for rank in Rank for suit in Suit}
    with pytest.raises(NotationError):
        Card("Jo")


def test_cards_stand_by_rank_then_suit_and_know_their_place() -> None:
    assert [card.index for card in CARDS] == list(range(52))
    assert all((low.rank, low.suit) < (high.rank, high.suit) for low, high in pairwise(CARDS))
    assert (CARDS[0], CARDS[3], CARDS[51]) == (Card("2c"), Card("2s"), Card("As"))


def test_a_card_has_two_characters() -> None:
    assert [card.text for card in CARDS] == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert {text: card.text for text, card in CARD_OF.items()} == {card.text: card.text for card in CARDS}


def test_ranks_and_suits_have_letters_and_suits_have_symbols() -> None:
    assert "".join(rank.letter for rank in Rank) == "23456789TJQKA"
    assert "".join(suit.letter for suit in Suit) == "cdhs"
    assert "".join(suit.symbol for suit in Suit) == "♣♦♥♠"
    assert list(Rank) == list(range(2, 15))
    assert list(Suit) == [0, 1, 2, 3]


@pytest.mark.rule("GSD-4")
def test_each_card_has_the_dots_of_its_middle_column() -> None:
    middle = {"A": 1, "2": 2, "3": 3, "4": 0, "5": 1, "6": 0, "7": 1, "8": 2, "9": 1, "T": 2}
    for card in CARDS:
        assert card.dots == middle.get(card.rank.letter, 0)


@pytest.mark.rule("GSD-4")
def test_the_deck_has_52_dots_and_seven_cards_at_most_18() -> None:
    assert dots(CARDS) == 52
    assert sum(sorted(card.dots for card in CARDS)[-7:]) == 18
    assert dots(parse_cards("3c 3d 3h 3s 2c 2d 8h")) == 18


@pytest.mark.rule("GSD-4", "GSD-15")
def test_dots_of_the_rulebook_example_are_10() -> None:
    assert dots(parse_cards("3c 3d 8h Ts Qc 4d Kh")) == 10


def test_no_cards_have_no_dots() -> None:
    assert dots(()) == 0


@given(any_card)
def test_a_name_gives_the_one_card_of_that_name(card: Card) -> None:
    assert Card(card.text) is card
    assert CARD_OF[card.text] is card


@given(any_card, st.booleans(), st.booleans())
def test_upper_and_lower_case_mean_the_same(card: Card, upper_rank: bool, upper_suit: bool) -> None:
    rank = card.text[0].upper() if upper_rank else card.text[0].lower()
    suit = card.text[1].upper() if upper_suit else card.text[1].lower()
    assert Card(rank + suit) is card


def test_ten_can_be_written_as_10() -> None:
    assert Card("10s") is Card("10S") is Card("Ts")


@pytest.mark.parametrize(
    "wrong",
    ["", "A", "s", "1s", "11s", "100s", "sA", "As ", " As", "Asd", "A♠", "Ax", "0s", "010s", "Ａs", "As\n"],
)
def test_what_is_not_a_card_is_named_in_the_error(wrong: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card(wrong)
    assert str(caught.value) == f"a card is written like 'As' or '10h', not {wrong!r}"


def test_a_message_about_a_huge_text_is_short() -> None:
    with pytest.raises(NotationError) as caught:
        Card("A" * 1_000_000)
    assert str(caught.value).endswith("AAAA...")
    assert len(str(caught.value)) < 120


@given(any_card)
def test_copies_and_pickles_are_the_card_itself(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


@pytest.mark.parametrize("name", ["rank", "suit", "index", "text", "dots", "owner"])
def test_a_card_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError, match="a card never changes"):
        setattr(Card("As"), name, 0)
    with pytest.raises(AttributeError, match="a card never changes"):
        delattr(Card("As"), name)
    assert not hasattr(Card("As"), "__dict__")


@given(any_card)
def test_repr_makes_the_card_again_and_str_is_its_name(card: Card) -> None:
    assert repr(card) == f"Card({card.text!r})"
    assert eval(repr(card), {"Card": Card}) is card
    assert str(card) == f"{card}" == card.text


@given(any_card, any_card)
def test_cards_compare_by_index(one: Card, other: Card) -> None:
    assert (one < other) == (one.index < other.index)
    assert (one <= other) == (one.index <= other.index)
    assert (one > other) == (one.index > other.index)
    assert (one >= other) == (one.index >= other.index)
    assert (one == other) == (one.index == other.index)
    assert len({one, other}) == (1 if one is other else 2)


@pytest.mark.rule("LIM-3")
def test_the_lowest_card_is_the_lowest_rank_and_of_that_the_lowest_suit() -> None:
    assert min(parse_cards("2s Ac 2d 2h")) is Card("2d")
    assert min(parse_cards("As Ah Kd")) is Card("Kd")


def test_a_card_does_not_compare_with_anything_else() -> None:
    card: object = Card("As")
    assert card != "As"
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(card, compare)(51) is NotImplemented


@pytest.mark.parametrize(
    "text", ["As Kd 10h 2c", "AsKd10h2c", "asKDTh2C", "  As\tKd\n10h2c ", ["As", "kd", "10h", Card("2c")]]
)
def test_cards_are_read_with_or_without_spaces_or_from_a_list(text: str | list[str | Card]) -> None:
    assert parse_cards(text) == (Card("As"), Card("Kd"), Card("Th"), Card("2c"))


@given(st.lists(any_card))
def test_written_cards_are_read_back(cards: list[Card]) -> None:
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)
    assert parse_cards("".join(map(str, cards))) == tuple(cards)
    assert parse_cards(card for card in cards) == tuple(cards)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ("As Kx", "'Kx'"),
        ("AsK", "'K'"),
        ("As, Kd", "','"),
        ("1010s", "'1010s'"),
        ("A s", "'A'"),
        ("Asfoo", "'foo'"),
    ],
)
def test_the_first_piece_that_is_no_card_is_named(wrong: str, named: str) -> None:
    with pytest.raises(NotationError, match=f"not {named}$"):
        parse_cards(wrong)

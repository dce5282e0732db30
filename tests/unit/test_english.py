"""Words in a row, counts, seats and pots are said one way."""

from __future__ import annotations

import pytest

from grocerydots.english import capital, chips, count, cut, did_you_mean, listed, pot_names, seats


def test_words_are_listed_with_a_word_before_the_last() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert listed(["fold", "call"], "or") == "fold or call"


def test_numbers_of_things_agree() -> None:
    assert [chips(0), chips(1), chips(2)] == ["0 chips", "1 chip", "2 chips"]
    assert [count(1, "dot"), count(3, "dot")] == ["1 dot", "3 dots"]
    assert [seats([]), seats([4]), seats([1, 2])] == ["nobody", "seat 4", "seats 1 and 2"]


@pytest.mark.parametrize(
    ("pots", "names"),
    [
        (1, ["pot"]),
        (2, ["main pot", "side pot"]),
        (4, ["main pot", "side pot 1", "side pot 2", "side pot 3"]),
    ],
)
def test_pots_are_numbered_when_there_are_several_side_pots(pots: int, names: list[str]) -> None:
    assert pot_names(pots) == names


def test_a_capital_changes_nothing_but_the_first_letter() -> None:
    assert [capital("main pot of Ann"), capital("")] == ["Main pot of Ann", ""]


def test_a_long_text_is_cut() -> None:
    assert [cut("abc", 3), cut("abcd", 3)] == ["abc", "abc…"]


def test_only_a_close_word_is_suggested() -> None:
    words = ["burn", "restock"]
    assert did_you_mean("brun", words) == "; did you mean burn?"
    assert [did_you_mean(word, words) for word in ("rake", "", 5, None)] == [""] * 4

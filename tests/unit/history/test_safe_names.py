"""Names fit to print: what could do harm is made visible, what is a name stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots.events import Seating
from grocerydots.hand import Hand
from grocerydots.history import safe_name, tell, visible
from grocerydots.history.printable import LEFT_TO_RIGHT_MARK, columns, padded, table_names
from grocerydots.rules import presets
from grocerydots.testing import play_out, test_seed

ANY_TEXT = st.text(st.characters(codec=None), max_size=60)
HARMLESS_SPACE = " "


@pytest.mark.parametrize(
    "name",
    [
        "ann",
        "Ann Smith",
        "Zoë",
        "Łukasz",
        "Дмитрий",
        "أحمد",
        "רות",
        "田中",
        "नेहा",
        "ศรี",
        "o'Neil-3",
        "¯\\_(ツ)_/¯",
        "❤️",
        "👩",
    ],
)
def test_ordinary_names_of_any_script_stay_as_they_are(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\nb", r"a\x0ab"),
        ("a\r\nb", r"a\x0d\x0ab"),
        ("\x1b[2J", r"\x1b[2J"),
        ("a\x00b", r"a\x00b"),
        ("\x9b31m", r"\x9b31m"),
        ("ann\u202e", r"ann\u202e"),
        ("\u200fann", r"\u200fann"),
        ("a\u200bb", r"a\u200bb"),
        ("a\u200db", r"a\u200db"),
        ("\ufeffann", r"\ufeffann"),
        ("a\u2028b", r"a\u2028b"),
        ("a\u00a0b", r"a\xa0b"),
        ("a\u3000b", r"a\u3000b"),
        ("\ud800", r"\ud800"),
        ("\ue000", r"\ue000"),
        ("a\u0378", r"a\u0378"),
        ("\U000e0041", r"\U000e0041"),
        ("ann\ufe0f", r"ann\ufe0f"),
        ("\u3164", r"\u3164"),
        ("\u115f", r"\u115f"),
        ("\u2800", r"\u2800"),
        ("a\u034fb", r"a\u034fb"),
    ],
)
def test_what_hides_moves_or_overwrites_is_written_as_an_escape(name: str, shown: str) -> None:
    assert safe_name(name) == shown
    assert visible(name) == shown


def test_spaces_at_the_ends_are_written_as_escapes_and_between_words_stay() -> None:
    assert safe_name(" ann b ") == r"\x20ann b\x20"
    assert safe_name("  ", width=40) == r"\x20\x20"


def test_marks_may_stand_over_a_letter_but_not_in_a_tower_or_over_nothing() -> None:
    assert safe_name("e\u0301") == "e\u0301"
    tower = safe_name("e" + "\u0301" * 500, width=40)
    assert tower.startswith("e" + "\u0301" * 4 + r"\u0301")
    assert safe_name("\u0301e") == r"\u0301e"


def test_long_names_are_cut_with_an_ellipsis_to_the_width() -> None:
    assert safe_name("abcdef", width=6) == "abcdef"
    assert safe_name("abcdefg", width=6) == "abcde…"
    assert safe_name("x" * 10_000) == "x" * 19 + "…"
    assert safe_name("田中田中", width=6) == "田中…"
    assert safe_name("田中田", width=5) == "田中…"
    assert safe_name("\n" * 10_000, width=10) == r"\x0a\x0a" + "…"


def test_visible_text_may_be_long_and_is_never_cut() -> None:
    assert visible("x" * 10_000) == "x" * 10_000


@given(ANY_TEXT, st.integers(1, 40))
def test_no_name_does_harm_or_is_wider_than_asked(name: str, width: int) -> None:
    shown = safe_name(name, width)
    assert columns(shown) <= width
    assert len(shown) <= 5 * width
    for char in shown.replace("\ufe0f", ""):
        assert char == " " or unicodedata.category(char)[0] in "LMNPS", repr(char)
    assert not shown.startswith(" ")


@given(ANY_TEXT)
def test_making_a_name_safe_again_changes_nothing_when_it_fits(name: str) -> None:
    once = safe_name(name, 1_000)
    assert safe_name(once, 1_000) == once


def test_columns_count_wide_letters_twice_and_marks_not_at_all() -> None:
    assert columns("abc") == 3
    assert columns("田中") == 4
    assert columns("e\u0301") == 1
    assert padded("田", 4) + "|" == "田  |"


def named(*names: str) -> dict[int, str]:
    return table_names([Seating(seat, name, 100) for seat, name in enumerate(names, start=1)])


def test_players_of_a_table_are_called_by_their_names() -> None:
    assert named("ann", "bob") == {1: "ann", 2: "bob"}


def test_no_two_players_of_a_table_are_called_alike() -> None:
    assert named("ann", "Ann", "bob") == {1: "ann (seat 1)", 2: "Ann (seat 2)", 3: "bob (seat 3)"}
    long = "x" * 30
    assert len(set(named(long + "1", long + "2").values())) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u00e9", "e\u0301"),  # one letter, or a letter and its accent
        ("\ufb01nn", "finn"),  # a ligature
        ("\uff41nn", "ann"),  # a wide letter
        ("\u212bsa", "\u00c5sa"),  # the sign for angstrom
        ("stra\u00dfe", "STRASSE"),
        ("q\u0307\u0323", "q\u0323\u0307"),  # two accents in either order
        ("\u0430nn", "ann"),  # Cyrillic a
        ("\u039fLGA", "olga"),  # Greek capital omicron
        ("bill", "biII"),
        ("bob10", "boblO"),
        ("ann  b", "ann b"),
        ("\u2764\ufe0f", "\u2764"),  # the same symbol in another style
    ],
)
def test_names_that_look_the_same_get_their_seats(one: str, other: str) -> None:
    assert named(one, other) == {1: f"{safe_name(one)} (seat 1)", 2: f"{safe_name(other)} (seat 2)"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("ann", "anna"), ("\u00e9", "e"), ("\u0430\u043d\u043d\u0430", "\u0430\u043d\u043d"), ("a b", "ab")],
)
def test_names_that_look_different_stay_as_they_are(one: str, other: str) -> None:
    assert named(one, other) == {1: one, 2: other}


def test_nobody_is_taken_for_the_player_of_another_seat() -> None:
    assert named("bob", "bob (seat 1)") == {1: "bob (seat 1)", 2: "bob (seat 1) (seat 2)"}


def test_a_history_tells_players_apart_whose_names_look_the_same() -> None:
    seats = {1: ("\u00e9", 200), 2: ("e\u0301", 200)}
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    text = tell(play_out(Hand.open(rules, seats, 2, seed=test_seed(1))))
    assert "(seat 1)" in text
    assert "(seat 2)" in text


def test_a_name_that_runs_from_the_right_does_not_turn_what_follows() -> None:
    assert named("רות", "bob") == {1: "רות" + LEFT_TO_RIGHT_MARK, 2: "bob"}

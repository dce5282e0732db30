"""``grocerydots dots`` and ``grocerydots rules``."""

from __future__ import annotations

import pytest
from command_line import one_line, run

from grocerydots.cards import CARDS, dots
from grocerydots.cli import output
from grocerydots.rules.rulebook import FAMILIES, rulebook


def test_dots_are_counted_card_by_card() -> None:
    result = run("dots", "3c", "3d", "8h", "10s", "qc", "4d", "Kh")
    assert result.output == "3c 3d 8h Ts Qc 4d Kh: 3+3+2+2+0+0+0 = 10 dots\n"
    assert result.exit_code == 0


def test_one_card_has_its_dots_and_one_dot_is_one_dot() -> None:
    assert run("dots", "As").output == "As: 1 dot\n"
    assert run("dots", "Kd").output == "Kd: 0 dots\n"
    assert run("dots", "AsKd").output == "As Kd: 1+0 = 1 dot\n"


def test_the_whole_deck_has_52_dots() -> None:
    assert run("dots", *CARDS).output.endswith(f"= {dots(CARDS)} dots\n")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (["As", "1s"], "a card is written like 'As' or '10h', not '1s'"),
        (["As", "Kd", "aS"], "As is there twice, and a deck has one of each card (GSD-1)"),
        ([], "Missing argument 'CARD...'. See grocerydots dots --help."),
    ],
)
def test_what_is_no_card_is_bad_usage(cards: list[str], said: str) -> None:
    result = run("dots", *cards)
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr) == said


def test_the_whole_rulebook_is_shown_by_family_one_rule_a_line() -> None:
    result = run("rules")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "Rulebook, version 1"
    for family, title in FAMILIES.items():
        assert f"{family}: {title}" in lines
    for rule in rulebook().values():
        (line,) = [line for line in lines if line.startswith(f"{rule.id} ")]
        assert rule.text in line
        assert rule.question in line


def test_a_family_is_shown_alone() -> None:
    lines = run("rules", "struct").output.splitlines()
    assert lines[0] == "STRUCT: Other betting structures"
    assert len(lines) == 1 + sum(rule.family == "STRUCT" for rule in rulebook().values())


def test_a_rule_is_shown_with_options_default_reason_and_examples() -> None:
    lines = run("rules", "house-14").output.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["HOUSE-14", "option", "default", "why", "example 5"]
    assert lines[1] == "option     restock: in_place, slide"
    assert lines[2] == "default    in_place"


def test_a_default_may_differ_by_game_or_be_a_switch_or_be_missing() -> None:
    assert (
        "none in grocery_store_dots, any_player in stud_high, none in stud_hi_lo"
        in run("rules", "HOUSE-8").output
    )
    assert "default    true" in run("rules", "HOUSE-17").output
    assert "none, the table must say" in run("rules", "HOUSE-21").output
    assert run("rules", "GSD-1").output.startswith("GSD-1  One standard deck")


def test_a_rule_that_does_not_exist_is_bad_usage_with_near_ids() -> None:
    result = run("rules", "GSD-99")
    assert result.exit_code == 2
    assert one_line(result.stderr) == "no rule has the id 'GSD-99'; near ids are GSD-9, GSD-8, GSD-7"


@pytest.mark.parametrize("words", [["STORE"], ["store"], ["odd", "Chip"], ["bring-in"], ["by_suit"]])
def test_any_other_words_are_searched_for_in_the_rules(words: list[str]) -> None:
    result = run("rules", *words)
    assert result.exit_code == 0
    ids = [line.split()[0] for line in result.output.splitlines()]
    named = [the_rule for the_rule in rulebook().values() if the_rule.id in ids]
    assert len(named) > 1 or ids[0] == named[0].id
    lowered = [word.lower() for word in words]
    for the_rule in rulebook().values():
        plain = f"{the_rule.question} {the_rule.text}".lower()
        if all(word in plain for word in lowered):
            assert the_rule.id in ids


def test_words_that_no_rule_has_are_bad_usage() -> None:
    result = run("rules", "tiddlywinks")
    assert result.exit_code == 2
    assert one_line(result.stderr) == "no rule has 'tiddlywinks' in its id or text"


def test_on_a_terminal_rules_stand_in_columns_that_wrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("rules", "GSD-10").output.splitlines()
    assert lines[0].startswith("GSD-10  ")
    assert len(lines) > 5
    assert all(len(line) <= 40 for line in lines)
    assert all(line.startswith((" " * 11, "example 5  ")) for line in lines[1:])
    assert run("rules").output.count("\n") > 400

"""The rulebook is complete, agrees with itself and with what a table can be set to."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from grocerydots.errors import GrocerydotsError, NotationError
from grocerydots.rules import rules
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import DOTS_TIES, OPTIONS
from grocerydots.rules.rulebook import (
    FAMILIES,
    RULEBOOK_VERSION,
    Rule,
    rule,
    rulebook,
    worked_examples,
)

SIZES = {"GSD": 16, "LIM": 11, "ROOM": 20, "RAZZ": 5, "HOUSE": 40, "STRUCT": 4}
#: Rules of the shared rulebook that are still to be built.
AWAITED = [f"HOUSE-{n}" for n in range(33, 41) if n not in (35, 36, 37, 40)]
SHARED = Path(__file__).resolve().parents[4] / "shared" / "rulebook.md"
EVERY_RULE = pytest.mark.parametrize("the_rule", rulebook().values(), ids=lambda the_rule: the_rule.id)
NAMED = {the_rule.option: the_rule for the_rule in rulebook().values() if the_rule.option}


def test_ids_are_complete_in_order_and_without_gaps() -> None:
    every = [f"{family}-{n}" for family, size in SIZES.items() for n in range(1, size + 1)]
    expected = [rule_id for rule_id in every if rule_id not in AWAITED]
    assert list(rulebook()) == expected
    assert [the_rule.id for the_rule in rulebook().values()] == expected
    assert list(FAMILIES) == list(SIZES)


def test_the_ids_are_those_of_the_shared_rulebook() -> None:
    if not SHARED.is_file():
        pytest.skip("no shared rulebook beside the checkout")
    rows = re.findall(r"^\| ([A-Z]+-\d+) \|", SHARED.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert list(rulebook()) == [rule_id for rule_id in rows if rule_id not in AWAITED]
    assert set(AWAITED) <= set(rows)


@EVERY_RULE
def test_a_rule_says_something_in_whole_sentences(the_rule: Rule) -> None:
    assert the_rule.text[0].isupper() or the_rule.text[0] == "`"
    assert the_rule.text.endswith(".")
    assert the_rule.family in FAMILIES
    assert the_rule.id == f"{the_rule.family}-{the_rule.number}"


@EVERY_RULE
def test_only_house_rules_answer_questions_and_have_options(the_rule: Rule) -> None:
    assert bool(the_rule.question) == (the_rule.family == "HOUSE")
    assert the_rule.question.endswith("?") or not the_rule.question
    assert bool(the_rule.option) == bool(the_rule.options)
    if the_rule.family != "HOUSE":
        assert (the_rule.option, the_rule.default, the_rule.game_defaults, the_rule.why) == ("", None, (), "")


@EVERY_RULE
def test_a_default_is_one_of_the_options_and_each_option_is_explained(the_rule: Rule) -> None:
    defaults = {the_rule.default_for(game) for game in GAMES} - {None}
    assert defaults <= set(the_rule.options)
    for value in the_rule.options:
        assert f"`{str(value).lower() if isinstance(value, bool) else value}`" in the_rule.text


@EVERY_RULE
def test_rules_cited_by_a_rule_exist(the_rule: Rule) -> None:
    cited = re.findall(r"\b[A-Z]+-\d+\b", " ".join((the_rule.text, the_rule.question, the_rule.why)))
    assert set(cited) <= rulebook().keys()


@pytest.mark.parametrize("name", OPTIONS)
def test_the_rulebook_and_the_table_offer_the_same_options_and_defaults(name: str) -> None:
    the_rule = NAMED[name]
    assert the_rule.id == OPTIONS[name].rule
    assert set(the_rule.options) == set(OPTIONS[name].values)
    for game in GAMES:
        if OPTIONS[name].applies_to(game, "fixed_limit"):
            assert OPTIONS[name].default_for(game) == the_rule.default_for(game)


def test_only_the_dots_tie_is_an_option_that_no_table_presets() -> None:
    assert NAMED.keys() - OPTIONS.keys() == {"dots_tie"}
    dots_tie = rule("HOUSE-21")
    assert dots_tie.options == DOTS_TIES
    assert [dots_tie.default_for(game) for game in GAMES] == [None] * len(GAMES)


def test_open_pair_doubles_by_default_in_stud_high_and_not_in_hi_lo() -> None:
    open_pair = rule("HOUSE-8")
    assert open_pair.default is None
    assert open_pair.default_for("stud_high") == "any_player"
    assert open_pair.default_for("stud_hi_lo") == "none"
    without = {game for game in GAMES if open_pair.default_for(game) is None}
    assert without == {game.id for game in GAMES.values() if not game.has_open_pairs}


def test_the_eight_worked_numbers_hang_on_the_rules_that_they_show() -> None:
    examples = worked_examples()
    assert [example.number for example in examples] == list(range(1, 9))
    for example in examples:
        assert example.text.endswith(".")
        assert all(example in rule(rule_id).examples for rule_id in example.rules)
    assert examples[4] in rule("HOUSE-14").examples


@pytest.mark.parametrize("written", ["GSD-10", "gsd-10", " Gsd-10\n"])
def test_an_id_may_be_written_in_any_case(written: str) -> None:
    assert rule(written) is rulebook()["GSD-10"]


def test_an_unknown_id_is_refused_naming_near_ids() -> None:
    with pytest.raises(NotationError, match=r"no rule has the id 'GSD-99'; near ids are GSD-9\b") as raised:
        rule("gsd-99")
    assert isinstance(raised.value, GrocerydotsError)


@pytest.mark.parametrize("nonsense", ["", "?", "x" * 10_000])
def test_nonsense_is_refused_in_one_short_sentence_naming_each_family(nonsense: str) -> None:
    first_of_each = ", ".join(f"{family}-1" for family in FAMILIES)
    with pytest.raises(NotationError, match=f"near ids are {first_of_each}$") as raised:
        rule(nonsense)
    assert len(str(raised.value)) < 200


def test_the_rulebook_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        rulebook()["GSD-1"] = rule("GSD-2")  # type: ignore[index]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rule("GSD-1").text = ""  # type: ignore[misc]
    assert len({hash(the_rule) for the_rule in rulebook().values()}) == sum(SIZES.values()) - len(AWAITED)


def test_there_is_one_version_of_the_rulebook() -> None:
    assert RULEBOOK_VERSION == rules.RULEBOOK_VERSION == 1


def test_importing_the_module_reads_no_file() -> None:
    script = "from grocerydots.rules import rulebook as r; print(r._load.cache_info().misses)"
    printed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout
    assert printed == "0\n"


@pytest.mark.parametrize("rule_id", [5, None, b"GSD-1", ["GSD-1"]])
def test_what_is_no_text_is_no_rules_id(rule_id: str) -> None:
    with pytest.raises(NotationError, match="a rule's id is text"):
        rule(rule_id)

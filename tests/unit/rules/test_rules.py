"""A table's rules: what they take, what they refuse, and that every option is resolved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import attrs
import pytest
from bad_values import HUGE, NO_CHIPS, NO_NUMBERS, NO_WORDS, Unshowable, assert_readable
from hypothesis import given

from grocerydots.errors import Problem, SetupError, WrongType, brief
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import OPTIONS, options_for
from grocerydots.rules.rules import MAX_CHIPS, STAKES, Betting, Rules
from grocerydots.testing import rules_of_any_table

STUD: dict[str, Any] = {"small_bet": 4, "big_bet": 8, "ante": 1}
DOTS: dict[str, Any] = STUD | {"unit": 1}
PRESETS: list[tuple[Callable[..., Rules], dict[str, Any]]] = [
    (presets.grocery_store_dots, DOTS),
    (presets.card_room, STUD),
    (presets.online_room, STUD),
]


def refused(build: Callable[..., object], *values: Any, **named: Any) -> SetupError:
    """The error of a set-up, which must be ours and readable."""
    with pytest.raises(SetupError) as caught:
        build(*values, **named)
    assert_readable(caught.value)
    return caught.value


def table(game: Any, structure: Any, *limits: Any, **named: Any) -> Rules:
    """Rules for a game with a betting structure of these limits."""
    return Rules.for_game(game, Betting(structure, *limits), **named)


# Betting structures


@pytest.mark.parametrize("chips", NO_CHIPS)
@pytest.mark.parametrize("field", ["lower", "higher"])
@pytest.mark.parametrize("structure", ["fixed_limit", "spread_limit"])
def test_a_limit_is_a_whole_number_of_chips(structure: Any, field: str, chips: Any) -> None:
    error = refused(Betting, structure, **{"lower": 4, "higher": 8, field: chips})
    assert "betting." in str(error)


@pytest.mark.parametrize("chips", [*NO_CHIPS, pytest.param(0, id="0")])
@pytest.mark.parametrize("build", [Betting.pot_limit, Betting.no_limit])
def test_a_minimum_is_at_least_one_whole_chip(build: Callable[[Any], Betting], chips: Any) -> None:
    assert "betting.minimum" in str(refused(build, chips))


def test_zero_is_no_limit() -> None:
    assert "small_bet" in str(refused(Betting.fixed_limit, 0, 8))
    assert "low" in str(refused(Betting.spread_limit, 0, 8))


@pytest.mark.parametrize("structure", NO_WORDS)
def test_a_structure_is_one_of_four(structure: Any) -> None:
    assert "fixed_limit, spread_limit, pot_limit, no_limit" in str(refused(Betting, structure, 4, 8))


@pytest.mark.parametrize("structure", ["pot_limit", "no_limit"])
def test_a_structure_without_a_higher_limit_takes_none(structure: Any) -> None:
    assert "has no higher limit" in str(refused(Betting, structure, 4, 8))


def test_limits_are_in_order_and_may_be_equal() -> None:
    assert refused(Betting.fixed_limit, 8, 4).rule == "LIM-5"
    assert Betting.fixed_limit(4, 4).higher == 4


def test_both_limits_are_told_at_once() -> None:
    error = refused(Betting.fixed_limit, -1, "8")
    assert [problem.where for problem in error.problems] == ["betting.small_bet", "betting.big_bet"]


def test_a_cap_goes_with_a_higher_limit() -> None:
    assert Betting.fixed_limit(4, 8).has_cap
    assert Betting.spread_limit(1, 5).has_cap
    assert not Betting.pot_limit(4).has_cap
    assert not Betting.no_limit(4).has_cap


def test_the_largest_stakes_are_taken() -> None:
    assert (
        Rules.for_game("stud_high", Betting.fixed_limit(MAX_CHIPS, MAX_CHIPS), ante=MAX_CHIPS).bring_in
        == MAX_CHIPS // 2
    )


# Stakes


@pytest.mark.parametrize("chips", NO_CHIPS)
def test_an_ante_is_a_whole_number_of_chips(chips: Any) -> None:
    for build, stakes in PRESETS:
        assert refused(build, **(stakes | {"ante": chips})).rule == "LIM-1"


@pytest.mark.parametrize(
    "chips",
    [
        *(value for value in NO_CHIPS if value.values[0] is not None and value.id != "huge"),
        pytest.param(HUGE, id="huge"),
    ],
)
def test_a_bring_in_is_a_whole_number_of_chips(chips: Any) -> None:
    for build, stakes in PRESETS:
        assert refused(build, **stakes, bring_in=chips).rule == "LIM-3"


@pytest.mark.parametrize("unit", [*NO_CHIPS, pytest.param(0, id="0")])
def test_a_unit_is_at_least_one_whole_chip(unit: Any) -> None:
    assert refused(presets.grocery_store_dots, **(DOTS | {"unit": unit})).rule == "GSD-5"


def test_only_grocery_store_dots_has_a_unit() -> None:
    assert refused(table, "stud_high", "fixed_limit", 4, 8, ante=1, unit=1).rule == "GSD-5"


@pytest.mark.parametrize("chips", NO_CHIPS)
@pytest.mark.parametrize("limit", ["small_bet", "big_bet"])
def test_a_presets_limits_are_whole_chips(limit: str, chips: Any) -> None:
    for build, stakes in PRESETS:
        assert f"betting.{limit}" in str(refused(build, **(stakes | {limit: chips})))


@pytest.mark.parametrize(
    "clock", [*(v for v in NO_CHIPS if v.values[0] is not None), pytest.param(0, id="0")]
)
def test_a_clock_is_whole_milliseconds(clock: Any) -> None:
    assert refused(table, "stud_high", "fixed_limit", 4, 8, ante=1, act_within_ms=clock).rule == "ROOM-9"


@pytest.mark.parametrize("game", NO_WORDS)
def test_a_game_is_one_of_three(game: Any) -> None:
    error = refused(table, game, "fixed_limit", 4, 8, ante=1)
    assert "grocery_store_dots, stud_high, stud_hi_lo" in str(error)


def test_everything_wrong_is_told_at_once() -> None:
    error = refused(
        table, "bridge", "fixed_limit", 4, 8, ante=-1, bring_in=0, act_within_ms=0, burn="no", rake="some"
    )
    wheres = [problem.where for problem in error.problems]
    assert wheres == ["game", "ante", "bring_in", "act_within_ms", "burn", "rake"]


@pytest.mark.parametrize(("build", "stakes"), PRESETS)
def test_a_preset_raises_what_is_wrong_with_its_limits_together_with_the_rest(
    build: Callable[..., Rules], stakes: dict[str, Any]
) -> None:
    error = refused(build, **(stakes | {"big_bet": 1, "ante": -1, "bring_in": 0, "burn": "no"}))
    wheres = [problem.where for problem in error.problems]
    assert wheres == ["betting.big_bet", "ante", "bring_in", "burn"]


# Options


@pytest.mark.parametrize("value", [*NO_NUMBERS, *NO_WORDS])
def test_an_option_takes_its_values_and_no_others(value: Any) -> None:
    for option, row in OPTIONS.items():
        if value.__class__ is bool and value in row.values:
            continue
        error = refused(table, "grocery_store_dots", "fixed_limit", 4, 8, ante=1, unit=1, **{option: value})
        assert error.rule == row.rule
        assert option in str(error)


@pytest.mark.parametrize("option", list(OPTIONS))
def test_every_value_of_an_option_is_taken(option: str) -> None:
    for value in OPTIONS[option].values:
        rules = table("grocery_store_dots", "fixed_limit", 4, 8, ante=1, unit=1, **{option: value})
        assert getattr(rules, option) == value
        assert rules.options()[option] == value


def test_one_is_not_true() -> None:
    assert refused(presets.card_room, **STUD, burn=1).rule == "HOUSE-17"
    assert refused(presets.card_room, **STUD, fold_when_free=0).rule == "HOUSE-9"


def test_an_unknown_option_is_named() -> None:
    error = refused(table, "stud_high", "fixed_limit", 4, 8, ante=1, wild_cards=True)
    assert "wild_cards: is not an option of fixed-limit stud high; there are burn, " in str(error)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("brun", "burn"),
        ("headsup_raises", "heads_up_raises"),
        ("oddchips", "odd_chips"),
        ("timeout", "time_out"),
    ],
)
def test_a_misspelt_option_is_answered_with_the_near_one_and_all_there_are(written: str, meant: str) -> None:
    error = refused(table, "stud_high", "fixed_limit", 4, 8, ante=1, **{written: True})
    assert str(error) == (
        f"{written}: is not an option of fixed-limit stud high; did you mean {meant}? There are "
        "burn, fold_when_free, heads_up_raises, odd_chips, open_pair, rake, showdown, time_out"
    )


@pytest.mark.parametrize(("build", "stakes"), PRESETS)
@pytest.mark.parametrize("name", ["wild_cards", "game", "betting", "structure", "lower", "self", "cls"])
def test_a_preset_answers_an_unknown_keyword_as_a_wrong_option(
    build: Callable[..., Rules], stakes: dict[str, Any], name: str
) -> None:
    assert refused(build, **stakes, **{name: 1}).problems[0].where == name


def test_an_option_of_another_table_is_never_suggested() -> None:
    assert "did you mean open_pair?" not in str(
        refused(table, "stud_high", "no_limit", 4, ante=1, open_pairs="none")
    )


@pytest.mark.parametrize(
    ("named", "wanted"),
    [
        ({"restock": "slid"}, "expected one of in_place, slide, got 'slid'; did you mean slide?"),
        ({"time_out": "allin"}, "expected one of all_in, check_or_fold, got 'allin'; did you mean all_in?"),
        ({"burn": "True"}, "expected one of true, false, got 'True'; did you mean true?"),
        ({"burn": "no"}, "expected one of true, false, got 'no'"),
        ({"showdown": 3}, "expected one of may_muck, all_show, got 3"),
    ],
)
def test_a_wrong_value_is_answered_with_the_near_one_and_all_there_are(
    named: dict[str, Any], wanted: str
) -> None:
    assert str(refused(presets.grocery_store_dots, **DOTS, **named)).endswith(f": {wanted}")


def test_a_misspelt_game_or_structure_is_answered_with_the_near_one() -> None:
    betting = Betting.fixed_limit(4, 8)
    game: Any = "stud_hilo"
    assert str(refused(Rules.for_game, game, betting, ante=1)).endswith("; did you mean stud_hi_lo?")
    assert str(refused(Betting, "fixedlimit", 4, 8)).endswith("; did you mean fixed_limit?")


@pytest.mark.parametrize(
    ("game", "structure", "option", "value"),
    [
        ("stud_high", "fixed_limit", "restock", "slide"),
        ("stud_hi_lo", "no_limit", "restock", "in_place"),
        ("grocery_store_dots", "spread_limit", "open_pair", "none"),
        ("stud_high", "pot_limit", "open_pair", "any_player"),
        ("stud_high", "no_limit", "heads_up_raises", "capped"),
        ("stud_hi_lo", "pot_limit", "heads_up_raises", "unlimited_before_cap"),
    ],
)
def test_an_option_that_does_not_apply_cannot_be_set(
    game: Any, structure: Any, option: str, value: Any
) -> None:
    higher = 8 if STAKES[structure][1] else None
    unit = 1 if game == "grocery_store_dots" else None
    named = {option: value}
    error = refused(table, game, structure, 4, higher, ante=1, unit=unit, **named)
    assert error.rule == OPTIONS[option].rule
    assert "does not apply to" in str(error)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("structure", list(STAKES))
def test_every_option_that_applies_is_resolved_and_no_other(game: Any, structure: Any) -> None:
    higher = 8 if STAKES[structure][1] else None
    rules = Rules.for_game(
        game, Betting(structure, 4, higher), ante=1, unit=1 if GAMES[game].has_store else None
    )
    assert set(rules.options()) == options_for(game, structure).keys()
    assert None not in rules.options().values()


# `Rules` itself


def rules_with(**changed: Any) -> Rules:
    return attrs.evolve(presets.grocery_store_dots(**DOTS), **changed)


@pytest.mark.parametrize("betting", NO_NUMBERS)
def test_rules_take_a_betting(betting: Any) -> None:
    with pytest.raises(WrongType, match="betting: expected a Betting, got "):
        rules_with(betting=betting)


@pytest.mark.parametrize("version", [*NO_CHIPS, pytest.param(0, id="0"), pytest.param(2, id="2")])
def test_rules_are_of_this_rulebook(version: Any) -> None:
    assert "rulebook" in str(refused(rules_with, rulebook=version))


@pytest.mark.parametrize("field", ["ante", "bring_in", "unit"])
@pytest.mark.parametrize("chips", [value for value in NO_CHIPS if value.id not in ("huge", "None")])
def test_rules_made_directly_are_checked_as_well(field: str, chips: Any) -> None:
    assert field in str(refused(rules_with, **{field: chips}))


def test_rules_made_directly_need_just_the_options_that_apply() -> None:
    assert refused(rules_with, restock=None).rule == "HOUSE-14"
    stud = presets.card_room(**STUD)
    assert refused(lambda: attrs.evolve(stud, restock="slide")).rule == "HOUSE-14"
    assert refused(lambda: attrs.evolve(stud, betting=Betting.no_limit(4))).rule == "HOUSE-7"


def test_rules_cannot_be_changed() -> None:
    rules = rules_with()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        rules.ante = 2  # type: ignore[misc]


def test_what_follows_from_the_game() -> None:
    assert rules_with().has_store
    assert rules_with().most_players == 7
    assert not presets.card_room(**STUD).has_store
    assert presets.card_room(**STUD).most_players == 8
    assert rules_with(bring_in=4).bring_in_is_wager
    assert not rules_with().bring_in_is_wager


@given(rules_of_any_table())
def test_resolved_rules_say_everything_that_is_needed_to_make_them_again(rules: Rules) -> None:
    again = Rules.for_game(
        rules.game, rules.betting, ante=rules.ante,
        bring_in=rules.bring_in, unit=rules.unit, act_within_ms=rules.act_within_ms,
        **cast("Any", rules.options()),
    )  # fmt: skip
    assert again == rules
    assert hash(again) == hash(rules)


# Presets


def test_presets_are_the_rulebooks_defaults() -> None:
    dots = presets.grocery_store_dots(**DOTS)
    assert dots.options() == {
        "heads_up_raises": "unlimited_before_cap", "open_pair": "none", "fold_when_free": True,
        "restock": "in_place", "burn": True, "odd_chips": "by_suit", "time_out": "all_in",
        "showdown": "all_show", "rake": "none",
    }  # fmt: skip
    assert (dots.act_within_ms, dots.unit, dots.bring_in) == (None, 1, 2)
    high = presets.card_room(**STUD)
    assert (high.game, high.open_pair, high.showdown) == ("stud_high", "any_player", "may_muck")
    low = presets.card_room(**STUD, hi_lo=True)
    assert (low.game, low.open_pair) == ("stud_hi_lo", "none")
    online = presets.online_room(**STUD)
    assert (online.act_within_ms, online.open_pair) == (10_000, "pair_opens")


def test_a_presets_options_can_be_set() -> None:
    assert presets.online_room(**STUD, open_pair="none").open_pair == "none"
    assert presets.grocery_store_dots(**DOTS, restock="slide", burn=False).restock == "slide"
    assert presets.card_room(**STUD, bring_in=1).bring_in == 1


# What errors quote


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        (5, "5"), ("x", "'x'"), (HUGE, "a number of more than 30 digits"),
        (-HUGE, "a number of more than 30 digits"), ([HUGE], "a list"), (Unshowable(), "an Unshowable"),
        ("y" * 100, "'" + "y" * 56 + "..."), (True, "True"),
        (10**30, str(10**30)),
    ],
    ids=lambda value: None if isinstance(value, str) else "value",
)  # fmt: skip
def test_a_value_is_quoted_briefly_or_not_at_all(value: object, quoted: str) -> None:
    assert brief(value) == quoted


def test_a_problem_reads_as_rule_place_and_message() -> None:
    assert str(Problem("LIM-1", "ante", "wrong")) == "LIM-1: ante: wrong"
    assert str(Problem(None, "", "wrong")) == "wrong"


@pytest.mark.parametrize(
    ("game", "structure"), [(HUGE, "fixed_limit"), ("stud_high", HUGE)], ids=["game", "structure"]
)
def test_an_option_of_a_nonsense_game_or_structure_is_refused_readably(game: Any, structure: Any) -> None:
    refused(table, game, structure, 4, 8, ante=1, restock="slide", open_pair="none")


@pytest.mark.parametrize("betting", [*NO_NUMBERS, pytest.param("fixed_limit", id="a structure")])
def test_a_game_is_played_with_a_betting(betting: Any) -> None:
    with pytest.raises(WrongType, match="betting: expected a Betting, got "):
        Rules.for_game("stud_high", betting, ante=1)


@pytest.mark.parametrize("hi_lo", [value for value in NO_NUMBERS if type(value.values[0]) is not bool])
def test_a_game_is_hi_lo_or_not(hi_lo: bool) -> None:
    with pytest.raises(SetupError, match="hi_lo: expected true or false, got ") as error:
        presets.card_room(**STUD, hi_lo=hi_lo)
    assert_readable(error.value)

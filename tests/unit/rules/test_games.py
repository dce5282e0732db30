"""Games and house options as data: what each row says is consistent, and the only place that says it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import attrs
import pytest

import grocerydots
from grocerydots.rules import GAMES, OPTIONS, Game, GameId, HouseOptions, Rules, options_for
from grocerydots.rules.options import STRUCTURES
from grocerydots.rules.rulebook import rulebook

PACKAGE = Path(grocerydots.__file__).parent
#: A line that asks which game it is.
ASKS = re.compile(r"game\W*\s(===?|!==?|in|not in)\s+[\[({]?[\"']|match .*game")
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def test_every_game_is_listed_under_its_id() -> None:
    assert [game.id for game in GAMES.values()] == list(GAMES) == list(get_args(GameId))


@EVERY_GAME
def test_a_game_says_which_rule_decides_wherever_it_has_to(game: Game) -> None:
    assert game.title
    assert len(game.shares) in (1, 2)
    assert (game.split_rule is None) is (len(game.shares) == 1)
    cited = {game.whole_rule, game.split_rule, game.unqualified_rule} - {None}
    cited |= {rule for share in game.shares for rule in (share.rule, share.tie_rule)}
    assert cited <= rulebook().keys()


@EVERY_GAME
def test_a_games_own_defaults_are_values_of_options_that_apply_to_it(game: Game) -> None:
    for name, value in game.defaults:
        assert value in OPTIONS[name].values[1:]
        assert any(name in options_for(game.id, structure) for structure in STRUCTURES)


def test_games_and_options_cannot_be_changed() -> None:
    for table in (GAMES, OPTIONS):
        row: Any = next(iter(table.values()))
        with pytest.raises(TypeError):
            table["bridge"] = row  # type: ignore[index]
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            row.name = row.title = "bridge"


def test_an_option_is_typed_as_its_values_are_listed() -> None:
    keywords, fields = get_type_hints(HouseOptions), get_type_hints(Rules)
    assert keywords.keys() == OPTIONS.keys()
    for name, option in OPTIONS.items():
        if keywords[name] is bool:
            assert option.values == (True, False)
            assert fields[name] is bool
        else:
            assert get_args(keywords[name]) == option.values
            assert fields[name] in (keywords[name], keywords[name] | None)


def test_only_a_games_row_says_what_the_game_is_like() -> None:
    """Code that asks for one game, instead of what its row says, has to be found for every game added."""
    found = [
        f"{path.relative_to(PACKAGE)}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.[jp][sy]"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if ASKS.search(line)
    ]
    assert not found


@pytest.mark.parametrize(
    "line",
    [
        "if rules.game == 'razz':",
        'if game in ("razz", "stud_high"):',
        "match state.rules.game:",
        "rules.game !== 'razz'",
    ],
)
def test_a_question_for_one_game_would_be_found(line: str) -> None:
    assert ASKS.search(line)

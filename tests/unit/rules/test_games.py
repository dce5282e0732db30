"""Games and house options as data: what each row says is consistent, and the only place that says it."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import attrs
import pytest

import grocerydots
from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.bulk import simulate
from grocerydots.cards import CARDS
from grocerydots.deck import Deck
from grocerydots.errors import SetupError
from grocerydots.hand import Hand
from grocerydots.history import tell
from grocerydots.ranking import RANKINGS
from grocerydots.rules import (
    GAMES,
    OPTIONS,
    Betting,
    Game,
    GameId,
    HouseOptions,
    Rules,
    games,
    options_for,
    presets,
)
from grocerydots.rules.games import ShareName
from grocerydots.rules.options import STRUCTURES
from grocerydots.rules.rulebook import FAMILIES, rulebook
from grocerydots.testing import play_out

PACKAGE = Path(grocerydots.__file__).parent
#: A line that asks which game it is.
ASKS = re.compile(r"game\W*\s(===?|!==?|in|not in)\s+[\[({]?[\"']|match .*game")
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def page(name: str) -> str:
    return (Path(__file__).parents[3] / name).read_text(encoding="utf-8")


def listed_as_code(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def test_every_game_is_listed_under_its_id() -> None:
    assert [game.id for game in GAMES.values()] == list(GAMES) == list(get_args(GameId))


def test_every_name_of_a_share_is_of_some_game() -> None:
    assert {share.name for game in GAMES.values() for share in game.shares} == set(get_args(ShareName))


@EVERY_GAME
def test_a_game_says_which_rule_decides_wherever_it_has_to(game: Game) -> None:
    assert game.title
    assert len(game.shares) in (1, 2)
    assert (game.split_rule is None) is (len(game.shares) == 1)
    cited = {game.whole_rule, game.split_rule, game.unqualified_rule} - {None}
    cited |= {rule for share in game.shares for rule in (share.rule, share.tie_rule)}
    assert cited <= rulebook().keys()


@EVERY_GAME
def test_a_games_first_share_always_has_a_winner(game: Game) -> None:
    first, *others = [RANKINGS[share.ranking] for share in game.shares]
    assert not first.qualifier
    assert (game.unqualified_rule is not None) is any(ranking.qualifier for ranking in others)


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


def test_the_page_on_choosing_rules_lists_every_option_with_its_values_and_its_rule() -> None:
    lines = page("docs/how-to/choose-rules.md").splitlines()
    rows = [line.split("|") for line in lines if line.startswith("| `")]
    assert [re.findall(r"`(\w+)`", row[1] + row[2]) + re.findall(r"HOUSE-\d+", row[4]) for row in rows] == [
        [option.name, *map(str, option.values), option.rule] for option in OPTIONS.values()
    ]


def test_the_page_of_case_files_lists_every_option() -> None:
    (row,) = re.findall(r"^\| `options` \|(.*)", page("docs/reference/cases.md"), re.MULTILINE)
    assert listed_as_code(row) == OPTIONS.keys()


@pytest.mark.parametrize("name", ["docs/reference/log-format.md", "docs/reference/cases.md"])
def test_the_pages_of_the_formats_list_every_game(name: str) -> None:
    (row,) = re.findall(r"^\| `game` \|(.*)", page(name), re.MULTILINE)
    assert listed_as_code(row) == GAMES.keys()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("docs/reference/log-format.md", r"the share is one of the words\s([^.]*)\."),
        ("docs/reference/cases.md", r"A `share` is ([^.]*\. It is `whole`)"),
    ],
)
def test_the_pages_of_the_formats_list_every_share(name: str, sentence: str) -> None:
    (words,) = re.findall(sentence, page(name))
    assert listed_as_code(words) == set(get_args(e.Share))


def test_the_page_of_rules_says_where_every_family_applies() -> None:
    linked = re.findall(r"\(#rules-(\w+)\)", page("docs/reference/rules.md"))
    assert sorted(linked) == sorted(family.lower() for family in FAMILIES)


def test_the_page_on_choosing_rules_names_every_preset_first() -> None:
    made = {
        name
        for name, value in vars(presets).items()
        if inspect.isfunction(value) and value.__module__ == presets.__name__ and not name.startswith("_")
    }
    assert "razz" in made
    assert made <= listed_as_code(page("docs/how-to/choose-rules.md").partition("```")[0])


# A game that exists nowhere but here


@pytest.fixture
def dots_stud(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stud in which the most dots take half of every pot, without a store: nothing but a row."""
    dots = GAMES["grocery_store_dots"].shares[1]
    name: Any = "dots_stud"
    row = attrs.evolve(
        GAMES["stud_high"],
        id=name, title="Dots stud", shares=(GAMES["stud_high"].shares[0], dots),
        whole_rule="HOUSE-20", split_rule="GSD-3", has_open_pairs=False, defaults=(("showdown", "all_show"),),
    )  # fmt: skip
    monkeypatch.setitem(games._GAMES, row.id, row)
    return row.id


def test_a_row_is_a_game_that_can_be_played_audited_and_written_down(dots_stud: Any) -> None:
    rules = Rules.for_game(dots_stud, Betting.fixed_limit(4, 8), ante=1)
    assert (rules.has_store, rules.open_pair, rules.showdown) == (False, None, "all_show")
    seats = {seat: (f"player {seat}", 100) for seat in range(1, 6)}
    hand = play_out(Hand.open(rules, seats, 5, deck=Deck(CARDS), dots_tie="best_high"))
    shares = {
        award.share
        for award in next(event for event in hand.events if isinstance(event, e.PotsAwarded)).awards
    }
    assert shares == {"high", "dots"}
    assert sum(hand.state.stacks.values()) == 500
    assert "; dots " in tell(hand)
    assert tell(hand).startswith(f"Hand {hand.state.hand_id}: Dots stud, limit 4/8")
    with pytest.raises(SetupError, match=r"GSD-5: unit: .* Dots stud has none"):
        Rules.for_game(dots_stud, Betting.fixed_limit(4, 8), ante=1, unit=1)


def test_bots_play_it_too(dots_stud: Any) -> None:
    for hand in simulate(dots_stud, hands=20, players=6, seed="toy", vary_rules=True):
        assert hand.state.is_over
        assert audit(hand.log).is_clean

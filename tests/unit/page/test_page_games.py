"""The page's table of games says what the library's does."""

from __future__ import annotations

from typing import Any

from node import MISSING, NODE, run_script

from grocerydots.page.build import asset
from grocerydots.rules.games import GAMES


def test_the_page_knows_the_games_as_the_library_does(require: Any) -> None:
    require(NODE is not None, MISSING)
    known = run_script(f"{asset('games.js')}\ngive(GAMES);", None)
    titles = {game: known[game].pop("title") for game in known}
    assert known == {
        game.id: {
            "most": game.most_players,
            "opens": game.opens,
            "boards": game.boards,
            "shares": [{"name": share.name, "ranking": share.ranking} for share in game.shares],
            "hasStore": game.has_store,
            "hasOpenPair": game.has_open_pairs,
        }
        for game in GAMES.values()
    }
    assert all(game.title.startswith(titles[game.id]) for game in GAMES.values())

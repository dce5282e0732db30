"""The page's table of games says what the library's does."""

from __future__ import annotations

import re
from typing import Any

from node import MISSING, NODE, run_script

from grocerydots.page.build import VERIFYING, asset
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import OPTIONS


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


#: Options that only bear on how much may be wagered, which the page does not check.
NOT_READ = {"heads_up_raises", "open_pair"}


def test_the_page_reads_every_option_that_bears_on_what_it_checks() -> None:
    text = "\n".join(asset(name) for name in VERIFYING if name != "lines.js")
    assert set(re.findall(r"\brules\.(\w+)", text)) & OPTIONS.keys() == OPTIONS.keys() - NOT_READ

"""Kill -9 in the middle of appends: what was acknowledged is there, and nothing is there by halves."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from stores.appender import Appenders, Tried
from stores.figures import count_lost, in_words, report
from stores.places import Place


def kill_often(place: Place, folder: Path, kills: int) -> None:
    chance = random.Random(kills)
    tries: list[Tried] = []
    with Appenders(place, "h1", folder) as appenders:
        for number in range(kills):
            running = appenders.start(f"w{number}")
            running.wait_for(("try", "done")[number % 2])
            time.sleep(chance.uniform(0, 0.08))
            running.kill()
            tries += running.tried()
            if number % 10 == 9 or number == kills - 1:
                with place.open() as store:
                    assert count_lost(store, "h1", tries)["lost"] == 0
    with place.open() as store:
        figures = count_lost(store, "h1", tries)
        after = store.append("h1", [b"{}"], expected=figures["lines stored"])
    report(f"{place.kind}: {kills} times kill -9: {in_words(figures)}")
    assert after == figures["lines stored"] + 1
    assert figures["acknowledged"] > 0
    assert figures["lost"] == 0


def test_what_was_acknowledged_outlives_a_few_kills(place: Place, tmp_path: Path) -> None:
    kill_often(place, tmp_path, 6)


@pytest.mark.deep
def test_what_was_acknowledged_outlives_hundreds_of_kills(place: Place, tmp_path: Path) -> None:
    kill_often(place, tmp_path, 150)

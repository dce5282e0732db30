"""Two writers at once: one wins, the other gets an error, and nothing is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from grocerydots.errors import ConcurrencyError
from grocerydots.stores import Store
from stores.appender import Appenders
from stores.figures import count_lost, in_words, report
from stores.places import Place, lines

WRITERS = 4


def rounds_of_threads(stores: list[Store], rounds: int) -> None:
    barrier = Barrier(WRITERS)

    def write(writer: int, start: int) -> bool:
        barrier.wait()
        try:
            stores[writer % len(stores)].append("h1", lines(start, 2, writer), expected=start)
        except ConcurrencyError:
            return False
        return True

    winners = []
    with ThreadPoolExecutor(WRITERS) as pool:
        for start in range(0, rounds * 2, 2):
            won = list(pool.map(write, range(WRITERS), [start] * WRITERS))
            assert won.count(True) == 1
            winners.append(won.index(True))
    expected = [line for at, writer in enumerate(winners) for line in lines(at * 2, 2, writer)]
    assert stores[0].read("h1") == tuple(expected)


def test_of_threads_at_one_store_one_wins(place: Place) -> None:
    with place.open() as store:
        rounds_of_threads([store], 10)


def test_of_threads_with_a_store_each_one_wins(place: Place) -> None:
    with place.open() as one, place.open() as other:
        rounds_of_threads([one, other], 10)


def test_threads_read_while_one_writes_and_see_whole_appends_only(place: Place) -> None:
    appends = 15
    with place.open() as store, ThreadPoolExecutor(3) as pool:

        def watch() -> bool:
            seen = 0
            while seen < appends * 3:
                found = store.read("h1")
                assert found == tuple(lines(0, len(found)))
                assert len(found) % 3 == 0
                assert len(found) >= seen
                seen = len(found)
            return True

        watching = [pool.submit(watch) for _ in range(2)]
        for start in range(0, appends * 3, 3):
            store.append("h1", lines(start, 3), expected=start)
        assert all(future.result() for future in watching)


def race_of_processes(place: Place, folder: Path, appends: int) -> None:
    with Appenders(place, "h1", folder) as appenders:
        running = [appenders.start(f"w{number}", appends) for number in range(WRITERS)]
        for one in running:
            one.wait()
    tries = [tried for one in running for tried in one.tried()]
    with place.open() as store:
        figures = count_lost(store, "h1", tries)
    report(f"{place.kind}: {WRITERS} processes racing: {in_words(figures)}")
    assert figures["tried"] == appends * WRITERS
    assert figures["lost"] == figures["cut off"] == 0
    assert figures["acknowledged"] >= appends


def test_of_processes_one_wins_at_a_time_and_nothing_is_lost(place: Place, tmp_path: Path) -> None:
    race_of_processes(place, tmp_path, 10)


@pytest.mark.deep
def test_of_processes_one_wins_at_a_time_for_a_thousand_appends(place: Place, tmp_path: Path) -> None:
    race_of_processes(place, tmp_path, 250)


def test_processes_that_make_the_place_at_once_all_get_it(place: Place, tmp_path: Path) -> None:
    with Appenders(place, "h1", tmp_path) as appenders:
        running = [appenders.start(f"w{number}", 1) for number in range(8)]
        for one in running:
            one.wait()
    assert [len(one.tried()) for one in running] == [1] * 8

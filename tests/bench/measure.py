"""Two pieces of work measured side by side: in turns, so that drift of the machine meets both alike.

What is measured is processor time: what else the machine does in the meantime does not count.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import NamedTuple, TypeAlias

Work: TypeAlias = Callable[[], object]


class Effort(NamedTuple):
    """How long to measure: rounds, and seconds a side in each."""

    rounds: int
    seconds: float


class Figures(NamedTuple):
    """Medians over the rounds: microseconds of each side, and the ratio with its quartiles."""

    ours: float
    theirs: float
    ratio: float
    low: float
    high: float


def beside(ours: Work, theirs: Work, effort: Effort) -> Figures:
    """Ours and theirs, timed in turns, first one then the other first.

    The ratio is the median of each round's own, so a slow moment counts against both sides of it.
    """
    loops = [_loops(work, effort.seconds) for work in (ours, theirs)]
    rounds: list[tuple[float, float]] = []
    for turn in range(effort.rounds):
        gc.collect()
        if turn % 2:
            their_time = _time(theirs, loops[1])
            rounds.append((_time(ours, loops[0]), their_time))
        else:
            our_time = _time(ours, loops[0])
            rounds.append((our_time, _time(theirs, loops[1])))
    ratios = sorted(their_time / our_time for our_time, their_time in rounds)
    quarter = len(ratios) // 4
    return Figures(
        median([one * 1e6 for one, _ in rounds]),
        median([other * 1e6 for _, other in rounds]),
        median(ratios),
        ratios[quarter],
        ratios[-1 - quarter],
    )


def _loops(work: Work, seconds: float) -> int:
    """How many calls fill that many seconds; the first calls, which fill tables, are not counted."""
    work()
    return max(1, int(seconds / max(_time(work, 1), 1e-8)))


def _time(work: Work, loops: int) -> float:
    """Seconds of processor time a call, after one that is not counted: the other side has had the caches."""
    work()
    start = process_time()
    for _ in range(loops):
        work()
    return (process_time() - start) / loops

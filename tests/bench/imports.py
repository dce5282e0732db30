"""How long an import takes over a bare interpreter."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
FIRST_MS: Final = 60.0
GOAL_MS: Final = 50.0
PROGRAMS: Final = ("pass", "import grocerydots", "import pokerkit")


class ImportFigures(NamedTuple):
    """Milliseconds over a bare interpreter, medians of the rounds."""

    ours: float
    theirs: float
    bare: float  #: The interpreter's own start.


def measure_imports(rounds: int) -> ImportFigures:
    """Three interpreters started in turns, that many times: bare, with the library, with PokerKit.

    All of them find their modules compiled, in a cache of this run's own.
    """
    with TemporaryDirectory() as cache:
        for program in PROGRAMS:
            _start(program, cache)
        times = [[_start(program, cache) for program in PROGRAMS] for _ in range(rounds)]
    return ImportFigures(
        median([1e3 * (ours - bare) for bare, ours, _ in times]),
        median([1e3 * (theirs - bare) for bare, _, theirs in times]),
        median([1e3 * bare for bare, _, _ in times]),
    )


def _start(program: str, cache: str) -> float:
    """Seconds of processor time from the interpreter's start to its end."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = _of_children()
    subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**env, "PYTHONPYCACHEPREFIX": cache}, check=True
    )
    return _of_children() - start


def _of_children() -> float:
    """Seconds of processor time of all processes that have been waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime

"""Processes that append and say so: what was tried and what was acknowledged, a line each, in a file.

Run as ``python -m stores.appender``, it forks one for each line of JSON that it reads, and prints its number:
forking costs milliseconds where starting an interpreter costs half a second.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from grocerydots.errors import ConcurrencyError
from stores.places import Place, lines


def appending(place: Place, stream_id: str, writer: str, most: int) -> None:
    """Append one to five lines at a time; after a lost race read on."""
    chance = random.Random(writer)
    with place.open() as store:
        stored = store.entries(stream_id)
        for number in range(most):
            name = f"{writer}.{number}"  # so that nobody's lines are taken for another append's
            new = lines(stored, chance.randint(1, 5), name, chance.choice((0, 200, 5000)))
            print("try", stored, len(new), name, flush=True)
            try:
                stored = store.append(stream_id, new, expected=stored)
                print("done", stored, flush=True)
            except ConcurrencyError:
                print("lost", flush=True)
                stored = store.entries(stream_id)


class Tried(NamedTuple):
    """One append that was tried, and what became of it, as far as its writer said so."""

    name: str
    start: int
    size: int  #: Lines.
    result: str  #: `done`, `lost`, or nothing.


class Running:
    """An appender that runs."""

    def __init__(self, pid: int, output: Path) -> None:
        self.pid, self.output = pid, output

    def kill(self) -> None:
        """Kill it on the spot, if it still runs, and wait until it is gone."""
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.wait()

    def wait_for(self, word: str) -> None:
        """Wait until it has said `try`, or `done`."""
        until = time.monotonic() + 60
        while not self.output.exists() or word not in self.output.read_text():
            assert time.monotonic() < until, f"the appender never said {word}"
            time.sleep(0.002)

    def wait(self) -> None:
        while Path(f"/proc/{self.pid}").exists() or not self.output.exists():
            time.sleep(0.002)

    def tried(self) -> list[Tried]:
        said = [text.split() for text in self.output.read_text().split("\n")[:-1]]
        results = [words[0] for words in said[1:]] + [""]
        return [
            Tried(words[3], int(words[1]), int(words[2]), result)
            for words, result in zip(said, results, strict=False)
            if words[0] == "try"
        ]


class Appenders:
    """Makes appenders for one place and stream."""

    def __init__(self, place: Place, stream_id: str, folder: Path) -> None:
        self._place, self._stream_id, self._folder = place, stream_id, folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "stores.appender"],
            cwd=Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, writer: str, most: int = 1_000_000) -> Running:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        output = self._folder / f"said-by-{writer}"
        order = [list(self._place), self._stream_id, writer, most, str(output)]
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return Running(int(self._process.stdout.readline()), output)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    for order in sys.stdin:
        place, stream_id, writer, most, output = json.loads(order)
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
            os.dup2(1, 2)
            try:
                appending(Place(*place), stream_id, writer, most)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()

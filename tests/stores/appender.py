"""A process that appends and says so: what was tried, and what was acknowledged, a line each.

Arguments: the place as JSON, the stream's id, the writer's name, and how many appends at most.
Appends have one to five lines. A lost race is told and the stream read again.
"""

from __future__ import annotations

import json
import random
import sys

from places import Place, lines

from grocerydots.errors import ConcurrencyError


def main(place: str, stream_id: str, writer: str, most: str) -> None:
    with Place(*json.loads(place)).open() as store:
        stored = store.entries(stream_id)
        chance = random.Random(writer)
        for _ in range(int(most)):
            new = lines(stored, chance.randint(1, 5), writer, chance.choice((0, 200, 5000)))
            tell(f"try {stored} {len(new)}")
            try:
                stored = store.append(stream_id, new, expected=stored)
                tell(f"done {stored}")
            except ConcurrencyError:
                stored = store.entries(stream_id)
                tell("lost race")


def tell(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])

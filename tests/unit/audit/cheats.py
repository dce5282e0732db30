"""Ways of cheating that the audit is shown to find, each a log in ``cheats/``.

``PYTHONPATH=tests python tests/unit/audit/cheats.py`` writes the logs.

A cheat is a function that plays a hand at a crooked table up to the cheat, commits it, and goes on as if
nothing had happened. Its docstring says what is done. What the audit must say of it is in ``test_cheats.py``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cheats_in_play
import cheats_with_cards
import cheats_with_chips
import cheats_with_logs
from cheat_tables import CHEATS, Made

__all__ = ["CHEATS", "FOLDER", "MODULES", "Made", "written"]

MODULES = (cheats_with_cards, cheats_in_play, cheats_with_chips, cheats_with_logs)

FOLDER = Path(__file__).with_name("cheats")


def written(name: str) -> dict[str, bytes]:
    """The files of a cheat, by their names: the log, and what people have besides."""
    found = CHEATS[name](name)
    files = {f"{name}.jsonl": found.log}
    files |= {f"{name}.openings-{brought.seat}.json": brought.to_bytes() for brought in found.openings}
    files |= {
        f"{name}.receipt-{number}.json": receipt.to_bytes()
        for number, receipt in enumerate(found.receipts, 1)
    }
    return files


def main() -> None:
    """Write every file anew."""
    for name in CHEATS:
        for file, content in written(name).items():
            (FOLDER / file).write_bytes(content)
    print(f"{len(CHEATS)} cheats", file=sys.stderr)


if __name__ == "__main__":
    main()

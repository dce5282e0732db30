"""Writes everything again that is made from the code: ``python tests/regenerate.py``.

Look at the diff before it is committed: whatever was not meant to change is a mistake. Golden logs are
only written for a version that has none.
"""

from __future__ import annotations

import re
import runpy
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

TESTS = Path(__file__).resolve().parent
ROOT, UNIT, GOLDEN = TESTS.parent, TESTS / "unit", TESTS / "golden"
sys.path[:0] = [str(ROOT), str(TESTS), *(str(UNIT / name) for name in ("audit", "cli", "history", "log"))]

import log_schema  # noqa: E402
import report_schema  # noqa: E402

from grocerydots.bulk import simulate  # noqa: E402
from grocerydots.log import Log, read_archive  # noqa: E402
from grocerydots.log.format import HAND  # noqa: E402
from grocerydots.rules.games import GAMES  # noqa: E402
from grocerydots.table import TableLog, read_table_log  # noqa: E402
from grocerydots.table.log import TABLE  # noqa: E402


def schemas() -> None:
    folder = ROOT / "docs" / "reference" / "schema"
    (folder / "log-line.schema.json").write_text(log_schema.written(), encoding="utf-8")
    for name, schema in (
        ("audit-report", report_schema.report_schema()),
        ("histories", report_schema.histories_schema()),
    ):
        (folder / f"{name}.schema.json").write_text(report_schema.written(schema), encoding="utf-8")


def golden_logs() -> None:
    """The golden logs of a new version, of the same events as those of the version before."""
    hands, tables = GOLDEN / "logs", GOLDEN / "tables"
    for folder, version, again in ((hands, HAND.version, hands_again), (tables, TABLE.version, table_again)):
        new = folder / f"v{version}"
        if not new.exists():
            new.mkdir()
            for path in sorted((folder / f"v{version - 1}").iterdir()):
                (new / path.name).write_bytes(again(path))
    replace(UNIT / "log" / "test_log_golden.py", "HASHES", hashes(hands))
    replace(UNIT / "table" / "test_table_golden.py", "HASHES", hashes(tables))


def hands_again(path: Path) -> bytes:
    hands = [hand for hand in read_archive(path) if isinstance(hand, Log)]
    return b"\n".join(Log.of(hand.events, hand.times).to_bytes() for hand in hands)


def table_again(path: Path) -> bytes:
    log = read_table_log(path)
    return TableLog.of(log.events, log.times).to_bytes()


def hashes(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("v*/*")):
        yield path.relative_to(folder).as_posix(), sha256(path.read_bytes()).hexdigest()


def pinned_hands() -> None:
    found = [
        (game, b"\n".join(hand.log.to_bytes() for hand in simulate(game, 20, 4, "pinned", vary_rules=True)))
        for game in GAMES
    ]
    replace(UNIT / "test_bulk.py", "PINNED", ((game, sha256(stored).hexdigest()) for game, stored in found))


def replace(path: Path, name: str, values: Iterator[tuple[str, str]]) -> None:
    """Write a dict of texts in a test's module again."""
    rows = "".join(f'    "{key}": "{value}",\n' for key, value in values)
    text = path.read_text(encoding="utf-8")
    text, times = re.subn(rf"^({name}\b[^\n]* = \{{).*?\}}", rf"\g<1>\n{rows}}}", text, flags=re.M | re.S)
    assert times == 1, (path, name)
    path.write_text(text, encoding="utf-8")


def hand_of_the_page() -> None:
    """The whole hand in the reference of the format, in the version that is written, and its heads."""
    from test_log_format_page import HEADS, PATH, WHOLE_HAND

    text = PATH.read_text(encoding="utf-8")
    lines = [line for line in WHOLE_HAND.splitlines() if '"event":"end"' not in line]
    old = Log([line.encode() for line in lines])
    log = Log.of(old.events, old.times)
    text = text.replace(WHOLE_HAND, log.to_bytes().decode())
    PATH.write_text(text.replace(HEADS, "\n".join(log.heads) + "\n"), encoding="utf-8")


def script(*path: str, args: tuple[str, ...] = ()) -> Callable[[], None]:
    def run() -> None:
        sys.argv[1:] = args
        with suppress(SystemExit):
            runpy.run_path(str(UNIT.joinpath(*path)), run_name="__main__")

    return run


STEPS: dict[str, Callable[[], None]] = {
    "the JSON Schemas": schemas,
    "golden logs": golden_logs,
    "the hand of the format's page": hand_of_the_page,
    "hashes of simulated hands": pinned_hands,
    "golden histories": script("history", "test_golden_histories.py", args=("--logs",)),
    "cheats": script("audit", "cheats.py"),
    "the command line's page": script("cli", "test_cli_docs.py"),
}

if __name__ == "__main__":
    for what, step in STEPS.items():
        print(what, file=sys.stderr)
        step()

"""The transcripts of the page on the command line are what the commands print.

``python tests/unit/cli/test_cli_docs.py`` writes them again when the words are meant to change.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

import pytest
from command_line import illegal, played_table, run

from grocerydots.log import write_log

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "how-to" / "command-line.md"
BLOCK = re.compile(r"^```console\n\$ grocerydots (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: What differs from run to run, or with every touch on the page.
TIMES = re.compile(r"\d+\.\d s, \d+ hands/s|(?<=\.html: )\d+ bytes")


def prepare(folder: Path) -> None:
    """The files that the page speaks of."""
    log, _ = illegal()
    write_log(folder / "disputed.jsonl", log)
    table, logs = played_table()
    for played in logs:
        write_log(folder / f"{played.hand_id}.jsonl", played)
    (folder / "friday.jsonl").write_bytes(table.log.to_bytes())
    cases = (ROOT / "tests" / "rules" / "cases" / "gsd.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    wrong = re.sub(r'"stacks":{"A":\d+', '"stacks":{"A":1000', cases[0])
    assert wrong != cases[0]
    (folder / "mine.jsonl").write_text("\n".join([wrong, *cases[1:]]) + "\n", encoding="utf-8")


def printed(args: str) -> str:
    """What a command prints, on both streams, as it can stand on a page."""
    output = run(*args.split()).output.rstrip("\n") + "\n"
    return re.sub(r"\n{3,}", "\n\n", output)


def written_again(text: str) -> str:
    """The page with every transcript as the commands print it now."""
    return BLOCK.sub(lambda block: f"```console\n$ grocerydots {block[1]}\n{printed(block[1])}```", text)


@pytest.mark.skipif(os.name == "nt", reason="messages of the operating system")
def test_the_transcripts_are_what_the_commands_print(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    prepare(tmp_path)
    with chdir(tmp_path):
        assert len(BLOCK.findall(text)) >= 12
        assert TIMES.sub("", written_again(text)) == TIMES.sub("", text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        prepare(Path(folder))
        PAGE.write_text(written_again(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        sys.exit(0)

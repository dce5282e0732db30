"""The transcripts of the page on the command line are what the commands print, of the files that it links to.

``python tests/unit/cli/test_cli_docs.py`` writes both again when they are meant to change.
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

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "reference" / "command-line.md"
HANDS = PAGE.parent / "hands"
BLOCK = re.compile(r"^```console\n\$ grocerydots (.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: What differs from run to run.
TIMES = re.compile(r"\d+\.\d s, \d+ hands/s")
#: What differs with every touch on the page that `page` makes.
SIZE = re.compile(r"(?<=\.html: )\d+(?= bytes)")


def linked() -> dict[str, bytes]:
    """The files that the page links to, by name."""
    table, logs = played_table()
    files = {f"{played.hand_id}.jsonl": played.to_bytes() for played in logs}
    return files | {"disputed.jsonl": illegal()[0].to_bytes(), "friday.jsonl": table.log.to_bytes()}


def prepare(folder: Path) -> None:
    """The files that the page speaks of."""
    for name, content in linked().items():
        (folder / name).write_bytes(content)
    cases = (ROOT / "tests" / "rules" / "cases" / "gsd.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    wrong = re.sub(r'"stacks":{"A":\d+', '"stacks":{"A":1000', cases[0])
    assert wrong != cases[0]
    (folder / "mine.jsonl").write_text("\n".join([wrong, *cases[1:]]) + "\n", encoding="utf-8")


def printed(args: str) -> str:
    """What a command prints, on both streams, as it can stand on a page."""
    output = run(*args.split()).output.rstrip("\n") + "\n"
    return SIZE.sub("…", re.sub(r"\n{3,}", "\n\n", output))


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


def test_the_files_that_the_page_links_to_are_those_of_its_transcripts() -> None:
    assert {file.name: file.read_bytes() for file in HANDS.iterdir()} == linked()
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"\]\(hands/([^)]+)\)", text)) == set(linked())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        prepare(Path(folder))
        HANDS.mkdir(exist_ok=True)
        for name, content in linked().items():
            (HANDS / name).write_bytes(content)
        text = PAGE.read_text(encoding="utf-8")
        again = written_again(text)
        if TIMES.sub("", again) != TIMES.sub("", text):
            PAGE.write_text(again, encoding="utf-8")
        sys.exit(0)

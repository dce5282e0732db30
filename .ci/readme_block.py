"""Prints the n-th fenced shell block of a Markdown file: ``readme_block.py README.md 2``."""

import re
import sys
from pathlib import Path

SHELL = re.compile(r"^```(?:sh|shell|bash|console)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def main(path: str, wanted: str) -> None:
    """Print the block, or stop with what is missing."""
    blocks = SHELL.findall(Path(path).read_text(encoding="utf-8"))
    if len(blocks) < int(wanted):
        sys.exit(f"{path} has {len(blocks)} fenced shell blocks, number {wanted} is wanted")
    print(re.sub(r"^\$ ", "", blocks[int(wanted) - 1], flags=re.MULTILINE), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])

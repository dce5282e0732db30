"""What is said when the extra ``cli`` is not installed."""

from __future__ import annotations

import sys

from grocerydots.errors import MissingExtra

PACKAGES = ("click", "rich")


def without_extra(error: ModuleNotFoundError) -> int:
    """Say in one line that the extra is missing, and return the exit status; raise for another module."""
    if (error.name or "").partition(".")[0] not in PACKAGES:
        raise error
    print(f"grocerydots: {str(MissingExtra('cli')).replace('this', 'the command line', 1)}", file=sys.stderr)
    return 2

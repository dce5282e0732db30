"""The command line: ``grocerydots COMMAND``. It needs the extra ``cli``."""

from __future__ import annotations

import sys
from typing import NoReturn

from grocerydots.errors import MissingExtra

__all__ = ["main", "without_extra"]


def main() -> NoReturn:
    """Run the command line with the arguments of the process, and exit.

    0 when all is well, 1 when something was found, 2 for bad usage or input that cannot be read, 130 when
    interrupted.
    """
    try:
        from grocerydots.cli.group import cli

        cli.main(prog_name="grocerydots")
    except KeyboardInterrupt:  # before there is a command
        sys.exit(130)
    except ModuleNotFoundError as error:
        sys.exit(without_extra(error))


def without_extra(error: ModuleNotFoundError) -> int:
    """Say in one line that the extra is missing, and return the exit status; raise for another module."""
    if (error.name or "").partition(".")[0] not in ("click", "rich"):
        raise error
    print(f"grocerydots: {str(MissingExtra('cli')).replace('this', 'the command line', 1)}", file=sys.stderr)
    return 2

"""The command line: ``grocerydots COMMAND``. It needs the extra ``cli``."""

from __future__ import annotations

import sys
from typing import NoReturn

__all__ = ["main"]


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
        from grocerydots.cli.extra import without_extra

        sys.exit(without_extra(error))
    raise AssertionError("the command line exits by itself")

"""The group of commands: each imported when it is used, and every way to end turned into an exit status."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from grocerydots import __version__
from grocerydots.cli import without_extra
from grocerydots.cli.output import complain, file_trouble, give_up, prepare_streams
from grocerydots.errors import GrocerydotsError

COMMANDS: Final = ("play", "demo", "simulate", "replay", "audit", "page", "case", "rules", "dots")
BAD_USAGE = 2
INTERRUPTED = 130  # 128 and SIGINT
CLOSED_PIPE = 141  # 128 and SIGPIPE


class Commands(click.Group):
    """Commands by name, one module each in this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command, its module imported now; None when there is none such."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"grocerydots.cli.{name}").command
        return command

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **_: object
    ) -> NoReturn:
        """Run the command line and exit; no traceback but for a fault of this package."""
        prepare_streams()
        status = self._status(sys.argv[1:] if args is None else list(args), prog_name or "grocerydots")
        sys.exit(status)

    def _status(self, args: list[str], prog_name: str) -> int:
        try:
            status = self._run(args, prog_name)
            if sys.stdout is not None:
                sys.stdout.flush()
        except (KeyboardInterrupt, click.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            give_up(sys.stdout)
            return CLOSED_PIPE
        except OSError as error:
            complain(file_trouble(error))
            give_up(sys.stdout)
            return BAD_USAGE
        return status

    def _run(self, args: list[str], prog_name: str) -> int:
        try:
            with self.make_context(prog_name, args) as ctx:
                return int(self.invoke(ctx) or 0)
        except click.exceptions.Exit as done:  # --help and --version
            return done.exit_code
        except click.ClickException as error:
            context = error.ctx if isinstance(error, click.UsageError) else None
            message = error.format_message()
            stop = "" if message.endswith((".", "?", "!")) else "."
            complain(f"{message}{stop} See {context.command_path if context else prog_name} --help.")
        except ModuleNotFoundError as error:
            return without_extra(error)
        except GrocerydotsError as error:
            complain(error)
        return BAD_USAGE


@click.group(
    cls=Commands,
    name="grocerydots",
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    invoke_without_command=True,
    epilog="Exit status: 0 fine, 1 something was found, 2 bad usage or unreadable input, 130 interrupted.",
)
@click.version_option(__version__, message="grocerydots %(version)s", help="Show the version.")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, replay, check and explain hands of Grocery Store Dots and seven-card stud."""
    if ctx.invoked_subcommand is None:
        raise click.UsageError(f"Missing command: one of {', '.join(COMMANDS)}.", ctx)

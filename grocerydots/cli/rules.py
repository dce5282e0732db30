"""``grocerydots rules``: the rulebook of this release."""

from __future__ import annotations

from collections.abc import Iterator

import click

from grocerydots.cli import output
from grocerydots.cli.output import say
from grocerydots.rules.rulebook import FAMILIES, RULEBOOK_VERSION, Rule, rulebook, search


@click.command("rules", short_help="Show the rulebook, one rule, or those with a word.")
@click.argument("wanted", metavar="[ID | FAMILY | WORD...]", nargs=-1)
def command(wanted: tuple[str, ...]) -> int:
    """Show the rulebook, a family such as GSD, or one rule such as HOUSE-14 with its options and examples.

    Any other words are searched for: every rule is shown that holds all of them.
    """
    text = " ".join(wanted)
    family = text.strip().upper()
    if not wanted:
        say(f"Rulebook, version {RULEBOOK_VERSION}")
        for each in FAMILIES:
            say()
            _say_family(each)
    elif family in FAMILIES:
        _say_family(family)
    elif len(found := search(text)) == 1:
        _say_rows(list(_details(found[0])))
    else:
        _say_rows([(each.id, summary(each)) for each in found])
    return 0


def summary(of: Rule) -> str:
    """A rule's question, where it has one, and its text."""
    return f"{of.question} {of.text}" if of.question else of.text


def _say_family(family: str) -> None:
    say(f"{family}: {FAMILIES[family]}")
    _say_rows([(each.id, summary(each)) for each in rulebook().values() if each.family == family])


def _details(of: Rule) -> Iterator[tuple[str, str]]:
    yield of.id, summary(of)
    if of.option:
        yield "option", f"{of.option}: {', '.join(map(_value, of.options))}"
        yield "default", _default(of)
    if of.why:
        yield "why", of.why
    for example in of.examples:
        yield f"example {example.number}", example.text


def _default(of: Rule) -> str:
    if of.game_defaults:
        return ", ".join(f"{_value(value)} in {game}" for game, value in of.game_defaults)
    return "none, the table must say" if of.default is None else _value(of.default)


def _value(value: str | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _say_rows(rows: list[tuple[str, str]]) -> None:
    """Print names and texts in two columns; in a pipe one line each, for grep."""
    if not output.on_terminal():
        width = max(len(name) for name, _ in rows)
        for name, text in rows:
            say(f"{name:<{width}}  {text}")
        return
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows:
        grid.add_row(*row)
    say(grid)

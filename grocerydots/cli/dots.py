"""``grocerydots dots``: the dots of some cards."""

from __future__ import annotations

import click

from grocerydots.cards import dots, parse_cards
from grocerydots.cli.output import complain, say
from grocerydots.english import count


@click.command("dots", short_help="Count the dots of cards.")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
def command(cards: tuple[str, ...]) -> int:
    """Count the dots of cards such as As, 10h or Td (GSD-4)."""
    parsed = parse_cards(" ".join(cards))
    twice = next((card for at, card in enumerate(parsed) if card in parsed[:at]), None)
    if twice is not None:
        complain(f"{twice} is there twice, and a deck has one of each card (GSD-1)")
        return 2
    each = "+".join(str(card.dots) for card in parsed)
    total = f"{each} = " if len(parsed) > 1 else ""
    say(f"{' '.join(card.text for card in parsed)}: {total}{count(dots(parsed), 'dot')}")
    return 0

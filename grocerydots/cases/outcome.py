"""What came of a hand, in the words of case files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from grocerydots import events as e
from grocerydots.cards import dots
from grocerydots.phases.settling import cards_of
from grocerydots.pots import pots_of
from grocerydots.state import HandState

Names: TypeAlias = dict[int, str]


def returned(events: Iterable[e.Event], names: Names) -> dict[str, int]:
    """Uncalled chips that went back, in total by player."""
    total: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.ChipsReturned):
            total[names[event.seat]] += event.amount
    return dict(total)


def dots_shown(state: HandState, names: Names) -> dict[str, int]:
    """The dots of every hand that was shown, by player."""
    order = state.setup.order
    shown = [place for place in state.settling.shown if state.seats[place].shown]
    return {names[order[place]]: dots(cards_of(state, place)) for place in shown}


def pots(state: HandState, names: Names) -> list[dict[str, object]]:
    """The pots before rake, the main pot first, contenders in seat order."""
    return [
        {"amount": pot.amount, "players": [names[seat] for seat in sorted(pot.seats)]}
        for pot in pots_of(state)
    ]


def awards(state: HandState, names: Names) -> list[dict[str, object]]:
    """Who won what share of which pot."""
    return [
        {"player": names[award.seat], "pot": award.pot, "share": award.share, "amount": award.amount}
        for award in state.settling.awards
    ]


def shown(state: HandState, names: Names) -> list[str]:
    """Who showed, in order."""
    return [names[state.setup.order[place]] for place in state.settling.shown]


def row(state: HandState) -> list[str | None] | None:
    """The store's row; None before it opens and once it is discarded."""
    store = state.store
    if store is None or store.closed:
        return None
    return [None if card is None else card.text for card in store.row]

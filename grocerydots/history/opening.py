"""The opening of a hand and its antes in words."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e
from grocerydots.history.table import count
from grocerydots.history.telling import Telling
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import Rules
from grocerydots.state import Stage

LIMITS: Final = {
    "fixed_limit": "limit {}/{}",
    "spread_limit": "spread limit {} to {}",
    "pot_limit": "pot limit, minimum {}",
    "no_limit": "no limit, minimum {}",
}
DECKS: Final = {
    "sealed": [],
    "test": ["Test deck: its cards are not secret"],
    "unsealed": ["Unsealed deck: nothing proves its cards"],
}
DOTS_TIES: Final = {
    "share": "who ties for the most dots shares that half",
    "best_high": "of those who tie for the most dots, the best high hand takes that half",
}


def hand_opened(told: Telling, event: e.HandOpened) -> str:
    """The header: hand, game, stakes, options that are not the usual ones, dealer, seats and stacks."""
    rules = event.rules
    lines = [
        f"Hand {event.hand_id}: {GAMES[rules.game].title}, {limit_of(rules)}",
        ", ".join(_stakes(rules)),
        *_house_options(rules),
        *DECKS[event.deck],
        *_dealer_elsewhere(event),
    ]
    for s in event.seats:
        dealer = ", dealer" if s.seat == event.dealer else ""
        lines.append(f"Seat {s.seat}: {told.view.padded(s.seat)}  {count(s.stack, 'chip')}{dealer}")
    return "\n".join(lines)


def limit_of(rules: Rules) -> str:
    """The betting structure with its stakes: ``limit 4/8``."""
    return LIMITS[rules.betting.structure].format(rules.betting.lower, rules.betting.higher)


def _stakes(rules: Rules) -> list[str]:
    stakes = [f"Ante {rules.ante}", f"bring-in {rules.bring_in}"]
    if rules.unit is not None:
        stakes.append(f"a unit is {count(rules.unit, 'chip')}")
    if rules.act_within_ms is not None:
        stakes.append(f"{rules.act_within_ms / 1000:g} seconds to act")
    return stakes


def _house_options(rules: Rules) -> list[str]:
    """The house options that are not the game's usual ones, each with its rule."""
    options = [
        f"{name.replace('_', ' ')}: {_value(value)} ({OPTIONS[name].rule})"
        for name, value in rules.unusual_options().items()
    ]
    return [f"House options: {', '.join(options)}"] if options else []


def _value(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.replace("_", " ")


def _dealer_elsewhere(event: e.HandOpened) -> list[str]:
    if event.dealer == 0:
        return ["Dealer: the house"]
    seated = any(s.seat == event.dealer for s in event.seats)
    return [] if seated else [f"Dealer: seat {event.dealer}, where nobody sits"]


def dots_tie_confirmed(told: Telling, event: e.DotsTieConfirmed) -> str:
    """How a tie for most dots is settled in this hand (GSD-16)."""
    return f"The dealer confirms: {DOTS_TIES[event.policy]} (GSD-16)"


def entropy_committed(told: Telling, event: e.EntropyCommitted) -> str:
    """A player's own part in the shuffle, still hidden."""
    return f"{told.name(event.seat)} commits to a secret of their own for the shuffle"


def entropy_added(told: Telling, event: e.EntropyAdded) -> str:
    """That part, opened."""
    return f"{told.name(event.seat)} opens that secret"


def deck_sealed(told: Telling, event: e.DeckSealed) -> str:
    """The seal, known again by the start of its first hash."""
    return f"The deck is sealed; the seal of its top card starts with {event.seals[0].hex()[:8]}"


def antes_posted(told: Telling, event: e.AntesPosted) -> str:
    """The automatic antes, in one line where all are alike."""
    amounts = {payment.amount for payment in event.antes}
    if len(amounts) > 1 or any(not told.seat(payment.seat).stack for payment in event.antes):
        return "\n".join([*(_ante(told, payment) for payment in event.antes), f"Pot {told.after.pot}"])
    who = told.view.named(told.after, [told.after.place(payment.seat) for payment in event.antes])
    alone = len(event.antes) == 1
    if amounts == {0}:
        return f"{who} {'is' if alone else 'are'} in, there is no ante"
    return f"{who} {'antes' if alone else 'ante'} {amounts.pop()} (pot {told.after.pot})"


def _ante(told: Telling, payment: e.Payment) -> str:
    all_in = "" if told.seat(payment.seat).stack else ", all-in"
    return f"{told.name(payment.seat)} antes {payment.amount}{all_in}"


def ante_posted(told: Telling, event: e.AntePosted) -> str:
    """A player's "I'm in"."""
    return told.paid(event.seat, f"is in and antes {event.amount}" if event.amount else "is in")


def sat_out(told: Telling, event: e.SatOut) -> str:
    """A player who is not in."""
    return f"{told.name(event.seat)} sits out"


def hand_cancelled(told: Telling, event: e.HandCancelled) -> str:
    """A hand that nobody plays: for want of entropy, or of players (HOUSE-29)."""
    if told.before.stage is Stage.OPENING:
        return "The dealer calls the hand off before a card is dealt"
    back = "".join(
        f", {payment.amount} returned to {told.name(payment.seat)}"
        for payment in event.returned
        if payment.amount
    )
    return f"Fewer than two players are in: the hand is cancelled{back}"

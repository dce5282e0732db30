"""What happens at a table, in words."""

from __future__ import annotations

from grocerydots.errors import brief
from grocerydots.phases.opening import id_problems
from grocerydots.rules.rules import Seat
from grocerydots.table import events as t

__all__ = ["attempt", "due_words", "named", "seat_words"]


def seat_words(seat: Seat) -> str:
    """Who a dealer's or a deciding seat is; 0 is the house."""
    return f"seat {seat}" if seat else "the house"


def named(player: str) -> str:
    """A player's name as a message may quote it: in one line of harmless characters, cut where it is long."""
    from grocerydots.history import safe_name  # what loads with it is for refusals alone

    return safe_name(player)


def attempt(event: object) -> str:
    """What an event attempts, in words that follow "cannot"."""
    match event:
        case t.PlayerSat(amount=amount):
            return f"sit down with {brief(amount)}"
        case t.AutoAnteSwitched(on=on):
            return f"switch the automatic ante {'on' if on else 'off'}"
        case t.ChipsAdded(amount=amount) if type(amount) is int and amount < 0:
            return f"take {brief(-amount)} off the table"
        case t.ChipsAdded(amount=amount):
            return f"add {brief(amount)}"
        case t.PlayerSatOut():
            return "sit out"
        case t.PlayerCameBack():
            return "come back"
        case t.PlayerGotUp():
            return "get up in the middle of a hand"
        case t.PlayerLeft(amount=amount):
            return f"leave with {brief(amount)}"
        case t.DealerMoved(seat=seat):
            return f"pass the deal to seat {brief(seat)}"
        case t.GameChosen(game=game):
            return f"name game {brief(game)}"
        case t.HandStarted(hand_id=hand_id):
            return f"start hand {_id(hand_id)}"
        case t.HandFinished(hand_id=hand_id):
            return f"finish hand {_id(hand_id)}"
        case t.TableOpened():
            return "open the table again"
    return f"do that ({brief(event)})"


def _id(hand_id: object) -> str:
    return hand_id if type(hand_id) is str and not id_problems(hand_id) else brief(hand_id)


def due_words(event: t.TableEvent) -> str:
    """What is due, in words that follow "first,"."""
    match event:
        case t.PlayerLeft(seat=seat, amount=amount):
            return f"seat {seat}, who got up, leaves with {amount}"
        case t.DealerMoved(seat=seat):
            return f"the deal goes to seat {seat}"
    raise AssertionError("nothing else is ever due")

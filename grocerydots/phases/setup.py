"""What a hand is set up from, before there is one: seats in any form, a seed or a deck, times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, TypeAlias

from grocerydots import events as e
from grocerydots.deck import Deck, Seed
from grocerydots.errors import Problem, SetupError
from grocerydots.phases.opening import id_problems
from grocerydots.rules.table import DOTS_TIES, MAX_CHIPS, Chips, Rules, Seat, shown

Seats: TypeAlias = "Mapping[Seat, tuple[str, Chips] | tuple[str, Chips, bool]] | Iterable[e.Seating]"


def seatings(seats: Any) -> tuple[e.Seating, ...]:
    """Seats in any accepted form as seatings by seat number; what is none is left for the checks to name."""
    if isinstance(seats, Mapping):
        listed = [_seating(seat, who) for seat, who in seats.items()]
    else:
        try:
            listed = list(seats)
        except TypeError:
            raise SetupError((Problem(None, "seats", f"expected seats, got {shown(seats)}"),)) from None
    with suppress(TypeError, LookupError):  # what is no seating stays where it is
        listed.sort(key=itemgetter(0))
    return tuple(listed)


def _seating(seat: Any, who: Any) -> e.Seating:
    if isinstance(who, tuple) and len(who) in (2, 3):
        return e.Seating(seat, *who)
    message = f"expected (player, stack) or (player, stack, auto_ante), got {shown(who)}"
    raise SetupError((Problem(None, f"seats[{shown(seat)}]", message),))


def source_problems(seed: object, deck: object, hand_id: object) -> list[Problem]:
    """What is wrong with the seed or the deck that a hand is to be dealt from, and with its id."""
    problems = [] if hand_id is None else id_problems(hand_id)
    if (seed is None) == (deck is None):
        problems.append(Problem(None, "seed", "give a seed or a deck, not both"))
    if seed is not None and type(seed) is not Seed:
        problems.append(Problem(None, "seed", f"expected a Seed, got a {type(seed).__name__}"))
    if deck is not None and type(deck) is not Deck:
        problems.append(Problem(None, "deck", f"expected a Deck, got a {type(deck).__name__}"))
    return problems


def deck_problems(deck: Deck, hand_id: str) -> list[Problem]:
    """Whether a deck is sealed for another hand."""
    if deck.hand_id in (None, hand_id):
        return []
    return [Problem("GSD-1", "deck", f"the deck is sealed for hand {deck.hand_id}, not {hand_id}")]


def dots_tie_problems(rules: Rules, dots_tie: object) -> list[Problem]:
    """What is wrong with confirming GSD-16 as the hand opens."""
    if type(rules) is Rules and not rules.has_store:
        return [Problem("GSD-16", "dots_tie", "only Grocery Store Dots has a dots tie")]
    if type(dots_tie) is str and dots_tie in DOTS_TIES:
        return []
    return [Problem("GSD-16", "dots_tie", f"expected share or best_high, got {shown(dots_tie)}")]


def time_problems(at: object) -> list[Problem]:
    """What is wrong with a time; None is none."""
    if at is None or (type(at) is int and 0 <= at <= MAX_CHIPS):
        return []
    return [Problem(None, "at", f"expected whole milliseconds, got {shown(at)}")]


def check_time(ats: tuple[int, ...] | None, at: object, of: str = "hand") -> None:
    """Raise `SetupError` unless there is a time `at` where what it is `of` has times, and only then."""
    problems = time_problems(at)
    if not problems and (at is None) != (ats is None):
        problems = [Problem(None, "at", f"give milliseconds for every event of a {of}, or for none")]
    if problems:
        raise SetupError(tuple(problems))

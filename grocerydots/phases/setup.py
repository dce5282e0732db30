"""What a hand is set up from, before there is one: seats in any form, a seed or a deck, times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import itemgetter
from typing import Any, Final, TypeAlias

from grocerydots import events as e
from grocerydots.deck import Deck, Seed
from grocerydots.errors import Problem, SetupError, brief
from grocerydots.phases.opening import opening_problems
from grocerydots.rules.options import DOTS_TIES
from grocerydots.rules.rules import MAX_CHIPS, Chips, Rules, Seat

Seats: TypeAlias = "Mapping[Seat, tuple[str, Chips] | tuple[str, Chips, bool]] | Iterable[e.Seating]"

NO_ENTROPY: Final = object()


def opening_of(
    hand_id: Any,
    rules: Any,
    dealer: Any,
    seats: Any,
    seed: Any,
    deck: Any = None,
    entropy_seats: Any = NO_ENTROPY,
) -> tuple[e.HandOpened, list[Problem]]:
    """A hand's opening from what an application gives, and everything that is wrong with it."""
    listed, problems = _listed(seats)
    are_malformed = bool(problems)
    named: tuple[Seat, ...] = ()
    commitment = None
    if entropy_seats is not NO_ENTROPY:
        named, entropy_problems = _named(entropy_seats)
        problems += entropy_problems
        commitment = seed.commitment if named and type(seed) is Seed else None
    opening = e.HandOpened(hand_id, rules, dealer, listed, _kind_of(seed, deck), commitment, named)
    found = opening_problems(opening) if commitment or not named else []
    problems += [p for p in found if not (are_malformed and p.where.startswith("seats"))]
    return opening, problems + source_problems(seed, deck) + deck_problems(deck, hand_id)


def _kind_of(seed: Any, deck: Any) -> e.DeckKind:
    if type(deck) is Deck:
        return deck.kind
    return "test" if type(seed) is Seed and seed.is_test else "sealed"


def seatings(seats: Any) -> tuple[e.Seating, ...]:
    """Seats in any accepted form as seatings by seat number. Raises `SetupError` for any other form."""
    listed, problems = _listed(seats)
    if problems:
        raise SetupError(tuple(problems))
    return listed


def _listed(seats: Any) -> tuple[tuple[e.Seating, ...], list[Problem]]:
    """Seatings by seat number, and the problems of those that are none in any accepted form."""
    problems: list[Problem] = []
    if isinstance(seats, Mapping):
        listed = [_seating(seat, who, problems) for seat, who in seats.items()]
    else:
        try:
            listed = list(seats)
        except TypeError:
            listed, problems = [], [Problem(None, "seats", f"expected seats, got {brief(seats)}")]
    with suppress(TypeError, LookupError):  # what is no seating stays where it is, for the checks to name
        listed.sort(key=itemgetter(0))
    return tuple(listed), problems


def _seating(seat: Any, who: Any, problems: list[Problem]) -> e.Seating:
    if isinstance(who, tuple) and len(who) in (2, 3):
        return e.Seating(seat, *who)
    message = f"expected (player, stack) or (player, stack, auto_ante), got {brief(who)}"
    problems.append(Problem(None, f"seats[{brief(seat)}]", message))
    return e.Seating(seat, "", 0)


def _named(entropy_seats: Any) -> tuple[tuple[Seat, ...], list[Problem]]:
    """The seats that add entropy, by number."""
    message = f"expected seat numbers, got {brief(entropy_seats)}"
    with suppress(TypeError):
        named = tuple(sorted(entropy_seats))
        if named:
            return named, []
        message = "name at least one; without any, a hand is opened by `open`"
    return (), [Problem(None, "entropy_seats", message)]


def source_problems(seed: object, deck: object) -> list[Problem]:
    """What is wrong with the seed or the deck that a hand is to be dealt from."""
    problems = []
    if (seed is None) == (deck is None):
        problems.append(Problem(None, "seed", "give a seed or a deck, not both"))
    if seed is not None and type(seed) is not Seed:
        problems.append(Problem(None, "seed", f"expected a Seed, got a {type(seed).__name__}"))
    if deck is not None and type(deck) is not Deck:
        problems.append(Problem(None, "deck", f"expected a Deck, got a {type(deck).__name__}"))
    return problems


def deck_problems(deck: object, hand_id: str) -> list[Problem]:
    """Whether a deck is sealed for another hand."""
    if type(deck) is not Deck or deck.hand_id in (None, hand_id):
        return []
    return [Problem("GSD-1", "deck", f"the deck is sealed for hand {deck.hand_id}, not {brief(hand_id)}")]


def dots_tie_problems(rules: object, dots_tie: object) -> list[Problem]:
    """What is wrong with confirming GSD-16 as the hand opens; None confirms nothing."""
    if dots_tie is None:
        return []
    if type(rules) is Rules and not rules.confirms_tie:
        return [Problem("GSD-16", "dots_tie", "only Grocery Store Dots has a dots tie")]
    if type(dots_tie) is str and dots_tie in DOTS_TIES:
        return []
    return [Problem("GSD-16", "dots_tie", f"expected share or best_high, got {brief(dots_tie)}")]


def time_problems(at: object) -> list[Problem]:
    """What is wrong with a time; None is none."""
    if at is None or (type(at) is int and 0 <= at <= MAX_CHIPS):
        return []
    return [Problem(None, "at", f"expected whole milliseconds, got {brief(at)}")]


def check_time(ats: tuple[int, ...] | None, at: object, of: str = "hand") -> None:
    """Raise `SetupError` unless there is a time `at` where what it is `of` has times, and only then."""
    problems = time_problems(at)
    if not problems and (at is None) != (ats is None):
        problems = [Problem(None, "at", f"give milliseconds for every event of a {of}, or for none")]
    if problems:
        raise SetupError(tuple(problems))

"""Whether a hand may open like this: players, seats, stacks (HOUSE-28), checked all at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from grocerydots import events as e
from grocerydots.deck import scheme
from grocerydots.errors import Problem, brief
from grocerydots.events import LONGEST_NAME
from grocerydots.rules.rules import FEWEST_PLAYERS, MAX_CHIPS, Rules

DECKS: Final = get_args(e.DeckKind)
LAST_ENTROPY_SEAT = 2**32 - 1  # a seat is hashed as 32 bits


def opening_problems(event: e.HandOpened) -> list[Problem]:
    """Everything that is wrong with a hand's opening; empty when nothing is."""
    problems = id_problems(event.hand_id)
    if type(event.rules) is not Rules:
        problems.append(Problem(None, "rules", f"expected Rules, got {brief(event.rules)}"))
    if event.deck not in DECKS:
        problems.append(Problem(None, "deck", f"expected {', '.join(DECKS)}, got {brief(event.deck)}"))
    problems += _dealer_problems(event.dealer)
    problems += _seat_problems(event.seats)
    if not problems:
        problems += _table_problems(event.rules, event.seats)
    return problems + _entropy_problems(event)


def id_problems(hand_id: object) -> list[Problem]:
    """What is wrong with a hand's id."""
    if type(hand_id) is str and scheme.HAND_ID.fullmatch(hand_id):
        return []
    message = f"expected 1 to 64 of A-Z a-z 0-9 . _ -, got {brief(hand_id)}"
    return [Problem(None, "hand_id", message)]


def _dealer_problems(dealer: object) -> list[Problem]:
    if type(dealer) is int and 0 <= dealer <= MAX_CHIPS:
        return []
    return [Problem(None, "dealer", f"expected a seat number, or 0 for a house dealer, got {brief(dealer)}")]


def _seat_problems(seats: object) -> list[Problem]:
    if not isinstance(seats, tuple):
        return [Problem(None, "seats", f"expected a tuple of seatings, got {brief(seats)}")]
    return [
        p for at, s in enumerate(seats) if not _is_seating(s) for p in _seating_problems(f"seats[{at}]", s)
    ]


def _is_seating(seating: object) -> bool:
    """Whether there is nothing to find fault with, which is quicker told than what there is."""
    if type(seating) is not e.Seating:
        return False
    seat, player, stack, auto_ante = seating
    return (
        type(seat) is type(stack) is int
        and type(auto_ante) is bool
        and 1 <= seat <= MAX_CHIPS
        and 1 <= stack <= MAX_CHIPS
        and _is_name(player)
    )


def _seating_problems(where: str, seating: object) -> list[Problem]:
    if type(seating) is not e.Seating:
        return [Problem(None, where, f"expected a Seating, got {brief(seating)}")]
    problems = []
    if type(seating.seat) is not int or not 1 <= seating.seat <= MAX_CHIPS:
        message = f"expected a seat number, 1 or more, got {brief(seating.seat)}"
        problems.append(Problem(None, f"{where}.seat", message))
    if not _is_name(seating.player):
        message = f"expected a name of 1 to {LONGEST_NAME} characters of UTF-8, got {brief(seating.player)}"
        problems.append(Problem(None, f"{where}.player", message))
    if type(seating.stack) is not int or not 1 <= seating.stack <= MAX_CHIPS:
        message = f"expected at least 1 whole chip, got {brief(seating.stack)}"
        problems.append(Problem("HOUSE-28", f"{where}.stack", message))
    if type(seating.auto_ante) is not bool:
        message = f"expected true or false, got {brief(seating.auto_ante)}"
        problems.append(Problem("ROOM-2", f"{where}.auto_ante", message))
    return problems


def _is_name(name: object) -> bool:
    """Any text that UTF-8 can hold: lone surrogates cannot be written to a log."""
    if type(name) is not str or not 1 <= len(name) <= LONGEST_NAME:
        return False
    return name.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in name)


def _table_problems(rules: Rules, seats: tuple[e.Seating, ...]) -> list[Problem]:
    problems = []
    if not FEWEST_PLAYERS <= len(seats) <= rules.most_players:
        message = f"{rules.game} is for {FEWEST_PLAYERS} to {rules.most_players} players, not {len(seats)}"
        problems.append(Problem("HOUSE-28", "seats", message))
    numbers = [seating[0] for seating in seats]
    for seat in sorted(_repeated(numbers)) if len(set(numbers)) < len(numbers) else ():
        problems.append(Problem("HOUSE-28", "seats", f"seat {seat} is taken twice"))
    if not problems and numbers != sorted(numbers):
        problems.append(Problem(None, "seats", "expected clockwise order, by seat number"))
    if sum([seating[2] for seating in seats]) > MAX_CHIPS:
        problems.append(Problem("HOUSE-28", "seats", f"all stacks together are above {MAX_CHIPS} chips"))
    return problems


def _repeated(numbers: Iterable[int]) -> set[int]:
    seen: set[int] = set()
    return {number for number in numbers if number in seen or seen.add(number)}  # type: ignore[func-returns-value]


def _entropy_problems(event: e.HandOpened) -> list[Problem]:
    seats, commitment = event.entropy_seats, event.seed_commitment
    if commitment is None and seats == ():
        return []
    if (
        not isinstance(commitment, bytes)
        or len(commitment) != 32
        or not isinstance(seats, tuple)
        or not seats
    ):
        message = "a commitment of 32 bytes goes with the seats that add entropy, or neither stands"
        return [Problem(None, "seed_commitment", message)]
    seated = [s.seat for s in event.seats if type(s) is e.Seating] if isinstance(event.seats, tuple) else []
    if any(type(seat) is not int or seat not in seated for seat in seats) or list(seats) != sorted(
        set(seats)
    ):
        return [Problem(None, "entropy_seats", "expected seats of this hand, by number, each once")]
    if seats[-1] > LAST_ENTROPY_SEAT:
        message = f"a seat that adds entropy is numbered up to {LAST_ENTROPY_SEAT}, not {seats[-1]}"
        return [Problem(None, "entropy_seats", message)]
    if event.deck == "unsealed":
        return [Problem(None, "entropy_seats", "an unsealed hand takes no entropy")]
    return []

"""How a hand opens: from what an application gives, with all that is wrong with it at once (HOUSE-28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from operator import itemgetter
from types import NoneType
from typing import Final, TypeAlias, get_args

from grocerydots import events as e
from grocerydots.deck import Deck, Seed, scheme
from grocerydots.errors import Problem, brief, expect, expected, raise_any
from grocerydots.events import LONGEST_NAME
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import DOTS_TIES
from grocerydots.rules.rules import FEWEST_PLAYERS, MAX_CHIPS, Chips, Rules, Seat

DECKS: Final = get_args(e.DeckKind)
LAST_ENTROPY_SEAT = 2**32 - 1  # a seat is hashed as 32 bits
_SEATS: Final = '{1: ("ann", 200), 2: ("bob", 200)} or an iterable of Seating'


def opening_problems(event: e.HandOpened) -> list[Problem]:
    """Everything that is wrong with a hand's opening; empty when nothing is."""
    problems = id_problems(event.hand_id)
    if type(event.rules) is not Rules:
        problems.append(expected("rules", "Rules", event.rules))
    if event.deck not in DECKS:
        problems.append(expected("deck", ", ".join(DECKS), event.deck))
    if type(event.dealer) is not int or not 0 <= event.dealer <= MAX_CHIPS:
        problems.append(expected("dealer", "a seat number, or 0 for a house dealer", event.dealer))
    if isinstance(event.seats, tuple):
        problems += [problem for seating in event.seats for problem in _seating_problems(seating)]
    else:
        problems.append(expected("seats", "a tuple of seatings", event.seats))
    if not problems:
        problems = _table_problems(event.rules, event.seats)
    return problems + _entropy_problems(event)


def id_problems(hand_id: object) -> list[Problem]:
    """What is wrong with a hand's id."""
    if type(hand_id) is str and scheme.HAND_ID.fullmatch(hand_id):
        return []
    return [expected("hand_id", "1 to 64 of A-Z a-z 0-9 . _ -", hand_id)]


def _seating_problems(seating: object) -> list[Problem]:
    if type(seating) is not e.Seating:
        return [expected("seats", _SEATS, seating)]
    problems = []
    seat, player, stack, auto_ante = seating
    if type(seat) is not int or not 1 <= seat <= MAX_CHIPS:
        problems.append(expected("seats", "a seat number, 1 or more", seat))
    if not _is_name(player):
        problems.append(expected(_where(seat), f"a name of 1 to {LONGEST_NAME} characters of UTF-8", player))
    if type(stack) is not int or not 1 <= stack <= MAX_CHIPS:
        problems.append(expected(_where(seat), "a stack of at least 1 whole chip", stack, "HOUSE-28"))
    if type(auto_ante) is not bool:
        problems.append(expected(_where(seat), "an auto_ante of true or false", auto_ante, "ROOM-2"))
    return problems


def _where(seat: object) -> str:
    return f"seat {brief(seat)}"


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
    for seat, times in sorted(Counter(numbers).items()) if len(set(numbers)) < len(numbers) else ():
        if times > 1:
            problems.append(Problem("HOUSE-28", "seats", f"seat {seat} is taken twice"))
    if not problems and numbers != sorted(numbers):
        problems.append(Problem(None, "seats", "expected clockwise order, by seat number"))
    if sum([seating[2] for seating in seats]) > MAX_CHIPS:
        problems.append(Problem("HOUSE-28", "seats", f"all stacks together are above {MAX_CHIPS} chips"))
    return problems


def _entropy_problems(event: e.HandOpened) -> list[Problem]:
    seats, commitment = event.entropy_seats, event.seed_commitment
    if commitment is None and seats == ():
        return []
    is_commitment = isinstance(commitment, bytes) and len(commitment) == 32
    if not is_commitment or not isinstance(seats, tuple) or not seats:
        message = "give a commitment of 32 bytes with the seats that add entropy, or neither"
        return [Problem(None, "seed_commitment", message)]
    fault = _fault_of_entropy_seats(event)
    return [] if fault is None else [Problem(None, "entropy_seats", fault)]


def _fault_of_entropy_seats(event: e.HandOpened) -> str | None:
    seats = event.entropy_seats
    seated = [s.seat for s in event.seats if type(s) is e.Seating] if isinstance(event.seats, tuple) else []
    are_seated = all(type(seat) is int and seat in seated for seat in seats)
    if not are_seated or list(seats) != sorted(set(seats)):
        return "expected seats of this hand, by number, each once"
    if seats[-1] > LAST_ENTROPY_SEAT:
        return f"a seat that adds entropy is numbered up to {LAST_ENTROPY_SEAT}, not {seats[-1]}"
    return "an unsealed hand takes no entropy" if event.deck == "unsealed" else None


# What an application gives

_Player: TypeAlias = tuple[str, Chips] | tuple[str, Chips, bool]
Seats: TypeAlias = Mapping[Seat, _Player] | Iterable[e.Seating]


def opening_of(
    hand_id: str,
    rules: Rules,
    dealer: Seat,
    seats: Seats,
    seed: Seed | None,
    deck: Deck | None = None,
    entropy_seats: Iterable[Seat] = (),
) -> tuple[e.HandOpened, list[Problem]]:
    """A hand's opening from what an application gives, and everything that is wrong with it.

    Raises `WrongType` for rules, a seed or a deck of another class.
    """
    expect("rules", rules, Rules)
    not_dealt = source_problems(seed, deck) + _deck_problems(deck, hand_id)
    listed, problems = _listed(seats)
    are_malformed = bool(problems)
    named: tuple[Seat, ...] = ()
    if entropy_seats != ():
        named, entropy_problems = _named(entropy_seats, seed, deck)
        problems += entropy_problems
    commitment = seed.commitment if named and seed is not None else None
    opening = e.HandOpened(hand_id, rules, dealer, listed, _kind_of(seed, deck), commitment, named)
    found = opening_problems(opening)
    problems += [p for p in found if not (are_malformed and p.where.startswith("seat"))]
    return opening, problems + not_dealt


def _kind_of(seed: Seed | None, deck: Deck | None) -> e.DeckKind:
    if deck is not None:
        return deck.kind
    return "test" if seed is not None and seed.is_test else "sealed"


def seatings(seats: object) -> tuple[e.Seating, ...]:
    """Seats in any accepted form as a tuple of `Seating` by number. Raises `SetupError` for another form."""
    listed, problems = _listed(seats)
    raise_any(problems)
    return listed


def _listed(seats: object) -> tuple[tuple[e.Seating, ...], list[Problem]]:
    """Seatings by seat number, and what is wrong with the form of the others."""
    if isinstance(seats, Mapping):
        listed, problems = _from_mapping(seats)
    elif isinstance(seats, Iterable) and not isinstance(seats, str):
        listed = list(seats)
        problems = [
            Problem(None, "seats", f"expected {_SEATS}, got one of {brief(seating)}")
            for seating in listed
            if type(seating) is not e.Seating
        ][:1]
    else:
        listed, problems = [], [expected("seats", _SEATS, seats)]
    with suppress(TypeError, LookupError):  # seat numbers that cannot be compared are a problem of their own
        listed.sort(key=itemgetter(0))
    return tuple(listed), problems


def _from_mapping(seats: Mapping[Seat, _Player]) -> tuple[list[e.Seating], list[Problem]]:
    listed, problems = [], []
    for seat, who in seats.items():
        if isinstance(who, tuple) and len(who) in (2, 3):
            listed.append(e.Seating(seat, *who))
        else:
            listed.append(e.Seating(seat, "", 0))
            problems.append(expected(_where(seat), "(player, stack) or (player, stack, auto_ante)", who))
    return listed, problems


def _named(
    entropy_seats: Iterable[Seat], seed: Seed | None, deck: Deck | None
) -> tuple[tuple[Seat, ...], list[Problem]]:
    """The seats that add entropy, by number."""
    if seed is None or deck is not None:
        message = "players' entropy makes the deck: give a seed, not a deck"
        return (), [Problem(None, "entropy_seats", message)]
    try:
        return tuple(sorted(entropy_seats)), []
    except TypeError:
        return (), [expected("entropy_seats", "seat numbers", entropy_seats)]


def source_problems(seed: object, deck: object) -> list[Problem]:
    """What is wrong with the seed or the deck that a hand is to be dealt from.

    Raises `WrongType` for one that is neither None nor a `Seed`, or a `Deck`.
    """
    expect("seed", seed, Seed, NoneType)
    expect("deck", deck, Deck, NoneType)
    if (seed is None) == (deck is None):
        return [Problem(None, "seed", "give exactly one of `seed` and `deck`")]
    return []


def _deck_problems(deck: Deck | None, hand_id: str) -> list[Problem]:
    if deck is None or deck.hand_id in (None, hand_id):
        return []
    return [Problem("GSD-1", "deck", f"the deck is sealed for hand {deck.hand_id}, not {brief(hand_id)}")]


def dots_tie_problems(rules: Rules, dots_tie: object) -> list[Problem]:
    """What is wrong with confirming GSD-16 as the hand opens; None confirms nothing."""
    if dots_tie is None:
        return []
    if not rules.confirms_tie:
        return [Problem("GSD-16", "dots_tie", f"{GAMES[rules.game].title} has no dots to tie for")]
    if type(dots_tie) is str and dots_tie in DOTS_TIES:
        return []
    return [expected("dots_tie", "share or best_high", dots_tie, "GSD-16")]

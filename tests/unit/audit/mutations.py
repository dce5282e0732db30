"""Logs with one thing changed: every field, every line, hands cut and spliced; and honest hands to change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.deck import Deck, entropy_commitment
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.log.canonical import canonical
from grocerydots.log.chain import digests, end_line
from grocerydots.log.format import HAND
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import DOTS_TIES, OPTIONS
from grocerydots.rules.rules import STAKES, Betting, Rules
from grocerydots.testing import play_out, test_seed

# Honest hands

HANDS = {
    1: "Ah Ad Kc 4c 6d Qh 4h",
    2: "9c 9s 2c 9h 5d Jc Jd",
    3: "3h 2h 7s 3s 8c 8d Tc",
    4: "Ac As Th 5h 7c 2s 6h",
}


def _dots() -> Log:
    """Grocery Store Dots with a purchase, raises, a fold, and the clock running out, at the store too."""
    rules = Rules.for_game(
        "grocery_store_dots", Betting.fixed_limit(4, 8), ante=1, unit=1, act_within_ms=10_000
    )
    deck = sealed("dots", HANDS, dealer=4, store="2d 3d Qs")
    table = Table("dots", rules, {1: 100, 2: 100, 3: 100, 4: 40}, deck, dealer=4, timed=True)
    table.play("bring_in complete call raise_to call call call buy:2 pass_").play("clock", after=10_000)
    table.play("pass_ check bet fold").play("clock", after=12_000)
    return table.finish().log


def _hi_lo() -> Log:
    """Stud hi-lo with side pots, uncalled chips, a declared rake, and a hand mucked at the showdown."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True, rake="declared")
    deck = sealed("hi-lo", HANDS, dealer=4)
    table = Table("hi-lo", rules, {1: 100, 2: 9, 3: 100, 4: 60}, deck, dealer=4)
    table.play("bring_in call complete call call call bet call call call")
    table.finish(e.HandShown).play("muck show show rake:3")
    return table.finish().log


def _antes() -> Log:
    """A hand with players' entropy, asked antes and one who sits out, won without a showdown."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    seats = [e.Seating(1, "ann", 50), e.Seating(2, "bob", 50, False), e.Seating(3, "cat", 50, False)]
    own = {1: bytes(range(32)), 3: bytes(range(100, 132))}
    hand = Hand.open(
        rules, seats, 1, seed=test_seed("antes"), entropy_seats=(1, 3), hand_id="antes", dots_tie="best_high"
    )
    for seat, octets in own.items():
        hand = hand.play(e.EntropyCommitted(seat, entropy_commitment("antes", seat, octets)))
    for seat, octets in own.items():
        hand = hand.play(e.EntropyAdded(seat, octets))
    hand = hand.seal()
    for _ in range(2):
        assert hand.decision is not None
        hand = hand.play(hand.decision.sit_out() if hand.decision.seat == 2 else hand.decision.ante())
    assert hand.decision is not None
    hand = hand.play(hand.decision.complete())
    assert hand.decision is not None
    return hand.play(hand.decision.fold()).log


def _short() -> Log:
    """Seven players to the end of Grocery Store Dots: the deck runs short and is shuffled (ROOM-12)."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    deck = Deck.from_seed(test_seed("short"), "short")
    return Table("short", rules, dict.fromkeys(range(1, 8), 30), deck, dealer=7).finish().log


def _community() -> Log:
    """Eight players to the end of stud without a sealed deck: a community card."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    deck = Deck(tuple(CARDS[index * 5 % 52] for index in range(52)), order=tuple(range(52)))
    seats = {seat: (f"player {seat}", 30) for seat in range(1, 9)}
    return play_out(Hand.open(rules, seats, 8, deck=deck, hand_id="community")).log


def _cancelled() -> Log:
    """A hand that only one player is in."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    seats = [e.Seating(1, "ann", 50), e.Seating(2, "bob", 50, False)]
    hand = Hand.open(rules, seats, 1, seed=test_seed("cancelled"), hand_id="cancelled")
    assert hand.decision is not None
    return hand.play(hand.decision.sit_out()).log


_HONEST = {
    "dots": _dots,
    "hi-lo": _hi_lo,
    "antes": _antes,
    "short": _short,
    "community": _community,
    "cancelled": _cancelled,
}


@cache
def honest(name: str) -> Log:
    """One of the honest hands, by its name."""
    return _HONEST[name]()


NAMES = tuple(_HONEST)

# Mutants


class Mutant(NamedTuple):
    """A log with one thing changed."""

    what: str  #: Which, the same for every place of its kind: ``called.amount``, ``line doubled``.
    where: str  #: Which one it was.
    lines: tuple[bytes, ...]

    def stored(self, end: bytes | None) -> bytes:
        """The file: with an end line that was kept, or with the chain recomputed for None."""
        lines = self.lines
        if end is not None:
            lines = (*lines, end)
        elif b'"event":"hand_closed"' in lines[-1]:
            lines = (*lines, end_line(len(lines), digests(lines)[-1].hex()))
        return b"\n".join(lines) + b"\n"


def field_mutants(log: Log) -> Iterator[Mutant]:
    """The log with each field of each line changed, in each way that is worth trying."""
    for number, line in enumerate(log.lines):
        fields = json.loads(line)
        for path, changed in _changes(fields, ()):
            written = canonical(changed)
            if written != line:
                lines = (*log.lines[:number], written, *log.lines[number + 1 :])
                names = [step if isinstance(step, str) else "[]" for step in path]
                what = ".".join([fields["event"], *names]).replace(".[]", "[]")
                yield Mutant(what, f"line {number}: {'.'.join(map(str, path))}", lines)


def _changes(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The value with one thing in it changed, and the path to that."""
    if isinstance(value, dict):
        for name in value:
            for inner, changed in _changes(value[name], (*path, name)):
                yield inner, {**value, name: changed}
            yield (*path, name, "removed"), {key: value[key] for key in value if key != name}
        yield (*path, "added"), {**value, "tip": 1}
    elif isinstance(value, list):
        for at, item in enumerate(value):
            for inner, changed in _changes(item, (*path, at)):
                yield inner, [*value[:at], changed, *value[at + 1 :]]
        yield from [((*path, "removed"), value[:-1])] if value else []
        yield from [((*path, "doubled"), [*value, value[-1]])] if value else []
        yield from [((*path, "swapped"), [*value[:-2], value[-1], value[-2]])] if len(value) > 1 else []
    else:
        for changed in _others(value, path):
            yield path, changed


def _others(value: Any, path: tuple[str | int, ...]) -> list[Any]:
    """Other values in place of one that is no array and no object."""
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, value + 1_000_000] if value else [1, 1_000_000]
    if value is None:
        return ["00" * 16, "As", 10_000]
    if words := _words(name):
        return [word for word in words if word != value]
    if value in {card.text for card in CARDS}:
        return [CARDS[(Card(value).index + step) % 52].text for step in (1, 4)]
    if len(value) in (32, 64) and not set(value) - set("0123456789abcdef"):
        return [("1" if value[0] == "0" else "0") + value[1:]]
    return [f"{value}x", value[:-1]]


def _words(name: str) -> tuple[str, ...]:
    """The words that a field may hold, where it may hold just some."""
    if name in OPTIONS:
        return tuple(word for word in OPTIONS[name].values if isinstance(word, str))
    return _WORDS.get(name, ())


_WORDS: dict[str, tuple[str, ...]] = {
    "awards": get_args(e.Share),
    "deck": get_args(e.DeckKind),
    "event": tuple(HAND.event_of),
    "game": tuple(GAMES),
    "policy": DOTS_TIES,
    "result": get_args(e.TimeOutResult),
    "structure": tuple(STAKES),
}


def line_mutants(log: Log, other: Log) -> Iterator[Mutant]:
    """The log with a line dropped, doubled, swapped, moved, or of the other hand; cut; spliced with it."""
    lines = tuple(log.lines)
    for at in range(len(lines)):
        yield Mutant("line dropped", f"line {at}", (*lines[:at], *lines[at + 1 :]))
        yield Mutant("line doubled", f"line {at}", (*lines[: at + 1], *lines[at:]))
        if at:
            yield Mutant("cut", f"after {at} lines", lines[:at])
            yield Mutant("line moved to the end", f"line {at}", (*lines[:at], *lines[at + 1 :], lines[at]))
        if at > 1:
            swapped = (*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :])
            yield Mutant("lines swapped", f"lines {at - 1} and {at}", swapped)
        if at < len(other.lines) and other.lines[at] != lines[at]:
            taken = (*lines[:at], other.lines[at], *lines[at + 1 :])
            yield Mutant("line of another hand", f"line {at}", taken)
            if at:
                yield Mutant("spliced", f"at line {at}", (*lines[:at], *other.lines[at:]))

"""What a player reads beside the hand itself: the game in short, their situation, what choices mean."""

from __future__ import annotations

from collections import Counter
from typing import Final

from grocerydots import events as e
from grocerydots.cards import Card, Rank, dots
from grocerydots.cli.play.menu import Menu, hanging
from grocerydots.english import count
from grocerydots.history.boards import View, slots_of
from grocerydots.parts import SeatState
from grocerydots.pots import pots_of
from grocerydots.ranking import HighCategory, best_high
from grocerydots.ranking.names import high_name
from grocerydots.rules.rulebook import Rule, rule
from grocerydots.state import HandState, places_of
from grocerydots.turns import Decision

__all__ = ["explained", "introduction", "rule_lines", "situation"]

_INTRODUCTION: Final = """\
Grocery Store Dots is poker with two winners. Half of every pot goes to the best \
five-card poker hand, the other half to the most dots in all seven cards.

  a card's dots   3: three    2 8 T: two    A 5 7 9: one    4 6 J Q K: none

You get seven cards, one after the other, with a round of betting after each from the third on. \
From the fourth to the sixth you may buy a card that lies face up in the store instead of \
the deck's next one; a * marks the cheapest.
Cards are written As Kd Th 2c: ace of spades, king of diamonds, ten of hearts, deuce of clubs. \
Cards in brackets are face down, and xx you cannot see.
"""


def introduction(width: int) -> str:
    """The game in short, in lines of a width."""
    lines = []
    for line in _INTRODUCTION.split("\n"):
        text = line.lstrip()
        lines += hanging(line[: len(line) - len(text)], text, min(width, 80)) or [""]
    return "\n".join(lines)


#: In the order in which cards make a hand, the names of what less than five of them can be.
_ALIKE: Final = {
    (4,): HighCategory.FOUR_OF_A_KIND,
    (3,): HighCategory.THREE_OF_A_KIND,
    (2, 2): HighCategory.TWO_PAIR,
    (2,): HighCategory.PAIR,
}
_CARDS: Final = {4: "fourth", 5: "fifth", 6: "sixth"}


# A player's situation


def situation(decision: Decision, view: View, seat: SeatState, own: tuple[Card, ...]) -> list[str]:
    """What the player in that seat has, what lies in the middle, and what they have to decide."""
    state = decision.state
    lines = []
    if own:
        counted = "+".join(str(card.dots) for card in own)
        lines += [f"Your cards: {view.cards(state, seat)}  {high_so_far(own)}; dots {counted} = {dots(own)}"]
        lines += [
            f"{_pots(state, view)}. You have {count(seat.stack, 'chip')} left.",
            *_store(state),
        ]
    return [*lines, _asked(decision)]


def high_so_far(cards: tuple[Card, ...]) -> str:
    """What the best hand in these cards is called, of less than five too."""
    if len(cards) >= 5:
        return best_high(cards).name
    times = Counter(card.rank for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    alike = tuple([times[rank] for rank in ranks if times[rank] > 1])
    category = _ALIKE.get(alike, HighCategory.HIGH_CARD)
    return high_name(category, (*ranks, *[rank for rank in Rank if rank not in times]))


def _pots(state: HandState, view: View) -> str:
    """The pots as they are between two rounds; while wagers differ, all in one."""
    wagered = {state.seats[place].wagered for place in places_of(state.live)}
    return view.pots(state, pots_of(state)) if len(wagered) == 1 else f"Pot {state.pot}"


def _store(state: HandState) -> list[str]:
    """The row with its prices, the marker * on the cheapest card, as long as the store is open."""
    row = state.store.row if state.store is not None else ()
    cheapest = next((place for place, card in enumerate(row) if card is not None), None)
    slots = [f"{'*' if place == cheapest else ''}{slot}" for place, slot in enumerate(slots_of(state))]
    return [f"Store: {'  '.join(slots)}"] if slots else []


def _asked(decision: Decision) -> str:
    call = decision.option(e.Called)
    match decision.kind:
        case "dots_tie":
            return "You are the dealer. Say how a tie for the most dots is settled in this hand:"
        case "ante":
            return "Are you in?"
        case "open":
            return "Yours is the lowest card showing, so you must open the betting:"
        case "open_for":
            return "Whose card is lowest has no chips left. Open in their place, or fold:"
        case "store":
            up = len(decision.state.seats[decision.place].up)
            return f"Your {_CARDS[up + 3]} card: buy it in the store, or take what the deck gives:"
        case "show":
            return "The betting is over:"
    return f"It costs {call.lowest} to stay in:" if call else "Nobody has bet:"


# What choices mean

_BASICS: Final = ("GSD-3", "GSD-4")
_RULES: Final[dict[type, tuple[str, ...]]] = {
    e.DotsTieConfirmed: ("GSD-16", "HOUSE-21"),
    e.HandCancelled: ("GSD-16",),
    e.AntePosted: ("LIM-1", "ROOM-2"),
    e.SatOut: ("ROOM-2",),
    e.BroughtIn: ("LIM-3",),
    e.Completed: ("LIM-3", "HOUSE-1"),
    e.Bet: ("LIM-5", "LIM-6"),
    e.Raised: ("LIM-5", "LIM-7"),
    e.Called: ("ROOM-8", "ROOM-19"),
    e.Checked: ("ROOM-8",),
    e.Folded: ("ROOM-20",),
    e.StoreCardBought: ("GSD-8", "GSD-9", "HOUSE-15"),
    e.StorePassed: ("GSD-9", "GSD-10"),
    e.HandShown: ("ROOM-16", "ROOM-17"),
    e.HandMucked: ("ROOM-16", "HOUSE-26"),
}
_MEANS: Final[dict[type, str]] = {
    e.DotsTieConfirmed: "as dealer you say this before every hand; sharing is usual",
    e.HandCancelled: "as dealer you may call the hand off as long as no card is dealt",
    e.AntePosted: "you put in the ante and get cards",
    e.SatOut: "you get no cards in this hand",
    e.BroughtIn: "you open with the small forced bet; others may call just that",
    e.Completed: "you raise it to a full bet, which the others must call or fold",
    e.Bet: "you put in chips which the others must match, or fold",
    e.Raised: "you match the bet and put more on top, which the others must match",
    e.Called: "you match the bet, and wait for the next card",
    e.Checked: "you stay in for nothing; whoever is next may still bet",
    e.Folded: "you are out of this hand; what you put in stays in the pot",
    e.StoreCardBought: "this card instead of the deck's; the price goes to the pot, nobody must match it",
    e.StorePassed: "the deck's next card, face up, whatever it is",
    e.HandShown: "your cards go face up, and the best five and the dots are counted",
    e.HandMucked: "nobody sees your cards, and you can win nothing",
}


def explained(decision: Decision, menu: Menu, width: int) -> list[str]:
    """Every choice in plain words, then the rules that give it, once each, with their text."""
    kinds = list(dict.fromkeys([type(choice.event) for choice in menu.choices]))
    lines = []
    for kind in kinds:
        chosen = [choice for choice in menu.choices if type(choice.event) is kind]
        keys = ", ".join([choice.key for choice in chosen])
        lines += hanging(f"  {keys}  ", f"{_MEANS[kind]} ({', '.join(_RULES[kind])})", width)
    cited = [decision.rule, *[rule_id for kind in kinds for rule_id in _RULES[kind]], *_BASICS]
    lines += ["", "The rules:"]
    for rule_id in dict.fromkeys(cited):
        lines += rule_lines(rule(rule_id), width)
    return [*lines, "", "Any other rule: ? and its number or a word, such as ? GSD-10 or ? bring-in"]


def rule_lines(found: Rule, width: int) -> list[str]:
    """A rule's number and text."""
    text = f"{found.question} {found.text}" if found.question else found.text
    return hanging(f"  {found.id}  ", text, width)

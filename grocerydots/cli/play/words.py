"""What a player reads beside the hand itself: the game in short, their situation, what choices mean."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e
from grocerydots.cards import Card, Rank, dots
from grocerydots.cli.play.menu import hanging
from grocerydots.english import chips
from grocerydots.history.boards import View, slots_of
from grocerydots.parts import SeatState
from grocerydots.pots import pots_of
from grocerydots.ranking import HighCategory, best_high
from grocerydots.ranking.classes import ALIKE, high_name
from grocerydots.ranking.order import likeness
from grocerydots.state import HandState, places_of
from grocerydots.turns import Decision

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


_CARDS: Final = {4: "fourth", 5: "fifth", 6: "sixth"}


# A player's situation


def situation(decision: Decision, view: View, seat: SeatState, own: tuple[Card, ...]) -> list[str]:
    """What the player in that seat has, what lies in the middle, and what they have to decide."""
    state = decision.state
    if not own:
        return [_question(decision)]
    counted = "+".join(str(card.dots) for card in own)
    return [
        f"Your cards: {view.cards(state, seat)}  {high_so_far(own)}; dots {counted} = {dots(own)}",
        f"{_pots(state, view)}. You have {chips(seat.stack)} left.",
        *_store(state),
        _question(decision),
    ]


def high_so_far(cards: tuple[Card, ...]) -> str:
    """What the best hand in these cards is called, of less than five too."""
    if len(cards) >= 5:
        return best_high(cards).name
    alike, ranks = likeness([card.rank for card in cards])
    category = ALIKE.get(alike, HighCategory.HIGH_CARD)
    return high_name(category, (*ranks, *[rank for rank in Rank if rank not in ranks]))


def _pots(state: HandState, view: View) -> str:
    """The pots as they are between two rounds; while wagers differ, all in one."""
    wagered = {state.seats[place].wagered for place in places_of(state.live)}
    return view.pots(pots_of(state)) if len(wagered) == 1 else f"Pot {state.pot}"


def _store(state: HandState) -> list[str]:
    """The row with its prices, the marker * on the cheapest card, as long as the store is open."""
    row = state.store.row if state.store is not None else ()
    cheapest = next((place for place, card in enumerate(row) if card is not None), None)
    slots = [f"{'*' if place == cheapest else ''}{slot}" for place, slot in enumerate(slots_of(state))]
    return [f"Store: {'  '.join(slots)}"] if slots else []


_QUESTIONS: Final = {
    "dots_tie": "You are the dealer. Say how a tie for the most dots is settled in this hand:",
    "ante": "Are you in?",
    "open": "Yours is the lowest card showing, so you must open the betting:",
    "open_for": "Whose card is lowest has no chips left. Open in their place, or fold:",
    "show": "The betting is over:",
}


def _question(decision: Decision) -> str:
    if decision.kind == "store":
        card = _CARDS[len(decision.state.seats[decision.place].up) + 3]
        return f"Your {card} card: buy it in the store, or take what the deck gives:"
    call = decision.option(e.Called)
    wagers = f"It costs {call.lowest} to stay in:" if call else "Nobody has bet:"
    return _QUESTIONS.get(decision.kind, wagers)

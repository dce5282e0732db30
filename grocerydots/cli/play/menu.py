"""What a player may type: every legal choice with its key, and how an answer is understood."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap
from typing import Any, Final, NamedTuple

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.english import count
from grocerydots.history.printable import columns, padded
from grocerydots.turns import Decision

__all__ = ["EXPLAIN", "QUIT", "Choice", "Menu", "hanging", "menu_of"]

EXPLAIN: Final = "?"
QUIT: Final = "q"


class Choice(NamedTuple):
    """One thing that a player may do now."""

    key: str  #: What to type.
    words: str  #: ``call 4``; may be typed too.
    note: str  #: What it means, for who does not know the words.
    event: e.Event | None = None  #: None for what is no event of a hand.

    @property
    def names(self) -> frozenset[str]:
        """Everything that may be typed for it, where no other choice has the same."""
        words = self.words.casefold()
        without_number = words.rstrip("0123456789 ")
        return frozenset({self.key, words, words.replace(" to ", " "), without_number, words.split(" ")[0]})


class Menu(NamedTuple):
    """The choices of one moment."""

    choices: tuple[Choice, ...]

    def find(self, typed: str) -> Choice | None:
        """The one choice that was typed; None for anything else."""
        name = " ".join(typed.split()).casefold()
        found = [choice for choice in self.choices if choice.key == name]
        found = found or [choice for choice in self.choices if name in choice.names]
        return found[0] if len(found) == 1 else None

    def lines(self, width: int, *, explains: bool = True) -> list[str]:
        """Lines of a width for each choice, then how to have them explained and how to stop."""
        others = [Choice(EXPLAIN, "explain", "what these mean, by the rules")] if explains else []
        rows = [*self.choices, *others, Choice(QUIT, "quit", "everything is saved")]
        longest = max(columns(row.words) for row in rows)
        keys = max(len(row.key) for row in rows)
        starts = [f"  {row.key:<{keys}}  {padded(row.words, longest)}  " for row in rows]
        return [
            line for start, row in zip(starts, rows, strict=True) for line in hanging(start, row.note, width)
        ]


def hanging(start: str, text: str, width: int) -> list[str]:
    """A text in lines of a width, those after the first below its beginning where there is room."""
    indent = len(start) if width >= 2 * len(start) else 2
    return wrap(f"{start}{text}", max(width, 12), subsequent_indent=" " * indent, break_on_hyphens=False)


def menu_of(decision: Decision, own: tuple[Card, ...]) -> Menu:
    """Every legal choice of a decision, for a player who holds `own`.

    Of a range of amounts the least and the most; at fixed limit there are no ranges.
    """
    offered = [
        (option, decision.event(option, number))
        for option in decision.options
        for number in sorted({option.lowest, option.highest})
    ]
    words = [_words(option, event) for option, event in offered]
    notes = [_NOTES[option.kind](decision, event, own) for option, event in offered]
    events = [event for _, event in offered]
    keys = _keys(events)
    return Menu(tuple([Choice(*row) for row in zip(keys, words, notes, events, strict=True)]))


def _words(option: Option, event: e.Event) -> str:
    match event:
        case e.StoreCardBought(card=card, price=price):
            return f"buy {card} for {price}"
        case e.DotsTieConfirmed(policy=policy):
            return policy.replace("_", " ")
        case e.Completed(to=to) | e.Bet(to=to) | e.Raised(to=to):
            return f"{str(option).partition(' ')[0]} {'' if isinstance(event, e.Bet) else 'to '}{to}"
    return option.words


def _keys(events: list[e.Event]) -> list[str]:
    """A letter each, with the amount where two have the same; a store card's slot."""
    letters = [_LETTERS.get(type(event)) or _special(event) for event in events]
    return [
        letter if letters.count(letter) == 1 else f"{letter}{getattr(event, 'to', '')}"
        for letter, event in zip(letters, events, strict=True)
    ]


def _special(event: e.Event) -> str:
    match event:
        case e.StoreCardBought(slot=slot):
            return str(slot)
        case e.DotsTieConfirmed(policy=policy):
            return policy[0]
        case e.HandCancelled():
            return "c"
    raise AssertionError("a player has no other choice")


#: Checking and calling never share a letter, so that an answer too early costs nobody chips.
_LETTERS: Final[dict[type, str]] = {
    e.AntePosted: "a", e.SatOut: "s", e.BroughtIn: "b", e.Completed: "r", e.Bet: "b", e.Raised: "r",
    e.Called: "c", e.Checked: "k", e.Folded: "f", e.StorePassed: "p", e.HandShown: "s", e.HandMucked: "m",
}  # fmt: skip


# What each means, in a few words


def _costs(decision: Decision, event: Any, _: tuple[Card, ...]) -> str:
    stack = decision.state.seats[decision.place].stack
    return f"costs you {event.amount}{', all your chips' if event.amount == stack else ''}"


def _bought(_: Decision, event: Any, own: tuple[Card, ...]) -> str:
    alike = [card.text for card in own if card.rank is event.card.rank]
    fits = f", goes with your {' '.join(alike)}" if alike else ""
    return f"{count(event.card.dots, 'dot')}{fits}"


def _said(text: str) -> Callable[..., str]:
    return lambda *_: text


_TIES: Final = {
    "share": "they share that half",
    "best_high": "the best high hand among them takes that half",
}
_NOTES: Final[dict[type, Callable[..., str]]] = {
    e.DotsTieConfirmed: lambda _, event, __: _TIES[event.policy],
    e.HandCancelled: _said("nobody pays anything, and the deal moves on"),
    e.AntePosted: _said("you are in"),
    e.SatOut: _said("you get no cards"),
    e.BroughtIn: _said("the least you may open for"),
    e.Completed: _costs,
    e.Bet: _costs,
    e.Raised: _costs,
    e.Called: _said("match it and stay in"),
    e.Checked: _said("bet nothing for now"),
    e.Folded: _said("give up this hand"),
    e.StoreCardBought: _bought,
    e.StorePassed: _said("the deck's next card, unseen, for nothing"),
    e.HandShown: _said("turn your cards up"),
    e.HandMucked: _said("throw them away, with every claim"),
}

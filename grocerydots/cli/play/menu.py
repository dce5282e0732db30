"""What a player may type: every legal choice with its key, how an answer is understood, what it means."""

from __future__ import annotations

from textwrap import wrap
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.cli.rules import summary
from grocerydots.english import count
from grocerydots.history.printable import columns, padded
from grocerydots.rules.rulebook import Rule, rule
from grocerydots.turns import Decision

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
        (option, number) for option in decision.options for number in sorted({option.lowest, option.highest})
    ]
    letters = [_letter(option, number) for option, number in offered]
    choices = []
    for letter, (option, number) in zip(letters, offered, strict=True):
        key = letter if letters.count(letter) == 1 else f"{letter}{number}"
        event = decision.event(option, number)
        choices.append(Choice(key, _words(option, number), _note(decision, event, own), event))
    return Menu(tuple(choices))


def _letter(option: Option, number: int) -> str:
    if option.kind is e.StoreCardBought:
        return str(number)
    return option.word[0] if option.kind is e.DotsTieConfirmed else _KINDS[option.kind].letter


def _words(option: Option, number: int) -> str:
    if option.kind is e.StoreCardBought:
        return f"buy {option.card} {option.word}"
    if option.kind is e.DotsTieConfirmed:
        return option.word.replace("_", " ")
    return option._replace(lowest=number, highest=number).words


def _note(decision: Decision, event: e.Event, own: tuple[Card, ...]) -> str:
    match event:
        case e.Completed(amount=amount) | e.Bet(amount=amount) | e.Raised(amount=amount):
            stack = decision.state.seats[decision.place].stack
            return f"costs you {amount}{', all your chips' if amount == stack else ''}"
        case e.StoreCardBought(card=card):
            alike = [held.text for held in own if held.rank is card.rank]
            fits = f", goes with your {' '.join(alike)}" if alike else ""
            return f"{count(card.dots, 'dot')}{fits}"
        case e.DotsTieConfirmed(policy="share"):
            return "they share that half"
        case e.DotsTieConfirmed():
            return "the best high hand among them takes that half"
    return _KINDS[type(event)].note


def explained(decision: Decision, menu: Menu, width: int) -> list[str]:
    """Every choice in plain words, then the rules that give it, once each, with their text."""
    lines = []
    cited = [decision.rule]
    for kind in dict.fromkeys([type(choice.event) for choice in menu.choices]):
        keys = ", ".join([choice.key for choice in menu.choices if type(choice.event) is kind])
        meaning, rules = _KINDS[kind].meaning, _KINDS[kind].rules
        lines += hanging(f"  {keys}  ", f"{meaning} ({', '.join(rules)})", width)
        cited += rules
    lines += ["", "The rules:"]
    for rule_id in dict.fromkeys([*cited, "GSD-3", "GSD-4"]):
        lines += rule_lines(rule(rule_id), width)
    return [*lines, "", "Any other rule: ? and its number or a word, such as ? GSD-10 or ? bring-in"]


def rule_lines(found: Rule, width: int) -> list[str]:
    """A rule's number and text."""
    return hanging(f"  {found.id}  ", summary(found), width)


class _Kind(NamedTuple):
    """A kind of choice, in words for a newcomer."""

    letter: str  #: Its key; empty where that is in the event.
    note: str  #: What it means in a few words; empty where that is in the event.
    meaning: str
    rules: tuple[str, ...]


#: Checking and calling never share a letter, so that an answer too early costs nobody chips.
_KINDS: Final[dict[type, _Kind]] = {
    e.DotsTieConfirmed: _Kind(
        "", "", "as dealer you say this before every hand; sharing is usual", ("GSD-16", "HOUSE-21")
    ),
    e.HandCancelled: _Kind(
        "c", "nobody pays anything, and the deal moves on",
        "as dealer you may call the hand off as long as no card is dealt", ("GSD-16",),
    ),
    e.AntePosted: _Kind("a", "you are in", "you put in the ante and get cards", ("LIM-1", "ROOM-2")),
    e.SatOut: _Kind("s", "you get no cards", "you get no cards in this hand", ("ROOM-2",)),
    e.BroughtIn: _Kind(
        "b", "the least you may open for",
        "you open with the small forced bet; others may call just that", ("LIM-3",),
    ),
    e.Completed: _Kind(
        "r", "", "you raise it to a full bet, which the others must call or fold", ("LIM-3", "HOUSE-1")
    ),
    e.Bet: _Kind("b", "", "you put in chips which the others must match, or fold", ("LIM-5", "LIM-6")),
    e.Raised: _Kind(
        "r", "", "you match the bet and put more on top, which the others must match", ("LIM-5", "LIM-7")
    ),
    e.Called: _Kind(
        "c", "match it and stay in", "you match the bet, and wait for the next card", ("ROOM-8", "ROOM-19")
    ),
    e.Checked: _Kind(
        "k", "bet nothing for now", "you stay in for nothing; whoever is next may still bet", ("ROOM-8",)
    ),
    e.Folded: _Kind(
        "f", "give up this hand", "you are out of this hand; what you put in stays in the pot", ("ROOM-20",)
    ),
    e.StoreCardBought: _Kind(
        "", "", "this card instead of the deck's; the price goes to the pot, nobody must match it",
        ("GSD-8", "GSD-9", "HOUSE-15"),
    ),
    e.StorePassed: _Kind(
        "p", "the deck's next card, unseen, for nothing",
        "the deck's next card, face up, whatever it is", ("GSD-9", "GSD-10"),
    ),
    e.HandShown: _Kind(
        "s", "turn your cards up",
        "your cards go face up, and the best five and the dots are counted", ("ROOM-16", "ROOM-17"),
    ),
    e.HandMucked: _Kind(
        "m", "throw them away, with every claim",
        "nobody sees your cards, and you can win nothing", ("ROOM-16", "HOUSE-26"),
    ),
}  # fmt: skip

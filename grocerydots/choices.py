"""Every choice that somebody may make: what it is called, and how its event is built.

A choice is described here once. Decisions, messages and case files read it from `CHOICES`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState

#: Gives an event's fields for a seat, from a number or a word, and whether a wager of it counts as full.
Fields: TypeAlias = Callable[..., tuple[object, ...]]


class Option(NamedTuple):
    """One kind of event that a decision allows, with its bounds.

    `lowest` and `highest` bound the number that the event is built from: the total `to` of a wager, the
    chips of a call, bring-in, ante or rake, the slot of a purchase. `word` is the policy of a dots tie, or
    the price of a purchase in words (``for 2``).
    """

    kind: type[object]
    lowest: int = 0
    highest: int = 0
    word: str = ""
    card: Card | None = None  #: The card for sale, of a purchase.

    def __str__(self) -> str:
        """The option as case files write it: ``call 2``, ``raise to 6..40``, ``bring_in 2``."""
        return self._in_words(CHOICES[self.kind].verb)

    @property
    def words(self) -> str:
        """The option as messages say it: ``call 2``, ``raise to 6..40``, ``buy 3c for 1 (slot 1)``."""
        if self.card is not None:
            return f"buy {self.card} {self.word} (slot {self.lowest})"
        return self._in_words(CHOICES[self.kind].words)

    def _in_words(self, verb: str) -> str:
        span = f"{self.lowest}" if self.lowest == self.highest else f"{self.lowest}..{self.highest}"
        parts = (verb, span if CHOICES[self.kind].number else "", self.word)
        return " ".join([part for part in parts if part])


class Choice(NamedTuple):
    """What there is to know of a kind of choice."""

    verb: str  #: As case files write it, and as players send it.
    words: str  #: As messages say it.
    fields: Fields
    number: str = ""  #: The field that an option bounds; empty where it has no bounds.


def _seat_alone(_: HandState, seat: Seat, __: object, ___: bool) -> tuple[object, ...]:
    return (seat,)


def _with_amount(_: HandState, seat: Seat, amount: object, __: bool) -> tuple[object, ...]:
    return seat, amount


def _value_alone(_: HandState, __: object, value: object, ___: bool) -> tuple[object, ...]:
    return (value,)


def _nothing_back(_: HandState, __: object, ___: object, ____: bool) -> tuple[object, ...]:
    return ((),)


def _wager(state: HandState, seat: Seat, to: object, full: bool) -> tuple[object, ...]:
    try:
        wagered = state.seats[state.setup.order.index(seat)].wagered
    except ValueError:  # an attempt by nobody
        wagered = 0
    return seat, to - wagered if type(to) is int else to, to, full


def _bring_in(state: HandState, seat: Seat, amount: object, _: bool) -> tuple[object, ...]:
    return seat, amount, state.setup.rules.bring_in_is_wager


def _purchase(state: HandState, seat: Seat, slot: object, _: bool) -> tuple[object, ...]:
    if type(slot) is not int:
        return seat, slot, None, 0
    row = state.store.row if state.store is not None else ()
    card = row[slot - 1] if 1 <= slot <= len(row) else None
    return seat, slot, card, state.setup.rules.price(slot)


CHOICES: Final[dict[type, Choice]] = {
    e.DotsTieConfirmed: Choice("dots_tie", "confirm", _value_alone),
    e.HandCancelled: Choice("cancel", "cancel the hand", _nothing_back),
    e.AntePosted: Choice("ante", "ante", _with_amount, "amount"),
    e.SatOut: Choice("sit_out", "sit out", _seat_alone),
    e.BroughtIn: Choice("bring_in", "bring in", _bring_in, "amount"),
    e.Completed: Choice("complete to", "complete to", _wager, "to"),
    e.Bet: Choice("bet", "bet", _wager, "to"),
    e.Raised: Choice("raise to", "raise to", _wager, "to"),
    e.Called: Choice("call", "call", _with_amount, "amount"),
    e.Checked: Choice("check", "check", _seat_alone),
    e.Folded: Choice("fold", "fold", _seat_alone),
    e.StoreCardBought: Choice("buy", "buy", _purchase, "slot"),
    e.StorePassed: Choice("pass", "pass", _seat_alone),
    e.HandShown: Choice("show", "show", _seat_alone),
    e.HandMucked: Choice("muck", "muck", _seat_alone),
    e.RakeTaken: Choice("rake", "rake", _value_alone, "amount"),
}


def _new_event(kind: Callable[..., object], *fields: object) -> object:
    return kind(*fields)


#: An event that comes again from hand to hand, made once: a frozen class takes long to construct. Only legal
#: fields go in here, since 1, True and 1.0 are the same key.
event_of: Final[Callable[..., object]] = lru_cache(maxsize=4096)(_new_event)

"""What a decision offers: each kind of choice with its bounds, in words, and as the event that it builds."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from grocerydots import events as e
from grocerydots.rules.rules import Seat

if TYPE_CHECKING:
    from grocerydots.turns import Decision


class Option(NamedTuple):
    """One kind of event that a decision allows, with its bounds.

    `lowest` and `highest` bound the number that the event is built from: the total `to` of a wager, the
    chips of a call, bring-in, ante or rake, the slot of a purchase. `word` is the policy of a dots tie, or
    the price of a purchase in words.
    """

    kind: type[Any]
    lowest: int = 0
    highest: int = 0
    word: str = ""

    def __str__(self) -> str:
        """The option as case files write it: ``call 2``, ``raise to 6..40``, ``bring_in 2``."""
        return self._told(KINDS[self.kind].verb)

    @property
    def words(self) -> str:
        """The option as messages say it: ``call 2``, ``raise to 6..40``, ``bring in 2``."""
        return self._told(KINDS[self.kind].words)

    def _told(self, verb: str) -> str:
        span = f"{self.lowest}" if self.lowest == self.highest else f"{self.lowest}..{self.highest}"
        parts = (verb, span if KINDS[self.kind].number else "", self.word)
        return " ".join([part for part in parts if part])


class Kind(NamedTuple):
    """What there is to know of a kind of option."""

    verb: str  #: As case files say it.
    words: str  #: As messages say it.
    build: Callable[[Decision, Option, int], e.Event]
    number: str = ""  #: The field that an option bounds; none where it has no bounds.


def _made(kind: Callable[..., Any], *fields: object) -> Any:
    """An event that comes again from hand to hand, made once: a frozen class takes long to construct."""
    return kind(*fields)


made: Final[Callable[..., Any]] = lru_cache(maxsize=4096)(_made)


def _wager(decision: Decision, option: Option, to: int) -> e.Event:
    wagered = decision.state.seats[decision.place].wagered
    event: e.Event = made(option.kind, decision.seat, to - wagered, to, to >= decision.full_at)
    return event


def _bare(decision: Decision, option: Option, _: int) -> e.Event:
    event: e.Event = made(option.kind, decision.seat)
    return event


def _amount(decision: Decision, option: Option, amount: int) -> e.Event:
    event: e.Event = made(option.kind, decision.seat, amount)
    return event


def _bring_in(decision: Decision, _: Option, amount: int) -> e.Event:
    return e.BroughtIn(_seat(decision), amount, decision.state.setup.rules.bring_in_is_wager)


def _purchase(decision: Decision, _: Option, slot: int) -> e.Event:
    state = decision.state
    card = state.store.row[slot - 1] if state.store is not None else None
    if card is None:
        raise AssertionError("a decision at the store is asked over a full row")
    return e.StoreCardBought(_seat(decision), slot, card, state.setup.rules.price(slot))


def _seat(decision: Decision) -> Seat:
    if decision.seat is None:
        raise AssertionError("a player's option in a decision of nobody")
    return decision.seat


KINDS: Final[dict[type, Kind]] = {
    e.DotsTieConfirmed: Kind("dots_tie", "confirm", lambda _, option, __: e.DotsTieConfirmed(option.word)),  # type: ignore[arg-type]
    e.HandCancelled: Kind("cancel", "cancel the hand", lambda *_: e.HandCancelled(())),
    e.AntePosted: Kind("ante", "ante", _amount, "amount"),
    e.SatOut: Kind("sit_out", "sit out", _bare),
    e.BroughtIn: Kind("bring_in", "bring in", _bring_in, "amount"),
    e.Completed: Kind("complete to", "complete to", _wager, "to"),
    e.Bet: Kind("bet", "bet", _wager, "to"),
    e.Raised: Kind("raise to", "raise to", _wager, "to"),
    e.Called: Kind("call", "call", _amount, "amount"),
    e.Checked: Kind("check", "check", _bare),
    e.Folded: Kind("fold", "fold", _bare),
    e.StoreCardBought: Kind("buy", "buy", _purchase, "slot"),
    e.StorePassed: Kind("pass", "pass", _bare),
    e.HandShown: Kind("show", "show", _bare),
    e.HandMucked: Kind("muck", "muck", _bare),
    e.RakeTaken: Kind("rake", "rake", lambda _, __, amount: e.RakeTaken(amount), "amount"),
}

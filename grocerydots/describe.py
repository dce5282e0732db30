"""What an event says happened, and why it is wrong, for refusals and findings. Players are seat numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.english import chips, cut, listed, seats
from grocerydots.rules.rules import Seat


class Mistake(NamedTuple):
    """Why an event is wrong: the rule it breaks, what it says, and what the rules say."""

    rule: str
    said: str
    due: str
    about: str = ""  #: What is at stake where only chips are: ``the odd chip of the dots half``.

    @property
    def words(self) -> str:
        """Both sides in one sentence: ``the pot pays out 7 chips, but by the rules it holds 6 chips``."""
        return f"{cut(self.said, 300)}, but by the rules {cut(self.due, 300)}"


def describe(event: e.Event) -> str:
    """What an event says happened: ``seat 3 raises to 25 (15 more)``."""
    return _WORDS[event.__class__](event)


def describe_step(kind: type) -> str:
    """What the dealer does by an event of a class, in words that follow "to": ``deal the cards``."""
    return _STEPS[kind]


def describe_draws(draws: Iterable[tuple[Seat, e.Position, bool]]) -> str:
    """Positions of the deck and where they go: ``seat 1 position 9 up, seat 2 position 10 up``."""
    return listed([_draw(seat, position, up) for seat, position, up in draws])


def _draw(seat: Seat, position: e.Position, up: bool) -> str:
    to = f"seat {seat} " if seat else ""
    return f"{to}position {position}{' up' if up and seat else ''}"


def _payments(payments: Iterable[e.Payment]) -> str:
    return listed([f"seat {seat} {amount}" for seat, amount in payments]) or "nobody"


def _openings(openings: Iterable[e.Opening]) -> str:
    return listed([f"{_card(card)} from position {position}" for position, card, _ in openings]) or "nothing"


def _card(card: Card | None) -> str:
    return "a card" if card is None else card.text


def _dealt(event: e.CardsDealt) -> str:
    if not event.cards:
        return f"nobody is dealt a card of street {event.street}"
    cards = listed([
        f"seat {d.seat} {_card(d.card) if d.up else 'a card face down'} from position {d.position}"
        for d in event.cards
    ])  # fmt: skip
    return f"street {event.street} is dealt: {cards}"


def _wager(verb: str) -> Callable[..., str]:
    return lambda v: (
        f"seat {v.seat} {verb} {v.to} ({v.amount} more, {'' if v.full else 'not '}counted as full)"
    )


def _seat(words: str) -> Callable[..., str]:
    return lambda v: f"seat {v.seat} {words}"


def _positions(positions: Iterable[e.Position]) -> str:
    return f"positions {' '.join(map(str, positions))}" if positions else "no positions"


#: What the clock does in a player's place, by `TimedOut.result`.
TIMED_OUT: Final = {
    "all_in": "is placed all-in",
    "check": "checks",
    "fold": "folds",
    "bring_in": "brings in",
    "sit_out": "sits out",
    "pass": "takes the next card of the stub",
    "show": "shows",
}


def _timed_out(event: e.TimedOut) -> str:
    amount = f" {event.amount}" if event.amount or event.result == "bring_in" else ""
    return f"seat {event.seat} runs out of time and {TIMED_OUT[event.result]}{amount}"


def _awards(event: e.PotsAwarded) -> str:
    rows = [f"pot {a.pot}, {a.share}: {a.amount} to seat {a.seat}" for a in event.awards]
    return "; ".join(rows) or "no pot is paid out"


_WORDS: Final[dict[type[e.Event], Callable[..., str]]] = {
    e.HandOpened: lambda v: f"hand {v.hand_id} opens with {seats([s.seat for s in v.seats])}",
    e.DotsTieConfirmed: lambda v: f"the dealer confirms {v.policy} for a tie for most dots",
    e.EntropyCommitted: _seat("commits to entropy"),
    e.EntropyAdded: _seat("adds entropy"),
    e.DeckSealed: lambda _: "the deck is sealed",
    e.AntesPosted: lambda v: f"antes are posted: {_payments(v.antes)}",
    e.AntePosted: lambda v: f"seat {v.seat} antes {v.amount}",
    e.SatOut: _seat("sits out"),
    e.HandCancelled: lambda v: f"the hand is cancelled, back go: {_payments(v.returned)}",
    e.CardsDealt: _dealt,
    e.CardBurned: lambda v: f"position {v.position} is burned",
    e.StubReplenished: lambda v: f"the stub is shuffled: {_positions(v.positions)}",
    e.CommunityCardDealt: lambda v: f"{v.card} is turned up for everybody from position {v.position}",
    e.BroughtIn: lambda v: f"seat {v.seat} brings in {v.amount} ({'' if v.full else 'not '}counted as full)",
    e.Completed: _wager("completes to"),
    e.Bet: _wager("bets"),
    e.Raised: _wager("raises to"),
    e.Called: lambda v: f"seat {v.seat} calls {v.amount}",
    e.Checked: _seat("checks"),
    e.Folded: _seat("folds"),
    e.TimedOut: _timed_out,
    e.ChipsReturned: lambda v: f"seat {v.seat} gets {chips(v.amount)} back",
    e.BettingClosed: lambda v: f"the betting of street {v.street} closes",
    e.StoreOpened: lambda v: f"the store opens: {_openings(v.cards)}",
    e.StoreCardBought: lambda v: f"seat {v.seat} buys {v.card} in slot {v.slot} for {v.price}",
    e.StorePassed: _seat("passes at the store"),
    e.StoreRestocked: lambda v: f"slot {v.slot} is filled with {v.card} from position {v.position}",
    e.StoreClosed: lambda _: "the store closes",
    e.HandShown: _seat("shows"),
    e.HandMucked: _seat("mucks"),
    e.DownCardsOpened: lambda v: f"seat {v.seat} turns up {_openings(v.cards)}",
    e.RakeTaken: lambda v: f"the house takes a rake of {v.amount}",
    e.PotsAwarded: _awards,
    e.HandClosed: lambda v: f"the hand closes with {_payments(v.stacks)}",
}

_STEPS: Final[dict[type, str]] = {
    e.HandOpened: "open the hand",
    e.DeckSealed: "seal the deck",
    e.AntesPosted: "collect the antes",
    e.HandCancelled: "call the hand off",
    e.CardsDealt: "deal the cards",
    e.CardBurned: "burn a card",
    e.CommunityCardDealt: "deal one card for everybody",
    e.StubReplenished: "shuffle stub and burned cards into a new stub",
    e.ChipsReturned: "give back what nobody called",
    e.BettingClosed: "close the betting",
    e.StoreOpened: "open the store",
    e.StoreRestocked: "restock the store",
    e.StoreClosed: "close the store",
    e.HandShown: "have a hand shown",
    e.HandMucked: "muck a hand",
    e.DownCardsOpened: "turn up the cards of a hand that is shown",
    e.RakeTaken: "take the rake",
    e.PotsAwarded: "award the pots",
    e.HandClosed: "close the hand",
}

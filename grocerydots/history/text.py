"""A hand as text, the way card rooms write their hand histories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import Final, Protocol, TypeAlias, cast

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import brief, expect, several
from grocerydots.evolve import evolve
from grocerydots.history import results, sentences
from grocerydots.history.boards import Moment, View
from grocerydots.history.decisions import waiting
from grocerydots.phases import turn
from grocerydots.proofs.openings import Openings
from grocerydots.state import HandState, Stage
from grocerydots.turns import Decision


class HasEvents(Protocol):
    """A log, or a hand: anything with its events at hand."""

    @property
    def events(self) -> Sequence[e.Event]:
        """The events, in order."""
        ...


Source: TypeAlias = "Iterable[e.Event] | HasEvents"  #: Where the events of a hand come from.
Known: TypeAlias = "Openings | Mapping[int, Card]"  #: What a viewer knows beyond the log.


def tell(hand: Source, *, openings: Known | None = None, upto: int | None = None) -> str:
    """A hand as text for people: events, a log, or a `Hand` whose every event is legal.

    `openings` are the viewer's own, or the cards that the viewer knows by their positions in the deck. Only
    those cards are shown, and the ones turned up for everybody. The text ends after log entry `upto`, counted
    from 0; if the hand is not over there, with whose decision it is and what is legal. There is no line end
    after the last line. Raises `IndexError` for an `upto` below 0.
    """
    events = _upto(hand, upto)
    teller = _Teller(openings)
    parts = [text for event in events if (text := teller.words_for(event))]
    if teller.state is not None and (rest := waiting(turn(teller.state))):
        parts.append(f"\n{rest}")
    return "\n".join(parts).lstrip("\n")


def tell_lines(
    hand: Source, *, openings: Known | None = None, upto: int | None = None
) -> Iterator[tuple[int, str]]:
    """Yield (log entry, its text) for every event, with the words and arguments of `tell`.

    A text may have several lines. One that starts a part of the hand begins with the part's heading, such as
    ``*** FOURTH STREET ***``.
    """
    teller = _Teller(openings)
    for entry, event in enumerate(_upto(hand, upto)):
        yield entry, teller.words_for(event).lstrip("\n")


def _upto(hand: Source, upto: int | None) -> tuple[e.Event, ...]:
    given = several("events", hand.events if hasattr(hand, "events") else hand, e.Fact)
    events = cast("tuple[e.Event, ...]", given)
    if upto is None:
        return events
    if type(upto) is not int or upto < 0:
        raise IndexError(f"log entries count from 0, there is no entry {brief(upto)}")
    return events[: upto + 1]


class _Teller:
    """Puts event after event into words; keeps the table as it is, and the heading that was written last."""

    def __init__(self, known: Known | None) -> None:
        expect("openings", known, Openings, Mapping, NoneType)
        self.openings: Mapping[int, Card] = known.cards if isinstance(known, Openings) else known or {}
        self.state: HandState | None = None
        self.view: View | None = None
        self.part = ""

    def words_for(self, event: e.Event) -> str:
        """The event in words, below its heading when a part of the hand starts with it."""
        before = self.state
        self.state = after = evolve(before, event)
        if self.view is None:
            self.view = View(after.setup.opening, self.openings)
        words = _WORDS[event.__class__](Moment(self.view, before or after, after), event)
        part = _part(event, after) or self.part
        if part == self.part:
            return words
        self.part = part
        return f"\n*** {part} ***\n{words}"


STREETS: Final = {
    3: "THIRD STREET", 4: "FOURTH STREET", 5: "FIFTH STREET", 6: "SIXTH STREET", 7: "SEVENTH STREET"
}  # fmt: skip
_PARTS: Final[dict[type, str]] = {
    e.HandOpened: "",
    e.DownCardsOpened: "",
    e.BettingClosed: "",
    e.HandCancelled: "",
    e.StoreOpened: "THE STORE OPENS",
    e.StoreClosed: "",
    e.StubReplenished: STREETS[7],
    e.HandShown: "SHOWDOWN",
    e.HandMucked: "SHOWDOWN",
    e.RakeTaken: "POTS",
    e.PotsAwarded: "POTS",
    e.HandClosed: "STACKS",
}


def _part(event: e.Event, after: HandState) -> str:
    """The part of the hand that an event belongs to; empty when it goes with what came before."""
    if event.__class__ in _PARTS:
        return _PARTS[event.__class__]
    if isinstance(event, e.StoreRestocked):
        return STREETS[_street_served(after)]
    if after.stage is Stage.SHOWDOWN:
        return "SHOWDOWN"
    if after.stage is Stage.ANTES:
        return "ANTES"
    return STREETS.get(after.street, "")


def _street_served(state: HandState) -> int:
    """The street of the card that the store's next decision is about."""
    now = turn(state)
    place = now.place if isinstance(now, Decision) else 0
    return len(state.seats[place].up) + 3


_WORDS: Final[dict[type, Callable[..., str]]] = {
    e.HandOpened: sentences.hand_opened,
    e.DotsTieConfirmed: sentences.dots_tie_confirmed,
    e.EntropyCommitted: sentences.entropy_committed,
    e.EntropyAdded: sentences.entropy_added,
    e.DeckSealed: sentences.deck_sealed,
    e.AntesPosted: sentences.antes_posted,
    e.AntePosted: sentences.ante_posted,
    e.SatOut: sentences.sat_out,
    e.HandCancelled: sentences.hand_cancelled,
    e.CardsDealt: sentences.cards_dealt,
    e.CardBurned: sentences.card_burned,
    e.StubReplenished: sentences.stub_replenished,
    e.CommunityCardDealt: sentences.community_card_dealt,
    e.BroughtIn: sentences.brought_in,
    e.Completed: sentences.completed,
    e.Bet: sentences.bet,
    e.Raised: sentences.raised,
    e.Called: sentences.called,
    e.Checked: sentences.checked,
    e.Folded: sentences.folded,
    e.TimedOut: sentences.timed_out,
    e.ChipsReturned: sentences.chips_returned,
    e.BettingClosed: sentences.betting_closed,
    e.StoreOpened: sentences.store_opened,
    e.StoreCardBought: sentences.store_card_bought,
    e.StorePassed: sentences.store_passed,
    e.StoreRestocked: sentences.store_restocked,
    e.StoreClosed: sentences.store_closed,
    e.HandShown: results.hand_shown,
    e.HandMucked: results.hand_mucked,
    e.DownCardsOpened: results.down_cards_opened,
    e.RakeTaken: results.rake_taken,
    e.PotsAwarded: results.pots_awarded,
    e.HandClosed: results.hand_closed,
}

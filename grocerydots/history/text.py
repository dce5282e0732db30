"""A hand as text, the way card rooms write their hand histories, for players who ask for it too (ROOM-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, cast

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import IllegalEvent, NotationError, Problem, SetupError, brief, expect, several
from grocerydots.evolve import evolve
from grocerydots.hand import Hand
from grocerydots.history.boards import Moment, View
from grocerydots.history.printable import safe_name, table_names
from grocerydots.history.sentences import WORDS, waiting
from grocerydots.log import Log
from grocerydots.phases import turn
from grocerydots.proofs.openings import Openings
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, Stage, places_of
from grocerydots.turns import Decision

if TYPE_CHECKING:
    from email.message import EmailMessage


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
    texts = list(_texts(_upto(hand, upto), openings))
    parts = [text for _, text in texts if text]
    if texts and (rest := waiting(turn(texts[-1][0]))):
        parts.append(f"\n{rest}")
    return "\n".join(parts).lstrip("\n")


def tell_lines(
    hand: Source, *, openings: Known | None = None, upto: int | None = None
) -> Iterator[tuple[int, str]]:
    """Yield (log entry, its text) for every event, with the words and arguments of `tell`.

    A text may have several lines. One that starts a part of the hand begins with the part's heading, such as
    ``*** FOURTH STREET ***``.
    """
    for entry, (_, text) in enumerate(_texts(_upto(hand, upto), openings)):
        yield entry, text.lstrip("\n")


def _upto(hand: Source, upto: int | None) -> tuple[e.Event, ...]:
    given = several("events", hand.events if hasattr(hand, "events") else hand, e.Fact)
    events = cast("tuple[e.Event, ...]", given)
    if upto is None:
        return events
    if type(upto) is not int or upto < 0:
        raise IndexError(f"log entries count from 0, there is no entry {brief(upto)}")
    return events[: upto + 1]


def _texts(events: Iterable[e.Event], known: Known | None) -> Iterator[tuple[HandState, str]]:
    """The state after each event, and the event in words, with a heading where a part of the hand starts."""
    expect("openings", known, Openings, Mapping, NoneType)
    openings = known.cards if isinstance(known, Openings) else known or {}
    state: HandState | None = None
    part = ""
    for event in events:
        before, state = state, evolve(state, event)
        if before is None:
            view = View(state.setup.opening, openings)
        words = WORDS[event.__class__](Moment(view, before or state, state), event)
        last, part = part, _part(event, state) or part
        yield state, words if part == last else f"\n*** {part} ***\n{words}"


_STREETS: Final = {
    3: "THIRD STREET", 4: "FOURTH STREET", 5: "FIFTH STREET", 6: "SIXTH STREET", 7: "SEVENTH STREET"
}  # fmt: skip
_PARTS: Final[dict[type, str]] = {
    e.HandOpened: "",
    e.DownCardsOpened: "",
    e.BettingClosed: "",
    e.HandCancelled: "",
    e.StoreOpened: "THE STORE OPENS",
    e.StoreClosed: "",
    e.StubReplenished: _STREETS[7],
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
        return _STREETS[_street_served(after)]
    if after.stage is Stage.SHOWDOWN:
        return "SHOWDOWN"
    if after.stage is Stage.ANTES:
        return "ANTES"
    return _STREETS.get(after.street, "")


def _street_served(state: HandState) -> int:
    """The street of the card that the store's next decision is about."""
    now = turn(state)
    place = now.place if isinstance(now, Decision) else 0
    return len(state.seats[place].up) + 3


# After the hand


def tell_shown(log: Log, shown: Iterable[Openings]) -> str:
    """What was shown once the hand was over (HOUSE-37), as text for people, and whether the seals prove it.

    Players show down cards of their own, the house what was burned and what was left in the deck. Raises
    `NotationError` for openings that do not fit the log, and while the hand is on.
    """
    expect("log", log, Log)
    names = table_names(log.opening.seats)
    lines = ["*** SHOWN AFTER THE HAND ***"]
    for openings in sorted(several("shown", shown, Openings), key=lambda each: each.seat):
        check = openings.verify(log)
        if not log.is_closed or not check.fits:
            raise NotationError(str(check) if log.is_closed else "HOUSE-37: the hand is not over")
        proved = "proved by the seals" if check.is_proved else "which nothing proves"
        if openings.seat:
            lines.append(f"{names[openings.seat]} shows {_in_row(openings.cards.values())}, {proved}")
            continue
        burned = {event.position for event in log.events if isinstance(event, e.CardBurned)}
        of_burned = [card for position, card in openings.cards.items() if position in burned]
        left = [card for position, card in openings.cards.items() if position not in burned]
        for what, cards in (("was burned", of_burned), ("was left in the deck", left)):
            if cards:
                lines.append(f"The house shows what {what}: {_in_row(cards)}, {proved}")
    return "\n".join(lines)


def _in_row(cards: Iterable[Card]) -> str:
    return " ".join([card.text for card in cards]) or "nothing"


# At a player's request


def requested(hand: Hand, by: Seat) -> str:
    """The hand as text for a player who was dealt in, with every hand mucked at showdown; never a folded one.

    Raises `SetupError` when nobody sits in that seat, `IllegalEvent` citing ROOM-16 for somebody who was not
    in the hand and before the hand is over.
    """
    expect("hand", hand, Hand)
    _check_may_ask(hand.state, by)
    return tell(hand, openings=_mucked(hand))


def requested_mail(hand: Hand, by: Seat, *, to: str, sender: str) -> EmailMessage:
    """The same as a message ready to send, with the log attached as ``HAND_ID.jsonl``.

    Raises as `requested` does, and `NotationError` for an address that no header can hold.
    """
    from email.message import EmailMessage  # slow to load, and rarely wanted

    if not isinstance(to, str) or not isinstance(sender, str):
        raise NotationError("no address for a message: expected text")
    text = requested(hand, by)
    hand_id = hand.state.hand_id
    message = EmailMessage()
    try:
        message["To"], message["From"] = to, sender
    except (ValueError, IndexError) as error:
        raise NotationError(f"no address for a message: {str(error)[:200]}") from None
    message["Subject"] = f"Hand {hand_id}"
    who = safe_name(hand.state.player(by).player)
    message.set_content(f"The hand that {who} asked for; its log is attached.\n\n{text}\n", cte="base64")
    stored = hand.log.to_bytes()
    message.add_attachment(stored, maintype="application", subtype="x-ndjson", filename=f"{hand_id}.jsonl")
    return message


def _check_may_ask(state: HandState, by: Seat) -> None:
    if type(by) is not int or by not in state.setup.order:
        raise SetupError((Problem("ROOM-16", "by", f"nobody sits in seat {brief(by)}"),))
    if not state.is_over:
        raise IllegalEvent("ROOM-16", by, "ask for the history", "the hand is not over")
    if not state.seat(by).down:
        raise IllegalEvent("ROOM-16", by, "ask for the history", "they were not in this hand")


def _mucked(hand: Hand) -> dict[int, Card]:
    """The down cards of every hand mucked at showdown, by position, as far as the deck knows them."""
    state = hand.state
    seats = [state.seats[place].number for place in places_of(state.settling.mucked)]
    return {position: card for seat in seats for position, card in hand.openings(seat).cards.items()}

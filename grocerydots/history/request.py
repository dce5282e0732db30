"""The history of a hand at a player's request, a hand mucked at showdown included (ROOM-16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grocerydots.cards import Card
from grocerydots.errors import IllegalEvent, NotationError, Problem, SetupError, brief, expect
from grocerydots.hand import Hand
from grocerydots.history.printable import safe_name
from grocerydots.history.text import tell
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, places_of

if TYPE_CHECKING:
    from email.message import EmailMessage

RULE = "ROOM-16"


def requested(hand: Hand, by: Seat) -> str:
    """The hand as text for a player who was dealt in, with every hand mucked at showdown; never a folded one.

    Raises `SetupError` when nobody sits in that seat, `IllegalEvent` citing ROOM-16 for somebody who was not
    in the hand and before the hand is over.
    """
    expect("hand", hand, Hand)
    state = hand.state
    _check_may_ask(state, by)
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
        raise SetupError((Problem(RULE, "by", f"nobody sits in seat {brief(by)}"),))
    if not state.is_over:
        raise IllegalEvent(RULE, by, "ask for the history", "the hand is not over")
    if not state.seat(by).down:
        raise IllegalEvent(RULE, by, "ask for the history", "they were not in this hand")


def _mucked(hand: Hand) -> dict[int, Card]:
    """The down cards of every hand mucked at showdown, by position, as far as the deck knows them."""
    state = hand.state
    seats = [state.seats[place].number for place in places_of(state.settling.mucked)]
    return {position: card for seat in seats for position, card in hand.openings(seat).cards.items()}

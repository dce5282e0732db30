"""Cards, betting and the store in words."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e
from grocerydots.history.table import count, store_row
from grocerydots.history.telling import Telling
from grocerydots.phases.betting import is_capped
from grocerydots.pots import pots_of
from grocerydots.rules.rules import Seat

# Cards


def cards_dealt(told: Telling, event: e.CardsDealt) -> str:
    """Who is dealt what where it goes one by one, and the boards once the street is out."""
    lines = []
    if told.before.store is not None and event.street < 7:
        lines = [f"{told.name(d.seat)} is dealt {d.card}{_unasked(told, d.seat)}" for d in event.cards]
    return "\n".join([*lines, *told.boards()])


def _unasked(told: Telling, seat: Seat) -> str:
    """Why a player was dealt from the stub without a decision to buy (HOUSE-12)."""
    before = told.before
    place = before.place(seat)
    if before.store is not None and before.store.passed == place:
        return ""
    return " (cannot pay for slot 1)" if before.acting >> place & 1 else " (all-in)"


def card_burned(told: Telling, event: e.CardBurned) -> str:
    """A burn; its card only for a viewer who knows it."""
    card = told.view.openings.get(event.position)
    return "A card is burned" if card is None else f"A card is burned: {card}"


def stub_replenished(told: Telling, event: e.StubReplenished) -> str:
    """The short deck's shuffle (ROOM-12)."""
    burns_alone = len(event.positions) == len(told.before.stub.burned)
    what = "the burned cards" if burns_alone else "stub and burned cards together"
    return f"The stub is too short: {what} are shuffled, {count(len(event.positions), 'card')} (ROOM-12)"


def community_card_dealt(told: Telling, event: e.CommunityCardDealt) -> str:
    """The card that stands in for everybody's seventh (ROOM-12)."""
    line = f"Too few cards are left: {event.card} is turned up and part of every hand (ROOM-12)"
    return "\n".join([line, *told.boards()])


# Betting


def brought_in(told: Telling, event: e.BroughtIn) -> str:
    """The bring-in."""
    return told.paid(event.seat, f"brings in {event.amount}")


def completed(told: Telling, event: e.Completed) -> str:
    """A wager over the bring-in, or in its place."""
    opens = told.before.round.bet == 0
    return _wagered(told, event, "opens for" if opens else "completes to", "bet")


def bet(told: Telling, event: e.Bet) -> str:
    """The first wager of a later street."""
    return _wagered(told, event, "bets", "bet")


def raised(told: Telling, event: e.Raised) -> str:
    """A wager over another."""
    return _wagered(told, event, "raises to", "raise")


def _wagered(told: Telling, event: e.Wager, verb: str, size: str) -> str:
    notes = []
    if not event.full:
        notes.append(f"less than a full {size}")
    elif is_capped(told.after, told.after.round):
        notes.append("capped")
    return told.paid(event.seat, f"{verb} {event.to}", *notes)


def called(told: Telling, event: e.Called) -> str:
    """A call."""
    return told.paid(event.seat, f"calls {event.amount}")


def checked(told: Telling, event: e.Checked) -> str:
    """A check."""
    return f"{told.name(event.seat)} checks"


def folded(told: Telling, event: e.Folded) -> str:
    """A fold."""
    return f"{told.name(event.seat)} folds"


_LATE: Final = {
    "check": "and checks",
    "fold": "and folds",
    "sit_out": "and sits out",
    "pass": "and takes the next card of the stub",
    "show": "and shows",
}


def timed_out(told: Telling, event: e.TimedOut) -> str:
    """What the clock did in a player's place."""
    late = "runs out of time"
    if event.result == "bring_in":
        return told.paid(event.seat, f"{late} and brings in {event.amount}")
    if event.result == "all_in":
        kept = told.seat(event.seat).stack
        return f"{told.name(event.seat)} {late} and is placed all-in, keeping {count(kept, 'chip')}"
    return f"{told.name(event.seat)} {late} {_LATE[event.result]}"


def chips_returned(told: Telling, event: e.ChipsReturned) -> str:
    """Chips that nobody called (HOUSE-30)."""
    return f"Uncalled {event.amount} returned to {told.name(event.seat)} (pot {told.after.pot})"


def betting_closed(told: Telling, event: e.BettingClosed) -> str:
    """The pots as the round has made them."""
    return told.view.pots(told.after, pots_of(told.after))


# The store


def store_opened(told: Telling, event: e.StoreOpened) -> str:
    """The row with its prices."""
    return store_row(told.after)


def store_card_bought(told: Telling, event: e.StoreCardBought) -> str:
    """A purchase, and the boards when it was the street's last card."""
    line = told.paid(event.seat, f"buys {event.card} in slot {event.slot} for {event.price}")
    return "\n".join([line, *told.boards()])


def store_passed(told: Telling, event: e.StorePassed) -> str:
    """A player who buys nothing."""
    return f"{told.name(event.seat)} passes"


def store_restocked(told: Telling, event: e.StoreRestocked) -> str:
    """The new card, and the row as it lies now."""
    return f"Restock: {event.card} in slot {event.slot}\n{store_row(told.after)}"


def store_closed(told: Telling, event: e.StoreClosed) -> str:
    """The end of the store, with what was left in it."""
    row = told.before.store.row if told.before.store is not None else ()
    left = " ".join(card.text for card in row if card is not None)
    return f"The store closes, {left} {'are' if ' ' in left else 'is'} discarded"

"""Each event up to the showdown in words: the opening, the antes, the cards, the betting, the store."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e
from grocerydots.english import count
from grocerydots.history.boards import Moment, store_row
from grocerydots.phases.wagers import is_capped
from grocerydots.pots import pots_of
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import Rules, Seat
from grocerydots.state import Stage

LIMITS: Final = {
    "fixed_limit": "limit {}/{}",
    "spread_limit": "spread limit {} to {}",
    "pot_limit": "pot limit, minimum {}",
    "no_limit": "no limit, minimum {}",
}
DECKS: Final[dict[e.DeckKind, list[str]]] = {
    "sealed": [],
    "test": ["Test deck: its cards are not secret"],
    "unsealed": ["Unsealed deck: nothing proves its cards"],
}
DOTS_TIES: Final = {
    "share": "who ties for the most dots shares that half",
    "best_high": "of those who tie for the most dots, the best high hand takes that half",
}


def hand_opened(moment: Moment, event: e.HandOpened) -> str:
    """The header: hand, game, stakes, options that are not the usual ones, dealer, seats and stacks."""
    rules = event.rules
    lines = [
        f"Hand {event.hand_id}: {GAMES[rules.game].title}, {limit_of(rules)}",
        ", ".join(_stakes(rules)),
        *_house_options(rules),
        *DECKS[event.deck],
        *_dealer_elsewhere(event),
    ]
    for s in event.seats:
        dealer = ", dealer" if s.seat == event.dealer else ""
        lines.append(f"Seat {s.seat}: {moment.view.padded(s.seat)}  {count(s.stack, 'chip')}{dealer}")
    return "\n".join(lines)


def limit_of(rules: Rules) -> str:
    """The betting structure with its stakes: ``limit 4/8``."""
    return LIMITS[rules.betting.structure].format(rules.betting.lower, rules.betting.higher)


def _stakes(rules: Rules) -> list[str]:
    stakes = [f"Ante {rules.ante}", f"bring-in {rules.bring_in}"]
    if rules.unit is not None:
        stakes.append(f"a unit is {count(rules.unit, 'chip')}")
    if rules.act_within_ms is not None:
        stakes.append(f"{rules.act_within_ms / 1000:g} seconds to act")
    return stakes


def _house_options(rules: Rules) -> list[str]:
    """The house options that are not the game's usual ones, each with its rule."""
    options = [
        f"{name.replace('_', ' ')}: {_value(value)} ({OPTIONS[name].rule})"
        for name, value in rules.unusual_options().items()
    ]
    return [f"House options: {', '.join(options)}"] if options else []


def _value(value: str | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value.replace("_", " ")


def _dealer_elsewhere(event: e.HandOpened) -> list[str]:
    if event.dealer == 0:
        return ["Dealer: the house"]
    seated = any(s.seat == event.dealer for s in event.seats)
    return [] if seated else [f"Dealer: seat {event.dealer}, where nobody sits"]


def dots_tie_confirmed(moment: Moment, event: e.DotsTieConfirmed) -> str:
    """How a tie for most dots is settled in this hand (GSD-16)."""
    return f"The dealer confirms: {DOTS_TIES[event.policy]} (GSD-16)"


def entropy_committed(moment: Moment, event: e.EntropyCommitted) -> str:
    """A player's own part in the shuffle, still hidden."""
    return f"{moment.name(event.seat)} commits to a secret of their own for the shuffle"


def entropy_added(moment: Moment, event: e.EntropyAdded) -> str:
    """That part, opened."""
    return f"{moment.name(event.seat)} opens that secret"


def deck_sealed(moment: Moment, event: e.DeckSealed) -> str:
    """The seal, known again by the start of its first hash."""
    return f"The deck is sealed; the seal of its top card starts with {event.seals[0].hex()[:8]}"


def antes_posted(moment: Moment, event: e.AntesPosted) -> str:
    """The automatic antes, in one line where all are alike."""
    amounts = {payment.amount for payment in event.antes}
    if len(amounts) > 1 or any(not moment.seat(payment.seat).stack for payment in event.antes):
        return "\n".join([*(_ante(moment, payment) for payment in event.antes), f"Pot {moment.after.pot}"])
    who = moment.view.named(moment.after, [moment.after.place(payment.seat) for payment in event.antes])
    alone = len(event.antes) == 1
    if amounts == {0}:
        return f"{who} {'is' if alone else 'are'} in, there is no ante"
    return f"{who} {'antes' if alone else 'ante'} {amounts.pop()} (pot {moment.after.pot})"


def _ante(moment: Moment, payment: e.Payment) -> str:
    all_in = "" if moment.seat(payment.seat).stack else ", all-in"
    return f"{moment.name(payment.seat)} antes {payment.amount}{all_in}"


def ante_posted(moment: Moment, event: e.AntePosted) -> str:
    """A player's "I'm in"."""
    return moment.paid(event.seat, f"is in and antes {event.amount}" if event.amount else "is in")


def sat_out(moment: Moment, event: e.SatOut) -> str:
    """A player who is not in."""
    return f"{moment.name(event.seat)} sits out"


def hand_cancelled(moment: Moment, event: e.HandCancelled) -> str:
    """A hand that nobody plays: for want of entropy, or of players (HOUSE-29)."""
    if moment.before.stage is Stage.OPENING:
        return "The dealer calls the hand off before a card is dealt"
    back = "".join(
        f", {payment.amount} returned to {moment.name(payment.seat)}"
        for payment in event.returned
        if payment.amount
    )
    return f"Fewer than two players are in: the hand is cancelled{back}"


# Cards


def cards_dealt(moment: Moment, event: e.CardsDealt) -> str:
    """Who is dealt what where it goes one by one, and the boards once the street is out."""
    lines = []
    if moment.before.store is not None and event.street < 7:
        lines = [f"{moment.name(d.seat)} is dealt {d.card}{_unasked(moment, d.seat)}" for d in event.cards]
    return "\n".join([*lines, *moment.boards()])


def _unasked(moment: Moment, seat: Seat) -> str:
    """Why a player was dealt from the stub without a decision to buy (HOUSE-12)."""
    before = moment.before
    place = before.place(seat)
    if before.store is not None and before.store.passed == place:
        return ""
    return " (cannot pay for slot 1)" if before.acting >> place & 1 else " (all-in)"


def card_burned(moment: Moment, event: e.CardBurned) -> str:
    """A burn; its card only for a viewer who knows it."""
    card = moment.view.openings.get(event.position)
    return "A card is burned" if card is None else f"A card is burned: {card}"


def stub_replenished(moment: Moment, event: e.StubReplenished) -> str:
    """The short deck's shuffle (ROOM-12)."""
    burns_alone = len(event.positions) == len(moment.before.stub.burned)
    what = "the burned cards" if burns_alone else "stub and burned cards together"
    return f"The stub is too short: {what} are shuffled, {count(len(event.positions), 'card')} (ROOM-12)"


def community_card_dealt(moment: Moment, event: e.CommunityCardDealt) -> str:
    """The card that stands in for everybody's seventh (ROOM-12)."""
    line = f"Too few cards are left: {event.card} is turned up and part of every hand (ROOM-12)"
    return "\n".join([line, *moment.boards()])


# Betting


def brought_in(moment: Moment, event: e.BroughtIn) -> str:
    """The bring-in."""
    return moment.paid(event.seat, f"brings in {event.amount}")


def completed(moment: Moment, event: e.Completed) -> str:
    """A wager over the bring-in, or in its place."""
    opens = moment.before.round.bet == 0
    return _wagered(moment, event, "opens for" if opens else "completes to", "bet")


def bet(moment: Moment, event: e.Bet) -> str:
    """The first wager of a later street."""
    return _wagered(moment, event, "bets", "bet")


def raised(moment: Moment, event: e.Raised) -> str:
    """A wager over another."""
    return _wagered(moment, event, "raises to", "raise")


def _wagered(moment: Moment, event: e.Wager, verb: str, size: str) -> str:
    notes = []
    if not event.full:
        notes.append(f"less than a full {size}")
    elif is_capped(moment.after, moment.after.round):
        notes.append("capped")
    return moment.paid(event.seat, f"{verb} {event.to}", *notes)


def called(moment: Moment, event: e.Called) -> str:
    """A call."""
    return moment.paid(event.seat, f"calls {event.amount}")


def checked(moment: Moment, event: e.Checked) -> str:
    """A check."""
    return f"{moment.name(event.seat)} checks"


def folded(moment: Moment, event: e.Folded) -> str:
    """A fold."""
    return f"{moment.name(event.seat)} folds"


_LATE: Final = {
    "check": "and checks",
    "fold": "and folds",
    "sit_out": "and sits out",
    "pass": "and takes the next card of the stub",
    "show": "and shows",
}


def timed_out(moment: Moment, event: e.TimedOut) -> str:
    """What the clock did in a player's place."""
    late = "runs out of time"
    if event.result == "bring_in":
        return moment.paid(event.seat, f"{late} and brings in {event.amount}")
    if event.result == "all_in":
        kept = moment.seat(event.seat).stack
        return f"{moment.name(event.seat)} {late} and is placed all-in, keeping {count(kept, 'chip')}"
    return f"{moment.name(event.seat)} {late} {_LATE[event.result]}"


def chips_returned(moment: Moment, event: e.ChipsReturned) -> str:
    """Chips that nobody called (HOUSE-30)."""
    return f"Uncalled {event.amount} returned to {moment.name(event.seat)} (pot {moment.after.pot})"


def betting_closed(moment: Moment, event: e.BettingClosed) -> str:
    """The pots as the round has made them."""
    return moment.view.pots(moment.after, pots_of(moment.after))


# The store


def store_opened(moment: Moment, event: e.StoreOpened) -> str:
    """The row with its prices."""
    return store_row(moment.after)


def store_card_bought(moment: Moment, event: e.StoreCardBought) -> str:
    """A purchase, and the boards when it was the street's last card."""
    line = moment.paid(event.seat, f"buys {event.card} in slot {event.slot} for {event.price}")
    return "\n".join([line, *moment.boards()])


def store_passed(moment: Moment, event: e.StorePassed) -> str:
    """A player who buys nothing."""
    return f"{moment.name(event.seat)} passes"


def store_restocked(moment: Moment, event: e.StoreRestocked) -> str:
    """The new card, and the row as it lies now."""
    return f"Restock: {event.card} in slot {event.slot}\n{store_row(moment.after)}"


def store_closed(moment: Moment, event: e.StoreClosed) -> str:
    """The end of the store, with what was left in it."""
    row = moment.before.store.row if moment.before.store is not None else ()
    left = " ".join(card.text for card in row if card is not None)
    return f"The store closes, {left} {'are' if ' ' in left else 'is'} discarded"

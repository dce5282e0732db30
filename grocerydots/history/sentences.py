"""Each event and each decision in words; the showdown and the pots are in `results`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grocerydots import events as e
from grocerydots.choices import Option
from grocerydots.describe import TIMED_OUT, describe_step
from grocerydots.english import chips, count, listed
from grocerydots.errors import expect
from grocerydots.history import results
from grocerydots.history.boards import Moment, store_row
from grocerydots.history.printable import table_names
from grocerydots.phases.entropy import entropy_due
from grocerydots.phases.wagers import is_capped
from grocerydots.pots import pots_of
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import Rules
from grocerydots.state import Stage
from grocerydots.turns import DealerStep, Decision, Turn

_LIMITS: Final = {
    "fixed_limit": "limit {}/{}",
    "spread_limit": "spread limit {} to {}",
    "pot_limit": "pot limit, minimum {}",
    "no_limit": "no limit, minimum {}",
}
_DECKS: Final[dict[e.DeckKind, list[str]]] = {
    "sealed": [],
    "test": ["Test deck: its cards are not secret"],
    "unsealed": ["Unsealed deck: nothing proves its cards"],
}
_DOTS_TIES: Final = {
    "share": "who ties for the most dots shares that half",
    "best_high": "of those who tie for the most dots, the best high hand takes that half",
}


# The opening and the antes


def _hand_opened(moment: Moment, event: e.HandOpened) -> str:
    """The header: hand, game, stakes, options that are not the usual ones, dealer, seats and stacks."""
    rules = event.rules
    limit = _LIMITS[rules.betting.structure].format(rules.betting.lower, rules.betting.higher)
    lines = [
        f"Hand {event.hand_id}: {GAMES[rules.game].title}, {limit}",
        ", ".join(_stakes(rules)),
        *_house_options(rules),
        *_DECKS[event.deck],
        *_dealer_elsewhere(event),
    ]
    for s in event.seats:
        dealer = ", dealer" if s.seat == event.dealer else ""
        lines.append(f"Seat {s.seat}: {moment.view.padded(s.seat)}  {chips(s.stack)}{dealer}")
    return "\n".join(lines)


def _stakes(rules: Rules) -> list[str]:
    stakes = [f"Ante {rules.ante}", f"bring-in {rules.bring_in}"]
    if rules.unit is not None:
        stakes.append(f"a unit is {chips(rules.unit)}")
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


def _antes_posted(moment: Moment, event: e.AntesPosted) -> str:
    """The automatic antes, in one line where all are alike."""
    pot = moment.after.pot
    amounts = {amount for _, amount in event.antes}
    all_in = {seat for seat, _ in event.antes if not moment.after.seat(seat).stack}
    if len(amounts) > 1 or all_in:
        lines = [
            f"{moment.name(seat)} antes {amount}{', all-in' if seat in all_in else ''}"
            for seat, amount in event.antes
        ]
        return "\n".join([*lines, f"Pot {pot}"])
    who = moment.view.named([seat for seat, _ in event.antes])
    alone = len(event.antes) == 1
    if amounts == {0}:
        return f"{who} {'is' if alone else 'are'} in, there is no ante"
    return f"{who} {'antes' if alone else 'ante'} {amounts.pop()} (pot {pot})"


def _hand_cancelled(moment: Moment, event: e.HandCancelled) -> str:
    """A hand that nobody plays: for want of entropy, or of players (HOUSE-29)."""
    if moment.before.stage is Stage.OPENING:
        return "The dealer calls the hand off before a card is dealt"
    back = [f", {amount} returned to {moment.name(seat)}" for seat, amount in event.returned if amount]
    return f"Fewer than two players are in: the hand is cancelled{''.join(back)}"


# Cards and the store


def _cards_dealt(moment: Moment, event: e.CardsDealt) -> str:
    """Who is dealt what where it goes one by one, and the boards once the street is out."""
    lines = []
    if moment.before.store is not None and event.street < 7:
        lines = [f"{moment.name(d.seat)} is dealt {d.card}{_unasked(moment, d)}" for d in event.cards]
    return "\n".join([*lines, *moment.boards()])


def _unasked(moment: Moment, dealt: e.Dealt) -> str:
    """Why a player was dealt from the stub without a decision to buy (HOUSE-12)."""
    before = moment.before
    place = before.place(dealt.seat)
    if before.store is not None and before.store.passed == place:
        return ""
    return " (cannot pay for slot 1)" if before.acting >> place & 1 else " (all-in)"


def _card_burned(moment: Moment, event: e.CardBurned) -> str:
    """A burn; its card only for a viewer who knows it."""
    card = moment.view.openings.get(event.position)
    return "A card is burned" if card is None else f"A card is burned: {card}"


def _stub_replenished(moment: Moment, event: e.StubReplenished) -> str:
    burns_alone = len(event.positions) == len(moment.before.stub.burned)
    what = "the burned cards" if burns_alone else "stub and burned cards together"
    return f"The stub is too short: {what} are shuffled, {count(len(event.positions), 'card')} (ROOM-12)"


def _community_card_dealt(moment: Moment, event: e.CommunityCardDealt) -> str:
    line = f"Too few cards are left: {event.card} is turned up and part of every hand (ROOM-12)"
    return "\n".join([line, *moment.boards()])


def _store_card_bought(moment: Moment, event: e.StoreCardBought) -> str:
    """A purchase, and the boards when it was the street's last card."""
    line = moment.paid(event.seat, f"buys {event.card} in slot {event.slot} for {event.price}")
    return "\n".join([line, *moment.boards()])


def _store_closed(moment: Moment, event: e.StoreClosed) -> str:
    """The end of the store, with what was left in it."""
    row = moment.before.store.row if moment.before.store is not None else ()
    left = " ".join(card.text for card in row if card is not None)
    return f"The store closes, {left} {'are' if ' ' in left else 'is'} discarded"


# Betting


def _completed(moment: Moment, event: e.Completed) -> str:
    opens = moment.before.round.bet == 0
    return _wagered(moment, event, "opens for" if opens else "completes to", "bet")


def _wagered(moment: Moment, event: e.Wager, verb: str, size: str) -> str:
    notes = []
    if not event.full:
        notes.append(f"less than a full {size}")
    elif is_capped(moment.after, moment.after.round):
        notes.append("capped")
    return moment.paid(event.seat, f"{verb} {event.to}", *notes)


def _timed_out(moment: Moment, event: e.TimedOut) -> str:
    late = f"runs out of time and {TIMED_OUT[event.result]}"
    if event.result == "bring_in":
        return moment.paid(event.seat, f"{late} {event.amount}")
    kept = f", keeping {chips(moment.after.seat(event.seat).stack)}" if event.result == "all_in" else ""
    return f"{moment.name(event.seat)} {late}{kept}"


def _does(words: str) -> Callable[..., str]:
    return lambda m, v: f"{m.name(v.seat)} {words}"


#: The words for each event, from the moment it happens (`m`) and the event (`v`).
WORDS: Final[dict[type[e.Event], Callable[..., str]]] = {
    e.HandOpened: _hand_opened,
    e.DotsTieConfirmed: lambda _, v: f"The dealer confirms: {_DOTS_TIES[v.policy]} (GSD-16)",
    e.EntropyCommitted: _does("commits to a secret of their own for the shuffle"),
    e.EntropyAdded: _does("opens that secret"),
    e.DeckSealed: lambda _, v: (
        f"The deck is sealed; the seal of its top card starts with {v.seals[0].hex()[:8]}"
    ),
    e.AntesPosted: _antes_posted,
    e.AntePosted: lambda m, v: m.paid(v.seat, f"is in and antes {v.amount}" if v.amount else "is in"),
    e.SatOut: _does("sits out"),
    e.HandCancelled: _hand_cancelled,
    e.CardsDealt: _cards_dealt,
    e.CardBurned: _card_burned,
    e.StubReplenished: _stub_replenished,
    e.CommunityCardDealt: _community_card_dealt,
    e.BroughtIn: lambda m, v: m.paid(v.seat, f"brings in {v.amount}"),
    e.Completed: _completed,
    e.Bet: lambda m, v: _wagered(m, v, "bets", "bet"),
    e.Raised: lambda m, v: _wagered(m, v, "raises to", "raise"),
    e.Called: lambda m, v: m.paid(v.seat, f"calls {v.amount}"),
    e.Checked: _does("checks"),
    e.Folded: _does("folds"),
    e.TimedOut: _timed_out,
    e.ChipsReturned: lambda m, v: f"Uncalled {v.amount} returned to {m.name(v.seat)} (pot {m.after.pot})",
    e.BettingClosed: lambda m, _: m.view.pots(pots_of(m.after)),
    e.StoreOpened: lambda m, _: store_row(m.after),
    e.StoreCardBought: _store_card_bought,
    e.StorePassed: _does("passes"),
    e.StoreRestocked: lambda m, v: f"Restock: {v.card} in slot {v.slot}\n{store_row(m.after)}",
    e.StoreClosed: _store_closed,
    e.HandShown: _does("shows"),
    e.HandMucked: results.hand_mucked,
    e.DownCardsOpened: results.down_cards_opened,
    e.RakeTaken: lambda _, v: f"The house takes {f'a rake of {v.amount}' if v.amount else 'no rake'}",
    e.PotsAwarded: results.pots_awarded,
    e.HandClosed: results.hand_closed,
}


# Decisions


def legal_words(decision: Decision) -> str:
    """What a decision allows, for people: ``fold, call 4 or raise to between 8 and 40``."""
    expect("decision", decision, Decision)
    return listed([_option(decision, option) for option in decision.options], "or")


def _option(decision: Decision, option: Option) -> str:
    if option.kind is e.StoreCardBought:
        bought = decision.buy(option.lowest)
        return f"buy {bought.card} for {bought.price}"
    if option.kind is e.DotsTieConfirmed:
        return option.word.replace("_", " ")
    low, high = option.lowest, option.highest
    return option.words.replace(f"{low}..{high}", f"between {low} and {high}")


def waiting(turn: Turn) -> str:
    """Who a hand waits for and what is legal; empty when it is over."""
    if isinstance(turn, DealerStep):
        return f"Waiting for the dealer to {describe_step(turn.kind)} ({turn.rule})"
    if not isinstance(turn, Decision):
        return ""
    names = table_names(turn.state.setup.opening.seats)
    due = entropy_due(turn.state) if turn.kind == "entropy" else None
    if due is not None:
        does = "commit to a secret" if due[0] is e.EntropyCommitted else "open that secret"
        who = listed([names[seat] for seat in due[1]])
        return f"Waiting for {who} to {does} for the shuffle; the dealer may cancel"
    nobody = "the house" if turn.kind == "rake" else "the dealer"
    return f"Waiting for {nobody if turn.seat is None else names[turn.seat]}: {legal_words(turn)}"

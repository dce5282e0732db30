"""Why an event is refused: the first rule that fits, in one order, and what would be allowed instead."""

from __future__ import annotations

from typing import Any

from grocerydots import events as e
from grocerydots.errors import IllegalEvent, brief
from grocerydots.parts import BettingRound, Place
from grocerydots.phases import betting
from grocerydots.phases.attempts import tried, words_of
from grocerydots.phases.entropy import EntropyEvent, entropy_words, why_not_entropy
from grocerydots.phases.shape import EVENT_TYPES
from grocerydots.rules.options import DOTS_TIES
from grocerydots.rules.rules import MAX_CHIPS, Rules, Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Over, Turn, decider

AT_THE_STORE = (e.StoreCardBought, e.StorePassed)
PLAYERS = (
    e.AntePosted, e.SatOut, e.BroughtIn, *e.WAGERS, e.Called, e.Checked, e.Folded, *AT_THE_STORE, e.HandShown,
    e.HandMucked, e.TimedOut,
)  # fmt: skip
CHOICES = (*PLAYERS, e.DotsTieConfirmed, e.RakeTaken)


def refusal(state: HandState, now: Turn, event: e.Event) -> IllegalEvent:
    """The error for an event that the turn does not allow, citing the first rule that fits."""
    rule, reason = _why(state, now, event)
    return IllegalEvent(
        rule=rule, seat=seat_of(event), tried=tried(event), reason=reason, legal=_instead(now)
    )


def seat_of(event: e.Event) -> Seat | None:
    """Who an event says acts; None when it is the dealer's or the house's, or names no seat number."""
    seat = getattr(event, "seat", None) if isinstance(event, (*PLAYERS, EntropyEvent)) else None
    return seat if type(seat) is int and 0 < seat <= MAX_CHIPS else None


def _instead(now: Turn) -> str:
    if isinstance(now, Decision):
        return entropy_words(now.state) if now.kind == "entropy" else f"{decider(now)} may {now.text}"
    if isinstance(now, DealerStep):
        return f"{words_of(now.kind)} is due"
    return ""


def _why(state: HandState, now: Turn, event: e.Event) -> tuple[str, str]:
    if isinstance(now, Over):
        return "LIM-2", "the hand is over"
    if type(event) not in EVENT_TYPES:
        return now.rule, "that is no event"
    if isinstance(event, e.HandCancelled) and isinstance(now, Decision) and now.option(e.HandCancelled):
        return now.rule, "nothing has been posted, so nothing goes back"
    entropy = why_not_entropy(state, now, event)
    if entropy is not None:
        return entropy
    store_over = state.store is not None and state.store.closed
    if isinstance(event, AT_THE_STORE) and not _is_at_own_store_decision(now, event):
        return (
            ("GSD-11", "the store is discarded")
            if store_over
            else ("GSD-9", "it is not their turn at the store")
        )
    if isinstance(event, CHOICES):
        return _why_not_choice(state, now, event)
    if isinstance(event, e.ChipsReturned) and not (isinstance(now, DealerStep) and now.rule == "HOUSE-30"):
        return "HOUSE-30", "no chips are uncalled"
    return _why_not_dealers(now)


def _is_at_own_store_decision(now: Turn, event: e.Event) -> bool:
    seat = getattr(event, "seat", None)
    return isinstance(now, Decision) and now.kind == "store" and now.seat == seat


def rule_of(now: Turn) -> str:
    """The rule that gives a turn."""
    return "LIM-2" if isinstance(now, Over) else now.rule


def _why_not_dealers(now: DealerStep | Decision) -> tuple[str, str]:
    if isinstance(now, DealerStep):
        return now.rule, f"{words_of(now.kind)} is due, with what the rules and the deck give"
    return now.rule, f"a decision of {decider(now)} comes first"


def _why_not_choice(state: HandState, now: DealerStep | Decision, event: e.Event) -> tuple[str, str]:
    if isinstance(event, e.RakeTaken) and not (isinstance(now, Decision) and now.kind == "rake"):
        return "HOUSE-32", "no rake is due"
    if isinstance(now, DealerStep):
        if now.kind is e.HandShown and isinstance(event, e.HandMucked):
            return "HOUSE-26", "the first to show, and the last with a claim to a pot, cannot muck"
        return "ROOM-20", f"it is nobody's turn: {words_of(now.kind)} is due"
    if now.seat is not None and isinstance(event, e.DotsTieConfirmed):
        return "GSD-16", "it is confirmed before the deal, and once"
    if now.seat is None and not isinstance(event, PLAYERS):
        return now.rule, _why_not_said(now, event)
    if now.seat is None or event.seat != now.seat:  # type: ignore[union-attr]
        return "ROOM-20", f"it is the decision of {decider(now)}"
    return _why_not_own(state, now, event)


def _why_not_said(now: Decision, event: e.Event) -> str:
    """What is wrong with a word of the dealer or the house."""
    if isinstance(event, e.RakeTaken) and now.kind == "rake":
        return f"it is 0 to {now.options[0].highest} chips, which the pots hold"
    if isinstance(event, e.DotsTieConfirmed) and now.kind == "dots_tie":
        return f"it is {' or '.join(DOTS_TIES)}"
    return f"the choice is {decider(now)}'s"


def _why_not_own(state: HandState, now: Decision, event: e.Event) -> tuple[str, str]:
    offered = any(option.kind is type(event) for option in now.options)
    match now.kind:
        case "ante" if not offered:
            return "ROOM-2", "the question is only whether they are in"
        case "store":
            return _why_not_bought(state, now, event)
        case "show" if not offered:
            return "HOUSE-26", "at showdown a hand is shown or mucked"
        case "open" if not offered and not isinstance(event, e.Completed):
            return "ROOM-4", "the forced opener brings in or completes"
        case "open_for" if not offered and not isinstance(event, e.Completed):
            return "HOUSE-3", "who acts for an all-in low card folds, brings in or completes"
        case "open" | "open_for" | "bet":
            return _why_not_bet(state, now, event)
    return now.rule, "the decision does not offer it"


def _why_not_bought(state: HandState, now: Decision, event: e.Event) -> tuple[str, str]:
    if not isinstance(event, e.StoreCardBought):
        return "GSD-9", "at the store a player buys or passes"
    if type(event.slot) is not int or not 1 <= event.slot <= 3:
        return "GSD-8", f"there are slots 1, 2 and 3, not {brief(event.slot)}"
    price = state.setup.rules.price(event.slot)
    stack = state.seats[now.place].stack
    if price > stack:
        return "HOUSE-16", f"slot {event.slot} costs {price} and they have {stack}"
    if event.price != price:
        return "GSD-8", f"slot {event.slot} costs {price}, not {brief(event.price)}"
    return "GSD-9", f"slot {event.slot} holds another card"


def _why_not_bet(state: HandState, now: Decision, event: e.Event) -> tuple[str, str]:
    b = state.round
    seat = state.seats[now.place]
    owed = b.bet - seat.wagered
    match event:
        case e.Folded():
            return "HOUSE-9", "checking is free"
        case e.Checked() if owed > 0:
            return "ROOM-8", f"there are {owed} to call"
        case e.Called() | e.Raised() if owed <= 0 and b.bet == 0:
            return "ROOM-8", "nothing has been wagered"
        case e.Called() if owed <= 0:
            return "ROOM-8", "there is nothing to call"
        case e.Called():
            return "ROOM-8", f"a call is {min(owed, seat.stack)}"
        case e.Bet() if b.aggressor >= 0:
            return "ROOM-8", "there is a wager to answer already"
        case e.Completed() if b.street > 3 or b.wagers:
            return "ROOM-8", "there is nothing to complete"
        case e.Raised() if b.street == 3 and not b.wagers:
            return "HOUSE-1", "over the bring-in the first wager is the completion"
        case e.Bet() | e.Completed() | e.Raised():
            return _why_not_wager(state, now, event)
        case e.BroughtIn() if now.kind != "bet":
            return "ROOM-4", f"the bring-in is {min(state.setup.rules.bring_in, seat.stack)}"
        case e.BroughtIn():
            return "ROOM-4", "only the opener brings in"
        case e.AntePosted() | e.SatOut():
            return "ROOM-2", "the antes are over"
        case e.HandShown() | e.HandMucked():
            return "HOUSE-26", "it is not the showdown yet"
        case e.TimedOut():
            return "ROOM-9", "the clock does something else here"
    return now.rule, "the decision does not offer it"


def _why_not_wager(state: HandState, now: Decision, event: e.Wager) -> tuple[str, str]:
    b = state.round
    seat = state.seats[now.place]
    opening = now.kind != "bet"
    if not betting.could_be_called(state, now.place):
        return "HOUSE-11", "nobody else could call it"
    if not opening and not betting.may_wager(b, now.place):
        rule = "HOUSE-5" if b.wagers else "HOUSE-6"
        return rule, "a short all-in does not re-open the betting to who has acted"
    if not opening and betting.is_capped(state, b):
        return "LIM-7", "the round is capped at four wagers"
    top = seat.wagered + seat.stack
    if type(event.to) is not int:
        return _size_rule(state, now.place, event.to), f"{brief(event.to)} is not a whole number of chips"
    if event.to > top:
        return "ROOM-19", f"they have {seat.stack} chips, {top} in all for this round"
    if isinstance(event, e.Bet) and b.bet > 0:
        return "ROOM-8", "over the bring-in the first wager is the completion"
    sized = [option for option in now.options if option.kind is type(event)]
    if any(option.lowest <= event.to <= option.highest for option in sized):
        return _why_not_counted(state, now, event)
    return _size_rule(state, now.place, event.to), "that is not a size that this round allows"


def _why_not_counted(state: HandState, now: Decision, event: e.Wager) -> tuple[str, str]:
    """A wager of a right size that says something wrong about itself."""
    amount = event.to - state.seats[now.place].wagered
    if event.amount != amount:
        return _size_rule(state, now.place, event.to), f"that takes {amount} chips, not {brief(event.amount)}"
    counts = "counts" if event.to >= now.full_at else "does not count"
    rule = "HOUSE-5" if isinstance(event, e.Raised) else "HOUSE-6"
    if state.setup.rules.betting.structure != "fixed_limit":
        rule = "STRUCT-4"
    return rule, f"it {counts} as a full wager, which starts at {now.full_at}"


def _size_rule(state: HandState, place: Place, to: Any) -> str:
    rules = state.setup.rules
    b = state.round
    if betting.has_open_pair(state):
        return "LIM-6" if rules.open_pair == "any_player" else "ROOM-7"
    _, high = betting.bounds(state, b, state.seats[place])
    over = type(to) is int and to > high
    match rules.betting.structure:
        case "fixed_limit":
            return "LIM-5"
        case "pot_limit" if over:
            return "STRUCT-2"
        case "spread_limit" if over or _is_under_spread(rules, b, to):
            return "STRUCT-1"
    return "STRUCT-4"


def _is_under_spread(rules: Rules, b: BettingRound, to: Any) -> bool:
    return type(to) is int and to - (b.bet if b.aggressor >= 0 else 0) < rules.betting.lower

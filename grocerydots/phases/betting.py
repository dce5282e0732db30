"""The betting round: who acts, and with what choices (LIM-3 to LIM-8, ROOM-4 to ROOM-10, HOUSE-1 to 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.events import Street
from grocerydots.parts import BettingRound, Place
from grocerydots.phases.wagers import completions, wagers_over_the_bet, why_not_wagered
from grocerydots.pots import uncalled
from grocerydots.ranking.board import board_rank, low_board_rank
from grocerydots.ranking.order import odd_chip_key
from grocerydots.rules.games import GAMES
from grocerydots.rules.rules import Chips
from grocerydots.state import HandState, next_place, places_of
from grocerydots.turns import DealerStep, Decision, Question, due

FOLD = Option(e.Folded)
CHECK = Option(e.Checked)
FREE = (CHECK, FOLD)
MUST_CHECK = (CHECK,)


def first_betting_turn(state: HandState) -> Decision | None:
    """The first decision of a street's betting; None when there is no round (HOUSE-11)."""
    acting = state.acting
    return _first_decision(state) if acting & (acting - 1) else None


def betting_turn(state: HandState) -> Decision | DealerStep:
    """The next decision of the betting under way, or its closing."""
    b = state.betting
    if b is None:
        raise AssertionError("betting is under way")
    to_act = b.to_act
    acting = state.acting
    if not to_act or (not acting & (acting - 1) and _nobody_left_to_bet_against(state, b)):
        return _closing(state)
    after = b.last + 1
    later = to_act >> after << after or to_act
    place = (later & -later).bit_length() - 1  # `next_place`, in line
    if b.bet == 0 and b.street == 3:
        return _opening_decision(state, place, forced=False)
    return _decision(state, b, place)


def _nobody_left_to_bet_against(state: HandState, b: BettingRound) -> bool:
    """Whether the only one who can act won by folds, or has nothing to call (HOUSE-11)."""
    live = state.live
    return not live & (live - 1) or b.bet <= state.seats[state.acting.bit_length() - 1].wagered


def _closing(state: HandState) -> DealerStep:
    excess = uncalled(state)
    if excess is not None:
        return due("HOUSE-30", e.ChipsReturned(state.setup.order[excess[0]], excess[1]))
    return _closed(state.street)


@lru_cache
def _closed(street: Street) -> DealerStep:
    return due("LIM-2", e.BettingClosed(street))


def _first_decision(state: HandState) -> Decision:
    if state.street == 3:
        opener = forced_opener(state)
        forced = bool(state.acting >> opener & 1)
        place = opener if forced else next_place(state.acting, opener)
        return _opening_decision(state, place, forced=forced)
    best = best_board(state)
    place = best if state.acting >> best & 1 else next_place(state.acting, best)  # HOUSE-10
    return _decision(state, state.round, place)


#: For the games' `opens`: how up cards compare on third street; the least has to open (LIM-3, RAZZ-3).
_OPENS: Final[dict[str, Callable[[Card], int]]] = {
    "lowest": lambda card: card.index,
    "highest": lambda card: -odd_chip_key([card], ace_low=True)[0],
}
#: For the games' `boards`: what a board is worth on later streets; the most opens (LIM-4, RAZZ-4).
_BOARDS: Final[dict[str, Callable[[tuple[Card, ...]], int]]] = {
    "highest": board_rank,
    "lowest": low_board_rank,
}


def forced_opener(state: HandState) -> Place:
    """Whose up card has to open third street, all-in or not (LIM-3, ROOM-4)."""
    order = _OPENS[GAMES[state.setup.rules.game].opens]
    return min(places_of(state.live), key=lambda place: order(state.seats[place].up[0]))


def best_board(state: HandState) -> Place:
    """Whose board opens a later street; of equals, the nearest the dealer's left (LIM-4, HOUSE-23)."""
    rank_of = _BOARDS[GAMES[state.setup.rules.game].boards]
    seats = state.seats
    best, best_rank = -1, -1
    for place in places_of(state.live):
        rank = rank_of(seats[place].up)
        if rank > best_rank:
            best, best_rank = place, rank
    return best


def _opening_decision(state: HandState, place: Place, *, forced: bool) -> Decision:
    """The forced opener's, or that of who acts for one that is all-in (LIM-3, ROOM-4, HOUSE-3)."""
    rules = state.setup.rules
    seat = state.seats[place]
    amount = min(rules.bring_in, seat.stack)
    options: tuple[Option, ...] = () if forced else (FOLD,)
    options += (Option(e.BroughtIn, amount, amount),)
    return Decision(state, OPEN if forced else OPEN_FOR, place, options)


def _decision(state: HandState, b: BettingRound, place: Place) -> Decision:
    seat = state.seats[place]
    owed = b.bet - seat.wagered
    if owed > 0:
        answers = _fold_or_call(owed if owed < seat.stack else seat.stack)
        return Decision(state, BET, place, answers)
    free = FREE if state.setup.rules.fold_when_free else MUST_CHECK
    return Decision(state, BET, place, free)


@lru_cache(maxsize=4096)
def _fold_or_call(amount: Chips) -> tuple[Option, ...]:
    return (FOLD, Option(e.Called, amount, amount))


# Why not


def _why_not_opened(decision: Decision, event: e.Event) -> Reason | None:
    if isinstance(event, e.Completed) or decision.can(type(event)):
        return _why_not(decision, event)
    return "ROOM-4", "the forced opener brings in or completes"


def _why_not_opened_for(decision: Decision, event: e.Event) -> Reason | None:
    if isinstance(event, e.Completed) or decision.can(type(event)):
        return _why_not(decision, event)
    return "HOUSE-3", "who acts for an all-in low card folds, brings in or completes"


def _why_not(decision: Decision, event: e.Event) -> Reason | None:
    """The first rule against an event of whose turn it is to bet."""
    state = decision.state
    b = state.round
    seat = state.seats[decision.place]
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
            return why_not_wagered(decision, event)
        case e.BroughtIn() if decision.kind != "bet":
            return "ROOM-4", f"the bring-in is {min(state.setup.rules.bring_in, seat.stack)}"
        case e.BroughtIn():
            return "ROOM-4", "only the opener brings in"
        case e.AntePosted() | e.SatOut():
            return "ROOM-2", "the antes are over"
        case e.HandShown() | e.HandMucked():
            return "HOUSE-26", "it is not the showdown yet"
        case e.TimedOut():
            return "ROOM-9", "the clock does something else here"
    return None


OPEN: Final = Question("open", "ROOM-4", _why_not_opened, completions)
OPEN_FOR: Final = Question("open_for", "HOUSE-3", _why_not_opened_for, completions)
BET: Final = Question("bet", "ROOM-8", _why_not, wagers_over_the_bet)

"""The betting round: who acts, and with what (LIM-3 to LIM-8, ROOM-4 to ROOM-10, STRUCT, HOUSE-1 to 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.cards import Card
from grocerydots.choices import Option
from grocerydots.errors import brief
from grocerydots.events import Street
from grocerydots.parts import BettingRound, Place, SeatState
from grocerydots.pots import uncalled
from grocerydots.ranking.board import board_rank
from grocerydots.rules.games import GAMES
from grocerydots.rules.rules import MOST_WAGERS, Chips, Rules
from grocerydots.state import HandState, next_place, places_of
from grocerydots.turns import DealerStep, Decision, Wagers, due

FOLD = Option(e.Folded)
CHECK = Option(e.Checked)
FREE = (CHECK, FOLD)
MUST_CHECK = (CHECK,)
NO_OPTIONS: tuple[Option, ...] = ()


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


#: For the games' `opens`: how up cards compare on third street; the least has to open (LIM-3).
_OPENS: Final[dict[str, Callable[[Card], int]]] = {"lowest": lambda card: card.index}
#: For the games' `boards`: what a board is worth on later streets; the most opens (LIM-4).
_BOARDS: Final[dict[str, Callable[[tuple[Card, ...]], int]]] = {"highest": board_rank}


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
    options = NO_OPTIONS if forced else (FOLD,)
    options += (Option(e.BroughtIn, amount, amount),)
    more = None if rules.bring_in_is_wager else _completions
    if forced:
        return Decision(state, "open", "ROOM-4", place, options, _why_not_opened, more)
    return Decision(state, "open_for", "HOUSE-3", place, options, _why_not_opened_for, more)


def _completions(state: HandState, place: Place) -> Wagers:
    return wagers_of(state, state.round, place, state.setup.rules.bring_in)


def _decision(state: HandState, b: BettingRound, place: Place) -> Decision:
    seat = state.seats[place]
    owed = b.bet - seat.wagered
    if owed > 0:
        answers = _fold_or_call(owed if owed < seat.stack else seat.stack)
        return Decision(state, "bet", "ROOM-8", place, answers, _why_not, _wagers)
    free = FREE if state.setup.rules.fold_when_free else MUST_CHECK
    return Decision(state, "bet", "ROOM-8", place, free, _why_not, _wagers)


@lru_cache(maxsize=4096)
def _fold_or_call(amount: Chips) -> tuple[Option, ...]:
    return (FOLD, Option(e.Called, amount, amount))


@lru_cache(maxsize=4096)
def _to(kind: type, to: Chips) -> tuple[Option, ...]:
    return (Option(kind, to, to),)


def _wagers(state: HandState, place: Place) -> Wagers:
    b = state.round
    if may_wager(b, place) and not is_capped(state, b) and could_be_called(state, place):
        return wagers_of(state, b, place, b.bet)
    return NO_OPTIONS, 0


def may_wager(b: BettingRound, place: Place) -> bool:
    """Whether a place may wager: not who has acted since the last full wager (HOUSE-5, HOUSE-6)."""
    return not b.acted >> place & 1


def is_capped(state: HandState, b: BettingRound) -> bool:
    """Whether no more wagers may be made in this round (LIM-7, LIM-8, HOUSE-7)."""
    rules = state.setup.rules
    if b.wagers < MOST_WAGERS or not rules.betting.has_cap:
        return False
    match rules.heads_up_raises:
        case "unlimited_before_cap":
            return b.fourth_with > 2 or state.acting.bit_count() > 2
        case "unlimited_from_round_start":
            return b.started_with != 2
    return True


def could_be_called(state: HandState, place: Place) -> bool:
    """Whether anybody else can act, and so could put in more chips (HOUSE-11)."""
    return bool(state.acting & ~(1 << place))


def wagers_of(state: HandState, b: BettingRound, place: Place, bet: Chips) -> Wagers:
    """The wagers over a bet that a place has the chips for, and the total from which one counts as full."""
    seat = state.seats[place]
    kind: type
    if b.street == 3:
        kind = e.Completed if b.wagers == 0 else e.Raised
    else:
        kind = e.Bet if b.bet == 0 else e.Raised
    top = seat.wagered + seat.stack
    if state.setup.rules.betting.structure == "fixed_limit":
        return _fixed_wagers(state, b, seat, kind, bet, top)
    low, high = bounds(state, b, seat)
    if top <= bet:
        return NO_OPTIONS, low
    return (Option(kind, min(low, top), min(high, top)),), low


def _fixed_wagers(
    state: HandState, b: BettingRound, seat: SeatState, kind: type, bet: Chips, top: Chips
) -> Wagers:
    """Fixed limit: the full sizes, or all-in for less; half a bet counts as full (HOUSE-5, HOUSE-6)."""
    sizes = fixed_sizes(state, b, seat)
    full_at = b.full_bet + (sizes[0] + 1) // 2
    options = NO_OPTIONS
    last = bet
    for size in sizes:
        to = min(b.full_bet + size, top)
        if to > last:
            options += _to(kind, to)
            last = to
    return options, full_at


def fixed_sizes(state: HandState, b: BettingRound, seat: SeatState) -> tuple[Chips, ...]:
    """What a bet or raise may be by, the smallest first (LIM-5, LIM-6, ROOM-7)."""
    rules = state.setup.rules
    lower, higher = rules.betting.lower, rules.betting.higher or 0
    if b.street == 3:
        return (lower,)
    if b.street > 4:
        return (higher,)
    pair = has_open_pair(state)
    if pair and b.largest >= higher:
        return (higher,)
    if not pair or (rules.open_pair == "pair_opens" and b.bet == 0 and not _is_pair(seat)):
        return (lower,)
    return (lower, higher)


def has_open_pair(state: HandState) -> bool:
    """Whether fourth street started with a pair on a live board, where that matters (HOUSE-8)."""
    if state.street != 4 or state.setup.rules.open_pair not in ("any_player", "pair_opens"):
        return False
    return any(map(_is_pair, state.seats))


def _is_pair(seat: SeatState) -> bool:
    """Whether the board is a pair; only who was live as fourth street started has two up cards then."""
    up = seat.up
    return len(up) == 2 and up[0].rank is up[1].rank


def bounds(state: HandState, b: BettingRound, seat: SeatState) -> tuple[Chips, Chips]:
    """The least and the most a wager may come to, chips apart, where there are no fixed sizes (STRUCT)."""
    betting = state.setup.rules.betting
    wagered_over = b.aggressor >= 0
    least = b.bet + (b.raise_by or betting.lower) if wagered_over else betting.lower
    match betting.structure:
        case "spread_limit":
            most = (b.bet if wagered_over else 0) + (betting.higher or 0)
        case "pot_limit":
            most = b.bet + state.pot + max(0, b.bet - seat.wagered)
        case _:
            most = seat.wagered + seat.stack
    return least, max(least, most)


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
            return _why_not_wagered(decision, event)
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


def _why_not_wagered(decision: Decision, event: e.Wager) -> Reason:
    state = decision.state
    b = state.round
    seat = state.seats[decision.place]
    if not could_be_called(state, decision.place):
        return "HOUSE-11", "nobody else could call it"
    if decision.kind == "bet" and not may_wager(b, decision.place):
        rule = "HOUSE-5" if b.wagers else "HOUSE-6"
        return rule, "a short all-in does not re-open the betting to who has acted"
    if decision.kind == "bet" and is_capped(state, b):
        return "LIM-7", "the round is capped at four wagers"
    if type(event.to) is not int:
        return _size_rule(state, seat, event.to), f"{brief(event.to)} is not a whole number of chips"
    if event.to > seat.wagered + seat.stack:
        top = seat.wagered + seat.stack
        return "ROOM-19", f"they have {seat.stack} chips, {top} in all for this round"
    if isinstance(event, e.Bet) and b.bet > 0:
        return "ROOM-8", "over the bring-in the first wager is the completion"
    sizes = [option for option in decision.options if option.kind is type(event)]
    if any(option.lowest <= event.to <= option.highest for option in sizes):
        return _why_not_counted(decision, event)
    return _size_rule(state, seat, event.to), "that is not a size that this round allows"


def _why_not_counted(decision: Decision, event: e.Wager) -> Reason:
    """The reason against a wager of a right size that says something wrong about itself."""
    state = decision.state
    seat = state.seats[decision.place]
    amount = event.to - seat.wagered
    if event.amount != amount:
        return _size_rule(state, seat, event.to), f"that takes {amount} chips, not {brief(event.amount)}"
    counts = "counts" if event.to >= decision.full_at else "does not count"
    rule = "HOUSE-5" if isinstance(event, e.Raised) else "HOUSE-6"
    if state.setup.rules.betting.structure != "fixed_limit":
        rule = "STRUCT-4"
    return rule, f"it {counts} as a full wager, which starts at {decision.full_at}"


def _size_rule(state: HandState, seat: SeatState, to: Any) -> str:
    """The rule that a wager of a wrong size breaks; `to` may be any value."""
    rules = state.setup.rules
    b = state.round
    if has_open_pair(state):
        return "LIM-6" if rules.open_pair == "any_player" else "ROOM-7"
    is_over = type(to) is int and to > bounds(state, b, seat)[1]
    match rules.betting.structure:
        case "fixed_limit":
            return "LIM-5"
        case "pot_limit" if is_over:
            return "STRUCT-2"
        case "spread_limit" if is_over or _is_under_spread(rules, b, to):
            return "STRUCT-1"
    return "STRUCT-4"


def _is_under_spread(rules: Rules, b: BettingRound, to: Any) -> bool:
    return type(to) is int and to - (b.bet if b.aggressor >= 0 else 0) < rules.betting.lower

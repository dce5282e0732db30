"""What may be wagered, and why not another amount (LIM-5 to LIM-8, ROOM-7, STRUCT, HOUSE-5 to HOUSE-11)."""

from __future__ import annotations

from functools import lru_cache

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.choices import Option
from grocerydots.errors import brief
from grocerydots.parts import BettingRound, Place, SeatState
from grocerydots.rules.rules import MOST_WAGERS, Chips, Rules
from grocerydots.state import HandState
from grocerydots.turns import Decision, Wagers

NO_OPTIONS: tuple[Option, ...] = ()


def completions(state: HandState, place: Place) -> Wagers:
    """What the opener may complete to, over the bring-in."""
    rules = state.setup.rules
    return (
        (NO_OPTIONS, 0) if rules.bring_in_is_wager else wagers_of(state, state.round, place, rules.bring_in)
    )


def wagers_over_the_bet(state: HandState, place: Place) -> Wagers:
    """What a place may wager over what is bet, in the round under way."""
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


@lru_cache(maxsize=4096)
def _to(kind: type, to: Chips) -> tuple[Option, ...]:
    return (Option(kind, to, to),)


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


def why_not_wagered(decision: Decision, event: e.Wager) -> Reason:
    """The first rule against a wager of whose turn it is to bet, and the reason."""
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


def _size_rule(state: HandState, seat: SeatState, to: object) -> str:
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


def _is_under_spread(rules: Rules, b: BettingRound, to: object) -> bool:
    return type(to) is int and to - (b.bet if b.aggressor >= 0 else 0) < rules.betting.lower

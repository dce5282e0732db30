"""Whether an event of a table is legal: `check`, the one source of truth, and why not, by its rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from grocerydots.errors import IllegalEvent, MalformedLog, Problem, brief, expect
from grocerydots.events import Fact
from grocerydots.phases.opening import id_problems
from grocerydots.rules.rules import MAX_CHIPS, Chips, Rules, Seat
from grocerydots.table import events as t
from grocerydots.table.attempts import attempt, due_words, named, seat_words
from grocerydots.table.log import CODEC
from grocerydots.table.state import TableSeat, TableState
from grocerydots.table.turns import FEWEST, Due, turn

__all__ = ["check", "opening_problems"]

MOST_GAMES: Final = 64
LONGEST_TABLE_ID: Final = 40  #: So that a hand's id can be made of it and a number.


def check(state: TableState | None, event: t.TableEvent) -> None:
    """Raise `IllegalEvent`, citing a rule, unless the table allows the event now. The state is untouched.

    `state` is None before the first event.
    """
    expect("event", event, Fact)
    if state is None:
        _check_first(event)
        return
    expect("state", state, TableState)
    if event.__class__ not in _CHECKS:
        _refuse("ROOM-19", None, attempt(event), "that is not an event of an open table")
    due = turn(state)
    if isinstance(due, Due):
        if event != due.event:
            _refuse(due.rule, *_tried(event), f"first, {due_words(due.event)}")
        return
    if event.__class__ is t.ChipsAdded:
        _check_taking_off(event)
    try:
        CODEC.check_event(event)
    except MalformedLog as error:
        rule = _RULES.get(event.__class__, "ROOM-19")
        _refuse(rule, *_tried(event), f"{error.path}: {error.message}")
    _CHECKS[event.__class__](state, event)


def _tried(event: t.TableEvent) -> tuple[Seat | None, str]:
    """Whose seat attempts what; the dealer, for a player whose seat is no seat number."""
    tried = attempt(event)
    if not isinstance(event, _OF_PLAYERS):
        return None, tried
    is_seat = type(event.seat) is int and 1 <= event.seat <= MAX_CHIPS
    return (event.seat, tried) if is_seat else (None, f"let somebody {tried}")


#: Of events whose form is wrong, by their kind.
_RULES: Final[dict[type, str]] = {
    t.PlayerSat: "ROOM-1", t.AutoAnteSwitched: "ROOM-2", t.PlayerSatOut: "ROOM-2",
    t.PlayerCameBack: "ROOM-2", t.DealerMoved: "ROOM-20", t.GameChosen: "GSD-2",
}  # fmt: skip
_OF_PLAYERS: Final = (
    t.PlayerSat, t.AutoAnteSwitched, t.ChipsAdded, t.PlayerSatOut, t.PlayerCameBack, t.PlayerGotUp,
    t.PlayerLeft,
)  # fmt: skip


def _refuse(rule: str, seat: Seat | None, tried: str, reason: str, legal: str = "") -> NoReturn:
    raise IllegalEvent(rule, seat, tried, reason, legal)


# The opening


def opening_problems(event: t.TableOpened) -> list[Problem]:
    """Everything that is wrong with a table's opening; empty when nothing is."""
    problems = [Problem(None, "table_id", problem.message) for problem in id_problems(event.table_id)]
    if not problems and len(event.table_id) > LONGEST_TABLE_ID:
        message = f"expected at most {LONGEST_TABLE_ID} characters, got {len(event.table_id)}"
        problems.append(Problem(None, "table_id", message))
    if event.dealer not in ("moves", "house"):
        message = f"expected moves or house, got {brief(event.dealer)}"
        problems.append(Problem(None, "dealer", message))
    if type(event.buy_in) is not int or not 1 <= event.buy_in <= MAX_CHIPS:
        message = f"expected at least 1 whole chip, got {brief(event.buy_in)}"
        problems.append(Problem("ROOM-1", "buy_in", message))
    games = event.games
    if type(games) is not tuple or not games or any(type(rules) is not Rules for rules in games):
        return [*problems, Problem(None, "games", f"expected Rules, one or more, got {brief(games)}")]
    return problems + _game_problems(games) + _seat_problems(games, event.seats)


def _game_problems(games: tuple[Rules, ...]) -> list[Problem]:
    problems = []
    if len(games) > MOST_GAMES:
        problems.append(Problem(None, "games", f"expected at most {MOST_GAMES}, got {len(games)}"))
    if len(set(games)) < len(games):
        problems.append(Problem(None, "games", "a game stands twice in the list"))
    if len({rules.act_within_ms for rules in games}) > 1:
        problems.append(Problem("ROOM-9", "games", "a table has one clock, whatever is played"))
    return problems


def _seat_problems(games: tuple[Rules, ...], seats: object) -> list[Problem]:
    most = min(games, key=lambda rules: rules.most_players)
    if type(seats) is int and FEWEST <= seats <= most.most_players:
        return []
    message = f"{most.game} is for {FEWEST} to {most.most_players} players, not {brief(seats)}"
    return [Problem("HOUSE-28", "seats", message)]


def _check_first(event: t.TableEvent) -> None:
    if not isinstance(event, t.TableOpened):
        _refuse("ROOM-1", *_tried(event), "the first event of a table must be TableOpened")
    problems = opening_problems(event)
    if problems:
        rule = next((problem.rule for problem in problems if problem.rule), "ROOM-1")
        _refuse(rule, None, "open the table", "; ".join(map(str, problems)))


# Players


def _player(state: TableState, event: t.TableEvent, seat: Seat, rule: str) -> TableSeat:
    """The player in that seat, who has not got up."""
    found = state.find(seat)
    if found is None:
        _refuse(rule, seat, attempt(event), "nobody sits there", "sit down first")
    if found.has_got_up:
        reason = f"{named(found.player)} has left and is out with the end of the hand"
        _refuse(rule, seat, attempt(event), reason)
    return found


def _sat(state: TableState, event: t.PlayerSat) -> None:
    tried, buy_in, taken = attempt(event), state.opening.buy_in, state.find(event.seat)
    if event.seat > state.opening.seats:
        _refuse("ROOM-1", event.seat, tried, f"the table has {state.opening.seats} seats")
    if taken is not None:
        _refuse("ROOM-1", event.seat, tried, f"{named(taken.player)} sits there")
    elsewhere = next((seat for seat in state.seats if seat.player == event.player), None)
    if elsewhere is not None:
        reason = f"{named(event.player)} sits in seat {elsewhere.seat} already"
        _refuse("ROOM-1", event.seat, tried, reason)
    if event.amount != buy_in:
        why = "there are no short buys" if event.amount < buy_in else "it is the same for everybody"
        reason = f"the posted buy-in is {buy_in} and {why}"
        _refuse("ROOM-1", event.seat, tried, reason, f"sit down with {buy_in}")
    _check_room(state, event, event.seat, event.amount)


def _check_room(state: TableState, event: t.TableEvent, seat: Seat, amount: Chips) -> None:
    if sum(state.stacks.values()) + amount > MAX_CHIPS:
        _refuse("HOUSE-28", seat, attempt(event), f"all stacks together would be above {MAX_CHIPS} chips")


def _switched(state: TableState, event: t.AutoAnteSwitched) -> None:
    player = _player(state, event, event.seat, "ROOM-2")
    if player.auto_ante is event.on:
        _refuse("ROOM-2", event.seat, attempt(event), f"it is {'on' if event.on else 'off'} already")


def _check_taking_off(event: t.ChipsAdded) -> None:
    """Refuse chips that go the wrong way before their form is looked at."""
    amount = event.amount
    if type(amount) is int and amount < 1:
        reason = "chips stay on the table while their player does" if amount else "that is no chip"
        _refuse("ROOM-19", *_tried(event), reason, "add 1 or more between hands, or leave")


def _added(state: TableState, event: t.ChipsAdded) -> None:
    player, tried = _player(state, event, event.seat, "ROOM-19"), attempt(event)
    if state.hand is not None:
        reason = f"hand {state.hand.hand_id} is on, and only chips there when it started can be lost in it"
        _refuse("ROOM-19", event.seat, tried, reason, "add them when it is over")
    if not player.stack and event.amount != state.opening.buy_in:
        buy_in = state.opening.buy_in
        reason = f"who has no chips left buys in anew, the posted buy-in is {buy_in}"
        _refuse("ROOM-1", event.seat, tried, reason, f"add {buy_in}")
    _check_room(state, event, event.seat, event.amount)


def _sat_out(state: TableState, event: t.PlayerSatOut) -> None:
    if _player(state, event, event.seat, "ROOM-2").is_away:
        _refuse("ROOM-2", event.seat, attempt(event), "they sit out already", "come back or leave")


def _came_back(state: TableState, event: t.PlayerCameBack) -> None:
    if not _player(state, event, event.seat, "ROOM-2").is_away:
        _refuse("ROOM-2", event.seat, attempt(event), "they are not away", "sit out or leave")


def _got_up(state: TableState, event: t.PlayerGotUp) -> None:
    _player(state, event, event.seat, "ROOM-19")
    if event.seat not in state.playing:
        _refuse("ROOM-19", event.seat, attempt(event), "they are in no hand", "leave at once")


def _left(state: TableState, event: t.PlayerLeft) -> None:
    player, tried = _player(state, event, event.seat, "ROOM-19"), attempt(event)
    if event.seat in state.playing:
        reason = "they are in the hand that is on, which may cost them more"
        _refuse("ROOM-19", event.seat, tried, reason, "get up and have it played out by the clock")
    if event.amount != player.stack:
        reason = f"they have {player.stack}, and who leaves takes all of it"
        _refuse("ROOM-19", event.seat, tried, reason, f"leave with {player.stack}")


# The deal


def _moved(state: TableState, event: t.DealerMoved) -> None:
    if state.opening.dealer == "house":
        reason = "the house deals at this table"
    else:
        reason = "the deal moves after a hand, or from a player who is not in, once there are two who are"
    _refuse("ROOM-20", None, attempt(event), reason)


def _chosen(state: TableState, event: t.GameChosen) -> None:
    tried, games = attempt(event), len(state.opening.games)
    seat = event.seat or None
    if state.hand is not None:
        _refuse("GSD-2", seat, tried, f"hand {state.hand.hand_id} is on", "name it before the next one")
    if state.opening.dealer == "moves" and not state.dealer:
        _refuse("GSD-2", seat, tried, "nobody has the deal before there are two players")
    if event.seat != state.dealer:
        _refuse("GSD-2", seat, tried, f"the dealer names the game, and {seat_words(state.dealer)} deals")
    if event.seat and state.find(event.seat) is None:
        _refuse("GSD-2", seat, tried, "nobody sits there any more; the deal moves on first")
    if event.game >= games:
        _refuse("GSD-2", seat, tried, f"the table has {games} games, numbered from 0")


def _started(state: TableState, event: t.HandStarted) -> None:
    tried = attempt(event)
    if state.hand is not None:
        _refuse("ROOM-19", None, tried, f"hand {state.hand.hand_id} is on")
    if len(state.next_seats) < FEWEST:
        there = len(state.next_seats)
        _refuse("HOUSE-28", None, tried, f"a hand takes {FEWEST} players, and {there} can be dealt in")
    if event.hand_id in state.hand_ids:
        _refuse("GSD-1", None, tried, "the table has had a hand of that id, and every deck has its own")
    if event.seats != state.next_seats:
        reason = "everybody is dealt in who has chips and is not away, with the chips in front of them"
        _refuse("ROOM-19", None, tried, reason, f"start it with {_stack_words(state)}")


def _stack_words(state: TableState) -> str:
    return ", ".join([f"{s.stack} in seat {s.seat}" for s in state.next_seats])


def _finished(state: TableState, event: t.HandFinished) -> None:
    tried, hand = attempt(event), state.hand
    if hand is None or hand.hand_id != event.hand_id:
        which = "no hand is on" if hand is None else f"the hand that is on is {hand.hand_id}"
        _refuse("ROOM-19", None, tried, which)
    if [seat for seat, _ in event.stacks] != list(state.playing):
        seats = ", ".join(map(str, state.playing))
        _refuse("ROOM-19", None, tried, f"it leaves stacks to seats {seats}, by number and to no others")
    before = sum([seating.stack for seating in hand.seats])
    after = sum([stack for _, stack in event.stacks])
    if after > before:
        _refuse("ROOM-19", None, tried, f"it began with {before} chips in all and cannot end with {after}")
    if after < before and state.rules.rake == "none":
        _refuse("HOUSE-32", None, tried, f"{before - after} chips are missing, and there is no rake")


_CHECKS: Final[dict[type, Callable[..., None]]] = {
    t.PlayerSat: _sat,
    t.AutoAnteSwitched: _switched,
    t.ChipsAdded: _added,
    t.PlayerSatOut: _sat_out,
    t.PlayerCameBack: _came_back,
    t.PlayerGotUp: _got_up,
    t.PlayerLeft: _left,
    t.DealerMoved: _moved,
    t.GameChosen: _chosen,
    t.HandStarted: _started,
    t.HandFinished: _finished,
}

"""Whether an event of a table is legal: `check`, the one source of truth; why not, by its rule, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from grocerydots.errors import IllegalEvent, MalformedLog, Problem, brief, expect, expected
from grocerydots.events import Fact
from grocerydots.phases.opening import id_problems
from grocerydots.rules.rules import FEWEST_PLAYERS, MAX_CHIPS, Rules, Seat
from grocerydots.table import events as t
from grocerydots.table.log import CODEC
from grocerydots.table.state import TableSeat, TableState
from grocerydots.table.turns import Due, turn

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
    rule, check_legal = _CHECKS.get(event.__class__, ("", None))
    if check_legal is None:
        _refuse(event, "ROOM-19", "that is not an event of an open table")
    due = turn(state)
    if isinstance(due, Due):
        if event != due.event:
            _refuse(event, due.rule, f"first, {due_words(due.event)}")
        return
    if event.__class__ is t.ChipsAdded:
        _check_taking_off(event)
    try:
        CODEC.check_event(event)
    except MalformedLog as error:
        _refuse(event, rule, f"{error.path}: {error.message}")
    check_legal(state, event)


def _refuse(event: t.TableEvent, rule: str, reason: str, legal: str = "") -> NoReturn:
    """Say whose seat cannot do what; the dealer, for a player whose seat is no seat number."""
    seat, tried = None, attempt(event)
    if isinstance(event, t.PlayerEvent):
        if type(event.seat) is int and 1 <= event.seat <= MAX_CHIPS:
            seat = event.seat
        else:
            tried = f"let somebody {tried}"
    raise IllegalEvent(rule, seat, tried, reason, legal)


# The opening


def opening_problems(event: t.TableOpened) -> list[Problem]:
    """Everything that is wrong with a table's opening; empty when nothing is."""
    problems = [problem._replace(where="table_id") for problem in id_problems(event.table_id)]
    if not problems and len(event.table_id) > LONGEST_TABLE_ID:
        problems.append(expected("table_id", f"at most {LONGEST_TABLE_ID} characters", len(event.table_id)))
    if event.dealer not in ("moves", "house"):
        problems.append(expected("dealer", "moves or house", event.dealer))
    if type(event.buy_in) is not int or not 1 <= event.buy_in <= MAX_CHIPS:
        problems.append(expected("buy_in", "at least 1 whole chip", event.buy_in, "ROOM-1"))
    games = event.games
    if type(games) is not tuple or not games or any(type(rules) is not Rules for rules in games):
        return [*problems, expected("games", "Rules, one or more", games)]
    if len(games) > MOST_GAMES:
        problems.append(expected("games", f"at most {MOST_GAMES}", len(games)))
    if len(set(games)) < len(games):
        problems.append(Problem(None, "games", "a game stands twice in the list"))
    if len({rules.act_within_ms for rules in games}) > 1:
        problems.append(Problem("ROOM-9", "games", "a table has one clock, whatever is played"))
    fewest = min(games, key=lambda rules: rules.most_players)
    if type(event.seats) is not int or not FEWEST_PLAYERS <= event.seats <= fewest.most_players:
        players = f"{FEWEST_PLAYERS} to {fewest.most_players} players, not {brief(event.seats)}"
        problems.append(Problem("HOUSE-28", "seats", f"{fewest.game} is for {players}"))
    return problems


def _check_first(event: t.TableEvent) -> None:
    if not isinstance(event, t.TableOpened):
        _refuse(event, "ROOM-1", "the first event of a table must be TableOpened")
    problems = opening_problems(event)
    if problems:
        rule = next((problem.rule for problem in problems if problem.rule), "ROOM-1")
        raise IllegalEvent(rule, None, "open the table", "; ".join(map(str, problems)))


# Players


def _player(state: TableState, event: t.PlayerEvent, rule: str = "ROOM-19") -> TableSeat:
    """The player in the event's seat, who has not got up."""
    found = state.find(event.seat)
    if found is None:
        _refuse(event, rule, "nobody sits there", "sit down first")
    if found.has_got_up:
        _refuse(event, rule, f"{named(found.player)} has left and is out with the end of the hand")
    return found


def _sat(state: TableState, event: t.PlayerSat) -> None:
    buy_in, taken = state.opening.buy_in, state.find(event.seat)
    if event.seat > state.opening.seats:
        _refuse(event, "ROOM-1", f"the table has {state.opening.seats} seats")
    if taken is not None:
        _refuse(event, "ROOM-1", f"{named(taken.player)} sits there")
    for seat in state.seats:
        if seat.player == event.player:
            _refuse(event, "ROOM-1", f"{named(event.player)} sits in seat {seat.seat} already")
    if event.amount != buy_in:
        why = "there are no short buys" if event.amount < buy_in else "it is the same for everybody"
        _refuse(event, "ROOM-1", f"the posted buy-in is {buy_in} and {why}", f"sit down with {buy_in}")
    _check_room(state, event)


def _check_room(state: TableState, event: t.PlayerSat | t.ChipsAdded) -> None:
    if sum(state.stacks.values()) + event.amount > MAX_CHIPS:
        _refuse(event, "HOUSE-28", f"all stacks together would be above {MAX_CHIPS} chips")


def _switched(state: TableState, event: t.AutoAnteSwitched) -> None:
    if _player(state, event, "ROOM-2").auto_ante is event.on:
        _refuse(event, "ROOM-2", f"it is {'on' if event.on else 'off'} already")


def _check_taking_off(event: t.ChipsAdded) -> None:
    """Refuse chips that go the wrong way before their form is looked at."""
    amount = event.amount
    if type(amount) is int and amount < 1:
        reason = "chips stay on the table while their player does" if amount else "that is no chip"
        _refuse(event, "ROOM-19", reason, "add 1 or more between hands, or leave")


def _added(state: TableState, event: t.ChipsAdded) -> None:
    player, buy_in = _player(state, event), state.opening.buy_in
    if state.hand is not None:
        reason = f"hand {state.hand.hand_id} is on, and only chips there when it started can be lost in it"
        _refuse(event, "ROOM-19", reason, "add them when it is over")
    if not player.stack and event.amount != buy_in:
        reason = f"who has no chips left buys in anew, the posted buy-in is {buy_in}"
        _refuse(event, "ROOM-1", reason, f"add {buy_in}")
    _check_room(state, event)


def _sat_out(state: TableState, event: t.PlayerSatOut) -> None:
    if _player(state, event, "ROOM-2").is_away:
        _refuse(event, "ROOM-2", "they sit out already", "come back or leave")


def _came_back(state: TableState, event: t.PlayerCameBack) -> None:
    if not _player(state, event, "ROOM-2").is_away:
        _refuse(event, "ROOM-2", "they are not away", "sit out or leave")


def _got_up(state: TableState, event: t.PlayerGotUp) -> None:
    _player(state, event)
    if event.seat not in state.playing:
        _refuse(event, "ROOM-19", "they are in no hand", "leave at once")


def _left(state: TableState, event: t.PlayerLeft) -> None:
    stack = _player(state, event).stack
    if event.seat in state.playing:
        reason = "they are in the hand that is on, which may cost them more"
        _refuse(event, "ROOM-19", reason, "get up and have it played out by the clock")
    if event.amount != stack:
        _refuse(event, "ROOM-19", f"they have {stack}, and who leaves takes all of it", f"leave with {stack}")


# The deal


def _moved(state: TableState, event: t.DealerMoved) -> None:
    if state.opening.dealer == "house":
        _refuse(event, "ROOM-20", "the house deals at this table")
    when = "the deal moves after a hand, or from a player who is not in, once there are two who are"
    _refuse(event, "ROOM-20", when)


def _chosen(state: TableState, event: t.GameChosen) -> None:
    games, reason, legal = len(state.opening.games), "", ""
    if state.hand is not None:
        reason, legal = f"hand {state.hand.hand_id} is on", "name it before the next one"
    elif state.opening.dealer == "moves" and not state.dealer:
        reason = "nobody has the deal before there are two players"
    elif event.seat != state.dealer:
        reason = f"the dealer names the game, and {seat_words(state.dealer)} deals"
    elif event.seat and state.find(event.seat) is None:
        reason = "nobody sits there any more; the deal moves on first"
    elif event.game >= games:
        reason = f"the table has {games} games, numbered from 0"
    if reason:
        raise IllegalEvent("GSD-2", event.seat or None, attempt(event), reason, legal)


def _started(state: TableState, event: t.HandStarted) -> None:
    seats = state.next_seats
    if state.hand is not None:
        _refuse(event, "ROOM-19", f"hand {state.hand.hand_id} is on")
    if len(seats) < FEWEST_PLAYERS:
        _refuse(event, "HOUSE-28", f"a hand takes {FEWEST_PLAYERS} players, and {len(seats)} can be dealt in")
    if event.hand_id in state.hand_ids:
        _refuse(event, "GSD-1", "the table has had a hand of that id, and every deck has its own")
    if event.seats != seats:
        reason = "everybody is dealt in who has chips and is not away, with the chips in front of them"
        stacks = ", ".join([f"{seating.stack} in seat {seating.seat}" for seating in seats])
        _refuse(event, "ROOM-19", reason, f"start it with {stacks}")


def _finished(state: TableState, event: t.HandFinished) -> None:
    hand = state.hand
    if hand is None:
        _refuse(event, "ROOM-19", "no hand is on")
    if hand.hand_id != event.hand_id:
        _refuse(event, "ROOM-19", f"the hand that is on is {hand.hand_id}")
    if [seat for seat, _ in event.stacks] != list(state.playing):
        seats = ", ".join(map(str, state.playing))
        _refuse(event, "ROOM-19", f"it leaves stacks to seats {seats}, by number and to no others")
    before = sum([seating.stack for seating in hand.seats])
    after = sum([stack for _, stack in event.stacks])
    if after > before:
        _refuse(event, "ROOM-19", f"it began with {before} chips in all and cannot end with {after}")
    if after < before and state.rules.rake == "none":
        _refuse(event, "HOUSE-32", f"{before - after} chips are missing, and there is no rake")


#: By kind, the rule that an event in a wrong form breaks, and the check of one in the right form.
_CHECKS: Final[dict[type, tuple[str, Callable[..., None]]]] = {
    t.PlayerSat: ("ROOM-1", _sat),
    t.AutoAnteSwitched: ("ROOM-2", _switched),
    t.ChipsAdded: ("ROOM-19", _added),
    t.PlayerSatOut: ("ROOM-2", _sat_out),
    t.PlayerCameBack: ("ROOM-2", _came_back),
    t.PlayerGotUp: ("ROOM-19", _got_up),
    t.PlayerLeft: ("ROOM-19", _left),
    t.DealerMoved: ("ROOM-20", _moved),
    t.GameChosen: ("GSD-2", _chosen),
    t.HandStarted: ("ROOM-19", _started),
    t.HandFinished: ("ROOM-19", _finished),
}


# Words


def seat_words(seat: Seat) -> str:
    """Who a dealer's or a deciding seat is; 0 is the house."""
    return f"seat {seat}" if seat else "the house"


def named(player: str) -> str:
    """A player's name as a message may quote it: in one line of harmless characters, cut where it is long."""
    from grocerydots.history import safe_name  # what loads with it is for refusals alone

    return safe_name(player)


def attempt(event: object) -> str:
    """What an event attempts, in words that follow "cannot"."""
    match event:
        case t.PlayerSat(amount=amount):
            return f"sit down with {brief(amount)}"
        case t.AutoAnteSwitched(on=on):
            return f"switch the automatic ante {'on' if on else 'off'}"
        case t.ChipsAdded(amount=amount) if type(amount) is int and amount < 0:
            return f"take {brief(-amount)} off the table"
        case t.ChipsAdded(amount=amount):
            return f"add {brief(amount)}"
        case t.PlayerSatOut():
            return "sit out"
        case t.PlayerCameBack():
            return "come back"
        case t.PlayerGotUp():
            return "get up in the middle of a hand"
        case t.PlayerLeft(amount=amount):
            return f"leave with {brief(amount)}"
        case t.DealerMoved(seat=seat):
            return f"pass the deal to seat {brief(seat)}"
        case t.GameChosen(game=game):
            return f"name game {brief(game)}"
        case t.HandStarted(hand_id=hand_id) | t.HandFinished(hand_id=hand_id):
            does = "start" if isinstance(event, t.HandStarted) else "finish"
            return f"{does} hand {brief(hand_id) if id_problems(hand_id) else hand_id}"
        case t.TableOpened():
            return "open the table again"
    return f"do that ({brief(event)})"


def due_words(event: t.TableEvent) -> str:
    """What is due, in words that follow "first,"."""
    if isinstance(event, t.PlayerLeft):
        return f"seat {event.seat}, who got up, leaves with {event.amount}"
    assert isinstance(event, t.DealerMoved)  # nothing else is ever due
    return f"the deal goes to seat {event.seat}"

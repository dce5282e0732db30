"""Messages between an application and its players.

`choices_for` gives what a hand waits for, `apply_message` carries out what a player sends, and `update_for`
gives what to send to a player.

A player's message is one JSON object: the hand or the table that it is for, the number of the log entry that
it would become, and a choice. That number makes it safe. If the hand has moved on, the message is refused; if
the same message arrives twice, the second finds in the log what the first has done. The application knows
from its connection who sent a message; the message itself cannot say. Nobody can sit down or add chips by
message, because chips come from the application's cage: call `Table.sit` and `Table.add_chips`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import attrs

from grocerydots import events as e
from grocerydots.choices import CHOICES, Option
from grocerydots.errors import GrocerydotsError, IllegalEvent, NotationError, brief, expect
from grocerydots.evolve import fold
from grocerydots.hand import Hand
from grocerydots.log.canonical import Wrong, canonical, check_there, checked, parsed, said
from grocerydots.log.codec import encode_event
from grocerydots.log.fields import KINDS
from grocerydots.phases import turn
from grocerydots.rules.rules import Seat
from grocerydots.table import events as t
from grocerydots.table.check import seat_words
from grocerydots.table.session import Table
from grocerydots.turns import Decision

__all__ = ["LONGEST_MESSAGE", "Applied", "StaleMessage", "apply_message", "choices_for", "update_for"]

LONGEST_MESSAGE: Final = 4096  #: Bytes. A usual message has a few dozen.
_LONGEST_ID: Final = 64
_Played = TypeVar("_Played", Hand, Table)
_Fields = dict[str, Any]


class StaleMessage(GrocerydotsError):
    """A message for an entry that is past or not there yet: send an update, and the player chooses again."""

    def __init__(self, message: str, entry: int, entries: int) -> None:
        super().__init__(message, entry, entries)
        self.message = message
        self.entry = entry  #: The entry that it would have become.
        self.entries = entries  #: How many entries there are.

    def __str__(self) -> str:
        return self.message


@attrs.frozen
class Applied(Generic[_Played]):
    """The result of a message."""

    after: _Played  #: The hand or table after it; the same object if the choice was made before.
    entry: int  #: The log entry that the choice became.
    is_repeated: bool  #: Whether the choice was made before, so that nothing happened now.
    message_id: str | None  #: The sender's own id of the message, if it had one.
    lines: tuple[bytes, ...]  #: The public log from that entry on, with the dealer's steps.


def apply_message(
    played: _Played, message: bytes | str | dict[str, Any], seat: Seat, *, at: int | None = None
) -> Applied[_Played]:
    """Carry out a message from the player in `seat`, whom the application knows; seat 0 is the house.

    `at` is the time of its arrival in milliseconds, in a hand or at a table with times. Raises
    `NotationError` for a malformed message, `StaleMessage` for one that comes too late or too early, and
    `IllegalEvent` for a choice that the seat may not make: another player's (ROOM-20), one after the deadline
    (ROOM-9), one that breaks a rule.
    """
    _check_arguments(played, seat)
    try:
        fields = _fields(message)
        hand = isinstance(played, Hand)
        _check_names(fields, "hand" if hand else "table", _HAND if hand else _TABLE)
    except Wrong as wrong:
        raise NotationError(f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message) from None
    _check_seat(fields, seat)
    if isinstance(played, Hand):
        return _apply_to_hand(played, fields, seat, at)
    return _apply_to_table(played, fields, seat, at)


def choices_for(hand: Hand) -> dict[str, Any] | None:
    """The decision that the hand waits for, in values of JSON, or None. It is the same for everybody.

    It has `hand`, `entry`, `seat` (the dealer's for the dots tie, 0 for the house), `rule`, `deadline`
    (`Hand.deadline`) and `choices`. Each choice has its name (`choice`), the further `field` that a message
    needs or None, and the values of that field: a number from `lowest` to `highest`, or the `word`. Without a
    field, `lowest` and `highest` are the chips that the choice costs.
    """
    expect("hand", hand, Hand)
    decision = hand.decision
    if decision is None:
        return None
    return {
        "hand": hand.state.hand_id,
        "entry": hand.entries,
        "seat": _owner(decision, hand.state.setup.opening.dealer),
        "rule": decision.rule,
        "deadline": hand.deadline,
        "choices": [_offered(option) for option in decision.options],
    }


def _offered(option: Option) -> _Fields:
    choice = CHOICES[option.kind].verb.partition(" ")[0]
    bounds = {"lowest": option.lowest, "highest": option.highest, "word": option.word}
    return {"choice": choice, "field": _HAND[choice], **bounds}


def update_for(played: Hand | Table, seat: Seat | None = None, since: int = 0) -> bytes:
    """What to send to the player in `seat`, who has the log's first `since` entries: canonical JSON.

    It holds the public log's new lines and, in a hand, the seat's own openings, but never another player's
    cards. Without a seat, or for a seat that is not in the hand, it holds the lines alone. Raises
    `NotationError` unless `since` is 0 to the number of entries.
    """
    _check_arguments(played, 0 if seat is None else seat)
    expect("since", since, int)
    if not 0 <= since <= played.entries:
        raise NotationError(f"since: expected 0 to {played.entries}, got {brief(since)}")
    lines = played.log.lines_from(since)
    news: _Fields = {"entries": played.entries, "lines": [line.decode() for line in lines]}
    if isinstance(played, Table):
        return canonical({"table": played.state.table_id, **news})
    news["hand"] = played.state.hand_id
    if seat is not None and seat in played.state.setup.order:
        news["openings"] = [
            [opening.position, opening.card.text, None if opening.salt is None else opening.salt.hex()]
            for opening in played.openings(seat).openings
        ]
        news["seat"] = seat
    return canonical(news)


def _check_arguments(played: Hand | Table, seat: Seat) -> None:
    expect("played", played, Hand, Table)
    expect("seat", seat, int)
    if seat < 0:
        raise NotationError(f"seat: expected a seat number, or 0 for the house, got {brief(seat)}")


# Reading a message


def _fields(message: bytes | str | dict[str, object]) -> _Fields:
    expect("message", message, bytes, str, dict)
    if isinstance(message, dict):
        if len(message) > 16 or not all(type(name) is str for name in message):
            raise Wrong("expected an object of a few named fields")
        return dict(message)
    if isinstance(message, str):
        try:
            message = message.encode()
        except UnicodeEncodeError:
            raise Wrong("it has a lone surrogate") from None
    if len(message) > LONGEST_MESSAGE:
        raise Wrong(f"a message has at most {LONGEST_MESSAGE} bytes, this one has {len(message)}")
    return parsed(message)


def _text(value: object) -> str:
    if type(value) is str and 1 <= len(value) <= _LONGEST_ID and value.isprintable():
        return value
    raise Wrong(f"expected 1 to {_LONGEST_ID} printable characters, got {said(value)}")


_WHOLE: Final = KINDS["int"].check
_READ: Final[dict[str, Callable[[object], object]]] = {
    "hand": _text, "table": _text, "entry": _WHOLE, "seat": _WHOLE, "id": _text, "choice": _text,
    "to": _WHOLE, "slot": _WHOLE, "amount": _WHOLE, "policy": _text, "commitment": KINDS["Hash"].check,
    "entropy": KINDS["Hash"].check, "on": KINDS["bool"].check, "game": _WHOLE,
}  # fmt: skip

#: Each choice in a hand with the field that it takes, if any.
_HAND: Final[dict[str, str | None]] = {
    "ante": None, "sit_out": None, "bring_in": None, "complete": "to", "bet": "to", "raise": "to",
    "call": None, "check": None, "fold": None, "buy": "slot", "pass": None, "show": None, "muck": None,
    "dots_tie": "policy", "rake": "amount", "cancel": None, "commit": "commitment", "add_entropy": "entropy",
}  # fmt: skip
_TABLE: Final[dict[str, str | None]] = {
    "sit_out": None, "come_back": None, "leave": None, "auto_ante": "on", "choose_game": "game",
}  # fmt: skip


def _check_names(fields: _Fields, what: str, choices: dict[str, str | None]) -> None:
    """Raise `Wrong` unless every field is there, has the right kind of value, and there is no other."""
    for name in (what, "entry", "choice"):
        check_there(fields, name)
    choice = fields["choice"]
    if type(choice) is not str or choice not in choices:
        raise Wrong(f"expected one of {', '.join(choices)}, got {said(choice)}", "choice")
    argument = choices[choice]
    if argument is not None and argument not in fields:
        raise Wrong(f"{choice} needs this field, and it is missing", argument)
    for name, value in fields.items():
        if name not in (what, "entry", "choice", "id", "seat", argument):
            raise Wrong(f"{choice} has no such field", name if name in _READ else brief(name))
        checked(name, _READ[name], value)


def _check_seat(fields: _Fields, seat: Seat) -> None:
    if fields.get("seat", seat) != seat:
        reason = "players act for their own seat alone"
        raise IllegalEvent("ROOM-20", seat, f"act for seat {fields['seat']}", reason)


def _check_entry(fields: _Fields, entries: int) -> None:
    entry = fields["entry"]
    if entry != entries:
        when = "past" if entry < entries else "not there yet"
        why = f"the message is for entry {entry}, which is {when}: the next one is {entries}"
        raise StaleMessage(why, entry, entries)


# A hand


def _apply_to_hand(hand: Hand, fields: _Fields, seat: Seat, at: int | None) -> Applied[Hand]:
    entry: int = fields["entry"]
    if fields["hand"] != hand.state.hand_id:
        why = f"the message is for hand {fields['hand']}, this is hand {hand.state.hand_id}"
        raise StaleMessage(why, entry, hand.entries)
    if fields["choice"] in ("commit", "add_entropy"):
        return _add_entropy(hand, fields, seat, at)
    if 0 < entry < hand.entries and _done(hand, fields, seat):
        return Applied(hand, entry, True, fields.get("id"), hand.log.lines_from(entry))
    _check_entry(fields, hand.entries)
    event = _chosen(hand.decision, fields, seat, hand.state.setup.opening.dealer)
    after = hand.play(event, at)
    return Applied(after, entry, False, fields.get("id"), _new_lines(after, entry))


def _new_lines(hand: Hand, entry: int) -> tuple[bytes, ...]:
    """The lines from an entry on; those before are not encoded."""
    events = hand.events[entry:]
    times = (None,) * len(events) if hand.times is None else hand.times[entry:]
    return tuple([encode_event(event, at) for event, at in zip(events, times, strict=True)])


def _done(hand: Hand, fields: _Fields, seat: Seat) -> bool:
    """Whether the entry that a message would have become holds just that choice."""
    waiting = turn(fold(hand.events[: fields["entry"]]))
    try:
        event = _chosen(waiting, fields, seat, hand.state.setup.opening.dealer)
    except IllegalEvent:
        return False
    return event == hand.events[fields["entry"]]


def _chosen(waiting: object, fields: _Fields, seat: Seat, dealer: Seat) -> e.Event:
    """The event of a choice. Raises `IllegalEvent` unless the decision is the seat's and the choice is legal.

    The house may cancel a hand whose dealer has left, but not decide how a dots tie is settled for them.
    """
    choice: str = fields["choice"]
    tried = choice.replace("_", " ")
    if not isinstance(waiting, Decision):
        raise IllegalEvent("ROOM-20", seat or None, tried, "nobody has a decision now")
    owner = _owner(waiting, dealer)
    if seat != owner and not (seat == 0 and choice == "cancel" and waiting.kind == "dots_tie"):
        raise IllegalEvent("ROOM-20", seat or None, tried, f"{seat_words(owner)} has the decision")
    argument = _HAND[choice]
    build = getattr(waiting, _BUILDERS.get(choice, choice))
    event: e.Event = build() if argument is None else build(fields[argument])
    return event


def _owner(decision: Decision, dealer: Seat) -> Seat:
    """Whose decision it is: its player's, the dealer's for a dots tie, else the house's, 0."""
    if decision.seat is not None:
        return decision.seat
    return dealer if decision.kind == "dots_tie" else 0


_BUILDERS: Final = {"raise": "raise_to", "pass": "pass_", "dots_tie": "confirm"}


def _add_entropy(hand: Hand, fields: _Fields, seat: Seat, at: int | None) -> Applied[Hand]:
    """Add entropy, which comes from several seats in any order: the entry of the message does not matter."""
    event: e.Event
    if fields["choice"] == "commit":
        event = e.EntropyCommitted(seat, bytes.fromhex(fields["commitment"]))
    else:
        event = e.EntropyAdded(seat, bytes.fromhex(fields["entropy"]))
    if event in hand.events:
        entry = hand.events.index(event)
        return Applied(hand, entry, True, fields.get("id"), hand.log.lines_from(entry))
    after = hand.play(event, at)
    return Applied(after, hand.entries, False, fields.get("id"), _new_lines(after, hand.entries))


# A table


def _apply_to_table(table: Table, fields: _Fields, seat: Seat, at: int | None) -> Applied[Table]:
    entry: int = fields["entry"]
    if fields["table"] != table.state.table_id:
        why = f"the message is for table {fields['table']}, this is table {table.state.table_id}"
        raise StaleMessage(why, entry, table.entries)
    if 0 < entry < table.entries and _is_done(table.log.event_at(entry), fields, seat):
        return Applied(table, entry, True, fields.get("id"), table.log.lines_from(entry))
    _check_entry(fields, table.entries)
    match fields["choice"]:
        case "sit_out":
            after = table.sit_out(seat, at=at)
        case "come_back":
            after = table.come_back(seat, at=at)
        case "leave":
            after = table.leave(seat, at=at)
        case "auto_ante":
            after = table.auto_ante(seat, fields["on"], at=at)
        case _:
            after = table.play(t.GameChosen(seat, fields["game"]), at)
    return Applied(after, entry, False, fields.get("id"), after.log.lines_from(entry))


def _is_done(event: t.TableEvent, fields: _Fields, seat: Seat) -> bool:
    """Whether an entry holds just the choice of a message."""
    match fields["choice"]:
        case "sit_out":
            return event == t.PlayerSatOut(seat)
        case "come_back":
            return event == t.PlayerCameBack(seat)
        case "leave":
            return isinstance(event, t.PlayerGotUp | t.PlayerLeft) and event.seat == seat
        case "auto_ante":
            return event == t.AutoAnteSwitched(seat, fields["on"])
    return event == t.GameChosen(seat, fields["game"])

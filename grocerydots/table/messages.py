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
from typing import Final, Generic, NamedTuple, TypeVar

import attrs

from grocerydots import events as e
from grocerydots.choices import CHOICES, Option
from grocerydots.errors import GrocerydotsError, IllegalEvent, NotationError, brief, expect
from grocerydots.evolve import fold
from grocerydots.hand import Hand
from grocerydots.log.canonical import JSON, Wrong, canonical, check_there, checked, parsed, said
from grocerydots.log.fields import KINDS
from grocerydots.phases import turn
from grocerydots.rules.rules import Seat
from grocerydots.table import events as t
from grocerydots.table.check import seat_words
from grocerydots.table.session import Table
from grocerydots.turns import Decision

LONGEST_MESSAGE: Final = 4096  #: Bytes. A usual message has a few dozen.
_LONGEST_ID: Final = 64
_Played = TypeVar("_Played", Hand, Table)


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
    played: _Played, message: bytes | str | dict[str, object], seat: Seat, *, at: int | None = None
) -> Applied[_Played]:
    """Carry out a message from the player in `seat`, whom the application knows; seat 0 is the house.

    `at` is the time of its arrival in milliseconds, in a hand or at a table with times. Raises
    `NotationError` for a malformed message, `StaleMessage` for one that comes too late or too early, and
    `IllegalEvent` for a choice that the seat may not make: another player's (ROOM-20), one after the deadline
    (ROOM-9), one that breaks a rule.
    """
    _check_arguments(played, seat)
    what = "hand" if isinstance(played, Hand) else "table"
    try:
        sent = _message(message, what, seat)
    except Wrong as wrong:
        raise NotationError(f"{wrong.path}: {wrong.message}" if wrong.path else wrong.message) from None
    own_id = played.state.hand_id if isinstance(played, Hand) else played.state.table_id
    made = _made_before(played, sent) if sent.own_id == own_id else None
    if made is not None:
        return Applied(played, made, True, sent.id, played.log.lines_from(made))
    entry = played.entries
    _check_timely(sent, what, own_id, entry)
    if isinstance(played, Hand):
        after = played.play(_event(played, played.decision, sent), at)
    else:
        event = _table_event(sent)
        after = played.leave(seat, at=at) if event is None else played.play(event, at)
    return Applied(after, entry, False, sent.id, after.log.lines_from(entry))


def choices_for(hand: Hand) -> dict[str, object] | None:
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


def _offered(option: Option) -> dict[str, object]:
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
    news: dict[str, JSON] = {"entries": played.entries, "lines": [line.decode() for line in lines]}
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


class _Message(NamedTuple):
    """What a message says, and who sent it."""

    own_id: str  #: Of the hand or the table that it is for.
    entry: int
    choice: str
    values: tuple[str | int | bytes, ...]  #: Of the field that the choice takes, if any.
    id: str | None
    seat: Seat


def _fields(message: bytes | str | dict[str, object]) -> dict[str, object]:
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


_whole: Callable[[object], int] = KINDS["int"].check
_READ: Final[dict[str, Callable[[object], str | int | bytes]]] = {
    "hand": _text, "table": _text, "entry": _whole, "seat": _whole, "id": _text, "choice": _text,
    "to": _whole, "slot": _whole, "amount": _whole, "policy": _text, "commitment": KINDS["Hash"].check,
    "entropy": KINDS["Hash"].check, "on": KINDS["bool"].check, "game": _whole,
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


def _message(message: bytes | str | dict[str, object], what: str, seat: Seat) -> _Message:
    """Read a message for a hand or a table. Raises `Wrong`, and `IllegalEvent` for another seat's."""
    fields, choices = _fields(message), _HAND if what == "hand" else _TABLE
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
    if fields.get("seat", seat) != seat:
        reason = "players act for their own seat alone"
        raise IllegalEvent("ROOM-20", seat, f"act for seat {fields['seat']}", reason)
    values = () if argument is None else (_READ[argument](fields[argument]),)
    message_id = _text(fields["id"]) if "id" in fields else None
    return _Message(_text(fields[what]), _whole(fields["entry"]), choice, values, message_id, seat)


def _check_timely(sent: _Message, what: str, own_id: str, entries: int) -> None:
    """Raise `StaleMessage` for another hand's or table's message, and for another entry than the next."""
    if sent.own_id != own_id:
        why = f"the message is for {what} {sent.own_id}, this is {what} {own_id}"
        raise StaleMessage(why, sent.entry, entries)
    if sent.entry != entries and sent.choice not in _ENTROPY:
        when = "past" if sent.entry < entries else "not there yet"
        why = f"the message is for entry {sent.entry}, which is {when}: the next one is {entries}"
        raise StaleMessage(why, sent.entry, entries)


def _made_before(played: Hand | Table, sent: _Message) -> int | None:
    """The entry that holds just this choice; None when it has not been made."""
    if isinstance(played, Hand) and sent.choice in _ENTROPY:
        event = _event(played, None, sent)
        return played.events.index(event) if event in played.events else None
    if not 0 < sent.entry < played.entries:
        return None
    same = _is_made_in_hand(played, sent) if isinstance(played, Hand) else _is_made_at_table(played, sent)
    return sent.entry if same else None


# A hand


def _is_made_in_hand(hand: Hand, sent: _Message) -> bool:
    waiting = turn(fold(hand.events[: sent.entry]))
    try:
        return _event(hand, waiting, sent) == hand.events[sent.entry]
    except IllegalEvent:
        return False


def _event(hand: Hand, waiting: object, sent: _Message) -> e.Event:
    """The event of a choice. Raises `IllegalEvent` unless the decision is the seat's and the choice is legal.

    Entropy comes from several seats in any order: neither the entry of its message nor the decision matters.
    The house may cancel a hand whose dealer has left, but not decide how a dots tie is settled for them.
    """
    choice, seat = sent.choice, sent.seat
    if choice in _ENTROPY:
        return _ENTROPY[choice](seat, *sent.values)
    tried = choice.replace("_", " ")
    if not isinstance(waiting, Decision):
        raise IllegalEvent("ROOM-20", seat or None, tried, "nobody has a decision now")
    owner = _owner(waiting, hand.state.setup.opening.dealer)
    if seat != owner and not (seat == 0 and choice == "cancel" and waiting.kind == "dots_tie"):
        raise IllegalEvent("ROOM-20", seat or None, tried, f"{seat_words(owner)} has the decision")
    event: e.Event = getattr(waiting, _BUILDERS.get(choice, choice))(*sent.values)
    return event


def _owner(decision: Decision, dealer: Seat) -> Seat:
    """Whose decision it is: its player's, the dealer's for a dots tie, else the house's, 0."""
    if decision.seat is not None:
        return decision.seat
    return dealer if decision.kind == "dots_tie" else 0


_BUILDERS: Final = {"raise": "raise_to", "pass": "pass_", "dots_tie": "confirm"}
_ENTROPY: Final[dict[str, Callable[..., e.Event]]] = {
    "commit": e.EntropyCommitted,
    "add_entropy": e.EntropyAdded,
}


# A table

#: The events of choices; leaving has two, by whether the seat is in a hand.
_TABLE_EVENTS: Final[dict[str, Callable[..., t.TableEvent]]] = {
    "sit_out": t.PlayerSatOut,
    "come_back": t.PlayerCameBack,
    "auto_ante": t.AutoAnteSwitched,
    "choose_game": t.GameChosen,
}


def _table_event(sent: _Message) -> t.TableEvent | None:
    """The event of a choice, None for leaving."""
    kind = _TABLE_EVENTS.get(sent.choice)
    return None if kind is None else kind(sent.seat, *sent.values)


def _is_made_at_table(table: Table, sent: _Message) -> bool:
    event, made = _table_event(sent), table.log.event_at(sent.entry)
    if event is not None:
        return made == event
    return isinstance(made, t.PlayerGotUp | t.PlayerLeft) and made.seat == sent.seat

"""Each kind of value in a log, once: how it is written, read, checked, described in errors and in the schema.

A field's kind is its annotation in the event's class, which is looked up in `KINDS` by name.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from grocerydots import events as e
from grocerydots.cards import CARD_OF, Card
from grocerydots.deck.scheme import HAND_ID, SALT_BYTES, SECRET_BYTES
from grocerydots.log.canonical import quoted
from grocerydots.log.kinds import NAMES, Kind, Object, Plain, Row, Schema, Several
from grocerydots.log.written_rules import WrittenRules
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import MAX_CHIPS

_HEX: Final = frozenset("0123456789abcdef")


def is_hex(value: object, size: int) -> bool:
    """Whether it is text of so many bytes as lower-case hexadecimal digits."""
    return type(value) is str and len(value) == 2 * size and not set(value) - _HEX


def whole(name: str, least: int, most: int, what: str) -> Kind:
    """Whole numbers within bounds."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Plain(name, f"{what}, {least} to {most}", schema, f"type($) is int and {least} <= $ <= {most}")


def octets(name: str, size: int) -> Plain:
    """So many bytes, as hexadecimal digits."""
    schema = {"type": "string", "pattern": f"^[0-9a-f]{{{2 * size}}}$"}
    good = f"type($) is bytes and len($) == {size}"
    return Plain(name, f"{2 * size} lower-case hexadecimal digits", schema, good, '"{$.hex()}"', "octets($)")


def hexadecimal(name: str, size: int) -> Kind:
    """Text: so many bytes as hexadecimal digits."""
    bytes_kind = octets(name, size)
    return Plain(name, bytes_kind.expected, bytes_kind.schema(), f"is_hex($, {size})", '"{$}"')


def words(name: str, literal: Any) -> Kind:
    """One of the words of a `Literal`."""
    listed: tuple[str, ...] = get_args(literal)
    expected = f"{', '.join(listed[:-1])} or {listed[-1]}"
    return Plain(name, expected, {"enum": list(listed)}, f"type($) is str and $ in {listed}", '"{$}"')


class _DealtRow(Row):
    """A card dealt up is in the log; one dealt face down is not, nor is its salt."""

    def schema(self) -> Schema:
        """The JSON Schema."""
        seat, position, _, _, salt = [kind.reference for kind in self.fields.values()]
        start = [seat, position]
        up = self.schema_of([*start, {"const": True}, KINDS["Card"].reference, salt])
        down = self.schema_of([*start, {"const": False}, {"type": "null"}, {"type": "null"}])
        return {"oneOf": [up, down]}


NAMES.update({"Card": Card, "CARD_OF": CARD_OF, "HAND_ID": HAND_ID, "is_hex": is_hex, "quoted": quoted})
_WHOLE: Final = whole("value_whole", 0, MAX_CHIPS, "a whole number")

KINDS: Final[dict[str, Kind]] = {
    "int": _WHOLE,
    "Chips": _WHOLE,
    "Dealer": _WHOLE,
    "Seat": whole("value_seat", 1, MAX_CHIPS, "a seat number"),
    "Position": whole("value_position", 0, 51, "a position in the deck"),
    "Street": whole("value_street", 3, 7, "a street"),
    "Slot": whole("value_slot", 1, 3, "a slot of the store"),
    "Id": Plain(
        "value_hand_id",
        "1 to 64 of A-Z a-z 0-9 . _ -",
        {"type": "string", "pattern": f"^{HAND_ID.pattern}$"},
        "type($) is str and HAND_ID.fullmatch($)",
        '"{$}"',
    ),
    "Name": Plain(
        "value_name",
        f"a name of 1 to {e.LONGEST_NAME} characters",
        {"type": "string", "minLength": 1, "maxLength": e.LONGEST_NAME},
        f"type($) is str and 1 <= len($) <= {e.LONGEST_NAME}",
        "{quoted($)}",
    ),
    "DotsTie": words("value_dots_tie", DotsTie),
    "DeckKind": words("value_deck", e.DeckKind),
    "Share": words("value_share", e.Share),
    "TimeOutResult": words("value_result", e.TimeOutResult),
    "Salt": octets("value_salt", SALT_BYTES),
    "Hash": octets("value_hash", SECRET_BYTES),
    "Card": Plain(
        "value_card",
        "a card like As or Td",
        {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"},
        "type($) is Card",
        '"{$.text}"',
        "CARD_OF[$]",
    ),
    "bool": Plain(
        "value_flag",
        "true or false",
        {"type": "boolean"},
        "type($) is bool",
        '{"true" if $ else "false"}',
    ),
}
"""The table: each kind by the annotation of the fields that hold it."""
KINDS["Seals"] = Several(KINDS["Hash"], 52)
KINDS["Order"] = Several(KINDS["Position"], 52)
KINDS["Payment"] = Row(e.Payment, KINDS, "row_payment")
KINDS["Award"] = Row(e.Award, KINDS, "row_award")
KINDS["Opening"] = Row(e.Opening, KINDS, "row_opening")
KINDS["Dealt"] = _DealtRow(
    e.Dealt,
    KINDS,
    "row_dealt",
    {
        "card is not None or not up": "a card dealt up is in the log, got null",
        "up or card is salt is None": "a card dealt face down is in no log, nor is its salt",
    },
)
KINDS["Seating"] = Object(e.Seating, KINDS, "seating")
KINDS["Rules"] = WrittenRules(_WHOLE)

"""Each kind of value in a log, once: how it is written, read, checked, described in errors and in the schema.

A field's kind is its annotation in the event's class, which is looked up in `KINDS` by name.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, get_args

import attrs

from grocerydots import events as e
from grocerydots.cards import CARD_OF, Card
from grocerydots.deck.scheme import HAND_ID, SALT_BYTES, SECRET_BYTES
from grocerydots.english import listed
from grocerydots.errors import SetupError, TooNew, brief
from grocerydots.log.canonical import JSON, Wrong, an_object, check_keys, checked, quoted, said, text_of
from grocerydots.log.kinds import NAMES, Kind, Schema, keyed, object_schema, plain, row, row_schema, several
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import STRUCTURES, DotsTie, Structure, options_for
from grocerydots.rules.rules import MAX_CHIPS, RULEBOOK_VERSION, STAKES, Betting, Rules

_HEX: Final = frozenset("0123456789abcdef")


def is_hex(value: object, size: int) -> bool:
    """Whether it is text of so many bytes as lower-case hexadecimal digits."""
    return type(value) is str and len(value) == 2 * size and not set(value) - _HEX


def whole(name: str, least: int, most: int, what: str) -> Kind:
    """Whole numbers within bounds."""
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return plain(name, f"{what}, {least} to {most}", schema, f"type($) is int and {least} <= $ <= {most}")


def octets(name: str, size: int) -> Kind:
    """So many bytes, as hexadecimal digits."""
    return _digits(name, size, f"type($) is bytes and len($) == {size}", '"{$.hex()}"', "octets($)")


def hexadecimal(name: str, size: int) -> Kind:
    """Text: so many bytes as hexadecimal digits."""
    return _digits(name, size, f"is_hex($, {size})", '"{$}"')


def _digits(name: str, size: int, *expressions: str) -> Kind:
    schema = {"type": "string", "pattern": f"^[0-9a-f]{{{2 * size}}}$"}
    return plain(name, f"{2 * size} lower-case hexadecimal digits", schema, *expressions)


def words(name: str, literal: Any) -> Kind:
    """One of the words of a `Literal`."""
    known: tuple[str, ...] = get_args(literal)
    return plain(
        name, listed(known, "or"), {"enum": list(known)}, f"type($) is str and $ in {known}", '"{$}"'
    )


def _dealt_schema() -> Schema:
    """A card dealt up is in the log; one dealt face down is not, nor is its salt."""
    salt = {"anyOf": [KINDS["Salt"].reference, {"type": "null"}]}
    start = [KINDS["Seat"].reference, KINDS["Position"].reference]
    up = [*start, {"const": True}, KINDS["Card"].reference, salt]
    down = [*start, {"const": False}, {"type": "null"}, {"type": "null"}]
    return {"oneOf": [row_schema(", ".join(e.Dealt._fields), places) for places in (up, down)]}


NAMES.update(CARD_OF=CARD_OF, Card=Card, HAND_ID=HAND_ID, is_hex=is_hex, quoted=quoted)
_WHOLE: Final = whole("value_whole", 0, MAX_CHIPS, "a whole number")

KINDS: Final[dict[str, Kind]] = {
    "int": _WHOLE,
    "Chips": _WHOLE,
    "Dealer": _WHOLE,
    "Seat": whole("value_seat", 1, MAX_CHIPS, "a seat number"),
    "Position": whole("value_position", 0, 51, "a position in the deck"),
    "Street": whole("value_street", 3, 7, "a street"),
    "Slot": whole("value_slot", 1, 3, "a slot of the store"),
    "Id": plain(
        "value_hand_id",
        "1 to 64 of A-Z a-z 0-9 . _ -",
        {"type": "string", "pattern": f"^{HAND_ID.pattern}$"},
        "type($) is str and HAND_ID.fullmatch($)",
        '"{$}"',
    ),
    "Name": plain(
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
    "Card": plain(
        "value_card",
        "a card like As or Td",
        {"type": "string", "pattern": "^[2-9TJQKA][cdhs]$"},
        "type($) is Card",
        '"{$.text}"',
        "CARD_OF[$]",
    ),
    "bool": plain(
        "value_flag", "true or false", {"type": "boolean"}, "type($) is bool", '{"true" if $ else "false"}'
    ),
}
"""The table: each kind by the annotation of the fields that hold it."""
KINDS["Seals"] = several(KINDS["Hash"], 52)
KINDS["Order"] = several(KINDS["Position"], 52)
KINDS["Payment"] = row(e.Payment, KINDS, "row_payment")
KINDS["Award"] = row(e.Award, KINDS, "row_award")
KINDS["Opening"] = row(e.Opening, KINDS, "row_opening")
KINDS["Dealt"] = attrs.evolve(
    row(
        e.Dealt,
        KINDS,
        "row_dealt",
        {
            "card is not None or not up": "a card dealt up is in the log, got null",
            "up or card is salt is None": "a card dealt face down is in no log, nor is its salt",
        },
    ),
    schema=_dealt_schema(),
)
KINDS["Seating"] = keyed(e.Seating, KINDS, "seating")


# Rules: an object without what does not apply to the game and structure


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """The canonical text of rules."""
    return text_of(rules_object(rules))


def rules_object(rules: Rules) -> dict[str, JSON]:
    """Rules as a plain JSON object."""
    betting = rules.betting
    lower, higher = STAKES[betting.structure]
    stakes: dict[str, JSON] = {"structure": betting.structure, lower: betting.lower}
    if higher is not None:
        stakes[higher] = betting.higher
    written: dict[str, JSON] = {
        "act_within_ms": rules.act_within_ms,
        "ante": rules.ante,
        "betting": stakes,
        "bring_in": rules.bring_in,
        "game": rules.game,
        "rulebook": rules.rulebook,
    }
    if rules.unit is not None:
        written["unit"] = rules.unit
    return {**written, **rules.options()}


def rules_of(written: dict[str, Any]) -> Rules:
    """Rules from a plain JSON object. Raises anything at all for what are none."""
    betting = tuple(written["betting"].items())
    return _rules_of(betting, tuple([item for item in written.items() if item[0] != "betting"]))


@lru_cache(maxsize=64)  # 1 and True are one key here; the comparison with the stored bytes tells them apart
def _rules_of(betting: tuple[tuple[str, Any], ...], rest: tuple[tuple[str, Any], ...]) -> Rules:
    return _rules_from(dict(betting), **dict(rest))


def _rules_from(betting: dict[str, Any], **rest: Any) -> Rules:
    structure = betting["structure"]
    lower, higher = STAKES[structure]
    stakes = Betting(structure, betting[lower], None if higher is None else betting[higher])
    return Rules(betting=stakes, **rest)


def _check_rules(value: Any) -> Rules:
    fields = attrs.fields(Rules)
    needed = [field.name for field in fields if field.default is attrs.NOTHING]
    check_keys(an_object(value), needed, [field.name for field in fields])
    version = value.get("rulebook")
    if type(version) is int and version > RULEBOOK_VERSION:
        message = f"the hand is played by rulebook {brief(version)}; this library knows {RULEBOOK_VERSION}"
        raise Wrong(message, "rulebook", TooNew)
    checked("betting", _check_betting, value["betting"])
    try:
        rules = _rules_from(**value)
    except SetupError as error:
        problem = error.problems[0]
        raise Wrong(problem.message, problem.where) from None
    _check_applying(value, rules_object(rules))
    return rules


def _check_betting(betting: Any) -> None:
    structure = an_object(betting).get("structure")
    names = STAKES.get(structure) if type(structure) is str else None
    keys = ["structure", *[name for name in names or () if name]]
    check_keys(betting, keys, keys if names else betting)
    if not names:
        raise Wrong(f"expected one of {', '.join(STAKES)}, got {said(structure)}", "structure")


def _check_applying(value: dict[str, Any], written: dict[str, Any]) -> None:
    check_keys(value, written, value)
    for name in value:
        if name not in written:
            raise Wrong("the field does not apply to this game and structure and is left out", name)


def _rules_schema(game: GameId, structure: Structure) -> Schema:
    some = {"type": "integer", "minimum": 1, "maximum": MAX_CHIPS}
    stakes = {name: some for name in STAKES[structure] if name is not None}
    fields: dict[str, Schema] = {
        "act_within_ms": {"anyOf": [some, {"type": "null"}]},
        "ante": _WHOLE.reference,
        "betting": object_schema({"structure": {"const": structure}, **stakes}),
        "bring_in": some,
        "game": {"const": game},
        "rulebook": {"const": RULEBOOK_VERSION},
    }
    if GAMES[game].has_store:
        fields["unit"] = some
    options = {name: {"enum": list(option.values)} for name, option in options_for(game, structure).items()}
    return object_schema(fields | options)


NAMES.update(Rules=Rules, rules_of=rules_of, rules_text=rules_text)
KINDS["Rules"] = Kind(
    "type($) is Rules",
    "{rules_text($)}",
    "rules_of($)",
    _check_rules,
    {"oneOf": [_rules_schema(game, structure) for game in GAMES for structure in STRUCTURES]},
    "rules",
)

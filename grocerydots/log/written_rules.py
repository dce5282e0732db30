"""Rules as they are in a log: an object without what does not apply to the game and structure."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import attrs

from grocerydots.errors import SetupError, TooNew, brief
from grocerydots.log.canonical import JSON, Wrong, an_object, check_keys, check_there, checked, said, text_of
from grocerydots.log.kinds import NAMES, Kind, Schema, object_schema
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import STRUCTURES, Structure, options_for
from grocerydots.rules.rules import MAX_CHIPS, RULEBOOK_VERSION, STAKES, Betting, Rules


class WrittenRules(Kind):
    """The kind of value that rules are."""

    name = "rules"

    def __init__(self, whole: Kind) -> None:
        self._whole = whole
        NAMES.update(Rules=Rules, rules_text=rules_text, rules_of=rules_of)

    def good(self, v: str) -> str:
        """Whether a value may be written."""
        return f"type({v}) is Rules"

    def text(self, v: str) -> str:
        """Its canonical text."""
        return f"{{rules_text({v})}}"

    def read(self, v: str) -> str:
        """What a parsed value is in an event."""
        return f"rules_of({v})"

    def check(self, value: Any) -> Rules:
        """What a parsed value is in an event. Raises `Wrong`."""
        fields = attrs.fields(Rules)
        needed = [field.name for field in fields if field.default is attrs.NOTHING]
        check_keys(an_object(value), needed, [field.name for field in fields])
        version = value.get("rulebook")
        if type(version) is int and version > RULEBOOK_VERSION:
            message = (
                f"the hand is played by rulebook {brief(version)}; this library knows {RULEBOOK_VERSION}"
            )
            raise Wrong(message, "rulebook", TooNew)
        checked("betting", _check_betting, value["betting"])
        try:
            rules = _rules_from(**value)
        except SetupError as error:
            problem = error.problems[0]
            raise Wrong(problem.message, problem.where) from None
        _check_applying(value, rules_object(rules))
        return rules

    def schema(self) -> Schema:
        """The JSON Schema, by game and structure."""
        return {"oneOf": [self._schema_of(game, structure) for game in GAMES for structure in STRUCTURES]}

    def _schema_of(self, game: GameId, structure: Structure) -> Schema:
        some = {"type": "integer", "minimum": 1, "maximum": MAX_CHIPS}
        stakes = {name: some for name in STAKES[structure] if name is not None}
        fields: dict[str, Schema] = {
            "act_within_ms": {"anyOf": [some, {"type": "null"}]},
            "ante": self._whole.reference,
            "betting": object_schema({"structure": {"const": structure}, **stakes}),
            "bring_in": some,
            "game": {"const": game},
            "rulebook": {"const": RULEBOOK_VERSION},
        }
        if GAMES[game].has_store:
            fields["unit"] = some
        options = {
            name: {"enum": list(option.values)} for name, option in options_for(game, structure).items()
        }
        return object_schema(fields | options)


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


def _check_betting(betting: Any) -> None:
    structure = an_object(betting).get("structure")
    names = STAKES.get(structure) if type(structure) is str else None
    keys = ["structure", *[name for name in names or () if name]]
    check_keys(betting, keys, keys if names else betting)
    if not names:
        raise Wrong(f"expected one of {', '.join(STAKES)}, got {said(structure)}", "structure")


def _check_applying(value: dict[str, Any], written: dict[str, Any]) -> None:
    for name in written:
        check_there(value, name)
    for name in value:
        if name not in written:
            raise Wrong("the field does not apply to this game and structure and is left out", name)

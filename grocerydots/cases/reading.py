"""Reading case files, strictly: an unknown field, a wrong type or a case without sense is an error."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import attrs

from grocerydots import events as e
from grocerydots.errors import GrocerydotsError, brief, expect
from grocerydots.log.canonical import nests_too_deep
from grocerydots.rules.rulebook import rulebook

#: A case file may be this long in all.
LONGEST_FILE: Final = 20_000_000
#: An unknown card.
UNKNOWN: Final = "??"


class CaseError(GrocerydotsError):
    """A case file that cannot be read, has an unknown field, or holds a case that makes no sense."""


@attrs.frozen
class Case:
    """One case as it was read. Build it with `read_cases` or `Case.parse`, which check it."""

    id: str
    about: str
    rules: tuple[str, ...]
    table: dict[str, Any]
    dealer: int
    seats: tuple[dict[str, Any], ...]
    actions: tuple[dict[str, Any], ...]
    expect: dict[str, Any]
    deck: tuple[str, ...] | None = None
    cards: dict[str, dict[str, Any]] | None = None
    store: tuple[str, ...] = ()
    restocks: tuple[str, ...] = ()
    community: str | None = None
    reshuffled: tuple[str, ...] | None = None
    showdown: dict[str, str] = attrs.field(factory=dict)
    rake: int = 0

    @classmethod
    def parse(cls, value: object, where: str = "case") -> Case:
        """The case that a JSON value describes. Raises `CaseError` naming the field that is wrong."""
        fields = _Reader(where).fields(value, CASE_FIELDS, CASE_REQUIRED)
        for name in ("rules", "seats", "actions", "deck", "store", "restocks", "reshuffled"):
            if fields.get(name) is not None:
                fields[name] = tuple(fields[name])
        case = cls(**fields)
        _check_sense(case, where)
        return case


# Reading


class _Reader:
    """Checks plain JSON values, and says where one is wrong."""

    def __init__(self, where: str) -> None:
        self.where = where

    def wrong(self, expected: str, value: object) -> CaseError:
        return CaseError(f"{self.where}: expected {expected}, got {brief(value)}")

    def at(self, name: str | int) -> _Reader:
        return _Reader(f"{self.where}[{name}]" if isinstance(name, int) else f"{self.where}.{name}")

    def fields(self, value: object, known: dict[str, Check], required: frozenset[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong("an object", value)
        unknown = sorted(value.keys() - known.keys(), key=str)
        if unknown:
            raise CaseError(f"{self.where}: unknown field {brief(unknown[0])}")
        missing = sorted(required - value.keys())
        if missing:
            raise CaseError(f"{self.where}: the field {missing[0]!r} is missing")
        return {name: known[name](self.at(name), item) for name, item in value.items()}


Check = Callable[[_Reader, object], object]


def _text(at: _Reader, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise at.wrong("text", value)
    return value


def _whole(at: _Reader, value: object) -> int:
    if type(value) is not int:
        raise at.wrong("a whole number", value)
    return value


def _flag(at: _Reader, value: object) -> bool:
    if type(value) is not bool:
        raise at.wrong("true or false", value)
    return value


def _anything(at: _Reader, value: object) -> object:
    return value


def _maybe(check: Check) -> Check:
    return lambda at, value: None if value is None else check(at, value)


def _list(check: Check) -> Check:
    def read(at: _Reader, value: object) -> list[object]:
        if not isinstance(value, list):
            raise at.wrong("a list", value)
        return [check(at.at(place), item) for place, item in enumerate(value)]

    return read


def _map(check: Check) -> Check:
    def read(at: _Reader, value: object) -> dict[str, object]:
        if not isinstance(value, dict):
            raise at.wrong("an object", value)
        return {name: check(at.at(name), item) for name, item in value.items()}

    return read


def _one_of(*words: str) -> Check:
    def read(at: _Reader, value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise at.wrong(f"one of {', '.join(words)}", value)
        return value

    return read


def _object(known: dict[str, Check], *required: str) -> Check:
    return lambda at, value: at.fields(value, known, frozenset(required))


DOING: Final[dict[str, type[e.Event]]] = {
    "ante": e.AntePosted, "sit_out": e.SatOut, "bring_in": e.BroughtIn, "complete": e.Completed,
    "check": e.Checked, "call": e.Called, "fold": e.Folded, "bet": e.Bet, "raise": e.Raised,
    "buy": e.StoreCardBought,
    "pass": e.StorePassed, "show": e.HandShown, "muck": e.HandMucked, "time_out": e.TimedOut,
}  # fmt: skip

# Stakes and options are left to the rules, which say what is wrong with them and cite the rule.
_TABLE = _object(
    {
        "game": _anything, "betting": _map(_anything), "ante": _anything, "bring_in": _anything,
        "unit": _anything, "dots_tie": _anything, "options": _map(_anything),
    },
    "game", "betting", "ante",
)  # fmt: skip
_SEAT = _object(
    {"seat": _whole, "player": _text, "stack": _anything, "auto_ante": _flag}, "seat", "player", "stack"
)
_ACTION = _object(
    {"player": _text, "do": _one_of(*DOING), "to": _anything, "slot": _anything}, "player", "do"
)
_PLACES = _object({"down": _list(_text), "up": _list(_text), "river": _text})
_SHARE = _one_of(*get_args(e.Share))
_EXPECT = _object(
    {
        "refused": _object({"action": _maybe(_whole), "rule": _text}, "action", "rule"),
        "offers": _list(
            _object(
                {"before": _whole, "player": _text, "options": _list(_text)}, "before", "player", "options"
            )
        ),
        "store": _list(
            _object({"before": _whole, "row": _maybe(_list(_maybe(_text)))}, "before", "row"),
        ),
        "pots": _list(_object({"amount": _whole, "players": _list(_text)}, "amount", "players")),
        "awards": _list(
            _object(
                {"player": _text, "pot": _whole, "share": _SHARE, "amount": _whole},
                "player",
                "pot",
                "share",
                "amount",
            )
        ),
        "returned": _map(_whole),
        "stacks": _map(_whole),
        "dots": _map(_whole),
        "shown": _list(_text),
        "complete": _flag,
    }
)
CASE_FIELDS: Final[dict[str, Check]] = {
    "id": _text, "about": _text, "rules": _list(_text), "table": _TABLE, "dealer": _whole,
    "seats": _list(_SEAT), "deck": _list(_text), "cards": _map(_PLACES), "store": _list(_text),
    "restocks": _list(_text), "community": _text, "reshuffled": _list(_text), "actions": _list(_ACTION),
    "showdown": _map(_one_of("show", "muck")), "rake": _whole, "expect": _EXPECT,
}  # fmt: skip
CASE_REQUIRED: Final = frozenset({"id", "about", "rules", "table", "dealer", "seats", "actions", "expect"})


def _check_sense(case: Case, where: str) -> None:
    """Raise `CaseError` for what no hand could make sense of: players unknown, seats out of order."""
    players = [seat["player"] for seat in case.seats]
    if len(set(players)) < len(players):
        raise CaseError(f"{where}.seats: a player sits twice")
    named: list[str] = [action["player"] for action in case.actions]
    named += [*(case.cards or {}), *case.showdown]
    expect = case.expect
    for name in ("returned", "stacks", "dots"):
        named += expect.get(name, {})
    named += [row["player"] for name in ("offers", "awards") for row in expect.get(name, [])]
    named += [player for pot in expect.get("pots", []) for player in pot["players"]] + expect.get("shown", [])
    for player in named:
        if player not in players:
            raise CaseError(f"{where}: {brief(player)} is not among the players")
    if case.deck is not None and case.cards is not None:
        raise CaseError(f"{where}: give the deck or the cards by place, not both")
    if case.cards is None and (case.store or case.restocks or case.community):
        raise CaseError(f"{where}: store, restocks and community go with cards by place")
    for player, places in (case.cards or {}).items():
        _check_places(case, places, f"{where}.cards.{player}")
    for rule_id in (*case.rules, *([expect["refused"]["rule"]] if "refused" in expect else ())):
        if rule_id not in rulebook():
            raise CaseError(f"{where}: there is no rule {brief(rule_id)}")
    if case.reshuffled is not None and case.deck is None:
        raise CaseError(f"{where}: reshuffled goes with a deck")
    if not _is_clockwise([seat["seat"] for seat in case.seats]):
        raise CaseError(f"{where}.seats: expected clockwise order, by seat number")
    if case.rake and case.table.get("options", {}).get("rake") != "declared":
        raise CaseError(f"{where}.rake: goes with the option rake: declared")
    _check_actions(case, where)


def _check_places(case: Case, places: dict[str, Any], where: str) -> None:
    for name, most in (("down", 2), ("up", 4)):
        if len(places.get(name, ())) > most:
            raise CaseError(f"{where}.{name}: a player has at most {most} of them")
    if case.community is not None and "river" in places:
        raise CaseError(f"{where}.river: with a community card there is none")


def _is_clockwise(numbers: list[int]) -> bool:
    falls = sum(later < earlier for earlier, later in zip(numbers, numbers[1:] + numbers[:1], strict=True))
    return falls <= 1


def _check_actions(case: Case, where: str) -> None:
    takes = {"bet": "to", "raise": "to", "complete": "to", "buy": "slot"}
    for number, action in enumerate(case.actions):
        extra = takes.get(action["do"])
        for name in ("to", "slot"):
            if name in action and name != extra:
                raise CaseError(f"{where}.actions[{number}]: {action['do']} takes no {name!r}")
        if extra is not None and extra not in action and action["do"] != "complete":
            raise CaseError(f"{where}.actions[{number}]: {action['do']} needs {extra!r}")
    count = len(case.actions)
    rows = [*case.expect.get("offers", []), *case.expect.get("store", [])]
    for row in rows:
        if not 0 <= row["before"] <= count:
            raise CaseError(f"{where}.expect: there are {count} actions, none after {brief(row['before'])}")
    _check_refused(case, where)


def _check_refused(case: Case, where: str) -> None:
    """Raise `CaseError` for a refusal of no action, and for what is expected of after it."""
    refused = case.expect.get("refused")
    if refused is None:
        return
    number, count = refused["action"], len(case.actions)
    at_most = count if refused["rule"] == "HOUSE-32" else count - 1  # a rake may come after all actions
    if number is not None and not 0 <= number <= at_most:
        raise CaseError(f"{where}.expect.refused: there is no action {brief(number)}")
    if number is None and len(case.expect) > 1 and refused["rule"] != "HOUSE-32":
        raise CaseError(f"{where}.expect: of a hand that is refused there is nothing else to expect")
    for row in [*case.expect.get("offers", []), *case.expect.get("store", [])]:
        if number is not None and row["before"] > number:
            raise CaseError(f"{where}.expect: nothing is played after the refused action {number}")


def read_cases(path: str | Path) -> Iterator[Case]:
    """Yield the cases of a `.jsonl` file, one a line, or the single case of a `.json` file.

    Raises `CaseError`, naming file and line, for what cannot be read.
    """
    expect("path", path, str, Path)
    if path == "":
        raise CaseError("expected the path of a file, got nothing")
    for where, text in _texts(Path(path)):
        if nests_too_deep(text.encode()):
            raise CaseError(f"{where}: not a JSON value: it nests too deep")
        try:
            value = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
        except ValueError as error:
            raise CaseError(f"{where}: not a JSON value: {str(error)[:200]}") from None
        yield Case.parse(value, where)


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with path.open("rb") as file:
            stored = file.read(LONGEST_FILE + 1)
        if len(stored) > LONGEST_FILE:
            raise CaseError(f"{path}: a case file is at most {LONGEST_FILE} bytes")
        text = stored.decode()
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise CaseError(f"{str(path)!r}: {error}") from None
    if not text.strip():
        raise CaseError(f"{path}: there is no case in this file")
    if path.suffix != ".jsonl":
        yield str(path), text
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield f"{path}:{number}", line


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        name = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the field {brief(name)} appears twice")
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")

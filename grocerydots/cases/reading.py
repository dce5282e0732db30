"""Reading case files, strictly: an unknown field, a wrong type or a case without sense is an error."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Final, Literal, NotRequired, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

import attrs

from grocerydots import events as e
from grocerydots.errors import GrocerydotsError, brief, expect
from grocerydots.log.canonical import nests_too_deep
from grocerydots.rules.rulebook import rulebook

#: A case file may be this long in all.
LONGEST_FILE: Final = 20_000_000
#: An unknown card.
UNKNOWN: Final = "??"
#: What a player may do, as the field `do` of an action says it.
DOING: Final[dict[str, type[e.Event]]] = {
    "ante": e.AntePosted, "sit_out": e.SatOut, "bring_in": e.BroughtIn, "complete": e.Completed,
    "check": e.Checked, "call": e.Called, "fold": e.Folded, "bet": e.Bet, "raise": e.Raised,
    "buy": e.StoreCardBought,
    "pass": e.StorePassed, "show": e.HandShown, "muck": e.HandMucked, "time_out": e.TimedOut,
}  # fmt: skip


class CaseError(GrocerydotsError):
    """A case file that cannot be read, has an unknown field, or holds a case that makes no sense."""


# What a case holds: files are checked against these types. An `object` is left to the rules, which say what
# is wrong with it and cite the rule.


class _Table(TypedDict):
    game: object
    betting: dict[str, object]
    ante: object
    bring_in: NotRequired[object]
    unit: NotRequired[object]
    dots_tie: NotRequired[object]
    options: NotRequired[dict[str, object]]


class _Seat(TypedDict):
    seat: int
    player: str
    stack: object
    auto_ante: NotRequired[bool]


class Action(TypedDict):
    """A decision."""

    player: str
    do: Literal[
        "ante", "sit_out", "bring_in", "complete", "check", "call", "fold", "bet", "raise", "buy", "pass",
        "show", "muck", "time_out",
    ]  # fmt: skip
    to: NotRequired[object]
    slot: NotRequired[object]


class Places(TypedDict, total=False):
    """A player's cards."""

    down: list[str]
    up: list[str]
    river: str


class _Refused(TypedDict):
    action: int | None
    rule: str


class _Offer(TypedDict):
    before: int
    player: str
    options: list[str]


class _StoreRow(TypedDict):
    before: int
    row: list[str | None] | None


class _Pot(TypedDict):
    amount: int
    players: list[str]


class _Award(TypedDict):
    player: str
    pot: int
    share: e.Share
    amount: int


class Expected(TypedDict, total=False):
    """What must come of a case."""

    refused: _Refused
    offers: list[_Offer]
    store: list[_StoreRow]
    pots: list[_Pot]
    awards: list[_Award]
    returned: dict[str, int]
    stacks: dict[str, int]
    dots: dict[str, int]
    shown: list[str]
    complete: bool


@attrs.frozen
class Case:
    """One case as it was read. Build it with `read_cases` or `Case.parse`, which check it."""

    id: str
    about: str
    rules: tuple[str, ...]
    table: _Table
    dealer: int
    seats: tuple[_Seat, ...]
    actions: tuple[Action, ...]
    expect: Expected
    deck: tuple[str, ...] | None = None
    cards: dict[str, Places] | None = None
    store: tuple[str, ...] = ()
    restocks: tuple[str, ...] = ()
    community: str | None = None
    reshuffled: tuple[str, ...] | None = None
    showdown: dict[str, Literal["show", "muck"]] = attrs.field(factory=dict)
    rake: int = 0

    @classmethod
    def parse(cls, value: object, where: str = "case") -> "Case":
        """The case that a JSON value describes. Raises `CaseError` naming the field that is wrong."""
        case = cls(**_fields(cls, value, where))  # type: ignore[arg-type]  # checked by these very types
        nonsense = next(_nonsense(case), None)
        if nonsense is not None:
            raise CaseError(f"{where}{nonsense}")
        return case


# Reading

_CALLED: Final = {
    str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object",
}  # fmt: skip


def _fields(shape: type, value: object, where: str) -> dict[str, object]:
    """The fields of an object of that shape."""
    known, required = _known(shape)
    if not isinstance(value, dict):
        raise _wrong("an object", value, where)
    unknown = sorted(value.keys() - known.keys(), key=str)
    if unknown:
        raise CaseError(f"{where}: unknown field {brief(unknown[0])}")
    missing = sorted(required - value.keys())
    if missing:
        raise CaseError(f"{where}: the field {missing[0]!r} is missing")
    return {name: _read(known[name], item, f"{where}.{name}") for name, item in value.items()}


@cache
def _known(shape: type) -> tuple[dict[str, type], frozenset[str]]:
    """The type of each field that an object of that shape may have, and which it must have."""
    known = get_type_hints(shape)
    if not attrs.has(shape):
        return known, shape.__required_keys__  # type: ignore[attr-defined]
    required = frozenset([field.name for field in attrs.fields(shape) if field.default is attrs.NOTHING])
    # A field of a case is left out, never null.
    return {name: _not_none(hint) for name, hint in known.items()}, required


def _not_none(hint: type) -> type:
    kind: type = get_args(hint)[0] if get_origin(hint) is UnionType else hint
    return kind


def _read(hint: type, value: object, where: str) -> object:
    """A value of that type, from JSON."""
    if hint is object or (value is None and get_origin(hint) is UnionType):
        return value
    hint = _not_none(hint)
    if is_typeddict(hint):
        return _fields(hint, value, where)
    kind, of = get_origin(hint) or hint, get_args(hint)
    if kind is Literal:
        if value not in of:
            raise _wrong(f"one of {', '.join(of)}", value, where)
        return value
    json_kind = list if kind is tuple else kind
    fits = type(value) is int if kind is int else isinstance(value, json_kind)
    if not fits or value == "":
        raise _wrong(_CALLED[json_kind], value, where)
    if isinstance(value, list):
        return kind([_read(of[0], item, f"{where}[{place}]") for place, item in enumerate(value)])
    if isinstance(value, dict):
        return {name: _read(of[1], item, f"{where}.{name}") for name, item in value.items()}
    return value


def _wrong(expected: str, value: object, where: str) -> CaseError:
    return CaseError(f"{where}: expected {expected}, got {brief(value)}")


def _nonsense(case: Case) -> Iterator[str]:
    """What no hand could make sense of: the place within the case, a colon, and why."""
    players = [seat["player"] for seat in case.seats]
    if len(set(players)) < len(players):
        yield ".seats: a player sits twice"
    yield from [f": {brief(name)} is not among the players" for name in _named(case) if name not in players]
    if case.deck is not None and case.cards is not None:
        yield ": give the deck or the cards by place, not both"
    if case.cards is None and (case.store or case.restocks or case.community):
        yield ": store, restocks and community go with cards by place"
    for player, places in (case.cards or {}).items():
        if len(places.get("down", ())) > 2:
            yield f".cards.{player}.down: a player has at most 2 of them"
        if len(places.get("up", ())) > 4:
            yield f".cards.{player}.up: a player has at most 4 of them"
        if case.community is not None and "river" in places:
            yield f".cards.{player}.river: with a community card there is none"
    refused = case.expect.get("refused")
    for rule_id in (*case.rules, *([refused["rule"]] if refused else ())):
        if rule_id not in rulebook():
            yield f": there is no rule {brief(rule_id)}"
    if case.reshuffled is not None and case.deck is None:
        yield ": reshuffled goes with a deck"
    numbers = [seat["seat"] for seat in case.seats]
    if sum(later < earlier for earlier, later in zip(numbers, numbers[1:] + numbers[:1], strict=True)) > 1:
        yield ".seats: expected clockwise order, by seat number"
    if case.rake and case.table.get("options", {}).get("rake") != "declared":
        yield ".rake: goes with the option rake: declared"
    yield from _nonsense_of_actions(case)


def _named(case: Case) -> Iterator[str]:
    """Every player that is named beside the seats."""
    expect = case.expect
    yield from [action["player"] for action in case.actions]
    yield from (*(case.cards or {}), *case.showdown)
    yield from (*expect.get("returned", {}), *expect.get("stacks", {}), *expect.get("dots", {}))
    yield from [row["player"] for row in (*expect.get("offers", ()), *expect.get("awards", ()))]
    yield from [player for pot in expect.get("pots", ()) for player in pot["players"]]
    yield from expect.get("shown", ())


def _nonsense_of_actions(case: Case) -> Iterator[str]:
    takes = {"bet": "to", "raise": "to", "complete": "to", "buy": "slot"}
    for number, action in enumerate(case.actions):
        extra = takes.get(action["do"])
        for name in ("to", "slot"):
            if name in action and name != extra:
                yield f".actions[{number}]: {action['do']} takes no {name!r}"
        if extra is not None and extra not in action and action["do"] != "complete":
            yield f".actions[{number}]: {action['do']} needs {extra!r}"
    count = len(case.actions)
    befores = [row["before"] for row in (*case.expect.get("offers", ()), *case.expect.get("store", ()))]
    for before in befores:
        if not 0 <= before <= count:
            yield f".expect: there are {count} actions, none after {brief(before)}"
    if "refused" not in case.expect:
        return
    refused, is_rake = case.expect["refused"]["action"], case.expect["refused"]["rule"] == "HOUSE-32"
    if refused is None:
        if len(case.expect) > 1 and not is_rake:
            yield ".expect: of a hand that is refused there is nothing else to expect"
        return
    if not 0 <= refused < count + is_rake:  # a rake may come after all actions
        yield f".expect.refused: there is no action {brief(refused)}"
    if any(before > refused for before in befores):
        yield f".expect: nothing is played after the refused action {refused}"


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

"""The rulebook as data: every rule by the number that refusals, findings, tests and docs cite.

The text is a packaged JSON file, read on the first call of `rulebook`; importing this module reads nothing.
Rule numbers are never reused: a rule that changes its meaning gets a new number.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

import attrs

from grocerydots.errors import NotationError, brief, expect
from grocerydots.rules.options import OptionValue as OptionValue
from grocerydots.rules.rules import RULEBOOK_VERSION as RULEBOOK_VERSION

#: The families of rules, id to title, in the rulebook's order.
FAMILIES: Mapping[str, str] = MappingProxyType({
    "GSD": "Grocery Store Dots",
    "LIM": "Seven-card stud at fixed limit, high and hi-lo",
    "ROOM": "Seven-card stud in an online room",
    "RAZZ": "Seven-card stud for the low",
    "HOUSE": "House points: options with defaults",
    "STRUCT": "Other betting structures",
})  # fmt: skip


@attrs.frozen
class WorkedExample:
    """A worked number of the rulebook: a situation and what the rules make of it."""

    number: int  #: 1 to 8.
    rules: tuple[str, ...]  #: Ids of the rules it shows.
    text: str


@attrs.frozen
class Rule:
    """One numbered rule; `question`, `option`, `options`, `default` and `why` are for the HOUSE family."""

    id: str
    text: str
    question: str = ""
    option: str = ""  #: The option's name in a table's rules, such as ``restock``; empty without one.
    options: tuple[OptionValue, ...] = ()  #: Every value that the named option takes.
    default: OptionValue | None = None  #: The same in every game; None without one, or where games differ.
    game_defaults: tuple[tuple[str, OptionValue], ...] = ()  #: Game and its default, where games differ.
    why: str = ""
    examples: tuple[WorkedExample, ...] = ()

    @property
    def family(self) -> str:
        """The part before the number: a key of `FAMILIES`."""
        return self.id.partition("-")[0]

    @property
    def number(self) -> int:
        """The number within the family, from 1."""
        return int(self.id.partition("-")[2])

    def default_for(self, game: str) -> OptionValue | None:
        """The option's default in a game such as ``stud_high``; None where the table must say (GSD-16)."""
        return dict(self.game_defaults).get(game, self.default)


def rulebook() -> Mapping[str, Rule]:
    """Every rule by id, in the rulebook's order: by family, as in `FAMILIES`, then by number."""
    return _load()[0]


def worked_examples() -> tuple[WorkedExample, ...]:
    """The rulebook's worked numbers, in order."""
    return _load()[1]


def rule(rule_id: str) -> Rule:
    """The rule of that id, in any case: ``rule("gsd-10")``. Raises `NotationError` naming near ids."""
    if not isinstance(rule_id, str):
        raise NotationError(f"a rule's id is text, such as GSD-10, not {brief(rule_id)}")
    rules = rulebook()
    wanted = rule_id.strip().upper()
    if wanted not in rules:
        from difflib import get_close_matches

        near = get_close_matches(wanted[:40], rules, n=3) or [f"{family}-1" for family in FAMILIES]
        raise NotationError(f"no rule has the id {wanted[:40]!r}; near ids are {', '.join(near)}")
    return rules[wanted]


def search(text: str) -> tuple[Rule, ...]:
    """The rule of that id, or else every rule that holds all of these words, in any case and anywhere.

    Raises `NotationError` when there is none: naming near ids for what looks like an id.
    """
    expect("text", text, str)
    if re.fullmatch(r"[A-Za-z]+-?[0-9]+", text.strip()):
        return (rule(text),)
    words = text.casefold().split()
    found = [each for each in rulebook().values() if words and all(word in _searched(each) for word in words)]
    if not found:
        raise NotationError(f"no rule has {' and '.join(map(brief, words)) or 'nothing'} in its id or text")
    return tuple(found)


def _searched(each: Rule) -> str:
    examples = [example.text for example in each.examples]
    return " ".join((each.id, each.question, each.text, each.option, each.why, *examples)).casefold()


@cache
def _load() -> tuple[Mapping[str, Rule], tuple[WorkedExample, ...]]:
    import json
    from importlib.resources import files

    book = json.loads(files("grocerydots.rules").joinpath("rulebook.json").read_text(encoding="utf-8"))
    examples = tuple([WorkedExample(e["number"], tuple(e["rules"]), e["text"]) for e in book["examples"]])
    rules = {entry["id"]: _rule(examples, **entry) for entry in book["rules"]}
    return MappingProxyType(rules), examples


def _rule(
    examples: tuple[WorkedExample, ...],
    *,
    options: Iterable[OptionValue] = (),
    default: OptionValue | dict[str, OptionValue] | None = None,
    **texts: str,
) -> Rule:
    by_game = default if isinstance(default, dict) else {}
    return Rule(
        **texts,
        options=tuple(options),
        default=None if isinstance(default, dict) else default,
        game_defaults=tuple(by_game.items()),
        examples=tuple([example for example in examples if texts["id"] in example.rules]),
    )

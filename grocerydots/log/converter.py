"""The cattrs converter that makes events of plain JSON values and notes the path to whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args, get_origin

import attrs
from cattrs import Converter
from cattrs.errors import AttributeValidationNote, BaseValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn, override

from grocerydots import events as e
from grocerydots.errors import SetupError, TooNew, brief
from grocerydots.log.kinds import CHECKS, FIELDS, LENGTHS, ROWS, Name, SeatNumber, Whole, Wrong, checked, said
from grocerydots.log.parsing import check_keys, check_there
from grocerydots.log.readers import rules_from
from grocerydots.log.texts import rules_object
from grocerydots.rules.rules import RULEBOOK_VERSION, STAKES, Rules

_T = TypeVar("_T")
_Hook = Callable[[Any, Any], Any]

_NOTES = (AttributeValidationNote, IterableValidationNote)
_converter = Converter(detailed_validation=True)


def structured(value: Any, kind: type[_T]) -> _T:
    """The value as that kind; raises `Wrong` for the first thing that is wrong, with its path."""
    try:
        return _converter.structure(value, kind)
    except BaseValidationError as error:
        raise _first(error) from None


def _first(error: BaseException) -> BaseException:
    path = ""
    while isinstance(error, BaseValidationError):
        error = error.exceptions[0]
        path += "".join([_step(note) for note in error.__notes__ if isinstance(note, _NOTES)])
    return error.under(path) if isinstance(error, Wrong) else error


def _step(note: AttributeValidationNote | IterableValidationNote) -> str:
    return f".{note.name}" if isinstance(note, AttributeValidationNote) else f"[{note.index}]"


def _plain(check: Callable[[Any], Any]) -> _Hook:
    return lambda value, _: check(value)


# Objects


def _object(cls: Any) -> _Hook:
    names = [field.name for field in attrs.fields(cls)]
    hooks: Any = {name: override(struct_hook=_field(name)) for name in names if name in FIELDS}
    fill = make_dict_structure_fn(cls, _converter, **hooks)

    def structure(value: Any, _: Any) -> Any:
        check_keys(value, names, names)
        return fill(value, cls)

    return structure


def _field(name: str) -> _Hook:
    def structure(value: Any, _: Any) -> Any:
        found = _converter.structure(value, FIELDS[name])
        if name in LENGTHS and found is not None and len(found) != LENGTHS[name]:
            raise Wrong(f"expected {LENGTHS[name]} items, got {len(found)}")
        return found

    return structure


@attrs.frozen
class _Seating:
    """A `Seating`, a named tuple, as the object that it is in a line."""

    seat: SeatNumber
    player: Name
    stack: Whole
    auto_ante: bool


def _seating(value: Any, _: Any) -> e.Seating:
    return e.Seating(*attrs.astuple(_converter.structure(value, _Seating)))


# Arrays


def _is_array(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1] is ...


def _array(kind: Any) -> _Hook:
    items: Any = list.__class_getitem__(get_args(kind)[0])

    def structure(value: Any, _: Any) -> Any:
        if type(value) is not list:
            raise Wrong(f"expected an array, got {said(value)}")
        return tuple(_converter.structure(value, items))

    return structure


def _row(row: Any, places: tuple[Any, ...]) -> _Hook:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not list or len(value) != len(places):
            raise Wrong(f"expected [{', '.join(row._fields)}], got {said(value)}")
        found = row(*_converter.structure(value, tuple[places]))  # type: ignore[valid-type]
        if row is e.Dealt:
            _check_side(found)
        return found

    return structure


def _check_side(dealt: e.Dealt) -> None:
    if dealt.up and dealt.card is None:
        raise Wrong("a card dealt up stands in the log, got null")
    if not dealt.up and (dealt.card is not None or dealt.salt is not None):
        raise Wrong("a card dealt face down stands in no log, nor does its salt")


# Rules


def _rules(value: Any, _: Any) -> Rules:
    fields = attrs.fields(Rules)
    needed = [field.name for field in fields if field.default is attrs.NOTHING]
    check_keys(value, needed, [field.name for field in fields])
    version = value.get("rulebook")
    if type(version) is int and version > RULEBOOK_VERSION:
        message = f"the hand is played by rulebook {brief(version)}; this library knows {RULEBOOK_VERSION}"
        raise Wrong(message, "rulebook", TooNew)
    _check_betting(value["betting"])
    try:
        rules = rules_from(**value)
    except SetupError as error:
        problem = error.problems[0]
        raise Wrong(problem.message, problem.where) from None
    _check_applying(value, rules_object(rules))
    return rules


def _check_betting(value: Any) -> None:
    structure = value.get("structure") if type(value) is dict else None
    names = STAKES.get(structure, ()) if type(structure) is str else ()
    keys = ["structure", *[name for name in names if name]]
    checked("betting", lambda betting: check_keys(betting, keys, keys if names else betting), value)
    if not names:
        message = f"expected one of {', '.join(STAKES)}, got {said(structure)}"
        raise Wrong(message, "betting.structure")


def _check_applying(value: dict[str, Any], written: dict[str, Any]) -> None:
    for name in written:
        check_there(value, name)
    for name in value:
        if name not in written:
            raise Wrong("the field does not apply to this game and structure and is left out", name)


# The table of hooks

_converter.register_structure_hook_factory(attrs.has, _object)
_converter.register_structure_hook_factory(_is_array, _array)
_converter.register_structure_hook(e.Seating, _seating)
_converter.register_structure_hook(Rules, _rules)
for _kind, _check in CHECKS.items():
    _converter.register_structure_hook(_kind, _plain(_check))
for _kind, _places in ROWS.items():
    _converter.register_structure_hook(_kind, _row(_kind, _places))

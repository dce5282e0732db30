"""JSON, strictly: the one way to write a value (RFC 8785, as far as logs need it), and reading it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeVar

import attrs

from grocerydots.errors import LogError, MalformedLog, brief

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"
_Value = TypeVar("_Value")

#: The largest whole number, and with a minus the smallest, that every JSON reader keeps exact.
MAX_INT: Final = 2**53 - 1

_quoted = json.JSONEncoder(ensure_ascii=False).encode


# Writing


def canonical(value: JSON) -> bytes:
    """The canonical bytes: UTF-8, keys sorted by UTF-16 code units, no spaces, nothing escaped without need.

    Raises `MalformedLog` for what has none: a float, a number beyond `MAX_INT`, a lone surrogate.
    """
    return text_of(value).encode("utf-8")


def text_of(value: JSON) -> str:
    """The canonical form as text; raises like `canonical`."""
    if value is None or type(value) is bool:
        return "null" if value is None else "true" if value else "false"
    if type(value) is int and -MAX_INT <= value <= MAX_INT:
        return str(value)
    if type(value) is str:
        return quoted(value)
    if type(value) is list:
        return f"[{','.join([text_of(item) for item in value])}]"
    if type(value) is dict and all(type(key) is str for key in value):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join([f"{quoted(key)}:{text_of(value[key])}" for key in keys]) + "}"
    raise MalformedLog(f"{brief(value)} has no canonical form")


def quoted(text: str) -> str:
    """A string in quotes, escaped where JSON must and nowhere else; raises like `canonical`."""
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a UTF-16 pair, as only a JSON escape can bring in
        raise MalformedLog(f"{brief(text)} holds a lone surrogate, which UTF-8 cannot hold") from None
    return _quoted(text)


# What is wrong


@attrs.define
class Wrong(ValueError):
    """What is wrong with a value, the path to it from where it was read, and the class of a log's error."""

    message: str
    path: str = ""
    kind: type[LogError] = MalformedLog

    def under(self, path: str) -> Wrong:
        """The same from further out, where the value is at that path."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        return Wrong(self.message, f"{path}{dot}{self.path}", self.kind)

    def at_line(self, number: int | None) -> LogError:
        """The error that a reader of the log gets."""
        return self.kind(self.message, number, self.path)


def checked(path: str, check: Callable[[Any], _Value], value: Any) -> _Value:
    """What the check returns for the value at that path; a `Wrong` that it raises names the path."""
    try:
        return check(value)
    except Wrong as wrong:
        raise wrong.under(path) from None


def said(value: object) -> str:
    """A value as JSON writes it, cut short, for a message."""
    return text_of(value) if value is None or type(value) is bool else brief(value)


# Reading

_MOST_DIGITS: Final = 17  # of a number that may be within bounds, with its sign
_MANY: Final = 200  # brackets; lines of played hands have fewer
_DEEP: Final = 100  # no event nests four deep; anything that a parser follows without pain will do
_STRING: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"')


def parsed(line: bytes) -> dict[str, Any]:
    """The object that a line is. Raises `Wrong`; a number that no field may hold is left for its check."""
    if nests_too_deep(line):
        raise Wrong("arrays and objects are nested too deeply")
    text = _text(line)
    try:
        value, end = _parse(text)
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")
        raise Wrong(f"no JSON: {what} at character {error.pos + 1}") from None
    if end != len(text):
        raise Wrong(f"something follows the JSON, from character {end + 1} on: {said(text[end : end + 20])}")
    return an_object(value)


def nests_too_deep(text: bytes) -> bool:
    """Whether JSON text nests deeper than any parser should follow, whatever this one's limit is."""
    return len(text) > _MANY and text.count(b"[") + text.count(b"{") > _MANY and _depth(text) > _DEEP


def _depth(text: bytes) -> int:
    brackets = [char for char in _STRING.sub(b"", text) if char in b"[]{}"]
    return max(accumulate([1 if char in b"[{" else -1 for char in brackets]), default=0)


def _text(line: bytes) -> str:
    if not line:
        raise Wrong("the line is empty")
    if line.endswith(b"\r"):
        raise Wrong(r"the line ends with \r\n; lines end with \n alone")
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise Wrong(f"byte {error.start + 1} is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise Wrong("the line starts with a byte order mark; this format has none")
    return text


@attrs.frozen(repr=False)
class _Odd:
    """A number that no field may hold, kept as it was written."""

    text: str

    def __repr__(self) -> str:
        return self.text if len(self.text) <= 30 else f"a number of {len(self.text)} characters"


def _whole(text: str) -> int | _Odd:
    return int(text) if len(text) <= _MOST_DIGITS else _Odd(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        counts = Counter([name for name, _ in pairs])
        name = next(name for name, count in counts.items() if count > 1)
        raise Wrong(f"the field {said(name)} is there twice")
    return fields


_parse = json.JSONDecoder(
    object_pairs_hook=_once, parse_int=_whole, parse_float=_Odd, parse_constant=_Odd
).raw_decode


def check_bytes(line: bytes, written: bytes) -> None:
    """Raise `Wrong` unless the line is the one way in which what it says is written."""
    if line != written:
        at = differs_at(line, written)
        found, expected = (text[at : at + 20].decode(errors="replace") for text in (line, written))
        raise Wrong(f"not canonical from byte {at + 1} on: expected {expected!r}, got {found!r}")


def differs_at(found: bytes, expected: bytes) -> int:
    """The place of the first byte in which these differ."""
    shorter = min(len(found), len(expected))
    return next((at for at in range(shorter) if found[at] != expected[at]), shorter)


def an_object(value: Any) -> dict[str, Any]:
    """The value, if it is an object; raises `Wrong`."""
    if type(value) is not dict:
        raise Wrong(f"expected an object, got {said(value)}")
    return value


def check_keys(fields: dict[str, Any], needed: Iterable[str], known: Iterable[str]) -> None:
    """Raise `Wrong` unless an object has what is needed, and nothing that is not known."""
    for name in needed:
        check_there(fields, name)
    for name in fields:
        if name not in known:
            path = name if name.isidentifier() and len(name) <= 60 else brief(name)
            raise Wrong(f"there is no such field here; there are {', '.join(known) or 'none'}", path)


def check_there(fields: dict[str, Any], name: str) -> None:
    """Raise `Wrong` unless the field is there."""
    if name not in fields:
        raise Wrong("the field is missing", name)

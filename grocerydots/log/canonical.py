"""Canonical JSON: the one way in which a value may be written (RFC 8785, for the values that logs use)."""

from __future__ import annotations

from json import JSONEncoder
from typing import Final, TypeAlias

from grocerydots.errors import MalformedLog, brief

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"

#: The largest whole number, and with a minus the smallest, that every JSON reader keeps exact.
MAX_INT: Final = 2**53 - 1

_quoted = JSONEncoder(ensure_ascii=False).encode


def canonical(value: JSON) -> bytes:
    """The canonical bytes: UTF-8, keys sorted by UTF-16 code units, no spaces, nothing escaped without need.

    Raises `MalformedLog` for what has none: a float, a number beyond `MAX_INT`, a lone surrogate.
    """
    return text_of(value).encode("utf-8")


def text_of(value: JSON) -> str:
    """The canonical form as text; raises like `canonical`."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if type(value) is int and -MAX_INT <= value <= MAX_INT:
        return str(value)
    if type(value) is str:
        return quoted(value)
    if type(value) is list:
        return f"[{','.join([text_of(item) for item in value])}]"
    if type(value) is dict and all(type(key) is str for key in value):
        keys = sorted(value, key=_utf16)
        return "{" + ",".join([f"{quoted(key)}:{text_of(value[key])}" for key in keys]) + "}"
    raise MalformedLog(f"{brief(value)} has no canonical form")


def quoted(text: str) -> str:
    """A string in quotes, escaped where JSON must and nowhere else; raises like `canonical`."""
    if has_surrogate(text):
        raise MalformedLog(f"{brief(text)} holds a lone surrogate, which UTF-8 cannot hold")
    return _quoted(text)


def has_surrogate(text: str) -> bool:
    """Whether the text holds half of a UTF-16 pair, as only a JSON escape can bring in."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")

"""Names fit to print: anybody's text, with whatever could hide, move or overwrite other text made visible."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from grocerydots.errors import NotationError, brief, expect
from grocerydots.events import Seating
from grocerydots.rules.rules import Seat

#: How wide a name is shown, in columns of a terminal.
NAME_WIDTH = 20
#: More marks than this over one letter are a trick, not a language.
MOST_MARKS = 4
LEFT_TO_RIGHT_MARK = "\u200e"

# Letters and marks that are drawn as nothing or as a blank: fillers, joiners, variation selectors.
_INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800),
        (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
_EMOJI_STYLE = "\ufe0f"  # after a symbol it only says in which style to draw it


def visible(text: str) -> str:
    r"""The text in one line of harmless characters, at any length.

    Controls, line ends, format and bidi characters, surrogates, private and unassigned characters, blanks
    other than the space, and what is drawn as nothing are written as ``\x1b``, ``\u202e``, ``\U000e0001``.
    """
    expect("text", text, str)
    return "".join(_pieces(text))


def safe_name(name: str, width: int = NAME_WIDTH) -> str:
    r"""A player's name fit to print: harmless as of `visible`, and at most `width` columns, cut with ``…``.

    A space at either end is written as ``\x20``. A name of ordinary letters of any script stays as it is.
    """
    expect("name", name, str)
    if type(width) is not int or width < 1:
        raise NotationError(f"width: expected columns, 1 or more, got {brief(width)}")
    start, end = len(name) - len(name.lstrip(" ")), len(name.rstrip(" "))
    pieces: list[str] = []
    fits = used = 0  # how many pieces leave room for the "…", and the columns of all
    for at, piece in enumerate(_pieces(name)):
        pieces.append(r"\x20" if piece == " " and not start <= at < end else piece)
        used += columns(pieces[-1])
        if used < width:
            fits = at + 1
        elif used > width:
            return "".join(pieces[:fits]) + "…"
    return "".join(pieces)


def _pieces(text: str) -> Iterator[str]:
    """Each character of the text, or its escape."""
    before = ""
    marks = 0
    for char in text:
        is_mark = unicodedata.category(char) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        stacked = is_mark and (not before or marks > MOST_MARKS)
        styles = char == _EMOJI_STYLE and unicodedata.category(before or " ") == "So"
        hidden = not char.isprintable() or char in _INVISIBLE
        yield _escape(char) if stacked or (hidden and not styles) else char
        before = char


def _escape(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def columns(text: str) -> int:
    """How many columns of a terminal a visible text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def padded(text: str, width: int) -> str:
    """The text with spaces after it, up to a number of columns."""
    return text + " " * (width - columns(text))


def table_names(seatings: Iterable[Seating]) -> dict[Seat, str]:
    """What to call each seat's player: safe, and with the seats where any two names look alike.

    The seats are added as well where somebody is called by a seat. A name with letters that run from the
    right does not turn the text around it.
    """
    names = {s.seat: safe_name(s.player) for s in seatings}
    looks = {_look(name) for name in names.values()}
    if len(looks) < len(names) or any("(seat" in look for look in looks):
        names = {seat: f"{name} (seat {seat})" for seat, name in names.items()}
    return {seat: _steadied(name) for seat, name in names.items()}


# Letters of other scripts that are drawn as Latin ones, then what many fonts draw alike.
_DRAWN_AS: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТХУЗаеоѕіјрсухһԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονIl1|0O",
    "ABESIJKMHOPCTXY3aeosijpcyxhdqwABEZHIKMNOPTYXoviiiioo",
)


def _look(name: str) -> str:
    """What names have in common that look the same, or differ in capitals or spaces alone."""
    plain = unicodedata.normalize("NFKC", name).replace(_EMOJI_STYLE, "").translate(_DRAWN_AS)
    return " ".join(unicodedata.normalize("NFKC", plain.casefold()).translate(_DRAWN_AS).split())


def _steadied(name: str) -> str:
    """A name with letters that run from the right, kept from drawing the numbers after it to its left."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return name + LEFT_TO_RIGHT_MARK if turns else name

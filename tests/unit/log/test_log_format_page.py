"""The page of the log format says what the code does: tags, fields, kinds, examples, limits."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from grocerydots.log import FORMAT, LONGEST_LINE, decode_line, encode_event, read_log
from grocerydots.log.fields import KINDS
from grocerydots.log.format import HAND
from grocerydots.log.kinds import annotations_of
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import STAKES, Rules

PATH = Path(__file__).resolve().parents[3] / "docs" / "reference" / "log-format.md"
PAGE = PATH.read_text(encoding="utf-8")
BLOCKS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
WHOLE_HAND = BLOCKS[0]
HEADS = next(block for block in BLOCKS if re.fullmatch(r"(?:[0-9a-f]{64}\n)+", block))
EXAMPLES = [line for block in BLOCKS[1:] for line in block.splitlines() if line.startswith("{")]

#: How the page calls what fields hold, and how the events' classes do.
CALLED = {
    "seat": "Seat",
    "number": "Dealer",
    "chips": "Chips",
    "position": "Position",
    "street": "Street",
    "slot": "Slot",
    "flag": "bool",
    "card": "Card",
    "id": "Id",
    "hash": "Hash",
    "hash or null": "Hash | None",
    "salt or null": "Salt | None",
    "object": "Rules",
    "array of seats": "tuple[Seat, ...]",
    "array of positions": "tuple[Position, ...]",
    "array of 52 positions or null": "Order | None",
    "array of 52 hashes": "Seals",
    "array of seatings": "tuple[Seating, ...]",
    "array of payments": "tuple[Payment, ...]",
    "array of dealt cards": "tuple[Dealt, ...]",
    "array of openings": "tuple[Opening, ...]",
    "array of awards": "tuple[Award, ...]",
}
WORDS = {"DotsTie", "DeckKind", "TimeOutResult"}


def rows(title: str) -> list[list[str]]:
    """The cells of the tables from a heading to the next, their heads left out."""
    section = re.split(r"\n#+ ", PAGE.split(f"\n{title}\n", 1)[1], maxsplit=1)[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line[:1] == "|"
    ]
    rules = [at for at, row in enumerate(cells) if set(row[0]) == {"-"}]
    return [row for at, row in enumerate(cells) if at not in rules and at + 1 not in rules]


def documented() -> dict[str, dict[str, str]]:
    """Each event's fields and their kinds, as the page has them."""
    first = {row[0].strip("`"): row[1] for row in rows("## The first entry")}
    found = {"hand_opened": {name: kind for name, kind in first.items() if name not in ("format", "version")}}
    for title in ("Before the cards", "Cards", "Betting", "The store", "Showdown and end"):
        for row in rows(f"### {title}"):
            fields = re.findall(r"`(\w+)` ([\w ]+)", row[1])
            found[row[0].strip("`")] = {name: kind.strip() for name, kind in fields}
    return found


def test_the_page_has_every_event_with_its_fields() -> None:
    expected = {tag: {field.name for field in attrs.fields(event)} for tag, event in HAND.event_of.items()}
    assert {tag: set(fields) for tag, fields in documented().items()} == expected


@pytest.mark.parametrize(("tag", "fields"), documented().items(), ids=documented())
def test_the_page_gives_each_field_its_kind(tag: str, fields: dict[str, str]) -> None:
    held = annotations_of(HAND.event_of[tag])
    for name, kind in fields.items():
        assert held[name] in WORDS if kind == "word" else held[name] == CALLED[kind], name


def test_the_page_has_every_field_of_the_rules_with_its_words() -> None:
    table = {row[0].strip("`"): row[2] for row in rows("### Rules") if len(row) == 3}
    assert set(table) == {field.name for field in attrs.fields(Rules)}
    for name, option in OPTIONS.items():
        if True not in option.values:
            assert re.findall(r"`(\w+)`", table[name].partition(";")[2]) == list(option.values)


def test_the_page_has_the_stakes_of_every_structure() -> None:
    table = {
        word: row[1] for row in rows("### Rules") if len(row) == 2 for word in re.findall(r"`(\w+)`", row[0])
    }
    assert {name: tuple(re.findall(r"`(\w+)`", stakes)) for name, stakes in table.items()} == {
        name: tuple(stake for stake in stakes if stake) for name, stakes in STAKES.items()
    }


@pytest.mark.parametrize("line", EXAMPLES)
def test_an_example_of_the_page_is_a_line(line: str) -> None:
    assert encode_event(*decode_line(line.encode())) == line.encode()


def test_the_page_has_an_example_of_nearly_every_event() -> None:
    shown = {re.findall(r'"event":"(\w+)"', line)[0] for line in [*EXAMPLES, *WHOLE_HAND.splitlines()]}
    assert set(HAND.event_of) - shown == {"deck_sealed"}  # too long for anybody to look at


def test_the_hand_of_the_page_is_a_log_with_these_heads() -> None:
    log = read_log(WHOLE_HAND.encode())
    assert log.is_finished
    assert log.heads == tuple(HEADS.split())


def test_the_page_is_about_this_version_and_these_limits() -> None:
    assert f"`{FORMAT}` version {HAND.version}" in PAGE.splitlines()[0]
    limits = [int(row[1].removesuffix(" bytes").replace(",", "")) for row in rows("## Limits")]
    assert limits == [LONGEST_LINE, HAND.most_entries, HAND.most_bytes]


def test_what_the_page_says_of_the_order_of_bounds_is_so() -> None:
    assert {KINDS[name].schema["maxItems"] for name in ("Order", "Seals")} == {52}

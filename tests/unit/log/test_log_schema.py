"""The JSON Schema of log lines: up to date, true of every line, and no wider than it has to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from log_schema import log_line_schema, written
from page_hands import many, showcase, special

from grocerydots.log.format import HAND

FILE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "schema" / "log-line.schema.json"


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    return Draft202012Validator(log_line_schema())


def test_the_file_in_the_docs_is_what_the_package_derives() -> None:
    assert FILE.read_text(encoding="utf-8") == written(), "run tests/regenerate.py"


def test_it_is_a_schema_with_a_kind_for_every_tag() -> None:
    schema = log_line_schema()
    Draft202012Validator.check_schema(schema)
    kinds = [kind["$ref"].removeprefix("#/$defs/") for kind in schema["oneOf"]]
    assert kinds == [*HAND.event_of, "end"]


def test_every_line_that_the_library_writes_fits(schema: Draft202012Validator) -> None:
    seen = set()
    for hand in [*special().values(), *many(2)]:
        for line in hand.log.to_bytes().splitlines():
            value = json.loads(line)
            kind = Draft202012Validator(
                {**log_line_schema(), "oneOf": [{"$ref": f"#/$defs/{value['event']}"}]}
            )
            if value["event"] not in seen:
                kind.validate(value)
                schema.validate(value)
            seen.add(value["event"])
    assert seen == {*HAND.event_of, "end"}


def line_of(tag: str) -> dict[str, Any]:
    lines = [json.loads(line) for line in showcase().log.to_bytes().splitlines()]
    return next(line for line in lines if line["event"] == tag)


@pytest.mark.parametrize(
    ("tag", "change"),
    [
        ("called", {"amount": -1}),
        ("called", {"amount": 1.5}),
        ("called", {"amount": "2"}),
        ("called", {"amount": True}),
        ("called", {"amount": 2**53}),
        ("called", {"seat": 0}),
        ("called", {"to": 4}),
        ("called", {"at": None}),
        ("raised", {"full": 1}),
        ("card_burned", {"position": 52}),
        ("betting_closed", {"street": 8}),
        ("store_card_bought", {"slot": 4}),
        ("store_card_bought", {"card": "1s"}),
        ("dots_tie_confirmed", {"policy": "split"}),
        ("deck_sealed", {"seals": []}),
        ("deck_sealed", {"order_seal": "AB" * 32}),
        ("hand_opened", {"version": HAND.version + 1}),
        ("hand_opened", {"hand_id": "a b"}),
        ("hand_opened", {"deck": "stacked"}),
        ("hand_closed", {"stacks": [[1, 2, 3]]}),
        ("pots_awarded", {"awards": [[0, "most", 1, 2]]}),
        ("cards_dealt", {"cards": [[1, 0, False, "As", None]]}),
        ("cards_dealt", {"cards": [[1, 0, True, None, None]]}),
        ("end", {"head": "0"}),
        ("end", {"at": 1}),
        ("folded", {"event": "mucked"}),
    ],
)
def test_a_line_that_the_format_does_not_have_does_not_fit(
    schema: Draft202012Validator, tag: str, change: dict[str, Any]
) -> None:
    assert schema.is_valid(line_of(tag))
    assert not schema.is_valid({**line_of(tag), **change})


@pytest.mark.parametrize("name", ["unit", "restock", "open_pair", "heads_up_raises", "ante", "betting"])
def test_rules_have_the_options_that_apply_and_no_others(schema: Draft202012Validator, name: str) -> None:
    line = line_of("hand_opened")
    without = {key: value for key, value in line["rules"].items() if key != name}
    assert not schema.is_valid({**line, "rules": without})
    stud = {**line["rules"], "game": "stud_high"}
    assert not schema.is_valid({**line, "rules": stud})


def test_every_field_of_a_line_is_needed(schema: Draft202012Validator) -> None:
    for line in showcase().log.to_bytes().splitlines()[::5]:
        value = json.loads(line)
        for name in value:
            assert not schema.is_valid({key: held for key, held in value.items() if key != name})

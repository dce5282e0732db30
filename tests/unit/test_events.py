"""Every event is in each table that has a row for every event, so that one more is forgotten nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from grocerydots import describe, events
from grocerydots.evolve import REDUCERS
from grocerydots.history import sentences
from grocerydots.log.format import HAND

ROOT = Path(__file__).resolve().parents[2]
EVENTS = set(get_args(events.Event))


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(HAND.tag_of, id="log/format.py"),
        pytest.param(REDUCERS, id="evolve.py"),
        pytest.param(describe._WORDS, id="describe.py"),
        pytest.param(sentences.WORDS, id="history/sentences.py"),
    ],
)
def test_every_event_has_a_row(table: Mapping[Any, object]) -> None:
    assert set(table) == EVENTS


@pytest.mark.parametrize(
    "path",
    [
        "grocerydots/page/assets/lines.js",
        "docs/reference/verifier/verify.mjs",
        "docs/reference/log-format.md",
    ],
)
def test_whatever_reads_logs_without_the_package_knows_every_tag(path: str) -> None:
    known = (ROOT / path).read_text(encoding="utf-8")
    assert [tag for tag in HAND.event_of if tag not in known] == []

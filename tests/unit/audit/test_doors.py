"""One verdict in every door: the audit, the page and the Node verifier, differences by name."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import pytest
from mutations import NAMES, Mutant
from node import MISSING, NODE, run_script
from test_mutations import few, mutants_of

from grocerydots.audit import audit
from grocerydots.page.build import VERIFYING, asset

#: What the page holds good and the audit does not: sizes of wagers, and whether one counts as full.
PAGE_LEAVES_OUT: Final = ("*.full", "hand_opened.rules.betting.*")
VERIFIER: Final = Path(__file__).parents[3] / "docs" / "reference" / "verifier" / "verify.mjs"
PAGE: Final = (
    "\n".join(map(asset, VERIFYING))
    + """
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
give(given.map((text) => verifyLog(bytes(text)).isGood));
"""
)
NODE_VERIFIER: Final = f"""
const {{ verify }} = await import({VERIFIER.as_uri()!r});
const holds = (text) => {{
  try {{ return verify(Buffer.from(text, "base64")) !== null; }} catch {{ return false; }}
}};
give(given.map(holds));
"""


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def held(script: str, logs: list[bytes]) -> list[bool]:
    """Which logs a script holds good."""
    found: list[bool] = []
    for start in range(0, len(logs), 500):
        found += run_script(script, [base64.b64encode(log).decode() for log in logs[start : start + 500]])
    return found


def check_doors(mutants: Iterable[Mutant]) -> None:
    found = list(mutants)
    logs = [mutant.stored(None) for mutant in found]
    clean = [audit(log).is_clean for log in logs]
    doors = zip(found, clean, held(PAGE, logs), held(NODE_VERIFIER, logs), strict=True)
    for mutant, is_clean, on_page, under_node in doors:
        what = f"{mutant.what}, {mutant.where}"
        assert on_page or not is_clean, f"the page finds fault with a log that the audit calls clean: {what}"
        assert under_node or not is_clean, f"so does the Node verifier: {what}"
        left_out = any(fnmatchcase(mutant.what, kind) for kind in PAGE_LEAVES_OUT)
        assert is_clean or not on_page or left_out, f"the page holds good what the audit does not: {what}"


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_log_has_one_verdict_in_every_door(name: str) -> None:
    check_doors(few(mutants_of(name), each=1))


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_every_changed_log_has_one_verdict_in_every_door(name: str) -> None:
    check_doors(mutants_of(name))

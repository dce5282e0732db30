"""Every case holds: those that are kept here, and the shared ones where they stand beside the checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from grocerydots.cases import Case, play_case, read_cases

HERE = Path(__file__).resolve().parent / "cases"
SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"


def _cases(folder: Path) -> list[Case]:
    return [case for path in sorted(folder.glob("*.jsonl")) for case in read_cases(path)]


KEPT = _cases(HERE)
KEPT_IDS = {case.id for case in KEPT}
OTHERS = [case for case in _cases(SHARED) if case not in KEPT]


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.id, marks=pytest.mark.rule(*case.rules)) for case in KEPT]
)
def test_a_kept_case_holds(case: Case) -> None:
    assert play_case(case) == ()


def test_shared_cases_that_are_not_kept_hold_too() -> None:
    failures = {case.id: play_case(case) for case in OTHERS}
    assert not {case_id: failed for case_id, failed in failures.items() if failed}


def test_the_id_of_a_case_is_used_once() -> None:
    assert len(KEPT_IDS) == len(KEPT)

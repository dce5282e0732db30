"""Every rule that a hand can show is proved by a test, and every cited number exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rule_markers import CASES, TESTS, Proof, cases, marked, proofs

from grocerydots.rules.rulebook import FAMILIES, rulebook

ROOT = TESTS.parent
CITED = re.compile(rf"\b(?:{'|'.join(FAMILIES)})-\d+\b")

#: Rules that no test can show, each with the reason.
NOT_SHOWN_BY_A_HAND: dict[str, str] = {}


@pytest.fixture(scope="module")
def found() -> list[Proof]:
    return proofs()


def test_every_rule_that_a_hand_can_show_has_a_test(found: list[Proof]) -> None:
    proved = {proof.rule for proof in found}
    unproved = [rule_id for rule_id in rulebook() if rule_id not in proved | NOT_SHOWN_BY_A_HAND.keys()]
    assert not unproved, f"no test carries a marker for {', '.join(unproved)}"


def test_every_marker_and_case_names_a_rule_that_exists(found: list[Proof]) -> None:
    unknown = [f"{proof.path}:{proof.line}: {proof.rule}" for proof in found if proof.rule not in rulebook()]
    assert not unknown, unknown


def test_every_rule_excused_from_a_test_exists_and_still_has_none(found: list[Proof]) -> None:
    proved = {proof.rule for proof in found}
    stale = [rule_id for rule_id in NOT_SHOWN_BY_A_HAND if rule_id in proved or rule_id not in rulebook()]
    assert not stale, f"take {', '.join(stale)} off the list of rules that a hand cannot show"


def test_case_files_count_only_because_a_test_plays_them() -> None:
    player = TESTS / "rules" / "test_cases.py"
    assert player.is_file(), "tests/rules/test_cases.py must play tests/rules/cases/*.jsonl"
    assert list(CASES.glob("*.jsonl"))


@pytest.mark.parametrize("pattern", ["grocerydots/**/*.py", "docs/**/*.md", "*.md", "examples/*.py"])
def test_every_rule_cited_in_source_and_docs_exists(pattern: str) -> None:
    unknown = [
        f"{path.relative_to(ROOT)}:{number}: {cited}"
        for path in sorted(ROOT.glob(pattern))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        for cited in CITED.findall(line)
        if cited not in rulebook()
    ]
    assert not unknown, unknown


def test_markers_are_found_wherever_pytest_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rule_markers.TESTS", tmp_path / "tests")
    source = tmp_path / "test_sample.py"
    source.write_text(
        "import pytest\n"
        'pytestmark = [pytest.mark.deep, pytest.mark.rule("A-1")]\n'
        '@pytest.mark.rule("A-2", "A-3")\n'
        "def test_function(): ...\n"
        '@pytest.mark.rule("A-4")\n'
        "class TestGroup:\n"
        '    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("A-5"))])\n'
        "    def test_method(self, x): ...\n"
        '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule(*ids))])\n'
        'def test_other(x): rule("A-6")\n'
    )
    assert [(proof.rule, proof.line, proof.name) for proof in sorted(marked(source))] == [
        ("A-1", 2, "test_sample"),
        ("A-2", 3, "test_function"),
        ("A-3", 3, "test_function"),
        ("A-4", 5, "TestGroup"),
        ("A-5", 7, "test_method"),
    ]


def test_a_case_counts_for_each_rule_it_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rule_markers.TESTS", tmp_path / "tests")
    file = tmp_path / "some.jsonl"
    file.write_text('{"id": "first", "rules": ["A-1", "A-2"]}\n\n{"id": "third", "rules": []}\n')
    assert list(cases(file)) == [
        Proof("A-1", "some.jsonl", 1, "first"),
        Proof("A-2", "some.jsonl", 1, "first"),
    ]

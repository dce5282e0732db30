"""Where each rule of the rulebook is proved: markers in the tests' source, and the case files.

Read statically, so a test that is skipped or deselected still counts. The docs' rules page uses it too.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parents[1]
CASES = TESTS / "rules" / "cases"


class Proof(NamedTuple):
    """One place that carries a rule's marker."""

    rule: str
    path: str  #: From the checkout's root, with forward slashes.
    line: int
    name: str  #: The test's function or class, the case's id, or the module.


def proofs() -> list[Proof]:
    """Every marker and every case of the test tree, by path and line."""
    found = [proof for path in TESTS.rglob("*.py") for proof in marked(path)]
    found += [proof for path in CASES.glob("*.jsonl") for proof in cases(path)]
    return sorted(found, key=lambda proof: (proof.path, proof.line))


def marked(path: Path) -> Iterator[Proof]:
    """The literal ids in every ``pytest.mark.rule(...)`` of a file: decorators, pytestmark and params.

    An id computed at run time (``pytest.mark.rule(*case.rules)``) cannot be seen and is left out.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    yield from _marked_in(tree, path.stem, path)


def _marked_in(node: ast.AST, owner: str, path: Path) -> Iterator[Proof]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        owner = node.name
    if isinstance(node, ast.Call) and _is_rule_marker(node.func):
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield Proof(argument.value, _from_root(path), node.lineno, owner)
    for child in ast.iter_child_nodes(node):
        yield from _marked_in(child, owner, path)


def _is_rule_marker(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and (
            (isinstance(func.value, ast.Attribute) and func.value.attr == "mark")
            or (isinstance(func.value, ast.Name) and func.value.id == "mark")
        )
    )


def cases(path: Path) -> Iterator[Proof]:
    """The ids that each case of a file lists: the test that plays the case carries them."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        case = json.loads(line) if line.strip() else {"rules": []}
        for rule in case["rules"]:
            yield Proof(rule, _from_root(path), number, case["id"])


def _from_root(path: Path) -> str:
    return path.resolve().relative_to(TESTS.parent).as_posix()

"""A page for each file of tests or cases that proves rules: what proves them, each with an anchor.

The rules' pages link there, so a reader of the built docs needs neither a checkout nor a network.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from textwrap import dedent

from rule_markers import Proof

ROOT = Path(__file__).resolve().parents[2]
#: Longer than any fence in a test's own text.
FENCE = "`" * 8
#: Fields of a case that are longer than this are broken into lines.
WIDE = 110
#: How many cards of a case's deck stand in a line.
CARDS = 13


def proof_pages(found: list[Proof]) -> dict[str, str]:
    """The text of each page by its name, from proofs sorted by path and line."""
    by_path = groupby(found, key=lambda proof: proof.path)
    return {file_label(path): _page(path, list(group)) for path, group in by_path}


def file_label(path: str) -> str:
    """The name of a file's page, which is its anchor too."""
    return re.sub(r"[^a-z0-9]+", "-", path.lower())


def label(proof: Proof) -> str:
    """The anchor of a test or case."""
    return f"{file_label(proof.path)}-{file_label(proof.name)}"


def sentence(proof: Proof) -> str:
    """What a test's name says, in words, or a case's id."""
    if proof.path.endswith(".jsonl"):
        return proof.name
    if proof.name == Path(proof.path).stem:
        return "the whole file"
    if proof.name.startswith("Test"):
        return re.sub(r"(?<!^)(?=[A-Z])", " ", proof.name.removeprefix("Test")).lower()
    return proof.name.removeprefix("test_").replace("_", " ")


def _page(path: str, found: list[Proof]) -> str:
    lines = ["---", "orphan: true", "nosearch: true", "---", f"({file_label(path)})=", f"# `{path}`", ""]
    lines += ["From this file, all that proves a [rule](../../rules.md).", ""]
    source = (ROOT / path).read_text(encoding="utf-8")
    excerpt = _Cases(source) if path.endswith(".jsonl") else _Tests(source)
    named: dict[str, list[Proof]] = {}
    for proof in found:
        named.setdefault(proof.name, []).append(proof)
    for proofs in named.values():
        lines += [*_heading(proofs), *excerpt.of(proofs[0]), ""]
    return "\n".join(lines)


def _heading(proofs: list[Proof]) -> Iterator[str]:
    proved = dict.fromkeys(f"[{proof.rule}](#{proof.rule.lower()})" for proof in proofs)
    yield from (f"({label(proofs[0])})=", f"## {sentence(proofs[0])}", "")
    yield from (f"Proves {', '.join(proved)}.", "")


class _Tests:
    """The tests of a file: a function, a class or, for a mark on the module, all of it."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()
        every = ast.walk(ast.parse(source))
        nodes = [node for node in every if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        self.nodes = {node.name: node for node in nodes}

    def of(self, proof: Proof) -> Iterator[str]:
        first, last = 1, len(self.lines)
        if node := self.nodes.get(proof.name):
            first = min(part.lineno for part in (node, *node.decorator_list))
            last = node.end_lineno or first
        yield from (f"{FENCE}{{code-block}} python", f":lineno-start: {first}", "")
        yield from (dedent("\n".join(self.lines[first - 1 : last])), FENCE)


class _Cases:
    """The cases of a file, laid out for people."""

    def __init__(self, source: str) -> None:
        self.lines = source.splitlines()

    def of(self, proof: Proof) -> Iterator[str]:
        case = json.loads(self.lines[proof.line - 1])
        yield from (f"Line {proof.line}: {case['about']}", "")
        yield from (f"{FENCE}text", _laid_out(case), FENCE)


def _laid_out(value: object, indent: str = "") -> str:
    """JSON with a line for each part of what is too wide for one."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or (indent and len(text) <= WIDE):
        return text
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_laid_out(part, deeper)}" for key, part in value.items()]
    elif isinstance(value[0], str):
        quoted = [json.dumps(card) for card in value]
        parts = [", ".join(quoted[first : first + CARDS]) for first in range(0, len(quoted), CARDS)]
    else:
        parts = [_laid_out(part, deeper) for part in value]
    inside = ",".join(f"\n{deeper}{part}" for part in parts)
    return f"{text[0]}{inside}\n{indent}{text[-1]}"

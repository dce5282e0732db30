"""Writes the generated parts of the rules' pages before Sphinx reads the sources.

`docs/reference/_generated/rules.md` holds every rule with its anchor, options, worked numbers and links
to the tests that prove it; `house.md` is the table of house points. Both are pulled in by ``{include}``.
The tests that are linked are pages of their own, in `_generated/tests/`. All of it is git-ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from proof_pages import file_label, label, proof_pages, sentence
from rule_markers import Proof, proofs

from grocerydots.rules.rulebook import FAMILIES, OptionValue, Rule, rulebook, worked_examples

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CITED = re.compile(rf"\b(?:{'|'.join(FAMILIES)})-\d+\b")
#: How many tests or cases of one file a rule's entry lists before it says how many more there are.
LISTED = 4


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx's entry point."""
    app.connect("builder-inited", _write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _write_pages(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "reference" / "_generated"
    found = proofs()
    pages = {"rules": rules_page(found), "house": house_table()}
    pages |= {f"tests/{name}": text for name, text in proof_pages(found).items()}
    (folder / "tests").mkdir(parents=True, exist_ok=True)
    for stale in (folder / "tests").glob("*.md"):
        if f"tests/{stale.stem}" not in pages:
            stale.unlink()
    for name, text in pages.items():
        _write(folder / f"{name}.md", text)


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def rules_page(found: list[Proof]) -> str:
    """Every rule as a section under its family, then the worked numbers."""
    lines: list[str] = []
    for family, title in FAMILIES.items():
        lines += [f"(rules-{family.lower()})=", f"## {family}: {title}", ""]
        for rule in rulebook().values():
            if rule.family == family:
                lines += _section(rule, [proof for proof in found if proof.rule == rule.id])
    return "\n".join([*lines, *_worked_numbers()])


def house_table() -> str:
    """The house points as a table: rule, question and what is played."""
    rows = ["| rule | question | played |", "|---|---|---|"]
    for rule in rulebook().values():
        if rule.family == "HOUSE":
            rows.append(f"| {_linked(rule.id)} | {_linked(rule.question)} | {_played(rule)} |")
    return "\n".join([*rows, ""])


def _played(rule: Rule) -> str:
    if not rule.option:
        return _linked(rule.text.partition(". ")[0].removesuffix(".") + ".")
    others = [_shown(value) for value in rule.options if value != rule.default]
    if rule.default is None:
        return f"`{rule.option}`: {_default(rule)}; one of {', '.join(others)}"
    return f"`{rule.option}`: {_default(rule)}; or {', '.join(others)}"


def _section(rule: Rule, found: list[Proof]) -> Iterator[str]:
    yield from (f"({rule.id.lower()})=", f"### {rule.id}", "")
    if rule.question:
        yield from (f"**{_linked(rule.question, rule.id)}**", "")
    yield from (_linked(rule.text, rule.id), "")
    if rule.option:
        values = ", ".join(_shown(value) for value in rule.options)
        yield from (f"Option `{rule.option}`: {values}. Default: {_default(rule)}.", "")
    if rule.why:
        yield from (f"*Why:* {_linked(rule.why, rule.id)}", "")
    if rule.examples:
        numbers = ", ".join(f"[{example.number}](#worked-{example.number})" for example in rule.examples)
        yield from (f"Worked number: {numbers}.", "")
    yield from _proved_by(found)


def _default(rule: Rule) -> str:
    if rule.game_defaults:
        return ", ".join(f"{_shown(value)} in `{game}`" for game, value in rule.game_defaults)
    if rule.default is not None:
        return _shown(rule.default)
    return "none, the table must say" if rule.option else ""


def _shown(value: OptionValue) -> str:
    return f"`{str(value).lower()}`"


def _proved_by(found: list[Proof]) -> Iterator[str]:
    if not found:
        yield from ("Proved by: no test of a single hand.", "")
        return
    yield from ("Proved by:", "")
    for path, group in groupby(found, key=lambda proof: proof.path):
        proved = list(group)
        links = [f"[{sentence(proof)}](#{label(proof)})" for proof in proved[:LISTED]]
        if len(proved) > LISTED:
            links.append(f"and [{len(proved) - LISTED} more](#{file_label(path)})")
        yield f"- `{path}`: {', '.join(links)}"
    yield ""


def _worked_numbers() -> Iterator[str]:
    yield from ("(worked-numbers)=", "## Worked numbers", "")
    for example in worked_examples():
        shows = ", ".join(_linked(rule_id) for rule_id in example.rules)
        yield from (f"(worked-{example.number})=", f"### Worked number {example.number}", "")
        yield from (_linked(example.text), "", f"Shows {shows}.", "")


def _linked(text: str, own: str = "") -> str:
    """The text with every rule it cites made a link, but for the rule whose entry it stands in."""
    return CITED.sub(lambda hit: hit[0] if hit[0] == own else f"[{hit[0]}](#{hit[0].lower()})", text)

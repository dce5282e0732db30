"""Every block of Python in the README and the docs runs, page by page, as a reader would type it."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grocerydots import Decision, Deck, Hand, Log, Seed
from grocerydots.audit import TableReport
from grocerydots.log import read_log
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.stores import Store
from grocerydots.table import Table

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,})(?P<language>[\w+-]*)")
NOT_RUN = re.compile(r"<!--\s*not run:\s*\S.*?-->")


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    line: int  #: Of its first line of code, from 1.
    code: str
    above: str  #: The nearest line above the fence that is not blank.

    @property
    def is_run(self) -> bool:
        return NOT_RUN.search(self.above) is None


def blocks(text: str) -> Iterator[Block]:
    lines = text.splitlines()
    above, number = "", 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        if fence is None:
            above = lines[number] if lines[number].strip() else above
            number += 1
            continue
        start = end = number + 1
        while end < len(lines) and not lines[end].strip().startswith(fence["ticks"]):
            end += 1
        code = "\n".join(line.removeprefix(fence["indent"]) for line in lines[start:end])
        yield Block(fence["language"], start + 1, code, above)
        above, number = "", end + 1


def pages() -> list[Path]:
    found = [path for path in (ROOT / "docs").rglob("*.md") if not any(part[0] == "_" for part in path.parts)]
    return [path for path in (ROOT / "README.md", *sorted(found)) if path.is_file()]


def pages_with(*languages: str) -> list[object]:
    return [
        pytest.param(path, id=path.relative_to(ROOT).as_posix())
        for path in pages()
        if any(block.language in languages for block in blocks(path.read_text(encoding="utf-8")))
    ]


def run(path: Path, text: str) -> dict[str, Any]:
    """Run a page's blocks of Python in one namespace and return it; tracebacks name the page and its line."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(text):
        if block.language == "python" and block.is_run:
            code = "\n" * (block.line - 1) + block.code
            exec(compile(code, str(path), "exec"), namespace)
    return namespace


@pytest.mark.parametrize("path", pages_with("python"))
def test_the_python_of_a_page_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["python"])
    run(path, path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", pages_with("json"))
def test_the_json_of_a_page_is_json(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language == "json" and block.is_run:
            json.loads(block.code)


@pytest.mark.parametrize("path", pages_with("json"))
def test_the_cases_of_a_page_hold(path: Path, tmp_path: Path) -> None:
    files = []
    for block in blocks(path.read_text(encoding="utf-8")):
        if block.language == "json" and block.is_run and "expect" in json.loads(block.code):
            files.append(tmp_path / f"line-{block.line}.json")
            files[-1].write_text(block.code, encoding="utf-8")
    if files:
        command = [sys.executable, "-c", "from grocerydots.cli import main; main()", "case", *map(str, files)]
        played = subprocess.run(command, capture_output=True, text=True, check=False)
        assert played.returncode == 0, played.stdout + played.stderr


def test_code_is_fenced_as_python_and_not_by_a_name_that_nothing_runs() -> None:
    stray = [
        f"{path.relative_to(ROOT)}:{block.line}: {block.language}"
        for path in pages()
        for block in blocks(path.read_text(encoding="utf-8"))
        if block.language.lower() in {"py", "python3", "pycon", "py3"}
    ]
    assert not stray, f"fence these as python so that they are run: {stray}"


def test_blocks_are_found_with_their_lines_wherever_they_stand() -> None:
    text = (
        "# Page\n\n```python\na = 1\n```\n\n"
        "- in a list\n\n  ~~~python\n  if a:\n      b = 2\n  ~~~\n\n"
        "<!-- not run: needs a server -->\n\n```python\nconnect()\n```\n"
        "````text\n```python\nnot a block of its own\n```\n````\n"
    )
    assert [(block.language, block.line, block.code, block.is_run) for block in blocks(text)] == [
        ("python", 4, "a = 1", True),
        ("python", 10, "if a:\n    b = 2", True),
        ("python", 17, "connect()", False),
        ("text", 20, "```python\nnot a block of its own\n```", True),
    ]


def test_a_block_is_left_out_only_with_a_reason() -> None:
    (block,) = blocks("<!-- not run: -->\n```python\n1 / 0\n```\n")
    assert block.is_run


def test_the_blocks_of_a_page_share_one_namespace_and_a_failure_names_the_line() -> None:
    run(Path("page.md"), "```python\na = 1\n```\n```python\nassert a == 1\n```\n")
    with pytest.raises(ZeroDivisionError) as raised:
        run(Path("page.md"), "one\n\n```python\na = 1\n1 / 0\n```\n")
    where = raised.traceback[-1]
    assert (Path(where.path).name, where.lineno + 1) == ("page.md", 5)


def test_a_page_without_blocks_is_fine() -> None:
    assert list(blocks("")) == []
    run(Path("page.md"), "nothing here\n")


# What pages say of the package


REFERENCE = ROOT / "docs" / "reference"
#: What comes before a dot in the code of a page: `Hand.open(rules)`, `hand.play(event)`.
VALUES = {
    name: kind
    for kind in (Hand, Decision, Log, Deck, Seed, Table, Store, Receipt, Openings)
    for name in (kind.__name__, kind.__name__.lower())
}


def words(text: str) -> set[str]:
    """Every name that is in code in a text."""
    return {name for code in re.findall(r"`([^`]+)`", text) for name in re.findall(r"\w+", code)}


@pytest.fixture(scope="module")
def reference() -> Iterator[dict[str, str]]:
    """The pages of the Python reference, by module, before Sphinx puts the docstrings into them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "docs" / "_ext")
        yield import_module("python_pages").python_pages()


def test_every_package_with_public_names_has_a_page(reference: dict[str, str]) -> None:
    inits = (ROOT / "grocerydots").glob("*/__init__.py")
    packages = {init.parent.name for init in inits if "__all__" in init.read_text("utf-8")}
    assert {"grocerydots", *(f"grocerydots.{package}" for package in packages)} <= set(reference)


def test_every_public_name_is_on_the_page_of_its_module_and_has_an_entry(reference: dict[str, str]) -> None:
    entries = set(re.findall(r"^\.\. \S+:: (?:\w+\.)*(\w+)$", "\n".join(reference.values()), re.M))
    for module, page in reference.items():
        loaded = import_module(module)
        names = {
            name for name in getattr(loaded, "__all__", ()) if not inspect.ismodule(getattr(loaded, name))
        }
        assert names <= set(re.findall(rf":py:obj:`\w+ <{module}\.(\w+)>`", page)), module
        assert names <= entries, module


def test_every_public_name_says_what_it_is(reference: dict[str, str]) -> None:
    silent = re.findall(r"^   \* - :py:obj:`\w+ <([\w.]+)>`\n     - $", "\n".join(reference.values()), re.M)
    assert silent == []


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in pages()])
def test_what_a_page_says_of_a_handle_is_there(path: Path) -> None:
    for name, member in re.findall(r"`(\w+)\.(?!html|json|py\b)(\w+)", path.read_text(encoding="utf-8")):
        assert name not in VALUES or hasattr(VALUES[name], member), f"{name}.{member}"


@pytest.mark.parametrize("path", [pytest.param(path, id=path.name) for path in pages()])
def test_the_files_of_the_checkout_that_a_page_names_are_there(path: Path) -> None:
    named = re.findall(
        r"(?:`| )((?:grocerydots|tests|docs|examples)/[\w./-]*)", path.read_text(encoding="utf-8")
    )
    built = {"docs/_build", "docs/_build/index.html"}
    assert [name for name in named if not (ROOT / name).exists() and name not in built] == []


def test_the_page_of_a_tables_log_has_every_field_of_the_report() -> None:
    section = (
        (REFERENCE / "table-log.md").read_text(encoding="utf-8").partition("## The report on a table")[2]
    )
    assert set(json.loads(TableReport().to_json())) <= words(section)


@pytest.mark.parametrize("wrong", ['"stack":200.0', '"stack":NaN', '"stack":2e2', '"stack":1.5'])
def test_the_verifier_of_the_log_formats_page_takes_whole_numbers_alone(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = REFERENCE / "log-format.md"
    verify = run(page, page.read_text(encoding="utf-8"))["verify"]
    stored = Path("hand-1.jsonl").read_bytes()
    assert verify(stored) == read_log(stored).head
    with pytest.raises(AssertionError, match="is no whole number"):
        verify(stored.replace(b'"stack":200', wrong.encode()))


# Links from the rules to what proves them


class Proved(NamedTuple):
    """The rules' page as the docs are built with it, and the pages of tests and cases that it links to."""

    found: list[Any]
    rules: dict[str, str]  #: By the rule's anchor.
    tests: dict[str, dict[str, str]]  #: By the file's anchor, then by the test's.

    def page(self, path: str) -> dict[str, str]:
        return self.tests[re.sub(r"[^a-z0-9]+", "-", path)]


def anchored(text: str) -> dict[str, str]:
    """What stands below each anchor of a page."""
    parts = re.split(r"^\(([\w-]+)\)=$", text, flags=re.MULTILINE)[1:]
    assert len(set(parts[::2])) == len(parts[::2]), "two anchors of one name"
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.fixture(scope="module")
def proved() -> Iterator[Proved]:
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("docs/_ext", "tests/rules"):
            patch.syspath_prepend(ROOT / folder)
        found = import_module("rule_markers").proofs()
        pages = import_module("proof_pages").proof_pages(found)
        tests = {name: anchored(text) for name, text in pages.items()}
        yield Proved(found, anchored(import_module("rule_pages").rules_page(found)), tests)


def test_every_test_that_a_rule_cites_is_a_link_to_it(proved: Proved) -> None:
    cited = [line for entry in proved.rules.values() for line in entry.splitlines() if line[:8] == "- `tests"]
    for line in cited:
        path, links = line.removeprefix("- `").split("`: ")
        targets = re.findall(r"\[[^]]+\]\(#([\w-]+)\)", links)
        assert len(targets) == len(links.split(", ")), line
        assert not set(targets) - set(proved.page(path)), line
    assert len(cited) == len({(proof.rule, proof.path) for proof in proved.found})


def test_what_proves_a_rule_stands_at_its_anchor_and_links_back(proved: Proved) -> None:
    for rule, path, line, name in proved.found:
        says = {".py": rf"(def|class) {name}\b", ".jsonl": rf'"id": "{name}"'}[Path(path).suffix]
        if name == Path(path).stem:
            says = "pytestmark = "
        here = [entry for entry in proved.page(path).values() if re.search(says, entry)]
        assert any(f"[{rule}](#{rule.lower()})" in entry for entry in here), f"{path}:{line}: {name}"

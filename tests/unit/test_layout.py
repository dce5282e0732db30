"""How the package is laid out: imports go one way, and the state has one writer."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

import grocerydots
from grocerydots import evolve, parts, state
from grocerydots.records import Record

ROOT = Path(grocerydots.__file__).parent

#: What `evolve` may know: events, the state, and value types.
VALUES = {"errors", "records", "cards", "rules", "events", "parts", "state"}

#: No module below the command line reads a clock or the library's own random numbers.
FORBIDDEN = {"random", "time", "datetime", "uuid", "socket", "subprocess", "urllib", "http", "sqlite3"}
MAY_DO_MORE = {"cli", "stores", "bulk", "testing"}


class Import(NamedTuple):
    """One import of a module of ours by another."""

    importer: str  #: The module or package below `grocerydots`.
    imported: str
    late: bool  #: Inside a function.
    where: str


def modules() -> Iterator[tuple[str, Path, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        relative = path.relative_to(ROOT).with_suffix("")
        yield relative.parts[0], path, ast.parse(path.read_text(encoding="utf-8"))


def imports() -> list[Import]:
    """Every import between modules of ours, those for the type checker alone left out."""
    return [found for unit, path, tree in modules() for found in _in(tree, unit, path, late=False)]


def _in(node: ast.AST, unit: str, path: Path, *, late: bool) -> Iterator[Import]:
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for name in _imported(node):
        if name == "grocerydots" or name.startswith("grocerydots."):
            first = [*name.split("."), "__init__"][1]
            if not (ROOT / first).is_dir() and not (ROOT / f"{first}.py").is_file():
                first = "__init__"
            yield Import(unit, first, late, f"{path.relative_to(ROOT)}:{node.lineno}")  # type: ignore[attr-defined]
    for child in ast.iter_child_nodes(node):
        yield from _in(child, unit, path, late=late)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module == "grocerydots":
        return [f"grocerydots.{alias.name}" for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        return [node.module or ""]
    return []


def test_evolve_knows_events_state_and_values_alone() -> None:
    known = {found.imported for found in imports() if found.importer in ("evolve", "state")}
    assert known <= VALUES, known - VALUES


def test_nobody_below_reads_a_clock_or_uses_random() -> None:
    found = [
        f"{path.relative_to(ROOT)} imports {name}"
        for unit, path, tree in modules()
        if unit not in MAY_DO_MORE
        for node in ast.walk(tree)
        for name in _imported(node)
        if name.split(".")[0] in FORBIDDEN
    ]
    assert not found, found


# The state's only writers


PARTS = {
    name: value for name, value in vars(state).items() if inspect.isclass(value) and issubclass(value, Record)
}


def _calls(tree: ast.Module, names: Container[str]) -> Iterator[tuple[str, int]]:
    """Calls of classes of `grocerydots.state`, under whatever name they were imported."""
    local = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in ("grocerydots.state", "grocerydots.parts")
        for alias in node.names
        if alias.name in names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in local:
            yield local[node.func.id], node.lineno
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
            value = node.func.value
            if isinstance(value, ast.Name) and value.id in ("state", "parts"):
                yield node.func.attr, node.lineno


def test_parts_of_the_state_are_made_beside_their_fields_alone() -> None:
    assert {"HandState", "SeatState", "Setup", "Stub", "BettingRound", "Store", "Settling"} < set(PARTS)
    made = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for _, path, tree in modules()
        if path.name not in ("state.py", "parts.py")
        for name, line in _calls(tree, PARTS)
    ]
    assert not made, made


def test_every_field_of_a_part_is_final() -> None:
    """So that the type checker refuses to assign to one anywhere else."""
    nodes = [node for part in (state, parts) for node in ast.parse(inspect.getsource(part)).body]
    for node in nodes:
        if isinstance(node, ast.ClassDef) and node.name in PARTS.keys() - {"Record"}:
            (init,) = [
                item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"
            ]
            assigned = [item for item in init.body if isinstance(item, ast.AnnAssign)]
            assert {ast.unparse(item.annotation) for item in assigned} == {"Final"}
            assert PARTS[node.name].__match_args__ == tuple(
                ast.unparse(item.target).removeprefix("self.") for item in assigned
            )


def test_the_reducers_have_no_rules_in_them() -> None:
    """`evolve` asks the rules only for what an event leaves unsaid: the bring-in owed in full."""
    tree = ast.parse(inspect.getsource(evolve))
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("rules")
    }
    assert asked <= {"bring_in", "bring_in_is_wager"}, asked

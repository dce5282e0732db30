"""What of the package is public, where each name is defined, and where its entry in the reference is."""

from __future__ import annotations

import ast
import inspect
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from layers import layers
from sphinx.pycode import ModuleAnalyzer

PACKAGE = "grocerydots"
ROOT = Path(__file__).resolve().parents[2] / PACKAGE
#: Public modules that are no package with an `__all__`.
MODULES = (
    "bulk",
    "cards",
    "errors",
    "events",
    "proofs.signing",
    "rules.presets",
    "rules.rulebook",
    "table.events",
    "testing.fixtures",
)
#: Where an entry goes when several modules have the name: the earliest of these, or else the first by name.
HOMES = (f"{PACKAGE}.errors", PACKAGE)


class Name(NamedTuple):
    """A public name of a module."""

    module: str
    name: str

    @property
    def full(self) -> str:
        """With its module, as one imports it."""
        return f"{self.module}.{self.name}"

    @property
    def value(self) -> Any:
        """What the name stands for."""
        return getattr(import_module(self.module), self.name)

    @property
    def is_constant(self) -> bool:
        """Whether it is neither a class nor a function of its own name: a constant or a type alias."""
        return getattr(self.value, "__name__", "") != self.name

    @property
    def is_alias(self) -> bool:
        """Whether it is a type alias."""
        return _analyzer(self.defined_in).annotations.get(("", self.name)) == "TypeAlias"

    @property
    def comment(self) -> list[str]:
        """The lines of the comment beside a constant or a type alias."""
        return list(_analyzer(self.defined_in).attr_docs.get(("", self.name), ()))

    @property
    def summary(self) -> str:
        """The first line of its docstring or comment."""
        lines = self.comment if self.is_constant else (inspect.getdoc(self.value) or "").splitlines()
        return lines[0] if lines else ""

    @property
    def defined_in(self) -> str:
        """The module whose source defines it."""
        if not self.is_constant:
            return str(self.value.__module__)
        module = self.module
        while self.name not in _defined(module):
            module = _imports(module)[self.name]
        return module

    def is_same(self, other: Name) -> bool:
        """Whether the other is this name in another module."""
        return self.name == other.name and self.value is other.value

    def order(self) -> tuple[int, str, int]:
        """Applications' layers first, then as the source has them."""
        module = self.defined_in
        layer = [*module.split("."), ""][1]
        defined = _defined(module)
        level = next((number for number, parts in enumerate(layers()) if layer in parts), -1)
        return level, module, defined.index(self.name) if self.name in defined else 0


@cache
def public_modules() -> tuple[str, ...]:
    """The package, every package in it with an `__all__`, and the modules listed above."""
    inits = [ROOT / "__init__.py", *ROOT.glob("*/__init__.py")]
    packages = [init.parent for init in inits if "__all__" in init.read_text("utf-8")]
    dotted = [".".join((PACKAGE, *path.relative_to(ROOT).parts)) for path in packages]
    return tuple(sorted({*dotted, *(f"{PACKAGE}.{name}" for name in MODULES)}))


@cache
def public_names(module: str) -> tuple[Name, ...]:
    """The names in a module's `__all__`, or else those that it defines; modules left out."""
    loaded = import_module(module)
    names = getattr(loaded, "__all__", None) or [name for name in _defined(module) if name[0] != "_"]
    found = [Name(module, name) for name in names]
    return tuple(sorted((name for name in found if not isinstance(name.value, ModuleType)), key=Name.order))


@cache
def home_of(name: Name) -> Name:
    """The same name where its entry is."""
    modules = dict.fromkeys((*HOMES, *public_modules()))
    return next(other for module in modules for other in public_names(module) if other.is_same(name))


@cache
def _analyzer(module: str) -> ModuleAnalyzer:
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.analyze()
    return analyzer


@cache
def _defined(module: str) -> list[str]:
    """The names that a module's source defines at its top, in order."""
    names: list[str] = []
    for node in ast.parse(inspect.getsource(import_module(module))).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.append(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(node.target.id)
        elif isinstance(node, ast.Assign):
            names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    return names


@cache
def _imports(module: str) -> dict[str, str]:
    """Where each name that a module's source imports comes from."""
    nodes = ast.walk(ast.parse(inspect.getsource(import_module(module))))
    found = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return {alias.asname or alias.name: node.module or "" for node in found for alias in node.names}

"""Names of a package that are imported when they are first asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

Finder: TypeAlias = Callable[[str], object]  #: Gives what is asked for by its name.


def lazily(package: str, **modules: str) -> Finder:
    """A package's `__getattr__`: each module of it gives the names that are listed for it, with spaces."""
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def found(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return found

"""How logs of older versions are read: each line, as a plain dict, is brought up a version at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from grocerydots.log.tags import VERSION

#: A line of one version, `event` and all, as the same line of the next version.
Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]

#: The step up from each older version that can be read. Version 1 is the first, so there is none yet.
UPCASTERS: Final[dict[int, Upcaster]] = {}


def upcast(line: dict[str, Any], version: int) -> dict[str, Any]:
    """A line of an older version as the same line of the version that is written."""
    for step in range(version, VERSION):
        line = UPCASTERS[step](line)
    return line

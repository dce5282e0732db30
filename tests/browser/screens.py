"""Screens that the replay page is looked at on, and how a test opens a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

Open: TypeAlias = Callable[..., Any]  #: The fixture `opened`: a log, openings, ``at="#17"``, a size.

DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)

"""Screens that the replay page is looked at on, how a test opens a page, and where a page is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from playwright.sync_api import Page

Open: TypeAlias = Callable[..., Any]  #: The fixture `opened`: a log, openings, ``at="#17"``, a size.

DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)

WHERE: Final = """() => [
  document.querySelector("#count").textContent.split(" / ")[0],
  document.querySelector("#slider").value,
  location.hash.slice(1),
  (document.querySelector("#lines [aria-current]")?.getAttribute("href") ?? "#none").slice(1),
]"""


def at(page: Page) -> int:
    """The entry that is on the table, once the count, the slider, the address and the history say alike.

    A browser changes the address at once and tells the page of it a moment later.
    """
    for _ in range(200):
        said = page.evaluate(WHERE)
        if len(set(said)) == 1:
            return int(said[0])
        page.wait_for_timeout(25)
    raise AssertionError(f"count, slider, address and history stay at {said}")

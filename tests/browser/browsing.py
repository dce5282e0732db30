"""Headless Chromium for the tests of the replay page, and a page that may do nothing unseen.

A plugin for test modules: ``pytest_plugins = ["browsing"]``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from screens import DESKTOP, Open

from grocerydots.page import build

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Request

    from grocerydots.log import Log
    from grocerydots.proofs.openings import Openings

#: Debian's Chromium, or whichever GROCERYDOTS_CHROMIUM names.
CHROMIUM: Final = (
    os.environ.get("GROCERYDOTS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
)
FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser(require: Callable[[object, str], None]) -> Iterator[Browser]:
    """One browser for a module; it keeps its profile in a folder of its own that is thrown away."""
    require(CHROMIUM, "Chromium (chromium) is not installed")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        require(False, "playwright, which drives Chromium, is not installed")
        raise
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """What tabs without options of their own share; making one takes longer than making a tab."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def opened(browser: Browser, context: BrowserContext, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a log in a tab of its own, from a file; options are those of a browser context.

    When the test is over no tab may have asked for anything but its file, complained, or shown a dialog.
    """
    pages: list[Page] = []
    strange: list[str] = []

    def opened(
        log: Log | bytes | str,
        openings: Openings | None = None,
        *,
        at: str = "",
        size: tuple[int, int] = DESKTOP,
        **more: Any,
    ) -> Page:
        file = tmp_path / f"page-{len(pages)}.html"
        file.write_text(log if isinstance(log, str) else build(log, openings), encoding="utf-8", newline="")
        page = (browser.new_context(**more) if more else context).new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        pages.append(page)
        _watch(page, strange)
        page.goto(f"{file.as_uri()}{at}")
        return page

    yield opened
    for page in pages:
        page.close() if page.context is context else page.context.close()
    assert strange == []


def _watch(page: Page, strange: list[str]) -> None:
    """Note whatever a page does that it should not."""

    def asked(request: Request) -> None:
        if not request.url.startswith(("file://", "data:")):
            strange.append(f"asked for {request.url}")

    def shown(dialog: Dialog) -> None:
        strange.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("request", asked)
    page.on("dialog", shown)
    page.on("console", lambda message: strange.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: strange.append(f"error: {error}"))

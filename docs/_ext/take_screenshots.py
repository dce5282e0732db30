"""Takes the pictures of the replay page again: ``python docs/_ext/take_screenshots.py``.

Needs Chromium and, beyond the extra ``dev``, Pillow. Look at them before they are committed.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]

from browsing import CHROMIUM, FLAGS  # noqa: E402  # the tests' folders are on the path from here on
from page_hands import MOMENTS, showcase  # noqa: E402
from screens import DESKTOP, PHONE  # noqa: E402

from grocerydots.page import build  # noqa: E402

FOLDER = ROOT / "docs" / "reference" / "screenshots"
LOOKS = {"store": "light", "side-pot": "dark", "pots": "light"}  #: Each moment's colours.
LARGEST = 150_000


def take(browser: Browser, page_file: Path, entry: int, file: Path, *, dark: bool, phone: bool) -> None:
    """One picture of a page at an entry."""
    width, height = PHONE if phone else DESKTOP
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=1.5 if phone else 1.0,
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{page_file.as_uri()}#{entry}")
    _save(page.screenshot(), file)
    context.close()


def _save(png: bytes, file: Path) -> None:
    """The picture in 256 colours, which it hardly shows."""
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(256, kmeans=3)
    picture.save(out, "PNG", optimize=True)
    assert len(out.getvalue()) < LARGEST, f"{file.name}: {len(out.getvalue())} bytes"
    file.write_bytes(out.getvalue())


def main() -> None:
    """Take them all: each moment on a desktop and on a phone, and a log with one byte changed."""
    FOLDER.mkdir(exist_ok=True)
    stored = showcase().log.to_bytes()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        good, changed = Path(folder) / "good.html", Path(folder) / "changed.html"
        good.write_text(build(showcase().log), encoding="utf-8")
        changed.write_text(build(stored.replace(b'"card":"3d"', b'"card":"4d"', 1)), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for moment, entry in MOMENTS.items():
            for name in ("desktop", "phone"):
                file = FOLDER / f"{moment}-{name}.png"
                take(browser, good, entry, file, dark=LOOKS[moment] == "dark", phone=name == "phone")
        take(browser, changed, 52, FOLDER / "changed-desktop.png", dark=False, phone=False)
        browser.close()


if __name__ == "__main__":
    main()

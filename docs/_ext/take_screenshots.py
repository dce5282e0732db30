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


def take(browser: Browser, page_file: Path) -> None:
    """Every moment, on a desktop and on a phone."""
    for name, size, scale in (("desktop", DESKTOP, 1.0), ("phone", PHONE, 1.5)):
        for moment, entry in MOMENTS.items():
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                device_scale_factor=scale,
                color_scheme="dark" if LOOKS[moment] == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(f"{page_file.as_uri()}#{entry}")
            _save(page.screenshot(), FOLDER / f"{moment}-{name}.png")
            context.close()


def _save(png: bytes, file: Path) -> None:
    """The picture in 256 colours, which it hardly shows."""
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB").quantize(256, kmeans=3)
    picture.save(out, "PNG", optimize=True)
    assert len(out.getvalue()) < LARGEST, f"{file.name}: {len(out.getvalue())} bytes"
    file.write_bytes(out.getvalue())


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "page.html"
        page_file.write_text(build(showcase().log), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        take(browser, page_file)
        browser.close()


if __name__ == "__main__":
    main()

"""Sphinx set-up: MyST pages in four drawers, with the rules' pages written from the packaged rulebook."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The checkout itself, the extension below, and the tests' own reading of rule markers.
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "_ext"), str(ROOT / "tests" / "rules")]

project = "grocerydots"
author = "The grocerydots developers"
copyright = author
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "rule_pages"]
exclude_patterns = ["_build", "_ext", "**/_generated/*.md"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"grocerydots {release}"
html_copy_source = False
html_show_copyright = False

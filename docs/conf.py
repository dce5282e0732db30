"""Sphinx set-up: MyST pages in four drawers, with the rules' pages written from the packaged rulebook."""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The checkout itself, the extension below, and the tests' own reading of rule markers.
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "_ext"), str(ROOT / "tests" / "rules")]

import python_pages  # noqa: E402 - from the path above

project = "grocerydots"
author = "The grocerydots developers"
copyright = author
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc", "rule_pages", "python_pages", "layers"]
exclude_patterns = ["_build", "_ext", "**/_generated/*.md"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Single backticks in a docstring are code, and a link where they name an entry of the reference.
default_role = "py:obj"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_type_aliases = {name: name for name in python_pages.type_aliases()}
maximum_signature_line_length = 88
python_use_unqualified_type_names = True
python_display_short_literal_types = True

html_theme = "furo"
html_title = f"grocerydots {release}"
html_copy_source = False
html_show_copyright = False

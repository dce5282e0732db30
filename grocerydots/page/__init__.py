"""The replay page: one self-contained HTML file that shows a hand, and verifies its log in the browser."""

from grocerydots.page.build import build

__all__ = ["build"]

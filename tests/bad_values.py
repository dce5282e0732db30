"""Values that a caller may give by mistake where a whole number, a text or a flag is wanted."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

HUGE = 10**5000


class Unshowable:
    """An object whose `repr` fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def _param(value: Any, name: str) -> Any:
    return pytest.param(value, id=name)


NO_NUMBERS = [
    _param(None, "None"), _param(True, "True"), _param(False, "False"), _param(1.0, "1.0"),
    _param(0.5, "0.5"),
    _param(float("nan"), "nan"), _param(float("inf"), "inf"), _param(-float("inf"), "-inf"),
    _param("4", "text"), _param("", "empty text"), _param(b"4", "bytes"), _param([], "list"),
    _param([4], "[4]"),
    _param({}, "dict"), _param((), "tuple"), _param({4}, "set"), _param(4 + 0j, "complex"),
    _param(Decimal(4), "Decimal"), _param(Fraction(4), "Fraction"), _param(object(), "object"),
    _param(int, "a class"), _param(Unshowable(), "unshowable"), _param([HUGE], "huge in a list"),
]  # fmt: skip
OUT_OF_RANGE = [
    _param(-1, "-1"), _param(-HUGE, "-huge"), _param(HUGE, "huge"), _param(2**53, "2**53"),
    _param(2**64, "2**64"),
]  # fmt: skip
NO_CHIPS = NO_NUMBERS + OUT_OF_RANGE
NO_WORDS = [value for value in NO_CHIPS if not isinstance(value.values[0], str)] + [
    _param("nonsense", "nonsense"), _param("", "empty text"), _param("x" * 100_000, "long"),
    _param("\ud800", "surrogate"),
]  # fmt: skip


def assert_readable(error: BaseException) -> None:
    """A message of ours: short enough to read, on one line, and no long number in it."""
    text = str(error)
    assert text
    assert len(text) < 2_000, text[:200]
    assert "\n" not in text
    digits = "".join(char if char.isdigit() else " " for char in text).split()
    assert max(map(len, digits), default=0) < 40

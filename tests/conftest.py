"""What every test shares: how deep it goes, what may be missing, and hypothesis profiles.

Where a test goes by its cost is described in ``tests/README.md``.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, settings

Require: TypeAlias = Callable[[object, str], None]

_SLOW_IS_FINE = (HealthCheck.too_slow, HealthCheck.data_too_large)
# The everyday run tries the same examples each time; the deep one looks for new ones and prints the way back.
settings.register_profile(
    "quick", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile(
    "ci", max_examples=600, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile(
    "explore",
    max_examples=600,
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=_SLOW_IS_FINE,
)
settings.load_profile("quick")  # what --hypothesis-profile names is loaded after this

# Whatever a shell starts in the background is deaf to Ctrl-C, and so is whatever that starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked ``deep``, unless ``-m`` chooses or GROCERYDOTS_DEEP is set."""
    if config.getoption("markexpr") or os.environ.get("GROCERYDOTS_DEEP") == "1":
        return
    deep = [item for item in items if item.get_closest_marker("deep")]
    if deep:
        config.hook.pytest_deselected(items=deep)
        items[:] = [item for item in items if not item.get_closest_marker("deep")]


def require(condition: object, reason: str) -> None:
    """Skip the test unless the condition holds; with GROCERYDOTS_REQUIRE_ALL=1, fail it."""
    if condition:
        return
    if os.environ.get("GROCERYDOTS_REQUIRE_ALL") == "1":
        pytest.fail(f"{reason}, and GROCERYDOTS_REQUIRE_ALL=1 allows no skipping", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(name="require", scope="session")
def require_fixture() -> Require:
    """`require`, for tests that may find a server or a tool missing."""
    return require

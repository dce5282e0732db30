"""The suite's own switches: deep tests, and what happens when something that a test needs is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings


class Item:
    """As much of a test as the hook looks at."""

    def __init__(self, *marks: str) -> None:
        self.marks = marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


def _left(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch, chosen: str) -> int:
    """How many of a deep and a quick test are left by the suite's hook when `-m` chooses."""
    conftest: Any = next(
        plugin
        for plugin in pytestconfig.pluginmanager.get_plugins()
        if getattr(plugin, "require_fixture", None) is not None
    )
    items: list[Any] = [Item("deep"), Item()]
    monkeypatch.setattr(pytestconfig.option, "markexpr", chosen)
    monkeypatch.setattr(pytestconfig.hook, "pytest_deselected", lambda items: None, raising=False)
    conftest.pytest_collection_modifyitems(pytestconfig, items)
    return len(items)


def test_the_everyday_run_leaves_deep_tests_out(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GROCERYDOTS_DEEP", raising=False)
    assert _left(pytestconfig, monkeypatch, "") == 1


def test_a_choice_of_markers_or_the_environment_lets_them_run(
    pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GROCERYDOTS_DEEP", raising=False)
    assert _left(pytestconfig, monkeypatch, "deep or not deep") == 2
    monkeypatch.setenv("GROCERYDOTS_DEEP", "1")
    assert _left(pytestconfig, monkeypatch, "") == 2


def test_what_is_missing_skips_a_test(
    require: Callable[[object, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GROCERYDOTS_REQUIRE_ALL", raising=False)
    require(True, "there")
    with pytest.raises(pytest.skip.Exception, match="no server here"):
        require(None, "no server here")


def test_or_fails_it_where_everything_is_required(
    require: Callable[[object, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GROCERYDOTS_REQUIRE_ALL", "1")
    require("a path", "there")
    with pytest.raises(pytest.fail.Exception, match="no server here, and GROCERYDOTS_REQUIRE_ALL=1"):
        require("", "no server here")


def test_there_is_a_quick_profile_and_a_deep_one() -> None:
    quick, deep = settings.get_profile("quick"), settings.get_profile("ci")
    assert quick.max_examples * 10 <= deep.max_examples
    assert quick.deadline is deep.deadline is None


def test_only_the_exploring_profile_tries_other_examples_each_time() -> None:
    assert settings.get_profile("quick").derandomize
    assert settings.get_profile("ci").derandomize
    assert not settings.get_profile("explore").derandomize

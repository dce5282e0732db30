"""Comparing what came of a case with what it expects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from grocerydots import events as e
from grocerydots.cases import outcome
from grocerydots.cases.reading import Case
from grocerydots.state import HandState
from grocerydots.turns import Decision, Turn


class Failure(NamedTuple):
    """One expectation that does not hold."""

    what: str  #: Such as ``stacks.A`` or ``offers before 3``.
    expected: str
    actual: str


class Comparison:
    """A case's expectations, and those found not to hold."""

    def __init__(self, case: Case, names: outcome.Names) -> None:
        self.case = case
        self.names = names
        self.failures: list[Failure] = []

    def fail(self, what: str, expected: object, actual: object) -> None:
        """Note what does not hold."""
        self.failures.append(Failure(what, str(expected), str(actual)))

    def before(self, number: int, state: HandState, now: Turn) -> None:
        """Compare what is offered, and the store's row, before an action."""
        for offer in self.case.expect.get("offers", []):
            if offer["before"] == number:
                expected = f"{offer['player']}: {', '.join(sorted(offer['options']))}"
                actual = self._offered(now)
                if expected != actual:
                    self.fail(f"offers before {number}", expected, actual)
        for row in self.case.expect.get("store", []):
            if row["before"] == number and outcome.row(state) != row["row"]:
                self.fail(f"store before {number}", row["row"], outcome.row(state))

    def _offered(self, now: Turn) -> str:
        if not isinstance(now, Decision) or now.seat is None:
            return "nobody"
        return f"{self.names[now.seat]}: {', '.join(sorted(map(str, now.options)))}"

    def at_the_end(self, state: HandState, events: Sequence[e.Event]) -> None:
        """Compare everything that is expected at the end."""
        expect, names = self.case.expect, self.names
        self._maps("returned", outcome.returned(events, names), others=0)
        self._maps("stacks", {names[seat]: chips for seat, chips in state.stacks.items()})
        self._maps("dots", outcome.dots_shown(state, names))
        self._value("pots", outcome.pots(state, names))
        self._value("shown", outcome.shown(state, names))
        if "awards" in expect:
            rows = sorted(expect["awards"], key=_text_of)
            self._value("awards", sorted(outcome.awards(state, names), key=_text_of), rows)
        self._value("complete", state.is_over)

    def _value(self, name: str, actual: object, expected: object = None) -> None:
        expected = self.case.expect.get(name) if expected is None else expected
        if expected is not None and expected != actual:
            self.fail(name, expected, actual)

    def _maps(self, name: str, actual: dict[str, int], others: int | None = None) -> None:
        """Compare chips or dots by player; with `others`, players left out must have that many."""
        expected = self.case.expect.get(name)
        if expected is None:
            return
        for player, number in expected.items():
            if actual.get(player, others) != number:
                self.fail(f"{name}.{player}", number, actual.get(player, "nothing"))
        for player, number in actual.items():
            if others is not None and player not in expected and number != others:
                self.fail(f"{name}.{player}", others, number)

    def refused(self, action: int | None, rule: str, message: str) -> None:
        """Compare a refusal, of an action or, where it is None, of the hand itself."""
        expected = self.case.expect.get("refused")
        what = "the hand" if action is None else f"action {action}"
        if expected is None or expected["action"] != action:
            self.fail(what, "played", f"refused: {message}")
        elif expected["rule"] != rule:
            self.fail(what, f"refused by {expected['rule']}", f"refused: {message}")

    def refused_after_all(self, count: int) -> None:
        """Note when a refusal was expected after all of so many actions, and there was none."""
        expected = self.case.expect.get("refused")
        if expected is not None and expected["action"] == count:
            self.fail(f"action {count}", f"refused by {expected['rule']}", "nothing was refused")


def _text_of(value: dict[str, object]) -> str:
    """A JSON object as text that does not depend on the order of its keys."""
    return json.dumps(value, sort_keys=True)

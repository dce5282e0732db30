"""What came of a case, compared with what it expects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from grocerydots import events as e
from grocerydots.cards import dots
from grocerydots.cases.reading import Case, Expected
from grocerydots.phases.settling import cards_of
from grocerydots.pots import pots_of
from grocerydots.state import HandState
from grocerydots.turns import Decision, Turn

#: The player of each seat.
Names: TypeAlias = dict[int, str]


class Failure(NamedTuple):
    """One expectation that does not hold."""

    what: str  #: Such as ``stacks.A`` or ``offers before 3``.
    expected: str
    actual: str


class Comparison:
    """A case's expectations, and those found not to hold."""

    def __init__(self, case: Case, names: Names) -> None:
        self.case = case
        self.names = names
        self.failures: list[Failure] = []

    def fail(self, what: str, expected: object, actual: object) -> None:
        """Note what does not hold."""
        self.failures.append(Failure(what, str(expected), str(actual)))

    def compare(self, what: str, expected: object, actual: object) -> None:
        """Note what does not hold, if it does not; awards in any order."""
        if what == "awards":
            expected, actual = _in_order(expected), _in_order(actual)
        if expected != actual:
            self.fail(what, expected, actual)

    def before(self, number: int, state: HandState, now: Turn) -> None:
        """Compare what is offered, and the store's row, before an action."""
        for offer in self.case.expect.get("offers", ()):
            if offer["before"] == number:
                expected = f"{offer['player']}: {', '.join(sorted(offer['options']))}"
                self.compare(f"offers before {number}", expected, self._offered(now))
        for row in self.case.expect.get("store", ()):
            if row["before"] == number:
                self.compare(f"store before {number}", row["row"], _store_row(state))

    def _offered(self, now: Turn) -> str:
        if not isinstance(now, Decision) or now.seat is None:
            return "nobody"
        return f"{self.names[now.seat]}: {', '.join(sorted(map(str, now.options)))}"

    def at_the_end(self, state: HandState, events: Sequence[e.Event]) -> None:
        """Compare everything that is expected at the end."""
        for name, actual in _outcome(state, events, self.names).items():
            expected = self.case.expect.get(name)
            if isinstance(expected, dict) and isinstance(actual, dict):
                self._compare_players(name, expected, actual)
            elif name in self.case.expect:
                self.compare(name, expected, actual)

    def _compare_players(self, name: str, expected: dict[str, int], actual: dict[str, int]) -> None:
        others = None
        if name == "returned":  # none are expected of players who are left out
            others = 0
            expected = expected | {player: 0 for player in actual if player not in expected}
        for player, number in expected.items():
            if actual.get(player, others) != number:
                self.fail(f"{name}.{player}", number, actual.get(player, "nothing"))

    def refused(self, action: int | None, rule: str, message: str) -> None:
        """Compare a refusal, of an action or, where it is None, of the hand itself."""
        expected = self.case.expect.get("refused")
        if expected is None or expected["action"] != action:
            self.fail(_called(action), "played", f"refused: {message}")
        elif expected["rule"] != rule:
            self.not_refused(action, f"refused: {message}")

    def not_refused(self, action: int | None, actual: str) -> None:
        """Note what happened instead of the refusal of an action, or of the hand, where it was expected."""
        expected = self.case.expect.get("refused")
        if expected is not None and expected["action"] == action:
            self.fail(_called(action), f"refused by {expected['rule']}", actual)


def _called(action: int | None) -> str:
    return "the hand" if action is None else f"action {action}"


def _in_order(rows: object) -> object:
    """JSON objects in an order of their own, whatever that of their keys."""
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True)) if isinstance(rows, list) else rows


def _outcome(state: HandState, events: Sequence[e.Event], names: Names) -> Expected:
    """What came of a hand: each of these is compared with what a case expects, in this order."""
    order, settling = state.setup.order, state.settling
    returned: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.ChipsReturned):
            returned[names[event.seat]] += event.amount
    showed = [place for place in settling.shown if state.seats[place].shown]
    return {
        "returned": dict(returned),
        "stacks": {names[seat]: chips for seat, chips in state.stacks.items()},
        "dots": {names[order[place]]: dots(cards_of(state, place)) for place in showed},
        "pots": [
            {"amount": pot.amount, "players": [names[seat] for seat in sorted(pot.seats)]}
            for pot in pots_of(state)
        ],
        "shown": [names[order[place]] for place in settling.shown],
        "awards": [
            {"player": names[award.seat], "pot": award.pot, "share": award.share, "amount": award.amount}
            for award in settling.awards
        ],
        "complete": state.is_over,
    }


def _store_row(state: HandState) -> list[str | None] | None:
    """The store's row; None before it opens and once it is discarded."""
    if state.store is None or state.store.closed:
        return None
    return [None if card is None else card.text for card in state.store.row]

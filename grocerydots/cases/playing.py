"""Playing a case, and comparing what comes of it with what it expects."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.cases import outcome
from grocerydots.cases.cards import CaseDeck, Learned, deck_of
from grocerydots.cases.reading import DOING, Case, CaseError
from grocerydots.deck import Deck
from grocerydots.errors import DeckError, IllegalEvent, Problem, SetupError
from grocerydots.evolve import evolve
from grocerydots.phases import DealerStep, Decision, Turn, check_turn, deal, turn
from grocerydots.phases.attempts import attempt
from grocerydots.phases.opening import opening_problems
from grocerydots.phases.turns import time_out_of
from grocerydots.rules.table import GAMES, OPTIONS, STAKES, Rules, of, shown


class Failure(NamedTuple):
    """One expectation that does not hold."""

    what: str  #: Such as ``stacks.A`` or ``offers before 3``.
    expected: str
    actual: str


def play_case(case: Case) -> tuple[Failure, ...]:
    """Play a case and return every expectation that does not hold; empty when all hold.

    Raises `CaseError` when the case makes no sense.
    """
    try:
        rules, deck = rules_of(case), deck_of(case)
        opened = _opening_of(case, rules)
    except SetupError as error:
        if error.rule is None:  # no rule of the game refuses this: the case makes no sense
            raise CaseError(f"{case.id}: {error}") from error
        return _compare_refusal(case, None, error.rule, str(error))
    if rules.has_store and "dots_tie" not in case.table:
        return _compare_refusal(
            case, None, "GSD-16", "the dealer has not confirmed how a dots tie is settled"
        )
    learned: dict[int, Card] = {}
    while True:
        player = _Player(case, deck.with_cards(learned))
        try:
            player.run(opened)
        except Learned as found:  # a purchase tells what lay in the store
            learned[found.position] = found.card
            continue
        except (DeckError, SetupError) as error:
            raise CaseError(f"{case.id}: {error}") from error
        return tuple(player.failures)


def rules_of(case: Case) -> Rules:
    """The rules of a case's table. Raises `SetupError`."""
    table = case.table
    betting = dict(table["betting"])
    structure = betting.pop("structure", None)
    low, high = STAKES.get(structure if isinstance(structure, str) else "", ("lower", "higher"))
    lower = betting.pop(low, None)
    higher = betting.pop(high, None) if high else None
    if betting:
        raise CaseError(f"{case.id}: unknown field {shown(min(betting))} of {shown(structure)} betting")
    options = table.get("options", {})
    problems = [
        Problem(None, f"options.{name}", "is not an option") for name in options if name not in OPTIONS
    ]
    if "dots_tie" in table and table["game"] in GAMES and table["game"] != "grocery_store_dots":
        problems.append(Problem("GSD-16", "dots_tie", "only Grocery Store Dots has a dots tie"))
    if problems:
        raise SetupError(tuple(problems))
    stakes = {"ante": table["ante"], "bring_in": table.get("bring_in"), "unit": table.get("unit")}
    return of(table["game"], structure, lower, higher, **stakes, **options)


def _opening_of(case: Case, rules: Rules) -> e.HandOpened:
    seats = [e.Seating(s["seat"], s["player"], s["stack"], s.get("auto_ante", True)) for s in case.seats]
    hand_id = "case"
    opened = e.HandOpened(hand_id, rules, case.dealer, tuple(sorted(seats)), "unsealed")
    problems = opening_problems(opened)
    if problems:
        raise SetupError(tuple(problems))
    return opened


class _Player:
    """Plays one case, noting what does not hold."""

    def __init__(self, case: Case, deck: Deck) -> None:
        self.case = case
        self.failures: list[Failure] = []
        self.events: list[e.Event] = []
        self.names = {seat["seat"]: seat["player"] for seat in case.seats}
        self.numbers = {name: seat for seat, name in self.names.items()}
        self.cards = CaseDeck(case, deck, self.names)

    def run(self, opened: e.HandOpened) -> None:
        """Play all actions and compare what is expected."""
        self.state = evolve(None, opened)
        if opened.rules.has_store:
            confirmed = e.DotsTieConfirmed(self.case.table["dots_tie"])
            try:
                check_turn(self.state, turn(self.state), confirmed)
            except IllegalEvent as error:
                self.failures += _compare_refusal(self.case, None, error.rule, str(error))
                return
            self.state = evolve(self.state, confirmed)
        try:
            self.deal()
            if self.play_actions():
                self.finish()
        except IllegalEvent as error:  # a rake that the house may not take, where no action led to it
            self.refuse(len(self.case.actions) - 1, error)
        self.compare()

    def deal(self) -> None:
        """Carry out dealer's steps, and the house's rake, until a player has a decision."""
        while not (isinstance(self.turn, Decision) and self.turn.seat is not None) and not self.state.is_over:
            if isinstance(self.turn, DealerStep):
                deck = self.cards.known_for(self.turn, self.state)
                self.note(deal(self.turn, self.state, deck))
            elif isinstance(self.turn, Decision):
                self.note(self.turn.rake(self.case.rake))

    @property
    def turn(self) -> Turn:
        return turn(self.state)

    def note(self, event: e.Event) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    def play_actions(self) -> bool:
        """Play the actions; whether all were accepted as the case expects."""
        refused = self.case.expect.get("refused")
        for number, action in enumerate(self.case.actions):
            expected = refused is not None and refused["action"] == number
            if action["do"] == "time_out" and not expected:
                self.answer_until(action["player"])
            self.look(number)
            try:
                self.play(action)
            except IllegalEvent as error:
                self.refuse(number, error)
                return False
            if refused is not None and expected:
                self.fail(f"action {number}", f"refused by {refused['rule']}", "played")
                return False
        if refused is not None and refused["action"] is None:
            self.fail("the hand", f"refused by {refused['rule']}", "played")
        self.look(len(self.case.actions))
        return True

    def refuse(self, number: int, error: IllegalEvent) -> None:
        """Note a refusal. The rake is no action: a case may name the action before it or none."""
        action: int | None = number
        if error.rule == "HOUSE-32":
            named = self.case.expect.get("refused", {}).get("action")
            action = named if number < 0 or named in (None, number + 1) else number
        self.failures += _compare_refusal(self.case, action, error.rule, str(error))

    def answer_until(self, player: str) -> None:
        """Let those asked at showdown before a player whose clock runs out answer."""
        while self.asked_at_showdown and self.asked_at_showdown != player:
            self.answer()

    @property
    def asked_at_showdown(self) -> str | None:
        now = self.turn
        if isinstance(now, Decision) and now.kind == "show" and now.seat is not None:
            name: str = self.names[now.seat]
            return name
        return None

    def answer(self) -> None:
        now = self.turn
        if isinstance(now, Decision) and self.asked_at_showdown:
            mucks = self.case.showdown.get(self.asked_at_showdown) == "muck"
            self.note(now.muck() if mucks else now.show())
            self.deal()

    def finish(self) -> None:
        """Answer what is left of the showdown."""
        while self.asked_at_showdown:
            self.answer()

    def play(self, action: dict[str, Any]) -> None:
        now = self.turn
        event = self.event_of(action, now)
        check_turn(self.state, now, event)
        if isinstance(event, e.StoreCardBought):
            self.cards.learn(event, self.state)
        self.note(event)
        self.deal()

    def event_of(self, action: dict[str, Any], now: Turn) -> e.Event:
        """The action as an event: the legal one of its kind and size, or else one that will be refused."""
        seat = self.numbers[action["player"]]
        kind = DOING[action["do"]]
        number = action.get("to", action.get("slot"))
        if isinstance(now, Decision) and now.seat == seat:
            if kind is e.TimedOut:
                clock = time_out_of(now)
                if clock is not None:
                    return clock
            legal = self.legal(now, kind, number)
            if legal is not None:
                return legal
        return e.TimedOut(seat, "all_in") if kind is e.TimedOut else attempt(self.state, seat, kind, number)

    def legal(self, now: Decision, kind: type, number: object) -> e.Event | None:
        if kind is e.Completed and number is None and now.state.rules.betting.structure == "fixed_limit":
            number = now.state.rules.betting.lower
        if kind not in (*e.WAGERS, e.StoreCardBought):
            return now.find(kind)
        return None if number is None else now.find(kind, number)

    def fail(self, what: str, expected: object, actual: object) -> None:
        self.failures.append(Failure(what, str(expected), str(actual)))

    def look(self, number: int) -> None:
        """Compare what is offered, and the store's row, before an action."""
        for offer in self.case.expect.get("offers", []):
            if offer["before"] == number:
                expected = f"{offer['player']}: {', '.join(sorted(offer['options']))}"
                actual = self.offered()
                if expected != actual:
                    self.fail(f"offers before {number}", expected, actual)
        for row in self.case.expect.get("store", []):
            if row["before"] == number and outcome.row(self.state) != row["row"]:
                self.fail(f"store before {number}", row["row"], outcome.row(self.state))

    def offered(self) -> str:
        now = self.turn
        if not isinstance(now, Decision) or now.seat is None:
            return "nobody"
        return f"{self.names[now.seat]}: {', '.join(sorted(map(str, now.options)))}"

    def compare(self) -> None:
        """Compare everything that is expected at the end."""
        expect, state, names = self.case.expect, self.state, self.names
        self.compare_maps("returned", outcome.returned(self.events, names), others=0)
        self.compare_maps("stacks", {names[seat]: chips for seat, chips in state.stacks.items()})
        self.compare_maps("dots", outcome.dots_shown(state, names))
        self.compare_value("pots", outcome.pots(state, names))
        self.compare_value("shown", outcome.shown(state, names))
        if "awards" in expect:
            rows = sorted(expect["awards"], key=str_of)
            self.compare_value("awards", sorted(outcome.awards(state, names), key=str_of), rows)
        self.compare_value("complete", state.is_over)

    def compare_value(self, name: str, actual: object, expected: object = None) -> None:
        expected = self.case.expect.get(name) if expected is None else expected
        if expected is not None and expected != actual:
            self.fail(name, expected, actual)

    def compare_maps(self, name: str, actual: dict[str, int], others: int | None = None) -> None:
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


def str_of(value: dict[str, Any]) -> str:
    """A JSON object as text that does not depend on the order of its keys."""
    return json.dumps(value, sort_keys=True)


def _compare_refusal(case: Case, action: int | None, rule: str, message: str) -> tuple[Failure, ...]:
    expected = case.expect.get("refused")
    what = "the hand" if action is None else f"action {action}"
    if expected is None or expected["action"] != action:
        return (Failure(what, "played", f"refused: {message}"),)
    if expected["rule"] != rule:
        return (Failure(what, f"refused by {expected['rule']}", f"refused: {message}"),)
    return ()

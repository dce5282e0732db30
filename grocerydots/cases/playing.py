"""Playing a case, and comparing what comes of it with what it expects."""

from __future__ import annotations

from typing import Any

from grocerydots import events as e
from grocerydots.attempts import attempt
from grocerydots.cards import Card
from grocerydots.cases.cards import CaseDeck, Learned, deck_of
from grocerydots.cases.comparing import Comparison, Failure
from grocerydots.cases.reading import DOING, Case, CaseError
from grocerydots.deck import Deck
from grocerydots.english import did_you_mean
from grocerydots.errors import DeckError, IllegalEvent, SetupError, brief, expect
from grocerydots.evolve import evolve
from grocerydots.phases import deal, turn
from grocerydots.phases.check import check_turn
from grocerydots.phases.opening import dots_tie_problems, opening_problems
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import STAKES, Betting, Rules
from grocerydots.turns import DealerStep, Decision, Turn, time_out_of


def play_case(case: Case) -> tuple[Failure, ...]:
    """Play a case and return every expectation that does not hold; empty when all hold.

    Raises `CaseError` when the case makes no sense.
    """
    expect("case", case, Case)
    try:
        rules, deck = rules_of(case), deck_of(case)
        opened = _opening_of(case, rules)
    except SetupError as error:
        if error.rule is None:  # no rule of the game refuses this: the case makes no sense
            raise CaseError(f"{case.id}: {error}") from error
        return _refused(case, error.rule, str(error))
    if rules.confirms_tie and "dots_tie" not in case.table:
        return _refused(case, "GSD-16", "the dealer has not confirmed how a dots tie is settled")
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
        return tuple(player.expected.failures)


def _refused(case: Case, rule: str, message: str) -> tuple[Failure, ...]:
    """What does not hold in a case whose hand cannot even be opened."""
    expected = Comparison(case, {})
    expected.refused(None, rule, message)
    return tuple(expected.failures)


def rules_of(case: Case) -> Rules:
    """The rules of a case's table. Raises `SetupError`, and `CaseError` for a field that makes no sense."""
    expect("case", case, Case)
    table = case.table
    betting = dict(table["betting"])
    structure = betting.pop("structure", None)
    low, high = STAKES.get(structure if isinstance(structure, str) else "", ("lower", "higher"))
    lower = betting.pop(low, None)
    higher = betting.pop(high, None) if high else None
    if betting:
        raise CaseError(f"{case.id}: unknown field {brief(min(betting))} of {brief(structure)} betting")
    options = table.get("options", {})
    unknown = [name for name in options if name not in OPTIONS]
    if unknown:
        raise CaseError(
            f"{case.id}: options.{unknown[0]}: is not an option{did_you_mean(unknown[0], OPTIONS)}"
        )
    stakes = {"ante": table["ante"], "bring_in": table.get("bring_in"), "unit": table.get("unit")}
    rules = Rules.for_game(table["game"], Betting(structure, lower, higher), **stakes, **options)
    if "dots_tie" in table and not rules.confirms_tie:
        raise SetupError(tuple(dots_tie_problems(rules, table["dots_tie"])))
    return rules


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
        self.events: list[e.Event] = []
        self.names = {seat["seat"]: seat["player"] for seat in case.seats}
        self.expected = Comparison(case, self.names)
        self.numbers = {name: seat for seat, name in self.names.items()}
        self.cards = CaseDeck(case, deck, self.names)

    def run(self, opened: e.HandOpened) -> None:
        """Play all actions and compare what is expected."""
        self.state = evolve(None, opened)
        if opened.rules.confirms_tie:
            confirmed = e.DotsTieConfirmed(self.case.table["dots_tie"])
            try:
                check_turn(self.state, turn(self.state), confirmed)
            except IllegalEvent as error:
                self.expected.refused(None, error.rule, str(error))
                return
            self.state = evolve(self.state, confirmed)
        try:
            self.deal()
            if self.play_actions():
                self.finish()
                self.expected.refused_after_all(len(self.case.actions))
        except IllegalEvent as error:  # a rake that the house may not take, where no action led to it
            self.refuse(len(self.case.actions) - 1, error)
        self.expected.at_the_end(self.state, self.events)

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
            self.expected.before(number, self.state, self.turn)
            try:
                self.play(action)
            except IllegalEvent as error:
                self.refuse(number, error)
                return False
            if refused is not None and expected:
                self.expected.fail(f"action {number}", f"refused by {refused['rule']}", "played")
                return False
        if refused is not None and refused["action"] is None:
            self.expected.fail("the hand", f"refused by {refused['rule']}", "played")
        self.expected.before(len(self.case.actions), self.state, self.turn)
        return True

    def refuse(self, number: int, error: IllegalEvent) -> None:
        """Note a refusal. The rake is no action: a case may name the action before it or none."""
        action: int | None = number
        if error.rule == "HOUSE-32":
            named = self.case.expect.get("refused", {}).get("action")
            action = named if number < 0 or named in (None, number + 1) else number
        self.expected.refused(action, error.rule, str(error))

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

    def play(self, action: dict[str, object]) -> None:
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

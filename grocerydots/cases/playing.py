"""Playing a case, and comparing what comes of it with what it expects."""

from __future__ import annotations

from grocerydots import events as e
from grocerydots.attempts import attempt
from grocerydots.cards import Card
from grocerydots.cases.cards import CaseDeck, Learned, deck_of
from grocerydots.cases.comparing import Comparison, Failure
from grocerydots.cases.reading import DOING, Action, Case, CaseError
from grocerydots.deck import Deck
from grocerydots.english import did_you_mean
from grocerydots.errors import DeckError, IllegalEvent, SetupError, brief, expect, raise_any
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
        try:
            return _Player(case, deck.with_cards(learned), opened).run()
        except Learned as found:  # a purchase tells what lay in the store
            position, card = found.args
            learned[position] = card
        except (DeckError, SetupError) as error:
            raise CaseError(f"{case.id}: {error}") from error


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
    unknown = next((name for name in options if name not in OPTIONS), None)
    if unknown is not None:
        raise CaseError(f"{case.id}: options.{unknown}: is not an option{did_you_mean(unknown, OPTIONS)}")
    stakes = {"ante": table["ante"], "bring_in": table.get("bring_in"), "unit": table.get("unit")}
    stakes_of_betting = Betting(structure, lower, higher)  # type: ignore[arg-type]  # the rules refuse it
    rules = Rules.for_game(table["game"], stakes_of_betting, **stakes, **options)  # type: ignore[arg-type]
    if "dots_tie" in table and not rules.confirms_tie:
        raise SetupError(tuple(dots_tie_problems(rules, table["dots_tie"])))
    return rules


def _opening_of(case: Case, rules: Rules) -> e.HandOpened:
    seats = [
        e.Seating(s["seat"], s["player"], s["stack"], s.get("auto_ante", True))  # type: ignore[arg-type]
        for s in case.seats
    ]
    opened = e.HandOpened("case", rules, case.dealer, tuple(sorted(seats)), "unsealed")
    raise_any(opening_problems(opened))
    return opened


class _Player:
    """Plays one case, noting what does not hold."""

    def __init__(self, case: Case, deck: Deck, opened: e.HandOpened) -> None:
        self.case = case
        self.events: list[e.Event] = []
        self.names = {seat["seat"]: seat["player"] for seat in case.seats}
        self.numbers = {name: seat for seat, name in self.names.items()}
        self.expected = Comparison(case, self.names)
        self.cards = CaseDeck(case, deck, self.names)
        self.state = evolve(None, opened)

    def run(self) -> tuple[Failure, ...]:
        """Play all actions and compare what is expected: what does not hold."""
        if self.confirm_tie():
            try:
                self.deal()
                if self.play_actions():
                    self.answer_showdown()
                    self.expected.not_refused(len(self.case.actions), "nothing was refused")
            except IllegalEvent as error:  # a rake that the house may not take, where no action led to it
                self.refuse(len(self.case.actions) - 1, error)
            self.expected.at_the_end(self.state, self.events)
        return tuple(self.expected.failures)

    def confirm_tie(self) -> bool:
        """Confirm how a dots tie is settled, where that is needed; whether it could be."""
        if self.state.rules.confirms_tie:
            event = e.DotsTieConfirmed(self.case.table["dots_tie"])  # type: ignore[arg-type]
            try:
                check_turn(self.state, self.turn, event)
            except IllegalEvent as error:
                self.expected.refused(None, error.rule, str(error))
                return False
            self.state = evolve(self.state, event)
        return True

    def deal(self) -> None:
        """Carry out dealer's steps, and the house's rake, until a player has a decision."""
        while not self.state.is_over:
            now = self.turn
            if isinstance(now, DealerStep):
                self.note(deal(now, self.state, self.cards.known_for(now, self.state)))
            elif isinstance(now, Decision) and now.seat is None:
                self.note(now.rake(self.case.rake))
            else:
                return

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
            is_refused = refused is not None and refused["action"] == number
            if action["do"] == "time_out" and not is_refused:
                self.answer_showdown(until=action["player"])
            self.expected.before(number, self.state, self.turn)
            try:
                self.play(action)
            except IllegalEvent as error:
                self.refuse(number, error)
                return False
            if is_refused:
                self.expected.not_refused(number, "played")
                return False
        self.expected.not_refused(None, "played")
        self.expected.before(len(self.case.actions), self.state, self.turn)
        return True

    def refuse(self, number: int, error: IllegalEvent) -> None:
        """Note a refusal. The rake is no action: a case may name the action before it or none."""
        action: int | None = number
        if error.rule == "HOUSE-32":
            refused = self.case.expect.get("refused")
            named = None if refused is None else refused["action"]
            action = named if number < 0 or named in (None, number + 1) else number
        self.expected.refused(action, error.rule, str(error))

    def answer_showdown(self, until: str | None = None) -> None:
        """Answer for those who are asked at showdown, all or until it is that player's turn."""
        while isinstance(now := self.turn, Decision) and now.kind == "show" and now.seat is not None:
            player = self.names[now.seat]
            if player == until:
                return
            self.note(now.muck() if self.case.showdown.get(player) == "muck" else now.show())
            self.deal()

    def play(self, action: Action) -> None:
        now = self.turn
        event = self.event_of(action, now)
        check_turn(self.state, now, event)
        if isinstance(event, e.StoreCardBought):
            self.cards.learn(event, self.state)
        self.note(event)
        self.deal()

    def event_of(self, action: Action, now: Turn) -> e.Event:
        """The action as an event: the legal one of its kind and size, or else one that will be refused."""
        seat, kind = self.numbers[action["player"]], DOING[action["do"]]
        number = action.get("to", action.get("slot"))
        legal: e.Event | None = None
        if isinstance(now, Decision) and now.seat == seat:
            legal = time_out_of(now) if kind is e.TimedOut else self.legal(now, kind, number)
        if legal is None and kind is e.TimedOut:
            legal = e.TimedOut(seat, "all_in")
        return attempt(self.state, seat, kind, number) if legal is None else legal

    def legal(self, now: Decision, kind: type, number: object) -> e.Event | None:
        if kind is e.Completed and number is None and now.state.rules.betting.structure == "fixed_limit":
            number = now.state.rules.betting.lower
        is_wanted = number is not None or kind not in (*e.WAGERS, e.StoreCardBought)
        return now.find(kind, number) if is_wanted else None

"""Case files: hands written down with what must come of them, read strictly and played.

The format is described in ``docs/reference/cases.md``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs

from grocerydots import events as e
from grocerydots.cards import CARDS, Card, dots
from grocerydots.deck import Deck
from grocerydots.errors import DeckError, GrocerydotsError, IllegalEvent, NotationError, SetupError
from grocerydots.evolve import evolve
from grocerydots.phases import DealerStep, Decision, Turn, check_turn, deal, turn
from grocerydots.phases.opening import opening_problems
from grocerydots.phases.refusals import attempt
from grocerydots.phases.settling import cards_of
from grocerydots.phases.turns import time_out_of
from grocerydots.pots import pots_of
from grocerydots.rules.table import STAKES, Rules, of, shown
from grocerydots.state import HandState, places_of

#: A case file may be this long in all, a line of a `.jsonl` file a hundredth of it.
LONGEST_FILE: Final = 100_000_000
UNKNOWN: Final = "??"


class CaseError(GrocerydotsError):
    """A case file that cannot be read, has an unknown field, or holds a case that makes no sense."""


class Failure(NamedTuple):
    """One expectation that does not hold."""

    what: str  #: Such as ``stacks.A`` or ``offers before 3``.
    expected: str
    actual: str


@attrs.frozen
class Case:
    """One case as it was read. Build it with `read_cases` or `Case.parse`, which check it."""

    id: str
    about: str
    rules: tuple[str, ...]
    table: dict[str, Any]
    dealer: int
    seats: tuple[dict[str, Any], ...]
    actions: tuple[dict[str, Any], ...]
    expect: dict[str, Any]
    deck: tuple[str, ...] | None = None
    cards: dict[str, dict[str, Any]] | None = None
    store: tuple[str, ...] = ()
    restocks: tuple[str, ...] = ()
    community: str | None = None
    reshuffled: tuple[str, ...] | None = None
    showdown: dict[str, str] = attrs.field(factory=dict)
    rake: int = 0

    @classmethod
    def parse(cls, value: object, where: str = "case") -> Case:
        """The case that a JSON value describes. Raises `CaseError` naming the field that is wrong."""
        fields = _Reader(where).fields(value, CASE_FIELDS, CASE_REQUIRED)
        for name in ("rules", "seats", "actions", "deck", "store", "restocks", "reshuffled"):
            if fields.get(name) is not None:
                fields[name] = tuple(fields[name])
        case = cls(**fields)
        _check_sense(case, where)
        return case


# Reading


class _Reader:
    """Checks plain JSON values, and says where one is wrong."""

    def __init__(self, where: str) -> None:
        self.where = where

    def wrong(self, expected: str, value: object) -> CaseError:
        return CaseError(f"{self.where}: expected {expected}, got {shown(value)}")

    def at(self, name: str | int) -> _Reader:
        return _Reader(f"{self.where}[{name}]" if isinstance(name, int) else f"{self.where}.{name}")

    def fields(self, value: object, known: dict[str, Check], required: frozenset[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.wrong("an object", value)
        unknown = sorted(value.keys() - known.keys())
        if unknown:
            raise CaseError(f"{self.where}: unknown field {shown(unknown[0])}")
        missing = sorted(required - value.keys())
        if missing:
            raise CaseError(f"{self.where}: the field {missing[0]!r} is missing")
        return {name: known[name](self.at(name), item) for name, item in value.items()}


Check = Callable[[_Reader, object], Any]


def _text(at: _Reader, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise at.wrong("text", value)
    return value


def _whole(at: _Reader, value: object) -> int:
    if type(value) is not int:
        raise at.wrong("a whole number", value)
    return value


def _flag(at: _Reader, value: object) -> bool:
    if type(value) is not bool:
        raise at.wrong("true or false", value)
    return value


def _anything(at: _Reader, value: object) -> object:
    return value


def _maybe(check: Check) -> Check:
    return lambda at, value: None if value is None else check(at, value)


def _list(check: Check) -> Check:
    def read(at: _Reader, value: object) -> list[Any]:
        if not isinstance(value, list):
            raise at.wrong("a list", value)
        return [check(at.at(place), item) for place, item in enumerate(value)]

    return read


def _map(check: Check) -> Check:
    def read(at: _Reader, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise at.wrong("an object", value)
        return {name: check(at.at(name), item) for name, item in value.items()}

    return read


def _one_of(*words: str) -> Check:
    def read(at: _Reader, value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise at.wrong(f"one of {', '.join(words)}", value)
        return value

    return read


def _object(known: dict[str, Check], *required: str) -> Check:
    return lambda at, value: at.fields(value, known, frozenset(required))


DOING: Final = {
    "ante": e.AntePosted, "sit_out": e.SatOut, "bring_in": e.BroughtIn, "complete": e.Completed, "check": e.Checked,
    "call": e.Called, "fold": e.Folded, "bet": e.Bet, "raise": e.Raised, "buy": e.StoreCardBought,
    "pass": e.StorePassed, "show": e.HandShown, "muck": e.HandMucked, "time_out": e.TimedOut,
}  # fmt: skip

# Stakes and options are left to the rules, which say what is wrong with them and cite the rule.
_TABLE = _object(
    {
        "game": _anything, "betting": _map(_anything), "ante": _anything, "bring_in": _anything, "unit": _anything,
        "dots_tie": _anything, "options": _map(_anything),
    },
    "game", "betting", "ante",
)  # fmt: skip
_SEAT = _object({"seat": _whole, "player": _text, "stack": _anything, "auto_ante": _flag}, "seat", "player", "stack")
_ACTION = _object({"player": _text, "do": _one_of(*DOING), "to": _anything, "slot": _anything}, "player", "do")
_PLACES = _object({"down": _list(_text), "up": _list(_text), "river": _text})
_SHARE = _one_of("high", "dots", "low", "whole")
_EXPECT = _object(
    {
        "refused": _object({"action": _maybe(_whole), "rule": _text}, "action", "rule"),
        "offers": _list(
            _object({"before": _whole, "player": _text, "options": _list(_text)}, "before", "player", "options")
        ),
        "store": _list(
            _object({"before": _whole, "row": _maybe(_list(_maybe(_text)))}, "before", "row"),
        ),
        "pots": _list(_object({"amount": _whole, "players": _list(_text)}, "amount", "players")),
        "awards": _list(
            _object(
                {"player": _text, "pot": _whole, "share": _SHARE, "amount": _whole}, "player", "pot", "share", "amount"
            )
        ),
        "returned": _map(_whole),
        "stacks": _map(_whole),
        "dots": _map(_whole),
        "shown": _list(_text),
        "complete": _flag,
    }
)
CASE_FIELDS: Final[dict[str, Check]] = {
    "id": _text, "about": _text, "rules": _list(_text), "table": _TABLE, "dealer": _whole, "seats": _list(_SEAT),
    "deck": _list(_text), "cards": _map(_PLACES), "store": _list(_text), "restocks": _list(_text),
    "community": _text, "reshuffled": _list(_text), "actions": _list(_ACTION),
    "showdown": _map(_one_of("show", "muck")), "rake": _whole, "expect": _EXPECT,
}  # fmt: skip
CASE_REQUIRED: Final = frozenset({"id", "about", "rules", "table", "dealer", "seats", "actions", "expect"})


def _check_sense(case: Case, where: str) -> None:
    """Raise `CaseError` for what no hand could make sense of: players unknown, seats out of order."""
    players = [seat["player"] for seat in case.seats]
    if len(set(players)) < len(players):
        raise CaseError(f"{where}.seats: a player sits twice")
    named: list[str] = [action["player"] for action in case.actions]
    named += [*(case.cards or {}), *case.showdown]
    expect = case.expect
    for name in ("returned", "stacks", "dots"):
        named += expect.get(name, {})
    named += [row["player"] for name in ("offers", "awards") for row in expect.get(name, [])]
    named += [player for pot in expect.get("pots", []) for player in pot["players"]] + expect.get("shown", [])
    for player in named:
        if player not in players:
            raise CaseError(f"{where}: {shown(player)} is not among the players")
    if case.deck is not None and case.cards is not None:
        raise CaseError(f"{where}: give the deck or the cards by place, not both")
    if case.cards is None and (case.store or case.restocks or case.community):
        raise CaseError(f"{where}: store, restocks and community go with cards by place")
    if case.reshuffled is not None and case.deck is None:
        raise CaseError(f"{where}: reshuffled goes with a deck")
    if not _is_clockwise([seat["seat"] for seat in case.seats]):
        raise CaseError(f"{where}.seats: expected clockwise order, by seat number")
    _check_actions(case, where)


def _is_clockwise(numbers: list[int]) -> bool:
    falls = sum(later < earlier for earlier, later in zip(numbers, numbers[1:] + numbers[:1], strict=True))
    return falls <= 1


def _check_actions(case: Case, where: str) -> None:
    takes = {"bet": "to", "raise": "to", "complete": "to", "buy": "slot"}
    for number, action in enumerate(case.actions):
        extra = takes.get(action["do"])
        for name in ("to", "slot"):
            if name in action and name != extra:
                raise CaseError(f"{where}.actions[{number}]: {action['do']} takes no {name!r}")
        if extra is not None and extra not in action and action["do"] != "complete":
            raise CaseError(f"{where}.actions[{number}]: {action['do']} needs {extra!r}")
    count = len(case.actions)
    rows = [*case.expect.get("offers", []), *case.expect.get("store", [])]
    for row in rows:
        if not 0 <= row["before"] <= count:
            raise CaseError(f"{where}.expect: there are {count} actions, none after {row['before']}")
    refused = case.expect.get("refused", {}).get("action")
    if refused is not None and not 0 <= refused < count:
        raise CaseError(f"{where}.expect.refused: there is no action {refused}")


def read_cases(path: str | Path) -> Iterator[Case]:
    """Yield the cases of a `.jsonl` file, one a line, or the single case of a `.json` file.

    Raises `CaseError`, naming file and line, for what cannot be read.
    """
    for where, text in _texts(Path(path)):
        try:
            value = json.loads(text, object_pairs_hook=_no_doubles, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise CaseError(f"{where}: not a JSON value: {str(error)[:200]}") from None
        yield Case.parse(value, where)


def _texts(path: Path) -> Iterator[tuple[str, str]]:
    try:
        if path.stat().st_size > LONGEST_FILE:
            raise CaseError(f"{path}: a case file is at most {LONGEST_FILE} bytes")
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise CaseError(f"{path}: not UTF-8: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise CaseError(f"{str(path)!r}: {error}") from None
    if path.suffix != ".jsonl":
        yield str(path), text
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield f"{path}:{number}", line


def _no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        name = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise ValueError(f"the field {shown(name)} stands twice")
    return value


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a JSON number")


# Playing


def play_case(case: Case) -> tuple[Failure, ...]:
    """Play a case and return every expectation that does not hold; empty when all hold.

    Raises `CaseError` when the case makes no sense.
    """
    try:
        rules, deck = rules_of(case), _deck_of(case)
        opened = _opening_of(case, rules)
    except SetupError as error:
        return _compare_refusal(case, None, error.rule or "", str(error))
    if rules.has_store and "dots_tie" not in case.table:
        return _compare_refusal(case, None, "GSD-16", "the dealer has not confirmed how a dots tie is settled")
    learned: dict[int, Card] = {}
    while True:
        player = _Player(case, deck.with_cards(learned))
        try:
            player.run(opened)
        except _Learned as found:  # a purchase tells what lay in the store
            learned[found.position] = found.card
            continue
        except DeckError as error:
            raise CaseError(f"{case.id}: {error}") from error
        return tuple(player.failures)


def rules_of(case: Case) -> Rules:
    """The rules of a case's table. Raises `SetupError`."""
    table = case.table
    stakes = dict(table["betting"])
    structure = stakes.pop("structure", None)
    low, high = STAKES.get(structure, ("lower", "higher")) if isinstance(structure, str) else ("lower", "higher")
    lower = stakes.pop(low, None)
    higher = stakes.pop(high, None) if high else None
    if stakes:
        raise CaseError(f"{case.id}: unknown field {shown(min(stakes))} of {structure} betting")
    options = table.get("options", {})
    unknown = {"game", "structure", "lower", "higher", "ante", "bring_in", "unit", "act_within_ms"} & options.keys()
    if unknown:
        raise CaseError(f"{case.id}: unknown option {min(unknown)!r}")
    return of(
        table["game"], structure, lower, higher, ante=table["ante"], bring_in=table.get("bring_in"),
        unit=table.get("unit"), **options,
    )  # type: ignore[arg-type]  # fmt: skip


def _opening_of(case: Case, rules: Rules) -> e.HandOpened:
    seats = [e.Seating(s["seat"], s["player"], s["stack"], s.get("auto_ante", True)) for s in case.seats]
    hand_id = "case"
    opened = e.HandOpened(hand_id, rules, case.dealer, tuple(sorted(seats)), "unsealed")
    problems = opening_problems(opened)
    if problems:
        raise SetupError(tuple(problems))
    return opened


def _deck_of(case: Case) -> Deck:
    """The deck as far as it is known before the hand. Raises `SetupError` citing GSD-1."""
    if case.cards is None:
        if case.reshuffled is not None:
            Deck.stacked(case.reshuffled)
        return Deck.stacked(case.deck or ())
    once = [card for place in case.cards.values() for card in (*place.get("down", ()), place.get("river", UNKNOWN))]
    if case.community is not None:
        once.append(case.community)
    up = [card for place in case.cards.values() for card in place.get("up", ())]
    once = [card for card in once if card != UNKNOWN]
    Deck.stacked([*once, *[card for card in up if card != UNKNOWN]])
    Deck.stacked([*once, *case.store, *case.restocks])
    return Deck.unknown().with_order(range(52))


class _Learned(Exception):
    """A buyer's own list says which card lay at a position that the case did not name otherwise."""

    def __init__(self, position: int, card: Card) -> None:
        super().__init__(position, card)
        self.position = position
        self.card = card


class _Player:
    """Plays one case, noting what does not hold."""

    def __init__(self, case: Case, deck: Deck) -> None:
        self.case = case
        self.deck = deck
        self.failures: list[Failure] = []
        self.events: list[e.Event] = []
        self.names = {seat["seat"]: seat["player"] for seat in case.seats}
        self.numbers = {name: seat for seat, name in self.names.items()}
        self.fillers = _fillers(case, deck)
        self.filled: dict[Card, int] = {}

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
        self.deal()
        if self.play_actions():
            self.finish()
        self.compare()

    def deal(self) -> None:
        """Carry out dealer's steps, and the house's rake, until a player has a decision."""
        while not (isinstance(self.turn, Decision) and self.turn.seat is not None) and not self.state.is_over:
            if isinstance(self.turn, DealerStep):
                self.deck = self.known_for(self.turn)
                self.note(deal(self.turn, self.state, self.deck))
            elif isinstance(self.turn, Decision):
                rake = e.RakeTaken(self.case.rake)
                check_turn(self.state, self.turn, rake)
                self.note(rake)

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
                self.failures += _compare_refusal(self.case, number, error.rule, str(error))
                return False
            if expected:
                self.fail(f"action {number}", f"refused by {refused['rule']}", "played")
                return False
        if refused is not None and refused["action"] is None:
            self.fail("the hand", f"refused by {refused['rule']}", "played")
        self.look(len(self.case.actions))
        return True

    def answer_until(self, player: str) -> None:
        """Let those asked at showdown before a player whose clock runs out answer."""
        while self.asked_at_showdown and self.asked_at_showdown != player:
            self.answer()

    @property
    def asked_at_showdown(self) -> str | None:
        now = self.turn
        if isinstance(now, Decision) and now.kind == "show" and now.seat is not None:
            return self.names[now.seat]
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
            self.learn(event)
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
        sized = kind in (e.Completed, e.Bet, e.Raised, e.StoreCardBought)
        for option in now.options:
            if option.kind is kind:
                wanted = number if sized else option.lowest
                if type(wanted) is int and option.lowest <= wanted <= option.highest:
                    return now.event(option, wanted)
        return None

    # Cards by place

    def known_for(self, step: DealerStep) -> Deck:
        """The deck with every card known that the step turns up."""
        deck = self.deck
        if step.kind is e.StubReplenished:
            return self.known_order(step)
        wanted = list(self.wanted(step))
        known = {at: Card(text) for at, text in wanted if text != UNKNOWN and deck.cards[at] is None}
        deck = deck.with_cards(known)
        hidden = step.kind is e.DownCardsOpened
        for _, at, up in step.draws:
            if up and deck.cards[at] is None and not hidden:
                card = self.filler(at)
                deck = deck.with_cards({at: card})
        return deck

    def wanted(self, step: DealerStep) -> Iterator[tuple[int, str]]:
        """What the case says lies at the positions of a step, "??" where it says nothing."""
        case = self.case
        if case.cards is None:
            return
        if step.kind is e.CardsDealt:
            yield from self.wanted_by_place(step)
        elif step.kind is e.StoreOpened:
            yield from [(at, text) for (_, at, _), text in zip(step.draws, case.store, strict=False)]
        elif step.kind is e.StoreRestocked:
            done = sum(isinstance(event, e.StoreRestocked) for event in self.events)
            yield step.draws[0][1], case.restocks[done] if done < len(case.restocks) else UNKNOWN
        elif step.kind is e.CommunityCardDealt:
            yield step.draws[0][1], case.community or UNKNOWN

    def wanted_by_place(self, step: DealerStep) -> Iterator[tuple[int, str]]:
        counts: Counter[tuple[int, bool]] = Counter()
        for number, at, up in step.draws:
            seat = self.state.seat(number)
            place = (self.case.cards or {}).get(self.names[number], {})
            had = (len(seat.up) if up else len(seat.down)) + counts[number, up]
            counts[number, up] += 1
            listed = place.get("up", []) if up else [*self.two_down(place), place.get("river", UNKNOWN)]
            yield at, listed[had] if had < len(listed) else UNKNOWN

    def two_down(self, place: dict[str, Any]) -> list[str]:
        down = place.get("down", [])
        return (down + [UNKNOWN, UNKNOWN])[:2]

    def filler(self, at: int) -> Card:
        if not self.fillers:
            raise CaseError(f"{self.case.id}: position {at} has to be turned up and every card is named elsewhere")
        card = self.fillers.pop()
        self.filled[card] = at
        return card

    def learn(self, event: e.StoreCardBought) -> None:
        """Raise `_Learned` when the buyer's list names the card that stood in for an unnamed one."""
        had = len(self.state.seat(event.seat).up)
        listed = (self.case.cards or {}).get(self.names[event.seat], {}).get("up", [])
        text = listed[had] if had < len(listed) else UNKNOWN
        if text == UNKNOWN or Card(text) is event.card:
            return
        if event.card not in self.filled:
            raise CaseError(f"{self.case.id}: {self.names[event.seat]} buys {event.card} and {text} is listed")
        raise _Learned(self.filled[event.card], Card(text))

    def known_order(self, step: DealerStep) -> Deck:
        """The deck with the order of ROOM-12's shuffle known."""
        case, deck = self.case, self.deck
        if case.cards is not None:
            return deck
        if case.reshuffled is None:
            raise CaseError(f"{case.id}: the hand comes to ROOM-12's shuffle and there is no `reshuffled`")
        free = {at: deck.cards[at] for _, at, _ in step.draws}
        if len(case.reshuffled) > len(free):
            raise CaseError(f"{case.id}: {len(free)} cards are shuffled, not {len(case.reshuffled)}")
        places = {card: at for at, card in free.items() if card is not None}
        unknown = [at for at, card in free.items() if card is None]
        order = []
        for text in case.reshuffled:
            card = None if text == UNKNOWN else Card(text)
            if card is not None and card in places:
                order.append(places[card])
            elif unknown:
                at = unknown.pop(0)
                order.append(at)
                if card is not None:
                    deck = deck.with_cards({at: card})
            else:
                raise CaseError(f"{case.id}: {text} is not among the cards that are shuffled")
        return deck.with_order([*order, *(at for at in free if at not in order)])

    # Comparing

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
            if row["before"] == number and self.row() != row["row"]:
                self.fail(f"store before {number}", row["row"], self.row())

    def offered(self) -> str:
        now = self.turn
        if not isinstance(now, Decision) or now.seat is None:
            return "nobody"
        return f"{self.names[now.seat]}: {', '.join(sorted(map(str, now.options)))}"

    def row(self) -> list[str | None] | None:
        store = self.state.store
        if store is None or store.closed:
            return None
        return [card and card.text for card in store.row]

    def compare(self) -> None:
        """Compare everything that is expected at the end."""
        expect = self.case.expect
        self.compare_maps("returned", self.returned(), others=0)
        self.compare_maps("stacks", {self.names[seat]: chips for seat, chips in self.state.stacks.items()})
        self.compare_maps("dots", self.dots())
        for name, actual in (("pots", self.pots()), ("awards", self.awards()), ("shown", self.shown())):
            expected = expect.get(name)
            if name == "awards" and expected is not None:
                expected = sorted(expected, key=str_of)
                actual = sorted(actual, key=str_of)
            if expected is not None and expected != actual:
                self.fail(name, expected, actual)
        if "complete" in expect and expect["complete"] is not self.state.is_over:
            self.fail("complete", expect["complete"], self.state.is_over)

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

    def returned(self) -> dict[str, int]:
        total: Counter[str] = Counter()
        for event in self.events:
            if isinstance(event, e.ChipsReturned):
                total[self.names[event.seat]] += event.amount
        return dict(total)

    def dots(self) -> dict[str, int]:
        state = self.state
        places = state.settling.shown
        return {self.names[state.setup.order[p]]: dots(cards_of(state, p)) for p in places if state.seats[p].shown}

    def pots(self) -> list[dict[str, Any]]:
        order = self.state.setup.order
        return [
            {
                "amount": pot.amount,
                "players": [self.names[seat] for seat in sorted(order[p] for p in places_of(pot.contenders))],
            }
            for pot in pots_of(self.state)
        ]

    def awards(self) -> list[dict[str, Any]]:
        return [
            {"player": self.names[a.seat], "pot": a.pot, "share": a.share, "amount": a.amount}
            for a in self.state.settling.awards
        ]

    def shown(self) -> list[str]:
        return [self.names[self.state.setup.order[place]] for place in self.state.settling.shown]


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


def _fillers(case: Case, deck: Deck) -> list[Card]:
    """Cards that the case does not name anywhere, for places that must be turned up and were not given."""
    named = {card for card in deck.cards if card is not None}
    texts = [*case.store, *case.restocks, *(case.reshuffled or ()), case.community or UNKNOWN]
    for place in (case.cards or {}).values():
        texts += [*place.get("down", ()), *place.get("up", ()), place.get("river", UNKNOWN)]
    named |= {Card(text) for text in texts if text != UNKNOWN}
    return [card for card in reversed(CARDS) if card not in named]


__all__ = ["Case", "CaseError", "Failure", "NotationError", "play_case", "read_cases", "rules_of"]

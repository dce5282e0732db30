"""Given, when, then: hands told in a few words. Seats are letters, A in seat 1.

``given(STUD, "A 100, B 14", HANDS)`` opens a hand, ``when(hand, "A bring_in, B raise 8")`` plays it on, and
the rest tells what came of it, in the words of case files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile

from grocerydots import events as e
from grocerydots.attempts import attempt
from grocerydots.cases.reading import DOING
from grocerydots.deck import Deck
from grocerydots.errors import IllegalEvent
from grocerydots.evolve import fold
from grocerydots.hand import Hand
from grocerydots.phases import check
from grocerydots.pots import pots_of
from grocerydots.rules import presets
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Betting, Rules
from grocerydots.state import HandState
from grocerydots.testing import play_out, stacked_deck
from grocerydots.turns import Decision

#: Two down cards, four up cards, the last down card. On every street A's board is the one that must or may
#: open: 2c on third, then a king. No board pairs. As high hands B (straight), C (three jacks), D (nines),
#: A, G, F, E; dots: D 9, B 8, A and E 7, F and G 6, C 4. Left over: 2s 3d 4d.
HANDS = {
    "A": "Ah Qd 2c Kd 9s 3h 4c",
    "B": "Tc 5d 9d 8s 7c 5h 6s",
    "C": "Jd Js Th 6d 4s Jc 2d",
    "D": "As 9c Qh 8c 7h 3s 9h",
    "E": "Kh Qs 8d 5c Ts 2h 6h",
    "F": "Kc 7s Jh Td 6c 8h Ad",
    "G": "Qc 5s 7d 4h 3c Ks Ac",
}

#: The same, but B's board pairs on fourth street.
PAIR = HANDS | {"B": "Tc 5d 9d 9h 7c 5h 6s"}

#: Stacks, as `given` takes them.
TWO = "A 100, B 100"
THREE = "A 100, B 100, C 100"
FOUR = "A 100, B 100, C 100, D 100"
FIVE = "A 100, B 100, C 100, D 100, E 100"

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)  # bring-in 2
STUD_10 = presets.card_room(small_bet=10, big_bet=20, ante=1, bring_in=5)
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
SPREAD = Rules.for_game("stud_high", Betting.spread_limit(2, 10), ante=1, bring_in=1)
POT_LIMIT = Rules.for_game("stud_high", Betting.pot_limit(4), ante=1)
NO_LIMIT = Rules.for_game("stud_high", Betting.no_limit(4), ante=1)


def seat_of(letter: str) -> int:
    """A is seat 1."""
    return ord(letter) - 64


def name_of(seat: int) -> str:
    """Seat 1 is A."""
    return chr(64 + seat)


def given(
    rules: Rules,
    stacks: str,
    cards: Mapping[str, str] | Deck = HANDS,
    *,
    dealer: str = "@",
    asked: str = "",
    store: str = "2s 3d 4d",
    dots_tie: DotsTie | None = "share",
) -> Hand:
    """A hand at its first decision. `asked` names who has to say whether they ante.

    `cards` are each player's, who all stay, or a deck. The dealer is the house's when none is named.
    """
    players = dict(part.split() for part in stacks.split(", "))
    if isinstance(cards, Deck):
        deck = cards
    else:
        deck = stacked_deck(
            {seat_of(name): cards[name] for name in players},
            dealer=seat_of(dealer),
            burn=rules.burn,
            store=store if rules.has_store else (),
        )
    seats = {seat_of(name): (name, int(stack), name not in asked) for name, stack in players.items()}
    said = dots_tie if rules.has_store else None
    return Hand.open(rules, seats, seat_of(dealer), deck=deck, dots_tie=said, hand_id="hand")


def when(hand: Hand, actions: str) -> Hand:
    """The hand after actions such as ``A bring_in, B call, C raise 8, D time_out, house rake 3``."""
    for action in actions.split(", "):
        hand = hand.play(_legal(hand, action))
    return hand


def _legal(hand: Hand, action: str) -> e.Event:
    who, verb, number = _parts(action)
    decision = decision_of(hand)
    assert (decision.seat is None) == (who == "house"), f"{action}: it is {decision}"
    assert who == "house" or decision.seat == seat_of(who), f"{action}: it is {decision}"
    if verb == "complete" and number is None:
        number = hand.state.rules.betting.lower
    builders: dict[str, Callable[[], e.Event]] = {
        "bring_in": decision.bring_in,
        "complete": lambda: decision.complete(number),
        "bet": lambda: decision.bet(number),
        "raise": lambda: decision.raise_to(number),
        "call": decision.call,
        "check": decision.check,
        "fold": decision.fold,
        "buy": lambda: decision.buy(number or 0),
        "pass": decision.pass_,
        "ante": decision.ante,
        "sit_out": decision.sit_out,
        "show": decision.show,
        "muck": decision.muck,
        "rake": lambda: decision.rake(number or 0),
        "time_out": decision.time_out,
    }
    return builders[verb]()


def _parts(action: str) -> tuple[str, str, int | None]:
    who, verb, *number = action.split()
    return who, verb, int(number[0]) if number else None


def decision_of(hand: Hand) -> Decision:
    """The decision that the hand waits for."""
    assert hand.decision is not None, "the hand is over"
    return hand.decision


def refused(hand: Hand, action: str) -> IllegalEvent:
    """Why an action is refused; it must be, in a sentence, and leave the hand as it was."""
    who, verb, number = _parts(action)
    if who == "house":
        event: e.Event = e.RakeTaken(number or 0)
    elif verb == "time_out":
        event = e.TimedOut(seat_of(who), "all_in")
    else:
        event = attempt(hand.state, seat_of(who), DOING[verb], number)
    return refused_event(hand, event)


def refused_event(hand: Hand, event: e.Event) -> IllegalEvent:
    """Why an event is refused; it must be, in a sentence, and leave the hand as it was."""
    before = (hand.events, hand.decision and hand.decision.text, hand.state.stacks)
    try:
        hand.play(event)
    except IllegalEvent as error:
        assert (hand.events, hand.decision and hand.decision.text, hand.state.stacks) == before
        assert_reads_well(error)
        return error
    raise AssertionError(f"{event} was played")


def assert_reads_well(error: IllegalEvent) -> None:
    """One sentence with the rule, who, what was tried, and why not."""
    text = str(error)
    who = "the dealer" if error.seat is None else f"seat {error.seat}"
    assert text.startswith(f"{error.rule}: {who} cannot {error.tried}: {error.reason}"), text
    assert text.endswith("."), text
    assert "\n" not in text, text
    assert len(text) < (2_000 if error.seat is None else 400), text


def rule(hand: Hand, action: str) -> str:
    """The rule that a refused action is refused by."""
    return refused(hand, action).rule


def offers(hand: Hand) -> str:
    """Whose decision it is and all that is offered: ``C: fold, call 2, complete to 4``."""
    decision = decision_of(hand)
    who = {"dots_tie": "dealer", "rake": "house"}.get(decision.kind) or name_of(decision.seat or 0)
    return f"{who}: {', '.join(map(str, decision.options))}"


def chips(hand: Hand) -> dict[str, int]:
    """Everybody's stack."""
    return {name_of(seat): stack for seat, stack in sorted(hand.state.stacks.items())}


def pots(hand: Hand) -> list[str]:
    """The pots and who contends, main pot first: ``["15 ABC", "30 BC"]``."""
    return [f"{pot.amount} {''.join(sorted(map(name_of, pot.seats)))}" for pot in pots_of(hand.state)]


def awards(hand: Hand) -> list[str]:
    """Who won what: ``["0 high B 8", "0 dots A 7"]``, the pot's number first."""
    return [f"{a.pot} {a.share} {name_of(a.seat)} {a.amount}" for a in hand.state.settling.awards]


def shown(hand: Hand) -> str:
    """Who showed, in order."""
    return "".join(name_of(hand.state.setup.order[place]) for place in hand.state.settling.shown)


def boards(hand: Hand) -> dict[str, str]:
    """Everybody's up cards."""
    return {name_of(s.number): " ".join(map(str, s.up)) for s in hand.state.seats}


def row(hand: Hand) -> str | None:
    """The store's row, ``_`` for an empty slot; None when there is none."""
    store = hand.state.store
    if store is None or store.closed:
        return None
    return " ".join("_" if card is None else str(card) for card in store.row)


def kinds(events: Iterable[e.Event]) -> list[str]:
    """The events' names, in order."""
    return [type(event).__name__ for event in events]


def since(hand: Hand, kind: type[e.Event]) -> list[str]:
    """The names of the events after the last one of a kind."""
    later = list(takewhile(lambda event: not isinstance(event, kind), reversed(hand.events)))
    return kinds(reversed(later))


def returned(hand: Hand) -> list[str]:
    """Uncalled chips that went back, in order: ``["A 4"]``."""
    return [f"{name_of(x.seat)} {x.amount}" for x in hand.events if isinstance(x, e.ChipsReturned)]


def before(hand: Hand, kind: type[e.Event]) -> HandState:
    """The state just before the first event of a kind."""
    return fold(takewhile(lambda event: not isinstance(event, kind), hand.events))


def refuted(state: HandState, event: e.Event) -> IllegalEvent:
    """Why the dealer may not record an event; it must be refused, in a sentence."""
    try:
        check(state, event)
    except IllegalEvent as error:
        assert_reads_well(error)
        return error
    raise AssertionError(f"{event} was accepted")


def to_store(hand: Hand) -> Hand:
    """Played on quietly to the next decision at the store, or to the end."""
    return play_out(hand, until=lambda later: later.decision is not None and later.decision.kind == "store")


def to_street(hand: Hand, street: int) -> Hand:
    """Played on quietly to the first betting decision of a street, or to the end."""
    return play_out(hand, until=lambda later: is_betting_on(later, street))


def is_betting_on(hand: Hand, street: int) -> bool:
    """Whether the hand waits for a betting decision of a street."""
    decision = hand.decision
    return decision is not None and decision.kind == "bet" and hand.state.street == street


def to_showdown(hand: Hand) -> Hand:
    """Played on quietly to the first decision to show or muck, or to the end."""
    return play_out(hand, until=lambda later: later.decision is not None and later.decision.kind == "show")


def to_end(hand: Hand) -> Hand:
    """Played on quietly to the end: nobody folds, raises, buys or mucks."""
    return play_out(hand)

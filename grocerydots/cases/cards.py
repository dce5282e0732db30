"""The deck of a case: its cards in order or by place, with what must be turned up and was not given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.cases.reading import UNKNOWN, Case, CaseError, Places
from grocerydots.deck import Deck
from grocerydots.state import HandState
from grocerydots.turns import DealerStep


def deck_of(case: Case) -> Deck:
    """The deck as far as it is known before the hand. Raises `SetupError` citing GSD-1."""
    if case.cards is None:
        if case.reshuffled is not None:
            Deck.stacked(case.reshuffled)
        return Deck.stacked(case.deck or ())
    once, up = _named(case)
    Deck.stacked([*once, *up])
    Deck.stacked([*once, *case.store, *case.restocks])  # cards that are bought are among the up cards too
    return Deck.unknown().with_order(range(52))


def _named(case: Case) -> tuple[list[str], list[str]]:
    """The cards that a case names by place: those that nobody can buy, and the players' up cards."""
    places = (case.cards or {}).values()
    once = [card for place in places for card in (*place.get("down", ()), place.get("river", UNKNOWN))]
    up = [card for place in places for card in place.get("up", ())]
    return _known([*once, case.community or UNKNOWN]), _known(up)


def _known(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card != UNKNOWN]


class Learned(Exception):
    """A buyer's own list says that a card lay at a position: its arguments, the position first."""


class CaseDeck:
    """A case's deck, which gets to know its cards as the hand needs them."""

    def __init__(self, case: Case, deck: Deck, names: dict[int, str]) -> None:
        self.case = case
        self.deck: Deck = deck
        self.names = names
        self.fillers: list[Card] = _fillers(case, deck)  #: Cards that the case does not name anywhere.
        self.filled: dict[Card, int] = {}  #: Where each of them is that was turned up.
        self.restocks: int = 0

    def known_for(self, step: DealerStep, state: HandState) -> Deck:
        """The deck with every card known that the step turns up."""
        if step.kind is e.StubReplenished:
            self.deck = self._known_order(step)
            return self.deck
        given = [(at, text) for at, text in self._given(step, state) if self.deck.cards[at] is None]
        self.deck = self.deck.with_cards({at: text for at, text in given if text != UNKNOWN})
        for _, at, up in step.draws:
            if up and self.deck.cards[at] is None and step.kind is not e.DownCardsOpened:
                self.deck = self.deck.with_cards({at: self._filler(at)})
        return self.deck

    def _given(self, step: DealerStep, state: HandState) -> Iterator[tuple[int, str]]:
        """What the case says lies at the positions of a step, "??" where it says nothing."""
        case = self.case
        if case.cards is None:
            return
        if step.kind is e.CardsDealt:
            yield from self._by_place(step, state)
        elif step.kind is e.StoreOpened:
            yield from [(at, text) for (_, at, _), text in zip(step.draws, case.store, strict=False)]
        elif step.kind is e.StoreRestocked:
            done, self.restocks = self.restocks, self.restocks + 1
            yield step.draws[0][1], _nth(case.restocks, done)
        elif step.kind is e.CommunityCardDealt:
            yield step.draws[0][1], case.community or UNKNOWN

    def _by_place(self, step: DealerStep, state: HandState) -> Iterator[tuple[int, str]]:
        counts: Counter[tuple[int, bool]] = Counter()
        for number, at, up in step.draws:
            seat, place = state.seat(number), self._place(number)
            had = (len(seat.up) if up else len(seat.down)) + counts[number, up]
            counts[number, up] += 1
            down = [*place.get("down", ()), UNKNOWN, UNKNOWN][:2]
            listed = place.get("up", ()) if up else [*down, place.get("river", UNKNOWN)]
            yield at, _nth(listed, had)

    def _place(self, seat: int) -> Places:
        return (self.case.cards or {}).get(self.names[seat], {})

    def _filler(self, at: int) -> Card:
        if not self.fillers:
            raise CaseError(
                f"{self.case.id}: position {at} has to be turned up and every card is named elsewhere"
            )
        card = self.fillers.pop()
        self.filled[card] = at
        return card

    def learn(self, event: e.StoreCardBought, state: HandState) -> None:
        """Raise `Learned` when the buyer's list names the card that stood in for an unnamed one."""
        text = _nth(self._place(event.seat).get("up", ()), len(state.seat(event.seat).up))
        if text == UNKNOWN or Card(text) is event.card:
            return
        if event.card not in self.filled:
            player = self.names[event.seat]
            raise CaseError(f"{self.case.id}: {player} buys {event.card} and {text} is listed")
        raise Learned(self.filled[event.card], Card(text))

    def _known_order(self, step: DealerStep) -> Deck:
        """The deck with the order of ROOM-12's shuffle known."""
        case, deck = self.case, self.deck
        if case.cards is not None:
            return deck
        if case.reshuffled is None:
            raise CaseError(f"{case.id}: the hand comes to ROOM-12's shuffle and there is no `reshuffled`")
        free = {at: deck.cards[at] for _, at, _ in step.draws}
        if len(case.reshuffled) > len(free):
            raise CaseError(f"{case.id}: {len(free)} cards are shuffled, not {len(case.reshuffled)}")
        places: dict[Card | None, int] = {card: at for at, card in free.items() if card is not None}
        unknown = [at for at, card in free.items() if card is None]
        order: list[int] = []
        for text in case.reshuffled:
            card = None if text == UNKNOWN else Card(text)
            if card not in places and not unknown:
                raise CaseError(f"{case.id}: {text} is not among the cards that are shuffled")
            order.append(places[card] if card in places else unknown.pop(0))
            if card is not None and card not in places:
                deck = deck.with_cards({order[-1]: card})
        return deck.with_order([*order, *(at for at in free if at not in order)])


def _nth(listed: Sequence[str], number: int) -> str:
    return listed[number] if number < len(listed) else UNKNOWN


def _fillers(case: Case, deck: Deck) -> list[Card]:
    """Cards for places that must be turned up and were not given."""
    once, up = _named(case)
    others = _known([*case.store, *case.restocks, *(case.reshuffled or ())])
    named = {*deck.cards, *[Card(text) for text in (*once, *up, *others)]}
    return [card for card in reversed(CARDS) if card not in named]

"""The deck of a case: its cards in order or by place, with what must be turned up and was not given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.cases.reading import UNKNOWN, Case, CaseError
from grocerydots.deck import Deck
from grocerydots.state import HandState
from grocerydots.turns import DealerStep


def deck_of(case: Case) -> Deck:
    """The deck as far as it is known before the hand. Raises `SetupError` citing GSD-1."""
    if case.cards is None:
        if case.reshuffled is not None:
            Deck.stacked(case.reshuffled)
        return Deck.stacked(case.deck or ())
    once = [
        card
        for place in case.cards.values()
        for card in (*place.get("down", ()), place.get("river", UNKNOWN))
    ]
    if case.community is not None:
        once.append(case.community)
    up = [card for place in case.cards.values() for card in place.get("up", ())]
    once = [card for card in once if card != UNKNOWN]
    Deck.stacked([*once, *[card for card in up if card != UNKNOWN]])
    Deck.stacked([*once, *case.store, *case.restocks])
    return Deck.unknown().with_order(range(52))


class Learned(Exception):
    """A buyer's own list says which card lay at a position that the case did not name otherwise."""

    def __init__(self, position: int, card: Card) -> None:
        super().__init__(position, card)
        self.position = position
        self.card = card


class CaseDeck:
    """A case's deck, which gets to know its cards as the hand needs them."""

    def __init__(self, case: Case, deck: Deck, names: dict[int, str]) -> None:
        self.case = case
        self.deck: Deck = deck
        self.names = names
        self.fillers: list[Card] = _fillers(case, deck)
        self.filled: dict[Card, int] = {}
        self.restocks: int = 0

    def known_for(self, step: DealerStep, state: HandState) -> Deck:
        """The deck with every card known that the step turns up."""
        deck = self.deck
        if step.kind is e.StubReplenished:
            self.deck = self._known_order(step)
            return self.deck
        wanted = list(self._wanted(step, state))
        known = {at: Card(text) for at, text in wanted if text != UNKNOWN and deck.cards[at] is None}
        deck = deck.with_cards(known)
        hidden = step.kind is e.DownCardsOpened
        for _, at, up in step.draws:
            if up and deck.cards[at] is None and not hidden:
                deck = deck.with_cards({at: self._filler(at)})
        self.deck = deck
        return deck

    def _wanted(self, step: DealerStep, state: HandState) -> Iterator[tuple[int, str]]:
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
            yield step.draws[0][1], case.restocks[done] if done < len(case.restocks) else UNKNOWN
        elif step.kind is e.CommunityCardDealt:
            yield step.draws[0][1], case.community or UNKNOWN

    def _by_place(self, step: DealerStep, state: HandState) -> Iterator[tuple[int, str]]:
        counts: Counter[tuple[int, bool]] = Counter()
        for number, at, up in step.draws:
            seat = state.seat(number)
            place = (self.case.cards or {}).get(self.names[number], {})
            had = (len(seat.up) if up else len(seat.down)) + counts[number, up]
            counts[number, up] += 1
            listed = place.get("up", []) if up else [*_two_down(place), place.get("river", UNKNOWN)]
            yield at, listed[had] if had < len(listed) else UNKNOWN

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
        had = len(state.seat(event.seat).up)
        listed = (self.case.cards or {}).get(self.names[event.seat], {}).get("up", [])
        text = listed[had] if had < len(listed) else UNKNOWN
        if text == UNKNOWN or Card(text) is event.card:
            return
        if event.card not in self.filled:
            raise CaseError(
                f"{self.case.id}: {self.names[event.seat]} buys {event.card} and {text} is listed"
            )
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


def _two_down(place: dict[str, Any]) -> list[str]:
    """The down cards before the river, two of them, known or not."""
    down: list[str] = place.get("down", [])
    return [*down, UNKNOWN, UNKNOWN][:2]


def _fillers(case: Case, deck: Deck) -> list[Card]:
    """Cards that the case does not name anywhere, for places that must be turned up and were not given."""
    named = {card for card in deck.cards if card is not None}
    texts = [*case.store, *case.restocks, *(case.reshuffled or ()), case.community or UNKNOWN]
    for place in (case.cards or {}).values():
        texts += [*place.get("down", ()), *place.get("up", ()), place.get("river", UNKNOWN)]
    named |= {Card(text) for text in texts if text != UNKNOWN}
    return [card for card in reversed(CARDS) if card not in named]

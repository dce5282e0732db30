"""Decks stacked by who is to hold what, instead of by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.deck import Deck
from grocerydots.errors import Problem, SetupError, brief, raise_any
from grocerydots.rules.rules import Seat

__all__ = ["stacked_deck"]

#: The place of a card in a hand: seven places, of which the first, second and last are face down.
_DOWN, _DOOR, _RIVER = (0, 1), 2, 6


def stacked_deck(
    hands: Mapping[Seat, str | Iterable[str | Card]],
    *,
    dealer: Seat = 0,
    burn: bool = True,
    store: str | Iterable[str | Card] = (),
    rest: str | Iterable[str | Card] = (),
) -> Deck:
    """An unsealed deck that gives each seat these cards, in the order in which they are dealt.

    A hand is two down cards, four up cards and the last down card: ``{1: "Ah Ad 2c 3c 4c 5c Ks", ...}``.
    A shorter hand gets no more cards, as after a fold. `dealer` and `burn` are the table's; `store` is the
    row as it opens, given in Grocery Store Dots alone. Nobody buys: a purchase moves every card after it.
    Burns, and what comes after the last card, are `rest` and then the cards that are not named, deuces first.
    A reshuffle (ROOM-12) takes them as they lie.

    Raises `SetupError`, citing GSD-1 for a card that is there twice, and `NotationError` for what is no card.
    """
    _check_seats(hands, dealer)
    clockwise = sorted(hands, key=lambda seat: (seat <= dealer, seat))
    cards = [_checked(parse_cards(hands[seat]), 7, f"hands[{seat}]") for seat in clockwise]
    row, burns = _checked(parse_cards(store), 3, "store"), parse_cards(rest)
    layout = list(_layout(cards, row, burn))
    Deck.stacked([*[card for card in layout if card is not None], *burns])  # refuses a repeated card
    fillers = iter([*burns, *[card for card in CARDS if card not in {*layout, *burns}]])
    return Deck.stacked([*[next(fillers) if card is None else card for card in layout], *fillers], order=())


def _check_seats(hands: object, dealer: object) -> None:
    if not isinstance(hands, Mapping):
        raise SetupError((Problem(None, "hands", f"expected hands by seat, got {brief(hands)}"),))
    problems = [
        Problem(None, "hands", f"expected seat numbers, 1 or more, got {brief(seat)}")
        for seat in hands
        if type(seat) is not int or seat < 1
    ]
    if type(dealer) is not int or dealer < 0:
        problems.append(Problem(None, "dealer", f"expected a seat number, or 0, got {brief(dealer)}"))
    raise_any(problems)


def _checked(cards: tuple[Card, ...], most: int, where: str) -> tuple[Card, ...]:
    if len(cards) > most:
        raise SetupError((Problem(None, where, f"expected at most {most} cards, got {len(cards)}"),))
    return cards


def _layout(hands: list[tuple[Card, ...]], store: tuple[Card, ...], burn: bool) -> Iterator[Card | None]:
    """The deck's cards from the top, None for a burn."""
    for street in (*_DOWN, _DOOR):
        yield from _street(hands, street)
    yield from store
    for street in range(_DOOR + 1, _RIVER + 1):
        dealt = list(_street(hands, street))
        if burn and dealt:
            yield None
        yield from dealt


def _street(hands: list[tuple[Card, ...]], street: int) -> Iterator[Card]:
    return (hand[street] for hand in hands if len(hand) > street)

"""Decks stacked by who is to hold what, instead of by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.deck import Deck
from grocerydots.errors import Problem, SetupError
from grocerydots.rules.table import Seat, shown

__all__ = ["stacked_deck"]

#: Where a card of a hand stands: seven places, of which the first, second and last are face down.
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

    Raises `SetupError` citing GSD-1 for a card that stands twice, `NotationError` for what is no card.
    """
    problems = [_no_seat(seat) for seat in hands if type(seat) is not int or seat < 1]
    if problems:
        raise SetupError(tuple(problems))
    clockwise = sorted(hands, key=lambda seat: (seat <= dealer, seat))
    cards = [parse_cards(hands[seat]) for seat in clockwise]
    layout = list(_layout(cards, parse_cards(store), burn))
    Deck.stacked([card for card in layout if card is not None] + list(parse_cards(rest)))  # no card twice
    fillers = iter([*parse_cards(rest), *[c for c in CARDS if c not in {*layout, *parse_cards(rest)}]])
    return Deck.stacked([*[next(fillers) if card is None else card for card in layout], *fillers])


def _no_seat(seat: object) -> Problem:
    return Problem(None, "hands", f"expected seat numbers, 1 or more, got {shown(seat)}")


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

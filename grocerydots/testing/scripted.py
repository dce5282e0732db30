"""Hands that a test decides: their seeds, decks stacked by who is to hold what, and playing on quietly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from grocerydots import events as e
from grocerydots.cards import CARDS, Card, parse_cards
from grocerydots.deck import SCHEME, Deck, Seed
from grocerydots.errors import NotationError, SetupError, expect, expected, raise_any
from grocerydots.hand import Hand
from grocerydots.rules.rules import Seat
from grocerydots.turns import Decision

#: The place of a card in a hand: seven places, of which the first, second and last are face down.
_DOWN, _DOOR, _RIVER = (0, 1), 2, 6
_QUIET = (
    e.AntePosted, e.BroughtIn, e.Checked, e.Called, e.StorePassed, e.HandShown, e.DotsTieConfirmed,
    e.RakeTaken,
)  # fmt: skip


def test_seed(text_or_number: str | int) -> Seed:
    """Return the test seed of this name: ``test_seed("short deck")``, ``test_seed(7)``.

    It is SHA-256 of a label and the name (``docs/reference/deck.md``), so anybody can work it out: **not
    secret**. A hand dealt from one says that it is a test. ``7`` and ``"7"`` are different seeds. Raises
    `NotationError` for anything but a text that UTF-8 can write, or a whole number of at most 256 bits.
    """
    parts = (SCHEME.encode(), b"test-seed", *_named(text_or_number))
    label = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return Seed(sha256(label).digest(), is_test=True)


test_seed.__test__ = False  # type: ignore[attr-defined]  # pytest would collect it where it is imported


def _named(name: str | int) -> tuple[bytes, bytes]:
    if type(name) is int and name.bit_length() <= 256:
        return b"number", str(name).encode()
    if isinstance(name, str):
        try:
            return b"text", name.encode()
        except UnicodeEncodeError:
            pass
    raise NotationError("a test seed is named by a text or by a whole number of at most 256 bits")


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

    Raises `SetupError`, citing GSD-1 for a repeated card, and `NotationError` for a text that is not a card.
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
        raise SetupError((expected("hands", "hands by seat", hands),))
    problems = [
        expected("hands", "seat numbers, 1 or more", seat)
        for seat in hands
        if type(seat) is not int or seat < 1
    ]
    if type(dealer) is not int or dealer < 0:
        problems.append(expected("dealer", "a seat number, or 0", dealer))
    raise_any(problems)


def _checked(cards: tuple[Card, ...], most: int, where: str) -> tuple[Card, ...]:
    if len(cards) > most:
        raise SetupError((expected(where, f"at most {most} cards", len(cards)),))
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


def passively(decision: Decision) -> e.Event:
    """The quietest legal event of a decision: ante, bring in, check, call, pass, show, no rake.

    Nobody folds and nobody raises, so a hand that is played like this comes to a showdown.
    """
    expect("decision", decision, Decision)
    for option in decision.options:
        if option.kind in _QUIET:
            return decision.event(option, option.lowest)
    raise AssertionError("every decision has a quiet answer")


def play_out(
    hand: Hand,
    choose: Callable[[Decision], e.Event] = passively,
    *,
    until: Callable[[Hand], bool] = lambda _: False,
) -> Hand:
    """The hand played on by `choose` until it is over, or until `until` says so of a hand.

    In a hand with times every choice is made at the time of the one before.
    """
    expect("hand", hand, Hand)
    expect("choose", choose, Callable)  # type: ignore[arg-type]
    expect("until", until, Callable)  # type: ignore[arg-type]
    while hand.decision is not None and not until(hand):
        hand = hand.play(choose(hand.decision), at=None if hand.times is None else hand.times[-1])
    return hand

"""Openings: what one player may know beyond the public log, as a value and as a small file of its own.

Once the hand is over anybody may give out their own, one card or all, and the house those of cards that were
burned or left in the deck (HOUSE-37).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import NoneType
from typing import Final, Literal, NamedTuple, TypeAlias, final

import attrs

from grocerydots import events as e
from grocerydots.cards import Card, parse_cards
from grocerydots.deck import seal_of
from grocerydots.deck.scheme import SALT_BYTES, check_hand_id, checked_position
from grocerydots.english import count
from grocerydots.errors import DeckError, NotationError, brief, expect, several
from grocerydots.events import Dealer, Id, Opening, Position
from grocerydots.files import PRIVATE
from grocerydots.log import Log
from grocerydots.log.fields import whole
from grocerydots.proofs.files import Format, Kept
from grocerydots.rules.rules import MAX_CHIPS, Seat

MismatchKind: TypeAlias = Literal["hand", "seat", "position", "salt", "seal", "card", "twice"]


class Mismatch(NamedTuple):
    """One way in which openings and a log do not match."""

    kind: MismatchKind
    position: Position | None  #: None when it is not about one card.
    entry: int | None  #: The log entry that says otherwise, counting from 0; None when there is none.
    message: str

    def __str__(self) -> str:
        return self.message


@attrs.frozen
class OpeningsCheck:
    """The result of comparing openings with a log. It is true only when the seals prove every card."""

    seat: Seat
    opened: tuple[Position, ...]  #: The positions that were opened.
    proved: tuple[Position, ...]  #: Of those, the ones whose card and salt give the log's seal.
    missing: tuple[Position, ...]  #: Down cards of the seat in the log that were not opened.
    deck: e.DeckKind  #: The log's; nothing proves a card of an `unsealed` one.
    mismatches: tuple[Mismatch, ...]

    @property
    def fits(self) -> bool:
        """Whether nothing in the log contradicts the openings."""
        return not self.mismatches

    @property
    def is_proved(self) -> bool:
        """Whether there are opened cards, and the log's seals prove them all."""
        return self.fits and bool(self.opened) and self.proved == self.opened

    def __bool__(self) -> bool:
        return self.is_proved

    def __str__(self) -> str:
        """The verdict in words."""
        if self.mismatches:
            return "; ".join(mismatch.message for mismatch in self.mismatches)
        if not self.opened:
            return f"no card of {_who(self.seat)} is opened"
        of = f"{count(len(self.opened), 'card')} of {_who(self.seat)}"
        if self.deck == "unsealed":
            return f"{of}: nothing in the log contradicts them or proves them: it has no seals"
        if self.deck == "test":
            return f"{of}: proved by the seals; it is a test deck, whose cards are not secret"
        return f"{of}: proved by the seals"


def _by_position(given: Iterable[Opening]) -> tuple[Opening, ...]:
    openings = several("openings", given, Opening)
    for position, card, salt in openings:
        checked_position(position)
        expect("card", card, Card)
        expect("salt", salt, bytes, NoneType)
        if salt is not None and len(salt) != SALT_BYTES:
            raise DeckError(f"the salt of position {position} is 16 bytes, or None in an unsealed hand")
    return tuple(sorted(openings, key=lambda opening: opening.position))


_OWNER: Final = whole("owner", 0, MAX_CHIPS, "a seat number, or the house's")


@final
@attrs.frozen(repr=False)
class Openings(Kept):
    """What a seat's player knows beyond the log of a hand: position, card and salt of each down card.

    Those of seat 0 are the house's: cards that were burned or left in the deck (HOUSE-37). Secret while the
    hand is on; only the owner of a file of them can read it. Raises `DeckError` for a wrong hand id, seat,
    position or salt, and for a position or a card that is opened twice.
    """

    _format = Format("grocerydots-openings", "openings", 4096, PRIVATE, {"Dealer": _OWNER})

    hand_id: Id
    seat: Dealer  #: A seat number, 0 for the house.
    openings: tuple[Opening, ...] = attrs.field(converter=_by_position)

    def __attrs_post_init__(self) -> None:
        check_hand_id(self.hand_id)
        expect("seat", self.seat, int)
        if not 0 <= self.seat <= MAX_CHIPS:
            raise DeckError(f"openings are of a seat, or of the house, 0, not of {brief(self.seat)}")
        if len(self.cards) < len(self.openings) or len(set(self.cards.values())) < len(self.cards):
            raise DeckError("a position or a card is opened twice")

    @property
    def cards(self) -> dict[Position, Card]:
        """The card at each opened position."""
        return {opening.position: opening.card for opening in self.openings}

    def only(self, cards: str | Iterable[str | Card]) -> Openings:
        """The openings of these cards alone, to be given out. Raises `NotationError` for another card."""
        wanted = parse_cards(cards)
        lacking = [card for card in wanted if card not in self.cards.values()]
        if lacking:
            raise NotationError(f"{lacking[0]} is not among these openings")
        return attrs.evolve(self, openings=tuple([each for each in self.openings if each.card in wanted]))

    def verify(self, log: Log) -> OpeningsCheck:
        """Compare the openings with a log: its hand, the cards dealt to the seat, its seals, the up cards.

        Never raises for a log that breaks rules.
        """
        expect("log", log, Log)
        opening = log.opening
        if opening.hand_id != self.hand_id:
            message = f"the openings are of hand {self.hand_id}, the log is of hand {opening.hand_id}"
            return self._checked(opening.deck, Mismatch("hand", None, 0, message))
        if not self.seat and not log.is_closed:
            message = "the house opens cards once the hand is over (HOUSE-37), and this log is not closed"
            return self._checked(opening.deck, Mismatch("hand", None, None, message))
        if self.seat and all(seating.seat != self.seat for seating in opening.seats):
            message = f"nobody sits in seat {self.seat} in the log"
            return self._checked(opening.deck, Mismatch("seat", None, 0, message))
        said = _Said(log, self.seat)
        missing = tuple(sorted(position for position in said.down if position not in self.cards))
        found = [mismatch for opened in self.openings for mismatch in said.against(opened)]
        proved = tuple([opened.position for opened in self.openings if said.proves(opened)])
        return self._checked(opening.deck, *found, proved=proved, missing=missing)

    def _checked(
        self,
        deck: e.DeckKind,
        *mismatches: Mismatch,
        proved: tuple[Position, ...] = (),
        missing: tuple[Position, ...] = (),
    ) -> OpeningsCheck:
        return OpeningsCheck(self.seat, tuple(self.cards), proved, missing, deck, mismatches)

    def __repr__(self) -> str:
        return f"Openings({self.hand_id!r}, {_who(self.seat)}, {len(self.openings)} cards)"


# Against a log

_BURNED: Final = "was burned"
_UNDEALT: Final = "was not dealt in this log"
_NOBODYS: Final = (_BURNED, _UNDEALT)


class _Said:
    """What a log says about the deck, as far as one seat's openings can be compared with it."""

    def __init__(self, log: Log, seat: Seat) -> None:
        self.log: Final = log
        self.seat: Final = seat
        self.seals: tuple[int, tuple[bytes, ...]] | None = None  #: And the entry that logged them.
        self.down: dict[Position, int] = {}  #: The seat's down cards, and the entries that dealt them.
        self.fate: dict[Position, tuple[int, str]] = {}  #: What became of a position, and where.
        self.seen: dict[Card, tuple[Position, int]] = {}  #: Where each card was turned up first.
        self.up: dict[Position, tuple[Card, int]] = {}
        for entry, event in enumerate(log.events):
            self._note(entry, event)

    def _note(self, entry: int, event: e.Event) -> None:
        match event:
            case e.DeckSealed(seals=seals) if self.seals is None:
                self.seals = entry, seals
            case e.CardBurned(position=position):
                self.fate[position] = entry, _BURNED
            case e.CardsDealt(cards=cards):
                self._note_dealt(entry, cards)
        for position, card in e.turned_up([event]):
            self.up.setdefault(position, (card, entry))
            self.seen.setdefault(card, (position, entry))
            self.fate.setdefault(position, (entry, "was turned up"))

    def _note_dealt(self, entry: int, cards: tuple[e.Dealt, ...]) -> None:
        for dealt in cards:
            way = "up" if dealt.up else "down"
            self.fate[dealt.position] = entry, f"was dealt {way} to seat {dealt.seat}"
            if dealt.seat == self.seat and not dealt.up:
                self.down[dealt.position] = entry

    def proves(self, opening: Opening) -> bool:
        """Whether an opened card with its salt gives the seal of its position."""
        position, card, salt = opening
        if salt is None or self.seals is None:
            return False
        return seal_of(self.log.hand_id, position, card, salt) == self.seals[1][position]

    def against(self, opening: Opening) -> Iterator[Mismatch]:
        """Everything that contradicts one opening."""
        position = opening.position
        entry, fate = self.fate.get(position, (None, _UNDEALT))
        if position not in self.down if self.seat else fate not in _NOBODYS:
            no = f"no down card of seat {self.seat}" if self.seat else "neither burned nor left in the deck"
            message = f"position {position} is {no}: it {fate}{_in(entry)}"
            yield Mismatch("position", position, entry, message)
        yield from self._against_seal(opening)
        yield from self._against_cards(opening)

    def _against_seal(self, opening: Opening) -> Iterator[Mismatch]:
        position, card, salt = opening
        if self.log.opening.deck == "unsealed":
            if salt is not None:
                message = f"the opening of position {position} has a salt, and the log has no seals"
                yield Mismatch("salt", position, None, message)
        elif salt is None:
            message = f"the opening of position {position} has no salt, so the seal cannot prove it"
            yield Mismatch("salt", position, None, message)
        elif self.seals is None:
            message = f"the seal of position {position} is not in this log, whose deck is not sealed yet"
            yield Mismatch("seal", position, None, message)
        elif not self.proves(opening):
            entry = self.seals[0]
            message = f"{card} with this salt does not give the seal of position {position}{_in(entry)}"
            yield Mismatch("seal", position, entry, message)

    def _against_cards(self, opening: Opening) -> Iterator[Mismatch]:
        position, card, _ = opening
        shown_card, entry = self.up.get(position, (card, None))
        if shown_card is not card:
            message = f"position {position} was opened as {card}, and turned up as {shown_card}{_in(entry)}"
            yield Mismatch("card", position, entry, message)
        elsewhere, entry = self.seen.get(card, (position, None))
        if elsewhere != position:
            message = f"{card} was opened at position {position}, and turned up at {elsewhere}{_in(entry)}"
            yield Mismatch("twice", position, entry, message)


def _who(seat: Seat) -> str:
    return f"seat {seat}" if seat else "the house"


def _in(entry: int | None) -> str:
    return "" if entry is None else f" in entry {entry}"

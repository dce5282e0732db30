"""Every event of a hand: immutable facts in the past tense.

Seats are table seat numbers, amounts whole chips, positions count from the top of the deck (0 to 51), and
streets are 3 to 7. An event that moves chips carries `amount`, the chips that left the stack. Cards that
nobody may see stand in no event: they are named by their position (design: the state is public, the deck
is secret). Events are checked at two doors, `check` and the log's codec, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

import attrs

from grocerydots.cards import Card
from grocerydots.records import Record
from grocerydots.rules.games import ShareName
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Rules, Seat

# A field's annotation is what the log's table of kinds goes by (`grocerydots.log.fields`).
Id: TypeAlias = str  #: A hand's or a table's: 1 to 64 of A-Z a-z 0-9 . _ -.
Name: TypeAlias = str  #: A player's, 1 to `LONGEST_NAME` characters.
Dealer: TypeAlias = int  #: A seat number, which need not be occupied; 0 is the house.
Street: TypeAlias = int  #: 3 to 7: third to seventh street.
Slot: TypeAlias = int  #: Of the store, 1 to 3, from the marked, cheapest card.
Position: TypeAlias = int  #: A place in the deck, 0 the top card, to 51.
Order: TypeAlias = tuple[Position, ...]  #: All 52 positions.
Salt: TypeAlias = bytes  #: 16 bytes.
Hash: TypeAlias = bytes  #: 32 bytes.
Seals: TypeAlias = tuple[Hash, ...]  #: One for each of 52 positions.
#: Whether positions are sealed; a sealed deck from a test seed is not secret.
DeckKind: TypeAlias = Literal["sealed", "test", "unsealed"]
#: The part of a pot that is awarded; `whole` where it is not split.
Share: TypeAlias = Literal[ShareName, "whole"]
LONGEST_NAME: Final = 10_000  #: Characters of a player's name.
#: What the clock does in place of a player (HOUSE-25).
TimeOutResult: TypeAlias = Literal["all_in", "check", "fold", "bring_in", "sit_out", "pass", "show"]


class Fact(Record):
    """What every event is. A record's code compares and shows it: code for each class costs start-up."""

    __slots__ = ()


class Seating(NamedTuple):
    """A player at the table as the hand opens."""

    seat: Seat
    player: Name
    stack: Chips  #: Before the ante.
    auto_ante: bool = True  #: Whether the ante is posted without asking (ROOM-2).


class Dealt(NamedTuple):
    """One card as it was dealt to a seat; face down it has neither card nor salt."""

    seat: Seat
    position: Position
    up: bool
    card: Card | None = None
    salt: Salt | None = None  #: 16 bytes that open the position's seal; None in an unsealed hand.


class Opening(NamedTuple):
    """A position of the deck turned up, with the salt that proves it against its seal."""

    position: Position
    card: Card
    salt: Salt | None = None


class Payment(NamedTuple):
    """Chips of one seat, in an event that moves chips of several."""

    seat: Seat
    amount: Chips


class Award(NamedTuple):
    """A share of a pot that a seat won. Pots count from 0, the main pot."""

    pot: int
    share: Share
    seat: Seat
    amount: Chips


# The opening of the hand


@attrs.frozen(repr=False, eq=False)
class HandOpened(Fact):
    """A hand began: its rules, dealer and players. Always the first event."""

    hand_id: Id
    rules: Rules
    dealer: Dealer  #: Need not be occupied; 0 is a house dealer before the lowest seat.
    seats: tuple[Seating, ...]  #: Clockwise, by seat number.
    deck: DeckKind
    seed_commitment: Hash | None = None  #: SHA-256 of the seed, where players add entropy.
    entropy_seats: tuple[Seat, ...] = ()


@attrs.frozen(repr=False, eq=False)
class DotsTieConfirmed(Fact):
    """The dealer said how a tie for most dots is settled, before anybody could know the deck (GSD-16)."""

    policy: DotsTie


@attrs.frozen(repr=False, eq=False)
class EntropyCommitted(Fact):
    """A player committed to 32 bytes of their own, by their hash."""

    seat: Seat
    commitment: Hash


@attrs.frozen(repr=False, eq=False)
class EntropyAdded(Fact):
    """A player opened the 32 bytes they had committed to."""

    seat: Seat
    entropy: Hash


@attrs.frozen(repr=False, eq=False)
class DeckSealed(Fact):
    """The deck was fixed: a seal for each position, and one over the order of a reshuffle (ROOM-12)."""

    seals: Seals
    order_seal: Hash


# Antes


@attrs.frozen(repr=False, eq=False)
class AntesPosted(Fact):
    """All automatic antes, in dealing order (ROOM-2, LIM-1)."""

    antes: tuple[Payment, ...]


@attrs.frozen(repr=False, eq=False)
class AntePosted(Fact):
    """A player who was asked said "I'm in" (ROOM-2)."""

    seat: Seat
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class SatOut(Fact):
    """A player who was asked is not in this hand, and gets no cards (ROOM-2)."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class HandCancelled(Fact):
    """Fewer than two were in: the antes went back (HOUSE-29)."""

    returned: tuple[Payment, ...]


# Cards


@attrs.frozen(repr=False, eq=False)
class CardsDealt(Fact):
    """Cards of one street went out, one at a time, in this order (ROOM-3)."""

    street: Street
    cards: tuple[Dealt, ...]


@attrs.frozen(repr=False, eq=False)
class CardBurned(Fact):
    """A card was burned before a street, unseen (ROOM-5)."""

    position: Position


@attrs.frozen(repr=False, eq=False)
class StubReplenished(Fact):
    """Stub and burns, or the burns alone, were shuffled into a new stub (ROOM-12)."""

    positions: tuple[Position, ...]  #: The new stub, top first.
    order: Order | None = None  #: The sealed order of all 52 positions that gave it.
    salt: Salt | None = None


@attrs.frozen(repr=False, eq=False)
class CommunityCardDealt(Fact):
    """One card was turned up for every live hand, in place of the seventh cards (ROOM-12)."""

    position: Position
    card: Card
    salt: Salt | None = None


# Betting


@attrs.frozen(repr=False, eq=False)
class BroughtIn(Fact):
    """The forced opener, or who acts for one that is all-in, posted the bring-in (LIM-3)."""

    seat: Seat
    amount: Chips
    full: bool  #: Whether it is the first full wager: when it equals the lower limit.


@attrs.frozen(repr=False, eq=False)
class Completed(Fact):
    """A wager on third street before there was a full one (HOUSE-1)."""

    seat: Seat
    amount: Chips
    to: Chips  #: The player's total for the round.
    full: bool  #: Whether it counts as a full wager (HOUSE-5, HOUSE-6, STRUCT-4); so below.


@attrs.frozen(repr=False, eq=False)
class Bet(Fact):
    """The first wager of a later street."""

    seat: Seat
    amount: Chips
    to: Chips
    full: bool


@attrs.frozen(repr=False, eq=False)
class Raised(Fact):
    """A wager over another."""

    seat: Seat
    amount: Chips
    to: Chips
    full: bool


@attrs.frozen(repr=False, eq=False)
class Called(Fact):
    """A player matched what was wagered, or put in the rest of the stack."""

    seat: Seat
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class Checked(Fact):
    """A player passed the action on, with nothing to call."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class Folded(Fact):
    """A player gave up the hand; it gets no more cards (ROOM-20)."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class TimedOut(Fact):
    """The clock ran out on a decision (ROOM-9, HOUSE-24, HOUSE-25)."""

    seat: Seat
    result: TimeOutResult
    amount: Chips = 0  #: The bring-in where one is posted, else 0.


@attrs.frozen(repr=False, eq=False)
class ChipsReturned(Fact):
    """Chips that nobody called, or could, went back (HOUSE-30)."""

    seat: Seat
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class BettingClosed(Fact):
    """A betting round ended."""

    street: Street


# The store


@attrs.frozen(repr=False, eq=False)
class StoreOpened(Fact):
    """Three cards of the stub, face up in slots 1, 2, 3 (GSD-7)."""

    cards: tuple[Opening, ...]


@attrs.frozen(repr=False, eq=False)
class StoreCardBought(Fact):
    """A seat took a face-up store card instead of the next card of the stub (GSD-9)."""

    seat: Seat
    slot: Slot
    card: Card
    price: Chips  #: Goes straight to the pot; never part of a bet (HOUSE-15).


@attrs.frozen(repr=False, eq=False)
class StorePassed(Fact):
    """A seat chose the next card of the stub (GSD-9)."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class StoreRestocked(Fact):
    """The emptied slot was filled from the stub, just before a decision to buy (GSD-10)."""

    slot: Slot  #: Where the new card lies; slot 3 when the others slid (HOUSE-14).
    position: Position
    card: Card
    salt: Salt | None = None


@attrs.frozen(repr=False, eq=False)
class StoreClosed(Fact):
    """What was left in the store was discarded (GSD-11)."""


# Showdown and settling


@attrs.frozen(repr=False, eq=False)
class HandShown(Fact):
    """A player showed, or had to."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class HandMucked(Fact):
    """A player threw the hand away at showdown and has no claim to any pot (ROOM-16, HOUSE-26)."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class DownCardsOpened(Fact):
    """The down cards of a hand that was shown."""

    seat: Seat
    cards: tuple[Opening, ...]


@attrs.frozen(repr=False, eq=False)
class RakeTaken(Fact):
    """The house took its rake, 0 too, before the pots were split (HOUSE-32)."""

    amount: Chips


@attrs.frozen(repr=False, eq=False)
class PotsAwarded(Fact):
    """Every pot went to its winners, by pot, share and dealing order."""

    awards: tuple[Award, ...]


@attrs.frozen(repr=False, eq=False)
class HandClosed(Fact):
    """The hand ended with these stacks, in dealing order."""

    stacks: tuple[Payment, ...]


Wager: TypeAlias = Completed | Bet | Raised  #: What others must answer.
WAGERS: Final = (Completed, Bet, Raised)  #: The classes of wagers.
#: Any event of a hand.
Event: TypeAlias = (
    HandOpened
    | DotsTieConfirmed
    | EntropyCommitted
    | EntropyAdded
    | DeckSealed
    | AntesPosted
    | AntePosted
    | SatOut
    | HandCancelled
    | CardsDealt
    | CardBurned
    | StubReplenished
    | CommunityCardDealt
    | BroughtIn
    | Completed
    | Bet
    | Raised
    | Called
    | Checked
    | Folded
    | TimedOut
    | ChipsReturned
    | BettingClosed
    | StoreOpened
    | StoreCardBought
    | StorePassed
    | StoreRestocked
    | StoreClosed
    | HandShown
    | HandMucked
    | DownCardsOpened
    | RakeTaken
    | PotsAwarded
    | HandClosed
)


def turned_up(events: Iterable[Event]) -> Iterable[tuple[Position, Card]]:
    """Every card that the events turned up, with its position in the deck."""
    for event in events:
        match event:
            case CardsDealt(cards=dealt):
                yield from [(d.position, d.card) for d in dealt if d.card is not None]
            case StoreOpened(cards=cards) | DownCardsOpened(cards=cards):
                yield from [(opening.position, opening.card) for opening in cards]
            case (
                StoreRestocked(position=position, card=card)
                | CommunityCardDealt(position=position, card=card)
            ):
                yield position, card

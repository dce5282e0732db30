"""The state of a hand: what the events have said so far, the same for everybody.

Parts are plain slotted classes, written only here and never changed once built: constructing a frozen
attrs class costs too much on this path. Places count in dealing order: place 0 is the dealer's left. A
set of places is an int with bit `1 << place`. Nothing here knows a rule.
"""

from __future__ import annotations

import enum
from typing import Final, Self, TypeAlias

from grocerydots.cards import Card
from grocerydots.events import Award, HandOpened, Opening, Position, Seating, Street
from grocerydots.rules.table import Chips, DotsTie, Rules, Seat

Place: TypeAlias = int  #: 0 is the dealer's left, counting clockwise.
Places: TypeAlias = int  #: A set of places, bit `1 << place` each.


class Stage(enum.IntEnum):
    """What the last event left the hand in."""

    OPENING = 0  #: Nothing is in the pot yet.
    ANTES = 1  #: Antes are being posted.
    DEALING = 2  #: Cards of `street` are going out, or are out and nobody has acted.
    BETTING = 3  #: Somebody has acted on `street`.
    CLOSED = 4  #: The betting of `street` is closed.
    SHOWDOWN = 5  #: A hand has been shown or mucked.
    SETTLED = 6  #: The pots, or the antes of a cancelled hand, are back in stacks.
    OVER = 7


#: The stages by name: looking a member up in its class costs more than the rest of a reducer's line.
OPENING, ANTES, DEALING, BETTING, CLOSED, SHOWDOWN, SETTLED, OVER = Stage


class Part:
    """A piece of the state: compared field by field, shown by its fields."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self.__class__ is not other.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def replace(self, **changes: object) -> Self:
        """A copy with these fields changed. Slower than a constructor, so not for every action."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return type(self)(**{**fields, **changes})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"


class Setup(Part):
    """What was settled before the first ante."""

    __slots__ = (
        "commitments", "dots_tie", "entropy", "index", "opening", "order", "order_seal", "out", "rules",
        "seals",
    )  # fmt: skip

    def __init__(
        self,
        opening: HandOpened,
        rules: Rules,
        order: tuple[Seat, ...],
        index: dict[Seat, Place],
        dots_tie: DotsTie | None,
        commitments: tuple[tuple[Seat, bytes], ...],
        entropy: tuple[tuple[Seat, bytes], ...],
        seals: tuple[bytes, ...] | None,
        order_seal: bytes | None,
        out: Places,
    ) -> None:
        self.opening: Final = opening
        self.rules: Final = rules  #: The opening's, at hand.
        self.order: Final = order  #: Seat numbers in dealing order.
        self.index: Final = index  #: The place of each seat number.
        self.dots_tie: Final = dots_tie
        self.commitments: Final = commitments
        self.entropy: Final = entropy
        self.seals: Final = seals
        self.order_seal: Final = order_seal
        self.out: Final = out  #: Places that sat out.


class SeatState(Part):
    """One player's chips and cards."""

    __slots__ = ("down", "number", "paid", "shown", "stack", "timed_out", "up", "wagered")

    def __init__(
        self,
        number: Seat,
        stack: Chips,
        paid: Chips,
        wagered: Chips,
        down: tuple[Position, ...],
        up: tuple[Card, ...],
        shown: tuple[Card, ...],
        timed_out: bool,
    ) -> None:
        self.number: Final = number
        self.stack: Final = stack
        self.paid: Final = paid  #: Into the pots in this hand, antes and wagers, store prices apart.
        self.wagered: Final = wagered  #: The part of `paid` that was wagered in this round.
        self.down: Final = down  #: The positions of the down cards.
        self.up: Final = up
        self.shown: Final = shown  #: The down cards, once opened.
        self.timed_out: Final = timed_out  #: Placed all-in by the clock (ROOM-9).


class Stub(Part):
    """The undealt rest of the deck, by position, and what has been seen."""

    __slots__ = ("burned", "community", "positions", "replenished", "seen", "taken")

    def __init__(
        self,
        positions: tuple[Position, ...],
        taken: int,
        burned: tuple[Position, ...],
        replenished: bool,
        seen: int,
        community: Card | None,
    ) -> None:
        self.positions: Final = positions
        self.taken: Final = taken  #: How many of `positions` are gone.
        self.burned: Final = burned
        self.replenished: Final = replenished  #: Whether ROOM-12's shuffle has happened.
        self.seen: Final = seen  #: Bit `1 << card.index` for every card turned up.
        self.community: Final = community

    def next(self, count: int) -> tuple[Position, ...]:
        """The next `count` positions; fewer when the stub is short."""
        return self.positions[self.taken : self.taken + count]

    @property
    def left(self) -> int:
        """How many cards the stub still holds."""
        return len(self.positions) - self.taken


class BettingRound(Part):
    """One betting round, from the first action on; kept after it closes for who shows first."""

    __slots__ = (
        "acted", "aggressor", "bet", "first", "fourth_with", "full_bet", "largest", "last", "raise_by",
        "started_with", "street", "to_act", "wagers",
    )  # fmt: skip

    def __init__(
        self,
        street: Street,
        bet: Chips,
        full_bet: Chips,
        raise_by: Chips,
        largest: Chips,
        wagers: int,
        acted: Places,
        to_act: Places,
        last: Place,
        first: Place,
        aggressor: Place,
        started_with: int,
        fourth_with: int,
    ) -> None:
        self.street: Final = street
        self.bet: Final = bet  #: What everybody owes in this round, in all.
        self.full_bet: Final = full_bet  #: The last full wager's total, 0 before one.
        self.raise_by: Final = raise_by  #: What the last full wager added to what there was to call.
        self.largest: Final = largest  #: The most that a full wager stood above the one before it.
        self.wagers: Final = wagers  #: Full wagers so far (LIM-7).
        self.acted: Final = acted  #: Who has acted since the last full wager.
        self.to_act: Final = to_act  #: Who has yet to answer the last wager.
        self.last: Final = last  #: Who acted last, -1 before the first.
        self.first: Final = first  #: Who had the first option, -1 before the first.
        self.aggressor: Final = aggressor  #: Who wagered last, the mere bring-in apart; -1 for nobody.
        self.started_with: Final = started_with  #: How many could act as the round started.
        self.fourth_with: Final = fourth_with  #: How many could act as the fourth wager was made, or 0.


class Store(Part):
    """The row of three and who is being served."""

    __slots__ = ("closed", "passed", "row")

    def __init__(self, row: tuple[Card | None, ...], passed: Place, closed: bool) -> None:
        self.row: Final = row  #: Slots 1, 2, 3; None where a card was bought; empty once discarded.
        self.passed: Final = passed  #: Who chose the stub and waits for the card, or -1.
        self.closed: Final = closed


class Settling(Part):
    """Showdown, rake and awards."""

    __slots__ = ("awards", "mucked", "rake", "shown")

    def __init__(
        self, shown: tuple[Place, ...], mucked: Places, rake: Chips | None, awards: tuple[Award, ...]
    ) -> None:
        self.shown: Final = shown  #: Who showed, in order.
        self.mucked: Final = mucked
        self.rake: Final = rake  #: None until the house has named it.
        self.awards: Final = awards


class HandState(Part):
    """Everything public about a hand after some of its events. Built by `evolve` alone."""

    __slots__ = (
        "acting", "betting", "dead_money", "live", "seats", "settling", "setup", "stage", "store", "street",
        "stub",
    )  # fmt: skip

    def __init__(
        self,
        setup: Setup,
        seats: tuple[SeatState, ...],
        live: Places,
        acting: Places,
        stage: Stage,
        street: Street,
        stub: Stub,
        betting: BettingRound | None,
        store: Store | None,
        dead_money: tuple[tuple[Chips, Chips], ...],
        settling: Settling,
    ) -> None:
        self.setup: Final = setup
        self.seats: Final = seats  #: In dealing order.
        self.live: Final = live  #: In the hand: anted and not folded.
        self.acting: Final = acting  #: Live, with chips, and not timed out.
        self.stage: Final = stage
        self.street: Final = street  #: 0 before third street.
        self.stub: Final = stub
        self.betting: Final = betting  #: The current or last round; None before the first action.
        self.store: Final = store  #: None until it opens.
        self.dead_money: Final = dead_money  #: Store prices: (level of `paid` they belong to, chips).
        self.settling: Final = settling

    @property
    def rules(self) -> Rules:
        """What the hand is played by."""
        return self.setup.rules

    @property
    def hand_id(self) -> str:
        """The hand's id."""
        return self.setup.opening.hand_id

    def seat(self, number: Seat) -> SeatState:
        """The seat of that number; KeyError when nobody sits there."""
        return self.seats[self.setup.index[number]]

    def player(self, number: Seat) -> Seating:
        """Who opened the hand in that seat; KeyError when nobody did."""
        return next(s for s in self.setup.opening.seats if s.seat == self.seat(number).number)

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """Each seat's chips behind, by seat number, in dealing order."""
        return {seat.number: seat.stack for seat in self.seats}

    @property
    def pot(self) -> Chips:
        """All chips in the middle: antes, wagers of this round too, and store prices."""
        chips = sum([seat.paid for seat in self.seats])
        return chips + sum([price for _, price in self.dead_money]) if self.dead_money else chips

    @property
    def is_over(self) -> bool:
        """Whether the hand is closed."""
        return self.stage is Stage.OVER


def places_of(places: Places) -> tuple[Place, ...]:
    """The places of a set, in dealing order."""
    return _PLACES_OF[places]


def next_place(places: Places, after: Place) -> Place:
    """The next place of a set that is not empty, clockwise after a place."""
    later = places >> (after + 1) << (after + 1)
    lowest = later or places
    return (lowest & -lowest).bit_length() - 1


def opened_cards(cards: tuple[Opening, ...]) -> tuple[Card, ...]:
    """The cards of some openings."""
    return tuple([opening.card for opening in cards])


#: Every set of the eight places that a hand has at most (HOUSE-28).
_PLACES_OF: Final = tuple([tuple([place for place in range(8) if s >> place & 1]) for s in range(256)])
NO_SETTLING: Final = Settling((), 0, None, ())
WHOLE_DECK: Final = tuple(range(52))
FULL_STUB: Final = Stub(WHOLE_DECK, 0, (), False, 0, None)

"""The state of a hand: what the events have said so far, the same for everybody.

Its parts are in `grocerydots.parts`. Nothing here knows a rule.
"""

from __future__ import annotations

import enum
from typing import ClassVar, Final

from grocerydots.cards import Card
from grocerydots.errors import UnknownSeat
from grocerydots.events import HandOpened, Opening, Seating, Street
from grocerydots.parts import (
    FULL_STUB,
    NO_SETTLING,
    BettingRound,
    Place,
    Places,
    SeatState,
    Settling,
    Store,
    StorePrice,
    Stub,
    new_round,
)
from grocerydots.records import Record, make_read_only
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Rules, Seat


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


class Setup(Record):
    """What was settled before the first ante."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "opening", "rules", "order", "dots_tie", "commitments", "entropy", "seals", "order_seal", "out",
    )  # fmt: skip
    __slots__ = __match_args__

    def __init__(
        self,
        opening: HandOpened,
        rules: Rules,
        order: tuple[Seat, ...],
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
        self.dots_tie: Final = dots_tie
        self.commitments: Final = commitments
        self.entropy: Final = entropy
        self.seals: Final = seals
        self.order_seal: Final = order_seal
        self.out: Final = out  #: Places that sat out.

    @classmethod
    def opened(cls, opening: HandOpened, order: tuple[Seat, ...]) -> Setup:
        """What is settled as the hand opens, with its seats in dealing order."""
        return cls(opening, opening.rules, order, None, (), (), None, None, 0)


class HandState(Record):
    """Everything public about a hand after some of its events. Built by `evolve` alone."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "setup", "seats", "live", "acting", "stage", "street", "stub", "betting", "store", "dead_money",
        "settling",
    )  # fmt: skip
    __slots__ = __match_args__

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
        dead_money: tuple[StorePrice, ...],
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
        self.dead_money: Final = dead_money  #: Store prices, in the order in which they were paid.
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
        """The seat of that number. Raises `UnknownSeat` when nobody sits there."""
        return self.seats[self.place(number)]

    def place(self, number: Seat) -> Place:
        """The place of a seat number in dealing order. Raises `UnknownSeat` when nobody sits there."""
        try:
            return self.setup.order.index(number)
        except ValueError:
            raise UnknownSeat(number) from None

    def seats_with(self, place: Place, seat: SeatState) -> tuple[SeatState, ...]:
        """All seats, that one in its place."""
        seats = list(self.seats)
        seats[place] = seat
        return tuple(seats)

    def player(self, number: Seat) -> Seating:
        """Who sits in the seat of that number. Raises `UnknownSeat` when nobody does."""
        at = self.seats[self.place(number)].number
        return next(seating for seating in self.setup.opening.seats if seating.seat == at)

    @property
    def round(self) -> BettingRound:
        """The betting round of this street: the one under way, or a fresh one."""
        betting = self.betting
        if betting is not None and betting.street == self.street:
            return betting
        return new_round(self.street, self.acting)

    @property
    def stacks(self) -> dict[Seat, Chips]:
        """Each seat's chips behind, by seat number, in dealing order."""
        return {seat.number: seat.stack for seat in self.seats}

    @property
    def pot(self) -> Chips:
        """All chips in the middle: antes, wagers of this round too, and store prices; 0 once they are won."""
        if self.stage >= SETTLED:
            return 0
        chips = sum([seat.paid for seat in self.seats])
        return chips + sum([price.amount for price in self.dead_money]) if self.dead_money else chips

    @property
    def is_over(self) -> bool:
        """Whether the hand is closed."""
        return self.stage is Stage.OVER

    @classmethod
    def opened(cls, setup: Setup, seats: tuple[SeatState, ...]) -> HandState:
        """A hand as it opens."""
        return cls(setup, seats, 0, 0, OPENING, 0, FULL_STUB, None, None, (), NO_SETTLING)

    # What may happen to a hand; each method returns the hand after it. Fields are in the order of `__init__`.

    def anted(self, seats: tuple[SeatState, ...], live: Places, acting: Places) -> HandState:
        """With antes posted."""
        return HandState(self.setup, seats, live, acting, ANTES, 0, self.stub, None, None, (), self.settling)

    def dealt(
        self, seats: tuple[SeatState, ...], street: Street, stub: Stub, store: Store | None
    ) -> HandState:
        """With cards of a street out, or burned for it."""
        return HandState(
            self.setup, seats, self.live, self.acting, DEALING, street, stub, self.betting, store,
            self.dead_money, self.settling,
        )  # fmt: skip

    def answered(self, place: Place, seats: tuple[SeatState, ...], live: Places, acting: Places) -> HandState:
        """With an action that wagered nothing over the others."""
        b, street, bit = self.betting, self.street, 1 << place
        if b is None or b.street != street:
            b = new_round(street, self.acting)
        betting = BettingRound(
            street, b.bet, b.full_bet, b.raise_by, b.largest, b.wagers, b.acted | bit, b.to_act & ~bit, place,
            b.first if b.first >= 0 else place, b.aggressor, b.started_with, b.fourth_with,
        )  # fmt: skip
        return HandState(
            self.setup, seats, live, acting, BETTING, street, self.stub, betting, self.store,
            self.dead_money, self.settling,
        )  # fmt: skip

    def wagered(
        self, seats: tuple[SeatState, ...], live: Places, acting: Places, betting: BettingRound
    ) -> HandState:
        """With chips wagered over the others'."""
        return HandState(
            self.setup, seats, live, acting, BETTING, self.street, self.stub, betting, self.store,
            self.dead_money, self.settling,
        )  # fmt: skip

    def turned_up(self, seats: tuple[SeatState, ...], stub: Stub) -> HandState:
        """With a player's down cards opened."""
        return HandState(
            self.setup, seats, self.live, self.acting, self.stage, self.street, stub, self.betting,
            self.store, self.dead_money, self.settling,
        )  # fmt: skip

    def settled(self, seats: tuple[SeatState, ...], stage: Stage, settling: Settling) -> HandState:
        """With what happens when nobody bets any more."""
        return HandState(
            self.setup, seats, self.live, self.acting, stage, self.street, self.stub, self.betting,
            self.store, self.dead_money, settling,
        )  # fmt: skip


make_read_only(Setup, HandState)


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


def _all_sets(places: int) -> tuple[tuple[Place, ...], ...]:
    """Every set of that many places, at the index that has their bits."""
    sets: list[tuple[Place, ...]] = [()]
    for place in range(places):
        sets += [(*lower, place) for lower in sets]
    return tuple(sets)


#: Every set of the eight places that a hand has at most (HOUSE-28).
_PLACES_OF: Final = _all_sets(8)

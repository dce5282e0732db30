"""The parts of a hand's state: a seat, the stub, a betting round, the store, the showdown.

Parts are read-only and built here alone: whatever happens to one is a method that returns the part
afterwards. A place is a seat counted in dealing order, 0 the dealer's left; a set of places is an int
with bit ``1 << place``. Nothing here knows what is allowed.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final, NamedTuple, TypeAlias

from grocerydots.cards import Card
from grocerydots.events import Award, Position, Street
from grocerydots.records import Record, make_read_only
from grocerydots.rules.rules import MOST_WAGERS, Chips, Seat

Place: TypeAlias = int  #: 0 is the dealer's left, counting clockwise.
Places: TypeAlias = int  #: A set of places, bit `1 << place` each.


class StorePrice(NamedTuple):
    """Chips paid for a card of the store: dead money, no part of a bet (HOUSE-15)."""

    place: Place  #: The buyer's.
    level: Chips  #: The level of `SeatState.paid` at which it stays.
    amount: Chips


class SeatState(Record):
    """One player's chips and cards."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "number", "stack", "paid", "wagered", "down", "up", "shown", "timed_out",
    )  # fmt: skip
    __slots__ = __match_args__

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

    @classmethod
    def sitting(cls, number: Seat, stack: Chips) -> SeatState:
        """A seat as the hand opens."""
        return cls(number, stack, 0, 0, (), (), (), False)

    # What may happen to a seat; each method returns the seat after it. Fields are in the order of `__init__`.

    def pay(self, amount: Chips) -> SeatState:
        """Chips into the pots, no part of a wager; out of them again where negative."""
        return SeatState(
            self.number, self.stack - amount, self.paid + amount, self.wagered, self.down, self.up,
            self.shown, self.timed_out,
        )  # fmt: skip

    def wager(self, amount: Chips) -> SeatState:
        """Chips into the pots as part of this round's wagers; out of them again where negative."""
        return SeatState(
            self.number, self.stack - amount, self.paid + amount, self.wagered + amount, self.down, self.up,
            self.shown, self.timed_out,
        )  # fmt: skip

    def win(self, amount: Chips) -> SeatState:
        """Chips won."""
        return SeatState(
            self.number, self.stack + amount, self.paid, self.wagered, self.down, self.up, self.shown,
            self.timed_out,
        )  # fmt: skip

    def buy(self, card: Card, price: Chips) -> SeatState:
        """A card of the store, its price counted by the pots apart from `paid` (HOUSE-15)."""
        return SeatState(
            self.number, self.stack - price, self.paid, self.wagered, self.down, (*self.up, card),
            self.shown, self.timed_out,
        )  # fmt: skip

    def take_down(self, positions: tuple[Position, ...]) -> SeatState:
        """Cards dealt face down."""
        return SeatState(
            self.number, self.stack, self.paid, self.wagered, self.down + positions, self.up, self.shown,
            self.timed_out,
        )  # fmt: skip

    def take_up(self, card: Card, down: tuple[Position, ...]) -> SeatState:
        """A card dealt face up, after those dealt face down."""
        return SeatState(
            self.number, self.stack, self.paid, self.wagered, self.down + down, (*self.up, card), self.shown,
            self.timed_out,
        )  # fmt: skip

    def show(self, cards: tuple[Card, ...]) -> SeatState:
        """The down cards opened."""
        return SeatState(
            self.number, self.stack, self.paid, self.wagered, self.down, self.up, cards, self.timed_out
        )

    def end_round(self) -> SeatState:
        """Nothing wagered any more: the chips are in the pots."""
        return SeatState(
            self.number, self.stack, self.paid, 0, self.down, self.up, self.shown, self.timed_out
        )

    def run_out(self) -> SeatState:
        """Placed all-in by the clock (ROOM-9)."""
        return SeatState(
            self.number, self.stack, self.paid, self.wagered, self.down, self.up, self.shown, True
        )


class Stub(Record):
    """The undealt rest of the deck, by position, and what has been seen."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "positions", "taken", "burned", "replenished", "seen", "community",
    )  # fmt: skip
    __slots__ = __match_args__

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

    def draw(self, count: int, seen: int = 0) -> Stub:
        """The stub with so many positions gone, and these cards (bits) seen."""
        return Stub(
            self.positions, self.taken + count, self.burned, self.replenished, self.seen | seen,
            self.community,
        )  # fmt: skip

    def burn(self, position: Position) -> Stub:
        """The stub with the next position burned."""
        return Stub(
            self.positions, self.taken + 1, (*self.burned, position), self.replenished, self.seen,
            self.community,
        )  # fmt: skip


class BettingRound(Record):
    """One betting round, from the first action on; kept after it closes for who shows first."""

    __match_args__: ClassVar[tuple[str, ...]] = (
        "street", "bet", "full_bet", "raise_by", "largest", "wagers", "acted", "to_act", "last", "first",
        "aggressor", "started_with", "fourth_with",
    )  # fmt: skip
    __slots__ = __match_args__

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

    def brought_in(self, place: Place, bet: Chips, acting: Places, *, is_wager: bool) -> BettingRound:
        """After the bring-in; one that equals the lower limit is the first full wager (LIM-3)."""
        bit, full = 1 << place, bet if is_wager else 0
        return BettingRound(
            self.street, bet, full, full, full, int(is_wager), self.acted | bit, acting & ~bit, place,
            self.first if self.first >= 0 else place, place if is_wager else -1, self.started_with,
            self.fourth_with,
        )  # fmt: skip

    def wagered(self, place: Place, to: Chips, acting: Places) -> BettingRound:
        """After a wager that does not count as full: who has acted may not raise it (HOUSE-5, HOUSE-6)."""
        bit = 1 << place
        return BettingRound(
            self.street, to, self.full_bet, self.raise_by, self.largest, self.wagers, self.acted | bit,
            acting & ~bit, place, self.first if self.first >= 0 else place, place, self.started_with,
            self.fourth_with,
        )  # fmt: skip

    def fully_wagered(self, place: Place, to: Chips, acting: Places, before: Places) -> BettingRound:
        """After a full wager: everybody who is `acting` may answer it; `before` could act before it."""
        bit = 1 << place
        is_fourth = self.wagers + 1 == MOST_WAGERS
        return BettingRound(
            self.street, to, to, to - self.bet if self.aggressor >= 0 else to,
            max(self.largest, to - self.full_bet), self.wagers + 1, bit, acting & ~bit, place,
            self.first if self.first >= 0 else place, place, self.started_with,
            before.bit_count() if is_fourth else self.fourth_with,
        )  # fmt: skip


class Store(Record):
    """The row of three and who is being served."""

    __match_args__: ClassVar[tuple[str, ...]] = ("row", "passed", "closed")
    __slots__ = __match_args__

    def __init__(self, row: tuple[Card | None, ...], passed: Place, closed: bool) -> None:
        self.row: Final = row  #: Slots 1, 2, 3; None where a card was bought; empty once discarded.
        self.passed: Final = passed  #: Who chose the stub and waits for the card, or -1.
        self.closed: Final = closed

    @classmethod
    def opened(cls, row: tuple[Card, ...]) -> Store:
        """The store with its first row."""
        return cls(row, -1, False)

    def sell(self, slot: int) -> Store:
        """The card of a slot bought, the slot empty."""
        return Store((*self.row[: slot - 1], None, *self.row[slot:]), -1, False)

    def restock(self, slot: int, card: Card) -> Store:
        """The cards that are left, in their order, and a new one in a slot."""
        row: list[Card | None] = [here for here in self.row if here is not None]
        row.insert(slot - 1, card)
        return Store(tuple(row), -1, False)

    def pass_by(self, place: Place) -> Store:
        """A player waiting for a card of the stub."""
        return Store(self.row, place, False)

    def serve(self) -> Store:
        """Nobody waiting for a card of the stub."""
        return self if self.passed < 0 else Store(self.row, -1, self.closed)

    def discard(self) -> Store:
        """The row gone, for good (GSD-11)."""
        return Store((), -1, True)


class Settling(Record):
    """Showdown, rake and awards."""

    __match_args__: ClassVar[tuple[str, ...]] = ("shown", "mucked", "rake", "awards")
    __slots__ = __match_args__

    def __init__(
        self, shown: tuple[Place, ...], mucked: Places, rake: Chips | None, awards: tuple[Award, ...]
    ) -> None:
        self.shown: Final = shown  #: Who showed, in order.
        self.mucked: Final = mucked
        self.rake: Final = rake  #: None until the house has named it.
        self.awards: Final = awards

    def show(self, place: Place) -> Settling:
        """With one more who showed."""
        return Settling((*self.shown, place), self.mucked, self.rake, self.awards)

    def award(self, awards: tuple[Award, ...]) -> Settling:
        """With the pots awarded."""
        return Settling(self.shown, self.mucked, self.rake, awards)


make_read_only(SeatState, Stub, BettingRound, Store, Settling)


@cache
def new_round(street: Street, acting: Places) -> BettingRound:
    """A betting round in which nobody has acted yet."""
    return BettingRound(street, 0, 0, 0, 0, 0, 0, acting, -1, -1, -1, acting.bit_count(), 0)


WHOLE_DECK: Final = tuple(range(52))
FULL_STUB: Final = Stub(WHOLE_DECK, 0, (), False, 0, None)
NO_SETTLING: Final = Settling((), 0, None, ())

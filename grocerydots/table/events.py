"""Every event of a table: immutable facts in the past tense, beside those of its hands.

A hand's own events stay in the hand's log; the table keeps which hand was played, from which stacks to which,
and the head of its log. Events are checked at two doors, `check` and the log's codec, and nowhere else.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from grocerydots.events import Dealer, Fact, Id, Name, Payment, Seating
from grocerydots.rules.rules import Chips, Rules, Seat

#: Whether the deal moves from player to player, or the house deals.
Deal: TypeAlias = Literal["moves", "house"]
Head: TypeAlias = str  #: 64 lower-case hexadecimal digits.


@attrs.frozen(repr=False, eq=False)
class TableOpened(Fact):
    """A table was opened, with its games and its posted buy-in. Always the first event."""

    table_id: Id
    games: tuple[Rules, ...]  #: The first is played until the dealer names another.
    buy_in: Chips  #: What everybody sits down with (ROOM-1).
    seats: int  #: How many there are, numbered from 1.
    dealer: Deal  #: Whether the deal goes round (home game) or stays with the house (online room).


@attrs.frozen(repr=False, eq=False)
class PlayerSat(Fact):
    """A player sat down with the posted buy-in (ROOM-1)."""

    seat: Seat
    player: Name
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class AutoAnteSwitched(Fact):
    """A player's antes are posted without asking from the next hand on, or no longer (ROOM-2)."""

    seat: Seat
    on: bool


@attrs.frozen(repr=False, eq=False)
class ChipsAdded(Fact):
    """A player put more chips on the table, between hands (ROOM-19)."""

    seat: Seat
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class PlayerSatOut(Fact):
    """A player is away: not dealt in from the next hand on, the seat and the chips stay."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class PlayerCameBack(Fact):
    """A player who was away is dealt in again from the next hand on."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class PlayerGotUp(Fact):
    """A player left in the middle of a hand: the clock plays it out, then they take what it left them."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class PlayerLeft(Fact):
    """A player left the table with all their chips."""

    seat: Seat
    amount: Chips


@attrs.frozen(repr=False, eq=False)
class DealerMoved(Fact):
    """The deal went on to the next player clockwise who can be dealt in."""

    seat: Seat


@attrs.frozen(repr=False, eq=False)
class GameChosen(Fact):
    """The dealer named the game of the next hands: dealer's choice."""

    seat: Dealer  #: 0 for the house.
    game: int  #: Its place in the table's list, from 0.


@attrs.frozen(repr=False, eq=False)
class HandStarted(Fact):
    """A hand began, by the game and the dealer that the table has."""

    hand_id: Id
    seats: tuple[Seating, ...]  #: Who is dealt in, as in the hand's own opening, by seat number.


@attrs.frozen(repr=False, eq=False)
class HandFinished(Fact):
    """A hand ended, called off or played, with these stacks; the head says which log it was."""

    hand_id: Id
    entries: int  #: Of the hand's log.
    head: Head  #: The hash over all of them.
    stacks: tuple[Payment, ...]  #: By seat number.


#: Any event of one player, who is named by the seat.
PlayerEvent: TypeAlias = (
    PlayerSat | AutoAnteSwitched | ChipsAdded | PlayerSatOut | PlayerCameBack | PlayerGotUp | PlayerLeft
)
#: Any event of a table.
TableEvent: TypeAlias = TableOpened | PlayerEvent | DealerMoved | GameChosen | HandStarted | HandFinished

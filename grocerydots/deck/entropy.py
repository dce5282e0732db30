"""A player's own entropy, as the player's program makes and keeps it until it is opened."""

from __future__ import annotations

import os
from typing import final

import attrs

from grocerydots import events as e
from grocerydots.deck.scheme import entropy_commitment
from grocerydots.rules.rules import Seat

__all__ = ["Entropy"]


@final
@attrs.frozen(repr=False)
class Entropy:
    """A seat's 32 bytes for one hand: secret until every seat has committed, and never used again.

    Raises `DeckError` for another number of bytes or a wrong seat, `NotationError` for a wrong hand id.
    """

    hand_id: str
    seat: Seat
    octets: bytes  #: Keep them until they are opened: without them the hand can only be cancelled.

    def __attrs_post_init__(self) -> None:
        entropy_commitment(self.hand_id, self.seat, self.octets)  # checks all three

    @classmethod
    def random(cls, hand_id: str, seat: Seat) -> Entropy:
        """New bytes from the operating system's entropy, for the hand and the seat."""
        return cls(hand_id, seat, os.urandom(32))

    @property
    def committed(self) -> e.EntropyCommitted:
        """The event by which the seat commits, which reveals nothing of the bytes."""
        return e.EntropyCommitted(self.seat, entropy_commitment(self.hand_id, self.seat, self.octets))

    @property
    def added(self) -> e.EntropyAdded:
        """The event that opens the bytes, once all seats have committed."""
        return e.EntropyAdded(self.seat, self.octets)

    def __repr__(self) -> str:
        return f"Entropy({self.hand_id!r}, seat {self.seat}, secret)"

"""A hand on offer: opened, with its players' entropy still to come in, and so without a deck."""

from __future__ import annotations

from typing import Final, final

from grocerydots import events as e
from grocerydots.clock import check_forward, check_time
from grocerydots.deck import Deck, Seed
from grocerydots.evolve import evolve
from grocerydots.hand import Hand, dealt_on
from grocerydots.phases import turn
from grocerydots.phases.check import refusal
from grocerydots.state import HandState, Stage
from grocerydots.turns import Decision


@final
class OfferedHand(Hand):
    """A hand whose deck waits for entropy: `play` deals nothing, `seal` makes the deck and deals."""

    __slots__ = ("_seed",)

    def __init__(
        self, state: HandState, events: tuple[e.Event, ...], ats: tuple[int, ...] | None, seed: Seed
    ) -> None:
        super().__init__(state, events, ats, Deck.unknown(), turn(state))
        self._seed: Final = seed

    def play(self, event: e.Event, at: int | None = None) -> Hand:
        """The hand after the dealer's or a seat's event; a cancelled one is closed at once."""
        check_time(self._ats, at)
        if at is not None and self._ats:
            check_forward(self._ats[-1], at)
        now = self._turn
        legal = now.matching(event) if isinstance(now, Decision) else None
        if legal is None:
            raise refusal(self.state, now, event)
        state, events = evolve(self.state, legal), (*self.events, legal)
        if state.stage is Stage.OPENING:
            ats = self._ats if self._ats is None or at is None else (*self._ats, at)
            return OfferedHand(state, events, ats, self._seed)
        return dealt_on(state, events, self._ats, at, self._deck)

    def seal(self, at: int | None = None) -> Hand:
        """The hand with its deck made and sealed, dealt on to the first decision."""
        if isinstance(self._turn, Decision):
            raise refusal(self.state, self._turn, e.DeckSealed((), b""))
        if self._ats is not None and at is None:
            at = self._ats[-1]
        check_time(self._ats, at)
        if at is not None and self._ats:
            check_forward(self._ats[-1], at)
        deck = Deck.from_seed(self._seed, self.state.hand_id, dict(self.state.setup.entropy))
        return dealt_on(self.state, self.events, self._ats, at, deck)

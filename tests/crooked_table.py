"""A table whose dealer can cheat: play goes by the rules until something is forced that they do not allow.

What follows a forced event follows from it, as a careful cheater would have it: stacks, pots and hashes agree
with each other, and nothing but the rules, the seals or a receipt can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, seal_of
from grocerydots.evolve import evolve
from grocerydots.hand import seatings
from grocerydots.log import Log
from grocerydots.phases import deal, turn
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Rules, Seat
from grocerydots.state import HandState
from grocerydots.testing import passively, stacked_deck, test_seed
from grocerydots.turns import DealerStep, Decision, Over

SALTS = "crooked"  #: The name of the test seed that every deck here takes its salts from.


def sealed(
    hand_id: str,
    hands: dict[Seat, str],
    *,
    dealer: Seat = 3,
    store: str = "",
    rest: str = "",
    burn: bool = True,
) -> Deck:
    """A sealed test deck that gives these seats these cards; see `stacked_deck`."""
    plain = stacked_deck(hands, dealer=dealer, store=store, rest=rest, burn=burn)
    return Deck.stacked(plain.cards, salts_from=test_seed(SALTS), hand_id=hand_id)


class Table:
    """A hand under way, to be played in words and tampered with."""

    def __init__(
        self,
        hand_id: str,
        rules: Rules,
        stacks: dict[Seat, Chips],
        deck: Deck,
        *,
        dealer: Seat = 3,
        dots_tie: DotsTie | None = "share",
        timed: bool = False,
        entropy: tuple[bytes, tuple[Seat, ...]] | None = None,
    ) -> None:
        self.deck = deck
        self.events: list[e.Event] = []
        self.times: list[int] | None = [] if timed else None
        self.now = 1_000
        seats = seatings({seat: (_NAMES[seat], stack) for seat, stack in stacks.items()})
        self.state: HandState = evolve(
            None, e.HandOpened(hand_id, rules, dealer, seats, deck.kind, *(entropy or ()))
        )
        self._record(self.state.setup.opening)
        if dots_tie is not None and rules.has_store:
            self.force(e.DotsTieConfirmed(dots_tie))

    def _record(self, event: e.Event) -> None:
        self.events.append(event)
        if self.times is not None:
            self.times.append(self.now)

    @property
    def entry(self) -> int:
        """The number of the entry that comes next."""
        return len(self.events)

    def force(self, *events: e.Event) -> Table:
        """Have events happen, allowed or not."""
        for event in events:
            self.state = evolve(self.state, event)
            self._record(event)
        return self

    def due(self) -> DealerStep:
        """The dealer's step that is due."""
        now = turn(self.state)
        assert isinstance(now, DealerStep), now
        return now

    def next_event(self) -> e.Event:
        """What the dealer's step that is due would be if it were carried out rightly."""
        return deal(self.due(), self.state, self.deck)

    def deal(self, until: type[e.Event] | None = None) -> Table:
        """Carry out the dealer's steps that are due, up to one of that kind."""
        while isinstance(now := turn(self.state), DealerStep):
            if now.kind is until:
                return self
            self.force(deal(now, self.state, self.deck))
        assert until is None, f"no {until} came up, {now} did"
        return self

    def deal_wrongly(self, kind: type[e.Event], change: Callable[[e.Event], e.Event]) -> Table:
        """Carry out dealer's steps, and the next of that kind in another way."""
        self.deal(kind)
        return self.force(change(self.next_event()))

    @property
    def decision(self) -> Decision:
        """The decision that the hand waits for once the dealer's steps are done."""
        self.deal()
        now = turn(self.state)
        assert isinstance(now, Decision), now
        return now

    def play(self, words: str, after: int = 1_000) -> Table:
        """Make choices, each a method of `Decision`: ``bring_in``, ``raise_to:20``, ``buy:2``, ``clock``.

        `after` is how many milliseconds each takes.
        """
        for word in words.split():
            name, _, number = word.partition(":")
            decision = self.decision
            self.now += after
            if name == "clock":
                self.force(decision.time_out())
            elif name == "confirm":
                self.force(decision.confirm(number))  # type: ignore[arg-type]
            else:
                self.force(getattr(decision, name)(*([int(number)] if number else [])))
        return self

    def finish(self, until: type[e.Event] | None = None) -> Table:
        """Play on with the quietest choices, to the end or up to a dealer's step of that kind."""
        while not isinstance(now := turn(self.state), Over):
            if isinstance(now, Decision):
                self.now += 1_000
                self.force(passively(now))
            elif now.kind is until:
                return self
            else:
                self.force(deal(now, self.state, self.deck))
        assert until is None
        return self

    # What comes of it

    @property
    def log(self) -> Log:
        """The log, its chain computed over whatever the lines are."""
        return Log.of(self.events, self.times)

    @property
    def receipt(self) -> Receipt:
        """What an honest operator would have given out at this moment."""
        return Receipt.of(self.log)

    def openings(self, seat: Seat) -> Openings:
        """What the player in that seat was shown."""
        cards = [e.Opening(position, *self.deck.opening(position)) for position in self.state.seat(seat).down]
        return Openings(self.state.hand_id, seat, tuple(cards))


_NAMES = ("", "ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")

# Tampering with one event


def at_position(cards: Sequence[e.Dealt], position: int, **changed: object) -> tuple[e.Dealt, ...]:
    """Dealt cards with the one of a position changed."""
    return tuple(d._replace(**changed) if d.position == position else d for d in cards)  # type: ignore[arg-type]


def awards_to(event: e.Event, *rows: tuple[int, e.Share, Seat, Chips]) -> e.PotsAwarded:
    """Other awards in place of those due."""
    assert isinstance(event, e.PotsAwarded)
    return e.PotsAwarded(tuple(e.Award(*row) for row in rows))


def stacks_with(event: e.Event, **changed: Chips) -> e.HandClosed:
    """The closing stacks with those of some seats (``s1=5``) moved by so many chips."""
    assert isinstance(event, e.HandClosed)
    moved = {int(seat[1:]): chips for seat, chips in changed.items()}
    return e.HandClosed(tuple(e.Payment(s, amount + moved.get(s, 0)) for s, amount in event.stacks))


def with_card_sealed_at(event: e.Event, deck: Deck, position: int, card: Card) -> e.DeckSealed:
    """The seals with the one of a position over another card."""
    assert isinstance(event, e.DeckSealed)
    assert deck.salts is not None
    assert deck.hand_id is not None
    seals = list(event.seals)
    seals[position] = seal_of(deck.hand_id, position, card, deck.salts[position])
    return attrs.evolve(event, seals=tuple(seals))

"""`Hand`: the immutable handle that applications hold: public state, log and secret deck."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.clock import check_clock, check_forward, check_time, deadline_of, time_problems
from grocerydots.deck import Deck, Seed
from grocerydots.errors import (
    DeckError,
    IllegalEvent,
    Problem,
    SetupError,
    WrongType,
    brief,
    expect,
    raise_any,
)
from grocerydots.evolve import REDUCERS, evolve, fold
from grocerydots.growing import Growing, grown, grown_by
from grocerydots.phases import deal, turn
from grocerydots.phases.check import TURNS, chosen, refusal, steps
from grocerydots.phases.entropy import RULE, waits_for_entropy
from grocerydots.phases.opening import Seats, dots_tie_problems, opening_of, seatings, source_problems
from grocerydots.records import make_read_only
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Rules, Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn

if TYPE_CHECKING:
    from grocerydots.log import Log
    from grocerydots.proofs.openings import Openings
    from grocerydots.proofs.receipts import Receipt

__all__ = ["Hand", "Seats", "seatings"]

#: A list of events, how many of them there are in a hand, and a list of their times, if it has any.
_SoFar: TypeAlias = tuple[list[e.Event], int, list[int] | None]


class _Source(NamedTuple):
    """Where a hand's cards come from: never shown."""

    deck: Deck | None  #: None while players' entropy is still to come.
    seed: Seed | None  #: Kept where players add entropy, for the deck is made of both.


class Hand:
    """A hand at one moment. Playing gives a new hand; the old one stays as it was.

    `state`, `decision` and `log` are public and hold nothing secret. The deck is secret and never shown, but
    a pickled hand holds it, or the seed that it waits to be made of: keep a pickle as secret as a seed.
    Hands are equal when their states, events, times and decks are.
    """

    __slots__ = ("state", "turn", "_events", "_entries", "_times", "_source", "_log")  # noqa: RUF023

    def __init__(
        self,
        state: HandState,
        turn: Turn,
        events: list[e.Event],
        entries: int,
        times: list[int] | None,
        source: _Source,
        log: Log | None = None,
    ) -> None:
        """The first `entries` of `events` and `times` are this hand's; `log` is its log or an earlier one."""
        self.state: Final = state  #: What is public about the hand now.
        #: Whose move it is: a `Decision`, or `Over`; the dealer's steps are done already. It is a
        #: `DealerStep` in two cases: once players' entropy is all in, the one that `seal` carries out; and in
        #: a hand that `at` took back to an entry between two steps.
        self.turn: Final = turn
        self._events: Final = events
        self._entries: Final = entries
        self._times: Final = times
        self._source: Final = source
        self._log = log

    # Beginning

    @classmethod
    def open(
        cls,
        rules: Rules,
        seats: Seats,
        dealer: Seat,
        *,
        seed: Seed | None = None,
        deck: Deck | None = None,
        entropy_seats: Iterable[Seat] = (),
        hand_id: str | None = None,
        dots_tie: DotsTie | None = None,
        at: int | None = None,
    ) -> Hand:
        """A new hand, played on to its first decision.

        `seats` gives each seat number's (player, stack) or (player, stack, auto_ante), or is an iterable of
        `Seating`. Give a `seed`, or a `deck` of your own. `dots_tie` confirms GSD-16 at once; without it
        the dealer's decision comes first. `at` is milliseconds; give it for every event of a hand or none.
        Without a `hand_id` the hand has its deck's, one made of its seed, or else a random one.

        The players in `entropy_seats` add entropy to the seed. The opening commits to the seed, and there is
        no deck yet: `play` takes `EntropyCommitted` of each of these seats, then `EntropyAdded`; then `seal`
        makes the deck and deals. Until then the dealer may cancel the hand.

        Raises `SetupError`, all problems at once.
        """
        name = _default_id(seed, deck) if hand_id is None else hand_id
        adding: Iterable[Seat] = (
            tuple(entropy_seats) if isinstance(entropy_seats, Iterable) else entropy_seats
        )
        opened, problems = opening_of(name, rules, dealer, seats, seed, deck, adding)
        problems += time_problems(at) + dots_tie_problems(rules, dots_tie)
        raise_any(problems)
        if seed is not None and not adding:
            deck, seed = Deck.from_seed(seed, name), None
        so_far: _SoFar = [], 0, None if at is None else []
        state = evolve(None, opened)
        hand = _dealt_on(state, TURNS[state.stage](state), [opened], so_far, at, _Source(deck, seed))
        return hand if dots_tie is None else hand.play(e.DotsTieConfirmed(dots_tie), at)

    @classmethod
    def resume(cls, log: Log, *, seed: Seed | None = None, deck: Deck | None = None) -> Hand:
        """A hand restored from its log, at the same card, with any dealer's step still due carried out.

        Every event is checked, and its time. The steps carried out now bear the time of the last line, which
        caused them. A hand with players' entropy that is not sealed yet needs its seed. Raises `IllegalEvent`
        for a log that breaks a rule, `SetupError` for times that run back, `DeckError` for a seed or deck
        that is not the log's.
        """
        from grocerydots.log import Log

        expect("log", log, Log)
        raise_any(source_problems(seed, deck))
        state = _checked(log)
        if deck is None and seed is not None:
            deck = Deck.from_seed(seed, state.hand_id, dict(state.setup.entropy))
        if deck is None:
            raise AssertionError("a deck was given, or a seed")
        _check_deck(state, log.events, deck, "deck" if seed is None else "seed")
        _check_seed(state, seed)
        source = _Source(
            None if waits_for_entropy(state) else deck, seed if state.setup.opening.entropy_seats else None
        )
        times = None if log.times is None else list(log.times)
        return _dealt_on(
            state, turn(state), [], (list(log.events), log.entries, times), log.last_time, source
        )

    # Looking

    @property
    def decision(self) -> Decision | None:
        """The decision that the hand waits for; None when it is over."""
        return self.turn if isinstance(self.turn, Decision) else None

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.state.is_over

    @property
    def entries(self) -> int:
        """How many events there are: the number of the next log entry."""
        return self._entries

    @property
    def events(self) -> Sequence[e.Event]:
        """Everything that happened, in order."""
        return Growing(self._events, self._entries)

    @property
    def times(self) -> Sequence[int] | None:
        """Each event's time in milliseconds; None in a hand without times."""
        return None if self._times is None else Growing(self._times, self._entries)

    @property
    def deadline(self) -> int | None:
        """The last millisecond at which the decision may be answered (ROOM-9); None without a clock."""
        return None if self._times is None else deadline_of(self.turn, self._times[self._entries - 1])

    @property
    def log(self) -> Log:
        """The hand's log so far, the same bytes for everybody. Only what is new is encoded."""
        log = self._log
        if log is None:
            from grocerydots.log import Log

            log = Log.of(self.events, self.times)
        elif log.entries < self._entries:
            new, times = slice(log.entries, self._entries), self._times
            log = log.extended(self._events[new], None if times is None else times[new])
        object.__setattr__(self, "_log", log)
        return log

    def receipt(self) -> Receipt:
        """What a player keeps of the log as it is now: a log changed later does not share its history."""
        from grocerydots.proofs.receipts import Receipt

        return Receipt.of(self.log)

    def at(self, entry: int) -> Hand:
        """The hand as it was after log entry `entry`, counting from 0: to look at, or to play on differently.

        Raises `IndexError` when there is no such entry.
        """
        if type(entry) is not int:
            raise WrongType.of("entry", "an int", entry)
        if not 0 <= entry < self._entries:
            raise IndexError(f"entry {brief(entry)} of a hand with entries 0 to {self._entries - 1}")
        entries = entry + 1
        state = fold(self._events[:entries])
        setup, source = state.setup, self._source
        if setup.opening.entropy_seats and setup.seals is None:
            source = _Source(None, source.seed)
        return Hand(state, turn(state), self._events, entries, self._times, source)

    def down_cards(self, seat: Seat) -> tuple[Card | None, ...]:
        """What the player in that seat may see face down; None for a card that is not known to the deck.

        Raises `UnknownSeat` when nobody sits there.
        """
        return tuple([self._deck.cards[position] for position in self._down(seat)])

    def openings(self, seat: Seat) -> Openings:
        """What the player in that seat may know beyond the log: the down cards so far, with their salts.

        Of a deck with unknown cards, those that are known. Raises `UnknownSeat` when nobody sits there.
        """
        from grocerydots.proofs.openings import Openings

        deck = self._deck
        known = [position for position in self._down(seat) if deck.cards[position] is not None]
        cards = [e.Opening(position, *deck.opening(position)) for position in known]
        return Openings(self.state.hand_id, seat, tuple(cards))

    def house_openings(self) -> Openings:
        """The openings of all cards that were burned or left in the deck, once the hand is over (HOUSE-37).

        Of a deck with unknown cards, those that are known. Raises `IllegalEvent` while the hand is on.
        """
        from grocerydots.proofs.openings import Openings

        if not self.is_over:
            raise IllegalEvent("HOUSE-37", None, "open cards of the deck", "the hand is not over")
        gone = {
            dealt.position
            for event in self.events
            if isinstance(event, e.CardsDealt)
            for dealt in event.cards
        }
        gone |= {position for position, _ in e.turned_up(self.events)}
        deck = self._deck
        left = [at for at, card in enumerate(deck.cards) if at not in gone and card is not None]
        cards = [e.Opening(position, *deck.opening(position)) for position in left]
        return Openings(self.state.hand_id, 0, tuple(cards))

    def _down(self, seat: Seat) -> tuple[e.Position, ...]:
        if type(seat) is not int:
            raise WrongType.of("seat", "an int", seat)
        return self.state.seat(seat).down

    @property
    def _deck(self) -> Deck:
        return self._source.deck or Deck.unknown()

    # Playing

    def play(self, event: e.Event, at: int | None = None) -> Hand:
        """The hand after a player's, the dealer's or the house's choice and the dealer's steps it leads to.

        Raises `IllegalEvent` when it is not legal, an answer after its deadline and a time-out before it
        among that (ROOM-9), and then this hand is as it was. In a hand with times `at` is milliseconds.
        """
        turn, events, entries, times = self.turn, self._events, self._entries, self._times
        if at is not None or times is not None:
            check_time(times is not None, at)
            if at is not None and times is not None:
                check_clock(turn, times[entries - 1], event, at)
        legal = event
        if turn.__class__ is not Decision or event is None or event is not turn._built:
            legal = chosen(self.state, turn, event)  # not what the decision itself has just built
        state = REDUCERS[legal.__class__](self.state, legal)
        turn = TURNS[state.stage](state)
        if turn.__class__ is DealerStep:
            return _dealt_on(state, turn, [legal], (events, entries, times), at, self._source, self._log)
        if times is not None and at is not None:
            times = grown_by(times, entries, at)
        events = grown_by(events, entries, legal)
        return Hand(state, turn, events, entries + 1, times, self._source, self._log)

    def seal(self, at: int | None = None) -> Hand:
        """The hand whose players have added their entropy, its deck sealed, dealt on to the first decision.

        `at` is milliseconds, in a hand with times; it defaults to the last event's. Raises `IllegalEvent`
        while entropy is missing, and when there is nothing to seal.
        """
        turn, (deck, seed), times = self.turn, self._source, self._times
        if deck is None and isinstance(turn, Decision):
            raise refusal(self.state, turn, e.DeckSealed((), b""))
        if deck is not None or not isinstance(turn, DealerStep) or turn.kind is not e.DeckSealed:
            raise IllegalEvent(RULE, None, "seal the deck", "the hand does not wait for that")
        if seed is None:
            raise DeckError("the deck comes from the seed and the players' entropy: resume with the seed")
        last = None if times is None else times[self._entries - 1]
        at = last if at is None else at
        check_time(times is not None, at)
        if last is not None and at is not None:
            check_forward(last, at)
        deck = Deck.from_seed(seed, self.state.hand_id, dict(self.state.setup.entropy))
        so_far = (self._events, self._entries, times)
        return _dealt_on(self.state, turn, [], so_far, at, _Source(deck, seed), self._log)

    def tick(self, now_ms: int) -> Hand:
        """The hand with the time-out that is due at `now_ms`, milliseconds, or this hand when none is.

        One time-out at the most: who decides next has the whole time from then on (ROOM-9, HOUSE-24,
        HOUSE-25).
        """
        if now_ms is None or time_problems(now_ms):
            raise SetupError((Problem(None, "now_ms", f"expected whole milliseconds, got {brief(now_ms)}"),))
        due, decision = self.deadline, self.decision
        if due is None or decision is None or now_ms < due:
            return self
        return self.play(decision.time_out(), at=now_ms)

    # As a value

    def __eq__(self, other: object) -> bool:
        return self._compared() == other._compared() if isinstance(other, Hand) else NotImplemented

    def _compared(self) -> tuple[object, ...]:
        return self.state, self.events, self.times, self._source.deck or self._source.seed

    def __hash__(self) -> int:
        return hash((self.state, self._entries))

    def __repr__(self) -> str:
        return f"Hand({self.state.hand_id!r}, {self._entries} entries, {self.turn!r})"

    def __reduce__(self) -> tuple[Callable[..., Hand], tuple[object, ...]]:
        return _restored, (self.state, self.events, self.times, *self._source)


make_read_only(Hand)


def _restored(
    state: HandState,
    events: Sequence[e.Event],
    times: Sequence[int] | None,
    deck: Deck | None,
    seed: Seed | None,
) -> Hand:
    """The hand of the values that a pickle holds."""
    stored = None if times is None else list(times)
    return Hand(state, turn(state), list(events), len(events), stored, _Source(deck, seed))


def _dealt_on(
    state: HandState,
    turn: Turn,
    new: list[e.Event],
    so_far: _SoFar,
    at: int | None,
    source: _Source,
    log: Log | None = None,
) -> Hand:
    """The hand with these new events, which lead to `state` and `turn`, and every dealer's step then due.

    `at` is the time of them all.
    """
    events, entries, times = so_far
    deck = source.deck
    while isinstance(turn, DealerStep):
        event = turn.event
        if event is None:
            if deck is None:  # what is due is the seal
                break
            event = deal(turn, state, deck)
        new.append(event)
        state = REDUCERS[event.__class__](state, event)
        turn = TURNS[state.stage](state)
    if times is not None and at is not None:
        times = grown(times, entries, [at] * len(new))
    return Hand(state, turn, grown(events, entries, new), entries + len(new), times, source, log)


def _default_id(seed: object, deck: object) -> str:
    """The deck's, or one that the seed gives; else a new one, since two hands of one id are two histories."""
    if isinstance(deck, Deck) and deck.hand_id is not None:
        return deck.hand_id
    if not isinstance(seed, Seed):
        return f"hand-{os.urandom(8).hex()}"
    return sha256(b"grocerydots hand id" + seed.commitment).hexdigest()[:16]


def _checked(log: Log) -> HandState:
    """The state after a log. Raises `IllegalEvent` for what breaks a rule, ROOM-9 among them."""
    for entry, (before, state) in enumerate(steps(log.events)):  # noqa: B007
        if log.times is not None and before is not None:
            check_clock(before, log.times[entry - 1], log.events[entry], log.times[entry])
    return state


def _check_deck(state: HandState, events: Iterable[e.Event], deck: Deck, source: str) -> None:
    """Raise `DeckError` unless the deck, from a seed or as it is, is the one that the log was dealt from."""
    opening = state.setup.opening
    if deck.kind != opening.deck:
        raise DeckError(f"the log's deck is {opening.deck}, this one is {deck.kind}")
    if state.setup.seals is not None and deck.seals() != (state.setup.seals, state.setup.order_seal):
        raise DeckError(f"the {source} does not give the log's seals")
    for position, card in e.turned_up(events):
        known = deck.cards[position]
        if known is not None and known is not card:
            raise DeckError(f"position {position} is {card} in the log and {known} in the deck")


def _check_seed(state: HandState, seed: Seed | None) -> None:
    """Raise unless the seed is what a hand with players' entropy commits to; once sealed it needs none."""
    commitment = state.setup.opening.seed_commitment
    if commitment is None:
        return
    if seed is None and state.setup.seals is None:
        message = "the deck comes from the seed and the players' entropy: give the seed"
        raise SetupError((Problem(None, "seed", message),))
    if seed is not None and seed.commitment != commitment:
        raise DeckError("the seed is not the one that the hand's opening commits to")

"""`Hand`: the immutable handle that applications hold — public state, log and secret deck."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.clock import check_clock, check_time, deadline_of, tick, time_problems
from grocerydots.deck import Deck, Seed
from grocerydots.errors import DeckError, IllegalEvent, Problem, SetupError, WrongType, brief
from grocerydots.evolve import REDUCERS, evolve, fold
from grocerydots.phases import check, deal, turn
from grocerydots.phases.check import TURNS, chosen
from grocerydots.phases.entropy import RULE, waits_for_entropy
from grocerydots.phases.opening import Seats, dots_tie_problems, opening_of, seatings, source_problems
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Rules, Seat
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision, Turn

if TYPE_CHECKING:
    from grocerydots.log import Log
    from grocerydots.proofs.openings import Openings
    from grocerydots.proofs.receipts import Receipt

__all__ = ["Hand", "Seats", "seatings", "turned_up"]


class Hand:
    """A hand at one moment. Playing gives a new hand; the old one stays as it was.

    `state` and `log` are public; the deck is not, and is never shown.
    """

    __slots__ = ("_ats", "_deck", "_log", "_turn", "events", "state")

    def __init__(
        self,
        state: HandState,
        events: tuple[e.Event, ...],
        ats: tuple[int, ...] | None,
        deck: Deck,
        now: Turn,
        log: Log | None = None,
    ) -> None:
        """`log` is of this hand at this or an earlier moment."""
        self.state: Final = state
        self.events: Final = events  #: Everything that happened, in order.
        self._ats: Final = ats
        self._deck: Final = deck
        self._turn: Final = now
        self._log = log

    @classmethod
    def open(
        cls,
        rules: Rules,
        seats: Seats,
        dealer: Seat,
        *,
        seed: Seed | None = None,
        deck: Deck | None = None,
        hand_id: str | None = None,
        dots_tie: DotsTie | None = None,
        at: int | None = None,
    ) -> Hand:
        """A new hand, played on to its first decision.

        `seats` gives each seat number's (player, stack) or (player, stack, auto_ante), or is an iterable of
        `Seating`. Give a `seed`, or a `deck` of your own. `dots_tie` confirms GSD-16 at once; without it
        the dealer's decision comes first. `at` is milliseconds; give it for every event of a hand or none.
        Raises `SetupError`, all problems at once.
        """
        name = _default_id(seed, deck) if hand_id is None else hand_id
        opened, problems = opening_of(name, rules, dealer, seats, seed, deck)
        problems += time_problems(at) + dots_tie_problems(rules, dots_tie)
        if problems:
            raise SetupError(tuple(problems))
        if seed is not None:
            deck = Deck.from_seed(seed, name)
        if deck is None:
            raise AssertionError("a deck was given, or a seed")
        state = evolve(None, opened)
        hand = dealt_on(state, (opened,), None if at is None else (), at, deck)
        return hand if dots_tie is None else hand.play(e.DotsTieConfirmed(dots_tie), at)

    @classmethod
    def offer(
        cls,
        rules: Rules,
        seats: Seats,
        dealer: Seat,
        *,
        seed: Seed,
        entropy_seats: Iterable[Seat],
        hand_id: str | None = None,
        dots_tie: DotsTie | None = None,
        at: int | None = None,
    ) -> Hand:
        """A new hand without a deck yet, to which players in `entropy_seats` add entropy of their own.

        Its opening commits to the seed. `play` takes `EntropyCommitted` of each of the seats, then
        `EntropyAdded`; then `seal` makes the deck and deals. Until then the dealer may cancel the hand.
        The rest is as in `open`.
        """
        from grocerydots.offer import OfferedHand

        name = _default_id(seed, None) if hand_id is None else hand_id
        opened, problems = opening_of(name, rules, dealer, seats, seed, entropy_seats=entropy_seats)
        problems += time_problems(at) + dots_tie_problems(rules, dots_tie)
        if problems:
            raise SetupError(tuple(problems))
        hand = OfferedHand(evolve(None, opened), (opened,), None if at is None else (at,), seed)
        return hand if dots_tie is None else hand.play(e.DotsTieConfirmed(dots_tie), at)

    @classmethod
    def resume(cls, log: Log, *, seed: Seed | None = None, deck: Deck | None = None) -> Hand:
        """A hand brought back from its log, at the same card, with any dealer's step still due carried out.

        Every event is checked, and its time. The steps carried out now bear the time of the last line, which
        caused them. A hand with players' entropy that is not sealed yet needs its seed. Raises `IllegalEvent`
        for a log that breaks a rule, `SetupError` for times that run back, `DeckError` for a seed or deck
        that is not the log's.
        """
        problems = source_problems(seed, deck) + _log_problems(log)
        if problems:
            raise SetupError(tuple(problems))
        state = _checked(log)
        if deck is None and seed is not None:
            deck = Deck.from_seed(seed, state.hand_id, dict(state.setup.entropy))
        if deck is None:
            raise AssertionError("a deck was given, or a seed")
        events = tuple(log.events)
        _check_deck(state, events, deck, "deck" if seed is None else "seed")
        _check_seed(state, seed)
        ats = None if log.times is None else tuple(log.times)
        if seed is not None and waits_for_entropy(state):
            from grocerydots.offer import OfferedHand

            return OfferedHand(state, events, ats, seed)
        return dealt_on(state, events, ats, None if ats is None else ats[-1], deck)

    @property
    def turn(self) -> Turn:
        """Whose move it is: a `Decision`, or `Over`; the dealer's steps are done already.

        Only of a hand whose entropy is all in, it is the step that `seal` carries out.
        """
        return self._turn

    @property
    def decision(self) -> Decision | None:
        """The decision that the hand waits for; None when it is over."""
        return self._turn if isinstance(self._turn, Decision) else None

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return self.state.is_over

    @property
    def entries(self) -> int:
        """How many events there are: the number of the next log entry."""
        return len(self.events)

    @property
    def ats(self) -> tuple[int, ...] | None:
        """Each event's time in milliseconds; None in a hand without times."""
        return self._ats

    @property
    def log(self) -> Log:
        """The hand's log so far, the same bytes for everybody. Only what is new is encoded."""
        log = self._log
        if log is None:
            from grocerydots.log import Log

            log = Log.of(self.events, self._ats)
        elif log.entries < len(self.events):
            ats = None if self._ats is None else self._ats[log.entries :]
            log = log.extended(self.events[log.entries :], ats)
        self._log = log
        return log

    def receipt(self) -> Receipt:
        """What a player keeps of the log as it is now: a log changed later does not share its history."""
        from grocerydots.proofs.receipts import Receipt

        return Receipt.of(self.log)

    def play(self, event: e.Event, at: int | None = None) -> Hand:
        """The hand after a player's, the dealer's or the house's choice and the dealer's steps it leads to.

        Raises `IllegalEvent` when it is not legal, an answer after its deadline and a time-out before it
        among that (ROOM-9), and then this hand is as it was. In a hand with times `at` is milliseconds.
        """
        if at is not None or self._ats is not None:
            check_time(self._ats, at)
            if at is not None and self._ats:
                check_clock(self._turn, self._ats[-1], event, at)
        now = self._turn
        legal = now.matching(event) if now.__class__ is Decision else None
        if legal is None:
            legal = chosen(self.state, now, event)
        state = REDUCERS[legal.__class__](self.state, legal)
        turn_now = TURNS[state.stage](state)
        if at is None and turn_now.__class__ is Decision:  # nothing for the dealer to do: the usual case
            return Hand(state, (*self.events, legal), None, self._deck, turn_now, self._log)
        return dealt_on(state, (*self.events, legal), self._ats, at, self._deck, turn_now, self._log)

    def seal(self, at: int | None = None) -> Hand:
        """The hand that `offer` opened, its deck made and sealed, dealt on to the first decision.

        `at` is milliseconds, in a hand with times; it defaults to the last event's. Raises `IllegalEvent`
        while entropy is missing, and when there is nothing to seal.
        """
        raise IllegalEvent(RULE, None, "seal the deck", "the hand does not wait for that")

    @property
    def deadline(self) -> int | None:
        """The last millisecond at which the decision may be answered (ROOM-9); None without a clock."""
        return deadline_of(self._turn, self._ats[-1]) if self._ats else None

    def tick(self, now: int) -> Hand:
        """The hand with the time-out that is due at `now`, milliseconds, or this hand when none is."""
        return tick(self, now)

    def state_at(self, entry: int) -> HandState:
        """The state after log entry `entry`, counting from 0; IndexError when there is none such."""
        if type(entry) is not int or not 0 <= entry < len(self.events):
            raise IndexError(f"entry {brief(entry)} of a hand with entries 0 to {len(self.events) - 1}")
        return fold(self.events[: entry + 1])

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

    def _down(self, seat: Seat) -> tuple[e.Position, ...]:
        if type(seat) is not int:
            raise WrongType.of("seat", "an int", seat)
        return self.state.seat(seat).down

    def __repr__(self) -> str:
        return f"Hand({self.state.hand_id!r}, {len(self.events)} entries, {self._turn!r})"


def dealt_on(
    state: HandState,
    events: tuple[e.Event, ...],
    ats: tuple[int, ...] | None,
    at: int | None,
    deck: Deck,
    now: Turn | None = None,
    log: Log | None = None,
) -> Hand:
    """The hand after these events and every dealer's step that is then due; `at` is for the new ones.

    `now` is the state's turn, where it is known already, and `log` an earlier moment's.
    """
    now = now or TURNS[state.stage](state)
    dealt = []
    while isinstance(now, DealerStep):
        event = now.event or deal(now, state, deck)
        dealt.append(event)
        state = REDUCERS[event.__class__](state, event)
        now = TURNS[state.stage](state)
    events += tuple(dealt)
    if ats is not None and at is not None:
        ats += (at,) * (len(events) - len(ats))
    return Hand(state, events, ats, deck, now, log)


def _default_id(seed: object, deck: object) -> str:
    if isinstance(deck, Deck) and deck.hand_id is not None:
        return deck.hand_id
    if not isinstance(seed, Seed):
        return "hand"
    return sha256(b"grocerydots hand id" + seed.commitment).hexdigest()[:16]


def _checked(log: Log) -> HandState:
    """The state after a log. Raises `IllegalEvent` for what breaks a rule, ROOM-9 among them."""
    check(None, log.events[0])
    state = evolve(None, log.events[0])
    for entry, event in enumerate(log.events[1:], start=1):
        check(state, event)
        if log.times is not None:
            check_clock(turn(state), log.times[entry - 1], event, log.times[entry])
        state = evolve(state, event)
    return state


def _log_problems(log: object) -> list[Problem]:
    """What is wrong with a log to resume from."""
    from grocerydots.log import Log

    if not isinstance(log, Log):
        return [Problem(None, "log", f"expected a Log, got a {type(log).__name__}")]
    return []


def _check_deck(state: HandState, events: tuple[e.Event, ...], deck: Deck, source: str) -> None:
    """Raise `DeckError` unless the deck, from a seed or as it is, is the one that the log was dealt from."""
    opening = state.setup.opening
    if deck.kind != opening.deck:
        raise DeckError(f"the log's deck is {opening.deck}, this one is {deck.kind}")
    if state.setup.seals is not None and deck.seals() != (state.setup.seals, state.setup.order_seal):
        raise DeckError(f"the {source} does not give the log's seals")
    for position, card in turned_up(events):
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


def turned_up(events: Iterable[e.Event]) -> Iterable[tuple[e.Position, Card]]:
    """Every card that the events turned up, with its position in the deck."""
    for event in events:
        match event:
            case e.CardsDealt(cards=dealt):
                yield from [(d.position, d.card) for d in dealt if d.card is not None]
            case e.StoreOpened(cards=cards) | e.DownCardsOpened(cards=cards):
                yield from [(opening.position, opening.card) for opening in cards]
            case (
                e.StoreRestocked(position=position, card=card)
                | e.CommunityCardDealt(position=position, card=card)
            ):
                yield position, card

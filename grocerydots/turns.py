"""The three things that can be true of a hand: a decision, a dealer's step, or it is over.

Each decision and step comes from a phase, with that phase's reasons for refusing anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, cast

from grocerydots import events as e
from grocerydots.attempts import PLAYERS, Reason, attempt, elsewhere, not_at_the_store, refused
from grocerydots.choices import CHOICES, Option, event_of
from grocerydots.english import listed
from grocerydots.errors import IllegalEvent, brief
from grocerydots.parts import Place
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState

#: Positions of the deck to turn over: (seat, position, whether face up), seat 0 for nobody's.
Draws: TypeAlias = tuple[tuple[Seat, int, bool], ...]
Chosen = TypeVar("Chosen")
DecisionKind: TypeAlias = Literal[
    "dots_tie", "entropy", "ante", "open", "open_for", "bet", "store", "show", "rake"
]
Wagers: TypeAlias = tuple[tuple[Option, ...], Chips]  #: What may be wagered, and from what total it is full.


class Question(NamedTuple):
    """What is decided, and how a phase answers for it: the same for every decision of that kind.

    Its functions are at the top of the phase's module, so that they can be pickled.
    """

    kind: DecisionKind
    rule: str  #: The rule that gives the decision.
    why: Callable[..., Reason | None]  #: The reason for refusing an event of the decider.
    #: Finds the wagers, and from which total one counts as full, once somebody asks for them.
    more: Callable[[HandState, Place], Wagers] | None = None
    others: Callable[[HandState], str] | None = None  #: Says what others may do meanwhile.


class Decision:
    """One player's choice, or the dealer's or the house's, with everything that is legal.

    Iterating gives every legal event, `len` counts them, `in` asks for one. `options` gives bounds instead
    of every amount of a range. The methods build events and raise `IllegalEvent` for one that is not legal.
    A time-out is acceptable in place of any player's decision, and players' entropy while some is missing;
    neither is counted among the options. Decisions of equal states with the same options are equal.
    """

    __slots__ = ("_built", "_first", "_found", "_place", "_question", "_seat", "_state")

    def __init__(
        self, state: HandState, question: Question, place: Place, options: tuple[Option, ...]
    ) -> None:
        """`options` are those that need no look at the wagers."""
        self._state: Final = state
        self._question: Final = question
        self._place: Final = place
        self._seat: Final[Seat | None] = state.setup.order[place] if place >= 0 else None
        self._first: Final = options
        self._found: Wagers | None = None  # all options, and `full_at`, once somebody has read them
        self._built: object = None  # the event that a builder made last, known to be legal

    @property
    def state(self) -> HandState:
        """The state that waits for this decision."""
        return self._state

    @property
    def kind(self) -> DecisionKind:
        """What is decided."""
        return self._question.kind

    @property
    def rule(self) -> str:
        """The rule that gives this decision."""
        return self._question.rule

    @property
    def place(self) -> Place:
        """The decider's place in dealing order, -1 for the dealer and the house."""
        return self._place

    @property
    def seat(self) -> Seat | None:
        """The decider's seat number, None for the dealer and the house."""
        return self._seat

    @property
    def options(self) -> tuple[Option, ...]:
        """Everything that is legal, with its bounds."""
        return (self._found or self._find())[0]

    @property
    def full_at(self) -> Chips:
        """The total for the round from which a wager counts as full (HOUSE-5, HOUSE-6)."""
        return (self._found or self._find())[1]

    def _find(self) -> Wagers:
        more = self._question.more
        wagers, full_at = more(self._state, self._place) if more is not None else ((), 0)
        self._found = found = (self._first + wagers, full_at)
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self is other or (
            (self.kind, self.rule, self._place) == (other.kind, other.rule, other._place)
            and self._state == other._state
            and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.rule, self._place, self.options))

    def __reduce__(self) -> tuple[type[Decision], tuple[object, ...]]:
        return Decision, (self._state, self._question, self._place, self._first)

    def __iter__(self) -> Iterator[e.Event]:
        for option in self.options:
            for number in range(option.lowest, option.highest + 1):
                event = self._bounded(option, number)
                if event is not None:
                    yield event

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return sum(option.highest - option.lowest + 1 for option in self.options)

    def __contains__(self, event: object) -> bool:
        return self.matching(event) is not None

    def __repr__(self) -> str:
        return f"Decision(seat={self._seat}, {self.text})"

    @property
    def text(self) -> str:
        """The options in words: ``fold, call 5 or raise to 20``."""
        return listed([option.words for option in self.options], "or")

    def refusal(self, event: e.Event) -> IllegalEvent:
        """The error for an event that this decision does not allow, citing the first rule that fits."""
        kind, rule, why, _, others = self._question
        reason = None if kind == "entropy" else self._out_of_turn(event)
        reason = reason or why(self, event) or (rule, "the decision does not offer it")
        legal = others(self._state) if others is not None else f"{self._decider} may {self.text}"
        return refused(event, reason, legal)

    def _out_of_turn(self, event: e.Event) -> Reason | None:
        """The reason against an event that is not this decider's to make; None for one that is."""
        kind = type(event)
        reason = elsewhere(self._state, event, self.kind)
        if reason is not None:
            return reason
        if isinstance(event, PLAYERS):
            if event.seat == self._seat:
                is_number = type(event.seat) is int
                return None if is_number else (self.rule, f"expected a seat number, got {brief(event.seat)}")
            at_store = isinstance(event, e.StoreCardBought | e.StorePassed)
            theirs = "ROOM-20", f"it is the decision of {self._decider}"
            return not_at_the_store(self._state) if at_store else theirs
        if self.can(kind):
            return None
        if kind is not e.DotsTieConfirmed:
            return self.rule, f"a decision of {self._decider} comes first"
        if self._seat is not None:
            return "GSD-16", "it is confirmed before the deal, and once"
        return self.rule, f"the choice is {self._decider}'s"

    @property
    def _decider(self) -> str:
        """Who decides, as messages say it: ``seat 3``, ``the dealer``, ``the house``."""
        if self._seat is not None:
            return f"seat {self._seat}"
        return "the house" if self.kind == "rake" else "the dealer"

    def can(self, kind: type[object]) -> bool:
        """Whether an event of that class is among the options."""
        options = self._first if kind in _PLAIN else self.options
        return any(option[0] is kind for option in options)

    def option(self, kind: type[object]) -> Option | None:
        """The first option of that class of event, None when there is none."""
        return next((option for option in self.options if option[0] is kind), None)

    def matching(self, event: object) -> e.Event | None:
        """The legal event that equals the one given, as this decision builds it; None when there is none."""
        if event is self._built and event is not None:
            return event  # type: ignore[return-value]  # only events are built
        kind: type = type(event)
        if kind in _PLAIN:
            return self._matching_plain(event, kind)  # type: ignore[arg-type]  # by its class
        if kind in CHOICES:
            field = CHOICES[kind].number
            number = getattr(event, field) if field else None
            legal = [self._bounded(option, number) for option in self.options if option[0] is kind]
            return next((one for one in legal if one == event), None)
        if self.kind == "entropy" and kind in _ENTROPY:
            return event if self._question.why(self, event) is None else None  # type: ignore[return-value]
        return None

    def find(self, kind: type, number: object = None) -> e.Event | None:
        """The legal event of a class with that number, or the least there is; None when there is none."""
        for option in self._first if kind in _PLAIN else self.options:
            if option[0] is kind and (event := self._bounded(option, number)) is not None:
                return event
        return None

    def event(self, option: Option, number: int | None = None) -> e.Event:
        """The event of one of the options with that number, or with the least there is.

        Raises `IllegalEvent` for an option that is not offered, and for a number out of its bounds.
        """
        built = self._bounded(option, number) if option in self.options else None
        if built is None:
            raise self._refused(option.kind, number)
        return built

    def _bounded(self, option: Option, number: object) -> e.Event | None:
        """The event of an option with that number, or with the least; None when that is out of bounds."""
        kind, lowest, highest, word, _ = option
        value = lowest if number is None else number
        if type(value) is not int or not lowest <= value <= highest:
            return None
        choice = CHOICES[kind]
        full = kind in _WAGERS and value >= self.full_at
        fields = choice.fields(self._state, self._seat, value if choice.number else word, full)
        return event_of(kind, *fields)  # type: ignore[return-value]  # choices are events

    def _matching_plain(self, event: e.Folded | e.Checked | e.Called, kind: type) -> e.Event | None:
        """`matching` for a choice that needs no look at the wagers, found without building the event."""
        for option in self._first:
            if option[0] is kind and type(event.seat) is int and event.seat == self._seat:
                amount = event.amount if isinstance(event, e.Called) else 0
                legal: e.Event | None = event if type(amount) is int and amount == option[1] else None
                return legal
        return None

    # Builders

    def _one(self, kind: type[Chosen], number: int | None = None) -> Chosen:
        """The legal event of a class with that number, or with the least there is."""
        event: object = self.find(kind, number)
        if event is None:
            raise self._refused(kind, number)
        self._built = event
        return cast(Chosen, event)

    def _refused(self, kind: type[object], number: int | None) -> IllegalEvent:
        return self.refusal(attempt(self._state, self._seat or 0, kind, number))

    def _plain(self, kind: Callable[..., Chosen]) -> Chosen:
        """`_one` for a choice that needs no look at the wagers, which is most of what is ever played."""
        for option in self._first:
            if option[0] is kind:
                event = event_of(kind, self._seat, option[1]) if option[1] else event_of(kind, self._seat)
                self._built = event
                return event  # type: ignore[return-value]  # of that class
        return self._one(cast("type[Chosen]", kind))

    def fold(self) -> e.Folded:
        """Give up the hand."""
        return self._plain(e.Folded)

    def check(self) -> e.Checked:
        """Pass the action on."""
        return self._plain(e.Checked)

    def call(self) -> e.Called:
        """Match what was wagered, or put in the rest of the stack."""
        return self._plain(e.Called)

    def bring_in(self) -> e.BroughtIn:
        """Post the bring-in (LIM-3)."""
        return self._one(e.BroughtIn)

    def complete(self, to: Chips | None = None) -> e.Completed:
        """Complete to a total, or to the least that is legal."""
        return self._one(e.Completed, to)

    def bet(self, to: Chips | None = None) -> e.Bet:
        """Bet a total, or the least that is legal."""
        return self._one(e.Bet, to)

    def raise_to(self, to: Chips | None = None) -> e.Raised:
        """Raise to a total for the round, or to the least that is legal."""
        return self._one(e.Raised, to)

    def buy(self, slot: int) -> e.StoreCardBought:
        """Buy the store card of a slot, 1 to 3 (GSD-9)."""
        return self._one(e.StoreCardBought, slot)

    def pass_(self) -> e.StorePassed:
        """Take the next card of the stub instead of buying (GSD-9)."""
        return self._one(e.StorePassed)

    def ante(self) -> e.AntePosted:
        """Say "I'm in" (ROOM-2)."""
        return self._one(e.AntePosted)

    def sit_out(self) -> e.SatOut:
        """Stay out of this hand (ROOM-2)."""
        return self._one(e.SatOut)

    def show(self) -> e.HandShown:
        """Show the hand (ROOM-16)."""
        return self._plain(e.HandShown)

    def muck(self) -> e.HandMucked:
        """Give up every claim without showing (ROOM-16)."""
        return self._one(e.HandMucked)

    def confirm(self, policy: DotsTie) -> e.DotsTieConfirmed:
        """Say how a tie for most dots is settled (GSD-16)."""
        event = e.DotsTieConfirmed(policy)
        if event not in self:
            raise self.refusal(event)
        return event

    def cancel(self) -> e.HandCancelled:
        """Call the hand off, while the dots tie is not confirmed or players' entropy is missing."""
        return self._one(e.HandCancelled)

    def rake(self, amount: Chips) -> e.RakeTaken:
        """Name the house's rake (HOUSE-32)."""
        return self._one(e.RakeTaken, amount)

    def time_out(self) -> e.TimedOut:
        """What the clock does in place of this decision (ROOM-9, HOUSE-24, HOUSE-25).

        Raises `IllegalEvent` when the decision is not a player's.
        """
        event = time_out_of(self)
        if event is None:
            raise self.refusal(e.TimedOut(0, "all_in"))
        return event


class DealerStep(NamedTuple):
    """The one thing that the dealer must do next, and the rule that says so.

    `event` is that event where the public state settles it; otherwise `draws` says which positions of the
    deck it turns over: (seat, position, whether face up), seat 0 for nobody's.
    """

    kind: type[object]  #: The class of event that is due.
    rule: str
    event: e.Event | None = None
    draws: Draws = ()
    number: int = 0  #: The street, the slot, or the seat, as the event needs one.
    #: What the phase has to say against another event: a reason, or None where any would do.
    why: Callable[..., Reason | None] | None = None

    def __repr__(self) -> str:
        return f"DealerStep({self.kind.__name__}, {self.rule!r})"


class Over:
    """The hand is over."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Over()"

    def __reduce__(self) -> str:
        return "OVER"  # copied or pickled, it is still the only one


OVER: Final = Over()  #: The only `Over` that there is.
#: Whose move it is: what `turn` returns.
Turn: TypeAlias = Decision | DealerStep | Over


def due(rule: str, event: e.Event) -> DealerStep:
    """A dealer's step that the public state settles."""
    return DealerStep(event.__class__, rule, event)


def rule_of(turn: Turn) -> str:
    """The rule that gives a turn."""
    return "LIM-2" if isinstance(turn, Over) else turn.rule


def time_out_of(decision: Decision) -> e.TimedOut | None:
    """The event by which the clock ends a decision; None when it is not a player's."""
    if decision.seat is None:
        return None
    seat = decision.seat
    match decision.kind:
        case "ante":
            return e.TimedOut(seat, "sit_out")
        case "open" | "open_for":
            option = decision.option(e.BroughtIn)
            return e.TimedOut(seat, "bring_in", option.lowest if option else 0)
        case "store":
            return e.TimedOut(seat, "pass")
        case "show":
            return e.TimedOut(seat, "show")
    if decision.state.setup.rules.time_out == "all_in":
        return e.TimedOut(seat, "all_in")
    return e.TimedOut(seat, "fold" if decision.can(e.Called) else "check")


_WAGERS: Final = frozenset(e.WAGERS)
_ENTROPY: Final = frozenset({e.EntropyCommitted, e.EntropyAdded})
#: Choices that need no look at the wagers.
_PLAIN: Final = frozenset({e.Folded, e.Checked, e.Called})

"""The three things that can be true of a hand: a decision, a dealer's step, or it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

from grocerydots import events as e
from grocerydots.errors import IllegalEvent
from grocerydots.parts import Place
from grocerydots.phases.options import KINDS, Option, made
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState

#: Positions of the deck to turn over: (seat, position, whether face up), seat 0 for nobody's.
Draws: TypeAlias = tuple[tuple[Seat, int, bool], ...]
Chosen = TypeVar("Chosen")
DecisionKind: TypeAlias = Literal[
    "dots_tie", "entropy", "ante", "open", "open_for", "bet", "store", "show", "rake"
]


class Decision:
    """One player's choice, or the dealer's or the house's, with everything that is legal.

    Iterating gives every legal event, `len` counts them, `in` asks for one. `options` gives bounds instead
    of every amount of a range. The methods build events and raise `IllegalEvent` for one that is not legal.
    A time-out is acceptable in place of any player's decision, and players' entropy while some is missing;
    neither is counted among the options.
    """

    __slots__ = (
        "_first", "_full_at", "_more", "_options", "built", "deadline", "kind", "place", "rule", "seat",
        "state",
    )  # fmt: skip

    def __init__(
        self,
        state: HandState,
        kind: DecisionKind,
        rule: str,
        place: Place,
        options: tuple[Option, ...],
        more: Callable[[HandState, Place], tuple[tuple[Option, ...], Chips]] | None = None,
    ) -> None:
        """`more` finds the wagers, and from which total one counts as full, once somebody asks for them."""
        self.state: Final = state
        self.kind: Final = kind
        self.rule: Final = rule  #: The rule that gives this decision.
        self.place: Final = place  #: The decider's place in dealing order, -1 for the dealer and the house.
        self.seat: Final[Seat | None] = state.setup.order[place] if place >= 0 else None
        self._first: Final = options
        self._more: Final = more
        self._options: tuple[Option, ...] | None = options if more is None else None
        self._full_at: Chips = 0
        self.built: object = None  #: The event that a builder made last, known to be legal.
        self.deadline: int | None = (
            None  #: The last millisecond for an answer (ROOM-9), where there is a clock.
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """Everything that is legal, with its bounds."""
        if self._options is None and self._more is not None:
            wagers, self._full_at = self._more(self.state, self.place)
            self._options = self._first + wagers
        return self._options or ()

    @property
    def full_at(self) -> Chips:
        """The total for the round from which a wager counts as full (HOUSE-5, HOUSE-6)."""
        self.options  # noqa: B018  # finds it out
        return self._full_at

    def __iter__(self) -> Iterator[e.Event]:
        for option in self.options:
            for number in range(option.lowest, option.highest + 1):
                yield KINDS[option.kind].build(self, option, number)

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        return sum(option.highest - option.lowest + 1 for option in self.options)

    def __contains__(self, event: object) -> bool:
        return self.matching(event) is not None

    def matching(self, event: object) -> e.Event | None:
        """The legal event that equals the one given, as this decision builds it; None when there is none."""
        if event is self.built and event is not None:
            return event  # type: ignore[return-value]  # only events are built
        kind: type = type(event)
        if kind in _PLAIN:
            return self._matching_plain(event, kind)
        if kind in KINDS:
            number = getattr(event, KINDS[kind].number) if KINDS[kind].number else None
            legal = [self._built(option, number) for option in self.options if option[0] is kind]
            return next((one for one in legal if one == event), None)
        if self.kind == "entropy":
            from grocerydots.phases.entropy import entropy_event

            return entropy_event(self.state, event)
        return None

    def find(self, kind: type, number: object = None) -> e.Event | None:
        """The legal event of a kind with that number, or with the least there is; None when there is none."""
        for option in self._first if kind in _PLAIN else self.options:
            if option[0] is kind and (event := self._built(option, number)) is not None:
                return event
        return None

    def _built(self, option: Option, number: object) -> e.Event | None:
        """The event of an option with that number, or with the least; None when that is out of bounds."""
        wanted = option[1] if number is None else number
        if type(wanted) is int and option[1] <= wanted <= option[2]:
            return KINDS[option[0]].build(self, option, wanted)
        return None

    def _matching_plain(self, event: Any, kind: type[Any]) -> e.Event | None:
        """`matching` for what needs no look at the wagers: told without building the event."""
        for option in self._first:
            if option[0] is kind and type(event.seat) is int and event.seat == self.seat:
                amount = event.amount if kind is e.Called else 0
                legal: e.Event | None = event if type(amount) is int and amount == option[1] else None
                return legal
        return None

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, {self.text})"

    @property
    def text(self) -> str:
        """The options in words: ``fold, call 5 or raise to 20``."""
        return either([option.words for option in self.options])

    def event(self, option: Option, number: int | None = None) -> e.Event:
        """The event of one of the options with that number, or with the least there is.

        Raises `IllegalEvent` for an option that is not offered, and for a number out of its bounds.
        """
        built = self._built(option, number) if option in self.options else None
        if built is None:
            raise self._refused(option.kind, number)
        return built

    def option(self, kind: type[Any]) -> Option | None:
        """The first option of that kind of event, None when there is none."""
        return next((option for option in self.options if option.kind is kind), None)

    # Builders

    def _one(self, kind: type[Chosen], number: int | None = None) -> Chosen:
        """The legal event of a kind with that number, or with the least there is."""
        event: Any = self.find(kind, number)
        if event is None:
            raise self._refused(kind, number)
        self.built = event
        return cast(Chosen, event)

    def _refused(self, kind: type[Any], number: int | None) -> IllegalEvent:
        from grocerydots.phases.attempts import attempted
        from grocerydots.phases.refusals import refusal

        return refusal(self.state, self, attempted(self, kind, number))

    def _plain(self, kind: Callable[..., Chosen]) -> Chosen:
        """`_one` for what needs no look at the wagers, which is most of what is ever played."""
        for option in self._first:
            if option[0] is kind:
                event: Chosen = made(kind, self.seat, option[1]) if option[1] else made(kind, self.seat)
                self.built = event
                return event
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
        from grocerydots.phases.refusals import refusal

        event = e.DotsTieConfirmed(policy)
        if event not in self:
            raise refusal(self.state, self, event)
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
        from grocerydots.phases.refusals import refusal

        event = time_out_of(self)
        if event is None:
            raise refusal(self.state, self, e.TimedOut(0, "all_in"))
        return event


class DealerStep:
    """The one thing that the dealer must do next, and the rule that says so.

    `event` is that event where the public state settles it; otherwise `draws` says which positions of the
    deck it turns over: (seat, position, whether face up), seat 0 for nobody's.
    """

    __slots__ = ("draws", "event", "kind", "number", "rule")

    def __init__(
        self,
        kind: type[Any],
        rule: str,
        event: e.Event | None = None,
        draws: Draws = (),
        number: int = 0,
    ) -> None:
        self.kind: Final = kind
        self.rule: Final = rule
        self.event: Final = event
        self.draws: Final = draws
        self.number: Final = number  #: The street, the slot, or the seat, as the event needs one.

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


def either(words: list[str]) -> str:
    """Words in a row, the last after "or"."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


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
    return e.TimedOut(seat, "fold" if decision.option(e.Called) else "check")


def decider(now: Decision) -> str:
    """Who decides, as messages say it: ``seat 3``, ``the dealer``, ``the house``."""
    if now.seat is not None:
        return f"seat {now.seat}"
    return "the house" if now.kind == "rake" else "the dealer"


#: What needs no look at the wagers.
_PLAIN: Final = frozenset({e.Folded, e.Checked, e.Called})

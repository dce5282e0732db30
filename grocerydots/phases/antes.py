"""Before the first card: the dots tie, players' entropy, the seal, the antes (GSD-16, LIM-1, ROOM-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.choices import Option
from grocerydots.parts import WHOLE_DECK
from grocerydots.phases.entropy import CANCEL, NOTHING_TO_RETURN, entropy_turn
from grocerydots.pots import uncalled
from grocerydots.rules.options import DOTS_TIES
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import HandState, places_of
from grocerydots.turns import DealerStep, Decision, Draws, Question, Turn, due

_TIE_POLICIES: Final = tuple([Option(e.DotsTieConfirmed, word=policy) for policy in DOTS_TIES])


def opening_turn(state: HandState) -> Turn:
    """What is due from the hand's opening to the first ante."""
    setup = state.setup
    if setup.rules.confirms_tie and setup.dots_tie is None:
        return Decision(state, DOTS_TIE, -1, _TIE_POLICIES + CANCEL)
    if len(setup.entropy) < len(setup.opening.entropy_seats):
        return entropy_turn(state)
    if setup.opening.deck != "unsealed" and setup.seals is None:
        return DealerStep(e.DeckSealed, "GSD-1")
    return antes_turn(state)


def antes_turn(state: HandState) -> Turn:
    """What is due from the first ante to the first card."""
    setup = state.setup
    answered = state.live | setup.out
    if answered.bit_count() < len(setup.order):
        return _next_ante(state, answered)
    if state.live.bit_count() < 2:
        returned = tuple([
            e.Payment(s.number, s.paid) for place, s in enumerate(state.seats) if state.live >> place & 1
        ])  # fmt: skip
        return due("HOUSE-29", e.HandCancelled(returned))
    if (excess := uncalled(state)) is not None:
        return due("HOUSE-30", e.ChipsReturned(setup.order[excess[0]], excess[1]))
    dealt = tuple([setup.order[place] for place in places_of(state.live)])
    return DealerStep(e.CardsDealt, "ROOM-3", draws=_third_street_draws(dealt), number=3)


def _next_ante(state: HandState, answered: int) -> Turn:
    ante = state.setup.rules.ante
    asked = [s[0] for s in state.setup.opening.seats if not s[3]]
    waiting = [s for place, s in enumerate(state.seats) if not answered >> place & 1]
    automatic = [
        _payment(s.number, ante if ante < s.stack else s.stack) for s in waiting if s.number not in asked
    ]
    if automatic:
        return due("ROOM-2", e.AntesPosted(tuple(automatic)))
    amount = min(ante, waiting[0].stack)
    options = (Option(e.AntePosted, amount, amount), Option(e.SatOut))
    return Decision(state, ANTE, state.place(waiting[0].number), options)


def _why_not_confirmed(_: Decision, event: e.DotsTieConfirmed | e.HandCancelled) -> Reason:
    is_cancelled = isinstance(event, e.HandCancelled)
    return "GSD-16", NOTHING_TO_RETURN if is_cancelled else f"it is {' or '.join(DOTS_TIES)}"


def _why_not_anted(decision: Decision, event: e.Event) -> Reason | None:
    return None if decision.can(type(event)) else ("ROOM-2", "the question is only whether they are in")


DOTS_TIE: Final = Question("dots_tie", "GSD-16", _why_not_confirmed)
ANTE: Final = Question("ante", "ROOM-2", _why_not_anted)


@lru_cache(maxsize=1024)
def _payment(seat: Seat, ante: Chips) -> e.Payment:
    return e.Payment(seat, ante)


@lru_cache(maxsize=256)
def _third_street_draws(seats: tuple[Seat, ...]) -> Draws:
    """Two down, one up, from the top of the deck: the same at a table from hand to hand."""
    faces = [False] * (2 * len(seats)) + [True] * len(seats)
    return tuple(zip(seats * 3, WHOLE_DECK, faces, strict=False))

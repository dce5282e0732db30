"""Players' entropy, between the opening and the seals: every named seat commits, then every one opens.

No rule of play says how a deck is made, so refusals here cite GSD-1, the rule that there is one.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from grocerydots import events as e
from grocerydots.attempts import Reason
from grocerydots.choices import Option
from grocerydots.deck.scheme import SECRET_BYTES, entropy_commitment
from grocerydots.english import seats
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState, Stage
from grocerydots.turns import Decision, Question

EntropyEvent: TypeAlias = e.EntropyCommitted | e.EntropyAdded

RULE: Final = "GSD-1"
CANCEL: Final = (Option(e.HandCancelled),)  #: While nobody can know the deck, the hand can be called off.
NOTHING_TO_RETURN: Final = "nothing has been posted, so nothing goes back"


def entropy_turn(state: HandState) -> Decision:
    """What is due while entropy is missing: nobody's turn, and the dealer may call the hand off."""
    return Decision(state, ENTROPY, -1, CANCEL)


def entropy_due(state: HandState) -> tuple[type[EntropyEvent], tuple[Seat, ...]] | None:
    """The kind of event that is due of players, and the seats it is due of; None when none is missing."""
    setup = state.setup
    for kind, given in ((e.EntropyCommitted, setup.commitments), (e.EntropyAdded, setup.entropy)):
        done = [seat for seat, _ in given]
        if missing := tuple([seat for seat in setup.opening.entropy_seats if seat not in done]):
            return kind, missing
    return None


def waits_for_entropy(state: HandState) -> bool:
    """Whether the deck cannot be sealed yet because entropy is missing."""
    return state.stage is Stage.OPENING and entropy_due(state) is not None


def _why_not(decision: Decision, event: object) -> Reason | None:
    if isinstance(event, EntropyEvent):
        fault = _fault(decision.state, event)
        return None if fault is None else (RULE, fault)
    if isinstance(event, e.HandCancelled):
        return RULE, NOTHING_TO_RETURN
    return RULE, "the players' entropy comes first"


def _fault(state: HandState, event: EntropyEvent) -> str | None:
    """Why a seat may not commit to that or add that, in words; None when it may."""
    setup, named = state.setup, state.setup.opening.entropy_seats
    if type(event.seat) is not int or event.seat not in named:
        return f"the hand names {seats(named)} for entropy"
    commitments = dict(setup.commitments)
    if isinstance(event, e.EntropyCommitted):
        if event.seat in commitments:
            return "they have committed already"
        return _fault_of_size("a commitment", event.commitment)
    if missing := [seat for seat in named if seat not in commitments]:
        return f"{seats(missing)} {'has' if len(missing) == 1 else 'have'} to commit first"
    if event.seat in dict(setup.entropy):
        return "theirs is in already"
    if fault := _fault_of_size("entropy", event.entropy):
        return fault
    given = entropy_commitment(state.hand_id, event.seat, event.entropy)
    return None if given == commitments[event.seat] else "it is not what they committed to"


def _fault_of_size(what: str, octets: object) -> str | None:
    if type(octets) is not bytes:
        return f"{what} is {SECRET_BYTES} bytes, not a value of type {type(octets).__name__}"
    return None if len(octets) == SECRET_BYTES else f"{what} is {SECRET_BYTES} bytes, not {len(octets)}"


def entropy_words(state: HandState) -> str:
    """What is allowed while entropy is missing: ``seats 2 and 5 may commit, or the dealer may cancel``."""
    kind, missing = entropy_due(state) or (e.EntropyAdded, ())
    may = "may commit" if kind is e.EntropyCommitted else "may add theirs"
    return f"{seats(missing)} {may}, or the dealer may cancel"


ENTROPY: Final = Question("entropy", RULE, _why_not, others=entropy_words)

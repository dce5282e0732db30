"""What is worth knowing about a log and is no fault: above all, what an audit of it does not prove."""

from __future__ import annotations

from grocerydots import english
from grocerydots.audit.chain import Vouched
from grocerydots.audit.evidence import Proof
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding
from grocerydots.audit.walk import Walk
from grocerydots.describe import describe_step
from grocerydots.history.decisions import legal_words
from grocerydots.phases.entropy import entropy_words
from grocerydots.state import HandState
from grocerydots.turns import DealerStep, Decision


def notes_on(reading: Reading, walk: Walk, proof: Proof, vouched: Vouched, with_seed: bool) -> list[Finding]:
    """The notes on a log that can be read at least in part."""
    state = walk.state
    if state is None:
        return []
    notes = [*_on_the_deck(state, proof, with_seed), *_on_entropy(state)]
    if not reading.is_finished and reading.error is None and walk.fault is None:
        notes.append(_unfinished(state, walk))
    if reading.log is not None and reading.log.times is None and state.rules.act_within_ms is not None:
        notes.append(
            _note(
                "no line has a time",
                f"the table's clock of {state.rules.act_within_ms} ms (ROOM-9) cannot be checked",
                "ROOM-9",
            )
        )
    if not vouched.receipts and not vouched.findings:
        notes.append(
            _note(
                "no receipt of this hand was brought along",
                "the chain shows that the lines belong together, not that they are those of the hand as it "
                "was played: whoever wrote the log could have written all of it anew",
            )
        )
    return notes


def _on_the_deck(state: HandState, proof: Proof, with_seed: bool) -> list[Finding]:
    kind = state.setup.opening.deck
    if kind == "unsealed":
        proves = "the cards are not proved: nothing fixed the deck before it was dealt"
        more = ", and a seed cannot prove it afterwards" if with_seed else ""
        return [_note("the deck is unsealed", f"{proves}{more}")]
    notes = []
    if kind == "test":
        notes.append(_note("the deck is a test deck", "its cards are not secret: anybody can work them out"))
    hidden = 52 - proof.cards
    if hidden and state.setup.seals is not None:
        opened = (
            "openings prove a player's own cards" if not proof.seats else "the other players' openings theirs"
        )
        notes.append(
            _note(
                f"{hidden} of 52 cards stay sealed",
                f"what they were is not checked: {opened}, the seed proves all",
            )
        )
    return notes


def _on_entropy(state: HandState) -> list[Finding]:
    """That a hand was called off while its players' entropy was still to come."""
    setup = state.setup
    missing = [seat for seat in setup.opening.entropy_seats if seat not in dict(setup.entropy)]
    if not missing or not state.is_over:
        return []
    return [
        _note(
            f"the hand was called off before {english.seats(missing)} had added entropy",
            "that is allowed, and on record: whom the coming deck does not please can do no more than this",
        )
    ]


def _unfinished(state: HandState, walk: Walk) -> Finding:
    now = walk.now
    if isinstance(now, DealerStep):
        waits = f"the dealer is to {describe_step(now.kind)} ({now.rule})"
    elif isinstance(now, Decision) and now.seat is not None:
        waits = f"seat {now.seat} may {legal_words(now)}"
    elif isinstance(now, Decision) and now.kind == "entropy":
        waits = entropy_words(state)
    elif isinstance(now, Decision):
        waits = f"the {'house' if now.kind == 'rake' else 'dealer'} may {legal_words(now)}"
    else:
        raise AssertionError("a hand that is over is finished")
    return _note("the hand is not finished", f"it waits: {waits}")


def _note(log_says: str, means: str, rule: str | None = None) -> Finding:
    return Finding("note", None, None, rule, log_says, means)

"""What was brought along beside the log: openings against its seals, and the seed against the deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from grocerydots import events as e
from grocerydots.audit.reading import Reading
from grocerydots.audit.report import Finding, Strength
from grocerydots.audit.walk import Walk
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState

if TYPE_CHECKING:
    from grocerydots.log import Log
    from grocerydots.proofs.openings import Mismatch, Openings


class Proof(NamedTuple):
    """What openings and seed say about a log."""

    findings: list[Finding]
    cards: int = 0  #: How many cards their seals prove.
    seats: tuple[Seat, ...] = ()  #: Seats whose openings fit.
    seed: bool = False  #: Whether the whole sealed deck is the seed's.
    strength: Strength = "anyone"  #: By what was brought along and is of this hand.


def proved(reading: Reading, walk: Walk, openings: Sequence[Openings], seed: Seed | None) -> Proof:
    """What the log itself, openings and seed prove of the deck, up to where the walk came."""
    state = walk.state
    log = reading.log
    if state is None or log is None:
        return Proof([])
    is_sealed = state.setup.seals is not None
    events = reading.events[: walk.good]
    findings, fitting = _against_openings(reading, log, openings)
    of_seed = [] if seed is None else list(_against_seed(reading, state, events, seed))
    is_seeds = seed is not None and is_sealed and not of_seed
    seen = state.stub.seen
    for brought in fitting:
        for card in brought.cards.values():
            seen |= 1 << card.index
    return Proof(
        findings + of_seed,
        52 if is_seeds else seen.bit_count() if is_sealed else 0,
        tuple(sorted({brought.seat for brought in fitting})),
        is_seeds,
        _strength(fitting, seed, of_seed),
    )


def _strength(fitting: Sequence[Openings], seed: Seed | None, of_seed: Iterable[Finding]) -> Strength:
    """How much could be checked: with the hand's own seed, with openings that fit, or with the log alone."""
    if seed is not None and all(finding.gravity != "evidence" for finding in of_seed):
        return "adjudicator"
    return "player" if fitting else "anyone"


# Openings


def _against_openings(
    reading: Reading, log: Log, openings: Sequence[Openings]
) -> tuple[list[Finding], list[Openings]]:
    """What speaks against the openings, and those that nothing speaks against."""
    findings: list[Finding] = []
    fitting: list[Openings] = []
    for brought in openings:
        check = brought.verify(log)
        fitting += [brought] if check.fits else []
        forged = {mismatch.position for mismatch in check.mismatches if mismatch.kind != "twice"}
        for mismatch in check.mismatches:
            if mismatch.kind == "twice" and mismatch.position not in forged:
                findings.append(_second_card(reading, mismatch.message))
            else:
                findings.append(_mismatch(reading, brought, mismatch))
    return findings + list(_between_players(reading, fitting)), fitting


def _mismatch(reading: Reading, brought: Openings, mismatch: Mismatch) -> Finding:
    kept = f"openings of seat {brought.seat}, {len(brought.cards)} of hand {brought.hand_id}"
    follows = (
        "either the opening was made up, or the seat was shown another card than the one that was sealed"
    )
    if mismatch.kind not in ("seal", "card", "twice"):
        follows = "this opening says nothing about this log"
    return _evidence(reading, mismatch.entry, mismatch.message, kept, follows)


def _between_players(reading: Reading, openings: Iterable[Openings]) -> Iterator[Finding]:
    """Cards that two players hold."""
    first: dict[Card, tuple[Seat, e.Position]] = {}
    for brought in openings:
        for position, card in brought.cards.items():
            seat, before = first.setdefault(card, (brought.seat, position))
            if before != position:
                holds = f"seat {seat} holds {card} from position {before}"
                yield _second_card(reading, f"{holds}, seat {brought.seat} holds it from position {position}")


def _second_card(reading: Reading, says: str) -> Finding:
    """The finding about a card at two positions: the deck is to blame, or an opening where no seals are."""
    right, follows = "a deck holds every card once", "nothing that was dealt from this deck counts"
    sealed = _sealed_in(reading.events)
    if sealed is None:
        return _evidence(reading, None, says, right, "no seal says which of the two is wrong")
    return Finding("illegal", sealed, reading.line_of(sealed), "GSD-1", says, right, follows)


def _sealed_in(events: Sequence[e.Event]) -> int | None:
    """The entry that sealed the deck."""
    return next((entry for entry, event in enumerate(events) if isinstance(event, e.DeckSealed)), None)


def _evidence(reading: Reading, entry: int | None, says: str, brought: str, follows: str) -> Finding:
    line = None if entry is None else reading.line_of(entry)
    return Finding("evidence", entry, line, None, says, brought, follows)


# The seed


def _against_seed(
    reading: Reading, state: HandState, events: Sequence[e.Event], seed: Seed
) -> Iterator[Finding]:
    """What is wrong with the deck, by the seed."""
    setup = state.setup
    if setup.opening.seed_commitment not in (None, seed.commitment):
        says, brought = "the hand's opening commits to another seed", "a seed with another hash"
        yield _evidence(
            reading, 0, says, brought, "this is not the seed of the hand; it says nothing about it"
        )
        return
    if seed.is_test and setup.opening.deck == "sealed":
        says, right = "the deck is sealed, that is, secret", "a test seed, which anybody can work out"
        follows = "anybody may have known every card before it was dealt"
        yield Finding("illegal", 0, reading.line_of(0), "GSD-1", says, right, follows)
    deck = Deck.from_seed(seed, state.hand_id, dict(setup.entropy))
    if setup.seals is None:
        yield from _cards_of_another_deck(reading, events, deck)
    elif deck.seals() != (setup.seals, setup.order_seal):
        yield _wrong_seals(reading, state, events, seed, deck)


def _cards_of_another_deck(reading: Reading, events: Sequence[e.Event], deck: Deck) -> Iterator[Finding]:
    """The first card of an unsealed hand that the seed's deck does not have there."""
    for entry, event in enumerate(events):
        for position, card in e.turned_up([event]):
            if deck.cards[position] is not card:
                says, brought = (
                    f"{card} at position {position}",
                    f"a seed that gives {deck.cards[position]} there",
                )
                follows = "this is not the seed of the hand, or the cards were changed; no seal says which"
                yield _evidence(reading, entry, says, brought, follows)
                return


def _wrong_seals(
    reading: Reading, state: HandState, events: Sequence[e.Event], seed: Seed, deck: Deck
) -> Finding:
    """The finding about seals that the seed does not give."""
    setup = state.setup
    entry = _sealed_in(events) or 0
    seals, order_seal = deck.seals()
    said = setup.seals or ()
    wrong = [at for at in range(52) if said[at] != seals[at]]
    others = [] if order_seal == setup.order_seal else ["the order of a reshuffle"]
    says = f"the deck is sealed otherwise than the seed gives it: {' and '.join(_positions(wrong) + others)}"
    if setup.entropy and Deck.from_seed(seed, state.hand_id).seals() == (said, setup.order_seal):
        follows = "the seals are those of the seed alone: the players' entropy was left out of the shuffle"
    elif setup.opening.seed_commitment is not None or len(wrong) < 52 or not others:
        follows = "the deck that was sealed is not the one that this hand's seed gives: somebody chose it"
    else:
        brought = "a seed that fits none of the seals"
        return _evidence(
            reading, entry, says, brought, "this is not the hand's seed, or somebody chose the deck"
        )
    right = "the deck is the one that the seed gives, with the players' entropy where there is some"
    return Finding("illegal", entry, reading.line_of(entry), "GSD-1", says, right, follows)


def _positions(wrong: list[e.Position]) -> list[str]:
    if len(wrong) > 6:
        return [f"{len(wrong)} of 52 positions"]
    return [f"position{'s' if len(wrong) > 1 else ''} {', '.join(map(str, wrong))}"] if wrong else []

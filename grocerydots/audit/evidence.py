"""The evidence supplied with a log: openings against its seals, the seed against the deck, receipts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from grocerydots import events as e
from grocerydots.audit.report import Checked, Finding, Strength
from grocerydots.audit.walk import Reading, Walk
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed
from grocerydots.errors import expect, several
from grocerydots.log import Log
from grocerydots.proofs.openings import Mismatch, Openings
from grocerydots.proofs.receipts import Keys, Receipt, ReceiptCheck, check_keys
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState


class Evidence(NamedTuple):
    """What a caller supplies beside the log."""

    openings: tuple[Openings, ...] = ()
    seed: Seed | None = None
    receipts: tuple[Receipt, ...] = ()
    keys: Keys | None = None

    @classmethod
    def of(
        cls, openings: Iterable[Openings], seed: Seed | None, receipts: Iterable[Receipt], keys: Keys | None
    ) -> Evidence:
        """The evidence as a caller gives it. Raises `WrongType`."""
        check_keys(keys)
        if seed is not None:
            expect("seed", seed, Seed)
        openings = several("openings", openings, Openings)
        return cls(openings, seed, several("receipts", receipts, Receipt), keys)

    def for_hand(self, hand_id: str, seeds: Mapping[str, Seed] | None) -> Evidence:
        """The openings and receipts of one hand, and its seed. Raises `WrongType`."""
        seed = None if seeds is None else seeds.get(hand_id)
        openings = [openings for openings in self.openings if openings.hand_id == hand_id]
        receipts = [receipt for receipt in self.receipts if receipt.hand_id == hand_id]
        return Evidence.of(openings, seed, receipts, self.keys)


class Proof(NamedTuple):
    """What openings and seed prove about a log."""

    findings: list[Finding]
    checked: Checked = Checked()  #: The cards, openings and seed alone.
    strength: Strength = "anyone"  #: By the evidence that belongs to this hand.


def check_deck(reading: Reading, log: Log, walk: Walk, evidence: Evidence) -> Proof:
    """What the log itself, openings and seed prove about the deck, as far as the walk went."""
    state, seed = walk.state, evidence.seed
    if state is None:
        return Proof([])
    is_sealed = state.setup.seals is not None
    findings, fitting = _against_openings(reading, log, evidence.openings)
    of_seed = [] if seed is None else list(_against_seed(reading, state, log.events[: walk.good], seed))
    is_seeds = seed is not None and is_sealed and not of_seed
    seen = state.stub.seen
    for opened in fitting:
        for card in opened.cards.values():
            seen |= 1 << card.index
    strength: Strength = "player" if fitting else "anyone"
    if seed is not None and all(finding.gravity != "evidence" for finding in of_seed):
        strength = "adjudicator"
    cards = 52 if is_seeds else seen.bit_count() if is_sealed else 0
    seats = tuple(sorted({opened.seat for opened in fitting}))
    return Proof(findings + of_seed, Checked(cards=cards, openings=seats, seed=is_seeds), strength)


# Openings


def _against_openings(
    reading: Reading, log: Log, openings: Sequence[Openings]
) -> tuple[list[Finding], list[Openings]]:
    """What contradicts the openings, and those that nothing contradicts."""
    findings: list[Finding] = []
    fitting: list[Openings] = []
    for opened in openings:
        check = opened.verify(log)
        fitting += [opened] if check.fits else []
        forged = {mismatch.position for mismatch in check.mismatches if mismatch.kind != "twice"}
        for mismatch in check.mismatches:
            if mismatch.kind == "twice" and mismatch.position not in forged:
                findings.append(_second_card(reading, mismatch.message))
            else:
                findings.append(_mismatch(reading, opened, mismatch))
    return findings + list(_between_players(reading, fitting)), fitting


def _mismatch(reading: Reading, opened: Openings, mismatch: Mismatch) -> Finding:
    kept = f"openings of seat {opened.seat}, {len(opened.cards)} of hand {opened.hand_id}"
    if mismatch.kind in ("seal", "card", "twice"):
        shown = "the seat was shown another card than the one that was sealed"
        follows = f"either the opening was made up, or {shown}"
    else:
        follows = "this opening says nothing about this log"
    return reading.finding("evidence", mismatch.entry, mismatch.message, kept, follows)


def _between_players(reading: Reading, openings: Iterable[Openings]) -> Iterator[Finding]:
    """Cards that two players hold."""
    first: dict[Card, tuple[Seat, e.Position]] = {}
    for opened in openings:
        for position, card in opened.cards.items():
            seat, before = first.setdefault(card, (opened.seat, position))
            if before != position:
                holds = f"seat {seat} holds {card} from position {before}"
                yield _second_card(reading, f"{holds}, seat {opened.seat} holds it from position {position}")


def _second_card(reading: Reading, says: str) -> Finding:
    """The finding about a card at two positions: the deck is to blame, or an opening where no seals are."""
    right, sealed = "a deck holds every card once", _sealed_in(reading.events)
    if sealed is None:
        return reading.finding("evidence", None, says, right, "no seal says which of the two is wrong")
    return reading.finding(
        "illegal", sealed, says, right, "nothing that was dealt from this deck counts", "GSD-1"
    )


def _sealed_in(events: Sequence[e.Event]) -> int | None:
    """The entry that sealed the deck."""
    return next((entry for entry, event in enumerate(events) if isinstance(event, e.DeckSealed)), None)


# The seed


def _against_seed(
    reading: Reading, state: HandState, events: Sequence[e.Event], seed: Seed
) -> Iterator[Finding]:
    """What is wrong with the deck, by the seed."""
    setup = state.setup
    if setup.opening.seed_commitment not in (None, seed.commitment):
        says, supplied = "the hand's opening commits to another seed", "a seed with another hash"
        follows = "this is not the seed of the hand; it says nothing about it"
        yield reading.finding("evidence", 0, says, supplied, follows)
        return
    if seed.is_test and setup.opening.deck == "sealed":
        says, right = "the deck is sealed, that is, secret", "a test seed, which anybody can work out"
        follows = "anybody may have known every card before it was dealt"
        yield reading.finding("illegal", 0, says, right, follows, "GSD-1")
    deck = Deck.from_seed(seed, state.hand_id, dict(setup.entropy))
    if setup.seals is None:
        yield from _cards_of_another_deck(reading, events, deck)
    elif deck.seals() != (setup.seals, setup.order_seal):
        yield _wrong_seals(reading, state, seed, deck)


def _cards_of_another_deck(reading: Reading, events: Sequence[e.Event], deck: Deck) -> Iterator[Finding]:
    """The first card of an unsealed hand that the seed's deck does not have there."""
    for entry, event in enumerate(events):
        for position, card in e.turned_up([event]):
            if deck.cards[position] is not card:
                says = f"{card} at position {position}"
                supplied = f"a seed that gives {deck.cards[position]} there"
                follows = "this is not the seed of the hand, or the cards were changed; no seal says which"
                yield reading.finding("evidence", entry, says, supplied, follows)
                return


def _wrong_seals(reading: Reading, state: HandState, seed: Seed, deck: Deck) -> Finding:
    """The finding about seals that the seed does not give."""
    setup, entry = state.setup, _sealed_in(reading.events)
    seals, order_seal = deck.seals()
    logged = setup.seals or ()
    wrong = [at for at in range(52) if logged[at] != seals[at]]
    others = [] if order_seal == setup.order_seal else ["the order of a reshuffle"]
    says = f"the deck is sealed otherwise than the seed gives it: {' and '.join(_positions(wrong) + others)}"
    if setup.entropy and Deck.from_seed(seed, state.hand_id).seals() == (logged, setup.order_seal):
        follows = "the seals are those of the seed alone: the players' entropy was left out of the shuffle"
    elif setup.opening.seed_commitment is not None or len(wrong) < 52 or not others:
        follows = "the deck that was sealed is not the one that this hand's seed gives: somebody chose it"
    else:
        supplied = "a seed that fits none of the seals"
        follows = "this is not the hand's seed, or somebody chose the deck"
        return reading.finding("evidence", entry, says, supplied, follows)
    right = "the deck is the one that the seed gives, with the players' entropy where there is some"
    return reading.finding("illegal", entry, says, right, follows, "GSD-1")


def _positions(wrong: list[e.Position]) -> list[str]:
    if len(wrong) > 6:
        return [f"{len(wrong)} of 52 positions"]
    return [f"position{'s' if len(wrong) > 1 else ''} {', '.join(map(str, wrong))}"] if wrong else []


# Receipts


class Vouched(NamedTuple):
    """What receipts say about a log."""

    findings: list[Finding]
    entries: int = 0  #: How many first entries a receipt vouches for.
    receipts: int = 0  #: How many receipts the log shares the history of.
    signatures: int = 0  #: How many of those carry a signature that a key proves.
    is_another: bool = False  #: Whether some receipt was given for another history of this hand.


def check_receipts(reading: Reading, log: Log, evidence: Evidence) -> Vouched:
    """What the receipts say about a log, each by itself."""
    checks = [receipt.verify(log, evidence.keys) for receipt in evidence.receipts]
    checks.sort(key=lambda check: check.receipt.entries)
    shared = [check for check in checks if check.shares]
    entries = shared[-1].receipt.entries if shared else 0
    findings = [_not_shared(reading, log, check, entries) for check in checks if not check.shares]
    findings += [
        _unsigned(reading, check) for check in checks if check.signature is not None and not check.signature
    ]
    return Vouched(
        findings,
        entries,
        len(shared),
        sum(bool(check.signature) for check in shared),
        any(check.outcome == "changed" for check in checks),
    )


def _not_shared(reading: Reading, log: Log, check: ReceiptCheck, vouched_for: int) -> Finding:
    """The finding about a receipt whose history is not the log's."""
    receipt, entry = check.receipt, check.differs_by
    kept = f"the receipt was given for {receipt.entries} entries, with the head {receipt.head}"
    if check.outcome == "other_hand":
        entry, says, kept = (
            None,
            f"the log is of hand {log.hand_id}",
            f"the receipt is of hand {receipt.hand_id}",
        )
        follows = "this receipt says nothing about this log"
    elif receipt.entries > check.entries:
        says = f"the log has {check.entries} entries{'' if reading.is_finished else ' that can be read'}"
        follows = "entries are missing, or this is another history of the hand"
    else:
        says = f"after {receipt.entries} entries the head is {log.head_at(receipt.entries)}"
        follows = _changed(check, vouched_for)
    return reading.finding("receipt", entry, says, kept, follows)


def _changed(check: ReceiptCheck, vouched_for: int) -> str:
    """What follows from a receipt for another history, where others vouch for so many entries of the log."""
    if vouched_for > check.receipt.entries:
        vouched = f"another receipt vouches for {vouched_for} entries of this log"
        more = f"{vouched}, so the two contradict each other"
    elif vouched_for:
        more = f"the history was changed in one of the entries {vouched_for} to {check.differs_by}"
    else:
        more = f"the history was changed at entry {check.differs_by} at the latest"
    signed = "; the operator signed the receipt and has given out two histories"
    return f"{more}{signed if check.is_evidence else ''}"


def _unsigned(reading: Reading, check: ReceiptCheck) -> Finding:
    """The finding about a receipt that no key proves to be the operator's."""
    says = "a log cannot say who signed a receipt of it"
    kept = f"the receipt for {check.receipt.entries} entries: {check.signature}"
    follows = "this receipt is no evidence against the operator"
    return reading.finding("receipt", None, says, kept, follows)

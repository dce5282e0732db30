"""The evidence supplied with a log, by the calculus of evidence (``docs/explanation/evidence.md``).

A piece is *proved* when something outside its bearer's power binds it: a receipt by a key of the operator, an
opened card by this log's seal, a seed by the opening's commitment or by one of the seals. What a proved piece
shows is a finding about the hand. Any other piece is *inert*: it gets a line of its own where it does not fit
(gravity ``evidence``), and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

import attrs

from grocerydots import events as e
from grocerydots.audit.report import Checked, Finding, Strength, Supplied
from grocerydots.audit.walk import Reading, Walk
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed
from grocerydots.english import count, listed, seats
from grocerydots.errors import expect, several
from grocerydots.log import Log
from grocerydots.log.log import AnyLog
from grocerydots.proofs.openings import Openings, OpeningsCheck
from grocerydots.proofs.receipts import AnyReceipt, Keys, Receipt, ReceiptCheck, TableReceipt, check_keys
from grocerydots.rules.rules import Seat
from grocerydots.state import HandState


class Evidence(NamedTuple):
    """What a caller supplies beside the log, each piece once and in an order of its own."""

    openings: tuple[Openings, ...] = ()
    seed: Seed | None = None
    receipts: tuple[AnyReceipt, ...] = ()
    keys: Keys | None = None

    @classmethod
    def of(
        cls,
        openings: Iterable[Openings],
        seed: Seed | None,
        receipts: Iterable[AnyReceipt],
        keys: Keys | None,
    ) -> Evidence:
        """The evidence as a caller gives it. Raises `WrongType`."""
        check_keys(keys)
        if seed is not None:
            expect("seed", seed, Seed)
        return cls(
            tuple(sorted(set(several("openings", openings, Openings)), key=Openings.to_bytes)),
            seed,
            tuple(sorted(set(several("receipts", receipts, Receipt, TableReceipt)), key=_by_entries)),
            keys,
        )

    def for_hand(self, hand_id: str, seeds: Mapping[str, Seed] | None) -> Evidence:
        """The openings and receipts of one hand, and its seed. Raises `WrongType`."""
        seed = None if seeds is None else seeds.get(hand_id)
        openings = [openings for openings in self.openings if openings.hand_id == hand_id]
        receipts = [each for each in self.receipts if each.what == "hand" and each.id == hand_id]
        return Evidence.of(openings, seed, receipts, self.keys)

    def for_table(self, table_id: str) -> Evidence:
        """The receipts of one table."""
        receipts = [each for each in self.receipts if each.what == "table" and each.id == table_id]
        return Evidence.of((), None, receipts, self.keys)


def _by_entries(receipt: AnyReceipt) -> tuple[int, bytes]:
    return receipt.entries, receipt.to_bytes()


class Shown(NamedTuple):
    """What the pieces of evidence show of a hand."""

    findings: tuple[Finding, ...] = ()  #: What proved pieces show against it,
    inert: tuple[Finding, ...] = ()  #: and a line for each other one that does not fit.
    notes: tuple[Finding, ...] = ()
    supplied: Supplied = Supplied()
    checked: Checked = Checked()  #: What of the evidence was found right.
    strength: Strength = "anyone"
    is_another: bool = False  #: Whether a proved receipt is of another history of this hand.


def shown(reading: Reading, log: Log, walk: Walk, evidence: Evidence) -> Shown:
    """What the pieces of evidence show of a hand, as far as the walk through its log went."""
    state = walk.state
    deck = Shown() if state is None else _of_the_deck(reading, log, state, walk.good, evidence)
    receipts = Receipts(log, evidence, reading.finding)
    supplied = Supplied(
        receipts=len(evidence.receipts),
        proved_receipts=len(receipts.proved),
        openings=tuple(sorted({openings.seat for openings in evidence.openings})),
        seed=evidence.seed is not None,
    )
    return deck._replace(
        findings=(*deck.findings, *receipts.findings()),
        inert=(*deck.inert, *receipts.inert()),
        supplied=supplied,
        checked=receipts.checked(deck.checked),
        is_another=receipts.is_another,
    )


def _of_the_deck(reading: Reading, log: Log, state: HandState, good: int, evidence: Evidence) -> Shown:
    """What the log itself, openings and the seed show of the deck."""
    is_sealed = state.setup.seals is not None
    opened = _Opened(reading, log, evidence.openings, is_sealed=is_sealed)
    seed = _seed(reading, state, log.events[:good], evidence.seed)
    seen = state.stub.seen
    for card in opened.proved.values():
        seen |= 1 << card.index
    strength: Strength = "player" if opened.proved else "anyone"
    return Shown(
        findings=(*opened.findings(), *seed.findings),
        inert=(*opened.inert(), *seed.inert),
        notes=tuple(opened.notes()),
        checked=Checked(
            cards=52 if seed.checked.seed else seen.bit_count() if is_sealed else 0,
            openings=opened.seats(),
            seed=seed.checked.seed,
        ),
        strength=strength if seed.strength == "anyone" else seed.strength,
    )


# Openings


class _Opened:
    """All openings beside a log: each card is proved by its seal, or not."""

    def __init__(self, reading: Reading, log: Log, openings: Iterable[Openings], *, is_sealed: bool) -> None:
        self.reading = reading
        self.checks: list[tuple[Openings, OpeningsCheck]] = [(kept, kept.verify(log)) for kept in openings]
        self.is_sealed = is_sealed
        self.proved: dict[e.Position, Card] = {}  #: By position, of all openings together.
        for kept, check in self.checks if is_sealed else ():
            self.proved |= {position: kept.cards[position] for position in check.proved}

    def seats(self) -> tuple[Seat, ...]:
        """The seats with a card that its seal proves."""
        return tuple(sorted({kept.seat for kept, check in self.checks if self.is_sealed and check.proved}))

    def findings(self) -> Iterator[Finding]:
        """Proved cards that the deck has twice."""
        said = set()
        for _, check in self.checks:
            for mismatch in check.mismatches:
                if mismatch.kind == "twice" and mismatch.position in self.proved:
                    said.add(mismatch.message)
        said.update(_twice(self.proved.items()))
        for words in sorted(said):
            yield self.reading.finding(
                "illegal",
                _sealed_in(self.reading),
                words,
                "a deck holds every card once",
                "nothing that was dealt from this deck counts",
                "GSD-1",
            )

    def inert(self) -> Iterator[Finding]:
        """A line for each seat's openings that do not fit, and one for each card that two of them have."""
        for kept, check in self.checks:
            wrong = [m for m in check.mismatches if m.kind != "twice" or m.position not in self.proved]
            if wrong:
                says = listed([mismatch.message for mismatch in wrong])
                right = f"{count(len(kept.cards), 'card')} that the openings of {seats([kept.seat])} hold"
                strange = all(mismatch.kind in ("hand", "seat", "position") for mismatch in wrong)
                made_up = "an opening can be made up, and only its seal proves it"
                follows = "it says nothing about this log" if strange else f"this proves nothing: {made_up}"
                yield self.reading.finding("evidence", wrong[0].entry, says, right, follows)
        if not self.is_sealed:
            fitting = [kept.cards.items() for kept, check in self.checks if check.fits]
            for words in _twice([item for items in fitting for item in items]):
                right, follows = "a deck holds every card once", "no seal says which of the two is wrong"
                yield self.reading.finding("evidence", None, words, right, follows)

    def notes(self) -> Iterator[Finding]:
        """That proved openings leave out cards of their seat."""
        for kept, check in self.checks:
            if check.proved and check.missing:
                missing = count(len(check.missing), "down card")
                says = f"the openings of {seats([kept.seat])} leave out {missing}"
                yield Finding("note", None, None, None, says, "nothing proves what they leave out")


def _twice(opened: Iterable[tuple[e.Position, Card]]) -> Iterator[str]:
    """What is said of each card that was opened at two positions."""
    first: dict[Card, e.Position] = {}
    for position, card in sorted(opened, key=lambda item: item[0]):
        before = first.setdefault(card, position)
        if before != position:
            yield f"{card} was opened at position {before} and at position {position}"


def _sealed_in(reading: Reading) -> int | None:
    """The entry that sealed the deck."""
    sealed = (entry for entry, event in enumerate(reading.events) if isinstance(event, e.DeckSealed))
    return next(sealed, None)


# The seed


def _seed(reading: Reading, state: HandState, events: Iterable[e.Event], seed: Seed | None) -> Shown:
    """What a seed shows, which its hash proves by the opening's commitment, or a seal of the log."""
    if seed is None:
        return Shown()
    setup = state.setup
    commitment = setup.opening.seed_commitment
    if commitment not in (None, seed.commitment):
        says = "the hand's opening commits to another seed"
        return _no_seed(reading.finding("evidence", 0, says, "a seed with another hash", _NOT_ITS_SEED))
    deck = Deck.from_seed(seed, state.hand_id, dict(setup.entropy))
    if setup.seals is None:
        if commitment is None:
            return _no_seed(*_other_cards(reading, events, deck))
        return Shown(_from_a_test_seed(reading, state, seed), strength="adjudicator")
    seals, order_seal = deck.seals()
    wrong = [position for position in range(52) if setup.seals[position] != seals[position]]
    fits_order = order_seal == setup.order_seal
    if commitment is None and len(wrong) == 52 and not fits_order:
        says = "none of the seals in the log is this seed's"
        return _no_seed(
            reading.finding("evidence", _sealed_in(reading), says, "a seed that gives others", _NOT_ITS_SEED)
        )
    findings = _from_a_test_seed(reading, state, seed)
    if wrong or not fits_order:
        findings = (*findings, _chosen(reading, state, seed, _places(wrong, fits_order)))
    return Shown(findings, checked=Checked(seed=not findings), strength="adjudicator")


_NOT_ITS_SEED: Final = "this proves nothing: it is not the seed of this hand, or somebody chose the deck"


def _no_seed(*inert: Finding) -> Shown:
    """What a seed shows that nothing binds to the hand."""
    return Shown(inert=inert)


def _from_a_test_seed(reading: Reading, state: HandState, seed: Seed) -> tuple[Finding, ...]:
    """The finding about a deck that is called secret, and is not."""
    if not seed.is_test or state.setup.opening.deck != "sealed":
        return ()
    says, right = "the deck is sealed, that is, secret", "a test seed, which anybody can work out"
    follows = "anybody may have known every card before it was dealt"
    return (reading.finding("illegal", 0, says, right, follows, "GSD-1"),)


def _other_cards(reading: Reading, events: Iterable[e.Event], deck: Deck) -> Iterator[Finding]:
    """The first card of a hand without seals that the seed's deck does not have there."""
    for entry, event in enumerate(events):
        for position, card in e.turned_up([event]):
            if deck.cards[position] is not card:
                says = f"{card} at position {position}"
                right = f"a seed that gives {deck.cards[position]} there"
                yield reading.finding("evidence", entry, says, right, "this proves nothing without seals")
                return


def _chosen(reading: Reading, state: HandState, seed: Seed, places: str) -> Finding:
    """The finding about a deck that is not the one of its proved seed."""
    setup = state.setup
    says = f"the deck is sealed otherwise than the seed gives it: {places}"
    right = "the deck is the one that the seed gives, with the players' entropy where there is some"
    if setup.entropy and Deck.from_seed(seed, state.hand_id).seals() == (setup.seals, setup.order_seal):
        follows = "the seals are those of the seed alone: the players' entropy was left out of the shuffle"
    else:
        follows = "the deck that was sealed is not the one that this hand's seed gives: somebody chose it"
    return reading.finding("illegal", _sealed_in(reading), says, right, follows, "GSD-1")


def _places(wrong: list[e.Position], fits_order: bool) -> str:
    parts = [] if fits_order else ["the order of a reshuffle"]
    if len(wrong) > 6:
        parts.insert(0, f"{len(wrong)} of 52 positions")
    elif wrong:
        parts.insert(0, f"position{'s' if len(wrong) > 1 else ''} {', '.join(map(str, wrong))}")
    return " and ".join(parts)


# Receipts


class Receipts:
    """All receipts beside the log of a hand or a table. `finding` makes a finding about an entry of it."""

    def __init__(self, log: AnyLog, evidence: Evidence, finding: Callable[..., Finding]) -> None:
        self.finding = finding
        self.log = log
        self.checks: list[ReceiptCheck] = [each.verify(log, evidence.keys) for each in evidence.receipts]
        of_this_hand = [check for check in self.checks if check.outcome != "other_hand"]
        self.proved: list[ReceiptCheck] = [check for check in of_this_hand if check.signature]

    @property
    def is_another(self) -> bool:
        """Whether a proved receipt is of another history."""
        return any(check.outcome == "changed" for check in self.proved)

    @property
    def vouched(self) -> int:
        """How many of the log's first entries a receipt vouches for."""
        shared = [check for check in self.proved if check.shares]
        return max([c.receipt.entries for c in shared if c.signature and c.signature.vouches], default=0)

    def checked(self, checked: Checked) -> Checked:
        """What was found right, with the receipts that the log shares the history of."""
        shared = [check for check in self.checks if check.shares]
        signed = [check for check in self.proved if check.shares]
        return attrs.evolve(checked, receipts=len(shared), signatures=len(signed), vouched=self.vouched)

    def findings(self) -> Iterator[Finding]:
        """What proved receipts show against the log, and against each other."""
        for check in self.proved:
            if not check.shares:
                yield self.not_shared(check)
        for said in contradictions([check.receipt for check in self.proved]):
            yield self.finding("receipt", None, *said)

    def not_shared(self, check: ReceiptCheck) -> Finding:
        """The finding about a proved receipt of another history, or of a longer one."""
        receipt, entry = check.receipt, check.differs_by
        kept = f"the operator signed a receipt for {_entries_and_head(receipt)}"
        if receipt.entries > check.entries:
            says = f"the log has {count(check.entries, 'entry')}"
            says += "" if self.log.is_closed else " that can be read"
            follows = f"entries are missing, or this is another history of the {self.log.what}"
            return self.finding("receipt", entry, says, kept, follows)
        return self.finding("receipt", entry, self._head_after(receipt.entries), kept, self.changed(check))

    def _head_after(self, entries: int) -> str:
        return f"after {count(entries, 'entry')} the head is {self.log.head_at(entries)}"

    def changed(self, check: ReceiptCheck) -> str:
        """What follows from a proved receipt of another history."""
        signed = "the operator signed the receipt and has given out two histories"
        if self.vouched >= check.receipt.entries:
            vouched = f"a signed receipt vouches for {count(self.vouched, 'entry')} of this log"
            return f"{vouched}, so the two contradict each other; {signed}"
        if self.vouched:
            between = f"in one of the entries {self.vouched} to {check.differs_by}"
            return f"the history was changed {between}; {signed}"
        return f"the history was changed at entry {check.differs_by} at the latest; {signed}"

    def inert(self) -> Iterator[Finding]:
        """A line for each receipt that proves nothing and does not fit."""
        for check in self.checks:
            if check in self.proved or (check.shares and not _is_false(check)):
                continue
            receipt = check.receipt
            kept = f"a receipt for {_entries_and_head(receipt)}: {_unproved(check)}"
            follows = "this proves nothing to others"
            if check.outcome == "other_hand":
                says = f"the log is of {self.log.what} {self.log.id}"
                kept, follows = f"a receipt of {receipt.what} {receipt.id}", "it says nothing about this log"
            elif receipt.entries > check.entries:
                says = f"the log has {count(check.entries, 'entry')}"
            else:
                says = self._head_after(receipt.entries)
                if not check.shares:
                    follows += "; whoever kept the receipt knows that it was of another log"
            yield self.finding("evidence", None, says, kept, follows)


def contradictions(proved: Iterable[AnyReceipt]) -> Iterator[tuple[str, str, str]]:
    """What is said of proved receipts of one hand or table that contradict each other, without any log."""
    for entries, receipts in groupby(sorted(proved, key=_by_entries), key=lambda each: each.entries):
        several_heads = {receipt.head: receipt for receipt in receipts}
        if len(several_heads) > 1:
            what = next(iter(several_heads.values())).what
            says = f"{len(several_heads)} receipts for {count(entries, 'entry')} contradict each other"
            follows = f"the operator signed each of them, and so gave out two histories of the {what}"
            yield says, f"their heads are {listed(sorted(several_heads))}", follows


def _is_false(check: ReceiptCheck) -> bool:
    """Whether a receipt bears a signature that is not what it claims to be."""
    false = ("wrong", "unknown_key", "out_of_period")
    return check.signature is not None and check.signature.outcome in false


def _unproved(check: ReceiptCheck) -> str:
    """Why no key proves a receipt."""
    if check.signature is not None:
        return check.signature.text
    is_signed = check.receipt.signature is not None
    return "no keys were given to check its signature" if is_signed else "it is not signed"


def _entries_and_head(receipt: AnyReceipt) -> str:
    return f"{count(receipt.entries, 'entry')} with the head {receipt.head}"

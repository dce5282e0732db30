"""A log with any one thing changed is found out, but for what is listed: what takes a receipt to prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import pytest
from cheat_tables import KEYS, OPERATOR
from mutations import NAMES, Mutant, field_mutants, honest, line_mutants

from grocerydots.audit import audit
from grocerydots.log import Log
from grocerydots.log.chain import end_line
from grocerydots.log.format import HAND
from grocerydots.proofs.receipts import Receipt
from grocerydots.testing import test_seed

#: What may be changed unseen when the chain is recomputed and nobody has a receipt. The page says why.
BEYOND: Final = (
    "*.at",
    "hand_opened.dealer",
    "hand_opened.deck",
    "hand_opened.hand_id",
    "hand_opened.rules.*",
    "hand_opened.seats[].player",
    "hand_opened.seed_commitment",
    "dots_tie_confirmed.policy",
    "deck_sealed.order_seal",
    "deck_sealed.seals*",
    "cut",
    "line dropped",
    "line of another hand",
    "lines swapped",
)
#: The same for cards of a deck that nothing sealed.
BEYOND_UNSEALED: Final = (
    "cards_dealt.cards[][]",
    "down_cards_opened.cards[][]",
    "stub_replenished.positions.swapped",
)
PAGE: Final = Path(__file__).parents[3] / "docs" / "reference" / "audit-report.md"


def few(mutants: Iterable[Mutant], each: int = 3) -> Iterator[Mutant]:
    """The first mutants of every kind."""
    seen: Counter[str] = Counter()
    for mutant in mutants:
        seen[mutant.what] += 1
        if seen[mutant.what] <= each:
            yield mutant


def mutants_of(name: str) -> Iterator[Mutant]:
    """Everything that may be changed about a hand."""
    log = honest(name)
    other = honest(NAMES[(NAMES.index(name) + 1) % len(NAMES)])
    for mutant in (*field_mutants(log), *line_mutants(log, other)):
        if mutant.lines != log.lines:
            yield mutant


def is_beyond(name: str, mutant: Mutant) -> bool:
    """Whether the mutant is of a kind that a log alone cannot show."""
    unsealed = BEYOND_UNSEALED if honest(name).opening.deck == "unsealed" else ()
    return any(mutant.what == kind or fnmatchcase(mutant.what, kind) for kind in (*BEYOND, *unsealed))


def unseen(name: str, mutants: Iterable[Mutant]) -> set[str]:
    """What kinds of change the audit does not find by the log alone; a receipt has to find every one."""
    log = honest(name)
    receipt = OPERATOR.sign(Receipt.of(log))
    kinds = set()
    for mutant in mutants:
        report = audit(mutant.stored(None), receipts=[receipt], keys=KEYS)
        assert not report.is_clean, f"{mutant.what}, {mutant.where}: not even a receipt shows it"
        if all(finding.gravity in ("note", "receipt", "evidence") for finding in report.findings):
            assert is_beyond(name, mutant), f"{mutant.what}, {mutant.where}"
            kinds.add(mutant.what)
    return kinds


def check_chain(log: Log, mutants: Iterable[Mutant]) -> None:
    """Every change of a finished log is found when its chain is not recomputed."""
    end = end_line(log.entries, log.head)
    for mutant in mutants:
        assert not audit(mutant.stored(end)).is_clean, f"{mutant.what}, {mutant.where}"


@pytest.mark.parametrize("name", NAMES)
def test_an_honest_hand_is_clean(name: str) -> None:
    report = audit(honest(name).to_bytes(), receipts=[OPERATOR.sign(Receipt.of(honest(name)))], keys=KEYS)
    assert report.is_clean, report.to_text()
    assert report.stands_up_to == report.entries - 1


def test_the_honest_hands_have_every_kind_of_line() -> None:
    assert {type(event) for name in NAMES for event in honest(name).events} == HAND.tag_of.keys()


@pytest.mark.parametrize("name", NAMES)
def test_one_thing_changed_is_found_or_is_beyond_a_log(name: str) -> None:
    unseen(name, few(mutants_of(name)))


@pytest.mark.parametrize("name", NAMES)
def test_one_thing_changed_breaks_a_chain_that_is_not_recomputed(name: str) -> None:
    check_chain(honest(name), few(mutants_of(name), each=2))


@pytest.mark.parametrize("name", ["dots", "antes"])
def test_with_the_seed_no_seal_can_be_changed(name: str) -> None:
    seed = test_seed("antes" if name == "antes" else "crooked")
    assert audit(honest("antes").to_bytes(), seed=test_seed("antes")).is_clean
    for mutant in few(mutants_of(name)):
        if mutant.what.startswith(("deck_sealed.", "hand_opened.seed_commitment")):
            assert not audit(mutant.stored(None), seed=seed).is_clean, f"{mutant.what}, {mutant.where}"


def test_the_page_lists_what_is_beyond_a_log() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert not [kind for kind in (*BEYOND, *BEYOND_UNSEALED) if f"`{kind}`" not in text]


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_every_single_change_is_found_or_is_beyond_a_log(name: str) -> None:
    unseen(name, mutants_of(name))


@pytest.mark.deep
def test_nothing_is_listed_as_beyond_a_log_that_is_not() -> None:
    kinds = {kind for name in NAMES for kind in unseen(name, mutants_of(name))}
    listed = (*BEYOND, *BEYOND_UNSEALED)
    assert not [entry for entry in listed if not any(k == entry or fnmatchcase(k, entry) for k in kinds)]


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_every_single_change_breaks_a_chain_that_is_not_recomputed(name: str) -> None:
    check_chain(honest(name), mutants_of(name))

"""Openings, seeds and receipts supplied with a log."""

from __future__ import annotations

import attrs
import pytest
from crooked_table import SALTS, Table, sealed

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed
from grocerydots.hand import Hand
from grocerydots.log.chain import end_line
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules import presets
from grocerydots.testing import play_out, stacked_deck
from grocerydots.testing import test_seed as seed_of

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 8c 8d Tc"}


def stud(name: str = "evidence", deck: Deck | None = None) -> Table:
    deck = sealed(name, HANDS) if deck is None else deck
    return Table(name, STUD, dict.fromkeys(HANDS, 100), deck)


def folded(deck: Deck | None = None) -> Table:
    """Seat 1 folds; the others come to the showdown."""
    return stud(deck=deck).play("bring_in call fold").finish()


def faults(report: Report) -> list[tuple[str, int | None, str | None]]:
    return [(f.gravity, f.entry, f.rule) for f in report.findings if not f.is_note]


# Openings


def test_openings_that_fit_prove_more_cards() -> None:
    table = folded()
    alone = audit(table.log)
    with_own = audit(table.log, openings=[table.openings(1)])
    assert with_own.is_clean
    assert with_own.checked.openings == (1,)
    assert with_own.checked.cards == alone.checked.cards + 2
    assert "the other players' openings theirs" in with_own.to_text()


def test_openings_of_another_hand_say_nothing() -> None:
    table = folded()
    report = audit(table.log, openings=[attrs.evolve(table.openings(1), hand_id="other")])
    assert faults(report) == [("evidence", 0, None)]
    assert report.first is not None
    assert "says nothing" in report.first.follows
    assert report.stands_up_to == report.entries - 1


def test_openings_of_cards_that_went_elsewhere_do_not_fit() -> None:
    table = folded()
    stolen = attrs.evolve(table.openings(2), seat=1)
    assert {gravity for gravity, *_ in faults(audit(table.log, openings=[stolen]))} == {"evidence"}


def test_an_opening_that_its_seal_refutes_is_evidence_against_nobody_yet() -> None:
    table = folded()
    opened = table.openings(1).openings
    forged = Openings("evidence", 1, (opened[0]._replace(card=Card("As")), opened[1]))
    report = audit(table.log, openings=[forged])
    assert faults(report) == [("evidence", 1, None)]
    assert report.first is not None
    assert "either the opening was made up, or" in report.first.follows


def test_a_card_opened_in_an_unsealed_hand_and_dealt_elsewhere_is_only_evidence() -> None:
    plain = stacked_deck(HANDS, dealer=3)
    table = folded(deck=plain)
    claimed = Openings("evidence", 1, (e.Opening(0, Card("9c"), None),))
    assert faults(audit(table.log, openings=[claimed])) == [("evidence", None, None)]


def test_two_seats_that_open_the_same_card_in_an_unsealed_hand_contradict_each_other() -> None:
    table = stud(deck=stacked_deck(HANDS, dealer=3)).play("bring_in complete fold fold").finish()
    both = [Openings("evidence", seat, (e.Opening(seat - 1, Card("Qd"), None),)) for seat in (1, 2)]
    report = audit(table.log, openings=both)
    assert faults(report) == [("evidence", None, None)]
    assert report.first is not None
    assert "seat 1 holds Qd from position 0, seat 2 holds it from position 1" in report.first.log_says


def test_openings_beside_a_log_that_cannot_be_read_are_of_no_use() -> None:
    report = audit(b"x\n", openings=[folded().openings(1)], receipts=[folded().receipt])
    assert faults(report) == [("broken", 0, None)]


def test_openings_beside_an_opening_that_is_illegal() -> None:
    table = folded()
    opening = attrs.evolve(table.state.setup.opening, seats=table.state.setup.opening.seats[:1])
    table.events[0] = opening
    report = audit(table.log, openings=[table.openings(1)])
    assert faults(report)[0] == ("illegal", 0, "HOUSE-28")
    assert report.stands_up_to is None


# The seed


def from_seed(seed: Seed, name: str = "seeded") -> Table:
    return stud(name, Deck.from_seed(seed, name))


def test_the_seed_proves_the_whole_deck() -> None:
    seed = seed_of("whole")
    report = audit(from_seed(seed).finish().log, seed=seed)
    assert report.is_clean
    assert (report.checked.cards, report.checked.seed) == (52, True)
    assert "the whole deck and its shuffle from the seed" in report.to_text()


def test_the_bytes_of_a_test_seed_do_as_well() -> None:
    seed = seed_of("whole")
    assert audit(from_seed(seed).finish().log, seed=Seed(seed.bytes)).is_clean


def test_another_seed_fits_none_of_the_seals() -> None:
    report = audit(from_seed(seed_of("one")).finish().log, seed=seed_of("two"))
    assert faults(report) == [("evidence", 1, None)]
    assert report.stands_up_to == report.entries - 1
    assert not report.checked.seed


def test_one_seal_that_the_seed_does_not_give_is_a_chosen_deck() -> None:
    table = from_seed(seed_of("one")).deal(e.DeckSealed)
    due = table.next_event()
    assert isinstance(due, e.DeckSealed)
    table.force(attrs.evolve(due, seals=(*due.seals[:51], bytes(32)))).finish()
    report = audit(table.log, seed=seed_of("one"))
    assert faults(report) == [("illegal", 1, "GSD-1")]
    assert report.first is not None
    assert "position 51" in report.first.log_says


def test_a_wrong_seal_over_the_order_alone_is_found() -> None:
    table = from_seed(seed_of("one")).deal(e.DeckSealed)
    due = table.next_event()
    assert isinstance(due, e.DeckSealed)
    table.force(attrs.evolve(due, order_seal=bytes(32))).finish()
    report = audit(table.log, seed=seed_of("one"))
    assert faults(report) == [("illegal", 1, "GSD-1")]
    assert report.first is not None
    assert report.first.log_says.endswith("the order of a reshuffle")


def offered(seed: Seed) -> Hand:
    seats = {1: ("ann", 50), 2: ("bob", 50)}
    return Hand.open(STUD, seats, 2, seed=seed, entropy_seats=(1,), hand_id="offered")


def test_a_seed_that_the_opening_does_not_commit_to_says_nothing() -> None:
    report = audit(offered(seed_of("one")).log, seed=seed_of("two"))
    assert faults(report) == [("evidence", 0, None)]


def test_a_seed_before_the_deck_is_sealed_proves_no_card_yet() -> None:
    report = audit(offered(seed_of("one")).log, seed=seed_of("one"))
    assert report.is_clean
    assert not report.checked.seed
    assert "seat 1 may commit" in report.to_text()


def test_a_seed_cannot_prove_an_unsealed_deck_but_can_contradict_it() -> None:
    seed = seed_of(SALTS)
    cards = Deck.from_seed(seed, "unsealed").cards
    same = stud("unsealed", Deck(cards)).finish().log
    report = audit(same, seed=seed)
    assert report.is_clean
    assert "a seed cannot prove it afterwards" in report.to_text()
    other = stud("unsealed", stacked_deck(HANDS, dealer=3)).finish().log
    assert [gravity for gravity, *_ in faults(audit(other, seed=seed))] == ["evidence"]


# Receipts


def test_receipts_that_fit_are_counted() -> None:
    table = stud().play("bring_in call")
    early = table.receipt
    table.finish()
    report = audit(table.log, receipts=[table.receipt, early])
    assert report.is_clean
    assert report.checked.receipts == 2
    assert "2 receipts" in report.to_text()
    assert "no receipt of this hand was supplied" not in report.to_text()
    assert "no receipt of this hand was supplied" in audit(table.log).to_text()


def test_a_receipt_of_more_entries_than_there_are_says_that_some_are_missing() -> None:
    table = stud().play("bring_in")
    short = table.log
    table.play("call")
    report = audit(short, receipts=[table.receipt])
    assert faults(report) == [("receipt", None, None)]
    assert report.first is not None
    assert "entries are missing" in report.first.follows
    assert report.stands_up_to == report.entries - 1


def test_a_finished_log_shorter_than_its_receipt_is_another_history() -> None:
    long = stud().play("bring_in complete call call").receipt
    short = stud().play("bring_in complete fold fold").finish().log
    report = audit(short, receipts=[Receipt(long.hand_id, short.entries + 5, long.head)])
    assert faults(report) == [("receipt", short.entries - 1, None)]
    assert report.stands_up_to is None


def test_a_receipt_that_does_not_fit_says_by_which_entry_the_log_differs() -> None:
    report = audit(stud().finish().log, receipts=[Receipt("evidence", 5, "0" * 64)])
    assert faults(report) == [("receipt", 4, None)]
    assert report.first is not None
    assert report.first.follows == "the history was changed at entry 4 at the latest"
    assert report.stands_up_to is None


def test_receipts_that_contradict_each_other_are_told() -> None:
    table = stud().finish()
    wrong = Receipt("evidence", 5, "0" * 64)
    report = audit(table.log, receipts=[wrong, table.receipt])
    assert report.first is not None
    assert "the two contradict each other" in report.first.follows
    assert report.stands_up_to == report.entries - 1


def test_a_receipt_of_another_hand_says_nothing() -> None:
    report = audit(stud().finish().log, receipts=[Receipt("other", 5, "0" * 64)])
    assert faults(report) == [("receipt", None, None)]
    assert report.stands_up_to == report.entries - 1


def test_signed_receipts_are_told_from_others() -> None:
    signing = pytest.importorskip("grocerydots.proofs.signing")
    key, stranger = signing.SigningKey.generate(), signing.SigningKey.generate()
    keys = signing.KeyRing([key.public])
    table = stud().finish()
    good = audit(table.log, receipts=[key.sign(table.receipt)], keys=keys)
    assert good.is_clean
    assert good.checked.signatures == 1
    assert "1 receipt, 1 of them signed by the operator" in good.to_text()
    for receipt in (table.receipt, stranger.sign(table.receipt)):
        report = audit(table.log, receipts=[receipt], keys=keys)
        assert faults(report) == [("receipt", None, None)]
        assert report.first is not None
        assert "no evidence against the operator" in report.first.follows
    two = audit(table.log, receipts=[key.sign(Receipt("evidence", 5, "0" * 64))], keys=keys)
    assert two.first is not None
    assert "has given out two histories" in two.first.follows


def test_a_played_hand_of_any_deck_is_clean_with_its_openings() -> None:
    hand = play_out(
        Hand.open(STUD, {1: ("ann", 50), 2: ("bob", 50)}, 2, seed=seed_of("played"), hand_id="played")
    )
    report = audit(hand.log, openings=[hand.openings(1), hand.openings(2)], seed=seed_of("played"))
    assert report.is_clean
    assert report.checked.openings == (1, 2)


# Several things at once


@pytest.mark.parametrize("order", [1, -1])
def test_of_receipts_in_any_order_the_longest_that_fits_vouches_for_the_most(order: int) -> None:
    log = stud().play("bring_in complete call call").finish().log
    torn = b"\n".join([*log.lines, end_line(log.entries, "0" * 64)]) + b"\n"
    receipts = [Receipt("evidence", entries, log.head_at(entries)) for entries in (3, 6, 5)][::order]
    report = audit(torn, receipts=receipts)
    assert (report.checked.receipts, report.stands_up_to) == (3, 5)


@pytest.mark.parametrize("order", [1, -1])
def test_one_receipt_of_another_history_among_others_is_enough_to_doubt_what_is_beyond(order: int) -> None:
    log = stud().play("bring_in complete call call").finish().log
    fits, other = Receipt("evidence", 4, log.head_at(4)), Receipt("evidence", 9, "0" * 64)
    report = audit(log, receipts=[fits, other][::order])
    assert (report.checked.receipts, report.stands_up_to) == (1, 3)


def test_one_finding_about_the_clock_among_others_is_enough_to_undo_the_hand() -> None:
    online = presets.online_room(small_bet=4, big_bet=8, ante=1)
    deck = sealed("evidence", HANDS)
    table = Table("evidence", online, dict.fromkeys(HANDS, 100), deck, timed=True).play("bring_in")
    late = table.play("call", after=11_000).finish()
    strange = attrs.evolve(late.openings(1), hand_id="other")
    report = audit(late.log, openings=[strange])
    assert {gravity for gravity, *_ in faults(report)} == {"clock", "evidence"}
    assert report.if_undone
    assert not report.owed


def test_a_test_seed_that_gives_no_seal_of_a_secret_deck_makes_no_adjudicator() -> None:
    played = from_seed(seed_of("one")).finish()
    played.events[0] = attrs.evolve(played.state.setup.opening, deck="sealed")
    report = audit(played.log, seed=seed_of("two"))
    assert {gravity for gravity, *_ in faults(report)} == {"illegal", "evidence"}
    assert report.strength == "anyone"

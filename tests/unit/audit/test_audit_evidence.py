"""Openings, seeds and receipts supplied with a log."""

from __future__ import annotations

import attrs
import pytest
from cheat_tables import KEYS, OPERATOR
from crooked_table import SALTS, Table, sealed
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.cards import Card
from grocerydots.deck import Deck, Seed
from grocerydots.hand import Hand
from grocerydots.log.chain import end_line
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt, Signature
from grocerydots.proofs.signing import KeyRing, PublishedKey, SigningKey
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
    assert "the other players' openings would prove their own cards" in with_own.to_text()


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
    assert "this proves nothing" in report.first.follows
    assert report.strength == "player"  # by the other card
    assert report.checked.cards == audit(table.log).checked.cards + 1


def test_a_card_opened_in_an_unsealed_hand_and_dealt_elsewhere_is_only_evidence() -> None:
    plain = stacked_deck(HANDS, dealer=3)
    table = folded(deck=plain)
    claimed = Openings("evidence", 1, (e.Opening(0, Card("9c"), None),))
    ((gravity, _, rule),) = faults(audit(table.log, openings=[claimed]))
    assert (gravity, rule) == ("evidence", None)


def test_two_seats_that_open_the_same_card_in_an_unsealed_hand_contradict_each_other() -> None:
    table = stud(deck=stacked_deck(HANDS, dealer=3)).play("bring_in complete fold fold").finish()
    both = [Openings("evidence", seat, (e.Opening(seat - 1, Card("Qd"), None),)) for seat in (1, 2)]
    report = audit(table.log, openings=both)
    assert faults(report) == [("evidence", None, None)]
    assert report.first is not None
    assert report.first.log_says == "Qd was opened at position 0 and at position 1"
    assert (report.strength, report.checked.openings) == ("anyone", ())


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
    assert "seat 1 (ann) may commit" in report.to_text()


def test_a_seed_cannot_prove_an_unsealed_deck_but_can_contradict_it() -> None:
    seed = seed_of(SALTS)
    cards = Deck.from_seed(seed, "unsealed").cards
    same = stud("unsealed", Deck(cards)).finish().log
    report = audit(same, seed=seed)
    assert report.is_clean
    assert report.strength == "anyone"
    assert "Audited with the log and a seed that proves nothing." in report.to_text()
    other = stud("unsealed", stacked_deck(HANDS, dealer=3)).finish().log
    assert [gravity for gravity, *_ in faults(audit(other, seed=seed))] == ["evidence"]


# Receipts


def signed(receipt: Receipt) -> Receipt:
    return OPERATOR.sign(receipt)


MADE_UP = Receipt("evidence", 5, "0" * 64)


def test_receipts_that_fit_are_counted() -> None:
    table = stud().play("bring_in call")
    early = table.receipt
    table.finish()
    report = audit(table.log, receipts=[signed(table.receipt), signed(early)], keys=KEYS)
    assert report.is_clean
    assert (report.checked.receipts, report.checked.signatures) == (2, 2)
    assert report.checked.vouched == report.entries
    assert "2 receipts, 2 of them signed by the operator" in report.to_text()
    assert "no receipt that the operator signed" not in report.to_text()
    assert "no receipt that the operator signed was supplied" in audit(table.log).to_text()


def test_a_receipt_of_more_entries_than_there_are_says_that_some_are_missing() -> None:
    table = stud().play("bring_in")
    short = table.log
    table.play("call")
    report = audit(short, receipts=[signed(table.receipt)], keys=KEYS)
    assert faults(report) == [("receipt", None, None)]
    assert report.first is not None
    assert "entries are missing" in report.first.follows
    assert report.stands_up_to == report.entries - 1


def test_a_finished_log_shorter_than_its_receipt_is_another_history() -> None:
    long = stud().play("bring_in complete call call").receipt
    short = stud().play("bring_in complete fold fold").finish().log
    receipt = signed(Receipt(long.hand_id, short.entries + 5, long.head))
    report = audit(short, receipts=[receipt], keys=KEYS)
    assert faults(report) == [("receipt", short.entries - 1, None)]
    assert report.stands_up_to is None


def test_a_signed_receipt_that_does_not_fit_says_by_which_entry_the_log_differs() -> None:
    report = audit(stud().finish().log, receipts=[signed(MADE_UP)], keys=KEYS)
    assert faults(report) == [("receipt", 4, None)]
    assert report.first is not None
    assert report.first.follows == (
        "the history was changed at entry 4 at the latest; "
        "the operator signed the receipt and has given out two histories"
    )
    assert report.stands_up_to is None


def test_signed_receipts_that_contradict_each_other_are_told_and_the_log_does_not_stand() -> None:
    table = stud().finish()
    report = audit(table.log, receipts=[signed(MADE_UP), signed(table.receipt)], keys=KEYS)
    assert report.first is not None
    assert "the two contradict each other" in report.first.follows
    assert report.stands_up_to is None
    assert report.checked.vouched == report.entries


def test_two_signed_receipts_for_one_number_of_entries_need_no_log_that_long() -> None:
    log = stud().play("bring_in").log
    two = [signed(Receipt("evidence", 50, digit * 64)) for digit in "01"]
    report = audit(log, receipts=two, keys=KEYS)
    assert faults(report) == [("receipt", None, None)] * 3
    assert report.first is not None
    assert "2 receipts for 50 entries contradict each other" in report.to_text()
    assert "and so gave out two histories of the hand" in report.to_text()


def test_receipts_of_another_hand_say_nothing_signed_or_not() -> None:
    other = attrs.evolve(MADE_UP, hand_id="other")
    log = stud().finish().log
    for receipt in (other, signed(other)):
        report = audit(log, receipts=[receipt], keys=KEYS)
        assert faults(report) == [("evidence", None, None)]
        assert report.stands_up_to == report.entries - 1


STRANGER = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))
SPOILT = attrs.evolve(MADE_UP, signature=Signature(OPERATOR.public.id, bytes(64)))


@pytest.mark.parametrize("keys", [None, KEYS, KeyRing([])], ids=["no keys", "keys", "an empty ring"])
@pytest.mark.parametrize(
    "receipt", [MADE_UP, STRANGER.sign(MADE_UP), SPOILT], ids=["unsigned", "a stranger's", "spoilt"]
)
def test_a_receipt_that_no_key_proves_changes_nothing_but_its_own_line(
    receipt: Receipt, keys: KeyRing | None
) -> None:
    log = stud().finish().log
    alone, report = audit(log, keys=keys), audit(log, receipts=[receipt], keys=keys)
    assert faults(report) == [("evidence", None, None)]
    assert report.exit_code == 1
    assert report.stands_up_to == alone.stands_up_to
    assert tuple(finding for finding in report.findings if finding.is_note) == alone.notes
    assert report.first is not None
    assert report.first.follows.startswith("this proves nothing to others")
    assert "history was changed" not in report.to_text()


def test_a_receipt_that_is_not_signed_and_fits_is_no_finding_and_vouches_for_nothing() -> None:
    table = stud().finish()
    for keys in (None, KEYS):
        report = audit(table.log, receipts=[table.receipt], keys=keys)
        assert report.is_clean
        assert (report.checked.receipts, report.checked.signatures, report.checked.vouched) == (1, 0, 0)
        assert report.notes == audit(table.log).notes
        assert "Audited with the log and 1 receipt (0 proved)." in report.to_text()


def test_a_receipt_signed_by_a_stranger_is_told_though_it_fits() -> None:
    table = stud().finish()
    report = audit(table.log, receipts=[STRANGER.sign(table.receipt)], keys=KEYS)
    assert faults(report) == [("evidence", None, None)]
    assert report.first is not None
    assert "which is none of the operator's" in report.first.rules_say


def timed() -> Table:
    online = presets.online_room(small_bet=4, big_bet=8, ante=1)
    return Table("evidence", online, dict.fromkeys(HANDS, 100), sealed("evidence", HANDS), timed=True)


def test_a_key_with_a_period_proves_against_the_operator_by_the_logs_own_time_and_vouches_for_nothing() -> (
    None
):
    table = timed().finish()
    times = table.log.times
    assert times is not None
    retired = KeyRing([PublishedKey(OPERATOR.public, until=times[-1] + 1)])
    good = audit(table.log, receipts=[signed(table.receipt)], keys=retired)
    assert good.is_clean
    assert (good.checked.signatures, good.checked.vouched) == (1, 0)
    wrong = audit(table.log, receipts=[signed(MADE_UP)], keys=retired)
    assert faults(wrong) == [("receipt", 4, None)]
    late = KeyRing([PublishedKey(OPERATOR.public, until=times[0])])
    outside = audit(table.log, receipts=[signed(MADE_UP)], keys=late)
    assert faults(outside) == [("evidence", None, None)]
    assert outside.stands_up_to == outside.entries - 1


def test_a_key_with_a_period_proves_nothing_without_a_time() -> None:
    log = stud().finish().log
    keys = KeyRing([PublishedKey(OPERATOR.public, until=5)])
    report = audit(log, receipts=[signed(MADE_UP)], keys=keys)
    assert faults(report) == [("evidence", None, None)]
    assert audit(log, receipts=[signed(Receipt.of(log))], keys=keys).is_clean


def test_a_played_hand_of_any_deck_is_clean_with_its_openings() -> None:
    hand = play_out(
        Hand.open(STUD, {1: ("ann", 50), 2: ("bob", 50)}, 2, seed=seed_of("played"), hand_id="played")
    )
    report = audit(hand.log, openings=[hand.openings(1), hand.openings(2)], seed=seed_of("played"))
    assert report.is_clean
    assert report.checked.openings == (1, 2)


# Several things at once


def test_a_torn_log_does_not_stand_though_receipts_vouch_for_a_part_of_it() -> None:
    log = stud().play("bring_in complete call call").finish().log
    torn = b"\n".join([*log.lines, end_line(log.entries, "0" * 64)]) + b"\n"
    receipts = [signed(Receipt("evidence", entries, log.head_at(entries))) for entries in (3, 6, 5)]
    report = audit(torn, receipts=receipts, keys=KEYS)
    assert (report.checked.receipts, report.checked.vouched, report.stands_up_to) == (3, 6, None)
    assert "entries 0 to 5 are those of a signed receipt" in report.to_text()


def test_order_and_repetition_of_evidence_change_nothing() -> None:
    table = folded()
    log = table.log
    pieces = [
        *[signed(Receipt("evidence", entries, log.head_at(entries))) for entries in (3, 9)],
        *[MADE_UP, signed(MADE_UP), STRANGER.sign(MADE_UP)],
    ]
    openings = [table.openings(1), table.openings(2), Openings("evidence", 1, ())]
    there = audit(log, receipts=pieces, openings=openings, keys=KEYS)
    back = audit(log, receipts=[*pieces[::-1], *pieces], openings=[*openings[::-1], openings[0]], keys=KEYS)
    assert there == back


def test_openings_without_a_card_prove_nothing() -> None:
    table = folded()
    report = audit(table.log, openings=[Openings("evidence", 1, ())])
    assert report.is_clean
    assert (report.strength, report.checked.openings) == ("anyone", ())
    assert "Audited with the log and openings of seat 1 (ann) (0 proved)." in report.to_text()


def test_cards_that_openings_leave_out_are_noted() -> None:
    table = folded()
    first = Openings("evidence", 1, table.openings(1).openings[:1])
    report = audit(table.log, openings=[first])
    assert (report.strength, report.checked.openings) == ("player", (1,))
    assert "the openings of seat 1 (ann) leave out 1 down card" in report.to_text()


def test_a_test_seed_of_another_deck_does_not_convict_a_secret_one() -> None:
    hand = play_out(
        Hand.open(STUD, {1: ("ann", 50), 2: ("bob", 50)}, 2, seed=Seed.random(), hand_id="played")
    )
    report = audit(hand.log, seed=seed_of("hello"))
    assert faults(report) == [("evidence", 1, None)]
    assert report.stands_up_to == report.entries - 1
    crooked = Hand.open(
        STUD, {1: ("ann", 50), 2: ("bob", 50)}, 2, seed=Seed(seed_of("hello").bytes), hand_id="c"
    )
    assert ("illegal", 0, "GSD-1") in faults(audit(play_out(crooked).log, seed=seed_of("hello")))


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
    assert {gravity for gravity, *_ in faults(report)} == {"evidence"}
    assert report.strength == "anyone"

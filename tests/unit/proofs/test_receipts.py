"""Receipts: what they say of a log, alone and together, and their file."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.errors import DeckError, NotationError
from grocerydots.growing import Growing
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.log.chain import digests
from grocerydots.proofs.receipts import AnyReceipt, Receipt, Signature, SignatureCheck
from grocerydots.rules import presets
from grocerydots.testing import hands, passively, play_out, test_seed
from grocerydots.turns import Decision

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
SEATS = {1: ("ann", 200), 2: ("bob", 200)}
HEAD = "0123456789abcdef" * 4
SIGNATURE = Signature("ab" * 32, bytes(range(64)))


def hand(seed: str = "receipts", hand_id: str = "h", at: int | None = None) -> Hand:
    return Hand.open(DOTS, SEATS, 2, seed=test_seed(seed), hand_id=hand_id, dots_tie="share", at=at)


def short(log: Log, entries: int) -> Log:
    """The log's first entries."""
    return Log(log.lines[:entries])


def giving_up(decision: Decision) -> e.Event:
    """A fold where there is one, the quietest answer elsewhere."""
    folds = decision.option(e.Folded)
    return passively(decision) if folds is None else decision.event(folds, 0)


class Says:
    """Keys that say the same of every receipt, and note the time they were asked about."""

    def __init__(self, check: SignatureCheck) -> None:
        self.answer = check
        self.asked: list[int | None] = []

    def check(self, receipt: AnyReceipt, at: int | None = None) -> SignatureCheck:
        self.asked.append(at)
        return self.answer


GOOD = SignatureCheck("good", "it is signed")
WRONG = SignatureCheck("wrong", "its signature is wrong")


# What a receipt is


def test_a_receipt_is_the_hand_the_number_of_entries_and_the_head_at_any_moment() -> None:
    playing = hand()
    while not playing.is_over:
        receipt = playing.receipt()
        assert (receipt.hand_id, receipt.entries, receipt.head) == ("h", playing.entries, playing.log.head)
        assert receipt.signature is None
        assert receipt.verify(playing.log)
        assert playing.decision is not None
        playing = playing.play(passively(playing.decision))


def test_the_head_is_the_hash_chain_over_the_lines() -> None:
    log = hand().log
    assert Receipt.of(log).head == digests(log.lines)[-1].hex()


def test_receipts_can_be_pickled() -> None:
    receipt = Receipt("h", 3, HEAD, SIGNATURE)
    assert pickle.loads(pickle.dumps(receipt)) == receipt


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("h", 0, HEAD), "1 entry or more"),
        (("h", 2**53, HEAD), "1 entry or more"),
        (("h", 1, HEAD[1:]), "64 lower-case"),
        (("h", 1, HEAD.upper()), "64 lower-case"),
    ],
)
def test_a_wrong_receipt_is_refused(fields: tuple[Any, ...], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        Receipt(*fields)


def test_a_receipt_has_the_id_of_a_hand() -> None:
    with pytest.raises(NotationError, match="a hand's id"):
        Receipt("", 1, HEAD)


@pytest.mark.parametrize(
    ("key_id", "octets", "message"),
    [("ab", bytes(64), "key's id"), ("ab" * 32, bytes(63), "64 bytes")],
)
def test_a_wrong_signature_is_refused(key_id: Any, octets: Any, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        Signature(key_id, octets)


# One receipt against a log


def test_a_log_that_went_on_shares_the_history() -> None:
    receipt = hand().receipt()
    check = receipt.verify(play_out(hand()).log)
    assert check
    assert check.shares
    assert (check.outcome, check.differs_by) == ("shared", None)
    assert str(check) == f"the receipt of hand h after {receipt.entries} entries: the log shares its history"


def test_a_log_with_an_entry_changed_leaves_the_history_by_the_receipts_last_entry() -> None:
    log = hand().log
    receipt = Receipt.of(log)
    changed = Log.of((log.events[0], e.DotsTieConfirmed("best_high"), *log.events[2:]))
    check = receipt.verify(changed)
    assert not check
    assert (check.outcome, check.differs_by) == ("changed", receipt.entries - 1)
    assert str(check).endswith(
        f"the log does not share its history, from entry {receipt.entries - 1} on at the latest"
    )


def test_a_receipt_of_the_first_entry_points_at_it() -> None:
    log = hand().log
    other = hand("another").log
    renamed = Log.of((attrs.evolve(log.opening, dealer=0), *log.events[1:]))
    assert Receipt.of(short(log, 1)).verify(other).shares  # the opening says nothing of the deck
    check = Receipt.of(short(log, 1)).verify(renamed)
    assert (check.outcome, check.differs_by) == ("changed", 0)
    assert "after 1 entry:" in str(check)


def test_a_log_that_is_shorter_and_not_over_lacks_what_the_receipt_has_seen() -> None:
    log = hand().log
    check = Receipt.of(log).verify(short(log, 3))
    assert not check
    assert (check.outcome, check.differs_by, check.entries) == ("short", 3, 3)
    assert "the log has 3 entries and lacks all from entry 3 on" in str(check)
    assert "cannot be known" in str(check)


def test_a_shorter_log_that_is_over_went_another_way() -> None:
    whole = play_out(hand())
    playing = hand()
    assert playing.decision is not None
    folded = play_out(playing.play(playing.decision.bring_in()), giving_up)
    assert folded.is_over
    assert folded.entries < whole.entries
    check = whole.receipt().verify(folded.log)
    assert (check.outcome, check.differs_by) == ("changed", folded.entries - 1)


def test_a_log_of_another_hand_is_said_to_be_one() -> None:
    check = hand().receipt().verify(hand(hand_id="other").log)
    assert not check
    assert (check.outcome, check.differs_by) == ("other_hand", 0)
    assert str(check).endswith("the log is of another hand")


@given(hands(finished=True), st.data())
def test_a_receipt_tells_every_change_before_it_and_none_after(hand: Hand, data: st.DataObject) -> None:
    log = hand.log
    entries = data.draw(st.integers(1, len(log.lines)))
    receipt = Receipt.of(short(log, entries))
    assert receipt.verify(log).shares
    chained = list(log.lines)
    at = data.draw(st.integers(0, len(chained) - 1))
    chained[at] += b" "
    forged = Log.of(log.events)
    object.__setattr__(forged, "_lines", Growing(chained))
    object.__setattr__(forged, "_chain", Growing())
    assert receipt.verify(forged).shares is (at >= entries)


# Signatures


def test_without_keys_nothing_is_said_of_the_signature() -> None:
    check = hand().receipt().verify(hand().log)
    assert check.signature is None
    assert not check.is_evidence


def test_with_keys_both_have_to_hold() -> None:
    receipt = hand().receipt()
    assert receipt.verify(hand().log, Says(GOOD))
    assert not receipt.verify(hand().log, Says(WRONG))
    assert not receipt.verify(short(hand().log, 2), Says(GOOD))
    assert str(receipt.verify(hand().log, Says(WRONG))).endswith("shares its history; its signature is wrong")


def test_a_signed_receipt_of_another_history_is_evidence_and_nothing_less_is() -> None:
    other = hand("another").log
    receipt = hand().receipt()
    assert receipt.verify(other, Says(GOOD)).is_evidence
    assert not receipt.verify(other, Says(WRONG)).is_evidence
    assert not receipt.verify(other).is_evidence
    assert not receipt.verify(hand().log, Says(GOOD)).is_evidence
    assert not receipt.verify(short(hand().log, 2), Says(GOOD)).is_evidence


def test_keys_are_asked_about_the_time_of_the_last_entry_where_the_log_shows_it() -> None:
    keys = Says(GOOD)
    timed = hand(at=1000)
    receipt = timed.receipt()
    assert timed.decision is not None
    later = timed.play(passively(timed.decision), at=2000)
    receipt.verify(later.log, keys)
    later.receipt().verify(later.log, keys)
    later.receipt().verify(timed.log, keys)
    hand().receipt().verify(hand().log, keys)
    assert keys.asked == [1000, 2000, None, None]


def test_a_signature_check_is_true_only_when_it_is_good() -> None:
    assert GOOD
    assert not WRONG
    assert str(WRONG) == "its signature is wrong"


def test_what_is_signed_is_the_line_of_the_receipt_without_a_signature() -> None:
    receipt = Receipt("h", 3, HEAD)
    assert receipt.signed_bytes == (
        b'{"entries":3,"format":"grocerydots-receipt","hand_id":"h","head":"' + HEAD.encode()
        + b'","signature":null,"version":1}'
    )  # fmt: skip
    assert attrs.evolve(receipt, signature=SIGNATURE).signed_bytes == receipt.signed_bytes


# Two receipts


def test_two_receipts_contradict_each_other_without_any_log() -> None:
    one, other = hand().receipt(), hand("another").receipt()
    assert one.contradicts(other)
    assert not one.contradicts(one)
    assert not one.contradicts(attrs.evolve(other, entries=other.entries + 1))
    assert not one.contradicts(attrs.evolve(other, hand_id="other"))


# Files


def test_a_file_is_one_line_of_canonical_json() -> None:
    assert Receipt("h", 3, HEAD, SIGNATURE).to_bytes() == (
        b'{"entries":3,"format":"grocerydots-receipt","hand_id":"h","head":"' + HEAD.encode()
        + b'","signature":{"key":"' + b"ab" * 32 + b'","value":"' + bytes(range(64)).hex().encode()
        + b'"},"version":1}\n'
    )  # fmt: skip


@pytest.mark.parametrize("signature", [None, SIGNATURE])
def test_what_is_written_is_read_again(tmp_path: Path, signature: Signature | None) -> None:
    receipt = Receipt("h" * 64, 2**53 - 1, HEAD, signature)
    receipt.write(tmp_path / "kept.json")
    assert Receipt.read(tmp_path / "kept.json") == receipt


VALUE = SIGNATURE.octets.hex().encode()
FILE = Receipt("hand-1", 3, HEAD, SIGNATURE).to_bytes()
UNSIGNED = Receipt("hand-1", 3, HEAD).to_bytes()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"entries":3', b'"entries":0', "1 entry or more, not of 0"),
        (b'"entries":3', b'"entries":-1', "entries: expected a whole number"),
        (b'"entries":3', b'"entries":3.0', "entries: expected a whole number"),
        (b'"entries":3', b'"entries":"3"', "entries: expected a whole number"),
        (b'"entries":3', b'"entries":true', "entries: expected a whole number"),
        (b'"entries":3', b'"entries":9007199254740992', "entries: expected a whole number"),
        (b'"entries":3,', b"", "entries: the field is missing"),
        (b'"hand-1"', b'"hand 1"', "hand_id: expected 1 to 64"),
        (b'"head":"0', b'"head":"g', "head: expected 64 lower-case"),
        (b'"head":"01', b'"head":"0', "head: expected 64 lower-case"),
        (b'"head":"0123456789abcdef', b'"head":"0123456789ABCDEF', "head: expected 64 lower-case"),
        (b"grocerydots-receipt", b"grocerydots", "format: expected"),
        (b'"version":1', b'"version":3', "version: it is 3; this library reads up to 1"),
        (b'"signature":{', b'"signature":[{', "no JSON"),
        (b'"key":"ab', b'"key":"xx', "signature.key: expected 64 lower-case"),
        (b'"key"', b'"keys"', "signature.key: the field is missing"),
        (b'"value":"00', b'"value":"0', "signature.value: expected 128 lower-case"),
        (b'"value":"00', b'"value":"0G', "signature.value: expected 128 lower-case"),
        (b'"value":"00', b'"value":5,"v":"00', "signature.v: there is no such field"),
        (
            b'"value":"' + bytes(range(64)).hex().encode() + b'"',
            b'"value":null',
            "signature.value: expected 128",
        ),
        (b"}\n", b" }\n", "not canonical from byte"),
        (b"}\n", b"}", "the file stops within its line"),
        (FILE, b"x" * 3000, "longer than 2048 bytes"),
        (FILE, UNSIGNED.replace(b"null", b"{}"), "signature.key: the field is missing"),
        (FILE, UNSIGNED.replace(b"null", b"false"), "signature: expected an object, got false"),
        (FILE, UNSIGNED.replace(b'"signature":null,', b""), "signature: the field is missing"),
    ],
)
def test_a_file_that_is_not_as_it_is_written_is_refused_naming_the_place(
    old: bytes, new: bytes, message: str
) -> None:
    assert FILE.count(old) == 1
    with pytest.raises(NotationError, match=f"^receipt: .*{message}"):
        Receipt.from_bytes(FILE.replace(old, new))


@given(st.integers(0, len(FILE) - 1), st.integers(0, 255))
def test_a_file_with_one_byte_changed_is_refused_or_says_something_else(at: int, byte: int) -> None:
    content = FILE[:at] + bytes([byte]) + FILE[at + 1 :]
    try:
        found = Receipt.from_bytes(content)
    except NotationError:
        return
    assert found.to_bytes() == content


@given(st.one_of(st.binary(max_size=200), st.text().map(str.encode)).map(lambda content: content + b"\n"))
def test_whatever_is_read_gives_an_error_of_ours(content: bytes) -> None:
    with pytest.raises(NotationError):
        Receipt.from_bytes(content)

"""Signed receipts: keys, their files, rings of keys and their periods, and what is said of each signature."""

from __future__ import annotations

import importlib
import os
import stat
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest
from cryptography.hazmat.primitives import serialization as forms
from cryptography.hazmat.primitives.asymmetric import ec, x25519
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from grocerydots.errors import DeckError, MissingExtra, NotationError
from grocerydots.hand import Hand
from grocerydots.proofs.receipts import Receipt, Signature
from grocerydots.proofs.signing import _WEAK, KeyRing, PublicKey, PublishedKey, SigningKey
from grocerydots.rules import presets
from grocerydots.testing import play_out, test_seed

HEAD = "0123456789abcdef" * 4
RECEIPT = Receipt("hand-1", 3, HEAD)
KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
OTHER = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))
OTHERS = OTHER.sign(RECEIPT).signature or Signature(OTHER.public.id, bytes(64))
RING = KeyRing([KEY.public])
NAME = f"key {KEY.public.id[:16]}…"


def timed_hand() -> Hand:
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    hand = Hand.open(rules, {1: ("ann", 90), 2: ("bob", 90)}, 2, seed=test_seed(1), at=1000)
    return play_out(hand)


# Signatures


def test_a_receipt_that_the_operator_signed_is_told_from_all_others() -> None:
    signed = KEY.sign(RECEIPT)
    assert signed.signature is not None
    assert signed.signature.key_id == KEY.public.id
    assert RING.check(signed) == ("good", f"it is signed by the operator's {NAME}")
    assert attrs.evolve(signed, signature=None) == RECEIPT


def test_the_signature_is_plain_ed25519_over_the_line_without_it() -> None:
    signed = KEY.sign(RECEIPT)
    assert signed.signature is not None
    Ed25519PublicKey.from_public_bytes(KEY.public.octets).verify(
        signed.signature.octets, RECEIPT.to_bytes().removesuffix(b"\n")
    )
    assert KEY.public.id == sha256(KEY.public.octets).hexdigest()


def test_signing_again_replaces_the_signature() -> None:
    assert OTHER.sign(KEY.sign(RECEIPT)) == OTHER.sign(RECEIPT)


def test_a_missing_signature_is_said() -> None:
    assert RING.check(RECEIPT) == ("missing", "the receipt is not signed")


def test_a_signature_by_a_key_that_is_not_the_operators_is_said() -> None:
    check = RING.check(OTHER.sign(RECEIPT))
    assert not check
    expected = f"it is signed by key {OTHER.public.id[:16]}…, which is none of the operator's"
    assert check == ("unknown_key", expected)
    assert KeyRing([]).check(KEY.sign(RECEIPT)).outcome == "unknown_key"


@pytest.mark.parametrize(
    "forged",
    [
        attrs.evolve(KEY.sign(RECEIPT), entries=4),
        attrs.evolve(KEY.sign(RECEIPT), hand_id="hand-2"),
        attrs.evolve(KEY.sign(RECEIPT), head=HEAD[::-1]),
        attrs.evolve(RECEIPT, signature=Signature(KEY.public.id, bytes(64))),
        attrs.evolve(RECEIPT, signature=Signature(KEY.public.id, b"\xff" * 64)),
        attrs.evolve(RECEIPT, signature=Signature(KEY.public.id, OTHERS.octets)),
    ],
)
def test_a_wrong_signature_is_said(forged: Receipt) -> None:
    check = RING.check(forged)
    assert check == ("wrong", f"its signature by {NAME} is wrong: it is not what was signed")
    assert not check


def test_a_key_knows_its_own_signature_only() -> None:
    assert KEY.public.signed(KEY.sign(RECEIPT))
    assert not KEY.public.signed(RECEIPT)
    assert not KEY.public.signed(OTHER.sign(RECEIPT))


@given(st.integers(0, 511))
def test_a_signature_with_one_bit_changed_is_wrong(bit: int) -> None:
    signature = KEY.sign(RECEIPT).signature
    assert signature is not None
    octets = (int.from_bytes(signature.octets, "big") ^ 1 << bit).to_bytes(64, "big")
    forged = attrs.evolve(RECEIPT, signature=attrs.evolve(signature, octets=octets))
    assert RING.check(forged).outcome == "wrong"


def test_a_signed_receipt_of_a_log_that_was_changed_is_evidence() -> None:
    hand = timed_hand()
    signed = KEY.sign(hand.receipt())
    assert signed.verify(hand.log, RING)
    forged = attrs.evolve(hand.log.opening, dealer=0)
    changed = type(hand.log).of((forged, *hand.log.events[1:]), hand.log.times)
    check = signed.verify(changed, RING)
    assert check.is_evidence
    assert str(check) == (
        f"the receipt of hand {hand.state.hand_id} after {hand.entries} entries: the log does not share its "
        f"history, from entry {hand.entries - 1} on at the latest; it is signed by the operator's {NAME}"
    )


# Rotation


def test_after_a_rotation_both_keys_are_good_for_their_own_time() -> None:
    ring = RING.rotated(OTHER.public, at=5000)
    assert ring.keys == (PublishedKey(KEY.public, until=5000), PublishedKey(OTHER.public, since=5000))
    assert ring.check(KEY.sign(RECEIPT), at=4999)
    assert ring.check(OTHER.sign(RECEIPT), at=5000)
    late = ring.check(KEY.sign(RECEIPT), at=5000)
    assert late.outcome == "out_of_period"
    assert str(late) == (f"it is signed by the operator's {NAME}, but at 5000, outside its period until 5000")
    early = ring.check(OTHER.sign(RECEIPT), at=4999)
    assert early.text.endswith("but at 4999, outside its period from 5000")


def test_a_second_rotation_leaves_the_keys_of_before_alone() -> None:
    third = SigningKey.generate().public
    ring = RING.rotated(OTHER.public, at=5000).rotated(third, at=6000)
    assert [key.period for key in ring.keys] == ["until 5000", "from 5000 until 6000", "from 6000"]


def test_without_a_time_nobody_knows_whether_a_period_holds_so_nothing_is_proved() -> None:
    check = RING.rotated(OTHER.public, at=5000).check(KEY.sign(RECEIPT))
    assert not check
    assert check.outcome == "undated"
    assert check.text.endswith("and no time says whether within its period until 5000")


def test_the_time_is_that_of_the_logs_entry() -> None:
    hand = timed_hand()
    signed = KEY.sign(hand.receipt())
    assert signed.verify(hand.log, RING.rotated(OTHER.public, at=1001))
    check = signed.verify(hand.log, RING.rotated(OTHER.public, at=1000))
    assert check.shares
    assert not check
    assert check.signature is not None
    assert check.signature.outcome == "out_of_period"


@pytest.mark.parametrize(
    ("since", "until", "message"),
    [
        (5, 4, "cannot start at 5 and end at 4"),
        (-1, None, "whole milliseconds"),
        (None, 2**53, "whole milliseconds"),
    ],
)
def test_a_wrong_period_is_refused(since: Any, until: Any, message: str) -> None:
    with pytest.raises(DeckError, match=message):
        PublishedKey(KEY.public, since, until)


def test_a_wrong_key_is_refused() -> None:
    with pytest.raises(DeckError, match="a key is in the ring twice"):
        KeyRing([KEY.public, PublishedKey(KEY.public, 1, 2)])
    with pytest.raises(DeckError, match="a public key is 32 bytes"):
        PublicKey(b"x")


# Weak keys


@pytest.mark.parametrize("point", sorted(_WEAK))
@pytest.mark.parametrize("sign", [0, 0x80])
def test_a_public_key_under_which_anybody_can_sign_is_refused(point: bytes, sign: int) -> None:
    with pytest.raises(DeckError, match="small order"):
        PublicKey(point[:31] + bytes([point[31] | sign]))


def test_anybody_can_sign_under_a_key_of_small_order() -> None:
    """Why they are refused: a signature of the neutral point and zero fits many a message under them."""
    anyones = (1).to_bytes(32, "little") + bytes(32)
    forged = 0
    for point in _WEAK:
        for number in range(40):
            try:
                Ed25519PublicKey.from_public_bytes(point).verify(anyones, b"%d" % number)
                forged += 1
            except Exception:  # that message has no luck, or the encoding is refused
                continue
    assert forged > 40


# Files


def test_a_private_key_is_a_new_file_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    path = tmp_path / "operator.pem"
    KEY.write(path)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    assert SigningKey.read(path).public == KEY.public
    with pytest.raises(FileExistsError):
        OTHER.write(path)
    assert SigningKey.read(path).public == KEY.public


def test_a_private_key_can_be_kept_under_a_password(tmp_path: Path) -> None:
    path = tmp_path / "operator.pem"
    KEY.write(path, b"secret")
    assert b"ENCRYPTED" in path.read_bytes()
    assert SigningKey.read(path, b"secret").public == KEY.public
    for password in (None, b"guess", b""):
        with pytest.raises(NotationError, match="not with that password"):
            SigningKey.read(path, password)
    with pytest.raises(NotationError, match="not with that password"):
        SigningKey.from_pem(KEY.to_pem(), b"secret")


def test_a_public_key_is_a_pem_file(tmp_path: Path) -> None:
    KEY.public.write(tmp_path / "operator.pub.pem")
    assert PublicKey.read(tmp_path / "operator.pub.pem") == KEY.public
    assert KEY.public.to_pem().startswith(b"-----BEGIN PUBLIC KEY-----\n")


def test_each_new_key_is_another() -> None:
    assert SigningKey.generate().public != SigningKey.generate().public


def test_a_private_key_does_not_show() -> None:
    assert repr(KEY) == f"SigningKey({KEY.public.id})"
    assert bytes(range(32)).hex() not in repr(KEY)


def test_what_is_no_private_key_is_refused() -> None:
    curve = ec.generate_private_key(ec.SECP256R1())
    foreign = curve.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    with pytest.raises(NotationError, match="expected an Ed25519 private key, got a key of type"):
        SigningKey.from_pem(foreign)
    for content in (b"", b"x", KEY.public.to_pem(), KEY.to_pem()[:60], KEY.to_pem().replace(b"M", b"N", 1)):
        with pytest.raises(NotationError, match="not the PEM of a private key"):
            SigningKey.from_pem(content)
    with pytest.raises(NotationError, match="at most 4096"):
        SigningKey.from_pem(b"x" * 5000)


def test_what_is_no_public_key_is_refused(tmp_path: Path) -> None:
    foreign = x25519.X25519PrivateKey.generate().public_key()
    pem = foreign.public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)
    with pytest.raises(NotationError, match="expected an Ed25519 public key, got a key of type"):
        PublicKey.from_pem(pem)
    for content in (b"", b"\xff", KEY.to_pem()):
        with pytest.raises(NotationError, match="not the PEM of a public key"):
            PublicKey.from_pem(content)
    with (tmp_path / "huge.pem").open("wb") as file:
        file.truncate(1 << 34)
    with pytest.raises(NotationError, match="at most 4096"):
        PublicKey.read(tmp_path / "huge.pem")


@given(st.binary(max_size=300))
def test_whatever_is_read_for_a_key_gives_an_error_of_ours(content: bytes) -> None:
    for read in (PublicKey.from_pem, SigningKey.from_pem):
        with pytest.raises(NotationError):
            read(content)


def test_a_ring_is_one_line_of_canonical_json(tmp_path: Path) -> None:
    ring = RING.rotated(OTHER.public, at=5)
    assert ring.to_bytes().decode() == (
        f'{{"format":"grocerydots-keys","keys":[{{"key":"{KEY.public.octets.hex()}","since":null,"until":5}},'
        f'{{"key":"{OTHER.public.octets.hex()}","since":5,"until":null}}],"version":1}}\n'
    )
    ring.write(tmp_path / "keys.json")
    assert KeyRing.read(tmp_path / "keys.json") == ring
    assert KeyRing.from_bytes(KeyRing([]).to_bytes()) == KeyRing([])


FILE = RING.rotated(OTHER.public, at=5).to_bytes()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"since":null', b'"since":"x"', r"keys\[0\].since: expected a whole number"),
        (b'"since":null', b'"since":9', r"a key's period cannot start at 9 and end at 5"),
        (b'"since":null,', b"", r"keys\[0\].since: the field is missing"),
        (KEY.public.octets.hex().encode(), b"00" * 32, "small order"),
        (KEY.public.octets.hex().encode(), b"00", r"keys\[0\].key: expected 64 lower-case"),
        (KEY.public.octets.hex().encode(), OTHER.public.octets.hex().encode(), "a key is in the ring twice"),
        (b'"keys":[', b'"keys":5,"x":[', "x: there is no such field"),
        (b'"version":1', b'"version":2', "version: it is 2"),
        (b'"keys":', b'"keys": ', "not canonical from byte"),
        (FILE, b"9" * (1 << 18) + b"\n", "longer than 262144 bytes"),
        (FILE, b"9" * 5000 + b"\n", "a number in it has too many digits"),
        (FILE, b"", "the file stops"),
    ],
)
def test_a_ring_that_is_not_as_it_is_written_is_refused_naming_the_place(
    old: bytes, new: bytes, message: str
) -> None:
    assert FILE.count(old) == 1
    with pytest.raises(NotationError, match=f"^keys: .*{message}"):
        KeyRing.from_bytes(FILE.replace(old, new))


# Without the extra


def test_without_cryptography_the_module_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "grocerydots.proofs.signing")
    monkeypatch.setitem(sys.modules, "cryptography.exceptions", None)
    with pytest.raises(MissingExtra, match=r"grocerydots\[signing\]"):
        importlib.import_module("grocerydots.proofs.signing")


def test_without_cryptography_receipts_that_are_not_signed_work_all_the_same() -> None:
    code = """
import sys
sys.modules["cryptography"] = None
from grocerydots import Hand, Seed, presets
from grocerydots.errors import MissingExtra
from grocerydots.proofs.receipts import Receipt
rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
hand = Hand.open(rules, {1: ("ann", 90), 2: ("bob", 90)}, 2, seed=Seed.random())
assert Receipt.from_bytes(hand.receipt().to_bytes()).verify(hand.log)
try:
    import grocerydots.proofs.signing
except MissingExtra as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(MissingExtra("signing"))
    assert 'pip install "grocerydots[signing]"' in done.stdout

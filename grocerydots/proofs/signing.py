"""Receipts signed by the operator: Ed25519 keys, their files, and rings of keys that are rotated.

Needs the extra ``signing``; importing this module without it raises `MissingExtra`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from types import NoneType
from typing import Final, TypeVar, final

import attrs

from grocerydots.errors import DeckError, MissingExtra, NotationError, WrongType, brief, expect, several
from grocerydots.files import PRIVATE, AnyPath, write_bytes, write_new
from grocerydots.log.fields import KINDS
from grocerydots.log.kinds import keyed
from grocerydots.proofs.files import Format, Kept, read_bytes
from grocerydots.proofs.receipts import AnyReceipt, Receipt, Signature, SignatureCheck, TableReceipt
from grocerydots.rules.rules import MAX_CHIPS

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization as forms
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
except ModuleNotFoundError as _missing:
    raise MissingExtra("signing") from _missing

AnySigned = TypeVar("AnySigned", bound=AnyReceipt)

__all__ = ["KeyRing", "PublicKey", "PublishedKey", "SigningKey"]

_LONGEST_PEM: Final = 4096
_LONGEST_PASSWORD: Final = 1023  #: As far as OpenSSL goes.

#: The points of small order as they are encoded, without their sign bit. Under such a key one signature fits
#: many messages, so that whoever publishes one could disown all of theirs.
_WEAK: Final = frozenset(
    bytes.fromhex(point)
    for point in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)


@final
@attrs.frozen
class PublicKey:
    """The public half of an operator's key. Raises `DeckError` for bytes that are not one."""

    octets: bytes  #: 32 bytes.

    def __attrs_post_init__(self) -> None:
        expect("octets", self.octets, bytes)
        if len(self.octets) != 32:
            raise DeckError("a public key is 32 bytes")
        if self.octets[:31] + bytes([self.octets[31] & 0x7F]) in _WEAK:
            raise DeckError("that public key is a point of small order, under which anybody can sign")

    @property
    def id(self) -> str:
        """SHA-256 of the key's 32 bytes, as 64 hexadecimal digits."""
        return sha256(self.octets).hexdigest()

    def signed(self, receipt: AnyReceipt) -> bool:
        """Whether the receipt bears a signature by this key."""
        expect("receipt", receipt, Receipt, TableReceipt)
        if receipt.signature is None or receipt.signature.key_id != self.id:
            return False
        try:
            key = Ed25519PublicKey.from_public_bytes(self.octets)
            key.verify(receipt.signature.octets, receipt.signed_bytes)
        except InvalidSignature:
            return False
        return True

    def to_pem(self) -> bytes:
        """The key as PEM (SubjectPublicKeyInfo)."""
        key = Ed25519PublicKey.from_public_bytes(self.octets)
        return key.public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)

    @classmethod
    def from_pem(cls, pem: bytes) -> PublicKey:
        """The key that `to_pem` wrote. Raises `NotationError` for anything but an Ed25519 public key."""
        key = _loaded(lambda: forms.load_pem_public_key(pem), pem, "a public key")
        if not isinstance(key, Ed25519PublicKey):
            raise NotationError(f"expected an Ed25519 public key, got a key of type {type(key).__name__}")
        return cls(key.public_bytes_raw())

    def write(self, path: AnyPath) -> None:
        """Write the key to a PEM file."""
        write_bytes(path, self.to_pem())

    @classmethod
    def read(cls, path: AnyPath) -> PublicKey:
        """The key in a PEM file. Raises what `from_pem` does, and `OSError`."""
        return cls.from_pem(read_bytes(path, _LONGEST_PEM))


@final
class SigningKey:
    """The operator's secret half of a key. No `repr` and no message of ours shows it."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        expect("key", key, Ed25519PrivateKey)
        self._key: Final = key
        self.public: Final = PublicKey(key.public_key().public_bytes_raw())

    @classmethod
    def generate(cls) -> SigningKey:
        """A new key from the operating system's entropy."""
        return cls(Ed25519PrivateKey.generate())

    def sign(self, receipt: AnySigned) -> AnySigned:
        """The receipt with this key's signature, in place of any that it has."""
        expect("receipt", receipt, Receipt, TableReceipt)
        return receipt.with_signature(Signature(self.public.id, self._key.sign(receipt.signed_bytes)))

    def to_pem(self, password: bytes | None = None) -> bytes:
        """The key as PEM (PKCS #8), encrypted if there is a password. Whoever has it is the operator.

        Raises `NotationError` for a password that is not 1 to 1023 bytes.
        """
        how = forms.NoEncryption() if password is None else forms.BestAvailableEncryption(_checked(password))
        return self._key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, how)

    @classmethod
    def from_pem(cls, pem: bytes, password: bytes | None = None) -> SigningKey:
        """The key that `to_pem` wrote. Raises `NotationError` for anything else, and for another password."""
        expect("password", password, bytes, NoneType)
        what = "a private key, or not with that password"
        key = _loaded(lambda: forms.load_pem_private_key(pem, password), pem, what)
        if not isinstance(key, Ed25519PrivateKey):
            raise NotationError(f"expected an Ed25519 private key, got a key of type {type(key).__name__}")
        return cls(key)

    def write(self, path: AnyPath, password: bytes | None = None) -> None:
        """Write the key to a new PEM file, readable by its owner alone; `FileExistsError` if there is one."""
        write_new(path, self.to_pem(password), PRIVATE)

    @classmethod
    def read(cls, path: AnyPath, password: bytes | None = None) -> SigningKey:
        """The key in a PEM file. Raises what `from_pem` does, and `OSError`."""
        return cls.from_pem(read_bytes(path, _LONGEST_PEM), password)

    def __repr__(self) -> str:
        return f"SigningKey({self.public.id})"


def _checked(password: bytes) -> bytes:
    """The password. No message shows it."""
    expect("password", password, bytes)
    if not 1 <= len(password) <= _LONGEST_PASSWORD:
        raise NotationError(f"a password is 1 to {_LONGEST_PASSWORD} bytes")
    return password


def _loaded(load: Callable[[], object], pem: bytes, what: str) -> object:
    expect("pem", pem, bytes)
    if len(pem) > _LONGEST_PEM:
        raise NotationError(f"a key in PEM is at most {_LONGEST_PEM} bytes long")
    try:
        return load()
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise NotationError(f"this is not the PEM of {what}") from None


# Keys that the operator publishes


@final
@attrs.frozen
class PublishedKey:
    """A public key and the time for which the operator signs with it, in milliseconds; None is without end.

    Raises `DeckError` for a period that ends before it starts.
    """

    key: PublicKey
    since: int | None = None
    until: int | None = None  #: The first moment after it.

    def __attrs_post_init__(self) -> None:
        expect("key", self.key, PublicKey)
        for moment in (self.since, self.until):
            if moment is not None:
                _check_moment(moment)
        if self.since is not None and self.until is not None and self.until < self.since:
            raise DeckError(f"a key's period cannot start at {self.since} and end at {self.until}")

    @property
    def is_endless(self) -> bool:
        """Whether the period has neither start nor end."""
        return self.since is None and self.until is None

    def covers(self, at: int) -> bool:
        """Whether a time in milliseconds is in the period. Raises `DeckError` for a time out of range."""
        _check_moment(at)
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)

    @property
    def period(self) -> str:
        """The period in words: ``from 1000 until 2000``."""
        parts = [("from", self.since), ("until", self.until)]
        return " ".join(f"{word} {moment}" for word, moment in parts if moment is not None)


def _check_moment(moment: int) -> None:
    expect("time", moment, int)
    if not 0 <= moment <= MAX_CHIPS:
        raise DeckError(f"a key's period is in whole milliseconds, not {brief(moment)}")


def _published(keys: Iterable[PublicKey | PublishedKey]) -> tuple[PublishedKey, ...]:
    if not isinstance(keys, Iterable):
        raise WrongType.of("keys", "an iterable of PublicKey or PublishedKey", keys)
    given = [PublishedKey(key) if type(key) is PublicKey else key for key in keys]
    return several("keys", given, PublishedKey)


_KEY: Final = attrs.evolve(
    KINDS["Hash"],
    good="True",
    text='"{$.octets.hex()}"',
    check=lambda value: PublicKey(KINDS["Hash"].check(value)),
)
_PUBLISHED: Final = keyed(PublishedKey, {**KINDS, "PublicKey": _KEY})


@final
@attrs.frozen
class KeyRing(Kept):
    """The public keys that an operator signs with or has signed with, found by their ids.

    Takes `PublicKey` and `PublishedKey`. Raises `DeckError` for the same key twice.
    """

    _format = Format("grocerydots-keys", "keys", 1 << 18, kinds={"PublishedKey": _PUBLISHED})

    keys: tuple[PublishedKey, ...] = attrs.field(converter=_published)

    def __attrs_post_init__(self) -> None:
        if len({published.key.id for published in self.keys}) < len(self.keys):
            raise DeckError("a key is in the ring twice")

    def check(self, receipt: AnyReceipt, at: int | None = None) -> SignatureCheck:
        """Whether one of the keys signed the receipt, and whether it was in use then.

        `at` is the time of the receipt's last entry by the log itself, in milliseconds. A key with a period
        proves nothing without one.
        """
        expect("receipt", receipt, Receipt, TableReceipt)
        signature = receipt.signature
        if signature is None:
            return SignatureCheck("missing", "the receipt is not signed")
        name = f"key {signature.key_id[:16]}…"
        found = [published for published in self.keys if published.key.id == signature.key_id]
        if not found:
            return SignatureCheck("unknown_key", f"it is signed by {name}, which is none of the operator's")
        if not found[0].key.signed(receipt):
            return SignatureCheck("wrong", f"its signature by {name} is wrong: it is not what was signed")
        return _in_period(found[0], name, at)

    def rotated(self, key: PublicKey, at: int) -> KeyRing:
        """The ring with a new key from that time on, in milliseconds, and those in use retired then."""
        retired = [attrs.evolve(p, until=at) if p.until is None else p for p in self.keys]
        return KeyRing((*retired, PublishedKey(key, since=at)))


def _in_period(published: PublishedKey, name: str, at: int | None) -> SignatureCheck:
    good = f"it is signed by the operator's {name}"
    if published.is_endless:
        return SignatureCheck("good", good)
    period = f"its period {published.period}"
    if at is None:
        return SignatureCheck("undated", f"{good}, and no time says whether within {period}")
    if published.covers(at):
        return SignatureCheck("good_by_the_log", f"{good}, by the log's own time within {period}")
    return SignatureCheck("out_of_period", f"{good}, but at {at}, outside {period}")

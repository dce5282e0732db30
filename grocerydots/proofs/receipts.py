"""Receipts: what a player keeps of a log, so that it cannot be changed later without being found out."""

from __future__ import annotations

from types import NoneType
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias, final

import attrs

from grocerydots.deck.scheme import check_hand_id
from grocerydots.english import count
from grocerydots.errors import DeckError, WrongType, brief, expect
from grocerydots.events import Id
from grocerydots.log import Log
from grocerydots.log.fields import hexadecimal, is_hex, octets
from grocerydots.log.kinds import keyed
from grocerydots.proofs.files import Format, Kept
from grocerydots.rules.rules import MAX_CHIPS

Head: TypeAlias = str  #: 64 lower-case hexadecimal digits.
Outcome: TypeAlias = Literal["shared", "changed", "short", "other_hand"]
Octets: TypeAlias = bytes  #: 64 of them.
SignatureOutcome: TypeAlias = Literal[
    "good", "good_by_the_log", "wrong", "missing", "unknown_key", "out_of_period", "undated"
]


@attrs.frozen
class Signature:
    """An operator's Ed25519 signature of a receipt.

    Raises `DeckError` for a wrong key id or another number of bytes.
    """

    key_id: Head  #: SHA-256 of the public key's 32 bytes, as 64 hexadecimal digits.
    octets: Octets = attrs.field(repr=False)  #: 64 bytes.

    def __attrs_post_init__(self) -> None:
        expect("key_id", self.key_id, str)
        expect("octets", self.octets, bytes)
        if not is_hex(self.key_id, 32):
            raise DeckError(f"a key's id is 64 lower-case hexadecimal digits, not {brief(self.key_id)}")
        if len(self.octets) != 64:
            raise DeckError("a signature is 64 bytes")


class SignatureCheck(NamedTuple):
    """The result of checking a receipt's signature. It is true only when a key proves the receipt.

    ``good_by_the_log``: the key has a period, and only the log's own time says that the receipt lies in it.
    Since the times of a log are the operator's word, that counts against the operator alone.
    """

    outcome: SignatureOutcome
    text: str

    @property
    def vouches(self) -> bool:
        """Whether the receipt vouches for the entries that it shares with a log."""
        return self.outcome == "good"

    def __bool__(self) -> bool:
        return self.outcome in ("good", "good_by_the_log")

    def __str__(self) -> str:
        return self.text


class Keys(Protocol):
    """Public keys that can check a receipt's signature: `grocerydots.proofs.signing.KeyRing`."""

    def check(self, receipt: Receipt, at: int | None = None) -> SignatureCheck:
        """Whether one of the keys signed the receipt; `at` is the log's time of its last entry, in ms."""
        ...


def check_keys(keys: object) -> None:
    """Raise `WrongType` unless these can check signatures, or are None."""
    if keys is not None and not callable(getattr(keys, "check", None)):
        raise WrongType.of("keys", "public keys such as a KeyRing", keys)


@attrs.frozen
class ReceiptCheck:
    """The result of comparing a receipt with a log.

    True when the log shares the receipt's history and, where keys were given, the signature is good.
    """

    receipt: Receipt
    outcome: Outcome
    differs_by: int | None  #: The entry, from 0, in which at the latest the log differs; None if shared.
    entries: int  #: The log's.
    signature: SignatureCheck | None  #: None when no keys were given.

    @property
    def shares(self) -> bool:
        """Whether the log shares the receipt's history."""
        return self.outcome == "shared"

    @property
    def is_evidence(self) -> bool:
        """Whether receipt and log together show that the operator who signed gave out two histories."""
        return self.outcome == "changed" and bool(self.signature)

    def __bool__(self) -> bool:
        return self.shares and (self.signature is None or bool(self.signature))

    def __str__(self) -> str:
        """The verdict in words."""
        return self._history if self.signature is None else f"{self._history}; {self.signature.text}"

    @property
    def _history(self) -> str:
        given = f"the receipt of hand {self.receipt.hand_id} after {count(self.receipt.entries, 'entry')}"
        match self.outcome:
            case "shared":
                return f"{given}: the log shares its history"
            case "other_hand":
                return f"{given}: the log is of another hand"
            case "short":
                has = f"the log has {count(self.entries, 'entry')}"
                lacks = f"{has} and lacks all from entry {self.differs_by} on"
                return f"{given}: {lacks}; whether it shares the history up to there cannot be known"
        return f"{given}: the log does not share its history, from entry {self.differs_by} on at the latest"


_KINDS: Final = {"Head": hexadecimal("head", 32), "Octets": octets("signature", 64)}
_SIGNATURE: Final = keyed(Signature, _KINDS, key_id="key", octets="value")


@final
@attrs.frozen
class Receipt(Kept):
    """That a hand's log had this head after so many entries, signed by the operator or not.

    Raises `DeckError` for a wrong number of entries or head, `NotationError` for a wrong hand id.
    """

    _format = Format("grocerydots-receipt", "receipt", 2048, kinds=_KINDS | {"Signature": _SIGNATURE})

    hand_id: Id
    entries: int  #: How many, at least 1.
    head: Head  #: The log's hash chain after them: 64 lower-case hexadecimal digits.
    signature: Signature | None = None

    def __attrs_post_init__(self) -> None:
        check_hand_id(self.hand_id)
        expect("entries", self.entries, int)
        expect("head", self.head, str)
        expect("signature", self.signature, Signature, NoneType)
        if not 1 <= self.entries <= MAX_CHIPS:
            raise DeckError(f"a receipt is of 1 entry or more, not of {brief(self.entries)}")
        if not is_hex(self.head, 32):
            raise DeckError(f"a head is 64 lower-case hexadecimal digits, not {brief(self.head)}")

    @classmethod
    def of(cls, log: Log) -> Receipt:
        """The receipt of a log as it is now, not signed."""
        expect("log", log, Log)
        return cls(log.hand_id, len(log.lines), log.head)

    def verify(self, log: Log, keys: Keys | None = None) -> ReceiptCheck:
        """Whether the log shares the receipt's history, and with `keys`, whether the operator signed."""
        expect("log", log, Log)
        check_keys(keys)
        outcome, differs_by = self._compared(log)
        signature = None
        if keys is not None:
            times = log.times if log.times is not None and log.hand_id == self.hand_id else ()
            signature = keys.check(self, times[self.entries - 1] if self.entries <= len(times) else None)
        return ReceiptCheck(self, outcome, differs_by, len(log.lines), signature)

    def _compared(self, log: Log) -> tuple[Outcome, int | None]:
        entries = len(log.lines)
        if log.hand_id != self.hand_id:
            return "other_hand", 0
        if entries >= self.entries:
            same = log.head_at(self.entries) == self.head
            return ("shared", None) if same else ("changed", self.entries - 1)
        if log.is_finished:  # where the receipt's log went on, so their last entries are not the same
            return "changed", entries - 1
        return "short", entries

    def contradicts(self, other: Receipt) -> bool:
        """Whether the two cannot be of one log: the same hand and number of entries, another head."""
        expect("other", other, Receipt)
        return (self.hand_id, self.entries) == (other.hand_id, other.entries) and self.head != other.head

    @property
    def signed_bytes(self) -> bytes:
        r"""What a signature is made over: the file of the receipt without one, but for its ``\n``."""
        return attrs.evolve(self, signature=None).to_bytes()[:-1]

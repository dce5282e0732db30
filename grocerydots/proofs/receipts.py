"""Receipts: what a player keeps of a log, so that it cannot be changed later without being found out."""

from __future__ import annotations

from types import NoneType
from typing import ClassVar, Final, Literal, NamedTuple, Protocol, Self, TypeAlias, final

import attrs

from grocerydots.deck.scheme import check_hand_id
from grocerydots.english import count
from grocerydots.errors import DeckError, WrongType, brief, expect
from grocerydots.events import Id
from grocerydots.files import AnyPath
from grocerydots.log import Log
from grocerydots.log.fields import hexadecimal, is_hex, octets
from grocerydots.log.kinds import keyed
from grocerydots.log.log import AnyLog, ChainedLog
from grocerydots.proofs.files import Format, Kept, read_bytes
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

    def check(self, receipt: AnyReceipt, at: int | None = None) -> SignatureCheck:
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

    receipt: AnyReceipt
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
        what = self.receipt.what
        given = f"the receipt of {what} {self.receipt.id} after {count(self.receipt.entries, 'entry')}"
        match self.outcome:
            case "shared":
                return f"{given}: the log shares its history"
            case "other_hand":
                return f"{given}: the log is of another {what}"
            case "short":
                has = f"the log has {count(self.entries, 'entry')}"
                lacks = f"{has} and lacks all from entry {self.differs_by} on"
                return f"{given}: {lacks}; whether it shares the history up to there cannot be known"
        return f"{given}: the log does not share its history, from entry {self.differs_by} on at the latest"


_KINDS: Final = {"Head": hexadecimal("head", 32), "Octets": octets("signature", 64)}
_SIGNATURE: Final = keyed(Signature, _KINDS, key_id="key", octets="value")


class AnyReceipt(Kept):
    """What receipts of hands and of tables have in common: that a log had this head after so many entries."""

    __slots__ = ()

    what: ClassVar[str]  #: What it is a receipt of: ``hand`` or ``table``.
    entries: int
    head: Head
    signature: Signature | None

    @property
    def id(self) -> Id:
        """The id of the hand or the table."""
        own_id: Id = getattr(self, f"{self.what}_id")
        return own_id

    def __attrs_post_init__(self) -> None:
        check_hand_id(self.id)
        expect("entries", self.entries, int)
        expect("head", self.head, str)
        expect("signature", self.signature, Signature, NoneType)
        if not 1 <= self.entries <= MAX_CHIPS:
            raise DeckError(f"a receipt is of 1 entry or more, not of {brief(self.entries)}")
        if not is_hex(self.head, 32):
            raise DeckError(f"a head is 64 lower-case hexadecimal digits, not {brief(self.head)}")

    def verify(self, log: AnyLog, keys: Keys | None = None) -> ReceiptCheck:
        """Whether the log shares the receipt's history, and with `keys`, whether the operator signed."""
        expect("log", log, ChainedLog)
        check_keys(keys)
        outcome, differs_by = self._compared(log)
        signature = None
        if keys is not None:
            times = log.times if log.times is not None and outcome != "other_hand" else ()
            signature = keys.check(self, times[self.entries - 1] if self.entries <= len(times) else None)
        return ReceiptCheck(self, outcome, differs_by, len(log.lines), signature)

    def _compared(self, log: AnyLog) -> tuple[Outcome, int | None]:
        entries = len(log.lines)
        if (log.what, log.id) != (self.what, self.id):
            return "other_hand", 0
        if entries >= self.entries:
            same = log.head_at(self.entries) == self.head
            return ("shared", None) if same else ("changed", self.entries - 1)
        if log.is_closed:  # where the receipt's log went on, so their last entries are not the same
            return "changed", entries - 1
        return "short", entries

    def contradicts(self, other: AnyReceipt) -> bool:
        """Whether the two cannot be of one log: the same id and number of entries, another head."""
        expect("other", other, type(self))
        return (self.id, self.entries) == (other.id, other.entries) and self.head != other.head

    @property
    def signed_bytes(self) -> bytes:
        r"""What a signature is made over: the file of the receipt without one, but for its ``\n``."""
        return self.with_signature(None).to_bytes()[:-1]

    def with_signature(self, signature: Signature | None) -> Self:
        """The receipt with this signature in place of any that it has."""
        raise NotImplementedError


@final
@attrs.frozen
class Receipt(AnyReceipt):
    """That a hand's log had this head after so many entries, signed by the operator or not.

    Raises `DeckError` for a wrong number of entries or head, `NotationError` for a wrong hand id.
    """

    what = "hand"
    _format = Format("grocerydots-receipt", "receipt", 2048, kinds=_KINDS | {"Signature": _SIGNATURE})

    hand_id: Id
    entries: int  #: How many, at least 1.
    head: Head  #: The log's hash chain after them: 64 lower-case hexadecimal digits.
    signature: Signature | None = None

    @classmethod
    def of(cls, log: Log) -> Receipt:
        """The receipt of a hand's log as it is now, not signed."""
        expect("log", log, Log)
        return cls(log.hand_id, len(log.lines), log.head)

    def with_signature(self, signature: Signature | None) -> Receipt:
        """The receipt with this signature in place of any that it has."""
        return attrs.evolve(self, signature=signature)


@final
@attrs.frozen
class TableReceipt(AnyReceipt):
    """The same of a table's log. Its format has another name, so neither can be taken for the other."""

    what = "table"
    _format = Receipt._format._replace(name="grocerydots-table-receipt")

    table_id: Id
    entries: int  #: How many, at least 1.
    head: Head  #: The log's hash chain after them: 64 lower-case hexadecimal digits.
    signature: Signature | None = None

    @classmethod
    def of(cls, log: AnyLog) -> TableReceipt:
        """The receipt of a table's log as it is now, not signed."""
        expect("log", log, ChainedLog)
        return cls(log.id, len(log.lines), log.head)

    def with_signature(self, signature: Signature | None) -> TableReceipt:
        """The receipt with this signature in place of any that it has."""
        return attrs.evolve(self, signature=signature)


def read_receipt(path: AnyPath) -> AnyReceipt:
    """The receipt in a file, of a hand or of a table. Raises what `Receipt.read` does."""
    is_of_table = TableReceipt._format.name.encode() in read_bytes(path, TableReceipt._format.most)
    return TableReceipt.read(path) if is_of_table else Receipt.read(path)

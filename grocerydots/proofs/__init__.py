"""What is kept beside a log: the openings of a seat and receipts; signing needs its extra, and is apart."""

from grocerydots.proofs.openings import Mismatch, Openings, OpeningsCheck
from grocerydots.proofs.receipts import (
    Keys,
    Receipt,
    ReceiptCheck,
    SharedHistory,
    Signature,
    SignatureCheck,
    shared_history,
)

__all__ = [
    "Keys",
    "Mismatch",
    "Openings",
    "OpeningsCheck",
    "Receipt",
    "ReceiptCheck",
    "SharedHistory",
    "Signature",
    "SignatureCheck",
    "shared_history",
]

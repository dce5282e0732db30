"""What is kept beside a log: the openings of a seat and receipts; signing needs its extra, and is apart."""

from grocerydots.proofs.openings import Mismatch, Openings, OpeningsCheck
from grocerydots.proofs.receipts import (
    Keys,
    Receipt,
    ReceiptCheck,
    Signature,
    SignatureCheck,
    TableReceipt,
)

__all__ = [
    "Keys",
    "Mismatch",
    "Openings",
    "OpeningsCheck",
    "Receipt",
    "ReceiptCheck",
    "Signature",
    "SignatureCheck",
    "TableReceipt",
]

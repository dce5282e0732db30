"""The small files beside a log: what the page on them shows is what is read and written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from grocerydots.files import write_bytes
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.proofs.signing import KeyRing, SigningKey

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "files.md"


def examples() -> list[bytes]:
    """The files that stand on the page, each a block of one line."""
    return [line.encode() for line in re.findall(r"```json\n(.*\n)```", PAGE.read_text(encoding="utf-8"))]


def test_the_files_of_the_page_are_read_and_written_as_they_stand_there() -> None:
    openings, receipt, signed, keys = examples()
    assert Openings.from_bytes(openings).to_bytes() == openings
    assert Receipt.from_bytes(receipt).to_bytes() == receipt
    assert Receipt.from_bytes(signed).to_bytes() == signed
    assert KeyRing.from_bytes(keys).to_bytes() == keys


def test_the_signed_receipt_of_the_page_is_signed_with_the_key_of_the_page() -> None:
    _, receipt, signed, keys = examples()
    assert KeyRing.from_bytes(keys).check(Receipt.from_bytes(signed), at=0)
    key = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
    assert key.sign(Receipt.from_bytes(receipt)).to_bytes() == signed


def test_a_file_that_is_written_again_is_replaced_whole(tmp_path: Path) -> None:
    write_bytes(tmp_path / "file", b"a long one")
    write_bytes(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_folder_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_bytes(tmp_path / "none" / "file", b"x")

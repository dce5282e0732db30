"""Small files that lie beside a log: openings, receipts, keys. One canonical JSON object in one line each.

Reading is as strict as a log's: what was read, written again, must give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from grocerydots.errors import DeckError, NotationError, WrongType
from grocerydots.files import AnyPath, as_path
from grocerydots.log.canonical import Wrong, nests_too_deep, said
from grocerydots.log.fields import KINDS
from grocerydots.log.kinds import Kind, Object

_Shape = TypeVar("_Shape")


class Format:
    """One kind of small file: its name and version, and how many bytes it may have."""

    __slots__ = ("most", "name", "version", "what")

    def __init__(self, name: str, what: str, most: int) -> None:
        self.name: Final = name
        self.version: Final = 1
        self.what: Final = what  #: What messages call it.
        self.most: Final = most

    def written(self, fields: dict[str, object]) -> bytes:
        """The file's bytes. All that goes into these files is ASCII, which canonical JSON does not escape."""
        whole = {**fields, "format": self.name, "version": self.version}
        return json.dumps(whole, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Whatever is wrong with a file that is read within, as a `NotationError` that names the place."""
        try:
            yield
        except Wrong as wrong:
            place = f"{wrong.path}: " if wrong.path else ""
            raise NotationError(f"{self.what}: {place}{wrong.message}") from None
        except DeckError as error:
            raise NotationError(f"{self.what}: {error}") from None

    def fields(self, content: bytes, shape: type[_Shape], **kinds: Kind) -> _Shape:
        """What the file holds besides format and version. Raises `Wrong`.

        `shape` is a class with a field for each, `kinds` those of its kinds that logs do not have.
        """
        if type(content) is not bytes:
            raise WrongType.of("content", "bytes", content)
        if len(content) > self.most:
            raise Wrong(f"longer than {self.most} bytes")
        found = _parsed(content)
        self._check_version(found)
        fields = {name: value for name, value in found.items() if name not in ("format", "version")}
        held: _Shape = Object(shape, {**KINDS, **kinds}).check(fields)
        return held

    def check(self, content: bytes, again: bytes) -> None:
        """Raise `Wrong` unless what was read, written again, gives the same bytes."""
        if content != again:
            at = next(at for at in range(len(content) + 1) if content[: at + 1] != again[: at + 1])
            raise Wrong(f"not canonical from byte {at + 1} on")

    def _check_version(self, found: dict[str, object]) -> None:
        if found.get("format") != self.name:
            raise Wrong(f'expected "{self.name}", got {said(found.get("format"))}', "format")
        version = found.get("version")
        if type(version) is int and version > self.version:
            raise Wrong(f"it is {said(version)}; this library reads up to {self.version}", "version")
        if type(version) is not int or version < 1:
            raise Wrong(f"expected {self.version}, got {said(version)}", "version")


def _parsed(content: bytes) -> dict[str, object]:
    if not content.endswith(b"\n"):
        raise Wrong(r"the file stops within its line: there is no \n at its end")
    if nests_too_deep(content):
        raise Wrong("arrays and objects are nested too deeply")
    try:
        found = json.loads(content.decode())
    except UnicodeDecodeError as error:
        raise Wrong(f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Wrong(f"no JSON: {error.msg} at character {error.pos + 1}") from None
    except ValueError:
        raise Wrong("a number in it has too many digits") from None
    if type(found) is not dict:
        raise Wrong(f"expected an object, got {said(found)}")
    return found


# Files


def read_bytes(path: AnyPath, most: int) -> bytes:
    """The bytes of a file, one more than `most` at the most."""
    with open(as_path(path), "rb") as file:
        return file.read(most + 1)

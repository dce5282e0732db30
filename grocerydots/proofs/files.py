"""Small files that lie beside a log: openings, receipts, keys. One canonical JSON object in one line each.

Reading is as strict as a log's: what was read, written again, must give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar, Final, NamedTuple, Self

from grocerydots.errors import DeckError, NotationError, expect
from grocerydots.files import PUBLIC, AnyPath, as_path, write_bytes
from grocerydots.log.canonical import Wrong, an_object, differs_at, nests_too_deep, said
from grocerydots.log.fields import KINDS
from grocerydots.log.kinds import Kind, compiled, keyed, object_text, texts_of

_VERSION: Final = 1


class Format(NamedTuple):
    """One kind of small file, whose fields are those of the class that it keeps."""

    name: str
    what: str  #: What messages call it.
    most: int  #: Bytes.
    mode: int = PUBLIC
    kinds: Mapping[str, Kind] = {}  #: Of fields that logs do not have.


class Kept:
    """A value with a small file of its own."""

    __slots__ = ()
    _format: ClassVar[Format]

    def to_bytes(self) -> bytes:
        """The value as a file holds it: canonical JSON in one line (``docs/reference/files.md``)."""
        return self._writer()(self).encode() + b"\n"

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The value that `to_bytes` wrote. Raises `NotationError` naming the place of what is wrong."""
        expect("content", content, bytes)
        try:
            found: Self = cls._kind().check(_fields(content, cls._format))
            again = found.to_bytes()
            if content != again:
                raise Wrong(f"not canonical from byte {differs_at(content, again) + 1} on")
        except Wrong as wrong:
            place = f"{wrong.path}: " if wrong.path else ""
            raise NotationError(f"{cls._format.what}: {place}{wrong.message}") from None
        except DeckError as error:
            raise NotationError(f"{cls._format.what}: {error}") from None
        return found

    def write(self, path: AnyPath) -> None:
        """Write the value to a file of its own; what is secret is readable by the file's owner alone."""
        write_bytes(path, self.to_bytes(), self._format.mode)

    @classmethod
    def read(cls, path: AnyPath) -> Self:
        """The value in a file. Raises what `from_bytes` does, and `OSError`."""
        return cls.from_bytes(read_bytes(path, cls._format.most))

    @classmethod
    @cache
    def _kind(cls) -> Kind:
        return keyed(cls, {**KINDS, **cls._format.kinds})

    @classmethod
    @cache
    def _writer(cls) -> Callable[[object], str]:
        """All that goes into these files is ASCII, which canonical JSON does not escape."""
        texts = texts_of(cls._kind().fields, "v.")
        texts |= {"format": f'"{cls._format.name}"', "version": f"{_VERSION}"}
        return compiled(f"write_{cls._format.what}", "v", f"return f'''{object_text(texts)}'''")


def _fields(content: bytes, format: Format) -> dict[str, object]:
    """What a file holds besides format and version. Raises `Wrong`."""
    if len(content) > format.most:
        raise Wrong(f"longer than {format.most} bytes")
    found = _parsed(content)
    name, version = found.pop("format", None), found.pop("version", None)
    if name != format.name:
        raise Wrong(f'expected "{format.name}", got {said(name)}', "format")
    if type(version) is int and version > _VERSION:
        raise Wrong(f"it is {said(version)}; this library reads up to {_VERSION}", "version")
    if type(version) is not int or version < 1:
        raise Wrong(f"expected {_VERSION}, got {said(version)}", "version")
    return found


def _parsed(content: bytes) -> dict[str, object]:
    if not content.endswith(b"\n"):
        raise Wrong(r"the file stops within its line: there is no \n at its end")
    if nests_too_deep(content):
        raise Wrong("arrays and objects are nested too deeply")
    try:
        return an_object(json.loads(content.decode()))
    except UnicodeDecodeError as error:
        raise Wrong(f"byte {error.start + 1} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise Wrong(f"no JSON: {error.msg} at character {error.pos + 1}") from None
    except Wrong:
        raise
    except ValueError:
        raise Wrong("a number in it has too many digits") from None


def read_bytes(path: AnyPath, most: int) -> bytes:
    """The bytes of a file, one more than `most` at the most."""
    with open(as_path(path), "rb") as file:
        return file.read(most + 1)

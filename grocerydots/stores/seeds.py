"""Where seeds are kept: apart from logs, and deletable.

Whoever has a hand's seed knows every card of it, so seeds never lie where logs do: logs are for everybody.
"""

from __future__ import annotations

import os
import stat
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from secrets import token_hex
from types import TracebackType
from typing import Final, Self, final

from grocerydots.deck import Seed
from grocerydots.deck.scheme import HAND_ID
from grocerydots.errors import NotationError, StoreError
from grocerydots.files import PRIVATE, write_new
from grocerydots.stores import media
from grocerydots.stores.names import checked_id

_SUFFIX: Final = ".seed"
_DRAFT: Final = ".draft"
_TEST: Final = "test "
_LONGEST: Final = 100  #: Bytes of a seed's file; written ones have at most 70.


class SeedStore(ABC):
    """A place for the seeds of hands, each under its hand's id. A seed is kept once and never replaced."""

    @final
    def keep(self, hand_id: str, seed: Seed) -> None:
        """Keep a hand's seed; the same one again is fine. `StoreError` when it has another already."""
        if type(seed) is not Seed:
            raise NotationError(f"what is kept is a Seed, not a value of type {type(seed).__name__}")
        if not self._keep(checked_id(hand_id), seed) and self.seed(hand_id) != seed:
            raise StoreError(f"another seed is kept for hand {hand_id}, and one hand has one seed")

    @final
    def seed(self, hand_id: str) -> Seed:
        """The seed of a hand. Raises `StoreError` when none is kept."""
        found = self._find(checked_id(hand_id))
        if found is None:
            raise StoreError(f"no seed is kept for hand {hand_id}")
        return found

    @final
    def delete(self, hand_id: str) -> bool:
        """Delete a hand's seed: whether there was one. Cards that nobody saw then stay unknown for ever."""
        return self._delete(checked_id(hand_id))

    @final
    def hand_ids(self) -> tuple[str, ...]:
        """The ids of all hands whose seed is kept, sorted."""
        return tuple(sorted(self._hand_ids()))

    def close(self) -> None:  # noqa: B027  nothing is open between two calls, unless a subclass says so
        """Let go of whatever is open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def _keep(self, hand_id: str, seed: Seed) -> bool:
        """Keep a seed unless there is one for that hand already: whether it was kept now."""

    @abstractmethod
    def _find(self, hand_id: str) -> Seed | None:
        """The seed, None when there is none."""

    @abstractmethod
    def _delete(self, hand_id: str) -> bool:
        """Delete the seed: whether there was one."""

    @abstractmethod
    def _hand_ids(self) -> Iterable[str]:
        """As `hand_ids`, in any order."""


@final
class FolderSeeds(SeedStore):
    """Seeds as files ``<id>.seed`` of a folder of their own, which only its owner can read.

    A seed that others can read is refused. Deleting takes the file away; what a disk keeps of it until the
    place is used again is the disk's own matter.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder: Final = media.absolute(folder)
        with media.doing(f"make the folder {self._folder}"):
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            if any(name.endswith(".jsonl") for name in os.listdir(self._folder)):
                raise StoreError(f"the folder {self._folder} holds logs: keep seeds in one of their own")

    def _path(self, hand_id: str) -> str:
        return os.path.join(self._folder, hand_id + _SUFFIX)

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        draft = f"{self._path(hand_id)}.{token_hex(8)}{_DRAFT}"
        content = f"{_TEST if seed.is_test else ''}{seed.hex()}\n".encode()
        with media.doing(f"keep a seed in {self._folder}"):
            try:
                write_new(draft, content, PRIVATE)
                os.link(draft, self._path(hand_id))
            except FileExistsError:
                return False
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(draft)
            media.make_names_last(self._folder)
        return True

    def _find(self, hand_id: str) -> Seed | None:
        path = self._path(hand_id)
        try:
            with media.doing(f"read {path}"), media.opened(path, os.O_RDONLY) as file:
                if os.name == "posix" and stat.S_IMODE(os.fstat(file).st_mode) & 0o077:
                    raise StoreError(f"others than its owner can use {path}: chmod 600 it, or think it known")
                return _read(os.read(file, _LONGEST), path)
        except StoreError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return None
            raise

    def _delete(self, hand_id: str) -> bool:
        path = self._path(hand_id)
        drafts = f"{hand_id}{_SUFFIX}."
        with media.doing(f"delete a seed in {self._folder}"):
            for name in os.listdir(self._folder):  # a crash may have left drafts behind
                if name.startswith(drafts) and name.endswith(_DRAFT):
                    os.unlink(os.path.join(self._folder, name))
            try:
                os.unlink(path)
            except FileNotFoundError:
                return False
            finally:
                media.make_names_last(self._folder)
        return True

    def _hand_ids(self) -> Iterable[str]:
        with media.doing(f"read the folder {self._folder}"):
            names = os.listdir(self._folder)
        found = [name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)]
        return [hand_id for hand_id in found if HAND_ID.fullmatch(hand_id)]


def _read(content: bytes, path: str) -> Seed:
    text = content.decode("ascii", "replace")
    try:
        if not text.endswith("\n"):
            raise NotationError("it stops within its line")
        is_test = text.startswith(_TEST)
        return Seed(Seed.from_hex(text[:-1].removeprefix(_TEST)).bytes, is_test=is_test)
    except NotationError:
        raise StoreError(f"{path} holds no seed") from None

"""Seeds, kept apart from logs, and deletable: `SeedStore`, and `FolderSeeds` of plain files.

Whoever has a hand's seed knows all its cards, while logs are for everybody: no place is for both.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, final

from grocerydots.deck import Seed
from grocerydots.errors import NotationError, StoreError, expect
from grocerydots.files import PRIVATE, AnyPath
from grocerydots.stores import disk
from grocerydots.stores.store import Place, checked_id

_TEST: Final = "test "
_LONGEST: Final = 100  #: Bytes to read of a seed's file, which has at most 70.


class SeedStore(Place, ABC):
    """A place for the seeds of hands, each under its hand's id. A seed is kept once and never replaced.

    Raises `StoreError` for whatever goes wrong with the place, also when it was deleted, renamed or replaced
    while the store was open, or when others than its owner can read it; `NotationError` for ids that no store
    takes.
    """

    @final
    def keep(self, hand_id: str, seed: Seed) -> None:
        """Keep a hand's seed; keeping it again does nothing. `StoreError` when the hand has another seed."""
        expect("seed", seed, Seed)
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

    @abstractmethod
    def _keep(self, hand_id: str, seed: Seed) -> bool:
        """Keep a seed unless the hand has one already: whether it was kept now."""

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
    """Seeds as files ``<id>.seed`` of a folder of their own, which is made if need be.

    Only their owner can use the folder and the files; a seed or a folder that others can read is refused.
    Deleting removes the file; the disk itself may keep its bytes until it uses their place again.
    """

    def __init__(self, folder: AnyPath) -> None:
        self._folder: Final = disk.Folder(folder, "seeds")

    def _path(self, hand_id: str) -> str:
        self._folder.check()
        return self._folder.file(hand_id)

    def _keep(self, hand_id: str, seed: Seed) -> bool:
        path = self._path(hand_id)
        content = f"{_TEST if seed.is_test else ''}{seed.hex()}\n".encode()
        with disk.doing(f"keep a seed in {self._folder.path}"):
            is_new = disk.place_new(path, content, PRIVATE)
        self._folder.check()
        return is_new

    def _find(self, hand_id: str) -> Seed | None:
        path = self._path(hand_id)
        try:
            with disk.opened(path, os.O_RDONLY) as file:
                disk.check_private(path, os.fstat(file))
                return _read(os.read(file, _LONGEST), path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise disk.store_error(error, f"read {path}") from error

    def _delete(self, hand_id: str) -> bool:
        path = self._path(hand_id)
        with disk.doing(f"delete a seed in {self._folder.path}"):
            for name in self._folder.names():  # a crash may have left drafts behind
                draft = os.path.join(self._folder.path, name)
                if draft.startswith(f"{path}.") and draft.endswith(disk.DRAFT) and _is_file(draft):
                    os.unlink(draft)
            try:
                disk.check_regular(os.lstat(path))  # what a link leads to would stay
                os.unlink(path)
            except FileNotFoundError:
                return False
            finally:
                self._folder.sync()
        return True

    def _hand_ids(self) -> Iterable[str]:
        self._folder.check()
        return [hand_id for hand_id in self._folder.ids() if _is_file(self._folder.file(hand_id))]


def _is_file(path: str) -> bool:
    """Whether there is a regular file at a path."""
    return os.path.isfile(path) and not os.path.islink(path)


def _read(content: bytes, path: str) -> Seed:
    text = content.decode("ascii", "replace")
    try:
        if not text.endswith("\n"):
            raise NotationError("its line has no end")
        is_test = text.startswith(_TEST)
        return Seed(Seed.from_hex(text[:-1].removeprefix(_TEST)).bytes, is_test=is_test)
    except NotationError:
        raise StoreError(f"{path} does not hold a seed") from None

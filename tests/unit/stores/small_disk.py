"""A disk of half a megabyte to fill and to make read-only: a file system in memory, root's to mount."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

SIZE = 512 * 1024


def can_mount() -> bool:
    return (
        os.geteuid() == 0 and _mount("--version") and Path("/proc/filesystems").read_text().count("tmpfs") > 0
    )


class SmallDisk:
    """The disk, mounted at `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def fill(self, leave: int = 0) -> None:
        """Take up all room but so many bytes, until `empty`."""
        with open(self.path / "ballast", "wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(b"x" * 4096)
            except OSError:
                ballast.truncate(max(0, ballast.tell() // 4096 * 4096 - leave))

    def empty(self) -> None:
        (self.path / "ballast").unlink()

    def read_only(self, on: bool) -> None:
        assert _mount("-o", f"remount,{'ro' if on else 'rw'}", str(self.path))


@contextmanager
def mounted() -> Iterator[SmallDisk | None]:
    """A disk mounted where every user can get at it, None where that is not allowed."""
    path = Path(mkdtemp(prefix="gddisk"))
    path.chmod(0o755)
    if not (can_mount() and _mount("-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(path))):
        yield None
        path.rmdir()
        return
    try:
        yield SmallDisk(path)
    finally:
        subprocess.run(["umount", "-l", str(path)], check=True)
        path.rmdir()


def _mount(*arguments: str) -> bool:
    return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0

"""A PostgreSQL server of the tests' own, in a folder of its own: on a socket in it, not on the network."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import Self

#: PostgreSQL 15 first, which is what is tested with; any other is better than none.
_FOUND = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name != "15")


def programs() -> Path | None:
    """Where PostgreSQL's programs are, None where they are not."""
    if _FOUND:
        return _FOUND[0]
    found = shutil.which("initdb")
    return None if found is None else Path(found).resolve().parent


class PrivateServer:
    """A server that can be stopped, crashed and started again. It does not run as root, which it refuses."""

    def __init__(self, settings: str = "") -> None:
        found = programs()
        assert found is not None
        self._programs = found
        # A socket's path must be short. In memory, where there is such a place: what is tested is crashes of
        # the server, which lose no more there than on a disk.
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else "/tmp"
        self.folder = Path(mkdtemp(prefix="gdpg", dir=memory))
        self._user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        if os.geteuid() == 0:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
            self.folder.chmod(0o755)
        self._settings = settings
        self._run("initdb", "-D", self._data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    @property
    def dsn(self) -> str:
        return f"host={self.folder} port=5432 user=tester dbname=postgres"

    def start(self) -> None:
        options = f"-c listen_addresses= -c unix_socket_directories={self.folder} {self._settings}"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: `fast` as an administrator would, `immediate` as a crash."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self._user, "--", *command]
        # The server keeps what it inherits open: nothing here may wait for the end of its output.
        with open(os.devnull, "r+b") as nothing:
            done = subprocess.run(
                command, stdin=nothing, stdout=nothing, stderr=nothing, cwd="/", check=False
            )
        if done.returncode:
            log = self.folder / "log"
            raise RuntimeError(f"{program} failed: {log.read_text()[-2000:] if log.exists() else 'no log'}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pid = self.folder / "data" / "postmaster.pid"
        if pid.exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)

"""A proxy before a PostgreSQL server that cuts a connection in the middle of a commit."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Self

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_PORT = 5432


class CuttingProxy:
    """Passes everything on, until it is to cut a connection."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._deaf: socket.socket | None = None  #: The client that is to hear nothing more.
        self._cut: tuple[bool, Callable[[], object]] | None = None

    def cut(self, *, stored: bool, then: Callable[[], object] = lambda: None) -> None:
        """Cut the next commit off: its answer when it is to be stored, otherwise the commit itself.

        `then` is done before the client hears of it.
        """
        self._cut = stored, then

    def __enter__(self) -> Self:
        self._folder = TemporaryDirectory(prefix="gdpx", dir="/tmp")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{self._folder.name}/.s.PGSQL.{_PORT}")
        self._listener.listen()
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._folder.cleanup()

    @property
    def dsn(self) -> str:
        return make_conninfo(self._dsn, host=self._folder.name, port=_PORT)

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, self._connected() as server:
            back = Thread(target=self._pass_on, args=(server, client), daemon=True)
            back.start()
            while message := client.recv(1 << 20):
                if b"COMMIT\0" in message and self._cut:
                    (stored, then), self._cut = self._cut, None
                    self._deaf = client
                    server.sendall(message + _TERMINATE if stored else _TERMINATE)
                    back.join()
                    then()
                    return
                server.sendall(message)
            server.shutdown(socket.SHUT_RDWR)
            back.join()

    def _pass_on(self, server: socket.socket, client: socket.socket) -> None:
        while said := server.recv(1 << 20):
            if client is not self._deaf:
                client.sendall(said)

    def _connected(self) -> socket.socket:
        given = conninfo_to_dict(self._dsn)
        host, port = str(given["host"]), int(given.get("port") or _PORT)
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(str(Path(host, f".s.PGSQL.{port}")))
        return server


_TERMINATE = b"X" + struct.pack(">I", 4)  # the client's last message: the server ends the connection

"""SQLite's troubles in words."""

from __future__ import annotations

import sqlite3
from typing import Final

_WORDS: Final = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "it is read-only",
    "SQLITE_BUSY": "another writer keeps it locked",
    "SQLITE_LOCKED": "another writer keeps it locked",
    "SQLITE_CANTOPEN": "it cannot be opened",
    "SQLITE_NOTADB": "it is no SQLite database",
    "SQLITE_CORRUPT": "it is damaged",
    "SQLITE_IOERR": "the disk failed",
    "SQLITE_PERM": "there is no permission",
}


def reason(error: BaseException) -> str:
    """Why that was raised: from SQLite's own code, which may be the error's cause's."""
    name = _name(error)
    for code, words in _WORDS.items():
        if name.startswith(code):
            return f"{words} ({name})"
    return str(error) or type(error).__name__


def is_busy(error: BaseException) -> bool:
    """Whether another connection keeps the database locked."""
    return _name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _name(error: BaseException) -> str:
    for found in (error, error.__cause__):
        if isinstance(found, sqlite3.Error):
            return getattr(found, "sqlite_errorname", "")
    return ""

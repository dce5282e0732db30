"""Puts the page together: the template, its style and script, and the hand's log word for word."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from grocerydots.audit import audit
from grocerydots.errors import LogError, NotationError, brief, expect, several
from grocerydots.events import Event
from grocerydots.log import Log
from grocerydots.log.codec import decode_line
from grocerydots.page.commentary import notes_on, rules_cited, unreadable
from grocerydots.proofs.openings import Openings

#: In the order in which they build on each other. All run in one function's scope.
SCRIPTS: Final = (
    "sha256.js", "deck.js", "games.js", "lines.js", "hands.js", "evolve.js", "turns.js", "settle.js",
    "opening.js", "betting.js", "dealing.js", "showdown.js", "proofs.js", "clock.js", "verify.js",
    "words.js", "cards.js", "table.js", "report.js", "viewer.js",
)  # fmt: skip
#: The scripts that need no page: everything up to the verdict on a log.
VERIFYING: Final = SCRIPTS[: SCRIPTS.index("verify.js") + 1]


def build(
    log: Log | bytes,
    openings: Openings | None = None,
    text_lines: Iterable[tuple[int, str]] | None = None,
) -> str:
    """The page of a hand as one HTML text, which needs nothing but a browser.

    `log` may be the bytes of a log that cannot be read: the page then shows it as far as it goes. Every entry
    is checked by the rules, and the page says what was found wrong, beside what the browser finds by itself,
    and the verdict of `audit` in one sentence.
    `openings` are the viewer's own; their cards are shown as known to that seat only.
    `text_lines` are (entry, text) for the history column, by default those of `history.tell_lines`. Raises
    `NotationError` for text lines of another form, and `WrongType` for any other wrong argument.
    """
    expect("log", log, Log, bytes)
    if openings is not None:
        expect("openings", openings, Openings)
    texts = None if text_lines is None else _texts(text_lines)
    style, script = asset("page.css"), _script()
    parts = {
        "policy": _policy(style, script),
        "title": "grocerydots",
        "style": style,
        "hand": _json(_hand(log, openings, texts)),
        "script": script,
    }
    return re.sub(r"<!--(\w+)-->", lambda found: parts[found[1]], asset("page.html"))


def _texts(text_lines: Iterable[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    rows = several("text_lines", text_lines, tuple)
    for at, row in enumerate(rows):
        if [type(item) for item in row] != [int, str]:
            raise NotationError(f"text_lines[{at}]: expected an entry and its text, got {brief(row)}")
    return rows


def _hand(
    log: Log | bytes, openings: Openings | None, text_lines: Iterable[tuple[int, str]] | None
) -> dict[str, object]:
    """What the script finds in the page."""
    stored = log if isinstance(log, bytes) else log.to_bytes()
    events = log.events if isinstance(log, Log) else _readable(log)
    notes, finding = notes_on(events, text_lines, None if openings is None else openings.cards)
    if finding is None and isinstance(log, bytes):
        finding = unreadable(log)
    return {
        **_stored(stored),
        "heads": list(log.heads) if isinstance(log, Log) else None,
        "finding": finding,
        "conclusion": audit(log).conclusion,
        "notes": notes,
        "rules": rules_cited(notes),
        "openings": None if openings is None else json.loads(openings.to_bytes()),
    }


def _readable(stored: bytes) -> tuple[Event, ...]:
    """The events of a log up to the first line that cannot be read."""
    events: list[Event] = []
    for number, line in enumerate(stored.split(b"\n"), 1):
        try:
            events.append(decode_line(line, number)[0])
        except LogError:
            break
    return tuple(events)


def _stored(stored: bytes) -> dict[str, str | None]:
    """The log word for word; in base64 when it is not UTF-8."""
    try:
        return {"log": stored.decode(), "log_base64": None}
    except UnicodeDecodeError:
        return {"log": None, "log_base64": base64.b64encode(stored).decode()}


_UNSAFE: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def _json(value: object) -> str:
    """JSON that stays inside its element, whatever texts are in it: none can end it or start another."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_UNSAFE)


def _policy(style: str, script: str) -> str:
    """The page's content security policy: its own style and script by their hashes, and nothing else."""
    own = f"script-src '{_source(script)}'; style-src '{_source(style)}'"
    return f"default-src 'none'; {own}; img-src data:; base-uri 'none'; form-action 'none'"


def _source(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


@cache
def asset(name: str) -> str:
    """A packaged file of the page, as text."""
    return files("grocerydots.page").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    body = "\n".join(asset(name) for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{body}}})();\n'

"""A coverage-guided fuzzer over reading and auditing, for whoever has an hour: not collected, not part of CI.

``pip install atheris``, then ``PYTHONPATH=tests:tests/unit/audit python tests/unit/audit/atheris_audit.py
-max_total_time=3600 -max_len=4096``. It stops at the first thing that raises.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Any

atheris: Any = import_module("atheris")

with atheris.instrument_imports(include=["grocerydots"]):
    from mutations import NAMES, honest

    from grocerydots.audit import audit, audit_archive
    from grocerydots.errors import LogError
    from grocerydots.log import read_log
    from grocerydots.log.canonical import canonical
    from grocerydots.log.chain import digests, end_line


def edited(provider: Any) -> bytes:
    """An honest log with lines changed, dropped, doubled and moved as the fuzzer says."""
    lines = list(honest(NAMES[provider.ConsumeIntInRange(0, len(NAMES) - 1)]).lines)
    for _ in range(provider.ConsumeIntInRange(1, 4)):
        at = provider.ConsumeIntInRange(0, len(lines) - 1)
        what = provider.ConsumeIntInRange(0, 9)
        if what == 0 and len(lines) > 1:
            del lines[at]
        elif what == 1:
            lines.insert(provider.ConsumeIntInRange(0, len(lines)), lines[at])
        elif what == 2:
            lines[at] = provider.ConsumeBytes(60)
        else:
            lines[at] = changed(lines[at], provider)
    if b'"event":"hand_closed"' in lines[-1] and provider.ConsumeBool():
        lines.append(end_line(len(lines), digests(lines)[-1].hex()))
    return b"\n".join(lines) + b"\n"


def changed(line: bytes, provider: Any) -> bytes:
    """A line with one of its values changed."""
    try:
        fields = json.loads(line)
        holder, key = fields, "event"
        value: Any = fields
        while isinstance(value, dict | list) and value:
            keys = sorted(value) if isinstance(value, dict) else range(len(value))
            holder, key = value, keys[provider.ConsumeIntInRange(0, len(keys) - 1)]
            value = holder[key]
        holder[key] = other(value, provider)
        return canonical(fields)
    except (ValueError, LogError):
        return line


def other(value: Any, provider: Any) -> Any:
    """A value of the same kind, or now and then of another."""
    if provider.ConsumeIntInRange(0, 15) == 0:
        return [None, True, [], "As", 1][provider.ConsumeIntInRange(0, 4)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return (
            provider.ConsumeIntInRange(0, 60)
            if provider.ConsumeBool()
            else provider.ConsumeIntInRange(0, 2**53 - 1)
        )
    if isinstance(value, str) and len(value) == 2:
        return "23456789TJQKA"[provider.ConsumeIntInRange(0, 12)] + "cdhs"[provider.ConsumeIntInRange(0, 3)]
    return provider.ConsumeUnicodeNoSurrogates(20)


def one_input(data: bytes) -> None:
    """Read and audit what the fuzzer has thought of."""
    provider = atheris.FuzzedDataProvider(data)
    content = edited(provider) if provider.ConsumeIntInRange(0, 4) else provider.ConsumeBytes(len(data))
    try:
        read_log(content)
        readable = True
    except LogError:
        readable = False
    report = audit(content)
    assert readable <= report.is_readable
    report.to_text()
    report.to_json()
    for hand in audit_archive(content):
        hand.to_json()


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()

"""Lines that come again in hand after hand, such as `{"event":"folded","seat":3}`, are read once.

An event is a value and the same bytes always mean the same event, so it may be shared. Only lines that passed
the whole check are remembered, without their time; a line is recalled only when it is one to the byte,
its time aside, and the time stands where it must and as it must.
"""

from __future__ import annotations

import re
from typing import Final

from grocerydots import events as e
from grocerydots.rules.rules import MAX_CHIPS

#: Events of few fields with few values; lines that name cards hardly ever come again.
_KINDS: Final = frozenset({
    e.AntePosted, e.SatOut, e.CardBurned, e.BroughtIn, e.Completed, e.Bet, e.Raised, e.Called, e.Checked,
    e.Folded, e.TimedOut, e.ChipsReturned, e.BettingClosed, e.StorePassed, e.StoreClosed, e.HandShown,
    e.HandMucked, e.RakeTaken,
})  # fmt: skip
_MOST: Final = 4096

#: The start of a line up to its time's comma. Of their keys only `amount` comes before `at`.
_TIME: Final = re.compile(rb'(\{(?:"amount":[0-9]+,)?)"at":(0|[1-9][0-9]{0,15}),(?!"amount")')

_known: dict[bytes, e.Event] = {}


def recall(line: bytes) -> tuple[e.Event, int | None] | None:
    """The event and time of a line that is known to be good; None when it has to be read."""
    event = _known.get(line)
    if event is not None:
        return event, None
    time = _TIME.match(line)
    if time is None:
        return None
    event = _known.get(time[1] + line[time.end() :])
    at = int(time[2])
    return None if event is None or at > MAX_CHIPS else (event, at)


def remember(line: bytes, event: e.Event) -> None:
    """Keep the event of a good line, if it is one that comes again."""
    if event.__class__ not in _KINDS:
        return
    if len(_known) >= _MOST:
        _known.clear()
    time = _TIME.match(line)
    _known[line if time is None else time[1] + line[time.end() :]] = event

"""Reading a log for an audit: as strictly as everywhere, but the lines before a bad one are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from grocerydots.errors import LogError
from grocerydots.events import Event
from grocerydots.log import Log
from grocerydots.log.files import Prefix, Source, read_prefix, read_prefixes


@attrs.frozen
class Reading:
    """What could be read of one hand's log."""

    log: Log | None  #: The lines before the first bad one; None if the first is bad.
    first_line: int = 1  #: The line of the file where the hand starts.
    error: LogError | None = None  #: Why reading stopped; None at the end of the log.

    @property
    def events(self) -> Sequence[Event]:
        """The events of these lines."""
        return () if self.log is None else self.log.events

    @property
    def is_finished(self) -> bool:
        """Whether the log says that the hand is closed."""
        return self.log is not None and self.log.is_finished

    def line_of(self, entry: int) -> int:
        """The line of the file that holds an entry."""
        return self.first_line + entry


def read_hand(source: Log | Source) -> Reading:
    """What can be read of the log of one hand."""
    if isinstance(source, Log):
        return Reading(source)
    return _reading(read_prefix(source))


def read_hands(source: Source) -> Iterator[Reading]:
    """What can be read of each hand of an archive, one at a time; memory stays bounded by one hand."""
    return map(_reading, read_prefixes(source))


def _reading(prefix: Prefix) -> Reading:
    return Reading(prefix.log, prefix.line, prefix.error)

"""Reading a log for an audit: as strictly as everywhere, and what is good before a bad line is kept."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from grocerydots.errors import LogError
from grocerydots.events import Event
from grocerydots.log import Log
from grocerydots.log.assembly import Assembly
from grocerydots.log.lines import Lines, Source, opened


@attrs.frozen
class Reading:
    """What could be read of one hand's log."""

    log: Log | None  #: The lines before the first bad one; None when already the first is.
    first_line: int = 1  #: The line of the file where the hand starts.
    error: LogError | None = None  #: Why reading stopped; None when it came to the end.

    @property
    def events(self) -> tuple[Event, ...]:
        """What the lines say."""
        return () if self.log is None else self.log.events

    @property
    def is_finished(self) -> bool:
        """Whether the hand is closed, by what its lines say."""
        return self.log is not None and self.log.is_finished

    def line_of(self, entry: int) -> int:
        """The line of the file on which an entry stands."""
        return self.first_line + entry


def read_hand(source: Log | Source) -> Reading:
    """What can be read of the log of one hand."""
    if isinstance(source, Log):
        return Reading(source)
    with opened(source) as file:
        assembly = Assembly()
        try:
            assembly.read_hand(Lines(file))
        except LogError as error:
            return _reading(assembly, 1, error)
        return _reading(assembly, 1)


def read_hands(source: Source) -> Iterator[Reading]:
    """What can be read of each hand of an archive, one at a time; memory stays bounded by one hand."""
    with opened(source) as file:
        lines = Lines(file)
        while not lines.at_end:
            start, assembly = lines.number + 1, Assembly()
            try:
                if not assembly.read_next(lines):
                    return
            except LogError as error:
                lines.skip_hand()
                yield _reading(assembly, start, error)
            else:
                yield _reading(assembly, start)


def _reading(assembly: Assembly, first_line: int, error: LogError | None = None) -> Reading:
    return Reading(Log.assembled(assembly) if assembly.lines else None, first_line, error)

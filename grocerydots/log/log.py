"""`Log`: the lines of one hand and the events they say, as an immutable value."""

from __future__ import annotations

from typing import ClassVar, final

from grocerydots.events import Event, HandOpened
from grocerydots.log.chain import ChainedLog
from grocerydots.log.codec import HAND_CODEC, Codec


@final
class Log(ChainedLog[Event]):
    """The log of one hand: ``Log(lines)`` reads stored lines, `Log.of` writes events down.

    Two logs are equal when their lines are. Lines have no line ends, and the end line of a finished log is
    not among them. Raises `LogError` for lines or events that are not the log of a hand, and `WrongType`.
    """

    __slots__ = ()

    _codec: ClassVar[Codec[Event]] = HAND_CODEC

    @property
    def opening(self) -> HandOpened:
        """The first event."""
        first = self.events[0]
        assert isinstance(first, HandOpened)
        return first

    @property
    def hand_id(self) -> str:
        """The hand's id."""
        return self.opening.hand_id

    @property
    def is_finished(self) -> bool:
        """Whether the hand is over: its last event is `HandClosed`."""
        return self.is_closed

    def __repr__(self) -> str:
        finished = "finished" if self.is_finished else "not finished"
        return f"Log({self.hand_id!r}, {self.entries} entries, {finished})"

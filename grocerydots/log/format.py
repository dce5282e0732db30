"""What a log's format is: its name, its version, and the one table of tags."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs

from grocerydots import events as e
from grocerydots.errors import TooNew, UnknownTag, brief
from grocerydots.log.canonical import Wrong, check_there, said
from grocerydots.log.fields import KINDS
from grocerydots.log.kinds import Kind, keyed

_Event = TypeVar("_Event")

#: A line of one version, `event` and all, as the same line of the next version.
Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


def with_new(fields: dict[str, Any], **values: Any) -> dict[str, Any]:
    """The fields of an old line with those that came later. Raises `Wrong` if one is there already."""
    for name in values.keys() & fields.keys():
        raise Wrong("there is no such field in this version of the format", name)
    return fields | values


#: Keys of a line that are no fields of its event.
RESERVED: Final = ("at", "event", "format", "version")
#: The tag of the line after the last entry of a finished log; no event has it.
END: Final = "end"


@attrs.define(eq=False)
class Format(Generic[_Event]):
    """The format of one kind of log."""

    what: str  #: What messages call whatever it is the log of.
    name: str
    version: int  #: What is written; older versions are read by way of `upcasters`.
    #: Each event's class, its tag, and the version that introduced it. The first event opens a log.
    table: Sequence[tuple[type[_Event], str, int]]
    closes: type[_Event] | None = None  #: The event after which only the end line follows.
    keeps_time: bool = False  #: Whether no entry may be earlier than the one before.
    most_entries: int = sys.maxsize
    most_bytes: int = sys.maxsize  #: Of all entries of a log together.
    kinds: Mapping[str, Kind] = {}  #: Those of fields that only these events have.
    opens: type[_Event] = attrs.field(init=False)
    tag_of: dict[type[_Event], str] = attrs.field(init=False)
    event_of: dict[str, type[_Event]] = attrs.field(init=False)
    since: dict[str, int] = attrs.field(init=False)  #: The version that introduced each tag.
    upcasters: dict[int, Upcaster] = attrs.field(init=False, factory=dict)  #: The step up from each version.
    _objects: dict[type[_Event], Kind] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.opens = self.table[0][0]
        self.tag_of = {event: tag for event, tag, _ in self.table}
        self.event_of = {tag: event for event, tag, _ in self.table}
        self.since = {tag: since for _, tag, since in self.table}

    def object_of(self, event: type[_Event]) -> Kind:
        """An event of that class as a JSON object, without the line's reserved keys."""
        if event not in self._objects:
            self._objects[event] = keyed(event, {**KINDS, **self.kinds})
        return self._objects[event]

    def version_of(self, line: dict[str, Any], version: Any) -> int:
        """The version that a line is written in: as it says, or else the one given. Raises `Wrong`."""
        if line.get("event") == self.tag_of[self.opens] or "format" in line:
            check_there(line, "format")
            check_there(line, "version")
            if line["format"] != self.name:
                raise Wrong(f'expected the format "{self.name}", got {said(line["format"])}', "format")
            version = line["version"]
        newest = self.version
        if type(version) is int and version > newest:
            written = f"the log is written in version {brief(version)} of the format"
            raise Wrong(f"{written}; this library reads up to {newest}", "version", TooNew)
        if type(version) is not int or (version != newest and version not in self.upcasters):
            raise Wrong(f"expected a version, 1 to {newest}, got {said(version)}", "version")
        return version

    def event_in(self, line: dict[str, Any], version: int) -> tuple[type[_Event], dict[str, Any]]:
        """The class of a line's event, and the line as the version that is written has it. Raises `Wrong`."""
        check_there(line, "event")
        tag = line["event"]
        if type(tag) is not str:
            raise Wrong(f"expected an event's tag, got {said(tag)}", "event")
        if tag == END and self.closes is not None:
            raise Wrong("expected an event, got the end line", "event")
        if self.since.get(tag, version) <= version:
            line = self._upcast(line, version)
            if line["event"] in self.event_of:
                return self.event_of[line["event"]], line
        raise Wrong(f"version {version} of the format has no event {said(tag)}", "event", UnknownTag)

    def _upcast(self, line: dict[str, Any], version: int) -> dict[str, Any]:
        try:
            for step in range(version, self.version):
                line = self.upcasters[step](line)
        except Wrong:
            raise
        except Exception as error:  # whatever is in the line
            raise Wrong(f"not a line of version {version} of the format: {brief(error)}") from error
        return line


HAND: Final[Format[e.Event]] = Format(
    "hand",
    "grocerydots",
    1,
    (
        (e.HandOpened, "hand_opened", 1),
        (e.DotsTieConfirmed, "dots_tie_confirmed", 1),
        (e.EntropyCommitted, "entropy_committed", 1),
        (e.EntropyAdded, "entropy_added", 1),
        (e.DeckSealed, "deck_sealed", 1),
        (e.AntesPosted, "antes_posted", 1),
        (e.AntePosted, "ante_posted", 1),
        (e.SatOut, "sat_out", 1),
        (e.HandCancelled, "hand_cancelled", 1),
        (e.CardsDealt, "cards_dealt", 1),
        (e.CardBurned, "card_burned", 1),
        (e.StubReplenished, "stub_replenished", 1),
        (e.CommunityCardDealt, "community_card_dealt", 1),
        (e.BroughtIn, "brought_in", 1),
        (e.Completed, "completed", 1),
        (e.Bet, "bet", 1),
        (e.Raised, "raised", 1),
        (e.Called, "called", 1),
        (e.Checked, "checked", 1),
        (e.Folded, "folded", 1),
        (e.TimedOut, "timed_out", 1),
        (e.ChipsReturned, "chips_returned", 1),
        (e.BettingClosed, "betting_closed", 1),
        (e.StoreOpened, "store_opened", 1),
        (e.StoreCardBought, "store_card_bought", 1),
        (e.StorePassed, "store_passed", 1),
        (e.StoreRestocked, "store_restocked", 1),
        (e.StoreClosed, "store_closed", 1),
        (e.HandShown, "hand_shown", 1),
        (e.HandMucked, "hand_mucked", 1),
        (e.DownCardsOpened, "down_cards_opened", 1),
        (e.RakeTaken, "rake_taken", 1),
        (e.PotsAwarded, "pots_awarded", 1),
        (e.HandClosed, "hand_closed", 1),
    ),
    closes=e.HandClosed,
    # Most hands have fewer than two hundred entries; two players who only raise can go on for long.
    most_entries=1_000_000,
    most_bytes=1 << 25,
)
"""The format of a hand's log."""

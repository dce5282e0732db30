"""One event as one line of a log, and back, for any format.

A line is good when writing what was read from it gives the same bytes. That settles key order, spaces,
escapes, duplicate keys, `-0` and whatever follows the JSON, without a rule for each. So there is a quick way,
which checks nothing else, and a careful way for the lines that it gives up, which explains what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final, Generic, TypeAlias, TypeVar

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import LogError, MalformedLog, WrongType, brief, expect
from grocerydots.log.canonical import Wrong, canonical, check_bytes, checked, nests_too_deep, parsed
from grocerydots.log.fields import KINDS, rules_object
from grocerydots.log.format import HAND, RESERVED, Format
from grocerydots.log.kinds import Refused, all_good, compiled, object_text, texts_of
from grocerydots.rules.rules import MAX_CHIPS, Rules

_Event = TypeVar("_Event")
_Fields: TypeAlias = dict[str, Any]
_Line: TypeAlias = bytes | tuple[bytes, bytes]  # the latter without its time

#: Bytes of a line, without its end. Eight players with names of 10,000 letters fit twice.
LONGEST_LINE: Final = 1 << 20
#: Bytes of a line without its time that may come again, such as `{"event":"folded","seat":3}`.
_SHORT: Final = 72
_MOST_KNOWN: Final = 4096
#: Bytes of a line that may nest too deep, or be too long.
_LONG: Final = 200

_AT: Final = b'"at":'  # in no string, where quotes are escaped
_parse: Final = json.JSONDecoder().decode


class _Made(dict[Any, Callable[..., Any]]):
    """Functions by what they are for, each made when it is first needed."""

    def __init__(self, make: Callable[[Any], Callable[..., Any]]) -> None:
        self._make: Final = make

    def __missing__(self, key: object) -> Callable[..., Any]:
        made = self[key] = self._make(key)
        return made


class Codec(Generic[_Event]):
    """Writes and reads the events of one format. A class's writer and reader are compiled when first used."""

    def __init__(self, format: Format[_Event]) -> None:
        self.format: Final = format
        self._writers: Final[dict[type, Callable[[Any, str], str]]] = _Made(self._writer)
        self._readers: Final[dict[str, Callable[[_Fields], _Event]]] = _Made(self._reader)
        #: Events by the short lines that they were read from. The same bytes always mean the same event.
        self._known: Final[dict[_Line, _Event]] = {}

    def _writer(self, cls: type) -> Callable[[Any, str], str]:
        """Return the function of an event and its time, `"at":1,` or nothing, that gives the text."""
        fields = self.format.object_of(cls).fields
        texts = texts_of(fields) | {"at": "$", "event": f'"{self.format.tag_of[cls]}"'}
        if cls is self.format.opens:
            texts |= {"format": f'"{self.format.name}"', "version": f"{self.format.version}"}
        text = object_text(texts).replace('"at":$,', "{at}")
        body = [f"{field} = v.{field}" for field in fields]
        body += [f"if not ({all_good(fields)}): refuse()", f"return f'''{text}'''"]
        return compiled(f"write_{cls.__name__}", "v, at", "\n".join(body))

    def _reader(self, tag: str) -> Callable[[_Fields], _Event]:
        """Return the function of a parsed line that gives its event, and checks nothing."""
        read = self.format.object_of(self.format.event_of[tag]).read
        return compiled(f"read_{tag}", "line", f"return {read.replace('$', 'line')}")

    # Writing

    def encode(self, event: _Event, at: int | None = None) -> bytes:
        """The event's canonical line, without a line end; `at` is milliseconds.

        Raises `MalformedLog`, naming the field, for an event that no log may hold, and `WrongType`.
        """
        try:
            line = self._writers[event.__class__](event, _time(at)).encode()
        except Exception as error:  # whatever is in the event
            self.check_event(event, at)
            raise error from None
        if len(line) > LONGEST_LINE:
            raise MalformedLog(f"the line would be longer than {LONGEST_LINE} bytes")
        return line

    def check_event(self, event: _Event, at: int | None = None) -> None:
        """Raise `MalformedLog`, naming the field, unless every field is just what a log gives back."""
        if event.__class__ not in self.format.tag_of:
            raise WrongType.of("event", f"an event of a {self.format.what}", event) from None
        try:
            if at is not None:
                _checked_time(at)
            for name, kind in self.format.object_of(event.__class__).fields.items():
                value = getattr(event, name)
                held = checked(name, kind.check, _plain(value))
                if held != value or type(held) is not type(value):
                    raise Wrong(f"expected {brief(held)}, got {brief(value)}", name)
        except Wrong as wrong:
            raise wrong.at_line(None) from None

    # Reading

    def decode(self, line: bytes, number: int, version: int) -> tuple[_Event, int | None, int]:
        """A line's event and time, and the version that it is written in; `number` is the line's, for errors.

        `version` is what the log's first line says. Raises `MalformedLog`, `UnknownTag`, `TooNew`.
        """
        if version == self.format.version and (found := self.decode_all((line,))) is not None:
            (event,), (at,) = found
            return event, at, version
        if len(line) > LONGEST_LINE:
            raise MalformedLog(f"the line is longer than {LONGEST_LINE} bytes", number)
        try:
            return self._carefully(line, version)
        except Wrong as wrong:
            raise wrong.at_line(number) from None
        except LogError as error:
            raise type(error)(error.message, number, error.path) from None

    def decode_all(self, lines: Sequence[bytes]) -> tuple[list[_Event], list[int | None]] | None:
        """The events and times of lines in the version that is written; None if any line is not good.

        None too if some lines have a time and others have none.
        """
        try:
            return self._quickly(lines)
        except Exception:  # whatever is in the lines
            return None

    def _quickly(self, lines: Sequence[bytes]) -> tuple[list[_Event], list[int | None]] | None:
        none: list[int | None] = [None] * len(lines)
        keys, times = _without_times(lines) if _AT in lines[0] else (lines, none)
        events: list[Any] = [self._known.get(key) for key in keys]
        new = [place for place, event in enumerate(events) if event is None]
        fresh = [lines[place] for place in new]
        if [
            line for line in fresh if len(line) > _LONG and (len(line) > LONGEST_LINE or nests_too_deep(line))
        ]:
            return None
        text = b"\n".join(fresh).decode()
        objects = _parse("[" + text.replace("\n", ",") + "]")
        writers, readers, written = self._writers, self._readers, []
        for place, fields in zip(new, objects, strict=True):
            event = events[place] = readers[fields["event"]](fields)
            written.append(writers[event.__class__](event, _time(times[place])))
        # Canonical text holds no line end, so that the lines are equal one by one.
        if "\n".join(written) != text:
            return None
        for place in new:
            self._remember(keys[place], events[place])
        return events, times

    def _remember(self, key: _Line, event: _Event) -> None:
        """Keep the event of a good line that may come again."""
        if (len(key) if isinstance(key, bytes) else len(key[0]) + len(key[1])) <= _SHORT:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = event

    def _carefully(self, line: bytes, version: int) -> tuple[_Event, int | None, int]:
        """The same as `decode`, slower, and able to say what is wrong; lines of older versions come here."""
        format, fields = self.format, parsed(line)
        version = format.version_of(fields, version)
        if version != format.version:
            check_bytes(line, canonical(fields))
        cls, fields = format.event_in(fields, version)
        at = _checked_time(fields["at"]) if "at" in fields else None
        reserved = RESERVED if cls is format.opens else ("at", "event")
        body = {name: value for name, value in fields.items() if name not in reserved}
        event: _Event = format.object_of(cls).check(body)
        if version == format.version:
            check_bytes(line, self.encode(event, at))
        return event, at, version


def _time(at: int | None) -> str:
    if at is None:
        return ""
    if type(at) is int and 0 <= at <= MAX_CHIPS:
        return f'"at":{at},'
    raise Refused


def _without_times(lines: Sequence[bytes]) -> tuple[list[tuple[bytes, bytes]], list[int | None]]:
    """What is before and after the time of each line, and the times. `ValueError` if one is missing."""
    keys: list[tuple[bytes, bytes]] = []
    times: list[int | None] = []
    for line in lines:
        before, _, rest = line.partition(_AT)
        digits, _, after = rest.partition(b",")
        at = int(digits)
        if b"%d" % at != digits or not 0 <= at <= MAX_CHIPS:
            raise ValueError("not a canonical time")
        keys.append((before, after))
        times.append(at)
    return keys, times


_checked_time: Final = partial(checked, "at", KINDS["int"].check)


#: Values of an event that are something else in a line.
_PLAIN: Final[dict[type, Callable[[Any], object]]] = {
    Card: attrgetter("text"),
    Rules: rules_object,
    bytes: bytes.hex,
    e.Seating: e.Seating._asdict,
}


def _plain(value: Any) -> Any:
    """A value of an event as a line has it; what no event may hold is left for the checks to name."""
    if plain := _PLAIN.get(type(value)):
        return plain(value)
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


# A hand's

HAND_CODEC: Final = Codec(HAND)


def encode_event(event: e.Event, at: int | None = None) -> bytes:
    """The event's canonical line, without a line end; `at` is milliseconds.

    Raises `MalformedLog`, naming the field, for an event that no log may hold, and `WrongType`.
    """
    return HAND_CODEC.encode(event, at)


def decode_line(line: bytes, number: int = 1, version: int = HAND.version) -> tuple[e.Event, int | None]:
    """The event and the `at` of one line without its line end; `number` is the line's, for errors.

    `version` is what the log's first line says. Raises `WrongType` and `LogError`: `MalformedLog`,
    `UnknownTag`, `TooNew`.
    """
    expect("line", line, bytes)
    return HAND_CODEC.decode(line, number, version)[:2]

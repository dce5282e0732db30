"""Every error that this library raises on purpose, below one root.

Each keeps its fields in ``args``, so all can be pickled and copied. ``str()`` is one sentence, for people.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import NoneType
from typing import Final, NamedTuple, TypeVar

_Item = TypeVar("_Item")


class GrocerydotsError(Exception):
    """The root of every error of this library."""


class IllegalEvent(GrocerydotsError):
    """An event that the rules do not allow now; the state is untouched."""

    def __init__(self, rule: str, seat: int | None, tried: str, reason: str, legal: str = "") -> None:
        super().__init__(rule, seat, tried, reason, legal)
        self.rule: Final = rule
        self.seat: Final = seat  #: None when the dealer tried it.
        self.tried: Final = tried  #: In words that follow "cannot": ``raise to 25``.
        self.reason: Final = reason  #: Why it is not allowed.
        self.legal: Final = legal  #: What would be: ``call 5 or fold``; empty for nothing.

    def __str__(self) -> str:
        who = "the dealer" if self.seat is None else f"seat {self.seat}"
        instead = f"; {self.legal}" if self.legal else ""
        return f"{self.rule}: {who} cannot {self.tried}: {self.reason}{instead}."


class Problem(NamedTuple):
    """One thing wrong with a table's or a hand's set-up."""

    rule: str | None  #: The rule it breaks, None when it is not a matter of the rules.
    where: str  #: The field, as a dotted path, empty when it is about the whole.
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.rule, self.where, self.message) if part)


class SetupError(GrocerydotsError):
    """A table or a hand that cannot be set up like this: all of its problems at once."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems: Final = problems

    @property
    def rule(self) -> str | None:
        """The first rule that a problem names, None when none does."""
        return next((problem.rule for problem in self.problems if problem.rule is not None), None)

    def __str__(self) -> str:
        return "; ".join(str(problem) for problem in self.problems)


class WrongType(GrocerydotsError, TypeError):
    """A value of a wrong type given to a function of this library: `seed: expected a Seed, got an int`.

    It is the one error for that mistake, with one exception: the fields within a table's or a hand's set-up
    (a stack of 200.0, an option of 7) are listed with all its other problems in one `SetupError`.
    """

    def __init__(self, what: str, expected: str, got: str) -> None:
        super().__init__(what, expected, got)
        self.what: Final = what  #: The argument.
        self.expected: Final = expected  #: The types that would do.
        self.got: Final = got  #: The type that was given.

    @classmethod
    def of(cls, what: str, expected: str, value: object) -> WrongType:
        """The error for this value of that argument; `expected` with its article (`a Seed`)."""
        return cls(what, expected, with_article(type(value)))

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected}, got {self.got}"


class UnknownSeat(GrocerydotsError, KeyError):
    """A seat number at which nobody sits in that hand or at that table."""

    def __init__(self, seat: object) -> None:
        super().__init__(seat)
        self.seat: Final = seat

    def __str__(self) -> str:
        return f"nobody sits in seat {brief(self.seat)}"


class NotationError(GrocerydotsError, ValueError):
    """Something written in a way that cannot be read, or cards that do not make a hand."""


class DeckError(GrocerydotsError):
    """A deck, seed, seal or opening that does not fit."""


class LogError(GrocerydotsError):
    """A log that cannot be read or trusted."""

    def __init__(self, message: str, line: int | None = None, path: str = "") -> None:
        super().__init__(message, line, path)
        self.message: Final = message
        self.line: Final = line  #: Counted from 1.
        self.path: Final = path  #: The dotted path to the field.

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}"
        where = ", ".join(part for part in (line, self.path) if part)
        return f"{where}: {self.message}" if where else self.message


class MalformedLog(LogError):
    """A line that is not what the format says: wrong JSON, wrong field, wrong type, not canonical."""


class UnknownTag(LogError):
    """An event's tag that the log's format version does not have."""


class TooNew(LogError):
    """A log written in a newer version of the format than this library reads."""


class BrokenChain(LogError):
    """The lines do not give the hash that was kept: something was changed after it was written."""


class TruncatedLog(LogError):
    """The log stops in the middle of a line or before its end."""


class StoreError(GrocerydotsError):
    """A store of logs that could not do what was asked."""


class ConcurrencyError(StoreError):
    """Somebody else wrote to the same log first; read it again and decide again."""


class MissingExtra(GrocerydotsError):
    """Something that needs an optional part of the package, which is not installed."""

    def __init__(self, extra: str) -> None:
        super().__init__(extra)
        self.extra: Final = extra

    def __str__(self) -> str:
        extra = self.extra
        get = f"pip install \"grocerydots[{extra}]\" (in a checkout: pip install '.[{extra}]')"
        return f'this needs the extra "{extra}": {get}'


# What a caller gives


def expected(where: str, what: str, got: object, rule: str | None = None) -> Problem:
    """The problem of a value that is not what was expected."""
    return Problem(rule, where, f"expected {what}, got {brief(got)}")


def raise_any(problems: Sequence[Problem]) -> None:
    """Raise `SetupError` with all of these problems, if there are any."""
    if problems:
        raise SetupError(tuple(problems))


def expect(what: str, value: object, *kinds: type) -> None:
    """Raise `WrongType` unless a value is of one of these classes; True is no int."""
    if type(value) in kinds:
        return
    if not isinstance(value, kinds) or isinstance(value, int | bytes):
        raise WrongType.of(what, " or ".join([with_article(kind) for kind in kinds]), value)


def several(what: str, values: Iterable[_Item], *kinds: type[_Item]) -> tuple[_Item, ...]:
    """The values as a tuple. Raises `WrongType` unless they are an iterable of these classes."""
    if not isinstance(values, Iterable):
        raise WrongType.of(what, f"an iterable of {' or '.join([kind.__name__ for kind in kinds])}", values)
    found = tuple(values)
    for at, value in enumerate(found):
        expect(f"{what}[{at}]", value, *kinds)
    return found


def brief(value: object) -> str:
    """A value as an error may quote it: its repr, cut short, never a huge number's digits."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**30:
        return "a number of more than 30 digits"
    try:
        text = repr(value)
    except Exception:  # a caller's object may refuse, and so does a list with a huge number in it
        text = with_article(type(value))
    return text if len(text) <= 60 else text[:57] + "..."


def with_article(kind: type) -> str:
    """A class as messages say it: ``an Over``, ``a Card``."""
    if kind in (NoneType, bytes):
        return "None" if kind is NoneType else "bytes"
    name = kind.__name__
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"

"""Errors say one sentence, keep their fields, and can be sent anywhere."""

from __future__ import annotations

import copy
import pickle

import pytest

from grocerydots.errors import (
    BrokenChain,
    ConcurrencyError,
    DeckError,
    GrocerydotsError,
    IllegalEvent,
    LogError,
    MalformedLog,
    MissingExtra,
    NotationError,
    Problem,
    SetupError,
    StoreError,
    TooNew,
    TruncatedLog,
    UnknownTag,
    WrongType,
)

CAPPED = IllegalEvent(
    rule="LIM-7",
    seat=4,
    tried="raise to 25",
    reason="the round is capped at four wagers",
    legal="call 5 or fold",
)
BRING_IN = Problem("LIM-3", "bring_in", "at most the lower limit, 4, not 5")
NO_SEATS = Problem(None, "seats", "at least two are needed")

EVERY_KIND: list[GrocerydotsError] = [
    GrocerydotsError("something"),
    CAPPED,
    SetupError((BRING_IN, NO_SEATS)),
    NotationError("what is this"),
    DeckError("seed and seals differ"),
    LogError("wrong"),
    MalformedLog("wrong", 3, "cards[1].position"),
    UnknownTag("wrong", line=3),
    TooNew("wrong", path="version"),
    BrokenChain("wrong"),
    TruncatedLog("wrong", 7),
    StoreError("no such hand"),
    ConcurrencyError("somebody was first"),
    MissingExtra("cli"),
    WrongType("seed", "a Seed", "an int"),
]


def _kind(error: GrocerydotsError) -> str:
    return type(error).__name__


def test_a_refusal_is_one_sentence_with_rule_seat_reason_and_what_is_legal() -> None:
    assert str(CAPPED) == (
        "LIM-7: seat 4 cannot raise to 25: the round is capped at four wagers; call 5 or fold."
    )


def test_a_refusal_without_a_seat_speaks_of_the_dealer() -> None:
    error = IllegalEvent("GSD-7", None, "open the store", "the first round is not over")
    assert str(error) == "GSD-7: the dealer cannot open the store: the first round is not over."


def test_a_refusal_keeps_its_fields() -> None:
    assert (CAPPED.rule, CAPPED.seat, CAPPED.tried) == ("LIM-7", 4, "raise to 25")
    assert (CAPPED.reason, CAPPED.legal) == ("the round is capped at four wagers", "call 5 or fold")


def test_a_set_up_tells_all_its_problems_in_one_line() -> None:
    error = SetupError((NO_SEATS, BRING_IN))
    assert str(error) == (
        "seats: at least two are needed; LIM-3: bring_in: at most the lower limit, 4, not 5"
    )


def test_a_set_up_error_cites_the_first_rule_that_a_problem_names() -> None:
    assert SetupError((NO_SEATS, BRING_IN)).rule == "LIM-3"
    assert SetupError((NO_SEATS,)).rule is None


def test_a_problem_of_the_whole_needs_no_field() -> None:
    assert str(Problem("GSD-16", "", "the dealer must confirm")) == "GSD-16: the dealer must confirm"


@pytest.mark.parametrize(
    ("line", "path", "text"),
    [
        (3, "cards[1].position", 'line 3, cards[1].position: expected a whole number, got "3"'),
        (3, "", 'line 3: expected a whole number, got "3"'),
        (None, "at", 'at: expected a whole number, got "3"'),
        (None, "", 'expected a whole number, got "3"'),
    ],
)
def test_a_log_error_says_line_and_field_as_far_as_they_are_known(
    line: int | None, path: str, text: str
) -> None:
    assert str(MalformedLog('expected a whole number, got "3"', line, path)) == text


def test_a_missing_extra_says_how_to_get_it() -> None:
    get = "pip install \"grocerydots[cli]\" (in a checkout: pip install '.[cli]')"
    assert str(MissingExtra("cli")) == f'this needs the extra "cli": {get}'


def test_a_wrong_type_is_a_type_error_too_and_names_argument_and_types() -> None:
    error = WrongType.of("seed", "a Seed", 7)
    assert isinstance(error, TypeError)
    assert str(error) == "seed: expected a Seed, got an int"
    assert str(WrongType.of("seed", "a Seed", None)) == "seed: expected a Seed, got None"


def test_a_notation_error_is_a_value_error_too() -> None:
    assert issubclass(NotationError, ValueError)


@pytest.mark.parametrize("error", EVERY_KIND, ids=_kind)
def test_every_error_survives_pickling_and_copying(error: GrocerydotsError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)

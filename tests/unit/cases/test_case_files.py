"""Case files: read strictly, played, and every expectation that does not hold is told."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from bad_values import HUGE, NO_CHIPS, NO_NUMBERS, assert_readable

from grocerydots.cases import Case, CaseError, Failure, play_case, read_cases
from grocerydots.errors import GrocerydotsError

TABLE = {
    "game": "stud_high",
    "betting": {"structure": "fixed_limit", "small_bet": 4, "big_bet": 8},
    "ante": 1,
}
DOTS_TABLE = TABLE | {"game": "grocery_store_dots", "unit": 1, "dots_tie": "share"}
CARDS = {
    "A": {"down": ["Ah", "Qd"], "up": ["2c", "Kd", "9s", "3h"], "river": "4c"},
    "B": {"down": ["Tc", "5d"], "up": ["9d", "8s", "7c", "5h"], "river": "6s"},
}
CASE: dict[str, Any] = {
    "id": "sample",
    "about": "A brings in and B folds.",
    "rules": ["LIM-3"],
    "table": TABLE,
    "dealer": 0,
    "seats": [{"seat": 1, "player": "A", "stack": 100}, {"seat": 2, "player": "B", "stack": 100}],
    "cards": CARDS,
    "actions": [{"player": "A", "do": "bring_in"}, {"player": "B", "do": "fold"}],
    "expect": {"stacks": {"A": 101, "B": 99}, "complete": True, "shown": []},
}
CHECKED = [{"player": player, "do": "check"} for _ in range(4) for player in "AB"]
TO_SHOWDOWN = [{"player": "A", "do": "bring_in"}, {"player": "B", "do": "call"}, *CHECKED]


def case_with(**changed: Any) -> Case:
    """The sample with other fields; a field of None is left out."""
    value = {name: field for name, field in (CASE | changed).items() if field is not None}
    return Case.parse(copy.deepcopy(value))


def wrong(**changed: Any) -> str:
    """What is said of a case that cannot be read."""
    with pytest.raises(CaseError) as caught:
        case_with(**changed)
    assert_readable(caught.value)
    assert isinstance(caught.value, GrocerydotsError)
    return str(caught.value)


def fails(**changed: Any) -> list[str]:
    """What does not hold, by name."""
    return [failure.what for failure in play_case(case_with(**changed))]


# Reading


def test_a_case_is_read_whole() -> None:
    case = case_with()
    assert (case.id, case.rules, case.dealer, case.rake) == ("sample", ("LIM-3",), 0, 0)
    assert play_case(case) == ()


@pytest.mark.parametrize("value", [*NO_NUMBERS, pytest.param(HUGE, id="huge")])
def test_a_case_is_an_object(value: Any) -> None:
    with pytest.raises(CaseError) as caught:
        Case.parse(value, "here")
    assert_readable(caught.value)
    assert str(caught.value).startswith("here: ")


@pytest.mark.parametrize("field", ["id", "about", "rules", "table", "dealer", "seats", "actions", "expect"])
def test_a_field_that_is_missing_is_named(field: str) -> None:
    assert f"the field {field!r} is missing" in wrong(**{field: None})


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"name": "x"}, "case: unknown field 'name'"),
        ({"table": TABLE | {"limit": 4}}, "case.table: unknown field 'limit'"),
        ({"seats": [{"seat": 1, "player": "A", "stack": 1, "chair": 2}]}, "case.seats[0]: unknown field"),
        ({"actions": [{"player": "A", "do": "check", "amount": 2}]}, "case.actions[0]: unknown field"),
        ({"expect": {"winner": "A"}}, "case.expect: unknown field 'winner'"),
        ({"expect": {"refused": {"action": 0}}}, "case.expect.refused: the field 'rule' is missing"),
        ({"cards": {"A": {"door": "2c"}}}, "case.cards.A: unknown field 'door'"),
        ({"actions": [{"player": "A", "do": "shove"}]}, "case.actions[0].do: expected one of ante"),
        ({"actions": [{"player": "A", "do": 5}]}, "case.actions[0].do: expected one of ante"),
        ({"showdown": {"A": "fold"}}, "case.showdown.A: expected one of show, muck"),
        ({"expect": {"awards": [{"player": "A", "pot": 0, "share": "side", "amount": 1}]}}, "share"),
        ({"expect": {"complete": 1}}, "case.expect.complete: expected true or false"),
        ({"expect": {"stacks": {"A": True}}}, "case.expect.stacks.A: expected a whole number"),
        ({"expect": {"stacks": {"A": 1.0}}}, "case.expect.stacks.A: expected a whole number"),
        ({"expect": {"shown": "A"}}, "case.expect.shown: expected a list"),
        ({"expect": {"store": [{"before": 0, "row": [1]}]}}, "case.expect.store[0].row[0]: expected text"),
        ({"deck": ["2c", 3], "cards": None}, "case.deck[1]: expected text"),
        ({"rules": [""]}, "case.rules[0]: expected text"),
        ({"dealer": "0"}, "case.dealer: expected a whole number"),
        ({"rake": True}, "case.rake: expected a whole number"),
        ({"seats": {}}, "case.seats: expected a list"),
        ({"table": TABLE | {"betting": []}}, "case.table.betting: expected an object"),
        ({"table": TABLE | {"options": None}}, "case.table.options: expected an object"),
    ],
)
def test_a_field_that_is_wrong_is_named(changed: dict[str, Any], told: str) -> None:
    assert told in wrong(**changed)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seats": [*CASE["seats"], {"seat": 3, "player": "A", "stack": 9}]}, "a player sits twice"),
        ({"actions": [{"player": "Z", "do": "check"}]}, "'Z' is not among the players"),
        ({"cards": CARDS | {"Z": {}}}, "'Z' is not among the players"),
        ({"showdown": {"Z": "show"}}, "'Z' is not among the players"),
        ({"expect": {"stacks": {"Z": 1}}}, "'Z' is not among the players"),
        ({"expect": {"shown": ["Z"]}}, "'Z' is not among the players"),
        ({"expect": {"pots": [{"amount": 1, "players": ["Z"]}]}}, "'Z' is not among the players"),
        ({"expect": {"offers": [{"before": 0, "player": "Z", "options": []}]}}, "'Z' is not among"),
        ({"deck": ["2c"]}, "give the deck or the cards by place, not both"),
        ({"cards": None, "store": ["2c"]}, "go with cards by place"),
        ({"cards": None, "community": "2c"}, "go with cards by place"),
        ({"cards": None, "restocks": ["2c"]}, "go with cards by place"),
        ({"reshuffled": ["2c"]}, "reshuffled goes with a deck"),
        ({"rake": 3}, "goes with the option rake: declared"),
        (
            {
                "seats": [
                    {"seat": n, "player": p, "stack": 9} for n, p in ((3, "A"), (1, "B"), (2, "C"), (0, "D"))
                ]
            },
            "expected clockwise order",
        ),
        ({"actions": [{"player": "A", "do": "check", "to": 4}]}, "check takes no 'to'"),
        ({"actions": [{"player": "A", "do": "bet", "slot": 1}]}, "bet takes no 'slot'"),
        ({"actions": [{"player": "A", "do": "bet"}]}, "bet needs 'to'"),
        ({"actions": [{"player": "A", "do": "buy"}]}, "buy needs 'slot'"),
        ({"expect": {"offers": [{"before": 3, "player": "A", "options": []}]}}, "there are 2 actions"),
        ({"expect": {"store": [{"before": -1, "row": None}]}}, "there are 2 actions"),
        ({"expect": {"refused": {"action": 3, "rule": "LIM-7"}}}, "there is no action 3"),
        ({"expect": {"refused": {"action": -1, "rule": "LIM-7"}}}, "there is no action -1"),
    ],
)
def test_a_case_that_makes_no_sense_says_why(changed: dict[str, Any], told: str) -> None:
    assert told in wrong(**changed)


def test_seats_may_start_anywhere_on_the_way_round() -> None:
    seats = [{"seat": n, "player": p, "stack": 100} for n, p in ((5, "A"), (9, "B"), (2, "C"))]
    case = case_with(seats=seats, dealer=9, cards=CARDS | {"C": {}}, expect={"complete": False}, actions=[])
    assert play_case(case) == ()


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"expect": {"offers": [{"before": HUGE, "player": "A", "options": []}]}}, id="before"),
        pytest.param({"expect": {"refused": {"action": HUGE, "rule": "LIM-7"}}}, id="refused"),
        pytest.param({"expect": {1: 2, "x": 3}}, id="keys of two types"),
    ],
)
def test_values_that_no_json_file_gives_are_refused_readably_too(changed: dict[str, Any]) -> None:
    wrong(**changed)


# Files


def _file(tmp_path: Path, name: str, content: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path


def test_a_jsonl_file_holds_a_case_a_line(tmp_path: Path) -> None:
    line = json.dumps(CASE).encode()
    path = _file(tmp_path, "some.jsonl", line + b"\n\n" + line)
    assert [case.id for case in read_cases(path)] == ["sample", "sample"]
    assert [case.id for case in read_cases(str(path))] == ["sample", "sample"]


def test_a_json_file_holds_one_case_on_as_many_lines_as_it_likes(tmp_path: Path) -> None:
    path = _file(tmp_path, "one.json", json.dumps(CASE, indent=2).encode())
    assert [case.id for case in read_cases(path)] == ["sample"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "there is no case in this file"),
        (b"{", "not a JSON value"),
        (b"[]", "expected an object"),
        (b"null", "expected an object"),
        (b'{"id": "a", "id": "b"}', "the field 'id' appears twice"),
        (b'{"dealer": NaN}', "NaN is not a JSON number"),
        (b'{"dealer": -Infinity}', "-Infinity is not a JSON number"),
        (b'{"dealer": ' + b"9" * 5_000 + b"}", "not a JSON value"),
        (b"[" * 100_000, "not a JSON value"),
        (b"\xff\xfe", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "not a JSON value"),
    ],
    ids=lambda value: value[:12].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_a_file_that_cannot_be_read_is_named_with_the_reason(
    tmp_path: Path, content: bytes, told: str
) -> None:
    path = _file(tmp_path, "bad.json", content)
    with pytest.raises(CaseError) as caught:
        list(read_cases(path))
    assert "bad.json" in str(caught.value)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 2_000


def test_the_line_is_named_and_those_before_it_were_read(tmp_path: Path) -> None:
    path = _file(tmp_path, "bad.jsonl", json.dumps(CASE).encode() + b"\n{]\n")
    cases = read_cases(path)
    assert next(cases).id == "sample"
    with pytest.raises(CaseError, match=r"bad\.jsonl:2: not a JSON value"):
        next(cases)


@pytest.mark.parametrize("name", ["missing.json", ".", "a\0b"])
def test_a_file_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(CaseError):
        list(read_cases(str(tmp_path / name)))


def test_a_file_of_any_size_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grocerydots.cases.reading.LONGEST_FILE", 10)
    path = _file(tmp_path, "long.json", b" " * 11)
    with pytest.raises(CaseError, match="at most 10 bytes"):
        list(read_cases(path))


# Playing: each expectation that does not hold is told


@pytest.mark.parametrize(
    ("expect", "what"),
    [
        ({"stacks": {"A": 100}}, "stacks.A"),
        ({"returned": {"A": 3}}, "returned.A"),
        ({"returned": {}}, "returned.A"),
        ({"complete": False}, "complete"),
        ({"shown": ["A"]}, "shown"),
        ({"pots": []}, "pots"),
        ({"awards": []}, "awards"),
        ({"dots": {"A": 1}}, "dots.A"),
        ({"offers": [{"before": 1, "player": "B", "options": ["fold"]}]}, "offers before 1"),
        ({"offers": [{"before": 2, "player": "A", "options": ["show"]}]}, "offers before 2"),
        ({"store": [{"before": 0, "row": ["2c", None, None]}]}, "store before 0"),
        ({"refused": {"action": 1, "rule": "ROOM-8"}}, "action 1"),
        ({"refused": {"action": None, "rule": "GSD-1"}}, "the hand"),
    ],
)
def test_what_does_not_hold_is_named(expect: dict[str, Any], what: str) -> None:
    assert what in fails(expect=expect)


def test_a_failure_says_what_was_expected_and_what_was() -> None:
    (failure,) = play_case(case_with(expect={"stacks": {"A": 7}}))
    assert failure == Failure("stacks.A", "7", "101")


def test_what_is_not_listed_is_not_compared() -> None:
    assert fails(expect={}) == []


def test_expectations_that_hold() -> None:
    expect = {
        "returned": {"A": 2}, "pots": [{"amount": 2, "players": ["A"]}],
        "awards": [{"player": "A", "pot": 0, "share": "whole", "amount": 2}],
        "offers": [{"before": 1, "player": "B", "options": ["complete to 4", "fold", "call 2"]}],
        "store": [{"before": 0, "row": None}],
    }  # fmt: skip
    assert fails(expect=expect) == []


def test_an_action_that_is_refused_unexpectedly_is_told_with_the_reason() -> None:
    (failure, *_) = play_case(case_with(actions=[{"player": "B", "do": "fold"}], expect={}))
    assert failure.what == "action 0"
    assert "ROOM-20" in failure.actual


def test_nothing_after_a_refused_action_is_played() -> None:
    actions = [{"player": "A", "do": "fold"}, {"player": "B", "do": "raise", "to": 99}]
    expect = {"refused": {"action": 0, "rule": "ROOM-4"}, "stacks": {"A": 99, "B": 99}}
    assert fails(actions=actions, expect=expect) == []
    expect["refused"] = {"action": 0, "rule": "ROOM-8"}
    assert fails(actions=actions, expect=expect) == ["action 0"]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"table": TABLE | {"bring_in": 9}}, "LIM-3"),
        ({"table": TABLE | {"bring_in": "9"}}, "LIM-3"),
        ({"table": TABLE | {"ante": None}}, "LIM-1"),
        ({"table": DOTS_TABLE | {"unit": 0}}, "GSD-5"),
        ({"table": {k: v for k, v in DOTS_TABLE.items() if k != "dots_tie"}}, "GSD-16"),
        ({"table": DOTS_TABLE | {"dots_tie": "split"}}, "GSD-16"),
        ({"table": DOTS_TABLE | {"dots_tie": None}}, "GSD-16"),
        ({"table": DOTS_TABLE | {"dots_tie": ["share"]}}, "GSD-16"),
        ({"table": TABLE | {"options": {"burn": 1}}}, "HOUSE-17"),
        ({"table": TABLE | {"options": {"restock": "slide"}}}, "HOUSE-14"),
        ({"table": TABLE | {"dots_tie": "share"}}, "GSD-16"),
        ({"cards": None, "deck": ["2c", "2c"]}, "GSD-1"),
        ({"cards": None, "deck": ["Xx"]}, "GSD-1"),
        ({"cards": CARDS | {"B": {"down": ["Ah", "??"]}}}, "GSD-1"),
        ({"cards": {"A": {"down": ["Ah", "??"]}}, "community": "Ah"}, "GSD-1"),
        ({"cards": CARDS, "store": ["Ah"]}, "GSD-1"),
        ({"cards": None, "deck": [], "reshuffled": ["2c", "2c"]}, "GSD-1"),
        (
            {"seats": [{"seat": 1, "player": "A", "stack": 0}, {"seat": 2, "player": "B", "stack": 9}]},
            "HOUSE-28",
        ),
        (
            {"seats": [{"seat": 1, "player": "A", "stack": 9}, {"seat": 1, "player": "B", "stack": 9}]},
            "HOUSE-28",
        ),
    ],
)
def test_a_hand_that_cannot_be_is_refused_citing_its_rule(changed: dict[str, Any], rule: str) -> None:
    assert fails(**changed, expect={"refused": {"action": None, "rule": rule}}) == []
    assert fails(**changed, expect={"refused": {"action": None, "rule": "ROOM-1"}}) == ["the hand"]
    assert fails(**changed, expect={}) == ["the hand"]


@pytest.mark.parametrize("stack", [value for value in NO_CHIPS if value.id != "Fraction"])
def test_a_stack_that_is_none_is_refused(stack: Any) -> None:
    seats = [{"seat": 1, "player": "A", "stack": stack}, {"seat": 2, "player": "B", "stack": 9}]
    assert fails(seats=seats, expect={"refused": {"action": None, "rule": "HOUSE-28"}}) == []


@pytest.mark.parametrize("number", [value for value in NO_CHIPS if value.id != "None"])
def test_a_wager_or_slot_that_is_no_number_is_refused(number: Any) -> None:
    actions = [{"player": "A", "do": "complete", "to": number}]
    assert fails(actions=actions, expect={})[0] == "action 0"
    store = [*TO_SHOWDOWN[:2], {"player": "A", "do": "buy", "slot": number}]
    expect = {"refused": {"action": 2, "rule": "GSD-8"}}
    assert fails(table=DOTS_TABLE, actions=store, expect=expect) == []


@pytest.mark.parametrize(
    "betting",
    [
        {"structure": "fixed_limit", "small_bet": 4, "big_bet": 8, "cap": 4},
        {"structure": "no_limit", "small_bet": 4},
    ],
)
def test_a_stake_that_the_structure_does_not_have_makes_no_sense(betting: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match="unknown field"):
        play_case(case_with(table=TABLE | {"betting": betting}))


@pytest.mark.parametrize("structure", [None, 5, ["fixed_limit"], "half_pot"])
def test_a_structure_that_is_none_makes_no_sense(structure: Any) -> None:
    with pytest.raises(CaseError, match=r"betting.structure: expected one of fixed_limit, "):
        play_case(case_with(table=TABLE | {"betting": {"structure": structure}}))


@pytest.mark.parametrize("option", ["wild_cards", "game", "lower", "act_within_ms", ""])
def test_an_option_that_is_none_makes_no_sense(option: str) -> None:
    with pytest.raises(CaseError, match=rf"options\.{option}: is not an option"):
        play_case(case_with(table=TABLE | {"options": {option: 1}}))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"table": TABLE | {"game": "x"}}, "game: expected one of grocery_store_dots, "),
        ({"table": DOTS_TABLE | {"game": "x"}}, "game: expected one of grocery_store_dots, "),
        ({"table": TABLE | {"betting": {"structure": "fixed_limit", "small_bet": 4}}}, "betting.big_bet: "),
        ({"dealer": -1}, "dealer: expected a seat number"),
        ({"seats": [{"seat": 0, "player": "A", "stack": 9}, {"seat": 2, "player": "B", "stack": 9}]}, "seat"),
        ({"rules": ["XX-1"]}, "there is no rule 'XX-1'"),
        ({"expect": {"refused": {"action": None, "rule": "GSD-99"}}}, "there is no rule 'GSD-99'"),
        ({"cards": {"A": {"down": ["2c", "3c", "4c"]}}}, r"cards.A.down: a player has at most 2"),
        ({"cards": {"A": {"up": ["2c", "3c", "4c", "5c", "6c"]}}}, r"cards.A.up: a player has at most 4"),
        ({"cards": {"A": {"river": "2c"}}, "community": "3c"}, r"cards.A.river: with a community card"),
    ],
)
def test_a_case_that_no_rule_refuses_and_no_table_deals_makes_no_sense(
    changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(CaseError, match=message):
        play_case(case_with(**changed))


# Playing: cards by place


def test_cards_that_are_not_given_are_any_that_the_case_does_not_name() -> None:
    case = case_with(cards={"A": {"up": ["2c"]}}, expect={"complete": True})
    assert play_case(case) == ()


def test_when_every_card_is_named_elsewhere_none_is_left_to_turn_up() -> None:
    named = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    cards = {"A": {"down": named[:2]}}
    with pytest.raises(CaseError, match="position 4 has to be turned up and every card is named elsewhere"):
        play_case(case_with(cards=cards, restocks=named[2:], expect={}))


def test_unknown_down_cards_cannot_be_shown() -> None:
    cards = {
        "A": {"down": ["??", "Qd"], **{k: v for k, v in CARDS["A"].items() if k != "down"}},
        "B": CARDS["B"],
    }
    with pytest.raises(CaseError, match="its card is not known"):
        play_case(case_with(cards=cards, actions=TO_SHOWDOWN, expect={}))


def test_showdown_answers_are_taken_as_given_and_else_show() -> None:
    assert fails(actions=TO_SHOWDOWN, expect={"shown": ["A", "B"]}) == []
    assert fails(actions=TO_SHOWDOWN, showdown={"B": "muck", "A": "muck"}, expect={"shown": ["A"]}) == []


def test_a_time_out_at_showdown_is_an_action_in_place_of_an_answer() -> None:
    actions = [*TO_SHOWDOWN, {"player": "B", "do": "time_out"}]
    assert (
        fails(actions=actions, showdown={"B": "muck"}, expect={"shown": ["A", "B"], "complete": True}) == []
    )


def test_others_answer_before_a_later_players_time_out() -> None:
    seats = [*CASE["seats"], {"seat": 3, "player": "C", "stack": 100}]
    cards = CARDS | {"C": {"down": ["Jd", "Js"], "up": ["Th", "6d", "4s", "Jc"], "river": "2d"}}
    calls = [{"player": "A", "do": "bring_in"}, {"player": "B", "do": "call"}, {"player": "C", "do": "call"}]
    checks = [{"player": player, "do": "check"} for _ in range(4) for player in "ABC"]
    actions = [*calls, *checks, {"player": "C", "do": "time_out"}]
    expect = {"shown": ["A", "C"]}
    assert fails(seats=seats, cards=cards, actions=actions, showdown={"B": "muck"}, expect=expect) == []


def test_the_store_and_its_restocks_by_place() -> None:
    actions = [*TO_SHOWDOWN[:2], {"player": "A", "do": "buy", "slot": 2}, {"player": "B", "do": "pass"}]
    cards = CARDS | {"A": {"down": ["Ah", "Qd"], "up": ["2c", "3d"]}}
    expect = {"store": [{"before": 2, "row": ["2s", "3d", "4d"]}, {"before": 3, "row": ["2s", "Kc", "4d"]}]}
    case = {"table": DOTS_TABLE, "cards": cards, "store": ["2s", "3d", "4d"], "restocks": ["Kc"]}
    assert fails(**case, actions=actions, expect=expect) == []


def test_a_purchase_tells_what_lay_in_the_store() -> None:
    actions = [*TO_SHOWDOWN[:2], {"player": "A", "do": "buy", "slot": 2}]
    cards = CARDS | {"A": {"down": ["Ah", "Qd"], "up": ["2c", "Ad"]}}
    expect = {"store": [{"before": 2, "row": ["2s", "Ad", "4d"]}]}
    assert (
        fails(table=DOTS_TABLE, cards=cards, store=["2s", "??", "4d"], actions=actions, expect=expect) == []
    )


def test_a_buyer_cannot_list_another_card_than_was_in_the_slot() -> None:
    actions = [*TO_SHOWDOWN[:2], {"player": "A", "do": "buy", "slot": 2}]
    with pytest.raises(CaseError, match="A buys 3d and Kd is listed"):
        play_case(case_with(table=DOTS_TABLE, store=["2s", "3d", "4d"], actions=actions, expect={}))


def test_a_purchase_that_tells_of_a_card_which_lies_elsewhere_makes_no_sense() -> None:
    actions = [*TO_SHOWDOWN[:2], {"player": "A", "do": "buy", "slot": 3}]
    cards = CARDS | {"A": {"down": ["Ah", "Qd"], "up": ["2c", "2s"]}}
    with pytest.raises(CaseError):
        play_case(case_with(table=DOTS_TABLE, cards=cards, store=["2s", "3d"], actions=actions, expect={}))


# Playing: the deck, the reshuffle, the rake


def _seven(**more: Any) -> Case:
    """Seven players of stud who all stay: stub and burns are shuffled for the last cards (ROOM-12)."""
    seats = [{"seat": n, "player": "ABCDEFG"[n - 1], "stack": 1} for n in range(1, 8)]
    table = TABLE | {"options": {"showdown": "all_show"}}
    ranks, suits = "23456789TJQKA", "cdhs"
    deck = [rank + suit for rank in ranks for suit in suits]
    fields = {"seats": seats, "table": table, "cards": None, "deck": deck, "actions": [], "expect": {}}
    return case_with(**(fields | more))


def test_a_reshuffle_needs_its_order() -> None:
    with pytest.raises(CaseError, match="there is no `reshuffled`"):
        play_case(_seven())


def test_a_reshuffle_names_cards_that_are_there_and_not_too_many() -> None:
    stub = ["Ks", "Ac", "Ad", "Ah", "As"]
    assert play_case(_seven(reshuffled=[*stub, "??"][:5], expect={"complete": True})) == ()
    with pytest.raises(CaseError, match="2c is not among the cards that are shuffled"):
        play_case(_seven(reshuffled=["2c"]))
    with pytest.raises(CaseError, match="10 cards are shuffled, not 11"):
        play_case(_seven(reshuffled=[rank + suit for rank in "23456789TJQ" for suit in "c"]))


def test_a_reshuffle_of_unknown_cards_makes_them_known() -> None:
    deck = [rank + suit for rank in "23456789TJQ" for suit in "cdhs"][:44]
    last = ["Kc", "Kd", "Kh", "Ks", "Ac", "Ad", "Ah"]
    assert play_case(_seven(deck=deck, reshuffled=last, expect={"complete": True})) == ()
    with pytest.raises(CaseError, match="its card is not known"):
        play_case(_seven(deck=deck, reshuffled=["??", *last[1:]]))


def test_a_deck_may_stop_early_and_hold_unknown_cards() -> None:
    case = case_with(cards=None, deck=["??", "??", "??", "??", "2c", "9d"], expect={"complete": True})
    assert play_case(case) == ()


RAKED = TABLE | {"options": {"rake": "declared"}}


def test_a_rake_is_taken_before_the_awards() -> None:
    expect = {"awards": [{"player": "B", "pot": 0, "share": "whole", "amount": 4}]}
    assert fails(table=RAKED, rake=2, actions=TO_SHOWDOWN, expect=expect) == []


def test_a_rake_over_the_pots_is_refused_as_the_action_before_it() -> None:
    expect = {"refused": {"action": 1, "rule": "HOUSE-32"}}
    assert fails(table=RAKED, rake=99, expect=expect) == []


@pytest.mark.parametrize("stack", [1, 100])
def test_a_rake_over_the_pots_is_refused_wherever_it_comes(stack: int) -> None:
    seats = [{"seat": n, "player": p, "stack": stack} for n, p in ((1, "A"), (2, "B"))]
    table = TABLE | {"options": {"rake": "declared", "showdown": "may_muck" if stack > 1 else "all_show"}}
    actions = TO_SHOWDOWN if stack > 1 else []
    assert fails(table=table, seats=seats, rake=99, actions=actions, expect={})


def test_an_ante_is_asked_and_may_be_declined() -> None:
    seats = [CASE["seats"][0], CASE["seats"][1] | {"auto_ante": False}]
    actions = [{"player": "B", "do": "sit_out"}]
    assert (
        fails(seats=seats, actions=actions, expect={"pots": [], "complete": True, "stacks": {"A": 100}}) == []
    )
    actions = [
        {"player": "B", "do": "ante"},
        {"player": "A", "do": "complete"},
        {"player": "B", "do": "time_out"},
    ]
    expect = {"complete": True, "shown": ["A", "B"], "returned": {"A": 4}}
    assert fails(seats=seats, actions=actions, expect=expect) == []


# What cannot be expected


@pytest.mark.parametrize(
    ("refused", "more"),
    [
        ({"action": len(TO_SHOWDOWN), "rule": "GSD-1"}, {}),
        ({"action": -1, "rule": "GSD-1"}, {}),
        ({"action": None, "rule": "GSD-16"}, {"complete": True}),
        ({"action": 1, "rule": "ROOM-8"}, {"store": [{"before": 2, "row": None}]}),
        ({"action": 1, "rule": "ROOM-8"}, {"offers": [{"before": 2, "player": "A", "options": ["fold"]}]}),
    ],
)
def test_what_can_never_be_compared_makes_no_sense(refused: dict[str, Any], more: dict[str, Any]) -> None:
    with pytest.raises(CaseError, match=r"case\.expect"):
        case_with(actions=TO_SHOWDOWN, expect={"refused": refused, **more})


def test_a_rake_that_is_taken_though_its_refusal_was_expected_is_a_failure() -> None:
    table = TABLE | {"options": {"rake": "declared"}}
    refused = {"action": len(TO_SHOWDOWN), "rule": "HOUSE-32"}
    assert fails(table=table, actions=TO_SHOWDOWN, rake=0, expect={"refused": refused}) == [
        f"action {len(TO_SHOWDOWN)}"
    ]


def test_the_path_of_nothing_is_no_file() -> None:
    with pytest.raises(CaseError, match="expected the path of a file, got nothing"):
        next(read_cases(""))

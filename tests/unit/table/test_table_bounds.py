"""Every bound of a table: exactly at it, one under and one over."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from grocerydots import IllegalEvent, Rules, SetupError, presets
from grocerydots import events as e
from grocerydots.errors import WrongType
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.table import Due, Table, check, turn
from grocerydots.table import events as t

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
MANY = tuple(attrs.evolve(STUD, ante=ante) for ante in range(65))
BUY_IN = 100


def seated(*seats: int, rules: Any = STUD, buy_in: int = BUY_IN, **options: Any) -> Table:
    table = Table.open(rules, buy_in=buy_in, **{"table_id": "table", **options})
    for seat in seats:
        table = table.sit(seat, f"player {seat}")
    return table


def refusal(table: Table, event: t.TableEvent) -> IllegalEvent:
    with pytest.raises(IllegalEvent) as raised:
        table.play(event)
    return raised.value


# Opening


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"table_id": "x" * 40}, None),
        ({"table_id": "x" * 41}, "table_id"),
        ({"buy_in": 1}, None),
        ({"buy_in": 0}, "buy_in"),
        ({"buy_in": MAX_CHIPS}, None),
        ({"buy_in": MAX_CHIPS + 1}, "buy_in"),
        ({"rules": MANY[:64]}, None),
        ({"rules": MANY}, "games"),
        ({"rules": []}, "games"),
        ({"seats": 2}, None),
        ({"seats": 1}, "seats"),
        ({"seats": 8}, None),
        ({"seats": 9}, "seats"),
        ({"rules": DOTS, "seats": 7}, None),
        ({"rules": DOTS, "seats": 8}, "seats"),
    ],
)  # fmt: skip
def test_a_table_opens_up_to_every_bound_and_not_one_beyond(
    options: dict[str, Any], problem: str | None
) -> None:
    if problem is None:
        assert seated(**options).entries == 1
    else:
        with pytest.raises(SetupError) as raised:
            seated(**options)
        assert [found.where for found in raised.value.problems] == [problem]


@pytest.mark.rule("HOUSE-28")
@pytest.mark.parametrize("games", [(STUD, DOTS), (DOTS, STUD), (STUD, DOTS, HI_LO)])
def test_a_table_has_no_more_seats_than_the_game_for_the_fewest_players(games: tuple[Rules, ...]) -> None:
    assert seated(rules=games).state.opening.seats == 7
    assert seated(rules=games, seats=7).state.opening.seats == 7
    with pytest.raises(SetupError, match="HOUSE-28"):
        seated(rules=games, seats=8)


@pytest.mark.parametrize("games", [[STUD, 5], [5, STUD], [STUD, None], [STUD, "stud_high"]])
def test_one_game_of_a_list_that_is_no_game_is_enough_to_refuse_it(games: list[Any]) -> None:
    with pytest.raises(WrongType, match=r"^rules\[\d\]: expected a Rules, got "):
        seated(rules=games)


@pytest.mark.parametrize("games", [[STUD, HI_LO, STUD], [STUD, STUD, HI_LO], [HI_LO, STUD, STUD]])
def test_two_games_that_are_the_same_are_found_wherever_they_are_in_the_list(games: list[Rules]) -> None:
    with pytest.raises(SetupError, match="games"):
        seated(rules=games)


@pytest.mark.rule("ROOM-9")
@pytest.mark.parametrize("clocks", [(None, 5_000), (5_000, None), (5_000, 5_001), (5_000, 5_000, None)])
def test_one_game_with_another_clock_is_enough_to_refuse_the_list(clocks: tuple[int | None, ...]) -> None:
    games = [
        attrs.evolve(rules, act_within_ms=ms) for rules, ms in zip((STUD, HI_LO, DOTS), clocks, strict=False)
    ]
    with pytest.raises(SetupError, match="ROOM-9"):
        seated(rules=games)


@pytest.mark.parametrize("games", [5, None, (), [STUD], (STUD, 5), (5, STUD), (STUD, None), "stud_high"])
def test_an_opening_event_has_a_tuple_of_rules(games: Any) -> None:
    opening = attrs.evolve(seated().state.opening, games=games)
    with pytest.raises(IllegalEvent, match="games: expected Rules, one or more"):
        check(None, opening)


@pytest.mark.parametrize("seats", [2.0, True, "8", None])
def test_an_opening_event_has_a_whole_number_of_seats(seats: Any) -> None:
    with pytest.raises(IllegalEvent, match="HOUSE-28: seats"):
        check(None, attrs.evolve(seated().state.opening, seats=seats))


def test_a_table_id_that_is_no_id_and_too_long_is_one_problem() -> None:
    with pytest.raises(SetupError) as raised:
        seated(table_id="no id " * 9)
    assert [problem.where for problem in raised.value.problems] == ["table_id"]


@pytest.mark.parametrize(("seat", "is_seats"), [
    (-1, False), (0, False), (1, True), (MAX_CHIPS, True), (MAX_CHIPS + 1, False), (True, False),
    (2.0, False),
])  # fmt: skip
def test_what_a_number_of_a_seat_attempts_is_refused_to_that_seat(seat: Any, is_seats: bool) -> None:
    nameless: Any = t.PlayerSat(seat, 5, 100)  # type: ignore[arg-type]
    assert refusal(seated(), nameless).seat == (seat if is_seats else None)


# Chips


@pytest.mark.rule("ROOM-1")
@pytest.mark.parametrize(("amount", "is_legal"), [(99, False), (100, True), (101, False)])
def test_the_buy_in_is_the_posted_one_to_the_chip(amount: int, is_legal: bool) -> None:
    sat = t.PlayerSat(1, "ann", amount)
    if is_legal:
        assert seated().play(sat).state.stacks == {1: amount}
    else:
        assert refusal(seated(), sat).rule == "ROOM-1"


@pytest.mark.rule("ROOM-1")
def test_the_last_seat_may_be_taken_and_none_after_it() -> None:
    table = seated(seats=6)
    assert table.sit(6, "ann").state.stacks == {6: BUY_IN}
    assert refusal(table, t.PlayerSat(7, "ann", BUY_IN)).rule == "ROOM-1"


@pytest.mark.rule("HOUSE-28")
def test_all_stacks_together_may_reach_the_most_chips_there_are_and_not_one_more() -> None:
    half = (MAX_CHIPS - 1) // 2
    table = seated(1, 2, buy_in=half)
    full = table.add_chips(1, 1)
    assert sum(full.state.stacks.values()) == MAX_CHIPS
    assert refusal(full, t.ChipsAdded(2, 1)).rule == "HOUSE-28"
    assert refusal(table, t.ChipsAdded(1, 2)).rule == "HOUSE-28"
    assert refusal(table, t.PlayerSat(3, "cat", half)).rule == "HOUSE-28"


@pytest.mark.rule("HOUSE-28")
def test_a_player_who_sits_down_may_bring_the_chips_to_the_most_there_are() -> None:
    assert seated(1, buy_in=MAX_CHIPS).state.stacks == {1: MAX_CHIPS}
    assert refusal(seated(1, buy_in=MAX_CHIPS), t.PlayerSat(2, "bob", MAX_CHIPS)).rule == "HOUSE-28"


@pytest.mark.rule("ROOM-19")
@pytest.mark.parametrize(("amount", "is_legal"), [(-1, False), (0, False), (1, True)])
def test_one_chip_is_the_least_that_is_added(amount: int, is_legal: bool) -> None:
    added = t.ChipsAdded(1, amount)
    if is_legal:
        assert seated(1).play(added).state.stacks == {1: BUY_IN + 1}
    else:
        assert refusal(seated(1), added).rule == "ROOM-19"


@pytest.mark.rule("ROOM-19")
@pytest.mark.parametrize("amount", [None, "5", 1.5, True, [], -0.5])
def test_chips_that_are_no_whole_number_are_not_added(amount: Any) -> None:
    error = refusal(seated(1), t.ChipsAdded(1, amount))
    assert (error.rule, error.seat) == ("ROOM-19", 1)
    assert "amount: expected a whole number" in str(error)


@pytest.mark.rule("ROOM-1")
@pytest.mark.parametrize(("stack", "amount", "rule"), [
    (0, 99, "ROOM-1"), (0, 100, None), (0, 101, "ROOM-1"), (1, 99, None), (1, 101, None),
])  # fmt: skip
def test_only_who_has_no_chip_left_buys_in_anew(stack: int, amount: int, rule: str | None) -> None:
    table = after_a_hand(seated(1, 2), {1: stack, 2: 2 * BUY_IN - stack})
    added = t.ChipsAdded(1, amount)
    if rule is None:
        assert table.play(added).state.stacks[1] == stack + amount
    else:
        assert refusal(table, added).rule == rule


@pytest.mark.rule("ROOM-19")
@pytest.mark.parametrize("amount", [99, 101])
def test_who_leaves_takes_their_stack_to_the_chip(amount: int) -> None:
    assert refusal(seated(1), t.PlayerLeft(1, amount)).rule == "ROOM-19"
    assert seated(1).play(t.PlayerLeft(1, BUY_IN)).state.stacks == {}


# Games, hands and the deal


@pytest.mark.rule("GSD-2")
def test_the_last_game_of_the_list_may_be_named_and_none_after_it() -> None:
    table = seated(1, 2, rules=[STUD, HI_LO, DOTS])
    assert table.play(t.GameChosen(1, 2)).state.rules == DOTS
    assert refusal(table, t.GameChosen(1, 3)).rule == "GSD-2"


@pytest.mark.rule("HOUSE-28")
def test_two_players_are_enough_for_a_hand_and_one_is_not() -> None:
    two, one = seated(1, 2), seated(1)
    assert two.play(t.HandStarted("h", two.state.next_seats)).state.hand is not None
    assert refusal(one, t.HandStarted("h", one.state.next_seats)).rule == "HOUSE-28"


@pytest.mark.rule("ROOM-19")
def test_no_hand_is_finished_where_none_is_on() -> None:
    error = refusal(seated(1, 2), hand_finished({1: 100, 2: 100}))
    assert error.rule == "ROOM-19"
    assert "no hand is on" in str(error)


@pytest.mark.rule("HOUSE-28")
def test_a_seat_without_a_chip_is_not_dealt_in_and_one_with_a_chip_is() -> None:
    for stack, seats in ((0, [2, 3]), (1, [1, 2, 3])):
        table = after_a_hand(seated(1, 2, 3), {1: stack, 2: 200 - stack, 3: 100})
        assert [seating.seat for seating in table.state.next_seats] == seats


@pytest.mark.rule("HOUSE-32")
@pytest.mark.parametrize(("rake", "ends_with", "rule"), [
    ("none", 199, "HOUSE-32"), ("none", 200, None), ("none", 201, "ROOM-19"),
    ("declared", 199, None), ("declared", 200, None), ("declared", 201, "ROOM-19"),
])  # fmt: skip
def test_a_hand_loses_chips_only_to_the_rake_and_makes_none(
    rake: Any, ends_with: int, rule: str | None
) -> None:
    table = seated(1, 2, rules=attrs.evolve(STUD, rake=rake))
    on = table.play(t.HandStarted("h", table.state.next_seats))
    finished = hand_finished({1: 100, 2: ends_with - 100})
    if rule is None:
        assert sum(on.play(finished).state.stacks.values()) == ends_with
    else:
        assert refusal(on, finished).rule == rule


@pytest.mark.rule("ROOM-20")
def test_the_deal_moves_away_from_a_player_who_is_not_in_and_from_nobody_else() -> None:
    table = seated(1, 2, 3)
    assert table.state.dealer == 1
    assert not isinstance(turn(table.state), Due)
    assert table.sit_out(3).state.dealer == 1
    assert table.sit_out(2).state.dealer == 1
    assert table.sit_out(1).state.dealer == 2


def after_a_hand(table: Table, stacks: dict[int, int]) -> Table:
    """The table after a hand that left each seat those chips, as its events would say."""
    return table.play(t.HandStarted("h", table.state.next_seats)).play(hand_finished(stacks))


def hand_finished(stacks: dict[int, int]) -> t.HandFinished:
    return t.HandFinished("h", 1, "0" * 64, tuple([e.Payment(*row) for row in stacks.items()]))

"""What may happen at a table and what not, by the rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from grocerydots import GrocerydotsError, Hand, IllegalEvent, Rules, SetupError, presets
from grocerydots import events as e
from grocerydots.audit import audit_table
from grocerydots.errors import WrongType
from grocerydots.history import visible
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.table import Due, HandOn, Table, TableLog, Waiting, check, evolve, fold, turn
from grocerydots.table import events as t
from grocerydots.testing import passively, play_out, stacked_deck
from grocerydots.testing import test_seed as seed_named

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
TIMED = presets.online_room(small_bet=4, big_bet=8, ante=1)
NAMES = {1: "ann", 2: "bob", 3: "cat", 4: "dan", 5: "eve"}


def seated(*seats: int, **options: Any) -> Table:
    options = {"buy_in": 100, "table_id": "table", **options}
    table = Table.open(options.pop("rules", STUD), **options)
    for seat in seats:
        table = table.sit(seat, NAMES[seat])
    return table


def started(table: Table, **options: Any) -> tuple[Table, Hand]:
    return table.start_hand(seed=seed_named(len(table.state.hand_ids)), **options)


def played(table: Table) -> Table:
    table, hand = started(table)
    return table.finish_hand(play_out(hand))


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(IllegalEvent) as raised:
        act()
    return str(raised.value)


# Opening


def test_a_table_opens_with_as_many_seats_as_every_game_allows() -> None:
    assert seated().state.opening.seats == 8
    assert seated(rules=[STUD, DOTS]).state.opening.seats == 7
    assert seated(rules=[STUD, DOTS], seats=2).state.opening.seats == 2


def test_a_clock_can_be_put_on_every_game() -> None:
    table = seated(rules=[STUD, DOTS], act_within_ms=5_000)
    assert {game.act_within_ms for game in table.state.opening.games} == {5_000}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"rules": []}, "games: expected Rules"),
        ({"rules": [STUD, STUD]}, "a game stands twice"),
        ({"rules": [attrs.evolve(STUD, ante=ante) for ante in range(65)]}, "at most 64, got 65"),
        ({"rules": [STUD, TIMED]}, "ROOM-9: games: a table has one clock"),
        ({"buy_in": 0}, "ROOM-1: buy_in: expected at least 1 whole chip, got 0"),
        ({"buy_in": True}, "buy_in"),
        ({"seats": 1}, "HOUSE-28: seats: stud_high is for 2 to 8 players, not 1"),
        ({"seats": 8, "rules": DOTS}, "grocery_store_dots is for 2 to 7 players, not 8"),
        ({"dealer": "robot"}, "dealer: expected moves or house, got 'robot'"),
        ({"table_id": "no spaces"}, "table_id: expected 1 to 64 of"),
        ({"table_id": "x" * 41}, "table_id: expected at most 40 characters, got 41"),
        ({"at": -1}, "at: expected whole milliseconds"),
        ({"buy_in": 0, "seats": 9, "dealer": 1}, "; HOUSE-28"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_with_all_its_problems(options: dict[str, Any], says: str) -> None:
    with pytest.raises(SetupError) as raised:
        seated(**options)
    assert says in str(raised.value)


def test_check_refuses_an_opening_with_its_rule_and_anything_else_before_it() -> None:
    opening = attrs.evolve(seated().state.opening, buy_in=0)
    assert refused(lambda: check(None, opening)).startswith(
        "ROOM-1: the dealer cannot open the table: ROOM-1"
    )
    bad_id = attrs.evolve(seated().state.opening, table_id="")
    assert refused(lambda: check(None, bad_id)).startswith(
        "ROOM-1: the dealer cannot open the table: table_id"
    )
    assert "the first event of a table must be" in refused(lambda: check(None, t.PlayerLeft(1, 1)))
    assert "cannot open the table again" in refused(lambda: check(seated().state, seated().state.opening))
    assert "that is not an event of an open table" in refused(lambda: check(seated().state, e.Checked(1)))  # type: ignore[arg-type]


def test_the_fold_of_the_events_is_the_state() -> None:
    table = played(seated(1, 2, 3))
    assert fold(table.log.events) == table.state
    with pytest.raises(GrocerydotsError, match="cannot fold an empty sequence"):
        fold(())
    with pytest.raises(GrocerydotsError, match="the first event of a table must be TableOpened"):
        evolve(None, t.PlayerLeft(1, 1))
    with pytest.raises(WrongType, match="expected an event of a table, got a Checked"):
        evolve(table.state, e.Checked(1))  # type: ignore[arg-type]


# Sitting down


@pytest.mark.rule("ROOM-1")
def test_a_player_sits_down_with_the_posted_buy_in_and_nothing_else() -> None:
    table = seated()
    assert table.sit(1, "ann").state.stacks == {1: 100}
    assert refused(lambda: table.sit(1, "ann", 50)) == (
        "ROOM-1: seat 1 cannot sit down with 50: the posted buy-in is 100 and there are no short buys; "
        "sit down with 100."
    )
    assert "it is the same for everybody" in refused(lambda: table.sit(1, "ann", 200))


@pytest.mark.rule("ROOM-1")
def test_who_has_no_chips_left_buys_in_anew_in_full() -> None:
    table = busted(seated(1, 2, 3), 1)
    assert "who has no chips left buys in anew, the posted buy-in is 100; add 100" in refused(
        lambda: table.add_chips(1, 20)
    )
    assert table.add_chips(1, 100).state.seat(1).stack == 100


def busted(table: Table, loser: int) -> Table:
    """The table after a hand in which a seat lost everything to the next, as its events would say."""
    state = table.state
    stacks = {seating.seat: seating.stack for seating in state.next_seats}
    winner = next(seat for seat in stacks if seat != loser)
    table = table.play(t.HandStarted("bust", state.next_seats))
    stacks[winner] += stacks.pop(loser)
    rows = sorted([(loser, 0), *stacks.items()])
    return table.play(t.HandFinished("bust", 1, "0" * 64, tuple([e.Payment(*row) for row in rows])))


def test_seats_are_numbered_taken_once_and_a_player_has_one() -> None:
    table = seated(1)
    assert "seat 9 cannot sit down with 100: the table has 8 seats" in refused(lambda: table.sit(9, "bob"))
    assert "ann sits there" in refused(lambda: table.sit(1, "bob"))
    assert "ann sits in seat 1 already" in refused(lambda: table.sit(2, "ann"))


@pytest.mark.parametrize(
    ("seat", "player"), [(0, "bob"), (True, "bob"), (2, ""), (2, 5), (2, "\ud800"), ("2", "b")]
)
def test_what_is_no_seat_or_no_name_is_refused(seat: Any, player: Any) -> None:
    says = refused(lambda: seated(1).sit(seat, player))
    assert ": expected " in says or "lone surrogate" in says


@pytest.mark.parametrize(
    ("event", "who"),
    [
        (t.PlayerSat("x", "bob", 100), "ROOM-1: the dealer cannot let somebody sit down with 100: seat: "),  # type: ignore[arg-type]
        (t.PlayerSat(2, 5, 100), "ROOM-1: seat 2 cannot sit down with 100: player: "),  # type: ignore[arg-type]
        (t.PlayerSatOut(10**5000), "ROOM-2: the dealer cannot let somebody sit out: seat: "),
        (t.AutoAnteSwitched(1, 5), "ROOM-2: seat 1 cannot switch the automatic ante on: on: "),  # type: ignore[arg-type]
        (t.ChipsAdded("1", -3), "ROOM-19: the dealer cannot let somebody take 3 off the table: chips stay"),  # type: ignore[arg-type]
        (t.DealerMoved("x"), "ROOM-20: the dealer cannot pass the deal to seat 'x': seat: "),  # type: ignore[arg-type]
        (t.GameChosen(1, "x"), "GSD-2: the dealer cannot name game 'x': game: "),  # type: ignore[arg-type]
        (t.HandStarted(5, ()), "ROOM-19: the dealer cannot start hand 5: hand_id: "),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_an_event_of_the_wrong_form_is_refused_by_its_own_rule_to_whoever_it_is_of(
    event: t.TableEvent, who: str
) -> None:
    for table in (seated(1), seated(1, 2)):
        assert refused(lambda table=table: table.play(event)).startswith(who)  # type: ignore[misc]
    if isinstance(event, t.PlayerSat):
        assert refused(lambda: check(None, event)).startswith(who.partition(" with ")[0])


EVIL = "\x1b[31mEVIL\r\n\u202egpj<script>%s" + "a" * 9_000


def test_names_do_no_harm_in_any_refusal() -> None:
    table = seated().sit(1, EVIL).sit(2, f"{EVIL}2").sit(3, f"{EVIL}3")
    on, hand = started(table)
    gone = on.leave(2)
    seats = {1: ("ann", 100), 2: (f"{EVIL}2", 100), 3: (f"{EVIL}3", 100)}
    other = play_out(Hand.open(STUD, seats, 1, seed=seed_named(0), hand_id="table-1"))
    acts: list[Callable[[], object]] = [
        lambda: table.sit(1, "bob"), lambda: table.sit(4, EVIL), lambda: table.sit(9, EVIL),
        lambda: table.sit(4, "eve", 5), lambda: table.sit("x", EVIL),  # type: ignore[arg-type]
        lambda: table.sit(5, EVIL + "a" * 9_000), lambda: table.sit(5, "\ud800"),
        lambda: gone.sit_out(2), lambda: gone.leave(2), lambda: gone.add_chips(2, 5),
        lambda: table.add_chips(1, -5), lambda: on.add_chips(1, 5), lambda: table.auto_ante(1, True),
        lambda: table.come_back(1), lambda: on.finish_hand(other), lambda: on.finish_hand(hand),
        lambda: on.start_hand(seed=seed_named(0)), lambda: on.choose_game(0),
        lambda: on.play(t.PlayerLeft(1, 100)), lambda: table.play(t.PlayerGotUp(1)),
        lambda: table.play(t.HandStarted("h", (e.Seating(1, EVIL, 5),))),
        lambda: check(None, t.PlayerSat(1, EVIL, 100)), lambda: check(table.state, e.Checked(1)),  # type: ignore[arg-type]
    ]  # fmt: skip
    for act in acts:
        said = refused(act)
        assert visible(said) == said
        assert len(said) < 500


def test_all_stacks_together_stay_exact_in_any_reader() -> None:
    table = seated(1, buy_in=MAX_CHIPS - 1)
    assert f"above {MAX_CHIPS} chips" in refused(lambda: table.sit(2, "bob"))
    assert f"above {MAX_CHIPS} chips" in refused(lambda: table.add_chips(1, 2))


@pytest.mark.rule("ROOM-2")
def test_the_automatic_ante_is_on_until_it_is_switched_off() -> None:
    table = seated(1, 2).auto_ante(1, False).sit(3, "cat", auto_ante=False)
    assert [s.auto_ante for s in table.state.seats] == [False, True, False]
    assert "it is off already" in refused(lambda: table.auto_ante(1, False))
    assert "it is on already" in refused(lambda: table.auto_ante(2, True))
    assert "nobody sits there; sit down first" in refused(lambda: table.auto_ante(8, True))
    _, hand = started(table)
    assert hand.events[2] == e.AntesPosted((e.Payment(2, 1),))
    assert hand.decision is not None
    assert hand.decision.kind == "ante"


@pytest.mark.parametrize("auto_ante", [None, 1, "on", []])
def test_the_automatic_ante_is_on_or_off_and_nothing_else(auto_ante: Any) -> None:
    assert "on: expected true or false" in refused(lambda: seated(1).sit(2, "bob", auto_ante=auto_ante))


@pytest.mark.rule("ROOM-2")
def test_an_ante_switched_during_a_hand_counts_from_the_next_one_on() -> None:
    table, hand = started(seated(1, 2))
    table = table.auto_ante(1, False)
    table = table.finish_hand(play_out(hand))
    _, hand = started(table)
    assert [s.auto_ante for s in hand.state.setup.opening.seats] == [False, True]


# Table stakes


@pytest.mark.rule("ROOM-19")
def test_chips_are_added_between_hands_only() -> None:
    table = seated(1, 2).add_chips(1, 30)
    assert table.state.stacks == {1: 130, 2: 100}
    table, _ = started(table)
    assert refused(lambda: table.add_chips(1, 30)) == (
        "ROOM-19: seat 1 cannot add 30: hand table-1 is on, and only chips there when it started can be lost "
        "in it; add them when it is over."
    )


@pytest.mark.rule("ROOM-19")
def test_chips_stay_on_the_table_while_their_player_does() -> None:
    table = seated(1, 2)
    assert refused(lambda: table.add_chips(1, -30)) == (
        "ROOM-19: seat 1 cannot take 30 off the table: chips stay on the table while their player does; "
        "add 1 or more between hands, or leave."
    )
    assert "that is no chip" in refused(lambda: table.add_chips(1, 0))
    assert "leaves takes all of it; leave with 100" in refused(lambda: table.play(t.PlayerLeft(1, 60)))
    assert "ROOM-19: the dealer cannot" in refused(lambda: table.play(t.ChipsAdded("1", -3)))  # type: ignore[arg-type]
    assert "amount: expected a whole number" in refused(lambda: table.add_chips(1, 1.5))  # type: ignore[arg-type]


@pytest.mark.rule("ROOM-19")
def test_a_hand_is_played_with_the_chips_in_front_of_the_players() -> None:
    table = seated(1, 2)
    seats = (e.Seating(1, "ann", 100), e.Seating(2, "bob", 500))
    assert "start it with 100 in seat 1, 100 in seat 2" in refused(
        lambda: table.play(t.HandStarted("h", seats))
    )


# Away, back, gone


def test_who_sits_out_is_not_dealt_in_until_they_are_back() -> None:
    table = seated(1, 2, 3).sit_out(3)
    assert "they sit out already" in refused(lambda: table.sit_out(3))
    _, hand = started(table)
    assert list(hand.state.stacks) == [2, 1]
    back = table.come_back(3)
    assert "they are not away" in refused(lambda: back.come_back(3))
    assert len(started(back)[1].state.seats) == 3


def test_who_sits_out_during_a_hand_is_still_in_it() -> None:
    table, hand = started(seated(1, 2, 3))
    table = table.sit_out(3).finish_hand(play_out(hand))
    assert [s.seat for s in table.state.next_seats] == [1, 2]


def test_who_sits_down_during_a_hand_is_dealt_in_from_the_next_one_on() -> None:
    table, hand = started(seated(1, 2))
    table = table.sit(3, "cat")
    table = table.finish_hand(play_out(hand))
    assert table.state.seat(3).stack == 100
    assert [s.seat for s in table.state.next_seats] == [1, 2, 3]


def test_who_leaves_between_hands_takes_everything_along() -> None:
    table = seated(1, 2).add_chips(2, 5).leave(2)
    assert table.log.events[-1] == t.PlayerLeft(2, 105)
    assert (table.state.bought_in, table.state.cashed_out, table.state.raked) == (205, 105, 0)
    assert "nobody sits there" in refused(lambda: table.leave(2))
    assert table.sit(2, "eve").state.seat(2).player == "eve"


def test_who_leaves_during_a_hand_they_are_not_in_leaves_at_once() -> None:
    table, _ = started(seated(1, 2, 3).sit_out(3))
    assert table.leave(3).state.find(3) is None
    assert "they are in no hand; leave at once" in refused(lambda: table.play(t.PlayerGotUp(3)))


def test_who_leaves_in_the_middle_of_a_hand_takes_what_it_left_them_and_blocks_nobody() -> None:
    table, hand = started(seated(1, 2, 3))
    assert "get up and have it played out" in refused(lambda: table.play(t.PlayerLeft(2, 100)))
    table = table.leave(2)
    assert "bob has left" in refused(lambda: table.sit_out(2))
    assert "bob sits there" in refused(lambda: table.sit(2, "eve"))
    while hand.decision is not None:
        out = hand.decision.seat == 2
        hand = hand.play(hand.decision.time_out() if out else next(iter(hand.decision)))
    after = table.finish_hand(hand)
    assert after.state.find(2) is None
    assert after.log.events[-2:] == (t.PlayerLeft(2, hand.state.stacks[2]), t.DealerMoved(3))
    assert sum(after.state.stacks.values()) + after.state.cashed_out == 300


def test_with_fewer_than_two_players_a_table_waits() -> None:
    for table in (seated(), seated(1), seated(1, 2).sit_out(2), busted(seated(1, 2), 2)):
        assert isinstance(table.turn, Waiting)
        assert not table.can_start
        says = refused(lambda table=table: started(table))  # type: ignore[misc]
        assert says.startswith("HOUSE-28: the dealer cannot start hand table-")
    assert seated(1, 2).can_start


# The deal


def test_in_a_home_game_the_deal_goes_clockwise_past_who_is_not_in() -> None:
    table = seated(1, 2, 4, 5)
    assert table.state.dealer == 1
    table = played(table)
    assert table.state.dealer == 2
    table = played(table.sit_out(4))
    assert table.state.dealer == 5
    assert played(table).state.dealer == 1


def test_the_deal_goes_on_from_a_dealer_who_leaves_or_sits_out() -> None:
    table = seated(1, 2, 3)
    assert table.leave(1).state.dealer == 2
    assert table.sit_out(1).state.dealer == 2
    assert table.sit_out(2).state.dealer == 1


def test_the_deal_waits_for_two_players_and_then_moves_once() -> None:
    table = busted(seated(1, 2), 2)
    assert (table.state.dealer, table.state.deal_moves_on) == (1, True)
    table = table.add_chips(2, 100)
    assert (table.state.dealer, table.state.deal_moves_on) == (2, False)


def test_in_an_online_room_the_house_deals() -> None:
    table = played(seated(1, 2, dealer="house"))
    assert table.state.dealer == 0
    assert "the house deals at this table" in refused(lambda: table.play(t.DealerMoved(1)))


def test_nobody_passes_the_deal_on_their_own() -> None:
    assert "the deal moves after a hand" in refused(lambda: seated(1, 2).play(t.DealerMoved(2)))


def test_what_is_due_comes_before_anything_else() -> None:
    table = seated(1, 2)
    state = evolve(table.state, t.HandStarted("h", table.state.next_seats))
    state = evolve(state, t.PlayerGotUp(2))
    assert isinstance(turn(state), HandOn)
    state = evolve(state, t.HandFinished("h", 1, "0" * 64, (e.Payment(1, 90), e.Payment(2, 110))))
    assert turn(state) == Due(t.PlayerLeft(2, 110), "ROOM-19")
    assert "first, seat 2, who got up, leaves with 110" in refused(
        lambda: check(state, t.PlayerSat(3, "c", 100))
    )
    state = evolve(evolve(state, t.PlayerLeft(2, 110)), t.PlayerSat(4, "dan", 100))
    assert turn(state) == Due(t.DealerMoved(4), "ROOM-20")
    assert "first, the deal goes to seat 4" in refused(lambda: check(state, t.DealerMoved(1)))
    check(state, t.DealerMoved(4))


def test_the_dealer_names_the_next_game_from_the_list() -> None:
    table = seated(1, 2, rules=[STUD, HI_LO, DOTS])
    assert table.state.rules is STUD
    table = table.choose_game(HI_LO)
    assert started(table)[1].state.rules == HI_LO
    assert table.choose_game(0).state.rules == STUD
    assert played(table).state.rules == HI_LO


def test_a_game_is_named_by_the_dealer_between_hands_and_from_the_list() -> None:
    table = seated(1, 2, rules=[STUD, DOTS])
    assert "the table has 2 games, numbered from 0" in refused(lambda: table.choose_game(HI_LO))
    assert "GSD-2: seat 2 cannot name game 1: the dealer names the game, and seat 1 deals" in refused(
        lambda: table.play(t.GameChosen(2, 1))
    )
    assert "nobody has the deal" in refused(lambda: seated(1, rules=[STUD, DOTS]).choose_game(1))
    assert "name it before the next one" in refused(lambda: started(table)[0].choose_game(1))
    house = seated(rules=[STUD, DOTS], dealer="house")
    assert house.choose_game(1).state.rules == DOTS
    assert "the house deals" in refused(lambda: house.play(t.GameChosen(1, 1)))


@pytest.mark.rule("GSD-16")
def test_the_dealer_confirms_before_each_hand_of_dots_how_a_tie_is_settled() -> None:
    table = seated(1, 2, rules=DOTS)
    for _ in range(2):
        table, hand = started(table)
        assert hand.decision is not None
        assert hand.decision.kind == "dots_tie"
        table = table.finish_hand(play_out(hand))
    assert started(table, dots_tie="share")[1].events[1] == e.DotsTieConfirmed("share")


# Hands


def test_a_hand_has_the_tables_players_dealer_and_rules() -> None:
    table, hand = started(seated(1, 2, 4), hand_id="mine")
    opening = hand.state.setup.opening
    assert (opening.hand_id, opening.dealer, opening.rules) == ("mine", 1, STUD)
    assert table.state.hand == t.HandStarted("mine", opening.seats)
    assert table.state.playing == (1, 2, 4)
    assert "hand mine is on" in refused(lambda: started(table))


def test_a_hand_is_finished_with_its_head_and_its_stacks() -> None:
    table, hand = started(seated(1, 2))
    assert "it is not over; play it to its end" in refused(lambda: table.finish_hand(hand))
    hand = play_out(hand)
    after = table.finish_hand(hand)
    stacks = tuple(e.Payment(*row) for row in sorted(hand.state.stacks.items()))
    assert after.log.events[-2] == t.HandFinished(hand.state.hand_id, hand.entries, hand.log.head, stacks)
    assert after.state.stacks == dict(stacks)
    assert "no hand is on" in refused(lambda: after.finish_hand(hand))


def test_a_cancelled_hand_is_finished_like_any_other() -> None:
    table, hand = started(seated(1, 2).auto_ante(1, False))
    assert hand.decision is not None
    hand = hand.play(hand.decision.sit_out())
    assert any(isinstance(event, e.HandCancelled) for event in hand.events)
    after = table.finish_hand(hand)
    assert after.state.stacks == {1: 100, 2: 100}
    assert after.state.dealer == 2


def test_every_hand_has_an_id_of_its_own() -> None:
    table, hand = started(seated(1, 2), hand_id="once")
    table = table.finish_hand(play_out(hand))
    assert "has had a hand of that id" in refused(lambda: started(table, hand_id="once"))
    assert "start hand 'not an id'" in refused(lambda: started(table, hand_id="not an id"))


def test_a_hand_without_an_id_takes_the_tables_and_the_first_number_that_is_free() -> None:
    table = seated(1, 2)
    for given, gets in (("table-2", "table-2"), (None, "table-3"), ("table-4", "table-4"), (None, "table-5")):
        table, hand = started(table, hand_id=given)
        assert hand.state.hand_id == gets
        table = table.finish_hand(play_out(hand))


@pytest.mark.parametrize(
    ("other", "says"),
    [
        ({"hand_id": "other"}, "the hand that is on is table-1, not other"),
        ({"dealer": 2}, "the dealer is seat 1, in the hand it is seat 2"),
        ({"dealer": 0}, "the dealer is seat 1, in the hand it is the house"),
        ({"rules": HI_LO}, "by other rules than the table's game 0, stud_high"),
        ({"seats": {1: ("ann", 100), 2: ("bob", 900)}}, "bob in seat 2 with 900 where bob in seat 2"),
        ({"seats": {1: ("ann", 100, False), 2: ("bob", 100)}}, "where ann in seat 1 with 100 was dealt in"),
        ({"seats": {1: ("ann", 100), 2: ("bob", 100), 3: ("c", 9)}}, "it has 3 players, the table dealt 2"),
    ],
)  # fmt: skip
def test_a_hand_that_the_table_did_not_start_is_not_finished_there(other: dict[str, Any], says: str) -> None:
    table, _ = started(seated(1, 2))
    usual = {"rules": STUD, "seats": {1: ("ann", 100), 2: ("bob", 100)}, "dealer": 1, "hand_id": "table-1"}
    hand = play_out(Hand.open(**{**usual, **other}, seed=seed_named(0)))
    assert says in refused(lambda: table.finish_hand(hand))


@pytest.mark.parametrize(
    ("hand_id", "stacks", "says"),
    [
        ("other", ((1, 100), (2, 100)), "the hand that is on is h"),
        ("h", ((1, 200),), "it leaves stacks to seats 1, 2, by number and to no others"),
        ("h", ((2, 100), (1, 100)), "by number and to no others"),
        ("h", ((1, 100), (2, 101)), "ROOM-19: the dealer cannot finish hand h: it began with 200"),
        ("h", ((1, 100), (2, 99)), "HOUSE-32: the dealer cannot finish hand h: 1 chips are missing"),
    ],
)  # fmt: skip
def test_a_hand_ends_with_the_chips_it_began_with(hand_id: str, stacks: Any, says: str) -> None:
    table = seated(1, 2)
    table = table.play(t.HandStarted("h", table.state.next_seats))
    event = t.HandFinished(hand_id, 9, "0" * 64, tuple(e.Payment(*row) for row in stacks))
    assert says in refused(lambda: table.play(event))


@pytest.mark.rule("HOUSE-32")
def test_what_the_house_rakes_is_missing_from_the_table_and_counted() -> None:
    table = seated(1, 2, rules=attrs.evolve(STUD, rake="declared"))
    table, hand = started(table)
    while hand.decision is not None:
        is_rake = hand.decision.kind == "rake"
        hand = hand.play(hand.decision.rake(1) if is_rake else next(iter(hand.decision)))
    assert table.finish_hand(hand).state.raked == 1


def test_the_hand_that_is_on_can_be_dealt_again_from_its_seed() -> None:
    table, hand = started(seated(1, 2))
    again = Table.resume(TableLog(table.log.lines)).deal(seed=seed_named(0))
    assert again.log == hand.log
    assert "no hand is on; start one" in refused(lambda: seated(1, 2).deal(seed=seed_named(0)))


def test_a_hand_that_is_dealt_again_starts_when_it_started_whatever_came_after() -> None:
    table = Table.open(STUD, table_id="table", buy_in=100, at=0).sit(1, "ann", at=10).sit(2, "bob", at=20)
    table, hand = table.start_hand(seed=seed_named(0), at=30)
    later = table.sit(3, "cat", at=40).sit_out(1, at=50)
    assert later.deal(seed=seed_named(0)).log == hand.log


def test_players_may_add_entropy_to_a_hand_of_a_table() -> None:
    _, hand = started(seated(1, 2), entropy_seats=(1,))
    assert hand.state.setup.opening.entropy_seats == (1,)
    nobody: list[Any] = [(), [], iter(())]
    for none in nobody:
        assert started(seated(1, 2), entropy_seats=none)[1].state.setup.opening.entropy_seats == ()


def test_players_entropy_is_never_left_out_in_silence() -> None:
    table, _ = started(seated(1, 2))
    deck, seed = stacked_deck({1: "As", 2: "Ks"}, dealer=1), seed_named(0)
    for brought in ({"deck": deck}, {"deck": deck, "seed": seed}, {}):
        with pytest.raises(SetupError, match="entropy_seats: players' entropy makes the deck: give a seed"):
            table.deal(**brought, entropy_seats=(1, 2))


@pytest.mark.parametrize("wrong", [None, 5, 0, object(), "x", [[]], (1, "2")])
def test_what_are_no_seats_that_add_entropy_is_a_clear_error(wrong: Any) -> None:
    with pytest.raises(SetupError, match="entropy"):
        started(seated(1, 2), entropy_seats=wrong)


# Times


def test_a_table_has_times_on_every_event_or_on_none_and_they_never_go_back() -> None:
    table = seated(at=50).sit(1, "ann", at=60)
    assert table.log.times == (50, 60)
    wrong: list[Callable[[], Table]] = [lambda: table.sit(2, "bob"), lambda: seated().sit(1, "ann", at=1)]
    for act in wrong:
        with pytest.raises(SetupError, match="for every event of a table, or for none"):
            act()
    for at in (-5, 7.5, True, "7"):
        for wrongly in (table.leave, seated(1).leave):
            with pytest.raises(SetupError, match=r"^at: expected whole milliseconds, got "):
                wrongly(1, at=at)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="59 ms is before the last entry's 60 ms"):
        table.sit(2, "bob", at=59)


def test_a_hand_is_finished_at_its_last_time_or_the_tables_if_that_is_later() -> None:
    table = seated(at=0).sit(1, "ann", at=0).sit(2, "bob", at=0)
    table, hand = table.start_hand(seed=seed_named(0), at=10)
    hand = play_out(hand)
    assert table.finish_hand(hand).log.last_time == 10
    assert table.sit(3, "cat", at=20).finish_hand(hand).log.last_time == 20
    assert table.finish_hand(hand, at=30).log.last_time == 30


def test_a_hand_is_within_the_times_that_the_table_had_it_on() -> None:
    table = seated(at=0).sit(1, "ann", at=0).sit(2, "bob", at=0)
    before = table.start_hand(seed=seed_named(0), at=5)[1]
    table, hand = table.start_hand(seed=seed_named(0), at=10)
    assert hand.decision is not None
    while hand.decision is not None:
        hand = hand.play(passively(hand.decision), 40)
    with pytest.raises(SetupError, match="39 ms is before the hand's last entry, 40 ms"):
        table.finish_hand(hand, at=39)
    assert audit_table(table.finish_hand(hand).log, [hand.log]).is_clean
    with pytest.raises(SetupError, match="the hand opened at 5 ms, and the table started it at 10 ms"):
        table.finish_hand(play_out(before))


def test_the_deal_moves_on_from_a_dealer_who_left_whoever_sits_down_there() -> None:
    table = seated(1, 3).leave(1)
    with pytest.raises(IllegalEvent, match=r"GSD-2: .*nobody sits there any more"):
        table.choose_game(0)
    assert table.sit(1, "zed").state.dealer == 3
    assert table.sit(2, "zed").state.dealer == 2
    away = seated(1, 3).leave(3).sit_out(1).come_back(1)
    assert away.sit(3, "cat").state.dealer == 3


def test_states_that_go_on_from_one_moment_know_their_own_hands_alone() -> None:
    table = seated(1, 2)
    one = started(table, hand_id="one")[0]
    other = started(table, hand_id="other")[0]
    again = started(table, hand_id="one")[0]
    assert set(one.state.hand_ids) == set(again.state.hand_ids) == {"one"}
    assert set(other.state.hand_ids) == {"other"}
    assert one.state == again.state != other.state
    assert (len(table.state.hand_ids), "one" in table.state.hand_ids) == (0, False)


# Coming back


def test_a_table_comes_back_from_its_log_and_does_what_was_still_due() -> None:
    table = played(seated(1, 2))
    cut = TableLog(table.log.lines[:-1])
    assert Table.resume(cut).state == table.state
    assert Table.resume(table.log).log is table.log


def test_what_is_due_when_a_table_with_times_comes_back_happens_at_its_last_time() -> None:
    table = seated(at=0).sit(1, "ann", at=1).sit(2, "bob", at=2)
    cut = TableLog(table.log.lines[:-1])
    assert Table.resume(cut).log.times == (0, 1, 2, 2)
    assert Table.resume(cut).log.lines == table.log.lines


def test_what_happens_by_itself_at_another_time_than_its_cause_is_found() -> None:
    table = seated(at=0).sit(1, "ann", at=1).sit(2, "bob", at=2)
    assert isinstance(table.log.events[-1], t.DealerMoved)
    late = TableLog.of(table.log.events, (0, 1, 2, 3))
    (finding,) = [found for found in audit_table(late).findings if not found.is_note]
    assert (finding.gravity, finding.entry) == ("clock", 3)
    assert audit_table(table.log).is_clean


def test_a_log_that_breaks_a_rule_brings_no_table_back() -> None:
    opening = seated().state.opening
    log = TableLog.of([opening, t.PlayerSat(1, "ann", 50)])
    with pytest.raises(IllegalEvent, match="no short buys"):
        Table.resume(log)


def test_a_table_says_what_it_is() -> None:
    assert repr(seated(1)).startswith("Table('table', 2 entries, Waiting(seats=(Seating(seat=1, player='ann'")
    assert isinstance(seated().state.rules, Rules)
    with pytest.raises(KeyError):
        seated().state.seat(1)

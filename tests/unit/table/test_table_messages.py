"""What players send and receive: safe against the late, the sly and the broken."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from grocerydots import Decision, Hand, IllegalEvent, NotationError, presets
from grocerydots import events as e
from grocerydots.audit import audit_table
from grocerydots.deck import entropy_commitment
from grocerydots.errors import WrongType
from grocerydots.table import StaleMessage, Table, apply_message, choices_for, update_for
from grocerydots.table import events as t
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_named

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
STUD = presets.online_room(small_bet=4, big_bet=8, ante=1)
RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")


def table_and_hand(rules: Any = DOTS, *, auto_ante: bool = True, **options: Any) -> tuple[Table, Hand]:
    table = Table.open(rules, table_id="table", buy_in=100, at=0)
    for seat, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        table = table.sit(seat, name, auto_ante=auto_ante, at=0)
    return table.start_hand(seed=seed_named("commands"), at=0, **options)


def stud() -> Hand:
    return table_and_hand(STUD)[1]


def message(hand: Hand, choice: str, **more: Any) -> dict[str, Any]:
    return {"hand": hand.state.hand_id, "entry": hand.entries, "choice": choice, **more}


def decider(hand: Hand) -> int:
    assert hand.decision is not None
    assert hand.decision.seat is not None
    return hand.decision.seat


def act(hand: Hand, choice: str, **more: Any) -> Hand:
    return apply_message(hand, message(hand, choice, **more), decider(hand), at=0).after


def test_a_message_plays_the_seats_choice_and_tells_the_new_lines() -> None:
    hand = stud()
    got = apply_message(hand, json.dumps(message(hand, "bring_in", id="m1")).encode(), decider(hand), at=5)
    assert got.after.entries == hand.entries + 1
    assert (got.entry, got.is_repeated, got.message_id) == (hand.entries, False, "m1")
    assert got.lines == got.after.log.lines[hand.entries :]


def test_every_choice_of_a_hand_can_be_sent() -> None:
    _, hand = table_and_hand()
    hand = apply_message(hand, message(hand, "dots_tie", policy="share"), 1, at=0).after
    hand = act(act(act(hand, "bring_in"), "complete", to=4), "raise", to=8)
    hand = act(act(hand, "call"), "call")
    bought = act(hand, "buy", slot=1)
    assert isinstance(bought.events[hand.entries], e.StoreCardBought)
    hand = act(act(act(hand, "pass"), "pass"), "pass")
    hand = act(act(act(hand, "check"), "bet", to=4), "fold")
    assert decider(hand)
    stud_hand = play_out(stud(), until=lambda h: h.decision is not None and h.decision.kind == "show")
    shown = act(stud_hand, "show")
    assert isinstance(shown.events[stud_hand.entries], e.HandShown)
    assert isinstance(act(shown, "muck").events[shown.entries], e.HandMucked | e.HandShown)


def test_antes_are_answered_too() -> None:
    table = (
        Table.open(STUD, table_id="table", buy_in=100)
        .sit(1, "ann", auto_ante=False)
        .sit(2, "bob", auto_ante=False)
    )
    _, hand = table.start_hand(seed=seed_named(0))
    hand = apply_message(hand, message(hand, "ante"), decider(hand)).after
    assert apply_message(hand, message(hand, "sit_out"), decider(hand)).after.is_over


def test_the_same_message_twice_does_one_thing() -> None:
    hand = stud()
    sent = json.dumps(message(hand, "bring_in")).encode()
    first = apply_message(hand, sent, decider(hand), at=0)
    again = apply_message(first.after, sent, decider(hand), at=9)
    assert again.after is first.after
    assert again.is_repeated
    assert again.lines == first.lines
    later = play_out(first.after)
    assert apply_message(later, sent, decider(hand), at=99).after is later


def test_what_is_past_and_was_something_else_is_stale() -> None:
    hand = stud()
    seat, sent = decider(hand), message(hand, "bring_in")
    after = act(hand, "complete", to=4)
    with pytest.raises(StaleMessage, match=r"is for entry \d+, which is past: the next one is") as raised:
        apply_message(after, sent, seat, at=0)
    assert (raised.value.entry, raised.value.entries) == (hand.entries, after.entries)
    with pytest.raises(StaleMessage):
        apply_message(after, sent, next(s for s in (1, 2, 3) if s != seat), at=0)
    with pytest.raises(StaleMessage, match="not there yet"):
        apply_message(hand, {**sent, "entry": hand.entries + 1}, seat, at=0)
    with pytest.raises(StaleMessage, match="is for hand other, this is hand"):
        apply_message(hand, {**sent, "hand": "other"}, seat, at=0)
    with pytest.raises(StaleMessage, match="past"):  # no decision stood before the dealer's entry
        apply_message(hand, {**sent, "entry": 2}, seat, at=0)


def test_a_seat_answers_its_own_decision_alone() -> None:
    hand = stud()
    seat = decider(hand)
    other = next(number for number in (1, 2, 3) if number != seat)
    with pytest.raises(
        IllegalEvent, match=f"ROOM-20: seat {other} cannot bring in: seat {seat} has the decision"
    ):
        apply_message(hand, message(hand, "bring_in"), other, at=0)
    with pytest.raises(IllegalEvent, match=f"act for seat {seat}: players act for their own seat alone"):
        apply_message(hand, message(hand, "bring_in", seat=seat), other, at=0)
    assert apply_message(hand, message(hand, "bring_in", seat=seat), seat, at=0).after.entries > hand.entries
    over = play_out(hand)
    with pytest.raises(IllegalEvent, match="nobody has a decision now"):
        apply_message(over, message(over, "fold"), 1, at=0)


@pytest.mark.rule("GSD-16")
def test_the_dealer_alone_confirms_how_a_dots_tie_is_settled() -> None:
    _, hand = table_and_hand()
    with pytest.raises(IllegalEvent, match="ROOM-20: seat 2 cannot dots tie: seat 1 has the decision"):
        apply_message(hand, message(hand, "dots_tie", policy="share"), 2, at=0)
    with pytest.raises(IllegalEvent, match="GSD-16"):
        apply_message(hand, message(hand, "dots_tie", policy="none"), 1, at=0)


@pytest.mark.rule("GSD-16")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("entropy_seats", [(), (1, 2)])
def test_a_dealer_who_leaves_before_they_confirm_the_dots_tie_holds_nobody_up(
    seat: int, entropy_seats: tuple[int, ...]
) -> None:
    table, hand = table_and_hand(entropy_seats=entropy_seats)
    table = table.leave(1, at=1)
    sent = message(hand, "cancel")
    with pytest.raises(IllegalEvent, match="ROOM-20: seat 2 cannot cancel: seat 1 has the decision"):
        apply_message(hand, sent, 2, at=1)
    got = apply_message(hand, sent, seat, at=1)
    assert [type(event) for event in got.after.events[1:]] == [e.HandCancelled, e.HandClosed]
    assert apply_message(got.after, sent, seat, at=2).is_repeated
    table = table.finish_hand(got.after)
    assert (table.state.dealer, table.state.stacks) == (2, {2: 100, 3: 100})
    assert table.start_hand(seed=seed_named("next"), dots_tie="share", at=2)[1].decision is not None
    assert audit_table(table.log, [got.after.log]).is_clean


@pytest.mark.rule("GSD-16")
def test_the_house_does_not_confirm_a_dots_tie_for_the_dealer() -> None:
    _, hand = table_and_hand()
    with pytest.raises(IllegalEvent, match="ROOM-20: the dealer cannot dots tie: seat 1 has the decision"):
        apply_message(hand, message(hand, "dots_tie", policy="share"), 0, at=0)


def test_the_house_names_its_rake() -> None:
    _, hand = table_and_hand(RAKED)
    hand = play_out(hand, until=lambda h: h.decision is not None and h.decision.kind == "rake")
    with pytest.raises(IllegalEvent, match="the house has the decision"):
        apply_message(hand, message(hand, "rake", amount=1), 1, at=0)
    assert apply_message(hand, message(hand, "rake", amount=1), 0, at=0).after.is_over


@pytest.mark.rule("ROOM-9")
def test_a_late_answer_is_refused() -> None:
    hand = stud()
    with pytest.raises(IllegalEvent, match="ROOM-9"):
        apply_message(hand, message(hand, "bring_in"), decider(hand), at=10_001)


def test_a_choice_that_is_not_legal_is_refused_by_its_rule() -> None:
    hand = stud()
    with pytest.raises(IllegalEvent):
        apply_message(hand, message(hand, "raise", to=8), decider(hand), at=0)
    with pytest.raises(IllegalEvent):
        apply_message(hand, message(hand, "complete", to=2**53 - 1), decider(hand), at=0)


def test_players_add_entropy_in_any_order_and_once() -> None:
    table, _ = table_and_hand(STUD)
    hand = table.deal(seed=seed_named("commands"), entropy_seats=(1, 2))
    name, secret = hand.state.hand_id, {1: b"a" * 32, 2: b"b" * 32}
    for seat in (2, 1):
        commitment = entropy_commitment(name, seat, secret[seat]).hex()
        sent = {"hand": name, "entry": 1, "choice": "commit", "commitment": commitment}
        hand = apply_message(hand, sent, seat, at=0).after
        assert apply_message(hand, sent, seat, at=0).is_repeated
    sent = {"hand": name, "entry": 3, "choice": "add_entropy", "entropy": secret[1].hex()}
    got = apply_message(hand, sent, 1, at=0)
    assert got.after.entries == hand.entries + 1
    with pytest.raises(IllegalEvent):
        apply_message(hand, {**sent, "entropy": secret[2].hex()}, 1, at=0)


def test_the_house_may_call_off_a_hand_that_waits_for_entropy() -> None:
    table, _ = table_and_hand(STUD)
    hand = table.deal(seed=seed_named("commands"), entropy_seats=(1,))
    assert apply_message(hand, message(hand, "cancel"), 0, at=0).after.is_over


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (b"", "the line is empty"),
        (b"null", "expected an object"),
        (b"[1]", "expected an object"),
        (b"{", "no JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"{}", "hand: the field is missing"),
        (b'{"hand":"h"}', "entry: the field is missing"),
        (b'{"hand":"h","entry":1}', "choice: the field is missing"),
        (b'{"hand":"h","entry":1,"choice":"cheat"}', "choice: expected one of ante, sit_out"),
        (b'{"hand":"h","entry":1,"choice":["fold"]}', "choice: expected one of"),
        (b'{"hand":"h","entry":1,"choice":"bet"}', "to: bet needs this field, and it is missing"),
        (b'{"hand":"h","entry":1,"choice":"fold","to":5}', "to: fold has no such field"),
        (b'{"hand":"h","entry":1,"choice":"fold","__class__":5}', "'__class__': fold has no such field"),
        (b'{"hand":"h","entry":true,"choice":"fold"}', "entry: expected a whole number"),
        (b'{"hand":"h","entry":1.0,"choice":"fold"}', "entry: expected a whole number"),
        (b'{"hand":"h","entry":NaN,"choice":"fold"}', "entry: expected a whole number"),
        (b'{"hand":"h","entry":-1,"choice":"fold"}', "entry: expected a whole number"),
        (b'{"hand":"h","entry":1,"choice":"bet","to":1e400}', "to: expected a whole number"),
        (b'{"hand":"h","entry":1,"choice":"bet","to":' + b"9" * 4000 + b"}", "a number of 4000 characters"),
        (b'{"hand":"h","entry":1,"choice":"bet","to":"4"}', "to: expected a whole number"),
        (b'{"hand":"h","hand":"h","entry":1,"choice":"fold"}', "is there twice"),
        (b'{"hand":"h\\u0000","entry":1,"choice":"fold"}', "hand: expected 1 to 64 printable characters"),
        (b'{"hand":7,"entry":1,"choice":"fold"}', "hand: expected 1 to 64 printable"),
        (b'{"hand":"h","entry":1,"choice":"fold","id":"' + b"x" * 65 + b'"}', "id: expected 1 to 64"),
        (b'{"hand":"h","entry":1,"choice":"commit","commitment":"00"}', "commitment: expected 64 lower-case"),
        (b'{"hand":' + b"[" * 4000, "too deep"),
        (b" " * 5000, "a message has at most 4096 bytes, this one has 5000"),
        ('{"hand":"\ud800"}', "lone surrogate"),
        ('{"hand":"h"}', "entry: the field is missing"),
        ({1: 2}, "expected an object of a few named fields"),
        ({str(number): 1 for number in range(17)}, "expected an object of a few named fields"),
        ({"hand": "h", "entry": 10**5000, "choice": "fold"}, "entry: expected a whole number"),
        ({"hand": "h", "entry": float("nan"), "choice": "fold"}, "entry: expected a whole number"),
    ],
)  # fmt: skip
def test_what_is_no_message_is_a_clear_error(sent: Any, says: str) -> None:
    with pytest.raises(NotationError) as raised:
        apply_message(stud(), sent, 1, at=0)
    assert says in str(raised.value)
    assert len(str(raised.value)) < 400


def test_no_seat_number_is_negative() -> None:
    hand = stud()
    table, _ = table_and_hand()
    sent = {"table": "table", "entry": table.entries, "choice": "sit_out"}
    for ask in (
        lambda: apply_message(hand, message(hand, "bring_in"), -1, at=0),
        lambda: apply_message(table, {**sent, "seat": 1}, -1, at=1),
        lambda: update_for(hand, -1),
    ):
        with pytest.raises(NotationError, match="seat: expected a seat number, or 0 for the house, got -1"):
            ask()


# Choices


def taken(hand: Hand) -> set[e.Event]:
    """What comes of every choice that is asked for, at both ends of its bounds."""
    said = json.loads(json.dumps(choices_for(hand)))
    events = set()
    for choice in said["choices"]:
        sent = {"hand": said["hand"], "entry": said["entry"], "choice": choice["choice"]}
        for argument in (
            {choice["word"]} if choice["field"] == "policy" else {choice["lowest"], choice["highest"]}
        ):
            more = {} if choice["field"] is None else {choice["field"]: argument}
            at = None if hand.times is None else hand.times[-1]
            events.add(apply_message(hand, sent | more, said["seat"], at=at).after.events[hand.entries])
    return events


def legal_ends(decision: Decision) -> set[e.Event]:
    return {decision.event(o, number) for o in decision.options for number in {o.lowest, o.highest}}


@pytest.mark.parametrize("number", range(12))
def test_what_is_asked_is_what_answer_takes(number: int) -> None:
    """Every choice that is asked for is taken as it stands, and gives an event that is legal."""
    chance, rules = Random(number), (DOTS, STUD, RAKED)[number % 3]
    _, hand = table_and_hand(rules, auto_ante=number < 6)
    while (decision := hand.decision) is not None:
        assert taken(hand) == legal_ends(decision)
        hand = hand.play(chance.choice(list(legal_ends(decision) - {e.HandCancelled(())})), 0)


def test_what_is_asked_names_the_dealer_the_house_the_rule_and_the_deadline() -> None:
    said = choices_for(table_and_hand()[1])
    assert said is not None
    assert (said["seat"], said["rule"], said["deadline"]) == (1, "GSD-16", None)
    said = choices_for(stud())
    assert said is not None
    assert (said["seat"], said["deadline"]) == (decider(stud()), 10_000)
    raked = play_out(
        table_and_hand(RAKED)[1], until=lambda h: h.decision is not None and h.decision.kind == "rake"
    )
    said = choices_for(raked)
    assert said is not None
    assert said["seat"] == 0


def test_nothing_is_asked_once_a_hand_is_over_and_of_what_is_no_hand() -> None:
    assert choices_for(play_out(stud())) is None
    with pytest.raises(WrongType, match="hand: expected a Hand, got a Table"):
        choices_for(table_and_hand()[0])  # type: ignore[arg-type]


# A table


def at_table(table: Table, choice: str, seat: int, **more: Any) -> Table:
    sent = {"table": table.state.table_id, "entry": table.entries, "choice": choice, **more}
    got = apply_message(table, sent, seat, at=1)
    assert not got.is_repeated
    assert got.lines == got.after.log.lines[table.entries :]
    again = apply_message(got.after, sent, seat, at=1)
    assert again.after is got.after
    assert again.is_repeated
    return got.after


def test_players_are_away_come_back_and_leave_by_message() -> None:
    table, _ = table_and_hand([STUD, presets.online_room(small_bet=2, big_bet=4, ante=1)])
    table = at_table(at_table(table, "sit_out", 2), "come_back", 2)
    table = at_table(table, "auto_ante", 3, on=False)
    assert at_table(table, "leave", 2).log.events[-1] == t.PlayerGotUp(2)


def test_the_dealer_names_the_game_by_message_and_nobody_sits_by_one() -> None:
    table = Table.open(
        [STUD, presets.online_room(small_bet=2, big_bet=4, ante=1)], table_id="table", buy_in=100, at=0
    )
    table = table.sit(1, "ann", at=0).sit(2, "bob", at=0)
    assert at_table(table, "choose_game", 1, game=1).state.game == 1
    assert at_table(table, "leave", 2).state.find(2) is None
    with pytest.raises(IllegalEvent, match="GSD-2: seat 2 cannot name game 1"):
        at_table(table, "choose_game", 2, game=1)
    for choice in ("sit", "add_chips"):
        with pytest.raises(NotationError, match="choice: expected one of sit_out, come_back, leave"):
            at_table(table, choice, 1)


def test_a_message_for_another_moment_or_table_is_stale() -> None:
    table, _ = table_and_hand()
    for changed in ({"table": "other"}, {"entry": 2}, {"entry": 99}):
        sent = {"table": "table", "entry": table.entries, "choice": "leave", **changed}
        with pytest.raises(StaleMessage):
            apply_message(table, sent, 1, at=1)


# Updates


def test_a_player_is_told_the_new_lines_and_their_own_openings() -> None:
    hand = stud()
    news = json.loads(update_for(hand, 2, since=3))
    assert news["lines"] == [line.decode() for line in hand.log.lines[3:]]
    assert [card for _, card, _ in news["openings"]] == [
        card.text for card in hand.openings(2).cards.values()
    ]
    assert (news["hand"], news["seat"], news["entries"]) == (hand.state.hand_id, 2, hand.entries)


def test_nobody_is_told_anothers_cards() -> None:
    hand = stud()
    secrets = {seat: [o.salt.hex() for o in hand.openings(seat).openings if o.salt] for seat in (1, 2, 3)}
    for seat in (1, 2, 3, 9, None):
        sent = update_for(hand, seat).decode()
        for owner, salts in secrets.items():
            assert all((salt in sent) is (owner == seat) for salt in salts)
    assert "openings" not in json.loads(update_for(hand))


def test_everybody_at_a_table_is_told_the_same_lines() -> None:
    table, _ = table_and_hand()
    assert update_for(table, 1, since=2) == update_for(table, since=2)
    assert json.loads(update_for(table, since=2))["lines"] == [line.decode() for line in table.log.lines[2:]]


def test_an_unsealed_hand_is_told_without_salts() -> None:
    from grocerydots.testing import stacked_deck

    table, _ = table_and_hand(STUD)
    hand = table.deal(deck=stacked_deck({1: "As Ks Qs", 2: "Js Ts 9s", 3: "8s 7s 6s"}, dealer=1))
    assert {salt for _, _, salt in json.loads(update_for(hand, 1))["openings"]} == {None}


@pytest.mark.parametrize("since", [-1, 10**6])
def test_an_update_starts_at_an_entry_of_the_log(since: int) -> None:
    with pytest.raises(NotationError, match="since: expected 0 to"):
        update_for(stud(), 1, since=since)

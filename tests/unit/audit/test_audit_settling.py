"""Settling put right: why awards are wrong, and what each player is owed."""

from __future__ import annotations

import sys

import attrs
import pytest
from crooked_table import Table, awards_to, sealed

from grocerydots import events as e
from grocerydots.audit import Report, audit
from grocerydots.audit.settling import owed
from grocerydots.audit.walk import chips_in, walked
from grocerydots.evolve import evolve
from grocerydots.log import Log
from grocerydots.parts import SeatState
from grocerydots.rules import presets
from grocerydots.rules.options import TimeOut
from grocerydots.rules.rules import Betting, Rules
from grocerydots.state import HandState
from grocerydots.testing import stacked_deck

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 8c 8d Tc"}
#: Seats 1 and 2 tie for everything: a pair of fours, a 7-6-4-3-A low, and five dots against four.
TWINS = {1: "Ah 3d Ks 4c 6d 7h 4h", 2: "As 3c Kc 4d 6h 7c 4s", 3: "Qh Jd 2c 6c Kh 7s 9d"}


def table_of(rules: Rules, hands: dict[int, str] = HANDS, stacks: tuple[int, ...] = (100, 100, 100)) -> Table:
    store = "5c 5s 8s" if rules.has_store else ""
    deck = sealed("settling", hands, store=store)
    return Table("settling", rules, dict(zip(hands, stacks, strict=True)), deck)


def with_awards(table: Table, *rows: tuple[int, e.Share, int, int]) -> Report:
    table.finish(e.PotsAwarded)
    return audit(table.force(awards_to(table.next_event(), *rows)).finish().log)


def said(report: Report) -> tuple[str | None, dict[int, int]]:
    assert report.first is not None
    assert report.first.gravity == "settling"
    return report.first.rule, dict(report.owed)


def test_the_right_awards_are_not_wrong() -> None:
    assert with_awards(table_of(STUD), (0, "whole", 2, 9)).is_clean


@pytest.mark.parametrize(
    ("rules", "hands", "rows", "rule", "owed"),
    [
        (STUD, HANDS, [(0, "whole", 9, 9)], "HOUSE-22", {2: 9}),
        (STUD, HANDS, [(1, "whole", 2, 9)], "HOUSE-22", {}),
        (STUD, HANDS, [], "HOUSE-32", {2: 9}),
        (STUD, HANDS, [(0, "whole", 2, 4), (0, "whole", 2, 5)], "HOUSE-22", {}),
        (STUD, HANDS, [(0, "high", 2, 9)], "ROOM-17", {}),
        (STUD, HANDS, [(0, "whole", 1, 4), (0, "whole", 2, 5)], "ROOM-17", {1: -4, 2: 4}),
        (DOTS, HANDS, [(0, "whole", 2, 9)], "GSD-3", {2: -4, 3: 4}),
        (DOTS, HANDS, [(0, "high", 2, 9)], "GSD-3", {2: -4, 3: 4}),
        (DOTS, TWINS, [(0, "high", 1, 5), (0, "dots", 2, 4)], "HOUSE-20", {1: -1, 2: 1}),
        (HI_LO, TWINS, [(0, "high", 1, 5), (0, "low", 2, 4)], "HOUSE-20", {1: -1, 2: 1}),
        (HI_LO, HANDS, [(0, "high", 2, 5), (0, "low", 1, 4)], "LIM-11", {1: -4, 2: 4}),
    ],
    ids=[
        "a stranger", "no such pot", "nothing", "in parts", "a half of a whole", "two winners",
        "no dots half", "high alone", "dots twins", "hi-lo twins", "no low",
    ],
)  # fmt: skip
def test_wrong_awards_are_told_with_the_rule(
    rules: Rules,
    hands: dict[int, str],
    rows: list[tuple[int, e.Share, int, int]],
    rule: str,
    owed: dict[int, int],
) -> None:
    table = table_of(rules, hands)
    if any(seat == 9 for *_, seat, _ in rows):
        table.finish(e.PotsAwarded)
        closed = e.HandClosed(tuple(e.Payment(s, c) for s, c in table.state.stacks.items()))
        table.events += [awards_to(table.next_event(), *rows), closed]
        report = audit(table.log)
    else:
        report = with_awards(table, *rows)
    found, chips = said(report)
    assert found == rule
    assert chips == owed


def test_a_lone_winner_takes_the_whole() -> None:
    table = table_of(DOTS).play("bring_in complete fold fold")
    report = with_awards(table, (0, "high", 3, 4), (0, "dots", 3, 3))
    assert said(report)[0] == "HOUSE-22"
    assert report.first is not None
    assert "seat 3 alone has a claim" in report.first.rules_say


def test_chips_are_owed_by_seat_number_whatever_the_order_of_the_stacks() -> None:
    right, claimed = {8: 5, 1: 7, 16: 9}, {16: 10, 8: 5, 3: 1, 1: 5, 24: 0}
    assert owed(right, claimed.items()) == (e.Payment(1, 2), e.Payment(3, -1), e.Payment(16, -1))
    assert owed(claimed, right.items()) == (e.Payment(1, -2), e.Payment(3, 1), e.Payment(16, 1))


def test_a_low_that_is_not_the_best_loses_to_the_best() -> None:
    lows = {**HANDS, 1: "Ah 2d 3c 5c 8d Qh 4h", 3: "3h 2h 7s 4s 8c Kh 5s"}
    rule, owed = said(with_awards(table_of(HI_LO, lows), (0, "high", 2, 5), (0, "low", 3, 4)))
    assert rule == "LIM-10"
    assert owed[3] == -4


def test_a_low_half_that_was_left_out_is_told() -> None:
    lows = {**HANDS, 3: "3h 2h 7s 4s 8c Kh 5s"}
    assert said(with_awards(table_of(HI_LO, lows), (0, "whole", 2, 9))) == ("LIM-10", {2: -4, 3: 4})


def test_odd_chips_may_go_from_the_dealers_left() -> None:
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, odd_chips="dealers_left")
    report = with_awards(table_of(rules, TWINS), (0, "whole", 1, 4), (0, "whole", 2, 5))
    assert said(report) == ("HOUSE-19", {1: 1, 2: -1})
    assert report.first is not None
    assert "from the dealer's left" in report.first.rules_say


@pytest.mark.parametrize(("share", "rule"), [("dots", "HOUSE-21"), ("low", "LIM-10"), ("whole", "ROOM-18")])
def test_a_tie_is_shared_equally(share: e.Share, rule: str) -> None:
    rules = {"dots": DOTS, "low": HI_LO, "whole": STUD}[share]
    hands = {**TWINS, 3: "Qh Qd Qc Qs Jh 9s 9d"} if share != "whole" else TWINS
    table = table_of(rules, hands)
    table.finish(e.PotsAwarded)
    due = table.next_event()
    assert isinstance(due, e.PotsAwarded)
    rows = [
        row._replace(amount=row.amount + (2 if row.seat == 1 else -2)) if row.share == share else row
        for row in due.awards
    ]
    assert said(audit(table.force(e.PotsAwarded(tuple(rows))).finish().log)) == (rule, {1: -2, 2: 2})


def test_a_side_pot_is_called_by_its_number() -> None:
    rich = {**HANDS, 4: "Ac As Th 5h 7c 2s 6h"}
    deck = sealed("settling", rich, dealer=4)
    table = Table("settling", STUD, {1: 100, 2: 3, 3: 9, 4: 100}, deck, dealer=4)
    table.play("bring_in complete call call bet call call bet call")
    table.finish(e.PotsAwarded)
    due = table.next_event()
    assert isinstance(due, e.PotsAwarded)
    last = max(row.pot for row in due.awards)
    assert last == 2
    wrong = [row._replace(seat=2) if row.pot == last else row for row in due.awards]
    report = audit(table.force(e.PotsAwarded(tuple(wrong))).finish().log)
    assert report.first is not None
    assert report.first.log_says.startswith("side pot 2 pays")


def three_pots() -> Table:
    """A main pot of 12 for seat 2, side pots of 18 and 16 for seat 1; seats 1 and 4 contend for the last."""
    rich = {**HANDS, 4: "Ac As Th 5h 7c 2s 6h"}
    deck = sealed("settling", rich, dealer=4)
    table = Table("settling", STUD, {1: 100, 2: 3, 3: 9, 4: 100}, deck, dealer=4)
    return table.play("bring_in complete call call bet call call bet call").finish(e.PotsAwarded)


@pytest.mark.parametrize(
    ("rows", "rule", "log_says", "rules_say", "owed"),
    [
        (((0, 2, 12), (1, 4, 18), (2, 1, 16)), "ROOM-17", "side pot 1, the whole: 18 to seat 4",
         "seat 1 has two pair, aces and fours and seat 4 has pair of aces: 18 to seat 1", {1: 18, 4: -18}),
        (((0, 2, 12), (2, 1, 16)), "HOUSE-32", "side pot 1 pays out 0 chips", "it holds 18 chips", {1: 18}),
        (((0, 2, 12), (1, 1, 19), (2, 1, 16)), "ROOM-19", "side pot 1 pays out 19 chips", "it holds 18 chips",
         {1: -1}),
        (((0, 2, 12), (1, 1, 18), (2, 3, 16)), "HOUSE-22", "side pot 2 pays 16 chips to seat 3",
         "seat 3 paid 9 chips in all and has no part in it; contenders are seats 1 and 4", {1: 16, 3: -16}),
        (((0, 2, 12), (1, 1, 18), (3, 1, 16)), "HOUSE-22", "pot 3 pays 16 chips to seat 1",
         "there are 3 pots", {}),
        (((1, 1, 18), (0, 2, 12), (2, 1, 16)), "HOUSE-22", "the awards are in another order", "", {}),
    ],
    ids=["another seat", "nothing", "a chip more", "no part", "no such pot", "another order"],
)  # fmt: skip
def test_each_pot_is_held_against_its_own_awards(
    rows: tuple[tuple[int, int, int], ...], rule: str, log_says: str, rules_say: str, owed: dict[int, int]
) -> None:
    table = three_pots()
    awards = e.PotsAwarded(tuple([e.Award(pot, "whole", seat, amount) for pot, seat, amount in rows]))
    report = audit(table.force(awards).finish().log)
    assert said(report) == (rule, owed)
    assert report.first is not None
    assert report.first.log_says.startswith(log_says)
    assert report.first.rules_say.startswith(rules_say)


@pytest.mark.parametrize(("first", "rule"), [(5, "ROOM-18"), (6, None), (7, "ROOM-18"), (8, "ROOM-18")])
def test_equal_winners_of_an_even_pot_get_the_same_to_the_chip(first: int, rule: str | None) -> None:
    two_antes = presets.card_room(small_bet=4, big_bet=8, ante=2)
    table = table_of(two_antes, TWINS).finish(e.PotsAwarded)
    due = sum(award.amount for award in getattr(table.next_event(), "awards", ()))
    report = with_awards(table, (0, "whole", 1, first), (0, "whole", 2, due - first))
    assert due == 12
    assert (report.first.rule if report.first else None) == rule


def test_the_shares_that_a_pot_is_paid_out_as_are_in_order() -> None:
    report = with_awards(table_of(DOTS), (0, "whole", 2, 3), (0, "high", 2, 3), (0, "dots", 3, 3))
    assert report.first is not None
    assert report.first.log_says == "the pot is paid out as dots, high and whole"


def test_what_seats_have_is_compared_by_seat_number() -> None:
    table = table_of(STUD, {1: HANDS[1], 3: HANDS[3], 8: HANDS[2]})
    report = with_awards(table, (0, "whole", 1, 9))
    assert report.first is not None
    assert report.first.rules_say.startswith("seat 1 has two pair, aces and fours and seat 8 has full house")


@pytest.mark.parametrize(
    ("rules", "hands", "rows", "rules_say"),
    [
        (STUD, HANDS, [(1, "whole", 2, 9)], "there is 1 pot"),
        (STUD, HANDS, [], "it holds 9 chips, and no other rake is on record"),
        (DOTS, HANDS, [(0, "whole", 2, 9)], "it is split: the high half, 5 to seat 2 (full house"),
        (DOTS, TWINS, [(0, "high", 1, 5), (0, "dots", 2, 4)], "it goes as one: the whole, 4 to seat 1 and 5"),
        (HI_LO, HANDS, [(0, "high", 2, 5), (0, "low", 1, 4)], "nobody has a low of five ranks up to eight"),
        (DOTS, HANDS, [(0, "high", 2, 5), (0, "dots", 1, 4)], "seat 1 has 2 dots and seat 3 has 15 dots"),
    ],
)
def test_the_reason_says_what_the_rules_give(
    rules: Rules, hands: dict[int, str], rows: list[tuple[int, e.Share, int, int]], rules_say: str
) -> None:
    report = with_awards(table_of(rules, hands), *rows)
    assert report.first is not None
    assert report.first.rules_say.startswith(rules_say)


def test_an_unfinished_hand_with_wrong_awards_is_owed_on_top_of_its_stacks() -> None:
    table = table_of(STUD).finish(e.PotsAwarded)
    report = audit(table.force(awards_to(table.next_event(), (0, "whole", 1, 9))).log)
    assert said(report) == ("ROOM-17", {1: -9, 2: 9})
    assert not report.is_finished
    assert dict(report.stacks) == {1: 97, 2: 106, 3: 97}


def test_a_hand_that_stops_on_a_wrong_rake_has_no_stacks_to_be_owed_over() -> None:
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")
    table = table_of(rules).finish(e.PotsAwarded)
    index = next(at for at, event in enumerate(table.events) if isinstance(event, e.RakeTaken))
    report = audit(Log.of([*table.events[:index], e.RakeTaken(99)]))
    assert said(report) == ("HOUSE-32", {})
    assert report.first is not None
    assert "no final stacks are on record yet" in report.first.follows
    assert "no lawful rake is on record" in report.first.follows


def test_a_wrong_award_that_the_closing_stacks_put_right_owes_nobody() -> None:
    table = table_of(STUD).finish(e.PotsAwarded)
    table.force(awards_to(table.next_event(), (0, "whole", 1, 9)))
    stacks = (e.Payment(1, 97), e.Payment(2, 106), e.Payment(3, 97))
    report = audit(table.force(e.HandClosed(stacks)).log)
    assert said(report) == ("ROOM-17", {})
    assert report.first is not None
    assert "the final stacks are right all the same" in report.first.follows


# Payments put right in play


def test_a_bring_in_of_another_amount_is_taken_as_paid() -> None:
    table = table_of(STUD).deal().force(e.BroughtIn(2, 1, False)).finish()
    report = audit(table.log)
    assert report.owed_as == "paid"
    assert dict(report.owed) == {1: -2, 2: 2}


def test_a_time_out_with_another_amount_is_taken_as_paid() -> None:
    table = table_of(STUD).deal().force(e.TimedOut(2, "bring_in", 1)).finish()
    assert audit(table.log).owed_as == "paid"


@pytest.mark.parametrize("time_out", ["all_in", "check_or_fold"])
@pytest.mark.parametrize("wagers", ["check check", "bet call"])
@pytest.mark.parametrize("written", ["all_in", "check", "fold", "bring_in", "show"])
def test_a_time_out_with_another_result_is_no_matter_of_chips(
    time_out: TimeOut, wagers: str, written: e.TimeOutResult
) -> None:
    """At the last decision of a hand: all that comes after fits what the clock should have done as well."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1, showdown="all_show", time_out=time_out)
    table = table_of(rules).play(f"bring_in call call {'check check check ' * 3}{wagers}")
    seat, due = table.decision.seat, table.decision.time_out()
    assert seat is not None
    if written == due.result:
        assert audit(table.force(due).finish().log).is_clean
        return
    report = audit(table.force(e.TimedOut(seat, written)).finish().log)
    assert report.first is not None
    assert (report.first.rule, report.owed_as, report.owed) == ("ROOM-9", None, ())
    assert report.if_undone


def test_a_purchase_of_another_card_than_lies_there_is_no_matter_of_chips() -> None:
    table = table_of(DOTS).play("bring_in call call").deal()
    row = table.state.store.row if table.state.store else ()
    other = next(card for card in row if card is not None)
    report = audit(table.force(e.StoreCardBought(1, 2, other, 2)).finish().log)
    assert report.owed_as is None
    assert report.if_undone


def test_a_wager_of_another_size_is_no_matter_of_chips() -> None:
    table = table_of(STUD).play("bring_in call call").deal()
    assert audit(table.force(e.Bet(1, 5, 5, True)).finish().log).owed_as is None


def test_uncalled_chips_left_in_are_put_back_before_what_comes() -> None:
    table = table_of(STUD).play("bring_in complete fold").deal()
    table.force(e.Folded(2)).deal(e.ChipsReturned)
    table.force(e.ChipsReturned(3, 1)).finish()
    report = audit(table.log)
    assert report.first is not None
    assert (report.first.rule, report.owed_as) == ("HOUSE-30", "paid")


def test_a_rake_before_its_time_is_passed_over() -> None:
    table = table_of(STUD).play("bring_in").deal().force(e.RakeTaken(1))
    table.state = walked(tuple(table.events[:-1])).state or table.state
    report = audit(table.finish().log)
    assert report.first is not None
    assert (report.first.rule, report.owed_as, dict(report.owed)) == ("HOUSE-32", "paid", {})


def test_a_payment_in_a_hand_that_stops_is_not_put_right() -> None:
    table = table_of(STUD).play("bring_in call call").deal()
    report = audit(table.force(e.Bet(1, 3, 4, True)).log)
    assert (report.owed_as, report.if_undone) == (None, ())


# Chips


def test_chips_are_counted_wherever_they_are() -> None:
    table = table_of(DOTS).play("bring_in call call buy:3")
    assert chips_in(table.state) == 300
    table.finish()
    assert chips_in(table.state) == 300


@pytest.mark.parametrize("kind", [e.Called, e.StoreCardBought, e.PotsAwarded])
@pytest.mark.parametrize("made", [1, -1])
def test_a_hand_in_which_chips_are_made_or_lost_stops_there(
    kind: type[e.Event], made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = table_of(DOTS).play("bring_in call call buy:3").finish().log

    def faulty(state: HandState | None, event: e.Event) -> HandState:
        after = evolve(state, event)
        if isinstance(event, kind):
            first = after.seats[0]
            fields = {name: getattr(first, name) for name in SeatState.__slots__}
            seats = (SeatState(**{**fields, "stack": first.stack + made}), *after.seats[1:])
            return HandState(
                **{name: getattr(after, name) for name in HandState.__slots__} | {"seats": seats}
            )
        return after

    monkeypatch.setattr(sys.modules["grocerydots.phases.check"], "evolve", faulty)
    report = audit(log)
    entry = next(at for at, event in enumerate(log.events) if isinstance(event, kind))
    assert report.first is not None
    assert (report.first.gravity, report.first.entry, report.first.rule) == ("illegal", entry, "ROOM-19")
    assert report.first.rules_say == f"300 chips are in the hand, after this there would be {made:+d}"
    assert report.if_undone
    assert not report.owed


def test_an_opening_that_the_rules_do_not_allow_leaves_nothing() -> None:
    table = table_of(STUD).finish()
    opening = table.state.setup.opening
    table.events[0] = attrs.evolve(opening, seats=opening.seats[:1])
    report = audit(table.log)
    assert report.first is not None
    assert (report.first.entry, report.first.rule, report.stands_up_to) == (0, "HOUSE-28", None)


def test_cards_of_an_unsealed_hand_are_checked_too() -> None:
    deck = stacked_deck(HANDS, dealer=3)
    table = Table("plain", STUD, dict.fromkeys(HANDS, 100), deck)
    report = audit(table.finish().log)
    assert report.is_clean
    assert report.checked.cards == 0
    assert "the cards are not proved" in report.to_text()


def test_other_rules_and_structures_are_audited_alike() -> None:
    for rules in (
        Rules.for_game("stud_high", Betting.no_limit(4), ante=1),
        Rules.for_game("stud_high", Betting.spread_limit(2, 10), ante=1),
    ):
        table = table_of(rules).play("bring_in call call").deal()
        assert not audit(table.force(e.Bet(1, 1, 1, True)).finish().log).is_clean
        assert audit(table_of(rules).finish().log).is_clean

"""Pots, halves and odd chips: the arithmetic against going through the chips one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from playing import DOTS, STUD, to_end, to_street, when
from playing import given as given_hand

from grocerydots import events as e
from grocerydots.evolve import evolve
from grocerydots.hand import Hand
from grocerydots.pots import Pot, after_rake, halves, pots_of, shares, uncalled
from grocerydots.state import HandState, Stage
from grocerydots.testing import hands

AMOUNTS = st.integers(0, 10_000)


@given(AMOUNTS)
def test_halves_add_up_and_the_first_has_the_odd_chip(amount: int) -> None:
    high, other = halves(amount)
    assert high + other == amount
    assert high - other in (0, 1)


@given(AMOUNTS, st.lists(st.integers(0, 7), min_size=1, max_size=8, unique=True))
def test_shares_are_dealt_out_chip_by_chip(amount: int, winners: list[int]) -> None:
    """Round and round the winners, one chip each, until none is left."""
    dealt = dict.fromkeys(winners, 0)
    for chip in range(min(amount, 500)):
        dealt[winners[chip % len(winners)]] += 1
    assert shares(min(amount, 500), winners) == list(dealt.items())


@given(st.lists(AMOUNTS, max_size=8), st.integers(0, 80_000))
def test_a_rake_comes_from_the_first_pot_on(amounts: list[int], rake: int) -> None:
    pots = [Pot(amount, (number,)) for number, amount in enumerate(amounts)]
    left = after_rake(pots, rake)
    assert sum(pot.amount for pot in left) == max(0, sum(amounts) - rake)
    assert [pot.seats for pot in left] == [pot.seats for pot in pots]
    touched = [number for number, pot in enumerate(left) if pot.amount != amounts[number]]
    for number in range(max(touched, default=0)):
        assert left[number].amount == 0


def chip_by_chip(state: HandState) -> dict[frozenset[int], int]:
    """Every chip in the middle with who contends for it, found out one level of `paid` at a time.

    A chip at a level belongs to the live players who paid that level; where nobody live did, to those of the
    highest level that somebody live paid. A store price lies at its own level. Who paid nothing has no part.
    """
    paid = [seat.paid for seat in state.seats]
    everybody = [place for place in range(len(paid)) if state.live >> place & 1]
    spent = [place for place in everybody if paid[place] > 0]
    spent += [price.place for price in state.dead_money if price.place in everybody]
    live = sorted(set(spent)) or everybody
    top = max(paid[place] for place in live)
    owners: dict[frozenset[int], int] = {}

    def add(level: int, chips: int) -> None:
        contenders = frozenset(place for place in live if paid[place] >= min(level, top))
        owners[contenders] = owners.get(contenders, 0) + chips

    for level in range(1, max(paid) + 1):
        add(level, sum(chips >= level for chips in paid))
    for _, level, price in state.dead_money:
        lowest = min(paid[place] for place in live)
        add(max(level, lowest), price)
    return {contenders: chips for contenders, chips in owners.items() if chips}


@given(hands())
def test_pots_are_what_a_count_chip_by_chip_gives(hand: Hand) -> None:
    for entry in range(hand.entries):
        state = hand.at(entry).state
        if not state.live or state.pot > 2_000 or state.stage is Stage.OVER:
            continue
        counted = chip_by_chip(state)
        pots = {frozenset(map(state.place, pot.seats)): pot.amount for pot in pots_of(state)}
        assert pots == counted


def test_there_are_no_pots_before_anybody_is_in() -> None:
    hand = given_hand(STUD, "A 9, B 9", asked="AB")
    assert pots_of(hand.state) == ()
    assert uncalled(hand.state) is None


def test_uncalled_chips_are_what_stands_above_everybody_else() -> None:
    hand = when(to_street(given_hand(STUD, "A 100, B 100"), 4), "A bet 4")
    assert uncalled(hand.state) == (0, 4)
    assert uncalled(when(hand, "B call").state) is None


def test_the_pots_of_a_finished_hand_are_as_they_were_awarded() -> None:
    hand = to_end(given_hand(DOTS, "A 100, B 100"))
    assert pots_of(hand.state) == (Pot(6, (1, 2)),)


def test_what_a_folded_player_paid_above_all_who_are_live_is_in_the_last_pot() -> None:
    """No legal hand comes to this, but a forged log can, and no chip of it is lost."""
    hand = when(to_street(given_hand(STUD, "A 100, B 2, C 100, D 100"), 4), "A bet 4, C call")
    bet_more = evolve(hand.state, e.Raised(4, 8, 8, full=True))
    folded = evolve(bet_more, e.Folded(4))
    assert [seat.paid for seat in folded.seats] == [7, 2, 7, 11]
    assert pots_of(folded) == (Pot(8, (1, 2, 3)), Pot(19, (1, 3)))

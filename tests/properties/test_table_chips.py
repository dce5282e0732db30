"""Whatever players do at a table, no chip comes from nowhere and none goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import Hand, IllegalEvent, presets
from grocerydots.audit import audit_table
from grocerydots.rules.rules import Rules
from grocerydots.table import Due, Table, TableLog, check, fold
from grocerydots.table import events as t
from grocerydots.testing import choices
from grocerydots.testing import test_seed as seed_named

GAMES: tuple[Rules, ...] = (
    presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared"),
    presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1),
)
SEATS = 5
BUY_IN = 20

Act = Callable[[Table], Table]


def acts() -> st.SearchStrategy[Act]:
    """Anything that a player or the dealer may try, legal or not."""
    seat, more = st.integers(1, SEATS), st.integers(-5, 2 * BUY_IN)
    return st.one_of(
        seat.map(lambda s: lambda table: table.sit(s, f"player {s}")),
        st.tuples(seat, more).map(lambda a: lambda table: table.sit(a[0], f"player {a[0]}", a[1])),
        st.tuples(seat, more).map(lambda a: lambda table: table.add_chips(*a)),
        seat.map(lambda s: lambda table: table.add_chips(s, BUY_IN)),
        st.tuples(seat, st.booleans()).map(lambda a: lambda table: table.auto_ante(*a)),
        seat.map(lambda s: lambda table: table.sit_out(s)),
        seat.map(lambda s: lambda table: table.come_back(s)),
        seat.map(lambda s: lambda table: table.leave(s)),
        st.integers(0, 2).map(lambda game: lambda table: table.choose_game(game)),
    )


class Session:
    """A table, its hands, and what its players have outside it."""

    def __init__(self, dealer: t.Deal) -> None:
        self.table = Table.open(GAMES, table_id="table", buy_in=BUY_IN, seats=SEATS, dealer=dealer)
        self.hand: Hand | None = None
        self.logs: dict[str, Any] = {}
        self.outside = 0
        self.raked = 0

    def became(self, table: Table) -> None:
        for event in table.log.events[self.table.entries :]:
            if isinstance(event, t.PlayerSat | t.ChipsAdded):
                assert table.state.hand is None or isinstance(event, t.PlayerSat)
                self.outside -= event.amount
            elif isinstance(event, t.PlayerLeft):
                self.outside += event.amount
        self.table = table
        assert not isinstance(table.turn, Due)
        assert sum(table.state.stacks.values()) + self.outside + self.raked == 0
        assert table.state.raked == self.raked

    def try_out(self, act: Act) -> None:
        before = self.table.state
        try:
            self.became(act(self.table))
        except IllegalEvent:
            assert self.table.state == before

    def step(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        """The next hand begins, or the one that is on goes on, or ends."""
        if self.hand is None:
            if self.table.can_start:
                number = len(self.table.state.hand_ids)
                self.table, self.hand = self.table.start_hand(seed=seed_named(number))
        elif self.hand.decision is not None:
            self.hand = self.hand.play(draw(choices(self.hand.decision)))
        else:
            self.logs[self.hand.state.hand_id] = self.hand.log
            self.raked += self.hand.state.settling.rake or 0
            self.became(self.table.finish_hand(self.hand))
            self.hand = None


@pytest.mark.rule("ROOM-1", "ROOM-2", "ROOM-19")
@given(st.data(), st.sampled_from(("moves", "house")), st.integers(2, SEATS), st.integers(0, 60))
def test_whatever_is_tried_at_a_table_keeps_every_chip_and_audits_clean(
    data: st.DataObject, dealer: t.Deal, players: int, steps: int
) -> None:
    session = Session(dealer)
    for seat in range(1, players + 1):
        session.became(session.table.sit(seat, f"player {seat}"))
    for _ in range(steps):
        if data.draw(st.integers(0, 9)) < 3:
            session.try_out(data.draw(acts()))
        else:
            session.step(data.draw)
    log = session.table.log
    assert fold(log.events) == session.table.state
    assert TableLog(log.lines) == log
    assert Table.resume(log).state == session.table.state
    if session.hand is not None:
        session.logs[session.hand.state.hand_id] = session.hand.log
    report = audit_table(log, session.logs)
    assert report.is_clean, report.to_text()


@given(acts(), acts())
def test_what_a_table_refuses_check_refuses_too(first: Act, then: Act) -> None:
    table = (
        Table.open(GAMES, table_id="table", buy_in=BUY_IN, seats=SEATS).sit(1, "player 1").sit(2, "player 2")
    )
    for act in (first, then):
        try:
            after = act(table)
        except IllegalEvent:
            continue
        state = table.state
        check(state, after.log.event_at(table.entries))
        table = after

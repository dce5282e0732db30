"""A table among bots who come, go, bust, run out of time and add chips, with a purse for each outside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from grocerydots import Hand, presets
from grocerydots import events as e
from grocerydots.bulk import Choices, bot_choice
from grocerydots.rules.rules import Rules
from grocerydots.table import Table, TableSeat
from grocerydots.table import events as t
from grocerydots.testing import test_seed as seed_named

CLOCK = 10_000
GAMES: tuple[Rules, ...] = (
    presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1),
    presets.card_room(small_bet=4, big_bet=8, ante=1),
    presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True, rake="declared"),
)
BUY_IN = 120


class Session:
    """One evening: `hand` plays a hand with all that goes on around it."""

    def __init__(self, name: str, archive: Path, *, dealer: t.Deal = "moves") -> None:
        self.choices = Choices(name)
        self.now = 0
        self.table = Table.open(
            GAMES, buy_in=BUY_IN, dealer=dealer, table_id=name, act_within_ms=CLOCK, at=self.now
        )
        self.archive = archive
        self.purses: Counter[str] = Counter()  #: What each player has outside the table, from 0 down.
        self.happened: Counter[str] = Counter()
        self.raked = 0
        self.players = 0
        self.seated: dict[int, str] = {}
        while len(self.table.state.seats) < 5:
            self.somebody_sits()

    # Around the hand

    def later(self, most: int = 3_000) -> int:
        self.now += self.choices.below(most)
        return self.now

    def do(self, what: str, act: Callable[[], Table]) -> None:
        """Let something happen and keep the purses, by what the new lines say."""
        before = self.table.entries
        self.table = act()
        self.happened[what] += 1
        for event in [self.table.log.event_at(entry) for entry in range(before, self.table.entries)]:
            self.keep(event)

    def keep(self, event: t.TableEvent) -> None:
        if isinstance(event, t.PlayerSat):
            self.seated[event.seat] = event.player
            self.purses[event.player] -= event.amount
        elif isinstance(event, t.ChipsAdded):
            self.purses[self.seated[event.seat]] -= event.amount
        elif isinstance(event, t.PlayerLeft):
            self.purses[self.seated[event.seat]] += event.amount

    def somebody_sits(self) -> None:
        free = [seat for seat in range(1, 8) if self.table.state.find(seat) is None]
        if free:
            self.players += 1
            name, seat = f"player {self.players}", self.choices.pick(free)
            auto = not self.choices.chance(10)
            self.do("sit", lambda: self.table.sit(seat, name, auto_ante=auto, at=self.later()))

    def between_hands(self) -> None:
        for seat in self.table.state.seats:
            self.one_between_hands(seat, seat.seat)
        if self.choices.chance(40) or not self.table.can_start:
            self.somebody_sits()
        if self.table.state.opening.dealer == "house" or self.table.state.find(self.table.state.dealer):
            game = self.choices.below(len(GAMES))
            self.do("choose", lambda: self.table.choose_game(game, at=self.later()))

    def one_between_hands(self, seat: TableSeat, number: int) -> None:
        if not seat.stack:
            self.busted(number)
        elif self.choices.chance(2):
            self.do("leave", lambda: self.table.leave(number, at=self.later()))
        elif seat.stack < 60 and self.choices.chance(30):
            self.do("add", lambda: self.table.add_chips(number, 50, at=self.later()))
        elif seat.is_away and self.choices.chance(40):
            self.do("come back", lambda: self.table.come_back(number, at=self.later()))

    def busted(self, seat: int) -> None:
        self.happened["bust"] += 1
        if self.choices.chance(50):
            self.do("buy in anew", lambda: self.table.add_chips(seat, BUY_IN, at=self.later()))
        elif self.choices.chance(60):
            self.do("leave", lambda: self.table.leave(seat, at=self.later()))

    def during_the_hand(self) -> None:
        """Somebody may come, go, be away or switch the ante while the hand is on."""
        seats = [seat for seat in self.table.state.seats if not seat.has_got_up]
        match self.choices.below(200):
            case 0:
                self.somebody_sits()
            case 1 | 2 if seats:
                number = self.choices.pick(seats).seat
                what = "get up" if number in self.table.state.playing else "leave"
                self.do(what, lambda: self.table.leave(number, at=self.now))
            case 3 if seats:
                seat = self.choices.pick(seats)
                move = self.table.come_back if seat.is_away else self.table.sit_out
                self.do("away or back", lambda: move(seat.seat, at=self.now))
            case 4 if seats:
                seat = self.choices.pick(seats)
                on = not seat.auto_ante
                self.do("ante", lambda: self.table.auto_ante(seat.seat, on, at=self.now))

    # The hand

    def hand(self) -> Hand:
        """Play the next hand; how many chips there are is counted after it."""
        self.between_hands()
        while not self.table.can_start:
            self.happened["too few"] += 1
            self.between_hands()
        number = len(self.table.state.hand_ids)
        is_dots = self.table.state.rules.has_store
        self.table, hand = self.table.start_hand(
            seed=seed_named(f"{self.table.state.table_id} {number}"),
            dots_tie="share" if is_dots else None,
            at=self.later(),
        )
        while hand.decision is not None:
            self.during_the_hand()
            hand = self.acted(hand)
        self.store(hand)
        self.do("finish", lambda: self.table.finish_hand(hand))
        self.now = max(self.now, self.table.log.last_time or 0)
        self.raked += hand.state.settling.rake or 0
        self.count()
        return hand

    def acted(self, hand: Hand) -> Hand:
        decision = hand.decision
        assert decision is not None
        gone = {seat.seat for seat in self.table.state.seats if seat.has_got_up}
        event = bot_choice(hand, self.choices)
        due = hand.deadline
        if decision.seat in gone or isinstance(event, e.TimedOut):
            self.happened["time out"] += 1
            assert due is not None
            self.now = max(self.now, due)
            return hand.tick(self.now)
        self.later(300)
        if due is not None and self.now > due:
            return hand.tick(self.now)
        return hand.play(event, self.now)

    def store(self, hand: Hand) -> None:
        with self.archive.open("ab") as file:
            file.write((b"\n" if file.tell() else b"") + hand.log.to_bytes())

    def count(self) -> None:
        """All purses, all stacks and the rake come to nothing gained and nothing lost."""
        assert sum(self.purses.values()) + sum(self.table.state.stacks.values()) + self.raked == 0
        assert self.table.state.raked == self.raked

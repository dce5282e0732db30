"""`Table`: the immutable handle that applications hold — a table's state and its log."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import final

import attrs

from grocerydots import events as e
from grocerydots.clock import check_forward, check_time, time_problems
from grocerydots.deck import Deck, Seed
from grocerydots.errors import IllegalEvent, Problem, SetupError, expect, raise_any, several
from grocerydots.hand import Hand
from grocerydots.proofs.receipts import TableReceipt
from grocerydots.rules.options import DotsTie
from grocerydots.rules.rules import Chips, Rules, Seat
from grocerydots.table import events as t
from grocerydots.table.check import check, named, opening_problems, seat_words
from grocerydots.table.log import TableLog
from grocerydots.table.state import TableState, evolve
from grocerydots.table.turns import Due, TableTurn, turn


@final
@attrs.frozen(repr=False)
class Table:
    """A table at one moment. Whatever happens gives a new table; the old one stays as it was.

    Every method that makes something happen takes `at`, milliseconds: give it always or never. They raise
    `IllegalEvent`, citing the rule, for what is not legal, and then this table is as it was. Tables are equal
    when their logs are; nothing in them is secret.
    """

    state: TableState = attrs.field(eq=False)  #: What its events have said so far.
    log: TableLog  #: Its log so far, the same bytes for everybody.
    #: What is next: a hand that is on, or waiting for one.
    turn: TableTurn = attrs.field(init=False, eq=False)

    @turn.default
    def _turn(self) -> TableTurn:
        return turn(self.state)

    @classmethod
    def open(
        cls,
        rules: Rules | Iterable[Rules],
        *,
        buy_in: Chips,
        seats: int | None = None,
        dealer: t.Deal = "moves",
        table_id: str | None = None,
        act_within_ms: int | None = None,
        at: int | None = None,
    ) -> Table:
        """A new table. Several rules are a dealer's choice, of which the first is played until one is named.

        `seats` are numbered from 1; there are as many as every game allows unless given (HOUSE-28). The deal
        ``moves`` from player to player (home game) or stays with the ``house`` (online room). `act_within_ms`
        puts a clock on every game (ROOM-9). Without a `table_id` the table has a random one. Raises
        `SetupError`, all problems at once.
        """
        if table_id is None:
            table_id = f"table-{os.urandom(8).hex()}"
        games = (rules,) if isinstance(rules, Rules) else several("rules", rules, Rules)
        if act_within_ms is not None:
            games = tuple([attrs.evolve(game, act_within_ms=act_within_ms) for game in games])
        if seats is None:
            seats = min((game.most_players for game in games), default=0)
        opened = t.TableOpened(table_id, games, buy_in, seats, dealer)
        raise_any(opening_problems(opened) + time_problems(at))
        return cls(evolve(None, opened), TableLog.of((opened,), None if at is None else (at,)))

    @classmethod
    def resume(cls, log: TableLog) -> Table:
        """A table restored from its log; what was due to happen by itself has happened.

        Every event is checked: raises `IllegalEvent` for a log that breaks a rule. What was still due bears
        the time of the last line, which caused it. The hand that is on, if one is, comes back from its own
        log (`Hand.resume`), or from `deal` where that was never stored.
        """
        expect("log", log, TableLog)
        state: TableState | None = None
        for event in log.events:
            check(state, event)
            state = evolve(state, event)
        assert state is not None  # a log holds at least the table's opening
        return _settled(state, log, [], log.last_time)

    def receipt(self) -> TableReceipt:
        """What a player keeps of the log as it is now: a log changed later does not share its history."""
        return TableReceipt.of(self.log)

    @property
    def entries(self) -> int:
        """How many events there are: the number of the next log entry."""
        return self.log.entries

    @property
    def can_start(self) -> bool:
        """Whether a hand can start: none is on, and at least two players can be dealt in (HOUSE-28)."""
        return getattr(self.turn, "can_start", False)

    # What happens

    def play(self, event: t.TableEvent, at: int | None = None) -> Table:
        """The table after an event and whatever then happens by itself: leaving, the deal moving on."""
        last = self.log.last_time
        check_time(last is not None, at, "table")
        if last is not None and at is not None:
            check_forward(last, at)
        check(self.state, event)
        return _settled(evolve(self.state, event), self.log, [event], at)

    def sit(
        self,
        seat: Seat,
        player: str,
        chips: Chips | None = None,
        *,
        auto_ante: bool = True,
        at: int | None = None,
    ) -> Table:
        """A player sits down with the posted buy-in, which is what `chips` must be if given (ROOM-1).

        Also while a hand is on: they are dealt in from the next one on. Without `auto_ante` they are asked
        for each ante (ROOM-2).
        """
        amount = self.state.opening.buy_in if chips is None else chips
        seated = self.play(t.PlayerSat(seat, player, amount), at)
        return seated if auto_ante is True else seated.auto_ante(seat, auto_ante, at=at)

    def auto_ante(self, seat: Seat, on: bool, *, at: int | None = None) -> Table:
        """The seat's antes are posted without asking from the next hand on, or no longer (ROOM-2)."""
        return self.play(t.AutoAnteSwitched(seat, on), at)

    def add_chips(self, seat: Seat, chips: Chips, *, at: int | None = None) -> Table:
        """The seat's player adds chips, between hands (ROOM-19); without any left, the buy-in (ROOM-1)."""
        return self.play(t.ChipsAdded(seat, chips), at)

    def sit_out(self, seat: Seat, *, at: int | None = None) -> Table:
        """The seat's player is away from the next hand on."""
        return self.play(t.PlayerSatOut(seat), at)

    def come_back(self, seat: Seat, *, at: int | None = None) -> Table:
        """The seat's player is dealt in again from the next hand on."""
        return self.play(t.PlayerCameBack(seat), at)

    def leave(self, seat: Seat, *, at: int | None = None) -> Table:
        """The seat's player leaves with all chips: at once, or as soon as the hand they are in is over.

        In that hand the application plays their time-outs; what it leaves them is theirs.
        """
        if seat in self.state.playing:
            return self.play(t.PlayerGotUp(seat), at)
        found = self.state.find(seat)
        return self.play(t.PlayerLeft(seat, 0 if found is None else found.stack), at)

    def choose_game(self, game: int | Rules, *, at: int | None = None) -> Table:
        """The dealer names the game of the next hands: from the table's list, or its number there from 0."""
        games = self.state.opening.games
        if isinstance(game, Rules):
            game = games.index(game) if game in games else len(games)
        return self.play(t.GameChosen(self.state.dealer, game), at)

    # Hands

    def start_hand(
        self,
        *,
        seed: Seed | None = None,
        deck: Deck | None = None,
        hand_id: str | None = None,
        dots_tie: DotsTie | None = None,
        entropy_seats: Iterable[Seat] = (),
        at: int | None = None,
    ) -> tuple[Table, Hand]:
        """The table with a new hand on, and that hand, with everybody in who has chips and is not away.

        The id defaults to the table's and a number. `dots_tie` confirms GSD-16 at once; without it that is
        the dealer's first decision in the hand. `entropy_seats` add entropy to the seed first (`Hand.open`).
        Store the table's new lines before the hand's. Raises `IllegalEvent` with fewer than two players
        (HOUSE-28).
        """
        if hand_id is None:
            hand_id = self.state.next_hand_id
        table = self.play(t.HandStarted(hand_id, self.state.next_seats), at)
        return table, table.deal(seed=seed, deck=deck, dots_tie=dots_tie, entropy_seats=entropy_seats)

    def deal(
        self,
        *,
        seed: Seed | None = None,
        deck: Deck | None = None,
        dots_tie: DotsTie | None = None,
        entropy_seats: Iterable[Seat] = (),
    ) -> Hand:
        """The hand that is on, from its beginning: the same as `start_hand` gave, from the same seed.

        For a hand of which a crash left nothing but its start, whose time it has. Raises `IllegalEvent` when
        no hand is on.
        """
        state, started = self.state, self.state.hand
        if started is None:
            raise IllegalEvent("ROOM-19", None, "deal", "no hand is on", "start one")
        return Hand.open(
            state.rules,
            started.seats,
            state.dealer,
            seed=seed,
            deck=deck,
            entropy_seats=entropy_seats,
            hand_id=started.hand_id,
            dots_tie=dots_tie,
            at=_last_start(self.log),
        )

    def finish_hand(self, hand: Hand, *, at: int | None = None) -> Table:
        """The table after its hand: stacks carried over, who got up gone, the deal moved on.

        `at` defaults to the hand's last. Raises `IllegalEvent` unless it is the hand that is on, and over.
        """
        expect("hand", hand, Hand)
        finished = _hand_finished(self.state, hand)
        return self.play(finished, self._finished_at(hand, at))

    def _finished_at(self, hand: Hand, at: int | None) -> int | None:
        """`at`, or by default the hand's last time. Raises `SetupError` for times that do not fit."""
        started = _last_start(self.log)
        if hand.times is None or started is None:
            return at
        if hand.times[0] < started:
            message = f"the hand opened at {hand.times[0]} ms, and the table started it at {started} ms"
            raise SetupError((Problem(None, "hand", message),))
        if at is not None and at < hand.times[-1]:
            message = f"{at} ms is before the hand's last entry, {hand.times[-1]} ms"
            raise SetupError((Problem(None, "at", message),))
        return max(hand.times[-1], self.log.last_time or 0) if at is None else at

    def __repr__(self) -> str:
        return f"Table({self.state.table_id!r}, {self.entries} entries, {self.turn!r})"


def _settled(state: TableState, log: TableLog, new: list[t.TableEvent], at: int | None) -> Table:
    """The table once what is due by itself has happened too; `new` events are not in its log yet."""
    while isinstance(due := turn(state), Due):
        new.append(due.event)
        state = evolve(state, due.event)
    return Table(state, log.extended(new, None if at is None else [at] * len(new)) if new else log)


def _last_start(log: TableLog) -> int | None:
    """When the last hand started, None at a table without times."""
    if log.times is None:
        return None
    entry = log.entries - 1
    while not isinstance(log.event_at(entry), t.HandStarted):
        entry -= 1
    return log.times[entry]


def _hand_finished(state: TableState, hand: Hand) -> t.HandFinished:
    """The event that ends the hand that is on. Raises `IllegalEvent` unless it is this one, and over."""
    tried = f"finish hand {hand.state.hand_id}"
    if not hand.is_over:
        raise IllegalEvent("ROOM-19", None, tried, "it is not over", "play it to its end")
    wrong = opening_mismatch(state, hand.state.setup.opening)
    if wrong is not None:
        raise IllegalEvent("ROOM-19", None, tried, wrong, "finish the hand that the table started")
    stacks = tuple([e.Payment(*stack) for stack in sorted(hand.state.stacks.items())])
    return t.HandFinished(hand.state.hand_id, hand.entries, hand.log.head, stacks)


def opening_mismatch(state: TableState, opening: e.HandOpened) -> str | None:
    """How a hand's opening differs from the hand that is on, in words; None when it does not."""
    started = state.hand
    if started is None:
        return "no hand is on"
    if opening.hand_id != started.hand_id:
        return f"the hand that is on is {started.hand_id}, not {opening.hand_id}"
    if opening.dealer != state.dealer:
        return f"the dealer is {seat_words(state.dealer)}, in the hand it is {seat_words(opening.dealer)}"
    if opening.rules != state.rules:
        return f"it is played by other rules than the table's game {state.game}, {state.rules.game}"
    for mine, theirs in zip(started.seats, opening.seats, strict=False):
        if mine != theirs:
            asked = "" if mine.auto_ante else " and is asked for the ante"
            return f"it opens with {_who(theirs)} where {_who(mine)}{asked} was dealt in"
    if len(opening.seats) != len(started.seats):
        return f"it has {len(opening.seats)} players, the table dealt {len(started.seats)} in"
    return None


def _who(seating: e.Seating) -> str:
    return f"{named(seating.player)} in seat {seating.seat} with {seating.stack}"

"""`Session`: one player's table against bots, where everything is stored before anybody sees it."""

from __future__ import annotations

import os
import re
from typing import Final

from grocerydots import events as e
from grocerydots.bots import NAMES, Choices, steady_choice
from grocerydots.deck import Seed
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.rules import Chips, Seat
from grocerydots.stores import SeedStore, Store
from grocerydots.table import Table
from grocerydots.testing import test_seed

BUY_IN: Final[Chips] = 200
_RULES: Final = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
#: The table's id: its number in the store, and what no other store has, unless its decks are test decks.
_SESSION: Final = re.compile(r"session-([1-9][0-9]{0,8})(-[0-9a-f]{16})?")
#: How loosely the bot in each seat plays, from the first on: careful ones and curious ones.
_LOOSENESS: Final = (30, 80, 50, 100, 60, 90, 40)


class Session:
    """A table with a player in its last seat and bots in all others, and the hand that is on.

    With `test` the decks come from test seeds of that name, and the same answers give the same session.
    Otherwise they are secret: a hand's seed is kept apart from its log, and deleted when it is over. Every
    method stores what happened before it returns. Raises `StoreError` when that cannot be done,
    `ConcurrencyError` when somebody else plays the same session.
    """

    def __init__(self, store: Store, seeds: SeedStore, table: Table, test: int | str | None = None) -> None:
        """The session of a table, stored or new, with the hand that is on restored from the store."""
        self._store: Final = store
        self._seeds: Final = seeds
        self._test: Final = test
        self.table: Table = table
        self.hand: Hand | None = None
        self._seed: Seed | None = None
        self._table_stored = store.save_table(table)
        self._hand_stored = 0
        if table.state.hand is not None:
            self._bring_back(table.state.hand.hand_id)
        self._forget_seeds()

    @classmethod
    def new(
        cls, store: Store, seeds: SeedStore, *, players: int, name: str, test: int | str | None = None
    ) -> Session:
        """A session that begins: everybody sits down with the buy-in, the player in the last seat.

        Raises `IllegalEvent` for a name that no player can have.
        """
        bots = [bot for bot in NAMES if bot.casefold() != name.casefold()][: players - 1]
        number, _ = _last(store)
        end = f"-{os.urandom(8).hex()}" if test is None else ""
        table = Table.open(_RULES, buy_in=BUY_IN, seats=players, table_id=f"session-{number + 1}{end}")
        for seat, player in enumerate([*bots, name], start=1):
            table = table.sit(seat, player)
        return cls(store, seeds, table, test)

    @classmethod
    def stored(cls, store: Store, seeds: SeedStore, *, test: int | str | None = None) -> Session | None:
        """The last session of the store, to be played on; None when there is none, or it has ended."""
        number, table_id = _last(store)
        if not number:
            return None
        table = store.load_table(table_id)
        seated = table.state.find(table.state.opening.seats)
        return None if seated is None else cls(store, seeds, table, test)

    # What there is

    @property
    def seat(self) -> Seat:
        """The player's seat, the last one."""
        return self.table.state.opening.seats

    @property
    def name(self) -> str:
        """The player's name."""
        return self.table.state.seat(self.seat).player

    @property
    def chips(self) -> Chips:
        """The player's chips between hands; none once they have left."""
        found = self.table.state.find(self.seat)
        return 0 if found is None else found.stack

    @property
    def hands(self) -> int:
        """How many hands were started."""
        return len(self.table.state.hand_ids)

    @property
    def is_players_turn(self) -> bool:
        """Whether the hand waits for the player: for their decision, or the dealer's while they deal."""
        decision = None if self.hand is None else self.hand.decision
        if decision is None:
            return False
        if decision.kind == "dots_tie":
            return self.table.state.dealer == self.seat
        return decision.seat == self.seat

    # What happens

    def deal(self) -> tuple[str, ...]:
        """Start the next hand; the names of bots that had no chips left and bought in again (ROOM-1)."""
        broke = [seat for seat in self.table.state.seats if not seat.stack and seat.seat != self.seat]
        table = self.table
        for seat in broke:
            table = table.add_chips(seat.seat, BUY_IN)
        hand_id = table.state.next_hand_id
        seed = self._seed_of(hand_id)
        table, hand = table.start_hand(seed=seed, hand_id=hand_id)
        self._save_table(table)
        self._seed, self._hand_stored = seed, 0
        self._save_hand(hand)
        return tuple([seat.player for seat in broke])

    def play(self, event: e.Event) -> None:
        """Carry out a choice in the hand that is on. Raises `IllegalEvent` when it is not legal."""
        self._save_hand(self._on().play(event))

    def play_bot(self) -> None:
        """Carry out a bot's choice. It is drawn from the hand's seed, so that a restart changes none."""
        hand = self._on()
        decision, seed = hand.decision, self._seed
        if decision is None or seed is None:
            raise AssertionError("a bot is asked when there is a decision")
        looseness = _LOOSENESS[(decision.seat or 1) - 1]
        self.play(steady_choice(hand, Choices(f"{seed.hex()} {hand.entries}"), looseness))

    def finish(self) -> None:
        """Carry the stacks of the hand that is over to the table, and forget its seed."""
        self._save_table(self.table.finish_hand(self._on()))
        self.hand = self._seed = None
        self._forget_seeds()

    def leave(self) -> None:
        """The player leaves the table, between hands: the session has ended."""
        self._save_table(self.table.leave(self.seat))

    # Keeping it

    def _on(self) -> Hand:
        if self.hand is None:
            raise AssertionError("a hand is on")
        return self.hand

    def _save_table(self, table: Table) -> None:
        self._table_stored = self._store.save_table(table, expected=self._table_stored)
        self.table = table

    def _save_hand(self, hand: Hand) -> None:
        self._hand_stored = self._store.save(hand, expected=self._hand_stored)
        self.hand = hand

    def _bring_back(self, hand_id: str) -> None:
        """The hand that is on, from its log, or from the deal where a crash left nothing of it."""
        self._seed = seed = self._seeds.seed(hand_id)
        self._hand_stored = self._store.entries(hand_id)
        is_begun = self._hand_stored > 0
        self._save_hand(self._store.load(hand_id, seed=seed) if is_begun else self.table.deal(seed=seed))

    def _seed_of(self, hand_id: str) -> Seed:
        """A seed for a new hand, kept; the one that was kept already when a crash came before the hand."""
        if hand_id in self._seeds.hand_ids():
            return self._seeds.seed(hand_id)
        seed = Seed.random() if self._test is None else test_seed(f"{self._test} {hand_id}")
        self._seeds.keep(hand_id, seed)
        return seed

    def _forget_seeds(self) -> None:
        """Delete the seeds of this table's hands that are over: what nobody saw stays unknown."""
        on = None if self.hand is None else self.hand.state.hand_id
        for hand_id in self._seeds.hand_ids():
            if hand_id in self.table.state.hand_ids and hand_id != on:
                self._seeds.delete(hand_id)


def _last(store: Store) -> tuple[int, str]:
    """The number and the id of the last session; 0 where there is none."""
    found = [_SESSION.fullmatch(stream_id) for stream_id in store.streams()]
    return max([(int(match[1]), match[0]) for match in found if match], default=(0, ""))

"""What each event means: one small reducer an event, and nothing about what is allowed.

`evolve` trusts its event. Whether it may happen is for `grocerydots.phases` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import GrocerydotsError
from grocerydots.rules.table import Chips
from grocerydots.state import (
    ANTES,
    BETTING,
    CLOSED,
    DEALING,
    FULL_STUB,
    NO_SETTLING,
    OPENING,
    OVER,
    SETTLED,
    SHOWDOWN,
    Betting,
    HandState,
    Place,
    Places,
    SeatState,
    Settling,
    Setup,
    Stage,
    Store,
    Stub,
    opened_cards,
)


def evolve(state: HandState | None, event: e.Event) -> HandState:
    """The state after the event. `state` is None before the first event, a `HandOpened`."""
    return REDUCERS[event.__class__](state, event)


def fold(events: Iterable[e.Event]) -> HandState:
    """The state after all of the events, the first of which is a `HandOpened`."""
    state: HandState | None = None
    for event in events:
        state = REDUCERS[event.__class__](state, event)
    if state is None:
        raise GrocerydotsError("there is no state of no events")
    return state


# The pieces that reducers are made of


def _with_setup(state: HandState, setup: Setup) -> HandState:
    return HandState(
        setup, state.seats, state.live, state.acting, state.stage, state.street, state.stub, state.betting,
        state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _with_seats(state: HandState, seats: tuple[SeatState, ...], stage: Stage) -> HandState:
    return HandState(
        state.setup, seats, state.live, state.acting, stage, state.street, state.stub, state.betting,
        state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _with_stub(state: HandState, stub: Stub) -> HandState:
    return HandState(
        state.setup, state.seats, state.live, state.acting, state.stage, state.street, stub, state.betting,
        state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _with_settling(state: HandState, settling: Settling, stage: Stage) -> HandState:
    return HandState(
        state.setup, state.seats, state.live, state.acting, stage, state.street, state.stub, state.betting,
        state.store, state.dead_money, settling,
    )  # fmt: skip


def _paid(seat: SeatState, amount: Chips, wagered: Chips) -> SeatState:
    return SeatState(
        seat.number, seat.stack - amount, seat.paid + amount, seat.wagered + wagered, seat.down, seat.up,
        seat.shown, seat.timed_out,
    )  # fmt: skip


def _replaced(seats: tuple[SeatState, ...], place: Place, seat: SeatState) -> tuple[SeatState, ...]:
    changed = list(seats)
    changed[place] = seat
    return tuple(changed)


def _drawn(stub: Stub, count: int, seen: int = 0) -> Stub:
    return Stub(
        stub.positions, stub.taken + count, stub.burned, stub.replenished, stub.seen | seen, stub.community
    )


def _seen(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= 1 << card.index
    return seen


# Opening


def _hand_opened(_: HandState | None, event: e.HandOpened) -> HandState:
    dealer = event.dealer
    seats = [s for s in event.seats if s[0] > dealer] + [s for s in event.seats if s[0] <= dealer]
    order = tuple([seating[0] for seating in seats])
    index = {seat: place for place, seat in enumerate(order)}
    setup = Setup(event, event.rules, order, index, None, (), (), None, None, 0)
    players = tuple([SeatState(seat, stack, 0, 0, (), (), (), False) for seat, _, stack, _ in seats])
    return HandState(
        setup, players, 0, 0, OPENING, 0, FULL_STUB, None, None, (), NO_SETTLING
    )  # fmt: skip


def _dots_tie_confirmed(state: HandState, event: e.DotsTieConfirmed) -> HandState:
    s = state.setup
    return _with_setup(
        state,
        Setup(
            s.opening, s.rules, s.order, s.index, event.policy, s.commitments, s.entropy, s.seals,
            s.order_seal, s.out,
        ),
    )  # fmt: skip


def _entropy_committed(state: HandState, event: e.EntropyCommitted) -> HandState:
    s = state.setup
    commitments = (*s.commitments, (event.seat, event.commitment))
    return _with_setup(
        state,
        Setup(
            s.opening, s.rules, s.order, s.index, s.dots_tie, commitments, s.entropy, s.seals, s.order_seal,
            s.out,
        ),
    )  # fmt: skip


def _entropy_added(state: HandState, event: e.EntropyAdded) -> HandState:
    s = state.setup
    entropy = (*s.entropy, (event.seat, event.entropy))
    return _with_setup(
        state,
        Setup(
            s.opening, s.rules, s.order, s.index, s.dots_tie, s.commitments, entropy, s.seals, s.order_seal,
            s.out,
        ),
    )  # fmt: skip


def _deck_sealed(state: HandState, event: e.DeckSealed) -> HandState:
    s = state.setup
    return _with_setup(
        state,
        Setup(
            s.opening, s.rules, s.order, s.index, s.dots_tie, s.commitments, s.entropy, event.seals,
            event.order_seal, s.out,
        ),
    )  # fmt: skip


# Antes


def _anted(state: HandState, place: Place, amount: Chips) -> HandState:
    seat = _paid(state.seats[place], amount, 0)
    bit = 1 << place
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live | bit,
        state.acting | bit if seat.stack else state.acting, ANTES, 0, state.stub, None, None, (),
        state.settling,
    )  # fmt: skip


def _antes_posted(state: HandState, event: e.AntesPosted) -> HandState:
    index = state.setup.index
    seats = list(state.seats)
    live = state.live
    acting = state.acting
    for number, amount in event.antes:
        place = index[number]
        s = seats[place]
        stack = s.stack - amount
        seats[place] = SeatState(
            number, stack, s.paid + amount, s.wagered, s.down, s.up, s.shown, s.timed_out
        )
        live |= 1 << place
        if stack:
            acting |= 1 << place
    return HandState(
        state.setup, tuple(seats), live, acting, ANTES, 0, state.stub, None, None, (), state.settling
    )  # fmt: skip


def _ante_posted(state: HandState, event: e.AntePosted) -> HandState:
    return _anted(state, state.setup.index[event.seat], event.amount)


def _sat_out(state: HandState, event: e.SatOut | e.TimedOut) -> HandState:
    s = state.setup
    out = s.out | 1 << s.index[event.seat]
    setup = Setup(
        s.opening, s.rules, s.order, s.index, s.dots_tie, s.commitments, s.entropy, s.seals, s.order_seal, out
    )
    return HandState(
        setup, state.seats, state.live, state.acting, ANTES, 0, state.stub, None, None, (),
        state.settling,
    )  # fmt: skip


def _hand_cancelled(state: HandState, event: e.HandCancelled) -> HandState:
    seats = list(state.seats)
    for number, amount in event.returned:
        place = state.setup.index[number]
        seats[place] = _paid(seats[place], -amount, 0)
    return HandState(
        state.setup, tuple(seats), 0, 0, SETTLED, 0, state.stub, None, None, (), state.settling
    )  # fmt: skip


# Cards


def _cards_dealt(state: HandState, event: e.CardsDealt) -> HandState:
    index = state.setup.index
    seats = list(state.seats)
    down = [seat.down for seat in seats]
    up = [seat.up for seat in seats]
    seen = 0
    for number, position, _, card, _ in event.cards:
        if card is None:
            down[index[number]] += (position,)
        else:
            up[index[number]] += (card,)
            seen |= 1 << card.index
    for place, s in enumerate(state.seats):
        if down[place] is not s.down or up[place] is not s.up:
            seats[place] = SeatState(
                s.number, s.stack, s.paid, s.wagered, down[place], up[place], s.shown, s.timed_out
            )
    return HandState(
        state.setup, tuple(seats), state.live, state.acting, DEALING, event.street,
        _drawn(state.stub, len(event.cards), seen), state.betting,
        state.store and _served(state.store), state.dead_money, state.settling,
    )  # fmt: skip


def _served(store: Store) -> Store:
    return store if store.passed < 0 else Store(store.row, -1, store.closed)


def _card_burned(state: HandState, event: e.CardBurned) -> HandState:
    s = state.stub
    stub = Stub(s.positions, s.taken + 1, (*s.burned, event.position), s.replenished, s.seen, s.community)
    return HandState(
        state.setup, state.seats, state.live, state.acting, DEALING, state.street + 1, stub,
        state.betting, state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _stub_replenished(state: HandState, event: e.StubReplenished) -> HandState:
    s = state.stub
    return _with_stub(state, Stub(event.positions, 0, s.burned, True, s.seen, s.community))


def _community_card_dealt(state: HandState, event: e.CommunityCardDealt) -> HandState:
    s = state.stub
    seen = s.seen | 1 << event.card.index
    stub = Stub(s.positions, s.taken + 1, s.burned, s.replenished, seen, event.card)
    return HandState(
        state.setup, state.seats, state.live, state.acting, DEALING, 7, stub, state.betting,
        state.store, state.dead_money, state.settling,
    )  # fmt: skip


# Betting


def round_of(state: HandState) -> Betting:
    """The betting round of the state's street: the one under way, or a fresh one."""
    betting = state.betting
    if betting is not None and betting.street == state.street:
        return betting
    acting = state.acting
    return Betting(state.street, 0, 0, 0, 0, 0, 0, acting, -1, -1, -1, acting.bit_count(), 0)


def _acted(
    state: HandState, place: Place, seats: tuple[SeatState, ...], live: Places, acting: Places
) -> HandState:
    """The state after an action that wagered nothing over the others."""
    b = state.betting
    if b is None or b.street != state.street:
        b = round_of(state)
    bit = 1 << place
    betting = Betting(
        b.street, b.bet, b.full_bet, b.raise_by, b.largest, b.wagers, b.acted | bit, b.to_act & ~bit, place,
        b.first if b.first >= 0 else place, b.aggressor, b.started_with, b.fourth_with,
    )  # fmt: skip
    return HandState(
        state.setup, seats, live, acting, BETTING, state.street, state.stub, betting, state.store,
        state.dead_money, state.settling,
    )  # fmt: skip


def _wagered(state: HandState, event: e.Wager) -> HandState:
    place = state.setup.index[event.seat]
    b = round_of(state)
    to = event.to
    before = state.acting
    bit = 1 << place
    amount = event.amount
    seats = list(state.seats)
    s = seats[place]
    seats[place] = SeatState(
        s.number, s.stack - amount, s.paid + amount, s.wagered + amount, s.down, s.up, s.shown, s.timed_out
    )
    acting = before if s.stack > amount else before & ~bit
    first = b.first if b.first >= 0 else place
    if event.full:
        added = to - b.bet if b.aggressor >= 0 else to
        betting = Betting(
            b.street, to, to, added, max(b.largest, to - b.full_bet), b.wagers + 1, bit, acting & ~bit,
            place, first, place, b.started_with, before.bit_count() if b.wagers == 3 else b.fourth_with,
        )  # fmt: skip
    else:
        betting = Betting(
            b.street, to, b.full_bet, b.raise_by, b.largest, b.wagers, b.acted | bit, acting & ~bit, place,
            first, place, b.started_with, b.fourth_with,
        )  # fmt: skip
    return HandState(
        state.setup, tuple(seats), state.live, acting, BETTING, state.street,
        state.stub, betting, state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _brought_in(state: HandState, event: e.BroughtIn) -> HandState:
    return _opened_with_bring_in(state, state.setup.index[event.seat], event.amount, event.full)


def _opened_with_bring_in(state: HandState, place: Place, amount: Chips, full: bool) -> HandState:
    b = round_of(state)
    owed = state.setup.rules.bring_in
    bit = 1 << place
    seat = _paid(state.seats[place], amount, amount)
    acting = state.acting if seat.stack else state.acting & ~bit
    counted = owed if full else 0
    betting = Betting(
        b.street, owed, counted, counted, counted, int(full), b.acted | bit, acting & ~bit, place,
        b.first if b.first >= 0 else place, place if full else -1, b.started_with, b.fourth_with,
    )  # fmt: skip
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live, acting, BETTING, state.street,
        state.stub, betting, state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _called(state: HandState, event: e.Called) -> HandState:
    place = state.setup.index[event.seat]
    amount = event.amount
    seats = list(state.seats)
    s = seats[place]
    seats[place] = SeatState(
        s.number, s.stack - amount, s.paid + amount, s.wagered + amount, s.down, s.up, s.shown, s.timed_out
    )
    acting = state.acting if s.stack > amount else state.acting & ~(1 << place)
    return _acted(state, place, tuple(seats), state.live, acting)


def _checked(state: HandState, event: e.Checked) -> HandState:
    return _acted(state, state.setup.index[event.seat], state.seats, state.live, state.acting)


def _folded(state: HandState, event: e.Folded) -> HandState:
    return _out_of_hand(state, state.setup.index[event.seat])


def _out_of_hand(state: HandState, place: Place) -> HandState:
    keep = ~(1 << place)
    return _acted(state, place, state.seats, state.live & keep, state.acting & keep)


def _placed_all_in(state: HandState, place: Place) -> HandState:
    s = state.seats[place]
    seat = SeatState(s.number, s.stack, s.paid, s.wagered, s.down, s.up, s.shown, True)
    acting = state.acting & ~(1 << place)
    return _acted(state, place, _replaced(state.seats, place, seat), state.live, acting)


def _timed_out(state: HandState, event: e.TimedOut) -> HandState:
    place = state.setup.index[event.seat]
    match event.result:
        case "all_in":
            return _placed_all_in(state, place)
        case "check":
            return _acted(state, place, state.seats, state.live, state.acting)
        case "fold":
            return _out_of_hand(state, place)
        case "bring_in":
            full = state.setup.rules.bring_in_is_wager
            return _opened_with_bring_in(state, place, event.amount, full)
        case "sit_out":
            return _sat_out(state, event)
        case "pass":
            return _store_passed_by(state, place)
        case "show":
            return _shown_by(state, place)


def _chips_returned(state: HandState, event: e.ChipsReturned) -> HandState:
    place = state.setup.index[event.seat]
    before = state.seats[place]
    in_round = state.stage is BETTING
    seat = _paid(before, -event.amount, -event.amount if in_round else 0)
    back_in_play = state.live >> place & 1 and not before.timed_out
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live,
        state.acting | (1 << place) if back_in_play else state.acting, state.stage, state.street, state.stub,
        state.betting, state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _betting_closed(state: HandState, event: e.BettingClosed) -> HandState:
    seats = tuple([
        SeatState(s.number, s.stack, s.paid, 0, s.down, s.up, s.shown, s.timed_out) if s.wagered else s
        for s in state.seats
    ])  # fmt: skip
    return _with_seats(state, seats, CLOSED)


# The store


def _store_opened(state: HandState, event: e.StoreOpened) -> HandState:
    row = opened_cards(event.cards)
    return HandState(
        state.setup, state.seats, state.live, state.acting, state.stage, state.street,
        _drawn(state.stub, 3, _seen(row)), state.betting, Store(row, -1, False), state.dead_money,
        state.settling,
    )  # fmt: skip


def _store_card_bought(state: HandState, event: e.StoreCardBought) -> HandState:
    place = state.setup.index[event.seat]
    s = state.seats[place]
    up = (*s.up, event.card)
    seat = SeatState(
        s.number, s.stack - event.price, s.paid, s.wagered, s.down, up, s.shown, s.timed_out
    )  # fmt: skip
    store = _opened_store(state)
    row = tuple([None if slot == event.slot else card for slot, card in enumerate(store.row, start=1)])
    level = contended_level(state, place)
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live,
        state.acting if seat.stack else state.acting & ~(1 << place), DEALING, len(up) + 2, state.stub,
        state.betting, Store(row, -1, False), (*state.dead_money, (level, event.price)), state.settling,
    )  # fmt: skip


def contended_level(state: HandState, place: Place) -> Chips:
    """The level of `paid` of the newest pot that a place and another live player both reach (HOUSE-15)."""
    others = state.live & ~(1 << place)
    reached = [seat.paid for other, seat in enumerate(state.seats) if others >> other & 1]
    return min(state.seats[place].paid, max(reached, default=0))


def _store_passed(state: HandState, event: e.StorePassed) -> HandState:
    return _store_passed_by(state, state.setup.index[event.seat])


def _store_passed_by(state: HandState, place: Place) -> HandState:
    store = Store(_opened_store(state).row, place, False)
    street = len(state.seats[place].up) + 3
    return HandState(
        state.setup, state.seats, state.live, state.acting, DEALING, street, state.stub, state.betting,
        store, state.dead_money, state.settling,
    )  # fmt: skip


def _store_restocked(state: HandState, event: e.StoreRestocked) -> HandState:
    store = _opened_store(state)
    row: list[Card | None] = [card for card in store.row if card is not None]
    row.insert(event.slot - 1, event.card)
    return HandState(
        state.setup, state.seats, state.live, state.acting, state.stage, state.street,
        _drawn(state.stub, 1, 1 << event.card.index), state.betting, Store(tuple(row), -1, False),
        state.dead_money, state.settling,
    )  # fmt: skip


def _store_closed(state: HandState, event: e.StoreClosed) -> HandState:
    return HandState(
        state.setup, state.seats, state.live, state.acting, state.stage, state.street, state.stub,
        state.betting, Store((), -1, True), state.dead_money, state.settling,
    )  # fmt: skip


def _opened_store(state: HandState) -> Store:
    if state.store is None:
        raise GrocerydotsError("the store has not opened")
    return state.store


# Showdown and settling


def _hand_shown(state: HandState, event: e.HandShown) -> HandState:
    return _shown_by(state, state.setup.index[event.seat])


def _shown_by(state: HandState, place: Place) -> HandState:
    s = state.settling
    return _with_settling(state, Settling((*s.shown, place), s.mucked, s.rake, s.awards), SHOWDOWN)


def _hand_mucked(state: HandState, event: e.HandMucked) -> HandState:
    s = state.settling
    mucked = s.mucked | 1 << state.setup.index[event.seat]
    return _with_settling(state, Settling(s.shown, mucked, s.rake, s.awards), SHOWDOWN)


def _down_cards_opened(state: HandState, event: e.DownCardsOpened) -> HandState:
    place = state.setup.index[event.seat]
    s = state.seats[place]
    cards = opened_cards(event.cards)
    seat = SeatState(s.number, s.stack, s.paid, s.wagered, s.down, s.up, cards, s.timed_out)
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live, state.acting, state.stage,
        state.street, _drawn(state.stub, 0, _seen(cards)), state.betting, state.store, state.dead_money,
        state.settling,
    )  # fmt: skip


def _rake_taken(state: HandState, event: e.RakeTaken) -> HandState:
    s = state.settling
    return _with_settling(state, Settling(s.shown, s.mucked, event.amount, s.awards), state.stage)


def _pots_awarded(state: HandState, event: e.PotsAwarded) -> HandState:
    seats = list(state.seats)
    for award in event.awards:
        place = state.setup.index[award.seat]
        s = seats[place]
        stack = s.stack + award.amount
        seats[place] = SeatState(s.number, stack, s.paid, s.wagered, s.down, s.up, s.shown, s.timed_out)
    settling = Settling(
        state.settling.shown, state.settling.mucked, state.settling.rake, event.awards
    )  # fmt: skip
    return HandState(
        state.setup, tuple(seats), state.live, state.acting, SETTLED, state.street, state.stub,
        state.betting, state.store, state.dead_money, settling,
    )  # fmt: skip


def _hand_closed(state: HandState, event: e.HandClosed) -> HandState:
    return _with_seats(state, state.seats, OVER)


#: The reducer of each class of event.
REDUCERS: Final[dict[type, Callable[[Any, Any], HandState]]] = {
    e.HandOpened: _hand_opened,
    e.DotsTieConfirmed: _dots_tie_confirmed,
    e.EntropyCommitted: _entropy_committed,
    e.EntropyAdded: _entropy_added,
    e.DeckSealed: _deck_sealed,
    e.AntesPosted: _antes_posted,
    e.AntePosted: _ante_posted,
    e.SatOut: _sat_out,
    e.HandCancelled: _hand_cancelled,
    e.CardsDealt: _cards_dealt,
    e.CardBurned: _card_burned,
    e.StubReplenished: _stub_replenished,
    e.CommunityCardDealt: _community_card_dealt,
    e.BroughtIn: _brought_in,
    e.Completed: _wagered,
    e.Bet: _wagered,
    e.Raised: _wagered,
    e.Called: _called,
    e.Checked: _checked,
    e.Folded: _folded,
    e.TimedOut: _timed_out,
    e.ChipsReturned: _chips_returned,
    e.BettingClosed: _betting_closed,
    e.StoreOpened: _store_opened,
    e.StoreCardBought: _store_card_bought,
    e.StorePassed: _store_passed,
    e.StoreRestocked: _store_restocked,
    e.StoreClosed: _store_closed,
    e.HandShown: _hand_shown,
    e.HandMucked: _hand_mucked,
    e.DownCardsOpened: _down_cards_opened,
    e.RakeTaken: _rake_taken,
    e.PotsAwarded: _pots_awarded,
    e.HandClosed: _hand_closed,
}

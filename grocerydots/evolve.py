"""What each event means: one small reducer an event, and nothing about what is allowed.

`evolve` trusts its event. Whether it may happen is for `grocerydots.phases` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import GrocerydotsError
from grocerydots.rules.table import MOST_WAGERS, Chips
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
    BettingRound,
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


def _with_setup(state: HandState, **changes: object) -> HandState:
    return state.replace(setup=state.setup.replace(**changes))


def _settled(state: HandState, seats: tuple[SeatState, ...], stage: Stage, settling: Settling) -> HandState:
    return HandState(
        state.setup, seats, state.live, state.acting, stage, state.street, state.stub, state.betting,
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
    """The stub with so many positions gone, and these cards (bits) seen."""
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
    return _with_setup(state, dots_tie=event.policy)


def _entropy_committed(state: HandState, event: e.EntropyCommitted) -> HandState:
    return _with_setup(state, commitments=(*state.setup.commitments, (event.seat, event.commitment)))


def _entropy_added(state: HandState, event: e.EntropyAdded) -> HandState:
    return _with_setup(state, entropy=(*state.setup.entropy, (event.seat, event.entropy)))


def _deck_sealed(state: HandState, event: e.DeckSealed) -> HandState:
    return _with_setup(state, seals=event.seals, order_seal=event.order_seal)


# Antes


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
    return _antes_posted(state, e.AntesPosted((e.Payment(event.seat, event.amount),)))


def _sat_out(state: HandState, event: e.SatOut | e.TimedOut) -> HandState:
    setup = state.setup
    return _with_setup(state, out=setup.out | 1 << setup.index[event.seat]).replace(stage=ANTES)


def _hand_cancelled(state: HandState, event: e.HandCancelled) -> HandState:
    seats = list(state.seats)
    for number, amount in event.returned:
        place = state.setup.index[number]
        seats[place] = _paid(seats[place], -amount, 0)
    return state.replace(seats=tuple(seats), live=0, acting=0, stage=SETTLED)


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
    return state.replace(stub=state.stub.replace(positions=event.positions, taken=0, replenished=True))


def _community_card_dealt(state: HandState, event: e.CommunityCardDealt) -> HandState:
    stub = _drawn(state.stub, 1, 1 << event.card.index).replace(community=event.card)
    return state.replace(stub=stub, stage=DEALING, street=7)


# Betting


def round_of(state: HandState) -> BettingRound:
    """The betting round of the state's street: the one under way, or a fresh one."""
    betting = state.betting
    if betting is not None and betting.street == state.street:
        return betting
    acting = state.acting
    return BettingRound(state.street, 0, 0, 0, 0, 0, 0, acting, -1, -1, -1, acting.bit_count(), 0)


def _acted(
    state: HandState, place: Place, seats: tuple[SeatState, ...], live: Places, acting: Places
) -> HandState:
    """The state after an action that wagered nothing over the others."""
    b = state.betting
    if b is None or b.street != state.street:
        b = round_of(state)
    bit = 1 << place
    betting = BettingRound(
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
        fourth_with = before.bit_count() if b.wagers + 1 == MOST_WAGERS else b.fourth_with
        betting = BettingRound(
            b.street, to, to, added, max(b.largest, to - b.full_bet), b.wagers + 1, bit, acting & ~bit,
            place, first, place, b.started_with, fourth_with,
        )  # fmt: skip
    else:
        betting = BettingRound(
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
    betting = BettingRound(
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
    seat = state.seats[place].replace(timed_out=True)
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
    return _settled(state, seats, CLOSED, state.settling)


# The store


def _store_opened(state: HandState, event: e.StoreOpened) -> HandState:
    row = opened_cards(event.cards)
    return state.replace(stub=_drawn(state.stub, 3, _seen(row)), store=Store(row, -1, False))


def _store_card_bought(state: HandState, event: e.StoreCardBought) -> HandState:
    place = state.setup.index[event.seat]
    before = state.seats[place]
    seat = before.replace(stack=before.stack - event.price, up=(*before.up, event.card))
    row = [None if slot == event.slot else card for slot, card in enumerate(_row(state), start=1)]
    return state.replace(
        seats=_replaced(state.seats, place, seat),
        acting=state.acting if seat.stack else state.acting & ~(1 << place),
        stage=DEALING,
        street=len(seat.up) + 2,
        store=Store(tuple(row), -1, False),
        dead_money=(*state.dead_money, (contended_level(state, place), event.price)),
    )


def contended_level(state: HandState, place: Place) -> Chips:
    """The level of `paid` of the newest pot that a place and another live player both reach (HOUSE-15)."""
    others = state.live & ~(1 << place)
    reached = [seat.paid for other, seat in enumerate(state.seats) if others >> other & 1]
    return min(state.seats[place].paid, max(reached, default=0))


def _store_passed(state: HandState, event: e.StorePassed) -> HandState:
    return _store_passed_by(state, state.setup.index[event.seat])


def _store_passed_by(state: HandState, place: Place) -> HandState:
    street = len(state.seats[place].up) + 3
    return state.replace(stage=DEALING, street=street, store=Store(_row(state), place, False))


def _store_restocked(state: HandState, event: e.StoreRestocked) -> HandState:
    row: list[Card | None] = [card for card in _row(state) if card is not None]
    row.insert(event.slot - 1, event.card)
    stub = _drawn(state.stub, 1, 1 << event.card.index)
    return state.replace(stub=stub, store=Store(tuple(row), -1, False))


def _store_closed(state: HandState, event: e.StoreClosed) -> HandState:
    return state.replace(store=Store((), -1, True))


def _row(state: HandState) -> tuple[Card | None, ...]:
    if state.store is None:
        raise GrocerydotsError("the store has not opened")
    return state.store.row


# Showdown and settling


def _hand_shown(state: HandState, event: e.HandShown) -> HandState:
    return _shown_by(state, state.setup.index[event.seat])


def _shown_by(state: HandState, place: Place) -> HandState:
    s = state.settling
    shown = Settling((*s.shown, place), s.mucked, s.rake, s.awards)
    return _settled(state, state.seats, SHOWDOWN, shown)


def _hand_mucked(state: HandState, event: e.HandMucked) -> HandState:
    mucked = state.settling.mucked | 1 << state.setup.index[event.seat]
    return state.replace(settling=state.settling.replace(mucked=mucked), stage=SHOWDOWN)


def _down_cards_opened(state: HandState, event: e.DownCardsOpened) -> HandState:
    place = state.setup.index[event.seat]
    s = state.seats[place]
    cards = opened_cards(event.cards)
    seat = SeatState(s.number, s.stack, s.paid, s.wagered, s.down, s.up, cards, s.timed_out)
    return HandState(
        state.setup, _replaced(state.seats, place, seat), state.live, state.acting, state.stage, state.street,
        _drawn(state.stub, 0, _seen(cards)), state.betting, state.store, state.dead_money, state.settling,
    )  # fmt: skip


def _rake_taken(state: HandState, event: e.RakeTaken) -> HandState:
    return state.replace(settling=state.settling.replace(rake=event.amount))


def _pots_awarded(state: HandState, event: e.PotsAwarded) -> HandState:
    seats = list(state.seats)
    for award in event.awards:
        place = state.setup.index[award.seat]
        s = seats[place]
        stack = s.stack + award.amount
        seats[place] = SeatState(s.number, stack, s.paid, s.wagered, s.down, s.up, s.shown, s.timed_out)
    was = state.settling
    return _settled(state, tuple(seats), SETTLED, Settling(was.shown, was.mucked, was.rake, event.awards))


def _hand_closed(state: HandState, event: e.HandClosed) -> HandState:
    return _settled(state, state.seats, OVER, state.settling)


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

"""What each event means: one small reducer an event, and nothing about what is allowed.

`evolve` trusts its event: whether it may happen is for `grocerydots.phases` to say. Reducers read and call;
constructing parts is left to `grocerydots.parts` and `grocerydots.state`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.errors import GrocerydotsError, WrongType
from grocerydots.parts import Place, SeatState, Store, StorePrice
from grocerydots.rules.rules import Chips, Seat
from grocerydots.state import (
    ANTES,
    BETTING,
    CLOSED,
    DEALING,
    OVER,
    SETTLED,
    SHOWDOWN,
    HandState,
    Setup,
    opened_cards,
)


def evolve(state: HandState | None, event: e.Event) -> HandState:
    """The state after an event that is trusted to be legal; `state` is None before the first one.

    Raises `WrongType` for what is no event, and `GrocerydotsError` when the first is not `HandOpened`.
    """
    reducer = REDUCERS.get(event.__class__)
    if reducer is None:
        raise WrongType.of("event", "an event", event)
    if state is None and event.__class__ is not e.HandOpened:
        raise GrocerydotsError(f"the first event must be HandOpened, got {event.__class__.__name__}")
    return reducer(state, event)


def fold(events: Iterable[e.Event]) -> HandState:
    """The state after all of the events, the first of which is a `HandOpened`. Raises what `evolve` does."""
    if not isinstance(events, Iterable):
        raise WrongType.of("events", "an iterable of events", events)
    state: HandState | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise GrocerydotsError("cannot fold an empty sequence: the first event must be HandOpened")
    return state


# Opening


def _hand_opened(_: HandState | None, event: e.HandOpened) -> HandState:
    dealer = event.dealer
    seats = [s for s in event.seats if s[0] > dealer] + [s for s in event.seats if s[0] <= dealer]
    setup = Setup.opened(event, tuple([seating[0] for seating in seats]))
    return HandState.opened(setup, tuple([SeatState.sitting(seat, stack) for seat, _, stack, _ in seats]))


def _with_setup(state: HandState, **changes: object) -> HandState:
    return state.replace(setup=state.setup.replace(**changes))


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
    seats, live, acting, place_of = list(state.seats), state.live, state.acting, state.setup.order.index
    for number, amount in event.antes:
        place = place_of(number)
        seats[place] = seat = seats[place].pay(amount)
        live |= 1 << place
        if seat.stack:
            acting |= 1 << place
    return state.anted(tuple(seats), live, acting)


def _ante_posted(state: HandState, event: e.AntePosted) -> HandState:
    return _antes_posted(state, e.AntesPosted((e.Payment(event.seat, event.amount),)))


def _sat_out(state: HandState, event: e.SatOut | e.TimedOut) -> HandState:
    out = state.setup.out | 1 << state.place(event.seat)
    return _with_setup(state, out=out).replace(stage=ANTES)


def _hand_cancelled(state: HandState, event: e.HandCancelled) -> HandState:
    seats = list(state.seats)
    for number, amount in event.returned:
        place = state.place(number)
        seats[place] = seats[place].pay(-amount)
    return state.replace(seats=tuple(seats), live=0, acting=0, stage=SETTLED)


# Cards


def _cards_dealt(state: HandState, event: e.CardsDealt) -> HandState:
    seats, seen, place_of = list(state.seats), 0, state.setup.order.index
    down: dict[Seat, tuple[e.Position, ...]] = {}  # not on its seat yet
    for number, position, _, card, _ in event.cards:
        if card is None:
            down[number] = (*down[number], position) if number in down else (position,)
        else:
            place = place_of(number)
            seats[place] = seats[place].take_up(card, down.pop(number, ()))
            seen |= 1 << card.index
    for number, positions in down.items():
        place = place_of(number)
        seats[place] = seats[place].take_down(positions)
    stub = state.stub.draw(len(event.cards), seen)
    return state.dealt(tuple(seats), event.street, stub, state.store and state.store.serve())


def _card_burned(state: HandState, event: e.CardBurned) -> HandState:
    return state.dealt(state.seats, state.street + 1, state.stub.burn(event.position), state.store)


def _stub_replenished(state: HandState, event: e.StubReplenished) -> HandState:
    return state.replace(stub=state.stub.replace(positions=event.positions, taken=0, replenished=True))


def _community_card_dealt(state: HandState, event: e.CommunityCardDealt) -> HandState:
    stub = state.stub.draw(1, 1 << event.card.index).replace(community=event.card)
    return state.replace(stub=stub, stage=DEALING, street=7)


def _seen(cards: Iterable[Card]) -> int:
    seen = 0
    for card in cards:
        seen |= 1 << card.index
    return seen


# Betting


def _wagered(state: HandState, event: e.Wager) -> HandState:
    place, seats, before = state.setup.order.index(event.seat), list(state.seats), state.acting
    seats[place] = seat = seats[place].wager(event.amount)
    acting = before if seat.stack else before & ~(1 << place)
    b = state.round
    if event.full:
        betting = b.fully_wagered(place, event.to, acting, before)
    else:
        betting = b.wagered(place, event.to, acting)
    return state.wagered(tuple(seats), state.live, acting, betting)


def _brought_in(state: HandState, event: e.BroughtIn | e.TimedOut) -> HandState:
    place, rules = state.place(event.seat), state.setup.rules
    seat = state.seats[place].wager(event.amount)
    acting = state.acting if seat.stack else state.acting & ~(1 << place)
    is_wager = rules.bring_in_is_wager if isinstance(event, e.TimedOut) else event.full
    betting = state.round.brought_in(place, rules.bring_in, acting, is_wager=is_wager)
    return state.wagered(state.seats_with(place, seat), state.live, acting, betting)


def _called(state: HandState, event: e.Called) -> HandState:
    place, seats, acting = state.setup.order.index(event.seat), list(state.seats), state.acting
    seats[place] = seat = seats[place].wager(event.amount)
    if not seat.stack:
        acting &= ~(1 << place)
    return state.answered(place, tuple(seats), state.live, acting)


def _checked(state: HandState, event: e.Checked | e.TimedOut) -> HandState:
    return state.answered(state.setup.order.index(event.seat), state.seats, state.live, state.acting)


def _folded(state: HandState, event: e.Folded | e.TimedOut) -> HandState:
    place = state.setup.order.index(event.seat)
    keep = ~(1 << place)
    return state.answered(place, state.seats, state.live & keep, state.acting & keep)


def _placed_all_in(state: HandState, event: e.TimedOut) -> HandState:
    place = state.place(event.seat)
    seats = state.seats_with(place, state.seats[place].run_out())
    return state.answered(place, seats, state.live, state.acting & ~(1 << place))


def _timed_out(state: HandState, event: e.TimedOut) -> HandState:
    return _BY_CLOCK[event.result](state, event)


def _chips_returned(state: HandState, event: e.ChipsReturned) -> HandState:
    place = state.place(event.seat)
    before = state.seats[place]
    seat = before.wager(-event.amount) if state.stage is BETTING else before.pay(-event.amount)
    back_in_play = state.live >> place & 1 and not before.timed_out
    acting = state.acting | (1 << place) if back_in_play else state.acting
    return state.replace(seats=state.seats_with(place, seat), acting=acting)


def _betting_closed(state: HandState, event: e.BettingClosed) -> HandState:
    seats = tuple([seat.end_round() if seat.wagered else seat for seat in state.seats])
    return state.settled(seats, CLOSED, state.settling)


# The store


def _store_opened(state: HandState, event: e.StoreOpened) -> HandState:
    row = opened_cards(event.cards)
    return state.replace(stub=state.stub.draw(3, _seen(row)), store=Store.opened(row))


def _store_card_bought(state: HandState, event: e.StoreCardBought) -> HandState:
    place = state.place(event.seat)
    seat = state.seats[place].buy(event.card, event.price)
    return state.replace(
        seats=state.seats_with(place, seat),
        acting=state.acting if seat.stack else state.acting & ~(1 << place),
        stage=DEALING,
        street=len(seat.up) + 2,
        store=_store(state).sell(event.slot),
        dead_money=(*state.dead_money, StorePrice(place, contended_level(state, place), event.price)),
    )


def contended_level(state: HandState, place: Place) -> Chips:
    """The level of `paid` of the newest pot that a place and another live player both reach (HOUSE-15)."""
    others = state.live & ~(1 << place)
    reached = [seat.paid for other, seat in enumerate(state.seats) if others >> other & 1]
    return min(state.seats[place].paid, max(reached, default=0))


def _store_passed(state: HandState, event: e.StorePassed | e.TimedOut) -> HandState:
    place = state.place(event.seat)
    street = len(state.seats[place].up) + 3
    return state.replace(stage=DEALING, street=street, store=_store(state).pass_by(place))


def _store_restocked(state: HandState, event: e.StoreRestocked) -> HandState:
    stub = state.stub.draw(1, 1 << event.card.index)
    return state.replace(stub=stub, store=_store(state).restock(event.slot, event.card))


def _store_closed(state: HandState, event: e.StoreClosed) -> HandState:
    return state.replace(store=_store(state).discard())


def _store(state: HandState) -> Store:
    if state.store is None:
        raise GrocerydotsError("the store has not opened")
    return state.store


# Showdown and settling


def _hand_shown(state: HandState, event: e.HandShown | e.TimedOut) -> HandState:
    return state.settled(state.seats, SHOWDOWN, state.settling.show(state.place(event.seat)))


def _hand_mucked(state: HandState, event: e.HandMucked) -> HandState:
    mucked = state.settling.mucked | 1 << state.place(event.seat)
    return state.replace(settling=state.settling.replace(mucked=mucked), stage=SHOWDOWN)


def _down_cards_opened(state: HandState, event: e.DownCardsOpened) -> HandState:
    place = state.place(event.seat)
    cards = opened_cards(event.cards)
    return state.turned_up(
        state.seats_with(place, state.seats[place].show(cards)), state.stub.draw(0, _seen(cards))
    )


def _rake_taken(state: HandState, event: e.RakeTaken) -> HandState:
    return state.replace(settling=state.settling.replace(rake=event.amount))


def _pots_awarded(state: HandState, event: e.PotsAwarded) -> HandState:
    seats = list(state.seats)
    for award in event.awards:
        place = state.place(award.seat)
        seats[place] = seats[place].win(award.amount)
    return state.settled(tuple(seats), SETTLED, state.settling.award(event.awards))


def _hand_closed(state: HandState, event: e.HandClosed) -> HandState:
    return state.settled(state.seats, OVER, state.settling)


#: What the clock does in a player's place: what the player would have done, or all-in.
_BY_CLOCK: Final[dict[str, Callable[[HandState, e.TimedOut], HandState]]] = {
    "all_in": _placed_all_in,
    "bring_in": _brought_in,
    "check": _checked,
    "fold": _folded,
    "pass": _store_passed,
    "show": _hand_shown,
    "sit_out": _sat_out,
}
#: The reducer of each class of event.
REDUCERS: Final[dict[type, Callable[..., HandState]]] = {
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

"""Events of every class for the tests of the log: one of each to read, and strategies for any."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES
from grocerydots.rules.options import STRUCTURES, options_for
from grocerydots.rules.rules import STAKES, Betting, Rules

MAX = 2**53 - 1
SALT = bytes(range(16))
HASH = bytes(range(32))

RULES = presets.card_room(small_bet=4, big_bet=8, ante=1, bring_in=2)
SEATS = (e.Seating(1, "ann", 200), e.Seating(4, "bob", 150, False))
OPENED = e.HandOpened("hand-1", RULES, 4, SEATS, "unsealed")

#: One of each class, in the order of the table of tags.
ONE_OF_EACH: tuple[e.Event, ...] = (
    e.HandOpened("h.1_-Z", RULES, 0, SEATS, "sealed", HASH, (1, 4)),
    e.DotsTieConfirmed("share"),
    e.EntropyCommitted(1, HASH),
    e.EntropyAdded(1, HASH),
    e.DeckSealed((HASH,) * 52, HASH),
    e.AntesPosted((e.Payment(1, 1), e.Payment(4, 1))),
    e.AntePosted(1, 1),
    e.SatOut(4),
    e.HandCancelled((e.Payment(1, 1),)),
    e.CardsDealt(
        3, (e.Dealt(1, 0, False), e.Dealt(1, 1, True, Card("As"), SALT), e.Dealt(4, 2, True, Card("Td")))
    ),
    e.CardBurned(9),
    e.StubReplenished((51, 9), tuple(range(52)), SALT),
    e.CommunityCardDealt(51, Card("2c"), SALT),
    e.BroughtIn(1, 2, False),
    e.Completed(4, 4, 4, True),
    e.Bet(1, 8, 8, True),
    e.Raised(4, 16, 16, True),
    e.Called(1, 8),
    e.Checked(1),
    e.Folded(4),
    e.TimedOut(1, "bring_in", 2),
    e.ChipsReturned(1, 8),
    e.BettingClosed(3),
    e.StoreOpened(
        (e.Opening(20, Card("2c"), SALT), e.Opening(21, Card("9h")), e.Opening(22, Card("Kd"), SALT))
    ),
    e.StoreCardBought(1, 3, Card("Kd"), 3),
    e.StorePassed(4),
    e.StoreRestocked(3, 23, Card("4d"), SALT),
    e.StoreClosed(),
    e.HandShown(1),
    e.HandMucked(4),
    e.DownCardsOpened(1, (e.Opening(0, Card("Ad"), SALT), e.Opening(5, Card("Ac")))),
    e.RakeTaken(3),
    e.PotsAwarded((e.Award(0, "high", 1, 9), e.Award(0, "dots", 4, 8))),
    e.HandClosed((e.Payment(4, 150), e.Payment(1, 200))),
)

#: A whole hand, short: seat 4 folds to the bring-in.
SHORT_HAND: tuple[e.Event, ...] = (
    OPENED,
    e.AntesPosted((e.Payment(1, 1), e.Payment(4, 1))),
    e.CardsDealt(
        3,
        (
            *(e.Dealt(seat, at, False) for at, seat in enumerate((1, 4, 1, 4))),
            e.Dealt(1, 4, True, Card("2c")),
            e.Dealt(4, 5, True, Card("Kd")),
        ),
    ),
    e.BroughtIn(1, 2, False),
    e.Folded(4),
    e.ChipsReturned(1, 2),
    e.BettingClosed(3),
    e.PotsAwarded((e.Award(0, "whole", 1, 2),)),
    e.HandClosed((e.Payment(1, 201), e.Payment(4, 149))),
)

whole = st.integers(0, MAX) | st.integers(0, 300)
seats = st.integers(1, 9) | st.integers(1, MAX)
positions = st.integers(0, 51)
cards = st.sampled_from(CARDS)
flags = st.booleans()
streets = st.integers(3, 7)
slots = st.integers(1, 3)
salts = st.none() | st.binary(min_size=16, max_size=16)
hashes = st.binary(min_size=32, max_size=32)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30)


def tuples(of_what: st.SearchStrategy[Any], most: int = 12) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(of_what, max_size=most).map(tuple)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    game = draw(st.sampled_from(list(GAMES)))
    structure = draw(st.sampled_from(sorted(STRUCTURES)))
    lower = draw(st.integers(1, 1000) | st.integers(1, MAX))
    higher = draw(st.integers(lower, MAX)) if STAKES[structure][1] else None
    options: dict[str, Any] = {
        name: draw(st.sampled_from(option.values))
        for name, option in sorted(options_for(game, structure).items())
    }
    return Rules.for_game(
        game,
        Betting(structure, lower, higher),
        ante=draw(whole),
        bring_in=draw(st.integers(1, lower)),
        unit=draw(st.integers(1, MAX)) if game == "grocery_store_dots" else None,
        act_within_ms=draw(st.none() | st.integers(1, MAX)),
        **options,
    )


payments = tuples(st.builds(e.Payment, seats, whole))
openings = tuples(st.builds(e.Opening, positions, cards, salts))
dealt = tuples(
    st.builds(e.Dealt, seats, positions, st.just(False), st.none(), st.none())
    | st.builds(e.Dealt, seats, positions, st.just(True), cards, salts)
)
awards = tuples(st.builds(e.Award, whole, st.sampled_from(get_args(e.Share)), seats, whole))
seatings = tuples(st.builds(e.Seating, seats, names, whole, flags), most=8)
hand_ids = st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True)
results = st.sampled_from(["all_in", "check", "fold", "bring_in", "sit_out", "pass", "show"])

STRATEGIES: dict[type[e.Event], st.SearchStrategy[e.Event]] = {
    e.HandOpened: st.builds(
        e.HandOpened,
        hand_ids,
        rules(),
        whole,
        seatings,
        st.sampled_from(["sealed", "test", "unsealed"]),
        st.none() | hashes,
        tuples(seats),
    ),
    e.DotsTieConfirmed: st.builds(e.DotsTieConfirmed, st.sampled_from(["share", "best_high"])),
    e.EntropyCommitted: st.builds(e.EntropyCommitted, seats, hashes),
    e.EntropyAdded: st.builds(e.EntropyAdded, seats, hashes),
    e.DeckSealed: st.builds(e.DeckSealed, st.lists(hashes, min_size=52, max_size=52).map(tuple), hashes),
    e.AntesPosted: st.builds(e.AntesPosted, payments),
    e.AntePosted: st.builds(e.AntePosted, seats, whole),
    e.SatOut: st.builds(e.SatOut, seats),
    e.HandCancelled: st.builds(e.HandCancelled, payments),
    e.CardsDealt: st.builds(e.CardsDealt, streets, dealt),
    e.CardBurned: st.builds(e.CardBurned, positions),
    e.StubReplenished: st.builds(
        e.StubReplenished, tuples(positions), st.none() | st.permutations(range(52)).map(tuple), salts
    ),
    e.CommunityCardDealt: st.builds(e.CommunityCardDealt, positions, cards, salts),
    e.BroughtIn: st.builds(e.BroughtIn, seats, whole, flags),
    e.Completed: st.builds(e.Completed, seats, whole, whole, flags),
    e.Bet: st.builds(e.Bet, seats, whole, whole, flags),
    e.Raised: st.builds(e.Raised, seats, whole, whole, flags),
    e.Called: st.builds(e.Called, seats, whole),
    e.Checked: st.builds(e.Checked, seats),
    e.Folded: st.builds(e.Folded, seats),
    e.TimedOut: st.builds(e.TimedOut, seats, results, whole),
    e.ChipsReturned: st.builds(e.ChipsReturned, seats, whole),
    e.BettingClosed: st.builds(e.BettingClosed, streets),
    e.StoreOpened: st.builds(e.StoreOpened, openings),
    e.StoreCardBought: st.builds(e.StoreCardBought, seats, slots, cards, whole),
    e.StorePassed: st.builds(e.StorePassed, seats),
    e.StoreRestocked: st.builds(e.StoreRestocked, slots, positions, cards, salts),
    e.StoreClosed: st.builds(e.StoreClosed),
    e.HandShown: st.builds(e.HandShown, seats),
    e.HandMucked: st.builds(e.HandMucked, seats),
    e.DownCardsOpened: st.builds(e.DownCardsOpened, seats, openings),
    e.RakeTaken: st.builds(e.RakeTaken, whole),
    e.PotsAwarded: st.builds(e.PotsAwarded, awards),
    e.HandClosed: st.builds(e.HandClosed, payments),
}

events: st.SearchStrategy[e.Event] = st.one_of(*STRATEGIES.values())
times = st.none() | st.integers(0, MAX)

"""Hypothesis strategies: tables, players, decks, and whole hands played at random within the rules.

They shrink toward what is plain: two players, deep stacks, a deck in its order, nobody raising or folding.
"""

from __future__ import annotations

from functools import lru_cache, partial

from grocerydots import events as e
from grocerydots.cards import CARDS
from grocerydots.choices import Option
from grocerydots.deck import Deck, Entropy
from grocerydots.errors import MissingExtra, expect
from grocerydots.hand import Hand
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import DOTS_TIES, STRUCTURES, Structure, options_for
from grocerydots.rules.rules import STAKES, Betting, Rules
from grocerydots.testing.scripted import test_seed
from grocerydots.turns import Decision, time_out_of

try:
    from hypothesis import strategies as st
except ModuleNotFoundError as _missing:
    raise MissingExtra("testing") from _missing

__all__ = ["choices", "decks", "hands", "rules_of_any_table", "seatings_for"]

#: How often each kind of choice is made, by mood: (quiet, a wager of each kind, fold or muck, time-out).
_MOODS = {
    "calling": (12, 1, 0, 0),
    "mixed": (8, 4, 2, 1),
    "wild": (3, 6, 1, 0),
    "folding": (4, 2, 4, 1),
    "sleeping": (3, 2, 0, 4),
}
_WAGERS = (*e.WAGERS, e.StoreCardBought)
_GIVING_UP = (e.Folded, e.HandMucked, e.SatOut, e.HandCancelled)
_SLOWEST = 10_000  # milliseconds


@st.composite
def rules_of_any_table(
    draw: st.DrawFn,
    /,
    *,
    games: tuple[GameId, ...] = tuple(GAMES),
    structures: tuple[Structure, ...] = STRUCTURES,
    **fixed: object,
) -> Rules:
    """Rules of any game and betting structure, with any stakes and every house option that applies.

    `fixed` sets stakes (``ante``, ``bring_in``, ``unit``) and options (``burn=False``) where they apply.
    """
    game, structure = draw(st.sampled_from(games)), draw(st.sampled_from(structures))
    lower = draw(_integers(1, 20))
    higher = lower * draw(_integers(1, 5)) + draw(_integers(0, 3)) if STAKES[structure][1] else None
    drawn: dict[str, object] = {
        "ante": draw(_integers(0, lower)),
        "bring_in": draw(_integers(1, lower)),
        "act_within_ms": draw(st.sampled_from((None, _SLOWEST))),
    }
    if GAMES[game].has_store:
        drawn["unit"] = draw(_integers(1, 5))
    for name, option in sorted(options_for(game, structure).items()):
        drawn[name] = draw(st.sampled_from(option.values))
    drawn |= {name: value for name, value in fixed.items() if name in drawn}
    betting = Betting(structure, lower, higher)
    return Rules.for_game(game, betting, **drawn)  # type: ignore[arg-type]  # each option's own values


@st.composite
def seatings_for(
    draw: st.DrawFn, /, rules: Rules, *, least: int = 2, most: int = 8, asked: bool = True
) -> tuple[e.Seating, ...]:
    """Players for a hand under the rules, from all-in for the ante to deep stacks, at any seats of ten.

    With `asked`, some have to say whether they ante (ROOM-2).
    """
    count = draw(_integers(least, min(most, rules.most_players)))
    seats = sorted(draw(st.lists(st.integers(1, 10), min_size=count, max_size=count, unique=True)))
    asking = asked and draw(st.booleans())
    return tuple(
        e.Seating(seat, f"player {seat}", draw(_stacks(rules)), not (asking and draw(st.booleans())))
        for seat in seats
    )


def _stacks(rules: Rules) -> st.SearchStrategy[int]:
    high = rules.betting.higher or 4 * rules.betting.lower
    few, some = rules.ante + 2 * rules.betting.lower, rules.ante + 8 * high
    return st.one_of(_integers(some, 8 * some), _integers(1, some), _integers(1, few))


@st.composite
def decks(draw: st.DrawFn, /) -> Deck:
    """Unsealed decks in any order, with any order for a reshuffle (ROOM-12)."""
    order = draw(_integers(0, 51))
    reshuffle = (*range(order, 52), *range(order))
    return Deck(tuple(draw(st.permutations(CARDS))), order=reshuffle)


def choices(decision: Decision, *, time_outs: bool = True) -> st.SearchStrategy[e.Event]:
    """Any legal event of a decision, and the clock's where it may run out."""
    expect("decision", decision, Decision)
    events = [st.integers(o.lowest, o.highest).map(partial(decision.event, o)) for o in decision.options]
    clock = time_out_of(decision) if time_outs else None
    return st.one_of(*events, *([] if clock is None else [st.just(clock)]))


def hands(
    rules: Rules | st.SearchStrategy[Rules] | None = None,
    *,
    seats: st.SearchStrategy[tuple[e.Seating, ...]] | None = None,
    deck: st.SearchStrategy[Deck] | None = None,
    sealed: bool = False,
    entropy: bool = False,
    finished: bool = True,
    time_outs: bool = True,
    timed: bool = False,
) -> st.SearchStrategy[Hand]:
    """Hands played at random within the rules: short stacks, time-outs, sitting out, every option.

    Without `rules` they are of any table. `seats` and `deck` are strategies, such as `seatings_for` and
    `decks`. The deck is unsealed, or sealed from a test seed with `sealed`; with `entropy` some players add
    theirs to that. Without `finished` a hand may stop at any decision. With `timed` it has times, in
    milliseconds.

    Raises `WrongType` for rules, seats or a deck of another kind.
    """
    if rules is not None:
        expect("rules", rules, Rules, st.SearchStrategy)
    for name, strategy in (("seats", seats), ("deck", deck)):
        if strategy is not None:
            expect(name, strategy, st.SearchStrategy)
    tables = st.just(rules) if isinstance(rules, Rules) else rules_of_any_table() if rules is None else rules
    return _hands(tables, seats, deck, sealed, entropy, finished, time_outs, timed)


@st.composite
def _hands(
    draw: st.DrawFn,
    tables: st.SearchStrategy[Rules],
    seats: st.SearchStrategy[tuple[e.Seating, ...]] | None,
    deck: st.SearchStrategy[Deck] | None,
    sealed: bool,
    entropy: bool,
    finished: bool,
    time_outs: bool,
    timed: bool,
) -> Hand:
    table = draw(tables)
    players = draw(seatings_for(table) if seats is None else seats)
    dealer, at = draw(_integers(0, 10)), 0 if timed else None
    if entropy:
        hand = _with_entropy(draw, table, players, dealer, at)
    elif sealed:
        hand = Hand.open(table, players, dealer, seed=test_seed(draw(_SEEDS)), hand_id="drawn", at=at)
    else:
        hand = Hand.open(table, players, dealer, deck=draw(_SHUFFLED if deck is None else deck), at=at)
    left = 10_000 if finished else draw(_integers(0, 80))
    weights = _MOODS[draw(st.sampled_from(tuple(_MOODS)))]
    while hand.decision is not None and left:
        event = _choose(draw, hand.decision, weights, time_outs)
        hand = hand.play(event, _time(draw, hand, event))
        left -= 1
    return hand


def _time(draw: st.DrawFn, hand: Hand, event: e.Event) -> int | None:
    """When an event happens: before its deadline, a time-out at it or later."""
    if hand.times is None:
        return None
    taken, due = draw(_integers(0, _SLOWEST)), hand.deadline
    if due is None:
        return hand.times[-1] + taken
    return due + taken if isinstance(event, e.TimedOut) else min(hand.times[-1] + taken, due)


def _with_entropy(
    draw: st.DrawFn, table: Rules, players: tuple[e.Seating, ...], dealer: int, at: int | None
) -> Hand:
    """A hand to whose deck some of the players added their entropy, in some order."""
    number = draw(_SEEDS)
    adding = draw(st.lists(st.sampled_from([s.seat for s in players]), min_size=1, unique=True))
    tie = draw(st.sampled_from(DOTS_TIES)) if table.confirms_tie else None
    hand = Hand.open(
        table, players, dealer, seed=test_seed(number), entropy_seats=adding, hand_id="drawn",
        dots_tie=tie, at=at,
    )  # fmt: skip
    own = [Entropy("drawn", seat, test_seed(f"{number} {seat}").bytes) for seat in adding]
    events: list[e.Event] = [entropy.committed for entropy in own]
    for event in events + [entropy.added for entropy in own[::-1]]:
        hand = hand.play(event, at)
    return hand.seal(at)


def _shuffled(number: int) -> Deck:
    """An unsealed deck in a test seed's order: one number to draw instead of `decks`' fifty-one."""
    deck = Deck.from_seed(test_seed(number), "drawn")
    return Deck(deck.cards, order=deck.order)


_SEEDS = st.integers(0, 2**64)
_SHUFFLED = _SEEDS.map(_shuffled)


def _choose(draw: st.DrawFn, decision: Decision, weights: tuple[int, ...], time_outs: bool) -> e.Event:
    """One legal event, the quiet ones first, so that examples shrink toward them."""
    quiet, wager, giving_up, sleeping = weights
    picks: list[Option | e.TimedOut] = []
    for option in sorted(decision.options, key=_loudness):
        times = wager if option.kind in _WAGERS else giving_up if option.kind in _GIVING_UP else quiet
        picks += [option] * times
    if time_outs and (clock := time_out_of(decision)) is not None:
        picks += [clock] * sleeping
    picks = picks or list(decision.options)
    pick = picks[draw(_integers(0, len(picks) - 1))]
    return decision.event(pick, _number(draw, pick)) if isinstance(pick, Option) else pick


def _loudness(option: Option) -> int:
    return 2 if option.kind in _GIVING_UP else 1 if option.kind in _WAGERS else 0


def _number(draw: st.DrawFn, option: Option) -> int:
    """A number of the option's range, its ends as often as what lies between."""
    lowest, highest = option.lowest, option.highest
    if lowest == highest:
        return lowest
    end = draw(_integers(0, 3))
    return lowest if end == 0 else highest if end == 1 else draw(_integers(lowest, highest))


@lru_cache(maxsize=1024)
def _integers(lowest: int, highest: int) -> st.SearchStrategy[int]:
    """The strategy of these bounds: making a new one for every choice takes longer than playing it."""
    return st.integers(lowest, highest)

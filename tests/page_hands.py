"""The hands that the replay page and the Node verifier are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from grocerydots import Betting, Deck, Hand, Rules, presets
from grocerydots import events as e
from grocerydots.bulk import Choices as Drawn
from grocerydots.bulk import random_rules, simulate
from grocerydots.cards import CARDS
from grocerydots.deck import Entropy
from grocerydots.log import Log
from grocerydots.phases import turn
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import DotsTie
from grocerydots.testing import play_out, test_seed
from grocerydots.turns import Decision, time_out_of

SHOWCASE_ID: Final = "corner-store-17"
#: Entries of the showcase that are good to look at: at the store, a side pot being played for, the pots won.
MOMENTS: Final = {"store": 20, "side-pot": 63, "pots": 72}
NAMES: Final = ("ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal")

_DECK = (
    "Th 7s Ks Jh Ah 8c 7h Kd 5c 9h 3s 7d 8d Qd Kh 2d 3c Jd "  # two down, one up; the store
    "6c 5s As 9s 5d Qh 6d 9c 4h Tc 4c 3d Qs 2c 4s 6h 2h Jc"
)
_PLAYS = (
    *("bring_in", "call", "complete", "call", "call", "call", "call"),  # third street
    *("buy 1", "pass_", "buy 2", "pass_", "pass_", "bet", "raise_to", "fold", "call", "call", "raise_to"),
    *("call", "call", "call"),
    *("pass_", "pass_", "pass_", "buy 2", "bet", "raise_to", "fold", "call", "raise_to", "call", "call"),
    *("pass_", "buy 2", "bet", "call"),  # sixth street
    *("bet", "raise_to", "call"),
)


def showcase(names: tuple[str, ...] = NAMES[:5]) -> Hand:
    """Five players, purchases in the store, a player all-in with a side pot beside, a tie for most dots."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    stacks = zip((1, 2, 3, 5, 6), names, (120, 34, 150, 140, 90), strict=True)
    deck = Deck.stacked(_DECK, salts_from=test_seed("corner store"), hand_id=SHOWCASE_ID)
    hand = Hand.open(
        rules, {seat: (name, stack) for seat, name, stack in stacks}, 6, deck=deck, dots_tie="share"
    )
    for play in _PLAYS:
        assert hand.decision is not None
        choice, *number = play.split()
        hand = hand.play(getattr(hand.decision, choice)(*map(int, number)))
    return hand


def sealed(game: GameId, hands: int, players: int) -> Iterator[Hand]:
    """Finished hands among bots, with rules of every kind and decks that are sealed."""
    return simulate(game, hands, players, "page", vary_rules=True)


def unsealed(game: GameId, number: int) -> Hand:
    """A finished hand without seals, every choice at random, the clock's among them."""
    chance = Random(f"{game} {number}")
    rules = random_rules(game, Drawn(f"{game} {number}"))
    players = chance.randint(2, rules.most_players)
    seats = {seat: (NAMES[seat - 1], chance.choice((5, 60, 400))) for seat in range(1, players + 1)}
    cards = chance.sample(CARDS, 52)
    deck = Deck(tuple(cards), order=tuple(chance.sample(range(52), 52)))
    hand = Hand.open(rules, seats, chance.randint(0, players), deck=deck)
    return play_out(hand, lambda decision: _any_of(decision, chance))


def _any_of(decision: Decision, chance: Random) -> e.Event:
    clock = time_out_of(decision)
    if clock is not None and chance.random() < 0.1:
        return clock
    calm = [o for o in decision.options if o.kind not in (e.Folded, e.HandMucked, e.SatOut)]
    option = chance.choice(calm if chance.random() < 0.85 else decision.options)
    return decision.event(option, chance.randint(option.lowest, option.highest))


def short_deck() -> Hand:
    """Seven players who all stay: seventh street is dealt from stub and burned cards shuffled together."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    return play_out(
        Hand.open(rules, _seats(7), 7, seed=test_seed("short"), hand_id="seven", dots_tie="share")
    )


def community(game: GameId = "stud_hi_lo") -> Hand:
    """Eight players who all stay: one card is turned up for everybody."""
    rules = Rules.for_game(game, Betting.fixed_limit(4, 8), ante=1)
    tie: DotsTie | None = "share" if GAMES[game].confirms_tie else None
    return play_out(
        Hand.open(rules, _seats(8), 0, seed=test_seed("community"), hand_id="eight", dots_tie=tie)
    )


def unfinished() -> Hand:
    """A hand that stops at a decision on a later street."""
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    hand = Hand.open(rules, _seats(3), 2, seed=test_seed("stop"), hand_id="stop", dots_tie="share")
    return play_out(hand, until=lambda later: later.entries > 30)


def with_entropy() -> Hand:
    """A finished hand whose players added entropy, with a time on every line."""
    own = [Entropy("mixed", seat, bytes([seat]) * 32) for seat in (1, 3)]
    rules = presets.online_room(small_bet=4, big_bet=8, ante=1)
    hand: Hand = Hand.open(
        rules, _seats(3), 1, seed=test_seed("mixed"), entropy_seats=(1, 3), hand_id="mixed", at=1_000
    )
    added: list[e.Event] = [*[entropy.committed for entropy in own], *[entropy.added for entropy in own]]
    for event in added:
        hand = hand.play(event, at=2_000)
    return play_out(hand.seal(at=3_000))


def cancelled() -> Hand:
    """A hand for which just one player antes."""
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    seats = (e.Seating(1, "ann", 100), e.Seating(2, "bob", 100, False))
    hand = Hand.open(rules, seats, 1, seed=test_seed("cancelled"), hand_id="cancelled")
    assert hand.decision is not None
    return hand.play(hand.decision.sit_out())


def timed(hand: Hand) -> Log:
    """The log of a hand with times: who decides takes half the time there is, the clock takes it all."""
    times, limit = [1_000], hand.state.rules.act_within_ms or 10_000
    for entry, event in enumerate(hand.events[1:]):
        is_chosen = isinstance(turn(hand.at(entry).state), Decision)
        took = limit if isinstance(event, e.TimedOut) else limit // 2 if is_chosen else 0
        times.append(times[-1] + took)
    return Log.of(hand.events, times)


def special() -> dict[str, Hand]:
    """Hands that are out of the ordinary, by what they are."""
    makers = (showcase, short_deck, community, unfinished, with_entropy, cancelled)
    eight = [game for game in GAMES if GAMES[game].most_players == 8]
    return {maker.__name__: maker() for maker in makers} | {
        f"community card of {game}": community(game) for game in eight
    }


def many(each: int) -> list[Hand]:
    """Hands of every game, sealed and unsealed."""
    hands = [
        hand
        for game in GAMES
        for players in (2, 4, GAMES[game].most_players)
        for hand in sealed(game, each, players)
    ]
    return hands + [unsealed(game, number) for game in GAMES for number in range(3 * each)]


def _seats(count: int) -> dict[int, tuple[str, int]]:
    return {seat: (NAMES[seat - 1], 200) for seat in range(1, count + 1)}

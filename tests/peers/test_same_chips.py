"""Random hands of stud in both engines: the same turns, the same bounds, the same stacks at the end.

Everything that the two are known to do differently (`test_differences`) is kept out of these hands by how
they are made: by the options, by the stacks, by what the players here never do, and for one kind of hand by
leaving it out once played.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from pokerkit import EightOrBetterLowHand

from grocerydots import events as e
from grocerydots import fold, pots_of
from grocerydots.phases.settling import cards_of
from grocerydots.rules.games import GameId
from grocerydots.state import HandState, places_of

from .two_engines import CHIP, THEIR_CARDS, WAGERS, Stakes, TwoEngines, common_rules, shuffled

#: Ante, bring-in, lower and higher limit.
STAKES: Final = tuple(
    Stakes(*(CHIP * chips for chips in stakes))
    for stakes in ((0, 1, 2, 4), (1, 2, 4, 8), (1, 3, 10, 20), (2, 5, 10, 30), (5, 2, 6, 6))
)
#: How likely a player is to take each choice that there is.
WEIGHTS: Final[dict[type, int]] = {e.Folded: 1, e.Called: 5, e.Checked: 4, e.BroughtIn: 3}
WAGER_WEIGHT: Final = 4
GAMES: Final = pytest.mark.parametrize("game", ["stud_high", "stud_hi_lo", "razz"])
PLAYERS: Final = pytest.mark.parametrize("players", range(2, 8))


@GAMES
@PLAYERS
def test_random_hands_end_with_the_same_stacks(players: int, game: GameId) -> None:
    compared = sum(same_hand(f"{players} {game} {number}", players, game=game) for number in range(30))
    assert compared >= 15


@pytest.mark.deep
@GAMES
@PLAYERS
def test_thousands_of_random_hands_end_with_the_same_stacks(players: int, game: GameId) -> None:
    compared = sum(same_hand(f"{players} {game} deep {number}", players, game=game) for number in range(600))
    assert compared >= 400


def same_hand(seed: str, players: int, *, game: GameId) -> bool:
    """Whether the hand of this seed could be compared; AssertionError where the engines part."""
    random = Random(seed)
    stakes = random.choice(STAKES)
    hand = TwoEngines(common_rules(stakes, game), stacks(random, stakes, players), shuffled(random))
    someone_must_fold = players == 7  # or the deck may be too short
    while hand.ours.decision is not None:
        where = f"hand {seed!r} after {hand.choices}"
        assert comparable(hand, hand.our_offer()) == comparable(hand, hand.their_offer()), where
        event = choice(random, hand, stakes)
        if someone_must_fold and hand.decision.can(e.Folded):
            event, someone_must_fold = hand.decision.fold(), False
        hand.play(event)
    where = f"hand {seed!r}, {hand.choices}"
    assert not hand.theirs.status, where
    if game == "stud_hi_lo" and has_a_low_in_some_pots_only(hand):
        return False
    assert hand.our_stacks == hand.their_stacks, where
    if order_is_comparable(hand):
        assert hand.our_showdown == hand.their_showdown, where
    return True


def stacks(random: Random, stakes: Stakes, players: int) -> list[int]:
    """Some all-in for the ante or less, some short, some deep; nobody else with the bring-in behind or less.

    Of seven players none is all-in for the ante, so that one of them may be made to fold.
    """
    least = (stakes.ante + stakes.bring_in) // CHIP + 1
    made = []
    for _ in range(players):
        depth = random.random()
        if depth < 0.12 and stakes.ante and players < 7:
            made.append(random.randint(1, stakes.ante // CHIP))
        elif depth < 0.5:
            made.append(least + random.randint(0, 3 * stakes.small_bet // CHIP))
        else:
            made.append(least + random.randint(0, 20 * stakes.big_bet // CHIP))
    return [CHIP * chips for chips in made]


def choice(random: Random, hand: TwoEngines, stakes: Stakes) -> e.Event:
    """What a player does: never a short wager, nor one for nothing, nor a fold for an all-in low card."""
    limit = stakes.small_bet if hand.ours.state.street < 5 else stakes.big_bet
    worth_it = another_could_call_more(hand)
    events = [
        event
        for event in hand.decision
        if not (isinstance(event, WAGERS) and (event.to % limit or not worth_it))
        and not (isinstance(event, e.Folded) and hand.decision.kind == "open_for")
    ]
    return random.choices(events, [WEIGHTS.get(type(event), WAGER_WEIGHT) for event in events])[0]


def comparable(hand: TwoEngines, offer: dict[str, int | bool | None]) -> dict[str, int | bool | None]:
    """An offer without what the two are known to see differently."""
    kept = dict(offer)
    if hand.decision.kind == "open_for":
        del kept["fold"]
    if not another_could_call_more(hand):
        del kept["wager at least to"], kept["wager at most to"]
    return kept


def another_could_call_more(hand: TwoEngines) -> bool:
    """Whether another live player has chips for more than what is wagered already."""
    state = hand.theirs
    return any(
        live and player != state.actor_index and bet + stack > max(state.bets)
        for player, (live, bet, stack) in enumerate(
            zip(state.statuses, state.bets, state.stacks, strict=True)
        )
    )


def has_a_low_in_some_pots_only(hand: TwoEngines) -> bool:
    """Whether a hand shown makes a low in one pot, by their ranking, and none does in another."""
    settled = next(
        (at for at, event in enumerate(hand.ours.events) if isinstance(event, e.PotsAwarded)), None
    )
    if settled is None or not hand.our_showdown:
        return False
    state = fold(hand.ours.events[:settled])
    lows = {any(has_low(state, place) for place in map(state.place, pot.seats)) for pot in pots_of(state)}
    return len(lows) == 2


def has_low(state: HandState, place: int) -> bool:
    """Whether a hand that was shown makes a low, by their ranking."""
    cards = [THEIR_CARDS[card] for card in cards_of(state, place)]
    return len(cards) == 7 and EightOrBetterLowHand.from_game_or_none(cards) is not None


def order_is_comparable(hand: TwoEngines) -> bool:
    """Whether there was a showdown after a last round in which every live player had chips."""
    state = hand.ours.state
    return (
        bool(hand.our_showdown)
        and any(isinstance(event, e.BettingClosed) and event.street == 7 for event in hand.ours.events)
        and all(hand.theirs.starting_stacks[player] for player in hand.our_showdown)
        and all(
            state.seats[place].paid < hand.theirs.starting_stacks[place] for place in places_of(state.live)
        )
    )

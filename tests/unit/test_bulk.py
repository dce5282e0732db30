"""Many hands from a seed: finished, legal, varied, and the same everywhere."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.bulk import Choices, bot_choice, high_look, low_look, random_rules, simulate
from grocerydots.cards import parse_cards
from grocerydots.cli.replay import checked
from grocerydots.deck import Deck
from grocerydots.errors import NotationError, SetupError
from grocerydots.hand import Hand
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import OPTIONS
from grocerydots.rules.rules import STAKES
from grocerydots.testing import test_seed as seed_of

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


def fingerprint(hands: list[Hand]) -> str:
    """A hash over everything that happened, whatever the log's format."""
    return sha256("\n".join(repr(event) for hand in hands for event in hand.events).encode()).hexdigest()[:16]


@given(st.sampled_from(list(GAMES)), st.integers(2, 7), st.integers(0, 10_000), st.booleans())
def test_every_hand_is_over_legal_and_loses_no_chip(
    game: GameId, players: int, number: int, vary: bool
) -> None:
    (hand,) = simulate(game, 1, players, "legal", vary_rules=vary, first=number)
    assert hand.is_over
    assert checked(hand.events).fault is None
    opening = hand.state.setup.opening
    assert len(opening.seats) == players
    brought = sum(seating.stack for seating in opening.seats)
    assert sum(hand.state.stacks.values()) + (hand.state.settling.rake or 0) == brought


def test_the_same_seed_gives_the_same_hands_and_another_seed_others() -> None:
    def some(seed: int | str) -> list[Hand]:
        return list(simulate(hands=5, seed=seed))

    assert fingerprint(some(3)) == fingerprint(some(3))
    assert len({fingerprint(some(3)), fingerprint(some("3")), fingerprint(some(4))}) == 3


#: For each game a hash over the logs of twenty hands. They change when bots, rules or the format do.
PINNED: dict[GameId, str] = {
    "grocery_store_dots": "aed7c367528f01b2898db7ae25328ce9fec0db466a44d9344cb49e816f7f7d8d",
    "stud_high": "763e62615b74b46f289e6931f9ae63459069f1174b0c205e9dd86d72ac77fdce",
    "stud_hi_lo": "3197b12e52d3d98e9f1c3092b72593c97b720cd78894e26608cdcdf0771c1ca6",
    "razz": "c25ed35be368fe1bf0bcd3a65f82db4383cf4bdb17bf967279787413dd15f6b3",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_hands_of_a_seed_are_these_on_every_python_and_platform(game: GameId) -> None:
    hands = simulate(game, 20, 4, "pinned", vary_rules=True)
    stored = b"\n".join([hand.log.to_bytes() for hand in hands])
    assert sha256(stored).hexdigest() == PINNED[game]


def test_a_hand_depends_on_its_number_alone() -> None:
    from_the_start = list(simulate(hands=6, seed="number"))
    later = list(simulate(hands=3, seed="number", first=3))
    assert fingerprint(from_the_start[3:]) == fingerprint(later)
    assert len({hand.state.hand_id for hand in from_the_start}) == 6


def test_the_hands_come_one_by_one() -> None:
    assert len(list(islice(simulate(hands=10**9), 2))) == 2
    assert list(simulate(hands=0)) == []


def test_many_hands_have_everything_that_a_table_sees() -> None:
    kinds: Counter[type] = Counter()
    results: Counter[str] = Counter()
    for game in GAMES:
        for hand in simulate(game, 300, 5, "variety", vary_rules=True):
            kinds.update(type(event) for event in hand.events)
            results.update(event.result for event in hand.events if isinstance(event, e.TimedOut))
    others = {e.EntropyCommitted, e.EntropyAdded, e.CommunityCardDealt, e.StubReplenished, e.HandCancelled}
    missing = {kind for kind in e.Event.__args__ if kind not in kinds} - others
    assert not missing
    assert {"all_in", "pass"} <= set(results)


def test_a_full_table_comes_to_a_short_deck_and_a_community_card() -> None:
    kinds = {
        type(event)
        for hand in simulate("stud_high", 150, 8, "full", vary_rules=True)
        for event in hand.events
    }
    assert {e.StubReplenished, e.CommunityCardDealt} <= kinds


def test_bots_play_a_game_that_looks_like_one() -> None:
    hands = list(simulate(hands=300, seed="looks"))
    shown = sum(len(hand.state.settling.shown) > 1 for hand in hands)
    bought = sum(isinstance(event, e.StoreCardBought) for hand in hands for event in hand.events)
    passed = sum(isinstance(event, e.StorePassed) for hand in hands for event in hand.events)
    folded = sum(isinstance(event, e.Folded) for hand in hands for event in hand.events)
    assert 90 < shown < 270
    assert bought > passed / 3
    assert passed > bought / 3
    assert folded > 300


def test_hands_are_played_by_the_rules_that_are_given() -> None:
    rules = presets.online_room(small_bet=10, big_bet=20, ante=2)
    assert all(hand.state.rules == rules for hand in simulate("stud_high", 3, 3, rules=rules))


def test_varied_rules_come_in_every_structure_and_with_every_option() -> None:
    seen: Counter[object] = Counter()
    for game in GAMES:
        for number in range(200):
            rules = random_rules(game, Choices(f"rules {number}"))
            seen[rules.betting.structure] += 1
            seen.update(rules.options().items())
    wanted = set(STAKES) | {(name, value) for name, option in OPTIONS.items() for value in option.values}
    assert not wanted - set(seen)


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"game": "omaha"}, "game"),
        ({"hands": -1}, "hands"),
        ({"hands": 2.0}, "hands"),
        ({"first": -1}, "first"),
        ({"players": 1}, "players"),
        ({"players": 8}, "players"),
        ({"game": "stud_high", "players": 9}, "players"),
        ({"game": "stud_high", "rules": DOTS}, "rules"),
        ({"rules": DOTS, "vary_rules": True}, "rules"),
    ],
)
def test_what_cannot_be_simulated_is_refused_at_once(arguments: dict[str, object], where: str) -> None:
    with pytest.raises(SetupError) as refused:
        simulate(**arguments)  # type: ignore[arg-type]
    assert [problem.where for problem in refused.value.problems] == [where]


def test_what_names_no_seed_is_refused_at_once() -> None:
    with pytest.raises(NotationError):
        simulate(seed=None)  # type: ignore[arg-type]


# Numbers


def test_choices_are_the_same_for_a_name_and_even() -> None:
    assert [Choices("a").below(1000) for _ in range(3)] == [Choices("a").below(1000)] * 3
    choices = Choices("even")
    counts = Counter(choices.below(6) for _ in range(6_000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) < 1_150
    assert sum(choices.chance(25) for _ in range(4_000)) in range(880, 1_120)
    assert {choices.pick("abc") for _ in range(50)} == set("abc")


def test_a_word_that_would_favour_small_numbers_is_drawn_again() -> None:
    choices = Choices("again")
    choices._words = [5, 2**32 - 1]  # drawn from the end
    assert choices.below(2**31 + 1) == 5


# The bots


def test_a_bot_is_asked_only_when_there_is_a_decision() -> None:
    (hand,) = simulate()
    with pytest.raises(AssertionError, match="decision"):
        bot_choice(hand, Choices("x"))


def test_bots_confirm_the_dots_tie_and_name_a_rake_for_dealer_and_house() -> None:
    hand = Hand.open(DOTS, {1: ("ann", 9), 2: ("bob", 9)}, 1, seed=seed_of(1))
    policies = {bot_choice(hand, Choices(f"x{number}")) for number in range(50)}
    assert policies == {e.DotsTieConfirmed("share"), e.DotsTieConfirmed("best_high")}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ah Ad", "As Ah 2c"),
        ("As Ah 2c", "Ks Kh 2c"),
        ("3s 3h 9c", "As Jh 9c"),
        ("As Qs 9s", "As Qh 7c"),
        ("9s Th Jc", "2s 7h Jc"),
        ("5s 5h 5d 5c", "5s 5h 5d 6c"),
        ("5s 5h 5d 6c 6d", "5s 5h 5d 6c 7d"),
        ("As Qs 9s 4s 2s", "As Qs 9s 4s 2h"),
        ("5s 6h 7d 8c 9c", "5s 6h 7d 8c Tc"),
        ("As 2h 3d 4c 5c", "As 2h 3d 4c 9c"),
        ("5s 5h 6d 6c 2h", "5s 5h 7d 6c 2h"),
        ("As Ah 2c 3d", "As Ah 2c 3d 9h Jh Qd"),
    ],
)
def test_a_bot_tells_a_better_high_hand_from_a_worse_one(better: str, worse: str) -> None:
    assert 1000 >= high_look(parse_cards(better)) > high_look(parse_cards(worse)) >= 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 2h 3c", "As 2h 9c"),
        ("As 2h 3c 4d 5d", "As 2h 3c 4d 8d"),
        ("As 2h 3c 4d 8d", "As 2h 3c 4d 9d"),
        ("As 2h 3c 4d Td Jd", "As 2h 9c Kd Td Jd"),
        ("8s 7h 6c 4d 3d", "As 2h 3c 4d Kd Kh Qs"),
    ],
)
def test_a_bot_tells_a_better_low_from_a_worse_one(better: str, worse: str) -> None:
    assert 1000 >= low_look(parse_cards(better)) > low_look(parse_cards(worse)) >= 0


def test_a_bot_uses_nothing_but_what_its_player_sees() -> None:
    top = ["2s", "3s", "4s", "5s", "6s", "7s", "2c", "Kd", "Ks"]
    other = ["2s", "Ah", "4s", "5s", "Ad", "7s", "2c", "Kd", "Ks"]  # bob has other down cards
    table = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    for number in range(40):
        hands = [Hand.open(rules, table, 3, deck=Deck.stacked(cards), hand_id="h") for cards in (top, other)]
        assert len({bot_choice(hand, Choices(f"sees {number}")) for hand in hands}) == 1

"""A hand told as text: what stands in it, what never does, and that it always can be told."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.bulk import simulate
from grocerydots.cards import CARDS
from grocerydots.deck import Deck, entropy_commitment
from grocerydots.events import turned_up
from grocerydots.hand import Hand
from grocerydots.history import legal_words, tell, tell_lines
from grocerydots.history.sentences import waiting
from grocerydots.phases import turn
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.rules import Betting, Rules
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_of
from grocerydots.turns import DealerStep, Decision

GAME = st.sampled_from(list(GAMES))
TABLE = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 100)}
LIMIT = presets.card_room(small_bet=10, big_bet=20, ante=1)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


@cache
def simulated(game: GameId, number: int, players: int) -> Hand:
    (hand,) = simulate(game, 1, players, "told", vary_rules=True, first=number)
    return hand


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    game = draw(GAME)
    most = 7 if game == "grocery_store_dots" else 8
    return simulated(game, draw(st.integers(0, 400)), draw(st.integers(2, most)))


def stacked(
    rules: Rules, cards: str = "", seats: dict[int, tuple[str, int]] | None = None, dealer: int = 3
) -> Hand:
    """A hand whose deck starts with these cards, the rest in a fixed order; unsealed."""
    top = cards.split()
    rest = [card.text for card in CARDS if card.text not in top]
    deck = Deck.stacked([*top, *rest], order=range(52))
    tie = "share" if rules.has_store else None
    return Hand.open(rules, seats or TABLE, dealer, deck=deck, hand_id="told", dots_tie=tie)  # type: ignore[arg-type]


def play(hand: Hand, *words: str) -> Hand:
    """Play options by their words, such as ``call 2`` or ``raise to 20``; ``clock`` for a time-out."""
    for word in words:
        now = hand.decision
        assert now is not None, f"nobody can {word}"
        if word == "clock":
            hand = hand.play(now.time_out())
            continue
        verb, _, number = word.rpartition(" ")
        matching = [
            option for option in now.options if str(option) == word or str(option).split(" for ")[0] == word
        ]
        if matching:
            hand = hand.play(now.event(matching[0], matching[0].lowest))
            continue
        (ranged,) = [
            o for o in now.options if str(o).startswith(verb) and o.lowest <= int(number) <= o.highest
        ]
        hand = hand.play(now.event(ranged, int(number)))
    return hand


def down_to_the_end(hand: Hand) -> Hand:
    """Check, call, pass, show: the quiet option, until the hand is over."""
    quiet = (e.Checked, e.Called, e.BroughtIn, e.StorePassed, e.HandShown, e.RakeTaken)
    while (now := hand.decision) is not None:
        hand = hand.play(next(event for event in now if isinstance(event, quiet)))
    return hand


def last_line(text: str) -> str:
    return text.splitlines()[-1]


# Always


@given(hands(), st.data())
def test_every_simulated_hand_can_be_told_whole_and_up_to_any_entry(hand: Hand, data: st.DataObject) -> None:
    upto = data.draw(st.integers(0, hand.entries - 1))
    whole = tell(hand)
    part = tell(hand, upto=upto)
    assert part == tell(hand.events[: upto + 1])
    assert ("Waiting for" in part) == (upto < hand.entries - 1)
    assert "Waiting for" not in whole
    told = part.rpartition("\n\nWaiting for")[0] or part
    assert whole.startswith(told)


@given(hands())
def test_the_lines_of_the_entries_are_the_text(hand: Hand) -> None:
    entries = list(tell_lines(hand))
    assert [entry for entry, _ in entries] == list(range(hand.entries))
    assert all(text and text == text.strip("\n") for _, text in entries)
    assert "\n".join(text for _, text in entries) == tell(hand).replace("\n\n", "\n")


@given(hands())
def test_events_a_log_and_a_hand_are_told_alike(hand: Hand) -> None:
    assert tell(hand) == tell(hand.events) == tell(iter(hand.events)) == tell(hand.log)


@given(hands())
def test_every_player_ends_with_the_stack_that_the_state_has(hand: Hand) -> None:
    stacks = tell(hand).partition("*** STACKS ***\n")[2].splitlines()
    opening = hand.state.setup.opening
    assert [line.split()[:2] for line in stacks] == [
        [seating.player, str(hand.state.stacks[seating.seat])] for seating in opening.seats
    ]


@given(hands())
def test_all_that_is_awarded_is_told(hand: Hand) -> None:
    lines = [line.replace(",", "").split() for line in awarded(hand)]
    for award in hand.state.settling.awards:
        name = hand.state.player(award.seat).player
        assert any(name in line and str(award.amount) in line for line in lines)


def renamed(hand: Hand, names: list[str]) -> tuple[e.Event, ...]:
    opening = hand.state.setup.opening
    seats = tuple(seating._replace(player=names[at % len(names)]) for at, seating in enumerate(opening.seats))
    first = e.HandOpened(opening.hand_id, opening.rules, opening.dealer, seats, opening.deck)
    return (first, *hand.events[1:])


NAMES = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=40), min_size=1, max_size=8)


@given(hands(), NAMES)
def test_no_name_adds_a_line_or_a_character_that_does_harm(hand: Hand, names: list[str]) -> None:
    told = tell(renamed(hand, names))
    assert len(told.split("\n")) == len(tell(hand).split("\n"))
    assert len(told.splitlines()) == len(tell(hand).splitlines())
    for char in set(told) - {"\n", "\u200e", "\ufe0f"}:
        assert char == " " or unicodedata.category(char)[0] in "LMNPS", repr(char)


def test_a_name_of_ten_thousand_letters_is_told_short() -> None:
    hand = stacked(LIMIT, seats={1: ("x" * 10_000, 100), 2: ("\x1b[31m" * 2_000, 100)})
    assert max(map(len, tell(hand).splitlines())) < 100


def cards_in(text: str) -> set[str]:
    return set(re.findall(r"\b[2-9TJQKA][cdhs]\b", text))


@given(hands())
def test_a_viewer_without_openings_sees_what_was_turned_up_and_no_more(hand: Hand) -> None:
    assert cards_in(tell(hand)) <= {card.text for _, card in turned_up(hand.events)}


@given(hands())
def test_a_viewer_sees_the_down_cards_of_the_openings_too(hand: Hand) -> None:
    seat = hand.state.seats[0]
    openings = {at: card for at, card in zip(seat.down, hand.down_cards(seat.number), strict=True) if card}
    told = tell(hand, openings=openings)
    public = {card.text for _, card in turned_up(hand.events)}
    own = {card.text for card in openings.values()}
    assert own <= cards_in(told) <= own | public


# The pieces


def test_the_header_names_hand_game_stakes_dealer_seats_and_stacks() -> None:
    hand = Hand.open(
        DOTS,
        {1: ("ann", 200), 2: ("bob", 1), 4: ("cat", 30)},
        4,
        seed=seed_of(1),
        hand_id="h-1",
        dots_tie="share",
    )
    head = tell(hand, upto=1).partition("\n\n")[0]
    assert head == (
        "Hand h-1: Grocery Store Dots, limit 4/8\n"
        "Ante 1, bring-in 2, a unit is 1 chip\n"
        "Test deck: its cards are not secret\n"
        "Seat 1: ann  200 chips\n"
        "Seat 2: bob  1 chip\n"
        "Seat 4: cat  30 chips, dealer\n"
        "The dealer confirms: who ties for the most dots shares that half (GSD-16)"
    )


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            Rules.for_game("stud_high", Betting.spread_limit(1, 5), ante=0),
            "Seven-card stud, spread limit 1 to 5",
        ),
        (
            Rules.for_game("stud_hi_lo", Betting.pot_limit(4), ante=0),
            "Seven-card stud hi-lo, eight or better, pot limit, minimum 4",
        ),
        (Rules.for_game("stud_high", Betting.no_limit(4), ante=0), "Seven-card stud, no limit, minimum 4"),
    ],
)
def test_every_structure_has_its_words(rules: Rules, words: str) -> None:
    assert tell(stacked(rules), upto=0).splitlines()[0] == f"Hand told: {words}"


def test_the_header_tells_the_house_options_that_are_not_the_usual_ones() -> None:
    rules = presets.online_room(small_bet=10, big_bet=20, ante=1, burn=False, odd_chips="dealers_left")
    lines = tell(stacked(rules), upto=0).splitlines()
    assert lines[1] == "Ante 1, bring-in 5, 10 seconds to act"
    assert lines[2] == (
        "House options: open pair: pair opens (HOUSE-8), burn: no (HOUSE-17), "
        "odd chips: dealers left (HOUSE-19)"
    )
    assert lines[3] == "Unsealed deck: nothing proves its cards"


def test_a_dealer_who_is_no_player_is_named() -> None:
    assert "Dealer: the house" in tell(stacked(LIMIT, dealer=0))
    assert "Dealer: seat 9, where nobody sits" in tell(stacked(LIMIT, dealer=9))


def test_the_dots_tie_that_is_not_confirmed_is_what_the_hand_waits_for() -> None:
    hand = Hand.open(DOTS, TABLE, 3, seed=seed_of(1))
    assert last_line(tell(hand)) == "Waiting for the dealer: share, best high or cancel the hand"
    assert "best high hand takes that half (GSD-16)" in tell(play(hand, "dots_tie best_high"), upto=1)


def test_antes_that_differ_stand_in_lines_of_their_own() -> None:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=5)
    told = tell(stacked(rules, seats={1: ("ann", 3), 2: ("bob", 100), 3: ("cat", 100)}))
    assert "*** ANTES ***\nann antes 3, all-in\nbob antes 5\ncat antes 5\nPot 13\n" in told


def test_without_an_ante_the_players_are_just_in() -> None:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=0)
    assert "ann, bob and cat are in, there is no ante" in tell(stacked(rules))


def test_players_who_are_asked_say_that_they_are_in_or_sit_out() -> None:
    seats = [e.Seating(1, "ann", 100), e.Seating(2, "bob", 100, False), e.Seating(3, "cat", 100, False)]
    hand = Hand.open(LIMIT, seats, 3, deck=Deck.stacked([card.text for card in CARDS]))
    assert last_line(tell(hand)) == "Waiting for bob: ante 1 or sit out"
    assert "ann antes 1 (pot 1)" in tell(hand)
    joined = play(hand, "ante 1", "sit_out")
    assert "bob is in and antes 1 (pot 2)\ncat sits out\n" in tell(joined)
    late = play(hand, "clock", "sit_out")
    assert tell(late).endswith(
        "bob runs out of time and sits out\ncat sits out\n"
        "Fewer than two players are in: the hand is cancelled, 1 returned to ann\n\n"
        "*** STACKS ***\n  ann  100  (even)\n  bob  100  (even)\n  cat  100  (even)"
    )


def test_a_player_who_is_asked_where_there_is_no_ante_is_in() -> None:
    seats = [e.Seating(1, "ann", 100), e.Seating(2, "bob", 100, False)]
    rules = presets.card_room(small_bet=10, big_bet=20, ante=0)
    hand = Hand.open(rules, seats, 2, deck=Deck.stacked([card.text for card in CARDS]))
    told = tell(play(hand, "ante 0"))
    assert "ann is in, there is no ante\nbob is in (pot 0)\n" in told


THIRD = "2s 3s 4s 5s 6s 7s 2c Kd Ks"  # down cards of ann, bob, cat, then ann 2c, bob Kd, cat Ks


def test_third_street_is_told_in_words_with_the_running_pot() -> None:
    hand = play(
        stacked(LIMIT, THIRD), "bring_in 5", "complete to 10", "raise to 20", "raise to 30", "raise to 40"
    )
    street = tell(hand).partition("*** THIRD STREET ***\n")[2]
    assert street == (
        "  ann  [xx xx] 2c\n"
        "  bob  [xx xx] Kd\n"
        "  cat  [xx xx] Ks\n"
        "ann brings in 5 (pot 8)\n"
        "bob completes to 10 (pot 18)\n"
        "cat raises to 20 (pot 38)\n"
        "ann raises to 30 (pot 63)\n"
        "bob raises to 40, capped (pot 93)\n\n"
        "Waiting for cat: fold or call 20"
    )


def test_the_forced_opener_may_open_for_the_full_bet() -> None:
    assert "ann opens for 10 (pot 13)" in tell(play(stacked(LIMIT, THIRD), "complete to 10"))


def test_a_pot_won_by_folds_is_won_unseen() -> None:
    hand = play(stacked(LIMIT, THIRD), "bring_in 5", "complete to 10", "fold", "fold")
    assert tell(hand).partition("cat folds\n")[2] == (
        "ann folds\n"
        "Uncalled 5 returned to bob (pot 13)\n"
        "Pot 13\n\n"
        "*** POTS ***\n"
        "Pot 13\n"
        "  bob wins 13, everybody else has folded\n\n"
        "*** STACKS ***\n"
        "  ann   94  (-6)\n"
        "  bob  107  (+7)\n"
        "  cat   99  (-1)"
    )


def test_short_all_ins_say_so() -> None:
    seats = {1: ("ann", 15), 2: ("bob", 100), 3: ("cat", 13)}
    hand = play(stacked(LIMIT, THIRD, seats), "bring_in 5", "complete to 10", "raise to 12")
    assert "cat raises to 12, all-in, less than a full raise (pot 30)" in tell(hand)
    assert last_line(tell(hand)) == "Waiting for ann: fold, call 7 or raise to 14"


def test_a_clock_that_runs_out_is_told() -> None:
    hand = play(stacked(LIMIT, THIRD), "clock", "clock", "call 5")
    told = tell(hand)
    assert "ann runs out of time and brings in 5 (pot 8)" in told
    assert "bob runs out of time and is placed all-in, keeping 99 chips" in told
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1, time_out="check_or_fold")
    told = tell(play(stacked(rules, THIRD), "bring_in 5", "clock", "call 5", "clock", "clock"))
    assert "bob runs out of time and folds" in told
    assert "cat runs out of time and checks" in told


def test_a_board_says_who_is_all_in_and_how() -> None:
    seats = {1: ("ann", 6), 2: ("bob", 100), 3: ("cat", 100)}
    told = tell(play(stacked(LIMIT, THIRD, seats), "bring_in 5", "clock", "call 5"))
    assert "  ann  [xx xx] 2c " in told
    assert "(all-in)" in told
    assert "(all-in by the clock)" in told


def test_a_bet_that_is_called_by_nobody_comes_back() -> None:
    hand = play(
        stacked(LIMIT, THIRD), "bring_in 5", "call 5", "call 5", "check", "check", "bet 10", "fold", "fold"
    )
    assert "Uncalled 10 returned to" in tell(hand)


def test_the_store_has_its_row_prices_purchases_and_restocks() -> None:
    hand = play(stacked(DOTS, THIRD), "bring_in 2", "call 2", "call 2", "buy 2", "pass", "buy 3")
    store = tell(hand).partition("*** THE STORE OPENS ***\n")[2]
    assert store.splitlines()[0] == "store: [1] 2d (1)  [2] 2h (2)  [3] 3c (3)"
    assert store.partition("*** FOURTH STREET ***\n")[2].startswith(
        "A card is burned\n"
        "ann buys 2h in slot 2 for 2 (pot 11)\n"
        "Restock: 3h in slot 2\n"
        "store: [1] 2d (1)  [2] 3h (2)  [3] 3c (3)\n"
        "bob passes\n"
        "bob is dealt 4c\n"
        "cat buys 3c in slot 3 for 3 (pot 14)\n"
        "  ann  [xx xx] 2c 2h  (4 dots showing)\n"
        "  bob  [xx xx] Kd 4c  (0 dots showing)\n"
        "  cat  [xx xx] Ks 3c  (3 dots showing)\n"
        "store: [1] 2d (1)  [2] 3h (2)  [3] -- (3)\n"
    )


def test_a_store_decision_is_told_with_cards_and_prices() -> None:
    hand = play(stacked(DOTS, THIRD), "bring_in 2", "call 2", "call 2")
    assert last_line(tell(hand)) == "Waiting for ann: buy 2d for 1, buy 2h for 2, buy 3c for 3 or pass"
    rich = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=5)
    priced = play(stacked(rich, THIRD), "bring_in 2", "call 2", "call 2")
    assert "store: [1] 2d (5)  [2] 2h (10)  [3] 3c (15)" in tell(priced)


def test_the_store_closes_with_what_was_left() -> None:
    quiet = down_to_the_end(stacked(DOTS, THIRD))
    assert "The store closes, 2d 2h 3c are discarded" in tell(quiet)


def test_without_burns_a_street_starts_with_its_first_restock_or_decision() -> None:
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, burn=False)
    hand = play(
        stacked(rules, THIRD),
        "bring_in 2",
        "call 2",
        "call 2",
        "pass",
        "pass",
        "buy 1",
        "check",
        "check",
        "check",
    )
    told = tell(hand)
    assert "*** FOURTH STREET ***\nann passes" in told
    assert "*** FIFTH STREET ***\nRestock: " in told


def test_players_who_are_not_asked_at_the_store_have_the_reason() -> None:
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=3)
    seats = {1: ("ann", 100), 2: ("bob", 3), 3: ("cat", 5)}
    told = tell(play(stacked(rules, THIRD, seats), "bring_in 2", "call 2", "call 2", "pass"))
    assert "bob is dealt 4c (all-in)\ncat is dealt 4d (cannot pay for slot 1)\n" in told


def test_at_the_store_the_clock_takes_the_next_card() -> None:
    told = tell(play(stacked(DOTS, THIRD), "bring_in 2", "call 2", "call 2", "clock"))
    assert "ann runs out of time and takes the next card of the stub\nann is dealt" in told


def test_side_pots_are_told_with_their_contenders() -> None:
    seats = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 8)}
    hand = play(stacked(LIMIT, THIRD, seats), "bring_in 5", "complete to 10", "call 7", "call 5")
    assert "Main pot 24 (ann, bob and cat), side pot 6 (ann and bob)" in tell(hand)


def test_three_pots_have_numbered_side_pots() -> None:
    seats = {1: ("ann", 100), 2: ("bob", 100), 3: ("cat", 8), 4: ("dan", 9)}
    cards = "2s 3s 4s 5s 6s 7s 8s 9s 2c Kd Ks Kh"
    hand = play(
        stacked(LIMIT, cards, seats, dealer=4), "bring_in 5", "complete to 10", "call 7", "call 8", "call 5"
    )
    assert "side pot 1 3 (" in tell(hand)
    assert "side pot 2 4 (" in tell(hand)


def test_a_showdown_has_cards_hand_names_and_dots_counted() -> None:
    told = tell(down_to_the_end(stacked(DOTS, THIRD)))
    showdown = told.partition("*** SHOWDOWN ***\n")[2].partition("\n\n")[0].splitlines()
    assert showdown == [
        "cat shows",
        "  [4s 7s] Ks 4d 5h 7c [8d]  two pair, sevens and fours; dots 0+1+0+0+1+1+2 = 5",
        "ann shows",
        "  [2s 5s] 2c 3h 5c 6d [7h]  two pair, fives and deuces; dots 2+1+2+3+1+0+1 = 10",
        "bob shows",
        "  [3s 6s] Kd 4c 5d 6h [8c]  a pair of sixes; dots 3+0+0+0+1+0+2 = 6",
    ]


def test_high_and_low_are_told_at_hi_lo() -> None:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1, hi_lo=True)
    hand = down_to_the_end(stacked(rules, THIRD))
    showdown = tell(hand).partition("*** SHOWDOWN ***\n")[2].splitlines()
    assert showdown[:6] == [
        "ann shows",
        "  [2s 5s] 2c 2h 4c 5d [6h]  a full house, deuces over fives; no low",
        "bob shows",
        "  [3s 6s] Kd 3c 4d 5h [7c]  a straight, seven high; 7-6-5-4-3 low",
        "cat shows",
        "  [4s 7s] Ks 3d 4h 6c [7d]  two pair, sevens and fours; no low",
    ]
    assert awarded(hand)[2] == "  low: bob wins 9 with 7-6-5-4-3 low"


def test_a_muck_shows_cards_only_to_who_knows_them() -> None:
    hand = stacked(LIMIT, THIRD)
    while (now := hand.decision) is not None and now.kind != "show":
        hand = play(hand, str(next(o for o in now.options if o.kind in (e.Checked, e.Called, e.BroughtIn))))
    assert now is not None
    assert now.seat is not None
    seat = now.seat
    mucked = play(hand, "muck")
    name = mucked.state.player(seat).player
    down = mucked.down_cards(seat)
    assert f"{name} mucks\n" in tell(mucked)
    known = {
        at: card for at, card in zip(mucked.state.seat(seat).down, down, strict=True) if card is not None
    }
    assert f"{name} mucks [{' '.join(map(str, down))}]\n" in tell(mucked, openings=known)


def test_at_showdown_the_clock_shows() -> None:
    hand = stacked(LIMIT, THIRD)
    while (now := hand.decision) is not None and now.kind != "show":
        hand = play(hand, str(next(o for o in now.options if o.kind in (e.Checked, e.Called, e.BroughtIn))))
    assert "runs out of time and shows" in tell(play(hand, "clock"))


def test_a_burn_is_named_only_to_who_knows_it() -> None:
    hand = play(stacked(LIMIT, THIRD), "bring_in 5", "call 5", "call 5")
    assert "A card is burned\n" in tell(hand)
    assert "A card is burned: 2d\n" in tell(hand, openings={9: CARDS[1]})


def test_rake_is_told_with_nothing_too() -> None:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1, rake="declared")
    hand = play(stacked(rules, THIRD), "bring_in 5", "fold", "fold")
    assert last_line(tell(hand)) == "Waiting for the house: rake between 0 and 3"
    assert "*** POTS ***\nThe house takes a rake of 2\nPot 1\n  ann wins 1" in tell(play(hand, "rake 2"))
    assert "The house takes no rake" in tell(play(hand, "rake 0"))


# The pots


def awarded(hand: Hand) -> list[str]:
    return tell(hand).partition("*** POTS ***\n")[2].partition("\n\n")[0].splitlines()


def test_high_and_dots_are_won_each_with_its_reason() -> None:
    assert awarded(down_to_the_end(stacked(DOTS, THIRD))) == [
        "Pot 9",
        "  high: cat wins 5 with two pair, sevens and fours",
        "  dots: ann wins 4 with 10 dots",
    ]


def test_who_wins_both_halves_scoops() -> None:
    hand = down_to_the_end(stacked(DOTS, "Ks 3s Kh 3h 4h 6s", {1: ("ann", 100), 2: ("bob", 100)}, dealer=2))
    assert awarded(hand) == [
        "Pot 6",
        "  bob scoops 6: high 3 with a full house, threes over sixes; dots 3 with 10 dots",
    ]


def find(game: GameId, wanted: str, players: int = 4, numbers: int = 3_000) -> str:
    """The pots of the first simulated hand in which a text stands."""
    for hand in simulate(game, numbers, players, "found", vary_rules=True):
        if wanted in "\n".join(awarded(hand)):
            return "\n".join(awarded(hand))
    raise AssertionError(f"no hand of {numbers} has {wanted!r}")


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("grocery_store_dots", " scoops "),
        ("grocery_store_dots", ", the best high hand of those who tied"),
        ("grocery_store_dots", " share "),
        ("stud_hi_lo", "low: "),
        ("stud_hi_lo", "; nobody has a low"),
        ("stud_high", " wins "),
    ],
)
def test_every_way_to_win_comes_up_and_is_told(game: GameId, wanted: str) -> None:
    assert wanted in find(game, wanted)


def test_a_tie_both_ways_is_told_as_one_whole_pot() -> None:
    # ann and bob: the same ranks in other suits, so the same high hand and as many dots
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1, burn=False)
    third = "Ks Kh Qs Qh 2c 2d"
    rest = "4s 6s 6h  9c 9d  Jc Jd  5c 5d  7c 7d"
    seats = {1: ("ann", 100), 2: ("bob", 100)}
    hand = down_to_the_end(stacked(rules, f"{third} {rest}", seats, dealer=2))
    assert awarded(hand) == ["Pot 6", "  ann 3 and bob 3 share 6, each with a flush, jack high, and 5 dots"]


# What a reader gives


def test_upto_counts_entries_from_0_and_may_be_past_the_end() -> None:
    hand = stacked(LIMIT, THIRD)
    assert tell(hand, upto=0).splitlines()[0] == "Hand told: Seven-card stud, limit 10/20"
    assert tell(hand, upto=10_000) == tell(hand)
    assert last_line(tell(hand, upto=0)) == "Waiting for the dealer to collect the antes (ROOM-2)"
    assert list(tell_lines(hand, upto=1)) == list(tell_lines(hand))[:2]
    for wrong in (-1, True, "3"):
        with pytest.raises(IndexError, match="count from 0"):
            tell(hand, upto=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_dealer_does_next_is_waited_for_in_words(game: GameId) -> None:
    said = set()
    for hand in simulate(game, 12, players=7, seed=1, vary_rules=True):
        for entry in range(hand.entries - 1):
            if isinstance(step := turn(hand.at(entry).state), DealerStep):
                words = waiting(step)
                assert re.fullmatch(rf"Waiting for the dealer to [a-z ]+ \({step.rule}\)", words)
                said.add(words)
    assert "Waiting for the dealer to burn a card (ROOM-5)" in said


def test_no_events_are_told_as_nothing() -> None:
    assert tell([]) == ""
    assert list(tell_lines([])) == []


def test_ranges_are_told_as_ranges() -> None:
    hand = play(
        stacked(Rules.for_game("stud_high", Betting.spread_limit(2, 10), ante=0), THIRD), "bring_in 1"
    )
    assert hand.decision is not None
    assert legal_words(hand.decision) == "fold, call 1 or complete to between 2 and 10"


def test_players_entropy_is_told_and_waited_for() -> None:
    seats = {1: ("ann", 100), 2: ("bob", 100)}
    hand = Hand.open(LIMIT, seats, 2, seed=seed_of(1), entropy_seats=[1, 2], hand_id="h")
    assert last_line(tell(hand)) == (
        "Waiting for ann and bob to commit to a secret for the shuffle; the dealer may cancel"
    )
    secrets = {1: bytes(32), 2: bytes(range(32))}
    for seat, secret in secrets.items():
        hand = hand.play(e.EntropyCommitted(seat, entropy_commitment("h", seat, secret)))
    assert last_line(tell(hand)).startswith("Waiting for ann and bob to open that secret for the shuffle")
    for seat, secret in secrets.items():
        hand = hand.play(e.EntropyAdded(seat, secret))
    assert last_line(tell(hand)) == "Waiting for the dealer to seal the deck (GSD-1)"
    told = tell(hand.seal())
    assert (
        "ann commits to a secret of their own for the shuffle\n"
        "bob commits to a secret of their own for the shuffle\n"
        "ann opens that secret\n"
        "bob opens that secret\n"
        "The deck is sealed; the seal of its top card starts with "
    ) in told


def test_a_hand_may_be_cancelled_for_want_of_entropy() -> None:
    seats = {1: ("ann", 100), 2: ("bob", 100)}
    hand = Hand.open(LIMIT, seats, 2, seed=seed_of(1), entropy_seats=[1], hand_id="h")
    cancelled = hand.play(e.HandCancelled(()))
    assert "The dealer calls the hand off before a card is dealt\n\n*** STACKS ***\n" in tell(cancelled)


def test_a_decision_knows_its_words_without_the_text() -> None:
    hand = stacked(LIMIT, THIRD)
    assert isinstance(hand.decision, Decision)
    assert legal_words(hand.decision) == "bring in 5 or complete to 10"


def test_a_viewer_may_bring_their_openings_as_they_are() -> None:
    hand = play_out(Hand.open(DOTS, TABLE, 3, seed=seed_of(1), dots_tie="share"))
    own = hand.openings(1)
    assert tell(hand, openings=own) == tell(hand, openings=own.cards)

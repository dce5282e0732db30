"""`Hand`: opening, playing and resuming, and what each refuses."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest
from bad_values import HUGE, NO_CHIPS, NO_NUMBERS, NO_WORDS, assert_readable
from hypothesis import given
from hypothesis import strategies as st
from playing import DOTS, STUD, chips, decision_of, kinds, offers, to_end, to_street, when
from playing import given as given_hand

from grocerydots import events as e
from grocerydots.cards import CARDS, Card
from grocerydots.deck import Deck, Seed
from grocerydots.errors import DeckError, GrocerydotsError, IllegalEvent, SetupError, UnknownSeat, WrongType
from grocerydots.evolve import evolve, fold
from grocerydots.hand import Hand, seatings
from grocerydots.log import Log
from grocerydots.phases import check, deal, turn
from grocerydots.rules import presets
from grocerydots.rules.rules import MAX_CHIPS
from grocerydots.testing import hands, play_out, test_seed
from grocerydots.turns import OVER, DealerStep

SEED = test_seed("tests of the hand")
SEATS: dict[int, tuple[str, int]] = {1: ("ann", 100), 2: ("bob", 100)}


def opened(**named: Any) -> Hand:
    """A hand of stud, with whatever is to be wrong."""
    arguments: dict[str, Any] = {"rules": STUD, "seats": SEATS, "dealer": 0, "seed": SEED} | named
    return Hand.open(arguments.pop("rules"), arguments.pop("seats"), arguments.pop("dealer"), **arguments)


def refused(build: Callable[[], object]) -> SetupError:
    """The error of a set-up, which must be ours and readable."""
    with pytest.raises(SetupError) as caught:
        build()
    assert_readable(caught.value)
    return caught.value


# Opening


def test_a_hand_is_played_on_to_its_first_decision() -> None:
    hand = opened()
    assert kinds(hand.events) == ["HandOpened", "DeckSealed", "AntesPosted", "CardsDealt"]
    assert hand.decision is hand.turn
    assert decision_of(hand).kind == "open"
    assert hand.entries == 4
    assert not hand.is_over


@pytest.mark.parametrize("rules", [*NO_NUMBERS, pytest.param(SEATS, id="seats")])
def test_rules_are_rules(rules: Any) -> None:
    with pytest.raises(WrongType, match=r"^rules: expected a Rules, got "):
        opened(rules=rules)


@pytest.mark.parametrize("dealer", [value for value in NO_CHIPS if value.id != "False"])
def test_a_dealer_is_a_seat_number_or_0(dealer: Any) -> None:
    assert "dealer" in str(refused(lambda: opened(dealer=dealer)))


def test_the_dealers_seat_may_be_empty() -> None:
    assert opened(dealer=MAX_CHIPS).state.setup.order == (1, 2)
    assert opened(dealer=1).state.setup.order == (2, 1)
    assert opened(dealer=2).state.setup.order == (1, 2)


@pytest.mark.parametrize("seats", [value for value in NO_NUMBERS if value.id != "dict"])
def test_seats_are_seats(seats: Any) -> None:
    assert "seat" in str(refused(lambda: opened(seats=seats)))


@pytest.mark.parametrize("seat", [*NO_CHIPS, pytest.param(0, id="0")])
def test_a_seat_has_a_number(seat: Any) -> None:
    seating = [e.Seating(1, "ann", 100), e.Seating(seat, "bob", 100)]
    assert "seats" in str(refused(lambda: opened(seats=seating)))


@pytest.mark.parametrize(
    "seat",
    [
        value
        for value in NO_NUMBERS
        if value.id not in ("list", "[4]", "dict", "set", "huge in a list", "True", "1.0")
    ],
)
def test_a_seat_of_a_mapping_has_a_number(seat: Any) -> None:
    assert "seats" in str(refused(lambda: opened(seats={1: ("ann", 100), seat: ("bob", 100)})))


@pytest.mark.parametrize("stack", [*NO_CHIPS, pytest.param(0, id="0")])
def test_a_stack_is_at_least_one_whole_chip(stack: Any) -> None:
    assert refused(lambda: opened(seats={1: ("ann", 100), 2: ("bob", stack)})).rule == "HOUSE-28"


def test_all_stacks_together_stay_exact_in_any_reader() -> None:
    assert opened(seats={1: ("ann", MAX_CHIPS - 1), 2: ("bob", 1)}).state.pot == 2
    error = refused(lambda: opened(seats={1: ("ann", MAX_CHIPS), 2: ("bob", 1)}))
    assert "all stacks together" in str(error)


@pytest.mark.parametrize("player", [
    *(value for value in NO_NUMBERS if value.id not in ("text",)), pytest.param("\ud800", id="surrogate"),
    pytest.param("x" * 10_001, id="long"), pytest.param(HUGE, id="huge"),
])  # fmt: skip
def test_a_player_has_a_name(player: Any) -> None:
    assert "expected a name" in str(refused(lambda: opened(seats={1: (player, 100), 2: ("bob", 100)})))


@pytest.mark.parametrize("name", ["", " ", "\n", "\0", "'; drop table", "🂡" * 100, "‮", "x" * 10_000])
def test_any_text_that_can_be_stored_is_a_name(name: str) -> None:
    if not name:
        refused(lambda: opened(seats={1: (name, 100), 2: ("bob", 100)}))
        return
    hand = opened(seats={1: (name, 100), 2: ("bob", 100)})
    assert Log(hand.log.lines).opening.seats[0].player == name


@pytest.mark.parametrize("auto", [value for value in NO_NUMBERS if value.id not in ("True", "False")])
def test_an_automatic_ante_is_on_or_off(auto: Any) -> None:
    assert refused(lambda: opened(seats={1: ("ann", 100, auto), 2: ("bob", 100)})).rule == "ROOM-2"


@pytest.mark.parametrize(
    "who",
    [
        *NO_NUMBERS,
        pytest.param(("ann",), id="one"),
        pytest.param(["ann", 100], id="in a list"),
        pytest.param(("ann", 100, True, 1), id="four"),
    ],
)
def test_who_sits_in_a_seat_is_a_player_and_a_stack(who: Any) -> None:
    assert "(player, stack)" in str(refused(lambda: opened(seats={1: who, 2: ("bob", 100)})))


def test_a_seat_is_taken_once() -> None:
    twice = [e.Seating(1, "ann", 100), e.Seating(1, "bob", 100), e.Seating(2, "cat", 100)]
    error = refused(lambda: opened(seats=twice))
    assert error.rule == "HOUSE-28"
    assert "seat 1 is taken twice" in str(error)


def test_two_players_may_have_one_name() -> None:
    assert opened(seats={1: ("ann", 9), 2: ("ann", 9)}).state.setup.order == (1, 2)


def test_seats_come_in_any_order_and_form() -> None:
    mapping = opened(seats={9: ("cat", 9), 2: ("bob", 9, False), 5: ("ann", 9)})
    seating = opened(
        seats=iter([e.Seating(5, "ann", 9), e.Seating(9, "cat", 9), e.Seating(2, "bob", 9, False)])
    )
    assert mapping.events[0] == seating.events[0]
    assert [s.seat for s in seatings({3: ("c", 1), 1: ("a", 1)})] == [1, 3]


@pytest.mark.parametrize("element", NO_NUMBERS)
def test_what_is_no_seating_is_named(element: Any) -> None:
    error = refused(lambda: opened(seats=[e.Seating(1, "ann", 9), element]))
    assert error.problems[0].where == "seats"
    assert error.problems[0].message.startswith(
        'expected {1: ("ann", 200), 2: ("bob", 200)} or an iterable of Seating, got one of '
    )


def test_a_stack_that_is_no_whole_number_is_named_by_its_seat() -> None:
    error = refused(lambda: opened(seats={3: ("ann", 200), 5: ("bob", 200.0)}))
    assert str(error) == "HOUSE-28: seat 5: expected a stack of at least 1 whole chip, got 200.0"


def test_seats_in_any_form_become_seatings_by_number() -> None:
    ann, bob = e.Seating(1, "ann", 9), e.Seating(5, "bob", 7, False)
    assert seatings({5: ("bob", 7, False), 1: ("ann", 9)}) == seatings([bob, ann]) == (ann, bob)
    for wrong in ({1: 5}, {1: ("ann",)}, {1: ["ann", 5]}, [5], ["ann"], "ann", 5, None):
        with pytest.raises(SetupError, match=r"^seats?( 1)?: expected "):
            seatings(wrong)


def test_nobody_and_one_are_too_few() -> None:
    assert refused(lambda: opened(seats={})).rule == "HOUSE-28"
    assert refused(lambda: opened(seats={1: ("ann", 9)})).rule == "HOUSE-28"


@pytest.mark.parametrize(
    "hand_id",
    [
        *(value for value in NO_CHIPS if value.id not in ("None", "text")),
        *(" ", "a b", "é", "a/b", "x" * 65, "\n", "a\n", "٣"),
    ],
)
def test_a_hands_id_is_a_short_plain_word(hand_id: Any) -> None:
    assert "hand_id" in str(refused(lambda: opened(hand_id=hand_id)))


def test_without_an_id_it_follows_from_the_seed_or_the_deck() -> None:
    assert opened().state.hand_id == opened().state.hand_id
    assert opened().state.hand_id != opened(seed=test_seed(2)).state.hand_id
    assert SEED.hex() not in opened().state.hand_id
    assert opened(seed=None, deck=Deck.from_seed(SEED, "of-the-deck")).state.hand_id == "of-the-deck"


def test_a_hand_that_nothing_gives_an_id_has_a_new_one_each_time() -> None:
    ids = {opened(seed=None, deck=Deck(CARDS)).state.hand_id for _ in range(5)}
    assert len(ids) == 5
    assert all(re.fullmatch("hand-[0-9a-f]{16}", hand_id) for hand_id in ids)


def test_a_seed_or_a_deck_and_not_both() -> None:
    for named in ({"seed": None}, {"seed": SEED, "deck": Deck.unknown()}):
        assert "give exactly one of `seed` and `deck`" in str(refused(lambda named=named: opened(**named)))  # type: ignore[misc]


@pytest.mark.parametrize("thing", [value for value in NO_NUMBERS if value.id != "None"])
def test_a_seed_is_a_seed_and_a_deck_a_deck(thing: Any) -> None:
    with pytest.raises(WrongType, match=r"^seed: expected a Seed or None, got "):
        opened(seed=thing)
    with pytest.raises(WrongType, match=r"^deck: expected a Deck or None, got "):
        opened(seed=None, deck=thing)


def test_a_deck_that_is_sealed_for_another_hand_is_refused() -> None:
    error = refused(lambda: opened(seed=None, deck=Deck.from_seed(SEED, "one"), hand_id="two"))
    assert error.rule == "GSD-1"


@pytest.mark.parametrize("policy", [value for value in NO_WORDS if value.id != "None"])
def test_a_dots_tie_is_one_of_two(policy: Any) -> None:
    assert refused(lambda: opened(rules=DOTS, dots_tie=policy)).rule == "GSD-16"


def test_only_grocery_store_dots_has_a_dots_tie() -> None:
    assert refused(lambda: opened(dots_tie="share")).rule == "GSD-16"


def test_a_wrong_dots_tie_is_told_before_anything_is_dealt() -> None:
    assert refused(lambda: opened(seed=None, deck=Deck.unknown(), dots_tie="share")).rule == "GSD-16"


@pytest.mark.parametrize("at", [value for value in NO_CHIPS if value.id != "None"])
def test_a_time_is_whole_milliseconds(at: Any) -> None:
    assert "milliseconds" in str(refused(lambda: opened(at=at)))


def test_everything_wrong_with_a_hand_is_told_at_once() -> None:
    seats = [e.Seating(0, "", 0), e.Seating(2, "bob", -1, 1)]  # type: ignore[arg-type]
    error = refused(lambda: opened(seats=seats, dealer=-1))
    assert [problem.where for problem in error.problems] == [
        "dealer", "seats", "seat 0", "seat 0", "seat 2", "seat 2",
    ]  # fmt: skip


def test_a_card_that_the_deck_does_not_know_stops_the_deal() -> None:
    with pytest.raises(DeckError, match="position 4 has to be turned up"):
        opened(seed=None, deck=Deck.stacked("As Ks Qs Js"))


# Playing


def test_playing_gives_a_new_hand_and_the_old_one_stays() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    events, state = hand.events, copy.copy(hand.state.stacks)
    one, other = hand.play(decision_of(hand).bring_in()), hand.play(decision_of(hand).complete())
    assert (hand.events, hand.state.stacks) == (events, state)
    assert chips(one) != chips(other)
    assert one.events[:-1] == hand.events


def test_an_equal_event_is_as_good_as_the_decisions_own() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    assert hand.play(e.BroughtIn(1, 2, full=False)).state == hand.play(decision_of(hand).bring_in()).state


def test_what_is_played_is_what_the_decision_builds() -> None:
    """An event whose numbers merely compare equal is recorded as the numbers that they are."""
    hand = given_hand(STUD, "A 100, B 100")
    later = hand.play(e.BroughtIn(True, 2, 0))  # type: ignore[arg-type]
    assert repr(later.events[-1]) == "BroughtIn(seat=1, amount=2, full=False)"


def test_the_event_of_an_earlier_decision_is_not_good_for_a_later_one() -> None:
    hand = to_street(given_hand(STUD, "A 100, B 100"), 4)
    check = decision_of(hand).check()
    later = hand.play(check)
    with pytest.raises(IllegalEvent, match="ROOM-20"):
        later.play(check)


def test_the_event_of_another_hands_decision_is_judged_on_its_own() -> None:
    one = to_street(given_hand(STUD, "A 100, B 100"), 4)
    other = to_street(given_hand(STUD, "A 5, B 100"), 4)
    bet = decision_of(one).bet()
    with pytest.raises(IllegalEvent, match="ROOM-19"):
        other.play(bet)


@pytest.mark.parametrize("event", [*NO_NUMBERS, pytest.param(HUGE, id="huge")])
def test_what_is_no_event_is_refused(event: Any) -> None:
    for hand in (given_hand(STUD, "A 100, B 100"), to_end(given_hand(STUD, "A 100, B 100"))):
        with pytest.raises(WrongType, match=r"^event: expected an event, .* hand\.decision\.fold\(\)"):
            hand.play(event)


def test_times_are_given_always_or_never() -> None:
    hand = opened(at=1_000)
    assert hand.times == (1_000,) * hand.entries
    later = hand.play(decision_of(hand).bring_in(), at=2_000)
    assert later.times == (1_000,) * hand.entries + (2_000,)
    refused(lambda: hand.play(decision_of(hand).bring_in()))
    untimed = opened()
    assert untimed.times is None
    refused(lambda: untimed.play(decision_of(untimed).bring_in(), at=2_000))


def test_a_dealers_events_bear_the_time_of_what_caused_them() -> None:
    hand = play_out(opened(at=5))
    assert hand.times is not None
    assert set(hand.times) == {5}
    hand = opened(at=5)
    hand = hand.play(decision_of(hand).bring_in(), at=6)
    hand = hand.play(decision_of(hand).call(), at=9)
    assert hand.times is not None
    assert hand.times[-4:] == (9,) * 4
    assert kinds(hand.events[-4:]) == ["Called", "BettingClosed", "CardBurned", "CardsDealt"]


@pytest.mark.parametrize("at", NO_CHIPS)
def test_a_time_to_play_at_is_whole_milliseconds(at: Any) -> None:
    hand = opened(at=1_000)
    refused(lambda: hand.play(decision_of(hand).bring_in(), at=at))


def test_a_finished_hand_takes_nothing() -> None:
    hand = to_end(given_hand(STUD, "A 100, B 100"))
    assert hand.turn is OVER
    assert hand.decision is None
    assert hand.is_over
    with pytest.raises(IllegalEvent, match="LIM-2"):
        hand.play(e.Checked(1))


# Looking


def test_a_states_entry_is_asked_by_number() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    assert hand.at(hand.entries - 1).state == hand.state
    assert hand.at(0).state.pot == 0
    for entry in (-1, hand.entries, HUGE):
        with pytest.raises(IndexError, match="of a hand with entries 0 to 2") as caught:
            hand.at(entry)
        assert_readable(caught.value)
    for wrong in (True, 1.0, None, "0", [0]):
        with pytest.raises(WrongType, match="entry: expected an int, got"):
            hand.at(wrong)  # type: ignore[arg-type]


def test_down_cards_are_the_seats_own() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    assert hand.down_cards(1) == (Card("Ah"), Card("Qd"))
    assert hand.down_cards(2) == (Card("Tc"), Card("5d"))


def test_down_cards_of_an_unknown_deck_are_unknown() -> None:
    hand = opened(seed=None, deck=Deck.stacked("?? ?? ?? ?? 2c 3c"))
    assert hand.down_cards(1) == (None, None)


@pytest.mark.parametrize("seat", [*NO_CHIPS, pytest.param(3, id="3"), pytest.param(0, id="0")])
def test_there_are_no_down_cards_where_nobody_sits(seat: Any) -> None:
    hand = given_hand(STUD, "A 100, B 100")
    for look in (hand.down_cards, hand.openings):
        with pytest.raises(UnknownSeat if type(seat) is int else WrongType) as caught:
            look(seat)
        assert_readable(caught.value)


def test_neither_deck_nor_seed_shows() -> None:
    hand = opened()
    assert SEED.hex() not in repr(hand) + repr(hand.state) + repr(hand.decision)
    assert repr(hand).startswith("Hand('")
    assert "4 entries" in repr(hand)


def test_the_log_is_made_once() -> None:
    hand = opened()
    assert hand.log is hand.log
    assert hand.log.events == hand.events


def test_a_hand_that_was_not_offered_has_nothing_to_seal() -> None:
    with pytest.raises(IllegalEvent) as caught:
        opened().seal()
    assert_readable(caught.value)


# Going back


@given(hands(finished=True))
def test_a_hand_taken_back_is_the_hand_that_it_was(hand: Hand) -> None:
    """Played once more from any of its decisions, the hand comes out as it did."""
    for entry in range(0, hand.entries - 1, 7):
        back = hand.at(entry)
        assert back.entries == entry + 1
        assert back.events == hand.events[: entry + 1]
        assert back.times == (None if hand.times is None else hand.times[: entry + 1])
        assert back.state == fold(hand.events[: entry + 1])
        assert back.turn == turn(back.state)
        if back.decision is not None:
            while not back.is_over:
                at = None if hand.times is None else hand.times[back.entries]
                back = back.play(hand.events[back.entries], at)
            assert back == hand


def test_a_hand_taken_back_may_go_on_differently() -> None:
    hand = to_end(given_hand(STUD, "A 100, B 100"))
    opening = hand.at(2)
    other = opening.play(decision_of(opening).complete())
    assert kinds(other.events) == ["HandOpened", "AntesPosted", "CardsDealt", "Completed"]
    assert other.log.lines[:3] == hand.log.lines[:3]
    assert hand.at(hand.entries - 1) == hand


def test_between_two_steps_of_the_dealer_nobody_decides() -> None:
    hand = to_street(given_hand(STUD, "A 100, B 100"), 4).at(1)
    assert isinstance(hand.turn, DealerStep)
    assert hand.decision is None
    with pytest.raises(IllegalEvent):
        hand.play(e.Folded(1))


# A value


def timed() -> Hand:
    """A hand with times and a sealed deck, after one action."""
    hand = opened(at=5)
    return hand.play(decision_of(hand).bring_in(), at=6)


def waiting() -> Hand:
    """A hand whose deck waits for entropy."""
    return opened(entropy_seats=[2])


@pytest.mark.parametrize("build", [opened, timed, waiting, lambda: to_end(given_hand(STUD, "A 100, B 100"))])
def test_the_same_hand_twice_is_equal_and_hashes_alike(build: Callable[[], Hand]) -> None:
    hand = build()
    for again in (build(), copy.copy(hand), copy.deepcopy(hand), pickle.loads(pickle.dumps(hand))):
        assert again == hand
        assert hash(again) == hash(hand)
        assert again.turn == hand.turn
        assert hash(again.turn) == hash(hand.turn)
        assert again.log == hand.log
        assert (again.entries, again.deadline, again.is_over) == (hand.entries, hand.deadline, hand.is_over)


def test_hands_that_differ_in_anything_are_not_equal() -> None:
    decision = decision_of(opened())
    hands = [
        opened(),
        opened(seed=test_seed("another")),
        opened(hand_id="another"),
        opened(at=5),
        opened(at=6),
        opened().play(decision.bring_in()),
        opened().play(decision.complete()),
        waiting(),
        opened(entropy_seats=[1]),
        opened(entropy_seats=[2], seed=test_seed("another")),
        opened(seed=None, deck=Deck.stacked("As Ks Qs Js 2c 3c"), hand_id="deck"),
    ]
    for place, hand in enumerate(hands):
        assert [other == hand for other in hands] == [at == place for at in range(len(hands))]
    assert hands[0] != hands[0].state


def test_a_hand_whose_deck_is_another_is_another_though_its_log_is_the_same() -> None:
    cards = "As Ks Qs Js 2c 3c"
    decks = [Deck.stacked(f"{cards} {more}") for more in ("4c", "5c")]
    one, other = (opened(seed=None, deck=deck, hand_id="hand") for deck in decks)
    assert one.log == other.log
    assert one != other


def test_a_pickled_hand_is_played_on_with_the_same_cards() -> None:
    for hand in (opened(), timed()):
        again = pickle.loads(pickle.dumps(hand))
        assert play_out(again).log.lines == play_out(hand).log.lines


def test_no_attribute_of_a_hand_can_be_set_or_deleted() -> None:
    hand = timed()
    names = [name for name in dir(hand) if not name.startswith("_")]
    assert {"state", "turn", "decision", "events", "times", "entries", "log", "deadline"} <= set(names)
    for name in (*names, "anything_else"):
        with pytest.raises(AttributeError):
            setattr(hand, name, getattr(hand, name, 0))
        with pytest.raises(AttributeError):
            delattr(hand, name)
    assert hand == timed()


def test_the_state_decision_and_log_of_a_hand_can_be_pickled_without_its_secrets() -> None:
    hand = opened()
    secret = hand._deck.salts or ()
    for public in (hand.state, hand.decision, hand.log):
        stored = pickle.dumps(public)
        assert pickle.loads(stored) == public
        assert not any(part in stored for part in secret)
    assert any(part in pickle.dumps(hand) for part in secret)


# Growth


def test_every_hand_of_a_line_shares_its_events_and_times_and_its_log_with_the_next() -> None:
    line = [opened(at=5)]
    while not line[-1].is_over:
        hand = line[-1]
        line.append(hand.play(next(iter(decision_of(hand))), at=5))
    assert all(hand._events is line[0]._events and hand._times is line[0]._times for hand in line)
    for hand in line:
        assert len(hand.events) == hand.entries
        assert hand.times == (5,) * hand.entries
    assert line[0].log == Log.of(line[0].events, line[0].times)


def test_two_hands_that_go_on_from_one_have_events_of_their_own() -> None:
    hand = opened()
    one, other = hand.play(decision_of(hand).bring_in()), hand.play(decision_of(hand).complete())
    assert one._events is hand._events
    assert other._events is not hand._events
    assert kinds(one.events[-1:]) == ["BroughtIn"]
    assert kinds(other.events[-1:]) == ["Completed"]
    assert other.play(decision_of(other).fold()).events[: other.entries] == other.events


def test_threads_that_play_one_hand_on_do_not_see_each_other() -> None:
    hand = opened()

    def on(worker: int) -> Hand:
        return play_out(hand.play(list(decision_of(hand))[worker % 2]))

    with ThreadPoolExecutor(4) as pool:
        for worker, played in enumerate(pool.map(on, range(40))):
            assert played == on(worker)
            assert Log(played.log.lines).events == played.events


# Resuming


@given(hands(sealed=True, finished=False))
def test_a_hand_is_resumed_at_the_same_card(hand: Hand) -> None:
    deck = hand._deck
    again = Hand.resume(Log(hand.log.lines), deck=deck)
    assert again.state == hand.state
    assert again.events == hand.events
    assert repr(again.turn) == repr(hand.turn)
    assert play_out(again).log.lines == play_out(hand).log.lines


@given(hands(finished=False, timed=True), st.data())
def test_the_dealers_steps_that_a_crash_cut_off_are_carried_out(hand: Hand, data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, hand.entries))
    assert hand.times is not None
    log = Log.of(hand.events[:cut], hand.times[:cut])
    again = Hand.resume(log, deck=hand._deck)
    assert again.events[: again.entries] == hand.events[: again.entries]
    assert again.entries >= cut
    assert again.times == (*hand.times[:cut], *[hand.times[cut - 1]] * (again.entries - cut))


def test_a_hand_is_resumed_from_its_seed_alone() -> None:
    hand = opened(seed=Seed(bytes(range(32))))
    again = Hand.resume(hand.log, seed=Seed(bytes(range(32))))
    assert again.down_cards(1) == hand.down_cards(1)


def test_the_steps_carried_out_now_bear_the_time_of_the_line_that_caused_them() -> None:
    hand = opened(at=5)
    assert hand.times is not None
    log = Log.of(hand.events[:2], hand.times[:2])
    assert Hand.resume(log, seed=SEED).times == (5, 5, 5, 5)


def test_a_log_asked_for_after_every_action_is_that_of_the_whole_hand() -> None:
    hand = opened(at=5)
    while hand.decision is not None:
        assert hand.log.entries == hand.entries
        hand = hand.play(next(iter(hand.decision)), at=5)
    assert hand.log == Log.of(hand.events, hand.times)


def test_another_seed_is_an_error() -> None:
    with pytest.raises(DeckError, match="does not give the log's seals"):
        Hand.resume(opened().log, seed=test_seed("another"))


def test_another_kind_of_deck_is_an_error() -> None:
    with pytest.raises(DeckError, match="the log's deck is test, this one is sealed"):
        Hand.resume(opened().log, seed=Seed(bytes(32)))
    with pytest.raises(DeckError, match="the log's deck is test, this one is unsealed"):
        Hand.resume(opened().log, deck=Deck.unknown())


def test_a_deck_that_says_other_cards_than_the_log_is_an_error() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    with pytest.raises(DeckError, match="position 4 is 2c in the log and 9h in the deck"):
        Hand.resume(hand.log, deck=Deck.stacked("?? ?? ?? ?? 9h"))
    assert Hand.resume(hand.log, deck=Deck.unknown()).state == hand.state


def test_a_log_that_breaks_a_rule_is_not_resumed() -> None:
    hand = when(given_hand(STUD, "A 100, B 100"), "A bring_in")
    log = Log.of((*hand.events[:-1], e.BroughtIn(1, 3, full=False)))
    with pytest.raises(IllegalEvent, match="ROOM-4"):
        Hand.resume(log, deck=Deck.unknown())


def test_resuming_takes_a_seed_or_a_deck_and_not_both() -> None:
    log = opened().log
    refused(lambda: Hand.resume(log))
    refused(lambda: Hand.resume(log, seed=SEED, deck=Deck.unknown()))


@pytest.mark.parametrize("thing", [value for value in NO_NUMBERS if value.id != "None"])
def test_resuming_takes_a_deck_for_a_deck_and_a_log_for_a_log(thing: Any) -> None:
    with pytest.raises(GrocerydotsError):
        Hand.resume(opened().log, deck=thing)
    with pytest.raises(GrocerydotsError):
        Hand.resume(thing, seed=SEED)


@pytest.mark.parametrize("thing", [value for value in NO_NUMBERS if value.id != "None"])
def test_resuming_takes_a_seed_for_a_seed(thing: Any) -> None:
    with pytest.raises(GrocerydotsError) as caught:
        Hand.resume(opened().log, seed=thing)
    assert_readable(caught.value)


# What a hand stands on


def test_the_four_functions_play_a_hand_without_the_handle() -> None:
    hand = opened()
    state = evolve(None, hand.events[0])
    deck = Deck.from_seed(SEED, state.hand_id)
    while isinstance(now := turn(state), DealerStep):
        state = evolve(state, deal(now, state, deck))
    assert state == hand.state
    assert repr(now) == repr(hand.turn)


def test_a_dealers_step_has_a_name_and_a_rule() -> None:
    hand = given_hand(DOTS, "A 100, B 100")
    step = turn(hand.at(1).state)
    assert isinstance(step, DealerStep)
    assert repr(step) == "DealerStep(AntesPosted, 'ROOM-2')"


def test_an_opening_is_checked_where_no_handle_checked_it() -> None:
    opening = opened().events[0]
    assert isinstance(opening, e.HandOpened)
    check(None, opening)
    unsorted = attrs.evolve(opening, seats=opening.seats[::-1])
    with pytest.raises(IllegalEvent, match="expected clockwise order"):
        check(None, unsorted)
    fields: dict[str, Any] = {"deck": "secret", "seats": [*opening.seats], "rules": None, "hand_id": ""}
    for field, value in fields.items():
        with pytest.raises(IllegalEvent) as caught:
            check(None, attrs.evolve(opening, **{field: value}))
        assert_readable(caught.value)


def test_the_decisions_of_a_hand_tell_what_is_offered() -> None:
    hand = given_hand(STUD, "A 100, B 100")
    decision = decision_of(hand)
    assert offers(hand) == "A: bring_in 2, complete to 4"
    assert repr(decision) == "Decision(seat=1, bring in 2 or complete to 4)"
    assert (len(decision), list(decision)) == (2, [decision.bring_in(), decision.complete()])
    assert not decision.can(e.Folded)
    assert presets.card_room(small_bet=4, big_bet=8, ante=1) == STUD


def test_everything_that_is_wrong_with_a_hand_is_said_at_once() -> None:
    seats: object = {0: ("a", -1), 1: "bob", 2: ("c", 1.5)}
    with pytest.raises(SetupError) as refused:
        Hand.open(STUD, seats, -1, hand_id="bad id!", dots_tie="nope", at=-3)  # type: ignore[arg-type]
    assert [problem.where for problem in refused.value.problems] == [
        "seat 1", "hand_id", "dealer", "seed", "at", "dots_tie",
    ]  # fmt: skip
    with pytest.raises(SetupError) as refused:
        Hand.open(STUD, {0: ("a", -1), 2: ("c", 1.5)}, -1, seed=SEED, deck=Deck.unknown())  # type: ignore[arg-type]
    assert [problem.where for problem in refused.value.problems] == [
        "dealer", "seats", "seat 0", "seat 2", "seed",
    ]  # fmt: skip
    with pytest.raises(SetupError) as refused:
        Hand.open(STUD, 5, "x", seed=SEED, entropy_seats=5, hand_id=5, at="x")  # type: ignore[arg-type]
    assert [problem.where for problem in refused.value.problems] == [
        "seats", "entropy_seats", "hand_id", "dealer", "at",
    ]  # fmt: skip


def test_the_end_of_a_hand_stays_the_only_one_of_its_kind() -> None:
    for again in (copy.copy(OVER), copy.deepcopy(OVER), pickle.loads(pickle.dumps(OVER))):
        assert again is OVER


def test_once_it_is_won_the_pot_is_empty() -> None:
    hand = to_end(given_hand(STUD, "A 100, B 100"))
    assert hand.state.pot == 0
    assert sum(hand.state.stacks.values()) == 200

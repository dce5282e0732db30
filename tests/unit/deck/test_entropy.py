"""Players' entropy: a hand on offer, commitments, openings, the seal, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.deck import Deck, Entropy, Seed, entropy_commitment
from grocerydots.errors import DeckError, IllegalEvent, NotationError, SetupError, WrongType
from grocerydots.evolve import evolve, fold
from grocerydots.hand import Hand
from grocerydots.log import Log, read_log
from grocerydots.phases import check, turn
from grocerydots.phases.check import type_fault
from grocerydots.phases.entropy import entropy_due
from grocerydots.rules import presets
from grocerydots.testing import play_out, test_seed
from grocerydots.turns import DealerStep, Decision

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEATS = {1: ("ann", 200), 2: ("bob", 200), 5: ("cat", 200)}
SEED = test_seed("entropy")
ANN = Entropy("h", 1, b"a" * 32)
BOB = Entropy("h", 2, b"b" * 32)
CAT = Entropy("h", 5, b"c" * 32)


def offered(*seats: int, **more: Any) -> Hand:
    """A hand of stud, h, to which the seats add entropy."""
    return Hand.open(STUD, SEATS, 5, seed=SEED, entropy_seats=seats, hand_id="h", **more)


def committed() -> Hand:
    """A hand to which ann and cat have committed."""
    return offered(1, 5).play(ANN.committed).play(CAT.committed)


def complete() -> Hand:
    """A hand that waits for its seal."""
    return committed().play(CAT.added).play(ANN.added)


def refusal(hand: Hand, event: Any) -> IllegalEvent:
    """What the hand says to an event; `check` says the same of whatever is an event. Nothing is changed."""
    before = hand.state
    with pytest.raises(IllegalEvent) as refused:
        hand.play(event)
    with pytest.raises(IllegalEvent) as checked:
        check(hand.state, event)
    if type_fault(event) is None:
        assert str(checked.value) == str(refused.value)
    assert checked.value.rule == refused.value.rule
    assert hand.state is before
    return refused.value


# The way of a hand


def test_a_hand_on_offer_commits_to_the_seed_and_names_the_seats() -> None:
    opening = offered(5, 1).events[0]
    assert opening == e.HandOpened(
        "h", STUD, 5, offered(1).state.setup.opening.seats, "test", SEED.commitment, (1, 5)
    )


def test_a_hand_on_offer_waits_for_commitments_then_for_entropy_then_for_the_seal() -> None:
    hand = offered(1, 5)
    assert entropy_due(hand.state) == (e.EntropyCommitted, (1, 5))
    hand = hand.play(CAT.committed)
    assert entropy_due(hand.state) == (e.EntropyCommitted, (1,))
    hand = hand.play(ANN.committed)
    assert entropy_due(hand.state) == (e.EntropyAdded, (1, 5))
    hand = hand.play(ANN.added).play(CAT.added)
    assert entropy_due(hand.state) is None
    assert isinstance(hand.turn, DealerStep)
    assert hand.turn.kind is e.DeckSealed
    assert hand.decision is None
    assert not hand.is_over


def test_while_entropy_is_missing_there_is_one_decision_that_nobodys_clock_ends() -> None:
    decision = offered(1).decision
    assert decision is not None
    assert (decision.kind, decision.seat, decision.rule, len(decision)) == ("entropy", None, "GSD-1", 1)
    assert list(decision) == [e.HandCancelled(())] == [decision.cancel()]
    with pytest.raises(IllegalEvent, match="the players' entropy comes first"):
        decision.time_out()


def test_entropy_events_are_in_the_decision_and_not_among_its_options() -> None:
    decision = offered(1, 5).decision
    assert decision is not None
    assert ANN.committed in decision
    assert decision.matching(ANN.committed) == ANN.committed
    assert BOB.committed not in decision
    assert e.Folded(1) not in decision
    assert ANN.committed not in list(decision)


def test_sealing_makes_the_deck_of_seed_and_entropy_and_deals_to_the_first_decision() -> None:
    hand = complete().seal()
    deck = Deck.from_seed(SEED, "h", {1: ANN.octets, 5: CAT.octets})
    assert (hand.state.setup.seals, hand.state.setup.order_seal) == deck.seals()
    assert hand.down_cards(1) == (deck.cards[0], deck.cards[3])
    assert hand.decision is not None
    assert hand.decision.kind == "open"
    played = play_out(hand)
    assert played.is_over
    assert played.openings(2).verify(played.log).is_proved


def test_the_deck_does_not_depend_on_the_order_in_which_entropy_came_in() -> None:
    other = offered(1, 5).play(CAT.committed).play(ANN.committed).play(ANN.added).play(CAT.added)
    assert other.seal().state.setup.seals == complete().seal().state.setup.seals


def test_another_entropy_gives_another_deck() -> None:
    ben = Entropy("h", 1, b"x" * 32)
    hand = offered(1).play(ANN.committed).play(ANN.added).seal()
    other = offered(1).play(ben.committed).play(ben.added).seal()
    assert hand.state.setup.seals != other.state.setup.seals


def test_the_dealer_confirms_the_dots_tie_before_anybody_commits() -> None:
    hand = Hand.open(DOTS, SEATS, 5, seed=SEED, entropy_seats=[1], hand_id="h")
    assert hand.decision is not None
    assert hand.decision.kind == "dots_tie"
    error = refusal(hand, ANN.committed)
    assert (error.rule, error.reason) == ("GSD-16", "the dealer confirms first how a dots tie is settled")
    hand = hand.play(e.DotsTieConfirmed("best_high"))
    assert hand.decision is not None
    assert hand.decision.kind == "entropy"
    assert hand.play(ANN.committed).play(ANN.added).seal().state.setup.dots_tie == "best_high"


def test_the_dots_tie_can_be_confirmed_with_the_offer() -> None:
    hand = Hand.open(DOTS, SEATS, 5, seed=SEED, entropy_seats=[1], hand_id="h", dots_tie="share")
    assert [type(event) for event in hand.events] == [e.HandOpened, e.DotsTieConfirmed]
    assert hand.decision is not None
    assert hand.decision.kind == "entropy"


def test_nobody_has_cards_before_the_seal() -> None:
    hand = complete()
    assert hand.down_cards(1) == ()
    assert hand.openings(1).cards == {}
    assert "entropy" not in repr(hand)


def test_a_hand_without_entropy_goes_as_before() -> None:
    hand = Hand.open(STUD, SEATS, 5, seed=SEED, hand_id="h")
    assert isinstance(hand.events[1], e.DeckSealed)
    assert hand.state.setup.opening.entropy_seats == ()
    assert entropy_due(hand.state) is None


def test_a_random_seed_gives_a_sealed_hand_whose_id_comes_from_its_commitment() -> None:
    seed = Seed.random()
    hand = Hand.open(STUD, SEATS, 5, seed=seed, entropy_seats=[2])
    assert hand.state.setup.opening.deck == "sealed"
    assert hand.state.hand_id == Hand.open(STUD, SEATS, 5, seed=seed).state.hand_id


# Refusals


@pytest.mark.parametrize(
    ("hand", "event", "seat", "reason", "legal"),
    [
        pytest.param(
            lambda: offered(1, 5), BOB.committed, 2, "the hand names seats 1 and 5 for entropy",
            "seats 1 and 5 may commit, or the dealer may cancel", id="not named",
        ),
        pytest.param(
            lambda: offered(1), e.EntropyCommitted(True, b"a" * 32), None,
            "the hand names seat 1 for entropy", "seat 1 may commit, or the dealer may cancel", id="no seat",
        ),
        pytest.param(
            lambda: offered(1), e.EntropyCommitted(1, b"a" * 31), 1, "a commitment is 32 bytes, not 31",
            "seat 1 may commit, or the dealer may cancel", id="short commitment",
        ),
        pytest.param(
            lambda: offered(1), e.EntropyCommitted(1, "a" * 32), 1,  # type: ignore[arg-type]
            "a commitment is 32 bytes, not a value of type str",
            "seat 1 may commit, or the dealer may cancel", id="commitment of text",
        ),
        pytest.param(
            lambda: offered(1, 5).play(ANN.committed), ANN.committed, 1, "they have committed already",
            "seat 5 may commit, or the dealer may cancel", id="committed twice",
        ),
        pytest.param(
            lambda: offered(1, 5), ANN.added, 1, "seats 1 and 5 have to commit first",
            "seats 1 and 5 may commit, or the dealer may cancel", id="opened before anybody committed",
        ),
        pytest.param(
            lambda: offered(1, 5).play(ANN.committed), ANN.added, 1, "seat 5 has to commit first",
            "seat 5 may commit, or the dealer may cancel", id="opened before all have committed",
        ),
        pytest.param(
            committed, ANN.committed, 1, "they have committed already",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="committed after all have",
        ),
        pytest.param(
            committed, BOB.added, 2, "the hand names seats 1 and 5 for entropy",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="opened and not named",
        ),
        pytest.param(
            committed, e.EntropyAdded(1, CAT.octets), 1, "it is not what they committed to",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="another's",
        ),
        pytest.param(
            committed, e.EntropyAdded(1, b"a" * 33), 1, "entropy is 32 bytes, not 33",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="long entropy",
        ),
        pytest.param(
            committed, e.EntropyAdded(1, None), 1,  # type: ignore[arg-type]
            "entropy is 32 bytes, not a value of type NoneType",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="no entropy",
        ),
        pytest.param(
            lambda: committed().play(ANN.added), ANN.added, 1, "theirs is in already",
            "seat 5 may add theirs, or the dealer may cancel", id="opened twice",
        ),
        pytest.param(
            complete, ANN.added, 1, "the time for entropy is over",
            "the dealer has to seal the deck first", id="all is in",
        ),
        pytest.param(
            lambda: complete().seal(), ANN.committed, 1, "the time for entropy is over",
            "seat 1 may bring in 2 or complete to 4", id="sealed",
        ),
        pytest.param(
            lambda: Hand.open(STUD, SEATS, 5, seed=SEED), ANN.added, 1, "this hand takes no entropy",
            "seat 1 may bring in 2 or complete to 4", id="none is taken",
        ),
        pytest.param(
            lambda: offered(1), e.Folded(1), 1, "the players' entropy comes first",
            "seat 1 may commit, or the dealer may cancel", id="a fold",
        ),
        pytest.param(
            lambda: offered(1), e.TimedOut(1, "fold"), 1, "the players' entropy comes first",
            "seat 1 may commit, or the dealer may cancel", id="the clock",
        ),
        pytest.param(
            lambda: offered(1), e.DotsTieConfirmed("share"), None, "the players' entropy comes first",
            "seat 1 may commit, or the dealer may cancel", id="a dots tie",
        ),
        pytest.param(
            committed, e.AntesPosted((e.Payment(1, 1),)), None, "the players' entropy comes first",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="antes",
        ),
        pytest.param(
            committed, e.HandCancelled((e.Payment(1, 1),)), None,
            "nothing has been posted, so nothing goes back",
            "seats 1 and 5 may add theirs, or the dealer may cancel", id="a cancelling that returns chips",
        ),
    ],
)  # fmt: skip
def test_what_is_out_of_order_is_refused_with_what_is_due(
    hand: Callable[[], Hand], event: e.Event, seat: int | None, reason: str, legal: str
) -> None:
    error = refusal(hand(), event)
    assert (error.rule, error.seat, error.reason, error.legal) == ("GSD-1", seat, reason, legal)


def test_three_seats_are_listed() -> None:
    assert refusal(offered(1, 2, 5), e.Checked(1)).legal == (
        "seats 1, 2 and 5 may commit, or the dealer may cancel"
    )


def test_a_copy_of_anothers_commitment_cannot_be_opened_with_the_others_entropy() -> None:
    hand = offered(1, 5).play(ANN.committed).play(e.EntropyCommitted(5, ANN.committed.commitment))
    hand = hand.play(ANN.added)
    assert refusal(hand, e.EntropyAdded(5, ANN.octets)).reason == "it is not what they committed to"


def test_a_commitment_to_another_hand_is_worth_nothing_here() -> None:
    elsewhere = attrs.evolve(ANN, hand_id="other")
    hand = offered(1).play(elsewhere.committed)
    assert refusal(hand, elsewhere.added).reason == "it is not what they committed to"


def test_the_deck_cannot_be_sealed_while_entropy_is_missing() -> None:
    for hand in (offered(1, 5), committed(), committed().play(ANN.added)):
        with pytest.raises(IllegalEvent, match="GSD-1: the dealer cannot seal the deck: the players"):
            hand.seal()
        sealed = e.DeckSealed(*Deck.from_seed(SEED, "h").seals())
        assert refusal(hand, sealed).reason == "the players' entropy comes first"


def test_there_is_nothing_to_seal_in_a_hand_that_is_sealed_or_over() -> None:
    cancelled = offered(1).play(e.HandCancelled(()))
    for hand in (complete().seal(), Hand.open(STUD, SEATS, 5, seed=SEED), cancelled):
        with pytest.raises(IllegalEvent, match="the hand does not wait for that"):
            hand.seal()


def test_a_hand_that_waits_for_its_seal_takes_no_event() -> None:
    hand = complete()
    for event in (e.HandCancelled(()), e.Folded(1), e.DeckSealed((), b"")):
        with pytest.raises(IllegalEvent):
            hand.play(event)


# A seat that never opens


@pytest.mark.parametrize("hand", [lambda: offered(1, 5), committed, lambda: committed().play(ANN.added)])
def test_a_hand_whose_entropy_never_comes_can_be_cancelled_on_record(hand: Callable[[], Hand]) -> None:
    waiting = hand()
    over = waiting.play(e.HandCancelled(()))
    assert over.is_over
    assert over.events[len(waiting.events) :] == (
        e.HandCancelled(()),
        e.HandClosed((e.Payment(1, 200), e.Payment(2, 200), e.Payment(5, 200))),
    )
    assert over.state == fold(over.events)
    assert over.state.stacks == {1: 200, 2: 200, 5: 200}
    assert read_log(over.log.to_bytes()).is_finished
    for seat in (1, 2, 5):
        assert over.openings(seat).cards == {}


def test_the_log_of_a_cancelled_hand_shows_who_did_not_open() -> None:
    over = committed().play(ANN.added).play(e.HandCancelled(()))
    due = entropy_due(over.state)
    assert due == (e.EntropyAdded, (5,))


# Times


def test_each_event_has_its_time_and_the_seal_that_of_the_event_before_or_its_own() -> None:
    hand = offered(1, at=10).play(ANN.committed, at=20).play(ANN.added, at=30)
    assert hand.times == (10, 20, 30)
    sealed = hand.seal()
    assert sealed.times == (10, 20, 30) + (30,) * (sealed.entries - 3)
    later = hand.seal(at=40)
    assert later.times == (10, 20, 30) + (40,) * (later.entries - 3)


def test_a_cancelled_hand_is_closed_at_the_time_of_the_cancelling() -> None:
    hand = offered(1, at=10).play(e.HandCancelled(()), at=20)
    assert hand.times == (10, 20, 20)


def test_a_time_is_given_for_every_event_or_for_none() -> None:
    with pytest.raises(SetupError, match="milliseconds"):
        offered(1).play(ANN.committed, at=5)
    with pytest.raises(SetupError, match="milliseconds"):
        offered(1, at=5).play(ANN.committed)
    with pytest.raises(SetupError, match="milliseconds"):
        complete().seal(at=5)
    with pytest.raises(SetupError, match="milliseconds"):
        offered(1, at=5).play(ANN.committed, at=-1)
    with pytest.raises(SetupError, match="milliseconds"):
        offered(1, at=1.5)


# Coming back


def stages() -> list[Hand]:
    hand = offered(1, 5, at=1)
    hands = [hand]
    for event in (ANN.committed, CAT.committed, CAT.added):
        hand = hand.play(event, at=1)
        hands.append(hand)
    return hands


def test_a_hand_on_offer_comes_back_from_its_log_and_goes_on_the_same() -> None:
    whole = complete().seal()
    events = (ANN.committed, CAT.committed, CAT.added, ANN.added)
    for done in range(4):
        back = Hand.resume(Log.of(whole.events[: done + 1]), seed=SEED)
        assert back.state == fold(whole.events[: done + 1])
        for event in events[done:]:
            back = back.play(event)
        assert back.seal().log == whole.log


def test_a_hand_with_times_comes_back_with_them() -> None:
    for hand in stages():
        assert Hand.resume(hand.log, seed=SEED).log == hand.log


def test_a_hand_that_came_back_with_all_entropy_in_is_sealed_and_dealt() -> None:
    assert Hand.resume(complete().log, seed=SEED).log == complete().seal().log


def test_a_cancelled_hand_comes_back_closed_also_when_its_closing_was_not_written() -> None:
    over = committed().play(e.HandCancelled(()))
    assert Hand.resume(over.log, seed=SEED).is_over
    assert Hand.resume(Log.of(over.events[:-1]), seed=SEED).log == over.log


def test_a_sealed_hand_with_entropy_comes_back_with_its_seed_or_its_deck() -> None:
    hand = complete().seal()
    deck = Deck.from_seed(SEED, "h", {1: ANN.octets, 5: CAT.octets})
    assert Hand.resume(hand.log, seed=SEED).log == hand.log
    assert Hand.resume(hand.log, deck=deck).down_cards(2) == hand.down_cards(2)


def test_another_seed_than_the_opening_commits_to_is_refused() -> None:
    for hand in (offered(1), committed(), complete()):
        with pytest.raises(DeckError, match="not the one that the hand's opening commits to"):
            Hand.resume(hand.log, seed=test_seed("another"))
    with pytest.raises(DeckError, match="this one is sealed"):
        Hand.resume(offered(1).log, seed=Seed(SEED.bytes))


def test_a_deck_sealed_from_another_seed_than_was_committed_to_is_refused() -> None:
    other = test_seed("another")
    honest = complete()
    deck = Deck.from_seed(other, "h", dict(honest.state.setup.entropy))
    log = Log.of((*honest.events, e.DeckSealed(*deck.seals())))
    with pytest.raises(DeckError, match="does not give the log's seals"):
        Hand.resume(log, seed=SEED)
    with pytest.raises(DeckError, match="commits to"):
        Hand.resume(log, seed=other)


def test_before_the_seal_no_deck_can_take_the_seeds_place() -> None:
    deck = Deck.from_seed(SEED, "h", {1: ANN.octets, 5: CAT.octets})
    for hand in (committed(), complete()):
        with pytest.raises(SetupError, match="give the seed"):
            Hand.resume(hand.log, deck=deck)


# Offering


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ((3,), "entropy_seats: expected seats of this hand"),
        ((1, 1), "entropy_seats: expected seats of this hand, by number, each once"),
        (("1",), "entropy_seats: expected seats of this hand"),
        ((1, "2"), "entropy_seats: expected seat numbers"),
        (None, "entropy_seats: expected seat numbers, got None"),
    ],
)
def test_seats_that_cannot_add_entropy_are_refused(seats: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Hand.open(STUD, SEATS, 5, seed=SEED, entropy_seats=seats)


def test_without_seats_for_entropy_a_hand_is_dealt_at_once() -> None:
    hand = offered()
    assert hand == Hand.open(STUD, SEATS, 5, seed=SEED, hand_id="h")
    assert hand.state.setup.opening.seed_commitment is None
    assert hand.state.street == 3


def test_a_seat_number_of_more_than_32_bits_cannot_add_entropy() -> None:
    big = 2**32
    seats = {1: ("ann", 200), big: ("bob", 200)}
    with pytest.raises(SetupError, match="a seat that adds entropy is numbered up to 4294967295"):
        Hand.open(STUD, seats, 1, seed=SEED, entropy_seats=[1, big])
    Hand.open(STUD, {1: ("ann", 200), big - 1: ("bob", 200)}, 1, seed=SEED, entropy_seats=[big - 1])


def test_a_hand_needs_a_seed_to_be_offered_and_everything_that_any_hand_needs() -> None:
    with pytest.raises(WrongType, match="seed: expected a Seed"):
        Hand.open(STUD, SEATS, 5, seed=b"x" * 32, entropy_seats=[1])  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="hand_id"):
        Hand.open(STUD, SEATS, 5, seed=SEED, entropy_seats=[1], hand_id="")
    with pytest.raises(SetupError, match="HOUSE-28"):
        Hand.open(STUD, {1: ("ann", 200)}, 5, seed=SEED, entropy_seats=[1])
    with pytest.raises(SetupError, match="Seven-card stud has no dots to tie for"):
        offered(1, dots_tie="share")
    with pytest.raises(SetupError, match="expected share or best_high"):
        Hand.open(DOTS, SEATS, 5, seed=SEED, entropy_seats=[1], dots_tie="split")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"entropy_seats": ()}, "give a commitment of 32 bytes with the seats that add entropy"),
        ({"seed_commitment": None}, "give a commitment of 32 bytes with the seats that add entropy"),
        ({"entropy_seats": (5, 1)}, "by number, each once"),
        ({"entropy_seats": (1, 3)}, "expected seats of this hand"),
        ({"deck": "unsealed"}, "an unsealed hand takes no entropy"),
    ],
)
def test_an_opening_that_names_seats_and_seed_wrongly_is_refused(changes: Any, message: str) -> None:
    opening = attrs.evolve(offered(1, 5).state.setup.opening, **changes)
    with pytest.raises(IllegalEvent, match=message):
        check(None, opening)


# What a player's program holds


def test_a_players_entropy_commits_and_opens_for_one_hand_and_seat() -> None:
    mine = Entropy.random("h", 5)
    assert len(mine.octets) == 32
    assert mine.committed == e.EntropyCommitted(5, entropy_commitment("h", 5, mine.octets))
    assert mine.added == e.EntropyAdded(5, mine.octets)
    assert Entropy.random("h", 5) != mine


def test_a_players_entropy_does_not_show() -> None:
    assert repr(ANN) == "Entropy('h', seat 1, secret)"


def test_what_is_no_entropy_is_refused() -> None:
    with pytest.raises(DeckError, match="entropy: expected 32 bytes, got 31"):
        Entropy("h", 1, b"a" * 31)
    with pytest.raises(DeckError, match="a seat is a number from 1 on"):
        Entropy("h", 0, b"a" * 32)
    with pytest.raises(NotationError, match="a hand's id"):
        Entropy("", 1, b"a" * 32)


# Any order


@given(st.data())
def test_whatever_order_players_try_the_hand_is_always_in_one_of_three_states(data: st.DataObject) -> None:
    seats = data.draw(st.lists(st.sampled_from([1, 2, 5]), min_size=1, unique=True))
    all_of = {1: ANN, 2: BOB, 5: CAT}
    hand = offered(*seats)
    for _ in range(12):
        if not isinstance(hand.turn, Decision):
            break
        assert list(hand.turn) == [e.HandCancelled(())]
        entropy = all_of[data.draw(st.sampled_from([1, 2, 5]))]
        event = data.draw(st.sampled_from([entropy.committed, entropy.added]))
        due = entropy_due(hand.state)
        assert due is not None
        if type(event) is due[0] and event.seat in due[1]:
            assert evolve(hand.state, event) == hand.play(event).state
            hand = hand.play(event)
        else:
            refusal(hand, event)
        assert turn(hand.state).__class__ is hand.turn.__class__
    if not isinstance(hand.turn, Decision):
        expected = Deck.from_seed(SEED, "h", {seat: all_of[seat].octets for seat in seats})
        first = hand.seal().down_cards(1)[0]
        assert isinstance(first, Card)
        assert first is expected.cards[0]

"""Openings: what a seat may know beyond the log, its file, and how it is held against a log."""

from __future__ import annotations

import os
import pickle
import stat
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grocerydots import events as e
from grocerydots.cards import CARDS, Card, Suit
from grocerydots.deck import Deck, Seed, seal_of
from grocerydots.errors import DeckError, NotationError, UnknownSeat, WrongType
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.proofs.openings import Openings
from grocerydots.rules import presets
from grocerydots.testing import hands, play_out, test_seed

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEATS = {1: ("ann", 200), 2: ("bob", 200), 4: ("cat", 200)}
SALT = bytes(16)


def opened(hand_id: str = "hand-1", **more: Any) -> Hand:
    """A sealed hand of Grocery Store Dots on third street; the first cards go to seats 1, 2 and 4."""
    source = more or {"seed": test_seed("openings")}
    return Hand.open(DOTS, SEATS, 4, hand_id=hand_id, dots_tie="share", **source)


def unsealed() -> Hand:
    """An unsealed hand of stud: ann has 2c 5c, bob 3c 6c, cat 4c 7c face down."""
    deck = Deck(tuple(card for suit in Suit for card in CARDS if card.suit is suit))
    return Hand.open(STUD, SEATS, 4, deck=deck, hand_id="live")


def changed(openings: Openings, at: int = 0, **fields: Any) -> Openings:
    """The openings with one of them changed."""
    rows = list(openings.openings)
    rows[at] = rows[at]._replace(**fields)
    return attrs.evolve(openings, openings=rows)


def with_event(log: Log, entry: int, event: e.Event) -> Log:
    return Log.of((*log.events[:entry], event, *log.events[entry + 1 :]))


# What they hold


def test_a_seats_openings_are_its_down_cards_with_their_positions_and_salts() -> None:
    hand = opened()
    deck = Deck.from_seed(test_seed("openings"), "hand-1")
    openings = hand.openings(2)
    assert (openings.hand_id, openings.seat) == ("hand-1", 2)
    assert openings.openings == tuple(e.Opening(at, *deck.opening(at)) for at in (1, 4))
    assert tuple(openings.cards.values()) == hand.down_cards(2)


def test_openings_grow_with_the_seventh_card_and_are_there_when_the_hand_is_over() -> None:
    hand = play_out(opened())
    openings = hand.openings(4)
    assert hand.is_over
    assert len(openings.openings) == 3
    assert set(openings.cards.values()) == set(hand.down_cards(4))
    assert openings.verify(hand.log).is_proved


def test_a_folded_hand_keeps_its_openings() -> None:
    hand = opened()
    assert hand.decision is not None
    opener = hand.decision.seat
    assert opener is not None
    hand = hand.play(hand.decision.bring_in())
    assert hand.decision is not None
    folder = hand.decision.seat
    assert folder is not None
    folded = play_out(hand.play(hand.decision.fold()))
    assert folded.openings(folder) == hand.openings(folder)
    assert folded.openings(folder).verify(folded.log)


def test_before_the_first_card_there_is_nothing_to_open() -> None:
    hand = Hand.open(DOTS, SEATS, 4, seed=test_seed(1))
    assert hand.openings(1).openings == ()
    assert hand.openings(1).cards == {}


def test_a_card_that_the_deck_does_not_know_is_not_opened() -> None:
    hand = Hand.open(STUD, SEATS, 4, deck=Deck.stacked("2c 3c 4c ?? 6c 7c 8c 9c Tc"))
    assert hand.down_cards(1) == (Card("2c"), None)
    assert hand.openings(1).cards == {0: Card("2c")}


@pytest.mark.parametrize("seat", [0, 3, -1, pytest.param(10**400, id="huge")])
def test_nobody_in_a_seat_is_said(seat: int) -> None:
    for ask in (opened().openings, opened().down_cards):
        with pytest.raises(UnknownSeat, match="nobody sits in seat"):
            ask(seat)


@pytest.mark.parametrize("seat", [None, True, "1", 1.0])
def test_a_seat_is_a_number(seat: Any) -> None:
    for ask in (opened().openings, opened().down_cards):
        with pytest.raises(WrongType, match="seat: expected an int"):
            ask(seat)


def test_openings_stand_by_position_however_they_are_given() -> None:
    rows = [e.Opening(9, Card("As")), e.Opening(2, Card("Kd"))]
    assert [row.position for row in Openings("h", 1, tuple(rows)).openings] == [2, 9]
    assert Openings("h", 1, tuple(rows)) == Openings("h", 1, tuple(reversed(rows)))


def test_no_card_shows_in_a_repr() -> None:
    openings = opened().openings(1)
    assert repr(openings) == "Openings('hand-1', seat 1, 2 cards)"


def test_openings_can_be_pickled() -> None:
    openings = opened().openings(1)
    assert pickle.loads(pickle.dumps(openings)) == openings


@pytest.mark.parametrize(
    ("hand_id", "seat", "rows", "message"),
    [
        ("h", -1, (), "of a seat"),
        ("h", 2**53, (), "of a seat"),
        ("h", 1, [e.Opening(52, Card("As"))], "0 to 51"),
        ("h", 1, [e.Opening(0, Card("As"), b"x")], "16 bytes"),
        ("h", 1, [e.Opening(0, Card("As")), e.Opening(0, Card("Ks"))], "twice"),
        ("h", 1, [e.Opening(0, Card("As")), e.Opening(1, Card("As"))], "twice"),
    ],
)
def test_wrong_openings_are_refused(hand_id: str, seat: int, rows: list[e.Opening], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        Openings(hand_id, seat, rows)


@pytest.mark.parametrize("wrong", [(True, Card("As")), (0, "As"), (0, Card("As"), "x" * 16)])
def test_an_opening_has_position_card_and_salt(wrong: tuple[Any, ...]) -> None:
    with pytest.raises(WrongType, match=r"^(position|card|salt): expected "):
        Openings("h", 1, [e.Opening(*wrong)])


# Against a log


def test_openings_of_a_test_hand_are_proved_and_said_to_be_no_secret() -> None:
    hand = opened()
    check = hand.openings(1).verify(hand.log)
    assert check
    assert check.fits
    assert check.opened == (0, 3)
    assert (
        str(check) == "2 cards of seat 1: proved by the seals; it is a test deck, whose cards are not secret"
    )


def test_openings_of_a_sealed_hand_are_proved() -> None:
    hand = opened(seed=Seed.random())
    check = hand.openings(1).verify(hand.log)
    assert check.is_proved
    assert str(check) == "2 cards of seat 1: proved by the seals"


def test_openings_of_an_unsealed_hand_fit_and_nothing_proves_them() -> None:
    hand = unsealed()
    check = hand.openings(1).verify(hand.log)
    assert check.fits
    assert not check
    assert not check.is_proved
    assert "or proves them: it has no seals" in str(check)


def test_cards_dealt_later_than_the_openings_were_taken_are_missing() -> None:
    hand = opened()
    later = play_out(hand)
    check = hand.openings(1).verify(later.log)
    assert check.is_proved
    assert check.missing == tuple(sorted(set(later.openings(1).cards) - {0, 3}))
    assert len(check.missing) == 1


def test_openings_of_another_hand_are_said_to_be_so_and_nothing_else() -> None:
    check = opened("hand-2").openings(1).verify(opened().log)
    assert [mismatch.kind for mismatch in check.mismatches] == ["hand"]
    assert str(check) == "the openings are of hand hand-2, the log is of hand hand-1"
    assert check.mismatches[0].entry == 0


def test_openings_of_a_seat_that_is_not_in_the_log_are_said_to_be_so() -> None:
    hand = opened()
    check = attrs.evolve(hand.openings(1), seat=3).verify(hand.log)
    assert [mismatch.kind for mismatch in check.mismatches] == ["seat"]
    assert str(check) == "nobody sits in seat 3 in the log"


def test_another_card_does_not_give_the_seal() -> None:
    hand = opened()
    kept = hand.openings(1)
    other = next(c for c in Deck.from_seed(test_seed("openings"), "hand-1").cards[40:] if c is not None)
    check = changed(kept, 1, card=other).verify(hand.log)
    assert not check.fits
    assert [(m.kind, m.position, m.entry) for m in check.mismatches] == [("seal", 3, 2)]
    assert str(check) == f"{other} with this salt does not give the seal of position 3 in entry 2"
    assert str(check.mismatches[0]) == str(check)


def test_another_salt_does_not_give_the_seal() -> None:
    hand = opened()
    check = changed(hand.openings(1), salt=SALT).verify(hand.log)
    assert [(m.kind, m.position) for m in check.mismatches] == [("seal", 0)]


def test_an_opening_without_its_salt_proves_nothing_in_a_sealed_hand() -> None:
    hand = opened()
    check = changed(hand.openings(1), salt=None).verify(hand.log)
    assert [(m.kind, m.position) for m in check.mismatches] == [("salt", 0)]
    assert "no salt" in str(check)


def test_a_salt_without_seals_is_said() -> None:
    hand = unsealed()
    check = changed(hand.openings(1), salt=SALT).verify(hand.log)
    assert [(m.kind, m.position) for m in check.mismatches] == [("salt", 0)]
    assert "the log has no seals" in str(check)


def test_a_card_of_another_seat_is_named_with_its_owner() -> None:
    hand = unsealed()
    stolen = attrs.evolve(hand.openings(2), seat=1)
    check = stolen.verify(hand.log)
    assert [(m.kind, m.position, m.entry) for m in check.mismatches] == [
        ("position", 1, 2),
        ("position", 4, 2),
    ]
    assert "position 1 is no down card of seat 1: it was dealt down to seat 2 in entry 2" in str(check)
    assert check.missing == (0, 3)


@pytest.mark.parametrize(
    ("position", "fate"),
    [
        (6, "it was dealt up to seat 1 in entry 2"),
        (9, "it was burned in entry"),
        (10, "it was dealt up to seat 1 in entry"),
        (50, "it was not dealt in this log"),
    ],
)
def test_a_position_that_is_no_down_card_is_named_with_what_became_of_it(position: int, fate: str) -> None:
    hand = play_out(unsealed(), until=lambda hand: hand.state.street == 5)
    opening = e.Opening(position, Card("As"))
    check = Openings("live", 1, (opening,)).verify(hand.log)
    assert check.mismatches[0].kind == "position"
    assert fate in str(check)


def test_a_store_card_is_no_down_card() -> None:
    hand = play_out(opened(), until=lambda hand: hand.state.store is not None)
    position = next(event for event in hand.events if isinstance(event, e.StoreOpened)).cards[0].position
    check = Openings("hand-1", 1, (e.Opening(position, Card("As")),)).verify(hand.log)
    assert "it was turned up in entry" in str(check)


def test_an_opening_that_the_showdown_contradicts_is_found() -> None:
    hand = play_out(unsealed())
    kept = hand.openings(1)
    check = changed(kept, card=Card("As")).verify(hand.log)
    assert [(m.kind, m.position) for m in check.mismatches] == [("card", 0)]
    assert "position 0 was opened as As, and turned up as 2c in entry" in str(check)


def test_a_card_that_was_turned_up_somewhere_else_is_found() -> None:
    hand = unsealed()
    check = changed(hand.openings(1), card=Card("8c")).verify(hand.log)
    assert [(m.kind, m.position, m.entry) for m in check.mismatches] == [("twice", 0, 2)]
    assert "8c was opened at position 0, and turned up at 6 in entry 2" in str(check)


def test_a_deck_that_was_sealed_with_a_card_twice_is_found_though_every_seal_fits() -> None:
    hand = opened()
    sealed, dealt = hand.events[2], hand.events[4]
    assert isinstance(sealed, e.DeckSealed)
    assert isinstance(dealt, e.CardsDealt)
    up = next(row for row in dealt.cards if row.card is not None)
    assert up.card is not None
    kept = hand.openings(1)
    salt = kept.openings[0].salt
    assert salt is not None
    seals = (seal_of("hand-1", 0, up.card, salt), *sealed.seals[1:])
    log = with_event(hand.log, 2, attrs.evolve(sealed, seals=seals))
    check = changed(kept, card=up.card).verify(log)
    assert [(m.kind, m.position, m.entry) for m in check.mismatches] == [("twice", 0, 4)]


def test_cards_of_a_sealed_hand_that_was_never_sealed_are_not_proved() -> None:
    hand = opened()
    log = Log.of((*hand.events[:2], *hand.events[3:]))
    check = hand.openings(1).verify(log)
    assert [mismatch.kind for mismatch in check.mismatches] == ["seal", "seal"]
    assert "not sealed yet" in str(check)


def test_a_second_sealing_changes_nothing() -> None:
    hand = opened()
    other = opened("hand-2")
    log = Log.of((*hand.events, other.events[2]))
    assert hand.openings(1).verify(log).is_proved


def test_one_card_is_counted_as_one() -> None:
    hand = opened()
    kept = hand.openings(1)
    check = attrs.evolve(kept, openings=kept.openings[:1]).verify(hand.log)
    assert str(check).startswith("1 card of seat 1:")
    assert check.missing == (3,)


@given(hands(sealed=True, finished=False), st.data())
def test_every_seats_openings_are_proved_by_the_log_of_any_hand(hand: Hand, data: st.DataObject) -> None:
    if hand.entries < 2:
        return
    for seat in hand.state.setup.order:
        openings = hand.openings(seat)
        check = openings.verify(hand.log)
        assert bool(check) == bool(openings.openings)
        assert check.fits
        assert Openings.from_bytes(openings.to_bytes()) == openings
        if openings.openings:
            at = data.draw(st.integers(0, len(openings.openings) - 1))
            assert not changed(openings, at, salt=SALT).verify(hand.log).fits


# Files


def test_a_file_is_one_line_of_canonical_json() -> None:
    rows = (e.Opening(3, Card("Kd"), bytes(range(16))), e.Opening(0, Card("As")))
    assert Openings("hand-1", 2, rows).to_bytes() == (
        b'{"format":"grocerydots-openings","hand_id":"hand-1","openings":'
        b'[[0,"As",null],[3,"Kd","000102030405060708090a0b0c0d0e0f"]],"seat":2,"version":1}\n'
    )


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    openings = opened().openings(1)
    openings.write(tmp_path / "ann.json")
    assert Openings.read(tmp_path / "ann.json") == openings
    assert Openings.read(str(tmp_path / "ann.json")) == openings


def test_a_file_is_readable_by_its_owner_alone_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "ann.json"
    path.write_bytes(b"an older one")
    path.chmod(0o644)
    opened().openings(1).write(path)
    assert list(tmp_path.iterdir()) == [path]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "ann.json").mkdir()
    with pytest.raises(OSError, match=r"ann\.json"):
        opened().openings(1).write(tmp_path / "ann.json")
    assert [path.name for path in tmp_path.iterdir()] == ["ann.json"]


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Openings.read(tmp_path / "none.json")


def test_of_a_huge_file_no_more_is_read_than_openings_can_have(tmp_path: Path) -> None:
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(1 << 34)
    with pytest.raises(NotationError, match="longer than 4096 bytes"):
        Openings.read(path)


def test_the_openings_of_a_whole_deck_fit_in_a_file() -> None:
    deck = Deck.from_seed(test_seed(1), "h" * 64)
    rows = tuple(e.Opening(at, *deck.opening(at)) for at in range(52))
    openings = Openings("h" * 64, 2**53 - 1, rows)
    assert Openings.from_bytes(openings.to_bytes()) == openings


GOOD = Openings("hand-1", 2, (e.Opening(0, Card("As"), SALT), e.Opening(3, Card("Kd")))).to_bytes()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"}\n", b"}", r"the file stops within its line"),
        (b"}\n", b"}\r\n", r"not canonical from byte"),
        (b"}\n", b"}\n\n", r"not canonical from byte"),
        (b"}\n", b"\n", r"no JSON: .* at character"),
        (b"hand-1", b"hand\xff1", r"byte \d+ is not UTF-8"),
        (GOOD, b"", r"the file stops"),
        (GOOD, b"\n", r"no JSON"),
        (GOOD, b"[]\n", r"expected an object, got \[\]"),
        (GOOD, b"null\n", r"expected an object, got null"),
        (GOOD, b"\xef\xbb\xbf" + GOOD, r"no JSON"),
        (GOOD, GOOD + GOOD, r"no JSON: Extra data"),
        (GOOD, b"[" * 3000 + b"\n", "arrays and objects are nested too deeply"),
        (GOOD, b'{"version":' + b"9" * 4000 + b"}\n", r"format: expected"),
        (b'"version":1', b'"version":' + b"9" * 3000, r"version: it is a number of more than 30 digits"),
        (b"grocerydots-openings", b"grocerydots-receipt", r"format: expected .*, got 'grocerydots-receipt'"),
        (b'"format":"grocerydots-openings",', b"", r"format: expected .*, got null"),
        (b'"version":1', b'"version":2', r"version: it is 2; this library reads up to 1"),
        (b'"version":1', b'"version":0', r"version: expected 1, got 0"),
        (b'"version":1', b'"version":true', r"version: expected 1, got true"),
        (b'"version":1', b'"version":"1"', r"version: expected 1, got '1'"),
        (b'"seat":2', b'"seat":-1', r"seat: expected a seat number"),
        (b'"seat":2', b'"seat":2.0', r"seat: expected a seat number"),
        (b'"seat":2', b'"seat":NaN', r"seat: expected a seat number"),
        (b'"seat":2', b'"seat":"2"', r"seat: expected a seat number"),
        (b'"seat":2', b'"seat":-0', r"not canonical from byte"),
        (b'"seat":2', b'"seat":3,"seat":2', r"not canonical from byte"),
        (b'"seat":2', b'"chair":2', r"seat: the field is missing"),
        (b'"seat":2', b'"player":"x","seat":2', r"player: there is no such field here"),
        (b'"hand_id":"hand-1"', b'"hand_id":""', r"hand_id: expected 1 to 64 of"),
        (b'"hand_id":"hand-1"', b'"hand_id":"\\u0068and-1"', r"not canonical from byte"),
        (b'[[0,"As"', b'[[0,"as"', r"openings\[0\]\[1\]: expected a card"),
        (b'[[0,"As"', b'[[52,"As"', r"openings\[0\]\[0\]: expected a position"),
        (b'[3,"Kd",null]', b'[3,"Kd"]', r"openings\[1\]: expected \[position, card, salt\]"),
        (b'[3,"Kd",null]', b'[3,"Kd","00"]', r"openings\[1\]\[2\]: expected 32 lower-case hex"),
        (b'[3,"Kd",null]', b'[3,"As",null]', r"a position or a card is opened twice"),
        (b'[3,"Kd",null]', b'[0,"Kd",null]', r"a position or a card is opened twice"),
        (b'[[0,"As"', b'[[4,"As"', r"not canonical from byte"),
        (b'"openings":[', b'"openings": [', r"not canonical from byte"),
        (b'"openings":[', b'"openings":{}, "x":[', r"there is no such field|expected an array"),
    ],
)
def test_a_file_that_is_not_as_it_is_written_is_refused_naming_the_place(
    old: bytes, new: bytes, message: str
) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(NotationError, match=f"^openings: {message}|^openings: .*{message}"):
        Openings.from_bytes(GOOD.replace(old, new))


@given(st.data())
def test_a_file_with_one_byte_changed_is_refused_or_says_something_else(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(GOOD) - 1))
    byte = data.draw(st.integers(0, 255))
    content = GOOD[:at] + bytes([byte]) + GOOD[at + 1 :]
    try:
        found = Openings.from_bytes(content)
    except NotationError:
        return
    assert found.to_bytes() == content


@given(st.one_of(st.binary(max_size=200), st.text().map(str.encode)).map(lambda content: content + b"\n"))
def test_whatever_is_read_gives_an_error_of_ours(content: bytes) -> None:
    with pytest.raises(NotationError):
        Openings.from_bytes(content)

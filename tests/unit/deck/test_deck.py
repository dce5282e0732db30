"""The sealed deck: the documented scheme, its vectors, and what a deck refuses."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypedDict, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grocerydots.testing
from grocerydots.cards import CARD_OF, CARDS, Card
from grocerydots.deck import (
    SCHEME,
    Deck,
    DeckKind,
    Seed,
    entropy_commitment,
    order_seal_of,
    seal_of,
)
from grocerydots.deck.scheme import drawn
from grocerydots.errors import DeckError, NotationError, SetupError
from grocerydots.testing import test_seed

ROOT = Path(__file__).resolve().parents[3]
SECRET = bytes(range(32))
SEED = Seed(SECRET)
TEST_SEED = test_seed("tests of the deck")
SEALED = Deck.from_seed(SEED, "hand-1")
SALT = bytes(16)


# The scheme once more, written from docs/reference/deck.md alone. It shares no code with the package.


class AddedEntropy(TypedDict):
    seat: int
    bytes: str
    commitment: str


class Rejected(TypedDict):
    n: int
    word: int


class HandVector(TypedDict):
    about: str
    seed: str
    seed_commitment: str
    hand_id: str
    entropy: list[AddedEntropy]
    key: str
    shuffle: list[int]
    shuffle_rejected: list[Rejected]
    deck: str
    reshuffle: list[int]
    reshuffle_rejected: list[Rejected]
    order_salt: str
    order_seal: str
    salts: list[str]
    seals: list[str]


class UniformVector(TypedDict):
    n: int
    words: list[int]
    results: list[int]


class SeedVector(TypedDict):
    kind: str
    name: str
    seed: str


class Vectors(TypedDict):
    scheme: str
    test_seeds: list[SeedVector]
    uniform: list[UniformVector]
    hands: list[HandVector]


VECTORS: Vectors = json.loads((ROOT / "docs/reference/vectors/gsd-deck-1.json").read_text(encoding="utf-8"))


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def lp(value: bytes | str) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return u32(len(raw)) + raw


def hash_of(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def draw(words: Iterator[int], n: int, rejected: list[Rejected]) -> int:
    while (word := next(words)) >= 2**32 // n * n:
        rejected.append({"n": n, "word": word})
    return word % n


class DocumentedHand:
    """A hand's deck as the reference page says."""

    def __init__(self, seed: bytes, hand_id: str, entropy: Mapping[int, bytes]) -> None:
        self.hand_id = hand_id
        added = [u32(seat) + lp(entropy[seat]) for seat in sorted(entropy)]
        self.key = self.mac(seed, self.domain("key"), *added)

    def domain(self, purpose: str) -> bytes:
        return lp("gsd-deck/1") + lp(purpose) + lp(self.hand_id)

    def mac(self, key: bytes, *parts: bytes) -> bytes:
        return hmac.new(key, b"".join(parts), hashlib.sha256).digest()

    def words(self, purpose: str) -> Iterator[int]:
        block = 0
        while True:
            octets = self.mac(self.key, self.domain(purpose), u32(block))
            yield from (int.from_bytes(octets[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    def order(self, purpose: str) -> tuple[list[int], list[Rejected]]:
        words, order, rejected = self.words(purpose), list(range(52)), list[Rejected]()
        for i in range(51, 0, -1):
            j = draw(words, i + 1, rejected)
            order[i], order[j] = order[j], order[i]
        return order, rejected

    def salt(self, purpose: str, position: int) -> bytes:
        return self.mac(self.key, self.domain(purpose), u32(position))[:16]


def documented(vector: HandVector) -> HandVector:
    """Work out every field of a vector from its seed, hand id and entropy."""
    entropy = {added["seat"]: bytes.fromhex(added["bytes"]) for added in vector["entropy"]}
    hand = DocumentedHand(bytes.fromhex(vector["seed"]), vector["hand_id"], entropy)
    shuffle, shuffle_rejected = hand.order("shuffle")
    reshuffle, reshuffle_rejected = hand.order("reshuffle")
    cards = ["23456789TJQKA"[index // 4] + "cdhs"[index % 4] for index in shuffle]
    salts = [hand.salt("salt", position) for position in range(52)]
    order_salt = hand.salt("order-salt", 0)
    start = hand.domain("seal")
    return {
        **vector,
        "seed_commitment": hash_of(bytes.fromhex(vector["seed"])),
        "entropy": [
            {
                "seat": seat,
                "bytes": added.hex(),
                "commitment": hash_of(hand.domain("entropy"), u32(seat), lp(added)),
            }
            for seat, added in entropy.items()
        ],
        "key": hand.key.hex(),
        "shuffle": shuffle,
        "shuffle_rejected": shuffle_rejected,
        "deck": " ".join(cards),
        "reshuffle": reshuffle,
        "reshuffle_rejected": reshuffle_rejected,
        "salts": [salt.hex() for salt in salts],
        "seals": [hash_of(start, u32(p), lp(card), lp(salts[p])) for p, card in enumerate(cards)],
        "order_salt": order_salt.hex(),
        "order_seal": hash_of(hand.domain("order-seal"), lp(bytes(reshuffle)), lp(order_salt)),
    }


def of_vector(vector: HandVector) -> Deck:
    entropy = {added["seat"]: bytes.fromhex(added["bytes"]) for added in vector["entropy"]}
    return Deck.from_seed(Seed.from_hex(vector["seed"]), vector["hand_id"], entropy)


each_hand = pytest.mark.parametrize("vector", VECTORS["hands"], ids=lambda vector: vector["about"])


@each_hand
def test_the_vectors_follow_from_the_document(vector: HandVector) -> None:
    assert documented(vector) == vector


@each_hand
def test_the_deck_of_a_seed_is_the_vectors(vector: HandVector) -> None:
    deck = of_vector(vector)
    seals, order_seal = deck.seals()
    assert deck.salts is not None
    assert deck.order_salt is not None
    assert " ".join(deck.card(position).text for position in range(52)) == vector["deck"]
    assert [CARDS[index] for index in vector["shuffle"]] == list(deck.cards)
    assert list(deck.order or ()) == vector["reshuffle"]
    assert [salt.hex() for salt in deck.salts] == vector["salts"]
    assert deck.order_salt.hex() == vector["order_salt"]
    assert [seal.hex() for seal in seals] == vector["seals"]
    assert order_seal.hex() == vector["order_seal"]


@each_hand
def test_commitments_are_the_vectors(vector: HandVector) -> None:
    assert Seed.from_hex(vector["seed"]).commitment.hex() == vector["seed_commitment"]
    for added in vector["entropy"]:
        commitment = entropy_commitment(vector["hand_id"], added["seat"], bytes.fromhex(added["bytes"]))
        assert commitment.hex() == added["commitment"]


def test_the_vectors_hold_a_rejected_word_in_each_kind_of_shuffle() -> None:
    assert any(vector["shuffle_rejected"] for vector in VECTORS["hands"])
    assert any(vector["reshuffle_rejected"] for vector in VECTORS["hands"])


@pytest.mark.parametrize("vector", VECTORS["uniform"], ids=lambda vector: f"draw({vector['n']})")
def test_draws_of_the_document_are_the_vectors(vector: UniformVector) -> None:
    words = iter([*vector["words"], 0])
    assert [draw(words, vector["n"], []) for _ in vector["results"]] == vector["results"]
    assert draw(words, vector["n"], []) == 0  # the word added last: those left before it are all rejected


def test_the_first_word_that_favours_small_results_is_rejected_in_every_draw() -> None:
    # The greatest word that counts, behind the first that does not, where there is one in 32 bits.
    limits = [2**32 // n * n for n in range(52, 1, -1)]
    words = [word for limit in limits for word in (limit, limit - 1) if word < 2**32]
    rest, order = iter(words), list(range(52))
    for i in range(51, 0, -1):
        j = draw(rest, i + 1, [])
        order[i], order[j] = order[j], order[i]
    assert drawn(iter(words)) == tuple(order) == tuple(range(52))  # each draws the place itself
    assert len(words) == 51 + 51 - 5  # 2, 4, 8, 16 and 32 divide evenly


@pytest.mark.parametrize(
    "vector", VECTORS["test_seeds"], ids=lambda vector: f"{vector['kind']} {vector['name']}"
)
def test_test_seeds_are_the_vectors(vector: SeedVector) -> None:
    label = lp("gsd-deck/1") + lp("test-seed") + lp(vector["kind"]) + lp(vector["name"])
    seed = test_seed(int(vector["name"]) if vector["kind"] == "number" else vector["name"])
    assert seed.hex() == vector["seed"] == hash_of(label)
    assert seed.is_test


@given(
    st.binary(min_size=32, max_size=32),
    st.from_regex(r"[A-Za-z0-9._-]{1,64}", fullmatch=True),
    st.dictionaries(st.integers(1, 2**32 - 1), st.binary(min_size=32, max_size=32), max_size=8),
)
def test_any_deck_is_as_documented(secret: bytes, hand_id: str, entropy: dict[int, bytes]) -> None:
    deck = Deck.from_seed(Seed(secret), hand_id, entropy)
    hand = DocumentedHand(secret, hand_id, entropy)
    assert [card.index for card in deck.cards if card] == hand.order("shuffle")[0]
    assert list(deck.order or ()) == hand.order("reshuffle")[0]
    assert deck.salts == tuple(hand.salt("salt", position) for position in range(52))
    assert deck.order_salt == hand.salt("order-salt", 0)


# The shuffle


def test_the_same_arguments_give_the_same_deck_whatever_the_hash_seed() -> None:
    program = (
        "from grocerydots.deck import Deck, Seed\n"
        "deck = Deck.from_seed(Seed(bytes(range(32))), 'hand-1', {9: bytes(32), 2: bytes(32)})\n"
        "seals, order = deck.seals()\n"
        "print(b''.join(seals).hex(), order.hex())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4294967295")
    }
    assert len(outputs) == 1


def chi_square(orders: list[tuple[int, ...]]) -> float:
    """Pearson's statistic of which value stands where; 51 × 51 degrees of freedom."""
    counts = [[0] * 52 for _ in range(52)]
    for order in orders:
        for place, value in enumerate(order):
            counts[place][value] += 1
    expected = len(orders) / 52
    return sum((seen - expected) ** 2 / expected for row in counts for seen in row)


# The mean is 51 by 51 = 2601, the standard deviation 72: five of them to both sides.
LIKELY = range(2601 - 5 * 72, 2601 + 5 * 72)


@pytest.fixture(scope="module")
def many() -> list[Deck]:
    return [Deck.from_seed(test_seed(number), "uniform") for number in range(3000)]


def shuffle_of(deck: Deck) -> tuple[int, ...]:
    return tuple(card.index for card in deck.cards if card)


def test_every_card_comes_equally_often_at_every_position(many: list[Deck]) -> None:
    assert int(chi_square([shuffle_of(deck) for deck in many])) in LIKELY


def test_every_position_comes_equally_often_at_every_place_of_a_reshuffle(many: list[Deck]) -> None:
    assert int(chi_square([deck.order or () for deck in many])) in LIKELY


def test_every_card_comes_equally_often_at_every_place_after_a_reshuffle(many: list[Deck]) -> None:
    # Were the two orders the same, or one the other undone, cards would fall on their own index too often.
    reshuffled = [tuple(map(shuffle_of(deck).__getitem__, deck.order or ())) for deck in many]
    assert int(chi_square(reshuffled)) in LIKELY


def test_cards_next_to_each_other_are_independent(many: list[Deck]) -> None:
    shuffles = [shuffle_of(deck) for deck in many]
    steps = [(after - card) % 52 for order in shuffles for card, after in pairwise(order)]
    counts = [steps.count(size) for size in range(1, 52)]
    expected = len(steps) / 51
    assert sum((seen - expected) ** 2 / expected for seen in counts) < 50 + 5 * 10  # mean and deviation


@pytest.mark.parametrize(
    "other",
    [
        Deck.from_seed(SEED, "hand-2"),
        Deck.from_seed(Seed(bytes(31) + b"\1"), "hand-1"),
        Deck.from_seed(SEED, "hand-1", {1: bytes(32)}),
        Deck.from_seed(SEED, "hand-1", {2: bytes(32)}),
        Deck.from_seed(SEED, "hand-1", {1: bytes(31) + b"\1"}),
        Deck.from_seed(SEED, "hand-1", {1: bytes(32), 2: bytes(32)}),
    ],
    ids=["hand", "seed", "some entropy", "its seat", "its bytes", "another seat's"],
)
def test_everything_of_a_deck_depends_on(other: Deck) -> None:
    assert other.cards != SEALED.cards
    assert other.order != SEALED.order
    assert other.order_salt != SEALED.order_salt
    assert not {*(other.salts or ())} & {*(SEALED.salts or ())}
    assert not {*other.seals()[0]} & {*SEALED.seals()[0]}


def test_the_seat_order_in_which_entropy_is_given_does_not_matter() -> None:
    one, two = bytes(32), bytes([1]) * 32
    assert Deck.from_seed(SEED, "h", {10: one, 9: two}) == Deck.from_seed(SEED, "h", {9: two, 10: one})
    assert Deck.from_seed(SEED, "h", {}) == Deck.from_seed(SEED, "h")


# Seals


def test_each_opening_fits_its_seal_and_no_other() -> None:
    seals, order_seal = SEALED.seals()
    for position in range(52):
        card, salt = SEALED.opening(position)
        assert salt is not None
        assert seal_of("hand-1", position, card, salt) == seals[position]
    assert order_seal_of("hand-1", SEALED.order or (), SEALED.order_salt or b"") == order_seal
    assert len({*seals, order_seal}) == 53


def test_a_seal_depends_on_hand_position_card_and_salt() -> None:
    seals = {
        seal_of(hand_id, position, card, salt)
        for hand_id in ("hand-1", "hand-2")
        for position in range(52)
        for card in CARDS
        for salt in (SALT, bytes(15) + b"\1")
    }
    assert len(seals) == 2 * 52 * 52 * 2


def test_an_order_seal_depends_on_hand_order_and_salt() -> None:
    orders = (tuple(range(52)), tuple(range(51, -1, -1)))
    seals = {
        order_seal_of(hand, order, salt)
        for hand in ("a", "b")
        for order in orders
        for salt in (SALT, b"1" * 16)
    }
    assert len(seals) == 8


def test_an_entropy_commitment_cannot_be_copied_to_another_seat_or_hand() -> None:
    commitments = {entropy_commitment(hand, seat, SECRET) for hand in ("a", "b") for seat in (1, 2)}
    assert len(commitments) == 4


def test_seals_are_worked_out_once() -> None:
    deck = Deck.from_seed(SEED, "hand-1")
    assert deck.seals() is deck.seals()


# Seeds


def test_random_seeds_are_different_and_no_test_seeds() -> None:
    seeds = [Seed.random() for _ in range(20)]
    assert len(set(seeds)) == 20
    assert not any(seed.is_test for seed in seeds)


def test_a_seed_never_shows_its_secret() -> None:
    assert repr(SEED) == str(SEED) == f"{SEED}" == "Seed(secret)"
    assert SEED.hex() not in repr(Deck.from_seed(SEED, "hand-1"))


def test_a_seed_is_read_back_from_its_hex() -> None:
    assert Seed.from_hex(SEED.hex()) == SEED == Seed.from_hex(SEED.hex().upper())
    assert Seed.from_hex(SEED.hex()).bytes == SECRET


def test_seeds_are_equal_by_their_bytes_and_by_being_for_tests() -> None:
    assert Seed(SECRET) == Seed(bytes(range(32)))
    assert hash(Seed(SECRET)) == hash(Seed(bytes(range(32))))
    assert Seed(SECRET) != Seed(SECRET, is_test=True)
    assert Seed(SECRET) != Seed(bytes(32))
    assert SEED != SECRET


def test_a_seed_never_changes() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        SEED.bytes = bytes(32)  # type: ignore[misc]


@pytest.mark.parametrize("value", [SEED, TEST_SEED, SEALED, Deck.stacked("As ?? Kd")], ids=repr)
def test_seeds_and_decks_survive_pickling_and_copying(value: Seed | Deck) -> None:
    assert pickle.loads(pickle.dumps(value)) == value
    assert copy.deepcopy(value) == copy.copy(value) == value
    assert hash(copy.deepcopy(value)) == hash(value)


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_seed_is_32_bytes(secret: bytes) -> None:
    with pytest.raises(DeckError, match=f"seed: expected 32 bytes, got {len(secret)}$"):
        Seed(secret)


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "0g" * 32, " " * 64, "00 " * 32, "٠" * 64])
def test_a_seeds_hex_is_64_digits_and_the_error_shows_none_of_it(text: str) -> None:
    with pytest.raises(NotationError, match=r"^a seed is written as 64 hexadecimal digits$") as refused:
        Seed.from_hex(text)
    assert refused.value.__context__ is None


def test_a_test_seed_differs_by_name_and_by_kind() -> None:
    assert len({test_seed(name) for name in ("7", 7, "", 0, -1, "short deck")}) == 6
    assert test_seed("short deck") == test_seed("short deck")


@pytest.mark.parametrize("name", [True, None, 1.0, b"seed", 2**256, -(2**256), "\ud800"])
def test_a_test_seed_is_named_by_a_text_or_a_number(name: object) -> None:
    with pytest.raises(NotationError, match="a text or by a whole number"):
        test_seed(cast("str", name))


def test_pytest_does_not_collect_test_seed() -> None:
    assert test_seed.__test__ is False  # type: ignore[attr-defined]


def test_the_testing_package_needs_no_extra_for_a_seed() -> None:
    program = (
        "import sys, grocerydots.testing as testing\n"
        "before = 'grocerydots.testing.strategies' in sys.modules\n"
        "seed = testing.test_seed(7)\n"
        "print(before, seed.is_test, testing.test_seed is testing.test_seed, 'hands' in dir(testing),"
        " {'pytest', 'hypothesis'} & {*sys.modules})"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        text=True,
    )
    assert ran.stdout.split() == ["False", "True", "True", "True", "set()"]
    assert {"hands", "test_seed"} <= {*dir(grocerydots.testing)}
    with pytest.raises(AttributeError, match="no attribute 'seeed'"):
        grocerydots.testing.__getattr__("seeed")


# Decks from a seed


@pytest.mark.rule("GSD-1")
def test_a_deck_is_the_52_cards() -> None:
    assert set(SEALED.cards) == set(CARDS)
    assert sorted(SEALED.order or ()) == list(range(52))


def test_a_deck_says_where_it_comes_from() -> None:
    assert (SEALED.kind, SEALED.hand_id) == ("sealed", "hand-1")
    test_deck = Deck.from_seed(TEST_SEED, "hand-1")
    assert (test_deck.kind, test_deck.hand_id) == ("test", "hand-1")
    assert (Deck.unknown().kind, Deck.unknown().hand_id) == ("unsealed", None)


def test_a_deck_from_a_seed_would_pass_its_own_constructor() -> None:
    deck = SEALED
    rebuilt = Deck(deck.cards, deck.salts, deck.order, deck.order_salt, deck.kind, deck.hand_id)
    assert rebuilt == deck
    assert hash(rebuilt) == hash(deck)
    assert rebuilt.seals() == deck.seals()


def test_a_deck_never_changes_nor_shows_its_cards() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        SEALED.cards = ()  # type: ignore[misc]
    assert repr(SEALED) == "Deck(sealed, 52 known cards)"
    assert repr(Deck.stacked("As ?? Kd")) == "Deck(unsealed, 2 known cards)"


@pytest.mark.parametrize("hand_id", ["", "x" * 65, "a b", "a/b", "é", "a\n", "x" * 5000])
def test_a_hands_id_is_short_plain_text(hand_id: str) -> None:
    refusals: list[Callable[[], object]] = [
        lambda: Deck.from_seed(SEED, hand_id),
        lambda: seal_of(hand_id, 0, CARDS[0], SALT),
        lambda: order_seal_of(hand_id, range(52), SALT),
        lambda: entropy_commitment(hand_id, 1, SECRET),
        lambda: attrs.evolve(SEALED, hand_id=hand_id),
    ]
    for refused in refusals:
        with pytest.raises(NotationError, match="a hand's id is") as error:
            refused()
        assert len(str(error.value)) < 120


def test_a_hands_id_may_have_1_to_64_characters() -> None:
    for hand_id in ("x", "A-z_0.9", "x" * 64):
        assert Deck.from_seed(SEED, hand_id).hand_id == hand_id


@pytest.mark.parametrize(
    ("entropy", "message"),
    [
        ({1: bytes(31)}, "entropy: expected 32 bytes, got 31"),
        ({0: SECRET}, "a seat is a number from 1 on, of 32 bits, not 0"),
        ({2**32: SECRET}, "a seat is a number from 1 on, of 32 bits, not 4294967296"),
    ],
)
def test_entropy_is_32_bytes_by_seat(entropy: dict[int, bytes], message: str) -> None:
    with pytest.raises(DeckError, match=f"^{message}$"):
        Deck.from_seed(SEED, "hand-1", entropy)


# What the constructor refuses


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cards": SEALED.cards[:51]}, "a deck is a tuple of 52 cards"),
        ({"cards": (None, *SEALED.cards[1:])}, "a sealed deck has no unknown cards and has an order"),
        ({"order": None}, "a sealed deck has no unknown cards and has an order"),
        ({"order": list(range(52))}, "the order of a reshuffle is a tuple of the positions 0 to 51"),
        ({"order": tuple(range(51))}, "the order of a reshuffle has 52 positions, not 51"),
        ({"order": (0, 0, *range(2, 52))}, "a position of the deck is given twice"),
        ({"order": (*range(51), 52)}, "a position of the deck is 0 to 51, not 52"),
        ({"salts": None}, "a sealed deck has a tuple of 52 salts"),
        ({"salts": (SALT,) * 51}, "a sealed deck has a tuple of 52 salts"),
        ({"salts": [SALT] * 52}, "a sealed deck has a tuple of 52 salts"),
        ({"salts": (SALT,) * 51 + (bytes(15),)}, "salt: expected 16 bytes, got 15"),
        ({"kind": "open"}, "a deck is sealed, test or unsealed, not 'open'"),
        ({"kind": "unsealed"}, "an unsealed deck has no salts and is of no hand"),
    ],
)
def test_a_deck_fits_together(changes: dict[str, object], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        attrs.evolve(SEALED, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "of_a_sealed_deck", [{"salts": SEALED.salts}, {"order_salt": SALT}, {"hand_id": "hand-1"}], ids=str
)
def test_an_unsealed_deck_has_nothing_of_a_sealed_one(of_a_sealed_deck: dict[str, object]) -> None:
    with pytest.raises(DeckError, match="an unsealed deck has no salts and is of no hand"):
        attrs.evolve(Deck.unknown(), **of_a_sealed_deck)  # type: ignore[arg-type]


@pytest.mark.rule("GSD-1")
@pytest.mark.parametrize("kind", ["unsealed", "sealed", "test"])
def test_a_deck_has_no_card_twice_and_nothing_but_cards(kind: DeckKind) -> None:
    cards = (*CARDS[:50], CARDS[7], cast("Card", "As"))
    with pytest.raises(SetupError) as refused:
        Deck(cards, kind=kind)
    assert refused.value.rule == "GSD-1"
    assert str(refused.value) == "GSD-1: deck.50: 3s is at 7 already; GSD-1: deck.51: 'As' is not a card"


# Stacked decks


def test_a_stacked_deck_has_these_cards_on_top_and_the_rest_unknown() -> None:
    deck = Deck.stacked([CARD_OF["As"], "Kd", "??", None, "10c"])
    assert deck.cards == (CARD_OF["As"], CARD_OF["Kd"], None, None, CARD_OF["Tc"]) + (None,) * 47
    assert (deck.kind, deck.salts, deck.order, deck.hand_id) == ("unsealed", None, None, None)
    assert deck == Deck.stacked("As Kd ?? ?? Tc")


def test_a_stacked_deck_of_nothing_is_the_unknown_deck() -> None:
    assert Deck.stacked([]) == Deck.unknown() == Deck((None,) * 52)


def test_all_52_cards_can_be_stacked() -> None:
    assert Deck.stacked(CARDS).cards == CARDS


def test_a_stacked_test_deck_is_filled_in_the_seeds_order() -> None:
    source = Deck.from_seed(TEST_SEED, "hand-1")
    deck = Deck.stacked("As ?? Kd", salts_from=TEST_SEED, hand_id="hand-1")
    rest = [card for card in source.cards if card not in (CARD_OF["As"], CARD_OF["Kd"])]
    assert deck.cards == (CARD_OF["As"], rest[0], CARD_OF["Kd"], *rest[1:])
    assert (deck.salts, deck.order, deck.order_salt) == (source.salts, source.order, source.order_salt)
    assert (deck.kind, deck.hand_id) == ("test", "hand-1")
    assert deck.seals()[1] == source.seals()[1]
    card, salt = deck.opening(2)
    assert seal_of("hand-1", 2, card, salt or b"") == deck.seals()[0][2]


def test_stacking_nothing_on_a_test_seed_gives_its_own_deck() -> None:
    assert Deck.stacked([], salts_from=TEST_SEED, hand_id="h") == Deck.from_seed(TEST_SEED, "h")


@pytest.mark.rule("ROOM-12")
def test_a_stacked_deck_takes_the_reshuffled_cards_first() -> None:
    deck = Deck.stacked("2c 3c 4c 5c 6c", reshuffled=["5c", CARD_OF["2c"], "4c"])
    assert deck.order is not None
    assert deck.order == (3, 0, 2, 1, *range(4, 52))
    assert deck.replenish([0, 2, 3]) == (3, 0, 2)


@pytest.mark.rule("ROOM-12")
def test_a_stacked_test_deck_takes_the_reshuffled_cards_first_then_the_seeds_order() -> None:
    source = Deck.from_seed(TEST_SEED, "hand-1")
    last = [source.card(51).text, source.card(7).text]
    deck = Deck.stacked([], salts_from=TEST_SEED, hand_id="hand-1", reshuffled=last)
    assert deck.order == (51, 7, *[place for place in source.order or () if place not in (51, 7)])
    assert deck.order_salt == source.order_salt
    assert deck.seals()[1] == order_seal_of("hand-1", deck.order, deck.order_salt or b"") != source.seals()[1]


@pytest.mark.rule("ROOM-12")
def test_a_stacked_deck_takes_the_positions_of_its_order_first() -> None:
    assert Deck.stacked([], order=[51, 24]).order == (51, 24, *[p for p in range(51) if p != 24])
    assert Deck.stacked([], order=iter(range(51, -1, -1))).order == tuple(range(51, -1, -1))


@pytest.mark.rule("GSD-1")
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (["As", "Kd", "As"], "GSD-1: deck.2: As is at 0 already"),
        (
            ["1s", "??", "Joker"],
            "GSD-1: deck.0: a card is written like .*; GSD-1: deck.2: a card is written like .*",
        ),
        (["Joker", "As", "10s", "Ts"], "GSD-1: deck.0: .*; GSD-1: deck.3: Ts is at 2 already"),
        ("As Kd AsKd", "GSD-1: deck.2: a card is written like .*"),
        (["??"] * 53, "GSD-1: deck: a deck has 52 cards, not 53"),
    ],
)
def test_stacking_what_is_not_a_deck_is_refused_with_every_problem(cards: list[str], message: str) -> None:
    with pytest.raises(SetupError, match=f"^{message}$") as refused:
        Deck.stacked(cards)
    assert refused.value.rule == "GSD-1"


@pytest.mark.rule("GSD-1")
def test_reshuffled_cards_are_cards_named_once() -> None:
    with pytest.raises(SetupError, match=r"^GSD-1: reshuffled\.1: 2c is at 0 already$"):
        Deck.stacked("2c 3c", reshuffled="2c 2c")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"reshuffled": ["2c", "As", "??"]}, "to be reshuffled and not in the stacked deck: As \\?\\?"),
        ({"reshuffled": ["2c"], "order": [0]}, "either the cards reshuffled or their order, not both"),
        ({"order": [0, 0]}, "a position of the deck is given twice"),
        ({"order": [52]}, "a position of the deck is 0 to 51, not 52"),
        ({"hand_id": "h"}, "a stacked deck is of a hand only with salts_from"),
        ({"salts_from": TEST_SEED}, "hand_id is missing"),
        ({"salts_from": SEED, "hand_id": "h"}, "come from a test seed"),
    ],
)
def test_stacking_is_refused_when_its_arguments_do_not_fit(
    arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(DeckError, match=message):
        Deck.stacked(**{"cards": "2c 3c", **arguments})  # type: ignore[arg-type]


# Decks that become known


def test_cards_of_an_unknown_deck_become_known() -> None:
    deck = Deck.unknown().with_cards({3: CARD_OF["As"], 51: "Kd"})
    assert (deck.card(3), deck.card(51)) == (CARD_OF["As"], CARD_OF["Kd"])
    assert deck.cards.count(None) == 50
    assert deck.with_cards({3: "As"}) is deck


def test_a_known_card_cannot_become_another() -> None:
    with pytest.raises(DeckError, match=r"^the card at position 1 is Kd, not 2c$"):
        Deck.stacked("As Kd").with_cards({1: "2c"})
    assert SEALED.with_cards({0: SEALED.card(0)}) is SEALED


@pytest.mark.rule("GSD-1")
def test_a_card_cannot_become_known_twice() -> None:
    with pytest.raises(SetupError, match=r"^GSD-1: deck\.2: As is at 0 already$"):
        Deck.stacked("As Kd").with_cards({2: "As"})


def test_what_becomes_known_is_a_card_at_a_position() -> None:
    with pytest.raises(NotationError, match="a card is written like"):
        Deck.unknown().with_cards({0: "1s"})
    with pytest.raises(DeckError, match="a position of the deck is 0 to 51, not 52"):
        Deck.unknown().with_cards({52: "As"})


@pytest.mark.rule("ROOM-12")
def test_the_order_of_a_reshuffle_becomes_known_once() -> None:
    deck = Deck.unknown().with_order([50, 24, 51])
    assert deck.order == (50, 24, 51, *[p for p in range(50) if p != 24])
    assert deck.with_order([50, 51]) is deck
    with pytest.raises(DeckError, match="the deck's order for a reshuffle is another one"):
        deck.with_order([51, 50])
    with pytest.raises(DeckError, match="the deck's order for a reshuffle is another one"):
        SEALED.with_order(range(52))
    assert SEALED.with_order(SEALED.order or ()) is SEALED


# Reading a deck


def test_an_unknown_card_cannot_be_turned_up() -> None:
    deck = Deck.stacked("As ??")
    assert deck.opening(0) == (CARD_OF["As"], None)
    for refused in (deck.card, deck.opening):
        with pytest.raises(DeckError, match=r"^position 12 has to be turned up and its card is not known$"):
            refused(12)


@pytest.mark.parametrize("place", [-1, 52, 10**40])
def test_a_position_is_0_to_51(place: int) -> None:
    refusals: list[Callable[[], object]] = [
        lambda: SEALED.card(place),
        lambda: SEALED.opening(place),
        lambda: SEALED.replenish([place]),
        lambda: SEALED.with_order([place]),
        lambda: SEALED.with_cards({place: "As"}),
        lambda: seal_of("h", place, CARDS[0], SALT),
        lambda: order_seal_of("h", [place], SALT),
    ]
    for refused in refusals:
        with pytest.raises(DeckError, match=r"^a position of the deck is 0 to 51, not ") as error:
            refused()
        assert len(str(error.value)) < 80


@pytest.mark.rule("ROOM-12")
@given(st.sets(st.integers(0, 51)))
def test_a_reshuffle_takes_the_available_positions_in_the_sealed_order(available: set[int]) -> None:
    taken = SEALED.replenish(sorted(available))
    assert set(taken) == available
    assert SEALED.order is not None
    assert sorted(taken, key=SEALED.order.index) == list(taken)


@pytest.mark.rule("ROOM-12")
def test_a_reshuffle_needs_an_order_and_each_position_once() -> None:
    with pytest.raises(DeckError, match="the deck has to be reshuffled and no order for it is known"):
        Deck.stacked("As Kd").replenish([50, 51])
    with pytest.raises(DeckError, match="a position of the deck is given twice"):
        SEALED.replenish([50, 50])


def test_an_unsealed_deck_has_no_seals() -> None:
    with pytest.raises(DeckError, match="an unsealed deck has no seals"):
        Deck.stacked(CARDS, order=range(52)).seals()


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: seal_of("h", 0, CARDS[0], bytes(15)), "salt: expected 16 bytes, got 15"),
        (lambda: order_seal_of("h", range(51), SALT), "the order of a reshuffle has 52 positions, not 51"),
        (lambda: order_seal_of("h", range(52), b""), "salt: expected 16 bytes, got 0"),
        (lambda: entropy_commitment("h", 0, SECRET), "a seat is a number from 1 on, of 32 bits, not 0"),
        (lambda: entropy_commitment("h", 1, bytes(33)), "entropy: expected 32 bytes, got 33"),
    ],
)
def test_what_is_sealed_has_its_sizes(refused: Callable[[], object], message: str) -> None:
    with pytest.raises(DeckError, match=f"^{message}$"):
        refused()


# Properties

known_cards = st.lists(st.sampled_from(CARDS), unique=True, max_size=52)


@given(known_cards, st.randoms(use_true_random=False), st.integers())
def test_any_stacked_test_deck_keeps_its_cards_and_opens(
    cards: list[Card], random: Random, name: int
) -> None:
    stack: list[Card | None] = [*cards, *[None] * (52 - len(cards))]
    random.shuffle(stack)
    seed = test_seed(name % 2**64)
    deck = Deck.stacked(stack, salts_from=seed, hand_id="h")
    assert all(given is None or given is card for given, card in zip(stack, deck.cards, strict=True))
    assert set(deck.cards) == set(CARDS)
    assert (
        Deck.stacked(stack).with_cards(dict(enumerate(cast("tuple[Card, ...]", deck.cards)))).cards
        == deck.cards
    )
    for position in range(0, 52, 17):
        card, salt = deck.opening(position)
        assert seal_of("h", position, card, salt or b"") == deck.seals()[0][position]


def test_the_scheme_is_named_as_in_the_vectors() -> None:
    assert VECTORS["scheme"] == SCHEME

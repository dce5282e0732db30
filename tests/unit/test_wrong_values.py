"""Whatever a caller gives a public function by mistake: a clear error of ours, or the system's about a file.

The rules, `Hand` and hypothesis strategies have such tests of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bad_values import NO_CHIPS, assert_readable

from grocerydots import Card, GrocerydotsError, Hand, NotationError, cards, pots, presets
from grocerydots.audit import audit, audit_archive, audit_table
from grocerydots.cases import Case, play_case, read_cases, rules_of
from grocerydots.deck import Deck, Entropy, Seed, entropy_commitment, order_seal_of, seal_of, sealer
from grocerydots.errors import WrongType
from grocerydots.history import legal_words, requested, requested_mail, safe_name, tell, tell_lines, visible
from grocerydots.log import Log, append_archive, decode_line, encode_event, read_archive, read_log, write_log
from grocerydots.page import build
from grocerydots.phases import check, turn
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt, Signature
from grocerydots.proofs.signing import KeyRing, PublicKey, PublishedKey, SigningKey
from grocerydots.ranking import best_high, best_low
from grocerydots.rules.rulebook import rule
from grocerydots.stores import FolderSeeds, JsonlStore, SqliteSeeds, SqliteStore
from grocerydots.table import Table, TableLog, apply_message, read_table_log, update_for
from grocerydots.table import check as check_table
from grocerydots.table import evolve as evolve_table
from grocerydots.table import fold as fold_table
from grocerydots.table import turn as turn_of_table
from grocerydots.table.events import PlayerSatOut
from grocerydots.testing import passively, play_out
from grocerydots.testing import test_seed as seed_named

WRONG = [*(value.values[0] for value in NO_CHIPS), 5, "x", "a\0b"]
RULES = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEED = seed_named("wrong")
OPEN = Hand.open(RULES, {1: ("ann", 100), 2: ("bob", 100)}, 1, seed=SEED)
HAND = play_out(OPEN)
LOG, DECISION, OPENINGS, RECEIPT = HAND.log, OPEN.decision, HAND.openings(1), HAND.receipt()
KEY = SigningKey.generate()
SIGNED, RING = KEY.sign(RECEIPT), KeyRing([PublishedKey(KEY.public, 1, 2)])
DECK = Deck.from_seed(SEED, "h")
TABLE = Table.open(RULES, table_id="table", buy_in=100).sit(1, "ann").sit(2, "bob")
AWAY = PlayerSatOut(1)
ON, DEALT = TABLE.start_hand(seed=SEED)
SENT = {"table": "table", "entry": TABLE.entries, "choice": "sit_out"}
PEM = KEY.to_pem(b"word")
CASE = Case.parse({
    "id": "wrong", "about": "A table.", "rules": [], "dealer": 1, "actions": [], "expect": {},
    "table": {"game": "stud_high", "ante": 1, "betting": {"structure": "no_limit", "minimum": 2}},
    "seats": [{"seat": seat, "player": str(seat), "stack": 9} for seat in (1, 2)],
})  # fmt: skip


class Call(NamedTuple):
    """A call that is right, of which any one argument may be made wrong."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: dict[str, Any]


def call(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return pytest.param(Call(function, arguments, options), id=function.__qualname__)


CALLS = [
    call(Card, "As"), call(cards.parse_cards, "As"), call(cards.dots, DECK.cards),
    call(pots.pots_of, HAND.state), call(Seed, b"x" * 32), call(Seed.from_hex, "0" * 64),
    call(Deck.from_seed, SEED, "h", {}), call(Deck.stacked, DECK.cards, salts_from=SEED, hand_id="h"),
    call(DECK.card, 3), call(DECK.opening, 3), call(DECK.replenish, (1, 2)),
    call(DECK.with_cards, {1: DECK.cards[1]}), call(DECK.with_order, DECK.order),
    call(seal_of, "h", 3, DECK.cards[3], bytes(16)), call(order_seal_of, "h", DECK.order, bytes(16)),
    call(entropy_commitment, "h", 1, bytes(32)), call(sealer, "h"), call(Entropy, "h", 1, bytes(32)),
    call(Entropy.random, "h", 1), call(Log, LOG.lines), call(Log.of, LOG.events, None),
    call(OPEN.log.extended, (), None), call(decode_line, LOG.lines[0], 1, 1),
    call(encode_event, LOG.events[0], 5), call(read_log, LOG.to_bytes()),
    call(read_archive, LOG.to_bytes()), call(write_log, "out", LOG), call(append_archive, "archive", LOG),
    call(Openings, "h", 1, OPENINGS.openings), call(Openings.from_bytes, OPENINGS.to_bytes()),
    call(Openings.read, "openings"), call(OPENINGS.write, "out"), call(OPENINGS.verify, LOG),
    call(Receipt, "h", 3, "0" * 64, None), call(Receipt.of, LOG),
    call(Receipt.from_bytes, RECEIPT.to_bytes()), call(Receipt.read, "receipt"), call(RECEIPT.write, "out"),
    call(RECEIPT.contradicts, RECEIPT), call(RECEIPT.verify, LOG, None), call(SIGNED.verify, LOG, RING),
    call(Signature, "0" * 64, bytes(64)), call(SigningKey, None),
    call(KEY.sign, RECEIPT), call(KEY.to_pem, b"word"), call(KEY.write, "new", b"word"),
    call(SigningKey.from_pem, PEM, b"word"), call(SigningKey.read, "key", b"word"),
    call(PublicKey, KEY.public.octets), call(KEY.public.signed, SIGNED), call(KEY.public.write, "out"),
    call(PublicKey.from_pem, KEY.public.to_pem()), call(PublicKey.read, "public"),
    call(PublishedKey, KEY.public, 1, 2), call(PublishedKey(KEY.public, 1, 2).covers, 1),
    call(KeyRing, [KEY.public]), call(RING.check, SIGNED, 1), call(RING.rotated, KEY.public, 1),
    call(KeyRing.from_bytes, RING.to_bytes()), call(KeyRing.read, "ring"), call(RING.write, "out"),
    call(audit, LOG, openings=[OPENINGS], seed=SEED, receipts=[SIGNED], keys=RING),
    call(audit_archive, LOG.to_bytes(), openings=[OPENINGS], seeds={LOG.hand_id: SEED}, keys=RING),
    call(build, LOG, OPENINGS, [(0, "x")]), call(build, LOG.to_bytes(), None, None),
    call(Table.open, RULES, buy_in=9, seats=5, dealer="house", table_id="t", act_within_ms=5, at=0),
    call(Table.resume, TABLE.log), call(TABLE.sit, 3, "cat", 100, auto_ante=True, at=None),
    call(TABLE.leave, 1, at=None), call(TABLE.sit_out, 1, at=None), call(TABLE.come_back, 1, at=None),
    call(TABLE.auto_ante, 1, False, at=None), call(TABLE.add_chips, 1, 5, at=None),
    call(TABLE.choose_game, 0, at=None), call(TABLE.play, AWAY, None),
    call(TABLE.start_hand, seed=SEED, deck=None, hand_id="h", dots_tie=None, entropy_seats=(), at=None),
    call(ON.deal, seed=SEED, deck=None, dots_tie=None, entropy_seats=(1,)),
    call(ON.finish_hand, play_out(DEALT), at=None), call(apply_message, TABLE, SENT, 1, at=None),
    call(update_for, TABLE, 1, 0), call(update_for, DEALT, 1, 0), call(audit_table, TABLE.log, ()),
    call(TableLog, TABLE.log.lines), call(TableLog.of, TABLE.log.events, None),
    call(TABLE.log.extended, (), None), call(read_table_log, TABLE.log.to_bytes()),
    call(evolve_table, TABLE.state, AWAY), call(check_table, TABLE.state, AWAY),
    call(fold_table, TABLE.log.events), call(turn_of_table, TABLE.state), call(passively, DECISION),
    call(play_out, HAND, passively), call(JsonlStore, "logs", timeout=1.0),
    call(SqliteStore, "logs.db", timeout=1.0), call(FolderSeeds, "seeds"),
    call(SqliteSeeds, "seeds.db", timeout=1.0), call(check, HAND.state, HAND.events[-1]),
    call(turn, HAND.state), call(tell, HAND, openings=OPENINGS),
    call(tell_lines, HAND, openings=None), call(requested, HAND, 1),
    call(requested_mail, HAND, 1, to="ann@example.org", sender="bob@example.org"), call(safe_name, "ann", 9),
    call(visible, "ann"), call(legal_words, DECISION), call(read_cases, "cases"), call(play_case, CASE),
    call(rules_of, CASE), call(best_high, DECK.cards[:7]), call(best_low, DECK.cards[:7]),
    call(rule, "GSD-1"),
]  # fmt: skip


@pytest.mark.parametrize("right", CALLS)
def test_a_wrong_value_is_a_clear_error(right: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in (("openings", OPENINGS), ("receipt", RECEIPT), ("public", KEY.public), ("ring", RING)):
        value.write(name)
    KEY.write("key", b"word")
    for at in range(len(right.arguments)):
        for value in WRONG:
            tried(right.function, *right.arguments[:at], value, *right.arguments[at + 1 :], **right.options)
    for name in right.options:
        for value in WRONG:
            tried(right.function, *right.arguments, **{**right.options, name: value})


def tried(function: Callable[..., Any], *arguments: Any, **options: Any) -> None:
    try:
        found = function(*arguments, **options)
        deque(found if hasattr(found, "__next__") else (), maxlen=0)
    except GrocerydotsError as error:
        assert_readable(error)
    except OSError:
        pass


def test_openings_and_receipts_are_given_one_after_the_other() -> None:
    with pytest.raises(WrongType, match=r"^openings: expected an iterable of Openings, got an Openings$"):
        audit(LOG, openings=OPENINGS)  # type: ignore[arg-type]
    with pytest.raises(
        WrongType, match=r"^receipts\[0\]: expected a Receipt or a TableReceipt, got an Openings"
    ):
        audit(LOG, receipts=[OPENINGS])  # type: ignore[list-item]
    with pytest.raises(WrongType, match=r"^seed: expected a Seed, got bytes"):
        list(audit_archive(LOG.to_bytes(), seeds={LOG.hand_id: bytes(32)}))  # type: ignore[dict-item]
    with pytest.raises(WrongType, match=r"^keys: expected public keys such as a KeyRing, got a SigningKey$"):
        audit(LOG, keys=KEY)  # type: ignore[arg-type]


def test_the_number_of_an_open_file_is_no_path(tmp_path: Path) -> None:
    path = tmp_path / "openings"
    OPENINGS.write(path)
    with path.open("rb") as file, pytest.raises(WrongType, match="path: expected a str or a PathLike"):
        Openings.read(file.fileno())  # type: ignore[arg-type]


@pytest.mark.parametrize("password", [b"", b"x" * 1024])
def test_a_wrong_password_leaves_no_key_behind(password: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="a password is 1 to 1023 bytes"):
        KEY.write(tmp_path / "key", password)
    assert not list(tmp_path.iterdir())

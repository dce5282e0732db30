"""The tables at which the cheats are committed, and the table of cheats that they register in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from crooked_table import Table, sealed
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from grocerydots.deck import Seed
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.proofs.signing import KeyRing, SigningKey
from grocerydots.rules import presets
from grocerydots.rules.rules import Chips, Rules

DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
DOTS_ODD = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=3, unit=1)
STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
STUD_RAKED = presets.card_room(small_bet=4, big_bet=8, ante=1, rake="declared")
HI_LO = presets.card_room(small_bet=4, big_bet=8, ante=1, hi_lo=True)
ONLINE = presets.online_room(small_bet=4, big_bet=8, ante=1)

#: Seat 2 opens (2c) and has nines full of jacks; seat 3 has most dots, 15; seat 1 has aces and fours.
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 8c 8d Tc"}
STORE = "2d 3d Qs"
#: Seats 1 and 3 tie for most dots, 11; seat 1 has the higher card, the ace of hearts.
TIED = {1: "Ah Ad Kc 2s 3c Th 8h", 2: "9c 9s 2c 9h 5d Jc Jd", 3: "3h 2h 7s 3s 5h Kd 9d"}
#: Seats 1 and 2 have aces up, the same five in worth; seat 3 nothing. For stud.
EVEN = {1: "Ah Ad Kc 4c 4d Qh 8h", 2: "Ac As 2c 4h 4s Kd Js", 3: "3h 2h 7s 9s Tc 8d Qd"}
#: Hi-lo. Seat 1 has aces and a 9 low, which is none; seat 2 nines; seat 3 a 7-5-4-3-2 low.
LOWS = {1: "Ah Ad 3c 5c 9d Qh 4h", 2: "9c 9s 2c Jh Td Jc Kd", 3: "3h 2h 7s 4s 8c Kh 5s"}
#: The same without any low: seat 3's last card is a king.
NO_LOWS = {1: "Ah Ad 3c 5c 9d Qh 4h", 2: "9c 9s 2c Jh Td Jc Kd", 3: "3h 2h 7s 4s Tc Kh Ks"}


#: The operator's key, the same in every run, so that the files are.
OPERATOR = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
KEYS = KeyRing([OPERATOR.public])


class Made(NamedTuple):
    """A cheat that was committed: the log, where it is, and what people have besides."""

    log: bytes
    entry: int | None  #: The entry at which the audit has to find it.
    openings: tuple[Openings, ...] = ()
    receipts: tuple[Receipt, ...] = ()  #: Signed by `OPERATOR`.
    seed: Seed | None = None


Cheat = Callable[[str], Made]
CHEATS: dict[str, Cheat] = {}


def cheat(commit: Cheat) -> Cheat:
    """Have a cheat in the table, under its own name."""
    CHEATS[commit.__name__] = commit
    return commit


def dots_table(name: str, rules: Rules = DOTS, hands: dict[int, str] = HANDS, stack: Chips = 100) -> Table:
    """Three players of Grocery Store Dots, seat 3 the dealer."""
    return Table(name, rules, dict.fromkeys(hands, stack), sealed(name, hands, store=STORE))


def stud_table(
    name: str,
    rules: Rules = STUD,
    hands: dict[int, str] = HANDS,
    stacks: tuple[Chips, ...] = (100, 100, 100),
    timed: bool = False,
) -> Table:
    """Three players of stud, seat 3 the dealer."""
    return Table(name, rules, dict(zip(hands, stacks, strict=True)), sealed(name, hands), timed=timed)


def made(table: Table, entry: int | None, **besides: object) -> Made:
    """The cheat at that entry, the hand played on to its end."""
    return Made(table.finish().log.to_bytes(), entry, **besides)  # type: ignore[arg-type]


def to_the_river(table: Table) -> Table:
    """Everybody in for the least, up to the first decision of the last round."""
    store = "pass_ pass_ pass_ " if table.state.rules.has_store else ""
    street = f"{store}check check check "
    return table.play(f"bring_in call call {street * 3}")

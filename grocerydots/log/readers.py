"""Parsed lines as events, one reader a tag. Readers check nothing: the writer of the result does.

A reader takes the line's JSON object. What it gives counts only if its writer gives the stored bytes again;
whatever exception it raises means that the line is bad, and `careful` says why.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, TypeAlias

import attrs

from grocerydots import events as e
from grocerydots.cards import CARD_OF
from grocerydots.log.tags import EVENT_OF
from grocerydots.rules.rules import STAKES, Betting, Rules

Line: TypeAlias = dict[str, Any]
Reader: TypeAlias = Callable[[Line], e.Event]

_new = tuple.__new__  # half the price of a named tuple's own constructor
_bytes = bytes.fromhex


def _fields(event: Callable[..., e.Event], names: tuple[str, ...]) -> Reader:
    """The reader of an event whose fields stand in the line as they are."""
    if not names:
        return lambda _: event()
    if len(names) == 1:
        (name,) = names
        return lambda line: event(line[name])
    values = itemgetter(*names)
    return lambda line: event(*values(line))


def _salt(text: str | None) -> bytes | None:
    return None if text is None else _bytes(text)


def _payments(rows: list[Any]) -> tuple[e.Payment, ...]:
    return tuple([_new(e.Payment, row) for row in rows])


def _awards(rows: list[Any]) -> tuple[e.Award, ...]:
    return tuple([_new(e.Award, row) for row in rows])


def _openings(rows: list[Any]) -> tuple[e.Opening, ...]:
    return tuple([_new(e.Opening, (position, CARD_OF[card], _salt(salt))) for position, card, salt in rows])


def _dealt(rows: list[Any]) -> tuple[e.Dealt, ...]:
    return tuple([
        _new(e.Dealt, (seat, position, up, None if card is None else CARD_OF[card], _salt(salt)))
        for seat, position, up, card, salt in rows
    ])  # fmt: skip


def _hand_opened(line: Line) -> e.HandOpened:
    return e.HandOpened(
        line["hand_id"],
        rules_of(line["rules"]),
        line["dealer"],
        tuple([_seating(seating) for seating in line["seats"]]),
        line["deck"],
        _salt(line["seed_commitment"]),
        tuple(line["entropy_seats"]),
    )


def _seating(seating: Line) -> e.Seating:
    return e.Seating(seating["seat"], seating["player"], seating["stack"], seating["auto_ante"])


def rules_of(written: Line) -> Rules:
    """Rules from how they stand in a log. Raises anything at all for what are none."""
    betting = tuple(written["betting"].items())
    return _rules_of(betting, tuple([item for item in written.items() if item[0] != "betting"]))


@lru_cache(maxsize=64)  # 1 and True are one key here; the comparison with the stored bytes tells them apart
def _rules_of(betting: tuple[tuple[str, Any], ...], rest: tuple[tuple[str, Any], ...]) -> Rules:
    return rules_from(dict(betting), **dict(rest))


def rules_from(betting: Line, **rest: Any) -> Rules:
    """Rules from the object `betting` and the other fields. Raises `SetupError` with all that is wrong."""
    structure = betting["structure"]
    lower, higher = STAKES[structure]
    stakes = Betting(structure, betting[lower], None if higher is None else betting[higher])
    return Rules(betting=stakes, **rest)


def _stub_replenished(line: Line) -> e.StubReplenished:
    order = line["order"]
    return e.StubReplenished(
        tuple(line["positions"]), None if order is None else tuple(order), _salt(line["salt"])
    )


_OWN: Final[dict[type[e.Event], Reader]] = {
    e.HandOpened: _hand_opened,
    e.EntropyCommitted: lambda line: e.EntropyCommitted(line["seat"], _bytes(line["commitment"])),
    e.EntropyAdded: lambda line: e.EntropyAdded(line["seat"], _bytes(line["entropy"])),
    e.DeckSealed: lambda line: e.DeckSealed(tuple(map(_bytes, line["seals"])), _bytes(line["order_seal"])),
    e.AntesPosted: lambda line: e.AntesPosted(_payments(line["antes"])),
    e.HandCancelled: lambda line: e.HandCancelled(_payments(line["returned"])),
    e.CardsDealt: lambda line: e.CardsDealt(line["street"], _dealt(line["cards"])),
    e.StubReplenished: _stub_replenished,
    e.CommunityCardDealt: lambda line: e.CommunityCardDealt(
        line["position"], CARD_OF[line["card"]], _salt(line["salt"])
    ),
    e.StoreOpened: lambda line: e.StoreOpened(_openings(line["cards"])),
    e.StoreCardBought: lambda line: e.StoreCardBought(
        line["seat"], line["slot"], CARD_OF[line["card"]], line["price"]
    ),
    e.StoreRestocked: lambda line: e.StoreRestocked(
        line["slot"], line["position"], CARD_OF[line["card"]], _salt(line["salt"])
    ),
    e.DownCardsOpened: lambda line: e.DownCardsOpened(line["seat"], _openings(line["cards"])),
    e.PotsAwarded: lambda line: e.PotsAwarded(_awards(line["awards"])),
    e.HandClosed: lambda line: e.HandClosed(_payments(line["stacks"])),
}

READERS: Final[dict[str, Reader]] = {
    tag: _OWN.get(event) or _fields(event, tuple(field.name for field in attrs.fields(event)))
    for tag, event in EVENT_OF.items()
}
"""The reader of each tag."""

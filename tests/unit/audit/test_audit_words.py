"""The first card that went astray, as an audit names it."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest
from crooked_table import Table, sealed

from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.cards import CARDS
from grocerydots.deck import Deck
from grocerydots.rules import presets

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
DOTS = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}


# Cards that went astray


def _moved(opening: e.Opening) -> e.Opening:
    return opening._replace(position=50)


def store_moved(event: e.Event) -> e.Event:
    assert isinstance(event, e.StoreOpened)
    return e.StoreOpened((event.cards[0], event.cards[1], _moved(event.cards[2])))


def shown_moved(event: e.Event) -> e.Event:
    assert isinstance(event, e.DownCardsOpened)
    return e.DownCardsOpened(event.seat, (_moved(event.cards[0]), *event.cards[1:]))


def one_less(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, cards=event.cards[:-1])


def one_more(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, cards=(*event.cards, e.Dealt(2, 50, False)))


def another_street(event: e.Event) -> e.Event:
    assert isinstance(event, e.CardsDealt)
    return attrs.evolve(event, street=5)


@pytest.mark.parametrize(
    ("kind", "change", "log_says", "rules_say"),
    [
        (e.StoreOpened, store_moved, "card 3: position 50", "card 3: position 8"),
        (e.DownCardsOpened, shown_moved, "card 1: seat 1 position 50 up", "card 1: seat 1 position 0 up"),
        (
            e.CardsDealt,
            one_less,
            "card 6 of the street: no more",
            "card 6 of the street: seat 2 position 5 up",
        ),
        (e.CardsDealt, one_more, "card 7 of the street: seat 2 position 50", "card 7 of the street: no more"),
        (e.CardsDealt, another_street, "street 5 is dealt", "street 3 is due, not 5"),
    ],
)
def test_the_first_card_that_went_astray_is_named(
    kind: type[e.Event], change: Callable[[e.Event], e.Event], log_says: str, rules_say: str
) -> None:
    deck = sealed("words", HANDS, dealer=2, store="2d 3d Qs")
    table = Table("words", DOTS, {1: 50, 2: 50}, deck, dealer=2).finish(kind)
    report = audit(table.force(change(table.next_event())).log)
    assert report.first is not None
    assert report.first.log_says.startswith(log_says)
    assert report.first.rules_say.startswith(rules_say)


def test_a_community_card_from_elsewhere_is_named() -> None:
    deck = Deck(tuple(CARDS[index * 5 % 52] for index in range(52)), order=tuple(range(52)))
    table = Table("words", STUD, dict.fromkeys(range(1, 9), 50), deck, dealer=8).finish(e.CommunityCardDealt)
    due = table.next_event()
    assert isinstance(due, e.CommunityCardDealt)
    report = audit(table.force(e.CommunityCardDealt(51, due.card)).log)
    assert report.first is not None
    assert (report.first.rule, report.first.log_says) == ("ROOM-12", "card 1: position 51")

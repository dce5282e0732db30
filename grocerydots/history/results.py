"""Showdown, pots and final stacks in words."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from grocerydots import events as e
from grocerydots.cards import dots
from grocerydots.english import capital, listed, pot_names
from grocerydots.history.boards import UNSEEN, Moment
from grocerydots.parts import Place
from grocerydots.phases.settling import Hands, cards_of, pots_to_award
from grocerydots.pots import Pot, claimants
from grocerydots.ranking import RANKINGS
from grocerydots.rules.games import GAMES, PotShare
from grocerydots.state import HandState

#: Hands that are called "a ...": a pair, a straight.
_WITH_ARTICLE: Final = ("pair", "straight", "flush", "full house", "royal flush")


def hand_mucked(moment: Moment, event: e.HandMucked) -> str:
    """A hand thrown away, with the cards only for a viewer who knows them."""
    down = moment.view.down(moment.after.seat(event.seat))
    known = "" if set(down) <= {UNSEEN} else f" [{' '.join(down)}]"
    return f"{moment.name(event.seat)} mucks{known}"


def down_cards_opened(moment: Moment, event: e.DownCardsOpened) -> str:
    """All cards of a hand shown, what it is called, and its low or its dots, counted."""
    state = moment.after
    place = state.place(event.seat)
    worth = [
        _dots_counted(state, place) if share.ranking == "dots" else _worth_of(state, place, share)
        for share in GAMES[state.rules.game].shares
    ]
    return f"  {moment.view.cards(state, state.seats[place])}  {'; '.join(worth)}"


def _dots_counted(state: HandState, place: Place) -> str:
    """The dots of each card and their sum, in the order in which a hand is written: two down, those up."""
    seat = state.seats[place]
    counted = "+".join(str(card.dots) for card in (*seat.shown[:2], *seat.up, *seat.shown[2:]))
    return f"dots {counted} = {dots(cards_of(state, place))}"


def _worth_of(state: HandState, place: Place, share: PotShare) -> str:
    """What a place has for a share: ``a flush, ace high``, ``8-6-4-3-A low``, ``10 dots``, ``no low``."""
    name = RANKINGS[share.ranking].name(cards_of(state, place))
    article = "a " if name.startswith(_WITH_ARTICLE) else ""
    return f"{article}{name}" if name else f"no {share.name}"


def pots_awarded(moment: Moment, event: e.PotsAwarded) -> str:
    """Who won which share of each pot, and with what."""
    left = pots_to_award(moment.before)
    names = pot_names(len(left))
    hands = Hands(moment.before)
    lines = []
    for number, awards in groupby(event.awards, key=lambda award: award.pot):
        pot = left[number]
        split = _Split(moment, hands, pot, list(awards))
        lines += [f"{capital(names[number])} {pot.amount}", *(f"  {line}" for line in split.lines(pot))]
    return "\n".join(lines) or "There is nothing to win"


class _Split:
    """One pot and the awards that were made of it."""

    def __init__(self, moment: Moment, hands: Hands, pot: Pot, awards: list[e.Award]) -> None:
        self.name = moment.name
        self.state = moment.before
        self.hands = hands
        self.shares = [(share, list(rows)) for share, rows in groupby(awards, key=lambda award: award.share)]
        self.claimants = claimants(self.state, pot)

    def lines(self, pot: Pot) -> list[str]:
        """A line a share; one for a player who takes both."""
        winners = {award.seat for _, rows in self.shares for award in rows}
        if len(self.shares) == 2 and len(winners) == 1:
            both = [f"{share} {rows[0].amount} with {self.worth(share, rows)}" for share, rows in self.shares]
            return [f"{self.name(winners.pop())} scoops {pot.amount}: {'; '.join(both)}"]
        return [self.line(share, rows) for share, rows in self.shares]

    def line(self, share: e.Share, rows: list[e.Award]) -> str:
        """Who won a share: ``high: bob wins 38 with three of a kind, kings``."""
        won = f"{self.name(rows[0].seat)} wins {rows[0].amount}"
        if len(self.claimants) == 1:
            return won if self.state.settling.shown else f"{won}, everybody else has folded"
        start = "" if share == "whole" else f"{share}: "
        if len(rows) == 1:
            return f"{start}{won} with {self.worth(share, rows)}"
        parts = listed([f"{self.name(row.seat)} {row.amount}" for row in rows])
        total = sum(row.amount for row in rows)
        return f"{start}{parts} share {total}, each with {self.worth(share, rows)}"

    def worth(self, share: e.Share, rows: list[e.Award]) -> str:
        """What won a share; a whole pot of a game that splits is won both ways, or for want of a low."""
        place = self.state.place(rows[0].seat)
        first, *others = self.hands.game.shares
        for one in (first, *others):
            if one.name == share:
                return f"{_worth_of(self.state, place, one)}{self._of_tied(one, rows)}"
        worth = _worth_of(self.state, place, first)
        for other in others:
            if self.hands.best(other, self.claimants):
                worth = f"{worth}, and {_worth_of(self.state, place, other)}"
            else:
                worth = f"{worth}; nobody has a {other.name}"
        return worth

    def _of_tied(self, share: PotShare, rows: list[e.Award]) -> str:
        """That others had as many dots, where the best high hand among them took the half (HOUSE-21)."""
        if not share.tie_is_confirmed:
            return ""
        counted = [dots(cards_of(self.state, place)) for place in self.claimants]
        return ", the best high hand of those who tied" if counted.count(max(counted)) > len(rows) else ""


def hand_closed(moment: Moment, event: e.HandClosed) -> str:
    """Final stacks by seat, with what each won or lost."""
    began = {s.seat: s.stack for s in moment.after.setup.opening.seats}
    width = max(len(str(amount)) for _, amount in event.stacks)
    return "\n".join(
        f"  {moment.view.padded(seat)}  {amount:>{width}}  ({_net(amount - began[seat])})"
        for seat, amount in sorted(event.stacks)
    )


def _net(chips: int) -> str:
    return f"{chips:+}" if chips else "even"

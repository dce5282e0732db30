"""How bots play: by the look of their cards, the same from a seed everywhere.

Every choice is drawn from SHA-256 in counter mode, with whole numbers only, so that a seed gives the same
choices on every Python and platform. A bot sees what a player sees: the public state and its own down cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

from grocerydots import events as e
from grocerydots.cards import Card, Rank, dots
from grocerydots.choices import Option
from grocerydots.hand import Hand
from grocerydots.phases.settling import cards_of
from grocerydots.ranking import RANKINGS, low_rank, lowball_rank
from grocerydots.rules.games import GAMES
from grocerydots.state import HandState, places_of
from grocerydots.turns import Decision

__all__ = ["NAMES", "Bot", "Choices", "bot_at", "high_look", "low_look", "steady_choice"]

_Item = TypeVar("_Item")

NAMES: Final = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")


# Numbers


class Choices:
    """Numbers drawn from SHA-256 of a name and a counter: the same for the same name everywhere."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, name: str) -> None:
        self._key: Final = sha256(b"grocerydots bulk " + name.encode())
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, a limit of at most 2**32; all equally likely."""
        while True:
            if not self._words:
                block = self._key.copy()
                block.update(self._block.to_bytes(8, "big"))
                self._block += 1
                self._words = list(unpack(">8I", block.digest()))
            word = self._words.pop()
            if word < 2**32 // limit * limit:
                return word % limit

    def chance(self, percent: int) -> bool:
        """True that many times in a hundred."""
        return self.below(100) < percent

    def pick(self, items: Sequence[_Item]) -> _Item:
        """One of the items."""
        return items[self.below(len(items))]


# The bots


def bot_at(hand: Hand, choices: Choices, looseness: int = 100) -> Bot:
    """The bot whose decision it is, a player's, with what that player sees.

    The looser, the weaker the cards that stay in: 0 plays few hands, 400 calls with nearly anything.
    """
    decision = hand.decision
    if decision is None or decision.seat is None:
        raise AssertionError("expected a hand at a player's decision")
    down = tuple([card for card in hand.down_cards(decision.seat) if card is not None])
    return Bot(decision, down, choices, looseness)


def steady_choice(hand: Hand, choices: Choices, looseness: int = 100) -> e.Event:
    """An event for the hand's decision from a bot that pays attention.

    It is always in, never runs out of time and folds only to a bet; as the dealer it shares a tie for most
    dots, as the house it takes no rake. `looseness` is that of `bot_at`.
    """
    decision = hand.decision
    if decision is None:
        raise AssertionError("expected a hand at a decision")
    match decision.kind:
        case "dots_tie":
            return decision.confirm("share")
        case "rake":
            return decision.rake(0)
        case "ante":
            return decision.ante()
    chosen = bot_at(hand, choices, looseness).choice()
    free = decision.can(e.Checked)
    return decision.check() if free and isinstance(chosen, e.Folded) else chosen


class Bot:
    """A player at a decision, with what a player sees."""

    def __init__(self, decision: Decision, down: tuple[Card, ...], choices: Choices, looseness: int) -> None:
        self.decision = decision
        self.looseness = looseness
        self.state: HandState = decision.state
        self.choices = choices
        seat = self.state.seats[decision.place]
        community = self.state.stub.community
        self.cards: tuple[Card, ...] = (*down, *seat.up, *([] if community is None else [community]))
        others = [place for place in places_of(self.state.live) if place != decision.place]
        self.boards: list[tuple[Card, ...]] = [self.state.seats[place].up for place in others]

    def choice(self) -> e.Event:
        """What the bot does, of what is legal."""
        if self.decision.kind == "store":
            return self.at_the_store()
        return self.at_showdown() if self.decision.kind == "show" else self.in_betting()

    def look(self) -> int:
        """What the cards look worth against the boards of the others, for all shares together, to 1000."""
        shares = GAMES[self.state.rules.game].shares
        looks = [_LOOKS.get(share.ranking, Bot.high_look)(self) for share in shares]
        best, less = max(looks), min(looks)
        return (2 * best + less) // 3 if less < 550 else min(1000, best + (less - 500) // 4)

    def high_look(self) -> int:
        """A high hand's look, less what the pairs and trips that the others show take away from it."""
        worst = max(map(_most_alike, self.boards), default=1)
        less = 90 * (worst - 1) if worst > _most_alike(self.cards) - 1 else 0
        return high_look(self.cards) - less

    def dots_look(self) -> int:
        """Own dots, with one more for every card to come, against the best that the others show."""
        mine, *theirs = [dots(cards) + 7 - len(cards) for cards in (self.cards, *self.boards)]
        return max(0, min(1000, 480 + 70 * (mine - max(theirs, default=7)) + 25 * (mine - 7)))

    def in_betting(self) -> e.Event:
        """Wager with the best of it or now and then with nothing, call at a fair price, or get out."""
        decision = self.decision
        heat = self.look() + self.choices.below(161) - 80
        wagers = [option for option in decision.options if option.kind in e.WAGERS]
        if wagers and self.wants_to_wager(heat):
            return self.wager(wagers)
        if decision.can(e.BroughtIn):
            folds = decision.kind == "open_for" and heat < 300
            return decision.fold() if folds else decision.bring_in()
        call = decision.option(e.Called)
        if call is None:
            gives_up = decision.can(e.Folded) and self.choices.below(400) == 0
            return decision.fold() if gives_up else decision.check()
        price = 1000 * call.lowest // (self.state.pot + call.lowest)
        return decision.call() if heat > 230 + price - self.looseness else decision.fold()

    def wants_to_wager(self, heat: int) -> bool:
        """Whether to bet or raise: with the best of it mostly, now and then with nothing."""
        wagers = self.state.round.wagers
        if self.choices.chance(max(1, 7 - 3 * wagers)):  # a bluff
            return True
        strong = heat > 500 - self.looseness // 4 + 80 * wagers
        return strong and self.choices.chance(80 - 10 * min(wagers, 6))

    def wager(self, wagers: Sequence[Option]) -> e.Event:
        """A wager of a size: in fixed limit mostly the larger of two, else up to about the pot."""
        option = wagers[-1] if self.choices.chance(60) else wagers[0]
        part = self.choices.pick((0, 30, 50, 70, 100)) if self.choices.below(40) else 10_000
        to = max(option.lowest, self.state.pot * part // 100)
        return self.decision.event(option, min(option.highest, to))

    def at_the_store(self) -> e.Event:
        """Buy what is worth more than its price, else take the deck's card."""
        worth: list[tuple[int, int]] = []
        for option in self.decision.options:
            if option.kind is e.StoreCardBought:
                bought = self.decision.buy(option.lowest)
                gain = self.gain(bought.card) * (self.state.pot + 6 * self.state.rules.betting.lower)
                luck = 60 + self.choices.below(81)
                worth.append((gain * luck // 2400 - bought.price, -option.lowest))
        best, slot = max(worth)
        return self.decision.buy(-slot) if best > 0 else self.decision.pass_()

    def gain(self, card: Card) -> int:
        """How much better than a card of the deck this one looks, in points."""
        alike = sum(card.rank is mine.rank for mine in self.cards)
        suited = sum(card.suit is mine.suit for mine in self.cards)
        points = 3 * (card.dots - 1) + 5 * alike + max(0, suited - 1) * 2
        return points + (card.rank >= Rank.QUEEN)

    def at_showdown(self) -> e.Event:
        """Show what may win something; muck, mostly, what cannot."""
        first, *others = [RANKINGS[share.ranking] for share in GAMES[self.state.rules.game].shares]
        shown = [cards_of(self.state, place) for place in self.state.settling.shown]
        beaten = all(first.worth(self.cards) < first.worth(hand) for hand in shown)
        qualifies = any(share.qualifier and share.worth(self.cards) > 0 for share in others)
        if beaten and not qualifies and not self.choices.chance(15):
            return self.decision.muck()
        return self.decision.show()


_BEST_LOWBALL: Final = 6175  #: The `lowball_rank` of a wheel.

#: What a bot's hand looks worth by each ranking, from 0 to 1000; by any other, what it does as a high hand.
_LOOKS: Final[dict[str, Callable[[Bot], int]]] = {
    "high": Bot.high_look,
    "low": lambda bot: low_look(bot.cards),
    "lowball": lambda bot: lowball_look(bot.cards),
    "dots": Bot.dots_look,
}


def _most_alike(cards: tuple[Card, ...]) -> int:
    ranks = [card.index >> 2 for card in cards]
    return max([ranks.count(rank) for rank in ranks], default=1)


def high_look(cards: tuple[Card, ...]) -> int:
    """What three to seven cards look worth as a high hand, draws included, from 0 to 1000."""
    ranks, suits = [0] * 13, [0] * 4  # how many of each, the deuce first
    mask = 0
    for card in cards:
        ranks[card.index >> 2] += 1
        suits[card.index & 3] += 1
        mask |= 1 << (card.index >> 2)
    to_come = 7 - len(cards)
    suited, run = max(suits), _longest_run(mask)
    look = max(
        _alike_look(ranks),
        900 if suited >= 5 else _drawn(suited, to_come),
        850 if run >= 5 else _drawn(run, to_come) - 60,
    )
    return max(0, min(1000, look - 25 * (4 - to_come)))


def _alike_look(ranks: list[int]) -> int:
    """What pairs, trips and high cards are worth."""
    times = max(ranks)
    highest = 12 - ranks[::-1].index(times)
    pairs = sum([count > 1 for count in ranks])
    match times:
        case 1:
            return 84 + 12 * highest + 6 * sum([rank - 5 for rank in range(7, 13) if ranks[rank]])
        case 2:
            return 354 + 12 * highest + (180 if pairs > 1 else 0)
        case 3:
            return 930 if pairs > 1 else 784 + 12 * highest
    return 1000


def _drawn(have: int, to_come: int) -> int:
    """A draw with that many of five cards there."""
    missing = 5 - have
    return 0 if missing > to_come else 620 + 60 * to_come - 260 * missing


@cache
def _longest_run(mask: int) -> int:
    """How many of some five ranks in a row are in a set of ranks, bit 0 the deuce; the ace is low too."""
    held = mask << 1 | mask >> 12
    return max((held >> low & 0b11111).bit_count() for low in range(10))


def low_look(cards: tuple[Card, ...]) -> int:
    """What three to seven cards look worth as a low, eight or better, from 0 to 1000."""
    if len(cards) >= 5 and (rank := low_rank(cards)):
        return 600 + 7 * rank
    return _low_draw(cards)


def lowball_look(cards: tuple[Card, ...]) -> int:
    """What three to seven cards look worth as a low without a qualifier, from 0 to 1000."""
    made = max(0, 980 - (_BEST_LOWBALL - lowball_rank(cards)) // 2) if len(cards) >= 5 else 0
    return max(made, _low_draw(cards))


def _low_draw(cards: tuple[Card, ...]) -> int:
    ranks = {card.rank for card in cards if card.rank <= Rank.EIGHT or card.rank is Rank.ACE}
    missing, to_come = 5 - len(ranks), 7 - len(cards)
    return 0 if missing > to_come else max(0, 520 + 80 * to_come - 190 * missing)

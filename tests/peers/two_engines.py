"""One hand of stud in both engines at once, and what they can be compared by."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, Unpack

from pokerkit import (
    Automation,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    HoleCardsShowingOrMucking,
    State,
)
from pokerkit import (
    Card as TheirCard,
)

from grocerydots import CARDS, Betting, Card, Decision, Deck, Hand, Rules, parse_cards
from grocerydots import events as e
from grocerydots.rules.games import GAMES, GameId
from grocerydots.rules.options import HouseOptions

#: Divisible by every number of winners, so that no share leaves an odd chip.
CHIP: Final = 840
WAGERS: Final = (e.Completed, e.Bet, e.Raised)
THEIR_CARDS: Final = {card: next(TheirCard.parse(card.text)) for card in CARDS}

EVERYTHING: Final = tuple(Automation)
UP_TO_THE_CARDS: Final = tuple(chore for chore in EVERYTHING if chore is not Automation.HOLE_DEALING)
_THEIR_GAMES = {
    "stud_high": FixedLimitSevenCardStud,
    "stud_hi_lo": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    "razz": FixedLimitRazz,
}


class Stakes(NamedTuple):
    """What is wagered, in chips."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int


def common_rules(stakes: Stakes, game: GameId = "stud_high", **options: Unpack[HouseOptions]) -> Rules:
    """The rules that both engines play by, as far as our options can say them."""
    common: HouseOptions = {
        "heads_up_raises": "capped",
        "fold_when_free": False,
        "odd_chips": "dealers_left",
        "showdown": "all_show",
    }
    if GAMES[game].has_open_pairs:
        common["open_pair"] = "none"
    common.update(options)
    betting = Betting.fixed_limit(stakes.small_bet, stakes.big_bet)
    return Rules.for_game(game, betting, ante=stakes.ante, bring_in=stakes.bring_in, **common)


def shuffled(random: Random) -> Deck:
    """A whole deck in some order."""
    return Deck(tuple(random.sample(CARDS, len(CARDS))))


def stacked(*hands: str) -> Deck:
    """The deck that deals these hands from the dealer's left: two cards down, up to four up, one down.

    A hand of fewer cards folds before the next one. Burned cards are not known.
    """
    read = [parse_cards(hand) for hand in hands]
    deal: list[Card | None] = [hand[card] for card in range(3) for hand in read]
    for card in range(3, 7):
        live = [hand[card] for hand in read if len(hand) > card]
        deal += [None, *live] if live else []
    return Deck.stacked(deal)


class TwoEngines:
    """A hand that both engines play. Seats are 1, 2, … from the dealer's left; their players count from 0."""

    def __init__(self, rules: Rules, stacks: Sequence[int], deck: Deck) -> None:
        """The hand dealt in; for cards that the deck does not know they get any others."""
        seats = {seat: (f"player {seat}", stack) for seat, stack in enumerate(stacks, start=1)}
        self.ours = Hand.open(rules, seats, len(stacks), deck=deck)
        self.theirs = theirs_dealt(rules, stacks, deck)
        self.choices: list[str] = []  #: For messages.

    @property
    def decision(self) -> Decision:
        """Our decision. The hand must not be over."""
        decision = self.ours.decision
        assert decision is not None
        return decision

    def play(self, event: e.Event) -> None:
        """The same choice in both engines."""
        self.choices.append(f"{self.decision.seat}:{type(event).__name__}")
        self.ours = self.ours.play(event)
        match event:
            case e.BroughtIn():
                self.theirs.post_bring_in()
            case e.Completed(to=to) | e.Bet(to=to) | e.Raised(to=to):
                self.theirs.complete_bet_or_raise_to(to)
            case e.Called() | e.Checked():
                self.theirs.check_or_call()
            case e.Folded():
                self.theirs.fold()
            case _:
                raise AssertionError(f"{event} is no choice of both engines")

    def play_all(self, choices: str) -> None:
        """Choices by the names that `Decision` gives them, in turn."""
        for choice in choices.split():
            self.play(getattr(self.decision, choice)())

    def check_to_the_end(self) -> None:
        """Checks by everyone for as long as anyone is asked to."""
        while self.ours.decision is not None and self.decision.can(e.Checked):
            self.play(self.decision.check())

    def our_offer(self) -> dict[str, int | bool | None]:
        """Whose turn it is here and what may be done, in the words of `their_offer`."""
        decision = self.decision
        bring_in = decision.option(e.BroughtIn)
        call = decision.option(e.Called)
        wagers = [option for option in decision.options if option.kind in WAGERS]
        assert decision.seat is not None
        return {
            "player": decision.seat - 1,
            "fold": decision.can(e.Folded),
            "bring in": bring_in.lowest if bring_in else None,
            "check or call": call.lowest if call else 0 if decision.can(e.Checked) else None,
            "wager at least to": wagers[0].lowest if wagers else None,
            "wager at most to": wagers[-1].highest if wagers else None,
        }

    def their_offer(self) -> dict[str, int | bool | None]:
        """Whose turn it is there and what may be done."""
        state = self.theirs
        return {
            "player": state.actor_index,
            "fold": state.can_fold(),
            "bring in": state.effective_bring_in_amount,
            "check or call": state.checking_or_calling_amount,
            "wager at least to": state.min_completion_betting_or_raising_to_amount,
            "wager at most to": state.max_completion_betting_or_raising_to_amount,
        }

    @property
    def our_showdown(self) -> list[int]:
        """Players in the order in which they showed here."""
        return [event.seat - 1 for event in self.ours.events if isinstance(event, e.HandShown)]

    @property
    def their_showdown(self) -> list[int]:
        """Players in the order in which they showed or mucked there."""
        shown = [done for done in self.theirs.operations if isinstance(done, HoleCardsShowingOrMucking)]
        return [done.player_index for done in shown]

    @property
    def our_stacks(self) -> list[int]:
        """Chips behind here, by player."""
        return [seat.stack for seat in self.ours.state.seats]

    @property
    def their_stacks(self) -> list[int]:
        """Chips behind there, by player."""
        return list(self.theirs.stacks)


def theirs_dealt(
    rules: Rules, stacks: Sequence[int], deck: Deck, automations: tuple[Automation, ...] = EVERYTHING
) -> State:
    """Their state at the first decision, dealt from this deck, with these chores automated from there on.

    Antes are trimmed, their word for HOUSE-31.
    """
    game = _THEIR_GAMES[rules.game](
        UP_TO_THE_CARDS, True, rules.ante, rules.bring_in, rules.betting.lower, rules.betting.higher or 0
    )
    state = game(tuple(stacks), len(stacks))
    rest = iter([card for card in CARDS if card not in deck.cards])
    state.deck_cards = deque(THEIR_CARDS[next(rest) if card is None else card] for card in deck.cards)
    state.automations = automations
    state.deal_hole()
    return state

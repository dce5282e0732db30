"""One hand of stud in both engines at once, and what they can be compared by."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from pokerkit import (
    Automation,
    Card as TheirCard,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    State,
)

from grocerydots import CARDS, Card, Deck, Decision, Hand, Rules, events as e, presets

#: Divisible by every number of winners, so that no share leaves an odd chip.
CHIP: Final = 840
WAGERS: Final = (e.Completed, e.Bet, e.Raised)
THEIR_CARDS: Final = {card: next(TheirCard.parse(card.text)) for card in CARDS}

_EVERYTHING = tuple(Automation)
_UP_TO_THE_CARDS = tuple(chore for chore in _EVERYTHING if chore is not Automation.HOLE_DEALING)
_THEIR_GAMES = {
    "stud_high": FixedLimitSevenCardStud,
    "stud_hi_lo": FixedLimitSevenCardStudHighLowSplitEightOrBetter,
}


class Stakes(NamedTuple):
    """What is wagered, in chips."""

    ante: int
    bring_in: int
    small_bet: int
    big_bet: int


def common_rules(stakes: Stakes, *, hi_lo: bool, **options: str | bool) -> Rules:
    """The rules that both engines play by, as far as our options can say them."""
    common: dict[str, str | bool] = {
        "heads_up_raises": "capped",
        "open_pair": "none",
        "fold_when_free": False,
        "odd_chips": "dealers_left",
        "showdown": "all_show",
    }
    return presets.card_room(
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        hi_lo=hi_lo,
        **{**common, **options},
    )


def shuffled(random: Random) -> tuple[Card, ...]:
    """A whole deck in some order."""
    return tuple(random.sample(CARDS, len(CARDS)))


class TwoEngines:
    """A hand that both engines play. Seats are 1, 2, … from the dealer's left; their players count from 0."""

    def __init__(self, rules: Rules, stacks: Sequence[int], cards: tuple[Card | None, ...]) -> None:
        """The hand dealt in; cards that are not known are any others, in their deck."""
        seats = {seat: (f"player {seat}", stack) for seat, stack in enumerate(stacks, start=1)}
        self.ours = Hand.open(rules, seats, len(stacks), deck=Deck(cards))
        self.theirs = theirs_dealt(rules, stacks, cards)
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

    def our_offer(self) -> dict[str, int | bool | None]:
        """Whose turn it is here and what may be done, in the words of `their_offer`."""
        decision = self.decision
        bring_in = decision.option(e.BroughtIn)
        call = decision.option(e.Called)
        wagers = [option for option in decision.options if option.kind in WAGERS]
        assert decision.seat is not None
        return {
            "player": decision.seat - 1,
            "fold": decision.option(e.Folded) is not None,
            "bring in": bring_in.lowest if bring_in else None,
            "check or call": call.lowest if call else 0 if decision.option(e.Checked) else None,
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
    def our_stacks(self) -> list[int]:
        """Chips behind here, by player."""
        return [seat.stack for seat in self.ours.state.seats]

    @property
    def their_stacks(self) -> list[int]:
        """Chips behind there, by player."""
        return list(self.theirs.stacks)


def theirs_dealt(rules: Rules, stacks: Sequence[int], cards: Sequence[Card | None]) -> State:
    """Their state at the first decision, dealt from these cards in this order, every chore automated."""
    game = _THEIR_GAMES[rules.game](
        _UP_TO_THE_CARDS, True, rules.ante, rules.bring_in, rules.betting.lower, rules.betting.higher or 0
    )
    state = game(tuple(stacks), len(stacks))
    rest = iter([card for card in CARDS if card not in cards])
    state.deck_cards = deque(THEIR_CARDS[next(rest) if card is None else card] for card in cards)
    state.automations = _EVERYTHING
    state.deal_hole()
    return state

"""The hands that are measured: the same cards and the same choices in both engines."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from pokerkit import Automation, Card, FixedLimitSevenCardStud, HandHistory, State

from grocerydots import CARDS, Deck, Hand, Rules, presets
from grocerydots.testing import test_seed

PLAYERS: Final = 6
STACK: Final = 1000
SEED: Final = test_seed("bench")
HAND_ID: Final = "bench"
RULES: Final[Rules] = presets.card_room(small_bet=10, big_bet=20, ante=1, bring_in=3)
SEATS: Final = {seat: (f"player {seat}", STACK) for seat in range(1, PLAYERS + 1)}

CARDS_DEALT: Final = Deck.from_seed(SEED, HAND_ID).cards
DECK: Final = Deck(CARDS_DEALT)

#: PokerKit's name for each choice; a hand is shown or mucked by its own automation.
THEIR_NAMES: Final = {
    "bring_in": "post_bring_in",
    "complete": "complete_bet_or_raise_to",
    "bet": "complete_bet_or_raise_to",
    "raise_to": "complete_bet_or_raise_to",
    "call": "check_or_call",
    "check": "check_or_call",
    "fold": "fold",
}
EVERYTHING: Final = tuple(Automation)
UP_TO_THE_CARDS: Final = tuple(chore for chore in EVERYTHING if chore is not Automation.HOLE_DEALING)
THEIR_CARDS: Final = {card: next(Card.parse(card.text)) for card in CARDS}
THEIR_DECK: Final = tuple(THEIR_CARDS[card] for card in CARDS_DEALT if card is not None)
THEIR_GAME: Final = FixedLimitSevenCardStud(
    UP_TO_THE_CARDS, True, 1, RULES.bring_in, RULES.betting.lower, RULES.betting.higher or 0
)


class Script(NamedTuple):
    """A hand by its choices, named as `Decision` names them."""

    about: str
    choices: tuple[str, ...]
    their_choices: tuple[str, ...]


def script(about: str, choices: str) -> Script:
    """The script of choices in a row."""
    words = tuple(choices.split())
    return Script(about, words, tuple(THEIR_NAMES[word] for word in words if word in THEIR_NAMES))


FULL: Final = script(
    "six are dealt in, two fold on third street, four bet to the showdown",
    """
    bring_in complete call fold raise_to fold call call call
    check check check bet call raise_to call call call
    bet call call call
    check bet call raise_to call call call
    check bet call call call
    show show show
    """,
)
SHORT: Final = script(
    "six are dealt in, four fold on third street and one on fifth",
    """
    bring_in complete fold fold raise_to fold fold call
    check bet call
    bet fold
    """,
)


def play(hand: Script) -> Hand:
    """The hand played here, as an application would: deck given, unsealed."""
    now = Hand.open(RULES, SEATS, PLAYERS, deck=DECK)
    for choice in hand.choices:
        now = now.play(getattr(now.decision, choice)())
    return now


def play_sealed(hand: Script) -> bytes:
    """The log of the hand played from its seed: shuffled, sealed, chained and encoded."""
    now = Hand.open(RULES, SEATS, PLAYERS, seed=SEED, hand_id=HAND_ID)
    for choice in hand.choices:
        now = now.play(getattr(now.decision, choice)())
    return now.log.to_bytes()


def play_theirs(hand: Script) -> State:
    """The hand in PokerKit with every chore automated, the deck put in before the first card."""
    state = THEIR_GAME(STACK, PLAYERS)
    state.deck_cards = deque(THEIR_DECK)
    state.automations = EVERYTHING
    state.deal_hole()
    for choice in hand.their_choices:
        getattr(state, choice)()
    return state


def their_text(hand: Script) -> str:
    """The hand as PokerKit writes it down."""
    return HandHistory.from_game_state(THEIR_GAME, play_theirs(hand)).dumps()


def read_theirs(text: str) -> State:
    """The final state of a hand in PokerKit's notation."""
    *_, last = HandHistory.loads(text)
    return last

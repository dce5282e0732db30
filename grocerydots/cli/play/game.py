"""`Game`: a session played in words, through a `Screen`, until the player stops or has no chips left."""

from __future__ import annotations

from typing import Final, Literal, Protocol, TypeAlias

from grocerydots import events as e
from grocerydots.cards import Card
from grocerydots.cli.play.menu import EXPLAIN, QUIT, Choice, Menu, explained, menu_of, rule_lines
from grocerydots.cli.play.session import BUY_IN, Session
from grocerydots.cli.play.words import introduction, situation
from grocerydots.english import chips, count, listed
from grocerydots.errors import NotationError
from grocerydots.hand import Hand
from grocerydots.history import safe_name, tell_lines
from grocerydots.history.boards import View
from grocerydots.rules.rulebook import search
from grocerydots.turns import Decision

Ending: TypeAlias = Literal["stopped", "broke"]

#: What happens without a word of its own: it tells a newcomer nothing, and is in the hand's log.
_QUIET: Final = (e.DeckSealed, e.CardBurned)
_NEXT: Final = Menu((Choice("n", "next hand", "or just Enter"),))


class Screen(Protocol):
    """Where a game is shown and answers come from."""

    @property
    def width(self) -> int:
        """How many columns there are."""

    def say(self, text: str = "") -> None:
        """Show lines; cards in them may be coloured."""

    def ask(self) -> str | None:
        """A line that the player typed; None at the end of input."""


class _Stopped(Exception):
    """The player wants no more, or there is no more input."""


class Game:
    """A session on a screen. Nothing is shown before it is stored, so that it may be cut off anywhere."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self._session: Final = session
        self._screen: Final = screen
        self._shown = 0  #: Entries of the hand that is on.

    def play(self) -> Ending:
        """Play hand after hand: how it ended."""
        try:
            self._begin()
            while True:
                if self._session.hand is None and self._session.chips:
                    self._deal()
                self._play_hand()
                if not self._session.chips:
                    return self._end()
                self._ask_for_more()
        except _Stopped:
            return "stopped"

    # The course of a session

    def _begin(self) -> None:
        session = self._session
        if not session.hands:
            self._screen.say(introduction(self._screen.width))
            others = [safe_name(s.player) for s in session.table.state.seats if s.seat != session.seat]
            self._say(
                f"You are {safe_name(session.name)}, at a table with {listed(others)}.",
                f"Everybody has {BUY_IN} chips, and puts in an ante of 1 for each hand.",
            )
        elif session.hand is not None:
            self._screen.say(f"Welcome back, {safe_name(session.name)}. The hand so far:")
        else:
            self._screen.say(f"Welcome back, {safe_name(session.name)}: you have {chips(session.chips)}.")

    def _deal(self) -> None:
        back = [safe_name(name) for name in self._session.deal()]
        self._shown = 0
        if back:
            buy = "buys" if len(back) == 1 else "buy"
            self._screen.say(f"\n{listed(back)} had no chips left and {buy} in again for {BUY_IN}.")

    def _play_hand(self) -> None:
        session = self._session
        while session.hand is not None:
            self._show(session.hand)
            decision = session.hand.decision
            if decision is None:
                session.finish()
            elif session.is_players_turn:
                session.play(self._answer(session.hand, decision))
            else:
                session.play_bot()

    def _end(self) -> Ending:
        hands = count(self._session.hands, "hand")
        self._session.leave()
        self._screen.say(f"\nYou have no chips left, after {hands}. The session is over.")
        return "broke"

    def _ask_for_more(self) -> None:
        self._screen.say(f"\nYou have {chips(self._session.chips)}. Play on?")
        self._say(*_NEXT.lines(self._screen.width, explains=False))
        while (typed := self._typed()) and _NEXT.find(typed) is None:
            if not self._explains_a_rule(typed):
                self._screen.say("Enter deals the next hand, q stops.")

    # Showing

    def _show(self, hand: Hand) -> None:
        """Show what the player has not seen yet, with their own cards."""
        known = hand.openings(self._session.seat).cards
        for entry, text in tell_lines(hand.events, openings=known):
            if entry < self._shown:
                continue
            lines = text.splitlines()
            if isinstance(hand.events[entry], _QUIET):
                lines = [line for line in lines if line.startswith("***")]
            if lines and (entry == 0 or lines[0].startswith("***")):
                self._screen.say()
            self._say(*lines)
        self._shown = hand.entries

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._screen.say(line)

    # Asking

    def _answer(self, hand: Hand, decision: Decision) -> e.Event:
        """The player's choice, asked for until there is one."""
        own = _own(hand, self._session.seat)
        menu = menu_of(decision, own)
        self._ask(hand, decision, menu, own)
        while True:
            typed = self._typed()
            choice = menu.find(typed)
            if choice is not None and choice.event is not None:
                return choice.event
            if typed == EXPLAIN:
                self._say(*explained(decision, menu, self._screen.width))
                self._ask(hand, decision, menu, own)
            elif not self._explains_a_rule(typed):
                keys = ", ".join([choice.key for choice in menu.choices])
                self._screen.say(f"Not one of your choices: {keys}, ? or q.")

    def _ask(self, hand: Hand, decision: Decision, menu: Menu, own: tuple[Card, ...]) -> None:
        seat = self._session.seat
        view = View(hand.state.setup.opening, hand.openings(seat).cards)
        self._say("", *situation(decision, view, hand.state.seat(seat), own))
        self._say(*menu.lines(self._screen.width))

    def _typed(self) -> str:
        """A line, without blanks around it. Raises `_Stopped` where the player stops."""
        line = self._screen.ask()
        typed = None if line is None else line.strip()
        if typed is None or typed.casefold() in (QUIT, "quit"):
            raise _Stopped
        return typed

    def _explains_a_rule(self, typed: str) -> bool:
        """Whether rules were asked for by a number or words, and have been shown."""
        wanted = typed.removeprefix(EXPLAIN).strip()
        if not typed.startswith(EXPLAIN) or not wanted:
            return False
        try:
            for found in search(wanted):
                self._say(*rule_lines(found, self._screen.width))
        except NotationError as error:
            self._say(str(error))
        return True


def _own(hand: Hand, seat: int) -> tuple[Card, ...]:
    """All cards of the player, in the order in which they came."""
    down = list(hand.openings(seat).cards.values())
    community = hand.state.stub.community
    shared = () if community is None else (community,)
    return (*down[:2], *hand.state.seat(seat).up, *down[2:], *shared)

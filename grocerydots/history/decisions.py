"""Whose move it is, and what is legal, in words."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e
from grocerydots.choices import Option
from grocerydots.english import listed
from grocerydots.errors import expect
from grocerydots.history.printable import table_names
from grocerydots.phases.entropy import entropy_due
from grocerydots.turns import DealerStep, Decision, Turn


def legal_words(decision: Decision) -> str:
    """What a decision allows, for people: ``fold, call 4 or raise to between 8 and 40``."""
    expect("decision", decision, Decision)
    return listed([_option(decision, option) for option in decision.options], "or")


def _option(decision: Decision, option: Option) -> str:
    if option.kind is e.StoreCardBought:
        bought = decision.buy(option.lowest)
        return f"buy {bought.card} for {bought.price}"
    if option.kind is e.DotsTieConfirmed:
        return option.word.replace("_", " ")
    words = option.words
    if option.lowest == option.highest:
        return words
    return words.replace(
        f"{option.lowest}..{option.highest}", f"between {option.lowest} and {option.highest}"
    )


def step_words(step: DealerStep) -> str:
    """What the dealer is to do, in words that follow "to": ``deal the cards``."""
    return _STEPS[step.kind]


_STEPS: Final[dict[type, str]] = {
    e.DeckSealed: "seal the deck",
    e.AntesPosted: "collect the antes",
    e.HandCancelled: "call the hand off",
    e.CardsDealt: "deal the cards",
    e.CardBurned: "burn a card",
    e.CommunityCardDealt: "deal one card for everybody",
    e.StubReplenished: "shuffle stub and burned cards into a new stub",
    e.ChipsReturned: "give back what nobody called",
    e.BettingClosed: "close the betting",
    e.StoreOpened: "open the store",
    e.StoreRestocked: "restock the store",
    e.StoreClosed: "close the store",
    e.HandShown: "have a hand shown",
    e.HandMucked: "muck a hand",
    e.DownCardsOpened: "turn up the cards of a hand that is shown",
    e.RakeTaken: "take the rake",
    e.PotsAwarded: "award the pots",
    e.HandClosed: "close the hand",
}


def waiting(now: Turn) -> str:
    """Who a hand waits for and what is legal; empty when it is over."""
    if isinstance(now, DealerStep):
        return f"Waiting for the dealer to {step_words(now)} ({now.rule})"
    if not isinstance(now, Decision):
        return ""
    names = table_names(now.state.setup.opening.seats)
    due = entropy_due(now.state) if now.kind == "entropy" else None
    if due is not None:
        does = "commit to a secret" if due[0] is e.EntropyCommitted else "open that secret"
        who = listed([names[seat] for seat in due[1]])
        return f"Waiting for {who} to {does} for the shuffle; the dealer may cancel"
    nobody = "the house" if now.kind == "rake" else "the dealer"
    return f"Waiting for {nobody if now.seat is None else names[now.seat]}: {legal_words(now)}"

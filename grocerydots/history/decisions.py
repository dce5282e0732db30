"""Whose move it is, and what is legal, in words."""

from __future__ import annotations

from grocerydots import events as e
from grocerydots.choices import Option
from grocerydots.describe import describe_step
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


def waiting(now: Turn) -> str:
    """Who a hand waits for and what is legal; empty when it is over."""
    if isinstance(now, DealerStep):
        return f"Waiting for the dealer to {describe_step(now.kind)} ({now.rule})"
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

"""The format's name, its version, and the one table of tags: which event each is, and since which version."""

from __future__ import annotations

from typing import Final

from grocerydots import events as e

FORMAT: Final = "grocerydots"  #: What the first line of a log calls its format.
VERSION: Final = 1  #: What is written; older versions are read by way of `upcasts.UPCASTERS`.

#: Keys of a line that are no fields of its event.
RESERVED: Final = ("at", "event", "format", "version")
#: The tag of the line that closes a finished log; no event has it.
END: Final = "end"

_TABLE: Final[tuple[tuple[type[e.Event], str, int], ...]] = (
    (e.HandOpened, "hand_opened", 1),
    (e.DotsTieConfirmed, "dots_tie_confirmed", 1),
    (e.EntropyCommitted, "entropy_committed", 1),
    (e.EntropyAdded, "entropy_added", 1),
    (e.DeckSealed, "deck_sealed", 1),
    (e.AntesPosted, "antes_posted", 1),
    (e.AntePosted, "ante_posted", 1),
    (e.SatOut, "sat_out", 1),
    (e.HandCancelled, "hand_cancelled", 1),
    (e.CardsDealt, "cards_dealt", 1),
    (e.CardBurned, "card_burned", 1),
    (e.StubReplenished, "stub_replenished", 1),
    (e.CommunityCardDealt, "community_card_dealt", 1),
    (e.BroughtIn, "brought_in", 1),
    (e.Completed, "completed", 1),
    (e.Bet, "bet", 1),
    (e.Raised, "raised", 1),
    (e.Called, "called", 1),
    (e.Checked, "checked", 1),
    (e.Folded, "folded", 1),
    (e.TimedOut, "timed_out", 1),
    (e.ChipsReturned, "chips_returned", 1),
    (e.BettingClosed, "betting_closed", 1),
    (e.StoreOpened, "store_opened", 1),
    (e.StoreCardBought, "store_card_bought", 1),
    (e.StorePassed, "store_passed", 1),
    (e.StoreRestocked, "store_restocked", 1),
    (e.StoreClosed, "store_closed", 1),
    (e.HandShown, "hand_shown", 1),
    (e.HandMucked, "hand_mucked", 1),
    (e.DownCardsOpened, "down_cards_opened", 1),
    (e.RakeTaken, "rake_taken", 1),
    (e.PotsAwarded, "pots_awarded", 1),
    (e.HandClosed, "hand_closed", 1),
)

TAG_OF: Final[dict[type[e.Event], str]] = {event: tag for event, tag, _ in _TABLE}
EVENT_OF: Final[dict[str, type[e.Event]]] = {tag: event for event, tag, _ in _TABLE}
#: The version of the format that brought each tag.
SINCE: Final[dict[str, int]] = {tag: since for _, tag, since in _TABLE}

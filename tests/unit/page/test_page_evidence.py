"""What the page says of files that are dropped on it, and of logs that are crooked, long or full of junk."""

from __future__ import annotations

import base64
import json
from typing import Any

import attrs
import pytest
from node import MISSING, NODE, run_script

from grocerydots import Hand, Log, presets
from grocerydots import events as e
from grocerydots.audit import audit
from grocerydots.deck import Deck, seal_of
from grocerydots.page.build import SCRIPTS, VERIFYING, asset, build
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt, Signature
from grocerydots.testing import test_seed as seed_of

CORE = "\n".join(map(asset, VERIFYING))
WITHOUT_PAGE = [name for name in SCRIPTS if name not in ("table.js", "viewer.js", "cards.js", "words.js")]
JUDGING = (
    "const dom = () => ({ append() {} }), counted = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');\n"
)
JUDGING += "\n".join(map(asset, WITHOUT_PAGE))
RULES = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEED = seed_of("page")


@pytest.fixture(autouse=True)
def _node(require: Any) -> None:
    require(NODE is not None, MISSING)


def played(*choices: str) -> Hand:
    hand = Hand.open(RULES, {1: ("ann", 200), 2: ("bob", 200)}, dealer=2, seed=SEED, hand_id="x-1")
    for choice in choices:
        assert hand.decision is not None
        hand = hand.play(getattr(hand.decision, choice)())
    return hand


def encoded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def judged(log: Log, dropped: bytes) -> tuple[bool | None, str]:
    """Whether the page calls a dropped file good, and its words."""
    script = """
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const own = verifyLog(bytes(given[0]));
    own.finding = null;
    const { isGood, title } = judge(bytes(given[1]), own, (entry) => entry);
    give([isGood, title]);
    """
    good, title = run_script(JUDGING + script, [encoded(log.to_bytes()), encoded(dropped)])
    return good, title


def verified(log: bytes) -> dict[str, Any]:
    script = """
    const log = verifyLog(Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0)));
    give({ isGood: log.isGood, fault: log.firstFault, states: log.states.length });
    """
    found: dict[str, Any] = run_script(CORE + script, encoded(log))
    return found


def test_a_wager_that_is_called_by_another_name_is_found_as_in_an_audit() -> None:
    hand = played("bring_in", "complete", "raise_to", "call", "bet", "raise_to", "call")
    wagers = (e.Completed, e.Bet, e.Raised)
    assert verified(hand.log.to_bytes())["isGood"]
    for entry, event in enumerate(hand.events):
        for name in wagers if isinstance(event, wagers) else ():
            renamed = name(event.seat, event.amount, event.to, event.full)  # type: ignore[union-attr]
            log = Log.of([*hand.events[:entry], renamed, *hand.events[entry + 1 :]])
            report = audit(log)
            assert verified(log.to_bytes())["isGood"] is report.is_clean, (entry, name)


def test_junk_after_an_honest_beginning_is_not_looked_at_for_ever() -> None:
    start = played("bring_in").log.to_bytes()
    for lines in (1_000, 20_000):
        found = verified(start + b'{"event":"card_burned","position":3}\n' * lines)
        assert not found["isGood"]
        assert found["states"] < 200


def test_an_opened_card_that_was_turned_up_elsewhere_is_not_good() -> None:
    hand = played("bring_in", "fold")
    assert judged(hand.log, hand.openings(1).to_bytes()) == (True, "2 cards of seat 1, proved by the seals")
    deck = Deck.from_seed(SEED, "x-1")
    assert deck.salts is not None
    dealt = [card for event in hand.events if isinstance(event, e.CardsDealt) for card in event.cards]
    door = next(card.card for card in dealt if card.seat == 1 and card.up)
    assert door is not None
    crooked = seal_of("x-1", 0, door, deck.salts[0])
    log = Log.of([
        attrs.evolve(event, seals=(crooked, *event.seals[1:])) if isinstance(event, e.DeckSealed) else event
        for event in hand.events
    ])  # fmt: skip
    opening = Openings("x-1", 1, (e.Opening(0, door, deck.salts[0]),))
    assert any(finding.rule == "GSD-1" for finding in audit(log, openings=[opening]).findings)
    is_good, title = judged(log, opening.to_bytes())
    assert not is_good
    assert f"{door} was turned up at position" in title


def test_openings_that_python_refuses_are_refused() -> None:
    hand = played("bring_in", "fold")
    fields = json.loads(hand.openings(1).to_bytes())
    one, two = fields["openings"]
    wrong = [[one, one], [two, one], [one, [two[0], one[1], two[2]]]]
    for openings in wrong:
        content = json.dumps({**fields, "openings": openings}, sort_keys=True, separators=(",", ":"))
        assert judged(hand.log, content.encode() + b"\n") == (False, "These openings cannot be read")
    loose = json.dumps(fields).encode() + b"\n"
    assert judged(hand.log, loose) == (False, "These openings cannot be read")
    assert judged(hand.log, Openings("x-1", 1, ()).to_bytes()) == (None, "No card of seat 1 is opened")


def test_receipts_that_python_refuses_are_refused() -> None:
    hand = played("bring_in", "fold")
    receipt = hand.receipt().to_bytes()
    assert judged(hand.log, receipt)[0]
    signed = attrs.evolve(hand.receipt(), signature=Signature("0" * 64, bytes(64)))
    assert judged(hand.log, signed.to_bytes())[0]
    for wrong in (
        receipt.replace(b'"signature":null', b'"signature":"rubbish"'),
        receipt.replace(b'{"entries"', b'{"head":"%s","entries"' % (b"00" * 32)),
        receipt.replace(b":", b": "),
        receipt[:-1],
        receipt.replace(b'"x-1"', b'"x 1"'),
    ):
        assert judged(hand.log, wrong) == (False, "This receipt cannot be read")


def test_a_receipt_that_does_not_fit_says_that_it_proves_nothing_to_others() -> None:
    log = played("bring_in").log
    is_good, title = judged(log, Receipt("x-1", 50, "0" * 64).to_bytes())
    assert not is_good
    assert title.endswith("It is not signed, so it proves nothing to others.")


def test_what_the_house_shows_after_the_hand_is_checked_by_its_seals() -> None:
    hand = played("bring_in", "fold")
    house = hand.house_openings()
    good = judged(hand.log, house.to_bytes())
    assert good == (True, f"{len(house.cards)} cards of the house, proved by the seals")
    theirs = attrs.evolve(hand.openings(1), seat=0)
    is_good, title = judged(hand.log, theirs.to_bytes())
    assert (is_good, title) == (False, "Position 0 is neither burned nor left in the deck")
    is_good, title = judged(played("bring_in").log, house.to_bytes())
    assert not is_good
    assert "once the hand is over" in title


def test_the_page_holds_the_verdict_of_the_audit_in_its_words() -> None:
    hand = played("bring_in", "fold")
    assert f'"conclusion":{json.dumps(audit(hand.log).conclusion)}' in build(hand.log)
    closed = hand.events[-1]
    assert isinstance(closed, e.HandClosed)
    stacks = tuple(e.Payment(seat, amount + (1 if seat == 1 else -1)) for seat, amount in closed.stacks)
    wrong = Log.of([*hand.events[:-1], e.HandClosed(stacks)])
    assert '"conclusion":"Ann owes bob 1 chip: the final stacks."' in build(wrong)
    assert '"conclusion":"This is no log of a hand: its first line cannot be read."' in build(b"junk\n")

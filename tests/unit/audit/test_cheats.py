"""Every way of cheating that we could think of is found: the entry, the rule, and the chips that are owed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from cheat_tables import KEYS
from cheats import CHEATS, FOLDER, written

from grocerydots.audit import Report, audit
from grocerydots.audit.report import Gravity, with_names
from grocerydots.history.printable import table_names
from grocerydots.proofs.openings import Openings
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules.rulebook import rulebook


class Said(NamedTuple):
    """What the audit has to say first of a cheat, and who is owed how many chips on which ground."""

    gravity: Gravity
    rule: str | None
    owed_as: Literal["settled", "paid", "undone"] | None
    owed: dict[int, int]  #: Over the final stacks of the log.


TABLE = {
    "wrong_opener": Said("illegal", "ROOM-20", "undone", {1: 3, 2: -6, 3: 3}),
    "wrong_board_first": Said("illegal", "ROOM-20", "undone", {1: 7, 2: -14, 3: 7}),
    "out_of_turn": Said("illegal", "ROOM-20", "undone", {1: 3, 2: -6, 3: 3}),
    "bet_over_the_cap": Said("illegal", "LIM-7", "undone", {1: 43, 2: -86, 3: 43}),
    "string_raise": Said("illegal", "LIM-5", "undone", {1: 13, 2: -26, 3: 13}),
    "short_all_in_counted_full": Said("illegal", "HOUSE-5", "undone", {1: 4, 2: -16, 3: 12}),
    "call_short": Said("illegal", "ROOM-8", "paid", {1: -2, 2: 2}),
    "ante_short": Said("illegal", "ROOM-2", "paid", {2: 1, 3: -1}),
    "uncalled_bet_kept": Said("illegal", "HOUSE-30", "paid", {3: 10}),
    "late_action": Said("clock", "ROOM-9", "undone", {1: 5, 2: -10, 3: 5}),
    "early_time_out": Said("clock", "ROOM-9", "undone", {1: 3, 2: -4, 3: 1}),
    "clock_held_for_a_friend": Said("clock", None, "undone", {1: 3, 2: -6, 3: 3}),
    "time_set_back": Said("clock", None, "undone", {1: 7, 2: -14, 3: 7}),
    "dots_tie_not_confirmed": Said("illegal", "GSD-16", "undone", {1: 3, 2: -2, 3: -1}),
    "price_not_paid": Said("illegal", "GSD-8", "paid", {1: -3, 2: 1, 3: 2}),
    "price_too_low": Said("illegal", "GSD-8", "paid", {1: -2, 2: 1, 3: 1}),
    "price_given_back": Said("illegal", "HOUSE-30", "paid", {1: -3, 2: 1, 3: 2}),
    "bought_by_who_is_all_in": Said("illegal", "GSD-9", "undone", {1: 3, 2: -2, 3: -1}),
    "bought_out_of_turn": Said("illegal", "GSD-9", "undone", {1: 3, 2: -1, 3: -2}),
    "bought_after_the_store_closed": Said("illegal", "GSD-11", "undone", {1: 3, 2: -2, 3: -1}),
    "card_swapped": Said("illegal", "GSD-1", "undone", {1: 3, 2: -6, 3: 3}),
    "cards_swapped_with_salts": Said("illegal", "GSD-1", "undone", {1: 3, 2: -6, 3: 3}),
    "dealt_in_another_order": Said("illegal", "LIM-2", "undone", {1: 3, 2: -6, 3: 3}),
    "burn_skipped": Said("illegal", "ROOM-5", "undone", {1: -6, 2: 3, 3: 3}),
    "dealer_looked_ahead": Said("illegal", "LIM-2", "undone", {1: 3, 2: -6, 3: 3}),
    "dealt_from_the_bottom": Said("illegal", "LIM-2", "undone", {1: 3, 2: -6, 3: 3}),
    "card_twice_in_the_deck": Said("illegal", "GSD-1", "undone", {1: 3, 2: -6, 3: 3}),
    "card_twice_in_two_hands": Said("illegal", "GSD-1", "undone", {1: 1, 2: 3, 3: -4}),
    "restocked_from_elsewhere": Said("illegal", "GSD-10", "undone", {1: 4, 2: -2, 3: -2}),
    "restocked_in_another_slot": Said("illegal", "GSD-10", "undone", {1: 4, 2: -2, 3: -2}),
    "reshuffle_chosen": Said("illegal", "ROOM-12", "undone", {1: 3, 2: 3, 3: 3, 4: -8, 5: -7, 6: 3, 7: 3}),
    "reshuffle_not_in_its_order": Said(
        "illegal", "ROOM-12", "undone", {1: -7, 2: -8, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3}
    ),
    "deck_chosen": Said("illegal", "GSD-1", "undone", {1: 3, 2: -6, 3: 3}),
    "secret_from_a_test_seed": Said("illegal", "GSD-1", "undone", {1: 3, 2: -6, 3: 3}),
    "entropy_ignored": Said("illegal", "GSD-1", "undone", {1: 3, 2: 3, 3: -6}),
    "entropy_exchanged": Said("illegal", "GSD-1", "undone", {1: -6, 2: 3, 3: 3}),
    "opening_made_up": Said("evidence", None, None, {}),
    "first_to_show_mucks": Said("illegal", "HOUSE-26", "undone", {1: -22, 2: 11, 3: 11}),
    "folded_hand_paid": Said("settling", "GSD-15", "settled", {2: 4, 3: -4}),
    "mucked_hand_paid": Said("settling", "HOUSE-26", "settled", {1: -9, 3: 9}),
    "weaker_hand_paid": Said("settling", "ROOM-17", "settled", {1: -9, 2: 9}),
    "dots_miscounted": Said("settling", "GSD-15", "settled", {2: -4, 3: 4}),
    "dots_tie_settled_otherwise": Said("settling", "HOUSE-21", "settled", {1: 4, 3: -4}),
    "odd_chip_to_the_wrong_player": Said("settling", "HOUSE-19", "settled", {1: 1, 3: -1}),
    "odd_chip_to_the_wrong_half": Said("settling", "HOUSE-18", "settled", {2: 1, 3: -1}),
    "tie_not_shared_equally": Said("settling", "ROOM-18", "settled", {1: -3, 2: 3}),
    "low_that_does_not_qualify": Said("settling", "LIM-11", "settled", {1: -4, 2: 4}),
    "wrong_low": Said("settling", "LIM-10", "settled", {1: -4, 3: 4}),
    "side_pot_to_who_has_no_part_in_it": Said("settling", "HOUSE-22", "settled", {1: 36, 2: -36}),
    "chips_from_nowhere": Said("settling", "ROOM-19", "settled", {2: -10}),
    "rake_too_high": Said("settling", "HOUSE-32", "settled", {2: 9}),
    "rake_not_agreed": Said("settling", "HOUSE-32", "settled", {2: 2}),
    "rake_kept_quiet": Said("settling", "HOUSE-32", "settled", {2: 2}),
    "closing_stacks_altered": Said("settling", "LIM-2", "settled", {1: -5, 3: 5}),
    "antes_kept": Said("settling", "HOUSE-29", "settled", {1: 5}),
    "head_forged": Said("broken", None, None, {}),
    "line_changed_in_the_file": Said("broken", None, None, {}),
    "entries_cut": Said("receipt", None, None, {}),
    "history_rewritten": Said("receipt", None, None, {}),
    "hand_given_another_id": Said("evidence", None, None, {}),
    "line_torn_out": Said("broken", None, None, {}),
    "two_receipts_signed": Said("receipt", None, None, {}),
}


def audited(name: str) -> Report:
    """The report on a cheat's files, with everything that people have besides the log."""
    return audit(
        FOLDER / f"{name}.jsonl",
        openings=[Openings.read(path) for path in sorted(FOLDER.glob(f"{name}.openings-*.json"))],
        receipts=[Receipt.read(path) for path in sorted(FOLDER.glob(f"{name}.receipt-*.json"))],
        keys=KEYS,
        seed=CHEATS[name](name).seed,
    )


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_found_with_its_entry_rule_and_chips(name: str) -> None:
    report = audited(name)
    first = report.first
    assert first is not None
    assert (first.entry, first.gravity, first.rule) == (CHEATS[name](name).entry, *TABLE[name][:2])
    owed_as = report.owed_as or ("undone" if report.if_undone else None)
    assert (owed_as, dict(report.owed or report.if_undone)) == TABLE[name][2:]
    assert first.rule is None or first.rule in rulebook()


@pytest.mark.parametrize("name", CHEATS)
def test_what_is_found_is_said_in_words_and_as_json(name: str) -> None:
    report = audited(name)
    text, first = report.to_text(), report.first
    assert first is not None
    for words in (first.log_says, first.rules_say, first.follows):
        assert words
        assert with_names(words, table_names(report.seats)) in text
    assert report.exit_code == (2 if name == "line_torn_out" else 1)
    assert report.to_json().isascii()
    assert "\n" not in report.to_json()


@pytest.mark.parametrize("name", CHEATS)
def test_a_hand_does_not_stand_beyond_its_first_wrong_entry(name: str) -> None:
    report = audited(name)
    entry = CHEATS[name](name).entry
    if TABLE[name].gravity in ("illegal", "clock", "settling") and entry is not None:
        assert report.stands_up_to == (entry - 1 if entry else None)


def test_the_files_are_what_the_script_writes() -> None:
    expected = {file: content for name in CHEATS for file, content in written(name).items()}
    assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == expected


def test_every_cheat_says_what_it_does_and_is_in_the_table() -> None:
    assert TABLE.keys() == CHEATS.keys()
    assert len(CHEATS) >= 20
    assert all(commit.__doc__ for commit in CHEATS.values())


PAGE = Path(__file__).parents[3] / "docs" / "reference" / "audit-report.md"


def rows() -> str:
    """The table of cheats as it stands on the page."""
    head = "| cheat | what is done | found as | rule | chips |\n|---|---|---|---|---|\n"
    return head + "".join(
        f"| `{name}` | {commit.__doc__} | `{TABLE[name].gravity}` | {TABLE[name].rule or ''} "
        f"| {TABLE[name].owed_as or ''} |\n"
        for name, commit in CHEATS.items()
    )


def test_the_page_lists_every_cheat() -> None:
    assert rows() in PAGE.read_text(encoding="utf-8"), "put rows() between the marks on the page"

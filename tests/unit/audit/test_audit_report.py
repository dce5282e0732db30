"""The report as a value, as text and as JSON."""

from __future__ import annotations

import json

import attrs
import pytest
from crooked_table import Table, sealed, stacks_with

from grocerydots import events as e
from grocerydots.audit import Finding, Report, audit, audit_table
from grocerydots.audit.report import FORMAT, VERSION
from grocerydots.log import Log
from grocerydots.rules import presets
from grocerydots.testing import test_seed as seed_of

STUD = presets.card_room(small_bet=4, big_bet=8, ante=1)
HANDS = {1: "Ah Ad Kc 4c 6d Qh 4h", 2: "9c 9s 2c 9h 5d Jc Jd"}
CLOCK = Finding("clock", 7, 8, "ROOM-9", "late", "in time", "too late")
NOTE = Finding("note", None, None, None, "one", "two")


def stud(name: str = "report", player: str | None = None) -> Table:
    table = Table(name, STUD, {1: 100, 2: 100}, sealed(name, HANDS, dealer=2), dealer=2)
    if player is not None:
        opening = table.state.setup.opening
        seats = (opening.seats[0]._replace(player=player), *opening.seats[1:])
        table.events.clear()
        table.force(e.HandOpened(name, STUD, 2, seats, opening.deck))
    return table


def test_a_clean_hand_says_so_with_what_was_checked() -> None:
    report = audit(stud().finish().log)
    assert report.is_clean
    assert (report.exit_code, report.first, report.verdict) == (0, None, "clean")
    assert report.stands_up_to == report.entries - 1
    assert report.checked.entries == report.entries
    assert report.to_text().startswith(
        "Nothing is wrong with this hand.\nHand report: clean.\nAudited with the log alone"
    )
    assert "Final stacks: seat 1 (ann) 97, seat 2 (bob) 103." in report.to_text()


def test_an_unfinished_hand_is_clean_so_far_and_waits() -> None:
    report = audit(stud().deal().log)
    assert report.is_clean
    assert not report.is_finished
    assert report.verdict == "clean, not finished"
    assert report.stacks == ()
    assert "clean so far, and not finished" in report.to_text()
    assert "it waits: seat 2 (bob) may bring in 2 or complete to 4" in report.to_text()


@pytest.mark.parametrize(
    ("report", "status", "verdict"),
    [
        (Report(is_finished=True), 0, "clean"),
        (Report(is_finished=True, findings=(NOTE,)), 0, "clean"),
        (Report(findings=(CLOCK, NOTE)), 1, "entry 7: ROOM-9"),
        (Report(findings=(Finding("receipt", 7, 8, None, "a", "b"),)), 1, "entry 7: receipt"),
        (Report(findings=(Finding("broken", None, 9, None, "a", "b"),)), 1, "broken"),
        (
            Report(findings=(Finding("broken", 3, 4, None, "a", "b"),), is_readable=False),
            2,
            "entry 3: broken",
        ),
    ],
)
def test_a_report_has_an_exit_code_and_a_verdict(report: Report, status: int, verdict: str) -> None:
    assert (report.exit_code, report.verdict) == (status, verdict)
    assert report.is_clean is (status == 0)
    assert report.to_text()


def test_notes_are_kept_apart_from_faults() -> None:
    report = Report(findings=(CLOCK, NOTE))
    assert (report.first, report.notes) == (CLOCK, (NOTE,))
    assert "Note: one: two." in report.to_text()


def test_json_is_one_line_of_ascii_with_a_name_and_a_version() -> None:
    report = audit(stud(player="<b>\u202eann\n%s\x1b[31m").finish().log)
    written = report.to_json()
    assert written.isascii()
    assert "\n" not in written
    read = json.loads(written)
    assert (read["format"], read["version"]) == (FORMAT, VERSION)
    assert read["seats"][0]["player"] == "<b>\u202eann\n%s\x1b[31m"
    assert read["clean"] is True
    assert read["stacks"] == [{"chips": 97, "seat": 1}, {"chips": 103, "seat": 2}]
    assert [finding["gravity"] for finding in read["findings"]] == ["note"] * 3


def test_the_keys_of_every_object_in_the_json_are_sorted() -> None:
    table = stud().finish(e.HandClosed)
    log = table.force(stacks_with(table.next_event(), s1=5, s2=-5)).log
    for report in (audit(log), audit(b"x\n"), audit_table(b"x\n", [log])):
        objects = every_object(json.loads(report.to_json()))
        assert len(objects) > 2
        assert [list(found) for found in objects] == [sorted(found) for found in objects]


def every_object(value: object) -> list[dict[str, object]]:
    """The JSON objects in a value, itself and those within it."""
    inside = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    found = [value] if isinstance(value, dict) else []
    return found + [one for part in inside for one in every_object(part)]


def test_a_players_name_does_no_harm_in_the_text() -> None:
    text = audit(stud(player="<b>\u202eann\n%s\x1b[31m" + "x" * 9_000).finish().log).to_text()
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "%s" in text or "…" in text
    assert max(map(len, text.split("\n"))) < 400


def test_the_text_says_who_owes_whom() -> None:
    table = stud().finish(e.HandClosed)
    table.force(stacks_with(table.next_event(), s1=5, s2=-5))
    text = audit(table.log).to_text()
    assert (
        "as the rules settle this hand:\n  seat 1 (ann) owes 5 chips\n  seat 2 (bob) is owed 5 chips" in text
    )


def test_the_text_says_what_amounts_to_pay_and_what_to_undo() -> None:
    paid = stud().deal(e.AntesPosted).force(e.AntesPosted((e.Payment(1, 1), e.Payment(2, 0)))).finish()
    assert "every choice stays as it was made" in audit(paid.log).to_text()
    undone = stud().deal().force(e.BroughtIn(1, 2, False)).finish()
    assert "if the hand is undone:\n  seat 1 (ann) is owed 3 chips" in audit(undone.log).to_text()


def test_chips_that_go_to_nobody_at_the_table_are_named_by_seat() -> None:
    table = stud().finish(e.HandClosed)
    due = table.next_event()
    assert isinstance(due, e.HandClosed)
    report = audit(table.force(e.HandClosed((*due.stacks, e.Payment(9, 50)))).log)
    assert report.owed == (e.Payment(9, -50),)
    assert "  a seat where nobody sits: 50 chips too many" in report.to_text()
    assert report.first is not None
    assert "50 chips came from nowhere" in report.first.follows


def test_a_log_that_cannot_be_read_at_all_has_a_report() -> None:
    report = audit(b"hello\n")
    assert (report.exit_code, report.hand_id, report.stands_up_to, report.head) == (2, None, None, None)
    assert report.to_text().startswith("This is no log of a hand: its first line cannot be read.\n")
    assert "No entry can be relied on." in report.to_text()
    assert json.loads(report.to_json())["hand_id"] is None


def test_the_strength_of_an_audit_is_what_was_brought_along_and_fits() -> None:
    table = stud("strength").finish()
    assert audit(table.log).strength == "anyone"
    assert audit(table.log, openings=[table.openings(1)]).strength == "player"
    report = audit(table.log, openings=[table.openings(1)], seed=seed_of("crooked"))
    assert report.strength == "adjudicator"
    assert "the openings of seat 1 (ann)" in report.to_text()


def test_a_seed_and_openings_that_are_not_the_hands_make_an_audit_no_stronger() -> None:
    table, other = stud("strength").finish(), stud("other").finish()
    wrong = audit(table.log, openings=[other.openings(1)], seed=seed_of("not the seed"))
    assert {finding.gravity for finding in wrong.findings if not finding.is_note} == {"evidence"}
    assert wrong.strength == "anyone"
    brought = "openings of seat 1 (ann) (0 proved) and a seed that proves nothing"
    assert f"Audited with the log, {brought}.\n" in wrong.to_text()
    report = audit(table.log, openings=[table.openings(1)], seed=seed_of("not the seed"))
    assert report.strength == "player"
    assert audit(b"hello\n", seed=seed_of("crooked")).strength == "anyone"


def test_the_hands_seed_makes_an_adjudicator_even_where_it_shows_that_somebody_changed_the_deck() -> None:
    table = stud("strength").finish()
    seals = next(event for event in table.log.events if isinstance(event, e.DeckSealed))
    swapped = attrs.evolve(seals, seals=(seals.seals[1], seals.seals[0], *seals.seals[2:]))
    log = Log.of([swapped if event is seals else event for event in table.log.events])
    report = audit(log, seed=seed_of("crooked"))
    assert report.strength == "adjudicator"
    assert report.verdict == "entry 1: GSD-1"


def test_chips_of_many_strangers_are_told_in_one_line() -> None:
    log = stud().finish().log
    closed = e.HandClosed(tuple(e.Payment(seat, 2) for seat in range(10, 5_000)))
    report = audit(Log.of([*log.events[:-1], closed]))
    assert "  4990 seats where nobody sits: 9980 chips too many" in report.to_text()
    assert len(report.to_text()) < 5_000


def test_a_long_quotation_is_cut() -> None:
    log = stud().finish().log
    long = e.PotsAwarded((e.Award(0, "high", 1, 1),) * 5_000)
    report = audit(Log.of([*log.events[:-2], long, log.events[-1]]))
    assert report.first is not None
    assert len(report.to_text()) < 5_000

from __future__ import annotations

import pytest

from grocerydots.audit import audit

from .__main__ import main
from .hands import FULL, SHORT, Script, play, play_sealed, play_theirs, read_theirs, their_text
from .measure import Effort
from .report import HEADINGS, reached, with_figures
from .rows import ROWS, Row


@pytest.mark.parametrize("hand", [FULL, SHORT], ids=["full", "short"])
def test_both_engines_play_the_measured_hand_to_the_same_stacks(hand: Script) -> None:
    ours, theirs = play(hand), play_theirs(hand)

    assert ours.is_over
    assert not theirs.status
    assert [ours.state.seat(seat).stack for seat in range(1, 7)] == theirs.stacks
    assert read_theirs(their_text(hand)).stacks == theirs.stacks


def test_the_measured_log_is_a_finished_hand_that_audits_clean() -> None:
    assert audit(play_sealed(FULL)).is_clean


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_every_row_can_be_measured(row: Row) -> None:
    figures = row.measure(Effort(rounds=1, seconds=0))

    assert figures.ours > 0
    assert figures.theirs > 0


def test_the_bench_prints_a_table_of_the_rows_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    main(["keep", "import", "--rounds", "1", "--seconds", "0", "--markdown"])

    header, _, *lines = capsys.readouterr().out.split("\n\n")[1].splitlines()
    assert header == "| " + " | ".join(HEADINGS) + " |"
    assert [line.split(" | ")[0] for line in lines] == [
        "| keep an earlier state",
        "| import, over a bare interpreter",
    ]


def test_a_row_says_which_of_its_targets_it_reached() -> None:
    assert [reached(ratio, 10, 20) for ratio in (9.9, 10, 20)] == ["no", "✓ first", "✓ goal"]
    assert reached(5, None, None) == ""


def test_a_page_gets_the_figures_of_a_run_between_its_marks_and_nothing_else_changes() -> None:
    page = "# Bench\n\n<!-- figures: begin -->\nold\n<!-- figures: end -->\n\nMore.\n"
    once = with_figures(page, "Here.", [("a",) * len(HEADINGS)])

    assert once.startswith("# Bench\n\n<!-- figures: begin -->\n\nHere.\n\n| work |")
    assert once.endswith("\n\n<!-- figures: end -->\n\nMore.\n")
    assert "old" not in once
    assert with_figures(once, "Here.", [("a",) * len(HEADINGS)]) == once
    with pytest.raises(ValueError, match="the page has no"):
        with_figures("# Bench\n", "Here.", [])

"""Logs that contradict each other: two histories of one hand or table, and two hands of one seed."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cheat_tables import KEYS, OPERATOR

from grocerydots.audit import Report, audit, audit_archive, histories
from grocerydots.audit.evidence import Evidence
from grocerydots.audit.histories import Histories, Place
from grocerydots.cards import CARDS
from grocerydots.deck import Deck, Seed
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.log.files import Source, read_at
from grocerydots.proofs.receipts import Receipt
from grocerydots.rules import presets
from grocerydots.table import Table
from grocerydots.testing import play_out
from grocerydots.testing import test_seed as seed_of

RULES = presets.card_room(small_bet=4, big_bet=8, ante=1)
SEATS = {1: ("ann", 200), 2: ("bob", 200)}


def begun(hand_id: str = "x-1") -> Hand:
    hand = Hand.open(RULES, SEATS, 2, seed=seed_of("histories"), hand_id=hand_id)
    assert hand.decision is not None
    return hand.play(hand.decision.bring_in())


def went_on(choice: str, then: str = "fold") -> Log:
    """What happened after the bring-in."""
    hand = begun()
    for name in (choice, then):
        if hand.decision is not None:
            hand = hand.play(getattr(hand.decision, name)())
    return hand.log


BEGUN, FOLDED, COMPLETED = begun().log, went_on("fold"), went_on("complete")


def archive(*logs: Log) -> bytes:
    return b"\n".join([log.to_bytes() for log in logs])


def pairs(source: Source, **evidence: object) -> Report | None:
    """What is said of pairs, after the reports on the hands, all of which are clean."""
    *hands, last = audit_archive(source, **evidence)  # type: ignore[arg-type]
    assert all(report.is_clean for report in hands)
    return None if last.is_clean else last


def test_two_histories_of_one_hand_are_a_finding_about_the_pair() -> None:
    report = pairs(archive(FOLDED, COMPLETED))
    assert report is not None
    (finding,) = report.findings
    assert (finding.gravity, finding.entry, finding.rule, report.exit_code) == ("histories", None, None, 1)
    assert finding.log_says == "hand x-1 in hand 1 of the archive, entry 5: seat 2 folds"
    assert finding.rules_say.startswith("hand x-1 in hand 2 of the archive, entry 5: seat 2 completes to 4")
    assert "nothing proves which of them was played; each log keeps its own verdict" in finding.follows
    assert report.conclusion == "Among the logs are two histories of one hand, or hands of one seed."
    assert finding.follows in report.to_text()
    assert report.to_json().isascii()


@pytest.mark.parametrize(
    "logs",
    [(FOLDED, FOLDED), (BEGUN, FOLDED), (FOLDED, BEGUN), (BEGUN, BEGUN), (BEGUN, FOLDED, BEGUN, FOLDED)],
)
def test_the_same_log_and_its_own_beginning_are_no_fault(logs: tuple[Log, ...]) -> None:
    assert pairs(archive(*logs)) is None


def test_of_three_histories_each_is_told_once_with_the_next() -> None:
    raised = went_on("complete", "raise_to")
    report = pairs(archive(COMPLETED, raised, BEGUN, FOLDED))
    assert report is not None
    assert [finding.gravity for finding in report.findings] == ["histories"] * 2


def test_signed_receipts_say_which_history_is_the_operators_and_change_nothing_else() -> None:
    ours, theirs = (OPERATOR.sign(Receipt.of(log)) for log in (FOLDED, COMPLETED))
    one = list(audit_archive(archive(FOLDED, COMPLETED), receipts=[ours], keys=KEYS))
    assert "the operator signed a receipt of the first" in one[-1].findings[0].follows
    assert one[0] == audit(FOLDED, receipts=[ours], keys=KEYS)
    both = list(audit_archive(archive(FOLDED, COMPLETED), receipts=[ours, theirs], keys=KEYS))
    assert "the operator signed receipts of both, and so gave out both" in both[-1].findings[0].follows
    unsigned = list(audit_archive(archive(FOLDED, COMPLETED), receipts=[Receipt.of(FOLDED)], keys=KEYS))
    assert "nothing proves which" in unsigned[-1].findings[0].follows


class Pipe(io.RawIOBase):
    """A file that can be read once."""

    def __init__(self, content: bytes) -> None:
        self.content = io.BytesIO(content)

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> bytes:
        return self.content.readline(size)


def test_a_path_an_open_file_and_bytes_are_looked_at_again(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_bytes(archive(FOLDED, BEGUN, COMPLETED))
    with path.open("rb") as file:
        found = [pairs(source) for source in (path, file, path.read_bytes())]
    assert found[0] is not None
    assert found == [found[0]] * 3


def test_an_open_file_is_looked_at_from_where_reading_began(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_bytes(archive(begun("other").log, FOLDED, COMPLETED))
    with path.open("rb") as file:
        file.seek(len(begun("other").log.to_bytes()) + 1)
        report = pairs(file)
    assert report is not None
    assert "entry 5: seat 2 folds" in report.findings[0].log_says


def test_what_comes_by_a_pipe_is_told_as_far_as_it_can_be() -> None:
    sure = pairs(Pipe(archive(FOLDED, COMPLETED)))
    assert sure is not None
    assert sure.findings[0].follows == "these are two histories of one hand; each log keeps its own verdict"
    unsure = pairs(Pipe(archive(BEGUN, FOLDED)))
    assert unsure is not None
    assert "give a file" in unsure.findings[0].follows
    assert pairs(Pipe(archive(FOLDED, FOLDED))) is None


def offered(hand_id: str, seed: Seed) -> Log:
    return Hand.open(RULES, SEATS, 2, seed=seed, entropy_seats=(1,), hand_id=hand_id).log


def test_one_seed_commitment_in_two_hands_is_told_with_both() -> None:
    seed = Seed.random()
    report = pairs(archive(offered("one", seed), offered("two", Seed.random()), offered("three", seed)))
    assert report is not None
    (finding,) = report.findings
    assert finding.rule == "GSD-1"
    assert {finding.log_says.split()[1], finding.rules_say.split()[1]} == {"one", "three"}
    assert "one seed is for one hand" in finding.follows
    assert pairs(archive(offered("one", seed), offered("one", seed))) is None


def test_unsealed_hands_and_tables_that_nobody_named_are_never_taken_for_one() -> None:
    hands = [play_out(Hand.open(RULES, SEATS, 2, deck=Deck(CARDS))).log for _ in range(2)]
    assert pairs(archive(*hands)) is None
    assert len({Table.open(RULES, buy_in=100).log.table_id for _ in range(5)}) == 5


def test_two_histories_of_one_table_are_told_too() -> None:
    table = Table.open(RULES, buy_in=100, table_id="friday")
    one, other = table.sit(1, "ann").log, table.sit(2, "bob").log
    logs = {1: one, 2: other, 3: table.log}
    with Histories() as found:
        for number, log in logs.items():
            found.note(log, Place(0, number, 0))
        names = {Place(0, number, 0): f"file {number}" for number in logs}
        report = found.report(lambda place: logs[place.number], names.__getitem__, Evidence())
    assert report is not None
    (finding,) = report.findings
    assert (finding.log_says, finding.rules_say) == (
        "table friday in file 1, entry 1", "table friday in file 2, entry 1"
    )  # fmt: skip


def test_rows_beyond_the_first_go_to_a_file_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "_IN_MEMORY", 16)
    monkeypatch.setattr(histories, "_AT_ONCE", 3)
    many = [begun(f"hand-{number}").log for number in range(100)]
    content = archive(FOLDED, *many[:50], BEGUN, *many[50:], *many[::-1], COMPLETED)
    report = pairs(content)
    assert report is not None
    assert len(report.findings) == 1


def test_so_many_pairs_are_listed_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "_MOST", 3)
    logs: Iterator[Log] = (
        Hand.open(RULES, {1: ("ann", 200 + n), 2: ("bob", 200)}, 2, seed=seed_of("h"), hand_id="same").log
        for n in range(8)
    )
    report = pairs(archive(*logs))
    assert report is not None
    assert [finding.gravity for finding in report.findings] == ["histories"] * 3 + ["note"]
    assert report.findings[-1].log_says == "4 more pairs of logs contradict each other"


def test_a_log_that_cannot_be_read_to_its_end_counts_as_far_as_it_goes() -> None:
    torn = archive(FOLDED)[:-40]
    reports = list(audit_archive(torn[: torn.rfind(b"\n") + 1] + b"\n" + archive(COMPLETED)))
    assert [report.exit_code for report in reports][-1] == 1
    assert reports[-1].findings[0].gravity == "histories"


def test_a_hand_is_read_again_where_it_starts(tmp_path: Path) -> None:
    content = archive(FOLDED, COMPLETED)
    assert read_at(content, len(FOLDED.to_bytes()) + 1) == COMPLETED
    read, write = os.pipe()
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert read_at(pipe, 0) is None


def test_signed_receipts_contradict_each_other_without_any_log_of_their_hand() -> None:
    two = [OPERATOR.sign(Receipt("elsewhere", 5, digit * 64)) for digit in "01"]
    report = pairs(archive(FOLDED), receipts=two, keys=KEYS)
    assert report is not None
    (finding,) = report.findings
    assert finding.gravity == "histories"
    assert finding.log_says == "of hand elsewhere: 2 receipts for 5 entries contradict each other"
    unsigned = [Receipt("elsewhere", 5, digit * 64) for digit in "01"]
    assert pairs(archive(FOLDED), receipts=unsigned, keys=KEYS) is None
    assert pairs(archive(FOLDED), receipts=two) is None


def test_receipts_of_a_hand_that_is_there_are_told_with_it_alone() -> None:
    two = [OPERATOR.sign(Receipt("x-1", 99, digit * 64)) for digit in "01"]
    reports = list(audit_archive(archive(BEGUN), receipts=two, keys=KEYS))
    assert len(reports) == 1
    assert "receipt" in {finding.gravity for finding in reports[0].findings}

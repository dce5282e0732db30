"""Logs that contradict each other: two histories of one hand or table, and two hands of one seed."""

from __future__ import annotations

import io
import os
import threading
import tracemalloc
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cheat_tables import KEYS, OPERATOR

from grocerydots.audit import Histories, Report, audit, audit_archive, heads
from grocerydots.audit import histories as said
from grocerydots.audit.evidence import Evidence
from grocerydots.audit.heads import Heads, Place
from grocerydots.audit.histories import histories
from grocerydots.cards import CARDS
from grocerydots.deck import Deck, Seed
from grocerydots.events import EntropyCommitted
from grocerydots.hand import Hand
from grocerydots.log import Log
from grocerydots.log.files import Source, read_at
from grocerydots.proofs.receipts import Receipt, TableReceipt
from grocerydots.rules import presets
from grocerydots.table import Table
from grocerydots.table.log import TableLog
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


def pairs(source: Source, **evidence: Any) -> Histories | None:
    """What is said of pairs, after the reports on the hands, all of which are clean."""
    *reports, last = audit_archive(source, **evidence)
    assert all(isinstance(report, Report) and report.is_clean for report in reports)
    if isinstance(last, Histories):
        return last
    assert last.is_clean
    return None


def test_two_histories_of_one_hand_are_a_finding_about_the_pair() -> None:
    report = pairs(archive(FOLDED, COMPLETED))
    assert report is not None
    (finding,) = report.findings
    assert (finding.gravity, finding.entry, finding.rule, report.exit_code) == ("histories", None, None, 1)
    assert finding.log_says == "hand x-1 (hand 1 of the archive), from entry 5 on: seat 2 (bob) folds"
    assert finding.rules_say == (
        "hand x-1 (hand 2 of the archive), from entry 5 on: "
        "seat 2 (bob) completes to 4 (4 more, counted as full)"
    )
    assert finding.follows == "nothing proves which of them was played; each log keeps its own verdict"
    assert report.verdict == "histories"
    assert report.to_text().splitlines() == [
        "There are two histories of hand x-1.",
        "",
        "Two histories of hand x-1:",
        f"- {finding.log_says}.",
        f"- {finding.rules_say}.",
        f"  What follows: {finding.follows}.",
    ]
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
    assert report.pairs == 2


def test_logs_that_differ_in_no_event_or_in_no_word_are_two_histories_too() -> None:
    def opened(stack: int, at: int) -> Log:
        seats = {1: ("ann", stack), 2: ("bob", 200)}
        return Hand.open(RULES, seats, 2, seed=seed_of("histories"), hand_id="x-1", at=at).log

    for other in (opened(200, 2), opened(201, 1)):
        report = pairs(archive(opened(200, 1), other))
        assert report is not None
        assert "from entry 0 on" in report.findings[0].log_says
        assert report.findings[0].rules_say.endswith(", where a field is not the same")


def follows(*receipts: Receipt) -> str:
    """What follows from two histories and these receipts, none of which changes another report's pairs."""
    *_, last = audit_archive(archive(FOLDED, COMPLETED), receipts=receipts, keys=KEYS)
    assert isinstance(last, Histories)
    return last.findings[0].follows


def test_signed_receipts_say_which_history_is_the_operators_and_change_nothing_else() -> None:
    ours, theirs = (OPERATOR.sign(Receipt.of(log)) for log in (FOLDED, COMPLETED))
    assert "the operator signed a receipt of the first" in follows(ours)
    assert "the operator signed a receipt of the second" in follows(theirs)
    assert "the operator signed receipts of both, and so gave out both" in follows(ours, theirs)
    first, *_ = audit_archive(archive(FOLDED, COMPLETED), receipts=[ours], keys=KEYS)
    assert first == audit(FOLDED, receipts=[ours], keys=KEYS)


def test_a_receipt_of_what_the_logs_share_or_that_nobody_signed_says_nothing_of_the_pair() -> None:
    shared = OPERATOR.sign(Receipt.of(BEGUN))
    assert follows(shared) == follows(Receipt.of(FOLDED)) == follows()
    assert follows().startswith("nothing proves which")


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
    assert "entry 5 on: seat 2 (bob) folds" in report.findings[0].log_says


def test_an_open_file_is_left_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_bytes(archive(FOLDED, COMPLETED))
    with path.open("rb") as file:
        assert pairs(file) is not None
        assert file.tell() == path.stat().st_size


def test_what_comes_by_a_pipe_is_told_as_far_as_it_can_be() -> None:
    sure = pairs(Pipe(archive(FOLDED, COMPLETED)))
    assert sure is not None
    assert (
        sure.findings[0].follows == "nothing proves which of them was played; each log keeps its own verdict"
    )
    assert sure.conclusion == "There are two histories of one hand."
    assert pairs(Pipe(archive(FOLDED, FOLDED))) is None


def test_what_a_pipe_does_not_show_is_not_called_two_histories() -> None:
    unsure = pairs(Pipe(archive(BEGUN, FOLDED)))
    assert unsure is not None
    assert (unsure.findings[0].gravity, unsure.exit_code) == ("evidence", 1)
    assert "give a file" in unsure.findings[0].follows
    assert unsure.conclusion == (
        "There may be two histories of one hand: that cannot be told of what came by a pipe."
    )


def test_a_named_pipe_is_opened_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(archive(FOLDED, COMPLETED),))
    writer.start()
    report = pairs(path)
    writer.join()
    assert report is not None


def beside(logs: dict[int, Log | TableLog], unread: int = 0, hand_id: str | None = None) -> Histories | None:
    """What is said of logs in files of their own, of which one came by a pipe."""
    with Heads(hand_id) as found:
        for number, log in logs.items():
            found.note(log, Place(number, 1, 0))

        def again(place: Place) -> Log | TableLog | None:
            return None if place.file == unread else logs[place.file]

        return histories(found, again, lambda place: f"file {place.file}", Evidence())


def test_a_log_from_a_pipe_is_judged_by_a_longer_one_from_a_file() -> None:
    assert beside({1: BEGUN, 2: FOLDED}, unread=1) is None
    report = beside({1: COMPLETED.__class__(COMPLETED.lines[:6]), 2: FOLDED}, unread=1)
    assert report is not None
    (finding,) = report.findings
    assert (finding.gravity, finding.log_says) == ("histories", "a log (file 1) has 6 entries")
    assert finding.rules_say == f"hand x-1 (file 2) has {FOLDED.entries} entries"


def test_a_file_that_is_another_by_now_counts_as_out_of_reach() -> None:
    with Heads() as found:
        found.note(BEGUN, Place(0, 1, 0))
        found.note(FOLDED, Place(1, 1, 0))
        report = histories(found, lambda _: begun("other").log, str, Evidence())
    assert report is not None
    assert report.findings[0].gravity == "evidence"


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
    assert report.conclusion == "There are two hands of one seed."
    assert pairs(archive(offered("one", seed), offered("one", seed))) is None


def test_one_seed_commitment_in_two_histories_of_one_hand_is_no_second_finding() -> None:
    seed = Seed.random()
    hand = Hand.open(RULES, SEATS, 2, seed=seed, entropy_seats=(1, 2), hand_id="one")
    logs = [hand.play(EntropyCommitted(seat, bytes(32))).log for seat in (1, 2)]
    report = pairs(archive(*logs))
    assert report is not None
    (finding,) = report.findings
    assert finding.about == "two histories of hand one"


def test_of_one_hand_alone_its_own_pairs_are_told() -> None:
    seed = Seed.random()
    logs: dict[int, Log | TableLog] = {
        1: FOLDED, 2: COMPLETED, 3: offered("one", seed), 4: offered("two", seed)
    }  # fmt: skip
    for hand_id, about in (("x-1", "two histories of hand x-1"), ("two", "two hands of one seed")):
        report = beside(logs, hand_id=hand_id)
        assert report is not None
        assert [finding.about for finding in report.findings] == [about]
    assert beside(logs, hand_id="three") is None


def test_unsealed_hands_and_tables_that_nobody_named_are_never_taken_for_one() -> None:
    hands = [play_out(Hand.open(RULES, SEATS, 2, deck=Deck(CARDS))).log for _ in range(2)]
    assert pairs(archive(*hands)) is None
    assert len({Table.open(RULES, buy_in=100).log.table_id for _ in range(5)}) == 5


def test_two_histories_of_one_table_are_told_too() -> None:
    table = Table.open(RULES, buy_in=100, table_id="friday")
    report = beside({1: table.sit(1, "ann").log, 2: table.sit(2, "bob").log, 3: table.log})
    assert report is not None
    (finding,) = report.findings
    assert finding.log_says == "table friday (file 1), from entry 1 on: player sat"
    assert finding.rules_say == f"{finding.log_says.replace('1)', '2)')}, where a field is not the same"
    assert report.conclusion == "There are two histories of table friday."


def test_a_signed_receipt_says_which_history_of_a_table_is_the_operators() -> None:
    table = Table.open(RULES, buy_in=100, table_id="friday")
    logs = [table.sit(1, "ann").log, table.sit(2, "bob").log]
    receipt = OPERATOR.sign(TableReceipt.of(logs[1]))
    with Heads() as found:
        for number, log in enumerate(logs):
            found.note(log, Place(number, 0, 0))
        evidence = Evidence.of((), None, [receipt], KEYS)
        report = histories(found, lambda place: logs[place.file], str, evidence)
    assert report is not None
    assert "the operator signed a receipt of the second" in report.findings[0].follows


def test_rows_beyond_the_first_go_to_a_file_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "_IN_MEMORY", 16)
    monkeypatch.setattr(heads, "_AT_ONCE", 3)
    many = [begun(f"hand-{number}").log for number in range(100)]
    content = archive(FOLDED, *many[:50], BEGUN, *many[50:], *many[::-1], COMPLETED)
    report = pairs(content)
    assert report is not None
    assert len(report.findings) == 1


def test_so_many_pairs_are_listed_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "_MOST", 3)
    logs: Iterator[Log] = (
        Hand.open(RULES, {1: ("ann", 200 + n), 2: ("bob", 200)}, 2, seed=seed_of("h"), hand_id="same").log
        for n in range(8)
    )
    report = pairs(archive(*logs))
    assert report is not None
    assert [finding.gravity for finding in report.findings] == ["histories"] * 3
    assert report.pairs == 7
    assert report.to_text().endswith("There are 4 more pairs of logs.")


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
    assert report.conclusion == "There are two histories of hand elsewhere."
    with Heads("x-1") as of_another:
        evidence = Evidence.of((), None, two, KEYS)
        assert histories(of_another, lambda _: None, str, evidence) is None
    unsigned = [Receipt("elsewhere", 5, digit * 64) for digit in "01"]
    assert pairs(archive(FOLDED), receipts=unsigned, keys=KEYS) is None
    assert pairs(archive(FOLDED), receipts=two) is None


def test_receipts_of_a_hand_that_is_there_are_told_with_it_alone() -> None:
    two = [OPERATOR.sign(Receipt("x-1", 99, digit * 64)) for digit in "01"]
    reports = list(audit_archive(archive(BEGUN), receipts=two, keys=KEYS))
    assert len(reports) == 1
    assert "receipt" in {finding.gravity for finding in reports[0].findings}


class Many(io.RawIOBase):
    """An archive of so many small hands, made as it is read, which can be read again at any hand."""

    def __init__(self, log: Log, hands: int) -> None:
        self.hand = log.to_bytes() + b"\n"
        self.hands = hands
        self.rest = b""
        self.number = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.number * len(self.hand) - len(self.rest)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self.number, within = divmod(offset, len(self.hand))
        self.rest = b""
        if within:
            self._fill()
            self.rest = self.rest[within:]
        return offset

    def _fill(self) -> None:
        hand_id = f"hand-{self.number % (self.hands - 1):011}".encode()
        self.rest = self.hand.replace(b"hand-00000000000", hand_id)
        if self.number == self.hands - 1:
            self.rest = self.rest[:-1].replace(b'"ann"', b'"Ann"')
        self.number += 1

    def readline(self, size: int | None = -1, /) -> bytes:
        if not self.rest:
            if self.number == self.hands:
                return b""
            self._fill()
        line, end, self.rest = self.rest.partition(b"\n")
        return line + end


@pytest.mark.deep
def test_an_archive_of_a_hundred_thousand_hands_takes_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "_IN_MEMORY", 1 << 12)
    begun = Hand.open(RULES, SEATS, 2, deck=Deck(CARDS), hand_id="hand-00000000000").log
    small = Log(begun.lines[:1])
    tracemalloc.start()
    *_, last = islice(audit_archive(Many(small, 100_000)), 99_999, None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(last, Histories)
    assert [finding.about for finding in last.findings] == ["two histories of hand hand-00000000000"]
    assert peak < 2 << 20  # where all rows are 9 MB, and the archive is 60


def test_the_temporary_file_is_deleted_when_a_caller_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Heads] = []
    close = Heads.close

    def closing(heads: Heads) -> None:
        closed.append(heads)
        close(heads)

    monkeypatch.setattr(Heads, "close", closing)
    reports = audit_archive(archive(FOLDED, COMPLETED))
    next(reports)
    assert isinstance(reports, Generator)
    assert not closed
    reports.close()
    assert len(closed) == 1

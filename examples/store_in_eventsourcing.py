"""Keep a hand's log in a recorder of the library eventsourcing, beside an application's other events.

A line of the log becomes a stored event: the hand's id is the originator, the line's number the version. So
of two writers one wins here too. Needs `pip install eventsourcing`; the stores of the package do not.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from eventsourcing.persistence import AggregateRecorder, InfrastructureFactory, IntegrityError, StoredEvent
from eventsourcing.utils import Environment

from grocerydots import Hand, Log, Seed, presets


def recorder(path: Path) -> AggregateRecorder:
    settings = {
        "PERSISTENCE_MODULE": "eventsourcing.sqlite",
        "SQLITE_DBNAME": str(path),
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "y",
    }
    return InfrastructureFactory.construct(Environment("poker", settings)).aggregate_recorder()


def save(recorder: AggregateRecorder, hand: Hand, stored: int) -> int:
    """Store what is new after so many entries: how many are stored now. Raises `IntegrityError`."""
    new = enumerate(hand.log.lines[stored:], stored + 1)
    recorder.insert_events([StoredEvent(hand.log.hand_id, version, "line", line) for version, line in new])
    return hand.entries


def load(recorder: AggregateRecorder, hand_id: str) -> Log:
    return Log([event.state for event in recorder.select_events(hand_id)])


with TemporaryDirectory() as folder:
    seed = Seed.random()
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    start = Hand.open(rules, {1: ("ann", 100), 2: ("bob", 100)}, dealer=2, seed=seed, hand_id="friday-1")
    events = recorder(Path(folder, "events.db"))
    stored = save(events, start, 0)

    hand = start
    while hand.decision is not None:
        hand = hand.play(next(iter(hand.decision)))
        stored = save(events, hand, stored)
    assert load(events, "friday-1") == hand.log
    assert Hand.resume(load(events, "friday-1"), seed=seed).state == hand.state

    try:
        save(events, hand, start.entries)  # somebody who still thinks the hand has just begun
    except IntegrityError:
        print(f"{stored} entries are stored, and nobody can store another at the place of one of them")

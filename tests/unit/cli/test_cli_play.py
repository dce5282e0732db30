"""`grocerydots play`: whole hands from scripted answers, sessions that survive anything, and fair bots."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from command_line import COMMAND, on_terminal, one_line, plain_env, process, started

from grocerydots import events as e
from grocerydots.audit import audit, audit_table
from grocerydots.bots import Bot, Choices, bot_at, steady_choice
from grocerydots.bulk import simulate
from grocerydots.cards import Card, parse_cards
from grocerydots.cli.group import cli
from grocerydots.cli.play import game, session, words
from grocerydots.cli.play.game import Game
from grocerydots.cli.play.menu import EXPLAIN, QUIT, explained, menu_of
from grocerydots.cli.play.session import Session
from grocerydots.errors import ConcurrencyError, IllegalEvent
from grocerydots.hand import Hand
from grocerydots.phases import turn
from grocerydots.rules import presets
from grocerydots.rules.games import GAMES
from grocerydots.rules.rulebook import rule
from grocerydots.stores import FolderSeeds, JsonlStore
from grocerydots.table import Table
from grocerydots.testing import test_seed as seed_of
from grocerydots.turns import Decision

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "tutorial" / "play-in-the-terminal.md"
Require = Callable[[object, str], None]

#: A whole hand of three players from seed 57, up to the question for another, and its stop.
ANSWERS = ["b", "2", "k", "p", "c", "p", "r", "b"]
SEED_57 = ("--players", "3", "--seed", "57")


def play(*args: object, answers: Iterable[str] | bytes = ()) -> Result:
    """The command within this process, with these answers and then the end of input."""
    typed = answers if isinstance(answers, bytes) else "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(cli, ["play", *map(str, args)], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def opened(folder: Path) -> tuple[JsonlStore, FolderSeeds]:
    return JsonlStore(folder / "logs"), FolderSeeds(folder / "seeds")


def begun(folder: Path, players: int = 3, test: int | str | None = 57) -> Session:
    return Session.new(*opened(folder), players=players, name="zoe", test=test)


def resumed(folder: Path, test: int | str | None = 57) -> Session:
    found = Session.stored(*opened(folder), test=test)
    assert found is not None
    return found


def stored(folder: Path) -> dict[str, bytes]:
    """Every log of a session, by its file's name."""
    return {path.name: path.read_bytes() for path in (folder / "logs").glob("*.jsonl")}


class Script:
    """A screen that answers from a list, then comes to the end of input."""

    width = 80

    def __init__(self, answers: Iterable[str] = ()) -> None:
        self.answers = iter(answers)
        self.shown: list[str] = []

    def say(self, text: str = "") -> None:
        self.shown += text.split("\n")

    def ask(self) -> str | None:
        return next(self.answers, None)

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


class Caller(Script):
    """A player who calls everything and buys nothing, for so many decisions."""

    def __init__(self, most: int = 10_000) -> None:
        super().__init__()
        self.left = most

    def ask(self) -> str | None:
        self.left -= 1
        since = "\n".join(self.shown[-10:])
        keys = re.findall(r"^  (\w+) +\S", since, re.MULTILINE)
        wanted = [key for key in ("c", "k", "b", "p", "s", "n") if key in keys]
        return wanted[0] if self.left >= 0 else None


class Crash(BaseException):
    """The process is gone."""


# A whole hand


def test_a_whole_hand_is_played_from_scripted_answers(tmp_path: Path) -> None:
    result = play(*SEED_57, "--file", tmp_path / "s", answers=[*ANSWERS, "q"])
    assert result.exit_code == 0
    told = result.stdout
    for line in (
        "player  [4c 9h] 2d  (2 dots showing)",
        "Store: *[1] Qs (1)  [2] 8c (2)  [3] Kh (3)",
        "player buys 8c in slot 2 for 2 (pot 12)",
        "[Ah 4h] Ac 8h Kh As [5c]  three of a kind, aces; dots 1+0+1+2+0+1+1 = 6",
        "dots: player wins 39 with 10 dots",
        "You have 202 chips. Play on?",
    ):
        assert line in told
    assert told.count("\n> ") == len(ANSWERS) + 1
    assert audit(tmp_path / "s" / "logs" / "session-1-1.jsonl").is_clean


def test_words_and_blanks_and_capitals_are_understood_too(tmp_path: Path) -> None:
    spelled = ["Bring in 2", " BUY 8c FOR 2 ", "check", "pass", "call  8", "P", "raise 16", "bet 8", "QUIT"]
    play(*SEED_57, "--file", tmp_path / "a", answers=spelled)
    play(*SEED_57, "--file", tmp_path / "b", answers=[*ANSWERS, "q"])
    assert stored(tmp_path / "a") == stored(tmp_path / "b")


def test_the_tutorials_transcript_is_what_is_printed(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    shown = "\n".join(re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    first, *lines = [line for line in shown.splitlines() if line.strip()]
    answers = [line[2:] for line in lines if line.startswith("> ")]
    with chdir(tmp_path):
        result = play(*first.removeprefix("$ grocerydots play ").split(), answers=answers)
    assert [line for line in result.stdout.splitlines() if line.strip()] == lines


def test_hand_follows_hand_until_the_chips_are_gone_and_then_a_new_session_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUY_IN", 30)
    screen = Caller()
    assert Game(begun(tmp_path, 4, "broke"), screen).play() == "broke"
    assert "The session is over." in screen.text
    store, seeds = opened(tmp_path)
    assert seeds.hand_ids() == ()
    table = store.load_table("session-1")
    report = audit_table(table.log, store.load_log)
    assert report.is_clean, report.to_text()
    assert len(table.state.hand_ids) > 1
    assert Session.stored(store, seeds) is None
    assert begun(tmp_path).table.state.table_id == "session-2"


def test_a_crash_after_the_last_chip_was_lost_ends_the_session_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUY_IN", 12)
    with monkeypatch.context() as crashing, suppress(Crash):
        crashing.setattr(Session, "leave", lambda _: (_ for _ in ()).throw(Crash))
        Game(begun(tmp_path, 4, "broke"), Caller()).play()
    screen = Caller()
    assert Game(resumed(tmp_path), screen).play() == "broke"
    assert "Welcome back, zoe: you have 0 chips." in screen.text
    assert Session.stored(*opened(tmp_path)) is None


def test_bots_without_chips_buy_in_again_and_the_dealer_is_asked_about_a_tie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "BUY_IN", 12)
    monkeypatch.setattr(game, "BUY_IN", 12)
    told = ""
    for number in range(40):
        screen = Caller()
        Game(begun(tmp_path / f"{number}", 3, number), screen).play()
        told += screen.text
        if "in again for 12" in told and "You are the dealer." in told:
            break
    assert re.search(r"(had no chips left and buys? in again for 12)", told)
    assert "  s  share            they share that half" in told


# Sessions that go on


def test_a_session_is_resumed_at_the_same_card_without_a_question(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    play(*SEED_57, "--file", whole, answers=ANSWERS)
    for answer in ANSWERS:
        result = play("--file", cut, *(SEED_57 if answer == ANSWERS[0] else ()), answers=[answer])
        assert result.exit_code == 0
        seed = " --seed 57" if answer == ANSWERS[0] else ""
        assert result.stdout.endswith(f"Saved. Play on with: grocerydots play --file {cut}{seed}\n")
    assert stored(cut) == stored(whole)
    again = play("--file", cut, answers=["q"]).stdout
    assert again.startswith("Welcome back, player: you have 202 chips.\n")


@pytest.mark.parametrize("seed", ["57", "a corner store", "-x", ""])
def test_the_command_to_play_on_with_goes_on_with_the_decks_of_the_seed(tmp_path: Path, seed: str) -> None:
    asked = [*ANSWERS, "n", "q"] if seed == "57" else ["q"]
    options = ("--players", "3", "--seed", seed, "--file")
    play(*options, tmp_path / "whole", answers=asked)
    told = play(*options, tmp_path / "cut", answers=["q"]).stdout
    printed = shlex.split(told.splitlines()[-1].partition(": grocerydots play ")[2])
    assert printed == ["--file", str(tmp_path / "cut"), "--seed", seed]
    play(*printed, answers=asked)
    assert stored(tmp_path / "cut") == stored(tmp_path / "whole")
    assert len(stored(tmp_path / "cut")) == (3 if seed == "57" else 2)


def test_the_default_folder_needs_no_option(tmp_path: Path) -> None:
    with chdir(tmp_path):
        assert play(answers=[]).stdout.endswith("Saved. Play on with: grocerydots play\n")
        assert "Welcome back, player. The hand so far:" in play(answers=[]).stdout
    assert list((tmp_path / "grocerydots-play" / "logs").glob("session-1-*.jsonl"))


def test_sessions_of_two_stores_are_never_taken_for_one(tmp_path: Path) -> None:
    tables = [begun(tmp_path / name, test=None).table.state.table_id for name in "ab"]
    assert len(set(tables)) == 2
    assert all(re.fullmatch("session-1-[0-9a-f]{16}", table_id) for table_id in tables)
    again = Session.stored(*opened(tmp_path / "a"))
    assert again is not None
    assert again.table.state.table_id == tables[0]


@pytest.mark.parametrize("after", [False, True])
def test_a_crash_around_any_write_loses_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    whole = tmp_path / "whole"
    Game(begun(whole), Script(ANSWERS)).play()
    wanted, append, left = stored(whole), JsonlStore._append, 0

    def counted(self: JsonlStore, stream_id: str, lines: tuple[bytes, ...], expected: int) -> int:
        nonlocal left
        left -= 1
        if left == 0 and not after:
            raise Crash
        count = append(self, stream_id, lines, expected)
        if left == 0:
            raise Crash
        return count

    monkeypatch.setattr(JsonlStore, "_append", counted)
    for number in (1, 2, 3, 4, 5, 9, 18, 28, 29, 30):
        folder, left = tmp_path / f"{number}", number
        for _ in range(2):
            with suppress(Crash):
                found = Session.stored(*opened(folder), test=57) or begun(folder)
                if found.hand is not None or not found.hands:
                    Game(found, Script(ANSWERS[_answered(found) :])).play()
        assert stored(folder) == wanted, number


def _answered(session: Session) -> int:
    """How many choices the player has made in the hand that is on."""
    kinds = (e.BroughtIn, e.Completed, e.Bet, e.Raised, e.Called, e.Checked, e.StoreCardBought, e.StorePassed)
    events = () if session.hand is None else session.hand.events
    return sum(isinstance(event, kinds) and event.seat == session.seat for event in events)


def until_prompt(running: subprocess.Popen[bytes], prompts: int) -> bytes:
    """What was printed until so many prompts had come."""
    assert running.stdout is not None
    printed = b""
    deadline = time.monotonic() + 60
    while printed.count(b"\n> ") < prompts and time.monotonic() < deadline:
        if select.select([running.stdout], [], [], 1)[0]:
            part = os.read(running.stdout.fileno(), 65_536)
            if not part:
                break
            printed += part
    assert printed.count(b"\n> ") == prompts, printed
    return printed


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("signum", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_killed_or_interrupted_game_goes_on_as_if_nothing_had_been(tmp_path: Path, signum: int) -> None:
    command, pipe = ("play", *SEED_57, "--file", tmp_path / "s"), subprocess.PIPE
    with started(*command, stdin=pipe, stdout=pipe, stderr=pipe) as running:
        assert running.stdin is not None
        running.stdin.write(b"b\n2\n")
        running.stdin.flush()
        until_prompt(running, 3)
        running.send_signal(signum)
        stdout, stderr = running.communicate(timeout=60)
    assert stderr == b""
    if signum == signal.SIGINT:
        assert running.returncode == 130
        on = f"grocerydots play --file {tmp_path / 's'} --seed 57"
        assert stdout.endswith(f"\nSaved. Play on with: {on}\n".encode())
    told = play("--file", tmp_path / "s", answers=ANSWERS[2:]).stdout
    assert "player buys 8c in slot 2 for 2 (pot 12)" in told
    play(*SEED_57, "--file", tmp_path / "whole", answers=ANSWERS)
    assert stored(tmp_path / "s") == stored(tmp_path / "whole")


@pytest.mark.skipif(os.name == "nt", reason="streams of POSIX")
def test_streams_that_are_closed_do_no_harm(tmp_path: Path) -> None:
    command = " ".join([*COMMAND, "play", *SEED_57, "--file", str(tmp_path / "s")])
    shell = f"{command} <&-; echo $?; {command} <&- >&- 2>&-; echo $?; yes b | {command} | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, env=plain_env(), timeout=60)
    on = f"play --file {tmp_path / 's'} --seed 57\n"
    assert done.stdout.endswith(f"{on}0\n0\nWelcome back, player. The hand so far:\n".encode())
    assert done.stderr == b""


def test_of_two_who_play_the_same_session_one_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    one = begun(tmp_path)
    one.deal()
    while not one.is_players_turn:
        one.play_bot()
    other = resumed(tmp_path)
    assert one.hand is not None
    assert other.hand is not None
    assert one.hand.decision is not None
    one.play(one.hand.decision.bring_in())
    before = stored(tmp_path)
    with pytest.raises(ConcurrencyError):
        other.play(other.hand.decision.complete())  # type: ignore[union-attr]
    assert stored(tmp_path) == before


# Secrets


def test_a_seed_is_kept_apart_for_its_owner_alone_and_only_as_long_as_its_hand(tmp_path: Path) -> None:
    playing = begun(tmp_path, test=None)
    playing.deal()
    store, seeds = opened(tmp_path)
    (hand_id,) = seeds.hand_ids()
    assert hand_id == f"{playing.table.state.table_id}-1"
    secret = seeds.seed(hand_id)
    assert not secret.is_test
    mode = (tmp_path / "seeds" / f"{hand_id}.seed").stat().st_mode
    assert os.name == "nt" or stat.S_IMODE(mode) == 0o600
    assert all(secret.hex().encode() not in log for log in stored(tmp_path).values())
    Game(resumed(tmp_path, None), Caller(40)).play()
    assert hand_id not in seeds.hand_ids()
    assert store.load_log(hand_id).is_finished


def test_nobody_elses_down_cards_are_told_before_they_are_shown(tmp_path: Path) -> None:
    for number in range(6):
        playing = begun(tmp_path / f"{number}", 4, number)
        screen = Caller(3)
        Game(playing, screen).play()
        assert playing.hand is not None
        public = set(cards_in(playing.hand.events))
        own = {card for card in playing.hand.down_cards(playing.seat) if card is not None}
        told = screen.text.replace(words.introduction(80).rstrip("\n"), "")
        named = set(parse_cards(re.findall(r"\b[2-9TJQKA][cdhs]\b", told)))
        assert own <= named <= public | own


def cards_in(events: Iterable[e.Event]) -> Iterator[Card]:
    for event in events:
        for card in re.findall(r"Card\('(..)'\)", repr(event)):
            yield Card(card)


# Answers


def test_nonsense_is_refused_with_the_choices_and_changes_nothing(tmp_path: Path) -> None:
    play(*SEED_57, "--file", tmp_path / "s")
    before = stored(tmp_path / "s")
    nonsense = b"\xff\xfe\n\n   \nfold\n\x1b[31mb\n1\nb2\n-1\n" + b"x" * 100_000 + b"\nbring in 3\n"
    result = play("--file", tmp_path / "s", answers=nonsense)
    assert result.exit_code == 0
    assert result.stdout.count("Not one of your choices: b, r, ? or q.\n") == 10
    assert "\x1b" not in result.stdout
    assert stored(tmp_path / "s") == before
    between = play("--file", tmp_path / "s", answers=[*ANSWERS, "b", "?", "fold", "q"]).stdout
    assert between.count("Enter deals the next hand, q stops.") == 3


def test_a_question_mark_explains_every_choice_with_the_text_of_its_rules(tmp_path: Path) -> None:
    told = play(*SEED_57, "--file", tmp_path / "s", answers=["?", "b", "?"]).stdout
    joined = re.sub(r"\s+", " ", told)
    for rule_id in ("ROOM-4", "LIM-3", "HOUSE-1", "GSD-3", "GSD-4", "GSD-8", "GSD-9", "GSD-10", "HOUSE-15"):
        assert f" {rule_id} " in joined
        assert rule(rule_id).text in joined
    assert max(map(len, told.partition("Saved.")[0].splitlines())) <= 100


def test_any_rule_may_be_asked_for_by_its_number(tmp_path: Path) -> None:
    told = play(*SEED_57, "--file", tmp_path / "s", answers=["? gsd-11", "?HOUSE-99", "? \x1b"]).stdout
    assert "  GSD-11  When every live player has four up cards" in told
    assert "no rule has the id 'HOUSE-99'" in told
    assert "\x1b" not in told
    assert "Not one" not in told


def decisions() -> Iterator[tuple[Hand, Decision]]:
    """Players' decisions of all kinds, by all kinds of rules."""
    for kind in GAMES:
        for hand in simulate(kind, 12, 4, "menus", vary_rules=True):
            for entry in range(hand.entries - 1):
                now = turn(hand.at(entry).state)
                if isinstance(now, Decision) and now.kind != "rake":
                    yield hand, now


@pytest.mark.parametrize("width", [20, 30, 60, 80])
def test_every_note_of_a_menu_fits_and_goes_on_below_its_beginning(width: int) -> None:
    for _, decision in decisions():
        lines = menu_of(decision, ()).lines(width)
        assert max(map(len, lines)) <= width
        if width == 80:
            assert all(line[2] != " " for line in lines)  # in a line each
        assert all(line.startswith("  ") for line in lines)


def test_the_introduction_is_made_for_the_width() -> None:
    for width in (20, 40, 80):
        assert max(map(len, words.introduction(width).split("\n"))) <= width
    assert words.introduction(200) == words.introduction(80)
    joined = [" ".join(words.introduction(width).split()) for width in (40, 80)]
    assert joined[0] == joined[1]


def test_a_menu_has_every_kind_of_choice_each_with_a_key_of_its_own() -> None:
    kinds: set[type] = set()
    for _, decision in decisions():
        menu = menu_of(decision, ())
        keys = [choice.key for choice in menu.choices]
        assert len(set(keys)) == len(keys)
        assert not {QUIT, EXPLAIN, ""} & set(keys)
        assert {type(choice.event) for choice in menu.choices} == {option.kind for option in decision.options}
        for choice in menu.choices:
            assert choice.event in decision
            assert menu.find(choice.key.upper()) is menu.find(choice.words) is choice
        assert explained(decision, menu, 80)
        kinds |= {type(choice.event) for choice in menu.choices}
    assert {e.HandMucked, e.DotsTieConfirmed, e.StoreCardBought, e.BroughtIn, e.Raised, e.SatOut} <= kinds


def test_the_words_of_a_choice_are_taken_with_or_without_its_number() -> None:
    rules = presets.card_room(small_bet=4, big_bet=8, ante=1)
    hand = Hand.open(rules, {1: ("a", 100), 2: ("b", 100)}, 0, seed=seed_of("words"))
    assert hand.decision is not None
    menu = menu_of(hand.decision, ())
    for typed in ("bring in 2", "Bring In", " bring  in ", "bring", "b"):
        found = menu.find(typed)
        assert found is not None, typed
        assert found.event == hand.decision.bring_in()
    for typed in ("complete to 4", "complete to", "complete 4", "complete"):
        found = menu.find(typed)
        assert found is not None, typed
        assert found.event == hand.decision.complete()


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("As 2h 3c", "ace high"),
        ("3s 3h 2c", "pair of threes"),
        ("3s 3h 3c", "three of a kind, threes"),
        ("3s 3h Kc Kd", "two pair, kings and threes"),
        ("3s 3h 3c Ad", "three of a kind, threes"),
        ("3s 3h 3c 3d", "four of a kind, threes"),
        ("3s 4s 5s 6s 7s", "straight flush, seven high"),
    ],
)
def test_what_a_hand_is_so_far_is_called_by_its_name(cards: str, said: str) -> None:
    assert words.high_so_far(parse_cards(cards)) == said


# Options


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--players", "1"], "'--players'"),
        (["--players", "8"], "'--players'"),
        (["--file", __file__], "'--file'"),
        (["--name", ""], "player"),
        (["--name", "\ud800"], "player"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(tmp_path: Path, args: list[str], said: str) -> None:
    with chdir(tmp_path):
        result = play(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in one_line(result.stderr)


def test_a_session_is_not_played_on_by_another_or_with_others(tmp_path: Path) -> None:
    play(*SEED_57, "--file", tmp_path / "s", "--name", "zoe")
    before = stored(tmp_path / "s")
    for args in (["--players", "4"], ["--name", "yan"]):
        result = play("--file", tmp_path / "s", *args)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "give another --file" in one_line(result.stderr)
    assert play("--file", tmp_path / "s", "--players", 3, "--name", "zoe").exit_code == 0
    assert stored(tmp_path / "s") == before


def test_a_name_may_be_a_bots_or_hostile(tmp_path: Path) -> None:
    told = play("--file", tmp_path / "a", "--name", "Ann").stdout
    assert "You are Ann, at a table with bob, cat and dan." in told
    told = play("--file", tmp_path / "b", "--name", "\u202e\x1b[31mevil").stdout
    assert "\x1b" not in told
    assert r"\x1b[31m" in told


def test_the_same_seed_and_answers_give_the_same_session_and_none_gives_another(tmp_path: Path) -> None:
    for name, args in (("a", SEED_57), ("b", SEED_57), ("c", ("--players", "3"))):
        play(*args, "--file", tmp_path / name, answers=ANSWERS)
    assert stored(tmp_path / "a") == stored(tmp_path / "b") != stored(tmp_path / "c")


# Terminals


@pytest.mark.usefixtures("_terminals")
@pytest.mark.parametrize("columns", [1, 20, 80])
def test_a_terminal_of_any_width_is_fine(tmp_path: Path, columns: int) -> None:
    printed, status = on_terminal("play", *SEED_57, "--file", tmp_path, typed=b"?\nb\n\x04", columns=columns)
    assert status == 0
    assert b"Traceback" not in printed
    assert b"\x1b[" in printed
    assert b"ROOM-4" in printed or columns == 1
    assert b"\x1b[94m2d" in printed or columns == 1  # bright blue: plain blue is hardly seen on black
    assert (resumed(tmp_path).hand or pytest.fail("no hand")).entries > 8


@pytest.mark.usefixtures("_terminals")
def test_no_color_is_respected_and_a_narrow_terminal_gets_no_longer_line(tmp_path: Path) -> None:
    printed, _ = on_terminal(
        "play", *SEED_57, "--file", tmp_path, typed=b"?\nq\n", columns=20, env={"NO_COLOR": "1"}
    )
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", printed)
    plain = re.sub(rb"\x1b\[[0-9;]*m", b"", printed)
    # what was typed ahead ends no line after the prompt
    assert max(len(line.removeprefix(b"> ")) for line in plain.split(b"\r\n")) <= 20


@pytest.fixture
def _terminals(require: Require) -> None:
    require(hasattr(os, "openpty"), "no pseudo-terminals here")


# The bots


RULES = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)


def test_bots_take_chips_from_who_calls_everything() -> None:
    won = 0
    for number in range(150):
        seats = {1: ("bot", 200), 2: ("caller", 200)}
        hand = Hand.open(RULES, seats, 1 + number % 2, seed=seed_of(f"call {number}"), dots_tie="share")
        while (decision := hand.decision) is not None:
            if decision.seat == 2:
                kinds = (e.Called, e.Checked, e.BroughtIn, e.StorePassed)
                option = next(o for kind in kinds if (o := decision.option(kind)) is not None)
                hand = hand.play(decision.event(option, option.lowest))
            else:
                hand = hand.play(steady_choice(hand, Choices(f"{number} {hand.entries}")))
        won += hand.state.stacks[1] - 200
    assert won > 150  # it is four chips a hand in the long run


def test_a_steady_bot_is_in_pays_attention_and_folds_to_bets_alone() -> None:
    rules = presets.grocery_store_dots(
        small_bet=4, big_bet=8, ante=1, unit=1, showdown="may_muck", rake="declared", fold_when_free=True
    )
    kinds: set[type] = set()
    for number in range(60):
        seats = {1: ("ann", 60, False), 2: ("bob", 60, True), 3: ("cat", 60, True)}
        hand = Hand.open(rules, seats, 3, seed=seed_of(f"steady {number}"))
        while hand.decision is not None:
            event = steady_choice(hand, Choices(f"{number} {hand.entries}"))
            assert not isinstance(event, e.Folded) or not hand.decision.can(e.Checked)
            hand = hand.play(event)
        kinds |= {type(event) for event in hand.events}
        assert hand.state.settling.rake == 0
        assert hand.state.setup.dots_tie == "share"
    assert not {e.TimedOut, e.SatOut} & kinds
    assert {e.StoreCardBought, e.StorePassed, e.Folded, e.Raised, e.AntePosted} <= kinds


def test_a_bot_at_the_store_wants_dots_and_pairs_more_than_other_cards() -> None:
    (hand,) = simulate(seed=20)
    now = next(turn(hand.at(n).state) for n in range(hand.entries) if turn_kind(hand, n) == "store")
    assert isinstance(now, Decision)
    bot = Bot(now, parse_cards("Kd 9h"), Choices("gain"), 100)
    bot.cards = parse_cards("Kd 9h 4c")
    assert bot.gain(Card("3s")) > bot.gain(Card("2s")) > bot.gain(Card("7s")) > bot.gain(Card("6s"))
    assert bot.gain(Card("Ks")) > bot.gain(Card("Qs"))


def turn_kind(hand: Hand, entry: int) -> str:
    now = turn(hand.at(entry).state)
    return now.kind if isinstance(now, Decision) else ""


def test_bots_are_asked_only_for_decisions() -> None:
    (hand,) = simulate()
    for asked in (steady_choice, bot_at):
        with pytest.raises(AssertionError, match="decision"):
            asked(hand, Choices("x"))


def test_a_session_refuses_what_the_rules_do_and_stays_as_it_was(tmp_path: Path) -> None:
    playing = begun(tmp_path)
    with pytest.raises(AssertionError, match="a hand is on"):
        playing.finish()
    playing.deal()
    while not playing.is_players_turn:
        playing.play_bot()
    before = stored(tmp_path)
    with pytest.raises(IllegalEvent):
        playing.play(e.Folded(playing.seat))
    assert stored(tmp_path) == before
    assert isinstance(playing.table, Table)


def test_the_command_plays_in_a_pipe_without_colours(tmp_path: Path) -> None:
    done = process("play", *SEED_57, "--file", tmp_path / "s", stdin=b"b\n", env={"FORCE_COLOR": "1"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b[" not in done.stdout


def test_no_folder_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = process("play", "--file", "")
    assert done.returncode == 2
    assert "expected the path of a folder, got nothing" in one_line(done.stderr)
    assert not list(tmp_path.iterdir())


def test_the_marker_is_on_the_cheapest_card_that_is_there() -> None:
    seats = {1: ("ann", 60), 2: ("bob", 60)}
    rules = presets.grocery_store_dots(small_bet=4, big_bet=8, ante=1, unit=1)
    hand = Hand.open(rules, seats, dealer=2, seed=seed_of("marker"), dots_tie="share")
    while hand.decision is not None and hand.decision.kind != "store":
        hand = hand.play(next(x for x in hand.decision if isinstance(x, e.BroughtIn | e.Called | e.Checked)))
    assert hand.decision is not None
    (full,) = words._store(hand.state)
    assert full.startswith("Store: *[1] ")
    hand = hand.play(hand.decision.pass_())
    assert hand.decision is not None
    (sold,) = words._store(hand.play(hand.decision.buy(1)).state)
    assert sold.startswith("Store: [1] ")
    assert "  *[2] " in sold


@pytest.mark.parametrize("columns", [24, 34, 60])
def test_an_error_on_a_terminal_is_broken_between_words_alone(columns: int) -> None:
    printed, status = on_terminal("dots", columns=columns)
    lines = printed.decode().split()
    assert status == 2
    assert "--help." in lines
    assert max(map(len, printed.decode().splitlines())) <= columns

"""The command line as others meet it: exit statuses, pipes, terminals, encodings, interrupts, imports."""

from __future__ import annotations

import io
import os
import re
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest
from command_line import COMMAND, archive, on_terminal, one_line, plain_env, process, run, started

import grocerydots
from grocerydots.cli import main, output, replay, without_extra
from grocerydots.cli.group import COMMANDS, cli
from grocerydots.errors import MissingExtra
from grocerydots.hand import Hand
from grocerydots.log import Log, read_archive
from grocerydots.rules import presets
from grocerydots.testing import test_seed as seed_of

ANSI = b"\x1b["
Require = Callable[[object, str], None]


# Entry


def test_help_lists_every_command_and_the_exit_statuses() -> None:
    for flag in ("--help", "-h"):
        result = run(flag)
        assert result.exit_code == 0
        assert all(f"  {name} " in result.output for name in COMMANDS)
        assert "130 interrupted" in result.output


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: grocerydots {command} ")


def test_the_version_is_the_packages() -> None:
    assert run("--version").output == f"grocerydots {grocerydots.__version__}\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], f"Missing command: one of {', '.join(COMMANDS)}. See grocerydots --help."),
        (["deal"], "No such command 'deal'. See grocerydots --help."),
        (["--fast"], "No such option"),
        (["demo", "x"], "Got unexpected extra argument (x). See grocerydots demo --help."),
    ],
)
def test_a_command_that_is_missing_or_unknown_is_bad_usage(args: list[str], said: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert one_line(result.stderr).startswith(said)


@pytest.mark.parametrize(
    ("command", "option"),
    [("simulate", "--hands"), ("simulate", "--players"), ("play", "--players"), ("replay x", "--upto")],
)
def test_what_is_no_whole_number_is_called_that(command: str, option: str) -> None:
    result = run(*command.split(), option, "x")
    assert result.exit_code == 2
    assert f"Invalid value for '{option}': 'x' is not a valid whole number." in one_line(result.stderr)


def test_main_takes_the_arguments_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["grocerydots", "dots", "3c"])
    with pytest.raises(SystemExit) as done:
        main()
    assert done.value.code == 0
    assert capsys.readouterr().out == "3c: 3 dots\n"


def test_the_module_runs_main(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["grocerydots", "dots", "3c"])
    with pytest.raises(SystemExit) as done:
        runpy.run_module("grocerydots", run_name="__main__")
    assert (done.value.code, capsys.readouterr().out) == (0, "3c: 3 dots\n")


def test_the_module_and_the_script_are_one() -> None:
    script = Path(sys.executable).with_name("grocerydots")
    assert process("dots", "3c").stdout == b"3c: 3 dots\n"
    if script.exists():
        done = subprocess.run([script, "dots", "3c"], capture_output=True, check=True)
        assert done.stdout == b"3c: 3 dots\n"


# The extra


@pytest.mark.parametrize("package", ["click", "rich"])
def test_without_the_extra_one_line_says_how_to_get_it(package: str) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from grocerydots.cli import main, output\n"
        "output_on_terminal = output.on_terminal\n"
        "output.on_terminal = lambda: True\n"
        "sys.argv = ['grocerydots', 'dots', 'As']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert one_line(done.stderr) == str(MissingExtra("cli")).replace("this", "the command line")


def test_main_says_so_and_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "grocerydots.cli.group", raising=False)
    monkeypatch.setitem(sys.modules, "click", None)
    with pytest.raises(SystemExit) as done:
        main()
    assert done.value.code == 2
    assert "grocerydots[cli]" in one_line(capsys.readouterr().err)


def test_an_extra_that_is_missing_within_a_command_is_said_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    result = run("dots", "As")
    assert result.exit_code == 2
    assert "grocerydots[cli]" in one_line(result.stderr)


def test_another_module_that_is_missing_is_no_matter_of_the_extra() -> None:
    with pytest.raises(ModuleNotFoundError):
        without_extra(ModuleNotFoundError("no", name="grocerydots.nothing"))


# Pipes


def closed_pipe(*args: str) -> subprocess.CompletedProcess[bytes]:
    """The command line writing into a pipe whose reader is gone already."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run(
            [*COMMAND, *args], stdout=writer, stderr=subprocess.PIPE, env=plain_env(), check=False, timeout=60
        )
    finally:
        os.close(writer)


@pytest.mark.skipif(os.name == "nt", reason="pipes and signals of POSIX")
@pytest.mark.parametrize("args", [["rules"], ["dots", "As"], ["--help"], ["demo", "--out", os.devnull]])
def test_a_closed_pipe_ends_quietly_as_by_sigpipe(args: list[str], tmp_path: Path) -> None:
    args = [str(tmp_path / "d.jsonl") if arg == os.devnull else arg for arg in args]
    done = closed_pipe(*args)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (OSError(28, "No space left on device"), 2, "grocerydots: No space left on device\n"),
        (OSError("odd"), 2, "grocerydots: odd\n"),
    ],
)
def test_output_that_cannot_be_written_ends_the_command(
    monkeypatch: pytest.MonkeyPatch, error: OSError, status: int, said: str
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "make_context", fails)
    result = run("rules")
    assert (result.exit_code, result.output) == (status, said)


def test_streams_that_are_not_there_are_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    output.prepare_streams()
    output.say("nothing hears this")
    output.complain("nor this")
    output.give_up(sys.stdout)
    with pytest.raises(SystemExit) as done:
        cli.main(["dots", "As"])
    assert done.value.code == 0


def test_a_replay_whose_reader_goes_away_ends_as_any(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def gone(*_: object) -> None:
        raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(replay, "say_hand", gone)
    assert run("replay", foreign(tmp_path)).exit_code == 141


def test_head_gets_its_line_and_nobody_complains() -> None:
    shell = f"{sys.executable} -m grocerydots rules | head -1"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=True, env=plain_env())
    assert (done.stdout, done.stderr) == (b"Rulebook, version 1\n", b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "rules"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert one_line(done.stderr) == "No space left on device"


def test_closed_streams_are_no_trouble() -> None:
    command = f"{sys.executable} -m grocerydots dots"
    shell = f"{command} As >&- 2>&-; echo $?; {command} X >&- 2>&-; echo $?"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"0\n2\n", b"")


@pytest.mark.skipif(os.name == "nt", reason="shells of POSIX")
@pytest.mark.parametrize("args", ["replay -", "audit -", "page - --out x.html"])
def test_standard_input_that_is_closed_cannot_be_read(args: str, tmp_path: Path) -> None:
    shell = f"{sys.executable} -m grocerydots {args} <&-"
    done = subprocess.run(["sh", "-c", shell], capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert one_line(done.stderr).endswith("standard input is closed")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_errors_that_cannot_be_written_change_no_exit_status() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "nope"], stdout=subprocess.PIPE, stderr=full, check=False)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_standard_input_that_is_not_there_is_said(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stderr", stderr)
    with pytest.raises(SystemExit) as done:
        cli.main([command, "-"])
    assert done.value.code == 2
    assert one_line(stderr.getvalue()) == "-: standard input is closed"


def test_an_error_that_cannot_be_written_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    output.complain("nothing hears this")
    with (tmp_path / "full").open("w", encoding="utf-8") as file:
        output.give_up(file)
        file.write("nothing reads this")
    assert not (tmp_path / "full").read_text(encoding="utf-8")


# Files to write


@pytest.mark.parametrize("out", ["", "-"])
@pytest.mark.parametrize("command", ["demo", "simulate", "page"])
def test_no_command_writes_to_a_path_that_is_none(command: str, out: str, tmp_path: Path) -> None:
    file = foreign(tmp_path)
    with chdir(tmp_path):
        result = run(command, *([file] if command == "page" else []), "--out", out)
    assert result.exit_code == 2
    assert "Invalid value for '--out': expected the path of a file" in one_line(result.stderr)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(os.name == "nt", reason="names of POSIX")
@pytest.mark.parametrize("args", [["demo"], ["simulate", "--hands", 1], ["page"]])
def test_a_path_is_shown_harmless(args: list[object], tmp_path: Path) -> None:
    args = [*args, foreign(tmp_path)] if args == ["page"] else args
    result = run(*args, "--out", tmp_path / "a\nb\x1b[31m.out")
    assert result.exit_code == 0
    assert r"a\x0ab\x1b[31m.out" in result.stdout
    assert "\x1b" not in result.stdout
    assert (tmp_path / "a\nb\x1b[31m.out").exists()


# Interrupts


def test_ctrl_c_before_there_is_a_command_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    with pytest.raises(SystemExit) as done:
        main()
    assert done.value.code == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_with_130_and_a_whole_archive(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    args = ("simulate", "--hands", 1_000_000, "--out", out)
    with started(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 30
        while (not out.exists() or out.stat().st_size < 50_000) and time.monotonic() < deadline:
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=30)
    assert (running.returncode, stdout) == (130, b"")
    assert one_line(stderr).startswith("interrupted after ")
    assert all(isinstance(log, Log) and log.is_finished for log in read_archive(out))


def test_ctrl_c_anywhere_else_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "make_context", interrupted)
    result = run("rules")
    assert (result.exit_code, result.output) == (130, "")


# Encodings


def foreign(tmp_path: Path) -> Path:
    rules = presets.card_room(small_bet=10, big_bet=20, ante=1)
    seats = {1: ("Zoë 田中", 100), 2: ("\x1b[31mevil\u202e", 100), 3: ("רות", 100)}
    return archive(tmp_path / "a.jsonl", Hand.open(rules, seats, 2, seed=seed_of("names")).log)


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "C"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_an_encoding_that_lacks_letters_writes_escapes(tmp_path: Path, env: dict[str, str]) -> None:
    done = process("replay", foreign(tmp_path), env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"Seat 2: \x1b[31mevil\u202e" in done.stdout
    assert re.search(rb"Seat 1: Zo(\xc3\xab|\xeb|\\xeb) ", done.stdout)


def test_utf_8_writes_names_as_they_are(tmp_path: Path) -> None:
    done = process("replay", foreign(tmp_path), env={"PYTHONIOENCODING": "utf-8"})
    assert "Seat 1: Zoë 田中".encode() in done.stdout
    assert b"\x1b" not in done.stdout


# Terminals


def printed_on_terminal(*args: object, columns: int = 80, **env: str) -> bytes:
    """What the command line prints on a terminal of that width, where all goes well."""
    printed, status = on_terminal(*args, columns=columns, env=env)
    assert status == 0
    return printed


@pytest.fixture
def _terminals(require: Require) -> None:
    require(hasattr(os, "openpty"), "no pseudo-terminals here")


@pytest.mark.usefixtures("_terminals")
def test_a_terminal_gets_colours_and_no_color_is_respected(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    assert ANSI in printed_on_terminal("demo", "--out", out)
    plain = printed_on_terminal("demo", "--out", out, NO_COLOR="1")
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]m", plain)
    assert ANSI not in printed_on_terminal("demo", "--out", out, TERM="dumb")


def test_a_pipe_gets_no_colours_whatever_the_environment_says(tmp_path: Path) -> None:
    for args in (
        ["demo", "--out", tmp_path / "d.jsonl"],
        ["rules"],
        ["--help"],
        ["simulate", "--hands", "3"],
    ):
        done = process(*args, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
        assert done.returncode == 0
        assert ANSI not in done.stdout + done.stderr


@pytest.mark.usefixtures("_terminals")
def test_many_hands_have_a_progress_bar_on_a_terminal_and_none_in_a_pipe() -> None:
    assert b"Playing" in printed_on_terminal("simulate", "--hands", 40)
    done = process("simulate", "--hands", 40)
    assert b"Playing" not in done.stdout + done.stderr


@pytest.mark.usefixtures("_terminals")
@pytest.mark.parametrize("columns", [1, 20])
def test_narrow_terminals_are_fine(tmp_path: Path, columns: int) -> None:
    for args in (["rules", "GSD-10"], ["demo", "--out", tmp_path / "d.jsonl"], ["--help"]):
        assert b"Traceback" not in printed_on_terminal(*args, columns=columns)


@pytest.mark.usefixtures("_terminals")
def test_a_hostile_name_writes_no_escape_sequence_on_a_terminal(tmp_path: Path) -> None:
    printed = printed_on_terminal("replay", foreign(tmp_path), NO_COLOR="1")
    assert b"\x1b[31m" not in printed
    assert rb"\x1b[31mevil" in printed


# Imports


@pytest.mark.parametrize(
    ("args", "unneeded"),
    [
        (
            ["dots", "As"],
            ["rich", "json", "grocerydots.log", "grocerydots.history", "grocerydots.bulk"],
        ),
        (
            ["rules", "GSD-1"],
            ["rich", "grocerydots.log", "grocerydots.history", "grocerydots.bulk"],
        ),
        (["--version"], ["rich", "grocerydots.log", "grocerydots.history", "grocerydots.bulk"]),
    ],
)
def test_a_command_imports_only_what_it_needs(args: list[str], unneeded: list[str]) -> None:
    code = (
        "import atexit, sys\n"
        "from grocerydots.cli import main\n"
        f"sys.argv[1:] = {args!r}\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(unneeded) & set(done.stderr.split())

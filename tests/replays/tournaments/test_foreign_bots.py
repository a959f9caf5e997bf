"""Tournaments and checks with bots that are programs: limits, forfeits, what stops a run, and what it leaves behind."""

from __future__ import annotations

import shlex
import signal
import sys
import time
from pathlib import Path

import pytest

from cityleague.replays.players import Limits
from cityleague.replays.players import program as program_module
from cityleague.replays.tournaments import HopelessError, Plan, PlanError, limits_from, make_plan, run

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily
from .helpers import end, games, none_stays_behind, played, running, started, tournament, until_gone

FIRST = """
import json, sys
sys.stdin.readline()
sys.stdout.write(json.dumps({"ready": 1}) + "\\n")
sys.stdout.flush()
for line in sys.stdin:
    if MODE == "sleep":
        import signal, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        open(__file__ + ".asleep", "w").close()
        time.sleep(3600)
    sys.stdout.write(json.dumps({"choose": 0}) + "\\n")
    sys.stdout.flush()
"""


def program(folder: Path, mode: str = "play") -> str:
    """The spec of a program that makes the first of its legal moves, or sleeps instead."""
    file = folder / f"{mode}.py"
    file.write_text(FIRST.replace("MODE", repr(mode)))
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


FALSE = "exec:false"


@pytest.mark.exhaustive
def test_a_tournament_is_the_same_with_one_process_and_with_two(tmp_path: Path) -> None:
    """Every day the command shows it for two of an example and of a bot that fails, in the tests of programs."""
    planned = tournament(f"mine={program(tmp_path)}", f"bad={FALSE}", "random", deals=3)
    for jobs in (1, 2):
        played(planned, tmp_path / str(jobs), jobs)
    assert games(tmp_path / "1") == games(tmp_path / "2")
    assert games(tmp_path / "1").count(b'{"forfeit":{"seat"') == 9


def test_a_run_stops_when_a_bot_forfeits_most_of_its_games(tmp_path: Path) -> None:
    planned = tournament("random", f"bad={FALSE}", deals=12)
    with pytest.raises(
        HopelessError, match=r"bad has forfeited 20 of the 20 games .* crash: it ended with exit code 1"
    ):
        list(run(planned, tmp_path / "cup", forfeit_limit=0.5))
    assert games(tmp_path / "cup").count(b'"result"') == 20
    assert len(list(run(planned, tmp_path / "cup"))) == 5  # all the rest, and the first that is told


def test_a_bot_that_forfeits_now_and_then_stops_nothing(tmp_path: Path) -> None:
    planned = tournament("random", "greedy", program(tmp_path), deals=4)
    assert len(list(run(planned, tmp_path / "cup", forfeit_limit=0.0))) == 13


def test_the_command_says_what_to_do_about_a_hopeless_bot(tmp_path: Path) -> None:
    arguments = ("tournament", "--game", "between_two_cities", "--bots", f"random,bad={FALSE}", "--deals", "12")
    result = command(*arguments, "-o", tmp_path / "cup", code=4)
    assert "bad has forfeited 20 of the 20 games" in result.stderr
    assert "or play on with --forfeit-limit 1" in result.stderr
    assert "24 crash" in command(*arguments, "-o", tmp_path / "cup", "--forfeit-limit", "1").stdout


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("jobs", "how"),
    daily(
        [
            *[("2", signal.SIGTERM), ("1", signal.SIGKILL), ("2", signal.SIGKILL)],
            *[("1", signal.SIGINT), ("2", signal.SIGINT), ("1", signal.SIGTERM)],
        ],
        1,
    ),
)
def test_no_bot_is_left_when_a_tournament_is_stopped(jobs: str, how: signal.Signals, tmp_path: Path) -> None:
    spec = program(tmp_path, "sleep")
    arguments = ["--game", "between_two_cities", "--bots", "random,greedy", "--bot", f"slow={spec}", "-o", "cup"]
    process = started("tournament", *arguments, "-j", jobs, cwd=tmp_path)
    try:
        while not (tmp_path / "sleep.py.asleep").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        assert running(str(tmp_path / "sleep.py"))
        guards = watchdogs(process.pid)
        assert jobs == "2" or guards
        process.send_signal(how)
        _, errors = process.communicate(timeout=120)
        if how == signal.SIGKILL:
            assert process.returncode == -signal.SIGKILL
        else:
            assert process.returncode == 130
            assert f"to continue, run the same command again:\n  cityleague tournament {arguments[0]}" in errors
        assert none_stays_behind(process.pid)
        until_gone(str(tmp_path / "sleep.py"))
        for guard in guards:
            until_gone(guard)
    finally:
        end(process.pid)


def watchdogs(parent: int) -> list[str]:
    """The marks with which the watchdogs of a process were started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    lines = [Path(f"/proc/{child}/cmdline").read_text().split("\0") for child in children]
    return [words[-2] for words in lines if any(word.endswith("watchdog.py") for word in words)]


# -- checking a bot


@pytest.mark.exhaustive
def test_a_good_bot_passes_at_every_table(tmp_path: Path) -> None:
    result = command("check-bot", program(tmp_path), "between_two_cities", "--games", "1", "--format", "csv")
    rows = [row.split(",") for row in result.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == ["2", "3", "4", "5", "6", "7"]
    assert all(int(row[2]) > 10 and row[3:] == ["yes", ""] for row in rows)


@pytest.mark.parametrize("bot", daily(["random", "heuristic"]))
def test_bots_of_python_can_be_checked_too(bot: str) -> None:
    assert "crash" not in command("check-bot", bot, "between_two_cities", "--games", "1").stdout


def test_a_bad_bot_is_told_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = command("check-bot", f"mine={FALSE}", "city_tycoon", "--games", "2", code=1)
    assert result.stdout.count("crash: it ended with exit code 1") == 1
    assert result.stdout.endswith("In the last game it never got ready: no more were played.\n")
    monkeypatch.setattr(program_module, "_GRACE", 0.02)  # no use in waiting: it sleeps
    limits = ("--limit", "decision=0.03")
    result = command("check-bot", program(tmp_path, "sleep"), "city_tycoon", "--games", "1", *limits, code=1)
    assert "stall: it said nothing for 0.03 seconds" in result.stdout
    assert "\nsays" not in result.stdout


def test_a_file_that_cannot_be_started_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot.py").write_text("print(1)\n")
    assert "'bot.py' is not on PATH; write ./bot.py" in usage("check-bot", "exec:bot.py", "neom")
    assert "may not be executed: chmod +x, or name" in usage("check-bot", "exec:./bot.py", "neom")
    Path("bot.py").chmod(0o755)
    for content, why in (("print(1)\n", "a script needs a first line"), ("#!/no/such\n", "or the interpreter that")):
        Path("bot.py").write_text(content)
        told = command("play", "neom", "exec:./bot.py", "-o", "g.jsonl").stderr
        assert "crash: cannot be started: ./bot.py: " in told
        assert why in told


def test_a_bot_that_cannot_be_checked_is_refused() -> None:
    assert "there is no program 'nobody-has-this'" in usage("check-bot", "exec:nobody-has-this", "neom")
    assert "a command follows exec:" in usage("check-bot", "exec:", "neom")
    assert "not a command line" in usage("check-bot", "exec:'x", "neom")
    assert "no bot is called 'gredy'" in usage("check-bot", "gredy", "neom")


# -- limits


def test_limits_are_read_from_a_file_and_from_the_command_line(tmp_path: Path) -> None:
    toml = b'game = "neom"\nbots = ["random", "greedy"]\n[limits]\ndecision = 2\nmemory = 64\n'
    plan = make_plan(toml, "cup.toml", tmp_path, {})
    assert plan.limits == Limits(decision=2.0, memory=64)
    plan = make_plan(toml, "cup.toml", tmp_path, {"limits": {"decision": "0.5", "output": "10"}})
    assert plan.limits == Limits(decision=0.5, memory=64, output=10)


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"decision": "0"}, "decision"),
        ({"decision": "soon"}, "decision"),
        ({"decision": "nan"}, "decision"),
        ({"game": "inf"}, "game"),
        ({"memory": "-1"}, "memory"),
        ({"memory": "1.5"}, "memory"),
        ({"output": "0"}, "output"),
        ({"speed": "3"}, "there are decision, start, game, time, memory, output"),
    ],
)
def test_invalid_limits_are_refused(texts: dict[str, str], message: str) -> None:
    with pytest.raises(PlanError, match=f"(--limit {message}: |limits: .*{message})"):
        limits_from(texts)


def test_a_limit_is_named_once() -> None:
    assert "--limit takes NAME=VALUE, not 'fast'" in usage("check-bot", "random", "neom", "--limit", "fast")
    twice = ("--limit", "game=1", "--limit", "game=2")
    assert "--limit game is given twice" in usage("check-bot", "random", "neom", *twice)


def test_the_table_so_far_is_shown_meanwhile(tmp_path: Path) -> None:
    arguments = ("--game", "between_two_cities", "--bots", "random,greedy", "--deals", "5", "-o", tmp_path / "cup")
    result = command("tournament", *arguments, "--table-every", "4")
    assert [line for line in result.stderr.splitlines() if line.startswith("Between Two Cities: ")] == [
        "Between Two Cities: 4 games in 2 blocks",
        "Between Two Cities: 8 games in 4 blocks",
    ]
    assert "10 games in 5 blocks" in result.stdout


def test_equal_plans_are_equal() -> None:
    assert Plan(game="neom", bots=("random",)) == Plan(game="neom", bots=("random",), limits=Limits())

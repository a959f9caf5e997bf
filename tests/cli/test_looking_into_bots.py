"""Looking into a bot from the command line: traces, one decision again, and playing on from the middle of a game."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from ..rows import daily, rows
from .helpers import GAME, run, usage

EXAMPLES = Path(__file__).parents[2] / "examples"
FIRST = f"exec:{shlex.quote(str(EXAMPLES / 'bots' / 'first.sh'))}"
FAILING = """
import json, sys
sys.stdin.readline()
print('{"ready":1}', flush=True)
for number, line in enumerate(sys.stdin):
    if number == 2:
        print("lost my way", file=sys.stderr)
        raise LookupError("no such street")
    print('{"choose":0}', flush=True)
"""


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """A bot that fails at its third decision."""
    (tmp_path / "failing.py").write_text(FAILING)
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'failing.py'))}"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A game of two bots that always make the first legal move."""
    path = tmp_path / "g.jsonl"
    run("play", GAME, f"a={FIRST}", f"b={FIRST}", "--seed", "7", "-o", path)
    return path


# -- traces


def test_play_tells_who_forfeited_and_where_the_trace_is(failing: str, tmp_path: Path) -> None:
    result = run("play", GAME, f"bad={failing}", "random", "--trace", tmp_path / "said", "-o", tmp_path / "g.jsonl")
    (trace,) = (tmp_path / "said").iterdir()
    assert "crash: it ended with exit code 1: LookupError: no such street (before that: lost my way" in result.stderr
    assert result.stderr.endswith(f"\ntrace: {trace}\n")
    header = json.loads((tmp_path / "g.jsonl").read_bytes().splitlines()[0])
    assert trace.name == f"{header['id']}.trace"
    plain = run("play", GAME, f"bad={failing}", "random")
    assert plain.stdout.encode() == (tmp_path / "g.jsonl").read_bytes()


def test_a_tournament_tells_the_first_forfeit_of_each_bot_and_its_trace(failing: str, tmp_path: Path) -> None:
    bots = ("--bot", f"bad={failing}", "--bot", "random", "--deals", "1", "--format", "csv")
    result = run("tournament", "--game", GAME, *bots, "--trace", tmp_path / "said", "-o", tmp_path / "cup")
    told = [line for line in result.stderr.splitlines() if "forfeited" in line]
    assert len(told) == 1
    assert told[0].startswith("bad has forfeited for crash: ")
    assert Path(told[0].rpartition("; trace: ")[2]).is_file()
    assert len(list((tmp_path / "said").iterdir())) == 2


def test_check_bot_shows_what_the_bot_said_where_it_went_wrong(failing: str, tmp_path: Path) -> None:
    options = ("--option", "seating=drawn", "--games", "1", "--trace", tmp_path / "said")
    result = run("check-bot", failing, GAME, *options, code=1)
    below = result.stdout.partition("\n\n")[2]
    assert below.startswith(f"at 2 seats, seat 0, after 2 moves; trace: {tmp_path / 'said'}")
    assert "\nhears {" in below
    assert '\nsays {"choose":0}\n' in below
    assert "\nstderr: lost my way\n" in below
    assert below.endswith("stderr: LookupError: no such street\n")
    assert len(result.stdout.partition("\n\n")[0].splitlines()) > 6, (
        "it got ready, and plays with every number of players"
    )
    first = next(iter(sorted((tmp_path / "said").iterdir()))).read_text()
    assert '"options":{"seating":"drawn"}' in first


def test_a_trace_that_cannot_be_written_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for command in (("play", GAME, "random", "greedy"), ("check-bot", "random", GAME, "--games", "1")):
        assert "cannot be written" in usage(*command, "--trace", tmp_path / "file" / "said")


# -- clocks


@pytest.fixture
def sleeper(tmp_path: Path) -> str:
    """A bot that gets ready, and then says nothing."""
    (tmp_path / "sleeper.py").write_text(FAILING.replace("for number", "import time; time.sleep(600)\nfor number"))
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(tmp_path / 'sleeper.py'))}"


def test_tables_tell_who_lost_on_time_and_how_long_bots_took(sleeper: str, tmp_path: Path) -> None:
    bots = (
        "--bot",
        f"late={sleeper}",
        "--bot",
        f"quick={FIRST}",
        "--deals",
        "1",
        "--seed",
        "7",
        "-o",
        tmp_path / "cup",
    )
    said = tmp_path / "said"
    clock = ("--limit", "time=0.4+60", "--limit", "start=60", "--limit", "decision=600")
    played = run("tournament", "--game", GAME, *bots, *clock, "--trace", said, "--forfeit-limit", "1").stdout
    league, _, times = played.partition("Time by the traces of 2 of 2 games, in seconds:\n")
    assert "2 timeout" in league
    rows = {line.split()[0]: line.split()[1:] for line in times.splitlines() if line.strip()}
    games, decisions, mean, most, left, lost = rows["late"]
    assert (games, decisions, left, lost) == ("2", "2", "0.00", "2")
    assert 0.4 <= float(mean) <= float(most)
    assert list(rows)[2:] == ["late", "quick"], "the slowest is first"
    assert rows["quick"][5] == "0"
    assert run("table", tmp_path / "cup", "--trace", said).stdout.endswith(times)
    in_csv = run("table", tmp_path / "cup", "--trace", said, "--format", "csv")
    assert in_csv.stdout == run("table", tmp_path / "cup", "--format", "csv").stdout
    assert times in in_csv.stderr


def test_without_a_clock_a_tournament_says_nothing_of_times(tmp_path: Path) -> None:
    call = ("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "1", "--seed", "7")
    plain = run(*call, "-o", tmp_path / "one").stdout
    assert run(*call, "--trace", tmp_path / "said", "-o", tmp_path / "two").stdout == plain


def test_traces_that_are_none_or_missing_are_told(log: Path, tmp_path: Path) -> None:
    (tmp_path / "said").mkdir()
    assert "Time by the traces of 0 of 1 game, " in run("table", log, "--trace", tmp_path / "said").stdout
    trace = tmp_path / "said" / f"{json.loads(log.read_bytes().splitlines()[0])['id']}.trace"
    trace.write_text("[]\n")
    assert f"{trace} is not a trace" in run("table", log, "--trace", tmp_path / "said", code=2).stderr


# -- one decision again


def test_a_bot_is_asked_for_one_decision_again(log: Path, failing: str, tmp_path: Path) -> None:
    call = ("check-bot", FIRST, "--at", log, "--move", "20", "--format", "json", "--trace", tmp_path / "said")
    (row,) = json.loads(run(*call).stdout)
    made = [json.loads(line) for line in log.read_bytes().splitlines() if b'"move"' in line]
    assert json.loads(row["move"]) == json.loads(row["in the log"]) == made[20]["move"]
    assert (row["seat"], row["forfeit"]) == (str(made[20]["seat"]), "")
    (trace,) = (tmp_path / "said").iterdir()
    hello, asked = [json.loads(line)["hears"] for line in trace.read_text().splitlines() if '"hears"' in line]
    shown = json.loads(run("show", log, "--move", "20", "--seat", row["seat"], "--format", "json").stdout)
    assert asked["decide"] == {"view": shown["view"], "legal": shown["legal"]}
    assert hello["seat"] == int(row["seat"])
    bad = run("check-bot", "exec:false", "--at", log, "--move", "20", code=1)
    assert "crash: it" in bad.stdout


def test_a_bot_that_is_asked_again_gets_the_same_random_numbers(tmp_path: Path) -> None:
    bot = f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLES / 'bots' / 'random_bot.py'))}"
    run("play", GAME, bot, "random", "-o", tmp_path / "g.jsonl")
    (row,) = json.loads(run("check-bot", bot, "--at", tmp_path / "g.jsonl", "--move", "0", "--format", "json").stdout)
    assert row["seat"] == "0"
    assert row["move"] == row["in the log"]


REMEMBERING = """
import json, sys
sys.stdin.readline()
print('{"ready":1}', flush=True)
for number, line in enumerate(sys.stdin):
    legal = json.loads(line)["decide"]["legal"]
    print(json.dumps({"choose": number % len(legal)}), flush=True)
"""


def remembering(folder: Path) -> str:
    """A bot whose moves depend on how often it was asked before."""
    (folder / "remembering.py").write_text(REMEMBERING)
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'remembering.py'))}"


@pytest.mark.exhaustive
def test_a_bot_that_remembers_is_fed_its_earlier_decisions_first(tmp_path: Path) -> None:
    bot, log = remembering(tmp_path), tmp_path / "g.jsonl"
    run("play", GAME, "random", bot, "--seed", "7", "-o", log)
    made = [json.loads(line) for line in log.read_bytes().splitlines() if b'"move"' in line]
    own = [number for number, move in enumerate(made) if move["seat"] == 1]
    differing = 0
    for number in own[4::6]:
        call = ("check-bot", bot, "--at", log, "--move", str(number), "--format", "json")
        told = run(*call, "--from-start", "--trace", tmp_path / f"said{number}")
        (row,) = json.loads(told.stdout)
        assert row["move"] == row["in the log"]
        assert "Earlier it answered as the log says, each time." in told.stderr
        (trace,) = (tmp_path / f"said{number}").iterdir()
        hello, *asked = [json.loads(line)["hears"] for line in trace.read_text().splitlines() if '"hears"' in line]
        assert hello["seat"] == 1
        assert len(asked) == own.index(number) + 1
        for before, heard in zip(own, asked, strict=False):
            shown = json.loads(run("show", log, "--move", str(before), "--seat", "1", "--format", "json").stdout)
            assert heard["decide"] == {"view": shown["view"], "legal": shown["legal"]}
        (alone,) = json.loads(run(*call).stdout)
        differing += alone["move"] != alone["in the log"]
    assert differing


def test_where_a_bot_answered_otherwise_is_told_and_the_game_goes_on_as_in_the_log(log: Path, tmp_path: Path) -> None:
    made = [json.loads(line) for line in log.read_bytes().splitlines() if b'"move"' in line]
    own = [number for number, move in enumerate(made[:20]) if move["seat"] == made[20]["seat"]]
    told = run("check-bot", remembering(tmp_path), "--at", log, "--move", "20", "--from-start", "--format", "json")
    said = told.stderr.partition("after these moves: ")[2].strip(". \n").split(", ")
    assert said[0] != ""
    assert {int(number) for number in said} <= {*own[1:]}


def test_a_bot_that_fails_at_an_earlier_decision_forfeits_there(log: Path, failing: str) -> None:
    made = [json.loads(line) for line in log.read_bytes().splitlines() if b'"move"' in line]
    third = [number for number, move in enumerate(made) if move["seat"] == made[20]["seat"]][2]
    told = run("check-bot", failing, "--at", log, "--move", "20", "--from-start", "--format", "json", code=1)
    (row,) = json.loads(told.stdout)
    assert row["move"] == ""
    assert row["forfeit"].startswith(f"crash, at its decision after {third} moves: it ended with exit code 1")


def test_earlier_decisions_need_a_log() -> None:
    assert "--from-start needs --at LOG" in usage("check-bot", "random", GAME, "--from-start")


# -- playing on


def body(log: bytes) -> list[bytes]:
    return log.splitlines()[1:]


@pytest.mark.parametrize("move", daily(["0", "29", "83", "1", "2", "30"]))
def test_the_same_bots_play_on_to_the_same_end(move: str, log: Path, tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    run("play", "--from", log, "--move", move, f"a={FIRST}", f"b={FIRST}", "-o", path)
    assert body(path.read_bytes()) == body(log.read_bytes())
    header = json.loads(path.read_bytes().splitlines()[0])
    before = json.loads(log.read_bytes().splitlines()[0])
    assert header["seed"] == before["seed"]
    assert header["id"] != before["id"]
    assert header["note"].endswith(f"from game {before['id']}, then played on")
    run("validate", path)


def test_other_bots_play_on_in_another_way_and_the_log_is_valid(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    run("play", "--from", log, "--move", "40", "greedy", "random", "-o", path)
    old, new = body(log.read_bytes()), body(path.read_bytes())
    moves = [number for number, line in enumerate(old) if b'"move"' in line]
    assert new[: moves[40]] == old[: moves[40]]
    assert new != old
    run("validate", path)


def test_a_game_played_by_hand_or_broken_off_or_wrong_later_is_played_on(log: Path, tmp_path: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    cut, wrong = tmp_path / "cut.jsonl", tmp_path / "wrong.jsonl"
    cut.write_bytes(b"".join(lines[:40]))
    wrong.write_bytes(b"".join([*lines[:50], b"nonsense\n", *lines[50:]]))
    ends = []
    for path in (EXAMPLES / "by-hand.jsonl", cut, wrong):
        bots = ("greedy", "random", "heuristic") if path.parent == EXAMPLES else ("greedy", "random")
        run("play", "--from", path, "--move", "30", *bots, "-o", tmp_path / "h.jsonl")
        run("validate", tmp_path / "h.jsonl")
        ends.append(json.loads((tmp_path / "h.jsonl").read_bytes().splitlines()[0]))
    assert "seed" not in ends[0]
    assert ends[1]["seed"] == "7"


@rows(
    "more, code, said",
    [
        (("random",), 2, "--from needs --move N"),
        (("--move", "3", "random"), 2, "the game has 2 seats: name so many bots, not 1"),
        (("--move", "84", "random", "greedy"), 2, "the game is over after move 84"),
        (("--move", "999", "random", "greedy"), 2, "the game has 84 moves, not 999"),
        (("--move", "3", "--id", "x", "random", "greedy"), 2, "g.jsonl: no game with the id x\n"),
        (("--move", "3", "--seed", "1", "random", "greedy"), 2, "leave out --option and --seed"),
        (("--move", "3", "--option", "seating=drawn", "random", "greedy"), 2, "leave out --option and --seed"),
        (("--move", "3", "random", "nobody"), 2, "no bot is called 'nobody'"),
        (("--move", "3", "random", "random#2=greedy", "x"), 2, "the game has 2 seats: name so many bots, not 3"),
        (("between_two_cities", "--move", "3", "random", "greedy"), 2, "tells the game: leave out between_two_cities"),
    ],
)
def test_a_game_that_cannot_be_played_on_is_refused(more: tuple[str, ...], code: int, said: str, log: Path) -> None:
    assert said in run("play", "--from", log, *more, code=code).stderr


def test_a_component_file_that_is_empty_is_refused_here_as_by_validate(log: Path, tmp_path: Path) -> None:
    (path := tmp_path / "empty.json").touch()
    said = f"{path}: not a component file: not JSON: Expecting value at line 1, column 1"
    assert usage("validate", log, "--components", path) == said
    assert usage("play", "--from", log, "--move", "3", "random", "greedy", "--components", path) == said


def test_a_position_is_found_only_where_the_log_is_right_up_to_it(log: Path, tmp_path: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    (tmp_path / "wrong.jsonl").write_bytes(b"".join([*lines[:20], b"nonsense\n", *lines[20:]]))
    call = ("play", "--from", tmp_path / "wrong.jsonl", "--move", "30", "random", "greedy")
    assert "LOG-JSON" in run(*call, code=1).stderr
    assert "cannot be read" in run("play", "--from", tmp_path / "no.jsonl", "--move", "3", "x", code=3).stderr
    assert "need --from LOG" in usage("play", GAME, "random", "greedy", "--move", "3")
    assert "need --at LOG" in usage("check-bot", "random", GAME, "--id", "x")
    assert "leave out GAME" in usage("check-bot", "random", GAME, "--at", log, "--move", "3")
    assert "leave out --games" in usage("check-bot", "random", "--at", log, "--move", "3", "--games", "2")
    assert "GAME" in usage("check-bot", "random")
    assert "--components needs --at" in usage("check-bot", "random", GAME, "--components", log)
    told = " ".join(run("check-bot", "--help").stdout.split())
    assert "With --at: a component file to use instead of the packaged one." in told


# -- slips


def test_a_comma_in_a_command_gets_a_hint(tmp_path: Path) -> None:
    call = ("tournament", "--game", GAME, "-o", tmp_path / "cup", "--bots")
    assert "give a command that has one with --bot" in usage(*call, f"mine={FIRST} --levels 1,2,random")
    assert "--bot" not in usage(*call, "nobody,random")


def test_far_more_processes_than_cores_get_a_warning() -> None:
    """In a dry run none of them is started."""
    jobs = 5 * (os.cpu_count() or 1)
    dry_run = ("tournament", "--game", GAME, "--bots", "random,greedy", "--dry-run", "-j")
    assert f"warning: -j {jobs}, and " in run(*dry_run, str(jobs)).stderr
    assert "warning" not in run(*dry_run, "2").stderr

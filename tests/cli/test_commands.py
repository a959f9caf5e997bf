"""Every command as it is meant to be used."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import termios
import time
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cityleague.cli import _COMMANDS
from cityleague.engine.registry import GAMES

from ..command import COMMAND, process
from ..rows import daily
from .helpers import GAME, commands, run, usage

COMMANDS = (
    "analyse",
    "games",
    "rules",
    "components",
    "schema",
    "play",
    "record",
    "validate",
    "score",
    "show",
    "tournament",
    "tune",
    "table",
    "report",
    "export",
    "serve",
    "check-bot",
)


def test_all_commands_are_tested() -> None:
    assert sorted(commands()) == sorted(COMMANDS)


def test_the_list_of_commands_says_what_their_own_help_says() -> None:
    for name, command in commands().items():
        paragraph = (command.help or "").partition("\n\n")[0]
        assert command.name == name
        assert " ".join(paragraph.split()) == _COMMANDS[name][1]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example(command: str) -> None:
    for option in ("--help", "-h"):
        text = run(command, option).stdout
        assert f"cityleague {command}" in text.partition("Example")[2]


def test_the_help_lists_commands_and_exit_codes() -> None:
    text = " ".join(run("--help").stdout.split())
    assert all(f"{command} {_COMMANDS[command][1]}" in text for command in COMMANDS), "none is cut"
    assert "0 clean, 1 findings, 2 usage, 3 unreadable input, 4 failed" in text


def test_the_version_is_printed() -> None:
    assert "version" in run("--version").stdout


HEAVY = ("numpy", "scipy", "choix", "matplotlib", "jinja2", "multiprocessing", "sqlite3", f"cityleague.engine.{GAME}")


def test_help_imports_nothing_heavy() -> None:
    script = f"""
import sys
import termios
from cityleague.cli import _COMMANDS, cli
for command in ([], ["play"], ["tournament"], ["report"]):
    cli.main([*command, "--help"], standalone_mode=False)
    print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert [line for line in done.stdout.splitlines() if line.startswith("[")] == ["[]"] * 4


def test_a_league_of_a_single_deal_is_told_without_numpy(tmp_path: Path) -> None:
    log = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
    for command in (["table", log], ["report", log, "-o", tmp_path / "site"]):
        words = [sys.executable, "-X", "importtime", "-m", "cityleague.cli", *map(str, command)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert "msgspec" in done.stderr
        assert "numpy" not in done.stderr


def test_the_games_and_their_bots_are_listed() -> None:
    rows = {row["game"]: row for row in json.loads(run("games", "--format", "json").stdout)}
    assert list(rows) == list(GAMES)
    assert (rows[GAME]["players"], rows[GAME]["bots"]) == (
        "2 to 7",
        "easy, good, strong, random, greedy, mcts, heuristic",
    )
    assert all(GAME in run("games", "--format", form).stdout for form in ("table", "csv", "markdown"))


def test_the_rules_of_a_game_are_listed_by_their_codes() -> None:
    catalogue = import_module(f"cityleague.engine.{GAME}").GAME.catalogue()
    rows = json.loads(run("rules", GAME, "--format", "json").stdout)
    assert [row["code"] for row in rows] == [rule.code for rule in catalogue]
    by_csv = list(csv.DictReader(io.StringIO(run("rules", GAME, "--format", "csv").stdout)))
    assert by_csv == rows


def test_everything_that_can_be_wrong_with_a_log_is_listed() -> None:
    codes = [row["code"] for row in json.loads(run("rules", "--format", "json").stdout)]
    assert {"LOG-JSON", "CHANCE-SEED", "GAME-TRUNCATED"} <= set(codes)


def test_the_rules_as_text_are_the_packaged_ones() -> None:
    assert run("rules", GAME, "--text").stdout.startswith("# ")


def test_components_make_the_round_trip(tmp_path: Path) -> None:
    printed = run("components", GAME)
    path = tmp_path / "tiles.json"
    path.write_bytes(printed.stdout_bytes)
    assert run("components", GAME, "--check", path).stdout == printed.stderr
    plain, own = tmp_path / "plain.jsonl", tmp_path / "own.jsonl"
    run("play", GAME, "random", "random", "-o", plain)
    run("play", GAME, "random", "random", "-o", own, "--components", path)
    assert plain.read_bytes() == own.read_bytes()


def test_a_game_with_other_components_needs_them_again(tmp_path: Path) -> None:
    tiles, log, cup = tmp_path / "tiles.json", tmp_path / "g.jsonl", tmp_path / "cup"
    tiles.write_text(run("components", GAME).stdout.replace("20,", "21,"))
    run("play", GAME, "random", "random", "-o", log, "--components", tiles)
    assert run("components", GAME, "--check", tiles).stdout.strip() in log.read_text()
    assert "LOG-COMPONENTS" in run("validate", log, code=1).stdout
    for command in ("validate", "score", "show"):
        run(command, log, "--components", tiles)
    bots = ("--game", GAME, "--bots", "random,greedy", "--deals", "1")
    run("tournament", *bots, "-o", cup, "-j", "2", "--components", tiles)
    run("validate", cup, "-j", "2", "--components", tiles)


def test_a_tournament_takes_its_components_from_beside_the_toml_file(tmp_path: Path) -> None:
    (tmp_path / "tiles.json").write_text(run("components", GAME).stdout.replace("20,", "21,"))
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "{GAME}"\nbots = ["random", "greedy"]\ndeals = 1\ncomponents = "tiles.json"\n')
    run("tournament", plan, "-o", tmp_path / "cup")
    run("validate", tmp_path / "cup", "--components", tmp_path / "tiles.json")


@pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
def test_a_game_gives_the_same_bytes_at_any_time_and_is_valid(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it does not depend on the order of hashes either is a test of every game."""
    logs = []
    for number in range(2):
        path = tmp_path / f"{number}.jsonl{ending}"
        monkeypatch.setattr(time, "time", lambda now=1e9 * number: now)
        run("play", GAME, "random", "heuristic", "random", "me=greedy", "--seed", "x", "-o", path)
        logs.append(path.read_bytes())
    assert len(set(logs)) == 1
    assert run("validate", path).stderr.startswith("1 file, 1 game")
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []


@pytest.mark.parametrize("readers", daily([["validate", "show"], ["score", "table"]]))
def test_a_log_goes_to_standard_output_and_comes_from_standard_input(log: Path, readers: list[str]) -> None:
    played = process("play", GAME, "random", "greedy", "random", "--seed", "7")
    assert played.stdout == log.read_bytes()
    assert b"1. " in played.stderr
    for command in readers:
        assert process(command, "-", stdin=played.stdout).returncode == 0


@pytest.mark.parametrize("ending", daily(["bz2", "xz", "zip", "7z", "lz4", "br", "XZ"], 2))
def test_no_log_is_named_as_if_it_were_packed_otherwise(ending: str, log: Path, tmp_path: Path) -> None:
    path = tmp_path / f"g.jsonl.{ending}"
    for words in (
        ("play", GAME, "random", "greedy"),
        ("play", GAME, "me", "greedy"),
        ("record", GAME, "Ada", "Ben"),
        ("export", log),
    ):
        said = run(*words, "-o", path, code=2)
        assert said.output.endswith(f"{path}: logs are packed as .gz or .zst, or not at all: name another file\n")
        assert "Ada" not in said.output, "nothing is asked"
    assert "not compressed" in usage("analyse", log, "-o", path)
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_every_command_reads_compressed_logs(log: Path, tmp_path: Path, ending: str) -> None:
    packed = tmp_path / f"g.jsonl.{ending}"
    run("play", GAME, "random", "greedy", "random", "--seed", "7", "-o", packed)
    assert packed.stat().st_size < log.stat().st_size / 2
    assert run("show", packed).stdout == run("show", log).stdout
    assert run("score", packed).stdout == run("score", log).stdout.replace(str(log), str(packed))
    assert run("table", packed).stdout == run("table", log).stdout
    run("validate", packed)


def test_findings_come_in_every_format(log: Path, broken: Path) -> None:
    for form in ("text", "json", "junit", "sarif", "github", "gitlab", "markdown"):
        told = run("validate", log, broken, "--format", form, code=1)
        more = "More about a rule, and an example: cityleague rules TURN-NOT-YOURS\n" * (form == "text")
        counts = rf"2 files, 2 games, \d+ moves, 1 finding \(1 TURN-NOT-YOURS\)\n{more}"
        assert re.fullmatch(counts, told.stderr)
    [finding] = map(json.loads, run("validate", broken, "--format", "json", code=1).stdout.splitlines())
    assert (finding["code"], finding["line"], finding["seat"]) == ("TURN-NOT-YOURS", 4, 1)
    assert json.loads(run("validate", broken, "--format", "sarif", code=1).stdout)["version"] == "2.1.0"
    assert ElementTree.fromstring(run("validate", broken, "--format", "junit", code=1).stdout) is not None
    assert run("validate", broken, "--format", "github", code=1).stdout.startswith("::error ")


@pytest.mark.exhaustive
def test_validating_with_more_processes_gives_the_same_output(log: Path, broken: Path, cup: Path) -> None:
    told = [run("validate", log, cup, broken, "--format", "json", "-j", jobs, code=1) for jobs in ("1", "2")]
    assert (told[0].stdout, told[0].stderr) == (told[1].stdout, told[1].stderr)


def test_scores_come_in_every_format(log: Path) -> None:
    game = json.loads(run("score", log, "--format", "json").stdout)
    assert [seat["player"] for seat in game["seats"]] == ["random", "greedy", "random#2"]
    rows = list(csv.DictReader(io.StringIO(run("score", log, "--format", "csv").stdout)))
    for seat in game["seats"]:
        counting = [row for row in rows if row["seat"] == str(seat["seat"]) and row["counts"] == "yes"]
        assert sum(int(row["points"]) for row in counting) == seat["total"]
    assert "**1. " in run("score", log, "--format", "markdown").stdout


def test_one_game_of_several_can_be_scored_and_shown(cup: Path) -> None:
    ids = [json.loads(line)["id"] for line in (cup / "games.jsonl").read_text().splitlines() if line[:6] == '{"log"']
    assert len(ids) == 4
    for game_id in ids:
        assert json.loads(run("score", cup, "--id", game_id, "--format", "json").stdout)["id"] == game_id
        assert run("show", cup, "--id", game_id).stdout.startswith(f"game {game_id}, after move ")
    assert run("show", cup).stdout.startswith(f"game {ids[0]}, ")


def test_a_game_is_shown_after_a_move_as_a_seat_sees_it(log: Path) -> None:
    assert "after move 0:" in run("show", log, "--move", "0").stdout
    assert "seen by" not in run("show", log, "--move", "5").stdout
    assert "(seen by greedy)" in run("show", log, "--move", "5", "--seat", "1").stdout
    assert run("show", log, "--move", "63").stdout.startswith("game ")


def test_a_game_is_shown_at_a_given_width(log: Path) -> None:
    """Without a width, piped output has 80 columns."""
    shown = {width: run("show", log, "--width", width).stdout for width in ("40", "80", "200")}
    assert run("show", log).stdout == shown["80"]
    for width, text in shown.items():
        assert max(map(len, text.split("\n\n", 1)[1].splitlines())) <= int(width)
    assert shown["40"] != shown["80"]


@pytest.mark.parametrize(("columns", "width"), daily([(200, "200"), (0, "80"), (10, "40"), (80, "80")], 3))
def test_a_game_is_shown_as_wide_as_the_terminal_is(columns: int, width: str, log: Path) -> None:
    """0: the terminal does not tell its width. A terminal too narrow for any game gets the narrowest picture."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    environment = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
    command = [*COMMAND, "show", str(log), "--move", "30"]
    with subprocess.Popen(command, stdout=theirs, env=environment) as process:
        os.close(theirs)
        written = b""
        while block := _read(ours):
            written += block
    os.close(ours)
    assert process.returncode == 0
    assert written.decode().replace("\r\n", "\n") == run("show", log, "--move", "30", "--width", width).stdout


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # the other side is closed
        return b""


def test_a_broken_game_is_shown_as_it_stands_before_the_fault(broken: Path) -> None:
    told = run("show", broken, code=1)
    assert "after move 1:" in told.stdout
    assert "TURN-NOT-YOURS" in told.stderr


def test_folders_and_files_make_one_table(cup: Path, log: Path) -> None:
    [league] = json.loads(run("table", cup, log, "--format", "json").stdout)
    assert league["games"] == 5
    assert {row["player"] for row in league["rows"]} == {"random", "greedy", "random#2"}
    players, against = [run("table", cup, log, "--format", kind).stdout for kind in ("csv", "pairs")]
    assert against.startswith(
        "game,options,player,opponent,points_per_game,games,ahead,behind,elo_difference,elo_error,superiority\n"
    )
    rows = list(csv.DictReader(io.StringIO(players)))
    assert [row["player"] for row in rows] == [row["player"] for row in league["rows"]]
    assert "## Between Two Cities" in run("table", log, cup, "--format", "markdown").stdout


def test_an_anchor_sets_the_scale_of_ratings(cup: Path) -> None:
    rows = json.loads(run("table", cup, "--format", "json", "--anchor", "greedy=1500").stdout)[0]["rows"]
    assert {row["player"]: round(row["elo"]) for row in rows}["greedy"] == 1500
    assert "has no rating here" in run("table", cup, "--anchor", "nobody=1500", code=2).stderr
    alone = Path(__file__).parents[2] / "examples" / "by-hand.jsonl"
    assert "name one who played several deals" in run("table", alone, "--anchor", "Ada=1500", code=2).stderr
    for wrong in ("greedy", "greedy=x", "=5", "greedy=nan"):
        assert "--anchor takes NAME=ELO" in usage("table", cup, "--anchor", wrong)


def test_a_tournament_prints_the_table_of_its_games(cup: Path) -> None:
    told = run("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "0", "-o", cup)
    assert run("table", cup).stdout.endswith(f"\n\n{told.stdout}")
    assert "4 of 4 games are there already" in told.stderr


def test_a_table_says_first_whether_its_results_are_proven(cup: Path, log: Path, tmp_path: Path) -> None:
    altered = tmp_path / "altered.jsonl"
    altered.write_bytes(log.read_bytes().replace(b'"scores":[', b'"scores":[9', 1))
    stated = run("table", cup, altered)
    assert stated.stdout.startswith(
        "Not proven: results are taken as the logs state them (--validate proves them).\n\n"
    )
    assert ": 5 games" in stated.stdout
    proven = run("table", cup, altered, "--validate", code=1)
    assert proven.stdout.startswith("Proven: each game in the table was checked against the rules")
    assert ": 4 games" in proven.stdout
    assert "RESULT-SCORE" in proven.stderr
    assert proven.stderr.endswith("1 finding: a game with one is in no table\n")
    told = run("report", cup, altered, "-o", tmp_path / "site", code=1).stderr
    assert "4 of 5 games proven, 1 finding: see " in told
    listed = run("table", cup, cup / "games.jsonl", "--validate", "--format", "json")
    assert json.loads(listed.stdout)[0]["games"] == 4
    assert listed.stderr.startswith("Proven: ")


def test_a_tournament_is_named_by_its_toml_file(tmp_path: Path) -> None:
    (tmp_path / "league.toml").write_text(f'game = "{GAME}"\nbots = ["random", "greedy"]\ndeals = 1\n')
    told = process("tournament", "league.toml", "--format", "json", cwd=tmp_path)
    assert told.returncode == 0
    assert (tmp_path / "league" / "games.jsonl").exists()
    assert json.loads(told.stdout)[0]["games"] == 2
    assert told.stderr == b""  # no progress bar where nobody is looking


CLEVER = """
class Clever:
    def __init__(self, game, stream, parameters):
        self.stream, self.wish = stream, parameters.get("wish")

    def choose(self, view, legal):
        if self.wish == "crash":
            raise RuntimeError("no idea \\x1b[31m")
        if self.wish == "garbage":
            return 7
        if self.wish == "exit":
            raise SystemExit(9)
        return legal[-1]
"""


@pytest.mark.parametrize("jobs", daily(["2", "1"]))
def test_a_bot_can_be_a_class_in_the_current_folder(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "mybots.py").write_text(CLEVER)
    wishes = [f"{wish}=mybots:Clever?wish={wish}" for wish in ("crash", "garbage", "exit")]
    bots = [argument for bot in ["good=mybots:Clever", *wishes] for argument in ("--bot", bot)]
    command = ("tournament", "--game", GAME, *bots, "--seed", "0", "--deals", "1", "-o", "cup", "-j", jobs)
    done = process(*command, "--format", "json", cwd=tmp_path)
    assert done.returncode == 0
    [league] = json.loads(done.stdout)
    forfeits = {row["player"]: row["forfeits"] for row in league["rows"]}
    assert forfeits == {"good": {}, "crash": {"crash": 4}, "garbage": {"garbage": 4}, "exit": {"crash": 4}}
    assert league["rows"][0]["player"] == "good"
    run("validate", tmp_path / "cup")
    assert b"\x1b" not in process("play", GAME, "mybots:Clever?wish=crash", "random", cwd=tmp_path).stderr


LOUD = """
import os
print("imported")
""" + CLEVER.replace(
    "        return legal[-1]", "        print(view)\n        os.write(1, b'raw')\n        return legal[0]"
)


def test_what_a_bot_prints_does_not_get_into_the_log(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(LOUD)
    done = process("play", GAME, "loud:Clever", "random", cwd=tmp_path)
    assert done.returncode == 0
    assert all(line.startswith(b"{") and line.endswith(b"}") for line in done.stdout.splitlines())
    assert b"imported" in done.stderr
    assert b"raw" in done.stderr

"""Tournaments on a Dask cluster: the same games, whatever happens to the workers that play them."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from cityleague.engine.bots.specs import BotSpecError
from cityleague.engine.version import __version__
from cityleague.replays.players import Entrant, Limits
from cityleague.replays.players import program as program_module
from cityleague.replays.replay import validate
from cityleague.replays.tournaments import Plan, Progress, Tournament, run
from cityleague.replays.workers import WorkerError, cluster
from cityleague.replays.workers.cluster import Cluster

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily
from ..players.test_programs import EXAMPLES, PATIENT
from ..players.test_sandbox import copied, program, sandboxed
from ..tournaments.helpers import GAME, games, interrupted, played, running, tournament, until_gone, until_grown
from .machines import Dask, eventually, misbehaving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")

ROOT = Path(__file__).parents[3]
KILLER = """
import json, os, signal, sys
for number, line in enumerate(sys.stdin):
    if number == 2 and len(open(DEATHS).read()) < HOW_MANY:
        open(DEATHS, "a").write("x")
        os.kill(os.getppid(), signal.SIGKILL)
    print(json.dumps({"choose": 0} if number else {"ready": 1}), flush=True)
"""


@pytest.fixture(scope="module")
def _clusters() -> Iterator[list[Dask]]:
    clusters: list[Dask] = []
    yield clusters
    for server in clusters:
        server.end()


@pytest.fixture
def dask(_clusters: list[Dask], tmp_path_factory: pytest.TempPathFactory) -> Dask:
    """A cluster with the workers that the last test has left, or a new one if its scheduler is gone."""
    if not _clusters or _clusters[-1].scheduler.poll() is not None:
        _clusters.append(Dask(tmp_path_factory.mktemp("dask")))
    return _clusters[-1]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {"_CONNECT": 60.0, "_LOOK": 0.1, "_SILENCE": 0.3}.items():
        monkeypatch.setattr(cluster, name, seconds)


def ignore(_text: str) -> None:
    pass


def progress(
    planned: Tournament, folder: Path, dask: Dask, tell: Callable[[str], object] = ignore
) -> Iterator[Progress]:
    return run(planned, folder, None, Cluster(dask.address, tell))


PLAN = tournament("random", "greedy", deals=4)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    played(PLAN, folder)
    return games(folder)


# -- the same games: with two workers first, as each that is started imports Dask for seconds


@pytest.mark.parametrize("workers", daily([2, 1]))
def test_a_cluster_writes_the_same_bytes_as_this_machine(
    workers: int, dask: Dask, whole: bytes, tmp_path: Path
) -> None:
    dask.join(workers)
    assert [step.done for step in progress(PLAN, tmp_path, dask)] == list(range(9))
    assert games(tmp_path) == whole


def test_rounds_that_depend_on_results_are_played_there_as_here(dask: Dask, tmp_path: Path) -> None:
    dask.join(2)
    planned = tournament("a=random", "b=greedy", "c=random", "d=greedy", seats=2, deals=1, schedule="knockout")
    assert [step.done for step in progress(planned, tmp_path / "there", dask)] == list(range(7))
    played(planned, tmp_path / "here")
    assert games(tmp_path / "there") == games(tmp_path / "here")


@pytest.mark.exhaustive
def test_a_study_has_the_same_bytes_on_a_cluster(dask: Dask, tmp_path: Path) -> None:
    """It asks for games batch after batch, as results come in."""
    dask.join(2)
    bots = ("heuristic?foresight=0..3&rivalry=0..2", "--against", "random")
    words = ("tune", GAME, *bots, "--deals", "8", "--most", "20")
    command(*words, "-o", tmp_path / "here")
    command(*words, "-o", tmp_path / "there", "--cluster", dask.address)
    assert games(tmp_path / "there") == games(tmp_path / "here")


@pytest.mark.exhaustive
def test_an_analysis_is_the_same_there_and_goes_on_where_it_was_stopped(dask: Dask, tmp_path: Path) -> None:
    dask.join(2)
    log, here, there = tmp_path / "games.jsonl", tmp_path / "here.out", tmp_path / "there.out"
    for seed in ("1", "2"):
        game = tmp_path / f"{seed}.jsonl"
        command("play", "card_city_xl", "random", "--seed", seed, "-o", game)
        log.write_bytes((log.read_bytes() if log.exists() else b"") + game.read_bytes())
    few = ("--candidates", "2", "--worlds", "4", "--policy", "random", "--playouts", "24")
    command("analyse", log, "-o", here, *few)
    whole = here.read_bytes()
    assert b'"kind":"choice"' in whole
    second = whole.index(b'{"kind":"game"', 1)
    there.write_bytes(whole[: second + (len(whole) - second) // 2])
    said = command("analyse", log, "-o", there, *few, "--cluster", dask.address).stderr
    assert "cut off an unfinished game" in said
    assert "already there: 1 of 2 games" in said
    assert there.read_bytes() == whole


@pytest.mark.exhaustive
def test_games_of_a_worker_that_dies_are_played_by_another(dask: Dask, whole: bytes, tmp_path: Path) -> None:
    dask.join(2)
    for step in progress(PLAN, tmp_path, dask):
        if step.done == 5:
            dask.kill(1)
    assert games(tmp_path) == whole


@pytest.mark.exhaustive
def test_programs_play_and_misbehave_there_as_here(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dask.join(1)
    modes = ("leaves_children", "flood_line", "crash_later")
    planned = tournament(*[f"{mode}={misbehaving(mode, tmp_path)}" for mode in modes], deals=1)
    assert len(list(progress(planned, tmp_path / "there", dask))) == 4
    until_gone(str(tmp_path))
    monkeypatch.setattr(program_module, "_GRACE", 0.1)
    played(planned, tmp_path / "here")
    assert games(tmp_path / "there") == games(tmp_path / "here")
    assert games(tmp_path / "there").count(b'{"forfeit":{"seat"') == 6


def test_limits_are_kept_there(dask: Dask, tmp_path: Path) -> None:
    dask.join(1)
    bad = f"bad={misbehaving('silent', tmp_path)}"
    list(progress(tournament(bad, "random", deals=1, limits=Limits(decision=0.3)), tmp_path / "cup", dask))
    until_gone(str(tmp_path))
    assert games(tmp_path / "cup").count(b'"kind":"stall"') == 4


def test_what_a_game_raises_is_raised_here_as_if_it_were_played_here(dask: Dask, tmp_path: Path) -> None:
    dask.join(1)
    bot = tmp_path / "bot"
    bot.write_text("#!/bin/sh\n")
    bot.chmod(0o755)
    planned = tournament("random", f"gone=exec:{bot}")
    bot.unlink()
    with pytest.raises(BotSpecError, match="there is no program"):
        list(progress(planned, tmp_path / "cup", dask))


def test_the_command_plays_there_with_components_of_the_users_own(dask: Dask, tmp_path: Path) -> None:
    dask.join(1)
    components = command("components", GAME).stdout
    file = tmp_path / "tiles.json"
    file.write_text(components.replace("\n", "\n\n"))
    few = ("--game", GAME, "--bots", "random,greedy", "--deals", "2", "--seed", "0")
    arguments = ("tournament", *few, "--components", file)
    there = command(*arguments, "--cluster", dask.address, "-o", tmp_path / "there")
    assert there.stderr == ""
    assert there.stdout == command(*arguments, "-o", tmp_path / "here").stdout
    assert games(tmp_path / "there") == games(tmp_path / "here")


def test_a_worker_with_another_version_is_reported(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dask.join(1)
    monkeypatch.setattr(cluster, "__version__", "9.9.9")
    with pytest.raises(WorkerError, match=rf" has cityleague {re.escape(__version__)}, not 9\.9\.9 as here"):
        list(progress(PLAN, tmp_path, dask))


# -- workers that die


@sandboxed
@pytest.mark.exhaustive
def test_a_league_of_strangers_and_ours_is_the_same_there_though_a_worker_is_killed(dask: Dask, tmp_path: Path) -> None:
    """Two programs in sandboxes and three bots of ours, with deals that follow from a secret."""
    strangers = []
    for number, level in enumerate(("0", "3")):
        script = copied(EXAMPLES / "random_bot.py", tmp_path / f"stranger-{number}")
        strangers.append(Entrant(f"stranger-{number}", program(script), environment={"LEVEL": level}))
    bots: tuple[str | Entrant, ...] = (*strangers, "random", "greedy", "heuristic")
    league = Tournament(Plan(game=GAME, bots=bots, seats=3, deals=1, limits=PATIENT, sandbox=True))
    here, there = tmp_path / "here", tmp_path / "there"
    played(league, here)
    there.mkdir()
    (there / "deals.secret").write_bytes((here / "deals.revealed").read_bytes())
    dask.join(2)
    for step in progress(league, there, dask):
        if step.done == 8:
            dask.kill(1)
    assert step.done == step.total == 30
    assert games(there) == games(here)
    assert b'"kind"' not in games(here)
    for name in ("deals.revealed", "tournament.toml"):
        assert (there / name).read_bytes() == (here / name).read_bytes()
    assert [verdict.finding for verdict in validate(there)] == [None] * 30
    assert command("table", there).stdout == command("table", here).stdout


@pytest.mark.exhaustive
def test_without_workers_it_waits_and_says_so(dask: Dask, whole: bytes, tmp_path: Path) -> None:
    dask.join(2)
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        dask.join(1)

    for step in progress(PLAN, tmp_path, dask, tell):
        if step.done == 5:
            dask.kill(2)
    assert games(tmp_path) == whole
    assert told == [f"waiting for workers at {dask.address}"]


def killer(folder: Path, how_many: int) -> str:
    """The spec of a program that kills this many of the workers that run it."""
    (folder / "deaths").touch()
    file = folder / "killer.py"
    file.write_text(KILLER.replace("DEATHS", repr(str(folder / "deaths"))).replace("HOW_MANY", str(how_many)))
    return f"exec:{shlex.join([sys.executable, str(file)])}"


@pytest.fixture
def nanny(dask: Dask) -> Iterator[Dask]:
    """A cluster with one worker, which is soon replaced when it dies."""
    dask.join(0)
    dask.join(1, "--nanny")
    yield dask
    dask.join(0)


@pytest.mark.exhaustive
def test_a_game_that_meets_dying_workers_is_handed_out_again(nanny: Dask, tmp_path: Path) -> None:
    planned = tournament("random", f"killer={killer(tmp_path, 1)}", deals=1)
    list(progress(planned, tmp_path / "there", nanny))
    assert (tmp_path / "deaths").read_text() == "x"
    played(planned, tmp_path / "here")
    assert games(tmp_path / "there") == games(tmp_path / "here")


# -- the end of a run


_IMPATIENT = "from cityleague.replays.workers import cluster; cluster._SILENCE = 0.3"
SOON_TOLD = [sys.executable, "-P", "-c", f"from cityleague.cli import main; {_IMPATIENT}; main()"]
"""The command, if a user is told soon that there are no workers."""
ENDLESS = ("tournament", "--game", GAME, "--bots", "random,greedy", "--deals", "5000", "-o", "cup", "--cluster")


@pytest.mark.exhaustive
def test_ctrl_c_stops_and_nothing_stays_at_the_cluster(dask: Dask, tmp_path: Path) -> None:
    dask.join(1)
    several = partial(until_grown, tmp_path / "cup" / "games.jsonl", 40_000)  # games: the first is told
    errors = interrupted(several, *ENDLESS, dask.address, cwd=tmp_path)
    assert errors.startswith("stopped after ")
    assert errors.count("\n") == 2
    with Cluster(dask.address, ignore) as here:
        eventually(lambda: not any(here._client.processing().values()))


@pytest.mark.exhaustive
def test_ctrl_c_stops_while_it_waits_and_no_bot_outlives_its_worker(dask: Dask, tmp_path: Path) -> None:
    bot = ("--bot", f"slow={misbehaving('silent_at_start', tmp_path)}", "--limit", "decision=3600")
    dask.join(1)

    def until_it_waits(process: subprocess.Popen[str]) -> None:
        eventually(lambda: running(str(tmp_path)))
        dask.kill(1)
        until_gone(str(tmp_path))
        assert process.stderr
        assert process.stderr.readline() == f"waiting for workers at {dask.address}\n"

    errors = interrupted(until_it_waits, *ENDLESS, dask.address, *bot, cwd=tmp_path, command=SOON_TOLD)
    assert "to continue, run the same command again" in errors


def test_a_game_that_kills_all_who_play_it_ends_the_run(
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_ATTEMPTS", 1)
    dask.join(2)  # of two games, each could kill one of them, and the run would wait for others
    planned = Tournament(Plan(game="card_city_xl", bots=(f"killer={killer(tmp_path, 100)}",), seats=1, deals=1))
    with pytest.raises(WorkerError, match="2 workers have died while they had the same game"):
        list(progress(planned, tmp_path / "there", dask))
    assert (tmp_path / "deaths").read_text() == "xx"
    assert games(tmp_path / "there") == b""


# -- what cannot be


def test_an_address_where_no_scheduler_answers_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        arguments = ("tournament", "--game", GAME, "--bots", "random,greedy", "-o", tmp_path / "cup")
        message = command(*arguments, "--cluster", address, code=4).stderr
    assert message.startswith(f"Error: no Dask scheduler answers at {address}: TimeoutError")
    assert message.endswith("The same command continues the tournament.\n")
    assert message.count("\n") == 1
    assert "no Dask scheduler answers" in command(*arguments, "--cluster", address, code=4).stderr
    tune = ("tune", GAME, "heuristic?foresight=0..3", "-o", tmp_path / "study", "--cluster", address)
    assert command(*tune, code=4).stderr.endswith("The same command continues the study.\n")


@pytest.mark.exhaustive
def test_a_worker_without_cityleague_is_reported(dask: Dask, tmp_path: Path) -> None:
    (tmp_path / "cityleague").mkdir()
    (tmp_path / "cityleague" / "__init__.py").touch()
    dask.join(0)
    dask.join(1, PYTHONPATH=os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with pytest.raises(WorkerError, match="cannot do it: ModuleNotFoundError: No module named 'cityleague"):
        list(progress(PLAN, tmp_path / "cup", dask))
    dask.join(0)


@pytest.mark.exhaustive
def test_a_scheduler_that_is_gone_is_reported(
    dask: Dask, whole: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    dask.join(1)
    playing = progress(PLAN, tmp_path, dask)
    eventually(lambda: next(playing).done == 5)
    dask.scheduler.kill()
    with pytest.raises(WorkerError, match=f"the Dask scheduler at {dask.address} is gone"):
        list(playing)
    assert whole.startswith(games(tmp_path))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("address", ["", "nonsense", "host:port", "foo://host:1", "inproc://1"])
def test_an_invalid_address_is_a_usage_error(address: str, tmp_path: Path) -> None:
    arguments = ("tournament", "--game", GAME, "--bots", "random,greedy", "-o", tmp_path / "cup")
    assert "--cluster: " in usage(*arguments, "--cluster", address)


def test_jobs_and_a_cluster_are_not_for_the_same_run(tmp_path: Path) -> None:
    arguments = ("tournament", "--game", GAME, "--bots", "random,greedy", "-o", tmp_path / "cup", "-j", "2")
    assert "with --cluster its workers do the work" in usage(*arguments, "--cluster", "127.0.0.1:8786")
    analyse = ("analyse", ROOT / "examples" / "by-hand.jsonl", "-o", tmp_path / "a.out")
    assert "with --cluster its workers do the work" in usage(*analyse, "--cluster", "127.0.0.1:8786", "-j", "2")
    assert "--cluster: " in usage(*analyse, "--cluster", "nonsense")


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delitem(sys.modules, "cityleague.replays.workers.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    arguments = ("tournament", "--game", GAME, "--bots", "random,greedy", "-o", tmp_path / "cup")
    assert "pip install 'distributed>=" in usage(*arguments, "--cluster", "127.0.0.1:8786")

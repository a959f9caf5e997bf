"""A tournament's file is the same however often, and wherever, the run was interrupted."""

from __future__ import annotations

import fcntl
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from cityleague.replays.tournaments import ResumeError, run

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily, rows
from .helpers import (
    GAME,
    end,
    games,
    interrupted,
    none_stays_behind,
    of_group,
    on_a_full_disk,
    played,
    started,
    tournament,
    until_grown,
)

BOTS = ("random", "me=random", "greedy")
PLAN = tournament(*BOTS, seats=2, deals=1)  # six games of two
COMMAND = ("tournament", "--game", GAME, "--bots", "random,me=random,greedy", "--seats", "2", "--seed", "0")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of PLAN, played without interruption."""
    folder = tmp_path_factory.mktemp("whole")
    assert [progress.done for progress in played(PLAN, folder)] == list(range(7))
    return games(folder)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """That of another one, with another seed."""
    folder = tmp_path_factory.mktemp("other")
    played(tournament(*BOTS, seats=2, deals=1, seed="other"), folder)
    return games(folder)


def test_games_that_are_compressed_are_not_played_anew_beside_them(tmp_path: Path) -> None:
    """What has been revealed is the proof of their deals, and a run that began anew would forget it."""
    for name, how in (("games.jsonl.gz", "gunzip"), ("games.jsonl.zst", "unzstd")):
        folder = tmp_path / how
        folder.mkdir()
        kept = {name: b"packed", "games.jsonl": b"", "deals.revealed": b"1 " + b"00" * 32 + b"\n"}
        for file, content in kept.items():
            (folder / file).write_bytes(content)
        with pytest.raises(ResumeError, match=rf"{name}: the games are compressed: unpack them first \({how} "):
            list(run(tournament(*BOTS, seats=2, deals=1, seed=None), folder))
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == kept


def test_a_compressed_copy_beside_the_games_is_left_alone(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(whole)
    (tmp_path / "games.jsonl.gz").write_bytes(b"packed")
    assert [progress.done for progress in played(PLAN, tmp_path)] == [6]
    assert games(tmp_path) == whole


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    return tmp_path / "cup"


def put(folder: Path, content: bytes) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "games.jsonl").write_bytes(content)
    return folder


def header_offsets(content: bytes) -> list[int]:
    offsets = [0]
    while (at := content.find(b'\n{"log"', offsets[-1])) >= 0:
        offsets.append(at + 1)
    return offsets


def test_a_finished_tournament_is_left_alone(whole: bytes, cup: Path) -> None:
    put(cup, whole)
    assert played(PLAN, cup) == [(6, 6, 0, "", ())]
    assert games(cup) == whole


@pytest.mark.parametrize(("step", "borders"), daily([(91, 3), (1, 1)]))
def test_a_file_cut_anywhere_is_completed(step: int, borders: int, whole: bytes, cup: Path) -> None:
    """It is cut all over and around the last header, around the borders between games, and at random places."""
    *starts, last = header_offsets(whole)
    assert len(starts) == 5
    header_end = whole.index(b"\n", last)
    lengths = {*range(last - 8, header_end + 12, step), *range(len(whole) - 6, len(whole) + 1, 2)}
    lengths |= {start + shift for start in starts[1::borders] for shift in (-1, 0, 1, 7)} | {0, 1}
    lengths |= set(random.Random(5).sample(range(len(whole)), 12 // borders))
    for length in sorted(length for length in lengths if length >= 0):
        put(cup, whole[:length])
        dropped = played(PLAN, cup)[0].dropped
        assert games(cup) == whole, length
        assert dropped <= length


def test_more_deals_go_on_with_the_same_file(whole: bytes, cup: Path) -> None:
    put(cup, whole)
    assert [progress.done for progress in played(tournament(*BOTS, seats=2, deals=2), cup)] == list(range(6, 13))
    assert games(cup).startswith(whole)
    straight = cup.parent / "straight"
    played(tournament(*BOTS, seats=2, deals=2), straight)
    assert games(straight) == games(cup)


def test_a_run_that_is_closed_keeps_the_games_it_has_reported(whole: bytes, cup: Path) -> None:
    running = run(PLAN, cup)
    for _ in range(4):
        next(running)
    running.close()
    assert games(cup) == whole[: header_offsets(whole)[3]]
    played(PLAN, cup)
    assert games(cup) == whole


@rows(
    ("spoil", "message"),
    [
        (lambda _whole, other, _starts: other, "not game d1-t1-r1-.* of this tournament"),
        (lambda _whole, other, _starts: other[:300], "not game d1-t1-r1-.* of this tournament"),
        (lambda _whole, other, _starts: other[:4000], "not game d1-t1-r1-.* of this tournament"),
        (lambda whole, other, _starts: whole + other, "more games than"),
        (lambda whole, _other, starts: whole + whole[starts[4] :], "more games than"),
        (lambda whole, _other, starts: whole[: starts[2]] + whole[starts[3] :], "not game d1-t2-r1"),
        (lambda whole, _other, starts: whole[: starts[2] - 9] + whole[starts[2] :], "unfinished, and is not the last"),
        (lambda whole, _other, starts: whole[: starts[3]] + b"\n" + whole[starts[3] :], "and is not the last"),
        (lambda whole, _other, starts: whole[: starts[2] + 5] + b"X" + whole[starts[2] + 6 :], "is not the last"),
        (lambda whole, _other, _starts: b"\n" + whole, "begins with blank lines"),
        (lambda whole, _other, starts: whole[: starts[1]] + b"hello\n", "is not the next one"),
        *[
            (lambda whole, _other, _starts, more=more: whole + more, "is not the next one")
            for more in (b"hello\n", b"\n", b'{"note":1}', b"{")
        ],
        *[
            (lambda _whole, _other, _starts, content=content: content, "is not the next one")
            for content in (b"hello\nworld\n", b'{"my":"notes"}\n', b"\x00\xff", b'{"log":7}\n')
        ],
    ],
)
def test_what_no_run_of_this_tournament_has_left_is_refused_and_left_alone(
    spoil: Callable[[bytes, bytes, Sequence[int]], bytes], message: str, whole: bytes, other: bytes, tmp_path: Path
) -> None:
    content = spoil(whole, other, header_offsets(whole))
    put(tmp_path, content)
    with pytest.raises(ResumeError, match=message):
        next(run(PLAN, tmp_path))
    assert games(tmp_path) == content


def test_fewer_deals_or_other_options_are_refused(whole: bytes, cup: Path) -> None:
    put(cup, whole)
    for other in (
        tournament("random", "me=random", seats=2, deals=1),
        tournament(*BOTS, seats=3, deals=1),
        tournament(*BOTS, seats=2, deals=1, options={"seating": "drawn"}),
    ):
        with pytest.raises(ResumeError):
            played(other, cup)
        assert games(cup) == whole


def test_the_same_names_for_other_bots_are_another_tournament(cup: Path) -> None:
    played(tournament("a=greedy", "b=random", deals=1), cup)
    before = games(cup)
    with pytest.raises(ResumeError, match="of this tournament"):
        played(tournament("a=random", "b=greedy", deals=2), cup)
    assert games(cup) == before


def test_a_second_run_at_once_is_refused(whole: bytes, cup: Path) -> None:
    put(cup, whole[:-100])
    with open(cup / "games.jsonl", "ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ResumeError, match="being written by another run"):
            played(PLAN, cup)
        assert "being written by another run" in usage(*COMMAND, "--deals", "1", "-o", cup)
    assert games(cup) == whole[:-100]


def test_the_command_refuses_a_foreign_folder(whole: bytes, cup: Path) -> None:
    put(cup, whole)
    assert "another folder" in usage(*COMMAND, "--seed", "other", "-o", cup)
    assert games(cup) == whole


def test_the_command_goes_on_and_says_so(whole: bytes, cup: Path) -> None:
    put(cup, whole[:-100])
    told = command(*COMMAND, "--deals", "1", "-o", cup)
    assert "cut off an unfinished game" in told.stderr
    assert "5 of 6 games are there already" in told.stderr
    assert games(cup) == whole


def test_a_full_disk_is_reported(whole: bytes, cup: Path) -> None:
    told = on_a_full_disk(*COMMAND, "--deals", "1", "-o", "cup", room=len(whole) - 100, cwd=cup.parent)
    assert told.returncode not in (0, 1)
    assert "Traceback" not in told.stderr
    command(*COMMAND, "--deals", "1", "-o", cup)
    assert games(cup) == whole


LONG = (*COMMAND, "--deals", "3", "-o", "cup")


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """File and table of LONG."""
    folder = tmp_path_factory.mktemp("long")
    told = command(*LONG[:-1], folder / "cup")
    return games(folder / "cup"), told.stdout


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize(("jobs", "shares"), daily([("2", [0.3]), ("2", [0.0, 0.6]), ("1", [0.0, 0.6])]))
def test_a_run_that_is_killed_can_be_resumed(
    long: tuple[bytes, str], cup: Path, jobs: str, shares: Sequence[float]
) -> None:
    content, table = long
    for share in shares:
        process = started(*LONG, "-j", jobs, cwd=cup.parent)
        until_grown(cup / "games.jsonl", int(share * len(content)) + 1, process)
        process.kill()
        process.communicate()
        assert none_stays_behind(process.pid)
        assert content.startswith(games(cup))
    assert command(*LONG[:-1], cup).stdout == table
    assert games(cup) == content


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("jobs", daily(["2", "1"]))
def test_ctrl_c_stops_says_how_to_go_on_and_leaves_nothing_behind(
    long: tuple[bytes, str], cup: Path, jobs: str
) -> None:
    content, table = long
    grown = partial(until_grown, cup / "games.jsonl", len(content) // 4)
    errors = interrupted(grown, *LONG, "-j", jobs, cwd=cup.parent)
    assert "stopped after" in errors
    assert "to continue, run the same command again" in errors
    assert content.startswith(games(cup))
    assert command(*LONG[:-1], cup).stdout == table
    assert games(cup) == content


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize(("jobs", "pause"), daily([("1", 0.0), ("2", 0.05), ("2", 0.0), ("2", 0.1), ("2", 0.2)], 2))
def test_ctrl_c_while_it_starts_shows_no_traceback(cup: Path, jobs: str, pause: float) -> None:
    def until_begun(process: subprocess.Popen[str]) -> None:
        while not cup.exists() or len(of_group(process.pid)) < (1 if jobs == "1" else 3):
            assert process.poll() is None, process.communicate()
            time.sleep(0.002)
        time.sleep(pause)

    interrupted(until_begun, *COMMAND, "--deals", "500", "-j", jobs, "-o", "cup", cwd=cup.parent)


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_worker_that_dies_is_reported_without_a_traceback(cup: Path) -> None:
    process = started(*COMMAND, "--deals", "500", "-j", "2", "-o", "cup", cwd=cup.parent)
    try:
        until_grown(cup / "games.jsonl", 1, process)
        os.kill(max(of_group(process.pid)), signal.SIGKILL)
        _, errors = process.communicate(timeout=120)
    finally:
        end(process.pid)
    assert process.returncode not in (0, 1)
    assert "Traceback" not in errors

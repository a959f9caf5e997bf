"""Everybody who reads games.jsonl takes the same games for whole, wherever the last line was torn off."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

import pytest

from cityleague.replays.log import GAMES_FILE
from cityleague.replays.tournaments import MergeError, Progress, ResumeError, UnreadableError, WholeGames, merge, run
from cityleague.replays.tournaments.deals import open_vault
from cityleague.replays.tournaments.games_file import recorded, resume
from cityleague.replays.tournaments.stopping import rule_of
from cityleague.replays.tuning.running import _Games

from .helpers import games, tournament

PLAN = tournament("random", "greedy", deals=1)
"""Two games, of one deal."""


def test_a_line_torn_at_any_byte_is_the_same_to_everybody(tmp_path: Path) -> None:
    list(run(PLAN, tmp_path / "straight"))
    whole, path = re.sub(rb',"sheets":\[.*(?=,"forfeits")', b"", games(tmp_path / "straight")), tmp_path / GAMES_FILE
    assert 80 < len(whole.splitlines()[-1]) < 200  # without what nobody reads here
    second = whole.index(b'\n{"log":') + 1
    so_far = list[str]()
    for length in range(whole.rindex(b"\n", 0, -1) + 1, len(whole) + 1):
        done, rest = (2, b"") if length == len(whole) else (1, whole[second:length])
        path.write_bytes(whole[:length])
        read = WholeGames(str(path))
        assert b"".join([game.data for game in read]) + read.rest == whole[:length]
        assert (read.end, read.line, read.rest) == (length - len(rest), whole[: read.end].count(b"\n") + 1, rest)
        assert [raw.data for _, raw in recorded(PLAN, path, [])] == [whole[:second], whole[second:]][:done]
        so_far.append(rule_of("sprt=0,40", PLAN, tmp_path).so_far())
        study = _Games(path, None, 2, Counter())
        assert next(study.of(list(PLAN.pairings())), None) == (Progress(1, 2, len(rest)) if done < 2 else None)
        assert len(study.taken) == done
        said: list[str] = []
        with nullcontext() if done == 2 else pytest.raises(MergeError, match=r"^1 of 2 games is missing"):
            merge(PLAN, [tmp_path], tmp_path / "joined", said.append, validate=False)
        told = f"{path}: the game at its end is unfinished ({len(rest)} bytes) and does not count"
        assert said == [told] * (2 - done)
        with pytest.raises(ResumeError, match="it was begun with a seed; to go on, give --seed '0'"):
            open_vault(tmp_path, may_draw=True)
        with path.open("r+b") as file:
            assert resume(PLAN, path, file, [])[:2] == (done, len(rest))
        assert path.read_bytes() == whole[: length - len(rest)]
    assert games(tmp_path / "joined") == whole
    assert {*so_far[:-1]} == {so_far[0]} != {so_far[-1]}  # whole deals count


def test_reading_again_goes_on_behind_the_last_whole_game(tmp_path: Path) -> None:
    list(run(PLAN, tmp_path))
    whole, path = games(tmp_path), tmp_path / GAMES_FILE
    second = whole.index(b'\n{"log":') + 1
    path.write_bytes(whole[: second + 900])
    read = WholeGames(str(path))
    assert [game.first for game in read] == [1]
    assert list(read) == []
    path.write_bytes(whole)
    (last,) = read
    assert (last.first, last.data) == (whole[:second].count(b"\n") + 1, whole[second:])
    assert (read.end, read.rest, list(read)) == (len(whole), b"", [])


@pytest.mark.parametrize("more", [b"\n", b"hello\n", b'{"log":7}\n'])
def test_nothing_but_the_beginning_of_the_next_game_goes_with_a_study_or_a_tournament(
    more: bytes, tmp_path: Path
) -> None:
    list(run(PLAN, tmp_path))
    path = tmp_path / GAMES_FILE
    first = games(tmp_path).partition(b'\n{"log":')[0] + b"\n"
    path.write_bytes(first + more)
    for reading in (recorded(PLAN, path, []), _Games(path, None, 2, Counter()).of(list(PLAN.pairings()))):
        with pytest.raises(ResumeError, match=r"games\.jsonl:\d+: (what follows|not game)"):
            list(reading)


def test_what_no_run_has_written_is_refused_whoever_reads_it(tmp_path: Path) -> None:
    path = tmp_path / GAMES_FILE
    path.write_bytes(gzip.compress(b'{"log":1}\n' * 9)[:-9])
    with pytest.raises(UnreadableError, match="ends in the middle"):
        merge(PLAN, [tmp_path], tmp_path / "joined", print)
    for content, message in (
        (b'{"log":1}\n' + b"{}\n" * 300_000, ":1: longer than a game can be"),  # only what was begun is cut off
        (b'\n{"log":1}\n', "begins with blank lines"),
    ):
        path.write_bytes(content)
        with pytest.raises(ResumeError, match=message):
            next(_Games(path, None, 2, Counter()).of(list(PLAN.pairings())))

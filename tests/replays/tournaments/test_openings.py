"""Tournaments that begin where the games of a log stood after their first rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

import pytest

from cityleague.engine.registry import GAMES
from cityleague.replays import play, recorded_games, validate
from cityleague.replays.tournaments import Plan, PlanError, ResumeError, Tournament, merge, repeat_folder, sample_of
from cityleague.replays.tournaments.schedule import Shard

from ...cli.helpers import run as command
from ...rows import daily
from ..helpers import DATA, log, recorded, with_fields
from .helpers import games, plan, played

SEEDS = ("one", "two", "three")
BOTS = ("a=random", "b=greedy")


@pytest.fixture(scope="module")
def openings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of two."""
    path = tmp_path_factory.mktemp("openings") / "games.jsonl"
    path.write_bytes(b"".join([log(recorded(2, seed)) for seed in SEEDS]))
    return path


def from_file(path: Path, *bots: str, **others: object) -> Tournament:
    return Tournament(plan(*(bots or BOTS), from_file=str(path), **{"deals": 3} | others))


def first_round(lines: Iterable[bytes]) -> list[bytes]:
    """The moves and draws of a log up to the check line of its second round."""
    taken: list[bytes] = []
    for line in [*lines][1:]:
        if line.startswith(b'{"check"'):
            return taken
        taken.append(line)
    raise AssertionError("no second round")


def test_each_deal_begins_with_the_first_round_of_its_game(openings: Path, tmp_path: Path) -> None:
    played(from_file(openings), tmp_path / "cup")
    begins = [first_round(recorded(2, seed)) for seed in SEEDS]
    found = [*recorded_games(tmp_path / "cup")]
    assert [first_round(game.log.splitlines()) for game in found] == [begin for begin in begins for _ in range(2)]
    assert [game.header().seed for game in found] == [seed for seed in SEEDS for _ in range(2)]
    assert [game.header().players for game in found[:2]] in ([("a", "b"), ("b", "a")], [("b", "a"), ("a", "b")])
    assert len({game.log.partition(b'{"check"')[2] for game in found}) == 6, "then the bots play, each for itself"
    assert not [verdict.finding for verdict in validate([tmp_path / "cup"]) if verdict.finding]


def test_the_same_bytes_come_of_it_however_it_is_played(openings: Path, tmp_path: Path) -> None:
    planned = from_file(openings)
    played(planned, tmp_path / "cup")
    whole = games(tmp_path / "cup")
    played(planned, tmp_path / "two", jobs=2)
    assert games(tmp_path / "two") == whole
    (tmp_path / "rest").mkdir()
    (tmp_path / "rest" / "games.jsonl").write_bytes(whole[: len(whole) // 2])
    played(planned, tmp_path / "rest")
    assert games(tmp_path / "rest") == whole
    for number in (1, 2):
        shard = Tournament(planned.plan, shard=Shard(number, 2))
        played(shard, tmp_path / f"shard{number}")
    merge(planned, [tmp_path / "shard1", tmp_path / "shard2"], tmp_path / "joined", lambda _: None)
    assert games(tmp_path / "joined") == whole
    assert command("tournament", tmp_path / "cup", "--deals", "3").exit_code == 0, "the record names the log"
    assert games(tmp_path / "cup") == whole


def test_what_bots_have_played_from_there_is_played_again(openings: Path, tmp_path: Path) -> None:
    planned, told = from_file(openings), list[str]()
    played(planned, tmp_path)
    assert repeat_folder(planned, tmp_path, sample_of("100%"), told.append) == (6, 0)
    whole = games(tmp_path)
    log_, last = tmp_path / "games.jsonl", whole.rindex(b'"city":"left"')
    log_.write_bytes(whole[:last] + b'"city":"right"' + whole[last + len(b'"city":"left"') :])
    assert repeat_folder(planned, tmp_path, sample_of("100%"), told.append).failed == 1


@pytest.mark.parametrize("name", daily([*GAMES]))
def test_every_game_can_begin_so(name: str, tmp_path: Path) -> None:
    path, bots = tmp_path / "games.jsonl", tuple(f"p{seat}=random" for seat in range(3))
    path.write_bytes(play(name, ["greedy"] * 3, seed="7").log)
    played(Tournament(Plan(game=name, bots=bots, deals=1, from_file=str(path))), tmp_path / "cup")
    assert len([*recorded_games(tmp_path / "cup")]) == len(bots)
    assert not [verdict.finding for verdict in validate([tmp_path / "cup"]) if verdict.finding]


def without_seed(data: bytes) -> bytes:
    head, _, rest = data.partition(b"\n")
    return with_fields(head, seed=None) + b"\n" + rest


@pytest.mark.parametrize(
    ("spoil", "bots", "why"),
    [
        (lambda data: data, ("random", "greedy", "heuristic"), "game 1 is of another game, .* or other seats"),
        (without_seed, BOTS, "game 1 has no seed, which decides"),
        (lambda data: data[: len(data) // 2], BOTS, "has 2 games, and 3 deals need one each"),
        (
            lambda data: data.replace(b'"tiles":["', b'"tiles":["x', 1),
            BOTS,
            r"games.jsonl:\d+:\d+: B2C-PICK-NOT-IN-HAND",
        ),
        (lambda _: log(recorded(2, "one", seating="drawn")), BOTS, "game 1 is of .* other options"),
        (lambda _: (DATA / "neom.jsonl").read_bytes(), BOTS, "game 1 is of another game"),
        (lambda _: b"", BOTS, "LOG-EMPTY"),
    ],
)
def test_what_does_not_serve_is_told(
    spoil: Callable[[bytes], bytes], bots: tuple[str, ...], why: str, openings: Path, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(spoil(openings.read_bytes()))
    with pytest.raises(PlanError, match=f"--from-file: .*{why}"):
        from_file(path, *bots)


def test_games_of_other_openings_are_not_gone_on_with(openings: Path, tmp_path: Path) -> None:
    """Also where only moves of the first round are other ones."""
    played(from_file(openings, deals=1), tmp_path / "cup")
    greedy = play("between_two_cities", ["greedy", "greedy"], seed="one").log.splitlines()
    path = tmp_path / "games.jsonl"
    path.write_bytes(log([recorded(2, "one")[0], *greedy[1:]]) + openings.read_bytes())
    with pytest.raises(ResumeError, match="not game d1-t1-r1-"):
        played(from_file(path, deals=2), tmp_path / "cup")


def test_a_swiss_tournament_takes_a_game_for_each_deal_of_each_round(openings: Path, tmp_path: Path) -> None:
    four = ("a=random", "b=greedy", "c=random", "d=greedy")
    planned = from_file(openings, *four, schedule="swiss", rounds=3, deals=1, seats=2)
    played(planned, tmp_path)
    seeds = [game.header().seed for game in recorded_games(tmp_path)]
    assert [seed for seed, _ in groupby(seeds)] == [*SEEDS]
    with pytest.raises(PlanError, match="has 3 games, and 6 deals need one each"):
        from_file(openings, *four, schedule="swiss", rounds=3, deals=2, seats=2)


def test_a_tournament_file_names_a_log_beside_it(openings: Path, tmp_path: Path) -> None:
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "some.jsonl").write_bytes(openings.read_bytes())
    text = 'game = "between_two_cities"\nbots = ["random", "greedy"]\ndeals = 1\nfrom_file = "some.jsonl"\n'
    (tmp_path / "plan" / "cup.toml").write_text(text)
    command("tournament", tmp_path / "plan" / "cup.toml", "-o", tmp_path / "cup")
    there = games(tmp_path / "cup")
    options = ["--game", "between_two_cities", "--bots", "random,greedy", "--deals", "1", "--from-file", str(openings)]
    command("tournament", *options, "-o", tmp_path / "same")
    assert games(tmp_path / "same") == there, "without a seed, nothing is secret: all bots know the log"

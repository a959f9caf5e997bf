"""Gauntlets, tables chosen so that all meet equally often, and dry runs."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import chain, combinations
from math import ceil, comb
from pathlib import Path
from typing import Any

import pytest

from cityleague.replays.reports import forecast
from cityleague.replays.reports.tournaments import coverage
from cityleague.replays.tournaments import Outcome, PlanError, Tournament, run
from cityleague.replays.tournaments.schedule import Shard

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily, rows
from .helpers import cityleague, played, players, tournament


def pairs(players: Sequence[str]) -> Iterator[tuple[str, str]]:
    return combinations(players, 2)


def test_in_a_gauntlet_all_meet_the_first() -> None:
    names = ("a=random", "b=random", "c=random", "d=random")
    planned = tournament(*names, schedule="gauntlet", seats=3, deals=2)
    tables = players(planned)
    assert len(tables) == planned.count() == 2 * 3 * 3
    assert all("a" in table for table in tables)
    assert {frozenset(table) for table in tables} == {frozenset(x) for x in ("abc", "abd", "acd")}


def test_a_dry_run_plays_and_writes_nothing(tmp_path: Path) -> None:
    arguments = ("--game", "between_two_cities", "--bots", "random,greedy", "--deals", "50", "--dry-run")
    result = command("tournament", *arguments)
    assert result.stdout.startswith(
        "100 games: 50 deals, 1 table, 2 seats\neach plays 100, 50 in each seat\ntwo meet in 100, on 50 of the deals\n"
    )
    assert "about" not in result.stdout
    timed = command("tournament", *arguments, "--estimate")
    assert timed.stdout.startswith(f"{result.stdout}about 0:0")
    assert list(tmp_path.iterdir()) == []
    assert "--estimate goes with --dry-run" in usage("tournament", *arguments[:-1], "--time", "-o", tmp_path / "cup")


@pytest.mark.parametrize(
    ("schedule", "tables"),
    daily(
        [
            ("round-robin", None),
            ("gauntlet", 2**63 - 1),
            *[("round-robin", count) for count in (1_000_000, 2**63 - 1)],
            *[("gauntlet", count) for count in (None, 1_000_000)],
        ],
        2,
    ),
)
def test_millions_of_tables_are_neither_counted_nor_chosen_before_they_are_played(
    schedule: str, tables: int | None, tmp_path: Path
) -> None:
    bots = [f"b{number}=random" for number in range(300)]
    planned = tournament(*bots, seats=5, deals=1, schedule=schedule, tables=tables)
    assert planned.count() == planned.blocks() * 5
    assert list(forecast(planned))[1:] == ["too many to count how often each plays, and how often two meet"]
    running = run(planned, tmp_path / "cup")
    assert [next(running).done for _ in range(3)] == [0, 1, 2]
    running.close()


def test_a_dry_run_starts_no_bots(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("open('imported', 'w')\n")
    bots = ("--bots", "a=bot:Bot,b=exec:touch started,c=random")
    told = cityleague("tournament", "--game", "between_two_cities", *bots, "--dry-run", cwd=tmp_path)
    assert (told.returncode, told.stdout[:9]) == (0, "30 games:"), told.stderr
    assert os.listdir(tmp_path) == ["bot.py"]
    wrong = cityleague(
        "tournament", "--game", "between_two_cities", "--bots", "nobody,random", "--dry-run", cwd=tmp_path
    )
    assert "no bot is called 'nobody'" in wrong.stderr


@pytest.mark.parametrize(
    ("bots", "seats", "tables", "deals"), [(7, 3, 7, 5), (6, 2, 3, 15), (9, 4, 2, 30), (5, 4, 1, 40), (13, 4, 1, 52)]
)
def test_chosen_tables_let_all_play_and_meet_about_equally_often(
    bots: int, seats: int, tables: int, deals: int
) -> None:
    names = [f"p{i}" for i in range(bots)]
    planned = tournament(*[f"{name}=random" for name in names], seats=seats, tables=tables, deals=deals)
    seatings = players(planned)
    assert len(seatings) == planned.count() == deals * tables * seats
    assert all(len(set(seating)) == seats for seating in seatings)
    met = Counter(frozenset(pair) for seating in seatings for pair in pairs(seating))
    played = Counter(name for seating in seatings for name in seating)
    assert len(met) == bots * (bots - 1) // 2
    mean = sum(met.values()) / len(met)
    assert max(met.values()) - min(met.values()) <= max(2 * seats, mean)
    assert max(played.values()) - min(played.values()) <= 2 * seats
    covered = coverage(planned)
    assert (covered.games, covered.meetings) == (played, met)
    headers = [pairing.header for pairing in planned.pairings()]
    together = {(header.seed, frozenset(pair)) for header in headers for pair in pairs(header.players)}
    assert covered.deals == Counter(pair for _, pair in together)


def test_a_choice_of_tables_is_the_same_each_time_and_another_with_another_seed() -> None:
    names = [f"p{i}=random" for i in range(8)]
    first, same, other = (tournament(*names, seats=3, tables=2, seed=seed) for seed in ("1", "1", "2"))
    assert players(first) == players(same) != players(other)


def test_more_deals_extend_a_choice_of_tables() -> None:
    names = [f"p{i}=random" for i in range(8)]
    short, long = (tournament(*names, seats=3, tables=2, deals=deals) for deals in (5, 9))
    assert players(long)[: 5 * 2 * 3] == players(short)


def test_in_a_gauntlet_the_first_sits_at_every_chosen_table() -> None:
    names = [f"p{i}=random" for i in range(6)]
    planned = tournament(*names, seats=3, tables=2, deals=10, schedule="gauntlet")
    assert all("p0" in seating for seating in players(planned))
    games = coverage(planned).games
    assert games["p0"] == 60
    assert {games[f"p{i}"] for i in range(1, 6)} == {24}


@rows(
    ("bots", "others"),
    [
        (3, {"seats": 2, "tables": 2}),
        (4, {"seats": 2, "tables": 7}),
        (4, {"seats": 2, "tables": 5}),
        (4, {"seats": 3, "tables": 9}),
        (7, {"seats": 3, "tables": 30}),
        (5, {"seats": 3, "tables": 5, "schedule": "gauntlet"}),
        (9, {"seats": 4, "tables": 60}),
    ],
)
def test_no_table_plays_a_deal_again_before_all_have_played_it(bots: int, others: dict[str, Any]) -> None:
    planned = tournament(*[f"p{i}=random" for i in range(bots)], deals=20, **others)
    possible = comb(bots - 1, others["seats"] - 1) if "schedule" in others else comb(bots, others["seats"])
    played: defaultdict[int, Counter[frozenset[str]]] = defaultdict(Counter)
    for block in chain.from_iterable(planned.rounds()):
        played[block.deal][frozenset(entrant.name for entrant in block.players)] += 1
    assert len(played) == 20
    for times in played.values():
        assert len(times) == min(others["tables"], possible)
        assert max(times.values()) == ceil(others["tables"] / possible)
    met = coverage(planned).meetings
    against = [count for pair, count in met.items() if "schedule" not in others or "p0" not in pair]
    assert max(against) - min(against) <= 3 * others["seats"]


EDITION_1 = [
    ("9380e9a3fb1b7359", 4, {"seats": 2, "deals": 30, "tables": 3}),
    ("d93d1528beca4d4a", 4, {"seats": 3, "deals": 20, "tables": 2}),
    ("a50c7f74739930bb", 6, {"seats": 3, "deals": 20, "tables": 6, "schedule": "gauntlet"}),
    ("1814a460bed19bc4", 9, {"seats": 3, "deals": 1, "rounds": 6, "schedule": "swiss"}),
    ("0d0de34c930aea77", 13, {"seats": 4, "deals": 2, "rounds": 5, "schedule": "swiss"}),
    ("4afb44bdc3e09631", 8, {"seats": 2, "deals": 1, "rounds": 7, "schedule": "swiss"}),
]
"""Hashes of the schedules that the last version without editions made."""


@rows(("digest", "bots", "others"), EDITION_1)
def test_edition_1_is_the_schedule_of_earlier_versions(digest: str, bots: int, others: dict[str, Any]) -> None:
    planned = tournament(*[f"p{i:02}=random" for i in range(bots)], edition=1, **others)
    results: list[Outcome] = []
    games = []
    for pairing in planned.pairings(results):
        names = pairing.header.players
        games.append(f"{pairing.header.id} {' '.join(names)}\n")
        scores = [int(name[1:]) * 7 % 5 for name in names]
        results.append(Outcome(names, [1 + sum(other > score for other in scores) for score in scores], scores))
    assert blake2b("".join(games).encode(), digest_size=8).hexdigest() == digest


def without_edition(folder: Path, whole: bytes, plan: bool) -> None:
    """Make of a folder what an earlier version would have left after its first games."""
    (folder / "games.jsonl").write_bytes(whole[: len(whole) // 3])
    described = (folder / "tournament.toml").read_text()
    assert "\nedition = 1\n" in described
    if plan:
        (folder / "tournament.toml").write_text(described.replace("\nedition = 1\n", "\n"))
    else:
        (folder / "tournament.toml").unlink()


@pytest.mark.exhaustive
def test_a_folder_of_an_earlier_version_goes_on_with_its_schedule(tmp_path: Path) -> None:
    """Of two tables on each deal, one is sometimes played twice; that stays so, even for options and for replays."""
    words = ("tournament", "--game", "between_two_cities", "--bots", "a=random,b=random,c=random", "--seats", "2")
    options = (*words, "--tables", "2", "--deals", "6", "--seed", "0")
    old = tournament("a=random", "b=random", "c=random", seats=2, tables=2, deals=6, edition=1)
    new = tournament("a=random", "b=random", "c=random", seats=2, tables=2, deals=6)
    assert players(old) != players(new)
    whole = tmp_path / "old"
    played(old, whole)
    log = (whole / "games.jsonl").read_bytes()
    for command_, plan in (
        ((*options, "-o", whole), True),
        ((*options, "-o", whole), False),
        (("tournament", whole), True),
    ):
        without_edition(whole, log, plan=plan)
        command(*command_)
        assert (whole / "games.jsonl").read_bytes() == log
        assert "24 of 24 games repeated" in command(*command_, "--replay", "100%").stderr
    command(*options, "-o", tmp_path / "new")
    assert (tmp_path / "new" / "games.jsonl").read_bytes() != log
    for number in (1, 2):
        played(Tournament(old.plan, shard=Shard(number, 2)), tmp_path / f"{number}")
    command(*options, "--merge", tmp_path / "1", tmp_path / "2", "-o", tmp_path / "merged")
    assert (tmp_path / "merged" / "games.jsonl").read_bytes() == log
    assert "\nedition = 1\n" in (tmp_path / "merged" / "tournament.toml").read_text()


def test_a_deal_has_at_least_one_table() -> None:
    with pytest.raises(PlanError, match="tables must be at least 1, not 0"):
        tournament("random", "greedy", tables=0)

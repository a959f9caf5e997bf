"""Gauntlets, tables chosen so that all meet equally often, and dry runs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import pytest

from cityleague.replays.reports import forecast
from cityleague.replays.tournaments import PlanError, coverage, run

from ...cli.helpers import run as command
from ...cli.helpers import usage
from ...rows import daily
from .helpers import cityleague, players, tournament


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
    timed = command("tournament", *arguments, "--time")
    assert timed.stdout.startswith(f"{result.stdout}about 0:0")
    assert list(tmp_path.iterdir()) == []
    assert "--time goes with --dry-run" in usage("tournament", *arguments[:-1], "--time", "-o", tmp_path / "cup")


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
    together = {(one.header.seed, frozenset(pair)) for one in planned.pairings() for pair in pairs(one.header.players)}
    assert covered.deals == Counter(pair for _, pair in together)


def test_a_choice_of_tables_is_the_same_each_time_and_another_with_another_seed() -> None:
    names = [f"p{i}=random" for i in range(8)]
    one, same, other = (tournament(*names, seats=3, tables=2, seed=seed) for seed in ("1", "1", "2"))
    assert players(one) == players(same) != players(other)


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


def test_a_deal_has_at_least_one_table() -> None:
    with pytest.raises(PlanError, match="tables must be at least 1, not 0"):
        tournament("random", "greedy", tables=0)

"""Tournaments that end when they have shown enough."""

from __future__ import annotations

from math import log, sqrt
from pathlib import Path
from statistics import NormalDist

import pytest

from cityleague.engine.chance import Stream
from cityleague.replays.league import Row
from cityleague.replays.tournaments import Apart, Sprt, run
from cityleague.replays.tournaments.stopping import EVERY, apart, expected, likelihood
from cityleague.replays.workers import local_workers

from ...cli.helpers import run as command
from ...cli.helpers import usage
from .helpers import games, tournament


def row(low: float | None, high: float | None) -> Row:
    return Row(place=1, player="x", games=9, score=1.0, forfeits={}, best=2, elo=0.0, elo_low=low, elo_high=high)


@pytest.mark.parametrize(
    ("intervals", "top", "expected"),
    [
        ([(10, 20), (0, 9)], 1, True),
        ([(10, 20), (0, 10)], 1, False),
        ([(10, 20), (0, 9), (-9, 11)], 1, False),
        ([(10, 20), (5, 30), (0, 4)], 2, True),
        ([(10, 20), (3, 30), (0, 4)], 2, False),
        ([(10, 20), (None, None)], 1, False),
        ([(None, None), (0, 9)], 1, False),
        ([(10, 20)], 1, False),
    ],
)
def test_the_first_are_apart_if_their_intervals_lie_above_all_others(
    intervals: list[tuple[float | None, float | None]], top: int, expected: bool
) -> None:
    assert apart([row(*interval) for interval in intervals], top) is expected


def test_a_run_ends_at_the_same_game_however_often_it_is_interrupted(tmp_path: Path) -> None:
    planned = tournament("heuristic", "random", deals=200)
    whole = tmp_path / "whole"
    last = list(run(planned, whole, enough=Apart(whole, 1, 2)))[-1]
    assert last.done < last.total == 400
    assert last.done % (2 * EVERY) == 0
    parts = tmp_path / "parts"
    for stop in (1, 7, 20, 33, 400):
        going = run(planned, parts, enough=Apart(parts, 1, 2))
        for number, _ in enumerate(going):
            if number == stop:
                break
        going.close()
    assert games(parts) == games(whole)
    assert len(list(run(planned, whole, enough=Apart(whole, 1, 2)))) == 1
    two = tmp_path / "two"
    list(run(planned, two, None, local_workers(2), enough=Apart(two, 1, 2)))
    assert games(two) == games(whole)


def test_equals_are_never_apart(tmp_path: Path) -> None:
    planned = tournament("a=random", "b=random", deals=30)
    assert list(run(planned, tmp_path / "cup", enough=Apart(tmp_path / "cup", 1, 2)))[-1].done == 60


def test_the_command_says_that_it_is_enough(tmp_path: Path) -> None:
    arguments = ("tournament", "--game", "between_two_cities", "--bots", "heuristic,random", "--deals", "300")
    result = command(*arguments, "-o", tmp_path / "cup", "--until", "top=1")
    assert "of 600 games: the first 1 is apart" in result.stderr
    for wrong in ("top=0", "top=2", "top", "first=1", "top=x", "sprt=5", "sprt=9,0", "sprt=0,9999", "sprt=nan,1"):
        message = f"--until takes top=1 to top=1, or sprt=LOW,HIGH (Elo, -2000 to 2000); not '{wrong}'"
        assert message in usage(*arguments, "-o", tmp_path / "cup", "--until", wrong)
    three = [word.replace("heuristic,random", "heuristic,greedy,random") for word in arguments]
    assert "or for two bots sprt=LOW,HIGH" in usage(*three, "-o", tmp_path / "cup", "--until", "sprt=0,50")


# -- SPRT


def test_the_likelihood_ratio_is_that_of_normal_distributions() -> None:
    """The same by the densities themselves."""
    scores = [0.5, 1.0, 0.5, 0.0, 1.0, 0.75, 0.5, 0.25, 1.0, 0.5]
    mean = sum(scores) / len(scores)
    deviation = sqrt((sum((score - mean) ** 2 for score in scores) + 0.25) / len(scores))
    ratio = sum(
        log(NormalDist(expected(60), deviation).pdf(score) / NormalDist(expected(-10), deviation).pdf(score))
        for score in scores
    )
    assert likelihood(scores, -10, 60) == pytest.approx(ratio)


def test_expected_points_of_elo() -> None:
    assert [expected(elo) for elo in (0, 400, -400)] == pytest.approx([0.5, 10 / 11, 1 / 11])


@pytest.mark.parametrize(("first", "taken"), [("heuristic", "+80"), ("random", "+0")])
def test_sprt_takes_the_better_to_be_better(first: str, taken: str, tmp_path: Path) -> None:
    second = "random" if first == "heuristic" else "heuristic"
    planned = tournament(first, second, deals=300)
    last = list(run(planned, tmp_path / "cup", enough=Sprt(tmp_path / "cup", first, 0, 80)))[-1]
    assert last.done < 300
    assert last.enough.startswith(f"SPRT takes {first} to be {taken} Elo (log likelihood ratio ")


def test_sprt_is_seldom_wrong() -> None:
    """Of equals nearly none, and of bots 80 Elo apart nearly all, are taken for the better."""
    wins = {0: 0, 80: 0}
    for elo in wins:
        for number in range(60):
            stream = Stream(f"{elo}/{number}", "sprt")
            scores: list[float] = []
            ratio = 0.0
            while abs(ratio) < log(19):
                scores.append(sum(stream.below(1000) < 1000 * expected(elo) for _ in range(2)) / 2)
                ratio = likelihood(scores, 0, 80) if len(scores) % EVERY == 0 else 0.0
            wins[elo] += ratio > 0
    assert wins[0] <= 7
    assert wins[80] >= 53


def test_a_dry_run_looks_at_the_other_options_as_well() -> None:
    arguments = ("tournament", "--game", "between_two_cities", "--bots", "random,greedy", "--dry-run")
    assert "--until takes" in usage(*arguments, "--until", "foo")
    assert "-j is for processes" in usage(*arguments, "--cluster", "tcp://127.0.0.1:1", "-j", "2")

"""Tournaments that end when they have shown enough."""

from __future__ import annotations

from pathlib import Path

import pytest

from cityleague.replays.league import Row
from cityleague.replays.stopping import EVERY, Apart, apart
from cityleague.replays.tournament import run

from ..cli.helpers import run as command
from ..cli.helpers import usage
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
    list(run(planned, two, jobs=2, enough=Apart(two, 1, 2)))
    assert games(two) == games(whole)


def test_equals_are_never_apart(tmp_path: Path) -> None:
    planned = tournament("a=random", "b=random", deals=30)
    assert list(run(planned, tmp_path / "cup", enough=Apart(tmp_path / "cup", 1, 2)))[-1].done == 60


def test_the_command_says_that_it_is_enough(tmp_path: Path) -> None:
    arguments = ("tournament", "--game", "between_two_cities", "--bots", "heuristic,random", "--deals", "300")
    result = command(*arguments, "-o", tmp_path / "cup", "--until", "top=1")
    assert "of 600 games: the first places are apart" in result.stderr
    for wrong in ("top=0", "top=2", "top", "first=1", "top=x"):
        message = f"--until takes top=1 to top=1, not '{wrong}'"
        assert message in usage(*arguments, "-o", tmp_path / "cup", "--until", wrong)

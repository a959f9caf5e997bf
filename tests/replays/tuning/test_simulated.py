"""Studies in which made-up landscapes take the place of games; the full tables come from tests/benchmarks/tuning.py."""

from __future__ import annotations

import sys
from random import Random
from statistics import fmean, stdev

import pytest

from cityleague.replays.tuning.study import FIRST, along_a_curve, study

from ...benchmarks.tuning import Landscape, hill, main, many, plain, points_of
from ...rows import daily, rows

SEATS = 3


@pytest.mark.exhaustive
@rows("count", [1, 2, 4])
def test_where_nothing_is_to_be_gained_at_most_a_twentieth_claims_a_gain(count: int) -> None:
    """With a true share of 5 %, more than 10 % of 100 are seen in 1 % of cases: the benchmark has the exact share."""
    assert many(lambda chaos: plain(chaos, count), 40, 100, count).better <= 0.10


@pytest.mark.exhaustive
def test_the_benchmark_meets_its_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    """TUNING.md states them."""
    monkeypatch.setattr(sys, "argv", ["tuning", "500"])
    assert main() == 0


@pytest.mark.exhaustive
@rows(("count", "games", "studies"), [(1, 1000, 25), (2, 1000, 25), (4, 1000, 25), (8, 3000, 12)])
@pytest.mark.parametrize("by_margin", daily([False, True]))
def test_four_of_five_studies_find_thirty_elo(count: int, games: int, studies: int, by_margin: bool) -> None:
    found = many(lambda chaos: hill(chaos, count, 30), games // (2 * SEATS), studies, count, by_margin=by_margin)
    assert found.better >= 0.8
    assert 12 < found.elo < 30


def test_a_made_up_landscape_is_what_it_says() -> None:
    for seed in range(50):
        land = hill(Random(seed), 4, 30)
        assert land.points(land.default) == pytest.approx(0.5)
        assert land.points(land.top) == pytest.approx(0.5 + points_of(30))
        assert all(0 <= x <= 1 for x in land.top)


def ended(points: list[float], most: int) -> tuple[bool, bool, int, list[int]]:
    """How the test ends with these points, and after how many deals it looked."""
    course = study((0.5,), 8, most, "1")
    trials = next(course)
    left, looked = iter(points), list[int]()
    made = [0.5, 0.5]
    while True:
        try:
            trials = course.send(made)
        except StopIteration as end:
            tested = end.value
            assert tested.mean == pytest.approx(fmean(points[: tested.blocks]))
            assert tested.error == pytest.approx(stdev(points[: tested.blocks]) / tested.blocks**0.5)
            return tested.better, tested.undecided, tested.blocks, looked
        if trials[0].deal > 8:
            made = [next(left) for _ in trials]
            looked.append(trials[-1].deal - 8)


def test_the_test_decides_after_twenty_deals_at_the_earliest_then_every_ten() -> None:
    good = [1.0, 0.9] * 100
    assert ended(good, 200) == (True, False, FIRST, [FIRST])
    assert ended([1 - point for point in good], 200) == (False, False, FIRST, [FIRST])
    better, undecided, blocks, looked = ended([0.3, 0.72] * 100, 57)
    assert (better, undecided, blocks) == (False, True, 57)
    assert looked == [20, 30, 40, 50, 57]


def test_a_study_searches_one_parameter_by_its_edition() -> None:
    assert next(study((0.5,), 8, 20, "1", edition=1)) == next(along_a_curve(8))
    assert len(next(study((0.5,), 8, 20, "1"))) == 2, "one deal of the first step"


def test_the_test_plays_deals_that_the_search_has_not_seen() -> None:
    course = study((0.5, 0.5), 30, 100, "1")
    trials, searched, tested = next(course), set[int](), list[int]()
    while True:
        (searched.update if len(searched) < 30 else tested.extend)([trial.deal for trial in trials])
        try:
            trials = course.send([0.5] * len(trials))
        except StopIteration:
            break
    assert searched == set(range(1, 31))
    assert tested == list(range(31, 31 + len(tested)))


def test_a_landscape_without_a_hill_has_none() -> None:
    flat = plain(Random(1), 3)
    assert isinstance(flat, Landscape)
    assert {flat.points((x, x, x)) for x in (0.0, 0.4, 1.0)} == {0.5}

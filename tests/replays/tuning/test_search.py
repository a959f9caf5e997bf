"""Searches: what they try, what they find where the truth is known, and how the ranges are read."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest

from cityleague.engine.bots.parameters import Kind, Parameter, Scale
from cityleague.replays.tuning.ranges import Point, Range, RangeError, target_of, without_ranges
from cityleague.replays.tuning.study import USUAL_DEVIATION, Asking, Curve, Trial, in_points, search

from ...rows import rows


def found(asking: Asking, points: Callable[[Point], float]) -> tuple[Point, list[Trial]]:
    """What a search returns, and what it has tried, where it is told these points."""
    tried: list[Trial] = []
    trials = next(asking)
    while True:
        tried += trials
        try:
            trials = asking.send([points(trial.point) for trial in trials])
        except StopIteration as ended:
            return ended.value, tried


@rows("top", [(0.2,), (0.5,), (0.93,), (0.3, 0.6), (0.75, 0.4, 0.5, 0.2)])
def test_without_noise_a_search_comes_close_to_the_top(top: Point) -> None:
    default = (0.5,) * len(top)
    steepness = 1.0
    candidate, _ = found(
        search(default, 400, "1"),
        lambda point: 0.6 - steepness * sum((x - best) ** 2 for x, best in zip(point, top, strict=True)),
    )
    assert candidate == pytest.approx(top, abs=0.06)


@rows("top", [0.15, 0.3])
def test_one_parameter_is_tuned_where_most_of_its_range_loses_every_game(top: float) -> None:
    """No parabola fits points that cannot fall below 0."""
    candidate, _ = found(search((0.3,), 160, "1"), lambda point: max(0.55 - 4 * (point[0] - top) ** 2, 0.0))
    assert candidate == pytest.approx((top,), abs=0.05)


@rows("count", [1, 2, 8])
def test_every_deal_is_played_by_two_points_of_the_ranges_and_by_no_more(count: int) -> None:
    chaos = Random(3)
    for deals in (8, 49, 50, 51, 120):
        _, tried = found(search((0.5,) * count, deals, "1"), lambda _: chaos.random())
        assert [trial.deal for trial in tried] == [deal for deal in range(1, deals + 1) for _ in range(2)]
        assert all(0 <= x <= 1 for trial in tried for x in trial.point)
        assert all(trial.point != other.point for trial, other in zip(tried[::2], tried[1::2], strict=True))


def test_edition_1_tries_one_parameter_all_over_its_range() -> None:
    _, tried = found(search((0.1,), 32, "1", edition=1), lambda _: 0.5)
    counts = np.histogram([trial.point[0] for trial in tried], bins=8, range=(0, 1))[0]
    assert counts.min() >= 7
    assert counts.max() <= 9


def test_the_curve_is_that_of_least_squares() -> None:
    """numpy fits it again, and tells the same errors."""
    chaos = Random(5)
    places = [chaos.random() for _ in range(40)]
    made = [0.5 + 0.3 * x - 0.4 * x * x + chaos.gauss(0, 0.2) for x in places]
    curve = Curve.through(places, made)
    factors, covariance = np.polyfit(places, made, 2, cov=True)
    for place in (0.0, 0.3, 1.0):
        row = np.array([place**2, place, 1.0])
        assert curve.at(place) == pytest.approx((row @ factors, np.sqrt(row @ covariance @ row)))
    best = max(np.linspace(0, 1, 2001), key=lambda x: np.polyval(factors, x))
    assert curve.top() == pytest.approx(best, abs=1e-3)


def test_the_best_trial_is_not_what_a_search_returns() -> None:
    """Where all is chance, the luckiest of many looks far better than it is."""
    chaos = Random(7)
    results: dict[Point, float] = {}

    def lucky(point: Point) -> float:
        return results.setdefault(point, chaos.gauss(0.5, 0.2))

    candidate, _ = found(search((0.5, 0.5), 100, "1"), lucky)
    assert candidate not in results


def test_margins_scatter_as_points_do_whatever_their_unit() -> None:
    chaos = Random(11)
    margins = [chaos.gauss(3, 25) for _ in range(40)]
    made = in_points(margins, margins)
    assert stdev(made) == pytest.approx(USUAL_DEVIATION)
    assert made == pytest.approx(in_points([10 * margin for margin in margins], [10 * margin for margin in margins]))
    assert np.corrcoef(margins, made)[0, 1] == pytest.approx(1)
    assert in_points([4.0, 4.0], [4.0] * 6) == [0.5, 0.5]
    assert in_points([0.0], [0.0, 8.0]) == [0.5]


def test_spsa_does_not_depend_on_anything_but_its_seed_and_results() -> None:
    def points(point: Point) -> float:
        return 0.5 - fmean((x - 0.3) ** 2 for x in point)

    assert found(search((0.5, 0.5), 60, "1"), points) == found(search((0.5, 0.5), 60, "1"), points)
    assert found(search((0.5, 0.5), 60, "1"), points) != found(search((0.5, 0.5), 60, "2"), points)


def told(name: str, kind: Kind, default: float | str, scale: Scale = "linear", *values: str) -> Parameter:
    """What a bot declares; a number is from 0 (on a scale of factors from 0.1) to 10."""
    low = None if values else 0.1 if scale == "log" else 0
    return Parameter(name, kind, default, low, None if values else 10, scale, values, "For a test.")


TOLD = [told("a", "number", 1.0, "log"), told("n", "integer", 3), told("b", "number", 2.0), told("c", "number", 5.0)]
TOLD.append(told("w", "choice", "x", "linear", "x", "y"))


@pytest.mark.parametrize(
    ("text", "untuned"),
    [
        ("heuristic?foresight=0..3", "heuristic"),
        ("heuristic?judge=learned&foresight=0..3&deny=0.5", "heuristic?judge=learned&deny=0.5"),
        ("own:Bot?file=w.json&x=0..1", "own:Bot?file=w.json"),
        ("exec:./bot -v?width=3&x=0..1", "exec:./bot -v --width=3"),
    ],
)
def test_what_is_tuned_plays_against_itself_with_what_is_fixed(text: str, untuned: str) -> None:
    assert without_ranges(text) == untuned


def test_a_spec_with_ranges_is_read() -> None:
    checked: list[str] = []
    target = target_of("bot?a=0.1..10&b=7&n=1..9&c=0..2", lambda bot: TOLD if bot == "bot" else [], checked.append)
    assert target.bot == "bot"
    assert target.ranges == (
        Range("a", 0.1, 10.0, 1.0, log=True),
        Range("n", 1.0, 9.0, 3, whole=True),
        Range("c", 0.0, 2.0, 5.0),
    )
    assert checked == ["bot?b=7&a=0.1&n=1&c=0", "bot?b=7&a=10&n=9&c=2"]
    assert target.default == pytest.approx((0.5, 0.25, 1.0))
    assert target.spec((0.75, 0.4, 0.123456)) == "bot?b=7&a=3.162&n=4&c=0.2469"


def test_parameters_that_nobody_declares_are_taken_as_they_are() -> None:
    target = target_of("exec:./bot --fast?z=-2..2", lambda _: [], lambda _: None)
    assert target.ranges == (Range("z", -2.0, 2.0),)
    assert target.default == (0.5,)
    assert target.spec((0.75,)) == "exec:./bot --fast --z=1"


@rows(
    ("text", "message"),
    [
        ("bot", "has no range: write bot"),
        ("bot?a=1", "has no range"),
        ("bot?a=2..1", "a: LOW is below HIGH"),
        ("bot?a=1..1", "a: LOW is below HIGH"),
        ("bot?a=nan..1", "neither is infinite"),
        ("bot?a=0..inf", "neither is infinite"),
        ("bot?a=..1", "a: a range has two numbers"),
        ("bot?a=0..1..2", "a: a range has two numbers"),
        ("bot?a=1..2&a=1..3", "a is given twice"),
        ("bot?n=0.5..2", "n takes a whole number, not '0.5'"),
        ("bot?a=0..1", "a takes 0.1 to 10, not 0"),
        ("bot?a=1..11", "a takes 0.1 to 10, not 11"),
        ("bot?z=0..1", "unknown parameter 'z'; it takes a, n, b, c, w"),
        ("bot?a=1..2&z=1", "unknown parameter 'z'"),
        ("bot?w=0..1", "w takes x, y: a choice has no range"),
    ],
)
def test_what_is_no_range_is_refused(text: str, message: str) -> None:
    with pytest.raises(RangeError, match=message):
        target_of(text, lambda _: TOLD, lambda _: None)

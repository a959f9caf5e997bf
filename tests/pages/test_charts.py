"""Charts of leagues: every value is drawn where its axis says, whatever the values are."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from cityleague.replays.pages import charts
from cityleague.replays.pages.charts import Entry

ADA, BEN, REST = Entry("Ada", 0), Entry("Ben", 1), Entry("all others", None)


def words(chart: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(chart).iter() if node.tag.endswith("text")]


@pytest.mark.parametrize(("value", "step"), [(0.3, 0.5), (1, 1), (1.1, 2), (3, 5), (7, 10), (10, 10), (101, 200)])
def test_steps_are_1_2_or_5_and_then_zeros(value: float, step: float) -> None:
    assert charts.rounded(value) == pytest.approx(step, abs=1e-6)


@pytest.mark.parametrize("values", [[0.0], [5, 5], [-3, 8.5], [0.25, 0.75], [-1e9, 1e9]])
def test_an_axis_keeps_values_between_its_ends(values: Sequence[float]) -> None:
    axis = charts.Axis(values, 10, 90)
    assert all(10 <= axis(value) <= 90 for value in values)
    assert axis(min(values)) == 10


def test_ratings_show_names_and_figures() -> None:
    said = words(charts.ratings([(ADA, 100.4, (50.0, 151.0)), (BEN, -0.2, (None, None))]))
    assert {"Ada", "Ben", "+100", "+0"} <= set(said)


@pytest.mark.parametrize("scores", [[7], [7.5, 8, 8], [-1_000_000_000, 1_000_000_000], list(range(40, 60))])
def test_distributions_of_any_scores_are_drawn(scores: list[float]) -> None:
    chart = charts.histograms([(ADA, scores), (REST, [0])])
    assert {"Ada", "all others"} <= set(words(chart))
    assert "nan" not in chart
    assert len(chart) < 10_000


def test_only_players_with_a_colour_are_named_beside_their_lines() -> None:
    chart = charts.courses([(ADA, [1.0, 2.0, 3.0]), (REST, [0.0])], [1, 5, 9], "blocks")
    assert "Ada" in words(chart)
    assert "all others" not in words(chart)
    lines = [node.get("points", "").split() for node in ElementTree.fromstring(chart).iter() if "points" in node.attrib]
    assert sorted(len(points) for points in lines) == [1, 3]


def test_names_are_text_in_charts_too() -> None:
    entry = Entry("<script>&", 0)
    for chart in (charts.ratings([(entry, 0.0, (None, 3.0))]), charts.histograms([(entry, [1, 2])])):
        assert "<script>" not in chart
        assert any("&" in said for said in words(chart))

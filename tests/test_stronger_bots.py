"""Heuristic beats greedy and greedy beats random, in all games whose bots a few deals tell apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .arena import against, pooled, share

Tables = tuple[tuple[int, int, dict[str, Any]], ...]
"""Each with so many seats, so many deals, and options."""


def few(two: int, three: int) -> Tables:
    """With two to four seats: so many deals for two, and for three."""
    return (2, two, {}), (3, three, {}), (4, 1, {})


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("game", "tables", "least", "least_errors"),
    [
        ("card_city_xl", ((4, 3, {"level": "simplified"}), (3, 3, {"level": "normal"})), 0.75, 3),
        ("city_tycoon", few(4, 1), 0.7, 3),
        ("city_tycoon", few(10, 1), 0.7, 4),
        ("neom", few(1, 1), 0.8, 3),
        ("neom", few(2, 2), 0.8, 4),
        # in 360 games on other deals 0.95 points per game, give or take 0.02: by 12, 12 and 9 errors in such samples
        *[
            ("twentieth_century", ((n, deals, {}),), 0.8, e)
            for n, deals, e in ((3, 4, 3), (3, 40, 8), (4, 25, 8), (5, 12, 6))
        ],
    ],
)
def test_heuristic_clearly_beats_greedy(
    game: str, tables: Tables, least: float, least_errors: int, tmp_path: Path
) -> None:
    """By chance, equals are three standard errors apart in one of 700 samples, four in one of 30,000."""
    played = [
        against(game, "heuristic", "greedy", seats, deals, tmp_path / str(seats), **options)
        for seats, deals, options in tables
    ]
    points, errors = pooled("heuristic", played)
    assert points > least
    assert errors > least_errors


def row(game: str, bots: str, seats: int, deals: int, least: float, *, daily: bool = False, **options: Any) -> Any:
    """A row, for the exhaustive run unless it is said to be for every day."""
    return pytest.param(game, bots, seats, deals, least, options, marks=() if daily else pytest.mark.exhaustive)


@pytest.mark.parametrize(
    ("game", "bots", "seats", "deals", "least", "options"),
    [
        *[
            row("card_city_xl", "heuristic greedy", seats, deals, 0.75, level=level)
            for seats, deals in ((2, 6), (3, 3), (4, 5))
            for level in ("simplified", "normal", "advanced")
        ],
        row("city_tycoon", "heuristic greedy", 2, 20, 0.7),  # all use the plants that the heuristic builds
        row("city_tycoon", "heuristic greedy", 3, 8, 0.7),
        row("city_tycoon", "heuristic greedy", 4, 5, 0.65),
        row("city_tycoon", "heuristic greedy", 5, 5, 0.55),
        *[row("neom", "heuristic greedy", seats, deals, 0.8) for seats, deals in ((2, 12), (3, 5), (4, 3), (5, 2))],
        *[row("city_tycoon", "greedy random", seats, 3, 0.8) for seats in (4, 2)],
        *[row("neom", "greedy random", seats, 3, 0.8, daily=seats == 4) for seats in (4, 2)],
        *[row("twentieth_century", "greedy random", seats, 7 - seats, 0.9, daily=seats == 4) for seats in (4, 3, 5)],
    ],
)
def test_a_better_bot_wins_at_every_number_of_players(
    game: str, bots: str, seats: int, deals: int, least: float, options: dict[str, Any], tmp_path: Path
) -> None:
    """All other players are the weaker bot."""
    better, weaker = bots.split()
    assert share(against(game, better, weaker, seats, deals, tmp_path, **options))[better] > least

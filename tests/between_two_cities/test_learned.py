"""A judge that was learned: what it looks at is counted again from views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cityleague.engine.between_two_cities import scoring
from cityleague.engine.between_two_cities.bots.features import COLUMNS, features, judge
from cityleague.engine.between_two_cities.components import BOARD, KINDS, room
from cityleague.engine.between_two_cities.view import City, View, planes_of
from cityleague.engine.bots.specs import BotSpecError, parse
from cityleague.engine.registry import game as find
from cityleague.replays import play

SIDE = 4


def cities() -> Iterator[City]:
    for number in range(6):
        for position in play("between_two_cities", ["random", "greedy", "heuristic"], seed=str(number)).positions():
            if position.moves % 7 == 0:
                view = position.view(None)
                assert isinstance(view, View)
                yield from view.cities


def test_what_a_judge_looks_at_is_what_lies_there() -> None:
    """Counted by cells; what more tiles would bring is tested with the scores that it is made of."""
    seen = 0
    for city in cities():
        told = dict(zip(COLUMNS, features(planes_of(city)), strict=True))
        kinds = {building.cell: building.kind for building in city.buildings}
        for kind in ("shop", "factory", "tavern-food", "office", "park", "house"):
            assert told[kind] == [*kinds.values()].count(kind)
        xs, ys = [x for x, _ in kinds] or [0], [y for _, y in kinds] or [0]
        wide, high = (max(xs) - min(xs) + 1, max(ys) - min(ys) + 1) if kinds else (0, 0)
        assert (told["width"], told["height"]) == (wide, high)
        near = {cell: [(cell[0] + dx, cell[1] + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))] for cell in kinds}
        houses = [cell for cell, kind in kinds.items() if kind == "house"]
        polluted = [cell for cell in houses if "factory" in [kinds.get(by) for by in near[cell]]]
        assert told["houses away from factories"] == told["house"] - len(polluted)
        fits = [
            (x, y)
            for x, y in {by for some in near.values() for by in some} - {*kinds}
            if max(*xs, x) - min(*xs, x) < SIDE and max(*ys, y) - min(*ys, y) < SIDE
        ]
        assert told["cells that touch"] == len(fits)
        types = {kind.partition("-")[0] for kind in kinds.values()} - {"house"}
        assert told["types that are missing"] == 5 - len(types)
        for name in COLUMNS[: len(COLUMNS) // 2]:
            assert told[f"{name}, times free cells"] == (SIDE * SIDE - len(kinds)) * told[name]
        seen += len(kinds) > 3
    assert seen > 50


def test_what_one_more_tile_would_bring_is_found_by_laying_it() -> None:
    """On each cell that takes one; a shop or park that touches no other counts as the first."""
    for city in cities():
        planes = planes_of(city)
        told = dict(zip(COLUMNS, features(planes), strict=True))
        covered = sum(planes)
        cells = [BOARD.bit(x, y) for x, y in BOARD.cells(room(covered) & ~covered)] if covered else []
        for kind, score in (("shop", scoring.shops), ("park", scoring.parks)):
            own = planes[KINDS.index(kind)]
            beside = [cell for cell in cells if BOARD.neighbours(cell) & own]
            gains = [score(own | cell).points - score(own).points for cell in beside]
            assert told[f"more for a {kind}"] == max([score(BOARD.bit(0, 0)).points, *gains])
        taverns = planes[scoring.FOOD] | planes[scoring.DRINK] | planes[scoring.MUSIC] | planes[scoring.BED]
        assert told["room beside taverns"] == len([cell for cell in cells if BOARD.neighbours(cell) & taverns])
        lines = {line.category: line.points for line in scoring.city_lines(planes, scoring.FACTORY_BY_MAJORITY[1])}
        assert {name: told[f"points of {name}"] for name in lines} == lines
        offices = planes[scoring.OFFICE].bit_count()
        assert told["more for an office"] == scoring.offices(offices + 1, 0).points - scoring.offices(offices, 0).points


def test_a_judgement_is_the_exact_sum_of_weights() -> None:
    chosen = judge([1_000_000, *[0] * (len(COLUMNS) - 2), 1])
    for city in cities():
        planes = planes_of(city)
        assert chosen(planes) == (1_000_000 + features(planes)[-1]) / 1_000_000


def test_a_learned_judge_plays_as_ever_and_not_as_the_other_one() -> None:
    def points(spec: str) -> list[Any]:
        return [play("between_two_cities", [spec, "greedy", "greedy"], seed=str(n)).log for n in range(3)]

    assert points("heuristic?judge=learned") == points("heuristic?judge=learned")
    assert points("heuristic?judge=learned") != points("heuristic?judge=hand")
    with pytest.raises(BotSpecError, match="judge takes hand, learned, not 'taught'"):
        parse("heuristic?judge=taught", find("between_two_cities"))

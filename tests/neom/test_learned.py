"""A judge that was learned: what it looks at is counted again, by the reference, from what a seat sees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from cityleague.engine import make_bot, prepare
from cityleague.engine.bots.specs import BotSpecError, parse
from cityleague.engine.components import packaged
from cityleague.engine.neom.bots.evaluation import Position, position, score_of
from cityleague.engine.neom.bots.features import COLUMNS, Learned, features, learned
from cityleague.engine.neom.bots.outlook import Moment, Outlook, Weights
from cityleague.engine.neom.moves import LEVELS
from cityleague.engine.neom.tiles import TYPES
from cityleague.engine.neom.view import View, table_of
from cityleague.engine.registry import game as find
from cityleague.replays import play

from .reference_city import BOARD, City, around, book_of, neighbour
from .reference_score import Sums, area_value, income, points, pollution

BOOK = book_of(json.loads(packaged("neom")))
ONCE = COLUMNS[: len(COLUMNS) // 2]
SETUP = prepare("neom", 3)
BOX = SETUP.components
Seen = tuple[View, Moment, Position, City]


def seen() -> Iterator[Seen]:
    """Views of games, what the seat has, and its city by the reference."""
    for number in range(4):
        for at in play("neom", ["random", "greedy", "heuristic"], seed=str(number)).positions():
            if at.moves % 11 == 0:
                view: Any = at.view(at.moves % 3)
                table = table_of(SETUP, view)
                city = City(BOOK, view.cities[view.seat].raw)
                city.tiles = {placed.cell: placed.tile for placed in view.cities[view.seat].tiles}
                city.produced = view.cities[view.seat].produced
                yield view, Moment.of(table, view.seat), position(table, view.seat), city


def told(moment: Moment, there: Position) -> dict[str, int]:
    return dict(zip(COLUMNS, features(Outlook(moment), there), strict=True))


def ends(city: City, cells: list[Any]) -> set[Any]:
    """The empty cells to which roads of these cells lead."""
    beyond = {neighbour(cell, side) for cell in cells for side in city.exits(cell)}
    return {cell for cell in beyond & {*BOARD} if not city.exits(cell)}


def test_what_a_judge_looks_at_is_what_lies_there() -> None:
    large = 0
    for view, moment, there, city in seen():
        numbers, open_ = told(moment, there), city.origin_open
        for kind in TYPES:
            assert numbers[kind] == len(city.cells(kind)) + (open_ and kind == "extraction")
        assert numbers["tiles"] == len(city.tiles) + open_
        assert numbers["origin covered"] == (not open_)
        assert numbers["anchors built"] == city.anchors()
        assert {good for level in LEVELS.values() for good in level if numbers[good]} == city.goods
        assert numbers["polluted"] == len(city.numbers_with("polluted"))
        assert numbers["no power"] == (not city.numbers_with("power"))
        assert numbers["pollution"] == -pollution(city)
        sizes = city.areas("residential")
        assert numbers["points of areas"] == sum([area_value(size) for size in sizes])
        assert (numbers["areas"], numbers["largest area"]) == (len(sizes), max(sizes, default=0))
        assert numbers["unbuilt anchors"] == len(there.anchors)
        assert numbers["money up to 8"] == min(8, view.money[view.seat or 0])
        large += len(city.tiles) > 9
    assert large > 10


def test_points_and_incomes_are_those_of_the_rules() -> None:
    for view, moment, there, city in seen():
        numbers, counting = told(moment, there), {cell for cell in city.tiles if "points_per" in city.tile(cell)}
        money = Sums(0, 0)
        assert numbers["points printed"] == sum([city.tile(cell).get("points", 0) for cell in city.tiles])
        assert numbers["points that vary"] == sum(
            [points(city, cell, money) - city.tile(cell).get("points", 0) for cell in counting]
        )
        coming = [income(city, generation) for generation in range(max(view.generation, 1), 4)]
        assert (numbers["next income"], numbers["later income"]) == (coming[0], sum(coming[1:]))


def test_openings_and_dead_ends_are_found_by_walking_the_roads() -> None:
    for _, moment, there, city in seen():
        numbers, homes = told(moment, there), city.cells("residential")
        reached, leaving = ends(city, sorted(city.connected())), ends(city, homes)
        dirty = {by for cell in city.tiles if city.tile(cell).get("polluted") for by in around(cell)}
        assert numbers["openings"] == len(reached)
        assert numbers["openings of homes"] == len(leaving)
        assert numbers["polluted openings"] == len(reached & dirty)
        assert numbers["openings near homes"] == len(reached & {by for home in homes for by in around(home)})
        assert numbers["clean openings of homes"] == len(leaving - dirty)
        built = [cell for cell in BOARD if city.exits(cell)]
        walls = [neighbour(cell, side) for cell in built for side in city.exits(cell)]
        linked = sum([len(city.linked(cell)) for cell in built])
        assert numbers["dead ends"] == len([cell for cell in walls if cell in built]) - linked


def test_each_number_counts_again_times_the_rounds_that_are_left() -> None:
    for view, moment, there, _ in seen():
        numbers = told(moment, there)
        for name in ONCE:
            assert numbers[f"{name}, times rounds left"] == (21 - view.round) * numbers[name]


def test_a_judgement_lies_halfway_between_the_two() -> None:
    taught = [3_000_000, *range(-1000, 1000 * (len(COLUMNS) - 2), 1000)]
    for _, moment, there, _ in seen():
        hand = Outlook(moment)(there) - score_of(BOX, there)
        by_games = sum(
            [weight * number for weight, number in zip(taught, features(Outlook(moment), there), strict=True)]
        )
        measured = Learned(moment, Weights(), taught)(there) - score_of(BOX, there)
        assert measured == pytest.approx((hand + by_games / 1_000_000) / 2)


@pytest.mark.exhaustive
def test_a_learned_judge_plays_as_ever_and_not_as_the_other_one() -> None:
    def logs(spec: str) -> list[Any]:
        return [play("neom", [spec, "greedy", "greedy"], seed=str(number)).log for number in range(2)]

    assert logs("heuristic?judge=learned") == logs("heuristic?judge=learned")
    assert logs("heuristic?judge=learned") != logs("heuristic?judge=hand")
    with pytest.raises(BotSpecError, match="judge takes hand, learned, not 'taught'"):
        parse("heuristic?judge=taught", find("neom"))


@pytest.mark.exhaustive
def test_what_a_seat_is_expected_to_score_is_what_its_judge_says() -> None:
    by_hand: Any = make_bot("heuristic?judge=hand", SETUP, "7")
    by_both: Any = make_bot("heuristic?judge=learned", SETUP, "7")
    for view, moment, there, _ in seen():
        assert view.seat is not None
        assert by_hand.expect(view)[view.seat] == Outlook(moment)(there)
        assert by_both.expect(view)[view.seat] == Learned(moment, Weights(), learned())(there)

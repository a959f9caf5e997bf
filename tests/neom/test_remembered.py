"""What cities and the heuristic remember is what they would work out anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cityleague.engine.boards.bits import members
from cityleague.engine.chance import Stream
from cityleague.engine.neom.board import CELLS, PLACE
from cityleague.engine.neom.bots.evaluation import Position
from cityleague.engine.neom.bots.outlook import ALL_ROUNDS, GROWTH, Moment, Outlook, Weights
from cityleague.engine.neom.city import City
from cityleague.engine.neom.components import load
from cityleague.engine.neom.moves import Options
from cityleague.engine.neom.scoring import area_points
from cityleague.engine.neom.state import setup
from cityleague.engine.neom.tiles import EAST, NORTH, RESIDENTIAL, SOUTH, WEST

BOX = load(None)
TILES = [tile for tile in BOX.tiles.values() if tile.types]
HOMES = [tile for tile in TILES if RESIDENTIAL in tile.types]
STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}


def moment() -> Moment:
    """The beginning of a game."""
    table = setup(Options(), 2, BOX).table
    return Moment(BOX, tuple([table.stack(number) for number in (1, 2, 3)]), 2, 1, 10)


def empty_city() -> City:
    return setup(Options(), 2, BOX).table.cities[0]


def growing_cities() -> Iterator[City]:
    """Cities in which tiles are laid anywhere, on other tiles too, every other one residential."""
    stream, places = Stream("growing", "cities"), [*CELLS]
    for _ in range(8):
        city = empty_city()
        for _ in range(20):
            city = city.with_tile(stream.choice(stream.choice([TILES, HOMES])), stream.choice(places))
            yield city


def test_a_city_keeps_residential_areas_that_have_not_changed() -> None:
    for city in growing_cities():
        assert city.homes == city.areas(city.cells[RESIDENTIAL])


@pytest.mark.exhaustive
def test_what_anchors_promise_depends_on_nothing_else() -> None:
    remembering, stream = Outlook(moment()), Stream("promises", "anchors")
    for city in growing_cities():
        anew = Outlook(moment())
        for number in BOX.anchors:
            there = Position(city, 10, (number, *sorted(stream.draw([*BOX.anchors], 2))))
            assert remembering(there) == anew(there)


def test_a_residential_area_can_grow_where_a_road_leads_to_an_empty_cell() -> None:
    now, later = moment(), 1 - 1 / ALL_ROUNDS
    alone = [empty_city().with_tile(tile, place) for tile in HOMES for place in CELLS]
    for city in [*alone, *growing_cities()]:
        sizes = [area.bit_count() for area in city.homes if leads_out(city, area)]
        best = max([area_points(size + 1) - area_points(size) for size in sizes], default=0)
        there = Position(city, 0, ())
        growth = Outlook(now, Weights(area=1))(there) - Outlook(now, Weights(area=0))(there)
        assert growth == pytest.approx(best * later)


def leads_out(city: City, area: int) -> bool:
    """Whether a road leads from an area to an empty cell."""
    for place in members(area):
        tile, (x, y) = city.at[place], CELLS[place]
        assert tile
        for way, (dx, dy) in STEPS.items():
            beyond = PLACE.get((x + dx, y + dy))
            if tile.exits & way and beyond is not None and city.at[beyond] is None:
                return True
    return False


def test_points_for_what_the_city_has_are_expected_to_grow() -> None:
    now, later = moment(), 1 - 1 / ALL_ROUNDS
    looked_at = 0
    for tile in BOX.tiles.values():
        if tile.points_per and not tile.income_per:
            there = Position(empty_city().with_tile(tile, PLACE[1, 0]), 0, ())
            growth = Outlook(now, Weights(growth=2))(there) - Outlook(now, Weights(growth=1))(there)
            assert growth == pytest.approx(later * sum([share.each * GROWTH[share.of] for share in tile.points_per]))
            looked_at += 1
    assert looked_at

"""Where tiles may go: the engine beside the slow reference, and the proof that nobody gets stuck."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cityleague.engine.between_two_cities.moves import Pick, Place, Side
from cityleague.engine.between_two_cities.state import CitiesState
from cityleague.engine.between_two_cities.table import SIDES
from cityleague.engine.rules import IllegalMove

from ..rows import daily
from .helpers import furnish, make, new_game, places, placing, play, refusal
from .reference import (
    KINDS,
    Cell,
    City,
    around,
    can_place,
    covered,
    fits_frame,
    homes,
    layout,
    normal,
    placements,
    polyominoes,
)

VERTICAL, HORIZONTAL = "park/house", "house|park"
EVERYWHERE = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]

Shape = frozenset[Cell]


def broken(city: City, tile: str, cell: Cell) -> set[str]:
    """All rules of placement that a tile at a cell breaks."""
    if not city:
        return set() if cell == (0, 0) else {"B2C-PLACE-FIRST"}
    new = covered(tile, cell)
    rules = set()
    if not fits_frame([*city, *new]):
        rules.add("B2C-PLACE-FRAME")
    if new.keys() & city.keys():
        rules.add("B2C-PLACE-COVERED")
    if not any(place in city for mine in new for place in around(mine)):
        rules.add("B2C-PLACE-APART")
    return rules


def check_place(state: CitiesState, seat: int, city: City, move: Place) -> None:
    """The engine's verdict is the reference's, and a rule that it names is one that is broken."""
    reasons = broken(city, move.tile, move.cell)
    assert can_place(city, move.tile, move.cell) == (not reasons)
    if not reasons:
        state.verify(seat, move)
        return
    with pytest.raises(IllegalMove) as caught:
        state.verify(seat, move)
    if city or max(map(abs, move.cell)) <= 3:  # so far off no first tile is on the board: either rule will do
        assert caught.value.rule.code in reasons
    assert caught.value.field == "cell"


@pytest.mark.parametrize("seed", daily(["a", "b", "c"]))
@pytest.mark.parametrize("players", daily([2, 3, 7, 5, 4, 6], 2))
def test_legal_and_verify_are_the_reference(players: int, seed: str) -> None:
    """In random games; the test keeps the cities by itself, from the moves alone."""
    state = new_game(players)
    cities: list[dict[Cell, str]] = [{} for _ in range(4 if players == 2 else players)]
    served: set[tuple[int, Side]] = set()
    owed: dict[int, list[str]] = {}
    for seat, move in play(state, seed):
        if isinstance(move, Pick):
            served.clear()
            owed[seat] = list(move.tiles)
            continue
        expected = set()
        for side, number in zip(SIDES, homes(players)[seat], strict=True):
            if (seat, side) not in served:
                for tile in owed[seat]:
                    expected |= {(tile, side, cell) for cell in placements(cities[number], tile)}
                    for cell in EVERYWHERE:
                        check_place(state, seat, cities[number], Place(tile, side, cell))
        legal = places(state, seat)
        assert len(legal) == len(set(legal))
        assert set(legal) == expected
        number = homes(players)[seat][SIDES.index(move.city)]
        cities[number].update(covered(move.tile, move.cell))
        served.add((seat, move.city))
        owed[seat].remove(move.tile)
    assert all(len(city) == 16 and fits_frame(city) for city in cities)


def test_only_the_cell_of_the_first_tile_is_the_origin() -> None:
    for kind in KINDS:
        assert set(places(placing({}, kind), 0)) == {(kind, side, (0, 0)) for side in SIDES}


@pytest.mark.parametrize(
    ("tile", "cell"), [("shop", (4, 0)), ("shop", (-1, 0)), ("shop", (0, 4)), (VERTICAL, (0, 3)), (HORIZONTAL, (3, 0))]
)
def test_a_city_stays_within_four_by_four(tile: str, cell: Cell) -> None:
    city = {(0, 0): "shop", (1, 0): "park", (2, 0): "shop", (3, 0): "park"} | {(0, y): "house" for y in (1, 2, 3)}
    state = placing(city, tile, served="right")
    assert (tile, "left", cell) not in places(state, 0)
    check_place(state, 0, city, Place(tile, "left", cell))


def test_the_frame_floats_until_the_city_has_grown_into_it() -> None:
    assert can_place({(0, 0): "shop"}, "park", (-1, 0))
    row = {(x, 0): "shop" for x in (-2, -1, 0)}
    state = placing(row, "park", served="right")
    assert {("park", "left", (-3, 0)), ("park", "left", (1, 0))} <= set(places(state, 0))
    state = placing(row | {(-3, 0): "park"}, "park", served="right")
    assert ("park", "left", (1, 0)) not in places(state, 0)


# -- refusals

LINE = layout("SPO")
"""Three in a row: there is room for one more at either end."""


def test_only_a_picked_tile_is_placed_and_once() -> None:
    state = placing({}, "shop", "park")
    code = ("B2C-PLACE-NOT-PICKED", "tile")
    assert refusal(state, 0, Place("house", "left", (0, 0))) == code
    make(state, 0, Place("shop", "left", (0, 0)))
    assert refusal(state, 0, Place("shop", "right", (0, 0))) == code


def test_each_city_gets_one_of_the_two() -> None:
    state = placing({}, "shop", "shop")
    make(state, 0, Place("shop", "left", (0, 0)))
    assert refusal(state, 0, Place("shop", "left", (1, 0))) == ("B2C-PLACE-CITY-SERVED", "city")
    make(state, 0, Place("shop", "right", (0, 0)))


def test_a_city_is_never_wider_or_higher_than_four() -> None:
    code = ("B2C-PLACE-FRAME", "cell")
    state = placing(layout("SPOH"), "shop", "house|park", "park/house")
    for cell in ((4, 0), (-1, 0)):
        assert refusal(state, 0, Place("shop", "left", cell)) == code
    assert refusal(state, 0, Place("house|park", "left", (-1, 1))) == code
    assert refusal(state, 0, Place("house|park", "left", (3, 1))) == code
    state = placing(layout("S P O"), "park/house")
    for cell in ((0, 3), (0, -2)):
        assert refusal(state, 0, Place("park/house", "left", cell)) == code


def test_a_tile_covers_no_building() -> None:
    state = placing(LINE, "shop", "house|park", "park/house")
    for tile, cell in (("shop", (1, 0)), ("house|park", (-1, 0)), ("park/house", (1, -1)), ("park/house", (1, 0))):
        assert refusal(state, 0, Place(tile, "left", cell)) == ("B2C-PLACE-COVERED", "cell")


def test_the_first_tile_is_the_origin() -> None:
    state = placing({}, "shop")
    for cell in ((1, 0), (0, -1), (3, 3)):
        assert refusal(state, 0, Place("shop", "left", cell)) == ("B2C-PLACE-FIRST", "cell")
    state.verify(0, Place("shop", "left", (0, 0)))


def test_a_tile_touches_the_city() -> None:
    state = placing(LINE, "shop", "house|park")
    assert refusal(state, 0, Place("shop", "left", (3, 1))) == ("B2C-PLACE-APART", "cell")
    assert refusal(state, 0, Place("shop", "left", (0, 2))) == ("B2C-PLACE-APART", "cell")
    assert refusal(state, 0, Place("house|park", "left", (0, 2))) == ("B2C-PLACE-APART", "cell")
    state.verify(0, Place("house|park", "left", (2, 1)))


# -- nobody gets stuck


class Asker:
    """Asks the engine where a tile may go in the city to the left, which has this shape."""

    def __init__(self, tile: str) -> None:
        self.empty = placing({}, tile, served="right")

    def __call__(self, shape: Shape) -> list[Cell]:
        state = self.empty.copy()
        furnish(state, 0, dict.fromkeys(shape, "shop"))
        return [cell for _, _, cell in places(state, 0)]


def after(shapes: Iterable[Shape], tile: str) -> set[Shape]:
    """All shapes that come of placing the tile; none of the shapes may refuse it.

    A shape tells where the first tile of the city lies: at (0, 0).
    """
    ask = Asker(tile)
    grown: set[Shape] = set()
    for shape in shapes:
        cells = ask(shape)
        assert cells, f"{tile} has no place in {sorted(shape)}"
        grown |= {shape.union(covered(tile, cell)) for cell in cells}
    return grown


def anchored(shapes: Iterable[Shape]) -> set[Shape]:
    """The shapes with each of their cells in turn at (0, 0)."""
    return {frozenset((x - i, y - j) for x, y in shape) for shape in shapes for i, j in shape}


SIX = {shape for shape in polyominoes(6) if fits_frame(shape)}
"""Every city that the first round can leave."""


@pytest.mark.parametrize("every", daily([5, 1]))
def test_duplexes_go_where_the_reference_says(every: int) -> None:
    """Every city of six (or every fifth), wherever its first tile lies."""
    assert len(SIX) == 182
    for tile in (VERTICAL, HORIZONTAL):
        ask = Asker(tile)
        for shape in sorted(anchored(SIX), key=sorted)[::every]:
            cells = ask(shape)
            assert len(cells) == len(set(cells))
            assert set(cells) == placements(dict.fromkeys(shape, "shop"), tile)


@pytest.mark.parametrize("every", daily([53, 1]))
def test_no_city_refuses_its_duplexes_or_the_tiles_that_follow(every: int) -> None:
    """Some or all cities of six get any duplex, any second one, then single tiles until 16 stand."""
    shapes = {*sorted(anchored(SIX), key=sorted)[::every]}
    for size in (8, 10):
        shapes = after(shapes, VERTICAL) | after(shapes, HORIZONTAL)
        assert {len(shape) for shape in shapes} == {size}
    for size in range(11, 17):
        shapes = after(shapes, "shop")
        assert {len(shape) for shape in shapes} == {size}
    assert {normal(shape) for shape in shapes} == {frozenset((x, y) for x in range(4) for y in range(4))}

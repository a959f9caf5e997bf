"""Two active trade routes: what happens at the gate of the one leaves the other alone."""

from __future__ import annotations

import pytest

from cityleague.engine.neom.board import PLACE
from cityleague.engine.neom.components import Box
from cityleague.engine.neom.moves import Build, Cell, Remove
from cityleague.engine.neom.state import NeomState

from .helpers import do, position
from .scenes import buy, exits, facing, makers, money, put, routes
from .test_disasters import FLOOD, struck

WEST, EAST = (-2, 0), (2, 0)
GATES = {"left": WEST, "right": EAST}
ROW: dict[Cell, int] = {WEST: 6, (-1, 0): 7, (1, 0): 8, EAST: 10}
"""From gate to gate, all of them commercial."""
LEFT, RIGHT = (True, False), (False, True)
both_ways = pytest.mark.parametrize(("lost", "left_over"), [("left", RIGHT), ("right", LEFT)])


def replaced(gate: Cell, number: int, box: Box | None = None) -> NeomState:
    """The tile at this gate is replaced by another one."""
    state = position(picked=number, city=ROW, box=box)
    assert routes(state) == (True, True)
    return do(state, Build(number, gate))


@both_ways
def test_a_route_is_lost_with_its_gate_tile_and_the_other_stays(lost: str, left_over: tuple[bool, bool]) -> None:
    state = struck(FLOOD, ROW)
    assert routes(state) == (True, True)
    assert routes(do(state, Remove((GATES[lost],)))) == left_over


@both_ways
def test_a_route_is_lost_when_its_gate_tile_is_replaced_without_that_exit(
    lost: str, left_over: tuple[bool, bool]
) -> None:
    box = exits(t27="NES" if lost == "left" else "NSW")
    assert routes(replaced(GATES[lost], 27, box)) == left_over


@pytest.mark.parametrize("gate", [WEST, EAST])
def test_both_stay_when_a_gate_tile_is_replaced_by_one_with_that_exit(gate: Cell) -> None:
    assert routes(replaced(gate, 27)) == (True, True)


@both_ways
def test_the_second_route_is_lost_like_the_first(lost: str, left_over: tuple[bool, bool]) -> None:
    """One route is gone; then the gate tile of the other goes."""
    city = {cell: tile for cell, tile in ROW.items() if cell != GATES[lost]}
    state = struck(FLOOD, city)
    assert routes(state) == left_over
    (gate,) = {WEST, EAST} & set(city)
    assert routes(do(state, Remove((gate,)))) == (False, False)


@both_ways
def test_the_route_that_stays_does_so_without_a_road_to_the_origin(lost: str, left_over: tuple[bool, bool]) -> None:
    """The tile between it and the origin went before; the other gate tile goes now."""
    inner = (1, 0) if lost == "left" else (-1, 0)
    state = struck(FLOOD, ROW)
    state.table.cities[0] = state.table.cities[0].without(1 << PLACE[inner])
    assert routes(state) == (True, True)
    assert routes(do(state, Remove((GATES[lost],)))) == left_over


@both_ways
@pytest.mark.parametrize(("way", "seller"), [("left", 1), ("right", 2)])
def test_only_the_way_of_the_route_that_stays_is_cheaper(
    lost: str, left_over: tuple[bool, bool], way: str, seller: int
) -> None:
    """A trade good of a neighbour costs 4."""
    box = exits(t27="NES" if lost == "left" else "NSW")
    state = facing(45, city=ROW, others={seller: makers("concrete")}, box=box)
    state.table.cities[0] = state.table.cities[0].with_tile(box.tiles[27], PLACE[GATES[lost]])
    assert routes(state) == left_over
    do(state, put(45, buy=(buy("concrete", seller, way),)))
    assert money(state) == 50 - (4 if way == lost else 3)

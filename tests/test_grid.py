"""Boards of bits, checked against sets of cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cityleague.engine.boards.grid import Grid, HexGrid

Cells = set[tuple[int, int]]

STEPS: dict[type[Grid], Cells] = {
    Grid: {(1, 0), (-1, 0), (0, 1), (0, -1)},
    HexGrid: {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)},
}

sizes = st.integers(1, 9)
grids = st.builds(lambda kind, width, height: kind(width, height), st.sampled_from([*STEPS]), sizes, sizes)


def everywhere(grid: Grid) -> Cells:
    return {(x, y) for x in range(grid.width) for y in range(grid.height)}


def bits(grid: Grid, cells: Cells) -> int:
    return sum(grid.bit(x, y) for x, y in cells)


def unbits(grid: Grid, cells: int) -> Cells:
    return set(grid.cells(cells))


def around(grid: Grid, cells: Cells) -> Cells:
    steps = STEPS[type(grid)]
    return {(x + dx, y + dy) for x, y in cells for dx, dy in steps} & everywhere(grid)


def flood(grid: Grid, start: Cells, within: Cells) -> Cells:
    seen = start & within
    while new := around(grid, seen) & within - seen:
        seen |= new
    return seen


def some_cells(data: st.DataObject, grid: Grid, least: int = 0) -> Cells:
    return data.draw(st.sets(st.sampled_from(sorted(everywhere(grid))), min_size=least))


@given(grids, st.data())
def test_a_set_of_cells_is_the_int_of_its_bits(grid: Grid, data: st.DataObject) -> None:
    cells = some_cells(data, grid)
    listed = list(grid.cells(bits(grid, cells)))
    assert listed == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert bits(grid, cells).bit_count() == len(cells)
    assert unbits(grid, grid.full) == everywhere(grid)


@given(grids, st.data(), st.integers(-12, 12), st.integers(-12, 12))
def test_cells_outside_have_no_bit(grid: Grid, data: st.DataObject, x: int, y: int) -> None:
    assert unbits(grid, grid.bit(x, y)) == {(x, y)} & everywhere(grid)


@given(grids, st.data())
def test_neighbours_are_the_cells_a_step_away(grid: Grid, data: st.DataObject) -> None:
    cells = some_cells(data, grid)
    assert unbits(grid, grid.neighbours(bits(grid, cells))) == around(grid, cells)


@given(grids, st.data())
def test_touching_is_mutual(grid: Grid, data: st.DataObject) -> None:
    cell, other = (grid.bit(*data.draw(st.sampled_from(sorted(everywhere(grid))))) for _ in range(2))
    assert bool(grid.neighbours(cell) & other) == bool(grid.neighbours(other) & cell)
    assert not grid.neighbours(cell) & cell


@pytest.mark.exhaustive
@given(grids, st.data())
def test_reach_is_what_a_flood_fill_finds(grid: Grid, data: st.DataObject) -> None:
    start, within = some_cells(data, grid), some_cells(data, grid)
    assert unbits(grid, grid.reach(bits(grid, start), bits(grid, within))) == flood(grid, start, within)


@given(grids, st.data())
def test_groups_are_connected_apart_and_in_reading_order(grid: Grid, data: st.DataObject) -> None:
    cells = some_cells(data, grid)
    groups = [unbits(grid, group) for group in grid.groups(bits(grid, cells))]
    assert groups == [flood(grid, {min(group, key=lambda cell: (cell[1], cell[0]))}, cells) for group in groups]
    assert sum(map(len, groups)) == len(cells)
    assert set().union(*groups) == cells
    firsts = [min((y, x) for x, y in group) for group in groups]
    assert firsts == sorted(firsts)


@given(grids, st.data(), *[st.integers(-5, 14)] * 2, *[st.integers(-2, 14)] * 2)
def test_a_rectangle_is_cut_off_at_the_edges(
    grid: Grid, data: st.DataObject, x: int, y: int, width: int, height: int
) -> None:
    wanted = {(a, b) for a in range(x, x + width) for b in range(y, y + height)}
    assert unbits(grid, grid.rectangle(x, y, width, height)) == wanted & everywhere(grid)


@given(grids, st.data())
def test_the_extent_is_the_smallest_rectangle(grid: Grid, data: st.DataObject) -> None:
    cells = some_cells(data, grid, least=1)
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    left, top = min(xs), min(ys)
    assert grid.extent(bits(grid, cells)) == (left, top, max(xs) - left + 1, max(ys) - top + 1)

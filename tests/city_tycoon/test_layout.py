"""The layout that grows with its city: against what its cells say, and that whoever shares it sees nothing of that."""

from __future__ import annotations

import pytest

from cityleague.engine.city_tycoon.town import CENTRE, CENTRE_CELLS, GENERAL, GENERAL_PLANTS, Layout, Town, beside

from ..rows import daily
from .helpers import course

every_table = pytest.mark.parametrize("seats", daily([2, 5, 3, 4], 2))


def as_set(numbers: list[int]) -> int:
    return sum(1 << number for number in set(numbers))


def check(layout: Layout, town: Town) -> None:
    """All that a layout keeps up to date follows from its cells, their owners and what lies there."""
    at = {cell: tile for tile, cell in enumerate(layout.cells)} | dict.fromkeys(CENTRE_CELLS, CENTRE)
    assert layout.at == at
    border = {near for cell in at for near in beside(cell)} - set(at)
    assert layout.border == {cell: as_set([at[near] for near in beside(cell) if near in at]) for cell in border}
    assert town.free == sorted(border - set(town.terrain))
    assert town.full == (not town.free)
    for tile in range(len(layout.cells)):
        own = [cell for cell, other in at.items() if other == tile]
        touching = sorted({at[near] for cell in own for near in beside(cell) if near in at} - {tile})
        assert layout.near[tile] == touching
        assert layout.around[tile] == as_set(touching)
    assert layout.owners[CENTRE] == GENERAL
    for seat, tiles in enumerate(layout.owned):
        mine = [tile for tile, owner in enumerate(layout.owners) if owner == seat]
        assert tiles == as_set(mine)
        assert layout.built[seat] == tuple([tile for tile in mine if tile in layout.districts])
    plants = [(plant.tile, plant.kind) for plant in town.plants]
    assert {(tile, *plant) for tile, some in layout.plants.items() for plant in some} == {
        (tile, kind, number) for number, (tile, kind) in enumerate(plants)
    }
    assert layout.with_plants == as_set([tile for tile, _ in plants])
    assert set(layout.plants) | set(layout.districts) == set(range(len(layout.cells)))


@every_table
def test_a_layout_that_grows_is_the_one_that_its_cells_make(seats: int) -> None:
    for state, _ in course(seats, "layout"):
        town = state.table.town
        check(town.layout, town)
        for plant in town.plants:
            assert town.plant_at(plant.cell) is plant
        for cell in {*CENTRE_CELLS, *town.free} - set(GENERAL_PLANTS.values()):
            assert town.plant_at(cell) is None


@every_table
def test_a_shared_layout_is_never_changed(seats: int) -> None:
    """Copies stay what they were while the city goes on growing; so does the city while a copy grows."""
    kept = []
    for number, (state, _) in enumerate(course(seats, "shared")):
        digest = state.digest()
        if number % 3 == 0:
            kept.append((state.copy(), digest))
        if number % 3 == 1 and state.table.town.free:
            state.copy().table.town.place(state.table.town.free[0], 0, "water")
        assert state.digest() == digest
    assert len(kept) > 30
    for copy, digest in kept:
        assert copy.digest() == digest
        check(copy.table.town.layout, copy.table.town)


@every_table
def test_a_view_shows_the_city_as_it_is(seats: int) -> None:
    """This holds although the layout keeps what views have in common."""
    for state, _ in course(seats, "shown"):
        town = state.table.town
        shown = [(district.cell, district.tile, district.owner) for district in state.view(None).districts]
        assert shown == [(town.cells[i], district.name, town.owners[i]) for i, district in town.districts.items()]

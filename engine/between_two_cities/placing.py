"""Revealed tiles go into the two cities of each player, one into each (rulebook: Spielablauf)."""

from typing import NoReturn

from cityleague.engine.between_two_cities import rules
from cityleague.engine.between_two_cities.components import (
    BEYOND_EDGE,
    CELL_OF,
    Cell,
    Footprint,
    covered,
    edge,
    free,
    takers,
)
from cityleague.engine.between_two_cities.moves import Move, Place
from cityleague.engine.between_two_cities.table import SIDES, CitiesTable
from cityleague.engine.boards.grid import place_name
from cityleague.engine.rules import refuse


def verify_place(table: CitiesTable, seat: int, move: Place) -> tuple[int, int]:
    """The number of the city, and the city with the tile on it.

    Raises IllegalMove unless the tile is owed, its city still waits for one, and the tile fits there.
    """
    tile, side = move.tile, move.city
    if tile not in table.owed[seat]:
        left = " and ".join(table.owed[seat])
        refuse(rules.TILE, f"still to be placed: {left}", "tile", lambda state: tile not in state.table.owed[seat])
    if table.served[seat] == side:
        message = f"the {side} city has got its tile this turn; the other one is due"
        refuse(rules.CITY, message, "city", lambda state: state.table.served[seat] == side)
    number = table.home[seat][side]
    city, footprint = table.cities[number], table.tiles.footprints[tile].get(move.cell)
    if footprint is None or not 0 < footprint.asked & city < BEYOND_EDGE:
        _refuse_cell(table, number, move.cell, footprint)
    return number, city | footprint.adds


def _refuse_cell(table: CitiesTable, number: int, cell: Cell, footprint: Footprint | None) -> NoReturn:
    """Raise IllegalMove: why the tile cannot lie there in the city of this number."""
    at = place_name(cell)
    city = table.cities[number]
    if not covered(city):
        refuse(rules.FIRST, f"the first tile of a city is its cell [0, 0], not {at}", "cell")
    if footprint is not None and footprint.mask & covered(city):
        message, mask = f"at {at} it would cover a building", footprint.mask
        refuse(rules.COVER, message, "cell", lambda state: covered(state.table.cities[number]) & mask)
    if footprint is None or footprint.asked & city >= BEYOND_EDGE:
        refuse(rules.FRAME, f"at {at} the city would be more than 4 wide or high", "cell")
    refuse(rules.TOUCH, f"at {at} it would touch no building", "cell")


def legal_places(table: CitiesTable, seat: int) -> list[Move]:
    """Every cell for each tile still to be placed, in each city that still waits for one."""
    moves: list[Move] = []
    for tile in dict.fromkeys(table.owed[seat]):
        shift = table.tiles.shapes[tile]
        for side in SIDES:
            if side != table.served[seat]:
                city = table.cities[table.home[seat][side]]
                cells = takers(shift, free(city), edge(city))
                while cells:
                    cell = cells & -cells
                    moves.append(Place(tile, side, CELL_OF[cell]))
                    cells ^= cell
    return moves


def apply_place(table: CitiesTable, seat: int, move: Place, city: tuple[int, int]) -> None:
    """Place the tile in the city."""
    number, with_tile = city
    table.cities[number] = with_tile
    table.served[seat] = move.city
    owed = table.owed[seat]
    owed.remove(move.tile)
    if not owed:
        table.due ^= 1 << seat  # as `decided`; the call takes 1 % of validation

"""Revealed tiles go into the two cities of each player, one into each (rulebook: Spielablauf)."""

from __future__ import annotations

from typing import NoReturn

from cityleague.engine.between_two_cities import rules
from cityleague.engine.between_two_cities.components import BOARD, CELL_OF, Cell, Footprint, takers
from cityleague.engine.between_two_cities.moves import Move, Place, Side
from cityleague.engine.between_two_cities.table import PLANES, SIDES, Table
from cityleague.engine.grid import named
from cityleague.engine.rules import refuse


def verify_place(table: Table, seat: int, move: Place) -> None:
    """Raise IllegalMove unless the tile is owed, its city still waits for one, and the tile fits there."""
    if move.tile not in table.owed[seat]:
        _refuse_tile(table, seat, move.tile)
    if table.served[seat] == move.city:
        _refuse_city(seat, move.city)
    city = table.home[seat][move.city]
    footprint = table.footprints[move.tile].get(move.cell)
    if footprint is None or (mask := footprint.mask) & table.blocked[city] or not mask & table.edge[city]:
        _refuse_cell(table, city, move.cell, footprint)


def _refuse_tile(table: Table, seat: int, tile: str) -> NoReturn:
    """Raise IllegalMove: other tiles are owed."""
    left = " and ".join(table.owed[seat])
    refuse(rules.TILE, f"still to be placed: {left}", "tile", lambda state: tile not in state.table.owed[seat])


def _refuse_city(seat: int, side: Side) -> NoReturn:
    """Raise IllegalMove: the city has got its tile."""
    message = f"the {side} city has got its tile this turn; the other one is due"
    refuse(rules.CITY, message, "city", lambda state: state.table.served[seat] == side)


def _refuse_cell(table: Table, city: int, cell: Cell, footprint: Footprint | None) -> NoReturn:
    """Raise IllegalMove: why the tile cannot lie there."""
    at = named(cell)
    covered = table.covered(city)
    if not covered:
        refuse(rules.FIRST, f"the first tile of a city is its cell [0, 0], not {at}", "cell")
    if footprint is not None and footprint.mask & covered:
        message, mask = f"at {at} it would cover a building", footprint.mask
        refuse(rules.COVER, message, "cell", lambda state: state.table.covered(city) & mask)
    if footprint is None or footprint.mask & table.blocked[city]:
        refuse(rules.FRAME, f"at {at} the city would be more than 4 wide or high", "cell")
    refuse(rules.TOUCH, f"at {at} it would touch no building", "cell")


def legal_places(table: Table, seat: int) -> list[Move]:
    """Every cell for each tile still to be placed, in each city that still waits for one."""
    moves: list[Move] = []
    for tile in dict.fromkeys(table.owed[seat]):
        shift = table.tiles.shapes[tile]
        for side in SIDES:
            if side != table.served[seat]:
                city = table.home[seat][side]
                cells = takers(shift, BOARD.full & ~table.blocked[city], table.edge[city])
                while cells:
                    cell = cells & -cells
                    moves.append(Place(tile, side, CELL_OF[cell]))
                    cells ^= cell
    return moves


def apply_place(table: Table, seat: int, move: Place) -> None:
    """Place the tile in the city."""
    city = table.home[seat][move.city]
    footprint = table.footprints[move.tile][move.cell]
    table.edge[city] |= footprint.halo
    table.blocked[city] |= footprint.blocks
    planes, base = table.planes, city * PLANES
    for plane, bit in footprint.writes:
        planes[base + plane] |= bit
    if footprint.tie:
        table.ties[city * 2 + (table.tiles.shapes[move.tile] != 1)] |= footprint.tie
    table.served[seat] = move.city
    owed = table.owed[seat]
    if len(owed) > 1:
        table.owed[seat] = (owed[1] if owed[0] == move.tile else owed[0],)
    else:
        table.owed[seat] = ()
        table.decided(seat)

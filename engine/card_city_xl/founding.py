"""Before the first round of the suburbs variant: the town hall (rulebook: Etablierte Vorstädte)."""

from __future__ import annotations

from cityleague.engine.boards.grid import place_name
from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.moves import Found, Move
from cityleague.engine.card_city_xl.table import CardCityTable
from cityleague.engine.rules import refuse


def _cells(table: CardCityTable) -> int:
    """The cells of the grid that do not touch the ring."""
    board = table.cities[0].board
    return board.lands[0] & ~board.grid.neighbours(board.suburbs)


def verify_found(table: CardCityTable, _seat: int, move: Found) -> int:
    """The cell of the town hall; raises IllegalMove unless it can lie there."""
    bit = table.cities[0].board.bit.get(move.cell, 0)
    if not bit & _cells(table):
        refuse(rules.TOWN_HALL, f"{place_name(move.cell)} is not within the ring, or touches it", "cell")
    return bit


def legal_found(table: CardCityTable, _seat: int) -> list[Move]:
    """Every cell for the town hall."""
    return [Found(cell) for cell in table.cities[0].board.cells(_cells(table))]


def apply_found(table: CardCityTable, seat: int, _move: Found, cell: int) -> None:
    """Put the town hall there."""
    city = table.cities[0]
    city.build(faces("town-hall", city.board.sides)[0], cell, 0)
    table.decided(seat)

"""Before the first round of the suburbs variant: the town hall (rulebook: Etablierte Vorstädte)."""

from __future__ import annotations

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import faces
from cityleague.engine.card_city_xl.moves import Found, Move
from cityleague.engine.card_city_xl.table import Table
from cityleague.engine.rules import refuse


def _cells(table: Table) -> int:
    """The cells of the grid that do not touch the ring."""
    board = table.cities[0].board
    return board.lands[0] & ~board.grid.neighbours(board.suburbs)


def verify_found(table: Table, move: Found) -> None:
    """Raise IllegalMove unless the town hall can lie there."""
    if not table.cities[0].board.bit.get(move.cell, 0) & _cells(table):
        refuse(rules.TOWN_HALL, f"[{move.cell[0]}, {move.cell[1]}] is not within the ring, or touches it", "cell")


def legal_found(table: Table) -> list[Move]:
    """Every cell for the town hall."""
    return [Found(cell) for cell in table.cities[0].board.cells(_cells(table))]


def apply_found(table: Table, move: Found) -> bool:
    """Put the town hall there; nothing more is to decide."""
    city = table.cities[0]
    city.build(faces("town-hall", city.board.sides)[0], city.board.bit[move.cell], 0)
    return False

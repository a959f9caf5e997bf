"""Phase 3: districts grow as long as they can (rulebook: Weiterentwicklung)."""

from __future__ import annotations

from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import COMMERCE, RESIDENTIAL, faces, grown
from cityleague.engine.card_city_xl.growth import growing, sprouts
from cityleague.engine.card_city_xl.moves import Develop, Move
from cityleague.engine.card_city_xl.placing import verify_cell, verify_neighbours, verify_size
from cityleague.engine.card_city_xl.table import DEVELOPING, Table
from cityleague.engine.rules import refuse

_COLOURS = {"residential": RESIDENTIAL, "commerce": COMMERCE}


def begin(table: Table, seat: int) -> bool:
    """Whether the seat has a district that must grow."""
    table.actor = seat
    table.stage = DEVELOPING
    return can_grow(table)


def can_grow(table: Table) -> bool:
    """Whether a district of the actor must still grow."""
    return bool(_cells(table, "residential") or _cells(table, "commerce"))


def _cells(table: Table, card: str) -> int:
    """The cells on which a district of the actor can grow."""
    seat = table.actor
    if not table.supply[card] or table.holding(seat).room <= 0:
        return 0
    return sprouts(table.city(seat), _COLOURS[card], table.lands[seat])


def verify_develop(table: Table, move: Develop) -> None:
    """Raise IllegalMove unless a district grows there."""
    seat = table.actor
    city, land, colour = table.city(seat), table.lands[seat], _COLOURS[move.card]
    face = grown(move.card, city.board.sides)
    at = table.situation(seat)
    bit = verify_cell(at, move.cell)
    if not any(city.faced(district, colour) & bit for district in growing(city, colour, land)):
        needed = "culture cards" if colour == RESIDENTIAL else "residential districts"
        where = f"[{move.cell[0]}, {move.cell[1]}]"
        message = f"no {move.card} district beside {where} touches more {needed} than it has cards itself"
        refuse(rules.DISTRICT, message, "cell")
    if not table.supply[move.card]:
        refuse(rules.SUPPLY, f"no {move.card} card is left in the supply", "card")
    verify_size(table, face)
    verify_neighbours(at, face, move.cell)


def legal_develop(table: Table) -> list[Move]:
    """Every card at every cell."""
    cells = table.city(table.actor).board.cells
    found: list[Move] = [Develop("residential", cell) for cell in cells(_cells(table, "residential"))]
    return found + [Develop("commerce", cell) for cell in cells(_cells(table, "commerce"))]


def apply_develop(table: Table, move: Develop) -> bool:
    """Let the district grow; whether the seat has more to decide."""
    seat = table.actor
    city = table.city(seat)
    table.supply[move.card] -= 1
    table.build(faces(move.card, city.board.sides)[0], city.board.bit[move.cell])
    return can_grow(table)

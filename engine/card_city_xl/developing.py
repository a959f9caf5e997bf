"""Phase 3: districts grow as long as they can (rulebook: Weiterentwicklung)."""

from collections.abc import Sequence

from cityleague.engine.boards.grid import place_name
from cityleague.engine.card_city_xl import rules
from cityleague.engine.card_city_xl.cards import COMMERCE, RESIDENTIAL, faces, grown
from cityleague.engine.card_city_xl.growth import growing, sprouts
from cityleague.engine.card_city_xl.move_lists import OnCells, moves_on
from cityleague.engine.card_city_xl.moves import Develop, Move
from cityleague.engine.card_city_xl.placing import verify_cell, verify_neighbours, verify_size
from cityleague.engine.card_city_xl.table import DEVELOPING, CardCityTable
from cityleague.engine.rules import refuse

_COLOURS = {"residential": RESIDENTIAL, "commerce": COMMERCE}


def begin(table: CardCityTable, seat: int) -> None:
    """Let the districts of the seat grow, if any must."""
    city = table.cities[table.number[seat]]
    planes, twice = city.planes, city.fed_twice  # as `growing`, written out: every seat is asked in every round
    if (planes[RESIDENTIAL] & twice[RESIDENTIAL] or planes[COMMERCE] & twice[COMMERCE]) and _must(table, seat):
        table.give_turn(seat, DEVELOPING)


def _must(table: CardCityTable, seat: int) -> bool:
    """Whether a district of the seat can grow, and so has to."""
    return bool(_cells(table, seat, "residential") or _cells(table, seat, "commerce"))


def _cells(table: CardCityTable, seat: int, card: str) -> int:
    """The cells on which a district of a seat can grow."""
    city, colour = table.cities[table.number[seat]], _COLOURS[card]
    if not table.supply[card] or city.holdings[table.place[seat]].room <= 0:
        return 0
    return sprouts(city, colour, table.lands[seat])


def verify_develop(table: CardCityTable, seat: int, move: Develop) -> int:
    """The cell on which a district grows; raises IllegalMove unless one does."""
    city = table.city(seat)
    bit = city.board.bit.get(move.cell, 0)
    if not bit & _cells(table, seat, move.card):
        at, colour = table.situation(seat), _COLOURS[move.card]
        verify_cell(table, at, move.cell)
        if not growing(city, colour, table.lands[seat], bit):
            needed = "culture cards" if colour == RESIDENTIAL else "residential districts"
            where = place_name(move.cell)
            message = f"no {move.card} district beside {where} touches more {needed} than it has cards itself"
            refuse(rules.DISTRICT, message, "cell")
        if not table.supply[move.card]:
            message = f"no {move.card} card is left in the supply"
            refuse(rules.SUPPLY, message, "card", lambda state: not state.table.supply[move.card])
        face = grown(move.card, city.board.sides)
        verify_size(table, face)
        verify_neighbours(table, at, face, move.cell)
    return bit


def legal_develop(table: CardCityTable, seat: int) -> Sequence[Move]:
    """Every cell for residential cards, then every cell for commerce cards."""
    board = table.city(seat).board
    return OnCells([(moves_on(board, Develop, card), _cells(table, seat, card)) for card in _COLOURS])


def apply_develop(table: CardCityTable, seat: int, move: Develop, cell: int) -> None:
    """Let the district grow."""
    city = table.city(seat)
    table.supply[move.card] -= 1
    table.build(faces(move.card, city.board.sides)[0], cell)
    if not _must(table, seat):
        table.decided(seat)
